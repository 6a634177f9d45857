"""Freaky in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...engine.match import Move
from .. import look
from .plain import YOU, PlainView, Seen, counted, move_list, standing


class FreakyView(PlainView):
    """The rows as overlapping cards, and under each card of the hand where it can go."""

    def facts(self, seen: Seen) -> str:
        return "spot it yourself" if seen.view["taking"] == "spot" else "help me: rows to take are marked"

    def around(self, seen: Seen) -> RenderableType:
        middle = Table.grid(padding=(0, 2, 0, 0))
        pile = Group(*(Text(" ") + line for line in look.pile(seen.view["pile"])))
        middle.add_row(pile, self._rows(seen, seen.width - look.PILE_WIDTH - 4))
        return Group(self._seats(seen), middle)

    def _seats(self, seen: Seen) -> RenderableType:
        view = seen.view
        joint = " ▶ " if seen.width >= 17 * len(seen.others) + 3 else "▶"
        each = min(24, (seen.width - len(joint) * (len(seen.others) + 1)) // len(seen.others))
        boxes = []
        for seat in seen.others:
            lines = [Text(f"{view['taken'][seat]} taken", "bold"), Text(counted(view["hand_sizes"][seat], "card"))]
            boxes.append(look.seat_box(seen.who(seat), lines, each, seat in view["to_act"]))
        return look.in_a_line(boxes, joint)

    def _rows(self, seen: Seen, room: int) -> RenderableType:
        """Each with its number; where help is wanted, those that can be taken are marked."""
        rows = seen.view["rows"]
        if not rows:
            return Text("\nThere are no rows: any card starts one.")
        shown = {str(move) for move in seen.choices} if seen.view["taking"] == "help" else set()
        grid = Table.grid(padding=(0, 1, 0, 0))
        for number, cards in enumerate(rows, 1):
            can_take = f"take row {number}" in shown
            lines = look.overlapped(cards, room - 11 if can_take else room - 4)
            if can_take:
                lines[-1].append(" ◀ take", "bold")
            grid.add_row(Text(f" {number} ", "bold"), Group(*lines))
        return grid

    def numbered(self, seen: Seen) -> Sequence[Move]:
        """Plays in the order of the hand, then the rest. Claims are not numbered where one spots for oneself."""
        hand = seen.view["hand"]
        claims = seen.view["taking"] == "spot"
        moves = [move for move in seen.choices if not (claims and _is_claim(move))]
        return sorted(moves, key=lambda move: _order(str(move), hand))

    def yours(self, seen: Seen) -> RenderableType:
        view, moves = seen.view, self.numbered(seen)
        title = Text(f" Your hand: {counted(len(view['hand']), 'card')}", "bold")
        title.append(f"   {counted(view['taken'][YOU], 'card')} taken", look.LINE)
        grid = Table.grid(padding=(0, 2, 0, 0))
        columns = []
        for card in view["hand"]:
            ways = [Text.assemble(look.key(str(n)), f" {_way(str(m))}") for n, m in enumerate(moves, 1) if _of(m, card)]
            columns.append(
                Group(*(Text(" ") + row for row in look.circle_card(card)), *(Text(" ") + way for way in ways))
            )
        grid.add_row(*columns)
        others = [move for move in moves if not any(_of(move, card) for card in view["hand"])]
        return Group(title, grid, move_list(seen, others, len(moves) - len(others) + 1))

    def prompt(self, seen: Seen) -> Text:
        view = seen.view
        if len(view["hand"]) == 3:
            return Text("Your turn: play one, two or three cards, then take what you can.")
        on = "Play on, " if view["stage"] == "play" else ""
        if view["taking"] == "spot":
            return Text(f"{on}{'t' if on else 'T'}ake a row with four of a kind if you spot one, or finish.")
        can_take = any(_is_claim(move) for move in seen.choices)
        return Text(
            f"{on}{'take a row, ' if can_take else ''}or finish." if on or can_take else "Nothing to take: finish."
        )

    def example(self, seen: Seen) -> str:
        if any(_is_claim(move) for move in seen.choices):
            return "take 1"  # always the same, so that it is no hint
        moves = self.numbered(seen)
        return str(moves[0]).removeprefix("play ") if moves else ""

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        return standing(seen, {seat: counted(score, "card") for seat, score in enumerate(scores)}, scores)


def _is_claim(move: Move) -> bool:
    return str(move).startswith("take")


def _of(move: Move, card: str) -> bool:
    """Whether the move plays this card."""
    return card in str(move).split()


def _way(move: str) -> str:
    """Where a move lays its card."""
    return move[move.index("row ") :] if move.startswith("play") else "new row"


def _order(move: str, hand: Sequence[str]) -> tuple[int, int, int]:
    words = move.split()
    row = int(words[-1]) if words[-1].isdigit() else 0
    for place, card in enumerate(hand):
        if card in words:
            return 0, place, row
    return (1, 0, row) if words[0] == "take" else (2, 0, 0)
