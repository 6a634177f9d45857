"""What can be seen of solids from one side: no surface order to guess, every hidden piece of a face is cut away.

Solids do not go through each other. So of two convex things that overlap on the picture one is in front all over, and
comparing them at one point is enough; whatever lies behind is cut off where they overlap. That is right for stacks of
any kind, also for those that no drawing order gets right.

On a picture x goes to the right and y down; `depth` grows towards the viewer. All in millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from .solids import Edge, Face, Part, Solid, Vector, Vectors

Point = tuple[float, float]
Polygon = list[Point]
Line = list[Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom

SPECK = 0.02  # square millimetres: less than this is not worth drawing
NEARER = 0.05  # millimetres by which something must be nearer to hide a face: pieces at rest sink in a little
CLEARLY = 0.6  # the same for an edge, which may lie on what it touches
GRAZING = 0.02  # a face seen at less than this (as a sine) is not seen


@dataclass(frozen=True)
class Direction:
    """Where one looks from: the picture's right and up, and the way towards the viewer."""

    right: Vector
    up: Vector
    towards: Vector

    @classmethod
    def from_front(cls, degrees: float) -> Direction:
        """From the front, so many degrees above the table."""
        sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        return cls(np.array([1.0, 0, 0]), np.array([0, cosine, -sine]), np.array([0, sine, cosine]))

    def flat(self, points: Vectors) -> list[Point]:
        """Where points are on the picture."""
        return list(zip((points @ self.right).tolist(), (-(points @ self.up)).tolist(), strict=True))

    def turned(self, vector: Vector) -> Point:
        return float(vector @ self.right), -float(vector @ self.up)

    def plane(self, normal: Vector, offset: float) -> tuple[float, float, float]:
        """The depth of a plane that faces the viewer, as a + b x + c y."""
        facing = float(normal @ self.towards)
        return offset / facing, -float(normal @ self.right) / facing, float(normal @ self.up) / facing


FROM_ABOVE = Direction(np.array([1.0, 0, 0]), np.array([0.0, 0, -1]), np.array([0.0, 1, 0]))


@dataclass
class SeenFace:
    face: Face
    polygons: list[Polygon]
    shadows: list[Polygon] = field(default_factory=list)


@dataclass
class Seen:
    """What can be seen of one solid."""

    solid: Solid
    faces: list[SeenFace]
    lines: list[Line]  # the ink: visible stretches of edges and rims
    hides: set[int]  # which others are hidden by it in part, by number

    @property
    def polygons(self) -> Iterator[Polygon]:
        for face in self.faces:
            yield from face.polygons


class Hiding:
    """A convex part as something that hides: its outline on the picture, and how near it is where."""

    def __init__(self, owner: int, part: Part, direction: Direction) -> None:
        self.owner = owner
        self.part = part
        self.outline = hull(direction.flat(part.corners))
        self.box = box_of(self.outline)
        facing = part.normals @ direction.towards > GRAZING / 4
        pairs = zip(part.normals[facing], part.offsets[facing], strict=True)
        self.planes = [direction.plane(normal, float(offset)) for normal, offset in pairs]

    def depth(self, point: Point) -> float:
        """Of the surface that is seen at this point, which is within the outline."""
        return min(a + b * point[0] + c * point[1] for a, b, c in self.planes)


def look(solids: Sequence[Solid], direction: Direction, light: Vector | None = None) -> list[Seen]:
    """What is seen of each solid, in the order given; with a `light`, also the shadows that they cast on each other."""
    hiding = [Hiding(number, part, direction) for number, solid in enumerate(solids) for part in solid.parts]
    seen = [Seen(solid, [], [], set()) for solid in solids]
    for number, one in enumerate(seen):
        for face in one.solid.faces:
            if float(face.normal @ direction.towards) <= GRAZING:
                continue
            shown = SeenFace(face, [])
            offset = float(face.normal @ face.polygons[0][0])
            plane = direction.plane(face.normal, offset)
            for polygon in face.polygons:
                left, by = _left_of(direction.flat(polygon), plane, hiding)
                shown.polygons += left
                for other in by - {number}:
                    seen[other].hides.add(number)
            if shown.polygons:
                one.faces.append(shown)
                if light is not None and float(face.normal @ light) > 0.1:
                    shown.shadows = list(_shadows(shown, offset, number, hiding, direction, light))
        one.lines = list(_ink(one.solid, direction, hiding))
    return seen


