"""The patterns of the colours, drawn on the faces of a piece as if painted there."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from .sight import Direction, Line, Point, Polygon, SeenFace, area, within

# Families of parallel lines: which way across them, and how far apart in millimetres.
_LINES = {
    "strokes": ((math.sqrt(0.5), math.sqrt(0.5), 5.0),),
    "grid": ((1.0, 0.0, 5.0), (0.0, 1.0, 5.0)),
    "lines": ((1.0, 0.0, 4.0),),
}
_DOTS = 5.0  # millimetres apart
CLOSEST = 2.3  # millimetres on the picture: where lines would come closer, every other one is left out
_FREE = 1.1  # millimetres that a dot keeps from the lines around it


def pattern_on(face: SeenFace, pattern: str, direction: Direction, ink: Sequence[Line]) -> list[Line]:
    """The lines of a pattern on what is seen of a face; a dot is a line from a point to itself."""
    x, y = direction.flat(face.face.start[None, :])[0]
    along, across = direction.turned(face.face.along), direction.turned(face.face.across)
    whole = along[0] * across[1] - along[1] * across[0]
    if abs(whole) < 0.08:
        return []  # too much from the side to see any
    # The way back from the picture to the face: u = ux (x - x0) + uy (y - y0), and v the same.
    u = (across[1] / whole, -across[0] / whole)
    v = (-along[1] / whole, along[0] / whole)
    polygons = [polygon for polygon in face.polygons if area(polygon) > 0.2]
    if pattern == "dots":
        return list(_dots(polygons, (x, y), along, across, u, v, ink))
    found: list[Line] = []
    for nu, nv, apart in _LINES[pattern]:
        level = (nu * u[0] + nv * v[0], nu * u[1] + nv * v[1])
        steep = math.hypot(*level)
        step = apart * max(1, math.ceil(CLOSEST * steep / apart - 1e-9))
        found += _family(polygons, (x, y), level, step)
    return found


def _family(polygons: Sequence[Polygon], start: Point, level: Point, step: float) -> Iterator[Line]:
    """Lines on which `level` is half a step, one and a half, ...; in one piece across all the polygons."""
    stretches: dict[int, list[tuple[float, float]]] = {}
    size = math.hypot(*level)
    way = (-level[1] / size, level[0] / size)
    for polygon in polygons:
        heights = [level[0] * (px - start[0]) + level[1] * (py - start[1]) for px, py in polygon]
        for number in range(math.ceil(min(heights) / step - 0.5), math.floor(max(heights) / step - 0.5) + 1):
            wanted = (number + 0.5) * step
            ends = []
            for at in range(len(polygon)):
                low, high = heights[at - 1] - wanted, heights[at] - wanted
                if (low < 0) != (high < 0):
                    share = low / (low - high)
                    before, here = polygon[at - 1], polygon[at]
                    px, py = before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])
                    ends.append((px - start[0]) * way[0] + (py - start[1]) * way[1])
            if len(ends) == 2:
                stretches.setdefault(number, []).append((min(ends), max(ends)))
    for number in sorted(stretches):
        wanted = (number + 0.5) * step / (size * size)
        foot = start[0] + level[0] * wanted, start[1] + level[1] * wanted
        for low, high in _merged(stretches[number]):
            if high - low > 0.3:
                yield [(foot[0] + way[0] * end, foot[1] + way[1] * end) for end in (low, high)]


def _merged(stretches: list[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for low, high in sorted(stretches):
        if merged and low < merged[-1][1] + 0.05:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return merged


def _dots(
    polygons: Sequence[Polygon],
    start: Point,
    along: Point,
    across: Point,
    u: Point,
    v: Point,
    ink: Sequence[Line],
) -> Iterator[Line]:
    """In rows, every other row shifted; where rows would come too close, every other one is left out."""
    narrow = min(1 / math.hypot(*u), 1 / math.hypot(*v))  # how much the face is foreshortened
    apart = _DOTS * max(1, math.ceil(CLOSEST / (_DOTS * narrow) - 1e-9))
    for polygon in polygons:
        us = [u[0] * (px - start[0]) + u[1] * (py - start[1]) for px, py in polygon]
        vs = [v[0] * (px - start[0]) + v[1] * (py - start[1]) for px, py in polygon]
        for row in range(math.ceil(min(vs) / apart - 0.5), math.floor(max(vs) / apart - 0.5) + 1):
            shift = 0.25 if row % 2 else 0.75
            for column in range(math.ceil(min(us) / apart - shift), math.floor(max(us) / apart - shift) + 1):
                across_by, along_by = (row + 0.5) * apart, (column + shift) * apart
                point = (
                    start[0] + along[0] * along_by + across[0] * across_by,
                    start[1] + along[1] * along_by + across[1] * across_by,
                )
                if within(point, polygon) and all(_free_of(point, line) for line in ink):
                    yield [point, point]


def _free_of(point: Point, line: Line) -> bool:
    for at in range(1, len(line)):
        (ax, ay), (bx, by) = line[at - 1], line[at]
        size = (bx - ax) ** 2 + (by - ay) ** 2
        share = min(1.0, max(0.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / size)) if size else 0.0
        if math.hypot(point[0] - ax - share * (bx - ax), point[1] - ay - share * (by - ay)) < _FREE:
            return False
    return True
