"""Steady hands: how high each builds before something falls, and how long it thinks.

    python -m bench.hands

Plays Survivor between two hands of a kind: 100 games of easy and of good hands that shake as a child's, and 10 of each
with a grown-up's, for information. Good hands are held against easy ones over the first 40. Decisions are counted in
processor time, on one core. Finished games are kept in .cache/hands.jsonl, so that an interrupted run goes on where it
was; those of other sources are left aside.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from parlour import physics
from parlour.bots import steady
from parlour.bots.steady import SteadyHand
from parlour.lab.physics import play_one, sources

from . import bars

GAMES = {"easy child": 100, "good child": 100, "easy grown-up": 10, "good grown-up": 10}
STACKS = 40  # over which good hands are held against easy ones
KEPT = Path(__file__).parents[1] / ".cache" / "hands.jsonl"
SEED = 1


@dataclass(frozen=True)
class Game:
    """What came of one game."""

    hand: str
    number: int
    pieces: int  # that stood before the first fall
    fell: bool  # whether it ended with a fall
    error: str  # with which it broke off; empty if it did not
    decisions: list[float]  # seconds of processor time for each piece


class TimedHand(SteadyHand):
    """A hand that notes how long it thinks of where to put each piece."""

    def __init__(self, skill: str, level: str, seed: int, notes: list[float]) -> None:
        super().__init__(skill, level, seed)
        self.notes = notes

    def spot(self, stack: physics.Stack, shape: str, luck: np.random.Generator) -> steady.Spot:
        began = time.process_time()
        found = super().spot(stack, shape, luck)
        self.notes.append(time.process_time() - began)
        return found


def play(hand: str, number: int) -> Game:
    decisions: list[float] = []
    job = ("shapes-survivor", 2, {"falls": "physics", "starter": 0}, [hand] * 2, SEED, number, False)
    try:
        tower = play_one(job, lambda skill, level, seed: TimedHand(skill, level, seed, decisions))
    except Exception as error:  # whatever it is, it is what is looked for here
        return Game(hand, number, 0, False, f"{type(error).__name__}: {error}", decisions)
    return Game(hand, number, tower.before_fall, tower.falls > 0, "", decisions)


def gather(path: Path, wanted: Mapping[str, int], progress: Callable[[int], None]) -> list[Game]:
    """So many games of each hand, each kept in the file as it is done."""
    kept = {(game.hand, game.number): game for game in _read(path)}
    missing = [(hand, number) for hand, games in wanted.items() for number in range(games)]
    missing = [one for one in missing if one not in kept]
    progress(sum(wanted.values()) - len(missing))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for one in missing:
            kept[one] = play(*one)
            file.write(json.dumps({"sources": sources(), **asdict(kept[one])}) + "\n")
            file.flush()
            progress(1)
    return [kept[hand, number] for hand, games in wanted.items() for number in range(games)]


def _read(path: Path) -> Iterator[Game]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            said = json.loads(line)
            if said.pop("sources") == sources():
                yield Game(**said)


def figures(games: Sequence[Game]) -> dict[str, float]:
    """What the bars are about: hands that shake as a child's."""
    good = [game for game in games if game.hand == "good child"]
    easy = [game for game in games if game.hand == "easy child"]
    return {
        "hands: good to easy": pieces(good[:STACKS]) / pieces(easy[:STACKS]),
        "hands: ended with a fall": 100 * sum(game.fell for game in good) / len(good),
        "hands: decision s": float(np.quantile(thinking(good), 0.95)),
    }


def pieces(games: Sequence[Game]) -> float:
    return statistics.mean(game.pieces for game in games)


def thinking(games: Sequence[Game]) -> list[float]:
    return [seconds for game in games for seconds in game.decisions]


def show(games: Sequence[Game], judged: Sequence[bars.Bar], console: Console) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("hand", "games", "pieces before a fall", "ended with a fall", "decision p50", "p95"):
        table.add_column(column, justify="left" if column == "hand" else "right")
    for hand in dict.fromkeys(game.hand for game in games):
        played = [game for game in games if game.hand == hand]
        spread = statistics.stdev(game.pieces for game in played) / len(played) ** 0.5 if len(played) > 1 else 0.0
        half, most = np.quantile(thinking(played), (0.5, 0.95))
        table.add_row(
            hand,
            f"{len(played)}",
            f"{pieces(played):.1f} ± {spread:.1f}",
            f"{sum(game.fell for game in played)}",
            f"{half:.2f} s",
            f"{most:.2f} s",
        )
    console.print(table)
    for game in games:
        if game.error:
            console.print(f"{game.hand}, game {game.number}: {game.error}", style="bold red")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "measured", "bar", ""):
        table.add_column(column, justify="right" if column in ("measured", "bar") else "left")
    for bar in judged:
        verdict = "holds" if bar.holds else "[bold red]does not hold[/]"
        table.add_row(bar.what, f"{bar.measured:,.4g} {bar.unit}", f"{bar.sense} {bar.bar:g} {bar.unit}", verdict)
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.hands", description="Steady hands: how high they build.")
    parser.add_argument("--share", type=float, default=1.0, help="of the games, for a quick look (default: 1)")
    share = parser.parse_args().share
    if not physics.available():
        print("there is no physics on this machine", file=sys.stderr)
        return 1
    wanted = {hand: max(1, round(share * games)) for hand, games in GAMES.items()}
    steady.warm()
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("", total=sum(wanted.values()))
        games = gather(KEPT, wanted, lambda done: progress.advance(bar, done))
    judged = bars.of_the_hands(figures(games))
    show(games, judged, Console(highlight=False))
    return 0 if all(bar.holds for bar in judged) else 1


if __name__ == "__main__":
    sys.exit(main())
