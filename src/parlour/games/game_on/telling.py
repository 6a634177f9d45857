"""Game-On Competitive in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ...components.game_on_cards import COLOURS, SHAPES, SHORT_NAMES
from ...components.player_cards import ALL_WAYS, KIND_NAMES, KIND_OF_WAY, WAYS, count_held, names_held
from ...engine.game import Game, Telling, in_words
from ...engine.reading import Reading
from ...engine.seats import seats_in
from ...engine.story import Event, story
from .rules import (
    ANSWERED,
    ASKED,
    BLACK_UP,
    CAME_BACK,
    CONTEST,
    CONVERT,
    CONVERTED,
    COVER,
    DEFEND,
    IDLE_ROUNDS,
    LET_GO,
    MOVE_NAMES,
    NEW_ROUND,
    OF_THIEVES,
    ORDERS,
    REDRAW,
    REDRAWN,
    ROLLED,
    SHOWED,
    SIGNS,
    SO_RIGHT,
    STEAL,
    STOLE,
    THE_END,
    TOOK,
    TURNED_UP,
    UNDECIDED,
    WAS_LOCKED,
    WON,
    apply,
    controller_of,
)
from .seen import points

# What goes on with the line of what came before: how a competition went, and what was won by it.
GOES_ON = {
    ROLLED: (CONTEST, UNDECIDED),
    SHOWED: (),
    ANSWERED: (SO_RIGHT,),
    UNDECIDED: (SHOWED, ANSWERED),
    WON: (ROLLED, SHOWED, ANSWERED),
    TOOK: (ROLLED, SHOWED, ANSWERED),
    STOLE: (ROLLED, SHOWED, ANSWERED),
    WAS_LOCKED: (ROLLED, SHOWED, ANSWERED),
    BLACK_UP: (TURNED_UP,),
    NEW_ROUND: (TURNED_UP, BLACK_UP),
}


class Tells(Game):
    """How a move is told: a line for the move, and one for each thing that came of it."""

    def ending(self, state: Reading) -> str:
        """GC-29, GC-30."""
        timer = self.settings["timer"]
        if timer and state.black_out == timer:
            return "The last Black Card has come up." if timer > 1 else "The Black Card has come up."
        if state.idle == IDLE_ROUNDS:
            return "For three rounds nobody has played, stolen or converted."
        return "The draw piles are empty, and nobody plays on."

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        events = story(apply, before, seat, move)
        told = [self._tell_move(before, after, seat, move, events, telling), *self._tell_events(events, telling)]
        if any(event[0] in (NEW_ROUND, THE_END) for event in events) and telling.to is not None:
            drawn = _drawn(before, after, seat, move, telling.to, events)
            told[-1] += f" You draw {in_words(drawn)}." if drawn else ""
        if after.winners:
            most = max(points(self, after))
            told[-1] += f" {self.ending(after)} {telling.winners(int(after.winners), most, 'point')}"
        return "\n".join(told)

    def _tell_move(
        self, before: Any, after: Any, seat: int, move: int, events: Sequence[Event], telling: Telling
    ) -> str:
        if move < CONVERT:
            start = COVER if move < STEAL else STEAL
            target, way = divmod(move - start, ALL_WAYS)
            shape, card = SHAPES[way // WAYS], KIND_NAMES[KIND_OF_WAY[way // WAYS, way % WAYS]]
            counts = int(before.deeds[seat]) - CONVERTED
            turned = f" (as {COLOURS[counts]})" if counts >= 0 else ""
            if start == COVER:
                name = SHORT_NAMES[before.area[target]]
                return telling.says(seat, f"cover the {shape} of {name} with {card}{turned}") + "."
            owner = telling.who(int(controller_of.plainly(before, target)))
            used = f"{card} as {shape}" if card.startswith("omni") else card
            return telling.says(seat, f"try to steal {SHORT_NAMES[target]} from {owner} with {used}{turned}") + "."
        if move < DEFEND:
            colour = COLOURS[after.deeds[seat] - CONVERTED]
            told = telling.says(seat, f"discard {SHORT_NAMES[move - CONVERT]}")
            return f"{told}: {_whose(telling, seat)} hand counts as {colour} this round."
        if move < LET_GO:
            name = SHORT_NAMES[before.attack_on[0]]
            return telling.says(seat, f"defend {name} with {KIND_NAMES[move - DEFEND]}") + "."
        if move == LET_GO:
            name = SHORT_NAMES[before.attack_on[0]]
            return (
                f"You do not defend {name}."
                if telling.is_you(seat)
                else f"{telling.names[seat]} does not defend {name}."
            )
        if move < REDRAW:
            if int(before.to_act) == 1 << seat:
                return "All have chosen."
            if telling.is_you(seat):
                return f"You choose {MOVE_NAMES[move].partition(' ')[2]}."
            return f"{telling.names[seat]} has chosen."
        if move == REDRAW:
            drawn = count_held(before.hands, seat)
            if telling.is_you(seat):
                return f"You redraw, and get {in_words(_redrawn(events))}."
            return f"{telling.names[seat]} redraws {drawn} card{'' if drawn == 1 else 's'}."
        return f"{telling.says(seat, 'finish')}."

    def _tell_events(self, events: Iterable[Event], telling: Telling) -> list[str]:
        lines: list[str] = []
        last = -1
        for what, group in groupby(events, key=lambda event: event[0]):
            told = self._tell_alike(what, [event[1:] for event in group], telling)
            if what == ROLLED and last == UNDECIDED:
                told = f"Now dice decide. {told}"
            if told and last in GOES_ON.get(what, ()):
                lines[-1] += f" {told}"
            elif told:
                lines.append(told)
            last = what if told else last
        return lines

    def _tell_alike(self, what: int, facts: list[tuple[int, ...]], telling: Telling) -> str:
        """One or several events of the same kind."""
        a, b, c = facts[0]
        if what == CONTEST:
            rivals = in_words([telling.who(seat) for seat in seats_in(c)])
            what_for = f"{'the chance to steal ' if a == OF_THIEVES else ''}{SHORT_NAMES[b]}"
            return f"{rivals[0].upper()}{rivals[1:]} compete for {what_for}."
        if what == ROLLED:
            return _rolls(facts, telling)
        if what in (SHOWED, ANSWERED):
            verb, words = ("show", SIGNS) if what == SHOWED else ("say", "abcd")
            return _all_do(verb, [(seat, words[choice]) for seat, choice, _ in facts], telling)
        if what == ASKED:
            return f"The question: {self.settings['questions'].questions[a].text}"
        if what == SO_RIGHT:
            right = self.settings["questions"].questions[a].answers[0]
            return f"Right is {'abcd'[ORDERS[b].index(0)]}, {right}."
        if what == UNDECIDED:
            return "That decides nothing."
        if what == WON:
            return f"{telling.says(a, 'win')}." if b == OF_THIEVES else ""
        if what == CAME_BACK:
            return _take_back(facts, telling)
        if what == TOOK:
            return " ".join(f"{telling.says(seat, f'take {SHORT_NAMES[card]}')}." for seat, card, _ in facts)
        if what == STOLE:
            return f"{telling.says(a, f'steal {SHORT_NAMES[b]} from {telling.who(c)}')}!"
        if what == WAS_LOCKED:
            return f"{telling.says(a, f'keep {SHORT_NAMES[b]}')}, and it is locked."
        if what == TURNED_UP:
            return f"New in the Play Area: {in_words([SHORT_NAMES[card] for card, _, _ in facts])}."
        if what == BLACK_UP:
            return f"A Black Card comes up, number {facts[-1][0]} of {self.settings['timer']}."
        if what == REDRAWN:
            return ""  # told with the move, and only to the one who redrew
        return "The game is over." if what == THE_END else f"Round {a} begins."


def _drawn(before: Any, after: Any, seat: int, move: int, to: int, events: Sequence[Event]) -> list[str]:
    """What the one who listens drew at the end of a round: all that was not in the hand and did not come back to it."""
    held = Counter(_redrawn(events) if seat == to and move == REDRAW else names_held(before.hands, to))
    held.update(KIND_NAMES[event[2]] for event in events if event[:2] == (CAME_BACK, to))
    if seat == to and DEFEND <= move < LET_GO:
        held[KIND_NAMES[move - DEFEND]] -= 1
    return list((Counter(names_held(after.hands, to)) - held).elements())


def _redrawn(events: Sequence[Event]) -> list[str]:
    """What a redraw brought, in the order in which a hand shows it."""
    return [KIND_NAMES[kind] for kind in sorted(event[2] for event in events if event[0] == REDRAWN)]


def _whose(telling: Telling, seat: int) -> str:
    return "your" if telling.is_you(seat) else "the"


def _take_back(facts: list[tuple[int, ...]], telling: Telling) -> str:
    """Seat by seat the cards that come back."""
    back = []
    for seat, cards in groupby(facts, key=lambda fact: fact[0]):
        back.append((seat, in_words([KIND_NAMES[kind] for _, kind, _ in cards])))
    return _all_do("take back", back, telling, "; ")


def _rolls(facts: list[tuple[int, ...]], telling: Telling) -> str:
    """Go by go: who rolled before rolls again."""
    goes: list[list[tuple[int, str]]] = [[]]
    for seat, number, _ in facts:
        if goes[-1] and seat <= goes[-1][-1][0]:
            goes.append([])
        goes[-1].append((seat, str(number)))
    told = [_all_do("roll", goes[0], telling)]
    for go in goes[1:]:
        told.append(f"Again: {', '.join(f'{telling.who(seat)} {number}' for seat, number in go)}.")
    return " ".join(told)


def _all_do(verb: str, done: list[tuple[int, str]], telling: Telling, between: str = ", ") -> str:
    """The same thing done by several: "You roll 5, Ben 3."."""
    (seat, what), *others = done
    first = telling.says(seat, f"{verb} {what}")
    return between.join([first, *(f"{telling.who(seat)} {what}" for seat, what in others)]) + "."
