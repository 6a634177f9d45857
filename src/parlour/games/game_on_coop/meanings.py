"""What the words of Cooperative Game-On mean, for the place where a player meets them."""

from __future__ import annotations

from ...components.player_cards import MEANINGS

_ALL = "It takes the same coloured shape from each of you, in the same round; not black, not an OMNI."  # CO-10 to CO-12


def meanings_at(target: int, *, black_cards: bool) -> dict[str, str]:
    words = {
        "points": f"The first side with {target} points wins.",  # CO-2
        "track": "When all are done, the track moves. What leaves it goes to the team if all three shapes are covered,"
        " else to the House.",  # CO-14
        "cover": "Any of you can cover any shape. With all three covered, the card is the team's when it leaves.",
        "House": "It gets the points of every card that leaves the track unfinished.",
        "steal": f"Take this card back from the House. {_ALL}",
        "scuttle": f"Turn this card over, so that nobody gets it. {_ALL}",
        "redraw": "Swap your whole hand, then wait.",
        "finish": "No more plays this round.",
        "idle": "Nobody plays this sign: the card counts for the House, but brings the team nothing.",  # CO-4
        **MEANINGS,
    }
    if black_cards:
        words["Black Card"] = "It wipes the track: finished cards go to the team, all others to the House."  # CO-15
    return words
