"""Shapes and its variants in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ...components.piece_set import PieceSet
from ...components.shapes_deck import CLEAR_THE_BOARD, STOP_TURN, WILD
from ...engine.match import Move
from ...tower.text import EDGES, Cell, tower_cells
from ...tower.words import tower_in_words
from .. import look, pieces
from .game_on_parts import flow
from .plain import YOU, PlainView, Seen, counted

BOTH_VIEWS = 84  # columns from which the tower is shown from above, too
GO_ON, LET_GO, LETS_PLAY = "let it go on", "let go", "let's play shapes"
PLACE_EXAMPLE = "20 -10 45"


class ShapesView(PlainView):
    """The seats, the tower or what lies on the platform, what is intended, and the hand colour by colour."""

    # 1: the tower lower; 2: only from the side, and lower still, and all else in lines; 3: lower still; 4: in words.
    tightest = 4
    picture: Path | None = None  # where the tower's picture is, if there is one

    def facts(self, seen: Seen) -> str:
        view = seen.view
        turn = f"turn {view['turn']} · " if view["turn"] else ""
        return f"{turn}{view['deck']} in the deck · {len(view['discard'])} discarded"

    # The table

    def around(self, seen: Seen) -> RenderableType:
        parts: list[RenderableType] = [self._seats(seen)]
        parts += self._tower(seen) if seen.view["falls"] == "physics" else self._platform(seen)
        return Group(*parts, *self._turn(seen))

    def _seats(self, seen: Seen) -> RenderableType:
        told = {seat: list(_of_seat(seen, seat)) for seat in seen.others}
        if seen.tight > 1 or seen.width < 15 * len(seen.others):
            entries = [Text.assemble(_pointed(seen, seat), Text(", ").join(told[seat])) for seat in seen.others]
            return Group(*flow(entries, seen.width, Text()))
        height = max(map(len, told.values()))
        joint = " ▶ " if seen.width >= 17 * len(seen.others) + 3 else "▶"
        each = min(28, (seen.width - len(joint) * (len(seen.others) + 1)) // len(seen.others))
        boxes = [
            look.seat_box(
                seen.who(seat), told[seat] + [Text()] * (height - len(told[seat])), each, _is_turn_of(seen, seat)
            )
            for seat in seen.others
        ]
        return look.in_a_line(boxes, joint)

    def _tower(self, seen: Seen) -> Iterator[RenderableType]:
        """The tower as it stands, and where its picture is."""
        poses, kinds = seen.view.get("scene", {"poses": {}})["poses"], _pieces(seen)
        if seen.tight > 3:
            yield Padding(Text(tower_in_words(poses, kinds).partition(":")[0], look.LINE), (0, 1))
        else:
            rows = (None, 14, 9, 6)[seen.tight]
            both = seen.width >= BOTH_VIEWS and seen.tight < 2
            each = (seen.width - 6) // 2 if both else min(seen.width - 2, 64)
            drawn = [
                _coloured(tower_cells(poses, kinds, max(each, 20), above, rows)) for above in (False, True)[: 1 + both]
            ]
            yield Group(*_side_by_side(drawn))
        if self.picture:
            yield Text(f" picture: {self.picture}", look.LINE, overflow="fold")

    def _platform(self, seen: Seen) -> Iterator[RenderableType]:
        """What lies on the platform, where nobody sees how."""
        lying = seen.view["platform"]
        if not lying:
            yield Padding(Text("The platform is empty.", look.LINE), (0, 1))
            return
        entries = [pieces.chip(name, brief=seen.tight > 1) for name in lying]
        yield from _labelled(Text(f" On the platform, {counted(len(lying), 'piece')}:"), entries, seen.width)

    def _turn(self, seen: Seen) -> Iterator[RenderableType]:
        """What the player of the turn intends, and has in hand."""
        view = seen.view
        if view["winners"]:
            return
        mine, classic, intended = view["turn_of"] == YOU, seen.game.id == "shapes", _intended(view)
        who = seen.who(view["turn_of"])
        holds = (
            Text.assemble(f" {who} {'hold' if mine else 'holds'} ", pieces.chip(view["held"])) if view["held"] else None
        )
        if intended:
            verb = ("intend" if mine else "intends") if classic else ("are to place" if mine else "is to place")
            entries = [pieces.chip(name) for name in intended]
            if holds and seen.tight > 1:
                entries, holds = [*entries, holds], None
            yield from _labelled(Text(f" {who} {verb}:", "bold"), entries, seen.width)
        if holds:
            yield holds

    # What lies before the person

    def yours(self, seen: Seen) -> RenderableType:
        view, keys = seen.view, self._keys(seen)
        parts: list[RenderableType] = []
        if YOU in view["out"]:
            return Text(" You are out, and look on.", "bold")
        for title, cards in (("Your hand", view["hand"]), ("Your picks", view["picked"])):
            if cards:
                parts += self._held_cards(seen, title, cards, keys)
        if view["row"]:
            entries = [pieces.chip(card) for card in view["row"]]
            parts += _labelled(Text(" Your row, left to right:", "bold"), entries, seen.width)
        if view["waiting"][YOU]:
            parts += _labelled(Text(" Passed to you:", "bold"), _waiting(seen, YOU), seen.width)
        if view["choice"]:
            parts.append(Text.assemble(" You keep ", pieces.chip(view["choice"])))
        if not view["hand"] and seen.game.id == "shapes":
            parts.append(Text(" Your hand is empty.", "bold"))
        listed = [
            Text.assemble(look.key(str(number)), f" {_in_words(seen, moves)}")
            for number, moves in enumerate(self.offers(seen), 1)
            if str(number) not in keys.values()
        ]
        return Group(*parts, *(flow(listed, seen.width, Text()) if listed else []))

    def _held_cards(
        self, seen: Seen, title: str, cards: Sequence[str], keys: dict[str, str]
    ) -> Iterator[RenderableType]:
        """Colour by colour: in the Classic game one lays cards of one colour."""
        heading = Text(f" {title}: {counted(len(cards), 'card')}", "bold")
        rows = []
        for _, group in groupby(sorted(cards, key=pieces.order), key=lambda card: pieces.order(card)[0]):
            entries = []
            for card, count in Counter(group).items():
                entry = Text.assemble(look.key(keys[card]), " ") if card in keys else Text("")
                entry.append_text(pieces.chip(card))
                entries.append(entry.append(f" ×{count}") if count > 1 else entry)  # noqa: RUF001
            rows.append(entries)
        if seen.tight > 1 or sum(map(len, rows)) <= 4:
            yield from _labelled(heading, [entry for entries in rows for entry in entries], seen.width)
            return
        yield heading
        for entries in rows:
            yield from flow(entries, seen.width, Text(" "))

    # The numbers

    def offers(self, seen: Seen) -> Sequence[Sequence[Move]]:
        """In the order of the hand; what differs only in the white piece for a Wild, or in who gets a card, is one."""
        if _is_placing(seen):
            return []  # numbers say where the piece goes
        moves = sorted(seen.choices, key=lambda move: _order(seen, str(move)))
        return [tuple(group) for _, group in groupby(moves, key=lambda move: _kind(seen, str(move)))]

    def _keys(self, seen: Seen) -> dict[str, str]:
        """By card: the number to type, where it stands beside the card. What can be done in two ways is listed."""
        cards = [_card_of(seen, str(moves[0])) for moves in self.offers(seen)]
        return {card: str(number) for number, card in enumerate(cards, 1) if card and cards.count(card) == 1}

    def which(self, seen: Seen, moves: Sequence[Move]) -> tuple[str, Sequence[str]]:
        words = [seen.words(move) for move in moves]
        if words[0].startswith("lay wild as"):
            return "For which white piece?", [text.removeprefix("lay wild as ") for text in words]
        if words[0].startswith("take"):
            return "Which white piece?", [text.removeprefix("take ") for text in words]
        if words[0].startswith("pass"):
            if " as " in words[0]:
                return "As which piece, and to whom?", [text.removeprefix("pass wild as ") for text in words]
            return "To whom?", [text.rpartition(" to ")[2] for text in words]
        return super().which(seen, moves)

    def on_enter(self, seen: Seen) -> Move | None:
        """What is done without thinking: a turn goes on, a card is drawn, a piece is let go."""
        plain = [move for move in seen.choices if not str(move).startswith((STOP_TURN, LETS_PLAY))]
        return plain[0] if len(plain) == 1 else None

    def words(self, seen: Seen, move: Move) -> str:
        return "a steady hand places it" if _is_placing(seen) else _in_words(seen, [move])

    def may_wait(self, seen: Seen) -> bool:
        """SH-10: somebody else may say it first."""
        return bool(seen.view["stage"] == "starting")

    def is_silent(self, move: str) -> bool:
        return move == GO_ON

    def example(self, seen: Seen) -> str:
        if _is_placing(seen):
            return PLACE_EXAMPLE
        offers = self.offers(seen)
        return _typed(seen, offers[0][0]) if offers else ""

    # What the person is asked

    def prompt(self, seen: Seen) -> Text:
        view, stage = seen.view, seen.view["stage"]
        if stage in ("starting", "picking", "arranging"):
            return Text(_TOGETHER[stage])
        if view["turn_of"] != YOU:
            return Text(f"{seen.whose(view['turn_of'])} turn: stop it, or let it go on (t: for the whole turn)?")
        asked = Text(self._asked(seen))
        if any(str(move).startswith(STOP_TURN) for move in seen.choices):
            asked.append(" You may also stop your turn.")
        return asked

    def _asked(self, seen: Seen) -> str:
        view, stage = seen.view, seen.view["stage"]
        if stage == "laying":
            return self._asked_to_lay(seen)
        if stage == "placing":
            if seen.game.id == "shapes" or view["waiting"][YOU]:
                return "Which piece do you place now?" if len(seen.choices) > 1 else "Take your piece in hand."
            return "A wild: which white piece do you place?" if len(seen.choices) > 1 else "Take your piece in hand."
        if stage == "holding":
            if _is_placing(seen):
                return "Where? Say x, z and turn (also: height; upright, on edge), or let a steady hand do it."
            return "Let go. Hold your breath!"
        if stage == "drawing":
            return "Your turn: draw three cards." if seen.game.id == "shapes-pass" else "Your turn: draw a card."
        return _ASKED[stage]

    def _asked_to_lay(self, seen: Seen) -> str:
        colours = {card.split()[0] for card in seen.view["intended"]} - {WILD}
        if colours:
            return f"Lay more {colours.pop()} cards or wilds, or enough."
        if seen.view["intended"]:
            return "Lay cards of one colour, more wilds, or enough."
        can = ["lay cards of one colour and any wilds"]
        can += [CLEAR_THE_BOARD] if any(str(move) == CLEAR_THE_BOARD for move in seen.choices) else []
        return f"Your turn: {', '.join(can)}, or enough."

    def legend(self, seen: Seen) -> Sequence[tuple[Text, str]]:
        entries = [(pieces.chip(f"red {shape}", brief=True), f"red {shape}") for shape in pieces.SIGNS]
        entries.append((pieces.chip(WILD), "any white piece that is not in play"))
        if seen.view["falls"] == "physics":
            entries.append(
                (Text(PLACE_EXAMPLE, "bold"), "20 mm right of the middle, 10 mm back, turned 45° to the left")
            )
            entries.append((Text("20 -10 45 60", "bold"), "and let go 60 mm over the platform"))
            entries.append((Text("20 -10 upright", "bold"), "on its end; on edge: on its narrow side"))
        if seen.game.id == "shapes":
            entries.append((Text("t", "bold"), "in another's turn: keep your stop turn until the turn is over"))
        return entries

    # The end

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        lines = []
        for seat, score in enumerate(scores):
            left = counted(-score, "card") + " left" if seen.game.id == "shapes" else "still in" if score else "out"
            style = "bold" if seat in seen.view["winners"] else ""
            lines.append(Text(f"{seen.who(seat):<8}{left}", style))
        return Group(*lines)


_TOGETHER = {
    "starting": f"Who says it first, starts: {LETS_PLAY}! (Enter: let somebody else say it.)",
    "picking": "Your turn: keep one card; the others go on to the left.",
    "arranging": "Your turn: put your cards in a row, the first to place first. Which comes next?",
}
_ASKED = {
    "closing": "Draw a card to end your turn.",
    "robbing": "Something fell: steal a card, and that ends your turn. From whom?",
    "playing": "Which of your cards do you place yourself?",
    "passing": "Which card do you pass, and to whom? What is left is tossed.",
}


def _labelled(label: Text, entries: Sequence[Text], width: int) -> list[Text]:
    """Things to the right of a label, or under it where it would take too much room."""
    longest = max(entry.cell_len for entry in entries)
    if label.cell_len + 2 + sum(entry.cell_len + 2 for entry in entries) <= width or (
        label.cell_len <= width // 4 and label.cell_len + 2 + longest <= width
    ):
        return flow(entries, width, label)
    return [label, *flow(entries, width, Text(" "))]


def _pieces(seen: Seen) -> PieceSet:
    kinds: PieceSet = seen.game.settings["pieces"]
    return kinds


def _of_seat(seen: Seen, seat: int) -> Iterator[Text]:
    """What all know of a seat."""
    view = seen.view
    if seat in view["out"]:
        yield Text("out", look.LINE)
        return
    if view["hand_sizes"][seat] or seen.game.id == "shapes":
        yield Text(counted(view["hand_sizes"][seat], "card"), "bold")
    if view["picked_sizes"][seat]:
        yield Text(f"{view['picked_sizes'][seat]} picked")
    if view["row_sizes"][seat]:
        yield Text(f"{view['row_sizes'][seat]} in a row", "bold")
    if seen.game.id in ("shapes-survivor", "shapes-pass"):
        yield Text("still in", "bold")
    yield from _waiting(seen, seat)


def _waiting(seen: Seen, seat: int) -> list[Text]:
    """Cards passed to a seat, a Wild with the white piece it is for."""
    cards, reserved = list(seen.view["waiting"][seat]), list(seen.view["reserved"][seat])
    for _ in reserved:
        cards.remove(WILD)
    return [pieces.chip(card) for card in [*cards, *reserved]]


def _is_placing(seen: Seen) -> bool:
    """Whether the person is asked where a piece goes."""
    view = seen.view
    return bool(view["stage"] == "holding" and view["turn_of"] == YOU and view["falls"] == "physics")


def _intended(view: dict[str, Any]) -> list[str]:
    """The cards of this turn that are not completed, a Wild as the white piece it is for; without the one in hand."""
    cards = list(view["intended"])
    for _ in view["whites"]:
        cards.remove(WILD)
    return sorted((name for name in [*cards, *view["whites"]] if name != view["held"]), key=pieces.order)


def _is_turn_of(seen: Seen, seat: int) -> bool:
    together = seen.view["stage"] in ("starting", "picking", "arranging")
    return not seen.view["winners"] and (seat in seen.view["to_act"] if together else seat == seen.view["turn_of"])


def _pointed(seen: Seen, seat: int) -> Text:
    return Text(f"{'▶ ' if _is_turn_of(seen, seat) else ''}{seen.who(seat)}: ", "bold")


def _card_of(seen: Seen, move: str) -> str:
    """The card, in the hand or among the picks, that a move plays; a Stop Turn is put into words instead."""
    verb, _, rest = move.partition(" ")
    if verb == "take" and seen.view["stage"] == "playing":
        return WILD if rest.startswith("white") else rest
    if verb in ("lay", "pass", "keep", "put"):
        rest = rest.partition(" to seat ")[0].removesuffix(" in the row")
        return WILD if rest.startswith(WILD) else rest
    return move if move == CLEAR_THE_BOARD else ""


_VERBS = ("let's", "lay", "take", "pass", "keep", "put", "draw", "rob", "let", "clear", "enough", "stop")


def _order(seen: Seen, move: str) -> tuple[int, tuple[int, int], bool]:
    """By what is done, then as the cards are in the hand; what is alike stays in the order of the moves' numbers."""
    card = _card_of(seen, move)
    return _VERBS.index(move.split()[0]), pieces.order(card) if card else (0, 0), " as " in move


