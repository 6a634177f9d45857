"""Rules: compiled when they first run, the same uncompiled, and never from a stale cache."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.engine import rule
from parlour.engine.game import state_type

GAMES = """
import json, sys, parlour
records = {{}}
for game in {games!r}:
    match = parlour.new(game, players=3, seed=11)
    turn = 0
    while not match.over and turn < 60:
        seat = min(match.to_act)
        moves = match.legal(seat)
        match.play(seat, moves[turn * 7 % len(moves)])
        turn += 1
    records[game] = match.record()
print(json.dumps({{"records": records, "numba": "numba" in sys.modules}}))
"""


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.stdout


def test_importing_parlour_does_not_import_numba() -> None:
    code = "import sys, parlour; parlour.find('ka-blam')(4); print('numba' in sys.modules)"
    assert run(code).strip() == "False"


def test_without_the_jit_the_same_games_come_out() -> None:
    games = GAMES.format(games=[game.id for game in parlour.GAMES])
    compiled = json.loads(run(games))
    for switch in ({"PARLOUR_JIT": "off"}, {"NUMBA_DISABLE_JIT": "1"}):
        plain = json.loads(run(games, **switch))
        for game, record in compiled["records"].items():
            assert plain["records"][game] == record, game
        assert not plain["numba"]
    assert compiled["numba"]


def test_the_cache_folder_is_named_by_the_hash_of_the_sources() -> None:
    assert rule.cache_directory().name == f"rules-{rule.sources_hash()}"


def test_another_source_is_another_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    source = tmp_path / "engine" / "some.py"
    monkeypatch.setattr(rule, "_SOURCES", tmp_path)
    hashes = set()
    for text in ("a = 1", "a = 2", "a = 3"):
        source.write_text(text)
        rule.sources_hash.cache_clear()
        hashes.add(rule.sources_hash())
    monkeypatch.undo()
    rule.sources_hash.cache_clear()
    assert len(hashes) == 3


def test_the_cache_can_be_put_elsewhere(tmp_path: Path) -> None:
    run(GAMES.format(games=["read-and-grab"]), PARLOUR_CACHE=str(tmp_path))
    assert any(tmp_path.glob("rules-*/**/*.nbi"))


def test_a_cache_that_cannot_be_written_is_told_of_and_leaves_nothing_beside_the_sources(tmp_path: Path) -> None:
    nowhere = tmp_path / "a file"
    nowhere.touch()
    code = "import parlour; print(parlour.new('read-and-grab', seed=1).to_act)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PARLOUR_CACHE": str(nowhere / "cache")},
    )
    assert "compiled rules cannot be kept" in done.stderr and done.stdout.startswith("{")
    assert not list(Path(rule.__file__).parent.rglob("*.nbi"))


def test_the_host_programs_own_cache_setting_is_left_alone() -> None:
    code = (
        "import numba, parlour\n"
        "numba.config.CACHE_DIR = 'mine'\n"
        "parlour.new('go-fox', seed=1)\n"
        "print(numba.config.CACHE_DIR)"
    )
    assert run(code).strip() == "mine"


def test_a_state_carries_the_hash_of_its_rule_file(tmp_path: Path) -> None:
    """A driver compiled for older rules of an outsider's game must not fit the new ones' states."""
    tags = set()
    for text in ("# one", "# two"):
        path = tmp_path / "my_game.py"
        path.write_text(f"{text}\nSTATE = make('my_game', [('cards', 'u1')])\n")
        space = {"make": state_type}
        exec(compile(path.read_text(), str(path), "exec"), space)
        tags.add(space["STATE"].names[0])
    assert len(tags) == 2


def test_plain_is_for_the_block_and_the_thread_only() -> None:
    import threading

    assert not rule.is_plain()
    with rule.plain():
        assert rule.is_plain()
        seen: list[bool] = []
        thread = threading.Thread(target=lambda: seen.append(rule.is_plain()))
        thread.start()
        thread.join()
        assert seen == [False]
    assert not rule.is_plain()


def test_states_are_aligned_and_small() -> None:
    for game in parlour.GAMES:
        assert game.state.isalignedstruct
        # Freaky counts 18 features in each of up to 46 rows; Game-On keeps what 96 Game Cards show; GO FOX! keeps what
        # each seat is known to hold, to lack, and not to have asked for
        limit = {"freaky": 1024, "game-on": 2048, "game-on-coop": 1536, "go-fox": 576}.get(game.id, 384)
        assert game.state.itemsize <= limit, game.id
        assert np.zeros(1, game.state)[0].players == 0
