"""The hand: it moves the piece it holds with limited force, and touches nothing else.

A hand of unlimited force would drive pieces through each other. This one pulls the held piece, which has no weight
while held, towards its target like a spring with a damper, and gives way when something is in between.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .bodies import MM, Body
from .pose import Pose, back, rotated, rotation_vector, times
from .world import GRAVITY, STEP

if TYPE_CHECKING:
    from rapier3d import RigidBody

_CATCH_UP = 0.02  # seconds in which it would close the gap to its target, were there no limits
_FASTEST = 60.0  # cm/s
_FASTEST_TURN = 15.0  # rad/s
_FORCE = 6e4  # g cm/s2: the weight of four pieces or more
_WEIGHTS = 4  # for sets of heavier pieces: the hand can move that many times what it holds
_ARM = 2.0  # cm: the lever on which it turns a piece with that force


@dataclass
class Hand:
    name: str  # of the held piece
    target: Pose

    def pull(self, piece: RigidBody, body: Body) -> None:
        """Pull at the held piece during the next step.

        With a steady force: blows, one a step, would hammer away at what rests by friction.
        """
        most = max(_FORCE, _WEIGHTS * body.mass * GRAVITY)
        place, velocity = piece.translation, piece.linvel
        target = self.target
        gap = (target.x * MM - place.x, target.y * MM - place.y, target.z * MM - place.z)
        x, y, z = _at_most([part / _CATCH_UP for part in gap], _FASTEST)
        change = (x - velocity.x, y - velocity.y, z - velocity.z)
        self.release(piece)
        piece.add_force(_at_most([body.mass * part / 2 / STEP for part in change], most))

        now, spin = piece.rotation.to_tuple(), piece.angvel
        gap = rotation_vector(times(target.turn, back(now)))
        x, y, z = _at_most([part / _CATCH_UP for part in gap], _FASTEST_TURN)
        x, y, z = rotated((x - spin.x, y - spin.y, z - spin.z), back(now))
        about_x, about_y, about_z, xz = body.inertia
        push = rotated((about_x * x + xz * z, about_y * y, xz * x + about_z * z), now)
        piece.add_torque(_at_most([part / 2 / STEP for part in push], most * _ARM))

    def release(self, piece: RigidBody) -> None:
        """Pull no more."""
        piece.reset_forces()
        piece.reset_torques()


def _at_most(vector: Sequence[float], most: float) -> tuple[float, float, float]:
    """The same way, but no longer than that."""
    x, y, z = vector
    length = math.sqrt(x * x + y * y + z * z)
    scale = most / length if length > most else 1.0
    return x * scale, y * scale, z * scale
