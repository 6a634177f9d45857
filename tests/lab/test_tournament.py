"""Tournaments: every bot from every seat of the same deals, the figures the task of JSON, stopped without loss."""

import io
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import parlour
from parlour.bots.levels import bot
from parlour.cli import _show_review, _show_standings, main
from parlour.engine.errors import BadOption
from parlour.lab.review import draw as draw_review
from parlour.lab.review import review
from parlour.lab.simulate import wilson
from parlour.lab.tournament import Result, Seating, Tournament, draw, seatings, tournament


def first(count: int, bots: list[str], players: int, team: bool = False) -> list[Seating]:
    return list(itertools.islice(seatings(bots, players, team), count))


def test_every_bot_has_every_seat_of_every_deal() -> None:
    assert [one.names for one in first(2, ["a", "b"], 2)] == [("a", "b"), ("b", "a")]
    met = first(12, ["a", "b", "c"], 2)
    assert [one.deal for one in met] == [deal for deal in range(6) for _ in range(2)]
    assert {frozenset(one.names) for one in met} == {frozenset(pair) for pair in ("ab", "ac", "bc")}
    four = first(4, ["a", "b"], 4)
    assert {one.deal for one in four} == {0}
    assert [sum(one.names[seat] == "a" for one in four) for seat in range(4)] == [2, 2, 2, 2]
    assert [one.names for one in first(2, ["a", "b"], 3, team=True)] == [("a",) * 3, ("b",) * 3]


def test_the_better_bot_is_found_and_processes_change_nothing() -> None:
    alone = tournament("freaky", "greedy,random", games=60, players=2, processes=1, progress=False)
    best, worst = alone.standings()
    assert (best.name, worst.name) == ("greedy", "random")
    assert best.games == worst.games == 60 and best.wins + worst.wins == 60
    assert best.rating_low > worst.rating_high
    together = tournament("freaky", "greedy,random", games=60, players=2, processes=2, progress=False)
    assert [one.won for one in together.results] == [one.won for one in alone.results]
    assert [one.scores for one in together.results] == [one.scores for one in alone.results]


def of_deals(*won: float, bots: tuple[str, ...] = ("fair", "little")) -> Tournament:
    """Two games of each deal between the first two bots, from either seat, of which the first won this part."""
    found = Tournament("freaky", 2, list(bots), {}, 1, 2 * len(won), False)
    for deal, part in enumerate(won):
        for seats in ((0, 1), (1, 0)):
            names = tuple(bots[one] for one in seats)
            parts = tuple((part, 1 - part)[one] for one in seats)
            found.results.append(Result(Seating(deal, names), parts, (0, 0), ((), ())))
    return found


def test_few_games_tell_little_of_how_well_a_bot_plays() -> None:
    few, many, even = (of_deals(*won).standings()[0] for won in ([1.0] * 2, [1.0] * 40, [1.0, 0.0] * 20))
    assert few.name == many.name == "fair"
    assert few.rating_low < 0 < few.rating < few.rating_high
    assert 100 < many.rating_low < many.rating < many.rating_high
    assert many.rating_low - few.rating_low > 150
    assert -80 < even.rating_low < 0 < even.rating_high < 80
    unknown = next(one for one in of_deals(1.0, bots=("fair", "little", "clever")).standings() if one.name == "clever")
    assert unknown.games == 0 and unknown.rating_low < -300 and unknown.rating_high > 300


def test_ratings_hold_what_is_true_about_as_often_as_they_say() -> None:
    """Of a bot that wins six deals in ten, and 20 of them looked at."""
    luck, true, held = np.random.default_rng(5), 200 * np.log10(0.6 / 0.4), 0
    for _ in range(20):
        standings = of_deals(*(luck.random(20) < 0.6).astype(float)).standings()
        fair = next(one for one in standings if one.name == "fair")
        held += fair.rating_low <= true <= fair.rating_high
    assert 17 <= held <= 20


