"""A piece being placed on the stack, from the moment it is taken up until all is at rest (SH-4 to SH-8, SH-15).

It knows time and the hand, but no cards and no match: what happens is said in the words of the umpire's moves, for
whoever keeps the match.
"""

from __future__ import annotations

import math
from collections.abc import Generator

from ..physics import Stack
from ..physics.pose import Turn, turned_apart
from ..physics.stack import SETTLING
from ..physics.world import STEP

STEPS_A_SECOND = round(1 / STEP)
LET_GO, AT_REST = "let go", "all at rest"
_NEAR = 0.3  # mm: the hand is where it should be
_ARM = 20.0  # mm by which a turn counts as distance
_GIVE_UP = 0.5  # seconds without getting nearer
_BLOCKED = 3.0  # mm by which a piece stays behind when something is in the way
_ABOVE = 12.0  # mm over everything, when a piece is carried across
_DOWN = 60.0  # mm/s, when it is lowered


class Building:
    """`hand_steps` is how long a hand may hold a piece; None where somebody else looks at the clock."""

    def __init__(self, stack: Stack, hand_steps: int | None = None) -> None:
        self.stack, self.hand_steps = stack, hand_steps
        self.steps = 0  # since the piece was taken, or let go
        self.moves = False  # whether something may fall or has yet to come to rest

    @property
    def steps_left(self) -> int:
        """SH-8: for the hand."""
        return max(0, self.hand_steps - self.steps) if self.stack.held and self.hand_steps is not None else 0

    def take(self, piece: str) -> None:
        self.stack.take(piece)
        self._begin()

    def let_go(self) -> None:
        self.stack.let_go()
        self._begin()

    def stop(self) -> None:
        """SH-15: the piece goes back unplayed; what it pushed may still move."""
        self.stack.put_back()
        self._begin()

    def _begin(self) -> None:
        self.steps, self.moves = 0, True

    def step(self) -> list[str]:
        """One step, and what happened in it."""
        if not self.moves:
            return []
        self.stack.step()
        self.steps += 1
        said = [f"{piece} falls" for piece in self.stack.fallen]
        self.stack.clear_fallen()
        if said and self.stack.held is not None:  # SH-7: it goes back
            self.stop()
        if self.stack.held is not None:
            if self.hand_steps is not None and self.steps >= self.hand_steps:  # SH-8
                self.let_go()
                said.append(LET_GO)
        elif self.stack.at_rest or self.steps >= SETTLING * STEPS_A_SECOND:  # SH-5: then it is frozen as it lies
            self.stack.freeze()
            self.moves = False
            said.append(AT_REST)
        return said

    def carry(self, x: float, y: float, z: float, turn: Turn | None = None) -> Generator[None, None, bool]:
        """The way of the held piece over everything to this place, and down to it: a step is due at each halt.

        In the end it says whether the piece is there, and still held. It may be stopped by what is in the way, or by a
        piece that falls meanwhile.
        """
        self.stack.aim(x, y, z, turn)  # complains before anything moves
        at = self.stack.held_pose
        if at is None:
            return False
        over = max(y, self.stack.clear_height + _ABOVE)
        there = (yield from self._go(at.x, over, at.z)) and (yield from self._go(x, over, z))
        while there and over > y:
            over = max(y, over - _DOWN * STEP)
            self.stack.aim(x, over, z)
            yield
            held = self.stack.held_pose
            there = held is not None and held.y - over < _BLOCKED
        return there and (yield from self._go(x, y, z))

    def _go(self, x: float, y: float, z: float) -> Generator[None, None, bool]:
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
            yield
        return False
