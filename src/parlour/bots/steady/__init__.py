"""Hands for Shapes: bots that place pieces on the tower, each as steady as it is."""

from .hand import SKILLS, SteadyHand, play_out
from .levels import SHAKES, Shake
from .looks import warm
from .spots import Spot

__all__ = ["SHAKES", "SKILLS", "Shake", "Spot", "SteadyHand", "play_out", "warm"]
