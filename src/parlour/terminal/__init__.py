"""The terminal table: one person against bots, the shelf, and matches told in words.

It holds no rules: it shows what a seat may see (`Match.view`), offers what may be chosen (`Match.choices`) and hands in
what was chosen (`Match.play`).
"""

from __future__ import annotations

from .replay import show_replay
from .shelf import shelf
from .table import play
from .tower import with_tower

__all__ = ["play", "shelf", "show_replay", "with_tower"]
