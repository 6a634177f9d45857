"""What the pieces weigh, how they turn, and the settings of the world."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import rapier3d

import parlour.physics.rapier
from parlour.components.piece_set import SHAPES
from parlour.components.polygons import distance
from parlour.physics import NoPhysics, Stack, available
from parlour.physics.bodies import _is_box, bodies
from parlour.physics.rest import Rest

from .stacks import GOOD, PIECES, flat

GRID = 0.5  # mm


def sampled(shape: str) -> tuple[float, np.ndarray]:
    """Mass in g and inertia in g cm2, from small cubes on a grid inside the outline."""
    outline = PIECES.shape(shape).outline
    far = math.ceil(PIECES.shape(shape).reach)
    ticks = np.arange(-far + 0.123, far, GRID)  # on no edge of any
    inside = [(x, z) for x in ticks for z in ticks if distance((float(x), float(z)), outline) == 0]
    mass = len(inside) * GRID**2 * 15 / 1000 * 0.7
    x, z = np.array(inside).T / 10
    grain = mass / len(inside)
    up = mass * 1.5**2 / 12
    xx, zz, xz = grain * (x * x).sum(), grain * (z * z).sum(), grain * (x * z).sum()
    return mass, np.array([[zz + up, 0, -xz], [0, xx + zz, 0], [-xz, 0, xx + up]])


@pytest.mark.parametrize("shape", SHAPES)
def test_a_piece_weighs_and_turns_as_its_outline_says(shape: str):
    mass, inertia = sampled(shape)
    turned = []
    for axis in np.eye(3):
        stack = Stack(PIECES)
        stack.take(f"red {shape}", at=(0, 100, 0))
        piece = stack._rigid[f"red {shape}"]
        stack._world.step()
        assert piece.mass == pytest.approx(mass, rel=0.02)
        assert piece.local_center_of_mass.to_tuple() == (0, 0, 0)
        piece.apply_torque_impulse(tuple(map(float, axis)))
        turned.append(piece.angvel.to_tuple())
    found = np.linalg.inv(np.array(turned).T)
    assert found == pytest.approx(inertia, rel=0.05, abs=0.02 * inertia.max())
    ours = bodies(PIECES)[shape].inertia
    assert (found[0, 0], found[1, 1], found[2, 2], found[0, 2]) == pytest.approx(ours, rel=1e-3, abs=1e-3)


def test_only_boxes_discs_and_faces_of_four_corners_touch():
    for shape, body in bodies(PIECES).items():
        assert len(body.hulls) == {"L": 2, "arch": 3}.get(shape, 1)
        for _, hull in body.hulls:
            if shape in ("square", "bar", "plank", "L"):
                assert hull.as_cuboid() is not None
            elif shape == "disc":
                assert hull.as_cylinder() is not None
            else:
                assert hull.as_round_convex_polyhedron() is not None


def test_a_box_lies_along_the_axes():
    assert _is_box(((0, 0), (4, 0), (4, 2), (0, 2), (0, 0)))
    assert not _is_box(((0, 0), (4, 1), (4, 3), (0, 2), (0, 0)))
    assert not _is_box(((0, 0), (4, 0), (0, 2), (0, 0)))


def test_every_world_has_one_thread_and_the_settings():
    stack = Stack.from_poses(PIECES, GOOD[18])
    removed = stack.clone()
    removed.remove(list(GOOD[18])[:3])
    for one in (Stack(PIECES), stack, stack.clone(), Stack.restore(PIECES, stack.snapshot()), removed):
        settings = one._world.integration_parameters
        assert one._world.num_threads == 1
        assert settings.num_solver_iterations == 16
        assert settings.dt == pytest.approx(1 / 240)
        for softness in (settings.contact_softness, settings.static_contact_softness):
            assert (softness.natural_frequency, softness.damping_ratio) == (480, 5)
        assert one._world.gravity.to_tuple() == (0, -981, 0)
    assert stack.clone(8)._world.integration_parameters.num_solver_iterations == 8


# Rest


def piece(x: float, speed: float, spin: float = 0.0) -> Any:
    def vector(length: float) -> rapier3d.Vec3:
        return rapier3d.Vec3(length, 0.0, 0.0)

    return SimpleNamespace(linvel=vector(speed), angvel=vector(spin), translation=vector(x))


def steps_to_rest(rest: Rest, *pieces: Any, most: int = 2000) -> int:
    """With each piece given as a function of the step."""
    for step in range(most):
        if rest.has_come():
            return step
        rest.watch([(str(at), one(step)) for at, one in enumerate(pieces)])
    return most


def test_what_is_slow_for_48_steps_is_at_rest():
    assert steps_to_rest(Rest(), lambda _: piece(0, 0.2, 0.2)) == 48
    assert steps_to_rest(Rest(), lambda step: piece(0, 0.2, 0.4 if step < 10 else 0.2)) == 58
    assert steps_to_rest(Rest(), lambda _: piece(0, 0.2), lambda step: piece(0, 1 if step == 30 else 0)) == 79


def test_what_rocks_in_its_place_for_two_seconds_is_at_rest():
    steps = steps_to_rest(Rest(), lambda step: piece(0.1 * math.sin(step / 5), 5))
    assert 480 <= steps <= 520
    assert steps_to_rest(Rest(), lambda step: piece(1.0 * math.sin(step / 5), 5)) == 2000
    assert steps_to_rest(Rest(), lambda step: piece(0.001 * step, 0.5)) == 2000  # slow, but on its way


def test_rest_begins_anew_when_disturbed():
    rest = Rest()
    steps_to_rest(rest, lambda _: piece(0, 0))
    assert rest.has_come()
    rest.disturb()
    assert not rest.has_come()
    assert steps_to_rest(rest, lambda _: piece(0, 0)) == 48


# Where there is no physics


def test_physics_is_available_here():
    assert available()


def test_without_the_engine_only_physics_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parlour.physics.rapier, "rapier3d", None)
    assert not available()
    with pytest.raises(NoPhysics, match="Shapes with real physics is not available on this machine"):
        Stack(PIECES)
    with pytest.raises(NoPhysics, match="play with falls=model instead"):
        Stack.from_poses(PIECES, {"red bar": flat(0)})
    with pytest.raises(parlour.ParlourError):
        Stack.restore(PIECES, b"")


def test_parlour_can_be_imported_without_the_engine():
    import subprocess
    import sys

    program = (
        "import sys; sys.modules['rapier3d'] = None\n"
        "import parlour, parlour.physics as physics\n"
        "from parlour.components.piece_set import PieceSet\n"
        "assert not physics.available()\n"
        "try: physics.Stack(PieceSet.load('standard'))\n"
        "except parlour.ParlourError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("Shapes with real physics is not available on this machine")
