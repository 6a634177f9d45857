"""Poses, snapshots and clones: the same bits again, and damage refused."""

from __future__ import annotations

import copy
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour.components.piece_set import SHAPES, PieceSet
from parlour.physics import BadPoses, BadSnapshot, Pose, Stack, turned_by

from .hands import stack_of_hands
from .stacks import GOOD, PIECES, awake, deepest, flat, moved, tower


def clumsy(stack: Stack) -> Stack:
    """A hand that makes a mess, up to the middle of it."""
    stack.take("red plank", at=(-100, 30, 10, *turned_by(80)))
    stack.aim(60, 30, -10, turned_by(10))
    stack.step(100)
    return stack


def the_rest(stack: Stack) -> tuple[dict[str, Pose], tuple[str, ...]]:
    stack.step(60)
    stack.let_go()
    stack.settle()
    return stack.poses(), stack.fallen


# The same bits


def test_a_second_run_gives_the_same_bits():
    first, second = (the_rest(clumsy(Stack.from_poses(PIECES, GOOD[18]))) for _ in range(2))
    assert first == second
    assert first[1]  # and it was a mess


def test_a_snapshot_in_the_middle_goes_on_with_the_same_bits():
    stack = clumsy(Stack.from_poses(PIECES, GOOD[18]))
    blob = stack.snapshot()
    again = Stack.restore(PIECES, blob)
    assert (again.held, again.held_pose, again.poses()) == (stack.held, stack.held_pose, stack.poses())
    assert again.snapshot() == blob
    assert the_rest(again) == the_rest(stack)


def test_a_clone_goes_on_with_the_same_bits_and_leaves_the_first_alone():
    stack = clumsy(Stack.from_poses(PIECES, GOOD[18]))
    before = stack.snapshot()
    clone = stack.clone()
    ended = the_rest(clone)
    assert stack.snapshot() == before
    assert the_rest(stack) == ended


def test_a_snapshot_keeps_what_has_fallen_and_how_long_all_was_still():
    stack = awake(tower("disc", 3))
    stack.take("red bar", at=(120, 30, 0))
    stack.let_go()
    stack.step(60)
    assert stack.fallen == ("red bar",)
    again = Stack.restore(PIECES, stack.snapshot())
    assert again.fallen == ("red bar",)
    left = [0, 0]
    for at, one in enumerate((stack, again)):
        while not one.at_rest:
            one.step()
            left[at] += 1
    assert left[0] == left[1] > 0


PROGRAM = """
import json
from tests.physics.hands import stack_of_hands
print(json.dumps(stack_of_hands(7, 6)[1]))
"""


def test_another_process_gives_the_same_bits():
    root = Path(__file__).parents[2]
    path = f"{root}{os.pathsep}{root / 'src'}"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    here = stack_of_hands(7, 6)[1]
    assert {name: Pose(*pose) for name, pose in json.loads(done.stdout).items()} == here
    assert here


def test_a_clone_with_fewer_iterations_sees_much_the_same():
    stack = Stack.from_poses(PIECES, GOOD[18])
    ended = []
    for clone in (stack.clone(8), stack.clone()):
        clone.take("red bar", at=(0, 120, 0))
        clone.let_go()
        clone.settle()
        ended.append((clone.fallen, clone.poses()))
    assert ended[0][0] == ended[1][0]
    assert moved(ended[0][1], ended[1][1]) < 5


# Poses


@pytest.mark.parametrize("count", [18, 25])
def test_poses_there_and_back_again_move_nothing_however_often(count: int):
    stack = awake(GOOD[count])
    stack.settle()
    first = stack.poses()
    for _ in range(50):
        written = json.loads(json.dumps({name: list(pose) for name, pose in stack.poses().items()}))
        stack = Stack.from_poses(PIECES, written)
        assert stack.at_rest
        assert stack.poses() == first


def test_any_turn_comes_back_as_it_was():
    """Also those that the engine rounds another way each time."""
    lying = {}
    for at in range(30):
        angle, high = at * 0.7, 50 + at * 60
        turn = (math.sin(angle) * 0.6, math.cos(angle) * 0.6, math.sin(2 * angle) * 0.5, 0.0)
        rest = math.sqrt(1 - sum(part * part for part in turn))
        lying[f"c{at} L"] = Pose(0.1 * at, high, -0.3 * at, *turn[:3], rest)
    stack = Stack.from_poses(PIECES, lying)
    assert stack.poses() == lying
    assert Stack.restore(PIECES, stack.snapshot()).poses() == lying
    assert stack.clone().poses() == lying


def test_the_order_of_the_pieces_is_kept():
    backwards = dict(reversed(GOOD[18].items()))
    assert list(Stack.from_poses(PIECES, backwards).poses()) == list(backwards)


def test_shapes_may_be_told_apart_from_names():
    stack = Stack.from_poses(PIECES, {"x": flat(0), "red disc": flat(0, 1)}, shapes={"x": "square"})
    assert (stack.shape("x"), stack.shape("red disc")) == ("square", "disc")


