"""Where someone wants a piece, said in a few numbers: the pose that the hand should bring it to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..components.piece_set import PieceSet
from ..physics.pose import FLAT, Pose, Turn, times, turned_by
from .solids import Part, Poses, Solid, Vectors, piece_at, pieces_at, platform

_ON_EDGE: Turn = (-(0.5**0.5), 0.0, 0.0, 0.5**0.5)  # the outline's z upwards: an arch on its feet
_UPRIGHT: Turn = times(_ON_EDGE, turned_by(90))  # and its x: a bar on its end
STANCES: dict[str, Turn] = {"flat": FLAT, "on edge": _ON_EDGE, "upright": _UPRIGHT}
ABOVE = 0.5  # millimetres over what is below, where the hand lets go
_APART = 1.5  # millimetres between the points at which heights are compared


@dataclass(frozen=True)
class Placement:
    """Millimetres from the platform's middle, to the right and towards the front, and degrees to the left."""

    x: float
    z: float
    turn: float = 0.0
    height: float | None = None  # of the piece's underside over the platform; None: just above what is below
    stance: str = "flat"


def pose_for(name: str, placement: Placement, poses: Poses, pieces: PieceSet) -> Pose:
    """The pose of a piece placed like that, with these on the platform."""
    turn = times(turned_by(placement.turn), STANCES[placement.stance])
    piece = piece_at(name, (placement.x, 0.0, placement.z, *turn), pieces)
    if placement.height is None:
        others = [platform(pieces), *pieces_at(poses, pieces)]
        return Pose(placement.x, height_over(piece, others) + ABOVE, placement.z, *turn)
    return Pose(placement.x, placement.height - piece.bottom, placement.z, *turn)


def height_over(piece: Solid, others: list[Solid]) -> float:
    """How far a piece must be lifted to lie on what is straight below it; beside all, at the platform's level."""
    lifts = [
        lift
        for other in others
        for one in piece.parts
        for part in other.parts
        if (lift := _lift(one, part)) is not None
    ]
    return max(lifts, default=-piece.bottom)


def _lift(upper: Part, lower: Part) -> float | None:
    """By how much the one must be lifted to be over the other; None if it is not over it at all."""
    low = np.maximum(upper.corners.min(axis=0), lower.corners.min(axis=0))
    high = np.minimum(upper.corners.max(axis=0), lower.corners.max(axis=0))
    if low[0] >= high[0] or low[2] >= high[2]:
        return None
    xs, zs = (np.append(np.arange(low[axis], high[axis], _APART), high[axis]) for axis in (0, 2))
    grid = np.stack(np.meshgrid(xs, zs, indexing="ij"), axis=-1).reshape(-1, 2)
    points = np.concatenate([grid, upper.corners[:, [0, 2]], lower.corners[:, [0, 2]]])
    _, top = _heights(lower, points)
    bottom, _ = _heights(upper, points)
    lifts = top - bottom
    return float(lifts.max()) if np.isfinite(lifts).any() else None


def _heights(part: Part, points: Vectors) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From where to where a part reaches at each point (x, z): from infinity to minus infinity where it is not."""
    low, high = np.full(len(points), -np.inf), np.full(len(points), np.inf)
    inside = np.ones(len(points), bool)
    for (a, b, c), offset in zip(part.normals, part.offsets, strict=True):
        room = offset - a * points[:, 0] - c * points[:, 1]
        if b > 1e-9:
            high = np.minimum(high, room / b)
        elif b < -1e-9:
            low = np.maximum(low, room / b)
        else:
            inside &= room >= -1e-6
    inside &= low <= high + 1e-6
    return np.where(inside, low, np.inf), np.where(inside, high, -np.inf)
