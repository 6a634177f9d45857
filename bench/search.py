"""How well the bots play, against the bars.

    python -m bench.search                  2,000 games for each bar: hours; interrupted, it goes on later
    python -m bench.search --games 200      tells most of it in an hour
    python -m bench.search --show           the bars as known so far; plays nothing

Every tournament is played on the same deals from both seats, in chunks, each with a seed of its own. Finished chunks
are kept in bench/search.json; those of bots that were set otherwise (`LEVELS` and `THOUGHTS`) are left aside, and
dropped when the next of these bots is written. Whoever changes rules or the search itself deletes the file. `--add`
takes tournaments that were played elsewhere, one a line, as `Tournament.as_dict` tells them.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.bars import Bar
from parlour.bots.levels import LEVELS, thought_for
from parlour.games import find
from parlour.lab.simulate import wilson
from parlour.lab.tournament import tournament

KEPT = Path(__file__).parent / "search.json"
CHUNK = 100  # games
FIRST_SEED = 7000
SLOWEST = 150.0  # milliseconds for a decision of a master, at the 95th percentile
SURE = 1.96  # standard errors to either side, for 95 %


@dataclass(frozen=True)
class Bout:
    """A tournament between two bots, the one that ought to be better first; or a team of one kind against the House."""

    game: str
    bots: tuple[str, ...]
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return f"{self.game}: {' against '.join(self.bots)}"

    @property
    def settings(self) -> str:
        """A digest of how these bots think in this game."""
        game = find(self.game)(self.players, **self.options)
        levels = [LEVELS[name].at(game) for name in self.bots if name in LEVELS]
        how = [[level.playouts, level.noise, level.sight] for level in levels]
        thought = asdict(thought_for(game)) if any(level.playouts for level in levels) else None
        return hashlib.sha256(json.dumps([how, thought]).encode()).hexdigest()[:12]

    def is_like(self, chunk: Mapping[str, Any]) -> bool:
        """Whether a chunk is of these bots in this game, however they were set."""
        what = (chunk["game"], chunk["players"], set(chunk["bots"]), chunk["options"])
        return what == (self.game, self.players, set(self.bots), dict(self.options))

    def is_of(self, chunk: Mapping[str, Any]) -> bool:
        return self.is_like(chunk) and chunk["settings"] == self.settings


FAIR = {"freaky": 0.60, "go-fox": 0.60, "game-on": 0.60, "ka-blam": 0.55}  # of games that a master must win
RANDOM = {"freaky": 0.80, "go-fox": 0.80, "game-on": 0.80, "ka-blam": 0.60}
LADDER = ("little", "fair", "clever", "master")
TIMES = 1.3  # as often as fairs must masters beat the House


def ladder(game: str) -> list[Bout]:
    """Each level against the one below."""
    return [Bout(game, (upper, lower)) for lower, upper in itertools.pairwise(LADDER)]


def team(level: str) -> Bout:
    """Four of a kind against the House, at the even pace: at the printed one they always win (docs/balance.md)."""
    return Bout("game-on-coop", (level,), 4, {"pace": "even"})


BOUTS = [
    *(Bout(game, ("master", "fair")) for game in FAIR),
    *(team(level) for level in LADDER),
    *(bout for game in FAIR for bout in ladder(game)),
    *(Bout(game, ("master", "random")) for game in RANDOM),
]


@dataclass(frozen=True)
class Known:
    """How a bot did in all chunks of a bout. A team that wins together counts once."""

    games: int
    wins: float
    mean_ms: float
    p95_ms: float  # the median of the chunks'

    @property
    def share(self) -> tuple[float, float, float]:
        return wilson(self.wins, self.games)


class Kept:
    """The chunks that were played, in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.chunks: list[dict[str, Any]] = json.loads(path.read_text())["chunks"] if path.exists() else []

    def of(self, bout: Bout) -> list[dict[str, Any]]:
        return [chunk for chunk in self.chunks if bout.is_of(chunk)]

    def games(self, bout: Bout) -> int:
        return sum(chunk["games"] for chunk in self.of(bout))

    def next_seed(self, bout: Bout) -> int:
        taken = {chunk["seed"] for chunk in self.of(bout)}
        return next(seed for seed in itertools.count(FIRST_SEED) if seed not in taken)

    def known(self, bout: Bout) -> dict[str, Known]:
        found, together = {}, bout.players if find(bout.game).all_may_lose else 1
        chunks = self.of(bout)
        for name in bout.bots if chunks else ():
            rows = [row for chunk in chunks for row in chunk["standings"] if row["name"] == name]
            games = sum(row["games"] for row in rows)
            found[name] = Known(
                games // together,
                sum(row["wins"] for row in rows) / together,
                sum(row["games"] * row["mean_ms"] for row in rows) / games,
                statistics.median(row["p95_ms"] for row in rows),
            )
        return found

    def add(self, bout: Bout, told: Mapping[str, Any]) -> None:
        """Keep what a tournament told of itself (`Tournament.as_dict`)."""
        rows = [{key: row[key] for key in ("name", "games", "wins", "mean_score")} for row in told["bots"]]
        for row, of in zip(rows, told["bots"], strict=True):
            row.update(mean_ms=round(of["mean_ms"], 3), p95_ms=round(of["p95_ms"], 3))
        chunk = {
            "game": bout.game,
            "players": bout.players,
            "bots": list(bout.bots),
            "options": dict(bout.options),
            "games": told["games"],
            "seed": told["seed"],
            "settings": bout.settings,
            "standings": rows,
        }
        same = [one for one in self.chunks if bout.is_like(one)]
        gone = [one for one in same if one["settings"] != bout.settings or one["seed"] == chunk["seed"]]
        self.chunks = [*(one for one in self.chunks if one not in gone), chunk]
        lines = ",\n  ".join(json.dumps(one) for one in self.chunks)
        beside = self.path.with_suffix(".new")
        beside.write_text(f'{{"chunks": [\n  {lines}\n]}}\n', encoding="utf-8")
        beside.replace(self.path)