def test_its_json_says_what_was_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "plot.svg"
    arguments = ["tournament", "go-fox", "--bots", "little,fair", "--games", "6", "--players", "3", "--processes", "1"]
    assert main([*arguments, "--json", "--plot", str(plot)]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (told["game"], told["players"], told["games"], told["finished"]) == ("go-fox", 3, 6, True)
    assert {one["name"] for one in told["bots"]} == {"little", "fair"}
    for one in told["bots"]:
        assert {"games", "wins", "share", "interval", "mean_score", "mean_ms", "p95_ms"} <= set(one)
        assert one["interval"][0] <= one["share"] <= one["interval"][1]
        assert one["share"] == pytest.approx(one["wins"] / one["games"])
    assert [one["games"] for one in told["bots"]] == [6, 6] and sum(one["wins"] for one in told["bots"]) == 6
    assert "% of games won" in plot.read_text() or plot.stat().st_size > 1000


def test_a_team_plays_with_its_like_against_the_house() -> None:
    found = tournament("game-on-coop", "greedy,random", games=10, players=3, pace="even", processes=1, progress=False)
    for one in found.results:
        assert len(set(one.seating.names)) == 1 and len(set(one.won)) == 1
    assert {one.name: one.games for one in found.standings()} == {"greedy": 5, "random": 5}


def test_ctrl_c_keeps_what_was_played() -> None:
    def enough(done: int, _: int) -> None:
        if done == 8:
            raise KeyboardInterrupt

    found = tournament("read-and-grab", "greedy,random", games=1000, players=2, processes=1, progress=enough)
    assert found.games == 8 and not found.finished
    assert sum(one.games for one in found.standings()) == 16
    assert found.as_dict()["finished"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"bots": "genius"}, "there is no bot 'genius'"),
        ({"bots": "fair,fair"}, "names one twice"),
        ({"games": 0}, "games: expected a whole number"),
        ({"processes": 0}, "processes: expected"),
        ({"players": 9}, "is for 2 to 6 players"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        tournament("go-fox", **{"bots": "greedy,random", "progress": False, **arguments})


def test_a_plot_can_be_drawn_of_what_was_played(tmp_path: Path) -> None:
    found = tournament("read-and-grab", "greedy,random", games=4, players=2, processes=1, progress=False)
    draw(found, tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_a_review_tells_the_chances_and_where_they_turned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = parlour.new("freaky", players=2, seed=3)
    bots = [bot("greedy", 1), bot("random", 2)]
    while not match.over:
        seat = min(match.to_act)
        match.play(seat, bots[seat].choose(match, seat))
    found = review(match, ["Ann", "Ben"], playouts=40, progress=False)
    assert len(found.moments) == len(match.moves) + 1
    assert all(sum(moment.chances) == pytest.approx(1) for moment in found.moments)
    assert found.moments[-1].chances == [1.0, 0.0]
    assert found.turns
    for turn in found.turns:
        before, after = found.moments[turn.number - 1], found.moments[turn.number]
        assert turn.change == pytest.approx(after.chances[turn.seat] - before.chances[turn.seat])
        assert turn.why and turn.better != after.move
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record()))
    assert main(["review", str(path), "--json", "--plot", str(tmp_path / "chances.svg")]) == 0
    assert len(json.loads(capsys.readouterr().out)["moments"]) == len(found.moments)
    assert main(["review", str(path)]) == 0
    assert "chances to win" in capsys.readouterr().out


def test_a_team_has_one_line_in_a_review(tmp_path: Path) -> None:
    match = parlour.new("game-on-coop", players=2, seed=3, pace="even")
    player = bot("greedy", 1)
    while not match.over:
        seat = min(match.to_act)
        match.play(seat, player.choose(match, seat))
    found = review(match, ["Ann", "Ben"], playouts=4, progress=False)
    assert found.lines == ["all"] and found.names == ["Ann", "Ben"]
    assert all(moment.chances[0] == moment.chances[1] for moment in found.moments)
    assert found.moments[-1].chances == [float(bool(match.winners))] * 2
    draw_review(found, tmp_path / "chances.svg")
    assert (tmp_path / "chances.svg").read_text().count('<g id="legend') == 1
    console = Console(width=120, record=True, file=io.StringIO())
    _show_review(found, console)
    head = console.export_text().splitlines()[1]
    assert head.split() == ["all"]


def test_a_game_counts_once_for_a_bot_with_several_of_its_seats() -> None:
    found = tournament("read-and-grab", "greedy,random", games=8, players=4, processes=1, progress=False)
    best, worst = found.standings()
    assert best.games == worst.games == 8 and best.wins + worst.wins == pytest.approx(8)
    assert best.wins == pytest.approx(
        sum(part for one in found.results for part, name in zip(one.won, one.seating.names, strict=True)
            if name == best.name)
    )  # fmt: skip
    assert best.share == wilson(best.wins, 8) and found.even == 0.5
    scores = [one.scores[seat] for one in found.results for seat in range(4) if one.seating.names[seat] == best.name]
    assert best.as_dict()["mean_score"] == pytest.approx(np.mean(scores)) and len(scores) == 16
    console = Console(width=200, record=True, file=io.StringIO())
    _show_standings(found, console)
    assert "The seats of one bot count together: 50 % would be even." in console.export_text()


def test_the_interval_of_a_team_counts_its_games_once() -> None:
    found = tournament("game-on-coop", "greedy", games=6, players=3, pace="even", processes=1, progress=False)
    (team,) = found.standings()
    assert team.games == 6 and team.share == wilson(team.wins, 6)
