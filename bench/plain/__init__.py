"""KA-BLAM! in plain Python: what the rules cost when nothing is compiled."""

import platform
import random
from typing import Any

from bench.peers.rates import rates, timed
from bench.plain.ka_blam import play

PLAYERS = 4


def measure_plain(seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Moves a second of the plain reference, deal included, in the rows of `bench.peers.run.measure`."""
    rng = random.Random(1)
    return [
        {
            "peer": "plain Python",
            "path": "objects",
            "game": f"ka-blam, {PLAYERS} players",
            "version": platform.python_version(),
            "moves_per_second": rates(timed(lambda: play(PLAYERS, rng)), seconds, repeats),
        }
    ]
