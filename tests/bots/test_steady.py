"""Steady hands: they see what everyone sees, shake as their level says, and put pieces where they can lie."""

import math
import os
import subprocess
import sys
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.steady import SHAKES, SKILLS, SteadyHand, judging
from parlour.bots.steady.cards import what_to_lay
from parlour.bots.steady.heights import CELL, Heights, underside
from parlour.bots.steady.judging import Tried, heights_of
from parlour.bots.steady.looks import looked_at, risk
from parlour.bots.steady.spots import outlook
from parlour.bots.steady.trials import Outcome
from parlour.bots.steady.ways import ways_to_lie, ways_to_stand
from parlour.components.piece_set import SHAPES, PieceSet
from parlour.components.stability import LEVELS
from parlour.engine.rule import plain
from parlour.physics import Pose, Stack, available, turned_by
from parlour.tower import Umpire

pytestmark = pytest.mark.skipif(not available(), reason="there is no physics on this machine")

PIECES = PieceSet.load("standard")


def lying(*pieces: tuple[str, float, float, float, float]) -> dict[str, Pose]:
    """Pieces that lie flat: their name, x, layer (from 0), z and turn."""
    return {name: Pose(x, 15 * layer + 7.5, z, *turned_by(turn)) for name, x, layer, z, turn in pieces}


def seen(poses: dict[str, Pose]) -> Heights:
    return Heights(PIECES, ((name.partition(" ")[2], pose) for name, pose in poses.items()))


FLOOR = lying(
    ("red square", 0, 0, 0, 0),
    ("green plank", 0, 0, 26, 0),
    ("blue disc", -36, 0, 0, 0),
    ("red arch", 0, 1, 4, 0),
)


def survivor(seed: int = 1, **position: Any) -> parlour.Match:
    return parlour.new("shapes-survivor", players=2, seed=seed, starter=0, falls="physics", **position)


# What is seen


def test_heights_are_those_of_the_pieces() -> None:
    heights = seen(FLOOR)
    middle = heights.middle
    assert heights.tops[middle, middle + 2] == 30  # the arch, at z = 4
    assert heights.tops[middle - 18, middle] == 15  # the disc
    assert heights.tops[middle, middle - 20] == 0  # the platform
    assert heights.tops[middle, middle + 25] == heights.tops[0, 0] < -20  # the table
    for shape in SHAPES:
        alone = Heights(PIECES, [(shape, Pose(3, 7.5, -2, *turned_by(25)))])
        area = np.count_nonzero(alone.tops == 15) * CELL**2
        assert area == pytest.approx(PIECES.shapes[shape].area, rel=0.08), shape


def test_margins_are_those_of_the_outline() -> None:
    empty, centre = seen({}), np.array([[0, 0]])
    for shape, margin in (("square", 15), ("plank", 7.5), ("disc", 16)):
        known = PIECES.shapes[shape]
        for way in ways_to_lie(known):
            found = looked_at(empty, PIECES, known, way, centre + empty.middle)
            assert found.rest[0] == pytest.approx(7.5, abs=1e-3)
            assert found.margin[0] == pytest.approx(margin, abs=1.5)


def test_a_piece_half_over_the_edge_tips() -> None:
    empty, known = seen({}), PIECES.shapes["square"]
    front = round(PIECES.platform.side / math.sqrt(12) / CELL)
    centres = np.array([[0, front - 8], [0, front - 2], [0, front + 3]]) + empty.middle
    margin = looked_at(empty, PIECES, known, ways_to_lie(known)[0], centres).margin
    assert margin[0] == pytest.approx(15, abs=1.5) and 2 < margin[1] < 7 and margin[2] < 0


def test_an_unsteady_hand_risks_more_near_the_edge() -> None:
    empty, known = seen({}), PIECES.shapes["square"]
    i, k = np.nonzero(empty.platform)
    found = looked_at(empty, PIECES, known, ways_to_lie(known)[0], np.column_stack([i, k]))
    edge = round(PIECES.platform.side / math.sqrt(12) / CELL) + empty.middle  # in front of the middle
    for level, least, most in (("child", 0.1, 0.6), ("grown-up", 0.01, 0.2), ("surgeon", 0.0, 0.001)):
        risks = np.ones(empty.tops.shape)
        risks[i, k] = risk(empty, found, SHAKES[level])
        assert risks[empty.middle, empty.middle] < 0.001
        assert least < risks[empty.middle, edge - 2] < most, level  # its centre is 4 mm from the edge
        assert (np.diff(risks[empty.middle, empty.middle : edge + 1]) > -1e-9).all()
    assert risks.min() >= 0 and risks.max() <= 1


