"""What the umpire of Shapes saw: where each piece on the platform lies, settled (SH-5)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.errors import BadScene

NUMBERS = 7  # of a pose: x, y, z in mm, and a unit quaternion x, y, z, w
FARTHEST = 2000.0  # mm from the middle of the platform


def read_scene(platform: Sequence[str], scene: Any) -> dict[str, Any]:
    """The poses of exactly the pieces on the platform."""
    poses = scene.get("poses") if isinstance(scene, Mapping) else None
    if not isinstance(poses, Mapping) or set(scene) != {"poses"}:
        raise BadScene('a scene is {"poses": {piece: [x, y, z, qx, qy, qz, qw], ...}}')
    missing, unknown = set(platform) - set(poses), set(poses) - set(platform)
    if missing or unknown:
        which = f"{', '.join(sorted(missing))} without a pose" if missing else f"{', '.join(sorted(unknown))} not there"
        raise BadScene(f"poses: expected one for each piece on the platform; found {which}")
    return {"poses": {piece: _pose(piece, poses[piece]) for piece in platform}}


def left_of_scene(platform: Sequence[str], scene: dict[str, Any]) -> dict[str, Any]:
    """What is still on the platform. Pieces placed since are not seen before all is at rest again."""
    return {"poses": {piece: scene["poses"][piece] for piece in platform if piece in scene["poses"]}}


def _pose(piece: str, pose: Any) -> list[float]:
    right = f"{NUMBERS} numbers: x, y, z in mm, and a turn as a unit quaternion"
    if not isinstance(pose, list | tuple) or len(pose) != NUMBERS:
        raise BadScene(f"the pose of {piece} is {pose!r}; right would be {right}")
    if not all(type(number) in (int, float) and math.isfinite(number) for number in pose):
        raise BadScene(f"the pose of {piece} has something that is no number: {pose!r}; right would be {right}")
    if max(map(abs, pose[:3])) > FARTHEST or abs(math.hypot(*pose[3:]) - 1) > 1e-3:
        raise BadScene(f"the pose of {piece} is {pose!r}, which is not on the platform; right would be {right}")
    return [float(number) for number in pose]
