"""Why, in KA-BLAM!, GO FOX! and READ AND GRAB."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...engine.match import Match

_FEW = 2  # cards in a hand that may be gone soon
_ACTION = 10  # points of an action card
_DEAR = 3  # points by which one card is dearer than another
_COLOURS = 6
_COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def ka_blam(shown: Match, seat: int, move: str, others: list[str]) -> str:
    if not move.startswith("play "):
        return ""
    view, card = shown.view(seat), _card(move)
    if len(view["hand"]) == 1:
        return "it is your last card, and wins the round"
    after = shown.copy()
    after.play(seat, move)
    passed = _passed_over(shown, after, seat)
    left = view["hand_sizes"][passed] if passed is not None else 0
    if 0 < left <= _FEW:
        return f"it keeps seat {passed}, who has {'one card' if left == 1 else 'two cards'} left, from playing"
    rest = [*view["hand"]]
    rest.remove(card)
    held = Counter(one.split()[0] for one in rest if one != "wild")
    if card == "wild":
        return _to_follow(held, move.rsplit(" ", 1)[1])
    rival = _card(others[0])
    if rival == "wild":
        return "it keeps your wild for later"
    if rival.split()[0] != card.split()[0] and (more := _to_follow(held, card.split()[0])):
        return more
    if passed is not None and seat in after.to_act:
        return "it is your turn again at once"
    if passed is not None:
        return f"it makes seat {passed} {'take two cards and ' if card.endswith('+2') else ''}miss a turn"
    if not rival.split()[1].isdigit() and card.split()[1].isdigit():
        return f"it keeps your {rival} for when you need it"
    follow = [one for one in rest if _goes_on(one, card)]
    if len(follow) > sum(_goes_on(one, rival) for one in {*view["hand"]} - {rival}):
        return (
            f"your {follow[0]} can follow it"
            if len(follow) == 1
            else f"{_count(len(follow))} of your cards can follow it"
        )
    if view["length"] == "long" and _points(card) >= _points(rival) + _DEAR:
        return f"whoever else wins the round would get {_points(card)} points for it"
    return ""


def _card(play: str) -> str:
    return play.removeprefix("play ").split(" as ")[0]


def _to_follow(held: Counter[str], colour: str) -> str:
    """That there is more of the colour, where there is most of it."""
    count = held[colour]
    if not count or count < max(held.values()):
        return ""
    if len(held) > 1 and [*held.values()].count(count) == 1:
        return f"{colour} is the colour you hold most of"
    if count == 1:
        return f"you hold {'an' if colour[0] in 'aeiou' else 'a'} {colour} card to follow it"
    return f"you hold {_count(count)} {colour} cards to follow it"


def _goes_on(card: str, top: str) -> bool:
    """By colour, or by number or action."""
    return card == "wild" or card.split()[0] == top.split()[0] or card.split()[1] == top.split()[1]


def _passed_over(before: Match, after: Match, seat: int) -> int | None:
    """Who would be next, if they are not."""
    if after.over:
        return None
    out, players = before.view(seat)["out"], before.game.players
    step = 1 if after.view(seat)["direction"] == "left" else -1
    following = next(who for turn in range(1, players) if (who := (seat + step * turn) % players) not in out)
    return None if following in after.to_act else following


def _points(card: str) -> int:
    last = card.split()[-1]
    return int(last) if last.isdigit() else _ACTION


def go_fox(shown: Match, seat: int, move: str, others: list[str]) -> str:
    if move.startswith("lay pair"):
        return "a pair on the table is a point nobody can take away"
    if not move.startswith("ask for "):
        return "it keeps your pair for later" if move == "draw" else ""
    number, rival = _number(move), _number(others[0])
    state, neighbour = shown.reading, (seat + 1) % shown.game.players
    if state.least[neighbour][number - 1] > 0:  # all know it
        return f"they must hold {_a(number)}, since they asked for one"
    if state.drawn[neighbour] == state.spent[neighbour][rival - 1]:
        return f"they said no to {rival} and have drawn nothing since"
    many, few = (_out_of_sight(shown.view(seat), one) for one in (number, rival))
    denied = state.spent[neighbour][number - 1] > state.spent[neighbour][rival - 1]  # they held none then
    if many > few and not denied:
        be = "is" if many == 1 else "are"
        return f"{_some(many, number)} {be} out of sight, and {'only ' if few else ''}{_some(few, rival)}"
    return ""


def _number(ask: str) -> int:
    return int(ask.removeprefix("ask for "))


def _out_of_sight(view: dict[str, Any], number: int) -> int:
    """How many cards of a number are neither yours nor laid down."""
    seen = [*view["hand"], *(card for pairs in view["pairs"] for pair in pairs for card in pair)]
    return _COLOURS - sum(int(card.split()[1]) == number for card in seen)


def _a(number: int) -> str:
    return f"{'an' if number in (8, 11) else 'a'} {number}"


def _count(count: int) -> str:
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def _some(count: int, number: int) -> str:
    """`two 7s`"""
    return f"{_count(count)} {number}{'' if count == 1 else 's'}"


def read_and_grab(shown: Match, seat: int, move: str, _: list[str]) -> str:
    if not move.startswith("grab "):
        return ""
    number, other = move.removeprefix("grab ").split("s from seat ")
    front = shown.view(seat)["front"]
    have, gain = (sum(card.split()[1] == number for card in front[one]) for one in (seat, int(other)))
    if have + gain == _COLOURS:
        return f"it completes your set of {number}s"
    return f"you would have {_count(have + gain)} of the six {number}s"
