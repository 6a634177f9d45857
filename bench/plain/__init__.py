"""The games in plain Python: what the rules cost when nothing is compiled."""

import platform
import random
from collections.abc import Callable
from typing import Any

from bench.peers.rates import rates, timed
from bench.plain import freaky, game_on, game_on_coop, ka_blam, shapes

PLAYERS = 4
GAMES: dict[str, Callable[[int, random.Random], int]] = {
    "ka-blam": ka_blam.play,
    "freaky": freaky.play,
    "game-on": game_on.play,
    "game-on-coop": game_on_coop.play,
    "shapes": shapes.play,
}


def measure_plain(seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Moves a second of the plain references, deal included, in the rows of `bench.peers.run.measure`."""
    return [_row(name, seconds, repeats) for name in GAMES]


def _row(name: str, seconds: float, repeats: int) -> dict[str, Any]:
    rng = random.Random(1)
    return {
        "peer": "plain Python",
        "path": "objects",
        "game": f"{name}, {PLAYERS} players",
        "version": platform.python_version(),
        "moves_per_second": rates(timed(lambda: GAMES[name](PLAYERS, rng)), seconds, repeats),
    }
