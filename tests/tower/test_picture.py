"""The tower in pictures, words and characters."""

import math
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import numpy as np
import pytest

from parlour.components.piece_set import SHAPES, PieceSet
from parlour.engine.errors import ParlourError
from parlour.tower.paint import PAINTS, contrast, in_shadow, readable_on
from parlour.tower.picture import FROM_FRONT, SCALE, tower_svg
from parlour.tower.sight import FROM_ABOVE, Direction, Hiding, area, back_to_front, common, look, within
from parlour.tower.solids import BadPose, convex_parts, piece_at, pieces_at, platform
from parlour.tower.text import PATTERNS, tower_text
from parlour.tower.words import posture, tower_in_words

PIECES = PieceSet.load("standard")
FLAT = (0.0, 0.0, 0.0, 1.0)


def turned(axis, degrees):
    half = math.radians(degrees) / 2
    return (*(part * math.sin(half) for part in axis), math.cos(half))


def then(second, first):
    """First the one turn, then the other."""
    ax, ay, az, aw = second
    bx, by, bz, bw = first
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


X, Y = (1, 0, 0), (0, 1, 0)
ON_EDGE = turned(X, -90)  # the outline's z points up
UPRIGHT = then(ON_EDGE, turned(Y, 90))  # and its x

# A bar across two squares, a disc on its edge on it, a plank that leans, and an arch over a bar.
TOWER = {
    "red square": (-25, 7.5, 0, *FLAT),
    "green square": (25, 7.5, 0, *FLAT),
    "blue plank": (0, 22.5, 0, *FLAT),
    "yellow disc": (-20, 46, 0, *ON_EDGE),
    "white bar": (30, 60, 0, *UPRIGHT),
}


def pieces_in(svg, kind="piece"):
    """By panel, the groups of a kind, in the order in which they are drawn: name and element."""
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}"
    panels = [group for group in root.findall(f"{name}g") if group.get("transform")]
    return [
        [(group.find(f"{name}title").text, group) for group in panel.findall(f"{name}g") if group.get("class") == kind]
        for panel in panels
    ]


def numbers(path):
    return [tuple(map(float, point.split())) for point in re.split("[MLZ]+", path) if point]


# The picture


def test_it_is_an_svg_that_needs_nothing_else():
    svg = tower_svg(TOWER, PIECES, title="Ana & Ben <3")
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label").startswith("Ana & Ben <3. 5 pieces, 90 mm high: ")
    assert not re.search(r"href|url\(|<style|style=|<script|\bid=", svg)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_piece_is_once_in_each_view_with_its_letter(theme, narrow):
    svg = tower_svg(TOWER, PIECES, theme=theme, narrow=narrow)
    for panel in pieces_in(svg):
        assert sorted(name for name, _ in panel) == sorted(TOWER)
    side, above = pieces_in(svg)
    for name, group in side:
        assert [text.text for text in group.iter("{http://www.w3.org/2000/svg}text")] == [name[0].upper()]
    hidden = [name for name, group in above if not list(group.iter("{http://www.w3.org/2000/svg}text"))]
    assert not hidden, "the platform is not so small that a letter had no room"


def test_equal_poses_give_equal_bytes():
    same = {name: list(map(float, pose)) for name, pose in TOWER.items()}
    assert tower_svg(TOWER, PIECES) == tower_svg(same, PIECES)
    moved = {**TOWER, "white bar": (31, *TOWER["white bar"][1:])}
    assert tower_svg(TOWER, PIECES) != tower_svg(moved, PIECES)
    assert tower_svg(TOWER, PIECES, theme="dark") != tower_svg(TOWER, PIECES)


def test_a_quaternion_and_its_opposite_are_one_turn():
    opposite = {name: (*pose[:3], *(-part for part in pose[3:])) for name, pose in TOWER.items()}
    assert tower_svg(TOWER, PIECES) == tower_svg(opposite, PIECES)


def test_an_empty_platform():
    svg = tower_svg({}, PIECES)
    assert ElementTree.fromstring(svg).get("aria-label") == "The platform is empty."
    assert pieces_in(svg) == [[], []]
    assert [len(panel) for panel in pieces_in(svg, "platform")] == [1, 1]


