"""The page's part on Game-On Competitive."""

from __future__ import annotations

from pathlib import Path

from ...games import find
from . import plots
from .measure import IDLE, PASSED, STUCK, TIMER
from .run import Found, Results, Setting, Task
from .words import (
    EMPTY,
    SELDOM,
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

ID = "game-on"
SEATS = find(ID).seats
TIMERS = range(1, 7)
COMPETITIONS = ("dice", "rock-paper-scissors", "trivia")
STEALS = {"stolen": "stolen", "defended": "defended", "locked": "locked", "lost to another thief": "beaten"}
DEVICES = ("contests in the Play Area", "stolen", "defended", "locked", "conversions")


def plan(games: int) -> list[Task]:
    few, fewer = max(1, games // 10), max(1, games // 20)
    tasks = []
    for players in SEATS:
        tasks.append(Task(Setting(ID, players), games, few))
        tasks.append(Task(Setting(ID, players, "one"), few))
        tasks += [Task(_by(players, competition), few) for competition in COMPETITIONS[1:]]
        tasks += [Task(_timed(players, timer), fewer) for timer in TIMERS]
    return tasks


def _by(players: int, competition: str) -> Setting:
    return Setting(ID, players, options=(("competition", competition),) if competition != COMPETITIONS[0] else ())


def _timed(players: int, timer: int) -> Setting:
    return Setting(ID, players, options=(("timer", timer),))


def part(results: Results, folder: Path) -> tuple[list[Verdict], str]:
    """What is said in short, and the part of the page; plots go into the folder."""
    games = {players: results[Setting(ID, players)] for players in SEATS}
    alone = {players: results[Setting(ID, players, "one")].share("won by 0") for players in SEATS}
    timed = {timer: [results[_timed(players, timer)] for players in SEATS] for timer in TIMERS}
    fairness = {players: Fairness.of(found, players) for players, found in games.items()}
    _draw(games, timed, fairness, folder)

    edges = {players: alone[players][0] - fairness[players].fair for players in SEATS}
    verdicts = []
    for players, found in games.items():
        reasons = why_dull(found, edges[players]) + _idle(players, found)
        lively = f"the lead changes {number(found.mean('changes of the lead'))} times"
        verdicts.append(Verdict("Game-On Competitive", players, str(fairness[players]), dull(reasons, lively)))

    all_games = games.values()
    text = markdown(
        "## Game-On Competitive",
        f"Of the cards taken from the Play Area {from_to(map(_contested, all_games), percent)} were contested; of the "
        f"steals tried {from_to(map(_stolen, all_games), percent)} came off, and "
        f"{from_to(map(_defended, all_games), percent)} were defended. Chevrons decide who wins in "
        f"{from_to((one.mean('chevrons decided') for one in all_games), percent)} of the games. A sensible "
        f"player among others who play at random wins {percent(alone[SEATS[0]][0])} of the games with {SEATS[0]} "
        f"players and {percent(alone[SEATS[-1]][0])} with {SEATS[-1]}: {skill(edges.values())}.",
        "### Who wins",
        "![Game-On Competitive: how far each seat is from a fair share](balance/game-on-seats.svg)",
        seats_table(games),
        "### How long it takes",
        "![Game-On Competitive: moves and rounds a game](balance/game-on-length.svg)",
        table(
            ["players", "moves", "5 %", "95 %", "rounds", "5 %", "95 %"],
            ([str(players), *spread(one, "moves"), *spread(one, "rounds")] for players, one in games.items()),
        ),
        "### What happens",
        "![Game-On Competitive: what becomes of steals](balance/game-on-steals.svg)",
        table(
            ["players", "steals tried", *STEALS],
            (
                [str(players), *(number(one.mean(name)) for name in ("steals tried", *STEALS.values()))]
                for players, one in games.items()
            ),
        ),
        table(
            HAPPENED,
            (_happened(players, one) for players, one in games.items()),
        ),
        "### How it is decided",
        table(
            [*DECIDED, "sensible among random wins, %"],
            ([*_decided(players, one), interval(alone[players])] for players, one in games.items()),
        ),
        "### How it ends",
        'Sensible players keep their wild cards for a card they can complete. "All passed" means that somebody could '
        "still have played, stolen or converted, but nobody did.",
        table(
            ["players", "all passed", "nobody could act", "three idle rounds"],
            (
                [str(players), *(percent(one.share("end", [how])[0]) for how in (PASSED, STUCK, IDLE))]
                for players, one in games.items()
            ),
        ),
        "### With a timer",
        "How often the Black Cards end the game, and after how many rounds a game is over:",
        "![Game-On Competitive: how often the timer ends the game](balance/game-on-timer.svg)",
        table(
            ["Black Cards", *(f"{players} players, %" for players in SEATS), *(f"rounds, {one}" for one in SEATS)],
            (
                [
                    str(timer),
                    *(interval(one.share("end", [TIMER])) for one in found),
                    *(number(one.mean("rounds")) for one in found),
                ]
                for timer, found in timed.items()
            ),
        ),
        "### By the kind of competition",
        "Bots choose their signs and answers by chance, so only the number of moves should differ.",
        table(
            ["players", "competition", "moves", "rounds", "contests", "stolen", "locked", "chevrons decide", "seats"],
            (
                [str(players), competition, *_competition(players, results[_by(players, competition)])]
                for players in SEATS
                for competition in COMPETITIONS
            ),
            left=2,
        ),
        "### Against the slow reference",
        reference_table(_against(games[SEATS[0]], games[SEATS[-1]])),
    )
    return verdicts, text


def _contested(found: Found) -> float:
    return found.mean("contests in the Play Area") / found.mean("cards taken")


def _stolen(found: Found) -> float:
    return found.mean("stolen") / found.mean("steals tried")


def _defended(found: Found) -> float:
    return found.mean("defended") / found.mean("steals tried")


def _empty(players: int, found: Found) -> float:
    """The part of all turns (a seat in a round) that goes with nothing but a redraw."""
    return found.mean("redraws") / found.mean("rounds") / players


def _idle(players: int, found: Found) -> list[str]:
    """What is dull in this game only."""
    reasons = [f"{name} only {number(found.mean(name))} times" for name in DEVICES if found.mean(name) < SELDOM]
    if _empty(players, found) > EMPTY:
        reasons.append(f"{percent(_empty(players, found))} of the turns go with nothing but a redraw")
    return reasons


HAPPENED = (
    "players",
    "cards taken",
    "contests in the Play Area",
    "cards contested",
    "contests between thieves",
    "contests in all",
    "conversions",
    "redraws",
    "turns with nothing but a redraw",
)


def _happened(players: int, found: Found) -> list[str]:
    return [
        str(players),
        number(found.mean("cards taken")),
        number(found.mean("contests in the Play Area")),
        percent(_contested(found)),
        number(found.mean("contests between thieves")),
        number(found.mean("contests")),
        number(found.mean("conversions")),
        number(found.mean("redraws")),
        percent(_empty(players, found)),
    ]


DECIDED = (
    "players",
    "winner's points",
    "ahead of the 2nd",
    "ahead of the last",
    "runaway wins",
    "lead changes",
    "chevrons decide",
    "tie-break decides",
    "shared wins",
)


def _decided(players: int, found: Found) -> list[str]:
    shared = 1 - found.share("winners")[0]
    return [
        str(players),
        number(found.mean("best score")),
        number(found.mean("margin")),
        number(found.mean("spread")),
        percent(found.share("runaway")[0]),
        number(found.mean("changes of the lead")),
        percent(found.share("chevrons decided")[0]),
        percent(found.share("tied")[0] - shared),
        percent(shared),
    ]


def _competition(players: int, found: Found) -> list[str]:
    means = [number(found.mean(name)) for name in ("moves", "rounds", "contests", "stolen", "locked")]
    return [*means, percent(found.share("chevrons decided")[0]), str(Fairness.of(found, players))]


def _against(two: Found, six: Found) -> list[list[str]]:
    def row(what: str, name: str, reference: list[float]) -> list[str]:
        return against(f"{what}, 2 to 6 players", [two.mean(name), six.mean(name)], reference)

    decided = [found.share("chevrons decided")[0] for found in (two, six)]
    return [
        row("rounds", "rounds", [23, 34]),
        row("moves", "moves", [144, 655]),
        row("contests in the Play Area", "contests in the Play Area", [0.7, 6.6]),
        row("steals tried", "steals tried", [17, 77]),
        row("stolen", "stolen", [6, 25]),
        row("conversions", "conversions", [1.3, 3.8]),
        against("chevrons decide, 2 to 6 players", decided, [0.1, 0.2], percent),
    ]


def _draw(games: dict[int, Found], timed: dict[int, list[Found]], fairness: dict[int, Fairness], to: Path) -> None:
    plots.seats(
        to / "game-on-seats.svg",
        "Game-On Competitive: how far each seat is from a fair share",
        {players: one.shares for players, one in fairness.items()},
    )
    plots.ranges(
        to / "game-on-length.svg",
        "Game-On Competitive: a game's length, mean, and nine games in ten",
        {name: [plots.Range.of(found, name) for found in games.values()] for name in ("moves", "rounds")},
        alike=False,
    )
    plots.stacks(
        to / "game-on-steals.svg",
        "Game-On Competitive: what becomes of steals",
        "steals a game",
        {shown: [found.mean(name) for found in games.values()] for shown, name in STEALS.items()},
    )
    plots.lines(
        to / "game-on-timer.svg",
        "Game-On Competitive: how often the timer ends the game",
        ("Black Cards", TIMERS),
        {
            "": {
                f"{players} players": [found[number].share("end", [TIMER])[0] for found in timed.values()]
                for number, players in enumerate(SEATS)
            }
        },
    )
