"""Compiling ahead: every driver for every game, so that no player's first move waits for the compiler."""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from . import drivers
from .chance import DICE
from .game import Game
from .match import Match
from .rule import Rule, cache_directory, cache_home, can_keep, is_plain

_STALE_DAYS = 30


def tasks(games: tuple[type[Game], ...]) -> Iterator[tuple[type[Game], Rule, Callable[[], Any]]]:
    """What there is to compile, each as a call that compiles it or loads it from the cache.

    The calls are made with the very types that `Match` and `Batch` use: another type would be compiled anew.
    """
    for kind in games:
        game = kind()
        yield from ((kind, driver, call) for driver, call in _calls(game))


def _calls(game: Game) -> Iterator[tuple[Rule, Callable[[], Any]]]:
    states = game.template()
    yield drivers.begin, lambda: drivers.begin(states, 0, 1, 0)
    match = Match(game, 0)
    seats, moves = np.array([min(match.to_act)]), np.zeros((1, game.move_words), np.uint64)
    seat, dice, ways = int(seats[0]), np.zeros(1, DICE), np.zeros(game.players, np.int64)
    yield drivers.legal_moves, lambda: drivers.legal_moves(match.states, 0, 1, seats, moves)
    number = int(match.legal(seat)[0])
    yield drivers.step, lambda: drivers.step(match.copy().states, 0, seat, number)
    yield drivers.step_many, lambda: drivers.step_many(match.copy().states, 0, 1, seats, np.array([number]))
    yield drivers.look_away, lambda: match.redealt(seat, 0)
    yield drivers.points, lambda: match.scores
    yield drivers.choose, lambda: drivers.choose(match.states, 0, seat, 0, game.move_room(), dice)
    lengths, winners = np.zeros(1, np.int32), np.zeros(1, np.int16)
    yield (
        drivers.playouts,
        lambda: drivers.playouts(game.template(), 0, 0, ways, game.move_room(), lengths, winners, states[:0]),
    )


def compile_games(games: tuple[type[Game], ...]) -> Iterator[type[Game]]:
    """Compile all for these games, several at once where there are cores for it; each game as it is done."""
    of_each_kind = {kind.state: kind for kind in games}.values()  # variants share what is compiled
    workers = min(os.cpu_count() or 1, len(of_each_kind))
    if workers > 1 and can_keep() and not is_warm():
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for future in as_completed([pool.submit(compile_game, kind) for kind in of_each_kind]):
                yield future.result()
    # Processes that write to the cache at the same moment can undo each other's work. What is missing is made up for.
    for kind in games:
        yield compile_game(kind)


def compile_game(kind: type[Game]) -> type[Game]:
    for _, _, compile_one in tasks((kind,)):
        compile_one()
    return kind


def is_warm() -> bool:
    """Whether nothing is left to compile: these sources were compiled here before, all of them."""
    return is_plain() or _mark().exists()


def mark_warm() -> None:
    """Remember that all was compiled, and forget what other sources left behind a month ago or more."""
    with contextlib.suppress(OSError):  # a cache that cannot be written was told of when it was needed
        _mark().touch()
        for folder in cache_home().glob("rules-*"):
            if folder != cache_directory() and time.time() - folder.stat().st_mtime > _STALE_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)


def _mark() -> Path:
    return mark("complete", Path(__file__))


def mark(what: str, source: Path) -> Path:
    """The file whose being there says that this has been compiled from that source."""
    # Numba looks for its files by these: for a second checkout, or after an upgrade, nothing is compiled yet.
    where = (str(source), source.read_bytes(), sys.version, version("numba"), platform.machine())
    return cache_directory() / f"{what}-{hashlib.sha256(repr(where).encode()).hexdigest()[:8]}"
