"""What has fallen, what lies still, and what is taken off."""

from __future__ import annotations

import math

import pytest
import rapier3d

from parlour.physics import BadHold, Pose, Stack

from .stacks import GOOD, HALF, PIECES, awake, deepest, flat, moved, tower


def let_go_at(x: float, y: float, z: float, name: str = "red bar") -> Stack:
    stack = Stack(PIECES)
    stack.take(name, at=(x, y, z))
    stack.let_go()
    return stack


@pytest.mark.parametrize("place", [(100, 100, 0), (-100, 8, 0), (0, 50, 100), (0, 8, -120), (110, -10, 50)])
def test_sh_8_a_piece_let_go_outside_the_platform_has_fallen(place: tuple[float, float, float]):
    stack = let_go_at(*place)
    stack.settle()
    assert stack.fallen == ("red bar",)
    assert stack.poses() == {}


def test_sh_6_a_piece_falls_as_soon_as_its_centre_is_below_the_platform():
    stack = let_go_at(110, 30, 0)
    before = math.inf
    while not stack.fallen:
        before = stack.poses()["red bar"].y
        stack.step()
    assert 0 <= before < 5  # it had not reached the table


def test_sh_6_a_piece_falls_when_it_touches_the_table_however_high_its_centre_is():
    """A plank on end before the platform: its centre is 25 mm above the platform's top."""
    stack = Stack(PIECES)
    stack.take("red plank", at=(0, 40, 100, 0, 0, HALF, HALF))
    stack.aim(0, 24, 100)
    stack.step(240)
    pose = stack.held_pose
    assert pose is not None and pose.y == pytest.approx(25, abs=0.5)
    assert stack.fallen == ()  # exempt while it is held
    stack.let_go()
    stack.step(2)
    assert stack.fallen == ("red plank",)


def test_sh_6_the_held_piece_is_exempt_until_it_is_let_go():
    stack = Stack(PIECES)
    stack.take("red bar", at=(110, 50, 0))
    stack.aim(110, -10, 0)
    stack.step(240)
    pose = stack.held_pose
    assert pose is not None and pose.y < 0
    assert stack.fallen == ()
    stack.let_go()
    stack.step()
    assert stack.fallen == ("red bar",)


def test_sh_6_each_falls_once_and_in_order():
    stack = Stack.from_poses(PIECES, {"a square": flat(0), "b square": flat(0, 1)})
    stack.take("red bar", at=(-90, 23, 0))
    stack.aim(60, 23, 0)
    stack.step(480)
    assert stack.fallen[0] == "b square"
    assert len(stack.fallen) == len(set(stack.fallen))
    seen = stack.fallen
    stack.clear_fallen()
    assert stack.fallen == ()
    stack.step(240)
    assert not set(stack.fallen) & set(seen)


def test_sh_7_fallen_pieces_are_gone_and_may_be_taken_again():
    stack = let_go_at(110, 30, 0)
    stack.settle()
    assert "red bar" not in stack.poses()
    stack.take("red bar", at=(0, 8, 0))
    stack.let_go()
    stack.settle()
    assert list(stack.poses()) == ["red bar"]


def test_sh_7_what_stood_on_a_piece_that_fell_does_not_hang_in_the_air():
    stack = Stack.from_poses(PIECES, tower("square", 6))
    stack._drop("c2 square")
    assert not stack.at_rest
    stack.settle()
    assert stack.poses()["c5 square"].y == pytest.approx(7.5 + 4 * 15, abs=0.3)
    assert deepest(stack) < 0.1


def test_sh_7_pieces_on_the_platform_stay_exactly_as_they_lie():
    stack = awake(GOOD[18])
    stack.settle()
    before = stack.poses()
    stack.step(10_000)
    assert stack.poses() == before
    stack.take("red square")
    stack.step(480)
    stack.put_back()
    stack.step(480)
    assert stack.poses() == before


# Rest


def test_sh_5_a_piece_in_the_air_is_not_at_rest():
    stack = let_go_at(0, 200, 0)
    assert not stack.at_rest
    stack.step(20)
    assert not stack.at_rest
    assert stack.settle()
    assert stack.at_rest
    assert stack.poses()["red bar"].y == pytest.approx(7.5, abs=0.1)


def test_an_empty_platform_is_at_rest():
    stack = Stack(PIECES)
    assert stack.at_rest
    assert stack.settle()
    stack.step(1000)
    assert stack.poses() == {}


def test_the_piece_in_the_hand_does_not_count():
    stack = Stack.from_poses(PIECES, tower("square", 3))
    stack.take("red bar")
    stack.aim(100, 100, 100)
    stack.step(20)
    assert stack.at_rest


def test_rest_is_48_still_steps_in_a_row():
    stack = let_go_at(0, 7.6, 0)
    steps = 0
    while not stack.at_rest:
        stack.step()
        steps += 1
    assert 48 <= steps < 120
    quick = let_go_at(0, 7.6, 0)
    assert quick.settle(seconds=(steps - 30) / 240, still=8)


