"""Settings and what many games under each of them show: every figure is a histogram of whole numbers, one a game."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...bots.simple import way
from ...engine.batch import play_many
from ...engine.game import Game
from ...engine.rule import sources_hash
from ...games import find
from ..simulate import wilson
from .measure import measured, watched

Progress = Callable[[str, int], None]  # what is being played, and how many more games are done


@dataclass(frozen=True)
class Setting:
    """A game as it is set up for some bots."""

    game: str
    players: int
    bots: str = "greedy"  # or "random", or "one": greedy in seat 0 against all others at random
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def table(self) -> Game:
        kind = find(self.game)
        options = dict(self.options)
        if any(option.name == "starter" for option in kind.options):
            options.setdefault("starter", 0)
        return kind(self.players, **options)

    @property
    def names(self) -> list[str]:
        """One bot for each seat."""
        if self.bots == "one":
            return ["greedy"] + ["random"] * (self.players - 1)
        return [self.bots] * self.players

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options)
        return f"{self.game}, {self.players} players, {self.bots}{options}"


@dataclass(frozen=True)
class Task:
    """What there is to play: so many games, and the first of them watched move by move."""

    setting: Setting
    games: int
    watch: int = 0

    def __str__(self) -> str:
        return f"{self.setting}: {self.games} games, {self.watch} watched"


class Found:
    """What some games showed: for each figure, how many games had each value."""

    def __init__(self, counts: dict[str, Counter[int]] | None = None) -> None:
        self.counts = counts or {}

    def add(self, figures: dict[str, np.ndarray[Any, Any]]) -> None:
        """One value for each game."""
        for name, values in figures.items():
            found, times = np.unique(values.astype(np.int64), return_counts=True)
            self.counts.setdefault(name, Counter()).update(dict(zip(found.tolist(), times.tolist(), strict=True)))

    def mean(self, name: str) -> float:
        counts = self.counts[name]
        return sum(value * times for value, times in counts.items()) / counts.total()

    def percentile(self, name: str, percent: int) -> int:
        """The least value that so many of the games do not exceed."""
        counts = self.counts[name]
        left = math.ceil(counts.total() * percent / 100)
        for value in sorted(counts):
            left -= counts[value]
            if left <= 0:
                return value
        raise ValueError(f"no game was played for {name}")

    def most(self, name: str) -> int:
        return max(self.counts[name])

    def share(self, name: str, values: Iterable[int] = (1,)) -> tuple[float, float, float]:
        """The share of games that had one of these values, and its 95 % interval."""
        counts = self.counts[name]
        return wilson(sum(counts[value] for value in values), counts.total())

    @classmethod
    def from_json(cls, kept: dict[str, dict[str, int]]) -> Found:
        """From its counts as JSON gives them back."""
        return cls({name: Counter({int(value): times for value, times in one.items()}) for name, one in kept.items()})


Results = dict[Setting, Found]


def play(task: Task, seed: int, threads: int, progress: Progress) -> Found:
    """Play the games of a task."""
    table, ways = task.setting.table, [way(name) for name in task.setting.names]
    found = Found()
    with closing(play_many(table, task.games, ways, seed, threads, keep_ends=True)) as played:
        for part in played:
            found.add(measured(table, part))
            progress(str(task.setting), len(part.lengths))
    if task.watch:
        found.add(watched(table, task.watch, ways, seed, threads))
    return found


class Kept:
    """What was played already, in a file: an interrupted run goes on where it was, if nothing has changed since."""

    def __init__(self, path: Path | None, seed: int) -> None:
        sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
        self.path = path
        self.key = f"{sources_hash()} {hashlib.sha256(sources).hexdigest()[:16]} {seed}"
        self.content: dict[str, Any] = {}
        if path and path.exists():
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["key"] == self.key:
                self.content = content["tasks"]

    def get(self, task: Task) -> Found | None:
        kept = self.content.get(str(task))
        return Found.from_json(kept) if kept else None

    def keep(self, task: Task, found: Found) -> None:
        self.content[str(task)] = found.counts
        if self.path:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps({"key": self.key, "tasks": self.content}), encoding="utf-8")
            fresh.replace(self.path)

    def forget(self) -> None:
        if self.path:
            self.path.unlink(missing_ok=True)
