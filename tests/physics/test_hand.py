"""The hand: where it goes, what it pushes, and what it must not do."""

from __future__ import annotations

import math
from typing import Any

import pytest

import parlour
from parlour.physics import BadHold, BadTarget, Pose, Stack, turned_by

from .stacks import GOOD, HALF, PIECES, awake, deepest, flat, moved, tilt, tower


def holding(name: str = "red bar", at: tuple[float, ...] = (0, 100, 0), poses: dict[str, Pose] | None = None) -> Stack:
    stack = Stack.from_poses(PIECES, poses or {})
    stack.take(name, at=at)
    return stack


def held(stack: Stack) -> Pose:
    assert stack.held_pose is not None
    return stack.held_pose


# Taking


def test_sh_4_a_piece_is_taken_in_free_space_above_the_tower():
    stack = Stack.from_poses(PIECES, tower("square"))
    pose = stack.take("red plank")
    assert stack.held == "red plank"
    assert held(stack) == pytest.approx(pose, abs=1e-4)
    assert tilt(pose) == 0
    assert pose.y > 150 + 7.5
    stack.step(240)
    assert held(stack) == pytest.approx(pose, abs=1e-3)
    assert stack.poses() == tower("square")


def test_it_is_taken_where_one_likes_and_turned_or_above_if_that_is_not_free():
    stack = Stack.from_poses(PIECES, tower("square", 3))
    wished = Pose(60, 50, 60, *turned_by(30))
    assert stack.take("red bar", at=wished) == pytest.approx(wished)
    stack.put_back()
    pose = stack.take("red bar", at=Pose(5, 20, -5, *turned_by(30)))
    assert (pose.x, pose.z, pose.turn) == (5, -5, pytest.approx(turned_by(30)))
    assert 45 + 7.5 <= pose.y <= 45 + 7.5 + 2  # on the tower, and no higher than needed
    stack.put_back()
    assert stack.take("red bar", at=(0, -15, 0)).y >= 45 + 7.5  # nor inside the platform


@pytest.mark.parametrize("name", list(GOOD[18])[:6])
def test_a_piece_is_never_taken_inside_another(name: str):
    stack = Stack.from_poses(PIECES, GOOD[18])
    x, y, z, *turn = GOOD[18][name]
    stack.take("red plank", at=(x, y, z, *turn))
    stack._hand = None  # as if let go, to look at it
    assert deepest(stack) < 0.1


def test_sh_4_only_one_piece_is_held_and_none_is_taken_up_again():
    stack = holding()
    with pytest.raises(BadHold, match="'red bar' is in the hand; let go of it before you take 'red disc'"):
        stack.take("red disc")
    stack.let_go()
    stack.settle()
    with pytest.raises(
        BadHold, match="'red bar' is on the platform already; once let go a piece is not taken up again"
    ):
        stack.take("red bar")
    assert stack.held is None


def test_what_a_piece_is_called_tells_its_shape_unless_one_says_it():
    stack = Stack(PIECES)
    stack.take("red half disc")
    assert stack.shape("red half disc") == "half disc"
    stack.put_back()
    stack.take("the first", shape="L")
    assert stack.shape("the first") == "L"
    stack.put_back()
    with pytest.raises(BadHold, match="'red cube' has the shape 'cube'; expected one of square, bar"):
        stack.take("red cube")
    assert stack.held is None


@pytest.mark.parametrize("what", ["aim", "let_go", "put_back"])
def test_an_empty_hand_does_nothing(what: str):
    stack = Stack(PIECES)
    with pytest.raises(BadHold, match="there is nothing in the hand"):
        getattr(stack, what)(*((0, 10, 0) if what == "aim" else ()))


@pytest.mark.parametrize("what", ["settle", "freeze", "remove"])
def test_what_waits_for_an_empty_hand(what: str):
    stack = holding(poses={"blue bar": flat(0)})
    with pytest.raises(BadHold, match="with 'red bar' in the hand; let go of it or put it back first"):
        getattr(stack, what)(*([["blue bar"]] if what == "remove" else []))


def test_a_piece_put_back_is_gone():
    stack = holding()
    stack.put_back()
    assert (stack.held, stack.held_pose, stack.poses(), stack.fallen) == (None, None, {}, ())
    stack.take("red bar")


# Aiming


