"""The page of balance: made of true figures, the same every time, and whole however often it is interrupted."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import parlour
from parlour.engine import drivers
from parlour.engine.chance import DICE, stream
from parlour.engine.seats import any_of
from parlour.engine.story import story
from parlour.games import freaky
from parlour.games.game_on import rules as game_on
from parlour.games.game_on_coop import rules as game_on_coop
from parlour.lab.balance import page
from parlour.lab.balance.__main__ import main
from parlour.lab.balance.coop import how_open
from parlour.lab.balance.measure import IDLE, PASSED, STUCK, TIMER
from parlour.lab.balance.run import Found, Kept, Setting, Task, play
from parlour.lab.balance.words import Fairness, against, dull, number, skill, table, why_dull

ROOT = Path(__file__).parents[2]
GAMES = 20


def quietly(*_: object) -> None:
    pass


def played(setting: Setting, games: int = 1, watch: int = 0, seed: int = 1, threads: int = 1) -> Found:
    return play(Task(setting, games, watch), seed, threads, quietly)


def written(folder: Path, kept: Kept | None = None, seed: int = 1) -> dict[str, bytes]:
    """Every file of the page, by name."""
    page.write(folder, GAMES, seed, kept or Kept(None, seed), quietly)
    return {path.name: path.read_bytes() for path in folder.rglob("*.*")}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return written(tmp_path_factory.mktemp("balance"))


# The page


def test_the_page_has_all_its_parts(small: dict[str, bytes]) -> None:
    text = small["balance.md"].decode()
    assert re.findall("^## (.*)", text, re.MULTILINE) == [
        "In short",
        "Freaky",
        "Game-On Competitive",
        "Cooperative Game-On",
    ]
    parts = text.split("\n## ")
    for part, seats in zip(parts[2:], (range(2, 6), range(2, 7), range(2, 7)), strict=True):
        for players in seats:
            assert re.search(rf"^\| (\w+ \| )?{players} \|", part, re.MULTILINE), (part[:20], players)
        assert "### Against the slow reference" in part
    for verdict in parts[1].splitlines()[4:27]:
        assert re.search(r"\| (fair|unfair|one team).* \| (lively|dull|one-sided): .* \|$", verdict), verdict
    assert "seed 1" in text and "nan" not in text


def test_tables_are_whole(small: dict[str, bytes]) -> None:
    widths: list[int] = []
    for line in small["balance.md"].decode().splitlines():
        if line.startswith("|"):
            widths.append(line.count("|"))
            assert widths[-1] == widths[0], line
        else:
            widths = []


def test_every_plot_is_there_and_drawn(small: dict[str, bytes]) -> None:
    shown = re.findall(r"!\[.+\]\(balance/(.+)\)", small["balance.md"].decode())
    assert sorted(shown) == sorted(set(small) - {"balance.md"}) and len(shown) == 7
    for name in shown:
        drawn = ElementTree.fromstring(small[name])
        assert drawn.tag.endswith("svg") and b"<text" in small[name]


def test_the_same_seed_gives_the_same_page_and_another_seed_another(small: dict[str, bytes], tmp_path: Path) -> None:
    assert written(tmp_path / "again") == small
    assert written(tmp_path / "other", seed=2)["balance.md"] != small["balance.md"]


def test_the_page_in_the_documentation_has_the_same_parts(small: dict[str, bytes]) -> None:
    def heads(text: str) -> list[str]:
        lines = text.splitlines()
        tables = [line for line, below in pairwise(lines) if below.startswith("|---")]
        return [*(line for line in lines if line.startswith("#")), *tables]

    kept = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    assert heads(kept) == heads(small["balance.md"].decode()), "run `make balance`"


def test_an_interrupted_run_goes_on_where_it_was(small: dict[str, bytes], tmp_path: Path) -> None:
    file, done = tmp_path / "kept" / "balance.json", 0

    def interrupt(*_: object) -> None:
        nonlocal done
        done += 1
        if done > 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        page.write(tmp_path, GAMES, 1, Kept(file, 1), interrupt)
    kept = Kept(file, 1)
    assert [kept.get(task) is not None for task in page.plan(GAMES)[:7]] == [True] * 5 + [False] * 2
    assert not Kept(file, 2).content, "kept for another seed"
    assert written(tmp_path / "page", kept) == small
    assert not file.exists()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit):
        main(["--games", "0"])
    assert "--games: expected at least 1, found 0" in capsys.readouterr().err
    asked: list[object] = []
    monkeypatch.setattr("parlour.lab.balance.__main__.write", lambda *given: asked.extend(given))
    assert main(["--games", "30", "--seed", "4", "--out", str(tmp_path)]) == 0
    assert asked[:3] == [tmp_path, 30, 4]


# The figures


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("freaky", 3, {}),
        ("game-on", 4, {"timer": 1}),
        ("game-on", 3, {"competition": "trivia"}),
        ("game-on-coop", 2, {"pace": "even"}),
    ],
)
def test_figures_are_those_of_a_simulation(game: str, players: int, options: dict[str, object]) -> None:
    setting = Setting(game, players, options=tuple(options.items()))
    found = played(setting, 5000, seed=7, threads=2)
    simulated = parlour.simulate(game, 5000, players, "greedy", seed=7, progress=False, **options)
    assert [found.counts[f"won by {seat}"][1] for seat in range(players)] == simulated.wins
    assert found.share("won by 0") == simulated.share(0)
    assert sum(found.counts["winners"][many] for many in range(2, 7)) == simulated.shared
    length = simulated.moves_per_game
    assert found.mean("moves") == length["mean"]
    assert [found.percentile("moves", percent) for percent in (5, 95)] == [length["p5"], length["p95"]]


def test_one_sensible_player_sits_in_the_first_seat() -> None:
    found = played(Setting("freaky", 3, "one"), 200)
    assert found.share("won by 0")[0] > 0.9
    assert Setting("freaky", 3, "random").names == ["random"] * 3


def replayed(setting: Setting, seed: int) -> Iterator[tuple[parlour.Match, int, int, parlour.Match]]:
    """The first game under a seed, move by move: the match before, who moves, the move, and the match after."""
    match, dice = parlour.Match(setting.table, seed), np.zeros(1, DICE)
    dice[0].rng = stream(seed ^ drivers._DICE_SEED, 0)
    while not match.over:
        seat = int(any_of.plainly(match.state.to_act, dice[0]))
        before = match.copy()
        move = int(drivers.choose(match.states, 0, seat, drivers.GREEDY, match.game.move_room(), dice))
        match.play(seat, move)
        yield before, seat, move, match


def counted(found: Found) -> dict[str, int]:
    """The figures of a single game."""
    return {name: next(iter(counts)) for name, counts in found.counts.items()}


class Lead:
    """Counts how often somebody else than before leads alone."""

    def __init__(self) -> None:
        self.leader: int | None = None
        self.changes = 0

    def look(self, scores: list[int]) -> None:
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == 1:
            self.changes += self.leader not in (None, best[0])
            self.leader = best[0]


@pytest.mark.parametrize("seed", range(4))
def test_freaky_is_counted_as_it_is_played(seed: int) -> None:
    setting = Setting("freaky", 2 + seed)
    lead, counts, most_rows, longest = Lead(), Counter[str](), 0, 0
    for _, _, move, after in replayed(setting, seed):
        rows = after.view(None)["rows"]
        most_rows, longest = max(most_rows, len(rows)), max([longest, *map(len, rows)])
        counts["rows taken"] += freaky.TAKE <= move < freaky.FINISH
        if move == freaky.FINISH:
            counts["turns"] += 1
            lead.look(after.scores)
    scores = sorted(after.scores)
    assert (
        counted(played(setting, 1, 1, seed)).items()
        >= {
            **counts,
            "most rows at once": most_rows,
            "longest row": longest,
            "changes of the lead": lead.changes,
            "cards taken": sum(scores),
            "best score": scores[-1],
            "margin": scores[-1] - scores[-2],
            "spread": scores[-1] - scores[0],
            "tied": scores[-1] == scores[-2],
            "runaway": scores[-1] >= 2 * scores[-2],
        }.items()
    )


ABOUT = ("contests in the Play Area", "contests between thieves", "contests for steals")


@pytest.mark.parametrize("competition", ["dice", "rock-paper-scissors", "trivia"])
@pytest.mark.parametrize("players", [2, 4])
def test_game_on_is_counted_as_it_is_played(players: int, competition: str) -> None:
    setting, seed = Setting("game-on", players, options=(("competition", competition),)), players
    lead, counts = Lead(), Counter(dict.fromkeys((*ABOUT, *game_on.TALLIES), 0))
    for before, seat, move, after in replayed(setting, seed):
        counts["steals tried"] += game_on.STEAL <= move < game_on.CONVERT
        counts["conversions"] += game_on.CONVERT <= move < game_on.DEFEND
        counts["defended"] += game_on.DEFEND <= move < game_on.LET_GO
        counts["redraws"] += move == game_on.REDRAW
        for what, about, _, _ in story(game_on.apply, before.state, seat, move):
            counts["stolen"] += what == game_on.STOLE
            counts["locked"] += what == game_on.WAS_LOCKED
            counts["cards taken"] += what == game_on.TOOK
            if what == game_on.CONTEST:
                counts["contests"] += 1
                counts[ABOUT[about]] += 1
            if what in (game_on.NEW_ROUND, game_on.THE_END):
                counts["rounds"] += 1
                lead.look(after.scores)
    assert counts.pop("contests for steals") == counts["stolen"] + counts["locked"]
    found = counted(played(setting, 1, 1, seed))
    assert found.items() >= {**counts, "changes of the lead": lead.changes}.items()
    assert found["beaten"] == counts["steals tried"] - counts["stolen"] - counts["defended"] - counts["locked"]


@pytest.mark.parametrize("players", [2, 3])
def test_chevrons_decide_where_others_would_win_without_them(players: int) -> None:
    decided = []
    for seed in range(20):
        setting = Setting("game-on", players)
        *_, (_, _, _, match) = replayed(setting, seed)
        cards = match.game.settings["cards"]
        control = match.view(None)["control"]
        bare, own = list(match.scores), [0] * players
        for seat in range(players):
            for one in control[seat]:
                card = cards.game_cards[cards.short_names.index(one["name"])]
                bare[seat] -= card.chevron and not one["locked"]
                own[seat] += card.type == seat
        ranks = list(zip(bare, own, strict=True))
        winners = {seat for seat in range(players) if ranks[seat] == max(ranks)}
        decided.append(winners != match.winners)
        assert counted(played(setting, 1, 0, seed))["chevrons decided"] == decided[-1]
    assert any(decided)


def test_how_games_of_game_on_end() -> None:
    ends = Counter[int]()
    for seed in range(12):
        for timer in (0, 1):
            setting = Setting("game-on", 2, options=(("timer", timer),))
            moves = [
                (int(before.state.rounds), str(after.moves[-1][1]), after)
                for before, _, _, after in replayed(setting, seed)
            ]
            match, rounds = moves[-1][2], moves[-1][0]
            end = counted(played(setting, 1, 0, seed))["end"]
            ends[end] += 1
            assert (end == TIMER) == (timer == 1 and match.view(None)["black_out"] == 1)
            idle = {move for when, move, _ in moves if when > rounds - 3}
            passed = {move for when, move, _ in moves if when == rounds}
            assert end != IDLE or idle <= {"redraw", "finish"}
            assert end != PASSED or passed == {"finish"}
            assert end not in (STUCK, PASSED) or match.view(None)["piles"] == [0, 0]
    assert ends[TIMER] and ends[PASSED] and ends[STUCK] + ends[IDLE]


@pytest.mark.parametrize("players", [2, 3])
def test_the_cooperative_game_is_counted_as_it_is_played(players: int) -> None:
    setting = Setting("game-on-coop", players, options=(("pace", "even"),))
    kept = ("completed", "lost to the House", "nobody's")
    for seed in range(3):
        counts = Counter(dict.fromkeys((*game_on_coop.TALLIES, *kept, "rounds"), 0))
        end = None
        for before, seat, move, end in replayed(setting, seed):  # noqa: B007
            counts["redraws"] += move == game_on_coop.REDRAW
            for what, _, whose, _ in story(game_on_coop.apply, before.state, seat, move):
                counts["stolen"] += what == game_on_coop.STOLE
                counts["scuttled"] += what == game_on_coop.TURNED_OVER
                counts["wipes"] += what == game_on_coop.BLACK_UP
                counts["rounds"] += what in (game_on_coop.NEW_ROUND, game_on_coop.THE_END)
                if what == game_on_coop.LEFT:
                    counts[kept[whose]] += 1
        counts.pop("nobody's")
        assert end
        view = end.view(None)
        points = {"team": view["team_points"], "House": view["house_points"]}
        assert counted(played(setting, 1, 0, seed)).items() >= {**counts, **points, "won": bool(end.winners)}.items()


# The words


def found(**counts: dict[int, int]) -> Found:
    return Found({name.replace("_", " "): Counter(one) for name, one in counts.items()})


def seats(games: int, *wins: int) -> Fairness:
    figures = {f"won_by_{seat}": {1: won, 0: games - won} for seat, won in enumerate(wins)}
    return Fairness.of(found(**figures), len(wins))


def test_what_is_said_of_seats() -> None:
    assert str(seats(100, 52, 48)) == "fair: no difference shows"
    assert str(seats(100_000, 50_600, 49_400)) == "fair: the 1st seat is 0.6 points ahead"
    assert str(seats(100_000, 34_000, 34_000, 32_000)) == "unfair: the 3rd seat is 1.3 points behind"


def test_what_is_said_of_dullness() -> None:
    lively = found(changes_of_the_lead={2: 1}, runaway={0: 9, 1: 1})
    assert why_dull(lively, 0.2) == []
    assert why_dull(lively, 0.05) == ["sense is worth only 5 points"]
    boring = found(changes_of_the_lead={0: 1, 1: 1}, runaway={0: 1, 1: 1})
    assert why_dull(boring, 0.2) == ["the lead changes only 0.50 times", "50.0 % are runaway wins"]
    assert dull([], "yes") == "lively: yes" and dull(["a", "b"], "") == "dull: a, b"
    team = [found(won={1: won, 0: 100 - won}, stolen={1: 1}, scuttled={0: won, 1: 50}) for won in (1, 10, 50, 90, 99)]
    assert [how_open(one) for one in team] == [
        "dull: foregone, the team wins 1.0 %",
        "one-sided: the team wins 10.0 %",
        "lively: the team wins 50.0 %",
        "one-sided: the team wins 90.0 %, hardly a scuttle",
        "dull: foregone, the team wins 99.0 %, hardly a scuttle",
    ]
    assert [skill([0.9, edge]) for edge in (0.05, 0.2, 0.5)] == [
        "skill counts for little",
        "skill counts for something",
        "skill counts for much",
    ]


def test_what_is_said_against_the_reference() -> None:
    assert against("moves", [163.4, 148.2], [163, 148]) == ["moves", "163 to 148", "163 to 148", "agrees"]
    assert against("steals", [12.8, 94], [17, 77])[3] == "25 % less; 22 % more"
    assert against("wins", [0.0], [0])[3] == "agrees"


def test_tables_and_numbers() -> None:
    assert [number(value) for value in (0.123, 12.34, 123.4)] == ["0.12", "12.3", "123"]
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n|---|---:|\n| 1 | 2 |"
