"""Why, in both games of Game-On. What fits is asked of the rules: of the moves there are afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...engine.game import in_words
from ...engine.match import Match

_SHAPES = ("square", "circle", "triangle")
_COVER = re.compile(r"cover (\w+) of card (\d+) with (.+)")
_STEAL = re.compile(r"steal (\w+ \d+) ")
_TRACK = 4  # cards; the oldest of so many leaves after the round


def competitive(shown: Match, seat: int, move: str, others: list[str]) -> str:
    view = shown.view(seat)
    if found := _COVER.fullmatch(move):
        after = shown.copy()
        after.play(seat, move)
        card = view["area"][int(found[2]) - 1]
        mine = list(card["covers"][seat])
        mine[_SHAPES.index(found[1])] = found[3]
        name = f"{card['name']} ({_points(card['card'], chevrons=True)})"
        coverable = _coverable(after, [seat], found[2])
        said = _covered(name, card, mine, coverable, "you hold what fits")
        rivals = [f"seat {other}" for other, covers in enumerate(card["covers"]) if other != seat and all(covers)]
        if not rivals:
            return said
        if all(mine) or _open(mine) <= coverable:
            return f"{said}; you compete with {in_words(rivals)} for it"
        return ""  # it comes back, for somebody else has the card
    if found := _STEAL.match(move):
        of, card = next(
            (other, card["card"])
            for other, held in enumerate(view["control"])
            for card in held
            if card["name"] == found[1]
        )
        empty = ", who has no card to defend it with" if not view["hand_sizes"][of] else ""
        return f"it may take {found[1]} ({_points(card, chevrons=True)}) from seat {of}{empty}"
    if move.startswith("convert"):
        gives_up = next(card for card in view["control"][seat] if move.endswith(f" {card['name']}"))
        colour = gives_up["card"].rsplit(" ", 1)[1]
        after = shown.copy()
        after.play(seat, move)
        fit = {found[3] for one in after.legal(seat) if (found := _COVER.fullmatch(str(one)))}
        return f"all your cards count as {colour} this round, and {len(fit)} of {len(view['hand'])} fit" if fit else ""
    if move.startswith("defend"):
        return "it keeps your card, without a competition"
    if move == "redraw":
        return _fits_little(others, "what is there")
    if move == "finish":
        return _kept_to_defend(view, seat) or (_kept(view["hand"]) if view["piles"][seat] else "")
    return ""


def cooperative(shown: Match, seat: int, move: str, others: list[str]) -> str:
    view = shown.view(seat)
    if found := _COVER.fullmatch(move):
        after = shown.copy()
        after.play(seat, move)
        card = view["track"][int(found[2]) - 1]
        covers = list(card["covers"])
        covers[_SHAPES.index(found[1])] = found[3]
        known = after.to_act if view["open_hands"] else [seat]
        scores = card["card"].split(":")[0] in view["types"]  # CO-4: others bring the team nothing
        worth = _points(card["card"], chevrons=False) if scores else "no points, but kept from the House"
        name = f"{card['name']} ({worth})"
        said = _covered(name, card, covers, _coverable(after, known, found[2]), "the team holds what fits")
        leaves = len(view["track"]) == _TRACK and found[2] == "1"
        return f"{said}; it leaves after this round" if leaves else said
    if move.startswith("steal"):
        return "it takes points from the House, if all of you spend such a card"
    if move.startswith("scuttle"):
        return "it keeps a card from the House, if all of you spend such a card"
    if move == "redraw":
        return _fits_little(others, "the track")
    return _kept(view["hand"]) if move == "finish" else ""


def _coverable(after: Match, seats: Iterable[int], card: str) -> set[str]:
    """The shapes of a card that these seats can still cover."""
    moves = (_COVER.fullmatch(str(move)) for seat in seats for move in after.legal(seat))
    return {move[1] for move in moves if move and move[2] == card}


def _covered(name: str, card: dict[str, Any], covers: list[str | None], coverable: set[str], held: str) -> str:
    """What is left to do on a card."""
    left = [_wanted(shape) for shape, cover in zip(_shapes(card["card"]), covers, strict=True) if cover is None]
    if not left:
        return f"it completes {name}"
    able = _open(covers) <= coverable
    said = f"{name} then needs only {in_words(left)}" if len(left) == 1 else f"{name} then needs {in_words(left)}"
    return f"{said}, and {held}" if able else said


def _open(covers: list[str | None]) -> set[str]:
    """The shapes that are still to be covered."""
    return {shape for shape, cover in zip(_SHAPES, covers, strict=True) if cover is None}


def _shapes(card: str) -> list[str]:
    return [one.strip() for one in card.split(":", 1)[1].split(";")[0].split(",")]


def _wanted(shape: str) -> str:
    """A black shape is covered by any colour of it."""
    return f"any {shape.split()[-1]}" if shape.startswith("black ") else f"a {shape}"


def _points(card: str, chevrons: bool) -> str:
    """What a card is worth; chevrons count in one of the two games."""
    found = re.search(r"(\d+) points?", card)
    points = (int(found[1]) if found else 0) + (chevrons and "chevron" in card)
    return f"{points} point{'' if points == 1 else 's'}"


def _fits_little(others: list[str], what: str) -> str:
    fits = {found[3] for other in others if (found := _COVER.fullmatch(other))}
    if not fits:
        return f"nothing in your hand fits {what}"
    return f"only your {fits.pop()} fits {what}" if len(fits) == 1 else ""


def _kept_to_defend(view: dict[str, Any], seat: int) -> str:
    """What somebody is after, and the card that would defend it."""
    own = {card["name"] for card in view["control"][seat]}
    for attack in view["attacks"]:
        for card in sorted(view["hand"], key=lambda one: one.startswith("omni")):
            if attack["on"] in own and (card.endswith(f" {attack['shape']}") or card.startswith("omni")):
                return f"it keeps your {card} to defend {attack['on']} with"
    return ""


def _kept(hand: list[str]) -> str:
    """What is worth keeping, when nothing more is played."""
    wild = [card for card in hand if card.startswith(("black", "omni"))]
    if not hand:
        return "your hand is empty"
    if wild:
        fits = "fits any colour" if wild[0].startswith("black") else "fits three shapes"
        return f"it keeps your {wild[0]}, which {fits}, for a better moment"
    return "it keeps your cards for what comes next"
