"""The physics engine, where there is one: it comes compiled, and not for every machine."""

from __future__ import annotations

import os
import platform
from typing import TYPE_CHECKING

from .errors import NoPhysics

if TYPE_CHECKING:
    from rapier3d import PhysicsWorld

__all__ = ["available", "demand", "on_one_thread", "rapier3d"]

_THREADS = "RAYON_NUM_THREADS"  # of the pool that all worlds share; it is made at the first step
os.environ.setdefault(_THREADS, "1")

try:
    import rapier3d
except ImportError:  # no wheel for this machine
    rapier3d = None  # type: ignore[assignment]


def available() -> bool:
    return rapier3d is not None


def on_one_thread(world: PhysicsWorld) -> None:
    """Let a world be stepped on one thread.

    A world with a pool of its own hands every step over to it, and waits. Worlds that share one do so only for what is
    large, and on a busy machine that is several times as fast. The bits are the same.
    """
    world.set_num_threads(None if os.environ.get(_THREADS) == "1" else 1)


def demand() -> None:
    """Complain where there is no physics."""
    if not available():
        raise NoPhysics(
            "Shapes with real physics is not available on this machine "
            f"({platform.system()} on {platform.machine()}): the package rapier3d does not exist for it; "
            "play with falls=model instead"
        )