@pytest.mark.parametrize(
    ("place", "axis", "limits"),
    [
        ((151, 10, 0), "x = 151", "-150 to 150"),
        ((0, 601, 0), "y = 601", "-20 to 600"),
        ((0, -20.5, 0), "y = -20.5", "-20 to 600"),
        ((0, 10, -151), "z = -151", "-150 to 150"),
        ((math.nan, 10, 0), "x = nan", "-150 to 150"),
        ((0, math.inf, 0), "y = inf", "-20 to 600"),
        ((0, 10, -math.inf), "z = -inf", "-150 to 150"),
        ((0, 10, "0"), "z = '0'", "-150 to 150"),
        ((0, None, 0), "y = None", "-20 to 600"),
        ((True, 10, 0), "x = True", "-150 to 150"),
        ((10**400, 10, 0), "x = 1000", "-150 to 150"),
    ],
)
def test_a_target_out_of_reach_is_refused_and_nothing_changes(place: tuple[Any, Any, Any], axis: str, limits: str):
    stack = holding()
    before = stack.snapshot()
    with pytest.raises(BadTarget, match=f"the hand cannot go to {axis}") as caught:
        stack.aim(*place, turned_by(90))
    assert str(caught.value).endswith(f"expected {limits} mm") or limits in str(caught.value)
    assert isinstance(caught.value, parlour.ParlourError)
    assert stack.snapshot() == before


@pytest.mark.parametrize(
    "turn",
    [(0, 0, 0, 0), (math.nan, 0, 0, 1), (0, 0, math.inf, 1), (0, 0, 1), (0, 0, 0, 0, 1), ("0", 0, 0, 1), (None,) * 4],
)
def test_a_turn_that_is_none_is_refused_and_nothing_changes(turn: tuple[Any, ...]):
    stack = holding()
    before = stack.snapshot()
    with pytest.raises(BadTarget, match="the hand cannot turn to .*; expected a quaternion: four finite numbers"):
        stack.aim(20, 50, 0, turn)
    assert stack.snapshot() == before


@pytest.mark.parametrize("size", [1e-300, 1e-5, 1, 7, 1e300])
def test_a_turn_of_any_size_is_the_same_turn(size: float):
    stack = holding()
    stack.aim(0, 100, 0, (0, 0, size * HALF, size * HALF))
    stack.step(240)
    assert held(stack).turn == pytest.approx((0, 0, HALF, HALF), abs=1e-3)


def test_the_hand_goes_where_it_is_sent_and_turns_as_it_should():
    stack = holding()
    stack.aim(30, 60, -40, turned_by(70))
    stack.step(120)
    assert held(stack) == pytest.approx(Pose(30, 60, -40, *turned_by(70)), abs=0.01)
    stack.aim(30, 80, -40)  # the turn stays as it was
    stack.step(120)
    assert held(stack) == pytest.approx(Pose(30, 80, -40, *turned_by(70)), abs=0.01)


def test_the_hand_is_no_faster_than_a_hand():
    stack = holding(at=(-140, 100, 0))
    stack.aim(140, 100, 0)
    fastest = 0.0
    for _ in range(200):
        before = held(stack).x
        stack.step()
        fastest = max(fastest, (held(stack).x - before) * 240)
    assert 500 < fastest < 650  # mm/s
    assert held(stack).x == pytest.approx(140, abs=1)


@pytest.mark.parametrize("corner", [(x, y, z) for x in (-150, 150) for y in (-20, 600) for z in (-150, 150)])
def test_the_hand_can_go_to_every_corner_of_its_reach(corner: tuple[float, float, float]):
    stack = holding()
    stack.aim(*corner)
    stack.step(480)
    assert held(stack).x == pytest.approx(corner[0], abs=5)  # the table rubs
    assert held(stack).z == pytest.approx(corner[2], abs=5)
    assert stack.held == "red bar"  # exempt from falling, even on the table (SH-6)


# Pushing


def test_sh_4_the_held_piece_pushes_its_neighbour():
    start = {"blue square": flat(0)}
    stack = holding(at=(-60, 8, 0), poses=start)
    for x in range(-60, -19):
        stack.aim(x, 8, 0)
        stack.step(10)
    assert stack.poses()["blue square"].x == pytest.approx(25, abs=1)  # from the end of the bar, at 10, half a square
    assert stack.fallen == ()


