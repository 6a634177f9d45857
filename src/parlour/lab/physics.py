"""Matches of Shapes with a real tower, between steady hands: slower than the model by far, and the truth."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..bots.steady import SHAKES, SKILLS, SteadyHand, play_out
from ..engine.batch import Played
from ..engine.errors import BadOption
from ..engine.game import Game
from ..engine.match import Match
from ..engine.options import read_seed, whole_number
from ..games import find
from ..games.shapes import Shapes
from ..physics.rapier import demand
from ..tower import Umpire
from .simulate import MOST_THREADS, Figures, Progress

# What a game on a real tower depends on, besides the rules: the hands, the tower and its pieces.
_SOURCES = ("bots/steady/**/*.py", "physics/**/*.py", "tower/**/*.py", "components/pieces/*.toml")


@cache
def sources() -> str:
    """A hash of them, by which games that were kept are told from those that older hands played."""
    root, digest = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(path for pattern in _SOURCES for path in root.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Tower:
    """What came of one match."""

    number: int  # of the match, from 0
    winners: tuple[int, ...]
    moves: int
    placed: int  # pieces that were placed and stood
    before_fall: int  # of those, before anything fell
    falls: int  # placements in which something fell
    height: float  # mm: the highest centre of a piece at any rest
    seconds: float
    record: dict[str, Any] | None = field(default=None, repr=False)  # if it was to be kept


@dataclass
class TowerFigures(Figures):
    """Figures, and what became of the towers."""

    towers: list[Tower] = field(default_factory=list)

    def mean(self, what: str) -> float:
        """Of a number that every tower has."""
        return float(np.mean([getattr(tower, what) for tower in self.towers])) if self.towers else 0.0

    def as_dict(self) -> dict[str, Any]:
        return {
            **super().as_dict(),
            "before_fall": [tower.before_fall for tower in self.towers],
            "falls": [tower.falls for tower in self.towers],
            "mean_before_fall": self.mean("before_fall"),
            "mean_falls": self.mean("falls"),
            "mean_placed": self.mean("placed"),
            "mean_height": self.mean("height"),
            "seconds_a_game": self.mean("seconds"),
        }

    def count_tower(self, tower: Tower) -> None:
        seats = sum(1 << seat for seat in tower.winners)
        self.count(Played(np.array([tower.moves]), np.array([seats]), np.zeros(0)))
        self.towers.append(tower)
        self.towers.sort(key=lambda one: one.number)


def hands_for(bots: str | Sequence[str], players: int, level: str) -> list[str]:
    """A hand for each seat, as skill and level: from one for all, or a list ("good,easy child")."""
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    hands = [_hand(name, level) for name in names]
    if len(hands) == 1:
        hands *= players
    if len(hands) != players:
        raise BadOption(f"bots: expected one hand, or one for each of {players} seats, found {len(hands)}")
    return hands


def _hand(name: str, level: str) -> str:
    skill, _, own = name.strip().partition(" ")
    if skill not in SKILLS or (own and own not in SHAKES):
        right = f"{' or '.join(SKILLS)}, alone or with {', '.join(SHAKES)}"
        raise BadOption(f'there is no hand {name!r}; right would be {right}: "good child"')
    return f"{skill} {own or level}"


def simulate(
    game: str,
    games: int = 20,
    players: int | None = None,
    bots: str | Sequence[str] = "good",
    seed: int = 1,
    threads: int | None = None,
    progress: bool | Callable[[int, int], None] = True,
    keep_record: bool = False,
    **options: Any,
) -> TowerFigures:
    """Play matches of Shapes with real physics, one a core at a time.

    As `parlour.simulate`, but bots are steady hands: "good" or "easy", and a level ("good child"); the option `hand` is
    the level of those that name none. How many cores play changes the time, never the figures. Ctrl-C keeps what was
    finished by then.
    """
    wanted = whole_number(games)
    if wanted is None or wanted < 1:
        raise BadOption(f"games: expected a whole number of at least 1, found {games!r}")
    used = (os.cpu_count() or 1) if threads is None else whole_number(threads)
    if used is None or not 1 <= used <= MOST_THREADS:
        raise BadOption(f"threads: expected a whole number from 1 to {MOST_THREADS}, found {threads!r}")
    start = read_seed(seed)
    table = _table(game, players, options)
    hands = hands_for(bots, table.players, table.settings["hand"])
    demand()
    figures = TowerFigures(
        game, table.players, hands, table.plain_settings, start, used, wanted, wins=[0] * table.players
    )
    with Progress(wanted, progress) as shown:
        began = time.perf_counter()
        try:
            jobs = [(game, table.players, table.plain_settings, hands, start, n, keep_record) for n in range(wanted)]
            with closing(_played(jobs, min(used, wanted))) as played:
                for tower in played:
                    figures.count_tower(tower)
                    figures.seconds = time.perf_counter() - began
                    shown(figures.games)
        except KeyboardInterrupt:
            figures.seconds = time.perf_counter() - began
    return figures


def _table(game: str, players: int | None, options: dict[str, Any]) -> Game:
    kind = find(game)
    if not issubclass(kind, Shapes):
        raise BadOption(f"--physics is for Shapes; {game} has no tower")
    if options.setdefault("falls", "physics") != "physics":
        raise BadOption(f"option falls: with --physics the tower itself says what falls, not {options['falls']!r}")
    options.setdefault("starter", 0)
    return kind(players, **options)


_Job = tuple[str, int, dict[str, Any], list[str], int, int, bool]


def _played(jobs: Sequence[_Job], processes: int) -> Generator[Tower, None, None]:
    """Every match, in the order they end. Left early, the processes end, too."""
    if processes == 1:
        yield from map(play_one, jobs)
        return
    others = set(multiprocessing.active_children())
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawning, initializer=_leave_interrupts_to_the_parent) as pool:
        waiting: list[Future[Tower]] = [pool.submit(play_one, job) for job in jobs]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            if not all(one.done() for one in waiting):
                pool.shutdown(wait=False, cancel_futures=True)
                for child in set(multiprocessing.active_children()) - others:
                    child.terminate()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_one(job: _Job, hand: Callable[[str, str, int], SteadyHand] = SteadyHand) -> Tower:
    """One match; all about it follows from the seed and its number. `hand` makes a hand of skill, level and seed."""
    game, players, options, names, seed, number, keep_record = job
    luck = np.random.default_rng([seed, number])
    match = Match(find(game)(players, **options), int(luck.integers(1 << 53)))
    hands = []
    for name in names:
        skill, level = name.split()
        hands.append(hand(skill, level, int(luck.integers(1 << 53))))
    began = time.perf_counter()
    play_out(Umpire(match), hands, luck)
    seconds = time.perf_counter() - began
    record = match.record()
    return Tower(
        number,
        tuple(sorted(match.winners)),
        len(match.moves),
        *_placements([str(move) for _, move in match.moves]),
        max((pose[1] for scene in record.get("scenes", {}).values() for pose in scene["poses"].values()), default=0.0),
        seconds,
        record if keep_record else None,
    )


def _placements(moves: Sequence[str]) -> tuple[int, int, int]:
    """Pieces that stood, those before the first fall, and falls."""
    stood = before_fall = falls = 0
    let_go = fell = False
    for move in moves:
        if move == "let go":
            let_go = True
        elif move.endswith(" falls"):
            fell = True
        elif move == "all at rest":
            stands = let_go and not fell
            stood += stands
            before_fall += stands and not falls
            falls += fell
            let_go = fell = False
    return stood, before_fall, falls
