"""Where a piece could be put: spots on the tower, judged by how it would lie there, without trying any."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...components.piece_set import PieceSet, Shape
from ...physics import Pose
from .heights import CELL, Array, Heights
from .levels import Shake
from .looks import Look, looked_at, risk
from .ways import Way, ways_to_lie

_LET_GO = 0.6  # mm above where it will lie
_OF_EACH_WAY = 8  # spots
_NEAR = 10.0  # mm: spots nearer to each other are much the same
_AS_NEAR = 2  # so many of those are kept, since another way to lie there may be better

# What is best supported: mm of margin that other things are worth.
_STRIDE = 2  # cells between the places that are considered; with all of them pieces come too close to their neighbours
_PER_HEIGHT = 0.1  # a mm of height
_PER_DISTANCE = 0.02  # a mm away from the middle

# What is safest: chances of a fall that other things are worth.
_MARGIN = 0.001  # a mm of margin less
_ENOUGH = 8.0  # mm: more margin is worth no more
_HEIGHT = 0.006  # a mm of height
_DISTANCE = 0.001  # a mm away from the middle

# The outlook for pieces to come: rough, since it is asked for often.
_COARSE = 2  # cells between the places that are considered
_TURNS = 3  # every third turn
_PLACES = 8  # as many of the best places for each shape
_FAR = 20.0  # mm between those


@dataclass(frozen=True)
class Spot:
    pose: Pose  # where to let go
    way: Way
    margin: float  # mm that its centre is inside of what carries it; less than 0: it tips
    score: float  # the more, the better it looks
    risk: float = 0.0  # the chance of a fall, as it looks
    safe: float = 0.0  # the chance, as far as the hand can tell, that nothing falls


def best_supported(heights: Heights, pieces: PieceSet, shape: Shape, ways: Sequence[Way]) -> list[Spot]:
    """The spots with the greatest margins, best first, for a hand that does not think of how it shakes."""
    centres = _centres(heights, _STRIDE)
    away = _away(heights, centres)
    found: list[Spot] = []
    for way in ways:
        seen = looked_at(heights, pieces, shape, way, centres)
        scores = seen.margin - _PER_HEIGHT * seen.rest - _PER_DISTANCE * away
        found += _spots(heights, way, seen, scores, np.zeros(len(centres)))
    return _best(found)


def safest(heights: Heights, pieces: PieceSet, shape: Shape, ways: Sequence[Way], shake: Shake) -> list[Spot]:
    """The spots that are likely to hold even though the hand shakes, best first."""
    centres = _centres(heights)
    away = _away(heights, centres)
    found: list[Spot] = []
    for way in ways:
        seen = looked_at(heights, pieces, shape, way, centres)
        risks = risk(heights, seen, shake)
        scores = _MARGIN * np.minimum(seen.margin, _ENOUGH) - risks - _HEIGHT * seen.rest - _DISTANCE * away
        found += _spots(heights, way, seen, scores, risks)
    return _best(found)


def outlook(heights: Heights, pieces: PieceSet, shake: Shake) -> float:
    """How safely a piece to come could be put on this tower: the mean over all shapes and several places for each."""
    centres = _centres(heights, _COARSE)
    risks = []
    for shape in pieces.shapes.values():
        least = np.ones(len(centres))
        for way in ways_to_lie(shape)[::_TURNS]:
            seen = looked_at(heights, pieces, shape, way, centres)
            np.minimum(least, risk(heights, seen, shake, _COARSE), out=least)
        risks.append(np.mean([least[place] for place in _peaks(centres, -least, _PLACES, _FAR)]))
    return 1 - float(np.mean(risks))


def _centres(heights: Heights, stride: int = 1) -> Array:
    """Cells of the platform, so many apart."""
    i, k = np.nonzero(heights.platform)
    kept = (i % stride == 0) & (k % stride == 0)
    return np.column_stack([i[kept], k[kept]])


def _away(heights: Heights, centres: Array) -> Array:
    """How far from the middle cells are, in mm."""
    i, k = centres.T - heights.middle
    found: Array = np.hypot(i, k) * CELL
    return found


def _spots(heights: Heights, way: Way, seen: Look, scores: Array, risks: Array) -> Iterator[Spot]:
    """Those of one way that score best."""
    for best in _peaks(seen.centres, scores, _OF_EACH_WAY, _NEAR):
        x, z = ((seen.centres[best] - heights.middle) * CELL).tolist()
        pose = Pose(x, float(seen.rest[best]) + _LET_GO, z, *way.turn)
        yield Spot(pose, way, float(seen.margin[best]), float(scores[best]), float(risks[best]))


def _peaks(centres: Array, scores: Array, most: int, near: float) -> Iterator[int]:
    """The best of the centres, then the best of those not near it, and so on."""
    left = scores.copy()
    for _ in range(most):
        best = int(left.argmax())
        if left[best] == -np.inf:
            return
        yield best
        left[((centres - centres[best]) ** 2).sum(axis=1) * CELL**2 < near**2] = -np.inf


def _best(found: Sequence[Spot]) -> list[Spot]:
    """Best first, without those that are near to better ones, however turned."""
    kept: list[Spot] = []
    for spot in sorted(found, key=lambda spot: -spot.score):
        if sum(_are_near(spot, other) for other in kept) < _AS_NEAR:
            kept.append(spot)
    return kept


def _are_near(one: Spot, other: Spot) -> bool:
    return math.hypot(one.pose.x - other.pose.x, one.pose.z - other.pose.z) < _NEAR
