"""How fast the rules run on this machine: in bulk, and a step at a time from Python."""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from ..engine import drivers
from ..engine.batch import play_many
from ..engine.game import Game
from ..engine.match import Match
from ..games import GAMES

Row = dict[str, Any]  # what was measured: "what", "unit", "runs", "median"

_REPEATS = 5


def row(what: str, unit: str, runs: list[float]) -> Row:
    return {"what": what, "unit": unit, "runs": runs, "median": statistics.median(runs)}


def measure(seconds: float = 1.0, repeats: int = _REPEATS) -> list[Row]:
    """Every figure several times, `seconds` of work each."""
    rows = []
    for kind in GAMES:
        game = kind(4)
        for threads in (1, 2):
            runs = [bulk(game, seconds / repeats, threads) for _ in range(repeats)]
            rows.append(row(f"{kind.id}, 4 players, random, {threads} thread{'s' * (threads > 1)}", "moves/s", runs))
    for kind in GAMES:
        rows.append(row(f"{kind.id}: one step from Python", "us", [step(kind(4)) for _ in range(repeats)]))
        rows.append(row(f"{kind.id}: Match.play, checked and recorded", "us", [play(kind(4)) for _ in range(repeats)]))
    return rows


def bulk(game: Game, seconds: float, threads: int) -> float:
    """Moves a second of whole random games, the deal included."""
    games, ways = 256 * threads, [drivers.RANDOM] * game.players

    def moves(games: int) -> int:
        chunk = max(1, games // (8 * threads))
        return sum(int(part.lengths.sum()) for part in play_many(game, games, ways, 1, threads, chunk))

    began = time.perf_counter()
    moves(games)
    while (took := time.perf_counter() - began) < seconds / 8:
        games *= 2
        began = time.perf_counter()
        moves(games)
    games = max(256, int(games * seconds / took))
    began = time.perf_counter()
    done = moves(games)
    return done / (time.perf_counter() - began)


def step(game: Game, steps: int = 20_000) -> float:
    """Microseconds of one compiled step, as a program that keeps states in an array calls it."""
    plan, states = _planned(game, steps), game.template()
    apply = drivers.step.compiled
    drivers.begin(states, 0, 1, 1)
    times = []
    for seat, move, fresh in plan:
        if fresh:
            states = game.template()
            drivers.begin(states, 0, 1, fresh)
        began = time.perf_counter_ns()
        apply(states, 0, seat, move)
        times.append(time.perf_counter_ns() - began)
    return statistics.median(times) / 1000


def play(game: Game, steps: int = 5_000) -> float:
    """Microseconds of `Match.play`: the move is read, checked, carried out and recorded."""
    match, times = Match(game, 1), []
    for seat, move, fresh in _planned(game, steps):
        if fresh:
            match = Match(game, fresh)
        began = time.perf_counter_ns()
        match.play(seat, move)
        times.append(time.perf_counter_ns() - began)
    return statistics.median(times) / 1000


def _planned(game: Game, steps: int) -> list[tuple[int, int, int]]:
    """Random legal moves through as many games as it takes: seat, move, and the seed where a new game begins."""
    plan: list[tuple[int, int, int]] = []
    rng, seed = np.random.default_rng(1), 0
    while len(plan) < steps:
        seed += 1
        match, fresh = Match(game, seed), seed
        while not match.over and len(plan) < steps:
            seat = min(match.to_act)
            moves = match.legal(seat)
            move = int(moves[rng.integers(len(moves))])
            plan.append((seat, move, fresh))
            fresh = 0
            match.play(seat, move)
    return plan
