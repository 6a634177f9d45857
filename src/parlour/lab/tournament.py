"""Tournaments between bots: the same deals for all, from every seat, and what that tells of how well they play."""

from __future__ import annotations

import itertools
import math
import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ..bots import search
from ..bots.levels import LEVELS, bot, can_search, check, thinks
from ..engine.batch import refuse_umpire
from ..engine.errors import BadOption, ParlourError
from ..engine.game import Game
from ..engine.match import Match
from ..engine.options import read_seed, whole_number
from ..games import find
from .simulate import MOST_THREADS, Progress, wilson

_SAMPLES = 200  # of all deals, for the intervals of ratings
_ELO = 400 / math.log(10)
_FAST = 64  # games between bots that do not search, played at one go


@dataclass(frozen=True)
class Seating:
    """One game to be played: a deal, and who sits where."""

    deal: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    seating: Seating
    won: tuple[float, ...]  # by each seat; a shared win in parts, but a team wins together
    scores: tuple[int, ...]
    milliseconds: tuple[tuple[float, ...], ...]  # of each decision, by seat


@dataclass
class Standing:
    """How a bot did."""

    name: str
    together: int = 1  # seats that always win or lose as one
    games: int = 0  # seats it had, over all games
    wins: float = 0.0
    points: float = 0.0
    milliseconds: list[float] = field(default_factory=list, repr=False)
    rating: float = 0.0
    rating_low: float = 0.0
    rating_high: float = 0.0

    @property
    def share(self) -> tuple[float, float, float]:
        return wilson(self.wins / self.together, self.games // self.together)

    def as_dict(self) -> dict[str, Any]:
        share, low, high = self.share
        times = np.array(self.milliseconds or [0.0])
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "share": share,
            "interval": [low, high],
            "mean_score": self.points / max(1, self.games),
            "mean_ms": float(times.mean()),
            "p95_ms": float(np.percentile(times, 95)),
            "rating": self.rating,
            "rating_interval": [self.rating_low, self.rating_high],
        }


@dataclass
class Tournament:
    """What came of it, of the games played by now, were it stopped early."""

    game: str
    players: int
    bots: list[str]
    options: dict[str, Any]
    seed: int
    asked: int
    team: bool
    results: list[Result] = field(default_factory=list, repr=False)
    seconds: float = 0.0

    @property
    def games(self) -> int:
        return len(self.results)

    @property
    def finished(self) -> bool:
        return self.games == self.asked

    def standings(self) -> list[Standing]:
        """Every bot, the best first."""
        found = {name: Standing(name, self.players if self.team else 1) for name in self.bots}
        for result in self.results:
            for seat, name in enumerate(result.seating.names):
                one = found[name]
                one.games += 1
                one.wins += result.won[seat]
                one.points += result.scores[seat]
                one.milliseconds += result.milliseconds[seat]
        for name, (rating, low, high) in self._ratings().items():
            found[name].rating, found[name].rating_low, found[name].rating_high = rating, low, high
        return sorted(found.values(), key=lambda one: -one.share[0])

    def _ratings(self) -> dict[str, tuple[float, float, float]]:
        """On Elo's scale, about 0 on average; the intervals from samples of the deals, since games of one are alike."""
        by_deal: dict[int, np.ndarray[Any, Any]] = {}
        for result in self.results:
            met = by_deal.setdefault(result.seating.deal, np.zeros((len(self.bots), len(self.bots))))
            met += self._met(result)
        if not by_deal or len(self.bots) < 2:
            return {}
        met = np.array([by_deal[deal] for deal in sorted(by_deal)])
        luck = np.random.default_rng(self.seed)
        rating = _fit(met.sum(0))
        samples = [_fit(met[luck.integers(len(met), size=len(met))].sum(0)) for _ in range(_SAMPLES)]
        low, high = np.percentile(samples, [2.5, 97.5], axis=0)
        return {name: (rating[n], low[n], high[n]) for n, name in enumerate(self.bots)}

    def _met(self, result: Result) -> np.ndarray[Any, Any]:
        """Who was ahead of whom, [winner, loser]; where all win or lose together, against all others as against par."""
        met = np.zeros((len(self.bots), len(self.bots)))
        places = [self.bots.index(name) for name in result.seating.names]
        if self.team:
            mine, won = places[0], result.won[0]
            for other in range(len(self.bots)):
                if other != mine:
                    met[mine, other] += won
                    met[other, mine] += 1 - won
            return met
        for one, other in itertools.permutations(range(self.players), 2):
            if places[one] != places[other]:
                lead = result.won[one] - result.won[other]
                met[places[one], places[other]] += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        return met

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "finished": self.finished,
            "options": self.options,
            "seed": self.seed,
            "seconds": self.seconds,
            "bots": [one.as_dict() for one in self.standings()],
        }