def back_to_front(seen: Sequence[Seen]) -> list[int]:
    """An order in which whatever hides something comes after it; in a ring of them the lowest goes first."""
    over = {number: {other for other, one in enumerate(seen) if number in one.hides} for number in range(len(seen))}
    waits = {number: set(one.hides) for number, one in enumerate(seen)}
    order: list[int] = []
    while waits:
        ready = [number for number, others in waits.items() if not others]
        chosen = min(ready or waits, key=lambda number: (len(waits[number]), seen[number].solid.bottom, number))
        order.append(chosen)
        del waits[chosen]
        for other in over[chosen]:
            if other in waits:
                waits[other].discard(chosen)
    return order


def _left_of(
    polygon: Polygon, plane: tuple[float, float, float], hiding: Sequence[Hiding]
) -> tuple[list[Polygon], set[int]]:
    """What is left of a convex polygon in this plane, and who hides the rest."""
    polygon = counter(polygon)
    box = box_of(polygon)
    left, by = [polygon], set()
    for other in hiding:
        if not boxes_meet(box, other.box):
            continue
        shared = common(polygon, other.outline)
        if area(shared) < SPECK:
            continue
        x, y = middle(shared)
        a, b, c = plane
        if other.depth((x, y)) > a + b * x + c * y + NEARER:
            by.add(other.owner)
            left = [part for piece in left for part in without(piece, other.outline, other.box)]
    return left, by


def _shadows(
    shown: SeenFace, offset: float, owner: int, hiding: Sequence[Hiding], direction: Direction, light: Vector
) -> Iterator[Polygon]:
    """Where other solids keep the light from a face that can be seen."""
    normal = shown.face.normal
    for other in hiding:
        if other.owner == owner:
            continue
        cast = shadow_on(other.part, normal, offset, light)
        if len(cast) < 3:
            continue
        outline = hull(direction.flat(cast))
        box = box_of(outline)
        for polygon in shown.polygons:
            if boxes_meet(box, box_of(polygon)):
                shared = common(polygon, outline)
                if area(shared) > SPECK:
                    yield shared


def shadow_on(part: Part, normal: Vector, offset: float, light: Vector) -> Vectors:
    """Corners of the shadow of a convex part on a plane; none if the part is behind it."""
    heights = part.corners @ normal - offset
    if heights.max() < 0.3:
        return np.zeros((0, 3))
    above = [corner for corner, height in zip(part.corners, heights, strict=True) if height >= 0]
    tops = len(part.corners) // 2
    for a, b in _sides(tops):
        if (heights[a] < 0) != (heights[b] < 0):
            share = heights[a] / (heights[a] - heights[b])
            above.append(part.corners[a] + share * (part.corners[b] - part.corners[a]))
    points = np.array(above)
    return points - np.outer((points @ normal - offset) / float(normal @ light), light)


def _sides(tops: int) -> Iterator[tuple[int, int]]:
    """The edges of a prism by the numbers of its corners: the upper ones first, then the lower ones."""
    for at in range(tops):
        following = (at + 1) % tops
        yield from ((at, following), (tops + at, tops + following), (at, tops + at))


def _ink(solid: Solid, direction: Direction, hiding: Sequence[Hiding]) -> Iterator[Line]:
    """The visible stretches of all edges that are drawn, joined where one goes on as the other ends."""
    line: Line = []
    for edge in solid.edges:
        if not _is_drawn(edge, direction):
            continue
        for a, b in _visible(edge, direction, hiding):
            if line and math.dist(line[-1], a) < 1e-6:
                line.append(b)
            else:
                if line:
                    yield line
                line = [a, b]
    if line:
        yield line


def _is_drawn(edge: Edge, direction: Direction) -> bool:
    """Edges of faces that are seen; on round surfaces only where they turn away."""
    first, second = (float(normal @ direction.towards) > GRAZING for normal in edge.normals)
    return first != second if edge.smooth else first or second


