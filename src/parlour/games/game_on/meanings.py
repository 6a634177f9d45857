"""What the words of Game-On Competitive mean, for the place where a player meets them."""

from __future__ import annotations

from ...components.player_cards import MEANINGS
from .rules import HAND

# GC-20: how a competition goes, and what those two do who want the same card.
_COMPETITIONS = {
    "dice": ("All of them roll a die: the highest wins.", "roll a die"),
    "rock-paper-scissors": ("All of them choose in secret: rock, paper or scissors.", "play rock-paper-scissors"),
    "trivia": ("All of them answer the same question: wrong answers lose to right ones.", "answer a question"),
}


def meanings_at(competition: str, timer: int) -> dict[str, str]:
    compete, do = _COMPETITIONS[competition]
    words = {
        "points": f"Each card in hand counts \u22121: all start at \u2212{HAND}.",  # GC-31
        # GC-27
        "cover": "Cover all three shapes of a Game Card, and it is yours when the round ends. If another gets it, your"
        " cards on it come back to your hand.",
        "compete": f"Several have covered all three shapes, or want the same steal. {compete}",
        # GC-22, GC-24: a steal needs the colour, a defence does not.
        "steal": "One card of the same shape and colour is enough to try. The owner may defend with that shape in any"
        f" colour; if not, you two {do} for it.",
        "defend": "With the shape the thief played, in any colour, or an OMNI. Your card goes under your pile, the"
        " thief's card is lost, and you keep the Game Card.",
        "do not defend": f"You two {do}. If you win, the card stays yours for good; if not, it is lost.",
        "locked": "Nobody can steal it any more. It keeps its points; its chevron does not count.",
        "chevron": "One point more at the end, unless the card is locked.",
        "convert": "You give this Game Card up. All cards in your hand count as its colour this round.",
        "redraw": "Swap your whole hand, then wait.",
        "finish": "No more plays this round.",
        "type": "If two are level at the end, the one with more Game Cards of their own deck's sign wins.",
        **MEANINGS,
    }
    if timer:
        words["Black Card"] = "A timer: when all of them have come up, the game ends."  # GC-29
    return words
