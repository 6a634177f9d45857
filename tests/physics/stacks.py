"""Stacks for the tests: set up by poses, and woken."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

import rapier3d

from parlour.components.piece_set import PieceSet
from parlour.physics import Pose, Stack, turned_by
from parlour.physics.depth import overlaps

PIECES = PieceSet.load("standard")
GOOD: dict[int, dict[str, Pose]] = {  # sensible stacks, by their number of pieces
    int(count): {name: Pose(*pose) for name, pose in poses.items()}
    for count, poses in json.loads((Path(__file__).parents[2] / "bench" / "stacks.json").read_text("utf-8")).items()
}
HALF = math.sqrt(0.5)
ON_ITS_SIDE = {  # quarter turns that set a piece upright
    "far side down": (HALF, 0.0, 0.0, HALF),
    "near side down": (-HALF, 0.0, 0.0, HALF),
    "left side down": (0.0, 0.0, HALF, HALF),
    "right side down": (0.0, 0.0, -HALF, HALF),
}


def flat(x: float, level: int = 0, z: float = 0.0, degrees: float = 0.0) -> Pose:
    """Lying flat, on so many others."""
    return Pose(x, 7.5 + 15 * level, z, *turned_by(degrees))


def tower(shape: str, count: int = 10) -> dict[str, Pose]:
    return {f"c{level} {shape}": flat(0, level) for level in range(count)}


def awake(poses: Mapping[str, Pose], slope: float = 0.0, sleepless: bool = False) -> Stack:
    """All awake; on a slope of so many radians, down towards x."""
    stack = Stack.from_poses(PIECES, poses)
    stack._world.gravity = rapier3d.Vec3(981 * math.sin(slope), -981 * math.cos(slope), 0.0)
    if sleepless:
        for piece in stack._rigid.values():
            activation = piece.activation
            activation.time_until_sleep = 1e9
            piece.activation = activation
    stack._world.wake_up_all()
    return stack


def moved(before: Mapping[str, Pose], after: Mapping[str, Pose]) -> float:
    """How far the one that went furthest is from where it was, in mm; a fallen one has gone to infinity."""
    return max(math.dist(pose.place, after[name].place) if name in after else math.inf for name, pose in before.items())


def tilt(pose: Pose) -> float:
    """Degrees from lying flat."""
    x, _, z, _ = pose.turn
    return math.degrees(math.acos(max(-1.0, 1 - 2 * (x * x + z * z))))


def deepest(stack: Stack) -> float:
    """How deep any two lie inside each other, in mm."""
    lying = {name: (stack.shape(name), pose) for name, pose in stack.poses().items()}
    return max((overlap.depth for overlap in overlaps(PIECES, lying)), default=0.0)
