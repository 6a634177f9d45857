"""What the pieces, the platform and the table are to the physics engine, which counts in centimetres and grams.

Its contacts keep four corners of a flat side at most, and a side with more sinks in. Hence the rules of form here:
boxes are cuboids, a disc is a cylinder, anything else is a prism over three or four corners, its edges a tenth of a
millimetre round, and a half disc is one hull whose rim is a little thinner than its four core corners. Few parts are
better: redundant contacts creep.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ..components.piece_set import PieceSet, Shape
from ..components.polygons import Outline, inset, moments
from .pose import Pose
from .rapier import rapier3d

if TYPE_CHECKING:
    from rapier3d import ColliderBuilder, MassProperties, PhysicsWorld, RigidBodyHandle, SharedShape

MM = 0.1  # a millimetre in centimetres
GRAMS = 0.001  # a kg/m3 in g/cm3
_THINNER = 0.012  # the rim of a half disc, above and below: less, and its caps would count as flat again
_ROUND = 0.01  # the radius of edges; sharp ones that lie exactly on each other now and then push sideways
_TABLE = 100.0  # half its side


@dataclass(frozen=True)
class Body:
    """A shape as a rigid body."""

    hulls: tuple[tuple[tuple[float, float, float], SharedShape], ...]  # where each sits in the piece's frame
    mass: float  # g
    inertia: tuple[float, float, float, float]  # g cm2 in the piece's frame: about x, about y, about z, and xz
    properties: MassProperties
    friction: float

    def colliders(self) -> list[ColliderBuilder]:
        """Without mass: the body has it, since parts may overlap."""
        return [
            rapier3d.Collider.new(hull).translation(place).density(0.0).friction(self.friction)
            for place, hull in self.hulls
        ]


def bodies(pieces: PieceSet) -> dict[str, Body]:
    """The body of every shape of a set."""
    return {
        name: _body(shape, pieces.thickness, pieces.density, pieces.friction) for name, shape in pieces.shapes.items()
    }


@lru_cache(maxsize=64)
def _body(shape: Shape, thickness: float, density: float, friction: float) -> Body:
    high = thickness * MM
    mass = shape.area * MM**2 * high * density * GRAMS
    spread = moments(shape.outline)
    xx, zz, xz = (moment / shape.area * MM**2 * mass for moment in spread)
    up = mass * high**2 / 12
    inertia = (zz + up, xx + zz, xx + up, -xz)
    # The principal axes in the plane of the outline are turned by this about y.
    angle = 0.5 * math.atan2(-2 * xz, xx - zz) if abs(xz) > 1e-9 * (xx + zz) or abs(xx - zz) > 1e-9 * (xx + zz) else 0.0
    # Along the turned x axis (cos, 0, -sin) and z axis (sin, 0, cos):
    c, s = math.cos(angle), math.sin(angle)
    about_x = inertia[0] * c * c + inertia[2] * s * s - 2 * inertia[3] * c * s
    about_z = inertia[0] * s * s + inertia[2] * c * c + 2 * inertia[3] * c * s
    properties = rapier3d.MassProperties(
        (0.0, 0.0, 0.0),
        mass,
        (about_x, inertia[1], about_z),
        (0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2)),
    )
    return Body(_hulls(shape, high / 2), mass, inertia, properties, friction)


def _hulls(shape: Shape, half: float) -> tuple[tuple[tuple[float, float, float], SharedShape], ...]:
    if shape.form == "disc":
        return (((0.0, 0.0, 0.0), rapier3d.SharedShape.cylinder(half, shape.reach * MM)),)
    if shape.form == "half_disc":
        return (((0.0, 0.0, 0.0), _half_disc(shape.outline, half)),)
    return tuple(_prism(part, half) for part in shape.parts)


def _prism(outline: Outline, half: float) -> tuple[tuple[float, float, float], SharedShape]:
    if _is_box(outline):
        (left, front), (right, rear) = min(outline), max(outline)
        middle = ((left + right) / 2 * MM, 0.0, (front + rear) / 2 * MM)
        return middle, rapier3d.SharedShape.cuboid((right - left) / 2 * MM, half, (rear - front) / 2 * MM)
    core = inset(outline, _ROUND / MM)
    corners = [(x * MM, y, z * MM) for x, z in core[:-1] for y in (_ROUND - half, half - _ROUND)]
    return (0.0, 0.0, 0.0), rapier3d.SharedShape.round_convex_hull(corners, _ROUND)


def _is_box(outline: Outline) -> bool:
    return len(outline) == 5 and all((a[0] == b[0]) != (a[1] == b[1]) for a, b in pairwise(outline))


def _half_disc(outline: Outline, half: float) -> SharedShape:
    """Its outline is the rim, from one end of the straight side to the other."""
    rim = inset(outline, _ROUND / MM)[:-1]
    last = len(rim) - 1
    core = {0, last // 3, last - last // 3, last}
    corners = []
    for at, (x, z) in enumerate(rim):
        y = half - _ROUND if at in core else half - _ROUND - _THINNER
        corners += [(x * MM, -y, z * MM), (x * MM, y, z * MM)]
    return rapier3d.SharedShape.round_convex_hull(corners, _ROUND)


def add_ground(world: PhysicsWorld, pieces: PieceSet) -> tuple[RigidBodyHandle, RigidBodyHandle]:
    """The platform and the table under it."""
    thick = pieces.platform.thick * MM
    _, prism = _prism(pieces.platform.outline, thick / 2)
    platform = rapier3d.Collider.new(prism).translation((0.0, -thick / 2, 0.0))
    table = rapier3d.Collider.cuboid(_TABLE, thick, _TABLE).translation((0.0, -2 * thick, 0.0))
    ground = [
        world.add_body(rapier3d.RigidBody.fixed(), [collider.friction(pieces.friction)])
        for collider in (platform, table)
    ]
    return ground[0], ground[1]


def add_piece(world: PhysicsWorld, body: Body, pose: Pose) -> RigidBodyHandle:
    builder = (
        rapier3d.RigidBody.dynamic()
        .position(((pose.x * MM, pose.y * MM, pose.z * MM), pose.turn))
        .additional_mass_properties(body.properties)
    )
    return world.add_body(builder, list(body.colliders()))
