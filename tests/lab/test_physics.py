"""Matches with a real tower: the same from the same seed, counted rightly, and stopped without loss."""

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import main
from parlour.lab.physics import Tower, TowerFigures, _placements, hands_for, simulate
from parlour.physics import available

pytestmark = pytest.mark.skipif(not available(), reason="there is no physics on this machine")


def test_matches_are_played_to_their_end_on_any_number_of_cores() -> None:
    one = simulate("shapes-survivor", games=2, bots="easy child", seed=3, threads=1, progress=False, keep_record=True)
    two = simulate("shapes-survivor", games=2, bots="easy child", seed=3, threads=2, progress=False, keep_record=True)
    assert one.finished and one.games == 2 and sum(one.wins) == 2
    for tower, same in zip(one.towers, two.towers, strict=True):
        assert tower.record is not None and tower.record == same.record
        match = parlour.replay(tower.record)
        assert match.over and match.winners == set(tower.winners)
        assert tower.falls == 1 and tower.before_fall == tower.placed > 2 and tower.height > 7
    told = one.as_dict()
    assert told["before_fall"] == [tower.before_fall for tower in one.towers]
    assert told["mean_before_fall"] == sum(told["before_fall"]) / 2
    assert json.loads(json.dumps(told)) == told


def test_the_other_variants_are_played_too() -> None:
    for game in ("shapes", "shapes-pass", "shapes-draft"):
        found = simulate(game, games=1, bots="easy child", threads=1, progress=False)
        assert found.finished and found.moves > 10


def test_an_interrupted_simulation_keeps_what_is_done() -> None:
    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    for threads in (1, 2):
        found = simulate("shapes-survivor", games=50, bots="easy child", threads=threads, progress=interrupt)
        assert not found.finished and found.games == len(found.towers) == sum(found.wins) == 1


def test_hands_are_named_by_skill_and_level() -> None:
    assert hands_for("good", 3, "child") == ["good child"] * 3
    assert hands_for("good child, easy", 2, "surgeon") == ["good child", "easy surgeon"]
    with pytest.raises(
        parlour.BadOption, match="there is no hand 'greedy'; right would be easy or good, alone or with"
    ):
        hands_for("greedy", 2, "child")
    with pytest.raises(parlour.BadOption, match="there is no hand 'good elf'"):
        hands_for("good elf", 2, "child")
    with pytest.raises(parlour.BadOption, match="one for each of 3 seats, found 2"):
        hands_for("good,easy", 3, "child")


def test_what_is_counted() -> None:
    placed = ["take red bar", "let go", "all at rest"]
    fallen = ["take red bar", "let go", "red bar falls", "blue bar falls", "all at rest"]
    pushed = ["take red bar", "blue bar falls", "all at rest"]
    stopped = ["take red bar", "stop turn 3", "all at rest"]
    assert _placements(placed * 3) == (3, 3, 0)
    assert _placements(placed * 2 + fallen + placed + pushed) == (3, 2, 2)
    assert _placements(placed + stopped + placed) == (2, 2, 0)


@pytest.mark.parametrize(
    ("game", "more", "message"),
    [
        ("go-fox", {}, "--physics is for Shapes; go-fox has no tower"),
        ("shapes", {"falls": "model"}, "option falls: with --physics the tower itself"),
        ("shapes", {"games": 0}, "games: expected"),
        ("shapes", {"threads": 0}, "threads: expected"),
    ],
)
def test_bad_questions(game: str, more: dict[str, Any], message: str) -> None:
    with pytest.raises(parlour.ParlourError, match=message):
        simulate(game, **more)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def stub(game: str, **more: Any) -> TowerFigures:
        asked.update(game=game, **more)
        figures = TowerFigures(game, 2, ["good child", "easy child"], {"starter": 0}, 1, 2, 1, wins=[0, 0])
        figures.count_tower(Tower(0, (1,), 30, 9, 9, 1, 52.5, 3.25, {"a": "record"}))
        return figures

    monkeypatch.setattr("parlour.lab.physics.simulate", stub)
    monkeypatch.setattr("parlour.cli._warm_quietly", lambda: None)
    kept = tmp_path / "first.json"
    line = ["simulate", "shapes-survivor", "--physics", "--bots", "good,easy", "--hand", "child", "--record", str(kept)]
    assert main(line) == 0
    assert asked["bots"] == "good,easy" and asked["hand"] == "child" and asked["games"] == 20
    said = capsys.readouterr().out
    assert "Pieces placed before the first fall: 9.0 on average" in said and "3.2 s a game" in said
    assert json.loads(kept.read_text()) == {"a": "record"}
    assert main(line) == 2 and "is there already" in capsys.readouterr().err
    assert main(["simulate", "shapes-survivor", "--physics", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mean_before_fall"] == 9
    assert main(["simulate", "shapes", "--record", "x.json"]) == 2
