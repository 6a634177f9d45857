"""Game-On Competitive in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...components.game_on_cards import COLOURS, SHAPES
from ...engine.game import in_words
from ...engine.match import Move
from .. import look, shapes
from .game_on_parts import card_named, cards_of, flow, in_brief, omni_in_brief, padded, runs, used
from .plain import YOU, PlainView, Seen, counted, keyed_list

PLACES = 4  # of the Play Area
NAME, TYPE = 6, 6  # the widths of a name and a type before what someone controls
ORDER = ("cover", "steal", "convert", "redraw", "finish")  # of the numbers, while all act
GOES = 3  # undecided ones after which dice decide


class GameOnView(PlainView):
    """The Play Area with a row for each seat through its cards, then who controls what, then the hand.

    A number stands for a place to play: a shape in the Play Area, or a Game Card to steal. Where several cards of the
    hand fit there, it is asked which.
    """

    # 1: flat cards, and the hand in a line; 2: controlled cards without their colours, and the hand without words;
    # 3: locked cards are only counted, and types left out.
    tightest = 3

    def facts(self, seen: Seen) -> str:
        view = seen.view
        by = "questions" if view["competition"] == "trivia" else view["competition"]
        wide = seen.width >= (100 if view["timer"] else 70)
        facts = [f"round {view['round']}", f"competitions by {by}" if wide else by]
        if view["timer"]:
            facts.append(f"Black Cards: {view['black_out']} of {view['timer']}")
        return " · ".join(facts)

    # The table

    def around(self, seen: Seen) -> RenderableType:
        gap = [] if seen.tight else [Text()]
        return Group(*self._play_area(seen), *gap, *self._control(seen))

    def _play_area(self, seen: Seen) -> list[Text]:
        """The Game Cards side by side, with the numbers for covering; each seat's cards on them in one row.

        On a very narrow screen they lie two by two.
        """
        view, flat = seen.view, seen.tight > 0
        abreast = PLACES if seen.width >= 16 + PLACES * (shapes.NARROWEST + 1) else PLACES // 2
        width = max(shapes.NARROWEST, (seen.width - (24 if seen.width > 90 else 20)) // abreast - 1)
        above, seats, keys = shapes.rows_above_shapes(width, flat), _seats(seen), self._keys(seen)
        drawn = []
        for place, lying in enumerate(view["area"], 1):
            if lying is None:
                drawn.append(shapes.no_card(width, above + 2 + len(seats)))
                continue
            numbers = [keys.get(f"{shape} of card {place}", "") for shape in SHAPES]
            below = [[Text(number, "bold reverse") for number in numbers]]
            below += [[_cover(card) for card in lying["covers"][seat]] for seat in seats]
            whole = [row for row, seat in enumerate(seats, 1) if all(lying["covers"][seat])]
            drawn.append(shapes.game_card(card_named(seen, lying["name"]), lying["name"], width, below, whole, flat))
        margin = max(16, seen.width - abreast * (width + 1))
        left = [Text(" Play Area", "bold"), Text(f" {view['deck']} in the deck", look.LINE)]
        left += [Text() for _ in range(above - 1)]
        left.append(_figures("", ("hand", "pile", "pts"), margin, look.LINE))
        for seat in seats:
            figures = [str(view[key][seat]) for key in ("hand_sizes", "piles", "points")]
            left.append(_figures(f"{'▶' if seat in view['to_act'] else ' '} {seen.who(seat)}", figures, margin))
        return [
            Text(" ").join([label, *(rows[n] for rows in drawn[first : first + abreast])])
            for first in range(0, PLACES, abreast)
            for n, label in enumerate(padded(left if first == 0 else [Text(), Text(), *left[2:]], margin))
        ]

    def _control(self, seen: Seen) -> list[Text]:
        """What each seat controls, with the numbers for stealing, and what else all know of it."""
        keys, lines = self._keys(seen), []
        for seat in _seats(seen):
            held = seen.view["control"][seat]
            locked = sum(card["locked"] for card in held) if seen.tight > 2 else 0
            entries = [self._controlled(seen, card, keys) for card in held if not (locked and card["locked"])]
            entries += [Text(f"{locked} locked", look.LINE)] if locked else []
            entries = [*(entries or [Text("no Game Card yet", look.LINE)]), *self._known(seen, seat)]
            label = Text(f"  {set_cell_size(seen.who(seat), NAME)} ", "bold")
            if seen.tight < 3:
                label.append(set_cell_size(seen.view["types"][seat], TYPE), look.LINE)
            lines += flow(entries, seen.width, label)
        return lines

    def _controlled(self, seen: Seen, held: dict[str, Any], keys: dict[str, str]) -> Text:
        name, card = held["name"], card_named(seen, held["name"])
        if held["locked"]:
            return Text(f"{name} locked {card.points}", look.LINE)
        entry = Text.assemble(look.key(keys[name]), " ") if name in keys else Text()
        entry.append(f"{name} ")
        if seen.tight < 2:
            entry.append_text(shapes.card_letters(card)).append(" ")
        entry.append_text(shapes.card_marks(card))
        for attack in seen.view["attacks"]:
            if attack["on"] == name:
                entry.append(f" ◀{seen.who(attack['by'])} ", "bold").append_text(shapes.player_chip(attack["with"]))
        if name in seen.view["beaten"][YOU] and seen.tight < 3:
            entry.append(" not for you", look.LINE)
        return entry

    def _known(self, seen: Seen, seat: int) -> Iterator[Text]:
        """Cards that all have seen in a seat's hand and under its pile, and what it has done."""
        view = seen.view
        if seat != YOU and view["known"][seat]:
            yield Text(f"holds {in_brief(view['known'][seat])}", look.LINE)
        if view["known_bottom"][seat] and not seen.tight:
            yield Text(f"under the pile {in_brief(view['known_bottom'][seat])}", look.LINE)
        deed = view["deeds"][seat]
        if deed.startswith("converted"):
            yield Text("counts as ", look.LINE) + shapes.colour_chip(deed.split()[1])
        if view["stage"] == "act" and seat not in view["to_act"] and not view["winners"]:
            yield Text("has redrawn" if deed == "redrew" else "has finished", look.LINE)
        if view["contest"] and seat in view["contest"]["rivals"] and seat not in view["to_act"]:
            yield Text("has chosen", look.LINE)

    # The numbers

    def offers(self, seen: Seen) -> Sequence[Sequence[Move]]:
        """Shapes from left to right, then cards to steal as they lie on the table, then the rest."""
        if _trivia(seen):
            return []  # a number may well be the answer to the question, so letters are typed
        lying = [card["name"] for seat in seen.others for card in seen.view["control"][seat]]
        moves = sorted(seen.choices, key=lambda move: _order(move, lying))
        return [tuple(group) for _, group in groupby(moves, key=_target)]

    def _keys(self, seen: Seen) -> dict[str, str]:
        """By what is played on: the number to type."""
        return {_target(moves[0]): str(number) for number, moves in enumerate(self.offers(seen), 1)}

    def which(self, seen: Seen, moves: Sequence[Move]) -> tuple[str, Sequence[str]]:
        if not used(str(moves[0])):
            return super().which(seen, moves)
        return "With which card?", [str(move).partition(" with ")[2] for move in moves]

    def example(self, seen: Seen) -> str:
        offers = self.offers(seen)
        if not offers:
            return "b" if seen.choices else ""
        first = str(offers[0][0])
        if len(offers[0]) > 1:
            return f"1 {used(first)}"
        return _target(offers[0][0]) if first.startswith("cover") else first

    # What lies before the person

    def yours(self, seen: Seen) -> RenderableType:
        asked = _contest(seen) and YOU in seen.view["to_act"]
        parts = [] if asked and seen.tight else [self._hand(seen) if seen.tight else self._laid_out(seen)]
        if _trivia(seen) and asked:
            parts.append(self._question(seen))
        listed = [
            Text.assemble(look.key(str(number)), f" {_in_words(seen, moves[0])}")
            for number, moves in enumerate(self.offers(seen), 1)
            if not str(moves[0]).startswith(("cover", "steal"))
        ]
        return Group(*parts, *(flow(listed, seen.width, Text()) if listed else []))

    def _laid_out(self, seen: Seen) -> RenderableType:
        """The hand as cards, with the numbers where each can go under it."""
        hand = seen.view["hand"]
        title = Text.assemble((f" Your hand: {counted(len(hand), 'card')}", "bold"), _converted(seen))
        if seen.view["known"][YOU]:
            title.append(f"   the others know of {in_brief(seen.view['known'][YOU])}", look.LINE)
        cards = []
        for card in hand:
            under = [Text(line, "bold") for line in wrap(self._where(seen, card), shapes.PLAYER_WIDTH)]
            cards.append([*shapes.player_card(card, cards_of(seen)), *under])
        height = max(map(len, cards), default=0)
        even = [padded(rows + [Text()] * (height - len(rows)), shapes.PLAYER_WIDTH + 1) for rows in cards]
        return Group(title, look.side_by_side(even, seen.width))

    def _hand(self, seen: Seen) -> RenderableType:
        """The hand in a line or two."""
        hand = seen.view["hand"]
        if not hand:
            return Text(" Your hand is empty.", "bold")
        entries = []
        for card in hand:
            words = f" {omni_in_brief(seen, card) or (card if seen.tight < 2 else '')} ".replace("  ", " ")
            entries.append(Text.assemble(shapes.player_chip(card), words, (self._where(seen, card), "bold")))
        return Group(*flow(entries, seen.width, Text.assemble((" Your hand:", "bold"), _converted(seen))))

    def _where(self, seen: Seen, card: str) -> str:
        """The numbers for which this card will do."""
        numbers = [n for n, moves in enumerate(self.offers(seen), 1) if any(used(str(move)) == card for move in moves)]
        return f"▸{runs(numbers)}" if numbers else ""

    def _question(self, seen: Seen) -> RenderableType:
        contest = seen.view["contest"]
        asked = Text.assemble((contest["question"], "bold"), (f"  ({contest['topic']})", look.LINE))
        answers = list(zip("abcd", contest["answers"], strict=True))
        if max(map(cell_len, contest["answers"])) < seen.width - 8:
            return Group(Padding(asked, (0, 1)), keyed_list(answers, seen.width))
        grid = Table.grid(padding=(0, 0, 0, 1))
        grid.add_column()
        grid.add_column(overflow="fold")
        for letter, answer in answers:
            grid.add_row(Text.assemble(look.key(letter)), Text(answer))
        return Group(Padding(asked, (0, 1)), grid)

    # What the person is asked

    def prompt(self, seen: Seen) -> Text:
        if seen.view["stage"] == "defend":
            return self._asked_to_defend(seen)
        if seen.view["stage"] == "compete":
            return self._asked_to_compete(seen)
        targets = {str(move).split()[0] for move in seen.choices}
        if not targets & {"cover", "steal", "convert"}:
            why = "nothing you hold fits" if seen.view["hand"] else "your hand is empty"
            return Text(f"Your turn: {why}, so {' or '.join(sorted(targets, reverse=True))}.")
        can = [verb for verb in ORDER[:-1] if verb in targets]
        return Text(f"Your turn: {', '.join(can)}{',' if len(can) > 1 else ''} or finish (f).")

    def _asked_to_defend(self, seen: Seen) -> Text:
        attack = seen.view["attacks"][0]
        asked = Text(f"{seen.who(attack['by'])} tries to steal your {_described(seen, attack['on'])} with ")
        asked.append_text(shapes.player_chip(attack["with"])).append(f" {attack['with']}. ")
        if len(seen.choices) == 1:
            return asked.append(f"You hold no {attack['shape']} to defend it: you will compete for it.")
        return asked.append(f"Defend it with a {attack['shape']} of any colour or an OMNI, or compete for it.")

    def _asked_to_compete(self, seen: Seen) -> Text:
        contest = seen.view["contest"]
        rivals = in_words(["You", *(seen.who(seat) for seat in contest["rivals"] if seat != YOU)])
        about = {"thieves": "for the chance to steal"}.get(contest["for"], "for")
        asked = Text(f"{rivals} compete {about} {_described(seen, contest['card'])}")
        if contest["undecided"]:
            left = GOES - contest["undecided"]
            asked.append(f", still undecided ({left} more go{'' if left == 1 else 'es'}, then dice decide)")
        right = "answer a, b, c or d" if _trivia(seen) else "rock, paper or scissors?"
        return asked.append(f": {right}" + ("." if _trivia(seen) else ""))

    def legend(self, seen: Seen) -> Sequence[tuple[Text, str]]:
        row = Text(" ").join([shapes.chip("red", "square"), shapes.chip("white", "circle")])
        return (
            (row, "a red square, a white circle; R red, Y yellow, B blue, W white, K black, which is wild"),
            (Text("O1", look.NO_COLOUR.style), "an OMNI: it shows three shapes, and is played as one of them"),
            (
                Text.assemble(*(shapes.colour_letter(colour) for colour in COLOURS[:3])),
                "a card with a red square, a yellow circle and a blue triangle",
            ),
            (Text(f"2{shapes.CHEVRON}", "bold"), "2 points, and a chevron for 1 more while the card is not locked"),
            (Text(f"1{shapes.CONVERT}") + shapes.colour_letter("red"), "1 point; discard it, and your hand is red"),
            (look.key("7"), "type this to cover that shape, or to steal that card"),
            (Text("▸1 4-6", "bold"), "the numbers for which this card will do; with a card named: 4 red square"),
            (Text(shapes.WHOLE, "bold"), "all three shapes are matched"),
            (Text("◀Ben", "bold"), "Ben tries to steal it"),
        )

    # Rounds and the end

    def settles(self, before: dict[str, Any]) -> bool:
        return bool(before["stage"] != "act")

    def interlude(self, before: dict[str, Any], after: dict[str, Any], names: Sequence[str]) -> RenderableType | None:
        nothing = before["stage"] == "act" and before["control"] == after["control"]
        if before["round"] == after["round"] or after["winners"] or nothing:
            return None
        title = Text(f"Round {before['round']} is over. Points so far, less one for each card in hand:", look.LINE)
        points = [f"{names[seat] if seat != YOU else 'You'} {now}" for seat, now in enumerate(after["points"])]
        return Group(title, Text("   ".join(points), "bold"))

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        view = seen.view
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style=look.LINE)
        grid.add_column("")
        for title in ("Game Cards", "chevrons", "hand", "points"):
            grid.add_column(title, justify="right")
        for seat, score in enumerate(scores):
            held = [(card_named(seen, one["name"]), one["locked"]) for one in view["control"][seat]]
            worth = sum(card.points for card, _ in held)
            chevrons = sum(card.chevron and not locked for card, locked in held)
            style = "bold" if seat in view["winners"] else ""
            hand = view["hand_sizes"][seat]
            sums = (f"{len(held)} for {worth}", f"{chevrons:+}", f"{-hand}", str(score))
            grid.add_row(Text(seen.who(seat), style), *(Text(part, style) for part in sums))
        tied = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return Group(grid, *([] if len(tied) < 2 else [Text(), _tie_break(seen, tied)]))


