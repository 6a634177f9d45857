"""Why, in Game-On, and what goes for both games. What fits is asked of the rules: of the moves there are afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...engine.game import in_words
from ...engine.match import Match

SHAPES = ("square", "circle", "triangle")
COVER = re.compile(r"cover (\w+) of card (\d+) with (.+)")
_STEAL = re.compile(r"steal (\w+ \d+) with (.+)")


def says(shown: Match, seat: int, move: str, others: list[str]) -> str:
    view = shown.view(seat)
    if found := COVER.fullmatch(move):
        after = shown.copy()
        after.play(seat, move)
        card = view["area"][int(found[2]) - 1]
        mine = list(card["covers"][seat])
        mine[SHAPES.index(found[1])] = found[3]
        name = f"{card['name']} ({points(card['card'], chevrons=True)})"
        can = can_complete(after, [seat], found[2], mine)
        said = covered(name, card, mine, _held(after, seat, found[2], mine))
        rivals = [f"seat {other}" for other, covers in enumerate(card["covers"]) if other != seat and all(covers)]
        if not rivals:
            return said
        if can:
            return f"{said}; you compete with {in_words(rivals)} for it"
        return ""  # it comes back, for somebody else has the card
    if found := _STEAL.fullmatch(move):
        return _stolen(view, *found.groups())
    if move.startswith("convert"):
        gives_up = next(card for card in view["control"][seat] if move.endswith(f" {card['name']}"))
        colour = gives_up["card"].rsplit(" ", 1)[1]
        after = shown.copy()
        after.play(seat, move)
        fit = {found[3] for one in after.legal(seat) if (found := COVER.fullmatch(str(one)))}
        return f"all your cards count as {colour} this round, and {len(fit)} of {len(view['hand'])} fit" if fit else ""
    if move.startswith("defend"):
        return "it keeps your card, without a competition"
    covers = [card and card["covers"][seat] for card in view["area"]]
    if move == "redraw":
        return fits_little(others, covers, "what is there") or _saved(view, seat, covers, others)
    if move == "finish":
        defends = _kept_to_defend(view, seat) or _defends(shown, view, seat, others[0])
        if defends or not view["piles"][seat]:
            return defends
        return kept(view["hand"], covers, others) or _saved(view, seat, covers, others)
    return ""


def _stolen(view: dict[str, Any], name: str, thief: str) -> str:
    """What a steal may bring, who is after the card as well, and whether it can be defended, as far as all know."""
    of, card = next(
        (other, one["card"]) for other, held in enumerate(view["control"]) for one in held if one["name"] == name
    )
    said = f"it may take {name} ({points(card, chevrons=True)}) from seat {of}"
    known, omni = view["known"][of], thief.startswith("omni")  # of an omni it is not told as which shape it comes
    defend = [one for one in known if omni or one.startswith("omni") or one.endswith(thief.split()[-1])]
    if len(known) == view["hand_sizes"][of] and not defend:
        said += ", who has no card to defend it with"
    rivals = [f"seat {by}" for by in sorted(one["by"] for one in view["attacks"] if one["on"] == name)]
    return f"{said}; you compete with {in_words(rivals)} for it" if rivals else said


def _held(after: Match, seat: int, card: str, covers: list[str | None]) -> str:
    """How much of what a card still needs this seat holds."""
    if can_complete(after, [seat], card, covers):
        return ", and you hold what fits"
    fits = {found[1] for move in after.legal(seat) if (found := COVER.fullmatch(str(move))) and found[2] == card}
    return ", and you hold one of them" if fits else ""


def can_complete(after: Match, seats: Iterable[int], card: str, covers: list[str | None]) -> bool:
    """Whether these seats can still cover what is open on a card: no more than two shapes, each with its own card."""
    ways: dict[str, set[tuple[int, str]]] = {
        shape: set() for shape, cover in zip(SHAPES, covers, strict=True) if cover is None
    }
    for seat in seats:
        for move in after.legal(seat):
            found = COVER.fullmatch(str(move))
            if found and found[2] == card:
                ways[found[1]].add((seat, found[3]))
    return all(ways.values()) and len(set().union(*ways.values())) >= len(ways)


def covered(name: str, card: dict[str, Any], covers: list[str | None], held: str) -> str:
    """What is left to do on a card, and who has what it takes."""
    left = [_wanted(shape) for shape, cover in zip(_shapes(card["card"]), covers, strict=True) if cover is None]
    if not left:
        return f"it completes {name}"
    return f"{name} then needs {'only ' if len(left) == 1 else ''}{in_words(left)}{held}"


def _shapes(card: str) -> list[str]:
    return [one.strip() for one in card.split(":", 1)[1].split(";")[0].split(",")]


def _wanted(shape: str) -> str:
    """A black shape is covered by any colour of it."""
    return f"any {shape.split()[-1]}" if shape.startswith("black ") else f"a {shape}"


def points(card: str, chevrons: bool) -> str:
    """What a card is worth; chevrons count in one of the two games."""
    found = re.search(r"(\d+) points?", card)
    worth = (int(found[1]) if found else 0) + (chevrons and "chevron" in card)
    return f"{worth} point{'' if worth == 1 else 's'}"


def fits_little(others: list[str], covers: list[Any], what: str) -> str:
    """How little there is to do; but a card that completes something is no little thing."""
    if any(_completes(covers, other) for other in others):
        return ""
    fits = {found[3] for other in others if (found := COVER.fullmatch(other))}
    if not fits:
        return f"nothing in your hand fits {what}"
    return f"of your cards only the {fits.pop()} fits {what}, and new ones may do more" if len(fits) == 1 else ""


def _kept_to_defend(view: dict[str, Any], seat: int) -> str:
    """What somebody is after, and the card that would defend it."""
    own = {card["name"] for card in view["control"][seat]}
    for attack in view["attacks"]:
        for card in sorted(view["hand"], key=lambda one: one.startswith("omni")):
            if attack["on"] in own and (card.endswith(f" {attack['shape']}") or card.startswith("omni")):
                return f"it keeps your {card} to defend {attack['on']} with"
    return ""


def _defends(shown: Match, view: dict[str, Any], seat: int, rival: str) -> str:
    """What a card that another move would spend defends against a card that somebody is known to hold."""
    own = {card["name"]: card["card"] for card in view["control"][seat]}
    for other in sorted({*view["to_act"]} - {seat}):
        for steal in map(str, shown.legal(other)):
            name, _, thief = steal.removeprefix("steal ").partition(" with ")
            if name in own and thief in view["known"][other] and not thief.startswith("omni"):
                able = [one for one in view["hand"] if one.endswith(thief.split()[-1]) or one.startswith("omni")]
                if able and (rival == "redraw" or (len(able) == 1 and _spends(rival, able[0]))):
                    worth = points(own[name], chevrons=True)
                    return f"your {able[0]} defends {name} ({worth}) against seat {other}'s {thief}"
    return ""


def kept(hand: list[str], covers: list[Any], others: list[str]) -> str:
    """A wild card that another move would spend, and that completes nothing now."""
    for card in hand:
        spent = [one for one in others if _spends(one, card)]
        idle = others[0] in (*spent, "redraw") and not any(_completes(covers, one) for one in spent)
        if idle and card.startswith(("black", "omni")):
            return f"it keeps your {card}, which fits {'any colour' if card.startswith('black') else 'three shapes'}"
    return "" if hand else "your hand is empty"


def _saved(view: dict[str, Any], seat: int, covers: list[Any], others: list[str]) -> str:
    """That no card is spent, not even for what could be completed now.

    Who runs out of cards first has nothing to defend with, while others still steal.
    """
    if not (COVER.fullmatch(others[0]) or _STEAL.fullmatch(others[0])):
        return ""
    complete = next((COVER.fullmatch(other) for other in others if _completes(covers, other)), None)
    waits = f"{view['area'][int(complete[2]) - 1]['name']} can wait, and " if complete else ""
    left = [pile + hand for pile, hand in zip(view["piles"], view["hand_sizes"], strict=True)]
    most = max((other for other in range(len(left)) if other != seat), key=lambda other: left[other])
    if left[most] < left[seat]:
        return f"{waits}it spends no card: who has some left when others have none can steal what they cannot defend"
    have = f"you have {left[seat]} left, seat {most} has {left[most]}"
    return f"{waits}it spends no card: {have}, and who runs out first can defend nothing"


def _spends(move: str, card: str) -> bool:
    return move.endswith(f" with {card}")


def _completes(covers: list[Any], move: str) -> bool:
    """Whether a card covers the only shape that is open; `covers` are those of each Game Card, where there is one."""
    found = COVER.fullmatch(move)
    return found is not None and covers[int(found[2]) - 1].count(None) == 1
