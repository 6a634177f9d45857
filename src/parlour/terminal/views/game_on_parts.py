"""What the tables of both Game-On games show alike."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ...components.game_on_cards import COLOURS, SHAPES, GameCard, GameOnCards
from .. import shapes
from .plain import Seen


def used(move: str) -> str:
    """The Player Card that a move takes from the hand."""
    return move.partition(" with ")[2].partition(" as ")[0]


def cards_of(seen: Seen) -> GameOnCards:
    cards: GameOnCards = seen.game.settings["cards"]
    return cards


def card_named(seen: Seen, name: str) -> GameCard:
    return cards_of(seen).game_cards[cards_of(seen).short_names.index(name)]


def omni_in_brief(seen: Seen, card: str) -> str:
    """What an OMNI shows, for a line of text."""
    if not card.startswith("omni"):
        return ""
    colours = cards_of(seen).omnis[int(card.split()[1]) - 1]
    return " ".join(in_brief([f"{COLOURS[colour]} {shape}"]) for colour, shape in zip(colours, SHAPES, strict=True))


def in_brief(cards: Sequence[str]) -> str:
    """Player Cards in brief and without colours."""
    return " ".join(shapes.player_chip(card).plain for card in cards)


def runs(numbers: Sequence[int]) -> str:
    """`runs([1, 4, 5, 6])` is "1 4-6"."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in found)


def padded(rows: Sequence[Text], width: int) -> list[Text]:
    """Rows of one width."""
    for row in rows:
        row.truncate(width - 1, overflow="ellipsis", pad=True)
    return list(rows)


def flow(entries: Sequence[Text], width: int, label: Text) -> list[Text]:
    """Things side by side, in as many lines as it takes, all of them to the right of a label."""
    indent = label.cell_len + 1
    lines = [Text.assemble(label, " ")]
    for entry in entries:
        if lines[-1].cell_len + entry.cell_len + 2 > width and lines[-1].cell_len > indent:
            lines.append(Text(" " * indent))
        lines[-1].append_text(entry).append("  ")
    return lines
