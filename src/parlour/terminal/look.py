"""How things look in a terminal: the colours with their letters and patterns, cards, seats and plates.

Nothing is said by colour alone: every colour comes with its letter and pattern, so that all of it can be read without
colours and in any theme.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .lettering import large

INK, WHITE = "#22201D", "#FFFFFF"
LINE = "#8F836B"  # between the light theme's lines and the dark one's: it shows on both
MARK = "[bold #D7263D]■[/] [bold #2F5DD0]●[/] [bold #2A9D5C]▲[/]"  # square, circle, triangle
CORNERS = {"miss": "×", "reverse": "⇄", "wild": "*", "ka-blam": "!"}  # noqa: RUF001  # what stands for a word in a corner


@dataclass(frozen=True)
class Paint:
    """A colour of the games: its letter, its pattern, and the text colour that can be read on it."""

    hex: str
    letter: str
    pattern: str
    text: str

    @property
    def style(self) -> str:
        return f"bold {self.text} on {self.hex}"

    @property
    def pattern_style(self) -> str:
        """White at 38 % over the colour."""
        parts = (int(self.hex[at : at + 2], 16) for at in (1, 3, 5))
        mixed = "".join(f"{round(part + (255 - part) * 0.38):02X}" for part in parts)
        return f"#{mixed} on {self.hex}"


PAINTS = {
    "red": Paint("#D7263D", "R", "╱", WHITE),  # noqa: RUF001
    "orange": Paint("#EE7B30", "O", "~", INK),
    "yellow": Paint("#F2B705", "Y", "·", INK),
    "green": Paint("#2A9D5C", "G", "┼", INK),
    "blue": Paint("#2F5DD0", "B", "│", WHITE),
    "purple": Paint("#7B3FA0", "P", "»", WHITE),
}
NO_COLOUR = Paint("#5E564A", " ", "◦", WHITE)  # wilds and the Exploding card: an ink that shows on black, too


def paint_of(card: str) -> Paint:
    return PAINTS.get(card.split()[0], NO_COLOUR)


def value_of(card: str) -> str:
    """What a card shows besides its colour: "7", "+2", "wild"."""
    return card.split()[-1]


def _corner(card: str) -> str:
    return CORNERS.get(value_of(card), value_of(card))


def _plate(card: str, word: str) -> str:
    """What stands on the white plate: the word, or the action's name."""
    return word or ("ka-blam!" if card == "ka-blam" else value_of(card))


def hand_order(card: str) -> tuple[int, int, str]:
    """Colour by colour, numbers first, then actions; wilds last."""
    colours = list(PAINTS)
    colour, value = card.split()[0], value_of(card)
    place = colours.index(colour) if colour in colours else len(colours)
    return place, int(value) if value.isdigit() else 99, value


# Inline


def colour_chip(colour: str) -> Text:
    paint = PAINTS[colour]
    return Text(f" {paint.letter} {colour} ", paint.style)


def letters_chip(colours: Iterable[str]) -> Text:
    """The letters of some colours side by side, each on its colour."""
    chip = Text()
    for colour in colours:
        chip.append(PAINTS[colour].letter, PAINTS[colour].style)
    return chip


def key(text: str) -> Text:
    """A number or letter to type."""
    return Text(f" {text} ", "bold reverse")


def note(text: str | Text) -> RenderableType:
    """A line said to the person, in line with the table."""
    return Padding(text if isinstance(text, Text) else Text(text), (0, 1))


def heading(title: str, facts: str = "") -> RenderableType:
    line = Table.grid(expand=True, padding=(0, 1))
    line.add_column(no_wrap=True)
    line.add_column(justify="right")
    line.add_row(Text.from_markup(f" {MARK}  [bold]{title}[/]"), Text(facts, LINE))
    return line


# Cards: each is a list of rows, so that cards can stand side by side and be lifted

Rows = list[Text]
CARD_WIDTH, SMALL_WIDTH, PILE_WIDTH = 9, 7, 9


def card(name: str, word: str = "") -> Rows:
    """A card of three rows: value and letter above and below, the word on a white plate."""
    return [*small_card(name, word, CARD_WIDTH), _band(paint_of(name), _corner(name), CARD_WIDTH, turned=True)]


def small_card(name: str, word: str = "", width: int = SMALL_WIDTH) -> Rows:
    """The same without the lower row, for large hands."""
    paint = paint_of(name)
    plate = (_centred(_plate(name, word), width - 2), f"bold {INK} on {WHITE}")
    return [_band(paint, _corner(name), width), Text.assemble(_left(paint), plate, _right(paint))]


def big_card(name: str, word: str, width: int) -> Rows:
    """The card that counts now, seven rows high, with its word large on the plate; at most `width` wide."""
    paint = paint_of(name)
    lettering = large(_plate(name, word), width - 4)
    if len(lettering) == 1:
        lettering = ["", "", *lettering, "", ""]
    inner = max(cell_len(row) for row in lettering)
    room = max(13, min(inner + 4, width - 2))
    rows = [_band(paint, f" {_corner(name)} ", room + 2)]
    for row in lettering:
        plate = (_centred(set_cell_size(row, inner), room), f"bold {INK} on {WHITE}")
        rows.append(Text.assemble(_left(paint), plate, _right(paint)))
    return [*rows, _band(paint, f" {_corner(name)} ", room + 2, turned=True)]


