"""How deep pieces lie inside each other: known answers, since other tests lean on this."""

from __future__ import annotations

import math

import pytest

from parlour.components.piece_set import SHAPES
from parlour.physics import Pose, turned_by
from parlour.physics.depth import PLATFORM, TABLE, overlaps

from .stacks import HALF, PIECES, flat


def depth(first: tuple[str, Pose], second: tuple[str, Pose]) -> float:
    found = {(one, other): deep for one, other, deep in overlaps(PIECES, {"a": first, "b": second}, nearer=50.0)}
    return found["a", "b"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("degrees", [0, 25, 90])
@pytest.mark.parametrize("deep", [-3.0, 0.0, 0.2, 1.0, 4.0])
def test_one_lying_on_another(shape: str, degrees: float, deep: float):
    high = flat(0, 3, degrees=degrees)
    assert depth((shape, flat(0, 2)), (shape, high._replace(y=high.y - deep))) == pytest.approx(deep, abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "apart", "deep"),
    [
        ("square", "square", 29.0, 1.0),
        ("square", "square", 31.0, -1.0),
        ("bar", "plank", 74.0, 1.0),
        ("disc", "disc", 31.0, 1.0),
        ("disc", "square", 30.5, 0.5),
    ],
)
def test_side_by_side(first: str, second: str, apart: float, deep: float):
    assert depth((first, flat(0, 5)), (second, flat(apart, 5))) == pytest.approx(deep, abs=0.15)


def test_corner_on_a_side():
    corner = flat(15 + math.sqrt(450) - 1, 5, degrees=45)
    assert depth(("square", flat(0, 5)), ("square", corner)) == pytest.approx(1, abs=1e-6)


def test_edge_across_edge():
    """Two planks on their edges, turned by 45 degrees about their length, crossing each other."""
    eighth = math.pi / 8
    along_x = (math.sin(eighth), 0.0, 0.0, math.cos(eighth))
    along_z = (0.0, 0.0, math.sin(eighth), math.cos(eighth))
    quarter = turned_by(90)
    lower = Pose(0, 100, 0, *along_x)
    x, y, z, w = along_z
    upper_turn = (
        w * quarter[0] + x * quarter[3] + y * quarter[2] - z * quarter[1],
        w * quarter[1] - x * quarter[2] + y * quarter[3] + z * quarter[0],
        w * quarter[2] + x * quarter[1] - y * quarter[0] + z * quarter[3],
        w * quarter[3] - x * quarter[0] - y * quarter[1] - z * quarter[2],
    )
    apart = 2 * 7.5 * math.sqrt(2)
    upper = Pose(0, 100 + apart - 0.7, 0, *upper_turn)
    assert depth(("plank", lower), ("plank", upper)) == pytest.approx(0.7, abs=1e-6)


def test_one_in_the_opening_of_an_arch_does_not_touch_it():
    arch = Pose(0, 100, 0, -HALF, 0, 0, HALF)  # on its legs, 30 mm apart
    low = 100 - 17.1
    bar = Pose(0, low + 5, 0, *turned_by(90))  # through it, its top at 12.5 of 14.2
    assert depth(("arch", arch), ("bar", bar)) < -1
    assert depth(("arch", arch), ("bar", bar._replace(y=low + 8))) > 1  # against the top
    assert depth(("arch", arch), ("bar", bar._replace(x=10, y=low))) > 1  # against a leg


def test_the_platform_and_the_table():
    lying = {"a": ("square", Pose(0, 7.0, 0, 0, 0, 0, 1)), "b": ("bar", Pose(120, -13.0, 0, 0, 0, 0, 1))}
    found = {(one, other): deep for one, other, deep in overlaps(PIECES, lying)}
    assert found == {("a", PLATFORM): pytest.approx(0.5), ("b", TABLE): pytest.approx(0.5)}
