"""GO FOX! in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...engine.match import Move
from .. import look
from .plain import YOU, PlainView, Seen, counted, move_list, standing


class GoFoxView(PlainView):
    """Pairs in front of each seat, the words read last, and the hand number by number."""

    def facts(self, seen: Seen) -> str:
        return "even turns" if seen.view["even_turns"] else "most pairs when the pile is empty"

    def around(self, seen: Seen) -> RenderableType:
        view = seen.view
        middle = Table.grid(padding=(0, 2, 0, 0))
        row: list[RenderableType] = [Group(*(Text(" ") + line for line in look.pile(view["pile"])))]
        room = seen.width - look.PILE_WIDTH - 4
        if seen.read and seen.reader is not None:
            row += [Group(*look.big_card(card, seen.word(card), room // 2 - 1)) for card in seen.read]
        else:
            row.append(
                Text(f"\nAsk {seen.names[1]} for a number\nyou hold yourself.\n\nA pair is two cards\nof one number.")
            )
        middle.add_row(*row)
        return Group(self._seats(seen), middle)

    def _seats(self, seen: Seen) -> RenderableType:
        view = seen.view
        joint = " ▶ " if seen.width >= 17 * len(seen.others) + 3 else "▶"
        each = min(30, (seen.width - len(joint) * (len(seen.others) + 1)) // len(seen.others))
        laid = {seat: _pairs(view["pairs"][seat], each - 3) for seat in seen.others}
        height = max(len(rows) for rows in laid.values())
        boxes = []
        for seat in seen.others:
            count = Text(counted(view["hand_sizes"][seat], "card"))
            rows = laid[seat] + [Text()] * (height - len(laid[seat]))
            boxes.append(look.seat_box(seen.who(seat), [count, *rows], each, seat in view["to_act"]))
        return look.in_a_line(boxes, joint)

    def numbered(self, seen: Seen) -> Sequence[Move]:
        return sorted(seen.choices, key=lambda move: (str(move) in ("draw", "pass"), int(move)))

    def yours(self, seen: Seen) -> RenderableType:
        view = seen.view
        moves = [str(move) for move in self.numbered(seen)]
        hand = sorted(view["hand"], key=lambda card: (int(look.value_of(card)), look.hand_order(card)))
        title = Table.grid(padding=(0, 3, 0, 0))
        label = Text(f" Your hand: {counted(len(hand), 'card')}", "bold")
        pairs = _pairs(view["pairs"][YOU], seen.width - 36)
        title.add_row(label, Text("Your pairs:", look.LINE), Group(*pairs))
        roomy = len(hand) * (look.CARD_WIDTH + 1) <= seen.width
        draw = look.card if roomy else look.small_card
        cards, marked = [], set()
        for card in hand:
            number = look.value_of(card)
            asked = [move for move in (f"ask for {number}", f"lay pair {number}") if move in moves]
            mark = None if not asked else "" if number in marked else str(moves.index(asked[0]) + 1)
            marked.add(number)  # one move a number: it is marked on the first of its cards
            cards.append(look.in_hand(draw(card, seen.word(card)), mark))
        rest = [move for move in self.numbered(seen) if str(move) in ("draw", "pass")]
        return Group(title, look.side_by_side(cards, seen.width), move_list(seen, rest, len(moves) - len(rest) + 1))

    def prompt(self, seen: Seen) -> Text:
        moves = [str(move) for move in seen.choices]
        if any(move.startswith("ask") for move in moves):
            return Text(f"Your turn: ask {seen.names[1]} for a number you hold.")
        if any(move.startswith("lay") for move in moves):
            return Text(f"{seen.names[1]} has no {seen.view['asked']}. Lay a pair you hold, or draw.")
        if seen.view["stage"] == "lay":
            return Text(f"{seen.names[1]} has no {seen.view['asked']}, and you hold no pair: {moves[0]}.")
        return Text(f"Your turn: your hand is empty, so {moves[0]}.")

    def example(self, seen: Seen) -> str:
        return str(self.numbered(seen)[0]) if seen.choices else ""

    def cards_read(self, before: dict[str, Any], after: dict[str, Any], move: str) -> list[str]:
        for earlier, now in zip(before["pairs"], after["pairs"], strict=True):
            if len(now) > len(earlier):
                return list(now[-1])
        return []

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        return standing(seen, {seat: counted(score, "pair") for seat, score in enumerate(scores)}, scores)


def _pairs(pairs: Sequence[Sequence[str]], room: int) -> list[Text]:
    """Pairs by number with the letters of their colours, in rows of what fits."""
    if not pairs:
        return [Text("no pairs yet" if room >= len("no pairs yet") else "no pairs"[:room], look.LINE)]
    rows = [Text()]
    for pair in sorted(pairs, key=lambda pair: int(look.value_of(pair[0]))):
        shown = Text(look.value_of(pair[0])).append_text(look.letters_chip(card.split()[0] for card in pair))
        if rows[-1].cell_len + 1 + shown.cell_len > room:
            rows.append(Text())
        rows[-1].append(" " if rows[-1].cell_len else "").append_text(shown)
    return rows
