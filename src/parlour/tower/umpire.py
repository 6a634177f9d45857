"""The umpire of Shapes: what happens to the tower is said to the match, and what is played is done to the tower.

A placement starts from the settled poses that stand in the record, and from nothing else. So a tower that is taken up
again after an interruption goes on exactly as it would have, and the record holds all that decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..engine.errors import ParlourError
from ..engine.match import Match
from ..games.shapes import Shapes
from ..physics import Pose, Stack
from ..physics.pose import Turn
from .building import AT_REST, LET_GO, STEPS_A_SECOND, Building

_PLACES, _TURNS = 4, 7  # decimals of a pose in the record: a tenth of a micrometre


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
        self.building = self._as_recorded()
        self._follow()

    @property
    def stack(self) -> Stack:
        return self.building.stack

    @property
    def stage(self) -> str:
        return str(self.match.view(None)["stage"])

    @property
    def seconds_left(self) -> float:
        """SH-8: for the hand."""
        return self.building.steps_left / STEPS_A_SECOND

    # Moves of the players

    def play(self, seat: int, move: int | str) -> None:
        """Make a move of the match, and do to the tower what it says."""
        self.match.play(seat, move)
        self._follow()

    def _follow(self) -> None:
        view = self.match.view(None)
        held, stage = view["held"], view["stage"]
        if stage == "holding" and self.stack.held is None:
            self.building = self._as_recorded()
            self.building.take(held)
        elif stage == "settling" and held is not None and self.stack.held == held:
            self.building.let_go()
        elif stage not in ("holding", "settling"):
            if self.stack.held is not None:  # SH-15: stopped
                self.building.stop()
            gone = set(self.stack.poses()) - set(view["platform"])  # cleared, or lifted off again
            if gone and stage != "unrest":
                self.stack.remove(gone)

    def _as_recorded(self) -> Building:
        scene = self.match.scene
        return Building(Stack.from_poses(self.pieces, scene["poses"] if scene else {}), self.hand_steps)

    # The hand

    def aim(self, x: float, y: float, z: float, turn: Sequence[float] | None = None) -> None:
        """Where the hand should go; BadTarget, and nothing changes, if it cannot."""
        self.stack.aim(x, y, z, turn)

    def carry(self, x: float, y: float, z: float, turn: Turn | None = None) -> bool:
        """Carry the held piece over everything to this place, and lower it. Whether it is there, and still held.

        It may be stopped by what is in the way, or by a piece that falls meanwhile.
        """
        way = self.building.carry(x, y, z, turn)
        while True:
            try:
                next(way)
            except StopIteration as end:
                return bool(end.value)
            self.step()

    def let_go(self) -> None:
        """Let go of the held piece, for the player whose turn it is."""
        self.play(int(self.match.state.turn_of), "let go")

    # Time

    def step(self, steps: int = 1) -> None:
        """Let time go on, and say what falls and when all is at rest. SH-8: a hand that takes too long lets go."""
        for _ in range(steps):
            if self.stack.held is None and not self.match.umpire_asked:
                return
            for what in self.building.step():
                if what == LET_GO:
                    self.match.play(int(self.match.state.turn_of), what)
                elif what == AT_REST:
                    self._say_rest()
                else:
                    self.match.decide(what)

    def run_to_rest(self) -> None:
        """Wait until all is at rest; what still moves after the time limit is frozen as it lies (SH-5)."""
        while self.match.umpire_asked and self.stack.held is None:
            self.step()

    def _say_rest(self) -> None:
        self.match.decide(AT_REST, scene_at_rest(self.match, recorded(self.stack)))
        self._follow()


def recorded(stack: Stack) -> dict[str, list[float]]:
    """Where all lies, as it goes into the record."""
    return {piece: rounded(pose) for piece, pose in stack.poses().items()}


def scene_at_rest(match: Match, poses: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """What the umpire has seen when all is at rest; SH-13: in "strict" a piece may be lifted off now."""
    after = match.copy()
    after.decide(AT_REST)
    return {"poses": {piece: list(poses[piece]) for piece in after.view(None)["platform"]}}


def rounded(pose: Pose) -> list[float]:
    return [*(round(part, _PLACES) for part in pose[:3]), *(round(part, _TURNS) for part in pose[3:])]
