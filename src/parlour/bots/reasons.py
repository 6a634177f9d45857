"""Why a move is a good one, in words: what a player at the table would say, by what the seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ..engine.match import Match

# By the first word of a move, where a game says nothing more exact.
_PLAIN: dict[str, dict[str, str]] = {
    "go-fox": {"lay": "a pair on the table is a point nobody can take away", "draw": "it keeps your pair for later"},
    "freaky": {"finish": "it keeps your other cards for a better moment", "new": "it helps nobody"},
    "game-on": {
        "cover": "it brings you closer to a card",
        "steal": "it may take a card from somebody",
        "convert": "it makes your hand fit a card worth more",
        "defend": "it keeps your card",
        "redraw": "your hand fits little of what is there",
        "finish": "it keeps your cards for what comes next",
    },
    "game-on-coop": {
        "cover": "it brings the team closer to a card",
        "steal": "it takes points from the House",
        "scuttle": "it keeps a lost card from the House",
        "redraw": "your hand fits little of the track",
        "finish": "it keeps your cards for what comes next",
    },
    "read-and-grab": {"grab": "more of a number brings you closer to a set", "finish": "it is not worth taking"},
}


def why(shown: Match, seat: int, move: str, others: list[str]) -> str:
    """A few words, or none; `shown` is the match as the seat sees it."""
    by_game = _BY_GAME.get(shown.game.id)
    said = by_game(shown, seat, move, others) if by_game else ""
    return said or _PLAIN.get(shown.game.id, {}).get(move.split()[0], "")


def _ka_blam(shown: Match, seat: int, move: str, others: list[str]) -> str:
    view = shown.view(seat)
    if move.startswith("play wild as "):
        colour = move.rsplit(" ", 1)[1]
        held = Counter(card.split()[0] for card in view["hand"] if card != "wild")
        if not held or held[colour] < max(held.values()):
            return ""
        alone = [*held.values()].count(held[colour]) == 1
        return f"{colour} is the colour you hold most of" if alone else f"you hold {held[colour]} {colour} cards"
    after = shown.copy()
    after.play(seat, move)
    few = [other for other, count in enumerate(view["hand_sizes"]) if other != seat and count <= 2]
    if move.split()[-1] in ("miss", "+2", "reverse") and few and not after.over and after.to_act.isdisjoint(few):
        return "it keeps somebody with few cards from playing"
    if "wild" in view["hand"] and any(other.startswith("play wild") for other in others):
        return "it keeps your wild for later"
    return ""


def _go_fox(shown: Match, seat: int, move: str, others: list[str]) -> str:
    if not move.startswith("ask for "):
        return ""
    number = int(move.removeprefix("ask for "))
    state, neighbour = shown.reading, (seat + 1) % shown.game.players
    if state.least[neighbour][number - 1] > 0:  # all know it
        return f"they must hold a {number}, since they asked for one"
    asked = [int(one.removeprefix("ask for ")) for one in others if one.startswith("ask for ")]
    denied = [one for one in asked if state.drawn[neighbour] == state.spent[neighbour][one - 1]]
    if denied:
        return f"they said no to {denied[0]} and have drawn nothing since"
    return ""


def _freaky(shown: Match, seat: int, move: str, _: list[str]) -> str:
    if move.startswith("take row"):
        after = shown.copy()
        after.play(seat, move)
        return f"it brings you {after.scores[seat] - shown.scores[seat]} cards"
    if move.startswith("play"):
        after = shown.copy()
        after.play(seat, move)
        before = sum(str(one).startswith("take") for one in shown.legal(seat))
        if sum(str(one).startswith("take") for one in after.legal(seat)) > before:
            return "it makes a row that you can take"
    return ""


_BY_GAME: dict[str, Callable[[Match, int, str, list[str]], Any]] = {
    "ka-blam": _ka_blam,
    "go-fox": _go_fox,
    "freaky": _freaky,
}
