"""How deep pieces lie inside each other, from their poses alone.

Two convex parts are apart if some direction shows a gap between them: one across a side of either, or across an edge of
each. The direction in which they overlap least tells how deep they are in each other. This asks nothing of the physics
engine, whose own contacts now and then take a wrong side for the nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..components.piece_set import PieceSet, Shape
from ..components.polygons import Outline
from .pose import Pose

PLATFORM, TABLE = "the platform", "the table"
_FINE_ENOUGH = 24  # corners of a disc, for this

Vectors = NDArray[np.float64]  # rows of x, y, z


class Overlap(NamedTuple):
    first: str  # a piece
    second: str  # another, the platform or the table
    depth: float  # mm; less than 0 is a gap


class _Prism(NamedTuple):
    """A convex part: its corners, and the directions of its sides and of its edges."""

    corners: Vectors
    sides: Vectors
    edges: Vectors

    def at(self, pose: Pose) -> _Prism:
        turn = _matrix(pose)
        return _Prism(self.corners @ turn.T + np.array(pose[:3]), self.sides @ turn.T, self.edges @ turn.T)


def overlaps(pieces: PieceSet, lying: Mapping[str, tuple[str, Pose]], nearer: float = 0.0) -> Iterator[Overlap]:
    """Every two that overlap, or are nearer than that; `lying` has the shape and the pose of every piece."""
    placed = {
        name: [prism.at(pose) for prism in _prisms(pieces.shapes[shape], pieces.thickness)]
        for name, (shape, pose) in lying.items()
    }
    platform = [_prism(pieces.platform.outline, -pieces.platform.thick, 0.0)]
    for name, parts in placed.items():
        lowest = min(float(part.corners[:, 1].min()) for part in parts)
        for other, depth in (
            (TABLE, -pieces.platform.thick - lowest),
            (PLATFORM, _deepest(parts, platform) if lowest < nearer else -lowest),
        ):
            if depth > -nearer:
                yield Overlap(name, other, depth)
    ball = {name: np.hypot(pieces.shapes[shape].reach, pieces.thickness / 2) for name, (shape, _) in lying.items()}
    for first, second in combinations(placed, 2):
        apart = np.linalg.norm(np.subtract(lying[first][1][:3], lying[second][1][:3]))
        if apart < ball[first] + ball[second] + nearer:
            depth = _deepest(placed[first], placed[second])
            if depth > -nearer:
                yield Overlap(first, second, depth)


def _deepest(first: list[_Prism], second: list[_Prism]) -> float:
    return max(_depth(a, b) for a in first for b in second)


def _depth(a: _Prism, b: _Prism) -> float:
    across = np.cross(a.edges[:, None], b.edges[None]).reshape(-1, 3)
    lengths = np.linalg.norm(across, axis=1)
    ways = np.vstack([a.sides, b.sides, across[lengths > 1e-6] / lengths[lengths > 1e-6, None]])
    along_a, along_b = a.corners @ ways.T, b.corners @ ways.T
    shared = np.minimum(along_a.max(0) - along_b.min(0), along_b.max(0) - along_a.min(0))
    return float(shared.min())


@lru_cache(maxsize=64)
def _prisms(shape: Shape, thickness: float) -> tuple[_Prism, ...]:
    return tuple(_prism(part, -thickness / 2, thickness / 2) for part in shape.parts)


def _prism(outline: Outline, low: float, high: float) -> _Prism:
    flat = np.array(outline[:-1])
    flat = flat[:: max(1, len(flat) // _FINE_ENOUGH)]
    corners = np.array([(x, y, z) for x, z in flat for y in (low, high)])
    along = np.roll(flat, -1, axis=0) - flat
    along /= np.linalg.norm(along, axis=1)[:, None]
    up = np.array([[0.0, 1.0, 0.0]])
    sides = np.column_stack([along[:, 1], np.zeros(len(along)), -along[:, 0]])
    edges = np.column_stack([along[:, 0], np.zeros(len(along)), along[:, 1]])
    return _Prism(corners, np.vstack([up, sides]), np.vstack([up, edges]))


def _matrix(pose: Pose) -> Vectors:
    _, _, _, x, y, z, w = pose
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