def test_a_level_tower_has_the_better_outlook() -> None:
    small, poses = ridged()
    rough = Heights(small, ((name.partition(" ")[2], pose) for name, pose in poses.items()))
    for shake in (SHAKES["child"], SHAKES["surgeon"]):
        assert 0 < outlook(rough, small, shake) + 0.1 < outlook(Heights(small, ()), small, shake) <= 1
    assert outlook(seen(FLOOR), PIECES, SHAKES["child"]) < outlook(seen(FLOOR), PIECES, SHAKES["grown-up"])


def test_one_more_piece_is_seen_as_if_it_lay_there() -> None:
    stack = Stack.from_poses(PIECES, FLOOR)
    before = heights_of(stack)
    name, pose = next(iter(lying(("blue plank", 10, 2, -4, 40)).items()))
    after = before.with_one_more(PIECES.shapes["plank"], PIECES.thickness, pose)
    assert (after.tops == seen({**FLOOR, name: pose}).tops).all()
    assert (before.tops == seen(FLOOR).tops).all()


def test_looks_are_the_same_compiled_and_plain() -> None:
    heights, known = seen(FLOOR), PIECES.shapes["L"]
    centres = np.array([[0, 0], [2, 13], [-18, 3], [7, -20]]) + heights.middle
    for way in (ways_to_lie(known)[1], ways_to_stand(known, 15)[2]):
        compiled = looked_at(heights, PIECES, known, way, centres)
        with plain():
            uncompiled = looked_at(heights, PIECES, known, way, centres)
        for one, other in zip(astuple(compiled), astuple(uncompiled), strict=True):
            assert (one == other).all()


def test_once_warm_nothing_is_left_to_compile(tmp_path: Path) -> None:
    def kept(code: str) -> list[str]:
        environment = {**os.environ, "PARLOUR_CACHE": str(tmp_path)}
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        return sorted(path.name for path in tmp_path.rglob("*.nbc"))

    warm = kept("from parlour.bots import steady; steady.warm()")
    used = kept(
        "import numpy as np; from parlour.bots.steady import SKILLS, SteadyHand\n"
        "from parlour.components.piece_set import PieceSet; from parlour.physics import Stack\n"
        "stack = Stack(PieceSet.load('standard'))\n"
        "for skill in SKILLS: SteadyHand(skill, 'child', 1).spot(stack, 'disc', np.random.default_rng(1))"
    )
    assert used == warm and len(warm) == 1


