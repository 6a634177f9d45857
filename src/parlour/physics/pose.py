"""Where a piece is and how it is turned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Turn = tuple[float, float, float, float]  # a unit quaternion: x, y, z, w
FLAT: Turn = (0.0, 0.0, 0.0, 1.0)


class Pose(NamedTuple):
    """Millimetres and a unit quaternion; y is up, and 0 is the platform's top."""

    x: float
    y: float
    z: float
    qx: float
    qy: float
    qz: float
    qw: float

    @property
    def place(self) -> tuple[float, float, float]:
        return self[:3]

    @property
    def turn(self) -> Turn:
        return self[3:]


def unit(turn: Sequence[float]) -> Turn | None:
    """A quaternion of any length made a unit one; None where that cannot be."""
    largest = max(map(abs, turn), default=0.0)
    if len(turn) != 4 or not all(map(math.isfinite, turn)) or largest == 0:
        return None
    x, y, z, w = (part / largest for part in turn)  # first, so that nothing overflows
    length = math.sqrt(x * x + y * y + z * z + w * w)
    return x / length, y / length, z / length, w / length


def turned_by(degrees: float) -> Turn:
    """Lying flat, turned about the vertical."""
    half = math.radians(degrees) / 2
    return 0.0, math.sin(half), 0.0, math.cos(half)


def times(a: Turn, b: Turn) -> Turn:
    """First b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def back(turn: Turn) -> Turn:
    return -turn[0], -turn[1], -turn[2], turn[3]


def rotated(vector: Sequence[float], turn: Turn) -> tuple[float, float, float]:
    x, y, z, _ = times(times(turn, (vector[0], vector[1], vector[2], 0.0)), back(turn))
    return x, y, z


def rotation_vector(turn: Turn) -> tuple[float, float, float]:
    """The shortest way to a turn: its axis, as long as its angle in radians."""
    x, y, z, w = turn if turn[3] >= 0 else (-turn[0], -turn[1], -turn[2], -turn[3])
    sine = math.sqrt(x * x + y * y + z * z)
    if sine < 1e-12:
        return 0.0, 0.0, 0.0
    scale = 2 * math.atan2(sine, w) / sine
    return x * scale, y * scale, z * scale


def turned_apart(a: Turn, b: Turn) -> float:
    """The angle between two turns, in radians."""
    return 2 * math.acos(min(1.0, abs(sum(x * y for x, y in zip(a, b, strict=True)))))