def _kind(seen: Seen, move: str) -> str:
    """What moves have in common that go under one number."""
    if move.startswith("lay wild as"):
        return "lay wild"
    if move.startswith("take white") and seen.view["stage"] == "playing":
        return "take wild"
    if move.startswith("pass"):
        return "pass wild as" if " as " in move else move.rpartition(" to ")[0]
    return move


def _in_words(seen: Seen, moves: Sequence[Move]) -> str:
    """Moves under one number, as the list has them."""
    text = str(moves[0])
    if text.startswith(STOP_TURN):
        return "stop your own turn" if seen.view["turn_of"] == YOU else "stop this turn"
    if text.startswith("pass"):
        kind = _kind(seen, text)
        if kind == "pass wild as":
            return "pass wild, and say for which white piece"
        return f"{kind}{' (they choose the piece)' if kind == 'pass wild' else ''}"
    if text.startswith("rob"):
        seat = int(text.split()[-1])
        return f"rob {seen.who(seat)} ({counted(seen.view['hand_sizes'][seat], 'card')})"
    return seen.words(moves[0])


def _typed(seen: Seen, move: Move) -> str:
    """How someone might type it."""
    words = seen.words(move)
    if words.startswith(STOP_TURN):
        return "stop"
    return words.removeprefix("lay ").removeprefix("keep ").removeprefix("put ").removesuffix(" in the row")


def _coloured(rows: list[list[Cell]]) -> list[Text]:
    return [
        Text.assemble(*(("".join(cell.sign for cell in same), style) for style, same in groupby(row, key=_style)))
        for row in rows
    ]


def _style(cell: Cell) -> str:
    if cell.colour not in pieces.PAINTS:
        return pieces.PLATFORM if cell.colour else look.LINE
    paint = pieces.PAINTS[cell.colour]
    if cell.sign.isalpha():
        return paint.style
    return f"{paint.text} on {paint.hex}" if cell.sign in EDGES else paint.pattern_style


def _side_by_side(drawn: list[list[Text]]) -> Iterator[Text]:
    """Pictures with their feet on one level."""
    height = max(map(len, drawn))
    widths = [max(line.cell_len for line in lines) for lines in drawn]
    for row in range(height):
        line = Text(" ")
        for lines, width in zip(drawn, widths, strict=True):
            at = row - (height - len(lines))
            part = lines[at].copy() if at >= 0 else Text()
            part.pad_right(width - part.cell_len + 3)
            line.append_text(part)
        line.rstrip()
        yield line
