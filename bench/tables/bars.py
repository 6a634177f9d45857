"""The bars of the online table, judged by medians of one run."""

from __future__ import annotations

import statistics

from bench.bars import Bar

from .measure import Figures


def judge(figures: Figures) -> list[Bar]:
    def median(name: str) -> float | None:
        return statistics.median(figures[name]) if figures.get(name) else None

    def ratio(mine: str, theirs: str) -> float | None:
        """The median of the ratios, repeat by repeat: what disturbs one disturbs the other."""
        pairs = list(zip(figures.get(mine, []), figures.get(theirs, []), strict=False))
        return statistics.median(one / other for one, other in pairs) if pairs else None

    return [
        Bar(
            "moves a second, durable, against boardgame.io in memory",
            ratio("Parlour moves/s", "boardgame.io moves/s"),
            "at least",
            3,
            "times",
        ),
        Bar("p99 of acknowledgements at 500 moves a second", median("500: p99 ms"), "at most", 30, "ms"),
        Bar("p99 of acknowledgements at half of saturation", median("half: p99 ms"), "at most", 100, "ms"),
        Bar(
            "p99 with a stopped page at each of 10 tables, against without",
            ratio("deaf: p99 ms with", "deaf: p99 ms without"),
            "at most",
            1.25,
            "times",
        ),
        *(
            Bar(
                f"p99 of acknowledgements, 100 tables of {game} with fair bots",
                median(f"bots, {game}: p99 ms"),
                "at most",
                100,
                "ms",
            )
            for game in ("ka-blam", "game-on")
        ),
        Bar("memory with 10,000 idle connections", median("idle: MB"), "at most", 450, "MB"),
        Bar("from the start to /healthz, warm cache", median("ready s"), "at most", 3, "s"),
    ]
