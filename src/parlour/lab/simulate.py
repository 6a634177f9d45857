"""Many games between bots, and what they tell: who wins, how long it takes, whether starting helps."""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..bots.levels import bot, bots_for, thinks
from ..bots.simple import WAYS, way
from ..engine.batch import Played, play_many, refuse_umpire
from ..engine.errors import BadOption
from ..engine.game import Game
from ..engine.match import Match
from ..engine.options import read_seed, whole_number
from ..games import find

_SLIGHT = 0.01  # of all games: real, but nobody would notice at the table
MOST_THREADS = 1024
_TOO_SHORT = 0.5  # seconds; no progress bar is drawn for less


@dataclass
class Figures:
    """What came of a simulation. Whatever it shows is of the games counted in `games`, were it stopped early."""

    game: str
    players: int
    bots: list[str]
    options: dict[str, Any]
    seed: int
    threads: int
    asked: int  # games asked for
    games: int = 0  # games played
    moves: int = 0
    seconds: float = 0.0
    wins: list[int] = field(default_factory=list)  # games won by each seat, shared wins included
    shared: int = 0  # games with more than one winner
    counts: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(1, np.int64), repr=False)  # games by moves

    @property
    def team(self) -> bool:
        """Whether all seats win or lose together."""
        return find(self.game).all_may_lose

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def moves_per_game(self) -> dict[str, float]:
        """Mean and percentiles of a game's length in moves."""
        if not self.games:
            return {"mean": 0.0, "p5": 0, "p50": 0, "p95": 0}
        upto = np.cumsum(self.counts)
        percentile = {f"p{p}": int(np.searchsorted(upto, math.ceil(self.games * p / 100))) for p in (5, 50, 95)}
        return {"mean": self.moves / self.games, **percentile}

    @property
    def finished(self) -> bool:
        """Whether all the games asked for were played."""
        return self.games == self.asked

    def share(self, seat: int) -> tuple[float, float, float]:
        """The share of games won by a seat, and its 95 % interval (Wilson's, which holds near 0 and 1 too)."""
        return wilson(self.wins[seat], self.games)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "bots": self.bots,
            "options": self.options,
            "seed": self.seed,
            "threads": self.threads,
            "games": self.games,
            "finished": self.finished,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second,
            "games_per_second": self.games_per_second,
            "wins": self.wins,
            "shared": self.shared,
            "moves_per_game": self.moves_per_game,
        }

    def count(self, played: Played) -> None:
        """Some more games."""
        counts = np.bincount(played.lengths, minlength=len(self.counts))
        counts[: len(self.counts)] += self.counts
        self.counts = counts
        self.games += len(played.lengths)
        self.moves += int(played.lengths.sum())
        for seat in range(self.players):
            self.wins[seat] += int(np.count_nonzero(played.winners & (1 << seat)))
        self.shared += int(np.count_nonzero(played.winners & (played.winners - 1)))


def wilson(wins: float, games: int) -> tuple[float, float, float]:
    """A share and its 95 % interval."""
    if not games:
        return 0.0, 0.0, 1.0
    z, share = 1.959964, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def in_words(figures: Figures) -> str:
    """Whether the first seat has an advantage, or how a team does, for people who do not know what an interval is."""
    if not figures.games:
        return "No game was finished."
    if figures.team:
        share, low, high = figures.share(0)
        return f"The team wins {100 * share:.1f} % of the games ({100 * low:.1f} to {100 * high:.1f} %)."
    if len(set(figures.bots)) > 1:
        return "The bots differ, so the shares tell of the bots, not of the seats."
    if figures.options.get("starter", 0) != 0:
        return "Seat 0 does not start every game here, so the shares do not tell whether starting helps."
    share, low, high = figures.share(0)
    fair = sum(figures.wins) / figures.players / figures.games
    slight = abs(share - fair) < _SLIGHT
    if low > fair:
        verdict = f"The first seat has {'a slight' if slight else 'an'} advantage"
    elif high < fair:
        verdict = f"The first seat has a {'slight ' if slight else ''}disadvantage"
    else:
        return (
            f"No advantage of the first seat shows: it wins {100 * share:.1f} % of the games, and a seat's fair share, "
            f"{100 * fair:.1f} %, is within the interval."
        )
    return f"{verdict}: it wins {100 * share:.1f} % of the games, where a seat's fair share is {100 * fair:.1f} %."


