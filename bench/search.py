"""How well the bots play, against the bars.

    python -m bench.search                  2,000 games for each bar: hours; interrupted, it goes on later
    python -m bench.search --games 200      tells most of it in an hour
    python -m bench.search --show           the bars as known so far; plays nothing
    python -m bench.search --write          puts what is known so far into docs/bots.md; plays nothing
    python -m bench.search --renew          plays anew what an earlier version of the rules or the search has played
    python -m bench.search --again          whether these bots still play as they did: a chunk of each bout once more

Every tournament is played on the same deals from both seats, in chunks, each with a seed of its own. Finished chunks
are kept in bench/search.json; those of bots that were set otherwise (`LEVELS` and `THOUGHTS`) are left aside, and
dropped when the next of these bots is written. Those that were played by an earlier version of the game, the engine or
the search count, too, and `--show` says how many there are: most changes make no difference. Whoever makes one that may
sees by `--again` whether what is kept still tells of these bots (seeds decide every choice, as long as no bot's time
runs out), and plays anew by `--renew` what does not. `--add` takes tournaments that were played elsewhere, one a line,
as `Tournament.as_dict` tells them.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import inspect
import itertools
import json
import math
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.bars import Bar
from parlour.bots import search
from parlour.bots.levels import LEVELS, thought_for
from parlour.engine.game import Game
from parlour.games import find
from parlour.lab.simulate import wilson
from parlour.lab.tournament import tournament

KEPT = Path(__file__).parent / "search.json"
PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
SOURCES = Path(search.__file__).parent.parent
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
    def sources(self) -> str:
        """A digest of what decides who wins: the game's files, the engine's, the components' and the search."""
        return sources_of(find(self.game))

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


@functools.cache
def sources_of(game: type[Game]) -> str:
    own = Path(inspect.getfile(game))
    files = [Path(search.__file__), *([own] if own.parent.name == "games" else own.parent.glob("*.py"))]
    for folder in ("engine", "components"):
        files += (path for path in (SOURCES / folder).rglob("*.*") if path.suffix in (".py", ".toml"))
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


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


LUCK = Bout("read-and-grab", ("master", "fair"))  # where there is hardly anything to think about (docs/bots.md)
BOUTS = [
    *(Bout(game, ("master", "fair")) for game in FAIR),
    LUCK,
    *(team(level) for level in LADDER),
    *(bout for game in FAIR for bout in ladder(game)),
    *(Bout(game, ("master", "random")) for game in RANDOM),
]


@dataclass(frozen=True)
class Known:
    """How a bot did in all chunks of a bout."""

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

    def of(self, bout: Bout, new: bool = False) -> list[dict[str, Any]]:
        """The chunks of a bout, or those of this version alone."""
        mine = [chunk for chunk in self.chunks if bout.is_of(chunk)]
        return [chunk for chunk in mine if chunk.get("sources") == bout.sources] if new else mine

    def games(self, bout: Bout, new: bool = False) -> int:
        return sum(chunk["games"] for chunk in self.of(bout, new))

    def next_seed(self, bout: Bout, new: bool = False) -> int:
        taken = {chunk["seed"] for chunk in self.of(bout, new)}
        return next(seed for seed in itertools.count(FIRST_SEED) if seed not in taken)

    def known(self, bout: Bout) -> dict[str, Known]:
        found, chunks = {}, self.of(bout)
        for name in bout.bots if chunks else ():
            rows = [row for chunk in chunks for row in chunk["standings"] if row["name"] == name]
            games = sum(row["games"] for row in rows)
            found[name] = Known(
                games,
                sum(row["wins"] for row in rows),
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
            "sources": bout.sources,
            "standings": rows,
        }
        same = [one for one in self.chunks if bout.is_like(one)]
        gone = [one for one in same if one["settings"] != bout.settings or one["seed"] == chunk["seed"]]
        self.chunks = [*(one for one in self.chunks if one not in gone), chunk]
        self._write()

    def forget_earlier(self, bout: Bout) -> None:
        """Drop what an earlier version played."""
        gone = [chunk for chunk in self.of(bout) if chunk not in self.of(bout, new=True)]
        self.chunks = [chunk for chunk in self.chunks if chunk not in gone]
        self._write()

    def _write(self) -> None:
        lines = ",\n  ".join(json.dumps(one) for one in self.chunks)
        beside = self.path.with_suffix(".new")
        beside.write_text(f'{{"chunks": [\n  {lines}\n]}}\n', encoding="utf-8")
        beside.replace(self.path)


