"""The ways in which a piece can be held over the tower: lying flat or standing on a side, and turned."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ...components.piece_set import Shape
from ...components.polygons import Outline, Point, hull
from ...physics import turned_by
from ...physics.pose import Turn, times

_MOST_TURNS = 12  # in which a piece is considered at every place
_LEAST_FOOT = 10.0  # mm: no piece stands on a shorter side


@dataclass(frozen=True)
class Way:
    """A way to hold a piece: lying flat or standing on a side, and turned about the vertical."""

    turn: Turn
    degrees: float
    stands: bool


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
