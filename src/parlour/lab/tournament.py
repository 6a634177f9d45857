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
from ..engine.errors import BadOption
from ..engine.game import Game
from ..engine.match import Match
from ..engine.options import read_seed, whole_number
from ..games import find
from .files import pyplot, save_chart
from .simulate import MOST_THREADS, Progress, wilson

_SAMPLES, _HARDLY = 400, 1e-6  # for the intervals of ratings; and the least that a deal counts in one
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
    """How a bot did in its games. Where it had several seats in one, they count together: what one wins, they win.

    So a game is a game, however many of its seats were the bot's, and the interval is of as many games. That those of
    one deal are alike is left aside: every bot had every seat of it, so that luck of the deal mostly cancels out, and
    the interval is rather too wide than too narrow.
    """

    name: str
    games: int = 0  # in which it took part
    wins: float = 0.0
    scores: list[int] = field(default_factory=list, repr=False)  # of each of its seats
    milliseconds: list[float] = field(default_factory=list, repr=False)
    rating: float = 0.0
    rating_low: float = 0.0
    rating_high: float = 0.0

    @property
    def share(self) -> tuple[float, float, float]:
        return wilson(self.wins, self.games)

    def as_dict(self) -> dict[str, Any]:
        share, low, high = self.share
        times, scores = np.array(self.milliseconds or [0.0]), np.array(self.scores or [0])
        return {
            "name": self.name,
            "games": self.games,
            "wins": self.wins,
            "share": share,
            "interval": [low, high],
            "mean_score": float(scores.mean()),
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
    def even(self) -> float:
        """The share of its games that each would win if all played alike well."""
        return 1 / min(self.players, len(self.bots))

    @property
    def finished(self) -> bool:
        return self.games == self.asked

    def standings(self) -> list[Standing]:
        """Every bot, the best first."""
        found = {name: Standing(name) for name in self.bots}
        for result in self.results:
            for name in set(result.seating.names):
                seats = [seat for seat, other in enumerate(result.seating.names) if other == name]
                one, won = found[name], sum(result.won[seat] for seat in seats)
                one.games += 1
                one.wins += won / len(seats) if self.team else won
                for seat in seats:
                    one.scores.append(result.scores[seat])
                    one.milliseconds += result.milliseconds[seat]
        for name, (rating, low, high) in self._ratings().items():
            found[name].rating, found[name].rating_low, found[name].rating_high = rating, low, high
        return sorted(found.values(), key=lambda one: -one.share[0])

    def _ratings(self) -> dict[str, tuple[float, float, float]]:
        """On Elo's scale, about 0 on average, with intervals that hold the true one in 95 of 100 cases.

        The intervals are from samples in which every deal counts for more or less by chance (the Bayesian bootstrap),
        since games of one deal are alike. To each are added, for each two bots, half a deal that the one won and half a
        deal that the other won, which count by chance, too: what is known of few deals is little, even if one bot won
        them all, and of a bot that did not play nothing is known.
        """
        by_deal: dict[int, np.ndarray[Any, Any]] = {}
        for result in self.results:
            met = by_deal.setdefault(result.seating.deal, np.zeros((len(self.bots), len(self.bots))))
            met += self._met(result)
        if not by_deal or len(self.bots) < 2:
            return {}
        met, luck = np.array([by_deal[deal] for deal in sorted(by_deal)]), np.random.default_rng(self.seed)
        games = met + met.transpose(0, 2, 1)
        a_deal = games.sum(0) / np.maximum(1, (games > 0).sum(0)) + (games.sum(0) == 0)  # of each two, in games
        samples = []
        for _ in range(_SAMPLES):
            counts, virtual = luck.gamma(1.0, size=len(met)), luck.gamma(0.5, size=a_deal.shape)
            samples.append(_fit(np.tensordot(counts, met, 1) + np.maximum(_HARDLY, virtual) * a_deal))
        rating = _fit(met.sum(0) + 0.5)
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
    """Strengths by which each would be ahead as often as it was (Bradley and Terry's)."""
    ahead = met * (1 - np.eye(len(met)))
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
    """A chart of the shares of wins with their intervals, in a new file."""
    standings = found.standings()[::-1]
    shares = np.array([one.share for one in standings]) * 100
    figure, axes = pyplot().subplots(figsize=(7, 1.2 + 0.5 * len(standings)), layout="constrained")
    errors = np.abs(shares[:, 1:].T - shares[:, 0])
    axes.barh([one.name for one in standings], shares[:, 0], xerr=errors, color="#4a7c8c", ecolor="#222", capsize=4)
    if not found.team:
        axes.axvline(100 * found.even, color="#888", linestyle=":", label="even")
        axes.legend(loc="lower right", frameon=False)
    axes.set_xlim(0, 100)
    axes.set_xlabel(f"% of games won, with 95 % intervals; {found.games:,} games of {find(found.game).title}")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    save_chart(figure, path)
