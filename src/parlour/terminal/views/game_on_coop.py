"""Cooperative Game-On in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Any

from rich.cells import set_cell_size
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...components.game_on_cards import COLOUR_NAMES, COLOURS, SHAPES, GameCard
from ...engine.game import in_words
from ...engine.match import Move
from ...games.game_on_coop import PACES
from ...games.game_on_coop.rules import TRACK, cards_in_round
from .. import look, shapes
from .game_on_parts import card_named, cards_of, flow, in_brief, omni_in_brief, padded, runs, used
from .plain import YOU, PlainView, Seen, counted, keyed_list

MANY = 12  # cards of the House, that is more than fit into two rows
VERBS = ("cover", "steal", "scuttle", "redraw", "finish")  # in the order of the numbers
BELT, FULL, EMPTY = "━", "█", "░"
TEAM, HOUSE = "#2A9D5C", "#B5824C"


class GameOnCoopView(PlainView):
    """The points of both sides, the track as a belt that runs to the left, the House's cards, the team, the hand.

    A number stands for a place to play: a shape on the track, a card of the House to steal, a card on the track to
    scuttle. Where several cards of the hand will do, it is asked which.
    """

    # 1: flat cards, points beside each other; 2: the hand in a line, of many House cards those that matter;
    # 3: of a few, too, and without their colours
    tightest = 3

    def facts(self, seen: Seen) -> str:
        view = seen.view
        wide = seen.width >= 80
        facts = [f"round {view['round']}", f"{view['pace']} pace" if wide and view["open_hands"] else view["pace"]]
        if wide and not view["open_hands"]:
            facts.append("hidden")
        if view["black"]:
            facts.append(f"Black{' Cards:' if wide else ''} {view['black_out']} of {view['black']}")
        return " · ".join(facts)

    # The table

    def around(self, seen: Seen) -> RenderableType:
        gap = [] if seen.tight else [Text()]
        parts = [*self._points(seen), *gap, *self._track(seen), *gap, *self._house(seen), *gap, *self._team(seen)]
        return Group(*parts, *(Padding(line, (0, 1)) for line in self._commitments(seen)))

    def _points(self, seen: Seen) -> list[Text]:
        """Two bars against the target, side by side where rows are few."""
        view, target = seen.view, seen.view["target"]
        sides = (("Team ", TEAM, view["team_points"], "team"), ("House", HOUSE, view["house_points"], "house"))
        beside, brief = seen.tight > 0, seen.width < 80
        room = seen.width // 2 - (20 if brief else 28) if beside else min(2 * target, seen.width - 34)
        bars = []
        for name, paint, points, cards in sides:
            full = min(room, points * room // target)
            bar = Text.assemble((f" {name} {points:>2} ", "bold"), (FULL * full + EMPTY * (room - full), paint))
            bar.append(f" of {target}", look.LINE)
            if not (beside and brief):
                bar.append(f", {counted(len(view[cards]), 'card')}", look.LINE)
                bar.pad_right(beside and seen.width // 2 - 1 - bar.cell_len)
            bars.append(bar)
        return [Text(" ").join(bars)] if beside else bars

    def _track(self, seen: Seen) -> list[Text]:
        """The belt, and under it the cards, with the numbers for covering or whose cards lie on them."""
        view, flat, keys = seen.view, seen.tight > 0, self._keys(seen)
        width = min(24, (seen.width - 2) // TRACK - 1)
        called, above, drawn = _names_in(seen, 4 if width >= 16 else 3), shapes.rows_above_shapes(width, flat), []
        for place, lying in enumerate(view["track"], 1):
            if lying["scuttled"]:
                drawn.append(_turned_over(lying["name"], width, above + 3))
                continue
            numbers = [keys.get(f"{shape} of card {place}", "") for shape in SHAPES]
            covers = [
                shapes.cover_chip(cover) if cover else Text(number, "bold reverse") if number else Text("·")
                for cover, number in zip(lying["covers"], numbers, strict=True)
            ]
            owners = [Text("" if seat is None else called[seat]) for seat in lying["covered_by"]]
            whole = [1] if all(lying["covers"]) else []
            card, name = _plain_card(seen, lying["name"]), lying["name"] + _star(seen, lying["name"])
            drawn.append(shapes.game_card(card, name, width, [covers, owners], whole, flat))
        drawn += [shapes.no_card(width, above + 3)] * (TRACK - len(drawn))
        return [
            self._about_track(seen),
            self._belt(seen, width),
            *(Text(" ") + Text(" ").join(row) for row in zip(*drawn, strict=True)),
        ]

    def _about_track(self, seen: Seen) -> Text:
        """What comes after this round, and from what."""
        view = seen.view
        coming = counted(_new_cards(seen, 0), "new card")
        title = Text.assemble((" The track", "bold"), f"   {coming} after this round")
        left, wide = view["black"] - view["black_out"], seen.width >= 80
        deck = f"{view['deck']} in the deck" if wide else f"deck {view['deck']}"
        black = f", {left}{' of them' if wide else ''} black" if left else ""
        title.append(f" · {deck}{black}", look.LINE)
        return title

    def _belt(self, seen: Seen, width: int) -> Text:
        """It runs to the left. Over each card stands who gets it after this round, or how long it stays."""
        belt = Text(" ")
        for place in range(TRACK):
            words, now = "", False
            if place < len(seen.view["track"]):
                rounds = _rounds_left(seen, place)
                now = rounds == 1
                soon = f"{'now ' if width > 15 else ''}to {_who_gets(seen, place)}"
                words = f"◀ {soon if now else 'next round' if rounds == 2 else f'in {rounds - 1} rounds'} "
            belt.append(words, "bold" if now else look.LINE)
            belt.append(BELT * (width + 1 - len(words)), look.LINE)
        return belt

    def _house(self, seen: Seen) -> list[Text]:
        """The cards of the House, with the numbers for stealing; of the team's cards, the names."""
        view, keys = seen.view, self._keys(seen)
        named = _house_in_order(seen)
        matter = [name for name in named if name in keys or name in _targets(seen)]
        shown = matter if seen.tight > 2 or (seen.tight > 1 and len(named) > MANY) else named
        entries = [self._lost(seen, name, keys) for name in shown]
        if len(shown) < len(named):
            rest = len(named) - len(shown)
            none = f"{counted(rest, 'card')}, none that you can steal now"
            entries.append(Text(f"and {rest} more" if shown else none, look.LINE))
        lines = flow(entries or [Text("no card yet", look.LINE)], seen.width, Text(" House", "bold"))
        if not seen.tight and view["team"]:
            mine = [Text(card["name"] + _star(seen, card["name"]), look.LINE) for card in view["team"]]
            lines += flow(mine, seen.width, Text(" Team ", "bold"))
        return lines

    def _lost(self, seen: Seen, name: str, keys: dict[str, str]) -> Text:
        """A card of the House."""
        entry = Text.assemble(look.key(keys[name]), " ") if name in keys else Text()
        entry.append(f"{name}{_star(seen, name)} ")
        if seen.tight < 3:
            entry.append_text(shapes.card_letters(card_named(seen, name))).append(" ")
        entry.append(str(card_named(seen, name).points), "bold")
        if name in keys and self._all_can(seen, name):
            entry.append(" all can", "bold")
        return entry

    def _team(self, seen: Seen) -> list[Text]:
        """The others: what they hold, if that is open, and whether they are still acting."""
        view = seen.view
        entries = []
        for seat in seen.others:
            acts = seat in view["to_act"]
            entry = Text.assemble(("▶ " if acts else "  ", "bold"), (f"{seen.who(seat)} ", "bold"))
            if seen.tight < 3:
                entry.append(f"{view['types'][seat]} ", look.LINE)
            hand = view["hands"][seat]
            if hand is None:
                entry.append(counted(view["hand_sizes"][seat], "card"))
            else:
                entry.append_text(Text(" ").join(map(shapes.player_chip, hand)) if hand else Text("0 cards"))
            if not acts and view["to_act"]:
                done = {"redrew": "redrew"}.get(view["deeds"][seat], "finished")
                entry.append(f" {done}", look.LINE)
            entries.append(entry)
        each = max(entry.cell_len for entry in entries)
        columns = max(1, (seen.width + 1) // (each + 2))
        if len(entries) > columns:
            columns = -(-len(entries) // -(-len(entries) // columns))  # in rows of one length
        lines = []
        for start in range(0, len(entries), columns):
            line = Text()
            for entry in entries[start : start + columns]:
                entry.pad_right(each + 2 - entry.cell_len)
                line.append_text(entry)
            lines.append(line)
        return lines

    def _commitments(self, seen: Seen) -> list[Text]:
        """Who has committed what to what, and who is missing for it."""
        view, lines = seen.view, []
        done = [(seat, one) for seat, one in enumerate(view["commitments"]) if one]
        together = sorted(done, key=lambda pair: _deed(pair[1]))
        for _, group in groupby(together, key=lambda pair: _deed(pair[1])):
            pairs = list(group)
            seats, one = sorted(seat for seat, _ in pairs), pairs[0][1]
            who, have = _all_of(seen, seats), "has" if _is_one(seats) else "have"
            line = Text.assemble("▸ ", (f"{who[0].upper()}{who[1:]}", "bold"))
            line.append(f" {have} committed " if seen.tight < 2 else ": ")
            line.append_text(shapes.player_chip(view["committed"][seats[0]][0]))
            line.append(f" to {one['to']} {one['card']}; {_missing(seen, seats)}")
            lines.append(line)
        return lines

    # The numbers

    def offers(self, seen: Seen) -> Sequence[Sequence[Move]]:
        """Shapes on the track from left to right, then the House's cards as they lie, then scuttles, then the rest."""
        lying = _house_in_order(seen)
        moves = sorted(seen.choices, key=lambda move: _order(move, lying))
        return [tuple(group) for _, group in groupby(moves, key=_target)]

    def _keys(self, seen: Seen) -> dict[str, str]:
        """By what is played on: the number to type."""
        return {_target(moves[0]): str(number) for number, moves in enumerate(self.offers(seen), 1)}

    def which(self, seen: Seen, moves: Sequence[Move]) -> tuple[str, Sequence[str]]:
        return "With which card?", [_card_used(seen, move) for move in moves]

    def example(self, seen: Seen) -> str:
        offers = self.offers(seen)
        if not offers:
            return ""
        if len(offers[0]) > 1:
            return f"1 {_card_used(seen, offers[0][0])}"
        return str(offers[0][0]).removeprefix("cover ").partition(" with ")[0] if seen.width >= 70 else "finish"

    def _all_can(self, seen: Seen, target: str) -> bool:
        """Whether all hold, or have committed, the same coloured shape for this; as far as hands are open."""
        moves = [move for move in seen.choices if _target(move) == target]
        return any(self._all_hold(seen, move) for move in moves)

    def _all_hold(self, seen: Seen, move: Move) -> bool:
        view, card = seen.view, _card_used(seen, move)
        verb, name, shape = _committing(seen, move)
        for seat in seen.others:
            one = view["commitments"][seat]
            if one:
                if _deed(one) != (verb, name, shape):
                    return False
            elif seat not in view["to_act"] or card not in (view["hands"][seat] or ()):
                return False
        return True

    # What lies before the person

    def yours(self, seen: Seen) -> RenderableType:
        listed = []
        for number, moves in enumerate(self.offers(seen), 1):
            verb = _verb(moves[0])
            if verb not in ("cover", "steal"):
                listed.append((str(number), self._in_words(seen, moves)))
        if seen.tight < 2:
            return Group(self._laid_out(seen), keyed_list(listed, seen.width))
        entries = [Text.assemble(look.key(number), f" {words}") for number, words in listed]
        return Group(self._hand(seen), *(flow(entries, seen.width, Text()) if entries else []))

    def _in_words(self, seen: Seen, moves: Sequence[Move]) -> str:
        """What stands in the list, with what comes of it."""
        if _verb(moves[0]) == "scuttle":
            name = _committing(seen, moves[0])[1]
            by = in_brief([_card_used(seen, move) for move in moves])
            return f"scuttle {name} by {by}" + (", all can" if self._all_can(seen, _target(moves[0])) else "")
        return {"redraw": "redraw, and finish"}.get(str(moves[0]), str(moves[0]))

    def _laid_out(self, seen: Seen) -> RenderableType:
        """The hand as cards; beside each, the numbers for which it will do."""
        hand = seen.view["hand"]
        deck = f"   your deck is {seen.view['types'][YOU]}, {seen.view['piles'][YOU]} in the pile"
        title = Text.assemble((f" Your hand: {counted(len(hand), 'card')}", "bold"), (deck, look.LINE))
        each = (seen.width - 1) // 2
        held = []
        for card in hand:
            beside = [f" {verb} {runs(numbers)}" for verb, numbers in self._where(seen, card)]
            rows = zip_longest(shapes.player_card(card, cards_of(seen)), beside, fillvalue="")
            held.append(padded([Text.assemble(row, (words, "bold")) for row, words in rows], each))
        return Group(title, look.side_by_side(held, seen.width, gap=0)) if held else title

    def _hand(self, seen: Seen) -> RenderableType:
        """The hand in a line or two."""
        hand = seen.view["hand"]
        if not hand:
            return Text(" Your hand is empty.", "bold")
        entries = []
        for card, copies in Counter(hand).items():
            chips = Text(" ").join([shapes.player_chip(card)] * copies)
            words = f" {omni_in_brief(seen, card) or card} " if seen.tight < 3 else " "
            goes = "  ".join(f"{verb} {runs(numbers)}" for verb, numbers in self._where(seen, card))
            entries.append(Text.assemble(chips, words, (f"▸ {goes}" if goes else "", "bold")))
        return Group(*flow(entries, seen.width, Text(" Your hand:", "bold")))

    def _where(self, seen: Seen, card: str) -> Iterator[tuple[str, list[int]]]:
        """By what can be done with this card: the numbers."""
        offers = list(enumerate(self.offers(seen), 1))
        for verb in VERBS[:3]:
            numbers = [
                number
                for number, moves in offers
                if _verb(moves[0]) == verb and any(_card_used(seen, move) == card for move in moves)
            ]
            if numbers:
                yield verb, numbers

    def prompt(self, seen: Seen) -> Text:
        verbs = [verb for verb in VERBS if any(_verb(move) == verb for move in seen.choices)]
        if not set(verbs) & set(VERBS[:3]):
            why = "nothing you hold fits" if seen.view["hand"] else "your hand is empty"
            return Text(f"Your turn: {why}, so {' or '.join(verbs)}.")
        *can, _ = verbs
        return Text(f"Your turn: {', '.join(can)}{',' if len(can) > 1 else ''} or finish (f).")

    def legend(self, seen: Seen) -> Sequence[tuple[Text, str]]:
        row = Text(" ").join([shapes.chip("red", "square"), shapes.chip("white", "circle")])
        legend = [
            (row, "a red square, a white circle; R red, Y yellow, B blue, W white, K black, which is wild"),
            (Text("O1", look.NO_COLOUR.style), "an OMNI: it shows three shapes, and is played as one of them"),
            (Text.assemble(*(shapes.colour_letter(colour) for colour in COLOURS[:3])), "square, circle and triangle"),
            (look.key("7"), "type this to cover that shape, or to commit a card to steal that card"),
            (Text("▶", "bold"), "has not finished yet"),
            (Text("◀ next round", look.LINE), "the card leaves after the next round, if no Black Card comes before"),
            (Text("◀ to House", "bold"), "the card leaves after this round, and as it is now the House gets it"),
            (Text(shapes.WHOLE, "bold"), "complete: all three shapes are covered"),
            (Text("all can", "bold"), "everybody holds, or has committed, the coloured shape for it"),
        ]
        if _not_in_play(seen):
            legend.append((Text("*"), "nobody's deck is of this type: it scores for the House, not for the team"))
        return legend

    # Rounds and the end

    def interlude(self, before: dict[str, Any], after: dict[str, Any], names: Sequence[str]) -> RenderableType | None:
        """A Black Card is worth a pause."""
        if before["black_out"] == after["black_out"] or not after["to_act"]:
            return None
        title = Text(f"Round {before['round']} is over, and the track was wiped. Points so far:", look.LINE)
        sides = (("The team", "team_points"), ("the House", "house_points"))
        sums = [f"{name} {before[key]} + {after[key] - before[key]} = {after[key]}" for name, key in sides]
        return Group(title, Text("   ".join(sums), "bold"))

    def verdict(self, seen: Seen) -> str:
        return "The team wins!" if seen.view["winners"] else "The House wins!"

    def result(self, seen: Seen, gains: Sequence[Sequence[int]], scores: Sequence[int]) -> RenderableType:
        view = seen.view
        grid = Table.grid(padding=(0, 2, 0, 0))
        lost = [card["name"] for card in view["house"]]
        idle = [card["name"] for card in view["team"] if _star(seen, card["name"])]
        scoring = [card["name"] for card in view["team"] if not _star(seen, card["name"])]
        team, house = (sum(card_named(seen, name).points for name in names) for names in (scoring, lost))
        tie = team == house
        black = view["black_out"] if tie else 0  # CO-17
        rows = (("Team", scoring, 0, bool(view["winners"])), ("House", lost, black, not view["winners"]))
        for side, names, extra, won in rows:
            grid.add_row(*(Text(part, "bold" if won else "") for part in (side, *_arithmetic(seen, names, extra))))
        why = []
        if idle:
            why.append(f"The team's {in_words(idle)} scored nothing: nobody's deck is of that type.")
        if tie:
            adds = f", which adds 1 for each Black Card drawn: {house} + {black}" if black else ""
            why.append(f"{team} to {house} is a tie, and a tie goes to the House{adds}.")
        return Group(grid, *([Text(), Text(" ".join(why))] if why else []))


def _arithmetic(seen: Seen, names: Sequence[str], black: int) -> tuple[str, str]:
    """What a side controls, and how that adds up: "2 of 3 points, 1 of 2", "6 + 2 = 8"."""
    of = Counter(card_named(seen, name).points for name in names)
    listed = [(of[points], points) for points in (3, 2, 1) if of[points]]
    cards = [f"{number} of {points}" for number, points in listed]
    if cards:
        cards[0] += " points" if listed[0][1] > 1 else " point"
    added = [number * points for number, points in listed]
    if black:
        cards.append(counted(black, "Black Card"))
        added.append(black)
    total = " + ".join(map(str, added))
    return ", ".join(cards) or "no cards", f"{total} = {sum(added)}" if len(added) > 1 else str(sum(added))


# The moves


def _verb(move: Move) -> str:
    return str(move).split()[0]


def _target(move: Move) -> str:
    """What a move is made on: "circle of card 2", "sun 7", "scuttle card 2"; or the move itself."""
    words = str(move)
    if words.startswith("cover"):
        return words.removeprefix("cover ").partition(" with ")[0]
    return words.removeprefix("steal ").partition(" by ")[0]


def _committing(seen: Seen, move: Move) -> tuple[str, str, str]:
    """What a steal or a scuttle is: the verb, the Game Card, the shape."""
    verb, _, rest = str(move).partition(" ")
    name, _, shape = rest.partition(" by ")
    if verb == "scuttle":
        name = seen.view["track"][int(name.split()[-1]) - 1]["name"]
    return verb, name, shape


def _card_used(seen: Seen, move: Move) -> str:
    """The Player Card that a move takes from the hand."""
    if _verb(move) == "cover":
        return used(str(move))
    if _verb(move) not in ("steal", "scuttle"):
        return ""
    _, name, shape = _committing(seen, move)
    return f"{COLOUR_NAMES[card_named(seen, name).colours[SHAPES.index(shape)]]} {shape}"


def _order(move: Move, lying: Sequence[str]) -> tuple[int, int, int]:
    verb, words = _verb(move), str(move).split()
    if verb == "cover":
        return 0, int(words[4]), SHAPES.index(words[1])
    if verb == "steal":
        return 1, lying.index(_target(move)), int(move)
    return VERBS.index(verb), int(move), 0


def _deed(commitment: dict[str, Any]) -> tuple[str, str, str]:
    return commitment["to"], commitment["card"], commitment["shape"]


def _targets(seen: Seen) -> set[str]:
    """The Game Cards to which someone has committed a card."""
    return {one["card"] for one in seen.view["commitments"] if one}


def _missing(seen: Seen, seats: Sequence[int]) -> str:
    """Who has still to commit a card, or why it cannot come about any more."""
    others = [seat for seat in range(len(seen.names)) if seat not in seats]
    late = [seat for seat in others if seat not in seen.view["to_act"]]
    elsewhere = [seat for seat in others if seat not in late and seen.view["commitments"][seat]]
    for some, done in ((late, "finished"), (elsewhere, "chosen otherwise")):
        if some:
            failed = ": it fails" if seen.tight < 2 else ""
            return f"{_all_of(seen, some)} {'has' if _is_one(some) else 'have'} {done}{failed}"
    return f"{_all_of(seen, others)} {'is' if _is_one(others) else 'are'} missing"


def _all_of(seen: Seen, seats: Sequence[int]) -> str:
    """Some seats within a sentence, you last."""
    return in_words([*(seen.who(seat) for seat in seats if seat != YOU), *["you"] * (YOU in seats)])


def _is_one(seats: Sequence[int]) -> bool:
    """Whether a verb goes with "has", not with "have"."""
    return len(seats) == 1 and seats[0] != YOU


# The track


def _new_cards(seen: Seen, later: int) -> int:
    """CO-14a: how many Game Cards come to the track after this round, or after one that is so many rounds later."""
    pace, number = PACES.index(seen.view["pace"]), seen.view["round"] + later
    return int(cards_in_round.plainly(pace, len(seen.names), number))


def _rounds_left(seen: Seen, place: int) -> int:
    """How many rounds, this one included, a card is on the track before it is pushed off."""
    ahead, rounds = place - len(seen.view["track"]) + TRACK, 0
    while ahead >= 0:
        ahead -= _new_cards(seen, rounds)
        rounds += 1
    return rounds


def _who_gets(seen: Seen, place: int) -> str:
    """CO-14: as the card is covered now."""
    lying = seen.view["track"][place]
    return "nobody" if lying["scuttled"] else "team" if all(lying["covers"]) else "House"


def _turned_over(name: str, width: int, height: int) -> look.Rows:
    """A scuttled Game Card: its back, and what it was."""
    lines = [name.center(width - 2), "turned over".center(width - 2)]
    lines += ["■ ● ▲".center(width - 2)] * (height - 2)
    return [Text(f"▏{line}▕", "#A9D0C3 on #3B6F62") for line in lines]


# Game Cards


def _plain_card(seen: Seen, name: str) -> GameCard:
    """CO-1: symbols do nothing here, so they are not shown."""
    return replace(card_named(seen, name), chevron=False, convert=-1)


def _not_in_play(seen: Seen) -> bool:
    """Whether there may be Game Cards of a type that no deck has."""
    return len(seen.names) < 3


def _star(seen: Seen, name: str) -> str:
    """CO-4: the mark of cards that score nothing for the team."""
    return "" if name.split()[0] in seen.view["types"] else "*"


def _house_in_order(seen: Seen) -> list[str]:
    """The most points first."""
    named = [card["name"] for card in seen.view["house"]]
    return sorted(named, key=lambda name: -card_named(seen, name).points)


def _names_in(seen: Seen, room: int) -> list[str]:
    """The names of all seats, cut so that they fit and can still be told apart."""
    cut = [set_cell_size(seen.who(seat), room).strip() for seat in range(len(seen.names))]
    alike = [f"{set_cell_size(name, room - 1).strip()}{seat}" for seat, name in enumerate(cut)]
    return [name if cut.count(name) == 1 else alike[seat] for seat, name in enumerate(cut)]
