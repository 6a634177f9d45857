"""Reading a table of Cooperative Game-On, and setting one up."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

import parlour
from parlour.engine.game import Telling

from ..oracle.game_on_cards import SHAPES, SHORT_NAMES, colour_on, points_on
from .tables import SEATS, legal

PLAYER_COUNTS = range(2, 7)
LONG_NAMES = {short: long for long, short in SHORT_NAMES.items()}
NO_BLACK_CARDS = {"black_cards": False}
IDLE = "white square, white circle"  # a hand that goes with few cards
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
# Game Cards that are told apart at a glance; all others are in the file.
#   sun 1: red, yellow, blue, 2 points    sun 9, moon 9, star 9: red, 3 points    sun 10: yellow, 11: blue, 12: white
#   sun 2: red, blue, white, 2 points     sun 13: black, red, yellow, 1 point     sun 14: yellow, black, blue, 1 point


def track(match: parlour.Match) -> list[str]:
    return [card["name"] for card in match.view(None)["track"]]


def team(match: parlour.Match) -> list[str]:
    return [card["name"] for card in match.view(None)["team"]]


def house(match: parlour.Match) -> list[str]:
    return [card["name"] for card in match.view(None)["house"]]


def out(match: parlour.Match) -> list[str]:
    """What is nobody's."""
    return [SHORT_NAMES.get(card, card) for card in match.position()["out"]]


def points(match: parlour.Match) -> tuple[int, int]:
    """Of the team and of the House."""
    view = match.view(None)
    return view["team_points"], view["house_points"]


def held(match: parlour.Match, seat: int) -> list[str]:
    return sorted(match.position()["hands"][seat])


def discards(match: parlour.Match, seat: int) -> list[str]:
    return sorted(match.position()["discards"][seat])


def all_finish(match: parlour.Match) -> None:
    """The round ends; whoever has finished already has."""
    for seat in sorted(match.to_act):
        match.play(seat, "finish")


def told_of_the_end(match: parlour.Match, to: int | None) -> str:
    """What is told when the last one finishes."""
    *others, last = sorted(match.to_act)
    for seat in others:
        match.play(seat, "finish")
    before = match.copy()
    match.play(last, "finish")
    return match.tell(before, Telling(NAMES[: match.game.players], to))


def complete(card: str, *owners: str) -> str:
    """A card of the track with Player Cards on all its shapes, by A and B unless it is said by whom."""
    wanted = [f"{colour_on(LONG_NAMES[card], shape)} {shape}" for shape in SHAPES]
    return f"{card}: " + ", ".join(f"{seat} {name}" for seat, name in zip(owners or "ABA", wanted, strict=True))


def worth(total: int, but: Iterable[str] = (), types: Iterable[str] = ("sun", "moon")) -> str:
    """Game Cards of just so many points, from the end of each type."""
    taken = []
    for card in (f"{of_type} {number}" for of_type in types for number in (*range(12, 0, -1), 13, 14, 15, 16)):
        value = points_on(LONG_NAMES[card])
        if card not in but and value <= total:
            taken.append(card)
            total -= value
    assert total == 0
    return ", ".join(taken)


def everyone(players: int, cards: str = IDLE, **others: str) -> dict[str, str]:
    """A hand for each seat."""
    return {seat: others.get(seat, cards) for seat in SEATS[:players]}


def refused(match: parlour.Match, seat: int, move: str, why: str) -> None:
    """The move is refused for this reason, and changes nothing."""
    before = match.states.tobytes(), match.record()
    assert move not in legal(match, seat)
    with pytest.raises(parlour.IllegalMove, match=re.escape(why)) as caught:
        match.play(seat, move)
    assert caught.value.reason == why
    assert (match.states.tobytes(), match.record()) == before


def plots(match: parlour.Match, seat: int) -> set[str]:
    """What the seat can commit to."""
    return {move for move in legal(match, seat) if move.startswith(("steal", "scuttle"))}


def covering(match: parlour.Match, seat: int) -> set[str]:
    return {move for move in legal(match, seat) if move.startswith("cover")}
