"""A bot with a hand: it decides on cards, and places pieces on the tower as steadily as it can."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from ...engine.errors import BadOption
from ...engine.match import Match, Move
from ...games.shapes import Shapes
from ...physics import BadTarget, Pose, Stack
from ...physics.checks import REACH
from ...tower import Umpire
from ..simple import SimpleBot
from .cards import Chance, safest_piece, shape_of, what_to_lay
from .heights import Heights
from .judging import Trials, by_looks, by_risk, heights_of, safety
from .levels import SHAKES
from .spots import Spot

SKILLS = ("easy", "good")


class SteadyHand:
    """`easy` goes by the looks of the tower, `good` tries spots out in its mind first. Both shake as their level says.

    All it does follows from its seed and from what everyone can see, and its own cards: asked again, it does the same.
    """

    def __init__(self, skill: str, level: str, seed: int) -> None:
        if skill not in SKILLS:
            raise BadOption(f"there is no hand {skill!r}; there are {', '.join(SKILLS)}")
        if level not in SHAKES:
            raise BadOption(f"there is no level {level!r}; there are {', '.join(SHAKES)}")
        self.skill, self.level, self.seed = skill, level, seed
        self.shake = SHAKES[level]
        self._looks: tuple[object, dict[str, float]] = None, {}  # at a tower: how safe each shape is

    def act(self, umpire: Umpire, seat: int) -> None:
        """Do what there is to do for this seat: place the piece it holds, or make a move."""
        match = umpire.match
        if umpire.stack.held is not None and match.state.turn_of == seat:
            self.place(umpire)
        else:
            umpire.play(seat, self.choose(match, seat))
            umpire.run_to_rest()  # SH-15: a stopped hand may have left something moving

    # Cards

    def choose(self, match: Match, seat: int) -> Move:
        """A move of this seat, other than placing; it knows nothing that the seat does not."""
        if not isinstance(match.game, Shapes):
            raise BadOption(f"{match.game.id}: steady hands are for Shapes")
        view = match.view(seat)
        offered = {str(move): move for move in match.legal(seat)}
        if len(offered) > 1 and view["turn_of"] == seat and (tower := _tower(view)) is not None:
            words = None
            if view["stage"] in ("placing", "playing"):
                words = safest_piece([move for move in offered if move.startswith("take ")], self._chance(match, tower))
            elif view["stage"] == "laying":
                words = what_to_lay(view, self._chance(match, tower))
            if words in offered:
                return offered[words]
        return SimpleBot("greedy", int(self._luck(view).integers(2**63))).choose(match, seat)

    def _chance(self, match: Match, tower: dict[str, list[float]]) -> Chance:
        """How safe each shape is on this tower, by its looks."""
        pieces = match.game.settings["pieces"]
        if self._looks[0] != tower:
            self._looks = tower, {}
        known = self._looks[1]

        def chance(shape: str) -> float:
            if shape not in known:
                heights = Heights(pieces, ((shape_of(name), Pose(*pose)) for name, pose in tower.items()))
                best = by_looks(heights, pieces, shape)[0]
                known[shape] = safety(best, heights, pieces, shape, self.shake)
            return known[shape]

        return chance

    # The tower

    def place(self, umpire: Umpire) -> None:
        """Place the piece in the hand, and wait until all is at rest."""
        held = umpire.stack.held
        if held is not None:
            at = self.aim(umpire.stack, held, umpire.match.view(None)["turn"])
            with suppress(BadTarget):  # over so high a tower that no hand gets there: it lets go where it is
                umpire.carry(*at.place, at.turn)
            if umpire.stack.held is not None:
                umpire.let_go()
        umpire.run_to_rest()

    def aim(self, stack: Stack, piece: str, turn: int) -> Pose:
        """Where it will let go of this piece, in that turn of the match: where it wants to, and a little beside."""
        luck = self._luck(turn, piece, stack.poses())
        return _within_reach(self.shake.of(self.spot(stack, shape_of(piece), luck).pose, luck))

    def spot(self, stack: Stack, shape: str, luck: np.random.Generator) -> Spot:
        """Where to let go of a piece of this shape. Whatever is in the hand is looked through."""
        heights = heights_of(stack)
        if self.skill == "easy":
            best = by_looks(heights, stack.pieces, shape)[0]
            return replace(best, safe=safety(best, heights, stack.pieces, shape, self.shake))
        found = by_risk(heights, stack.pieces, shape, self.shake)
        return Trials(stack, shape, self.shake, luck).best_of(found)

    def _luck(self, *seen: object) -> np.random.Generator:
        """Chance of its own, the same whenever it sees the same."""
        said = json.dumps([self.skill, self.level, self.seed, *seen])
        return np.random.default_rng(int.from_bytes(hashlib.sha256(said.encode()).digest()[:16], "big"))


def _tower(view: dict[str, Any]) -> dict[str, list[float]] | None:
    """The poses of all on the platform; None where they cannot be seen, since a model decides what falls."""
    poses: dict[str, list[float]] = view.get("scene", {}).get("poses", {})
    return poses if len(poses) == len(view["platform"]) else None


def _within_reach(pose: Pose) -> Pose:
    x, y, z = (min(max(at, low), high) for at, (low, high) in zip(pose.place, REACH.values(), strict=True))
    return Pose(x, y, z, *pose.turn)


def play_out(umpire: Umpire, hands: Sequence[SteadyHand], luck: np.random.Generator) -> None:
    """Play a match to its end. Where several may act, chance says who is first."""
    match = umpire.match
    while not match.over:
        seats = sorted(match.to_act)
        seat = seats[int(luck.integers(len(seats)))]
        hands[seat].act(umpire, seat)
