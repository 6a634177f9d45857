"""The physics engine, where there is one: it comes compiled, and not for every machine."""

from __future__ import annotations

import platform

from .errors import NoPhysics

__all__ = ["available", "demand", "rapier3d"]

try:
    import rapier3d
except ImportError:  # no wheel for this machine
    rapier3d = None  # type: ignore[assignment]


def available() -> bool:
    return rapier3d is not None


def demand() -> None:
    """Complain where there is no physics."""
    if not available():
        raise NoPhysics(
            "Shapes with real physics is not available on this machine "
            f"({platform.system()} on {platform.machine()}): the package rapier3d does not exist for it; "
            "play with falls=model instead"
        )
