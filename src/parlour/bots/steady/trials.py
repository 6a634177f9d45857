"""Trying a spot out: in a copy of the tower, with a hand that shakes as one's own."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...physics import Pose, Stack
from ...physics.pose import rotated
from ...physics.world import STEP

ITERATIONS = 8  # of the solver: fewer than where it counts
_PIECE = "the piece"  # its name in a trial
_ABOVE = 4.0  # mm over the spot, from where it is lowered
_DOWN = 60.0 * STEP  # mm a step
_BLOCKED = 3.0  # mm by which it stays behind when something is in the way
_STILL = 10  # steps: at rest, as far as a trial is concerned
_PATIENCE, _CHUNK = 360, 4  # steps


@dataclass(frozen=True)
class Outcome:
    stands: bool
    moved: float = math.inf  # mm that the other pieces moved, together
    tilt: float = 0.0  # how far from level or upright the piece came to lie: the sine of it
    steps: int = 0  # of physics that the trial took


def trial_ground(stack: Stack) -> Stack:
    """The tower as all can see it, for trials to be copied from."""
    poses = stack.poses()
    shapes = {name: stack.shape(name) for name in poses}
    return Stack.from_poses(stack.pieces, poses, shapes, ITERATIONS)


def tried(ground: Stack, shape: str, at: Pose) -> Outcome:
    """What happens when a piece is let go there."""
    stack = ground.clone()
    taken = stack.take(_PIECE, shape, (at.x, at.y + _ABOVE, at.z, *at.turn))
    lowered, steps = _lower(stack, at, taken.y)
    if not lowered:
        return Outcome(False, steps=steps)
    stack.let_go()
    for _ in range(_PATIENCE // _CHUNK):
        stack.step(_CHUNK)
        steps += _CHUNK
        if stack.fallen:
            return Outcome(False, steps=steps)
        if stack.still >= _STILL:
            break
    before, after = ground.poses(), stack.poses()
    lies = after.pop(_PIECE)
    moved = sum(math.dist(pose.place, after[name].place) for name, pose in before.items())
    level = abs(rotated((0.0, 1.0, 0.0), lies.turn)[1])
    return Outcome(True, moved, min(math.sqrt(max(0.0, 1 - level * level)), level), steps)


def _lower(stack: Stack, at: Pose, height: float) -> tuple[bool, int]:
    """Whether nothing fell meanwhile, and the steps it took."""
    steps = 0
    while height > at.y:
        height = max(at.y, height - _DOWN)
        stack.aim(at.x, height, at.z)
        stack.step()
        steps += 1
        held = stack.held_pose
        if stack.fallen or held is None:
            return False, steps
        if held.y - height > _BLOCKED:
            break
    return True, steps
