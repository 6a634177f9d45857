"""The two simple bots: `random` makes any legal move, `greedy` what a sensible child would make of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine import drivers
from ..engine.chance import DICE
from ..engine.errors import BadOption
from ..engine.match import Match, Move

WAYS = {"random": drivers.RANDOM, "greedy": drivers.GREEDY}


class SimpleBot:
    """Chooses moves for one seat. It is shown the match with all that the seat cannot know dealt anew."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._way = way(name)
        self._dice = np.zeros(1, DICE)
        self._dice[0].rng = np.uint64(seed)
        self._looks = seed

    def choose(self, match: Match, seat: int) -> Move:
        self._looks += 1
        shown = match.redealt(seat, self._looks)
        number: Any = drivers.choose(shown.states, 0, seat, self._way, match.game.move_room(), self._dice)
        return Move(int(number), match.game.move_names[number])


def way(name: str) -> int:
    """The number by which compiled loops know a bot."""
    if not isinstance(name, str) or name not in WAYS:
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(WAYS)}")
    return WAYS[name]
