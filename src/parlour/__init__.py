"""Parlour: tabletop games by the printed rules, written once and compiled.

```python
import parlour

match = parlour.new("ka-blam", players=4, seed=7, length="short")
seat = min(match.to_act)
match.play(seat, match.legal(seat)[0])
```
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .engine.errors import (
    BadComponent,
    BadOption,
    BadPosition,
    BadRecord,
    BadScene,
    IllegalMove,
    ParlourError,
    UnknownGame,
)
from .engine.game import Game
from .engine.match import Match, Move, game_of, read_record
from .games import GAMES, find
from .lab.simulate import Figures, simulate

__version__ = "0.1.0"
__all__ = [
    "GAMES",
    "BadComponent",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadScene",
    "Figures",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "ParlourError",
    "UnknownGame",
    "find",
    "new",
    "position",
    "replay",
    "simulate",
]


def new(game: str, players: int | None = None, seed: int | None = None, **options: Any) -> Match:
    """Deal a new match. Without a seed it is dealt by chance; options are the game's own (`parlour rules GAME`)."""
    return Match(find(game)(players, **options), seed)


def replay(record: Mapping[str, Any] | str | bytes) -> Match:
    """The match that a record tells of (`Match.record`, or its JSON), with every move checked and played again."""
    return read_record(record, find)


def position(game: str, position: Mapping[str, Any] | str) -> Match:
    """A match set up in the middle of things: the mapping that `Match.position` gives, or its JSON.

    What may be left out is filled in: by the only possible value, or by that of a fresh table (two players, seat 0 to
    act, no points). What may not be is reported, and so is a card that is missing or stands twice. `"..."` in one stack
    stands for all cards named nowhere else. Chance to come is the same every time unless `chance` says otherwise.
    """
    if isinstance(position, str):
        try:
            position = json.loads(position)
        except (ValueError, RecursionError) as error:
            raise BadPosition(f"position: not JSON ({error})") from None
    if not isinstance(position, Mapping):
        raise BadPosition("position: a position is a JSON object")
    if position.get("game", game) != game:
        raise BadPosition(f"position: this is a position of {position['game']!r}, not of {game!r}")
    options = position.get("options", {})
    if not isinstance(options, Mapping):
        raise BadPosition("position: options must be an object")
    return Match.from_position(game_of(find(game), position.get("players"), options), position)