def test_a_piece_is_where_it_is_in_millimetres():
    """A square of 30 mm at x = 20, z = -10, turned by nothing, from above."""
    panel = pieces_in(tower_svg({"red square": (20, 7.5, -10, *FLAT)}, PIECES))[1]
    corners = numbers(panel[0][1].find("{http://www.w3.org/2000/svg}path").get("d"))
    base = pieces_in(tower_svg({}, PIECES), "platform")[1]
    origin = np.array(numbers(base[0][1].find("{http://www.w3.org/2000/svg}path").get("d")))
    middle = (origin.min(axis=0)[0] + origin.max(axis=0)[0]) / 2
    front = origin.max(axis=0)[1] - PIECES.platform.side / math.sqrt(12) * SCALE
    found = {(round((x - middle) / SCALE, 1), round((y - front) / SCALE, 1)) for x, y in corners}
    assert found == {(5.0, -25.0), (35.0, -25.0), (35.0, 5.0), (5.0, 5.0)}


def test_what_is_in_the_hand_and_what_is_only_outlined():
    svg = tower_svg(TOWER, PIECES, ("red arch", (0, 130, 0, *FLAT)), {"blue L": (40, 40, 20, *FLAT)})
    assert [[name for name, _ in panel] for panel in pieces_in(svg, "held")] == [["red arch, in the hand"]] * 2
    assert [[name for name, _ in panel] for panel in pieces_in(svg, "ghost")] == [["blue L, outlined"]] * 2
    assert ElementTree.fromstring(svg).get("aria-label").endswith("In the hand: red arch.")
    assert "90 mm" in svg, "the hand does not count for the height"
    pairs = tower_svg(TOWER, PIECES, ghosts=[("blue L", (40, 40, 20, *FLAT))])
    assert len(pieces_in(pairs, "ghost")[0]) == 1


