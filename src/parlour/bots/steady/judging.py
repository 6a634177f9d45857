"""Which spot to take: by its looks (easy), or by its looks and by trials with one's own shaking hand (good)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from ...components.piece_set import PieceSet
from ...physics import Stack
from .heights import CELL, Array, Heights
from .levels import Shake
from .spots import Spot, apart, looked_at, score, spots, ways_to_lie, ways_to_stand
from .trials import Outcome, trial_ground, tried

_WELL = 3.0  # mm of margin: where a piece can lie so, it need not stand
_LOOKS = 48  # spots that are looked at more closely
_SHORTLIST = 10  # spots that are tried
_ROUNDS = ((10, 2), (5, 3), (3, 4))  # how many spots are still tried in each round, and how often
_LEAST = -4.0  # mm: it makes no difference by how much more a piece tips


def heights_of(stack: Stack) -> Heights:
    return Heights(stack.pieces, ((stack.shape(name), pose) for name, pose in stack.poses().items()))


def by_looks(heights: Heights, pieces: PieceSet, shape: str) -> list[Spot]:
    """The spots that look best, best first. A piece stands only where it cannot lie well."""
    known = pieces.shapes[shape]
    found = spots(heights, pieces, shape, ways_to_lie(known))
    if not found or max(spot.margin for spot in found) < _WELL:
        found += spots(heights, pieces, shape, ways_to_stand(known, pieces.thickness))
        found.sort(key=lambda spot: -spot.score)
    return found


def safety(spot: Spot, heights: Heights, pieces: PieceSet, shape: str, shake: Shake) -> float:
    """The chance, as it looks, that the piece does not tip where this hand happens to let go of it."""
    _, _, margin = _as_it_happens(spot, heights, pieces, shape, shake)
    return float((margin > 0).mean())


def for_this_hand(found: list[Spot], heights: Heights, pieces: PieceSet, shape: str, shake: Shake) -> list[Spot]:
    """The best spots again, by what they are worth on average when the hand misses them a little."""
    judged = []
    for spot in found[:_LOOKS]:
        centres, rest, margin = _as_it_happens(spot, heights, pieces, shape, shake)
        margin = np.maximum(margin, _LEAST)
        judged.append(replace(spot, score=float(score(heights, centres, rest, margin).mean())))
    judged.sort(key=lambda spot: -spot.score)
    return judged


def _as_it_happens(
    spot: Spot, heights: Heights, pieces: PieceSet, shape: str, shake: Shake
) -> tuple[Array, Array, Array]:
    """Cells that the hand hits when it aims at a spot; how high the piece would lie there, and with what margin."""
    centre = np.round(np.array([spot.pose.x, spot.pose.z]) / CELL).astype(int) + heights.middle
    centres = centre + _misses(shake)
    rest, margin = looked_at(heights, pieces, pieces.shapes[shape], spot.way, centres)
    return centres, rest, margin


def _misses(shake: Shake) -> Array:
    """Cells (i, k) that the hand may hit instead: none, and two rings."""
    rings = [(0.0, 0.0)]
    for far, count in ((shake.aside, 6), (2 * shake.aside, 6)):
        rings += [(far * math.cos(a * math.tau / count), far * math.sin(a * math.tau / count)) for a in range(count)]
    return np.round(np.array(rings) / CELL).astype(np.int64)


@dataclass
class Tried:
    """A spot, and what came of trying it."""

    spot: Spot
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def stood(self) -> float:
        return sum(outcome.stands for outcome in self.outcomes) / len(self.outcomes)

    @property
    def worth(self) -> float:
        return sum(map(worth, self.outcomes)) / len(self.outcomes) + 0.01 * self.spot.score


def worth(outcome: Outcome) -> float:
    if not outcome.stands:
        return 0.0
    return 1.0 - min(0.3, outcome.moved / 60) - min(0.3, outcome.tilt)


def by_trials(found: list[Spot], stack: Stack, shape: str, shake: Shake, luck: np.random.Generator) -> Spot:
    """The best of these by trials: fewer and fewer spots, tried more and more often."""
    ground = trial_ground(stack)
    left = [Tried(spot) for spot in list(apart(found))[:_SHORTLIST]]
    for most, times in _ROUNDS:
        left = left[:most]
        for candidate in left:
            for _ in range(times):
                candidate.outcomes.append(tried(ground, shape, shake.of(candidate.spot.pose, luck)))
        left.sort(key=lambda candidate: -candidate.worth)
    best = left[0]
    return replace(best.spot, safe=best.stood)
