"""Plain geometry of closed outlines: tuples of (x, z) corners in millimetres, the last the same as the first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

Point = tuple[float, float]
Outline = tuple[Point, ...]


class Moments(NamedTuple):
    """Second moments of an area about the origin, in mm4."""

    xx: float  # the integral of x squared
    zz: float
    xz: float


def cross(a: Point, b: Point, c: Point) -> float:
    """More than 0 if the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def signed_area(outline: Outline) -> float:
    """More than 0 if the corners go counter-clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(outline)) / 2


def centre(outline: Outline) -> Point:
    """The centre of mass of an outline with an area."""
    weights = [(a, b, a[0] * b[1] - b[0] * a[1]) for a, b in pairwise(outline)]
    six_areas = 3 * sum(weight for _, _, weight in weights)
    x = sum((a[0] + b[0]) * weight for a, b, weight in weights) / six_areas
    z = sum((a[1] + b[1]) * weight for a, b, weight in weights) / six_areas
    return x, z


def moments(outline: Outline) -> Moments:
    xx = zz = xz = 0.0
    for (ax, az), (bx, bz) in pairwise(outline):
        weight = ax * bz - bx * az
        xx += weight * (ax * ax + ax * bx + bx * bx) / 12
        zz += weight * (az * az + az * bz + bz * bz) / 12
        xz += weight * (ax * bz + 2 * ax * az + 2 * bx * bz + bx * az) / 24
    return Moments(xx, zz, xz)


def counter_clockwise(outline: Outline) -> Outline:
    return outline if signed_area(outline) > 0 else outline[::-1]


def moved(outline: Outline, by: Point) -> Outline:
    return tuple((x + by[0], z + by[1]) for x, z in outline)


def inset(outline: Outline, by: float) -> Outline:
    """A convex, counter-clockwise outline with every side moved inwards."""
    lines = []
    for a, b in pairwise(outline):
        length = math.dist(a, b)
        inwards = (a[1] - b[1]) / length * by, (b[0] - a[0]) / length * by
        lines.append(((a[0] + inwards[0], a[1] + inwards[1]), (b[0] - a[0], b[1] - a[1])))
    corners = []
    for at, ((cx, cz), (dx, dz)) in enumerate(lines):
        (px, pz), (qx, qz) = lines[at - 1]
        along = ((cx - px) * dz - (cz - pz) * dx) / (qx * dz - qz * dx)
        corners.append((px + along * qx, pz + along * qz))
    return (*corners, corners[0])


def reach(outline: Outline) -> float:
    """How far the furthest corner is from the origin."""
    return max(math.hypot(x, z) for x, z in outline)


def is_convex(outline: Outline) -> bool:
    """Whether no corner of a counter-clockwise outline turns right."""
    return first_dent(outline) is None


def first_dent(outline: Outline) -> int | None:
    """The first corner, from 0, at which a counter-clockwise outline turns right."""
    corners = outline[:-1]
    for at, corner in enumerate(corners):
        if cross(corners[at - 1], corner, outline[at + 1]) < -1e-9:
            return at
    return None


def first_crossing(outline: Outline) -> tuple[int, int] | None:
    """Two sides that meet where they should not; side k goes from corner k, from 0, to the next."""
    sides = list(pairwise(outline))
    for (i, (a, b)), (j, (c, d)) in combinations(enumerate(sides), 2):
        if j == i + 1:  # neighbours share a corner, and must not lie on each other
            if cross(a, b, d) == 0 and _ahead(b, a, d) > 0:
                return i, j
        elif i == 0 and j == len(sides) - 1:
            if cross(c, d, b) == 0 and _ahead(d, c, b) > 0:
                return i, j
        elif _meet(a, b, c, d):
            return i, j
    return None


def _ahead(corner: Point, a: Point, b: Point) -> float:
    """More than 0 if a and b lie the same way from a corner."""
    return (a[0] - corner[0]) * (b[0] - corner[0]) + (a[1] - corner[1]) * (b[1] - corner[1])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    turns = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    if (turns[0] > 0) != (turns[1] > 0) and (turns[2] > 0) != (turns[3] > 0) and 0 not in turns:
        return True
    on_ab = any(turn == 0 and _ahead(p, a, b) <= 0 for turn, p in ((turns[0], c), (turns[1], d)))
    on_cd = any(turn == 0 and _ahead(p, c, d) <= 0 for turn, p in ((turns[2], a), (turns[3], b)))
    return on_ab or on_cd


def narrowest(outline: Outline) -> float:
    """The width across a convex outline where it is least."""
    return min(max(cross(a, b, corner) for corner in outline) / math.dist(a, b) for a, b in pairwise(outline) if a != b)


def hull(points: Sequence[Point]) -> Outline:
    """The convex outline around points."""
    ordered = sorted(set(points))

    def half(some: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in some:
            while len(kept) > 1 and cross(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    corners = half(ordered) + half(ordered[::-1])
    return (*corners, corners[0])


def common(first: Outline, second: Outline) -> Outline:
    """What two convex, counter-clockwise outlines both cover; empty if nothing."""
    corners: list[Point] = list(first[:-1])
    for a, b in pairwise(second):
        kept: list[Point] = []
        for at, here in enumerate(corners):
            before = corners[at - 1]
            side_before, side_here = cross(a, b, before), cross(a, b, here)
            if (side_before < 0) != (side_here < 0):
                share = side_before / (side_before - side_here)
                kept.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
            if side_here >= 0:
                kept.append(here)
        corners = kept
    return (*corners, corners[0]) if len(corners) > 2 else ()


def covered_area(parts: Sequence[Outline]) -> float:
    """The area that convex, counter-clockwise parts cover together, counted once where they overlap."""
    total = 0.0
    for at, part in enumerate(parts):
        total += signed_area(part)
        overlaps = [shared for earlier in parts[:at] if (shared := common(earlier, part))]
        total -= covered_area(overlaps)
    return total


def distance(point: Point, outline: Outline) -> float:
    """How far a point is outside an outline; 0 inside it or on it."""
    inside = False
    nearest = math.inf
    for a, b in pairwise(outline):
        if (a[1] > point[1]) != (b[1] > point[1]) and point[0] < a[0] + (b[0] - a[0]) * (point[1] - a[1]) / (
            b[1] - a[1]
        ):
            inside = not inside
        length = math.dist(a, b)
        along = min(1.0, max(0.0, _ahead(a, point, b) / length**2))
        foot = a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])
        nearest = min(nearest, math.dist(point, foot))
    return 0.0 if inside else nearest


def arc(radius: float, degrees: Sequence[float]) -> tuple[Point, ...]:
    """Corners on a circle around the origin."""
    return tuple((radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))) for angle in degrees)
