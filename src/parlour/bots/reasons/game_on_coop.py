"""Why, in Cooperative Game-On."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ...engine.game import in_words
from ...engine.match import Match
from ...games.game_on_coop.rules import leaves
from .game_on import COVER, SHAPES, can_complete, covered, fits_little, kept, points

_TAKES_ALL = ("steal", "scuttle")  # a card from everybody (CO-10, CO-11)


def says(shown: Match, seat: int, move: str, others: list[str]) -> str:
    view = shown.view(seat)
    if found := COVER.fullmatch(move):
        after = shown.copy()
        after.play(seat, move)
        card = view["track"][int(found[2]) - 1]
        covers = list(card["covers"])
        covers[SHAPES.index(found[1])] = found[3]
        scores = card["card"].split(":")[0] in view["types"]  # CO-4: others bring the team nothing
        worth = points(card["card"], chevrons=False) if scores else "no points, but kept from the House"
        name = f"{card['name']} ({worth})"
        leaving = leaves.plainly(shown.reading, int(found[2]) - 1)
        can = can_complete(after, after.to_act if view["open_hands"] else [seat], found[2], covers)
        if leaving and view["open_hands"] and not can:
            return f"nobody can complete {card['name']} before it leaves, but you get a new card for your {found[3]}"
        said = covered(name, card, covers, ", and the team holds what fits" if can else "")
        return f"{said}; it leaves after this round" if leaving else said
    if move.startswith(_TAKES_ALL):
        return _together(shown, view, seat, move)
    laid = [card["covers"] for card in view["track"]]
    if move == "redraw":
        return fits_little(others, laid, "the track")
    if move == "finish":
        return _nothing_else(shown, view, seat, others) or kept(view["hand"], laid, others)
    return ""


def in_vain(shown: Match, seat: int, move: str) -> bool:
    """Whether somebody visibly cannot join in a steal or scuttle; or, where hands are hidden, hardly all can.

    A hand has two cards of 33 in a deck, two of which are of the same coloured shape: one in eight holds one. One who
    holds it by luck may be worth a try, and the search weighs that; two are not.
    """
    if not move.startswith(_TAKES_ALL):
        return False
    after, begun = _begun(shown, seat, move)
    team = {*range(shown.game.players)} - {seat}
    if any(_why_not(after, begun, seat, other, move) for other in team):
        return True
    return not begun["open_hands"] and len(_still_to_join(begun, seat, team)) > 1


def _begun(shown: Match, seat: int, move: str) -> tuple[Match, dict[str, Any]]:
    after = shown.copy()
    after.play(seat, move)
    return after, after.view(seat)


def _still_to_join(begun: dict[str, Any], seat: int, team: set[int]) -> set[int]:
    mine = begun["commitments"][seat]
    return {other for other in team if begun["commitments"][other] != mine}  # none are left where it came about


def _together(shown: Match, view: dict[str, Any], seat: int, move: str) -> str:
    """What comes of a steal or scuttle, and what it still takes."""
    if in_vain(shown, seat, move):
        return ""
    begun = _begun(shown, seat, move)[1]
    if move.startswith("steal"):
        name = move.removeprefix("steal ").rpartition(" by ")[0]
        card = next(one["card"] for one in view["house"] if one["name"] == name)
        brings = f"it takes {points(card, chevrons=False)} from the House"
    else:
        card = view["track"][int(move.split()[2]) - 1]
        brings = f"it keeps {card['name']} ({points(card['card'], chevrons=False)}) from the House"
    missing = _still_to_join(begun, seat, {*range(shown.game.players)} - {seat})
    if not missing:
        return f"{brings}, and yours is the last card that it takes"
    (spent,) = begun["committed"][seat]
    who = _seats(missing)
    if begun["open_hands"]:
        each = "has one" if len(missing) == 1 else "have one each"
        return f"{brings}, once each of you has spent a {spent}, and {who} {each}"
    return f"{brings}, if {who}, whose hand you cannot see, has a {spent}, too"


def _nothing_else(shown: Match, view: dict[str, Any], seat: int, others: list[str]) -> str:
    """That nothing can come of all that could still be begun, since it takes a card from everybody (CO-10)."""
    team, failing = {*range(shown.game.players)} - {seat}, defaultdict(set)
    unseen: set[int] = set()
    for move in others:
        if not in_vain(shown, seat, move):
            return ""
        after, begun = _begun(shown, seat, move)
        for other in team:
            if why := _why_not(after, begun, seat, other, move):
                failing[why].add(other)
        unseen |= _still_to_join(begun, seat, team)
    if not team & {*view["to_act"]}:
        return "there is nothing else to do: all others have finished"
    kinds = {move.split()[0] for move in others}
    takes = f"a {kinds.pop() if len(kinds) == 1 else 'steal or scuttle'} takes the same card from each of you"
    if failing:
        who = in_words(
            [f"{_seats(seats)} {'has' if len(seats) == 1 else 'have'} {why}" for why, seats in failing.items()]
        )
        return f"there is nothing else to do: {takes}, and {who}"
    return f"{takes}, and it is not likely that {_seats(unseen)} have it, too"


def _seats(seats: set[int]) -> str:
    return in_words([f"seat {seat}" for seat in sorted(seats)])


def _why_not(after: Match, begun: dict[str, Any], seat: int, other: int, move: str) -> str:
    """Why somebody cannot join in what this seat has begun, as far as the seat can see it: what they have, or not."""
    mine, theirs = begun["commitments"][seat], begun["commitments"][other]
    if theirs == mine:  # none are left where it came about
        return ""
    if theirs is not None:
        return "committed a card to something else"
    if other not in begun["to_act"]:
        return "finished"
    able = move in map(str, after.legal(other)) if begun["open_hands"] else begun["hand_sizes"][other]
    return "" if able else f"no {begun['committed'][seat][0]}"
