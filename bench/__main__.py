"""Ours and the peers in one run: medians, ratios first, and whether each bar holds.

    python -m bench            ours against the plain references
    python -m bench --peers    and against the peers; writes bench/results.json and docs/speed.svg

These machines are noisy: a time alone proves nothing, so almost every bar is a ratio taken in the same run. The exit
status is 1 when a bar does not hold.
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
from rich.table import Table

from bench import bars, chart, ours, physics
from bench.peers import run as peers
from bench.plain import measure_plain

HERE = Path(__file__).parent
STAND_IN = "ka-blam, 4 players"  # for games that are not there in plain Python


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Ours and the peers in one run, ratios first.")
    parser.add_argument("--peers", action="store_true", help="measure the peers too (several minutes)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each repeat (default: 1)")
    parser.add_argument("--repeats", type=int, default=5, help="medians are of this many (default: 5)")
    given = parser.parse_args()

    results: dict[str, Any] = {
        "machine": {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()},
        "python": platform.python_version(),
        "rows": measure(given.seconds, given.repeats, given.peers),
        "figures": {**ours.figures(given.repeats), **physics.figures(given.repeats)},
    }
    results["bars"] = [bar.as_dict() for bar in bars.judge(results["rows"], results["figures"])]
    show(results, Console(highlight=False))
    if given.peers:
        (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        chart.draw(results["rows"], HERE.parent / "docs" / "speed.svg")
    return 0 if all(bar["holds"] is not False for bar in results["bars"]) else 1


def measure(seconds: float, repeats: int, with_peers: bool) -> list[dict[str, Any]]:
    """Every row; on one core, except where a row says more."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if before:
        os.sched_setaffinity(0, {max(before)})
    try:
        say("measuring the plain references and ours")
        rows = measure_plain(seconds, repeats) + ours.bulk(seconds, repeats)
    finally:
        if before:
            os.sched_setaffinity(0, before)
    rows += ours.on_two_threads(seconds, repeats)
    if with_peers:
        rows += peers.measure(seconds, repeats)
    for row in rows:
        if "moves_per_second" in row:
            row["median"] = statistics.median(row["moves_per_second"])
    return rows


def show(results: dict[str, Any], console: Console) -> None:
    plain = {row["game"]: row["median"] for row in results["rows"] if row["peer"] == "plain Python"}
    table = Table(title="Moves a second", box=None, padding=(0, 2, 0, 0), title_justify="left")
    table.caption, table.caption_justify = "Where a game is not there in plain Python, plain ka-blam stands in.", "left"
    for column in ("", "game", "path", "times plain", "median"):
        table.add_column(column, justify="right" if column in ("times plain", "median") else "left")
    for row in results["rows"]:
        if "median" in row:
            ratio = row["median"] / plain.get(row["game"], plain[STAND_IN])
            times = f"{ratio:,.2f}" if ratio < 10 else f"{ratio:,.0f}"
            table.add_row(row["peer"], row["game"], row["path"], times, f"{row['median']:,.0f}")
        else:
            table.add_row(row["peer"], row.get("game", ""), f"absent: {row['absent']}", "", "")
    console.print(table)
    judged = Table(title="\nBars", box=None, padding=(0, 2, 0, 0), title_justify="left")
    for column in ("", "measured", "bar", ""):
        judged.add_column(column, justify="right" if column in ("measured", "bar") else "left")
    for bar in results["bars"]:
        measured = "not measured" if bar["measured"] is None else f"{bar['measured']:,.4g} {bar['unit']}"
        verdict = {True: "holds", False: "[bold red]does not hold[/]", None: ""}[bar["holds"]]
        judged.add_row(bar["what"], measured, f"{bar['sense']} {bar['bar']:g} {bar['unit']}", verdict)
    console.print(judged)


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