def test_sh_5_what_moves_at_the_time_limit_is_frozen_as_it_lies():
    stack = let_go_at(0, 200, 0)
    assert stack.settle(0.1) is False
    assert stack.at_rest
    before = stack.poses()
    assert before["red bar"].y == pytest.approx(200 - 9810 * 0.1**2 / 2, rel=0.05)
    stack.step(240)
    stack.take("blue bar", at=(100, 50, 0))
    stack.step(240)
    assert stack.poses() == before
    stack.put_back()
    stack.take("blue bar", at=(40, before["red bar"].y, 0))  # touched, it falls on
    stack.aim(-40, before["red bar"].y, 0)
    stack.step(240)
    assert moved(before, stack.poses()) > 50


def test_frozen_pieces_wake_together_and_do_not_pass_through_each_other():
    stack = awake(tower("square"))
    stack.step(10)
    stack.freeze()
    stack._world.wake_up(stack._handles["c4 square"])
    for _ in range(20):
        stack.step(6)
        assert deepest(stack) < 0.1
    assert moved(tower("square"), stack.poses()) < 0.5


def test_what_lay_on_a_piece_that_is_gone_can_be_frozen_too():
    stack = Stack.from_poses(PIECES, tower("square", 6))
    stack._drop("c2 square")
    before = stack.poses()
    stack.freeze()
    assert stack.at_rest
    stack.take("red bar", at=(100, 50, 0))
    stack.step(240)
    assert stack.poses() == before


@pytest.mark.parametrize("name", ["c0 square", "c4 square", "c9 square"])
def test_pieces_laid_out_asleep_wake_together_too(name: str):
    for stack in (Stack.from_poses(PIECES, tower("square")), Stack.from_poses(PIECES, tower("square")).clone()):
        stack._world.wake_up(stack._handles[name])
        stack.step()
        assert not any(piece.is_sleeping for piece in stack._rigid.values())
        stack.settle()
        assert moved(tower("square"), stack.poses()) < 0.5


# Taken off


def test_sh_13_lifting_pieces_off_moves_nothing_else():
    stack = Stack.from_poses(PIECES, GOOD[25])
    gone = list(GOOD[25])[::3]
    stack.remove(gone)
    kept = {name: pose for name, pose in GOOD[25].items() if name not in gone}
    assert stack.poses() == kept
    assert stack.at_rest
    stack.take("red bar" if "red bar" in gone else gone[0])
    stack.step(240)
    assert stack.poses() == kept
    assert stack.fallen == ()


def test_all_can_be_lifted_off():
    stack = Stack.from_poses(PIECES, GOOD[18])
    stack.remove(GOOD[18])
    assert stack.poses() == {}
    assert stack.at_rest


def test_what_is_not_there_cannot_be_lifted_off():
    stack = Stack.from_poses(PIECES, GOOD[18])
    with pytest.raises(BadHold, match="there is no 'red plank' on the platform"):
        stack.remove(["green bar", "red plank"])
    assert stack.poses() == GOOD[18]


# Numbers that are none


def test_a_piece_without_numbers_counts_as_fallen_and_the_rest_lives_on():
    stack = Stack.from_poses(PIECES, tower("square"))
    stack._rigid["c4 square"].linvel = rapier3d.Vec3(math.nan, 0.0, 0.0)
    stack._world.wake_up_all()
    stack.settle()
    assert stack.fallen == ("c4 square",)
    assert len(stack.poses()) == 9
    assert all(math.isfinite(number) for pose in stack.poses().values() for number in pose)
    assert stack.poses()["c9 square"].y == pytest.approx(7.5 + 8 * 15, abs=0.5)


def test_a_held_piece_without_numbers_leaves_the_hand():
    stack = Stack(PIECES)
    stack.take("red bar", at=(0, 50, 0))
    stack._rigid["red bar"].angvel = rapier3d.Vec3(0.0, math.inf, 0.0)
    stack.step(3)
    assert (stack.held, stack.fallen) == (None, ("red bar",))
    stack.take("red bar")


def test_nothing_is_faster_than_ten_metres_a_second():
    stack = let_go_at(0, 100, 0)
    stack._rigid["red bar"].linvel = rapier3d.Vec3(1e6, 1e6, -1e6)
    stack._rigid["red bar"].angvel = rapier3d.Vec3(1e6, 1e6, -1e6)
    for _ in range(10):
        before = stack.poses()["red bar"] if stack.poses() else None
        stack.step()
        if before and stack.poses():
            assert math.dist(before.place, stack.poses()["red bar"].place) <= 10_000 / 240
            assert stack._rigid["red bar"].linvel.norm() <= 1000


def test_a_pose_is_unit_and_in_millimetres():
    stack = awake(GOOD[25])
    stack.settle()
    for pose in stack.poses().values():
        assert isinstance(pose, Pose)
        assert math.hypot(*pose.turn) == pytest.approx(1, abs=1e-5)
        assert 7 < pose.y < 100
