"""The umpire of Shapes: what happens to the tower is said to the match, and what is played is done to the tower.

A placement starts from the settled poses that stand in the record, and from nothing else. So a tower that is taken up
again after an interruption goes on exactly as it would have, and the record holds all that decided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..engine.errors import ParlourError
from ..engine.match import Match
from ..games.shapes import Shapes
from ..physics import Pose, Stack
from ..physics.pose import Turn, turned_apart
from ..physics.stack import SETTLING
from ..physics.world import STEP

STEPS_A_SECOND = round(1 / STEP)
_PLACES, _TURNS = 4, 7  # decimals of a pose in the record: a tenth of a micrometre
_NEAR = 0.3  # mm: the hand is where it should be
_ARM = 20.0  # mm by which a turn counts as distance
_GIVE_UP = 0.5  # seconds without getting nearer
_BLOCKED = 3.0  # mm by which a piece stays behind when something is in the way
_ABOVE = 12.0  # mm over everything, when a piece is carried across
_DOWN = 60.0  # mm/s, when it is lowered


class Umpire:
    """Keeps a match with `falls=physics` and its tower in step. All moves of such a match go through `play`."""

    def __init__(self, match: Match) -> None:
        game = match.game
        if not isinstance(game, Shapes) or not game.needs_umpire:
            raise ParlourError(f"{game.id}: an umpire is for Shapes with falls=physics")
        if not match.over and not match.to_act:
            raise ParlourError("a tower that moves cannot be taken up again; start from before the piece was let go")
        self.match = match
        self.pieces = game.settings["pieces"]
        self.hand_steps = int(game.settings["hand_time"]) * STEPS_A_SECOND
        self._steps = 0  # since the piece was taken, or let go
        self.stack = self._as_recorded()
        self._follow()

    @property
    def stage(self) -> str:
        return str(self.match.view(None)["stage"])

    @property
    def seconds_left(self) -> float:
        """SH-8: for the hand."""
        return max(0, self.hand_steps - self._steps) / STEPS_A_SECOND if self.stack.held else 0.0

    # Moves of the players

    def play(self, seat: int, move: int | str) -> None:
        """Make a move of the match, and do to the tower what it says."""
        self.match.play(seat, move)
        self._follow()

    def _follow(self) -> None:
        view = self.match.view(None)
        held, stage = view["held"], view["stage"]
        if stage == "holding" and self.stack.held is None:
            self.stack = self._as_recorded()
            self.stack.take(held)
            self._steps = 0
        elif stage == "settling" and held is not None and self.stack.held == held:
            self.stack.let_go()
            self._steps = 0
        elif stage not in ("holding", "settling"):
            if self.stack.held is not None:  # SH-15: stopped
                self.stack.put_back()
                self._steps = 0
            gone = set(self.stack.poses()) - set(view["platform"])  # cleared, or lifted off again
            if gone and stage != "unrest":
                self.stack.remove(gone)

    def _as_recorded(self) -> Stack:
        scene = self.match.scene
        return Stack.from_poses(self.pieces, scene["poses"] if scene else {})

    # The hand

    def aim(self, x: float, y: float, z: float, turn: Sequence[float] | None = None) -> None:
        """Where the hand should go; BadTarget, and nothing changes, if it cannot."""
        self.stack.aim(x, y, z, turn)

    def carry(self, x: float, y: float, z: float, turn: Turn | None = None) -> bool:
        """Carry the held piece over everything to this place, and lower it. Whether it is there, and still held.

        It may be stopped by what is in the way, or by a piece that falls meanwhile.
        """
        self.stack.aim(x, y, z, turn)  # complains before anything moves
        at = self.stack.held_pose
        if at is None:
            return False
        over = max(y, self.stack.clear_height + _ABOVE)
        there = self._go(at.x, over, at.z) and self._go(x, over, z)
        while there and over > y:
            over = max(y, over - _DOWN * STEP)
            self.stack.aim(x, over, z)
            self.step()
            held = self.stack.held_pose
            there = held is not None and held.y - over < _BLOCKED
        return there and self._go(x, y, z)

    def _go(self, x: float, y: float, z: float) -> bool:
        """Wait until the hand is there, or cannot get nearer."""
        self.stack.aim(x, y, z)
        nearest, patience = math.inf, _GIVE_UP
        while patience > 0:
            held = self.stack.held_pose
            if held is None:
                return False
            left = math.dist(held.place, (x, y, z)) + _ARM * turned_apart(held.turn, self.stack.target_turn)
            if left < _NEAR:
                return True
            patience = _GIVE_UP if left < nearest - _NEAR else patience - STEP
            nearest = min(nearest, left)
            self.step()
        return False

    def let_go(self) -> None:
        """Let go of the held piece, for the player whose turn it is."""
        self.play(int(self.match.state.turn_of), "let go")

    # Time

    def step(self, steps: int = 1) -> None:
        """Let time go on, and say what falls and when all is at rest. SH-8: a hand that takes too long lets go."""
        for _ in range(steps):
            if self.stack.held is None and self.match.to_act:
                return
            self.stack.step()
            self._steps += 1
            self._say_what_fell()
            if self.stack.held is not None:
                if self._steps >= self.hand_steps:
                    self.let_go()
            elif self.match.umpire_asked and (self.stack.at_rest or self._steps >= SETTLING * STEPS_A_SECOND):
                self._say_rest()

    def run_to_rest(self) -> None:
        """Wait until all is at rest; what still moves after the time limit is frozen as it lies (SH-5)."""
        while self.match.umpire_asked and self.stack.held is None:
            self.step()

    def _say_what_fell(self) -> None:
        for piece in self.stack.fallen:
            self.match.decide(f"{piece} falls")
            if self.stack.held is not None:  # SH-7: it goes back
                self.stack.put_back()
                self._steps = 0
        self.stack.clear_fallen()

    def _say_rest(self) -> None:
        self.stack.freeze()
        after = self.match.copy()
        after.decide("all at rest")
        stay = after.view(None)["platform"]  # SH-13: in "strict" a piece may be lifted off now
        poses = self.stack.poses()
        self.match.decide("all at rest", {"poses": {piece: rounded(poses[piece]) for piece in stay}})
        self._follow()


def rounded(pose: Pose) -> list[float]:
    return [*(round(part, _PLACES) for part in pose[:3]), *(round(part, _TURNS) for part in pose[3:])]
