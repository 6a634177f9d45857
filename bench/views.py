"""What it costs to keep a table informed: `python -m bench.views`.

After every move an online table sends each seat its view, its choices and its line of the log. This plays random games
with four seats and takes, for every move, the processor time of all that for all four seats, beside that of
`Match.play` itself: the legality of the move, one compiled step, and the record. Machines are noisy and differ, so the
figure to compare is the ratio of the two in the same run; of several runs the medians are shown.
"""

from __future__ import annotations

import argparse
import random
import statistics
from time import thread_time

from rich.console import Console
from rich.table import Table

import parlour
from parlour.engine.game import Telling
from parlour.engine.match import Match

from .ours import GAMES

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SEATS = range(len(NAMES))
PARTS = ("view", "choices", "tell", "play")


def measure(game: str, moves: int) -> dict[str, float]:
    """Microseconds a move of each part, over so many moves of random games."""
    spent = dict.fromkeys(PARTS, 0.0)
    rng, match = random.Random(1), _new(game, 0)
    tellings = [Telling(NAMES, seat) for seat in SEATS]
    for number in range(moves):
        if match.over:
            match = _new(game, number)
        seat = rng.choice(sorted(match.to_act))
        move, before = rng.choice(match.legal(seat)), match.copy()
        times = [thread_time()]
        match.play(seat, int(move))
        times.append(thread_time())
        for to in SEATS:
            match.view(to)
        times.append(thread_time())
        for to in SEATS:
            match.choices(to)
        times.append(thread_time())
        for to in SEATS:
            match.tell(before, tellings[to])
        times.append(thread_time())
        for part, start, end in zip(("play", "view", "choices", "tell"), times, times[1:], strict=False):
            spent[part] += end - start
    return {part: seconds / moves * 1e6 for part, seconds in spent.items()}


def _new(game: str, seed: int) -> Match:
    return parlour.new(game, players=len(NAMES), seed=seed, **GAMES[game])


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.views", description="Views, choices and logs of four seats.")
    parser.add_argument("--moves", type=int, default=1000, help="of each run (default: 1000)")
    parser.add_argument("--repeats", type=int, default=5, help="medians are of this many runs (default: 5)")
    given = parser.parse_args()
    table = Table("game", title="Microseconds a move, all four seats")
    for column in (*PARTS[:3], "together", "play", "ratio"):
        table.add_column(column, justify="right")
    for game in GAMES:
        measure(game, 50)  # until all is compiled
        runs = [measure(game, given.moves) for _ in range(given.repeats)]
        parts = {part: statistics.median(run[part] for run in runs) for part in PARTS}
        together = [run["view"] + run["choices"] + run["tell"] for run in runs]
        ratio = statistics.median(all_parts / run["play"] for all_parts, run in zip(together, runs, strict=True))
        shown = [parts["view"], parts["choices"], parts["tell"], statistics.median(together), parts["play"]]
        table.add_row(game, *(f"{figure:.0f}" for figure in shown), f"{ratio:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
