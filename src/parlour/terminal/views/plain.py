"""The plain view: any game, from what its seat may see. The views of the games say only what they show otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.pretty import Pretty
from rich.table import Table
from rich.text import Text

from ...engine.game import Game, with_names
from ...engine.match import Move
from .. import look
from ..reading import Offer

YOU = 0  # the person's seat


@dataclass(frozen=True)
class Seen:
    """All that is known at the person's place at one moment."""

    game: Game
    view: dict[str, Any]  # Match.view of the person's seat
    choices: Sequence[Move]  # what the person may choose from; none while others move
    names: Sequence[str]
    width: int
    read: Sequence[str] = field(default=())  # the cards whose words were read last
    reader: int | None = None  # who read them
    fresh: bool = False  # whether that was just now, and nobody has been asked for a move since
    tight: int = 0  # how much there is to leave out for a low screen, from nothing to the view's `tightest`

    @property
    def others(self) -> list[int]:
        """In the order in which play to the left comes to them."""
        return list(range(1, len(self.names)))

    def who(self, seat: int) -> str:
        return "You" if seat == YOU else self.names[seat]

    def whose(self, seat: int) -> str:
        return "Your" if seat == YOU else f"{self.names[seat]}'s"

    def words(self, move: Move) -> str:
        return with_names(str(move), self.names)

    def word(self, card: str) -> str:
        """The word on a card that lies open or is the person's own; nothing on an action card."""
        colour, _, number = card.partition(" ")
        words = self.game.settings.get("words")
        return words.word(colour, int(number)) if words is not None and number.isdigit() else ""


class PlainView:
    """What is shown of a game, part by part, from top to bottom."""

    tightest = 0  # how often more can be left out where rows are few, see `Seen.tight`

    def facts(self, seen: Seen) -> str:
        """What kind of table it is, in a few words for the heading."""
        return f"{len(seen.names)} players"

    def around(self, seen: Seen) -> RenderableType:
        """The other seats and the middle of the table."""
        shown = {key: value for key, value in seen.view.items() if key not in ("game", "players", "seat", "words")}
        return Pretty(shown, expand_all=False)

    def yours(self, seen: Seen) -> RenderableType:
        """What lies before the person, with the moves to choose from."""
        return move_list(seen, self.numbered(seen))

    def numbered(self, seen: Seen) -> Sequence[Move]:
        """The moves that can be chosen by number, in the order of their numbers."""
        return seen.choices

    def offers(self, seen: Seen) -> Sequence[Offer]:
        """What the numbers stand for, where that is not always one move."""
        return self.numbered(seen)

    def which(self, seen: Seen, moves: Sequence[Move]) -> tuple[str, Sequence[str]]:
        """How to ask which of some moves under one number is meant: the question, and what to call them."""
        return "Which one?", [seen.words(move) for move in moves]

    def on_enter(self, seen: Seen) -> Move | None:
        """The move that an empty line makes; without one it draws the table again."""
        return None

    def words(self, seen: Seen, move: Move) -> str:
        """What to call a move."""
        return seen.words(move)

    def may_wait(self, seen: Seen) -> bool:
        """Whether an empty line leaves it to others to act first."""
        return False

    def is_silent(self, move: str) -> bool:
        """Whether a move is not worth telling even to the one who makes it."""
        return False

    def prompt(self, seen: Seen) -> Text:
        """What the person is asked for."""
        return Text("Your turn.")

    def example(self, seen: Seen) -> str:
        """A move as someone might type it."""
        return seen.words(seen.choices[0]) if seen.choices else ""

    def legend(self, seen: Seen) -> Sequence[tuple[Text, str]]:
        """Signs on the table that do not speak for themselves, and what they mean."""
        return ()

    def cards_read(self, before: dict[str, Any], after: dict[str, Any], move: str) -> list[str]:
        """The cards that all look at after this move: whose words are read, or that go off."""
        return []

    def settles(self, before: dict[str, Any]) -> bool:
        """Whether what is done now only settles what was played before. It is told together when all of it is over."""
        return False

    def interlude(self, before: dict[str, Any], after: dict[str, Any], names: Sequence[str]) -> RenderableType | None:
        """What everyone looks at before play goes on, such as the points of a round."""
        return None

    def verdict(self, seen: Seen) -> str:
        """Who won, in a few words, where it is not seat by seat."""
        return ""

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        """How it ended, seat by seat; `gains` are the points of each round or move that gave any."""
        return standing(seen, {seat: str(score) for seat, score in enumerate(scores)})


def move_list(seen: Seen, moves: Sequence[Move], first: int = 1) -> RenderableType:
    """Moves with the numbers to type, in columns."""
    return keyed_list([(str(number), seen.words(move)) for number, move in enumerate(moves, first)], seen.width)


def keyed_list(listed: Sequence[tuple[str, str]], width: int) -> RenderableType:
    """What to type, and what it stands for, in columns."""
    entries = [Text.assemble(look.key(typed), f" {words}") for typed, words in listed]
    if not entries:
        return Group()
    each = max(entry.cell_len for entry in entries) + 2
    columns = max(1, (width - 1) // each)
    grid = Table.grid(padding=(0, 0))
    for _ in range(min(columns, len(entries))):
        grid.add_column(width=each, no_wrap=True)
    for start in range(0, len(entries), columns):
        grid.add_row(*(Text(" ") + entry for entry in entries[start : start + columns]))
    return grid


def standing(seen: Seen, figures: dict[int, str], bars: Sequence[int] | None = None) -> RenderableType:
    """Seat by seat: a name, a bar if it helps, and a figure in words; winners are marked in words too."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for seat, figure in figures.items():
        won = seat in seen.view["winners"]
        style = "bold" if won else ""
        bar = "■" * min(bars[seat], seen.width // 2) if bars else ""
        grid.add_row(Text(seen.who(seat), style), Text(bar, look.PAINTS["green"].hex), Text(figure, style))
    return grid


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
