"""Why, in Game-On, and what goes for both games. What fits is asked of the rules: of the moves there are afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...engine.game import in_words
from ...engine.match import Match
from .words import counted

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
        instead = _instead(shown, after, seat, card)
        rivals = [f"seat {other}" for other, covers in enumerate(card["covers"]) if other != seat and all(covers)]
        if not rivals:
            return f"{said}{instead}"
        if can:
            return f"{said}; you compete with {in_words(rivals)} for it{instead}"
        return ""  # it comes back, for somebody else has the card
    if found := _STEAL.fullmatch(move):
        after = shown.copy()
        after.play(seat, move)
        card = next(one for held in view["control"] for one in held if one["name"] == found[1])
        return _stolen(view, *found.groups()) + _instead(shown, after, seat, card)
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
        passed = _passed_over(view, seat, _completable(shown, seat))
        return passed or fits_little(others, covers, "what is there") or _saved(shown, view, seat, move, others)
    if move == "finish":
        defends = _kept_to_defend(view, seat) or _defends(shown, view, seat, others[0])
        said = defends or _passed_over(view, seat, _completable(shown, seat))
        if said or not view["piles"][seat]:
            return said
        if wild := kept(view["hand"], covers, others):
            found = COVER.fullmatch(others[0])
            return f"{wild}: on {view['area'][int(found[2]) - 1]['name']} it completes nothing yet" if found else wild
        return _saved(shown, view, seat, move, others)
    return ""


def alone(shown: Match, seat: int, move: str) -> str:
    """Why there is nothing else to do."""
    if move == "do not defend":
        return "you hold nothing to defend it with"
    if move == "finish":
        return "nothing in your hand fits any more" if shown.view(seat)["hand"] else "your hand is empty"
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
    worth = _worth(card, chevrons)
    return f"{worth} point{'' if worth == 1 else 's'}"


def _worth(card: str, chevrons: bool) -> int:
    found = re.search(r"(\d+) points?", card)
    return (int(found[1]) if found else 0) + (chevrons and "chevron" in card)


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


def _completable(shown: Match, seat: int) -> list[dict[str, Any]]:
    """The Game Cards that the hand completes now."""
    return [
        card
        for place, card in enumerate(shown.view(seat)["area"], 1)
        if card and None in card["covers"][seat] and can_complete(shown, [seat], str(place), card["covers"][seat])
    ]


def _instead(shown: Match, after: Match, seat: int, on: dict[str, Any]) -> str:
    """Why a card is spent on something else, where the hand could complete a Game Card with it."""
    still = [on["name"], *(card["name"] for card in _completable(after, seat))]
    could = [card for card in _completable(shown, seat) if card["name"] not in still]
    if not could:
        return ""
    best = max(could, key=lambda one: _worth(one["card"], chevrons=True))
    if _worth(on["card"], chevrons=True) > _worth(best["card"], chevrons=True):
        return f"; it is worth more than {best['name']}, which you could complete"
    return f"; {_passed_over(shown.view(seat), seat, could)}"


def _passed_over(view: dict[str, Any], seat: int, could: list[dict[str, Any]]) -> str:
    """Why the best Game Card that the hand could complete now is left alone: that is odd, and mostly right.

    What nobody controls cannot be stolen, and late in the game, when hands are empty, a card brings more than now.
    """
    if not could:
        return ""
    card = max(could, key=lambda one: _worth(one["card"], chevrons=True))
    name, takes = f"{card['name']} ({points(card['card'], chevrons=True)})", card["covers"][seat].count(None)
    theirs = {other: covers for other, covers in enumerate(card["covers"]) if other != seat}
    if rivals := [f"seat {other}" for other, covers in theirs.items() if all(covers)]:
        return f"you could complete {name}, but {in_words(rivals)} would compete with you for it"
    if takes == len(view["hand"]):
        last = "card" if takes == 1 else f"{counted(takes)} cards"
        said = f"it would take your last {last}, and you could not defend it"
    elif takes == 1:
        said = "once you control it, it can be stolen, and while it lies there your cards come back if it is lost"
    else:
        said = f"each of the {counted(takes)} cards may take as much later, from who has none left to defend with"
    waits = all(covers.count(None) > 1 for covers in theirs.values())
    return f"you could complete {name}, but {said}{'; nobody else is near to it' if waits else ''}"


def _saved(shown: Match, view: dict[str, Any], seat: int, move: str, others: list[str]) -> str:
    """Why a card is not spent: on what it does not complete, or on a steal that may fail.

    Who runs out of cards first has nothing to defend with, while others still steal.
    """
    rival = next((one for one in others if COVER.fullmatch(one) or _STEAL.fullmatch(one)), "")
    if (found := COVER.fullmatch(rival)) and (lacks := _lacking(shown, view, seat, found[2])):
        card = view["area"][int(found[2]) - 1]
        said = f"even with all that you hold, {card['name']} ({points(card['card'], chevrons=True)}) would lack {lacks}"
        if move == "redraw":
            return f"{said}, and a new hand may bring more"
        return f"{said}, and cards that lie there defend nothing" if view["control"][seat] else said
    if found := _STEAL.fullmatch(rival):
        of = next(other for other, held in enumerate(view["control"]) if any(one["name"] == found[1] for one in held))
        if defenders := view["hand_sizes"][of]:
            held = f"{counted(defenders)} card{'s' * (defenders > 1)}"
            fits = any(map(COVER.fullmatch, others))
            said = "" if fits else "nothing in your hand fits what is there, and "
            return f"{said}against a steal of {found[1]} seat {of} has {held} to defend with, and then yours is gone"
        return (
            "not even a steal that nobody can defend is sure: it takes a competition, and costs your card in any case"
        )
    if not rival:
        return ""
    left = [pile + hand for pile, hand in zip(view["piles"], view["hand_sizes"], strict=True)]
    most = max((other for other in range(len(left)) if other != seat), key=lambda other: left[other])
    if left[most] < left[seat]:
        return "it spends no card: who has some left when others have none can steal what they cannot defend"
    have = f"you have {left[seat]} left with your hand, seat {most} has {left[most]}"
    return f"it spends no card: {have}, and who runs out first can defend nothing"


def _lacking(shown: Match, view: dict[str, Any], seat: int, place: str) -> str:
    """What the whole hand cannot cover on a card."""
    card = view["area"][int(place) - 1]
    able = {found[1] for move in shown.legal(seat) if (found := COVER.fullmatch(str(move))) and found[2] == place}
    open_shapes = zip(SHAPES, _shapes(card["card"]), card["covers"][seat], strict=True)
    lacking = [_wanted(of) for shape, of, cover in open_shapes if cover is None and shape not in able]
    return in_words(lacking) if lacking else ""


def _spends(move: str, card: str) -> bool:
    return move.endswith(f" with {card}")


def _completes(covers: list[Any], move: str) -> bool:
    """Whether a card covers the only shape that is open; `covers` are those of each Game Card, where there is one."""
    found = COVER.fullmatch(move)
    return found is not None and covers[int(found[2]) - 1].count(None) == 1
