"""GO FOX!: ask the next player for a number you hold, and lay down pairs.

The clauses (GF-1 ...) are those of docs/rulebook/go-fox.md. Our rulings in short: which of several cards is given is
left to chance (GF-3); after a "no" you may lay a pair you hold, after a "yes" the pair just made is the one for the
turn (GF-5); one draw a turn (GF-6); with an empty hand you only draw (GF-7); the game ends as soon as the pile is
empty, or, as a house option, after even turns (GF-8). After a "no" the second move is always asked for, pair or not,
so that nobody learns from the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..components.deck import NUMBERS
from ..components.word_cards import CARD_NAMES, CARDS, COLOUR, FIRST, HOW_MANY, NO_COLOURS, NUMBER, cards_in, word_on
from ..components.word_list import WordList
from ..engine.cards import add, add_run, clear, is_empty, remove, remove_run
from ..engine.chance import below, mix_unseen, shuffle, swap
from ..engine.errors import BadPosition
from ..engine.game import Game, Telling, state_type
from ..engine.options import STARTER, ComponentOption, Switch
from ..engine.position import Places, Supply, check_winners, one_at_a_time, stacks
from ..engine.reading import Reading
from ..engine.rule import hot_rule, rule
from ..engine.seats import NOBODY, highest_score, left_of, only
from ..engine.verbs import Rules

ASK, LAY_PAIR, DRAW, PASS = 0, 11, 22, 23  # the moves; ASK and LAY_PAIR with the number added
MOVE_NAMES = (
    *(f"ask for {number}" for number in NUMBERS),
    *(f"lay pair {number}" for number in NUMBERS),
    "draw",
    "pass",
)
ASKING, AFTER_NO = 0, 1  # the stages of a turn
ENOUGH, SWAPS = 4, 200  # swaps for each unseen card in a hand: to mix a deal, and at most, to find a true one

STATE = state_type(
    "go_fox",
    [
        ("hands", np.uint8, (6, 11)),  # the colours held of each number; each seat sees its own
        ("stage", np.int8),  # ASKING or AFTER_NO; all see it
        ("asked", np.int8),  # the number last asked for; all heard it
        ("drawn", np.int8, 6),  # how many cards each seat has drawn; all see it
        ("spent", np.int8, (6, 11)),  # of those, how many are known not to be of a number in the hand; all know it
        ("least", np.int8, (6, 11)),  # so many of a number are known to be in the hand; all know it
        ("starter", np.int8),  # who had the first turn; -1 before the deal, to be left to chance
        ("even_turns", np.int8),  # 1: play on until all have had as many turns (GF-8)
        ("pile_count", np.int8),  # all see it
        ("pairs", np.int8),  # how many pairs lie on the table
        ("laid", np.uint8, CARDS),  # their cards, two by two, in the order laid; all see them
        ("laid_by", np.int8, CARDS // 2),  # who laid each pair; all see it
        ("pile", np.uint8, CARDS),  # next card last; nobody sees it
    ],
)


# Getting ready


@rule
def setup(state):
    if state.starter < 0:
        state.starter = below(state, state.players)
    shuffle(state, state.pile, CARDS)
    state.pile_count = CARDS
    for seat in range(state.players):  # GF-1
        for _ in range(5):
            draw(state, seat)
    state.to_act = only(state.starter)


# Your turn


@rule
def legal(state, seat, moves):
    clear(moves)
    if state.stage == ASKING:
        add_run(moves, ASK, numbers_held(state, seat))  # GF-2
    else:
        add_run(moves, LAY_PAIR, numbers_paired(state, seat))  # GF-5
    if state.stage == AFTER_NO or is_empty(moves):  # GF-4, and GF-7 with an empty hand
        if state.pile_count > 0:
            add(moves, DRAW)
        else:
            add(moves, PASS)  # GF-8: only in even turns


@rule
def numbers_held(state, seat):
    """A set of numbers, as bits: those of which the seat holds a card."""
    held = 0
    for number in range(11):
        if state.hands[seat, number] != NO_COLOURS:
            held |= 1 << number
    return held


@rule
def numbers_paired(state, seat):
    """The same for two cards or more."""
    paired = 0
    for number in range(11):
        if state.hands[seat, number] & (state.hands[seat, number] - 1) != 0:
            paired |= 1 << number
    return paired


@rule
def apply(state, seat, move):
    if move < LAY_PAIR:
        ask(state, seat, move - ASK)
    elif move < DRAW:
        number = move - LAY_PAIR
        lay_pair(state, seat, take_first(state, seat, number), take_first(state, seat, number))
        end_turn(state, seat)
    else:
        end_turn(state, seat)


@rule
def ask(state, seat, number):
    """GF-2: only the next player is asked."""
    neighbour = left_of(seat, state.players)
    state.asked = number
    state.least[seat, number] = max(state.least[seat, number], 1)
    if state.hands[neighbour, number] != NO_COLOURS:  # GF-3
        given = take_any(state, neighbour, number)
        lay_pair(state, seat, take_first(state, seat, number), given)
        end_turn(state, seat)
    else:  # GF-4: GO FOX!
        state.stage = AFTER_NO
        state.spent[neighbour, number] = state.drawn[neighbour]


@hot_rule
def take_first(state, seat, number):
    """The first card of this number, in the order of the colours, leaves the hand."""
    colour = FIRST[state.hands[seat, number]]
    leave_hand(state, seat, number, colour)
    return colour * 11 + number


@hot_rule
def leave_hand(state, seat, number, colour):
    """All see the card go."""
    state.hands[seat, number] ^= 1 << colour
    state.spent[seat, number] += 1
    if state.least[seat, number] > 0:
        state.least[seat, number] -= 1


@rule
def take_any(state, seat, number):
    """A card of this number, any one of them, leaves the hand."""
    colours = state.hands[seat, number]
    if HOW_MANY[colours] > 1:
        for _ in range(below(state, HOW_MANY[colours])):
            colours &= colours - 1
    colour = FIRST[colours]
    leave_hand(state, seat, number, colour)
    return colour * 11 + number


@hot_rule
def lay_pair(state, seat, card, other):
    state.laid[2 * state.pairs] = card
    state.laid[2 * state.pairs + 1] = other
    state.laid_by[state.pairs] = seat
    state.pairs += 1


@hot_rule
def draw(state, seat):
    state.pile_count -= 1
    card = state.pile[state.pile_count]
    state.hands[seat, NUMBER[card]] |= 1 << COLOUR[card]
    state.drawn[seat] += 1


@rule
def end_turn(state, seat):
    """The one draw of the turn (GF-6), and the next player's turn, or the end (GF-8)."""
    if state.pile_count > 0:
        draw(state, seat)
    state.stage = ASKING
    follower = left_of(seat, state.players)
    if state.pile_count == 0 and (state.even_turns == 0 or follower == state.starter):
        state.to_act = NOBODY
        state.winners = highest_score(state)
    else:
        state.to_act = only(follower)


