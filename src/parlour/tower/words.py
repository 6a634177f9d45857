"""The tower in words: how high it is, what lies on what, what stands and what leans."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from ..components.piece_set import PieceSet
from ..engine.game import in_words
from .solids import Part, Poses, Solid, Vector, Vectors, pieces_at, platform

TOUCHING = 0.8  # millimetres between two pieces that touch
NEAR = 2.5  # the same for a piece that touches nothing below: round outlines are touched a little off
UPWARDS = 0.4  # of a contact's direction: more than this and the one lies on the other, less and it leans on it
STRAIGHT = math.cos(math.radians(6))


def tower_in_words(poses: Poses, pieces: PieceSet) -> str:
    """`3 pieces, 30 mm high: red bar and white arch on the platform; blue disc (on its edge) on red bar.`"""
    solids = pieces_at(poses, pieces)
    if not solids:
        return "The platform is empty."
    groups: dict[tuple[str, ...], list[str]] = {}
    lying_on = resting_on(solids, platform(pieces))
    for number in sorted(range(len(solids)), key=lambda number: (round(solids[number].bottom), number)):
        manner = posture(solids[number])
        words = solids[number].name + (f" ({manner})" if manner else "")
        groups.setdefault(lying_on[number], []).append(words)
    told = [
        f"{in_words(names)} {f'on {in_words(below)}' if below else 'in the air'}" for below, names in groups.items()
    ]
    high = max(solid.top for solid in solids)
    return f"{len(solids)} piece{'' if len(solids) == 1 else 's'}, {high:.0f} mm high: {'; '.join(told)}."


def posture(solid: Solid) -> str:
    """How a piece that does not lie flat is."""
    if abs(solid.turn[1, 1]) > STRAIGHT:
        return ""
    if not any(face.normal[1] < -STRAIGHT for face in solid.faces):
        return "leaning"
    width, height, depth = np.ptp(solid.corners, axis=0)
    return "upright" if height > max(width, depth) + 1 else "on its edge"


def resting_on(solids: Sequence[Solid], base: Solid) -> list[tuple[str, ...]]:
    """For each piece the names of what carries it, the platform first; of a leaning one also what it leans on."""
    found = []
    for solid in solids:
        leaning = posture(solid) == "leaning"
        near = {}
        for other in [base, *solids]:
            gap, up = contact(other, solid) if other is not solid else (math.inf, 0.0)
            beside = abs(up) <= UPWARDS and other.centre[1] < solid.centre[1]
            if up > UPWARDS or (leaning and beside):
                near[other.name] = gap
        below = tuple(name for name, gap in near.items() if gap < TOUCHING)
        found.append(below or tuple(name for name, gap in near.items() if gap < NEAR))
    return [tuple("the platform" if name == base.name else name for name in names) for names in found]


def contact(lower: Solid, upper: Solid) -> tuple[float, float]:
    """How far two pieces are apart, and how much the way from the one to the other goes up (-1 to 1)."""
    best = (math.inf, 0.0)
    for one in lower.parts:
        for other in upper.parts:
            if (one.corners.min(axis=0) - NEAR < other.corners.max(axis=0)).all() and (
                other.corners.min(axis=0) - NEAR < one.corners.max(axis=0)
            ).all():
                gap, way = _apart(one, other)
                best = min(best, (gap, -float(way[1])))
    return best[0], -best[1]


def _apart(one: Part, other: Part) -> tuple[float, Vector]:
    """How far two convex parts are apart along the direction in which they are furthest, and that direction."""
    best, way = -math.inf, np.zeros(3)
    for axes, favour in _directions(one, other):
        gaps = (other.corners @ axes.T).min(axis=0) - (one.corners @ axes.T).max(axis=0)
        at = int(gaps.argmax())
        if gaps[at] - favour > best:
            best, way = float(gaps[at]) - favour, axes[at]
    return best, way


def _directions(one: Part, other: Part) -> Iterator[tuple[Vectors, float]]:
    """Straight from the faces of both; and, if that is clearly further, across an edge of each."""
    yield np.concatenate([one.normals, -other.normals]), 0.0
    crossed = np.cross(_edges(one)[:, None, :], _edges(other)[None, :, :]).reshape(-1, 3)
    sizes = np.linalg.norm(crossed, axis=1)
    crossed = crossed[sizes > 1e-6] / sizes[sizes > 1e-6, None]
    if len(crossed):
        yield np.concatenate([crossed, -crossed]), 0.3


def _edges(part: Part) -> Vectors:
    tops = len(part.corners) // 2
    upper = part.corners[:tops]
    return np.concatenate([np.roll(upper, -1, axis=0) - upper, [part.corners[0] - part.corners[tops]]])
