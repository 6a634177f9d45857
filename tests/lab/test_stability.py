"""The model of falls: fitted to what happened, judged by what it has not seen, and written as it is read."""

import json
import tomllib
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from parlour.components.piece_set import SHAPES
from parlour.components.stability import LEVELS, Stability
from parlour.lab.physics import sources
from parlour.lab.stability.__main__ import as_toml, tables
from parlour.lab.stability.fit import Model, fit, held_out, judge
from parlour.lab.stability.runs import Placement, gather

TRUE = Model([(-4.0, 0.1, 0.2), (-5.0, 0.1, 0.2), (-6.0, 0.1, 0.2)], [0.5, -0.5] * 5, 0.7, 0.4)


def games(count: int) -> list[list[Placement]]:
    """As many of each level, in which pieces fall as often as the model says."""
    luck, found = np.random.default_rng(3), []
    for number in range(count * len(LEVELS)):
        shapes = luck.integers(len(SHAPES), size=40).tolist()
        level = number % len(LEVELS)
        game = [Placement(level, shape, shapes[:n], 2.5 * n, 0, False) for n, shape in enumerate(shapes)]
        for n, falls in enumerate(luck.random(40) < TRUE.risk(game)):
            if falls:
                fallen, placed = int(luck.geometric(1 - TRUE.one_more)), bool(luck.random() < TRUE.placed)
                game[n] = replace(game[n], fallen=fallen, placed_fell=placed)
        found.append(game)
    return found


def test_the_fit_finds_the_model_that_made_the_falls() -> None:
    played = games(150)
    fitted, judging = held_out(played, 0)
    assert len(fitted) + len(judging) == 150 * 3 * 40 and len(judging) == 38 * 3 * 40
    model = fit(fitted)
    assert model.risk(judging) == pytest.approx(TRUE.risk(judging), abs=0.1)
    assert np.mean(np.abs(model.risk(judging) - TRUE.risk(judging))) < 0.01
    assert model.placed == pytest.approx(TRUE.placed, abs=0.05)
    assert model.one_more == pytest.approx(TRUE.one_more, abs=0.05)
    judged = judge(played)
    assert judged.placements == 150 * 3 * 40
    assert judged.falls == sum(one.fallen > 0 for game in played for one in game)
    assert judged.loss < judged.loss_by_level and judged.rank > 0.6
    assert all(abs(foretold - found) < 0.05 for foretold, found, _ in judged.bands)
    assert "games of Survivor between easy hands" in tables("easy", played, model, judged)


def test_no_game_is_judged_by_a_model_that_saw_it() -> None:
    """Where every game is the same and falls are by chance, a model that had seen them would look good."""
    luck = np.random.default_rng(5)
    played = [
        [Placement(n % 3, int(luck.integers(10)), [], 0.0, int(luck.random() < 0.5), False) for _ in range(6)]
        for n in range(36)
    ]
    played[0].append(Placement(0, 0, [0], 15.0, 0, False))
    played[1].append(Placement(1, 0, [0, 1], 20.0, 0, False))
    judged = judge(played)
    assert judged.loss > 0.69 and 0.35 < judged.rank < 0.6


def test_the_model_is_written_as_it_is_read() -> None:
    read = Stability.load({**tomllib.loads(as_toml(TRUE)), "title": "mine"})
    assert read.levels == [list(level) for level in TRUE.levels]
    assert read.shapes == TRUE.shapes and (read.placed, read.one_more) == (TRUE.placed, TRUE.one_more)


def test_kept_games_are_not_played_again(tmp_path: Path) -> None:
    played, path, done = games(1), tmp_path / "kept.jsonl", []
    lines = [
        [of, skill, level, 0, [asdict(one) for one in game if skill == "easy" and of == sources()]]
        for of, skill in (("older", "easy"), (sources(), "easy"), (sources(), "good"))
        for level, game in zip(LEVELS, played, strict=True)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert gather(path, "easy", 1, 1, done.append) == played and done == [3]
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(lines)
