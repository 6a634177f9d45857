"""The benchmark of the hands: what is held against what, and that an interrupted run goes on."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from bench import bars, hands
from bench.hands import Game
from parlour.physics import available


def stack(hand: str, number: int, pieces: int, fell: bool = True, seconds: float = 1.0) -> Game:
    return Game(hand, number, pieces, fell, "" if fell else "BadTarget: far", [seconds] * (pieces + 1))


def judged(games: list[Game]) -> list[bool | None]:
    return [bar.holds for bar in bars.of_the_hands(hands.figures(games))]


def test_good_hands_are_held_against_easy_ones_over_the_first_stacks() -> None:
    easy = [stack("easy child", number, 10) for number in range(hands.STACKS)]
    good = [stack("good child", number, 14) for number in range(hands.STACKS)]
    later = [stack("good child", hands.STACKS, 1)]
    assert hands.figures([*easy, *good, *later])["hands: good to easy"] == pytest.approx(1.4)
    assert judged([*easy, *good]) == [True, True, True]
    assert judged([*easy, stack("good child", 0, 2), *good]) == [False, True, True]


def test_a_game_that_breaks_off_and_a_slow_decision_do_not_hold() -> None:
    games = [stack("easy child", 0, 10), *(stack("good child", number, 20) for number in range(5))]
    assert judged([*games, stack("good child", 5, 20, fell=False)]) == [True, False, True]
    assert judged([*games, stack("good child", 5, 20, seconds=2.5)]) == [True, True, False]
    console = Console(width=160, record=True, file=io.StringIO())
    games.append(stack("good child", 5, 20, fell=False))
    hands.show(games, bars.of_the_hands(hands.figures(games)), console)
    said = console.export_text()
    assert "good child, game 5: BadTarget: far" in said and said.count("does not hold") == 1


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, played = tmp_path / "kept" / "hands.jsonl", []

    def play(hand: str, number: int) -> Game:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append((hand, number))
        return stack(hand, number, 5 + number)

    wanted = {"easy child": 2, "good child": 2}
    monkeypatch.setattr(hands, "play", play)
    with pytest.raises(KeyboardInterrupt):
        hands.gather(path, wanted, lambda _: None)
    done: list[int] = []
    played.clear()
    games = hands.gather(path, wanted, done.append)
    assert played == [("good child", 1)] and done == [3, 1]
    assert [(game.hand, game.number, game.pieces) for game in games] == [
        ("easy child", 0, 5), ("easy child", 1, 6), ("good child", 0, 5), ("good child", 1, 6),
    ]  # fmt: skip

    others = [{**json.loads(line), "sources": "others"} for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(line) + "\n" for line in others))
    played.clear()
    with pytest.raises(KeyboardInterrupt):
        hands.gather(path, wanted, lambda _: None)
    assert len(played) == 3


@pytest.mark.skipif(not available(), reason="there is no physics on this machine")
def test_a_game_is_played_to_its_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hands.play("easy child", 0)
    assert game.fell and not game.error and len(game.decisions) == game.pieces + 1
    assert all(0 < seconds < 60 for seconds in game.decisions)
    monkeypatch.setattr("parlour.bots.steady.hand.by_looks", lambda *_: [])
    broken = hands.play("easy child", 0)
    assert not broken.fell and broken.error == "IndexError: list index out of range"
