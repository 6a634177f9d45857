"""A match looked back upon: each seat's chances to win, move by move; where they turned, and what was better then."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Generator, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ..engine.game import Telling
from ..engine.match import Match
from .advice import advice, chances_in_pieces
from .search import Budget

_TURNS = 0.08  # of all games won: a smaller change is no turning point
_MOST, _SEEMING = 5, 10  # turning points that are worth telling; those that are looked at more closely
_BETTER = 0.03  # of all games won: what gains less was not clearly better
_BUDGET = Budget(playouts=2000, milliseconds=250)  # for what would have been better
_PLAYOUTS, _FEWEST, _IN_ALL = 400, 100, 40_000  # of each moment: in a short match, in a long one; of all moments
_STEP = 0.02  # seconds after which others get their turn
_CLOSER = 4  # times the playouts, where it seems to have turned: or luck would pick the turning points


@dataclass(frozen=True)
class Moment:
    """After a move: what it was, and how the chances stood then."""

    number: int  # 0 is the deal
    seat: int | None
    move: str
    told: str
    chances: list[float]


@dataclass(frozen=True)
class Turn:
    """A turning point: whose chances changed most, by how much, and what the one who moved could have done instead."""

    number: int  # of the moment
    seat: int
    change: float
    better: str  # a move; "" where none was clearly better
    why: str  # in words, to the one who moved


@dataclass(frozen=True)
class Review:
    game: str
    players: int
    names: list[str]
    moments: list[Moment]  # the deal first
    turns: list[Turn]

    @property
    def lines(self) -> list[str]:
        """Whose chances there are to tell apart: where all win or lose together, they are one."""
        together = all(len(set(moment.chances)) == 1 for moment in self.moments)
        return ["all"] if together else self.names

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "moments": [vars(moment) for moment in self.moments],
            "turning_points": [vars(turn) for turn in self.turns],
        }


class LookingBack:
    """A review in the making. Each of its steps is short, so that others get their turn between two of them."""

    def __init__(
        self,
        match: Match,
        names: list[str] | None = None,
        playouts: int | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """`playouts` are those of each moment; by default fewer, the longer the match was. Who says stop ends it."""
        self.match, moves = match, len(match.made)
        self.playouts = playouts or min(_PLAYOUTS, max(_FEWEST, _IN_ALL // (moves + 1)))
        self.names = names or [f"Seat {seat}" for seat in range(match.game.players)]
        self.of = moves + 1 + 2 * _SEEMING + _MOST  # at most
        self._moments: list[Moment] = []
        self._turns: list[Turn] = []
        self._far = 0
        self._stop = stop

    def steps(self) -> Iterator[int]:
        """Look at one move after the other; how far it is, of `of`."""
        began = time.perf_counter()
        for _ in self._pieces():
            if self._stop():
                return
            if time.perf_counter() - began >= _STEP:
                yield self._far
                began = time.perf_counter()
        yield self._far

    def _pieces(self) -> Iterator[None]:
        telling, now = Telling(self.names), self.match.beginning()
        self._moments = [Moment(0, None, "", "The cards are dealt.", (yield from _chances(now, self.playouts, 0)))]
        for number, (seat, move) in enumerate(self.match.moves, 1):
            self._far = number
            before = now.copy()
            now.play(seat, move)
            told, found = now.tell(before, telling), (yield from _chances(now, self.playouts, number))
            self._moments.append(Moment(number, seat, str(move), told, found))
        seeming = _turning_points(self._moments, _SEEMING)
        yield from self._look_closer({at for number in seeming for at in (number - 1, number)})
        turned = _turning_points(self._moments, _MOST, among=seeming)
        for number, before in self._matches_before(set(turned)):
            better = _better(before, *self.match.made[number - 1], number, self._stop)
            yield  # what was found after somebody said stop is not told
            self._turns.append(Turn(number, *turned[number], *better))
            self._far = self.of - _MOST + len(self._turns)

    def found(self) -> Review:
        """As far as it came."""
        return Review(self.match.game.id, self.match.game.players, self.names, self._moments, self._turns)

    def _look_closer(self, numbers: set[int]) -> Iterator[None]:
        """The chances at these moments again, with less luck in them."""
        for following, now in self._matches_before({at + 1 for at in numbers}):
            found = yield from _chances(now, _CLOSER * self.playouts, following)
            self._moments[following - 1] = replace(self._moments[following - 1], chances=found)
            self._far += 1

    def _matches_before(self, numbers: set[int]) -> Iterator[tuple[int, Match]]:
        """The match before the moves with these numbers."""
        now = self.match.beginning()
        for number, (seat, move) in enumerate(self.match.made, 1):
            if number in numbers:
                yield number, now.copy()
            now.play(seat, move)


def _chances(match: Match, playouts: int, seed: int) -> Generator[None, None, list[float]]:
    """Of each seat; of a team what its seats think of it on average, the same for all.

    Each seat looks with its own eyes, so together they may come to more than a whole, or to less; a chart shows shares.
    """
    found = yield from chances_in_pieces(match, playouts, seed)
    whole = sum(found)
    if match.game.all_may_lose:
        return [whole / len(found)] * len(found)
    return [one / whole for one in found] if whole else [1 / len(found)] * len(found)


def _turning_points(
    moments: list[Moment], most: int, among: Container[int] | None = None
) -> dict[int, tuple[int, float]]:
    """By number, in their order: the moments at which somebody's chances changed most, whose, and by how much."""
    found = []
    for before, after in pairwise(moments):
        changes = [now - was for was, now in zip(before.chances, after.chances, strict=True)]
        seat = max(range(len(changes)), key=lambda one: abs(changes[one]))
        if abs(changes[seat]) >= _TURNS and (among is None or after.number in among):
            found.append((after.number, (seat, changes[seat])))
    found.sort(key=lambda turn: -abs(turn[1][1]))
    return dict(sorted(found[:most]))


def _better(before: Match, seat: int, move: int, seed: int, stop: Callable[[], bool]) -> tuple[str, str]:
    """What this seat could have done instead, by what it saw then, and why; no move where none was clearly better."""
    said = advice(before, seat, _BUDGET, seed, stop, move)
    if len(said.chances) == 1:
        return "", "There was nothing else to do."
    if said.gain(move) < _BETTER:
        return "", "Nothing was clearly better."
    return str(said.move), said.reason
