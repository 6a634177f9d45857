"""The tower as seen from above: how high it is over each small square of a grid, from poses and outlines alone."""

from __future__ import annotations

import math
from collections.abc import Iterable
from copy import copy
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from ...components.piece_set import PieceSet, Shape
from ...physics.pose import Pose, Turn

Array = np.ndarray[Any, Any]

CELL = 2.0  # mm
VOID = -1000.0  # mm: where there is nothing but the table
_AROUND = 3  # cells beyond what a piece over the platform can cover
_MOST_SIDES = 24  # of a round piece
_LEVEL = 1e-6  # a side is upright when its normal rises less than this


class Heights:
    """`tops[i, k]` is the height at x = (i - middle) * CELL, z = (k - middle) * CELL."""

    def __init__(self, pieces: PieceSet, lying: Iterable[tuple[str, Pose]]) -> None:
        """`lying` are the shapes on the platform and their poses."""
        widest = max(math.hypot(shape.reach, pieces.thickness / 2) for shape in pieces.shapes.values())
        self.middle = math.ceil((pieces.platform.side / math.sqrt(3) + widest) / CELL) + _AROUND
        across = 2 * self.middle + 1
        self.tops = np.full((across, across), VOID, np.float32)
        x, z = np.meshgrid(*[(np.arange(across) - self.middle) * CELL] * 2, indexing="ij")
        corners = pieces.platform.outline
        self.platform = np.all([_outside(a, b, x, z) <= 0 for a, b in pairwise(corners)], axis=0)
        self.tops[self.platform] = 0.0
        for shape, pose in lying:
            self._add(pieces.shapes[shape], pieces.thickness, pose)

    def with_one_more(self, shape: Shape, thickness: float, pose: Pose) -> Heights:
        """As it would be with another piece there."""
        other = copy(self)
        other.tops = self.tops.copy()
        other._add(shape, thickness, pose)
        return other

    def _add(self, shape: Shape, thickness: float, pose: Pose) -> None:
        around = math.hypot(shape.reach, thickness / 2)
        first_x, last_x = self._cells(pose.x, around)
        first_z, last_z = self._cells(pose.z, around)
        if first_x >= last_x or first_z >= last_z:
            return
        x = (np.arange(first_x, last_x) - self.middle)[:, None] * CELL - pose.x
        z = (np.arange(first_z, last_z) - self.middle)[None, :] * CELL - pose.z
        here = self.tops[first_x:last_x, first_z:last_z]
        for sides in _sides(shape, thickness):
            _, top = between(turned_sides(sides, pose.turn), x, z)
            np.maximum(here, top + pose.y, out=here)

    def _cells(self, at: float, around: float) -> tuple[int, int]:
        """The run of cells that a piece may cover along one axis."""
        first = math.floor((at - around) / CELL) + self.middle
        last = math.ceil((at + around) / CELL) + self.middle + 1
        return max(0, first), min(2 * self.middle + 1, last)


def _outside(a: tuple[float, float], b: tuple[float, float], x: Array, z: Array) -> Array:
    """How far points are to the right of the way from a to b."""
    along_x, along_z = b[0] - a[0], b[1] - a[1]
    length = math.hypot(along_x, along_z)
    return ((x - a[0]) * along_z - (z - a[1]) * along_x) / length


@lru_cache(maxsize=256)
def _sides(shape: Shape, thickness: float) -> tuple[Array, ...]:
    """For each convex part its flat sides: rows of a normal (x, y, z) and how far out the side is along it."""
    found = []
    for part in shape.parts:
        corners = part[:-1]
        if len(corners) > _MOST_SIDES:
            corners = corners[:: math.ceil(len(corners) / _MOST_SIDES)]
        rows = [(0.0, 1.0, 0.0, thickness / 2), (0.0, -1.0, 0.0, thickness / 2)]
        for a, b in pairwise((*corners, corners[0])):
            length = math.dist(a, b)
            normal = (b[1] - a[1]) / length, (a[0] - b[0]) / length
            rows.append((normal[0], 0.0, normal[1], normal[0] * a[0] + normal[1] * a[1]))
        found.append(np.array(rows))
    return tuple(found)


def turned_sides(sides: Array, turn: Turn) -> Array:
    x, y, z, w = turn
    matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    return np.column_stack([sides[:, :3] @ matrix.T, sides[:, 3]])


def between(sides: Array, x: Array, z: Array, wider: float = 0.0) -> tuple[Array, Array]:
    """Where an upright line at (x, z) enters a convex part, and where it leaves; infinite where it misses it.

    `wider` moves the upright sides out, in mm.
    """
    x, z = np.broadcast_arrays(x, z)
    low, high = np.full(x.shape, -np.inf), np.full(x.shape, np.inf)
    misses = np.zeros(x.shape, bool)
    for normal_x, normal_y, normal_z, out in sides.tolist():
        room = out - normal_x * x - normal_z * z
        if abs(normal_y) < _LEVEL:
            misses |= room < -wider
        elif normal_y > 0:
            np.minimum(high, (room + wider * (1 - normal_y)) / normal_y, out=high)
        else:
            np.maximum(low, (room + wider * (1 + normal_y)) / normal_y, out=low)
    misses |= low > high
    low[misses], high[misses] = np.inf, -np.inf
    return low, high


def underside(shape: Shape, thickness: float, turn: Turn, clearance: float) -> tuple[Array, Array, Array]:
    """Of a piece turned so, and made wider by the clearance: the cells under it, as steps (i, k) from its centre, how
    high it is there above its centre, and whether the cell is under the piece itself.
    """
    x, y, z, w = (round(part, 9) for part in turn)
    return _underside(shape, thickness, (x, y, z, w), clearance)


@lru_cache(maxsize=4096)
def _underside(shape: Shape, thickness: float, turn: Turn, clearance: float) -> tuple[Array, Array, Array]:
    reach = math.ceil((math.hypot(shape.reach, thickness / 2) + clearance) / CELL)
    steps = np.arange(-reach, reach + 1)
    x, z = steps[:, None] * CELL, steps[None, :] * CELL
    low, own = np.full((2, len(steps), len(steps)), np.inf)
    for sides in _sides(shape, thickness):
        turned = turned_sides(sides, turn)
        np.minimum(low, between(turned, x, z, clearance)[0], out=low)
        np.minimum(own, between(turned, x, z)[0], out=own)
    covered = np.isfinite(low)
    i, k = np.nonzero(covered)
    return np.column_stack([i - reach, k - reach]), low[covered].astype(np.float32), np.isfinite(own)[covered]
