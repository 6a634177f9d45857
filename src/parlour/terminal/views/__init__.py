"""How each game looks in a terminal. A game without a view of its own gets the plain one."""

from __future__ import annotations

from .freaky import FreakyView
from .game_on import GameOnView
from .game_on_coop import GameOnCoopView
from .go_fox import GoFoxView
from .ka_blam import KaBlamView
from .plain import PlainView, Seen
from .read_and_grab import ReadAndGrabView
from .shapes import ShapesView

VIEWS: dict[str, type[PlainView]] = {
    "ka-blam": KaBlamView,
    "go-fox": GoFoxView,
    "read-and-grab": ReadAndGrabView,
    "freaky": FreakyView,
    "game-on": GameOnView,
    "game-on-coop": GameOnCoopView,
    "shapes": ShapesView,
    "shapes-survivor": ShapesView,
    "shapes-pass": ShapesView,
    "shapes-draft": ShapesView,
}

__all__ = ["VIEWS", "PlainView", "Seen", "view_for"]


def view_for(game_id: str) -> PlainView:
    return VIEWS.get(game_id, PlainView)()
