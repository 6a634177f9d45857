"""How well the bots play, against the bars: `make bench-search`; `--games N` for fewer games, `--json` for programs.

Every tournament is played on the same deals from both seats. What was played is kept when it is interrupted: the bars
are judged by that, each with its 95 % interval.
"""

from __future__ import annotations

import argparse
import itertools
import json
from dataclasses import dataclass
from typing import Any

from bench.bars import Bar
from parlour.lab.tournament import Standing, Tournament, tournament

SLOWEST = 150.0  # milliseconds for a decision of a master, at the 95th percentile


@dataclass(frozen=True)
class Duel:
    game: str
    rival: str
    share: float  # of games that a master must win


DUELS = (
    Duel("freaky", "fair", 0.60),
    Duel("go-fox", "fair", 0.60),
    Duel("game-on", "fair", 0.60),
    Duel("ka-blam", "fair", 0.55),
    Duel("freaky", "random", 0.80),
    Duel("go-fox", "random", 0.80),
    Duel("game-on", "random", 0.80),
    Duel("ka-blam", "random", 0.60),
)
LADDER = ("little", "fair", "clever", "master")


def named(found: Tournament) -> dict[str, Standing]:
    return {one.name: one for one in found.standings()}


def duels(games: int) -> tuple[list[Tournament], list[Bar]]:
    played, bars = [], []
    for duel in DUELS:
        found = tournament(duel.game, ("master", duel.rival), games=games, players=2)
        played.append(found)
        master = named(found)["master"]
        what = f"{duel.game}: wins of master against {duel.rival}"
        bars.append(Bar(what, 100 * master.share[0], "at least", 100 * duel.share, "%"))
        if duel.rival == "fair":
            bars.append(_fast(duel.game, master))
    return played, bars


def against_the_house(games: int) -> tuple[list[Tournament], list[Bar]]:
    """At the even pace: at the printed one even sensible children always win (docs/balance.md)."""
    found = tournament("game-on-coop", ("master", "fair"), games=games, players=4, pace="even")
    of = named(found)
    ratio = of["master"].share[0] / of["fair"].share[0] if of["fair"].wins else None
    bar = Bar("game-on-coop: wins of four masters against those of four fairs", ratio, "at least", 1.3, "times")
    return [found], [bar, _fast("game-on-coop", of["master"])]


def ladder(games: int) -> tuple[list[Tournament], list[Bar]]:
    """Each level beats the one below, where there is any skill in the game."""
    played, bars = [], []
    for game in ("freaky", "go-fox", "game-on", "ka-blam", "read-and-grab"):
        for lower, upper in itertools.pairwise(LADDER):
            found = tournament(game, (upper, lower), games=games, players=2)
            played.append(found)
            if game != "read-and-grab":
                share = 100 * named(found)[upper].share[0]
                bars.append(Bar(f"{game}: wins of {upper} against {lower}", share, "at least", 50.0, "%"))
    return played, bars


def _fast(game: str, master: Standing) -> Bar:
    return Bar(f"{game}: p95 of a master's decisions", master.as_dict()["p95_ms"], "at most", SLOWEST, "ms")


def _row(found: Tournament) -> str:
    shares = []
    for one in found.standings():
        share, low, high = one.share
        figures = one.as_dict()
        shares.append(
            f"{one.name} {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}), "
            f"{figures['mean_ms']:.1f} ms, p95 {figures['p95_ms']:.1f}"
        )
    return f"{found.game}, {found.players} players, {found.games} games: {'; '.join(shares)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    every: list[dict[str, Any]] = []
    bars: list[Bar] = []
    for part in (duels, against_the_house, ladder):
        played, judged = part(given.games)
        bars += judged
        every += [found.as_dict() for found in played]
        if not given.json:
            for found in played:
                print(_row(found), flush=True)
    if given.json:
        print(json.dumps({"tournaments": every, "bars": [bar.as_dict() for bar in bars]}, indent=1))
    else:
        for bar in bars:
            held = {True: "holds", False: "FAILS", None: "not measured"}[bar.holds]
            measured = "-" if bar.measured is None else f"{bar.measured:.1f}"
            print(f"{held:>12}  {bar.what}: {measured} {bar.unit}, {bar.sense} {bar.bar:g}")
    return 0 if all(bar.holds for bar in bars) else 1


if __name__ == "__main__":
    raise SystemExit(main())
