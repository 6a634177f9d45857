"""Real rigid-body physics for stacking games: pieces, a platform and a hand. It knows no cards and no rules of play."""

from .errors import BadHold, BadPoses, BadSnapshot, BadTarget, NoPhysics
from .pose import Pose, turned_by
from .rapier import available
from .stack import Stack

__all__ = ["BadHold", "BadPoses", "BadSnapshot", "BadTarget", "NoPhysics", "Pose", "Stack", "available", "turned_by"]
