"""Coloured shapes and the cards that show them: the Game Cards and Player Cards of the Game-On box.

As everywhere at the table a colour comes with its letter, and a shape with its sign.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..components.game_on_cards import COLOUR_NAMES, COLOURS, SHAPES, GameCard, GameOnCards
from . import look
from .look import INK, NO_COLOUR, WHITE, Paint, Rows

PAINTS = {
    **{colour: look.PAINTS[colour] for colour in ("red", "yellow", "blue")},
    "white": Paint(WHITE, "W", " ", INK),
    "black": Paint(INK, "K", " ", WHITE),
}
FILLED, OUTLINED = "■●▲", "□○△"  # square, circle, triangle; white ones are outlined
CHEVRON, CONVERT, WHOLE = "^", "»", "✓"
PLATE, PAPER = "#C9DCC2", "#F1EBDD"  # the upper and the lower part of a Game Card

NARROWEST = 10  # Game Card
PLAYER_WIDTH = 12


# Inline


def chip(colour: str, shape: str, room: int = 2) -> Text:
    """A coloured shape by its sign and letter."""
    sign, letter = (OUTLINED if colour == "white" else FILLED)[SHAPES.index(shape)], PAINTS[colour].letter
    shown = f"{sign} {letter}" if room in (3, 5) else f"{sign}{letter}"
    return Text(shown.center(room), PAINTS[colour].style)


def colour_letter(colour: str) -> Text:
    return Text(PAINTS[colour].letter, PAINTS[colour].style)


def colour_chip(colour: str) -> Text:
    return Text(f" {PAINTS[colour].letter} {colour} ", PAINTS[colour].style)


def player_chip(name: str) -> Text:
    """A Player Card by its name: a coloured shape, or an OMNI with its number."""
    first, second = name.split()
    return _omni(second) if first == "omni" else chip(first, second)


def cover_chip(name: str) -> Text:
    """A Player Card that lies on a shape, which its own shape must be: only its colour is worth showing."""
    first, second = name.split()
    return _omni(second) if first == "omni" else colour_letter(first)


def _omni(number: str) -> Text:
    return Text(f"O{number}", NO_COLOUR.style)


def card_letters(card: GameCard) -> Text:
    """The colours of a Game Card's square, circle and triangle, in this order."""
    return Text().join(colour_letter(COLOUR_NAMES[colour]) for colour in card.colours)


def card_marks(card: GameCard) -> Text:
    """A Game Card's points, and its chevron or convert symbol."""
    shown = Text(str(card.points), "bold")
    if card.chevron:
        shown.append(CHEVRON, "bold")
    if card.convert >= 0:
        shown.append(CONVERT).append_text(colour_letter(COLOURS[card.convert]))
    return shown


# Cards


def game_card(
    card: GameCard,
    name: str,
    width: int,
    below: Sequence[Sequence[Text]] = (),
    whole: Sequence[int] = (),
    flat: bool = False,
) -> Rows:
    """A Game Card: name, points and symbol on its upper part, the three shapes on its lower part.

    `below` are further rows that have something for each shape; those in `whole` are marked at the right end. A flat
    card has its points and symbol beside its name, if it is wide enough.
    """
    room = width - 2
    if flat and room >= 12:
        upper = [_apart(Text(name, "bold"), card_marks(card), room)]
    else:
        upper = [Text(name, "bold"), _apart(_points(card, room), _symbol(card, room), room)]
    each = min(5, (room + 1) // 3 - 1)
    shapes = [chip(COLOUR_NAMES[colour], shape, each) for colour, shape in zip(card.colours, SHAPES, strict=True)]
    rows = [_row(line, width, PLATE) for line in upper]
    for number, cells in enumerate([shapes, *below], -1):
        rows.append(_row(_in_cells(cells, room, each), width, PAPER, WHOLE if number in whole else "▕"))
    return rows


def rows_above_shapes(width: int, flat: bool) -> int:
    """How high the upper part of such a Game Card is."""
    return 1 if flat and width >= 14 else 2


def _points(card: GameCard, room: int) -> Text:
    return Text(f"{card.points} {'point' if room > 10 else 'pt'}{'' if card.points == 1 else 's'}")


def _symbol(card: GameCard, room: int) -> Text:
    if card.chevron:
        return Text(f"{CHEVRON} chevron" if room > 17 else CHEVRON, "bold")
    if card.convert >= 0:
        colour = COLOURS[card.convert]
        return Text(CONVERT, "bold").append_text(colour_chip(colour) if room > 19 else colour_letter(colour))
    return Text()


def no_card(width: int, height: int) -> Rows:
    """A place where no Game Card lies."""
    middle = [Text(f"╎{' ' * (width - 2)}╎", look.LINE) for _ in range(height - 2)]
    return [Text(f"╭{'╌' * (width - 2)}╮", look.LINE), *middle, Text(f"╰{'╌' * (width - 2)}╯", look.LINE)]


def player_card(name: str, cards: GameOnCards) -> Rows:
    """A Player Card of three rows: colour and shape above, their names below. An OMNI shows its three shapes."""
    first, second = name.split()
    room = PLAYER_WIDTH - 2
    if first == "omni":
        colours = zip(cards.omnis[int(second) - 1], SHAPES, strict=True)
        ring = Text(" ").join(chip(COLOURS[colour], shape) for colour, shape in colours)
        lines = [Text(f"OMNI {second}", "bold"), ring, Text("pick one")]
        return [_row(_centred(line, room), PLAYER_WIDTH, PAPER) for line in lines]
    paint = PAINTS[first]
    band = chip(first, second).plain.center(room, paint.pattern)
    upper = _row(Text(band, paint.style), PLAYER_WIDTH, paint.hex)
    return [upper, *(_row(_centred(Text(word), room), PLAYER_WIDTH, PAPER) for word in (first, second))]


def _row(content: Text, width: int, ground: str, end: str = "▕") -> Text:
    """A row of a card on its ground, between edges that are seen only where there are no colours."""
    row = Text.assemble(("▏", f"{ground} on {ground}"), style=f"{INK} on {ground}").append_text(content)
    row.append(" " * (width - 1 - row.cell_len))
    return row.append(end, f"{ground} on {ground}" if end == "▕" else f"bold {INK} on {ground}")


def _in_cells(cells: Sequence[Text], room: int, each: int) -> Text:
    """Three things in three equal parts of a row, each in the middle of its part."""
    line = Text()
    for number, cell in enumerate(cells):
        start = number * ((room + 1) // 3)
        line.append(" " * (start - line.cell_len)).append_text(_centred(cell, each))
    return line


def _apart(left: Text, right: Text, room: int) -> Text:
    return left.append(" " * (room - left.cell_len - right.cell_len)).append_text(right)


def _centred(text: Text, room: int) -> Text:
    return Text(" " * ((room - text.cell_len) // 2)).append_text(text)
