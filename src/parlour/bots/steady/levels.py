"""How steady a hand is: by how much it misses what it aims at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...components.stability import LEVELS
from ...physics import Pose, turned_by
from ...physics.pose import times


@dataclass(frozen=True)
class Shake:
    """Standard deviations."""

    aside: float  # mm, along x and along z
    turn: float  # degrees, about the vertical
    drop: float  # mm by which it lets go too high

    def of(self, pose: Pose, luck: np.random.Generator) -> Pose:
        """Where the hand lets go, when it aims at this pose."""
        return self.missed(pose, *luck.standard_normal(4).tolist())

    def missed(self, pose: Pose, aside_x: float, aside_z: float, turn: float, drop: float) -> Pose:
        """Where the hand lets go, when it misses by so many standard deviations."""
        return Pose(
            pose.x + self.aside * aside_x,
            pose.y + self.drop * abs(drop),
            pose.z + self.aside * aside_z,
            *times(turned_by(self.turn * turn), pose.turn),
        )


SHAKES = dict(
    zip(
        LEVELS,
        (
            Shake(aside=6.0, turn=6.0, drop=2.5),  # child
            Shake(aside=2.0, turn=3.0, drop=1.0),  # grown-up
            Shake(aside=0.7, turn=1.0, drop=0.5),  # surgeon
        ),
        strict=True,
    )
)