def play(
    kept: Kept, bouts: Sequence[Bout], games: int, chunk: int, processes: int | None, told: Callable[[str], None]
) -> bool:
    """One chunk of each bout after the other, until all have so many games; whether nobody interrupted it."""
    while missing := [bout for bout in bouts if kept.games(bout) < games]:
        for bout in missing:
            wanted = min(chunk, games - kept.games(bout))
            found = tournament(
                bout.game, bout.bots, games=wanted, players=bout.players, seed=kept.next_seed(bout),
                processes=processes, **bout.options,
            )  # fmt: skip
            if not found.finished:
                return False
            kept.add(bout, found.as_dict())
            told(row(bout, kept.known(bout)))
    return True


def add_from(kept: Kept, path: Path) -> int:
    """Chunks that were played elsewhere, and how many. What is neither of these bouts nor finished is left out."""
    count = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        names = {row["name"] for row in told["bots"]}
        for bout in BOUTS:
            options = find(bout.game)(bout.players, **bout.options).plain_settings
            same = (told["game"], told["players"], names) == (bout.game, bout.players, set(bout.bots))
            if same and told["finished"] and told["options"] == options:
                kept.add(bout, told)
                count += 1
    return count


def bars(kept: Kept) -> Iterator[Bar]:
    def won(bout: Bout) -> tuple[float | None, float | None]:
        """The share of the first bot's wins, and how low it may be by chance, in %."""
        known = kept.known(bout)
        share, low, _ = known[bout.bots[0]].share if known else (None, None, None)
        return (None, None) if share is None or low is None else (100 * share, 100 * low)

    for rival, wanted in (("fair", FAIR), ("random", RANDOM)):
        for game, share in wanted.items():
            what = f"{game}: wins of master against {rival}"
            yield Bar(what, won(Bout(game, ("master", rival)))[0], "at least", 100 * share, "%")
    what, times = "game-on-coop: wins of four masters over those of four fairs", ratio(kept, "master", "fair")
    yield Bar(what, times and times[0], "at least", TIMES, "times")
    for bout in [*(Bout(game, ("master", "fair")) for game in FAIR), team("master")]:
        known = kept.known(bout)
        slow = known["master"].p95_ms if known else None
        yield Bar(f"{bout.game}: p95 of a master's decisions", slow, "at most", SLOWEST, "ms")
    for game in FAIR:
        for bout in ladder(game):
            what = f"{game}: wins of {bout.bots[0]} against {bout.bots[1]}, the least that is likely (95 %)"
            yield Bar(what, won(bout)[1], "at least", 50.0, "%")
    for lower, upper in itertools.pairwise(LADDER):
        what = f"game-on-coop: wins of four {upper}s over those of four {lower}s, the least that is likely (95 %)"
        times = ratio(kept, upper, lower)
        yield Bar(what, times and times[1], "at least", 1.0, "times")


