"""The tower of Shapes: a match and its stack kept in step, and the tower in pictures, words and characters."""

from .umpire import Umpire

__all__ = ["Umpire"]
