"""The bars: what speed and memory must be, judged by ratios within one run."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Bar:
    what: str
    measured: float | None  # None: not measured in this run
    sense: str  # "at least" or "at most"
    bar: float
    unit: str

    @property
    def holds(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured >= self.bar if self.sense == "at least" else self.measured <= self.bar

    @property
    def in_words(self) -> str:
        held = {True: "holds", False: "FAILS", None: "not measured"}[self.holds]
        measured = "-" if self.measured is None else f"{self.measured:.2f}"
        return f"{held:>12}  {self.what}: {measured} {self.unit}, {self.sense} {self.bar:g}"

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "holds": self.holds}


def judge(rows: list[dict[str, Any]], figures: dict[str, float]) -> list[Bar]:
    """Every bar, with what was measured."""

    def median(peer: str, game: str, path: str) -> float | None:
        for row in rows:
            if row["peer"] == peer and row.get("game") == game and row.get("path") == path:
                return row.get("median")
        return None

    def times(what: str, mine: float | None, theirs: float | None, bar: float) -> Bar:
        return Bar(what, mine / theirs if mine and theirs else None, "at least", bar, "times")

    def ours(game: str) -> float | None:
        return median("Parlour", f"{game}, 4 players", "compiled rules")

    def plain(game: str) -> float | None:
        return median("plain Python", f"{game}, 4 players", "objects")

    def against_plain(game: str, bar: float) -> Bar:
        return times(f"{game} against plain Python", ours(game), plain(game), bar)

    crazy_eights = median("OpenSpiel", "crazy_eights(players=4)", "C++ rollouts")
    go_fish = median("OpenSpiel", "go_fish", "C++ rollouts")
    one = median("Parlour", "ka-blam, 4 players", "one thread, unpinned")
    two = median("Parlour", "ka-blam, 4 players", "two threads")

    def most(what: str, figure: str, bar: float, unit: str) -> Bar:
        return _most(figures, what, figure, bar, unit)

    return [
        against_plain("ka-blam", 150),
        times("ka-blam against OpenSpiel's rollouts of crazy_eights", ours("ka-blam"), crazy_eights, 10),
        times("go-fox against OpenSpiel's rollouts of go_fish", ours("go-fox"), go_fish, 10),
        times("read-and-grab against plain Python's ka-blam", ours("read-and-grab"), plain("ka-blam"), 150),
        against_plain("freaky", 40),
        against_plain("game-on", 16),
        against_plain("game-on-coop", 16),
        against_plain("shapes", 16),
        times("two threads against one", two, one, 1.8),
        most("a state of ka-blam", "ka-blam: state bytes", 384, "bytes"),
        most("a state of game-on", "game-on: state bytes", 4095, "bytes"),
        most("moves of game-on", "game-on: moves", 4095, "moves"),
        most("a million games of ka-blam at once", "million games MiB", 512, "MiB"),
        most("one step from Python", "step us", 2, "us"),
        most("Match.play, checked and recorded", "play us", 25, "us"),
        most("`parlour games`", "games command s", 0.5, "s"),
        most("a first simulation from a warm cache", "first simulation s", 1.5, "s"),
        most("`parlour warm` from nothing", "warm s", 60, "s"),
        *of_the_stack(figures),
    ]


def of_the_stack(figures: dict[str, float]) -> list[Bar]:
    """The physics of Shapes."""
    return [
        _most(figures, "18 pieces drift in 60 s, sleep on", "stack: drift asleep mm", 0.1, "mm"),
        _most(figures, "18 pieces drift in 60 s, sleep off", "stack: drift awake mm", 0.5, "mm"),
        _most(figures, "a step of 25 pieces, of real time on one core", "stack: share of real time", 0.1, ""),
        _most(figures, "a second of 25 pieces at rest", "stack: rest us", 100, "us"),
    ]


def of_the_hands(figures: dict[str, float]) -> list[Bar]:
    """The bots that build the towers of Shapes."""
    ratio, falls = figures.get("hands: good to easy"), figures.get("hands: ended with a fall")
    return [
        Bar("pieces before a fall, a good hand's over an easy one's", ratio, "at least", 1.4, "times"),
        Bar("games of Survivor that ended with a fall", falls, "at least", 100, "%"),
        _most(figures, "a decision of a good hand, 95 of 100", "hands: decision s", 2, "s"),
    ]


def of_live_towers(figures: dict[str, float]) -> list[Bar]:
    """Shapes at online tables."""
    kept = figures.get("live: simulated over wall time")
    return [
        Bar("20 live towers of 25 pieces on one core, simulated over wall time", kept, "at least", 0.98, ""),
        _most(figures, "poses for a viewer, of the busiest tower", "live: kB/s for a viewer", 25, "kB/s"),
        _most(figures, "from an aim to its frame, 95 of 100, at 10 tables", "live: p95 ms until seen", 80, "ms"),
    ]


def _most(figures: dict[str, float], what: str, figure: str, bar: float, unit: str) -> Bar:
    return Bar(what, figures.get(figure), "at most", bar, unit)