def ratio(kept: Kept, upper: str, lower: str) -> tuple[float, float, float] | None:
    """How many times as often four of a level beat the House as four of another do, with its 95 % interval."""
    better, other = (kept.known(team(level)).get(level) for level in (upper, lower))
    if better is None or other is None or not better.wins or not other.wins:
        return None
    times = better.share[0] / other.share[0]
    error = math.sqrt(sum((1 - one.share[0]) / one.wins for one in (better, other)))
    return times, times * math.exp(-SURE * error), times * math.exp(SURE * error)


def row(bout: Bout, known: Mapping[str, Known]) -> str:
    shares = []
    for name, one in known.items():
        share, low, high = one.share
        shares.append(
            f"{name} {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f} %), "
            f"{one.mean_ms:.1f} ms, p95 {one.p95_ms:.1f} ms"
        )
    games = max((one.games for one in known.values()), default=0)
    return f"{bout.title}, {bout.players} players, {games:,} games: {'; '.join(shares)}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.search", description="How well the bots play, against the bars.")
    parser.add_argument("--games", type=int, default=2000, help="for each bar (default: 2000)")
    parser.add_argument("--only", default="", metavar="WORDS", help='as in "freaky" or "freaky: master against clever"')
    parser.add_argument("--chunk", type=int, default=CHUNK, help=f"games that are kept together (default: {CHUNK})")
    parser.add_argument("--processes", type=int, help="that play at a time (default: one for each core)")
    parser.add_argument("--show", action="store_true", help="the bars as known so far; play nothing")
    parser.add_argument("--add", type=Path, metavar="FILE", help="tournaments played elsewhere; play nothing")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where chunks are kept")
    given = parser.parse_args(arguments)
    kept = Kept(given.kept)
    if given.add:
        print(f"{add_from(kept, given.add)} chunks were added", file=sys.stderr)
    elif not given.show:
        bouts = [bout for bout in BOUTS if bout.title.startswith(given.only)]
        if not play(kept, bouts, given.games, given.chunk, given.processes, lambda told: print(told, file=sys.stderr)):
            print("interrupted; it goes on with the chunk that it was at. What is known by now:", file=sys.stderr)
    judged = list(bars(kept))
    if given.json:
        print(json.dumps({"chunks": kept.chunks, "bars": [bar.as_dict() for bar in judged]}, indent=1))
    else:
        for bout in BOUTS:
            print(row(bout, kept.known(bout)))
        for lower, upper in [("fair", "master"), *itertools.pairwise(LADDER)]:
            if times := ratio(kept, upper, lower):
                told = f"{times[0]:.2f} times as often as four {lower}s ({times[1]:.2f} to {times[2]:.2f})"
                print(f"game-on-coop: four {upper}s beat the House {told}")
        for bar in judged:
            held = {True: "holds", False: "FAILS", None: "not measured"}[bar.holds]
            measured = "-" if bar.measured is None else f"{bar.measured:.2f}"
            print(f"{held:>12}  {bar.what}: {measured} {bar.unit}, {bar.sense} {bar.bar:g}")
    return 0 if all(bar.holds for bar in judged) else 1


if __name__ == "__main__":
    raise SystemExit(main())
