"""Why a move is a good one, in words: what a good player at the table would say, by what the seat sees."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.match import Match
from . import freaky, game_on, game_on_coop, go_fox, ka_blam, read_and_grab

# A match as the seat sees it, the seat, the move, and the other moves there are: the one it is compared with first.
Says = Callable[[Match, int, str, list[str]], str]

_SAYS: dict[str, Says] = {
    "ka-blam": ka_blam.says,
    "go-fox": go_fox.says,
    "read-and-grab": read_and_grab.says,
    "freaky": freaky.says,
    "game-on": game_on.says,
    "game-on-coop": game_on_coop.says,
}

_ALONE: dict[str, Callable[[Match, int, str], str]] = {
    "ka-blam": ka_blam.alone,
    "go-fox": go_fox.alone,
    "read-and-grab": read_and_grab.alone,
    "freaky": freaky.alone,
    "game-on": game_on.alone,
    "game-on-coop": game_on.alone,
}

# What a seat can see to come to nothing.
_IN_VAIN: dict[str, Callable[[Match, int, str], bool]] = {"game-on-coop": game_on_coop.in_vain}


def why(shown: Match, seat: int, move: str, others: list[str]) -> str:
    """A few words, or none. They begin with no seat: seats are named later, as in `seat 2`."""
    says = _SAYS.get(shown.game.id)
    return says(shown, seat, move, others) if says else ""


def why_alone(shown: Match, seat: int, move: str) -> str:
    """Why it is the only move there is."""
    alone = _ALONE.get(shown.game.id)
    return alone(shown, seat, move) if alone else ""


def in_vain(shown: Match, seat: int, move: str) -> bool:
    """Whether a seat sees that nothing, or hardly anything, can come of a move: nobody is to be advised to make it."""
    nothing = _IN_VAIN.get(shown.game.id)
    return nothing is not None and nothing(shown, seat, move)