# Winning


@rule
def score(state, out):
    for seat in range(state.players):
        out[seat] = 0
    for pair in range(state.pairs):
        out[state.laid_by[pair]] += 1


# What a seat cannot know


@rule
def redeal(state, seat):
    """Other hands and the pile are mixed and dealt anew, true to all that was asked, given, denied and laid.

    A deal that is true to it is found first; then cards change places, two at a time, as long as it stays true: after
    some such swaps every true deal is equally likely. What play lets one guess beyond that is not weighed.
    """
    sizes = np.zeros(6, np.int64)
    hidden = int(state.pile_count)
    for other in range(state.players):
        if other != seat:
            sizes[other] = hand_size(state, other)
            hidden = stack_hand(state, other, hidden)
            state.hands[other] = 0
    mix_unseen(state, state.pile, hidden)
    owners = np.full(CARDS, -1, np.int8)  # of the cards on the pile, which are now dealt from its end
    left = hidden
    for other in range(state.players):
        if other != seat:
            for number in range(11):
                for _ in range(state.least[other, number]):
                    left = deal_one(state, other, left, number, owners)
    amiss = 0
    for other in range(state.players):
        if other != seat:
            for _ in range(sizes[other] - hand_size(state, other)):
                left = deal_one(state, other, left, -1, owners)
                amiss += too_many(state, other, NUMBER[state.pile[left]], 0)
    swaps = SWAPS * (hidden - left)
    while swaps > (0 if amiss > 0 else (SWAPS - ENOUGH) * (hidden - left)):
        amiss -= swap_unseen(state, owners, left + below(state, hidden - left), below(state, hidden))
        swaps -= 1
    shuffle(state, state.pile, left)


