"""READ AND GRAB in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...components.deck import NUMBERS
from ...engine.match import Move
from .. import look
from .plain import YOU, PlainView, Seen, counted, move_list, standing


class ReadAndGrabView(PlainView):
    """The middle, the card turned over, and who has what of each number."""

    def facts(self, seen: Seen) -> str:
        return "call it yourself" if seen.view["grabs"] == "call" else "grabs are offered"

    def around(self, seen: Seen) -> RenderableType:
        middle = Table.grid(padding=(0, 2, 0, 0))
        row: list[RenderableType] = [Group(*(Text(" ") + line for line in look.pile(seen.view["middle"])))]
        room = seen.width - look.PILE_WIDTH - 4
        if 0 < len(seen.read) <= 2:
            share = room // len(seen.read) - 2
            row += [Group(*look.big_card(card, seen.word(card), share)) for card in seen.read]
        elif seen.read:
            cards = [look.card(card, seen.word(card)) for card in seen.read]
            row.append(Group("", look.side_by_side(cards, room)))
        if seen.read and seen.reader is not None:
            row.append(Text(f"{seen.whose(seen.reader)}\nword{'s' if len(seen.read) > 1 else ''}", look.LINE))
        else:
            row.append(Text("\nTurn over a card, read it,\nand look around the table:\nwho has cards of its number?"))
        middle.add_row(*row)
        return Group(middle, Text(), *self._grids(seen))

    def _grids(self, seen: Seen) -> list[RenderableType]:
        """Seats by numbers; in two parts where one is too wide."""
        widths = {number: max([3, *(len(_held(front, number)) for front in seen.view["front"])]) for number in NUMBERS}
        names = max(len(seen.who(seat)) for seat in range(len(seen.names))) + 4
        if names + sum(widths.values()) + len(widths) <= seen.width:
            parts = [NUMBERS]
        else:
            parts = [NUMBERS[:6], NUMBERS[6:]]
        return [self._grid(seen, part, widths) for part in parts]

    def _grid(self, seen: Seen, numbers: Sequence[int], widths: dict[int, int]) -> RenderableType:
        view = seen.view
        grid = Table(box=None, padding=(0, 1, 0, 0), header_style=look.LINE)
        grid.add_column("", no_wrap=True)
        for number in numbers:
            grid.add_column(str(number), no_wrap=True, min_width=widths[number])
        for seat in [*seen.others, YOU]:
            turn = seat in view["to_act"]
            row = [Text(f" {'▶' if turn else ' '} {seen.who(seat)}", "bold" if turn else "")]
            for number in numbers:
                held = _held(view["front"][seat], number)
                if number in view["complete"][seat]:
                    row.append(Text.assemble(("SET", "bold reverse")))
                else:
                    row.append(look.letters_chip(held) if held else Text("·", look.LINE))
            grid.add_row(*row)
        return grid

    def numbered(self, seen: Seen) -> Sequence[Move]:
        """Where one calls for oneself only what is no claim has a number: a list of claims would be a hint."""
        if seen.view["grabs"] == "call":
            return [move for move in seen.choices if not str(move).startswith("grab")]
        return sorted(seen.choices, key=lambda move: not str(move).startswith("grab"))

    def yours(self, seen: Seen) -> RenderableType:
        complete = seen.view["complete"][YOU]
        shown = ", ".join(f"{number}s" for number in complete) or "none yet"
        return Group(Text(f" Your complete sets: {shown}", "bold"), move_list(seen, self.numbered(seen)))

    def prompt(self, seen: Seen) -> Text:
        if seen.view["stage"] == "turn":
            return Text("Your turn: turn over a card.")
        turned = seen.view["turned"]
        if seen.view["grabs"] == "call":
            return Text(f"You turned over {turned}. Grab what you spot, or finish.")
        many = len(seen.choices) > 1
        return Text(f"You turned over {turned}. {'Grab, or finish.' if many else 'There is nothing to grab: finish.'}")

    def example(self, seen: Seen) -> str:
        if seen.view["stage"] == "grab":
            return f"grab 7 {seen.names[1].lower()}"  # always the same, so that it is no hint
        return str(seen.choices[0]) if seen.choices else ""

    def cards_read(self, before: dict[str, Any], after: dict[str, Any], move: str) -> list[str]:
        if move == "turn over":
            return [after["turned"]]
        if move.startswith("grab"):
            seat = int(move.split()[-1])
            return [card for card in before["front"][seat] if card not in after["front"][seat]]
        return []

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        figures = {}
        for seat, numbers in enumerate(seen.view["complete"]):
            which = f": {', '.join(f'{number}s' for number in numbers)}" if numbers else ""
            figures[seat] = f"{counted(scores[seat], 'set')}{which}"
        return standing(seen, figures, scores)


def _held(front: Sequence[str], number: int) -> list[str]:
    """The colours that someone has of a number."""
    return [card.split()[0] for card in front if look.value_of(card) == str(number)]