def test_a_tower_of_all_fifty_pieces():
    """As a spiral, each turned further and tilted more."""
    poses = {}
    for number, name in enumerate(f"{colour} {shape}" for colour in PAINTS for shape in SHAPES):
        way = then(turned(Y, 37 * number), turned(X, 7 * number))
        poses[name] = (40 * math.cos(number), 30 + 40 * (number // 3), 40 * math.sin(number), *way)
    for panel in pieces_in(tower_svg(poses, PIECES)):
        assert sorted(name for name, _ in panel) == sorted(poses)


@pytest.mark.parametrize(
    ("name", "pose", "complaint"),
    [
        ("red bar", (0, 0, 0), "the pose of red bar has 3 numbers; right would be 7"),
        ("red bar", 7, "right would be [x, y, z, qx, qy, qz, qw]"),
        ("red bar", "abcdefg", "right would be [x, y, z, qx, qy, qz, qw]"),
        ("red bar", (0, math.nan, 0, *FLAT), "the pose of red bar: y is nan; right would be a finite number"),
        ("red bar", (0, 0, "1", *FLAT), "z is '1'"),
        ("red bar", (0, 0, True, *FLAT), "z is True"),
        ("red bar", (0, 0, 0, 0, 0, 0, 0), "its quaternion has the length 0; right would be 1"),
        ("red bar", (0, 0, 0, 1, 1, 0, 0), "its quaternion has the length 1.41; right would be 1"),
        ("red bar", (0, 1e9, 0, *FLAT), "more than 2000 mm away"),
        ("purple bar", (0, 0, 0, *FLAT), "there is no piece 'purple bar'; right would be a colour (red, green"),
        ("red ball", (0, 0, 0, *FLAT), "there is no piece 'red ball'"),
        ("red", (0, 0, 0, *FLAT), "there is no piece 'red'"),
    ],
)
@pytest.mark.parametrize("make", [tower_svg, tower_in_words, lambda poses, pieces: tower_text(poses, pieces, 60)])
def test_bad_poses_are_refused_with_the_reason(make, name, pose, complaint):
    with pytest.raises(BadPose) as refused:
        make({name: pose}, PIECES)
    assert complaint in str(refused.value)


def test_other_nonsense_is_refused_too():
    with pytest.raises(BadPose, match="expected a pose for each piece by its name, found list"):
        tower_svg([1, 2], PIECES)
    with pytest.raises(ParlourError, match="there is no theme 'pink'; there are light, dark"):
        tower_svg({}, PIECES, theme="pink")
    with pytest.raises(ParlourError, match="at least 20 columns, not 5"):
        tower_text({}, PIECES, 5)
    with pytest.raises(BadPose):
        tower_svg({}, PIECES, held=("red bar", (0, 0)))


def test_letters_can_be_read_on_every_tone():
    for paint in PAINTS.values():
        for tone in paint.tones:
            for shown in (tone, in_shadow(tone)):
                assert contrast(shown, readable_on(shown)) >= 4.5, (paint.letter, shown)


# What hides what


def visible(solids, direction):
    """By name, the area that is seen of each."""
    return {one.solid.name: sum(map(area, one.polygons)) for one in look(solids, direction)}


def test_from_above_the_upper_piece_hides_the_lower_and_is_drawn_after_it():
    poses = {"blue square": (0, 22.5, 0, *FLAT), "red square": (10, 7.5, 0, *FLAT)}
    solids = pieces_at(poses, PIECES)
    seen = visible(solids, FROM_ABOVE)
    assert seen["blue square"] == pytest.approx(900)
    assert seen["red square"] == pytest.approx(300), "all but 20 by 30 mm"
    names = [name for name, _ in pieces_in(tower_svg(poses, PIECES))[1]]
    assert names == ["red square", "blue square"]


def test_each_hides_the_next_in_a_ring():
    """Three bars, each lying on the next with one end: no order of drawing gets this right."""
    poses = {}
    for number, name in enumerate(("red bar", "green bar", "blue bar")):
        way = then(turned(Y, 120 * number), turned((0, 0, 1), 12))
        angle = math.radians(120 * number)
        place = np.array([8.0, 20.0, 17.0])
        x = place[0] * math.cos(angle) + place[2] * math.sin(angle)
        z = -place[0] * math.sin(angle) + place[2] * math.cos(angle)
        poses[name] = (x, place[1], z, *way)
    seen = look(pieces_at(poses, PIECES), FROM_ABOVE)
    assert all(len(one.hides) == 1 for one in seen)
    areas = [sum(map(area, one.polygons)) for one in seen]
    assert areas == pytest.approx([areas[0]] * 3, rel=1e-6), "and all are seen alike"
    assert sorted(back_to_front(seen)) == [0, 1, 2]


def test_a_bar_through_an_arch_is_behind_it_and_before_it():
    """From the front one sees the bar's front end, and nothing of it that goes through the opening."""
    arch = piece_at("red arch", (0, 17.09, 0, *ON_EDGE), PIECES)
    assert arch.bottom == pytest.approx(0, abs=0.2)
    bar = piece_at("blue bar", (0, 7.5, 0, *turned(Y, 90)), PIECES)
    seen = visible([arch, bar], FROM_FRONT)
    alone = visible([bar], FROM_FRONT)["blue bar"]
    top = 15 * 60 * math.sin(math.radians(15))
    assert alone == pytest.approx(15 * 15 * math.cos(math.radians(15)) + top, rel=0.01)
    assert 0.3 * alone < seen["blue bar"] < 0.9 * alone
    assert visible([bar, arch], FROM_FRONT) == pytest.approx(seen), "whichever comes first"


def test_hidden_pieces_are_gone_and_named_all_the_same():
    wall = piece_at("white plank", (0, 7.5, 10, *ON_EDGE), PIECES)
    behind = piece_at("red bar", (0, 7.5, -20, *FLAT), PIECES)
    assert visible([behind, wall], Direction.from_front(0))["red bar"] == pytest.approx(0, abs=0.1)
    svg = tower_svg({"red disc": (0, 7.5, 0, *FLAT), "blue square": (0, 22.5, 0, *FLAT)}, PIECES)
    assert "red disc" in [name for name, _ in pieces_in(svg)[1]]


def test_what_is_seen_agrees_with_looking_at_points():
    """An independent check: at any point of the picture the nearest surface is the one that is drawn there."""
    dice = np.random.default_rng(5)
    poses = {}
    for number, name in enumerate(f"{colour} {shape}" for colour in ("red", "white") for shape in SHAPES):
        way = dice.normal(size=4)
        place = (110 * (number % 3) - 110, 80 + 110 * (number // 3), 110 * dice.integers(0, 3))
        poses[name] = (*(float(part) for part in place), *(way / np.linalg.norm(way)).tolist())
    solids = [platform(PIECES), *pieces_at(poses, PIECES)]
    for direction in (FROM_FRONT, FROM_ABOVE):
        seen = look(solids, direction)
        parts = [Hiding(number, part, direction) for number, solid in enumerate(solids) for part in solid.parts]
        agreed = 0
        for x, y in zip(dice.uniform(-140, 140, 800), dice.uniform(-700, 250, 800), strict=True):
            there = [(one.depth((x, y)), one.owner) for one in parts if within((x, y), one.outline)]
            drawn = {number for number, one in enumerate(seen) if any(within((x, y), some) for some in one.polygons)}
            assert drawn == ({max(there)[1]} if there else set())
            agreed += bool(there)
        assert agreed > 50


def test_shapes_are_cut_into_convex_parts_that_cover_them():
    for shape in PIECES.shapes.values():
        parts = [list(part) for part in convex_parts(shape.outline)]
        assert sum(map(area, parts)) == pytest.approx(shape.area)
        for part in parts:
            ring = [*part, part[0], part[1]]
            turns = [
                (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
                for (a, b), (_, c) in pairwise(pairwise(ring))
            ]
            assert min(turns) > -1e-6
        for at, part in enumerate(parts):
            assert all(abs(area(common(part, other))) < 1e-6 for other in parts[:at])
    assert len(convex_parts(PIECES.shapes["L"].outline)) == 2


# In words


def test_what_lies_on_what():
    assert tower_in_words(TOWER, PIECES) == (
        "5 pieces, 90 mm high: red square and green square on the platform; "
        "blue plank on red square and green square; yellow disc (on its edge) and white bar (upright) on blue plank."
    )
    assert tower_in_words({}, PIECES) == "The platform is empty."
    assert tower_in_words({"red L": (0, 7.5, 0, *FLAT)}, PIECES) == "1 piece, 15 mm high: red L on the platform."


def test_what_leans_is_said():
    square = (0, 7.5, 0, *FLAT)
    # A plank with its lower edge on the platform and its side on the square's upper edge.
    angle = math.radians(30)
    way = turned((0, 0, 1), 30)
    x, y = 15 - 7.5 * math.sin(angle) + 14 * math.cos(angle), 15 + 7.5 * math.cos(angle) + 14 * math.sin(angle)
    poses = {"red square": square, "blue plank": (x, y, 0, *way)}
    solid = piece_at("blue plank", poses["blue plank"], PIECES)
    assert posture(solid) == "leaning"
    assert "blue plank (leaning) on " in tower_in_words(poses, PIECES)
    assert "red square" in tower_in_words(poses, PIECES).split("(leaning) on ")[1]
    assert "in the air" in tower_in_words({"red bar": (0, 100, 0, *FLAT)}, PIECES)


# In characters


def test_the_side_in_characters():
    lines = tower_text(TOWER, PIECES, 60).splitlines()
    assert max(map(len, lines)) <= 60
    text = "\n".join(lines)
    for words in (" R square ", " G square ", " B plank ", "Y disc", "W"):
        assert words in text
    assert lines[-2].strip() == "▀" * len(lines[-2].strip()), "the platform"
    assert lines[-1].split() == ["-50", "0", "50", "mm"]
    order = [next(at for at, line in enumerate(lines) if words in line) for words in ("Y disc", "B plank", "R square")]
    assert order == sorted(order), "the upper one above"


def test_from_above_in_characters():
    text = tower_text(TOWER, PIECES, 60, above=True)
    assert "B plank" in text
    assert "░" in text
    middle = next(line for line in text.splitlines() if "B plank" in line)
    assert "R" not in middle, "the plank is over it"


@pytest.mark.parametrize("width", [20, 40, 60, 100])
@pytest.mark.parametrize("above", [False, True])
def test_it_is_never_wider_or_higher_than_there_is_room(width, above):
    for rows in (None, 5, 12):
        lines = tower_text(TOWER, PIECES, width, above, rows).splitlines()
        assert max(map(len, lines)) <= width
        assert rows is None or above or len(lines) <= max(rows, 9), "not lower than the narrowest one"


def test_every_colour_reads_without_colours():
    poses = {f"{colour} bar": (0, 7.5 + 15 * number, 0, *FLAT) for number, colour in enumerate(PATTERNS)}
    lines = tower_text(poses, PIECES, 72).splitlines()
    for colour, pattern in PATTERNS.items():
        shown = next(line for line in lines if f" {colour[0].upper()} bar " in line)
        assert pattern in shown.strip("▏▕ ").replace("bar", "")
    assert len(set(PATTERNS.values())) == len(PATTERNS)


def test_an_empty_platform_in_characters():
    assert tower_text({}, PIECES, 40).splitlines()[0].strip("▀ ") == ""
    assert "░" in tower_text({}, PIECES, 40, above=True)
