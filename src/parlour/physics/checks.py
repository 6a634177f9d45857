"""What is handed in from outside: numbers, places, turns and poses."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from ..components.piece_set import PieceSet
from .depth import TABLE, overlaps
from .errors import BadPoses, BadTarget
from .pose import Pose, Turn, unit

# The box that the hand can reach, in mm: well around the platform, and from the table up.
REACH = {"x": (-150.0, 150.0), "y": (-20.0, 600.0), "z": (-150.0, 150.0)}
# Where a piece can lie: no tower leans out further, or is higher.
BOUNDS = {"x": (-300.0, 300.0), "y": (0.0, 2000.0), "z": (-300.0, 300.0)}
DEEPEST = 1.0  # mm that pieces may lie inside each other
_LARGEST = sys.float_info.max
_UNIT = 1e-3  # how far from 1 the length of a turn may be


def reachable(place: Sequence[float]) -> tuple[float, float, float]:
    """A target of the hand, or a complaint that names the coordinate."""
    for (axis, (least, most)), value in zip(REACH.items(), place, strict=True):
        if not _is_number(value) or not least <= value <= most:
            raise BadTarget(
                f"the hand cannot go to {axis} = {value!r}; expected a number from {least:g} to {most:g} mm"
            )
    x, y, z = map(float, place)
    return x, y, z


def turn_of(turn: Sequence[float]) -> Turn:
    """A turn for the hand: a quaternion of any length but 0."""
    found = unit(turn) if len(turn) == 4 and all(map(_is_number, turn)) else None
    if found is None:
        raise BadTarget(
            f"the hand cannot turn to {turn!r}; expected a quaternion: four finite numbers x, y, z, w, not all 0"
        )
    return found


def lying(pieces: PieceSet, poses: Mapping[str, Sequence[float]], shapes: Mapping[str, str]) -> dict[str, Pose]:
    """Poses in which pieces can lie, or a complaint that names the piece."""
    found = {name: _pose(name, pose) for name, pose in poses.items()}
    for name in found:
        if shapes[name] not in pieces.shapes:
            raise BadPoses(f"{name!r} has the shape {shapes[name]!r}; expected one of {', '.join(pieces.shapes)}")
    for first, second, depth in overlaps(pieces, {name: (shapes[name], pose) for name, pose in found.items()}):
        if depth > 0 and second == TABLE:
            raise BadPoses(f"{first!r} touches the table; expected pieces that have not fallen")
        if depth > DEEPEST:
            raise BadPoses(f"{first!r} lies {depth:.1f} mm inside {second!r}; expected at most {DEEPEST:g} mm")
    return found


def _pose(name: str, pose: Sequence[float]) -> Pose:
    if isinstance(pose, str) or not isinstance(pose, Sequence) or len(pose) != 7 or not all(map(_is_number, pose)):
        raise BadPoses(f"{name!r} lies at {pose!r}; expected seven finite numbers: x, y, z in mm and a unit quaternion")
    for (axis, (least, most)), value in zip(BOUNDS.items(), pose, strict=False):
        if not least <= value <= most:
            raise BadPoses(f"{name!r} lies at {axis} = {value:g}; expected {least:g} to {most:g} mm")
    length = math.hypot(*pose[3:])
    if abs(length - 1) > _UNIT:
        raise BadPoses(f"{name!r} is turned by {tuple(pose[3:])!r}, of length {length:g}; expected a unit quaternion")
    return Pose(*map(float, pose))


def _is_number(value: object) -> TypeGuard[float]:
    """Finite, that is; also whole numbers that are too large to be one."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -_LARGEST <= value <= _LARGEST
