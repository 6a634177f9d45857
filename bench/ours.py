"""Our own figures: moves in bulk, steps from Python, memory, and how long a person waits."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import parlour
from parlour.lab import speed

PLAYERS = 4
GAMES: dict[str, dict[str, Any]] = {
    "ka-blam": {"length": "short"},
    "go-fox": {},
    "read-and-grab": {},
    "freaky": {},
    "game-on": {},
    "game-on-coop": {},
    "shapes": {},
}
MILLION = 1_000_000


def bulk(seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Whole random games on one thread, the deal included."""
    return [_row(name, 1, seconds, repeats) for name in GAMES]


def on_two_threads(seconds: float, repeats: int) -> list[dict[str, Any]]:
    """One thread and two, by turns, so that both see the same machine."""
    one, two = _blank("ka-blam", 1, "one thread, unpinned"), _blank("ka-blam", 2, "two threads")
    game = parlour.find("ka-blam")(PLAYERS, **GAMES["ka-blam"])
    for _ in range(repeats):
        one["moves_per_second"].append(round(speed.bulk(game, seconds, 1)))
        two["moves_per_second"].append(round(speed.bulk(game, seconds, 2)))
    return [one, two]


def _row(name: str, threads: int, seconds: float, repeats: int) -> dict[str, Any]:
    row = _blank(name, threads, "compiled rules")
    game = parlour.find(name)(PLAYERS, **GAMES[name])
    row["moves_per_second"] = [round(speed.bulk(game, seconds, threads)) for _ in range(repeats)]
    return row


def _blank(name: str, threads: int, path: str) -> dict[str, Any]:
    return {
        "peer": "Parlour",
        "path": path,
        "game": f"{name}, {PLAYERS} players",
        "threads": threads,
        "version": parlour.__version__,
        "moves_per_second": [],
    }


def figures(repeats: int) -> dict[str, float]:
    """What is not moves in bulk. Times are medians."""
    game = parlour.find("ka-blam")(PLAYERS)
    found = {
        "step us": statistics.median(speed.step(game) for _ in range(repeats)),
        "play us": statistics.median(speed.play(game) for _ in range(repeats)),
        "million games MiB": _memory_of_a_million(),
        "games command s": _waited(repeats, "games"),
        "first simulation s": _waited(repeats, "simulate", "go-fox", "--games", "1", "--json"),
    }
    with tempfile.TemporaryDirectory() as cold:
        found["warm s"] = _waited(1, "warm", cache=cold)
    for name in GAMES:
        found[f"{name}: state bytes"] = float(parlour.find(name).state.itemsize)
        found[f"{name}: moves"] = float(len(parlour.find(name).move_names))
    return found


def _memory_of_a_million() -> float:
    """How much a process grows by that holds a million games and moves in each of them."""
    code = (
        "import resource, sys, parlour\n"
        "from parlour.engine.batch import Batch\n"
        "game = parlour.find('ka-blam')(4)\n"
        "Batch(game, 10, threads=1)\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"batch = Batch(game, {MILLION}, threads=1)\n"
        "seats = batch.seats()\n"
        "after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print((after - before) / (1024 if sys.platform != 'darwin' else 1024 * 1024))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def _waited(repeats: int, *arguments: str, cache: str | None = None) -> float:
    """Seconds from pressing Enter to the end of a command."""
    environment = {**os.environ, **({"PARLOUR_CACHE": cache} if cache else {})}
    command = [str(Path(sys.executable).parent / "parlour"), *arguments]
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, env=environment)
        times.append(time.perf_counter() - began)
    return statistics.median(times)
