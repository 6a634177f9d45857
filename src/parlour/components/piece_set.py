"""The pieces of Shapes: ten shapes, flat and of one thickness, and the triangular platform they are stacked on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .component import Component
from .polygons import (
    Outline,
    arc,
    centre,
    counter_clockwise,
    covered_area,
    cross,
    distance,
    first_crossing,
    first_dent,
    hull,
    is_convex,
    moved,
    narrowest,
    reach,
    signed_area,
)

SHAPES = ("square", "bar", "plank", "triangle", "right triangle", "disc", "half disc", "trapezoid", "L", "arch")

# What physics can be trusted with. Millimetres, unless said.
SIZE = (8.0, 120.0)  # of a piece, from side to side
THICKNESS = (5.0, 40.0)
DENSITY = (200.0, 2000.0)  # kg/m3: from balsa to stone
FRICTION = (0.1, 1.5)
SIDE = (100.0, 200.0)  # of the platform
THICK = (10.0, 50.0)
LEAST_WIDTH = 4.0  # of a part, where it is narrowest
MOST_CORNERS = 64
MOST_PARTS = 4  # many small parts creep
PART_CORNERS = 4  # a flat side that touches with more corners sinks in
AREA_TOLERANCE = 0.04  # between an outline and its parts, of the outline's area
CORNER_TOLERANCE = 2.0  # from a corner of the one to the other

_FORMS = ("outline", "box", "disc", "half_disc")
_DISC_CORNERS, _HALF_DISC_CORNERS = 72, 18  # curved shapes are drawn and weighed as polygons


@dataclass(frozen=True)
class Shape:
    """All outlines are closed and counter-clockwise, in mm, in the frame of the piece: its centre of mass is (0, 0)."""

    name: str
    outline: Outline  # as it is drawn and weighed
    parts: tuple[Outline, ...]  # the convex parts that touch others; of round shapes, the outline itself
    area: float  # mm2
    reach: float  # from the centre of mass to the furthest corner
    form: str  # "outline", "box", "disc" or "half_disc": round ones are touched as such, not by their corners


@dataclass(frozen=True)
class Platform:
    """An equilateral triangle around (0, 0); one side is in front, parallel to x."""

    side: float
    thick: float

    @property
    def outline(self) -> Outline:
        """Its three corners, closed and counter-clockwise."""
        half, front = self.side / 2, self.side / math.sqrt(12)
        back = (0.0, -2 * front)
        return back, (half, front), (-half, front), back

    @property
    def area(self) -> float:
        """In mm2."""
        return abs(signed_area(self.outline))


class PieceSet(Component):
    """Ten shapes by name, what they are made of, and the platform."""

    kind = "piece set"
    folder = "pieces"

    shapes: Mapping[str, Shape]
    thickness: float  # mm
    density: float  # kg/m3
    friction: float
    platform: Platform

    def check(self) -> None:
        self.only_keys(self.content, ("title", "thickness", "density", "friction", "platform", "shapes"))
        self.thickness = self._number(self.content.get("thickness"), "thickness", THICKNESS, "mm")
        self.density = self._number(self.content.get("density"), "density", DENSITY, "kg/m3")
        self.friction = self._number(self.content.get("friction"), "friction", FRICTION)
        platform = self.table("platform")
        self.only_keys(platform, ("side", "thick"), "platform")
        self.platform = Platform(
            self._number(platform.get("side"), "platform: side", SIDE, "mm"),
            self._number(platform.get("thick"), "platform: thick", THICK, "mm"),
        )
        tables = self.table("shapes")
        for name in tables:
            if name not in SHAPES:
                raise self.wrong(f"shapes: unknown {name!r}; expected exactly {', '.join(SHAPES)}")
        if missing := [name for name in SHAPES if name not in tables]:
            raise self.wrong(f"shapes: missing {', '.join(missing)}; expected exactly {', '.join(SHAPES)}")
        self.shapes = {name: self._shape(name, tables[name]) for name in SHAPES}

    def shape(self, name: str) -> Shape:
        if name not in self.shapes:
            raise self.wrong(f"there is no shape {name!r}; expected one of {', '.join(SHAPES)}")
        return self.shapes[name]

    def _shape(self, name: str, table: object) -> Shape:
        place = f"shape {name!r}"
        if not isinstance(table, Mapping):
            raise self.wrong(f"{place}: expected a table with {_one_of(_FORMS)}, found {table!r}")
        self.only_keys(table, (*_FORMS, "parts"), place)
        given = [form for form in _FORMS if form in table]
        if len(given) != 1:
            raise self.wrong(f"{place}: expected exactly one of {_one_of(_FORMS)}, found {_and(given)}")
        form = given[0]
        outline = self._outline_of(form, table[form], place)
        self._check_size(outline, place)
        parts = self._parts(form, table, outline, place)
        x, z = centre(outline)
        outline = moved(outline, (-x, -z))
        parts = tuple(moved(part, (-x, -z)) for part in parts)
        return Shape(name, outline, parts, signed_area(outline), reach(outline), form)

    def _outline_of(self, form: str, value: object, place: str) -> Outline:
        if form == "outline":
            return self._outline(value, f"{place}: the outline", MOST_CORNERS)
        if form == "box":
            if not isinstance(value, list) or len(value) != 2:
                raise self.wrong(f"{place}: expected box = [width, depth] in mm, found {value!r}")
            width, depth = (self._number(side, f"{place}: box", SIZE, "mm") for side in value)
            return (0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth), (0.0, 0.0)
        across = self._number(value, f"{place}: {form}", SIZE, "mm")
        if form == "disc":
            rim = arc(across / 2, [360 * step / _DISC_CORNERS for step in range(_DISC_CORNERS)])
        else:
            rim = arc(across / 2, [180 * step / _HALF_DISC_CORNERS for step in range(_HALF_DISC_CORNERS + 1)])
        return (*rim, rim[0])

    def _parts(self, form: str, table: Mapping[str, Any], outline: Outline, place: str) -> tuple[Outline, ...]:
        simple = form != "outline" or (len(outline) - 1 <= PART_CORNERS and is_convex(outline))
        if "parts" not in table:
            if simple:
                return (outline,)
            dent = first_dent(outline)
            why = f"has {len(outline) - 1} corners" if dent is None else "is not convex"
            raise self.wrong(
                f"{place}: the outline {why}, so expected parts = [...]: "
                f"1 to {MOST_PARTS} closed convex outlines of 3 or {PART_CORNERS} corners that cover it together"
            )
        if simple:
            raise self.wrong(f"{place}: a convex {form} of at most {PART_CORNERS} corners needs no parts")
        listed = table["parts"]
        if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_PARTS:
            found = len(listed) if isinstance(listed, list) else repr(listed)
            raise self.wrong(f"{place}: expected parts = [...] with 1 to {MOST_PARTS} closed outlines, found {found}")
        parts = tuple(self._part(part, f"{place}: part {at}") for at, part in enumerate(listed, 1))
        self._check_cover(outline, parts, place)
        return parts

    def _part(self, value: object, place: str) -> Outline:
        part = self._outline(value, place, PART_CORNERS)
        dent = first_dent(part)
        if dent is not None:
            raise self.wrong(f"{place}: it is not convex: it turns inwards at {_point(part[dent])}; split it in two")
        if (width := narrowest(part)) < LEAST_WIDTH:
            raise self.wrong(
                f"{place}: expected at least {LEAST_WIDTH:g} mm across, found {width:.3g} where it is narrowest"
            )
        return part

    def _check_cover(self, outline: Outline, parts: tuple[Outline, ...], place: str) -> None:
        """What is touched must be what is seen."""
        for at, part in enumerate(parts, 1):
            for corner in part:
                if (off := distance(corner, outline)) > CORNER_TOLERANCE:
                    raise self.wrong(
                        f"{place}: part {at}: the corner {_point(corner)} is {off:.3g} mm outside the outline; "
                        f"expected at most {CORNER_TOLERANCE:g}"
                    )
        for corner in outline:
            if (off := min(distance(corner, part) for part in parts)) > CORNER_TOLERANCE:
                raise self.wrong(
                    f"{place}: the corner {_point(corner)} of the outline is {off:.3g} mm from the nearest part; "
                    f"expected at most {CORNER_TOLERANCE:g}"
                )
        area, covered = signed_area(outline), covered_area(parts)
        if abs(covered - area) > AREA_TOLERANCE * area:
            raise self.wrong(
                f"{place}: the parts cover {covered:.0f} mm2, but the outline has {area:.0f}; "
                f"expected them to agree within {AREA_TOLERANCE:.0%}"
            )

    def _outline(self, value: object, place: str, most: int) -> Outline:
        """A closed outline with an area, counter-clockwise."""
        if not isinstance(value, list):
            raise self.wrong(f"{place}: expected a list of corners [[x, z], ...] in mm, found {value!r}")
        corners = [self._corner(corner, f"{place}: corner {at}") for at, corner in enumerate(value, 1)]
        if len(corners) > 1 and corners[0] != corners[-1]:
            raise self.wrong(
                f"{place}: it is not closed: it ends at corner {len(corners)}, {_point(corners[-1])}; "
                f"repeat its first corner, {_point(corners[0])}, at the end"
            )
        if not 3 <= len(corners) - 1 <= most:
            raise self.wrong(f"{place}: expected 3 to {most} corners, found {max(0, len(corners) - 1)}")
        for at, corner in enumerate(corners[:-1], 1):
            if corner in corners[: at - 1]:
                first = corners.index(corner) + 1
                raise self.wrong(f"{place}: corner {at}, {_point(corner)}, is also corner {first}; expected each once")
        outline = tuple(corners)
        if all(abs(cross(outline[0], outline[1], corner)) < 1e-6 for corner in outline):
            raise self.wrong(f"{place}: its corners lie on one line; expected an area")
        if crossing := first_crossing(outline):
            i, j = crossing
            raise self.wrong(
                f"{place}: the side from {_point(outline[i])} to {_point(outline[i + 1])} meets the one from "
                f"{_point(outline[j])} to {_point(outline[j + 1])}; expected sides that meet in their corners only"
            )
        return counter_clockwise(outline)

    def _corner(self, value: object, place: str) -> tuple[float, float]:
        if not isinstance(value, list) or len(value) != 2:
            raise self.wrong(f"{place}: expected [x, z] in mm, found {value!r}")
        furthest = (-1000.0, 1000.0)
        x, z = (self._number(part, f"{place}: {axis}", furthest, "mm") for part, axis in zip(value, "xz", strict=True))
        return x, z

    def _check_size(self, outline: Outline, place: str) -> None:
        least, most = SIZE
        around = hull(outline)
        if (width := narrowest(around)) < least:
            raise self.wrong(f"{place}: expected at least {least:g} mm across, found {width:.3g} where it is narrowest")
        for axis, along in (("x", 0), ("z", 1)):
            size = max(corner[along] for corner in outline) - min(corner[along] for corner in outline)
            if size > most:
                raise self.wrong(f"{place}: expected at most {most:g} mm along {axis}, found {size:.4g}")

    def _number(self, value: object, place: str, limits: tuple[float, float], unit: str = "") -> float:
        least, most = limits
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:  # NaN is not
            return float(value)
        raise self.wrong(f"{place}: expected a number from {least:g} to {most:g}{unit and ' ' + unit}, found {value!r}")


def _point(point: tuple[float, float]) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"


def _one_of(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _and(names: list[str]) -> str:
    return " and ".join(names) or "none"
