"""Which spot to take: by its looks (easy), or by its looks and by trials with one's own shaking hand (good).

The work of trials is counted, not timed: the same tower leads to the same decision on every machine. On one core it
takes up to 2 s.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...components.piece_set import PieceSet, Shape
from ...physics import Stack
from .heights import CELL, Array, Heights
from .levels import Shake
from .looks import looked_at
from .spots import Spot, best_supported, outlook, safest
from .trials import Outcome, trial_ground, tried
from .ways import Way, ways_to_lie, ways_to_stand

_WELL = 3.0  # mm of margin: where a piece can lie so, it need not stand

# Which spots are tried, and how often.
_AT_ONCE = 8  # spots tried first, and again as many while too few of them hold
_AT_MOST = 16  # spots
_HOLD = 3  # spots that held every time are enough to go on with
_FIRST = 3  # trials of each of them
_ROUNDS = ((6, 4), (3, 8))  # spots that are still tried in each round after that, and how often
_WORK = 80_000  # steps of one piece: a tower that is high, or slow to come to rest, is tried less often

# The misses to try, in turn: how far, in standard deviations, and how often a hand misses by about so much. They are
# rather far, since it is by those that towers fall, and alternate, since some spots get only the first few.
_MISSES = ((2.0, 0.17), (1.2, 0.45), (2.6, 0.09), (1.6, 0.25), (3.0, 0.04))
_GOLDEN = math.pi * (3 - math.sqrt(5))  # by turns of this all directions come up evenly

# What a spot costs, in falls.
_LOOKS = 0.3  # of the trials' weight: what the looks of the spot count for
_TO_COME = 1.5  # pieces to come whose chances count
_MOVED, _ALL_MOVED = 0.05, 20.0  # others pushed about, and mm by which they are so altogether
_TILT = 0.1  # the piece lies askew: what the next one is put on is less than level
_HEIGHT = 0.001  # a mm of height


def heights_of(stack: Stack) -> Heights:
    return Heights(stack.pieces, ((stack.shape(name), pose) for name, pose in stack.poses().items()))


def by_looks(heights: Heights, pieces: PieceSet, shape: str) -> list[Spot]:
    """The spots that look best supported, best first."""
    known = pieces.shapes[shape]
    return _lying_or_standing(known, pieces, lambda ways: best_supported(heights, pieces, known, ways))


def by_risk(heights: Heights, pieces: PieceSet, shape: str, shake: Shake) -> list[Spot]:
    """The spots that look safest for this hand, best first."""
    known = pieces.shapes[shape]
    return _lying_or_standing(known, pieces, lambda ways: safest(heights, pieces, known, ways, shake))


def _lying_or_standing(shape: Shape, pieces: PieceSet, spots: Callable[[Sequence[Way]], list[Spot]]) -> list[Spot]:
    """A piece stands only where it cannot lie well."""
    found = spots(ways_to_lie(shape))
    if max(spot.margin for spot in found) < _WELL:
        found += spots(ways_to_stand(shape, pieces.thickness))
        found.sort(key=lambda spot: -spot.score)
    return found


def safety(spot: Spot, heights: Heights, pieces: PieceSet, shape: str, shake: Shake) -> float:
    """The chance, as it looks, that the piece does not tip where this hand happens to let go of it."""
    centre = np.round(np.array([spot.pose.x, spot.pose.z]) / CELL).astype(int) + heights.middle
    seen = looked_at(heights, pieces, pieces.shapes[shape], spot.way, centre + _misses(shake))
    return float((seen.margin > 0).mean())


def _misses(shake: Shake) -> Array:
    """Cells that a hand hits that aims at the middle one, all as likely: rings around it."""
    rings = [(0.0, 1), (0.75, 8), (1.3, 8), (1.85, 8)]  # as many standard deviations away, so many points
    points = [(far * math.cos(a), far * math.sin(a)) for far, n in rings for a in np.arange(n) * math.tau / n]
    found: Array = np.round(np.array(points) * shake.aside / CELL).astype(int)
    return found


@dataclass
class Tried:
    """A spot, and what came of trying it."""

    spot: Spot
    outcomes: list[Outcome] = field(default_factory=list)
    outlook: float = 1.0  # for pieces to come

    @property
    def stood(self) -> float:
        return sum(outcome.stands for outcome in self.outcomes) / len(self.outcomes)

    @property
    def cost(self) -> float:
        """In falls: of this piece, of pieces to come, and what makes for others."""
        return self._risk + _TO_COME * (1 - self.outlook) + self._spoilt + _HEIGHT * self.spot.pose.y

    @property
    def _risk(self) -> float:
        """By trials, each as likely as its miss, and by looks."""
        fell = everything = 0.0
        for number, outcome in enumerate(self.outcomes):
            _, often = _MISSES[number % len(_MISSES)]
            everything += often
            fell += 0.0 if outcome.stands else often
        return (fell + _LOOKS * self.spot.risk) / (everything + _LOOKS)

    @property
    def _spoilt(self) -> float:
        """How much worse the tower is where the piece stood."""
        return sum(
            _MOVED * min(1.0, outcome.moved / _ALL_MOVED) + _TILT * outcome.tilt
            for outcome in self.outcomes
            if outcome.stands
        ) / len(self.outcomes)


class Trials:
    """Spots tried out in a copy of the tower, all with the same misses."""

    def __init__(self, stack: Stack, shape: str, shake: Shake, luck: np.random.Generator) -> None:
        self.ground = trial_ground(stack)
        self.heights = heights_of(stack)
        self.pieces, self.shape, self.shake = stack.pieces, shape, shake
        self.misses = _misses_to_try(luck)
        self.work = 0  # done so far, in steps of one piece

    def best_of(self, found: Sequence[Spot]) -> Spot:
        """Fewer and fewer of these spots are tried more and more often."""
        left = self._first(found)
        for candidate in left:
            candidate.outlook = self._outlook(candidate.spot)
        for most, times in _ROUNDS:
            left = sorted(left, key=lambda candidate: candidate.cost)[:most]
            for candidate in left:
                self._try(candidate, times)
        best = min(left, key=lambda candidate: candidate.cost)
        return replace(best.spot, safe=best.stood)

    def _first(self, found: Sequence[Spot]) -> list[Tried]:
        """The best by a few trials each: of the first spots, or of more while too few of them hold."""
        candidates: list[Tried] = []
        for spot in found[:_AT_MOST]:
            holding = sum(candidate.stood == 1 for candidate in candidates)
            if (len(candidates) % _AT_ONCE == 0 and holding >= _HOLD) or self.work > _WORK / 2:
                break
            candidates.append(Tried(spot))
            self._try(candidates[-1], _FIRST)
        most, _ = _ROUNDS[0]
        return sorted(candidates, key=lambda candidate: candidate.cost)[:most]

    def _try(self, candidate: Tried, times: int) -> None:
        done = len(candidate.outcomes)
        for miss in self.misses[done : done + times]:
            if self.work > _WORK and candidate.outcomes:
                break
            outcome = tried(self.ground, self.shape, self.shake.missed(candidate.spot.pose, *miss))
            candidate.outcomes.append(outcome)
            self.work += outcome.steps * (1 + len(self.ground.poses()))

    def _outlook(self, spot: Spot) -> float:
        after = self.heights.with_one_more(self.pieces.shapes[self.shape], self.pieces.thickness, spot.pose)
        return outlook(after, self.pieces, self.shake)


def _misses_to_try(luck: np.random.Generator) -> list[tuple[float, float, float, float]]:
    """All around, in standard deviations: aside along x and z, of the turn and of the drop."""
    start = luck.random() * math.tau
    found = []
    for number in range(_FIRST + sum(times for _, times in _ROUNDS)):
        angle = start + number * _GOLDEN
        far, _ = _MISSES[number % len(_MISSES)]
        turn, drop = luck.standard_normal(2).tolist()
        found.append((far * math.cos(angle), far * math.sin(angle), turn, drop))
    return found
