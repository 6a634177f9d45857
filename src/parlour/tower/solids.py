"""Pieces as solids in space: each a prism over its outline, where its pose puts it.

A pose is seven numbers: the centre of mass in millimetres (y is up, 0 is the platform's top) and a unit quaternion.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..components.piece_set import PieceSet
from ..components.polygons import Outline, counter_clockwise, cross
from ..engine.errors import ParlourError

Vector = NDArray[np.float64]  # of three numbers
Vectors = NDArray[np.float64]  # rows of them
Poses = Mapping[str, Sequence[float]]

COLOURS = ("red", "green", "blue", "yellow", "white")
SMOOTH = 25.0  # degrees: where two sides meet at less than this, they are one round surface
FINE = 7.0  # degrees: a rim of corners that turn less than this needs only every other one
FURTHEST = 2000.0  # millimetres from the middle of the platform that a piece may be in a picture
_UPRIGHT = (0.0, 0.0, 0.0, 1.0)


class BadPose(ParlourError):
    """A pose that puts no piece anywhere."""


@dataclass(frozen=True)
class Part:
    """A convex piece of a solid: its corners, and the planes around it with normals pointing outwards."""

    corners: Vectors
    normals: Vectors
    offsets: Vector  # a point p is inside where normals @ p <= offsets


@dataclass(frozen=True)
class Face:
    """One flat face: convex polygons in one plane. `start`, `along` and `across` say where a pattern goes on it."""

    normal: Vector
    polygons: tuple[Vectors, ...]
    start: Vector
    along: Vector
    across: Vector


@dataclass(frozen=True)
class Edge:
    """Where two faces meet."""

    a: Vector
    b: Vector
    normals: tuple[Vector, Vector]
    smooth: bool


@dataclass(frozen=True)
class Solid:
    """A piece, or the platform."""

    name: str
    centre: Vector
    turn: Vectors  # the rotation as a matrix
    parts: tuple[Part, ...]
    faces: tuple[Face, ...]
    edges: tuple[Edge, ...]

    @property
    def colour(self) -> str:
        return self.name.split()[0]

    @functools.cached_property
    def corners(self) -> Vectors:
        return np.concatenate([part.corners for part in self.parts])

    @property
    def top(self) -> float:
        return float(self.corners[:, 1].max())

    @property
    def bottom(self) -> float:
        return float(self.corners[:, 1].min())


def pieces_at(poses: Poses, pieces: PieceSet) -> list[Solid]:
    """The pieces as solids, in the order given; a pose that is none is refused."""
    if not isinstance(poses, Mapping):
        raise BadPose(f"poses: expected a pose for each piece by its name, found {type(poses).__name__}")
    return [piece_at(name, pose, pieces) for name, pose in poses.items()]


def piece_at(name: str, pose: Sequence[float], pieces: PieceSet) -> Solid:
    colour, _, shape = str(name).partition(" ")
    if colour not in COLOURS or shape not in pieces.shapes:
        shapes = ", ".join(pieces.shapes)
        right = f"a colour ({', '.join(COLOURS)}) and a shape ({shapes})"
        raise BadPose(f"there is no piece {name!r}; right would be {right}")
    return _piece(name, read_pose(name, pose), pieces.shapes[shape].outline, pieces.thickness)


@functools.lru_cache(maxsize=256)  # a tower is looked at many times, from several sides
def _piece(name: str, pose: tuple[float, ...], outline: Outline, thickness: float) -> Solid:
    x, y, z, *turn = pose
    return prism(name, outline, thickness, np.array([x, y, z]), turn)


def platform(pieces: PieceSet) -> Solid:
    thick = pieces.platform.thick
    return prism("platform", pieces.platform.outline, thick, np.array([0.0, -thick / 2, 0.0]), _UPRIGHT)


def read_pose(name: str, pose: Any) -> tuple[float, ...]:
    """Seven finite numbers, the last four of length 1; or why not."""
    where = f"the pose of {name}"
    if isinstance(pose, str | bytes) or not isinstance(pose, Iterable):
        raise BadPose(f"{where} is {pose!r}; right would be [x, y, z, qx, qy, qz, qw]")
    numbers = list(pose)
    if len(numbers) != 7:
        raise BadPose(f"{where} has {len(numbers)} numbers; right would be 7: x, y, z in mm, and a unit quaternion")
    for what, number in zip(("x", "y", "z", "qx", "qy", "qz", "qw"), numbers, strict=True):
        if isinstance(number, bool) or not isinstance(number, int | float | np.floating) or not math.isfinite(number):
            raise BadPose(f"{where}: {what} is {number!r}; right would be a finite number")
    x, y, z, *turn = map(float, numbers)
    if max(abs(x), abs(y), abs(z)) > FURTHEST:
        raise BadPose(f"{where} is more than {FURTHEST:g} mm away from the platform")
    length = math.hypot(*turn)
    if abs(length - 1) > 0.01:
        raise BadPose(f"{where}: its quaternion has the length {length:.3g}; right would be 1")
    return x, y, z, *(part / length for part in turn)


def rotation(turn: Sequence[float]) -> Vectors:
    """The matrix of a unit quaternion."""
    x, y, z, w = turn
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def prism(name: str, outline: Outline, thick: float, centre: Vector, turn: Sequence[float]) -> Solid:
    matrix, half = rotation(turn), thick / 2
    outline = _thinned(counter_clockwise(outline))

    def place(points: Sequence[tuple[float, float]], height: float) -> Vectors:
        return np.array([(x, height, z) for x, z in points]) @ matrix.T + centre

    def direct(x: float, y: float, z: float) -> Vector:
        turned: Vector = matrix @ np.array([x, y, z])
        return turned

    up = direct(0, 1, 0)
    shares = convex_parts(outline)
    faces = [
        Face(side * up, tuple(place(one, side * half) for one in shares), centre + side * half * up, *across)
        for side, across in ((1, (direct(1, 0, 0), direct(0, 0, 1))), (-1, (direct(1, 0, 0), direct(0, 0, -1))))
    ]
    upper, lower = place(outline, half), place(outline, -half)
    lengths = [math.dist(a, b) for a, b in pairwise(outline)]
    walls = []
    for at, ((ax, az), (bx, bz)) in enumerate(pairwise(outline)):
        along = direct((bx - ax) / lengths[at], 0, (bz - az) / lengths[at])
        normal = direct((bz - az) / lengths[at], 0, (ax - bx) / lengths[at])
        start = lower[at] - along * math.fsum(lengths[:at])  # so that a pattern goes on round the corner
        corners = np.array([lower[at], lower[at + 1], upper[at + 1], upper[at]])
        walls.append(Face(normal, (corners,), start, along, up))
    edges = []
    for at, wall in enumerate(walls):
        before = walls[at - 1]
        smooth = float(before.normal @ wall.normal) > math.cos(math.radians(SMOOTH))
        edges.append(Edge(lower[at], upper[at], (before.normal, wall.normal), smooth))
        edges.append(Edge(upper[at], upper[at + 1], (up, wall.normal), False))
        edges.append(Edge(lower[at], lower[at + 1], (-up, wall.normal), False))
    parts = tuple(_part(place(one, half), place(one, -half), up) for one in shares)
    return Solid(name, centre, matrix, parts, (*faces, *walls), tuple(edges))


@functools.cache
def _thinned(outline: Outline) -> Outline:
    """Without every other corner of a rim that turns so little that the eye takes it for round all the same."""
    corners, kept = outline[:-1], []
    for at, corner in enumerate(corners):
        before, after = corners[at - 1], outline[at + 1]
        sine = cross(before, corner, after) / (math.dist(before, corner) * math.dist(corner, after))
        if at % 2 == 0 or abs(sine) > math.sin(math.radians(FINE)):
            kept.append(corner)
    return (*kept, kept[0])


def _part(upper: Vectors, lower: Vectors, up: Vector) -> Part:
    sides = np.roll(upper, -1, axis=0) - upper
    normals = np.cross(up, sides)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    normals = np.concatenate([normals, [up, -up]])
    offsets = np.concatenate([(normals[:-2] * upper).sum(axis=1), [up @ upper[0], -up @ lower[0]]])
    return Part(np.concatenate([upper, lower]), normals, offsets)


@functools.cache
def convex_parts(outline: Outline) -> tuple[tuple[tuple[float, float], ...], ...]:
    """A counter-clockwise outline cut into few convex polygons that do not overlap: triangles, then joined."""
    corners = outline[:-1]
    parts = _triangles(corners)
    joined = True
    while joined:
        joined = False
        for first in range(len(parts)):
            for second in range(first + 1, len(parts)):
                whole = _joined(parts[first], parts[second], corners)
                if whole:
                    parts[first] = whole
                    del parts[second]
                    joined = True
                    break
            if joined:
                break
    return tuple(tuple(corners[at] for at in part) for part in parts)


def _triangles(corners: Outline) -> list[list[int]]:
    """By cutting off ears."""
    left, found = list(range(len(corners))), []
    while len(left) > 3:
        for at in range(len(left)):
            a, b, c = left[at - 1], left[at], left[(at + 1) % len(left)]
            ear = (corners[a], corners[b], corners[c])
            if cross(*ear) <= 1e-9:
                continue
            if any(_inside(corners[other], ear) for other in left if other not in (a, b, c)):
                continue
            found.append([a, b, c])
            del left[at]
            break
        else:  # only corners on straight lines are left
            break
    return [*found, left]


def _inside(point: tuple[float, float], triangle: tuple[tuple[float, float], ...]) -> bool:
    a, b, c = triangle
    return cross(a, b, point) >= 0 and cross(b, c, point) >= 0 and cross(c, a, point) >= 0


def _joined(first: list[int], second: list[int], corners: Outline) -> list[int]:
    """Two polygons that share a side as one, if that is convex; else nothing."""
    for at in range(len(first)):
        a, b = first[at], first[(at + 1) % len(first)]
        for there in range(len(second)):
            if (second[there], second[(there + 1) % len(second)]) == (b, a):
                rest = [second[(there + 2 + step) % len(second)] for step in range(len(second) - 2)]
                whole = [*first[: at + 1], *rest, *first[at + 1 :]]
                ring = [corners[one] for one in whole]
                turns = [cross(ring[i - 2], ring[i - 1], ring[i]) for i in range(len(ring))]
                return whole if min(turns) >= -1e-9 else []
    return []