def play(
    kept: Kept,
    bouts: Sequence[Bout],
    games: int,
    chunk: int,
    processes: int | None,
    told: Callable[[str], None],
    renew: bool = False,
) -> bool:
    """One chunk of each bout after the other, until all have so many games; whether nobody interrupted it.

    To renew is to count those of this version alone, and to drop the others when there are enough.
    """
    while missing := [bout for bout in bouts if kept.games(bout, renew) < games]:
        for bout in missing:
            wanted = min(chunk, games - kept.games(bout, renew))
            found = tournament(
                bout.game, bout.bots, games=wanted, players=bout.players, seed=kept.next_seed(bout, renew),
                processes=processes, **bout.options,
            )  # fmt: skip
            if not found.finished:
                return False
            kept.add(bout, found.as_dict())
            if renew and kept.games(bout, renew) >= games:
                kept.forget_earlier(bout)
            told(row(bout, kept))
    return True


def still_so(kept: Kept, bouts: Sequence[Bout], processes: int | None, told: Callable[[str], None]) -> bool:
    """Play the smallest chunk of each bout again: whether each bot wins as much as is kept.

    Points may differ a little where a bot's time ran out, now or then.
    """
    same = True
    for bout in bouts:
        chunk = min(kept.of(bout), key=lambda chunk: (chunk["games"], chunk["seed"]), default=None)
        if chunk is None:
            continue
        found = tournament(
            bout.game, bout.bots, games=chunk["games"], players=bout.players, seed=chunk["seed"],
            processes=processes, progress=False, **bout.options,
        )  # fmt: skip
        if not found.finished:
            return False
        now, then = (
            {row["name"]: row["wins"] for row in rows} for rows in (found.as_dict()["bots"], chunk["standings"])
        )
        said = "as kept" if now == then else f"DIFFERS: wins {now}, kept {then}"
        told(f"{bout.title}, {chunk['games']} games of seed {chunk['seed']}: {said}")
        same = same and now == then
    return same


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
    for bout in [*(Bout(game, ("master", "fair")) for game in FAIR), team("master"), LUCK]:
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


def row(bout: Bout, kept: Kept) -> str:
    shares, known = [], kept.known(bout)
    for name, one in known.items():
        share, low, high = one.share
        shares.append(
            f"{name} {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f} %), "
            f"{one.mean_ms:.1f} ms, p95 {one.p95_ms:.1f} ms"
        )
    games, earlier = kept.games(bout), kept.games(bout) - kept.games(bout, new=True)
    told = f" ({'all' if earlier == games else f'{earlier:,}'} by an earlier version)" if earlier else ""
    return f"{bout.title}, {bout.players} players, {games:,} games{told}: {'; '.join(shares)}"


# What stands in docs/bots.md


