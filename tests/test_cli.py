"""The command: what it prints, its exit status, and what it says of bad input."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import main
from parlour.engine.rule import cache_directory
from parlour.lab import files, tournament

Capture = pytest.CaptureFixture[str]


def test_games(capsys: Capture) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert all(game.id in out for game in parlour.GAMES)
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["game"] for game in listed] == [game.id for game in parlour.GAMES]
    assert listed[0]["players"] == [2, 6] and listed[0]["options"]["target"] == 100


@pytest.mark.parametrize("game", [game.id for game in parlour.GAMES])
def test_rules(game: str, capsys: Capture) -> None:
    assert main(["rules", game]) == 0
    out = capsys.readouterr().out
    assert parlour.find(game).title in out and "our ruling" in out and "<!--" not in out


def test_simulate_for_programs(capsys: Capture) -> None:
    arguments = ["simulate", "ka-blam", "--games", "500", "--players", "3", "--bots", "greedy,random,random"]
    assert main([*arguments, "--seed", "4", "--threads", "2", "--length", "short", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for key in ("game", "players", "games", "moves", "seconds", "moves_per_second", "games_per_second", "shared"):
        assert key in found
    assert found["game"] == "ka-blam" and found["games"] == 500 and found["options"]["length"] == "short"
    assert len(found["wins"]) == 3 and sum(found["wins"]) == 500
    assert set(found["moves_per_game"]) == {"mean", "p5", "p50", "p95"}


def test_simulate_for_people(capsys: Capture) -> None:
    assert main(["simulate", "read-and-grab", "--games", "5000", "--players", "2", "--bots", "greedy"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "READ AND GRAB, 2 players, 5,000 games" in out
    assert "95 % interval" in out and "The first seat has a disadvantage" in out and "Moves a game: 132.0" in out


def test_a_match_is_recorded_and_replayed(tmp_path: Path, capsys: Capture) -> None:
    match = parlour.new("go-fox", players=2, seed=5)
    while not match.over:
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match.record()))
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert "GO FOX!" in out and f"{len(match.moves)} moves" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "chess"], "there is no game 'chess'; there are ka-blam, go-fox, read-and-grab"),
        (["play", "ka-blam", "--players", "7"], "ka-blam is for 2 to 6 players, not for '7'"),
        (["play", "ka-blam", "--length", "medium"], "option length: 'medium'"),
        (["play", "ka-blam", "--seed", "x"], "a seed is a whole number from 0 to 2**63 - 1, not 'x'"),
        (["play", "ka-blam", "--record", "/no/such/folder/x.json"], "x.json cannot be written"),
        (["bench", "--seconds", "nan"], "--seconds: expected a number above 0"),
        (["play", "go-fox", "--bots", "genius"], "there is no bot 'genius'; there are little, fair, clever, master"),
        (["simulate", "ka-blam", "--games", "0"], "games: expected a whole number of at least 1"),
        (["simulate", "ka-blam", "--target", "7"], "option target: '7' is not one of its values"),
        (
            ["simulate", "go-fox", "--length", "short"],
            "go-fox has no option 'length'; it has words, even_turns, starter",
        ),
        (["serve", "--origin", "games.example.org/play"], "--origin: expected the address of a site, such as https://"),
        (["replay", "no/such/file.json"], "no/such/file.json cannot be read"),
        (["simulate", "ka-blam", "--words", "no-such.toml"], "word list: there is no 'no-such.toml'"),
    ],
)
def test_bad_input_ends_with_status_2(arguments: list[str], message: str, capsys: Capture) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.startswith("parlour: ") and captured.out == ""


def test_a_damaged_record_is_named(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "bad.json"
    for content in (b"{}", b"not json", b"\xff\xfe"):
        file.write_bytes(content)
        assert main(["replay", str(file)]) == 2
        assert str(file) in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["games", "--fast"],
        ["simulate", "ka-blam", "--target"],
        ["simulate", "ka-blam", "extra"],
        ["simulate", "ka-blam", "--game", "3"],
        ["play", "ka-blam", "--self", "1"],
    ],
)
def test_words_that_the_command_does_not_know_have_status_2_too(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: parlour" in capsys.readouterr().err


def test_options_may_stand_before_the_game(capsys: Capture) -> None:
    assert main(["simulate", "--length", "short", "--games", "50", "--json", "ka-blam"]) == 0
    assert json.loads(capsys.readouterr().out)["options"]["length"] == "short"


def test_a_record_is_never_written_over_another_file(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.json"
    file.write_text("precious")
    assert main(["play", "go-fox", "--record", str(file)]) == 2
    assert "is there already; choose another name" in capsys.readouterr().err
    assert file.read_text() == "precious"


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("play go-fox --record", "match.json"),
        ("simulate shapes-survivor --physics --games 1 --record", "match.json"),
        ("tournament read-and-grab --games 2 --players 2 --processes 1 --plot", "chart.svg"),
    ],
)
@pytest.mark.parametrize("wrong", ["--bots genius", "--players 17"])
def test_a_command_that_is_refused_leaves_no_file(line: str, new: str, wrong: str, tmp_path: Path) -> None:
    """So that it can be given again, corrected."""
    assert main([*line.split(), str(tmp_path / new), *wrong.split()]) == 2
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["over", "over.txt", "there.png", "no/such/folder/x.svg"])
@pytest.mark.parametrize("command", ["tournament", "review"])
def test_what_cannot_be_drawn_is_said_before_anything_is_played(
    command: str, name: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.lab.tournament.tournament", None)
    monkeypatch.setattr("parlour.lab.review.review", None)
    (tmp_path / "there.png").write_text("precious")
    record = tmp_path / "match.json"
    record.write_text(json.dumps(parlour.new("go-fox", players=2, seed=1).record()))
    line = {"tournament": ["tournament", "go-fox", "--games", "2"], "review": ["review", str(record)]}[command]
    assert main([*line, "--plot", str(tmp_path / name)]) == 2
    said = capsys.readouterr().err
    assert name in said and (
        "right would be .svg, .png, .pdf" in said or "there already" in said or "cannot be" in said
    )
    assert {path.name for path in tmp_path.iterdir()} == {"there.png", "match.json"}
    assert (tmp_path / "there.png").read_text() == "precious"


def test_what_was_found_is_told_before_it_is_drawn(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a file that somebody put there meanwhile is left as it is."""
    plot = tmp_path / "shares.svg"
    line = ["tournament", "read-and-grab", "--bots", "greedy,random", "--games", "2", "--players", "2", "--json"]
    play = tournament.tournament

    def meanwhile(*given: Any, **how: Any) -> Any:
        plot.write_text("precious")
        return play(*given, **how)

    monkeypatch.setattr(tournament, "tournament", meanwhile)
    assert main([*line, "--processes", "1", "--plot", str(plot)]) == 2
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 2 and plot.read_text() == "precious"
    beside = Path(told.err.strip().rsplit(" is in ", 1)[1])
    assert {*tmp_path.iterdir()} == {plot, beside} and "<svg" in beside.read_text()