def _tie_break(seen: Seen, tied: Sequence[int]) -> Text:
    """GC-32 in words."""
    view = seen.view
    own = []
    for seat in tied:
        kind = view["types"][seat]
        count = sum(card["name"].split()[0] == kind for card in view["control"][seat])
        own.append(f"{seen.who(seat)} {counted(count, f'{kind} card')}")
    decided = len(view["winners"]) < len(tied)
    words = "decides" if decided else "decides nothing either"
    return Text(f"The points are tied, and who controls most cards of their own type {words}: {', '.join(own)}.")


def _in_words(seen: Seen, move: Move) -> str:
    """A move as the list has it, with what comes of it."""
    words = seen.words(move)
    if words.startswith("convert"):
        return f"{words}: your hand counts as {COLOURS[card_named(seen, _target(move)).convert]}"
    return {"redraw": "redraw, and finish", "do not defend": "do not defend, but compete"}.get(words, words)


def _order(move: Move, lying: Sequence[str]) -> tuple[int, int, int]:
    words = str(move).split()
    if words[0] == "cover":
        return 0, int(words[4]), SHAPES.index(words[1])
    if words[0] == "steal":
        return 1, lying.index(_target(move)), 0
    return ORDER.index(words[0]) if words[0] in ORDER else 0, int(move), 0