def in_docs(kept: Kept) -> str:
    """What is known, as tables."""

    def won(bout: Bout) -> str:
        if not (known := kept.known(bout)):
            return "not played"
        share, low, high = (100 * part for part in known[bout.bots[0]].share)
        return f"{share:.1f} % ({low:.1f} to {high:.1f}, {known[bout.bots[0]].games:,} games)"

    def thinks(bout: Bout) -> str:
        known = kept.known(bout).get(bout.bots[0])
        return f"{known.mean_ms:.1f} ms, {known.p95_ms:.1f} ms" if known else "not played"

    def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
        return ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]

    against = [(game, Bout(game, ("master", "fair")), Bout(game, ("master", "random"))) for game in FAIR]
    rows = [[find(game).title, won(fair), won(random), thinks(fair)] for game, fair, random in against]
    rows.append([find(LUCK.game).title, won(LUCK), "not asked", thinks(LUCK)])
    times = ratio(kept, "master", "fair")
    ratios = (
        f"{times[0]:.2f} times as often as four fairs ({times[1]:.2f} to {times[2]:.2f})" if times else "not played"
    )
    steps = [*itertools.pairwise(LADDER)]
    return "\n".join(
        [
            "<!-- bench.search -->",
            *table(["game", "master against fair", "master against random", "a master's decision: mean, p95"], rows),
            "",
            "Cooperative Game-On at the even pace, four of a kind:",
            "",
            *table(
                ["four", "beat the House", "a decision: mean, p95"],
                [[f"{level}s", won(team(level)), thinks(team(level))] for level in reversed(LADDER)],
            ),
            "",
            f"Four masters beat it {ratios}.",
            "",
            "Each level against the one below:",
            "",
            *table(
                ["game", *(f"{upper} against {lower}" for lower, upper in steps)],
                [[find(game).title, *map(won, ladder(game))] for game in FAIR],
            ),
            "<!-- end of bench.search -->",
        ]
    )


def write_docs(kept: Kept, page: Path = PAGE) -> None:
    before, _, after = re.split(
        r"(<!-- bench.search -->.*<!-- end of bench.search -->)", page.read_text(), flags=re.DOTALL
    )
    page.write_text(before + in_docs(kept) + after, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.search", description="How well the bots play, against the bars.")
    parser.add_argument("--games", type=int, default=2000, help="for each bar (default: 2000)")
    parser.add_argument("--only", default="", metavar="WORDS", help='as in "freaky" or "freaky: master against clever"')
    parser.add_argument("--chunk", type=int, default=CHUNK, help=f"games that are kept together (default: {CHUNK})")
    parser.add_argument("--processes", type=int, help="that play at a time (default: one for each core)")
    parser.add_argument("--show", action="store_true", help="the bars as known so far; play nothing")
    parser.add_argument("--write", action="store_true", help="put what is known so far into docs/bots.md; play nothing")
    parser.add_argument("--renew", action="store_true", help="play anew what an earlier version has played")
    parser.add_argument("--again", action="store_true", help="play a chunk of each bout again, and compare")
    parser.add_argument("--add", type=Path, metavar="FILE", help="tournaments played elsewhere; play nothing")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where chunks are kept")
    given = parser.parse_args(arguments)
    kept = Kept(given.kept)
    bouts = [bout for bout in BOUTS if bout.title.startswith(given.only)]
    if given.again:
        return 0 if still_so(kept, bouts, given.processes, lambda told: print(told, flush=True)) else 1
    if given.add:
        print(f"{add_from(kept, given.add)} chunks were added", file=sys.stderr)
    elif not (given.show or given.write) and not play(
        kept, bouts, given.games, given.chunk, given.processes, lambda told: print(told, file=sys.stderr), given.renew
    ):
        print("interrupted; it goes on with the chunk that it was at. What is known by now:", file=sys.stderr)
    if given.write:
        write_docs(kept)
    judged = list(bars(kept))
    if given.json:
        print(json.dumps({"chunks": kept.chunks, "bars": [bar.as_dict() for bar in judged]}, indent=1))
    else:
        for bout in BOUTS:
            print(row(bout, kept))
        for lower, upper in [("fair", "master"), *itertools.pairwise(LADDER)]:
            if times := ratio(kept, upper, lower):
                told = f"{times[0]:.2f} times as often as four {lower}s ({times[1]:.2f} to {times[2]:.2f})"
                print(f"game-on-coop: four {upper}s beat the House {told}")
        for bar in judged:
            print(bar.in_words)
    return 0 if all(bar.holds for bar in judged) else 1


if __name__ == "__main__":
    raise SystemExit(main())
