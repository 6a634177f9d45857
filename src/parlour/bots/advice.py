"""Advice for people: the best move and why, and how the chances stood, by what a seat may see."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..engine.errors import ParlourError
from ..engine.match import Match, Move
from .levels import can_search, thought_for
from .reasons import why
from .search import Budget, Weighed, chance_to_win, chances_of, search

_ENOUGH = Budget(playouts=4000, milliseconds=400)
_PLAYOUTS, _LEAST = 1600, 50  # to the end of the game, for the chances: in all, and of each move
_COMPARED = 1000  # playouts to the end of the game of each of two moves, over the same redeals
_ELSEWHERE = 1 << 24  # redeals that the search did not choose by: luck that chose a move would speak for it twice
_GROUPS = 10  # of these playouts: how far their results lie apart tells how much of a difference is luck
_SURE = 2.5  # standard errors: what differs less is as good, for all we know
_ALIKE = 0.015  # of all games: nobody would notice at the table


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
    found by then.
    """
    _check(match)
    if seat not in match.to_act:
        raise ParlourError(f"seat {seat} is not to move now, so there is nothing to advise")
    shown = match.redealt(seat, seed)  # all that follows sees no more than the seat does
    found = search(shown, seat, seed, thought_for(match.game), budget, stop)
    if not stop():
        each = max(_LEAST, _PLAYOUTS // len(found))
        true = chances_of(shown, seat, seed, thought_for(match.game), each)
        found = [replace(one, wins=true[one.move]) for one in found]
    chances = [(Move(one.move, match.game.move_names[one.move]), one.wins) for one in found]
    return Advice(chances[0][0], _reason(shown, seat, seed, found, than, stop), chances)


def chances(match: Match, playouts: int = 400, seed: int = 0) -> list[float]:
    """How often each seat wins from here, as far as it can know; for a chart of a match."""
    _check(match)
    found = [chance_to_win(match, seat, seed, thought_for(match.game), playouts) for seat in range(match.game.players)]
    total = sum(found)
    if match.game.all_may_lose or not total:
        return found
    return [chance / total for chance in found]  # each saw the table with other eyes


def _reason(
    shown: Match, seat: int, seed: int, found: list[Weighed], than: int | None, stop: Callable[[], bool]
) -> str:
    if len(found) == 1:
        return "It is all that you can do."
    names = shown.game.move_names
    rival = next((one for one in found[1:] if one.move == than), None)
    if rival is None and not found[0].sensible:  # what a child would do is what it is compared with
        rival = next((one for one in found[1:] if one.sensible), None)
    rival = rival or found[1]
    other = names[rival.move]
    words = why(shown, seat, names[found[0].move], [other, *(names[one.move] for one in found[1:] if one is not rival)])
    more = 0.0 if stop() else _surely_more(shown, seat, seed, found[0].move, rival.move)
    if more >= _ALIKE:
        told = f"you win {100 * more:.0f} % more often than with {other!r}"
    elif words:  # who has a reason need not hear of others that would do
        return _sentence(words)
    else:
        told = f"{other!r} is about as good"
    return _sentence(f"{words}: {told}" if words else told)


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _surely_more(shown: Match, seat: int, seed: int, move: int, other: int) -> float:
    """How much more often a move wins than another; 0 where that may be luck."""
    thought = thought_for(shown.game)
    each = round(_COMPARED * thought.effort) // _GROUPS
    gains = []
    for group in range(_GROUPS):
        chances = chances_of(shown, seat, seed, thought, each, (move, other), _ELSEWHERE + group * each)
        gains.append(chances[move] - chances[other])
    gain = statistics.mean(gains)
    return gain if gain > _SURE * statistics.stdev(gains) / math.sqrt(_GROUPS) else 0.0


def _check(match: Match) -> None:
    if not can_search(match.game):
        raise ParlourError(f"{match.game.title} is about steady hands; there is no advice for it")
