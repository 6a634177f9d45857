"""A table with a tower on it: pieces are placed by a hand, and what falls is not for the rules to say.

With `falls=model` the rules decide, and this is a table as any other. With `falls=physics` an umpire watches over the
tower, and whoever does not say where a piece goes leaves it to a steady hand.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from .. import physics
from ..bots.levels import bots_for
from ..bots.steady import SteadyHand
from ..engine.game import Game
from ..engine.match import Move
from ..tower import Umpire
from ..tower.picture import tower_svg
from ..tower.placing import Placement, pose_for
from .reading import NotUnderstood
from .table import Table
from .views.plain import YOU
from .views.shapes import GO_ON, LET_GO, PLACE_EXAMPLE, ShapesView

# What a person may say: millimetres and degrees.
_LIMITS = (("x", -150.0, 150.0), ("z", -150.0, 150.0), ("turn", -360.0, 360.0), ("height", 0.0, 600.0))
_PHYSICS = ("falls", "physics")
_VERBS = {"laying": "lay", "placing": "take", "playing": "take", "picking": "keep", "arranging": "put"}
_STEADY = ("h", "hand", "steady", "let the hand do it")
_WHOLE_TURN = ("t", "turn", "whole turn", "the whole turn")


def suggested(game: Game) -> dict[str, Any]:
    """What the game recommends, as far as it can be had here: not every machine has physics."""
    return {
        name: value for name, value in game.suggestions().items() if (name, value) != _PHYSICS or physics.available()
    }


def with_tower(kind: type[Game], players: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a table for people: on the real tower, unless they say otherwise."""
    recommended = suggested(kind(players, **options)).items()
    return {**{name: value for name, value in recommended if (name, value) == _PHYSICS}, **options}


def table_for(game: Game) -> type[Table]:
    return TowerTable if game.box == "shapes" else Table


