"""How a piece would lie, and what it risks there: told from the heights of the tower, without trying anything."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...components.piece_set import PieceSet, Shape
from ...engine.rule import driver
from .heights import CELL, Array, Heights, underside
from .levels import Shake
from .ways import Way, ways_to_lie

_TOUCHING = np.float32(0.8)  # mm: cells that are lower by less carry the piece, too
_CLEARANCE = 2.0  # mm to its neighbours, so that it gets down between them
_NOWHERE = np.float32(-50.0)  # mm of margin where nothing carries
_SURE = 2.0  # mm of margin with which a piece does not tip, for all that cells can tell
_SLIDES = 30.0  # mm that a piece gets about when it tips
_TIPS_OVER = 0.7  # how often a piece that tips falls, when it does not tip over the edge of the platform
_FARTHEST = 3.0  # standard deviations: a hand hardly ever misses by more

# In steps of the turns considered, so that the normals of most sides are among them.
_DIRECTIONS = np.array([(math.cos(a), math.sin(a)) for a in np.arange(24) * math.tau / 24], np.float32)


@dataclass(frozen=True)
class Look:
    """How a piece that is held in one way would lie over each of some cells."""

    centres: Array  # those cells: i, k
    rest: Array  # mm: how high the piece's centre would be
    margin: Array  # mm that it is inside of what carries it; less than 0: it tips
    weakest: Array  # where to that is least, as a number of a direction


def looked_at(heights: Heights, pieces: PieceSet, shape: Shape, way: Way, centres: Array) -> Look:
    """The margin is how far inside the outline of the cells that carry it the centre is: the least reach of those."""
    steps, low, own = underside(shape, pieces.thickness, way.turn, _CLEARANCE)
    reaches = (steps * CELL).astype(np.float32) @ _DIRECTIONS.T
    rest, margin = np.empty((2, len(centres)), np.float32)
    weakest = np.empty(len(centres), np.int64)
    look(heights.tops, centres, steps, low, own, reaches, rest, margin, weakest)
    return Look(centres, rest, margin, weakest)


def warm() -> None:
    """Compile ahead what looks are taken with, so that nobody's first piece waits for it."""
    pieces = PieceSet.load("standard")
    shape, empty = next(iter(pieces.shapes.values())), Heights(pieces, ())
    looked_at(empty, pieces, shape, ways_to_lie(shape)[0], np.array([[empty.middle, empty.middle]]))


@driver
def look(tops, centres, steps, low, own, reaches, rest, margin, weakest):
    """Fill in the last three for each centre; `reaches[c, d]` is how far out cell c is in direction d."""
    farthest = np.empty(reaches.shape[1], np.float32)
    for centre in range(len(centres)):
        i, k = centres[centre]
        highest = np.float32(-np.inf)
        for cell in range(len(steps)):
            highest = max(highest, tops[i + steps[cell, 0], k + steps[cell, 1]] - low[cell])
        farthest[:] = _NOWHERE
        for cell in range(len(steps)):
            gap = tops[i + steps[cell, 0], k + steps[cell, 1]] - low[cell]
            if own[cell] and gap >= highest - _TOUCHING:
                for direction in range(len(farthest)):
                    farthest[direction] = max(farthest[direction], reaches[cell, direction])
        weakest[centre] = farthest.argmin()
        rest[centre], margin[centre] = highest, farthest[weakest[centre]]


def risk(heights: Heights, seen: Look, shake: Shake, stride: int = 1) -> Array:
    """The chance of a fall when this hand aims at each of the cells; they are all that are so many cells apart.

    It may hit others around them, and beyond the platform everything falls.
    """
    grid = np.ones([across // stride + 1 for across in heights.tops.shape])
    i, k = seen.centres.T // stride
    grid[i, k] = _tips(heights, seen)
    step = CELL * stride / shake.aside  # standard deviations
    farthest = math.ceil(_FARTHEST / step)
    weights = np.exp(-((np.arange(-farthest, farthest + 1) * step) ** 2) / 2)
    weights /= weights.sum()
    for axis in (0, 1):
        grid = sum(weight * np.roll(grid, by - farthest, axis) for by, weight in enumerate(weights))
    found: Array = grid[i, k]
    return found


def _tips(heights: Heights, seen: Look) -> Array:
    """How likely a piece falls that is let go over a cell: surely, where it tips over the edge of the platform."""
    ends = np.round(seen.centres + _DIRECTIONS[seen.weakest] * _SLIDES / CELL).astype(int)
    on_platform = heights.platform[ends[:, 0], ends[:, 1]]
    found: Array = np.clip(1 - seen.margin / _SURE, 0, 1) * np.where(on_platform, _TIPS_OVER, 1.0)
    return found
