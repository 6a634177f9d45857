"""Why, in Cooperative Game-On."""

from __future__ import annotations

from typing import Any

from ...engine.match import Match
from ...games.game_on_coop.rules import leaves
from .game_on import COVER, SHAPES, can_complete, covered, fits_little, kept, points


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
    if move.startswith("steal"):
        after = shown.copy()
        after.play(seat, move)
        taken = view["house_points"] - after.view(seat)["house_points"]
        if taken:  # it came about
            return f"yours is the last card that it takes to get {taken} point{'s' * (taken > 1)} from the House"
        return "it takes points from the House, if all of you spend such a card"
    if move.startswith("scuttle"):
        return "it keeps a card from the House, if all of you spend such a card"
    laid = [card["covers"] for card in view["track"]]
    if move == "redraw":
        return fits_little(others, laid, "the track")
    if move == "finish":
        return _nothing_else(shown, view, seat, others) or kept(view["hand"], laid, others)
    return ""


def _nothing_else(shown: Match, view: dict[str, Any], seat: int, others: list[str]) -> str:
    """That nothing can come of all that could still be begun, since it takes a card from everybody (CO-10)."""
    team, cards, failing = {*range(shown.game.players)} - {seat}, [], []
    for move in others:
        if not move.startswith(("steal", "scuttle")):
            return ""
        after = shown.copy()
        after.play(seat, move)
        begun = after.view(seat)
        missing = {other for other in team if not _joins(after, begun, seat, other, move)}
        if not missing:
            return ""
        failing.append(missing)
        cards += begun["committed"][seat]
    if not team & {*view["to_act"]}:
        return "there is nothing else to do: all others have finished"
    who = "nobody else" if all(missing == team for missing in failing) else "not everybody"
    return f"there is nothing else to do: {who} can give {' or '.join(f'a {card}' for card in dict.fromkeys(cards))}"


def _joins(after: Match, begun: dict[str, Any], seat: int, other: int, move: str) -> bool:
    """Whether somebody has committed a card to the same as this seat, or may do so, as far as hands are open."""
    mine, theirs = begun["commitments"][seat], begun["commitments"][other]
    if theirs == mine:  # none are left where it came about
        return True
    able = not begun["open_hands"] or move in map(str, after.legal(other))
    return theirs is None and other in begun["to_act"] and able