def _fit(met: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Strengths by which each would be ahead as often as it was (Bradley and Terry's), half a game added each way."""
    ahead = met + 0.5 * (1 - np.eye(len(met)))
    games, wins = ahead + ahead.T, ahead.sum(1)
    strength = np.ones(len(met))
    for _ in range(100):
        strength = wins / np.maximum(1e-9, (games / (strength[:, None] + strength[None, :])).sum(1))
        strength /= np.exp(np.log(strength).mean())
    rating: np.ndarray[Any, Any] = _ELO * np.log(strength)
    return rating


def seatings(bots: Sequence[str], players: int, team: bool) -> Iterator[Seating]:
    """Without end: for each deal every bot from every seat; a team is all of one kind, and each kind plays the deal."""
    for deal in itertools.count():
        if team:
            for name in bots:
                yield Seating(deal, (name,) * players)
            continue
        parties = list(itertools.combinations(bots, min(players, len(bots))))
        party = parties[deal % len(parties)]
        for turn in range(players):
            yield Seating(deal, tuple(party[(seat + turn) % players % len(party)] for seat in range(players)))


def tournament(
    game: str,
    bots: str | Sequence[str] = ("master", "clever", "fair"),
    games: int = 100,
    players: int | None = None,
    seed: int = 1,
    processes: int | None = None,
    progress: bool | Callable[[int, int], None] = True,
    **options: Any,
) -> Tournament:
    """Let bots play each other. Ctrl-C ends it early, and what comes of it is of the games played by then.

    Which process plays which game changes nothing but the time, as long as no bot's time runs out (see `Level`).
    """
    names = [name.strip() for name in bots.split(",")] if isinstance(bots, str) else list(bots)
    for name in names:
        check(name)
    if len(set(names)) != len(names):
        raise BadOption(f"bots: {', '.join(names)} names one twice; each plays from every seat anyway")
    wanted = whole_number(games)
    if wanted is None or wanted < 1:
        raise BadOption(f"games: expected a whole number of at least 1, found {games!r}")
    workers = (os.cpu_count() or 1) if processes is None else whole_number(processes)
    if workers is None or not 1 <= workers <= MOST_THREADS:
        raise BadOption(f"processes: expected a whole number from 1 to {MOST_THREADS}, found {processes!r}")
    kind = find(game)
    table = kind(players, **options)
    refuse_umpire(table)
    if any(name in LEVELS for name in names) and not can_search(table):
        raise BadOption(f"{kind.title} has no {', '.join(LEVELS)}; there, hands are steady or not: simulate --physics")
    found = Tournament(game, table.players, names, table.plain_settings, read_seed(seed), wanted, kind.all_may_lose)
    with Progress(wanted, progress) as shown:
        began = time.perf_counter()
        try:
            _prepare(table, names)
            began = time.perf_counter()
            for result in _played(table, found, workers):
                found.results.append(result)
                found.seconds = time.perf_counter() - began
                shown(found.games)
        except KeyboardInterrupt:
            found.seconds = time.perf_counter() - began
    found.results.sort(key=lambda result: (result.seating.deal, result.seating.names))
    return found


def _prepare(table: Game, names: Sequence[str]) -> None:
    """Compile before others load: several processes would each compile for themselves."""
    if any(thinks(name, table) for name in names):
        search.warm(type(table))


def _played(table: Game, found: Tournament, workers: int) -> Iterator[Result]:
    wanted = itertools.islice(seatings(found.bots, found.players, found.team), found.asked)
    slow = any(thinks(name, table) for name in found.bots)
    parts = iter(lambda: list(itertools.islice(wanted, 1 if slow else _FAST)), [])
    if workers == 1:
        for part in parts:
            yield from play(table, found.seed, part)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_ctrl_c)
    running: set[Future[list[Result]]] = set()
    try:
        for part in parts:
            running.add(pool.submit(play, table, found.seed, part))
            if len(running) >= 2 * workers:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from future.result()
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield from future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _leave_ctrl_c() -> None:
    """Ctrl-C is for the process that counts; it ends the others."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def play(table: Game, seed: int, part: Sequence[Seating]) -> list[Result]:
    """Play some games of a tournament."""
    return [_play_one(table, seed, seating) for seating in part]


def _play_one(table: Game, seed: int, seating: Seating) -> Result:
    luck = random.Random(f"{seed} {seating.deal}")  # the same for all who play this deal
    match = Match(table, luck.getrandbits(62))
    bots = [bot(name, luck.getrandbits(62)) for name in seating.names]
    times: list[list[float]] = [[] for _ in bots]
    while not match.over:
        acting = sorted(match.to_act)
        seat = acting[0] if len(acting) == 1 else luck.choice(acting)
        choices = match.legal(seat)
        began = time.perf_counter()
        move = bots[seat].choose(match, seat) if len(choices) > 1 else choices[0]
        if len(choices) > 1:
            times[seat].append((time.perf_counter() - began) * 1000)
        match.play(seat, move)
    part = 1.0 if table.all_may_lose else 1 / max(1, len(match.winners))
    won = tuple(part if seat in match.winners else 0.0 for seat in range(table.players))
    return Result(seating, won, tuple(match.scores), tuple(map(tuple, times)))


def draw(found: Tournament, path: Path) -> None:
    """A chart of the shares of wins with their intervals, as an image by the file's ending."""
    try:
        import matplotlib
    except ImportError:
        raise ParlourError("a plot needs matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    standings = found.standings()[::-1]
    shares = np.array([one.share for one in standings]) * 100
    figure, axes = pyplot.subplots(figsize=(7, 1.2 + 0.5 * len(standings)), layout="constrained")
    errors = np.abs(shares[:, 1:].T - shares[:, 0])
    axes.barh([one.name for one in standings], shares[:, 0], xerr=errors, color="#4a7c8c", ecolor="#222", capsize=4)
    even = 50.0 if found.team else 100 / found.players
    if not found.team:
        axes.axvline(even, color="#888", linestyle=":", label="even")
        axes.legend(loc="lower right", frameon=False)
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"% of games won, with 95 % intervals; {found.games:,} games of {find(found.game).title}")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise ParlourError(f"{path} cannot be written: {error}") from None
    finally:
        pyplot.close(figure)
