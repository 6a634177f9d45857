"""KA-BLAM! in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...engine.match import Move
from .. import look
from .plain import YOU, PlainView, Seen, counted, move_list

EXPLODING = "ka-blam"


class KaBlamView(PlainView):
    """Pile, top card and colour in force; the hand with the cards that fit raised and numbered."""

    def facts(self, seen: Seen) -> str:
        long = seen.view["length"] == "long"
        return f"first to {seen.view['target']} points" if long else "short game: one round"

    def around(self, seen: Seen) -> RenderableType:
        view = seen.view
        info = Text("Colour in force\n", look.LINE).append_text(look.colour_chip(view["colour"]))
        way = "left ▶" if view["direction"] == "left" else "right ◀"
        info.append(f"\n\nPlay goes {way}\n").append(f"{len(view['discard'])} discarded", look.LINE)
        room = seen.width - look.PILE_WIDTH - 5 - 17
        middle = Table.grid(padding=(0, 2, 0, 0))
        top = EXPLODING if seen.fresh and EXPLODING in seen.read else view["top"]
        middle.add_row(
            Group(*(Text(" ") + row for row in look.pile(view["pile"]))),
            Group(*look.big_card(top, seen.word(top), room)),
            info,
        )
        return Group(self._seats(seen), middle)

    def _seats(self, seen: Seen) -> RenderableType:
        view = seen.view
        arrow = "▶" if view["direction"] == "left" else "◀"
        joint = f" {arrow} " if seen.width >= 17 * len(seen.others) + 3 else arrow
        each = min(24, (seen.width - len(joint) * (len(seen.others) + 1)) // len(seen.others))
        boxes = []
        for seat in seen.others:
            count = counted(view["hand_sizes"][seat], "card")
            backs = "▮" * min(view["hand_sizes"][seat], each - 5 - len(count))
            lines = [Text("out: KA-BLAM!" if each > 15 else "out", "bold")]
            if seat not in view["out"]:
                lines = [Text.assemble(count, (f"  {backs}" if len(backs) > 2 else "", look.LINE))]
            if view["length"] == "long":
                points = view["points"][seat]
                lines.append(Text(counted(points, "point") if each > 12 else f"{points} pts"))
            boxes.append(look.seat_box(seen.who(seat), lines, each, seat in view["to_act"]))
        return look.in_a_line(boxes, joint)

    def numbered(self, seen: Seen) -> Sequence[Move]:
        """In the order of the hand, so that the numbers run from left to right."""
        return sorted(seen.choices, key=lambda move: _order(str(move)))

    def yours(self, seen: Seen) -> RenderableType:
        view, moves = seen.view, [str(move) for move in self.numbered(seen)]
        hand = sorted(view["hand"], key=look.hand_order)
        title = Text(f" Your hand: {counted(len(hand), 'card')}", "bold")
        if view["length"] == "long":
            title.append(f"   {counted(view['points'][YOU], 'point')}", look.LINE)
        if YOU in view["out"]:
            return Group(title, Text(" KA-BLAM! You are out of this round; the others play on.", "bold"))
        roomy = len(hand) * (look.CARD_WIDTH + 1) <= seen.width
        draw = look.card if roomy else look.small_card
        cards = []
        for card in hand:
            mark = str(moves.index(f"play {card}") + 1) if f"play {card}" in moves else None
            if card == "wild" and "play wild as red" in moves:
                mark = "▼"  # its moves are in the list below
            cards.append(look.in_hand(draw(card, seen.word(card)), mark))
        without_card = [move for move in self.numbered(seen) if not _is_in_hand(str(move), hand)]
        first = len(moves) - len(without_card) + 1
        return Group(title, look.side_by_side(cards, seen.width), move_list(seen, without_card, first))

    def prompt(self, seen: Seen) -> Text:
        view = seen.view
        moves = {str(move) for move in seen.choices}
        if moves == {"draw"}:
            return Text("Your turn: nothing fits, so draw a card.")
        if moves == {"pass"}:
            return Text("Your turn: nothing fits and nothing is left to draw, so pass.")
        asked = Text("Your turn: match ").append_text(look.colour_chip(view["colour"]))
        return asked.append("." if view["top"] == "wild" else f" or {look.value_of(view['top'])}.")

    def example(self, seen: Seen) -> str:
        return str(self.numbered(seen)[0]).removeprefix("play ") if seen.choices else ""

    def cards_read(self, before: dict[str, Any], after: dict[str, Any], move: str) -> list[str]:
        if len(after["out"]) > len(before["out"]):
            return [EXPLODING]
        card = move.removeprefix("play ")
        return [card] if move.startswith("play ") and look.value_of(card).isdigit() else []

    def interlude(self, before: dict[str, Any], after: dict[str, Any], names: Sequence[str]) -> RenderableType | None:
        if before["points"] == after["points"] or after["winners"]:
            return None
        grid = Table.grid(padding=(0, 2, 0, 0))
        for seat, (was, now) in enumerate(zip(before["points"], after["points"], strict=True)):
            sum_shown = f"{was} + {now - was} = {now}" if now > was else str(now)
            grid.add_row("You" if seat == YOU else names[seat], Text(sum_shown, "bold" if now > was else ""))
        return Group(Text(f"Points, of the {after['target']} that win", look.LINE), grid)

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        if seen.view["length"] == "short":
            lines = []
            for seat, count in enumerate(seen.view["hand_sizes"]):
                out = ", out by the KA-BLAM! card" if seat in seen.view["out"] else ""
                lines.append(Text(f"{seen.who(seat)}: {counted(count, 'card')} left{out}"))
            return Group(*lines)
        grid = Table(box=None, padding=(0, 2, 0, 0))
        grid.add_column("Round", justify="right", header_style=look.LINE)
        for seat in range(len(seen.names)):
            grid.add_column(seen.who(seat), justify="right", header_style="bold")
        for number, gained in enumerate(gains, 1):
            grid.add_row(str(number), *(f"+{points}" if points else "" for points in gained))
        grid.add_row("", *("────" for _ in scores), style=look.LINE)
        grid.add_row("points", *(Text(str(score), "bold") for score in scores))
        return grid


def _order(move: str) -> tuple[int, tuple[int, int, str], int]:
    """Cards as in the hand, then wilds by the colour named, then the rest."""
    if not move.startswith("play "):
        return 2, (0, 0, ""), 0
    if move.startswith("play wild as "):
        return 1, (0, 0, ""), list(look.PAINTS).index(move.split()[-1])
    return 0, look.hand_order(move.removeprefix("play ")), 0


def _is_in_hand(move: str, hand: Sequence[str]) -> bool:
    return move.removeprefix("play ") in hand
