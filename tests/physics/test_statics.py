"""Known answers: what must stand, tip, slide or hold still, for every shape."""

from __future__ import annotations

import math

import pytest

from parlour.components.piece_set import SHAPES
from parlour.physics import Pose, Stack, turned_by
from parlour.physics.pose import times

from .stacks import GOOD, ON_ITS_SIDE, PIECES, awake, deepest, flat, moved, tilt, tower

SLIDES_AT = math.atan(PIECES.friction)
OFF = 180.0  # the tilt of what has fallen
EARLY = {"disc": 2.0, "arch": 2.0}  # mm before its limit at which a shape still stands; the others: 1


def tilt_of(name: str, stack: Stack) -> float:
    return tilt(stack.poses()[name]) if name in stack.poses() else OFF


def overhanging(shape: str, degrees: float, beyond: float) -> float:
    """Its tilt after a second and a half, with its centre of mass so many mm beyond the edge it lies on."""
    name = f"b {shape}"
    stack = awake({"a square": flat(0), name: flat(15 + beyond, 1, degrees=degrees)})
    stack.step(360)
    return tilt_of(name, stack)


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 270])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_piece_stands_until_its_centre_is_over_the_edge_and_then_tips(shape: str, degrees: float):
    assert overhanging(shape, degrees, -EARLY.get(shape, 1.0)) < 0.5
    assert overhanging(shape, degrees, 1.0) > 5


def test_a_plank_is_an_edge_too():
    for beyond, tips in ((-1, False), (1, True)):
        stack = awake({"a plank": flat(0, degrees=90), "b bar": flat(7.5 + beyond, 1)})
        stack.step(360)
        assert (tilt_of("b bar", stack) > 5) is tips


def test_a_weight_on_the_other_end_holds_a_piece_over_the_edge():
    over = {"a square": flat(0), "b plank": flat(20, 1)}  # its end is at -25, 5 mm beyond its balance
    alone = awake(over)
    alone.step(360)
    assert tilt_of("b plank", alone) > 5
    held = awake({**over, "c square": flat(-10, 2)})  # 25 mm from the edge against 5
    held.step(360)
    assert moved(over, held.poses()) < 0.5


@pytest.mark.parametrize("degrees", [0, 30, 90])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_piece_slides_when_the_slope_is_steeper_than_its_friction(shape: str, degrees: float):
    start = {f"a {shape}": flat(-20, degrees=degrees)}
    for by, slides in ((-0.5, False), (0.5, True)):
        stack = awake(start, SLIDES_AT + math.radians(by))
        stack.step(240)
        assert (moved(start, stack.poses()) > 20) is slides
        if not slides:
            assert moved(start, stack.poses()) < 0.5


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tower_of_ten_stands(shape: str):
    stack = awake(tower(shape))
    assert stack.settle()
    assert stack.fallen == ()
    assert moved(tower(shape), stack.poses()) < 0.6
    assert deepest(stack) < 0.05


@pytest.mark.parametrize("shape", SHAPES)
def test_a_tower_does_not_creep_when_it_may_not_sleep(shape: str):
    stack = awake(tower(shape, 5), sleepless=True)  # there are five of each in the game
    stack.step(240)
    before = stack.poses()
    stack.step(5 * 240)
    assert moved(before, stack.poses()) < 0.1


@pytest.mark.parametrize("count", [18, 25])
def test_a_good_stack_stays_as_it_lies(count: int):
    stack = awake(GOOD[count])
    assert stack.settle()
    before = stack.poses()
    assert moved(GOOD[count], before) < 0.6
    for _ in range(3):  # and every time it is woken
        stack._world.wake_up_all()
        stack._rest.disturb()
        assert stack.settle()
    assert moved(before, stack.poses()) < 0.1


# Upright


def upright(shape: str, turn: tuple[float, float, float, float], leaning: float = 0.0) -> Pose:
    """Standing on the platform; leaning towards x by so many degrees."""
    half = math.radians(leaning) / 2
    turn = times((0.0, 0.0, -math.sin(half), math.cos(half)), turn)
    corners = [(x, y, z) for x, z in PIECES.shape(shape).outline for y in (-7.5, 7.5)]
    down = [
        2 * (turn[0] * turn[1] + turn[2] * turn[3]) * x
        + (1 - 2 * (turn[0] ** 2 + turn[2] ** 2)) * y
        + 2 * (turn[1] * turn[2] - turn[0] * turn[3]) * z
        for x, y, z in corners
    ]
    return Pose(0.0, -min(down), 0.0, *turn)


