"""Tables as a player reads them: cards by name, hands by seat. Stacks show the next card first; "..." is the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import parlour

from ..oracle.freaky import deck as freaky_deck

A, B, C, D, E, F = range(6)
SEATS = "ABCDEF"
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
NUMBERS = range(1, 12)
WORD_CARDS = [f"{colour} {number}" for colour in COLOURS for number in NUMBERS]
GAMES = ("ka-blam", "go-fox", "read-and-grab")
FREAKY_CARDS = freaky_deck()


def cards(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def ka_blam(
    top: str,
    *,
    pile: str = "...",
    turn: int = A,
    length: str = "short",
    options: dict[str, Any] | None = None,
    chance: int = 0,
    **rest: Any,
) -> parlour.Match:
    """`ka_blam("red 5", A="red 7, blue 5", B="green 1")`; what lies under the top card follows it."""
    hands, places = _hands(rest)
    position = {
        "players": len(hands),
        "options": {"length": length, **(options or {})},
        "to_act": [turn],
        "hands": hands,
        "discard": cards(top),
        "pile": cards(pile),
        "chance": hex(chance),
        **places,
    }
    return parlour.position("ka-blam", position)


def go_fox(
    *,
    pile: str = "...",
    turn: int = A,
    pairs: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    chance: int = 0,
    **rest: Any,
) -> parlour.Match:
    """`go_fox(A="red 7, blue 3", B="green 7", pairs={"A": "red 1 + blue 1"})`."""
    hands, places = _hands(rest)
    laid = [cards((pairs or {}).get(seat, "")) for seat in SEATS[: len(hands)]]
    position = {
        "players": len(hands),
        "options": options or {},
        "to_act": [turn],
        "hands": hands,
        "pairs": [[[card.strip() for card in pair.split("+")] for pair in mine] for mine in laid],
        "pile": cards(pile),
        "chance": hex(chance),
        **places,
    }
    return parlour.position("go-fox", position)


def read_and_grab(
    *, middle: str = "...", turn: int = A, options: dict[str, Any] | None = None, **rest: Any
) -> parlour.Match:
    """`read_and_grab(A="red 7", B="blue 7, green 7", middle="purple 7, ...")`: what lies in front of each."""
    fronts, places = _hands(rest)
    position = {
        "players": len(fronts),
        "options": options or {},
        "to_act": [turn],
        "front": fronts,
        "middle": cards(middle),
        **places,
    }
    return parlour.position("read-and-grab", position)


def freaky(
    *rows: str,
    players: int = 2,
    pile: str = "...",
    turn: int = A,
    taken: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    **rest: Any,
) -> parlour.Match:
    """`freaky("red/orange/1, red/blue/3", "green/red/5", A="blue/red/6, ...")`: rows with the last card last.

    Hands that are not given get three cards that are named nowhere else.
    """
    laid, won = [cards(row) for row in rows], [cards((taken or {}).get(seat, "")) for seat in SEATS[:players]]
    held = {seat: cards(rest.pop(seat)) for seat in SEATS if seat in rest}
    named = {card for group in (*laid, *won, *held.values(), cards(pile)) for card in group}
    spare = [card for card in FREAKY_CARDS if card not in named]
    position = {
        "players": players,
        "options": options or {},
        "to_act": [turn],
        "hands": [
            held.get(seat) or ([] if seat in held else [spare.pop() for _ in range(3)]) for seat in SEATS[:players]
        ],
        "rows": laid,
        "taken": won,
        "pile": cards(pile),
        **rest,
    }
    return parlour.position("freaky", position)


def legal(match: parlour.Match, seat: int) -> set[str]:
    return {str(move) for move in match.legal(seat)}


def choices(match: parlour.Match, seat: int) -> set[str]:
    return {str(move) for move in match.choices(seat)}


def hand(match: parlour.Match, seat: int) -> set[str]:
    return set(match.position()["hands"][seat])


def play(match: parlour.Match, *moves: str) -> None:
    """Play `"A: play red 7"` and so on: who moves is part of what is claimed."""
    for move in moves:
        seat, _, words = move.partition(": ")
        match.play(SEATS.index(seat), words)


def views(match: parlour.Match) -> list[dict[str, Any]]:
    """What each seat sees, and a spectator last."""
    return [match.view(seat) for seat in (*range(match.game.players), None)]


def names_in(view: object) -> Iterator[str]:
    """Every text anywhere in a view."""
    if isinstance(view, dict):
        for value in view.values():
            yield from names_in(value)
    elif isinstance(view, list):
        for value in view:
            yield from names_in(value)
    elif isinstance(view, str):
        yield view


def _hands(rest: dict[str, Any]) -> tuple[list[list[str]], dict[str, Any]]:
    hands = [cards(rest[seat]) for seat in SEATS if seat in rest]
    return hands, {key: value for key, value in rest.items() if key not in SEATS}