def circle_card(name: str) -> Rows:
    """A card of three rows with a circle in the middle, from its name: background/circle/value."""
    background, circle, value = name.split("/")
    paint, inner = PAINTS[background], PAINTS[circle]
    ring = (f"( {inner.letter} )", inner.style)
    edge = (paint.pattern * ((CARD_WIDTH - 7) // 2), paint.pattern_style)
    middle = Text.assemble(_left(paint), edge, ring, edge, _right(paint))
    return [_band(paint, value, CARD_WIDTH), middle, _band(paint, value, CARD_WIDTH, turned=True)]


def overlapped(names: Sequence[str], width: int) -> Rows:
    """Cards of that kind in a row, each under the next: background, circle and value; the last card is seen whole."""
    lines = [Text()]
    for number, name in enumerate(names, 1):
        background, circle, value = name.split("/")
        paint, inner = PAINTS[background], PAINTS[circle]
        parts = [_left(paint), (paint.letter, paint.style), (inner.letter, inner.style), (value, paint.style)]
        if number == len(names):
            ring = (f"({inner.letter})", inner.style)
            parts = [_left(paint), (f"{paint.letter} ", paint.style), ring, (f" {value}", paint.style), _right(paint)]
        shown = Text.assemble(*parts)
        if lines[-1].cell_len + shown.cell_len > width:
            lines.append(Text())
        lines[-1].append_text(shown)
    return lines


def in_hand(rows: Rows, mark: str | None) -> Rows:
    """A card as it is held: one that can be played is lifted, with the number to type (`mark`) under it."""
    width = rows[0].cell_len
    if mark is None:
        return [Text(" " * width), *rows]
    left = (width - len(mark) - 2) // 2
    under = Text(" " * left).append(f" {mark} ", "bold reverse" if mark else "")
    under.pad_right(width - under.cell_len)
    return [*rows, under]


def pile(count: int) -> Rows:
    """A face-down pile, as high as a big card, and how many cards it has."""
    marks = ("■ ● ▲", "● ▲ ■", "▲ ■ ●")
    room = PILE_WIDTH - 2
    rows = [Text(f"▏{_centred(marks[row % 3], room)}▕", "#A9D0C3 on #3B6F62") for row in range(6)]
    return [*rows, Text(f"▏{_centred(str(count), room)}▕", f"bold {WHITE} on #3B6F62")]


def side_by_side(cards: Sequence[Rows], width: int, gap: int = 1, indent: int = 1) -> RenderableType:
    """Cards in rows of as many as fit."""
    if not cards:
        return Group()
    each = cards[0][0].cell_len
    in_a_row = max(1, (width - indent + gap) // (each + gap))
    lines: list[Text] = []
    for start in range(0, len(cards), in_a_row):
        for row in zip(*cards[start : start + in_a_row], strict=True):
            lines.append(Text(" " * indent).append_text(Text(" " * gap).join(row)))
    return Group(*lines)


def _band(paint: Paint, value: str, width: int, turned: bool = False) -> Text:
    """An edge of a card in its colour and pattern, with value and letter at its ends."""
    letter = f" {paint.letter} " if value.startswith(" ") else paint.letter
    left, right = (letter, value) if turned else (value, letter)
    if value.strip() == CORNERS["wild"]:
        return _wheel(width)
    pattern = paint.pattern * (width - 2 - cell_len(left + right))
    return Text.assemble(
        _left(paint), (left, paint.style), (pattern, paint.pattern_style), (right, paint.style), _right(paint)
    )


def _wheel(width: int) -> Text:
    """An edge of a wild: all six colours."""
    times = (width - 2) // len(PAINTS) or 1
    wheel = letters_chip(list(PAINTS) * times)
    ink = NO_COLOUR.style
    left = (width - wheel.cell_len) // 2
    return Text.assemble((" " * left, ink), wheel, (" " * (width - left - wheel.cell_len), ink))


def _left(paint: Paint) -> tuple[str, str]:
    # The line cannot be seen on its own colour; it is there for when colours are not shown.
    return "▏", f"{paint.hex} on {paint.hex}"


def _right(paint: Paint) -> tuple[str, str]:
    return "▕", f"{paint.hex} on {paint.hex}"


def _centred(text: str, room: int) -> str:
    """In the middle; what is too long is cut, with a sign that it is."""
    if cell_len(text) > room:
        text = set_cell_size(text, room - 1).rstrip() + "…"
    left = (room - cell_len(text)) // 2
    return set_cell_size(" " * left + text, room)


# Seats


def seat_box(name: str, lines: Sequence[Text | str], width: int, turn: bool) -> Rows:
    """A seat at the table; the one whose turn it is has a strong outline and a pointer."""
    style = "bold" if turn else LINE
    room = width - 2
    shown = set_cell_size(f"{'▶ ' if turn else ''}{name}", min(cell_len(name) + (2 if turn else 0), room - 2))
    upper = Text.assemble(("┏ " if turn else "╭ ", style), (shown, "bold"))
    upper.append(" " + ("━" if turn else "─") * (room - 2 - cell_len(shown)) + ("┓" if turn else "╮"), style)
    side = "┃" if turn else "│"
    rows = [upper]
    for line in lines:
        content = line.copy() if isinstance(line, Text) else Text(line)
        content.truncate(room - 1, overflow="ellipsis", pad=True)
        rows.append(Text.assemble((side + " ", style), content, (side, style)))
    rows.append(Text(f"{'┗' if turn else '╰'}{('━' if turn else '─') * room}{'┛' if turn else '╯'}", style))
    return rows


def in_a_line(boxes: Sequence[Rows], joint: str) -> RenderableType:
    """Seats side by side, with the way that play goes shown between them."""
    lines = []
    for number, row in enumerate(zip(*boxes, strict=True)):
        between = (joint if number == 1 else " " * cell_len(joint), "bold")
        line = Text.assemble(between)
        for part in row:
            line.append_text(part).append(*between)
        lines.append(line)
    return Group(*lines)