def test_a_new_file_is_there_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "new.txt"

    def half(path: Path) -> None:
        path.write_text("half")
        raise OSError("no space left")

    with pytest.raises(parlour.ParlourError, match=r"new.txt cannot be written: no space left"):
        files.write_new(file, half)
    assert not [*tmp_path.iterdir()]

    def slow(path: Path) -> None:
        path.write_text("mine")
        file.write_text("precious")

    with pytest.raises(parlour.ParlourError, match="is there by now; what was to be in it is in ") as caught:
        files.write_new(file, slow)
    assert file.read_text() == "precious" and Path(str(caught.value).rsplit(" is in ", 1)[1]).read_text() == "mine"


def test_a_file_that_is_not_there_is_named_once(capsys: Capture) -> None:
    for command in ("replay", "review", "verify"):
        assert main([command, "/nope"]) == 2
        assert capsys.readouterr().err == "parlour: /nope cannot be read: No such file or directory\n"


def test_a_terminal_without_our_signs_shows_question_marks() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    command = [sys.executable, "-m", "parlour", "play", "ka-blam", "--seed", "1"]
    done = subprocess.run(command, input=b"quit\n", env=environment, capture_output=True, check=False)
    assert done.returncode == 0 and b"Traceback" not in done.stderr and b"?" in done.stdout


def _hear_ctrl_c() -> None:
    """Who runs the tests in the background of a shell has Ctrl-C ignored, and so would have all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_reports_what_is_done() -> None:
    command = [sys.executable, "-m", "parlour", "simulate", "ka-blam", "--games", "1000000000", "--json"]
    for seconds in (3, 10, 30):  # until it has begun to play, however slow the machine
        child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_hear_ctrl_c
        )
        time.sleep(seconds)
        child.send_signal(signal.SIGINT)
        try:
            out, err = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:  # caught in the middle of an import, where Python can lose an interrupt
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()
        if out:
            break
    found = json.loads(out)
    assert not found["finished"] and 0 < found["games"] < 1000000000
    assert child.returncode == 130 and "Traceback" not in err


def test_a_closed_pipe_is_no_error() -> None:
    for command in ("rules ka-blam", "games"):
        pipe = f"set -o pipefail; {sys.executable} -m parlour {command} | true"
        done = subprocess.run(["bash", "-c", pipe], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and done.stderr == ""


def test_warm_leaves_nothing_to_compile(tmp_path: Path) -> None:
    """Two games, on several cores and with a cache of their own: nothing one process kept is lost to another."""
    environment = {**os.environ, "PARLOUR_CACHE": str(tmp_path)}
    code = (
        "from parlour import find; from parlour.engine.warm import compile_games as warm\nif __name__ == '__main__':\n"
    )
    script = tmp_path / "warm_two.py"
    script.write_text(code + "    print(len(list(warm((find('go-fox'), find('read-and-grab'))))))\n", encoding="utf-8")
    subprocess.run([sys.executable, str(script)], env=environment, check=True, capture_output=True)
    kept = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    for game in ("go-fox", "read-and-grab"):
        play = f"import parlour; parlour.simulate({game!r}, games=10, players=5); parlour.new({game!r}).redealt(0, 1)"
        subprocess.run([sys.executable, "-c", play], env=environment, check=True)
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == kept and len(kept) >= 8 * 2


def test_warm_compiles_for_steady_hands_too(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def compile_games(games: tuple[type, ...]) -> tuple[type, ...]:
        done.append("games")
        return games

    monkeypatch.setattr("parlour.engine.warm.compile_games", compile_games)
    monkeypatch.setattr("parlour.bots.steady.warm", lambda: done.append("hands"))
    monkeypatch.setattr("parlour.engine.warm.mark_warm", lambda: done.append("mark"))
    assert main(["warm"]) == 0
    assert done == ["games", "hands", "mark"]


def test_warm_says_where_it_keeps_what_it_compiled() -> None:
    """The tests themselves run warm: nothing is left to do, and all games are there."""
    done = subprocess.run([sys.executable, "-m", "parlour", "warm"], capture_output=True, text=True, check=True)
    where = cache_directory()
    assert f"All rules are compiled, in {where}" in done.stdout.replace("\n", "")
    assert len(list(where.rglob("*.nbc"))) >= 8 * len({game.state for game in parlour.GAMES})
