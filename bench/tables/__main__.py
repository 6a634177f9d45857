"""Tables under load: ours and a boardgame.io server in one run, medians, ratios first, and whether each bar holds.

    python -m bench.tables                          everything (some nine minutes); writes bench/tables/results.json
    python -m bench.tables --bots                   tables with bots only (two minutes); writes nothing
    python -m bench.tables --tables 50 --seconds 2 --repeats 1 --idle 400     a quick look; writes nothing

500 tables of four play KA-BLAM!, every seat on a WebSocket of its own; seats move as soon as they may. Ours shows every
seat its own view and has each move on the disk (SQLite, synchronous=FULL) before it is acknowledged; boardgame.io keeps
matches in memory. A server has one core to itself, the load another. The exit status is 1 when a bar does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from parlour.bots import search
from parlour.bots.levels import can_search
from parlour.server.shelf import online_games

from . import bars
from .measure import Bench

HERE = Path(__file__).parent
_USUAL = {"tables": 500, "idle": 10_000, "seconds": 5.0, "repeats": 3}


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.tables", description="Tables under load, ours and a peer's.")
    parser.add_argument("--tables", type=int, default=_USUAL["tables"], help="of four (default: 500)")
    parser.add_argument("--idle", type=int, default=_USUAL["idle"], help="idle connections (default: 10000)")
    parser.add_argument("--seconds", type=float, default=_USUAL["seconds"], help="of each measurement (default: 5)")
    parser.add_argument("--repeats", type=int, default=_USUAL["repeats"], help="medians are of this many (default: 3)")
    parser.add_argument("--bots", action="store_true", help="only the tables with bots")
    given = parser.parse_args()
    if not sys.platform.startswith("linux"):
        parser.error("this reads times and memory from /proc, and pins processes to cores: it needs Linux")

    console = Console(highlight=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bench = Bench(given.tables, given.idle, given.seconds, given.repeats, progress)
        try:
            _compile(progress)
            bench.run(only_bots=given.bots)
        except KeyboardInterrupt:
            console.print("interrupted; what was measured by then:")
    results: dict[str, Any] = {
        "machine": {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()},
        "python": platform.python_version(),
        **{name: getattr(given, name) for name in _USUAL},
        "figures": bench.figures,
        "absent": bench.absent,
        "bars": [bar.as_dict() for bar in bars.judge(bench.figures)],
    }
    show(results, console)
    complete = all(bar["measured"] is not None for bar in results["bars"])
    if complete and all(getattr(given, name) == usual for name, usual in _USUAL.items()):
        (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0 if all(bar["holds"] is not False for bar in results["bars"]) else 1


def _compile(progress: Progress) -> None:
    """All that is searched is compiled before: or a server would do that beside what is measured."""
    games = [game for game in online_games() if can_search(game())]
    task = progress.add_task("compiling", total=len(games))
    for _ in search.warm_all(games):
        progress.advance(task)
    progress.remove_task(task)


def show(results: dict[str, Any], console: Console) -> None:
    judged = Table(title="Bars", box=None, padding=(0, 2, 0, 0), title_justify="left")
    for column in ("", "measured", "bar", ""):
        judged.add_column(column, justify="right" if column in ("measured", "bar") else "left")
    for bar in results["bars"]:
        measured = "not measured" if bar["measured"] is None else f"{bar['measured']:,.4g} {bar['unit']}"
        verdict = {True: "holds", False: "[bold red]does not hold[/]", None: ""}[bar["holds"]]
        judged.add_row(bar["what"], measured, f"{bar['sense']} {bar['bar']:g} {bar['unit']}", verdict)
    console.print(judged)
    table = Table(title="\nFigures", box=None, padding=(0, 2, 0, 0), title_justify="left")
    for column in ("", "median", "least", "most"):
        table.add_column(column, justify="left" if not column else "right")
    for name, values in results["figures"].items():
        table.add_row(name, *(f"{value:,.4g}" for value in (statistics.median(values), min(values), max(values))))
    for name, reason in results["absent"].items():
        table.add_row(f"{name} is absent: {reason}")
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
