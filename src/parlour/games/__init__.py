"""The games. Adding one adds a rule file and one line here."""

from __future__ import annotations

from ..engine.errors import UnknownGame
from ..engine.game import Game
from .freaky import Freaky
from .game_on import GameOn
from .game_on_coop import GameOnCoop
from .go_fox import GoFox
from .ka_blam import KaBlam
from .read_and_grab import ReadAndGrab
from .shapes import Shapes, ShapesDraft, ShapesPass, ShapesSurvivor

GAMES: tuple[type[Game], ...] = (
    KaBlam,
    GoFox,
    ReadAndGrab,
    Freaky,
    GameOn,
    GameOnCoop,
    Shapes,
    ShapesSurvivor,
    ShapesPass,
    ShapesDraft,
)


def find(name: object) -> type[Game]:
    """The game of this name, or UnknownGame."""
    for game in GAMES:
        if game.id == name:
            return game
    raise UnknownGame(f"there is no game {name!r}; there are {', '.join(game.id for game in GAMES)}")