@pytest.mark.parametrize(
    ("pose", "said"),
    [
        ((0, math.nan, 0, 0, 0, 0, 1), "expected seven finite numbers"),
        ((0, 7.5, 0, 0, 0, 0, math.inf), "expected seven finite numbers"),
        ((0, 7.5, 0), "expected seven finite numbers"),
        ((0, 7.5, 0, 0, 0, 0, "1"), "expected seven finite numbers"),
        ("flat", "expected seven finite numbers"),
        (None, "expected seven finite numbers"),
        ((0, 7.5, 0, 0, 0, 0, True), "expected seven finite numbers"),
        ((0, 10**400, 0, 0, 0, 0, 1), "expected seven finite numbers"),
        ((0, -0.1, 0, 0, 0, 0, 1), "'red bar' lies at y = -0.1; expected 0 to 2000 mm"),
        ((0, 2001, 0, 0, 0, 0, 1), "'red bar' lies at y = 2001; expected 0 to 2000 mm"),
        ((-301, 7.5, 0, 0, 0, 0, 1), "'red bar' lies at x = -301; expected -300 to 300 mm"),
        ((0, 7.5, 1e30, 0, 0, 0, 1), "'red bar' lies at z = 1e+30; expected -300 to 300 mm"),
        ((0, 7.5, 0, 0, 0, 0, 2), "'red bar' is turned by (0, 0, 0, 2), of length 2; expected a unit quaternion"),
        ((0, 7.5, 0, 0, 0, 0, 0), "'red bar' is turned by (0, 0, 0, 0), of length 0; expected a unit quaternion"),
        ((0, 6.4, 0, 0, 0, 0, 1), "'red bar' lies 1.1 mm inside 'the platform'; expected at most 1 mm"),
        ((0, 30, 0, 0, 0, 0, 1), "'red bar' lies 7.5 mm inside 'blue disc'; expected at most 1 mm"),
        ((110, 5, 0, 0, 0, math.sqrt(0.5), math.sqrt(0.5)), "'red bar' touches the table"),
    ],
)
def test_poses_in_which_pieces_cannot_lie_are_refused(pose: Any, said: str):
    with pytest.raises(BadPoses) as caught:
        Stack.from_poses(PIECES, {"red bar": pose, "blue disc": flat(0, 2)})
    assert said in str(caught.value)
    assert "'red bar'" in str(caught.value)


def test_a_shape_that_is_none_is_refused():
    with pytest.raises(BadPoses, match="'red cube' has the shape 'cube'; expected one of square, bar"):
        Stack.from_poses(PIECES, {"red cube": flat(0)})
    with pytest.raises(BadPoses, match="'cube' has the shape ''"):
        Stack.from_poses(PIECES, {"cube": flat(0)})


def test_a_millimetre_inside_each_other_is_allowed_and_put_right():
    start = {"a square": flat(0), "b square": Pose(0, 21.6, 0, 0, 0, 0, 1)}
    stack = Stack.from_poses(PIECES, start)
    assert stack.poses() == start
    stack._world.wake_up_all()
    stack.settle()
    assert deepest(stack) < 0.1
    assert moved(start, stack.poses()) < 2


# Damage


@pytest.mark.parametrize("what", ["cut", "flipped", "longer", "empty", "text", "other"])
def test_a_damaged_snapshot_is_refused(what: str):
    blob = Stack.from_poses(PIECES, GOOD[18]).snapshot()
    bad: Any = {
        "cut": blob[:-1],
        "flipped": blob[:5000] + bytes([blob[5000] ^ 1]) + blob[5001:],
        "longer": blob + b"\0",
        "empty": b"",
        "text": "stack",
        "other": b"parlour stack 2\n" + blob[16:],
    }[what]
    with pytest.raises(BadSnapshot):
        Stack.restore(PIECES, bad)


def test_every_damaged_byte_is_noticed():
    blob = Stack.from_poses(PIECES, tower("bar", 2)).snapshot()
    for at in range(0, len(blob), 97):
        with pytest.raises(BadSnapshot):
            Stack.restore(PIECES, blob[:at] + bytes([blob[at] ^ 0x10]) + blob[at + 1 :])
        with pytest.raises(BadSnapshot):
            Stack.restore(PIECES, blob[:at])


def test_a_snapshot_of_other_pieces_is_refused():
    other = copy.deepcopy(PIECES.content)
    other["friction"] = 0.4
    with pytest.raises(BadSnapshot, match="this snapshot was taken with other pieces than 'Standard pieces'"):
        Stack.restore(PieceSet.load(other), Stack(PIECES).snapshot())
    same = PieceSet.load(copy.deepcopy(PIECES.content))
    Stack.restore(same, Stack(PIECES).snapshot())


# Pieces of one's own


def test_pieces_of_ones_own_stand_too():
    content = copy.deepcopy(PIECES.content)
    content |= {"thickness": 20, "density": 2000, "friction": 0.8}
    content["shapes"]["arch"] = {
        "outline": [[0, 0], [40, 0], [40, 40], [20, 20], [0, 40], [0, 0]],
        "parts": [
            [[0, 0], [40, 0], [20, 20], [0, 0]],
            [[40, 0], [40, 40], [20, 20], [40, 0]],
            [[0, 0], [20, 20], [0, 40], [0, 0]],
        ],
    }
    mine = PieceSet.load(content)
    for shape in SHAPES:
        poses = {f"c{level} {shape}": Pose(0, 10 + 20 * level, 0, 0, 0, 0, 1) for level in range(4)}
        stack = Stack.from_poses(mine, poses)
        stack.take("the last", shape=shape, at=(0, 92, 0))
        stack.aim(0, 90.2, 0)
        stack.step(120)
        stack.let_go()
        assert stack.settle()
        assert stack.fallen == ()
        assert moved(poses, stack.poses()) < 0.5
