"""Why a move is a good one, in words: what a good player at the table would say, by what the seat sees."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.match import Match
from . import freaky, game_on, word_deck

# A match as the seat sees it, the seat, the move, and the other moves there are: the one it is compared with first.
Says = Callable[[Match, int, str, list[str]], str]

_SAYS: dict[str, Says] = {
    "ka-blam": word_deck.ka_blam,
    "go-fox": word_deck.go_fox,
    "read-and-grab": word_deck.read_and_grab,
    "freaky": freaky.says,
    "game-on": game_on.competitive,
    "game-on-coop": game_on.cooperative,
}


def why(shown: Match, seat: int, move: str, others: list[str]) -> str:
    """A few words, or none. They begin with no seat: seats are named later, as in `seat 2`."""
    says = _SAYS.get(shown.game.id)
    return says(shown, seat, move, others) if says else ""
