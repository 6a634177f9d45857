"""The page's part on Cooperative Game-On."""

from __future__ import annotations

from pathlib import Path

from ...games import find
from . import plots
from .measure import DECK_OUT, HOUSE_THERE, TEAM_THERE
from .run import Found, Results, Setting, Task
from .words import (
    FOREGONE,
    OPEN,
    SELDOM,
    Verdict,
    against,
    from_to,
    interval,
    markdown,
    number,
    percent,
    reference_table,
    spread,
    table,
)

ID = "game-on-coop"
SEATS = find(ID).seats
PACES = ("printed", "even", "each")
DEVICES = {"a steal": "stolen", "a scuttle": "scuttled"}
REFERENCE_EVEN = (0.41, 0.39, 0.41, 0.48, 0.60)
COUNTED = ("completed", "lost to the House", "stolen", "scuttled", "redraws", "wipes")


def plan(games: int) -> list[Task]:
    many, few = max(1, games // 2), max(1, games // 10)
    tasks = []
    for players in SEATS:
        for black in (True, False):
            tasks += [Task(_at(players, pace, black), few if pace == "each" else many) for pace in PACES]
        tasks += [Task(_at(players, pace, hands="hidden"), few) for pace in PACES[:2]]
        tasks.append(Task(_at(players, "even", bots="random"), few))
    return tasks


def _at(players: int, pace: str, black: bool = True, hands: str = "open", bots: str = "greedy") -> Setting:
    return Setting(ID, players, bots, (("pace", pace), ("black_cards", black), ("hands", hands)))


def part(results: Results, folder: Path) -> tuple[list[Verdict], str]:
    """What is said in short, and the part of the page; plots go into the folder."""

    def won(pace: str, black: bool = True, hands: str = "open", bots: str = "greedy") -> list[float]:
        return [results[_at(players, pace, black, hands, bots)].share("won")[0] for players in SEATS]

    plots.lines(
        folder / "game-on-coop-wins.svg",
        "Cooperative Game-On: how often the team wins",
        ("players", SEATS),
        {
            "with Black Cards": {
                **{f"{pace} pace": won(pace) for pace in PACES},
                "even, reference": REFERENCE_EVEN,
            },
            "without": {f"{pace} pace": won(pace, False) for pace in PACES},
        },
    )
    verdicts = [
        Verdict(f"Cooperative Game-On, pace {pace}", players, "one team", how_open(results[_at(players, pace)]))
        for pace in PACES
        for players in SEATS
    ]
    even = [results[_at(players, "even")] for players in SEATS]
    text = markdown(
        "## Cooperative Game-On",
        f"At the printed pace, one new card a round, the team wins {percent(won('printed')[0])} of the games with two "
        f"players and {from_to(won('printed')[1:], percent)} with more; at the even pace, half as many new cards as "
        f"players, {from_to(won('even'), percent)}; with a new card for each player {from_to(won('each'), percent)}. "
        f"Without Black Cards the even pace is won {from_to(won('even', False), percent)} of the time, with hidden "
        f"hands {from_to(won('even', hands='hidden'), percent)}, and by a team that plays at random "
        f"{from_to(won('even', bots='random'), percent)}. At the even pace the team steals "
        f"{from_to(one.mean('stolen') for one in even)} cards a game and scuttles "
        f"{from_to(one.mean('scuttled') for one in even)}.",
        "![Cooperative Game-On: how often the team wins](balance/game-on-coop-wins.svg)",
        "### How often the team wins",
        "In percent, with open hands. With two players the printed pace is the even pace.",
        table(
            ["players", *(f"{pace}{black}" for pace in PACES for black in ("", ", no Black Cards"))],
            (
                [
                    str(players),
                    *(
                        interval(results[_at(players, pace, black)].share("won"))
                        for pace in PACES
                        for black in (True, False)
                    ),
                ]
                for players in SEATS
            ),
        ),
        "With hidden hands, and, at the even pace, a team that plays at random:",
        table(
            ["players", "printed, hidden", "even, hidden", "even, at random"],
            (
                [
                    str(players),
                    *(interval(results[_at(players, pace, hands="hidden")].share("won")) for pace in PACES[:2]),
                    interval(results[_at(players, "even", bots="random")].share("won")),
                ]
                for players in SEATS
            ),
        ),
        "### How long it takes, and what happens",
        "With Black Cards and open hands.",
        table(
            ["pace", "players", "moves", "5 %", "95 %", "rounds", "5 %", "95 %", "team", "House"],
            ([pace, str(players), *_length(results[_at(players, pace)])] for pace in PACES for players in SEATS),
            left=2,
        ),
        table(
            ["pace", "players", *COUNTED, "target reached by the team", "by the House", "deck empty"],
            ([pace, str(players), *_counted(results[_at(players, pace)])] for pace in PACES for players in SEATS),
            left=2,
        ),
        "### Against the slow reference",
        reference_table(_against(results)),
    )
    return verdicts, text


def how_open(found: Found) -> str:
    """Whether it is worth playing to the end, and what is missing on the way."""
    share = found.share("won")[0]
    missing = [name for name, counted in DEVICES.items() if found.mean(counted) < SELDOM]
    told = f"the team wins {percent(share)}{', hardly ' if missing else ''}{' or '.join(missing)}"
    if not FOREGONE[0] <= share <= FOREGONE[1]:
        return f"dull: foregone, {told}"
    return f"lively: {told}" if OPEN[0] <= share <= OPEN[1] else f"one-sided: {told}"


def _length(found: Found) -> list[str]:
    return [
        *spread(found, "moves"),
        *spread(found, "rounds"),
        number(found.mean("team")),
        number(found.mean("House")),
    ]


def _counted(found: Found) -> list[str]:
    ends = [percent(found.share("end", [how])[0]) for how in (TEAM_THERE, HOUSE_THERE, DECK_OUT)]
    return [*(number(found.mean(name)) for name in COUNTED), *ends]


def _against(results: Results) -> list[list[str]]:
    def won(players: int, pace: str, black: bool = True) -> float:
        return results[_at(players, pace, black)].share("won")[0]

    rows = [
        against(f"team wins, even pace, {players} players", [won(players, "even")], [reference], percent)
        for players, reference in zip(SEATS, REFERENCE_EVEN, strict=True)
    ]
    rounds = sorted(results[_at(players, "even")].mean("rounds") for players in SEATS)
    bare = sorted(won(players, "even", False) for players in SEATS)
    printed = sorted(won(players, "printed") for players in SEATS[1:])
    return [
        *rows,
        against("team wins, even pace, no Black Cards", [bare[0], bare[-1]], [0.57, 0.84], percent),
        against("team wins, printed pace, 2 players", [won(2, "printed")], [0.41], percent),
        against("team wins, printed pace, 3 to 6 players", [printed[0], printed[-1]], [0.998, 1], percent),
        against(
            "team wins, one new card for each player", [max(won(players, "each") for players in SEATS)], [0], percent
        ),
        against("rounds, even pace", [rounds[0], rounds[-1]], [19, 23]),
    ]
