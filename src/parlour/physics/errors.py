"""What can go wrong at the stack."""

from ..engine.errors import ParlourError


class NoPhysics(ParlourError):
    """The physics engine cannot be had on this machine."""


class BadTarget(ParlourError):
    """The hand cannot go there."""


class BadHold(ParlourError):
    """A piece that cannot be taken, or none to let go of."""


class BadPoses(ParlourError):
    """Poses in which pieces cannot lie."""


class BadSnapshot(ParlourError):
    """A snapshot that is damaged, or was taken with other pieces."""
