"""The command `python -m parlour.lab.balance`: play all the games of the page, and write it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .page import plan, write
from .run import Kept

ROOT = Path(__file__).parents[4]
GAMES, SEED = 200_000, 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, with a progress bar; the exit status."""
    parser = argparse.ArgumentParser(prog="balance", description="How the games come out, as docs/balance.md.")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each main setting (default: {GAMES})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"the same seed gives the same page (default: {SEED})")
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="the folder of the page (default: docs)")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error(f"--games: expected at least 1, found {given.games}")
    kept = Kept(ROOT / ".cache" / "balance.json", given.seed)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task("", total=sum(task.games for task in plan(given.games)))

        def progress(what: str, more: int) -> None:
            bar.update(shown, description=what, advance=more)

        try:
            write(given.out, given.games, given.seed, kept, progress)
        except KeyboardInterrupt:
            bar.console.print("Stopped. What was played is kept: the same command goes on from there.")
            return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