def simulate(
    game: str,
    games: int = 10_000,
    players: int | None = None,
    bots: str | list[str] = "random",
    seed: int = 1,
    threads: int | None = None,
    progress: bool | Callable[[int, int], None] = True,
    **options: Any,
) -> Figures:
    """Play many games between bots; how many threads play changes the time, never the figures.

    Seat 0 starts every game unless the option `starter` says otherwise, so that the seats' shares of wins tell what
    starting is worth. `progress` draws a bar on a terminal, or is called with games done and games asked for. Ctrl-C
    ends the simulation early, and the figures are those of the games played by then.
    """
    wanted = whole_number(games)
    if wanted is None or wanted < 1:
        raise BadOption(f"games: expected a whole number of at least 1, found {games!r}")
    cores = os.cpu_count() or 1
    used = cores if threads is None else whole_number(threads)
    if used is None or not 1 <= used <= MOST_THREADS:
        raise BadOption(f"threads: expected a whole number from 1 to {MOST_THREADS}, found {threads!r}")
    start = read_seed(seed)
    kind = find(game)
    if any(option.name == "starter" for option in kind.options):
        options.setdefault("starter", 0)
    table = kind(players, **options)
    names = bots_for(bots, table.players)
    figures = Figures(game, table.players, names, table.plain_settings, start, used, wanted, wins=[0] * table.players)
    with Progress(wanted, progress) as shown:
        began = time.perf_counter()
        try:
            _compile_first(table)
            began = time.perf_counter()
            with closing(_play(table, wanted, names, start, used)) as played:
                for part in played:
                    figures.count(part)
                    figures.seconds = time.perf_counter() - began
                    shown(figures.games)
        except KeyboardInterrupt:
            figures.seconds = time.perf_counter() - began
    return figures


def _compile_first(table: Any) -> None:
    """Keep the compiler (or loading from its cache) out of the time: a single game is played before the clock runs."""
    for _ in play_many(table, 1, [0] * table.players, 0, 1):
        pass


def _play(table: Game, games: int, names: list[str], seed: int, threads: int) -> Generator[Played]:
    """In bulk, as long as nobody has to think; else one by one, on threads all the same."""
    if not any(thinks(name, table) for name in names):
        yield from play_many(table, games, [way(name if name in WAYS else "greedy") for name in names], seed, threads)
        return

    def play(number: int) -> Played:
        luck = random.Random(f"{seed} {number}")
        match = Match(table, luck.getrandbits(62))
        bots = [bot(name, luck.getrandbits(62)) for name in names]
        while not match.over:
            seat = luck.choice(sorted(match.to_act))
            match.play(seat, bots[seat].choose(match, seat))
        winners = sum(1 << seat for seat in match.winners)
        return Played(np.array([len(match.moves)], np.int32), np.array([winners], np.int16), match.states[:0])

    refuse_umpire(table)
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(play, number) for number in range(games)]
        try:
            for future in waiting:
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class Progress:
    """A progress bar that shows only when there is a terminal and something to wait for."""

    def __init__(self, games: int, wanted: bool | Callable[[int, int], None]) -> None:
        self.games = games
        self.report = wanted if callable(wanted) else None
        self.draw = wanted is True
        self.bar: Any = None
        self.began = time.perf_counter()

    def __enter__(self) -> Callable[[int], None]:
        return self.update

    def update(self, done: int) -> None:
        if self.report:
            self.report(done, self.games)
        elif self.bar is not None:
            self.bar.update(self.task, completed=done)
        elif self.draw and time.perf_counter() - self.began > _TOO_SHORT and done < self.games:
            self._start(done)

    def _start(self, done: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        console = Console(stderr=True)
        if not console.is_terminal:
            self.draw = False
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, transient=True)
        self.task = self.bar.add_task("games", total=self.games, completed=done)
        self.bar.start()

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