FAR, NEAR, LEFT, RIGHT = ON_ITS_SIDE
STANDING = {
    "square": [FAR, NEAR, LEFT, RIGHT],
    "bar": [FAR, NEAR, LEFT, RIGHT],  # on its long edge and on end
    "plank": [FAR, NEAR, LEFT, RIGHT],
    "triangle": [NEAR],
    "right triangle": [NEAR, LEFT],
    "disc": [FAR, NEAR, LEFT, RIGHT],  # on its rim
    "half disc": [FAR, NEAR],  # on its rim, and on its flat side
    "trapezoid": [FAR, NEAR],
    "L": [FAR, NEAR, LEFT],
    "arch": [FAR, NEAR, LEFT, RIGHT],
}
TOPPLING = {"triangle": [LEFT, RIGHT], "right triangle": [FAR, RIGHT], "trapezoid": [LEFT, RIGHT], "L": [RIGHT]}


@pytest.mark.parametrize(("shape", "side"), [(shape, side) for shape, sides in STANDING.items() for side in sides])
def test_a_piece_stands_upright_on_a_side_below_its_centre(shape: str, side: str):
    start = {f"a {shape}": upright(shape, ON_ITS_SIDE[side])}
    stack = awake(start)
    assert stack.settle()
    assert moved(start, stack.poses()) < 0.3


@pytest.mark.parametrize(("shape", "side"), [(shape, side) for shape, sides in TOPPLING.items() for side in sides])
def test_a_piece_topples_from_a_corner_or_a_side_that_is_not_below_its_centre(shape: str, side: str):
    start = {f"a {shape}": upright(shape, ON_ITS_SIDE[side])}
    stack = awake(start)
    stack.settle()
    assert moved(start, stack.poses()) > 5


@pytest.mark.parametrize(("degrees", "falls"), [(8.5, False), (10.5, True)])
def test_a_plank_on_end_leans_until_its_centre_is_beyond_its_foot(degrees: float, falls: bool):
    assert 8.5 < math.degrees(math.atan(15 / 90)) < 10.5
    stack = awake({"a plank": upright("plank", ON_ITS_SIDE[LEFT], degrees)})
    stack.settle()
    standing = "a plank" in stack.poses() and stack.poses()["a plank"].y > 40
    assert standing is not falls


def test_a_triangle_on_its_tip_falls_if_it_leans_at_all():
    stack = awake({"a triangle": upright("triangle", ON_ITS_SIDE[FAR], 2)})
    stack.settle()
    assert stack.poses()["a triangle"].y < 12


def test_a_disc_rolls_down_the_gentlest_slope_and_off():
    stack = awake({"a disc": upright("disc", ON_ITS_SIDE[FAR])}, slope=math.radians(2))
    stack.step(480)
    assert stack.fallen == ("a disc",)


def test_a_piece_falls_as_fast_as_pieces_fall():
    stack = Stack(PIECES)
    stack.take("red bar", at=(0, 300, 0))
    stack.let_go()
    stack.step(48)  # 0.2 s
    assert 300 - stack.poses()["red bar"].y == pytest.approx(9810 * 0.2**2 / 2, rel=0.03)


def test_an_arch_on_its_legs_bears_others():
    start = {
        "a arch": upright("arch", ON_ITS_SIDE[NEAR]),
        "b plank": Pose(0, 37.5, 0, *turned_by(0)),
        "c square": Pose(-20, 52.5, 0, *turned_by(0)),
        "d square": Pose(20, 52.5, 0, *turned_by(0)),
    }
    stack = awake(start)
    assert stack.settle()
    assert moved(start, stack.poses()) < 0.3


def test_pieces_of_one_weight_balance_and_a_heavier_one_wins():
    """A seesaw: a plank across a bar, with a piece on each end."""
    beam = {"a bar": flat(0, degrees=90), "b plank": flat(0, 1)}
    level = awake({**beam, "c square": flat(-30, 2), "d square": flat(30, 2)})
    assert level.settle()
    assert tilt_of("b plank", level) < 0.5
    heavy = awake({**beam, "c triangle": flat(-5, 2), "d square": flat(30, 2)})
    heavy.step(120)
    assert tilt_of("b plank", heavy) > 5


def test_turning_the_whole_stack_changes_nothing():
    """The limits do not depend on how the world is turned: the overhang of a bar, in twelve directions."""
    for degrees in range(0, 360, 30):
        x, z = math.cos(math.radians(degrees)), -math.sin(math.radians(degrees))
        for beyond, tips in ((-1.0, False), (1.0, True)):
            far = 15 + beyond
            stack = awake(
                {
                    "a square": Pose(0, 7.5, 0, *turned_by(degrees)),
                    "b bar": Pose(far * x, 22.5, far * z, *turned_by(degrees)),
                }
            )
            stack.step(240)
            assert (tilt_of("b bar", stack) > 3) is tips
