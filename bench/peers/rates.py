"""How every Python peer is timed and reported. Standard library only: it runs in each peer's environment."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, NamedTuple

Work = Callable[[], tuple[float, float]]  # does some games; their moves and the seconds they took


class Case(NamedTuple):
    path: str
    game: str
    prepare: Callable[[], Work]  # loading and compiling happen here, outside the clock


def timed(play: Callable[[], int]) -> Work:
    """The work of one call of `play`, which returns its number of moves."""

    def work() -> tuple[float, float]:
        start = perf_counter()
        moves = play()
        return moves, perf_counter() - start

    return work


def rates(work: Work, seconds: float, repeats: int) -> list[float]:
    """Moves a second in each of `repeats` stretches of at least `seconds`."""
    work()
    measured = []
    for _ in range(repeats):
        moves = spent = 0.0
        while spent < seconds:
            more_moves, more_seconds = work()
            moves += more_moves
            spent += more_seconds
        measured.append(round(moves / spent, 1))
    return measured


def report(peer: str, version: str, cases: Iterable[Case]) -> None:
    """Measure the cases as the command line asks and print their rows; a case that fails says why."""
    parser = argparse.ArgumentParser(description=f"Moves a second of {peer}, as JSON.")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one repeat")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    rows = []
    for case in cases:
        row: dict[str, Any] = {"peer": peer, "path": case.path, "game": case.game, "version": version}
        print(f"{peer}: {case.path}, {case.game}", file=sys.stderr)
        try:
            row["moves_per_second"] = rates(case.prepare(), options.seconds, options.repeats)
        except Exception as error:  # one broken case must not cost the others
            row["absent"] = f"{type(error).__name__}: {error}"
        rows.append(row)
    print(json.dumps(rows))
