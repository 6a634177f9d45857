"""Where a piece could be put: spots on the tower, judged by how it would lie there, without trying any."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from ...components.piece_set import PieceSet, Shape
from ...components.polygons import Outline, Point, hull
from ...physics import Pose, turned_by
from ...physics.pose import Turn, times
from .heights import CELL, Array, Heights, underside

_TOUCHING = 0.8  # mm: cells that are lower by less carry the piece, too
_CLEARANCE = 2.0  # mm to its neighbours, so that it gets down between them
_LET_GO = 0.6  # mm above where it will lie
_NOWHERE = np.float32(-50.0)  # mm: where nothing carries
_MOST_TURNS = 12  # in which a piece is considered at every place
_STRIDE = 2  # cells between the places that are considered first
_PER_HEIGHT = 0.1  # mm of margin that a mm of height is worth
_PER_DISTANCE = 0.02  # and a mm away from the middle
_LEAST_FOOT = 10.0  # mm: no piece stands on a shorter side
_NEAR, _ALIKE = 8.0, 20.0  # mm and degrees: spots nearer to each other are much the same


def _directions(degrees: Sequence[int]) -> Array:
    return np.array([(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in degrees], np.float32)


# The first few tell most spots that tip; all together hold the normals of sides at every turn considered.
_DIRECTIONS = (_directions(range(0, 360, 60)), _directions([a for a in range(0, 360, 15) if a % 60]))


@dataclass(frozen=True)
class Way:
    """A way to hold a piece: lying flat or standing on a side, and turned about the vertical."""

    turn: Turn
    degrees: float
    stands: bool


@dataclass(frozen=True)
class Spot:
    pose: Pose  # where to let go
    way: Way
    margin: float  # mm that its centre is inside of what carries it; less than 0: it tips
    score: float  # the more, the better it looks
    safe: float = 0.0  # the chance, as it looks, that nothing falls


def ways_to_lie(shape: Shape) -> tuple[Way, ...]:
    return tuple(Way(turned_by(degrees), degrees, False) for degrees in _turns(shape.outline))


@lru_cache(maxsize=64)
def _turns(outline: Outline) -> tuple[float, ...]:
    """Different turns, leaving out those in which the piece looks as in one before."""
    for apart in (15, 30):
        period = next((turn for turn in range(apart, 360, apart) if _looks_the_same(outline, turn)), 360)
        turns = list(range(0, period, apart))
        if len(turns) <= _MOST_TURNS:
            break
    return tuple(map(float, turns))


def _looks_the_same(outline: Outline, degrees: float) -> bool:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return all(min(math.dist((c * x + s * z, c * z - s * x), corner) for corner in outline) < 0.1 for x, z in outline)


@lru_cache(maxsize=64)
def ways_to_stand(shape: Shape, thickness: float) -> tuple[Way, ...]:
    """On each side that is long enough, if the centre of mass is over it; not where that is the same as lying."""
    found: dict[tuple[int, int], Way] = {}
    for a, b in pairwise(hull(shape.outline[:-1])):
        length, foot, below = _side(a, b)
        high = max(_side_distance(a, b, corner) for corner in shape.outline)
        if length < _LEAST_FOOT or not 0 < foot < length or abs(high - thickness) < 0.1:
            continue
        key = round(length), round(below)
        if key not in found:
            down = _pointing_down((b[1] - a[1]) / length, (a[0] - b[0]) / length)
            found[key] = Way(down, 0.0, True)
    return tuple(
        Way(times(turned_by(degrees), way.turn), degrees, True)
        for way in found.values()
        for degrees in range(0, 360, 30)
    )


def _side(a: Point, b: Point) -> tuple[float, float, float]:
    """Its length, where along it the centre of mass is, and how far it is from that."""
    length = math.dist(a, b)
    along = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    foot = -(a[0] * along[0] + a[1] * along[1])
    return length, foot, _side_distance(a, b, (0.0, 0.0))


def _side_distance(a: Point, b: Point, point: Point) -> float:
    return ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) / math.dist(a, b)


def _pointing_down(x: float, z: float) -> Turn:
    """The turn that takes the level direction (x, z) to straight down: a quarter about the level axis across it."""
    half = math.sqrt(0.5)
    return z * half, 0.0, -x * half, half


def looked_at(heights: Heights, pieces: PieceSet, shape: Shape, way: Way, centres: Array) -> tuple[Array, Array]:
    """For a piece held in one way over each of some cells (i, k): how high it would lie, and with what margin."""
    steps, low, own = underside(shape, pieces.thickness, way.turn, _CLEARANCE)
    across = heights.tops.shape[0]
    places = (centres[:, 0] * across + centres[:, 1])[:, None] + (steps[:, 0] * across + steps[:, 1])[None, :]
    gap = heights.tops.ravel()[places] - low
    rest = gap.max(axis=1)
    carries = (gap >= (rest - _TOUCHING)[:, None]) & own
    return rest, _margins(carries, (steps * CELL).astype(np.float32))


def _margins(carries: Array, steps: Array) -> Array:
    """How far inside the outline of the cells that carry it a centre is: the least reach of those cells."""
    margins = np.where(carries.any(axis=1), np.float32(np.inf), _NOWHERE)
    kept = np.nonzero(margins > 0)[0]
    for directions in _DIRECTIONS:
        for direction in directions:
            along = steps @ direction
            outwards = np.argsort(-along, kind="stable")
            first = carries[np.ix_(kept, outwards)].argmax(axis=1)
            margins[kept] = np.minimum(margins[kept], along[outwards[first]])
        kept = np.nonzero(margins > 0)[0]  # for those that tip, the first directions are enough
    return margins


def spots(heights: Heights, pieces: PieceSet, name: str, ways: Sequence[Way]) -> list[Spot]:
    """The best spot of each neighbourhood and way, best first."""
    shape = pieces.shapes[name]
    i, k = np.nonzero(heights.platform)
    coarse = (i % _STRIDE == 0) & (k % _STRIDE == 0)
    centres = np.column_stack([i[coarse], k[coarse]])
    found = []
    for way in ways:
        rest, margin = looked_at(heights, pieces, shape, way, centres)
        scores = score(heights, centres, rest, margin)
        for best in np.argsort(-scores, kind="stable")[:40]:
            found.append(spot_at(heights, way, centres[best], rest[best], margin[best], scores[best]))
    found.sort(key=lambda spot: -spot.score)
    return list(apart(found))


def score(heights: Heights, centres: Array, rest: Array, margin: Array) -> Array:
    away = np.hypot(centres[:, 0] - heights.middle, centres[:, 1] - heights.middle) * CELL
    points: Array = margin - _PER_HEIGHT * rest - _PER_DISTANCE * away
    return points


def spot_at(heights: Heights, way: Way, centre: Array, rest: float, margin: float, points: float) -> Spot:
    x, z = ((centre - heights.middle) * CELL).tolist()
    return Spot(Pose(x, float(rest) + _LET_GO, z, *way.turn), way, float(margin), float(points))


def apart(found: Sequence[Spot]) -> Iterator[Spot]:
    """Without those that are much the same as an earlier one."""
    kept: list[Spot] = []
    for spot in found:
        if not any(_alike(spot, other) for other in kept):
            kept.append(spot)
            yield spot


def _alike(one: Spot, other: Spot) -> bool:
    near = math.hypot(one.pose.x - other.pose.x, one.pose.z - other.pose.z) < _NEAR
    between = abs(one.way.degrees - other.way.degrees) % 360
    return near and one.way.stands == other.way.stands and min(between, 360 - between) < _ALIKE
