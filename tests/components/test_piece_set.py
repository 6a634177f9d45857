"""The pieces of Shapes: our own, and sets that are refused."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.components.piece_set import SHAPES, PieceSet
from parlour.components.polygons import (
    centre,
    common,
    covered_area,
    first_crossing,
    is_convex,
    moments,
    narrowest,
    signed_area,
)

STANDARD = PieceSet.load("standard")


def content() -> dict[str, Any]:
    return copy.deepcopy(STANDARD.content)


def complaint(change: Callable[[dict[str, Any]], object]) -> str:
    """What is said of the standard pieces after a change."""
    changed = content()
    change(changed)
    with pytest.raises(parlour.BadComponent) as caught:
        PieceSet.load(changed)
    assert str(caught.value).startswith("this piece set: ")
    return str(caught.value).removeprefix("this piece set: ")


def complaint_of(shape: str, **table: object) -> str:
    said = complaint(lambda pieces: pieces["shapes"].update({shape: table}))
    assert said.startswith(f"shape {shape!r}: ")
    return said.removeprefix(f"shape {shape!r}: ")


# Our own (SH-3)


def test_sh_3_ten_shapes_of_one_thickness_on_a_triangle():
    assert tuple(STANDARD.shapes) == SHAPES
    assert len(SHAPES) == 10
    assert (STANDARD.thickness, STANDARD.density, STANDARD.friction) == (15, 700, 0.5)
    platform = STANDARD.platform
    assert (platform.side, platform.thick) == (140, 20)
    assert [round(math.dist(a, b), 9) for a, b in pairwise(platform.outline)] == [140, 140, 140]
    assert centre(platform.outline) == pytest.approx((0, 0), abs=1e-9)
    assert signed_area(platform.outline) > 0


@pytest.mark.parametrize(
    ("name", "area", "width", "depth"),
    [
        ("square", 900, 30, 30),
        ("bar", 900, 60, 15),
        ("plank", 1350, 90, 15),
        ("triangle", math.sqrt(3) / 4 * 36**2, 36, math.sqrt(3) / 2 * 36),
        ("right triangle", 600, 40, 30),
        ("disc", math.pi * 16**2, 32, 32),
        ("half disc", math.pi * 22**2 / 2, 44, 22),
        ("trapezoid", (48 + 26) / 2 * 20, 48, 20),
        ("L", 45 * 15 + 15 * 15, 30, 45),
        ("arch", 60 * 30 - math.pi * 15**2 / 2, 60, 30),
    ],
)
def test_sh_3_the_measures_of_each_shape(name: str, area: float, width: float, depth: float):
    shape = STANDARD.shape(name)
    assert shape.area == pytest.approx(area, rel=0.006)  # curves are fine polygons
    xs, zs = zip(*shape.outline, strict=True)
    assert max(xs) - min(xs) == pytest.approx(width, abs=0.01)
    assert max(zs) - min(zs) == pytest.approx(depth, abs=0.01)
    assert shape.reach == pytest.approx(max(math.hypot(x, z) for x, z in shape.outline))


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_centred_closed_and_counter_clockwise_and_so_are_its_parts(name: str):
    shape = STANDARD.shape(name)
    assert shape.name == name
    assert centre(shape.outline) == pytest.approx((0, 0), abs=1e-9)
    for outline in (shape.outline, *shape.parts):
        assert outline[0] == outline[-1]
        assert signed_area(outline) > 0
    for part in shape.parts:
        assert is_convex(part)
        assert len(part) - 1 <= 4 or shape.form in ("disc", "half_disc")
    assert covered_area(shape.parts) == pytest.approx(shape.area, rel=0.02)


def test_the_opening_of_the_arch_is_half_round_within_a_millimetre_and_a_half():
    parts = STANDARD.content["shapes"]["arch"]["parts"]
    opening = [[-15, 0], [-8.3, 14.2], [8.3, 14.2], [15, 0]]
    for (ax, az), (bx, bz) in pairwise(opening):
        assert any([ax, az] in part and [bx, bz] in part for part in parts)
        for share in (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
            assert math.hypot(ax + share * (bx - ax), az + share * (bz - az)) == pytest.approx(15, abs=1.5)


def test_another_shape_is_not_there():
    with pytest.raises(parlour.BadComponent, match="standard.toml: there is no shape 'cube'; expected one of square"):
        STANDARD.shape("cube")


# A set of one's own


def test_a_file_is_read_and_a_bad_one_is_named(tmp_path: Path):
    ours = Path(parlour.__file__).parent / "components" / "pieces" / "standard.toml"
    path = tmp_path / "mine.toml"
    path.write_text(ours.read_text().replace("thickness = 15", "thickness = 12").replace("Standard", "My"))
    assert (PieceSet.load(path).thickness, PieceSet.load(path).title) == (12, "My pieces")
    path.write_text(ours.read_text().replace("density = 700", "density = 7000"))
    with pytest.raises(
        parlour.BadComponent, match="mine.toml: density: expected a number from 200 to 2000 kg/m3, found 7000"
    ):
        PieceSet.load(path)


def test_an_outline_may_go_either_way_round_and_lie_anywhere():
    changed = content()
    given = changed["shapes"]["trapezoid"]["outline"]
    changed["shapes"]["trapezoid"]["outline"] = [[x + 300, z - 200] for x, z in reversed(given)]
    mine, ours = PieceSet.load(changed).shape("trapezoid"), STANDARD.shape("trapezoid")
    assert mine.area == pytest.approx(ours.area)
    assert {(round(x, 6), round(z, 6)) for x, z in mine.outline} == {
        (round(x, 6), round(z, 6)) for x, z in ours.outline
    }


def test_a_record_names_the_set():
    assert STANDARD.as_option == "standard"
    assert PieceSet.load(content()).as_option == content()


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("thickness", 4.9, "thickness: expected a number from 5 to 40 mm, found 4.9"),
        ("thickness", math.nan, "thickness: expected a number from 5 to 40 mm, found nan"),
        ("thickness", "15", "thickness: expected a number from 5 to 40 mm, found '15'"),
        ("thickness", None, "thickness: expected a number from 5 to 40 mm, found None"),
        ("density", 2001, "density: expected a number from 200 to 2000 kg/m3, found 2001"),
        ("density", True, "density: expected a number from 200 to 2000 kg/m3, found True"),
        ("density", 10**309, f"density: expected a number from 200 to 2000 kg/m3, found {10**309}"),
        ("friction", 0, "friction: expected a number from 0.1 to 1.5, found 0"),
        ("friction", math.inf, "friction: expected a number from 0.1 to 1.5, found inf"),
        ("platform", "black", "platform must be a table [platform]"),
        ("platform", {"side": 99, "thick": 20}, "platform: side: expected a number from 100 to 200 mm, found 99"),
        ("platform", {"side": 140, "thick": 51}, "platform: thick: expected a number from 10 to 50 mm, found 51"),
        ("platform", {"side": 140, "thick": 20, "high": 1}, "platform: unknown 'high'; expected side, thick"),
        ("shapes", [], "shapes must be a table [shapes]"),
        ("colour", "red", "unknown 'colour'; expected title, thickness, density, friction, platform, shapes"),
    ],
)
def test_the_measures_of_the_set_are_checked(key: str, value: object, said: str):
    assert complaint(lambda pieces: pieces.update({key: value})) == said


def test_there_is_a_platform():
    assert complaint(lambda pieces: pieces.pop("platform")) == "the table [platform] is missing"


def test_a_set_has_exactly_the_ten_shapes():
    every = ", ".join(SHAPES)
    assert complaint(lambda pieces: pieces["shapes"].pop("L")) == f"shapes: missing L; expected exactly {every}"
    said = complaint(lambda pieces: pieces["shapes"].update(star={"disc": 30}))
    assert said == f"shapes: unknown 'star'; expected exactly {every}"


FORMS = "outline, box, disc or half_disc"
SQUARE = [[0, 0], [20, 0], [20, 20], [0, 20], [0, 0]]
PENTAGON = [[0, 0], [30, 0], [40, 20], [15, 40], [-10, 20], [0, 0]]
DENTED = [[0, 0], [40, 0], [40, 40], [20, 20], [0, 40], [0, 0]]
HALVES = [[[0, 0], [40, 0], [20, 20], [0, 0]], [[40, 0], [40, 40], [20, 20], [40, 0]]]
WANTED = "1 to 4 closed convex outlines of 3 or 4 corners that cover it together"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, f"expected exactly one of {FORMS}, found none"),
        ({"box": [20, 20], "disc": 20}, f"expected exactly one of {FORMS}, found box and disc"),
        ({"ball": 30}, "unknown 'ball'; expected outline, box, disc, half_disc, parts"),
        ({"box": 30}, "expected box = [width, depth] in mm, found 30"),
        ({"box": [30, 7.9]}, "box: expected a number from 8 to 120 mm, found 7.9"),
        ({"box": [121, 20]}, "box: expected a number from 8 to 120 mm, found 121"),
        ({"disc": 7}, "disc: expected a number from 8 to 120 mm, found 7"),
        ({"disc": math.nan}, "disc: expected a number from 8 to 120 mm, found nan"),
        ({"half_disc": "wide"}, "half_disc: expected a number from 8 to 120 mm, found 'wide'"),
        ({"half_disc": 12}, "expected at least 8 mm across, found 6 where it is narrowest"),
        ({"outline": "round"}, "the outline: expected a list of corners [[x, z], ...] in mm, found 'round'"),
        ({"outline": []}, "the outline: expected 3 to 64 corners, found 0"),
        ({"outline": [[0, 0], [20, 0], [0, 0]]}, "the outline: expected 3 to 64 corners, found 2"),
        (
            {"outline": [[at % 50, at] for at in range(66)] + [[0, 0]]},
            "the outline: expected 3 to 64 corners, found 66",
        ),
        (
            {"outline": SQUARE[:-1]},
            "the outline: it is not closed: it ends at corner 4, [0, 20]; repeat its first corner, [0, 0], at the end",
        ),
        ({"outline": [[0, 0], [20], [0, 0]]}, "the outline: corner 2: expected [x, z] in mm, found [20]"),
        (
            {"outline": [[0, 0], [20, math.nan], [20, 20], [0, 0]]},
            "the outline: corner 2: z: expected a number from -1000 to 1000 mm, found nan",
        ),
        (
            {"outline": [[0, 0], ["20", 0], [20, 20], [0, 0]]},
            "the outline: corner 2: x: expected a number from -1000 to 1000 mm, found '20'",
        ),
        (
            {"outline": [[0, 0], [20, 0], [20, 20], [20, 0], [0, 0]]},
            "the outline: corner 4, [20, 0], is also corner 2; expected each once",
        ),
        ({"outline": [[0, 0], [20, 0], [40, 0], [0, 0]]}, "the outline: its corners lie on one line; expected an area"),
        (
            {"outline": [[0, 0], [20, 20], [20, 0], [0, 20], [0, 0]]},
            "the outline: the side from [0, 0] to [20, 20] meets the one from [20, 0] to [0, 20]; "
            "expected sides that meet in their corners only",
        ),
        (
            {"outline": [[0, 0], [40, 0], [20, 0], [20, 20], [0, 0]]},
            "the outline: the side from [0, 0] to [40, 0] meets the one from [40, 0] to [20, 0]; "
            "expected sides that meet in their corners only",
        ),
        (
            {"outline": [[0, 0], [30, 0], [30, 7], [0, 0]]},
            "expected at least 8 mm across, found 6.82 where it is narrowest",
        ),
        ({"outline": [[0, 0], [120.5, 0], [0, 30], [0, 0]]}, "expected at most 120 mm along x, found 120.5"),
        ({"outline": [[0, 0], [30, 0], [0, 121], [0, 0]]}, "expected at most 120 mm along z, found 121"),
        ({"outline": PENTAGON}, f"the outline has 5 corners, so expected parts = [...]: {WANTED}"),
        ({"outline": DENTED}, f"the outline is not convex, so expected parts = [...]: {WANTED}"),
        ({"outline": SQUARE, "parts": [SQUARE]}, "a convex outline of at most 4 corners needs no parts"),
        ({"outline": DENTED, "parts": []}, "expected parts = [...] with 1 to 4 closed outlines, found 0"),
        ({"outline": DENTED, "parts": [SQUARE] * 5}, "expected parts = [...] with 1 to 4 closed outlines, found 5"),
        ({"outline": DENTED, "parts": 2}, "expected parts = [...] with 1 to 4 closed outlines, found 2"),
        ({"outline": PENTAGON, "parts": [PENTAGON]}, "part 1: expected 3 to 4 corners, found 5"),
        (
            {"outline": DENTED, "parts": [[[0, 0], [40, 0], [10, 10], [0, 40], [0, 0]]]},
            "part 1: it is not convex: it turns inwards at [10, 10]; split it in two",
        ),
        (
            {"outline": DENTED, "parts": [[[0, 0], [40, 0], [40, 3], [0, 3], [0, 0]]]},
            "part 1: expected at least 4 mm across, found 3 where it is narrowest",
        ),
        (
            {"outline": DENTED, "parts": [[[0, 0], [40, 0], [40, 40], [0, 40], [0, 0]]]},
            "the parts cover 1600 mm2, but the outline has 1200; expected them to agree within 4%",
        ),
        (
            {"outline": DENTED, "parts": HALVES},
            "the corner [0, 40] of the outline is 28.3 mm from the nearest part; expected at most 2",
        ),
        (
            {"outline": DENTED, "parts": [*HALVES, [[0, 0], [20, 20], [-3, 43], [0, 0]]]},
            "part 3: the corner [-3, 43] is 4.24 mm outside the outline; expected at most 2",
        ),
    ],
)
def test_what_is_wrong_with_a_shape_is_told_with_its_name(table: dict[str, Any], said: str):
    assert complaint_of("L", **table) == said


def test_a_shape_is_a_table():
    said = complaint(lambda pieces: pieces["shapes"].update(disc=32))
    assert said == f"shape 'disc': expected a table with {FORMS}, found 32"


def test_the_limits_themselves_are_allowed():
    changed = content()
    changed |= {"thickness": 5, "density": 2000, "friction": 0.1, "platform": {"side": 200, "thick": 50}}
    changed["shapes"]["square"] = {"box": [8, 120]}
    changed["shapes"]["L"] = {"outline": DENTED, "parts": [*HALVES, [[0, 0], [20, 20], [0, 40], [0, 0]]]}
    mine = PieceSet.load(changed)
    assert mine.shape("square").area == 960
    assert covered_area(mine.shape("L").parts) == pytest.approx(1200)


# The geometry itself


def test_moments_of_a_box_and_of_a_right_triangle():
    box = ((-3.0, -1.0), (3.0, -1.0), (3.0, 1.0), (-3.0, 1.0), (-3.0, -1.0))
    assert moments(box) == pytest.approx((6**3 * 2 / 12, 2**3 * 6 / 12, 0))
    right = ((-4 / 3, -1.0), (8 / 3, -1.0), (-4 / 3, 2.0), (-4 / 3, -1.0))
    assert moments(right) == pytest.approx((4**3 * 3 / 36, 3**3 * 4 / 36, -(4**2) * 3**2 / 72))


def test_overlapping_parts_are_counted_once():
    def box(x: float, z: float, wide: float, deep: float) -> tuple[tuple[float, float], ...]:
        return ((x, z), (x + wide, z), (x + wide, z + deep), (x, z + deep), (x, z))

    assert covered_area([box(0, 0, 15, 45), box(0, 0, 30, 15)]) == pytest.approx(900)
    assert covered_area([box(0, 0, 10, 10)] * 3) == pytest.approx(100)
    assert covered_area([box(0, 0, 10, 10), box(20, 0, 10, 10)]) == pytest.approx(200)
    assert covered_area([box(0, 0, 10, 10), box(5, 0, 10, 10), box(0, 5, 10, 10)]) == pytest.approx(200)
    assert common(box(0, 0, 10, 10), box(20, 0, 10, 10)) == ()


def test_sides_that_cross_or_touch_are_found():
    assert first_crossing(((0, 0), (4, 0), (4, 4), (0, 4), (0, 0))) is None
    assert first_crossing(((0, 0), (4, 4), (4, 0), (0, 4), (0, 0))) == (0, 2)
    assert first_crossing(((0, 0), (4, 0), (4, 4), (2, 0), (0, 4), (0, 0))) == (0, 2)  # a corner on a side


def test_the_width_where_it_is_least():
    assert narrowest(((0, 0), (60, 0), (60, 15), (0, 15), (0, 0))) == pytest.approx(15)
    assert narrowest(((0, 0), (40, 0), (0, 30), (0, 0))) == pytest.approx(24)
