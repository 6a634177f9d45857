"""The page's part on Freaky."""

from __future__ import annotations

from pathlib import Path

from ...games import find
from . import plots
from .run import Found, Results, Setting, Task
from .words import (
    Fairness,
    Verdict,
    against,
    dull,
    from_to,
    interval,
    markdown,
    number,
    percent,
    reference_table,
    seats_table,
    skill,
    spread,
    table,
    why_dull,
)

ID = "freaky"
SEATS = find(ID).seats


def plan(games: int) -> list[Task]:
    few = max(1, games // 10)
    tasks = []
    for players in SEATS:
        tasks.append(Task(Setting(ID, players), games, few))
        tasks.append(Task(Setting(ID, players, "random"), few, few))
        tasks.append(Task(Setting(ID, players, "one"), few))
    return tasks


def part(results: Results, folder: Path) -> tuple[list[Verdict], str]:
    """What is said in short, and the part of the page; plots go into the folder."""
    sensible = {players: results[Setting(ID, players)] for players in SEATS}
    at_random = {players: results[Setting(ID, players, "random")] for players in SEATS}
    alone = {players: results[Setting(ID, players, "one")].share("won by 0") for players in SEATS}
    fairness = {players: Fairness.of(found, players) for players, found in sensible.items()}
    _draw(sensible, at_random, fairness, folder)

    edges = {players: alone[players][0] - fairness[players].fair for players in SEATS}
    verdicts = []
    for players, found in sensible.items():
        reasons = why_dull(found, edges[players])
        lively = f"the lead changes {number(found.mean('changes of the lead'))} times"
        verdicts.append(Verdict("Freaky", players, str(fairness[players]), dull(reasons, lively)))

    every = [found.mean("turns") / found.mean("rows taken") for found in sensible.values()]
    text = markdown(
        "## Freaky",
        f"A sensible player among others who play at random wins {percent(min(alone.values())[0])} of the games or "
        f"more, however many play: {skill(edges.values())}. A row is taken every {from_to(every)} turns, and of the "
        f"108 cards {from_to(found.mean('cards taken') for found in sensible.values())} are taken in the end.",
        "### Who wins",
        "The 1st seat starts.",
        "![Freaky: how far each seat is from a fair share](balance/freaky-seats.svg)",
        seats_table(sensible),
        "### How long it takes",
        "![Freaky: moves a game](balance/freaky-length.svg)",
        table(
            ["players", "moves", "5 %", "95 %", "turns", "5 %", "95 %", "moves, random", "5 %", "95 %"],
            (
                [str(players), *spread(found, "moves"), *spread(found, "turns"), *spread(at_random[players], "moves")]
                for players, found in sensible.items()
            ),
        ),
        "### What happens",
        table(
            ["players", "rows taken", "rows at once", "most seen", "longest row", "longest seen", "cards taken"],
            (_rows(players, found) for players, found in sensible.items()),
        ),
        '"Rows at once" and "longest row" are the most of a game on average, "seen" is the most of all games watched. '
        "Points are cards taken:",
        table(
            [*POINTS, "sensible among random wins, %"],
            ([*_points(players, found), interval(alone[players])] for players, found in sensible.items()),
        ),
        "### Against the slow reference",
        reference_table(_against(list(sensible.values()), list(at_random.values()))),
    )
    return verdicts, text


def _rows(players: int, found: Found) -> list[str]:
    return [
        str(players),
        number(found.mean("rows taken")),
        number(found.mean("most rows at once")),
        str(found.most("most rows at once")),
        number(found.mean("longest row")),
        str(found.most("longest row")),
        number(found.mean("cards taken")),
    ]


POINTS = (
    "players",
    "winner's points",
    "ahead of the 2nd",
    "ahead of the last",
    "runaway wins",
    "shared wins",
    "lead changes",
)


def _points(players: int, found: Found) -> list[str]:
    return [
        str(players),
        number(found.mean("best score")),
        number(found.mean("margin")),
        number(found.mean("spread")),
        percent(found.share("runaway")[0]),
        percent(found.share("tied")[0]),
        number(found.mean("changes of the lead")),
    ]


def _against(sensible: list[Found], at_random: list[Found]) -> list[list[str]]:
    rows = [found.mean("rows taken") for found in sensible + at_random]
    return [
        against("moves, random, 2 to 5 players", [at_random[end].mean("moves") for end in (0, -1)], [163, 148]),
        against("moves, sensible, 2 to 5 players", [sensible[end].mean("moves") for end in (0, -1)], [192, 175]),
        against("rows taken, random to sensible", [min(rows), max(rows)], [12, 16]),
        against("most rows seen", [max(found.most("most rows at once") for found in sensible + at_random)], [8], str),
        against("longest row seen", [max(found.most("longest row") for found in sensible + at_random)], [22], str),
    ]


def _draw(sensible: dict[int, Found], at_random: dict[int, Found], fairness: dict[int, Fairness], to: Path) -> None:
    plots.seats(
        to / "freaky-seats.svg",
        "Freaky: how far each seat is from a fair share; the 1st seat starts",
        {players: one.shares for players, one in fairness.items()},
    )
    plots.ranges(
        to / "freaky-length.svg",
        "Freaky: moves a game, mean, and nine games in ten",
        {
            name: [plots.Range.of(found, "moves") for found in of.values()]
            for name, of in (("sensible", sensible), ("random", at_random))
        },
    )