def test_sh_6_what_the_held_piece_pushes_off_has_fallen():
    stack = holding(at=(-80, 8, 0), poses={"blue square": flat(0)})
    stack.aim(40, 8, 0)
    stack.step(480)
    assert stack.fallen == ("blue square",)
    assert stack.held == "red bar"


@pytest.mark.parametrize("name", ["red bar", "red disc", "red half disc", "red arch"])
def test_a_hand_that_presses_30_mm_into_the_platform_does_no_harm(name: str):
    stack = holding(name, at=(0, 60, 0))
    stack.aim(0, -20, 0)
    stack.step(480)
    assert held(stack).y == pytest.approx(7.5, abs=0.4)
    stack.let_go()
    assert stack.settle()
    assert stack.fallen == ()
    assert stack.poses()[name].y == pytest.approx(7.5, abs=0.1)


@pytest.mark.parametrize("count", [18, 25])
def test_a_hand_that_presses_on_a_good_stack_pushes_nothing_into_anything(count: int):
    stack = Stack.from_poses(PIECES, GOOD[count])
    stack.take("red square", at=(0, 300, 0))
    stack.aim(0, -20, 0)
    stack.step(480)
    stack.let_go()
    stack.settle()
    assert deepest(stack) < 0.3


@pytest.mark.parametrize(("high", "gives"), [(12, True), (13, False)])
def test_the_hand_pushes_what_six_tenths_of_a_newton_can_push(high: int, gives: bool):
    """A tower slides at half its weight: 0.56 N for twelve squares, and 0.60 N for thirteen."""
    stack = holding(at=(-60, 8, 0), poses=tower("square", high))
    for x in range(-60, -19):
        stack.aim(x, 8, 0)
        stack.step(8)
    where = held(stack).x  # it meets the tower at -45
    assert (where > -35) if gives else (where < -44)
    assert stack.fallen == ()


def test_a_hand_far_away_moves_nothing():
    stack = Stack.from_poses(PIECES, GOOD[25])
    stack.take("red square")
    stack.step(240)
    assert stack.poses() == GOOD[25]
    stack.put_back()
    stack.step(240)
    assert stack.poses() == GOOD[25]


def test_a_sweep_through_a_tower_makes_it_fall_and_passes_through_nothing():
    stack = Stack.from_poses(PIECES, tower("square"))
    stack.take("red plank", at=(-100, 40, 0, *turned_by(90)))
    stack.aim(100, 40, 0)
    stack.step(240)
    stack.let_go()
    stack.settle()
    assert len(stack.fallen) > 5
    assert deepest(stack) < 0.3


# Letting go


def test_sh_4_a_piece_let_go_stays_where_it_was_put():
    stack = holding()
    stack.aim(10, 7.7, -10, turned_by(45))
    stack.step(240)
    stack.let_go()
    assert stack.held is None
    assert not stack.at_rest
    assert stack.settle()
    assert stack.at_rest
    assert stack.poses()["red bar"] == pytest.approx(Pose(10, 7.5, -10, *turned_by(45)), abs=0.1)


def test_it_is_let_go_without_a_push():
    stack = holding(at=(-100, 200, 0))
    stack.aim(100, 200, 0)
    stack.step(60)  # on its way
    stack.let_go()
    before = stack.poses()["red bar"]
    stack.step(12)
    assert stack.poses()["red bar"].x == pytest.approx(before.x, abs=0.01)
    assert stack.poses()["red bar"].y < before.y


def test_a_stack_wakes_under_a_piece_that_lands_on_it():
    start = {"a square": flat(0), "b bar": flat(10, 1)}
    stack = holding("red square", at=(30, 40, 0), poses=start)
    stack.aim(30, 37.6, 0)
    stack.step(60)
    stack.let_go()
    stack.settle()
    assert stack.fallen == ("red square",)  # the bar tipped


def test_awake_or_asleep_makes_no_difference_to_what_stands():
    asleep, woken = Stack.from_poses(PIECES, GOOD[18]), awake(GOOD[18])
    for stack in (asleep, woken):
        stack.settle()
        assert stack.fallen == ()
    assert asleep.poses() == GOOD[18]
    assert moved(GOOD[18], woken.poses()) < 0.6