@rule
def hand_size(state, seat):
    count = 0
    for number in range(11):
        count += HOW_MANY[state.hands[seat, number]]
    return count


@rule
def stack_hand(state, seat, count):
    """Lay a copy of a hand on the pile, which has `count` cards; the new count."""
    for card in range(CARDS):
        if state.hands[seat, NUMBER[card]] >> COLOUR[card] & 1 != 0:
            state.pile[count] = card
            count += 1
    return count


@rule
def deal_one(state, seat, count, number, owners):
    """The last of `count` cards that is of this number, or of which the hand may have one more; how many are left."""
    place = count - 1
    while place > 0 and not suits(state, seat, NUMBER[state.pile[place]], number):
        place -= 1
    count -= 1
    swap(state.pile, place, count)
    card = state.pile[count]
    owners[count] = seat
    state.hands[seat, NUMBER[card]] |= 1 << COLOUR[card]
    return count


@hot_rule
def suits(state, seat, number, wanted):
    """Whether a number is the one that is wanted; where none is, whether the hand may have one more of it."""
    return number == wanted if wanted >= 0 else too_many(state, seat, number, 1) == 0


@hot_rule
def too_many(state, seat, number, more):
    """1 if the hand, or the hand with more, has more of a number than it can have; else 0."""
    most = state.drawn[seat] - state.spent[seat, number]
    return 1 if HOW_MANY[state.hands[seat, number]] + more > most else 0


@rule
def swap_unseen(state, owners, place, other):
    """Two cards change places if that is true to what is known; how many cards too many that mends."""
    card, instead = state.pile[place], state.pile[other]
    owner, taker = owners[place], owners[other]
    if owner == taker or not may_change(state, owner, NUMBER[card], NUMBER[instead]):
        return 0
    if taker >= 0 and not may_change(state, taker, NUMBER[instead], NUMBER[card]):
        return 0
    mended = 0
    swap(state.pile, place, other)
    if NUMBER[card] != NUMBER[instead]:
        mended += too_many(state, owner, NUMBER[card], 0)
        if taker >= 0:
            mended += too_many(state, taker, NUMBER[instead], 0)
    state.hands[owner, NUMBER[card]] ^= 1 << COLOUR[card]
    state.hands[owner, NUMBER[instead]] ^= 1 << COLOUR[instead]
    if taker >= 0:
        state.hands[taker, NUMBER[instead]] ^= 1 << COLOUR[instead]
        state.hands[taker, NUMBER[card]] ^= 1 << COLOUR[card]
    return mended


@hot_rule
def may_change(state, seat, number, instead):
    """Whether the hand may have one less of a number, and one more of another."""
    if number == instead:
        return True
    return HOW_MANY[state.hands[seat, number]] > state.least[seat, number] and too_many(state, seat, instead, 1) == 0


# What a sensible child does


@rule
def greedy(state, seat, moves):
    """Ask for a number you hold once, and keep pairs for a "no"; then always lay one."""
    paired = numbers_paired(state, seat)
    if state.stage == AFTER_NO:
        if paired != 0:
            remove(moves, DRAW)
            remove(moves, PASS)
    elif paired != numbers_held(state, seat):
        remove_run(moves, ASK, paired)


