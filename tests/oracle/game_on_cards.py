"""The cards of Game-On: the clauses GC-1 to GC-4, and what can be read off a card's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

# GC-3: the colours, the Card Types (their places are the numbers t); GC-1: the three shapes.
COLOURS = ("red", "yellow", "blue", "white")
SHAPES = ("square", "circle", "triangle")
TYPES = ("sun", "moon", "star", "leaf", "drop", "flame")
BLACK_CARD = "black card"
# GC-4: the colours of the square, the circle and the triangle of each OMNI.
OMNIS = {
    "omni 1": ("red", "yellow", "blue"),
    "omni 2": ("yellow", "blue", "white"),
    "omni 3": ("blue", "white", "red"),
}


def game_cards(kinds: Sequence[str] = TYPES) -> list[str]:
    """The Game Cards of these types, by their long names."""
    return [card for kind in kinds for card in _of_type(kind)]


def _of_type(kind: str) -> list[str]:
    """GC-3: the 16 Game Cards of a type."""
    t = TYPES.index(kind)
    cards: list[str] = []
    # 8 with three different colours: every third one of the 24 orderings in dictionary order, i from 0.
    orderings = [colours for i, colours in enumerate(permutations(COLOURS, 3)) if i % 3 == t % 3]
    for number, colours in enumerate(orderings, 1):
        # 2 points; the 2nd, 4th, 6th and 8th have a chevron.
        cards.append(_long_name(kind, colours, "2 points", "chevron" if number % 2 == 0 else ""))
    # 4 with one colour, 3 points and a chevron.
    for colour in COLOURS:
        cards.append(_long_name(kind, (colour, colour, colour), "3 points", "chevron"))
    # 4 with one black shape, 1 point and a convert symbol.
    for j in range(4):
        shown = [COLOURS[j], COLOURS[(j + 1 + t % 3) % 4]]
        shown.insert((t + j) % 3, "black")
        cards.append(_long_name(kind, tuple(shown), "1 point", f"convert {COLOURS[j]}"))
    return cards


def _long_name(kind: str, colours: tuple[str, ...], points: str, mark: str) -> str:
    shapes = ", ".join(f"{colour} {shape}" for colour, shape in zip(colours, SHAPES, strict=True))
    return "; ".join(part for part in (f"{kind}: {shapes}", points, mark) if part)


SHORT_NAMES = {card: f"{kind} {number}" for kind in TYPES for number, card in enumerate(_of_type(kind), 1)}


def player_deck() -> list[str]:
    """GC-4: 12 coloured shapes and 3 black ones, twice each, and the 3 OMNIs: 33 cards."""
    return [f"{colour} {shape}" for colour in (*COLOURS, "black") for shape in SHAPES for _ in range(2)] + list(OMNIS)


def colour_on(game_card: str, shape: str) -> str:
    """The colour of that shape on the Game Card."""
    shapes = game_card.split("; ")[0].split(": ")[1].split(", ")
    return next(words.split(" ")[0] for words in shapes if words.split(" ")[1] == shape)


def points_on(game_card: str) -> int:
    found = re.search(r"; (\d) points?", game_card)
    return int(found[1]) if found else 0


def has_chevron(game_card: str) -> bool:
    return game_card.endswith("; chevron")


def convert_symbol(game_card: str) -> str | None:
    """The colour of the convert symbol, if there is one."""
    found = re.search(r"; convert (\w+)$", game_card)
    return found[1] if found else None


def faces(player_card: str, conversion: str | None = None) -> dict[str, str]:
    """What a Player Card can be played as: for each shape that it shows, the colour.

    GC-15: after a conversion the shapes count as that colour; OMNIs and black cards convert like any other.
    """
    if player_card in OMNIS:
        shown = dict(zip(SHAPES, OMNIS[player_card], strict=True))  # GC-2, GC-12
    else:
        colour, shape = player_card.split(" ")
        shown = {shape: colour}
    return {shape: conversion or colour for shape, colour in shown.items()}


def match(colour: str, other: str) -> bool:
    """GC-11: shapes of one kind match if they have one colour; black on either card is wild."""
    return colour == other or "black" in (colour, other)