def _visible(edge: Edge, direction: Direction, hiding: Sequence[Hiding]) -> list[tuple[Point, Point]]:
    a, b = direction.flat(np.array([edge.a, edge.b]))
    deep, deeper = float(edge.a @ direction.towards), float(edge.b @ direction.towards)
    box = box_of([a, b])
    stretches = [(0.0, 1.0)]
    for other in hiding:
        if not boxes_meet(box, other.box):
            continue
        start, end = stretch_inside(a, b, other.outline)
        if end - start < 1e-6:
            continue
        mid = (start + end) / 2
        point = a[0] + mid * (b[0] - a[0]), a[1] + mid * (b[1] - a[1])
        if other.depth(point) > deep + mid * (deeper - deep) + CLEARLY:
            cut = [piece for low, high in stretches for piece in ((low, min(high, start)), (max(low, end), high))]
            stretches = [(low, high) for low, high in cut if high - low > 1e-6]

    def at(share: float) -> Point:
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])

    return [(at(low), at(high)) for low, high in stretches]


# Convex polygons on the picture


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def area(polygon: Polygon) -> float:
    return (
        sum(polygon[at - 1][0] * polygon[at][1] - polygon[at][0] * polygon[at - 1][1] for at in range(len(polygon))) / 2
    )


def counter(polygon: Polygon) -> Polygon:
    return polygon if area(polygon) > 0 else polygon[::-1]


def middle(polygon: Polygon) -> Point:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def box_of(points: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def boxes_meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def hull(points: Sequence[Point]) -> Polygon:
    ordered = sorted(points)

    def half(some: Sequence[Point]) -> Polygon:
        kept: Polygon = []
        for point in some:
            while len(kept) > 1 and turn(kept[-2], kept[-1], point) <= 1e-9:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return half(ordered) + half(ordered[::-1])


def common(polygon: Polygon, other: Polygon) -> Polygon:
    """What two convex polygons share; nothing, or too little to have corners, is an empty one."""
    for at in range(len(other)):
        polygon = half_of(polygon, other[at - 1], other[at])
        if not polygon:
            break
    return polygon


def without(polygon: Polygon, other: Polygon, box: Box) -> list[Polygon]:
    """A convex polygon without what it shares with another: convex pieces, or itself where they share nothing."""
    if not boxes_meet(box_of(polygon), box):
        return [polygon]
    pieces, left = [], polygon
    for at in range(len(other)):
        outside = half_of(left, other[at], other[at - 1])
        if area(outside) > SPECK:
            pieces.append(outside)
        left = half_of(left, other[at - 1], other[at])
        if area(left) < SPECK:
            return [polygon]
    return pieces


def half_of(polygon: Polygon, a: Point, b: Point) -> Polygon:
    """What lies to the left of the line from a to b."""
    kept: Polygon = []
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in polygon]  # as `turn`; this is most of the work
    if not sides or min(sides) >= 0:
        return polygon
    for at, point in enumerate(polygon):
        before = polygon[at - 1]
        if (sides[at - 1] < 0) != (sides[at] < 0):
            share = sides[at - 1] / (sides[at - 1] - sides[at])
            kept.append((before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])))
        if sides[at] >= 0:
            kept.append(point)
    return kept if len(kept) > 2 else []


def within(point: Point, polygon: Polygon) -> bool:
    for at in range(len(polygon)):
        (ax, ay), (bx, by) = polygon[at - 1], polygon[at]
        if (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) < 0:
            return False
    return True


def stretch_inside(a: Point, b: Point, polygon: Polygon) -> tuple[float, float]:
    """From where to where, as shares of the way from a to b, a line is inside a convex polygon."""
    start, end = 0.0, 1.0
    for at in range(len(polygon)):
        first, last = turn(polygon[at - 1], polygon[at], a), turn(polygon[at - 1], polygon[at], b)
        if first < 0 and last < 0:
            return 0.0, 0.0
        if first < 0:
            start = max(start, first / (first - last))
        elif last < 0:
            end = min(end, first / (first - last))
    return (start, end) if start < end else (0.0, 0.0)