class TowerTable(Table):
    """A table of Shapes: pieces are carried and let go, and after each the picture of the tower is drawn anew."""

    view: ShapesView

    def __init__(self, game: Game, bots: str, seed: int | None, names: Sequence[str] | None, console: Console) -> None:
        super().__init__(game, bots, seed, names, console)
        self._umpire: Umpire | None = None
        self.hands: dict[int, SteadyHand] = {}
        if self.umpire:
            self.give_hands(bots_for(bots, game.players - 1), game.settings["hand"])
        self.placement: Placement | None = None  # where the person wants the piece; None: wherever a steady hand would
        self.unstopped = 0  # the turn that the person does not want to stop
        self.drawn: dict[str, Any] | None = None  # the scene of which there is a picture

    @property
    def umpire(self) -> Umpire | None:
        """Of the match on this table, where the tower itself decides."""
        if self._umpire is None or self._umpire.match is not self.match:
            self._umpire = Umpire(self.match) if self.match.game.needs_umpire else None
        return self._umpire

    @property
    def scene(self) -> dict[str, Any]:
        """Where everything lies that is at rest; before the first placement, nothing."""
        return self.match.scene or {"poses": {}}

    def give_hands(self, ways: Sequence[str], level: str) -> None:
        """Everyone has one. All but the little bots then also choose their cards by the looks of the tower."""
        for seat, way in enumerate(["greedy", *ways]):
            good = way not in ("random", "little")
            self.hands[seat] = SteadyHand("good" if good else "easy", level, self.dice.getrandbits(62))
            if seat != YOU and good:
                self.bots[seat] = self.hands[seat]

    # Moves

    def persons_move(self) -> None:
        let = self.choice(GO_ON)
        turn = self.match.view(YOU)["turn"]
        if let is not None and turn == self.unstopped:
            self.make(YOU, let)
            return
        self.unstopped = 0
        super().persons_move()

    def choice(self, words: str) -> Move | None:
        """The move of these words, if the person can make it."""
        return next((move for move in self.match.choices(YOU) if str(move) == words), None)

    def meant(self, text: str) -> Move | None:
        let_go, go_on = self.choice(LET_GO), self.choice(GO_ON)
        if let_go is not None and self.umpire:
            self.placement = None if text.lower() in _STEADY else read_placement(text)
            return let_go
        if go_on is not None and text.lower() in _WHOLE_TURN:
            self.unstopped = self.match.view(YOU)["turn"]
            return go_on
        try:
            return super().meant(text)
        except NotUnderstood as problem:
            misread = problem
        verb = _VERBS.get(self.match.view(YOU)["stage"], "")
        with contextlib.suppress(NotUnderstood):  # a card alone is enough, also to be told why it does not go
            return super().meant(f"{verb} {text}")
        raise misread

    def command(self, text: str) -> bool:
        if text.lower() in _STEADY and self.umpire and self.choice(LET_GO) is not None:
            return False  # here h is no call for help
        return super().command(text)

    def perform(self, seat: int, move: Move) -> None:
        umpire = self.umpire
        if umpire is None:
            super().perform(seat, move)
            return
        place, self.placement = self.placement, None
        if str(move) != LET_GO:
            umpire.play(seat, move)
        elif place is None:
            self.hands[seat].place(umpire)
        else:
            self.put(umpire, place)
        if not self.match.to_act:
            umpire.run_to_rest()
        self.draw_picture()

    def put(self, umpire: Umpire, place: Placement) -> None:
        """Carry the held piece where the person said and let go of it, unless something fell meanwhile."""
        pose = pose_for(self.match.view(YOU)["held"], place, self.scene["poses"], umpire.pieces)
        umpire.carry(*pose.place, pose.turn)
        if umpire.stack.held is not None:
            umpire.let_go()

    # The picture

    def draw(self, waiting: bool = False) -> None:
        self.draw_picture()
        super().draw(waiting)

    def draw_picture(self) -> None:
        """Write the tower's picture anew if it has changed; where that cannot be done there is none."""
        scene = self.scene
        if not self.match.game.needs_umpire or scene == self.drawn:
            return
        self.drawn = scene
        picture = tower_svg(scene["poses"], self.match.game.settings["pieces"], title=self.match.game.title)
        try:
            place = self.view.picture or Path(tempfile.mkdtemp(prefix="parlour-")) / "tower.svg"
            new = place.with_suffix(".new")
            new.write_text(picture, encoding="utf-8")
            os.replace(new, place)  # at once: someone may be looking at it
        except OSError:
            self.view.picture = None
        else:
            self.view.picture = place


def read_placement(text: str) -> Placement:
    """`20 -10 45`, `20 -10 45 60`, `20 -10 upright`: x, z, turn and height, and how it stands."""
    right = f"Say x and z in mm, then turn in degrees and height in mm if you like: {PLACE_EXAMPLE}"
    words = text.lower().replace(",", " ").replace("on its edge", "edge").replace("on edge", "edge").split()
    stances = {"flat": "flat", "edge": "on edge", "upright": "upright"}
    stance, numbers = "flat", []
    for word in words:
        if word in stances:
            stance = stances[word]
            continue
        try:
            numbers.append(float(word.removesuffix("mm").removesuffix("°")))
        except ValueError:
            raise NotUnderstood(f"{word!r} is no number. {right}; also upright or on edge.") from None
    if not 2 <= len(numbers) <= 4:
        raise NotUnderstood(f"{right}; also upright or on edge. Enter lets a steady hand do it.")
    for number, (what, least, most) in zip(numbers, _LIMITS, strict=False):
        if not least <= number <= most:  # what is no number is not, either
            raise NotUnderstood(f"{what} goes from {least:g} to {most:g}, and {number:g} does not.")
    x, z, turn = (*numbers, 0.0)[:3]
    return Placement(x, z, turn, numbers[3] if len(numbers) == 4 else None, stance)
