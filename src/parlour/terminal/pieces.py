"""The pieces and cards of Shapes in a line of text: each with its colour's letter and pattern, a sign and its name."""

from __future__ import annotations

from rich.text import Text

from ..components.piece_set import SHAPES
from ..components.shapes_deck import CLEAR_THE_BOARD, COLOURS, STOP_TURN, WILD
from . import look
from .look import INK, NO_COLOUR, WHITE, Paint

PAINTS = {**{colour: look.PAINTS[colour] for colour in COLOURS}, "white": Paint(WHITE, "W", " ", INK)}
SIGNS = dict(zip(SHAPES, ("■", "▬", "━", "▲", "◣", "●", "◓", "◢◣", "▙", "∩"), strict=True))
_COLOURLESS = (WILD, STOP_TURN, CLEAR_THE_BOARD)
PLATFORM = "#6B6358"  # a black that shows on black


def paint_of(name: str) -> Paint:
    """Of a piece or a card; wilds and actions have no colour of their own."""
    return PAINTS.get(name.split()[0], NO_COLOUR)


def shape_of(name: str) -> str:
    """What a card shows besides its colour: a shape, or what it does."""
    colour, _, shape = name.partition(" ")
    return shape if colour in PAINTS else name


def chip(name: str, brief: bool = False) -> Text:
    """A piece or card on its colour: pattern, letter, sign, name; in brief only letter and sign."""
    paint, shape = paint_of(name), shape_of(name)
    if paint is NO_COLOUR:
        return Text(f" {'* ' if name == WILD else ''}{name} ", paint.style)
    edge = (paint.pattern, paint.pattern_style)
    if brief:
        return Text(f"{paint.letter}{SIGNS[shape]}", paint.style)
    return Text.assemble(edge, (f"{paint.letter} {SIGNS[shape]} {shape}", paint.style), edge)


def order(name: str) -> tuple[int, int]:
    """Colour by colour, and in a colour shape by shape; then wilds and actions."""
    if name in _COLOURLESS:
        return len(PAINTS), _COLOURLESS.index(name)
    return list(PAINTS).index(name.split()[0]), list(SIGNS).index(shape_of(name))
