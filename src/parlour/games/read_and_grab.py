"""READ AND GRAB: turn over a card, and grab what others have of its number before a set of six is complete.

The clauses (RG-1 ...) are those of docs/rulebook/read-and-grab.md. Our rulings in short: you grab from one player of
your choice, or from none (RG-3); by default nothing is pointed out and you claim for yourself, a wrong claim being no
move (RG-3a); the last card's turn is played out, its grab included, and equal is shared (RG-6). After every card the
second move is asked for, grab or not, so that the question gives nothing away.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..components.deck import NUMBERS
from ..components.word_cards import (
    ALL_COLOURS,
    CARD_NAMES,
    CARDS,
    COLOUR,
    HOW_MANY,
    NO_COLOURS,
    NUMBER,
    cards_in,
    word_on,
)
from ..components.word_list import WordList
from ..engine.cards import add, clear, remove
from ..engine.chance import below, mix_unseen, shuffle
from ..engine.errors import BadPosition
from ..engine.game import Game, Telling, state_type
from ..engine.options import STARTER, Choice, ComponentOption
from ..engine.position import Places, Supply, check_winners, one_at_a_time, stacks
from ..engine.reading import Reading
from ..engine.rule import rule
from ..engine.seats import NOBODY, highest_score, left_of, only
from ..engine.verbs import Rules

SEATS = 6
TURN_OVER, FINISH, GRAB = 0, 1, 2  # the moves; GRAB with number * 6 + seat added
MOVE_NAMES = (
    "turn over",
    "finish",
    *(f"grab {number}s from seat {seat}" for number in NUMBERS for seat in range(SEATS)),
)
TURNING, GRABBING = 0, 1  # the stages of a turn

STATE = state_type(
    "read_and_grab",
    [
        ("front", np.uint8, (SEATS, 11)),  # the colours each seat has of each number; all see them
        ("stage", np.int8),  # TURNING or GRABBING; all see it
        ("turned", np.uint8),  # the card turned over this turn; all see it
        ("starter", np.int8),  # who has the first turn; -1 before the game, to be left to chance
        ("middle_count", np.int8),  # cards left in the middle; all see it
        ("middle", np.uint8, CARDS),  # face down, next card last; nobody sees it
    ],
)


@rule
def setup(state):
    if state.starter < 0:
        state.starter = below(state, state.players)
    shuffle(state, state.middle, CARDS)  # RG-1
    state.middle_count = CARDS
    state.to_act = only(state.starter)


@rule
def legal(state, seat, moves):
    clear(moves)
    if state.stage == TURNING:
        add(moves, TURN_OVER)
        return
    number = NUMBER[state.turned]
    for other in range(state.players):
        if other != seat and can_be_grabbed(state, other, number):  # RG-3
            add(moves, GRAB + number * SEATS + other)
    add(moves, FINISH)  # RG-3: you may decline


@rule
def can_be_grabbed(state, seat, number):
    """RG-3, RG-5: an incomplete set, were it a single card."""
    return state.front[seat, number] != NO_COLOURS and state.front[seat, number] != ALL_COLOURS


@rule
def apply(state, seat, move):
    if move == TURN_OVER:  # RG-2
        state.middle_count -= 1
        card = state.middle[state.middle_count]
        state.front[seat, NUMBER[card]] |= 1 << COLOUR[card]
        state.turned = card
        state.stage = GRABBING
        return
    if move != FINISH:
        number, other = divmod(move - GRAB, SEATS)
        state.front[seat, number] |= state.front[other, number]  # RG-4
        state.front[other, number] = NO_COLOURS
    state.stage = TURNING
    if state.middle_count == 0:  # RG-6
        state.to_act = NOBODY
        state.winners = highest_score(state)
    else:
        state.to_act = only(left_of(seat, state.players))


@rule
def score(state, out):
    """RG-5, RG-6: complete sets count."""
    for seat in range(state.players):
        out[seat] = 0
        for number in range(11):
            if state.front[seat, number] == ALL_COLOURS:
                out[seat] += 1


@rule
def redeal(state, seat):
    """Nobody knows the order of the middle; all else lies open."""
    mix_unseen(state, state.middle, state.middle_count)


@rule
def greedy(state, seat, moves):
    """Grab whenever you can, the largest set first."""
    number = NUMBER[state.turned]
    largest = 0
    for other in range(state.players):
        if other != seat and state.stage == GRABBING:
            largest = max(largest, HOW_MANY[state.front[other, number]])
    if largest > 0:
        remove(moves, FINISH)
        for other in range(state.players):
            if HOW_MANY[state.front[other, number]] < largest:
                remove(moves, GRAB + number * SEATS + other)


class ReadAndGrab(Game):
    """How READ AND GRAB is set up, seen, told and written down."""

    id = "read-and-grab"
    title = "READ AND GRAB"
    box = "word-deck"
    summary = "Turn over a card, read it, and grab the others' cards of its number to complete sets of six."
    seats = range(2, SEATS + 1)
    version = 1
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy)
    move_names = MOVE_NAMES
    card_places = ("front", "middle")
    options = (
        Choice("grabs", "call", "call: you spot grabs yourself; offered: they are shown", ("call", "offered")),
        ComponentOption("words", "default", "the words on the word cards", WordList),
        STARTER,
    )

    def lay_out(self, state: Any) -> None:
        state.middle[:] = range(CARDS)
        state.starter = self.starter

    def word(self, card: int) -> str:
        return word_on(card, self.settings["words"])

    def choices(self, state: Any, seat: int, legal: list[int]) -> list[int]:
        """RG-3a: who calls for themselves may claim any set on the table; the list gives nothing away."""
        if self.settings["grabs"] == "offered" or state.stage == TURNING:
            return legal
        fronts = [(other, state.front[other].tolist()) for other in range(self.players) if other != seat]
        claims = [GRAB + n * SEATS + other for n in range(11) for other, front in fronts if front[n]]
        return [FINISH, *claims]

    def shows_move(self, move: int) -> bool:
        return True

    def is_read_aloud(self, before: Any, after: Any, move: int) -> bool:
        return move != FINISH  # RG-2, RG-4

    def printed(self) -> dict[str, str]:
        return {name: self.word(card) for card, name in enumerate(CARD_NAMES)}

    def all_see(self, state: Reading) -> dict[str, Any]:  # nothing is hidden but the middle
        fronts = [_front(state, seat) for seat in range(self.players)]
        turned = {"turned": CARD_NAMES[state.turned]} if state.stage == GRABBING else {}
        return {
            "stage": _STAGES[state.stage],
            **turned,
            "front": [[CARD_NAMES[card] for card in front] for front in fronts],
            "complete": _complete(state, self.players),
            "middle": state.middle_count,
            "starter": state.starter,
            "grabs": self.settings["grabs"],
        }

    def why_not(self, state: Any, seat: int, move: int) -> str:
        if state.stage == TURNING:
            return "you turn over a card first"
        if move == TURN_OVER:
            return "you have turned over a card; grab a set of its number, or finish"
        number, other = divmod(move - GRAB, SEATS)
        turned = int(state.turned) % 11
        if number != turned:
            return f"you turned over {CARD_NAMES[state.turned]}, so only {NUMBERS[turned]}s can be grabbed"
        if other == seat:
            return "those are your own"
        return f"seat {other} has no {NUMBERS[turned]}s"

    def ending(self, state: Reading) -> str:
        return "No card is left in the middle."

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        if move == TURN_OVER:
            card = int(after.turned)
            return f"{telling.says(seat, 'turn over ' + CARD_NAMES[card])}: {self.word(card)}."
        if move == FINISH:
            told = ""
        else:
            number, other = divmod(move - GRAB, SEATS)
            grabbed = [card for card in _front(before, other) if card % 11 == number]
            cards = ", ".join(f"{CARD_NAMES[card]} ({self.word(card)})" for card in grabbed)
            told = f"{telling.says(seat, 'grab')} from {telling.who(other)}: {cards}."
        if len(_complete_of(after, seat)) > len(_complete_before_turn(before, seat)):
            told += f" {telling.says(seat, f'complete the {NUMBERS[int(before.turned) % 11]}s')}!"
        if after.winners:
            sets = max(len(mine) for mine in _complete(after, self.players))
            told += f" {self.ending(after)} The game is over. {telling.winners(after.winners, sets, 'set')}"
        return told.strip() or f"{telling.says(seat, 'finish')}."

    def write_places(self, state: Any) -> dict[str, Any]:
        turned = {"turned": CARD_NAMES[state.turned]} if state.stage == GRABBING else {}
        return {
            "stage": _STAGES[state.stage],
            **turned,
            "starter": state.starter,
            "front": [[CARD_NAMES[card] for card in _front(state, seat)] for seat in range(self.players)],
            "middle": [CARD_NAMES[card] for card in reversed(state.middle[: state.middle_count].tolist())],
        }

    def read_places(self, state: Any, places: Places) -> None:
        state.stage = _STAGES.index(places.one_of("stage", _STAGES, _STAGES[TURNING]))
        state.starter = places.seat("starter", 0)
        supply = Supply(range(CARDS), CARD_NAMES)
        for seat, names in enumerate(places.names_by_seat("front")):
            for card in supply.take_all(names, f"front[{seat}]"):
                state.front[seat, card % 11] |= 1 << card // 11
        middle = stacks(supply, middle=places.names("middle", []))["middle"]
        state.middle[: len(middle)] = middle[::-1]
        state.middle_count = len(middle)
        self._check_turn(state, places)

    def _check_turn(self, state: Any, places: Places) -> None:
        seat = one_at_a_time(state)
        if seat is None:
            if state.stage == GRABBING or state.middle_count > 0:
                raise BadPosition("position: nobody is to act, but the game ends in stage 'turn' with an empty middle")
            check_winners(state, highest_score.plainly(state), "they have the most complete sets")
        elif state.stage == GRABBING:
            mine = [CARD_NAMES[card] for card in _front(state, seat)]
            state.turned = CARD_NAMES.index(places.one_of("turned", mine))
        elif state.middle_count == 0:
            raise BadPosition("position: the middle is empty, so the game is over; nobody can be to act")


_STAGES = ("turn", "grab")


def _front(state: Any, seat: int) -> list[int]:
    """The cards in front of a seat, number by number."""
    return cards_in(state.front[seat])


def _complete(state: Any, players: int) -> list[list[int]]:
    """The numbers of which each seat has all six."""
    return [_complete_of(state, seat) for seat in range(players)]


def _complete_of(state: Any, seat: int) -> list[int]:
    sets = zip(NUMBERS, state.front[seat].tolist(), strict=True)
    return [number for number, colours in sets if colours == ALL_COLOURS]


def _complete_before_turn(state: Any, seat: int) -> list[int]:
    """The same for one seat, without the set that the card just turned over completed."""
    turned = NUMBERS[int(state.turned) % 11]
    return [number for number in _complete_of(state, seat) if number != turned]
