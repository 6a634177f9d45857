"""The cards of Shapes, and the names of its pieces: a card for each coloured piece, Wilds, and two kinds of actions."""

from __future__ import annotations

import numpy as np

from .component import Component
from .piece_set import SHAPES

COLOURS = ("red", "green", "blue", "yellow")
WILD, STOP_TURN, CLEAR_THE_BOARD = "wild", "stop turn", "clear the board"

# A coloured card has the number of its piece; then come the Wilds, as many as white pieces, and the actions. SH-1, SH-2
PIECE_NAMES = tuple(f"{colour} {shape}" for colour in (*COLOURS, "white") for shape in SHAPES)
PIECES, COLOURED = len(PIECE_NAMES), len(COLOURS) * len(SHAPES)
MOST_ACTIONS = 2
CARD_NAMES = (
    *PIECE_NAMES[:COLOURED],
    *[WILD] * len(SHAPES),
    *[STOP_TURN] * MOST_ACTIONS,
    *[CLEAR_THE_BOARD] * MOST_ACTIONS,
)
CARDS = len(CARD_NAMES)


def run_of(first: int, count: int) -> np.uint64:
    """The set of `count` cards, or pieces, from `first` on."""
    return np.uint64(((1 << count) - 1) << first)


# Sets of cards and sets of pieces are single words, a bit for each.
COLOURED_CARDS = COLOURED_PIECES = run_of(0, COLOURED)
WILDS = WHITE_PIECES = run_of(COLOURED, len(SHAPES))
STOPS = run_of(PIECES, MOST_ACTIONS)
CLEARS = run_of(PIECES + MOST_ACTIONS, MOST_ACTIONS)


class ShapesDeck(Component):
    """Coloured cards by name, each at most once; the others by count."""

    kind = "Shapes deck"
    folder = "shapes_deck"

    cards: tuple[int, ...]  # numbers of cards, lowest first

    def check(self) -> None:
        self.only_keys(self.content, ("title", "cards", "wild", "stop_turn", "clear_the_board"))
        listed = self.content.get("cards")
        if not isinstance(listed, list):
            raise self.wrong(f"expected cards = [...] with the coloured cards, found {listed!r}")
        coloured = [self._card(place, name) for place, name in enumerate(listed, 1)]
        for place, card in enumerate(coloured):
            if card in coloured[:place]:  # SH-2
                raise self.wrong(f"card {place + 1}, {CARD_NAMES[card]!r}, stands twice; there is one piece for it")
        wilds = self._count("wild", len(SHAPES), f"as there are {len(SHAPES)} white pieces")  # SH-2
        stops = self._count("stop_turn", MOST_ACTIONS, "")
        clears = self._count("clear_the_board", MOST_ACTIONS, "")
        if not coloured and not wilds:
            raise self.wrong("expected at least one card that has a piece, found none")
        starts = ((COLOURED, wilds), (PIECES, stops), (PIECES + MOST_ACTIONS, clears))
        others = [card for start, count in starts for card in range(start, start + count)]
        self.cards = (*sorted(coloured), *others)

    def _card(self, place: int, name: object) -> int:
        if name not in PIECE_NAMES[:COLOURED]:
            raise self.wrong(f'card {place}: {name!r} is no coloured piece; expected a name such as "red half disc"')
        return PIECE_NAMES.index(str(name))

    def _count(self, key: str, most: int, why: str) -> int:
        count = self.content.get(key, 0)
        if type(count) is not int or not 0 <= count <= most:
            raise self.wrong(f"{key}: expected a number from 0 to {most}{', ' if why else ''}{why}; found {count!r}")
        return count
