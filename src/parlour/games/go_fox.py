"""GO FOX!: ask the next player for a number you hold, and lay down pairs.

The clauses (GF-1 ...) are those of docs/rulebook/go-fox.md. Our rulings in short: which of several cards is given is
left to chance (GF-3); after a "no" you may lay a pair you hold, after a "yes" the pair just made is the one for the
turn (GF-5); one draw a turn (GF-6); with an empty hand you only draw (GF-7); the game ends as soon as the pile is
empty, or, as a house option, after even turns (GF-8). After a "no" the second move is always asked for, pair or not,
so that nobody learns from the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..components.deck import COLOURS, NUMBERS
from ..components.word_cards import CARD_NAMES, CARDS, COLOUR, FIRST, HOW_MANY, NO_COLOURS, NUMBER, cards_in, word_on
from ..components.word_list import WordList
from ..engine.cards import add, add_run, clear, is_empty, lowest_bit, one, remove, remove_run, without_lowest
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
TRUST = 3  # times in four, that somebody asks for whatever they know to be there
LONGEST = CARDS - 5  # no hand is longer
NUMBER_BIT = (1 << NUMBER.astype(np.int16)).astype(np.int16)  # of each card
NO_NUMBERS = np.uint64(0)
SURE = 1_000_000  # more than any likelihood
ENOUGH, SWAPS = 4, 200  # swaps for each unseen card in a hand: to mix a deal, and at most, to find a true one

STATE = state_type(
    "go_fox",
    [
        ("hands", np.uint8, (6, 11)),  # the colours held of each number; each seat sees its own
        ("held", np.int16, 6),  # the numbers of which a hand has a card, as bits: so that no move has to look for them
        ("paired", np.int16, 6),  # the same for two cards or more
        ("stage", np.int8),  # ASKING or AFTER_NO; all see it
        ("asked", np.int8),  # the number last asked for; all heard it
        ("drawn", np.int8, 6),  # how many cards each seat has drawn; all see it
        ("spent", np.int8, (6, 11)),  # of those, how many are known not to be of a number in the hand; all know it
        ("least", np.int8, (6, 11)),  # so many of a number are known to be in the hand; all know it
        ("known", np.uint64, 6),  # the numbers of which that is one or more, as bits
        # How many cards each seat had drawn when it last asked for something else, though its neighbour was known to
        # hold such a card: they are hardly of that number. All know it.
        ("unasked", np.int8, (6, 11)),
        ("starter", np.int8),  # who had the first turn; -1 before the deal, to be left to chance
        ("even_turns", np.int8),  # 1: play on until all have had as many turns (GF-8)
        ("pile_count", np.int8),  # all see it
        ("unlaid", np.int8, 11),  # how many cards of each number are not laid; all see it
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
        add_run(moves, ASK, state.held[seat])  # GF-2
    else:
        add_run(moves, LAY_PAIR, state.paired[seat])  # GF-5
    if state.stage == AFTER_NO or is_empty(moves):  # GF-4, and GF-7 with an empty hand
        if state.pile_count > 0:
            add(moves, DRAW)
        else:
            add(moves, PASS)  # GF-8: only in even turns


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
    if state.least[neighbour, number] == 0:
        known = state.known[neighbour]
        while known != NO_NUMBERS:
            state.unasked[seat, lowest_bit(known)] = state.drawn[seat]
            known = without_lowest(known)
    state.least[seat, number] = max(state.least[seat, number], 1)
    state.known[seat] |= one(number)
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
    left = state.hands[seat, number] ^ 1 << colour
    others = ~(1 << number)
    state.hands[seat, number] = left
    state.held[seat] &= others if left == NO_COLOURS else -1
    state.paired[seat] &= others if HOW_MANY[left] < 2 else -1
    state.spent[seat, number] += 1
    if state.least[seat, number] > 0:
        state.least[seat, number] -= 1
        if state.least[seat, number] == 0:
            state.known[seat] ^= one(number)


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
    state.unlaid[NUMBER[card]] -= 2
    state.pairs += 1


@hot_rule
def draw(state, seat):
    state.pile_count -= 1
    card = state.pile[state.pile_count]
    state.hands[seat, NUMBER[card]] |= 1 << COLOUR[card]
    state.paired[seat] |= state.held[seat] & NUMBER_BIT[card]
    state.held[seat] |= NUMBER_BIT[card]
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

    The cards of a hand are thought of in the order drawn: who had none of a number can hold it only among the cards
    drawn since. A deal that is true to that is found first; then cards change places, two at a time, as long as it
    stays true: after some such swaps every true deal is equally likely. What play lets one guess beyond that is not
    weighed.
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
    ages = np.zeros(CARDS, np.int8)  # of these: 1 for the last that its owner drew, 2 for the one before
    free = np.zeros(6, np.int64)  # the ages of each hand that have no card yet, as bits
    unseen = np.zeros(11, np.int64)  # how many of each number are left to be dealt
    for place in range(hidden):
        unseen[NUMBER[state.pile[place]]] += 1
    left = hidden
    for other in range(state.players):
        if other != seat:
            free[other] = (1 << sizes[other]) - 1
            left = deal_known(state, other, left, owners, ages, free, unseen)
    amiss = 0
    place = tightest(state, seat, free, unseen)
    while place >= 0:
        owner, age = place // CARDS, place % CARDS
        left = deal_one(state, owner, left, -1, age, owners, ages, free, unseen)
        amiss += amiss_at(state, owner, age, NUMBER[state.pile[left]])
        place = tightest(state, seat, free, unseen)
    swaps = SWAPS * (hidden - left)
    while swaps > (0 if amiss > 0 else (SWAPS - ENOUGH) * (hidden - left)):
        place = left + below(state, hidden - left)
        if amiss > 0 and swaps & 1 != 0:
            while place < hidden - 1 and amiss_at(state, owners[place], ages[place], NUMBER[state.pile[place]]) == 0:
                place += 1
        amiss -= swap_unseen(state, owners, ages, place, below(state, hidden))
        swaps -= 1
    for other in range(state.players):
        note_numbers(state, other)
    shuffle(state, state.pile, left)


@rule
def note_numbers(state, seat):
    """What is kept beside a hand that was not drawn card by card."""
    state.held[seat] = state.paired[seat] = 0
    state.known[seat] = NO_NUMBERS
    for number in range(11):
        count = HOW_MANY[state.hands[seat, number]]
        state.held[seat] |= 1 << number if count > 0 else 0
        state.paired[seat] |= 1 << number if count > 1 else 0
        state.known[seat] |= one(number) if state.least[seat, number] > 0 else NO_NUMBERS


@hot_rule
def may_be_drawn(state, seat, number):
    """Among how many of its last cards a seat may hold this number."""
    return int(state.drawn[seat] - state.spent[seat, number])


@hot_rule
def amiss_at(state, seat, age, number):
    """1 if a card of this age cannot be of this number, or else 0."""
    return 1 if age > may_be_drawn(state, seat, number) else 0


@rule
def deal_known(state, seat, left, owners, ages, free, unseen):
    """The cards that a seat is known to hold, first those that can only have been drawn lately; how many are left."""
    wanted = state.least[seat].copy()
    number = latest(state, seat, wanted)
    while number >= 0:
        wanted[number] -= 1
        age = any_age(state, free[seat], may_be_drawn(state, seat, number))
        left = deal_one(state, seat, left, number, age, owners, ages, free, unseen)
        number = latest(state, seat, wanted)
    return left


@rule
def latest(state, seat, wanted):
    """Of the numbers that are wanted, the one that must have been drawn last; -1 where none is."""
    found = -1
    for number in range(11):
        if wanted[number] > 0 and (found < 0 or may_be_drawn(state, seat, number) < may_be_drawn(state, seat, found)):
            found = number
    return found


@rule
def any_age(state, free, most):
    """One of the ages that are free, up to `most`; another where a position was set up so that there is none."""
    among = free & (1 << min(max(0, most), LONGEST)) - 1
    if among == 0:
        among = free
    count = 0
    for age in range(LONGEST):
        count += among >> age & 1
    skip = below(state, count)
    age = 0
    while skip > 0 or among >> age & 1 == 0:
        skip -= among >> age & 1
        age += 1
    return age + 1


@rule
def tightest(state, seat, free, unseen):
    """Which card of another hand is dealt next: the oldest, of which most is known, of the hand where the fewest fit.

    As CARDS times the owner, and its age; -1 when all are dealt.
    """
    found, fewest = -1, CARDS + 1
    for other in range(state.players):
        if other != seat and free[other] != 0:
            age = LONGEST
            while free[other] >> age - 1 & 1 == 0:
                age -= 1
            fitting = 0
            for number in range(11):
                if amiss_at(state, other, age, number) == 0:
                    fitting += unseen[number]
            if fitting < fewest:
                found, fewest = CARDS * other + age, fitting
    return found


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
def deal_one(state, seat, count, number, age, owners, ages, free, unseen):
    """The last of `count` cards that is of this number, or may be of this age; how many are left."""
    place = count - 1
    while place > 0 and not suits(state, seat, NUMBER[state.pile[place]], number, age):
        place -= 1
    count -= 1
    swap(state.pile, place, count)
    card = state.pile[count]
    owners[count] = seat
    ages[count] = age
    free[seat] ^= 1 << age - 1
    unseen[NUMBER[card]] -= 1
    state.hands[seat, NUMBER[card]] |= 1 << COLOUR[card]
    return count


@hot_rule
def suits(state, seat, number, wanted, age):
    """Whether a number is the one that is wanted; where none is, whether a card of this age may be of it."""
    return number == wanted if wanted >= 0 else amiss_at(state, seat, age, number) == 0


@rule
def swap_unseen(state, owners, ages, place, other):
    """Two cards change places if that is true to what is known; how many cards too many that mends."""
    card, instead = state.pile[place], state.pile[other]
    owner, taker = owners[place], owners[other]
    if not may_change(state, owner, taker, NUMBER[card], NUMBER[instead], ages[place]):
        return 0
    if taker >= 0 and not may_change(state, taker, owner, NUMBER[instead], NUMBER[card], ages[other]):
        return 0
    mended = amiss_at(state, owner, ages[place], NUMBER[card]) if NUMBER[card] != NUMBER[instead] else 0
    if taker >= 0 and NUMBER[card] != NUMBER[instead]:
        mended += amiss_at(state, taker, ages[other], NUMBER[instead])
    swap(state.pile, place, other)
    if owner != taker:
        state.hands[owner, NUMBER[card]] ^= 1 << COLOUR[card]
        state.hands[owner, NUMBER[instead]] ^= 1 << COLOUR[instead]
        if taker >= 0:
            state.hands[taker, NUMBER[instead]] ^= 1 << COLOUR[instead]
            state.hands[taker, NUMBER[card]] ^= 1 << COLOUR[card]
    return mended


@hot_rule
def may_change(state, seat, taker, number, instead, age):
    """Whether the seat may give a card of a number to another, or change its age, and have one of another instead."""
    if number == instead:
        return True
    can_go = seat == taker or HOW_MANY[state.hands[seat, number]] > state.least[seat, number]
    return can_go and amiss_at(state, seat, age, instead) == 0


@rule
def guess(state, seat):
    """A redeal in which others mostly hold nothing that they would have asked for."""
    surely = state.spent.copy()
    if below(state, 4) < TRUST:
        for other in range(state.players):
            for number in range(11):
                if state.least[other, number] == 0:
                    state.spent[other, number] = max(surely[other, number], state.unasked[other, number])
    redeal(state, seat)
    for other in range(state.players):
        for number in range(11):
            state.spent[other, number] = surely[other, number]


# What a sensible child does


@rule
def greedy(state, seat, moves):
    """Ask for a number you hold once, and keep pairs for a "no"; then always lay one."""
    if state.stage == AFTER_NO:
        if state.paired[seat] != 0:
            remove(moves, DRAW)
            remove(moves, PASS)
    elif state.paired[seat] != state.held[seat]:
        remove_run(moves, ASK, state.paired[seat])


# What a careful adult does


@rule
def careful(state, seat, moves):
    """Ask for what the neighbour must hold, or else most likely holds; but rather keep pairs for a "no"."""
    if state.stage == AFTER_NO:
        greedy(state, seat, moves)
        return
    neighbour = left_of(seat, state.players)
    unknown = int(hand_size(state, neighbour))
    for number in range(11):
        unknown -= int(state.least[neighbour, number])
    best, asked = -1, ASK
    for number in range(11):
        held = HOW_MANY[state.hands[seat, number]]
        if held > 0:
            likely = how_likely(state, neighbour, number, int(state.unlaid[number] - held), unknown)
            if likely != SURE:
                likely *= 10 if held == 1 else 7
            if likely > best:
                best, asked = likely, number
    if best >= 0:
        clear(moves)
        add(moves, ASK + asked)


@hot_rule
def how_likely(state, seat, number, unseen, unknown):
    """How likely a seat holds a number, to be compared: so many of it, and of the cards in its hand, are unknown.

    All of them are made whole numbers first: the product is more than the small ones of the state could hold.
    """
    if state.least[seat, number] > 0:
        return SURE
    surely = may_be_drawn(state, seat, number)
    hardly = min(surely, int(state.drawn[seat] - state.unasked[seat, number]))
    return unseen * (TRUST * min(hardly, unknown) + (4 - TRUST) * min(surely, unknown))


class GoFox(Game):
    """How GO FOX! is set up, seen, told and written down."""

    id = "go-fox"
    title = "GO FOX!"
    box = "word-deck"
    summary = "Ask your neighbour for a number you hold, lay down pairs, and collect the most."
    seats = range(2, 7)
    version = 2
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy, careful=careful, guess=guess)
    move_names = MOVE_NAMES
    card_places = ("hands", "pairs", "pile")
    own_row = "hands"
    options = (
        ComponentOption("words", "default", "the words on the word cards", WordList),
        Switch("even_turns", False, "play on when the pile is empty until all have had as many turns"),
        STARTER,
    )

    def lay_out(self, state: Any) -> None:
        state.pile[:] = range(CARDS)
        state.unlaid[:] = len(COLOURS)
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
            "guessed": [_guessed(state, seat) for seat in range(self.players)],
            "hands": [_names(_hand(state, seat)) for seat in range(self.players)],
            "pairs": _pair_names(_pairs(state, self.players)),
            "pile": _names(state.pile[: state.pile_count].tolist()[::-1]),
        }

    def read_places(self, state: Any, places: Places) -> None:
        state.unlaid[:] = len(COLOURS)
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
        self._read_guessed(state, places.take("guessed", [{} for _ in range(self.players)]))
        self._check_turn(state, places)
        for seat in range(self.players):
            note_numbers.plainly(state, seat)

    def _read_known(self, state: Any, known: Any) -> None:
        right = '[least, most] by number, such as {"7": [1, 5]}'
        for seat in range(self.players):
            state.drawn[seat] = hand_size.plainly(state, seat)
        for seat, place, bounds, told in self._by_number("known", known, right):
            count, held = int(HOW_MANY[state.hands[seat, place]]), int(state.drawn[seat])
            whole = isinstance(bounds, list) and [type(bound) for bound in bounds] == [int, int]
            if not whole or not 0 <= bounds[0] <= count <= bounds[1] <= held:
                raise BadPosition(f"{told}, and the hand {count}; right would be {right}")
            state.least[seat, place], state.spent[seat, place] = bounds[0], held - bounds[1]

    def _read_guessed(self, state: Any, guessed: Any) -> None:
        right = 'the most by number, such as {"7": 2}'
        for seat, place, most, told in self._by_number("guessed", guessed, right):
            held = int(state.drawn[seat])
            if type(most) is not int or not 0 <= most <= held:
                raise BadPosition(f"{told}, and {held} cards in hand; right would be {right}")
            state.unasked[seat, place] = held - most

    def _by_number(self, name: str, given: Any, right: str) -> Iterator[tuple[int, int, Any, str]]:
        """What is said of each seat and number: the number's place, what it is, and how to speak of it."""
        if not isinstance(given, list) or len(given) != self.players or not all(isinstance(one, dict) for one in given):
            raise BadPosition(f"position: {name} must be a list of {self.players}, for each seat {right}")
        for seat, by_number in enumerate(given):
            for number, said in by_number.items():
                if number not in map(str, NUMBERS):
                    raise BadPosition(f"position: {name}[{seat}] has {number!r}; right would be {right}")
                yield seat, int(number) - 1, said, f"position: {name}[{seat}] has {said!r} of {number}"

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


def _guessed(state: Any, seat: int) -> dict[str, int]:
    """The most that others think a seat holds of a number, since it did not ask for it, where that is less."""
    surely, drawn = state.spent[seat].tolist(), int(state.drawn[seat])
    unasked = state.unasked[seat].tolist()
    held = len(_hand(state, seat))
    return {
        str(number): drawn - then
        for number, sure, then in zip(NUMBERS, surely, unasked, strict=True)
        if drawn - then < min(held, drawn - sure)
    }


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