class GoFox(Game):
    """How GO FOX! is set up, seen, told and written down."""

    id = "go-fox"
    title = "GO FOX!"
    box = "word-deck"
    summary = "Ask your neighbour for a number you hold, lay down pairs, and collect the most."
    seats = range(2, 7)
    version = 2
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy)
    move_names = MOVE_NAMES
    card_places = ("hands", "pairs", "pile")
    options = (
        ComponentOption("words", "default", "the words on the word cards", WordList),
        Switch("even_turns", False, "play on when the pile is empty until all have had as many turns"),
        STARTER,
    )

    def lay_out(self, state: Any) -> None:
        state.pile[:] = range(CARDS)
        state.even_turns = self.settings["even_turns"]
        state.starter = self.starter

    def word(self, card: int) -> str:
        return word_on(card, self.settings["words"])

    def shows_move(self, move: int) -> bool:
        return True

    def is_read_aloud(self, before: Any, after: Any, move: int) -> bool:
        return bool(after.pairs > before.pairs)

    def printed(self) -> dict[str, str]:
        return {name: self.word(card) for card, name in enumerate(CARD_NAMES)}

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        return {"hand": [] if seat is None else _names(_hand(state, seat))}

    def all_see(self, state: Reading) -> dict[str, Any]:
        pairs = _pairs(state, self.players)
        after_no = {"asked": NUMBERS[state.asked]} if state.stage == AFTER_NO else {}
        return {
            "stage": _STAGES[state.stage],
            **after_no,
            "hand_sizes": [len(_hand(state, seat)) for seat in range(self.players)],
            "pairs": _pair_names(pairs),
            "pile": state.pile_count,
            "starter": state.starter,
            "even_turns": self.settings["even_turns"],
        }

    def why_not(self, state: Any, seat: int, move: int) -> str:
        if move < LAY_PAIR:
            if state.stage == AFTER_NO:
                return "you have asked already; lay a pair you hold, or draw"
            return f"you hold no {NUMBERS[move - ASK]}; you ask for a number you hold"
        if move < DRAW and state.stage == ASKING:
            return "you ask first; a pair is laid after a no"
        if move < DRAW:
            return f"you do not hold two cards with number {NUMBERS[move - LAY_PAIR]}"
        if state.stage == ASKING and _hand(state, seat):
            return "you ask first"
        return "the pile is empty: you pass" if move == DRAW else "you pass only when the pile is empty"

    def ending(self, state: Reading) -> str:
        all_as_often = ", and all have had as many turns" if self.settings["even_turns"] else ""
        return f"The pile is empty{all_as_often}."

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        neighbour = (seat + 1) % self.players
        if move < LAY_PAIR:
            number = NUMBERS[move - ASK]
            article = "an" if number in (8, 11) else "a"
            told = f"{telling.says(seat, 'ask')} {telling.who(neighbour)} for {article} {number}."
            if after.stage == AFTER_NO:
                return f"{told} {telling.says(neighbour, 'say')} GO FOX!"
            mine, given = after.laid[2 * before.pairs : 2 * after.pairs].tolist()
            told += f" {telling.says(neighbour, 'give')} {CARD_NAMES[given]} ({self.word(given)}), "
            told += f"a pair with {CARD_NAMES[mine]} ({self.word(mine)})."
        elif move < DRAW:
            first, second = after.laid[2 * before.pairs : 2 * after.pairs].tolist()
            told = f"{telling.says(seat, 'lay the pair ' + CARD_NAMES[first])} ({self.word(first)}) "
            told += f"and {CARD_NAMES[second]} ({self.word(second)})."
        else:
            told = ""
        if after.pile_count < before.pile_count:
            card = int(before.pile[before.pile_count - 1])
            drawn = f"{CARD_NAMES[card]} ({self.word(card)})" if telling.is_you(seat) else "a card"
            told += f" {telling.says(seat, 'draw ' + drawn)}."
        elif not told:
            told = f"{telling.says(seat, 'pass')}."
        if after.winners:
            counts = [len(pairs) for pairs in _pairs(after, self.players)]
            told += f" {self.ending(after)} The game is over. {telling.winners(after.winners, max(counts), 'pair')}"
        return told.strip()

    def write_places(self, state: Any) -> dict[str, Any]:
        after_no = {"asked": NUMBERS[state.asked]} if state.stage == AFTER_NO else {}
        return {
            "stage": _STAGES[state.stage],
            **after_no,
            "starter": state.starter,
            "known": [_known(state, seat) for seat in range(self.players)],
            "hands": [_names(_hand(state, seat)) for seat in range(self.players)],
            "pairs": _pair_names(_pairs(state, self.players)),
            "pile": _names(state.pile[: state.pile_count].tolist()[::-1]),
        }

    def read_places(self, state: Any, places: Places) -> None:
        state.even_turns = self.settings["even_turns"]
        state.stage = _STAGES.index(places.one_of("stage", _STAGES, _STAGES[ASKING]))
        state.starter = places.seat("starter", 0)
        supply = Supply(range(CARDS), CARD_NAMES)
        for seat, names in enumerate(places.names_by_seat("hands")):
            for card in supply.take_all(names, f"hands[{seat}]"):
                state.hands[seat, card % 11] |= 1 << card // 11
        self._read_pairs(state, places.take("pairs", [[] for _ in range(self.players)]), supply)
        pile = stacks(supply, pile=places.names("pile", []))["pile"]
        state.pile[: len(pile)] = pile[::-1]
        state.pile_count = len(pile)
        self._read_known(state, places.take("known", [{} for _ in range(self.players)]))
        self._check_turn(state, places)

    def _read_known(self, state: Any, known: Any) -> None:
        right = '[least, most] by number, such as {"7": [1, 5]}'
        if not isinstance(known, list) or len(known) != self.players or not all(isinstance(one, dict) for one in known):
            raise BadPosition(f"position: known must be a list of {self.players}, for each seat {right}")
        for seat, by_number in enumerate(known):
            held = hand_size.plainly(state, seat)
            state.drawn[seat] = held
            for number, bounds in by_number.items():
                if number not in map(str, NUMBERS):
                    raise BadPosition(f"position: known[{seat}] has {number!r}; right would be {right}")
                place = int(number) - 1
                count = int(HOW_MANY[state.hands[seat, place]])
                whole = isinstance(bounds, list) and [type(bound) for bound in bounds] == [int, int]
                if not whole or not 0 <= bounds[0] <= count <= bounds[1] <= held:
                    raise BadPosition(
                        f"position: known[{seat}] has {bounds!r} of {number}, and the hand {count}; "
                        f"right would be {right}"
                    )
                state.least[seat, place], state.spent[seat, place] = bounds[0], held - bounds[1]

    def _read_pairs(self, state: Any, pairs: Any, supply: Supply) -> None:
        if not isinstance(pairs, list) or [type(mine) for mine in pairs] != [list] * self.players:
            raise BadPosition(f"position: pairs must be a list of {self.players} lists of pairs, one for each seat")
        for seat, mine in enumerate(pairs):
            for pair in mine:
                if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(n, str) for n in pair)):
                    raise BadPosition(f"position: pairs[{seat}] has {pair!r}; right would be two card names")
                first, second = supply.take_all(pair, f"pairs[{seat}]")
                if first % 11 != second % 11:
                    raise BadPosition(f"position: pairs[{seat}] has {pair[0]} and {pair[1]}, which are no pair")
                lay_pair.plainly(state, seat, first, second)

    def _check_turn(self, state: Any, places: Places) -> None:
        asker = one_at_a_time(state)
        if asker is None:
            if state.stage == AFTER_NO or state.pile_count > 0:
                raise BadPosition("position: nobody is to act, but the game ends in stage 'ask' with an empty pile")
            check_winners(state, highest_score.plainly(state), "they have the most pairs")
            return
        if state.pile_count == 0 and not state.even_turns:
            raise BadPosition("position: the pile is empty, so the game is over; nobody can be to act")
        if state.stage == AFTER_NO:
            number = places.number("asked", 1, 11)
            state.asked = number - 1
            if not state.hands[asker, number - 1]:
                raise BadPosition(f"position: seat {asker} asked for {number}, but holds none")
            neighbour = (asker + 1) % self.players
            if state.hands[neighbour, number - 1]:
                raise BadPosition(f"position: seat {asker} was told no, but the next seat holds a {number}")
            state.least[asker, number - 1] = max(1, state.least[asker, number - 1])
            state.spent[neighbour, number - 1] = state.drawn[neighbour]


_STAGES = ("ask", "lay")


def _hand(state: Any, seat: int) -> list[int]:
    return sorted(cards_in(state.hands[seat]))


def _known(state: Any, seat: int) -> dict[str, list[int]]:
    """The least and the most that all know a seat to hold of a number, where they know anything."""
    known, held = {}, len(_hand(state, seat))
    for number, least, spent in zip(NUMBERS, state.least[seat].tolist(), state.spent[seat].tolist(), strict=True):
        most = min(held, int(state.drawn[seat]) - spent)
        if least > 0 or most < held:
            known[str(number)] = [least, most]
    return known


def _pairs(state: Any, players: int) -> list[list[tuple[int, int]]]:
    """The pairs of each seat, in the order laid."""
    out: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    count, laid = int(state.pairs), state.laid.tolist()
    for seat, pair in zip(state.laid_by[:count].tolist(), zip(laid[::2], laid[1::2], strict=True), strict=False):
        out[seat].append(pair)
    return out


def _pair_names(pairs: list[list[tuple[int, int]]]) -> list[list[list[str]]]:
    return [[_names(pair) for pair in mine] for mine in pairs]


def _names(cards: Sequence[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]