def _target(move: Move) -> str:
    """What a move is made on: "circle of card 2", "sun 7"; or the move itself."""
    first, _, rest = str(move).partition(" ")
    if first in ("cover", "steal"):
        return rest.partition(" with ")[0]
    return rest.removeprefix("with ") if first == "convert" else str(move)


def _contest(seen: Seen) -> bool:
    return bool(seen.view["stage"] == "compete")


def _trivia(seen: Seen) -> bool:
    return _contest(seen) and bool(seen.view["competition"] == "trivia")


def _seats(seen: Seen) -> list[int]:
    """From the top of the table down to the person."""
    return [*seen.others, YOU]


def _described(seen: Seen, name: str) -> str:
    """A Game Card with what it is worth."""
    card = card_named(seen, name)
    return f"{name} ({counted(card.points, 'point')}{', chevron' if card.chevron else ''})"


def _converted(seen: Seen) -> Text:
    """The colour as which the hand counts, if it does."""
    deed = seen.view["deeds"][YOU]
    if not deed.startswith("converted"):
        return Text(" ")
    return Text(" counts as ").append_text(shapes.colour_chip(deed.split()[1])).append(" ")


def _cover(card: str | None) -> Text:
    return shapes.cover_chip(card) if card else Text("·", look.LINE)


def _figures(name: str, figures: Sequence[str], width: int, style: str = "") -> Text:
    """A name and three figures in columns; hand and pile as a sum where columns are few."""
    hand, pile, points = figures
    shown = f"{hand:>4}{pile:>5}{points:>4}" if width > 16 else f"{f'{hand}+{pile}':>5}{points:>4}"
    return Text(set_cell_size(name, max(0, width - 1 - len(shown))) + shown, style)
