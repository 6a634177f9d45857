"""When all is at rest: nothing has been fast for a while, or nothing has got anywhere for longer.

The second is for what rocks or shivers in its place, such as a disc in a hollow, and would do so for very long.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rapier3d import RigidBody

Place = tuple[float, float, float]  # cm

_SLOW, _SLOW_TURN = 0.3, 0.3  # cm/s and rad/s: what is slower is still
STILL_STEPS = 48  # in a row
_NEAR = 0.2  # cm: what has gone no further than this is where it was
_NEAR_STEPS = 480  # for so long
_LOOK = 24  # steps between looks at where all is


@dataclass
class Rest:
    still: int = 0  # steps in a row in which nothing was fast
    near: int = 0  # steps since a piece was last found away from its place
    places: dict[str, Place] = field(default_factory=dict)  # where they were then

    def has_come(self, still: int = STILL_STEPS) -> bool:
        return self.still >= still or self.near >= _NEAR_STEPS

    def disturb(self) -> None:
        """Begin anew."""
        self.still = self.near = 0
        self.places = {}

    def watch(self, moving: Iterable[tuple[str, RigidBody]]) -> None:
        """After a step: all pieces that are awake, but for the one in the hand."""
        pieces = list(moving)
        self.still = self.still + 1 if all(map(_is_slow, (piece for _, piece in pieces))) else 0
        self.near += 1
        if self.near % _LOOK == 0 or not self.places:
            found = {name: piece.translation.to_tuple() for name, piece in pieces}
            if any(name not in self.places or math.dist(at, self.places[name]) > _NEAR for name, at in found.items()):
                self.near, self.places = 0, found

    def copy(self) -> Rest:
        return Rest(self.still, self.near, dict(self.places))


def _is_slow(piece: RigidBody) -> bool:
    return piece.linvel.norm() < _SLOW and piece.angvel.norm() < _SLOW_TURN
