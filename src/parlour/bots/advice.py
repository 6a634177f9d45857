"""Advice for people: the best move and why, and how the chances stood, by what a seat may see."""

from __future__ import annotations

import functools
import math
import statistics
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

from ..engine.errors import ParlourError
from ..engine.game import Game
from ..engine.match import Match, Move
from .levels import can_search, thought_for
from .reasons import in_vain, why, why_alone
from .search import Budget, Weighed, at_once, chance_to_win, chances_of, search, warm

_ENOUGH = Budget(playouts=4000, milliseconds=400)
_SEARCH, _CHANCES = 0.5, 0.75  # when the search has to be done, and the chances, of the time there is
_PLAYOUTS, _LEAST = 1600, 50  # to the end of the game, for the chances: in all, and of each move
_COMPARED = 1000  # playouts to the end of the game of each of two moves, over the same redeals
_ELSEWHERE = 1 << 24  # redeals that the search did not choose by: luck that chose a move would speak for it twice
_GROUPS = 10  # of these playouts: how far their results lie apart tells how much of a difference is luck
_SURE = 2.5  # standard errors: what differs less may be luck
_ALIKE = 0.015  # of all games: nobody would notice at the table
_LOOKED_AT = 3  # of the best moves, for one with a reason
_CLOSE = 0.04  # of all games: what surely differs by less is about as good
# By how much what a careful adult would do (in GO FOX!), or a sensible child, is held to be better, who can say why:
# where it makes little difference, nobody believes a hint to leave a card alone that could be had at once.
_LEANS = {"go-fox": 0.03, "game-on": 0.03}


@dataclass(frozen=True)
class Advice:
    """What a good player would do. `chances` to win, from 0 to 1, stand by the order of the moves, the best first."""

    move: Move
    reason: str
    chances: list[tuple[Move, float]]

    def gain(self, than: int) -> float:
        """How much more often the best move wins than another one."""
        return self.chances[0][1] - next(chance for move, chance in self.chances if int(move) == than)


def advice(
    match: Match,
    seat: int,
    budget: Budget = _ENOUGH,
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    than: int | None = None,
) -> Advice:
    """The best move for a seat that may move now. The same view, budget of playouts and seed give the same advice.

    The reason compares it with the move `than`, or else with what comes to mind first. Who says stop gets what was
    found by then, and so does everybody when the budget of milliseconds is spent: it is for all of it.
    """
    _check(match)
    if seat not in match.to_act:
        raise ParlourError(f"seat {seat} is not to move now, so there is nothing to advise")
    _compile(type(match.game))
    began = time.perf_counter()
    shown = match.redealt(seat, seed)  # all that follows sees no more than the seat does
    thought = thought_for(match.game)
    thought = replace(thought, greed=max(thought.greed, _LEANS.get(match.game.id, 0.0)))
    found = search(shown, seat, seed, thought, budget.part(_SEARCH), stop)
    each = max(_LEAST, _PLAYOUTS // len(found))
    true = chances_of(shown, seat, seed, thought, each, enough=budget.part(_CHANCES).enough(began, stop))
    found = [replace(one, wins=true.get(one.move, one.wins)) for one in found]
    names = match.game.move_names
    best = next((one for one in found if not in_vain(shown, seat, names[one.move])), found[0])
    found = [best, *(one for one in found if one is not best)]
    enough = budget.enough(began, stop)
    found = _with_a_reason(shown, seat, seed, found, enough)
    chances = [(Move(one.move, names[one.move]), one.wins) for one in found]
    return Advice(chances[0][0], _reason(shown, seat, seed, found, than, enough), chances)


def chances(match: Match, playouts: int = 400, seed: int = 0) -> list[float]:
    """How often each seat wins from here, as far as it can know; for a chart of a match.

    Each looks with its own eyes, so these need not add up to 1: who holds the winning card knows it alone.
    """
    return at_once(chances_in_pieces(match, playouts, seed))


def chances_in_pieces(match: Match, playouts: int, seed: int) -> Generator[None, None, list[float]]:
    """The same bit by bit, for who has other things to do as well."""
    _check(match)
    thought, found = thought_for(match.game), []
    for seat in range(match.game.players):
        found.append((yield from chance_to_win(match, seat, seed, thought, playouts)))
    return found


def _reason(
    shown: Match, seat: int, seed: int, found: list[Weighed], than: int | None, enough: Callable[[], bool]
) -> str:
    if len(found) == 1:
        words = why_alone(shown, seat, shown.game.move_names[found[0].move])
        return _sentence(words or "it is all that you can do")
    rival = _rival(found, than)
    other = shown.game.move_names[rival.move]
    words = _why(shown, seat, found, rival)
    if words and than is None and in_vain(shown, seat, other):  # nobody thinks of it: that is no comparison
        return _sentence(words)
    more, error = _more(shown, seat, seed, found[0].move, rival.move, enough)
    if more >= _ALIKE and more > _SURE * error:
        told = f"you win {100 * more:.0f} more games in 100 than with {other!r}"
    elif words:  # who has a reason need not hear of others that would do
        return _sentence(words)
    else:
        told = f"{other!r} {'is about' if abs(more) + _SURE * error <= _CLOSE else 'may be'} as good"
    return _sentence(f"{words}{';' if ':' in words else ':'} {told}" if words else told)


def _with_a_reason(
    shown: Match, seat: int, seed: int, found: list[Weighed], enough: Callable[[], bool]
) -> list[Weighed]:
    """Of moves that are as good as the best, the first that has a reason: nobody learns from one without."""
    if len(found) == 1 or _why(shown, seat, found, _rival(found)):
        return found
    for other in found[1:_LOOKED_AT]:
        if enough() or in_vain(shown, seat, shown.game.move_names[other.move]):
            break
        instead = [other, *(one for one in found if one is not other)]
        if _why(shown, seat, instead, found[0]):
            more, error = _more(shown, seat, seed, found[0].move, other.move, enough)
            if more < _ALIKE and error < math.inf:
                return instead
    return found


def _rival(found: list[Weighed], than: int | None = None) -> Weighed:
    """What the best move is compared with: the move `than`, or what a child would do, or else the next best."""
    rival = next((one for one in found[1:] if one.move == than), None)
    if rival is None and not found[0].sensible:
        rival = next((one for one in found[1:] if one.sensible), None)
    return rival or found[1]


def _why(shown: Match, seat: int, found: list[Weighed], rival: Weighed) -> str:
    names = shown.game.move_names
    others = [rival, *(one for one in found[1:] if one is not rival)]
    return why(shown, seat, names[found[0].move], [names[one.move] for one in others])


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _more(shown: Match, seat: int, seed: int, move: int, other: int, enough: Callable[[], bool]) -> tuple[float, float]:
    """How much more often a move wins than another; and the standard error of that, without end if it is not known."""
    thought = thought_for(shown.game)
    each = round(_COMPARED * thought.effort) // _GROUPS
    gains = []
    for group in range(_GROUPS):
        chances = chances_of(shown, seat, seed, thought, each, (move, other), _ELSEWHERE + group * each, enough)
        if enough():  # the last group may lack some
            break
        gains.append(chances[move] - chances[other])
    if len(gains) < _GROUPS // 2:
        return 0.0, math.inf
    return statistics.mean(gains), statistics.stdev(gains) / math.sqrt(len(gains))


@functools.cache
def _compile(kind: type[Game]) -> None:
    """Or the first hint would have no time left for more than that."""
    warm(kind)


def _check(match: Match) -> None:
    if not can_search(match.game):
        raise ParlourError(f"{match.game.title} is about steady hands; there is no advice for it")