def test_pieces_stand_on_their_long_sides_only() -> None:
    standing = {shape: len(ways_to_stand(PIECES.shapes[shape], 15)) // 12 for shape in SHAPES}
    assert standing["disc"] == 0  # it would roll
    assert standing["bar"] == 1  # on its end: on its side it is as if it lay
    assert standing["square"] == 1 and standing["right triangle"] == 3


# The hand


def test_hands_shake_as_their_level_says() -> None:
    aim = Pose(10, 8, -20, *turned_by(30))
    for level, shake in SHAKES.items():
        luck = np.random.default_rng(5)
        found = np.array([shake.of(aim, luck) for _ in range(2000)])
        assert np.std(found[:, 0]) == pytest.approx(shake.aside, rel=0.1), level
        assert np.std(found[:, 2]) == pytest.approx(shake.aside, rel=0.1)
        turns = np.degrees(2 * np.arctan2(found[:, 4], found[:, 6]))
        assert np.std(turns) == pytest.approx(shake.turn, rel=0.1)
        assert found[:, 1].min() >= aim.y
    assert list(SHAKES) == list(LEVELS)
    assert [shake.aside for shake in SHAKES.values()] == sorted((s.aside for s in SHAKES.values()), reverse=True)


def test_misses_are_in_standard_deviations() -> None:
    aim, shake = Pose(10, 8, -20, *turned_by(30)), SHAKES["child"]
    missed = shake.missed(aim, 1, -2, 3, -1)
    assert missed.place == pytest.approx((10 + shake.aside, 8 + shake.drop, -20 - 2 * shake.aside))
    assert missed.turn == pytest.approx(turned_by(30 + 3 * shake.turn))
    assert shake.missed(aim, 0, 0, 0, 0) == pytest.approx(aim)


def test_of_two_spots_the_one_that_holds_costs_less() -> None:
    spot = SteadyHand("easy", "child", 1).spot(Stack(PIECES), "square", np.random.default_rng(1))
    stood, fell = Outcome(True, moved=0.0), Outcome(False)
    costs = [
        Tried(spot, [stood, stood, stood], outlook=1.0).cost,
        Tried(spot, [stood, stood, Outcome(True, moved=10.0)], outlook=1.0).cost,  # it pushed others
        Tried(spot, [stood, stood, fell], outlook=1.0).cost,  # at a miss of 2.6 standard deviations
        Tried(spot, [stood, fell, stood], outlook=1.0).cost,  # of 1.2, which happens more often
        Tried(spot, [stood, fell, stood], outlook=0.9).cost,  # and there is less room for others
        Tried(spot, [fell, fell, fell], outlook=0.9).cost,
    ]
    assert costs == sorted(costs) and len(set(costs)) == len(costs)


def test_where_trials_take_long_there_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision costs so much work and not much more, however high or wobbly the tower is."""

    def trials(steps: int) -> int:
        done: list[Pose] = []

        def tried(_ground: Stack, _shape: str, at: Pose) -> Outcome:
            done.append(at)
            return Outcome(False, steps=steps)

        monkeypatch.setattr(judging, "tried", tried)
        SteadyHand("good", "child", 1).spot(Stack.from_poses(PIECES, FLOOR), "square", np.random.default_rng(1))
        return len(done)

    quick, slow = trials(1), trials(2000)
    assert 0 < slow < quick / 2
    assert slow * 2000 * (1 + len(FLOOR)) < 2 * judging._WORK + 2000 * len(FLOOR) * judging._AT_ONCE


@pytest.mark.parametrize("skill", SKILLS)
def test_a_spot_is_on_the_tower_and_holds(skill: str) -> None:
    stack = Stack.from_poses(PIECES, FLOOR)
    hand = SteadyHand(skill, "surgeon", 3)
    for shape in ("square", "plank", "arch") if skill == "good" else SHAPES:
        spot = hand.spot(stack, shape, np.random.default_rng(1))
        assert spot.margin > 3 and spot.safe > 0.5
        copy = stack.clone()
        assert copy.take("white piece", shape, spot.pose).place == pytest.approx(spot.pose.place)  # it is free
        copy.let_go()
        assert copy.settle() and not copy.fallen


def test_the_same_seed_gives_the_same_game() -> None:
    def records(seed: int) -> list[Any]:
        found = []
        for _ in range(2):
            match = survivor()
            umpire = Umpire(match)
            hands = [SteadyHand("easy", "child", seed), SteadyHand("good", "grown-up", seed)]
            while not match.over and len(match.view(None)["platform"]) < 3:
                seat = min(match.to_act)
                if umpire.stage == "holding":
                    hands[seat].place(umpire)
                else:
                    umpire.play(seat, hands[seat].choose(match, seat))
            found.append(match.record())
        return found

    once, again = records(1)
    assert once == again
    assert records(2)[0]["scenes"] != once["scenes"]


def ridged() -> tuple[PieceSet, dict[str, Pose]]:
    """A small platform with three ridges, each of another height: an arch cannot lie there, but stand."""
    small = PieceSet.load({**PIECES.content, "title": "small", "platform": {"side": 100, "thick": 20}})
    poses = {}
    for name, turn, x, z in (
        ("red half disc", 0, 0, 20),
        ("red triangle", 60, -18, -10),
        ("blue right triangle", -60, 18, -12),
    ):
        shape = small.shapes[name.partition(" ")[2]]
        standing = next(way for way in ways_to_stand(shape, 15) if way.degrees == turn % 360)
        _, low, _ = underside(shape, 15, standing.turn, 0)
        poses[name] = Pose(x, float(-low.min()), z, *standing.turn)
    return small, poses


@pytest.mark.parametrize("skill", SKILLS)
def test_a_piece_stands_where_it_cannot_lie(skill: str) -> None:
    small, poses = ridged()
    stack = Stack.from_poses(small, poses)
    spot = SteadyHand(skill, "surgeon", 1).spot(stack, "arch", np.random.default_rng(1))
    assert spot.way.stands and spot.margin > 3
    flat = SteadyHand(skill, "surgeon", 1).spot(Stack(PIECES), "arch", np.random.default_rng(1))
    assert not flat.way.stands


def test_it_places_even_where_nothing_looks_safe() -> None:
    """A tower of two bars on end in the way of everything: whatever comes of it, the hand does not complain."""
    on_end = (0.0, 0.0, math.sqrt(0.5), math.sqrt(0.5))
    small = PieceSet.load({**PIECES.content, "title": "small", "platform": {"side": 100, "thick": 20}})
    stack = Stack.from_poses(small, {"red bar": Pose(0, 30, 0, *on_end), "blue bar": Pose(0, 90, 0, *on_end)})
    for skill in SKILLS:
        spot = SteadyHand(skill, "child", 1).spot(stack, "plank", np.random.default_rng(1))
        assert all(map(math.isfinite, spot.pose))


# Cards


def classic(mine: list[str], theirs: list[str], uncompleted: str = "discard") -> parlour.Match:
    small, poses = ridged()
    return parlour.position(
        "shapes",
        {
            "players": 2,
            "options": {"falls": "physics", "uncompleted": uncompleted, "pieces": small.content},
            "stage": "laying",
            "turn_of": 0,
            "hands": [mine, theirs],
            "platform": list(poses),
            "scene": {"poses": {name: list(pose) for name, pose in poses.items()}},
            "deck": ["..."],
        },
    )


def chosen(match: parlour.Match, level: str = "child", skill: str = "easy") -> str:
    return str(SteadyHand(skill, level, 7).choose(match, 0))


def test_it_holds_back_when_a_fall_costs_more() -> None:
    mine = ["green square", "blue arch", "yellow plank"]
    assert chosen(classic(mine, ["red bar", "red disc"])).startswith("lay")  # a fall costs hardly anything
    assert chosen(classic(mine, ["red bar"])) == "enough"  # whoever falls robs the last card, and that wins
    hard = ["green square", "yellow triangle"]
    assert chosen(classic(hard, ["red bar", "red disc"])).startswith("lay")
    assert chosen(classic(hard, ["red bar", "red disc"], "strict")) == "enough"
    assert chosen(classic(["yellow plank"], ["red bar"])) == "lay yellow plank"  # or it would not win, either


def test_it_lays_what_is_safe() -> None:
    everything = dict.fromkeys(SHAPES, 1.0)

    def lays(hand: list[str], chances: dict[str, float], **more: Any) -> str:
        view = {
            "seat": 0, "hand": hand, "hand_sizes": [len(hand), 5], "uncompleted": "strict",
            "intended": [], "whites": [], "platform": ["red bar"], **more,
        }  # fmt: skip
        return what_to_lay(view, lambda shape: {**everything, **chances}[shape])

    assert lays(["red disc", "blue bar", "blue arch"], {}) in ("lay blue bar", "lay blue arch")  # most of a colour
    assert lays(["blue bar", "blue arch"], {"bar": 0.6}) == "lay blue arch"  # the safest first
    assert lays(["blue bar", "red disc"], {"bar": 0.1, "disc": 0.1}) == "enough"
    assert lays(["wild", "red disc"], {shape: 0.2 for shape in SHAPES if shape != "L"}) == "lay wild as white L"
    assert lays(["clear the board", "red disc"], {"disc": 0.3}) == "clear the board"
    assert lays(["clear the board"], {}) == "clear the board"
    laid = {"intended": ["blue arch"], "hand_sizes": [1, 5]}
    assert lays(["blue bar"], {"bar": 0.5}, **laid) == "lay blue bar"  # the last card: it wins
    assert lays(["red bar"], {}, **laid) == "enough"  # not of that colour


@pytest.mark.parametrize("skill", SKILLS)
def test_it_takes_the_safest_piece(skill: str) -> None:
    match = classic(["green square", "green arch", "yellow plank"], ["red bar"])
    for move in ("lay green square", "lay green arch", "enough"):
        match.play(0, move)
    assert chosen(match, skill=skill) == "take green arch"  # which can stand where a square hardly lies


@pytest.mark.parametrize("game", ["shapes", "shapes-survivor", "shapes-pass", "shapes-draft"])
def test_what_the_seat_cannot_see_changes_no_choice(game: str) -> None:
    match = parlour.new(game, players=3, seed=11, starter=0)
    hand = SteadyHand("good", "child", 5)
    for number in range(40):
        if match.over:
            break
        seat = min(match.to_act)
        move = hand.choose(match, seat)
        assert hand.choose(match.redealt(seat, number), seat) == move
        assert SteadyHand("good", "child", 5).choose(match, seat) == move
        match.play(seat, move)


def test_it_is_for_shapes() -> None:
    with pytest.raises(parlour.BadOption, match="go-fox: steady hands are for Shapes"):
        SteadyHand("easy", "child", 1).choose(parlour.new("go-fox"), 0)


@pytest.mark.parametrize(("skill", "level", "message"), [("best", "child", "no hand 'best'"), ("easy", "elf", "'elf'")])
def test_bad_hands(skill: str, level: str, message: str) -> None:
    with pytest.raises(parlour.BadOption, match=message):
        SteadyHand(skill, level, 1)
