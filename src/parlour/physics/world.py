"""The world of the physics engine: its settings, and copies of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .rapier import on_one_thread, rapier3d

if TYPE_CHECKING:
    from rapier3d import PhysicsWorld, RigidBody

STEP = 1 / 240  # seconds
ITERATIONS = 16  # of the solver; 8 are enough where nothing is decided
GRAVITY = 981.0  # cm/s2

# Contacts: the engine's own are so soft that six pieces on each other sink by 12 mm.
_STIFFNESS = 480.0  # Hz; at most a quarter of the iterations per second, or stacks shiver
_DAMPING = 5.0


def empty_world(iterations: int = ITERATIONS) -> PhysicsWorld:
    world = rapier3d.PhysicsWorld(gravity=(0.0, -GRAVITY, 0.0))
    settings = world.integration_parameters
    settings.dt = STEP
    settings.num_solver_iterations = iterations
    settings.num_internal_stabilization_iterations = 1
    settings.contact_softness = rapier3d.SpringCoefficients(_STIFFNESS, _DAMPING)
    settings.static_contact_softness = rapier3d.SpringCoefficients(_STIFFNESS, _DAMPING)
    settings.friction_model = rapier3d.FrictionModel.SIMPLIFIED
    settings.warmstart_coefficient = 1.0
    settings.length_unit = 1.0
    settings.normalized_max_linear_velocity = 400.0  # cm/s: nothing that falls from the hand is as fast
    on_one_thread(world)
    return world


def restored(blob: bytes, iterations: int | None = None) -> PhysicsWorld:
    """A world from its bytes; on one thread again, which they do not tell."""
    world = rapier3d.PhysicsWorld.restore(blob)
    on_one_thread(world)
    if iterations is not None:
        world.integration_parameters.num_solver_iterations = iterations
    return world


def stop(piece: RigidBody) -> None:
    piece.linvel = rapier3d.Vec3(0.0, 0.0, 0.0)
    piece.angvel = rapier3d.Vec3(0.0, 0.0, 0.0)


def lull(world: PhysicsWorld, pieces: Collection[RigidBody]) -> None:
    """Put every piece to sleep where it is.

    Not with `sleep()`: pieces put to sleep one by one do not wake together, and what wakes drops through those that
    sleep. Here they fall asleep in the engine's own way, in a step with neither weight nor time in which the fastest
    counts as slow. A second step is for those that the first one woke.
    """
    settings = world.integration_parameters
    world.gravity = rapier3d.Vec3(0.0, 0.0, 0.0)
    settings.dt = 1e-6
    for _ in range(3):
        moving = [(piece, piece.activation) for piece in pieces if not piece.is_sleeping]
        for piece, _ in moving:
            stop(piece)
            drowsy = piece.activation
            drowsy.linear_threshold = drowsy.angular_threshold = 1e9
            drowsy.time_until_sleep = 0.0
            piece.activation = drowsy
        world.step()
        for piece, before in moving:
            now = piece.activation
            now.linear_threshold, now.angular_threshold = before.linear_threshold, before.angular_threshold
            now.time_until_sleep = before.time_until_sleep
            piece.activation = now
        if all(piece.is_sleeping for piece in pieces):
            break
    world.gravity = rapier3d.Vec3(0.0, -GRAVITY, 0.0)
    settings.dt = STEP
