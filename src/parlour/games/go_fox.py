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
from ..engine.chance import below, shuffle
from ..engine.errors import BadPosition
from ..engine.game import Game, Telling, state_type
from ..engine.options import STARTER, ComponentOption, Switch
from ..engine.position import Places, Supply, check_winners, one_at_a_time, stacks
from ..engine.reading import Reading
from ..engine.rule import hot_rule, rule
from ..engine.seats import NOBODY, first_of, highest_score, left_of, only
from ..engine.verbs import Rules

ASK, LAY_PAIR, DRAW, PASS = 0, 11, 22, 23  # the moves; ASK and LAY_PAIR with the number added
MOVE_NAMES = (
    *(f"ask for {number}" for number in NUMBERS),
    *(f"lay pair {number}" for number in NUMBERS),
    "draw",
    "pass",
)
ASKING, AFTER_NO = 0, 1  # the stages of a turn

STATE = state_type(
    "go_fox",
    [
        ("hands", np.uint8, (6, 11)),  # the colours held of each number; each seat sees its own
        ("stage", np.int8),  # ASKING or AFTER_NO; all see it
        ("asked", np.int8),  # the number last asked for; all heard it
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
    if state.hands[neighbour, number] != NO_COLOURS:  # GF-3
        given = take_any(state, neighbour, number)
        lay_pair(state, seat, take_first(state, seat, number), given)
        end_turn(state, seat)
    else:  # GF-4: GO FOX!
        state.stage = AFTER_NO


@hot_rule
def take_first(state, seat, number):
    """The first card of this number, in the order of the colours, leaves the hand."""
    colour = FIRST[state.hands[seat, number]]
    state.hands[seat, number] ^= 1 << colour
    return colour * 11 + number


@rule
def take_any(state, seat, number):
    """A card of this number, any one of them, leaves the hand."""
    colours = state.hands[seat, number]
    if HOW_MANY[colours] > 1:
        for _ in range(below(state, HOW_MANY[colours])):
            colours &= colours - 1
    colour = FIRST[colours]
    state.hands[seat, number] ^= 1 << colour
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
    """Other hands and the pile are mixed and dealt anew, true to the question and the "no" just heard.

    What was heard in earlier turns is not weighed: a hand may come out without a number it once asked for.
    """
    hidden = state.pile_count
    for other in range(state.players):
        if other != seat:
            hidden = stack_hand(state, other, hidden)
    shuffle(state, state.pile, hidden)
    asker = -1
    neighbour = -1
    if state.stage == AFTER_NO:
        asker = first_of(state.to_act)
        neighbour = left_of(asker, state.players)
        if neighbour != seat:
            hidden = deal_without(state, neighbour, hidden, state.asked)
        if asker != seat:
            while not would_hold(state, asker, hidden, state.asked):
                shuffle(state, state.pile, hidden)
            hidden = deal_hand(state, asker, hidden)
    for other in range(state.players):
        if other != seat and other != asker and other != neighbour:
            hidden = deal_hand(state, other, hidden)


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
def deal_hand(state, seat, count):
    """A new hand of the same size from the top of the pile, which has `count` cards; how many are left."""
    cards = hand_size(state, seat)
    state.hands[seat] = 0
    for _ in range(cards):
        count -= 1
        card = state.pile[count]
        state.hands[seat, NUMBER[card]] |= 1 << COLOUR[card]
    return count


@rule
def deal_without(state, seat, count, number):
    """The same, without any card of one number."""
    cards = hand_size(state, seat)
    state.hands[seat] = 0
    place = count - 1
    while cards > 0:
        card = state.pile[place]
        if NUMBER[card] != number:
            state.hands[seat, NUMBER[card]] |= 1 << COLOUR[card]
            cards -= 1
            count -= 1
            state.pile[place] = state.pile[count]
        place -= 1
    shuffle(state, state.pile, count)
    return count


@rule
def would_hold(state, seat, count, number):
    """Whether the next hand dealt to this seat has the number."""
    for place in range(count - hand_size(state, seat), count):
        if NUMBER[state.pile[place]] == number:
            return True
    return False


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
    version = 1
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

    def view(self, state: Reading, seat: int | None) -> dict[str, Any]:
        seen = state.shared(self._all_see)
        if seat is not None:
            hand = _hand(state, seat)
            seen["hand"] = _names(hand)
            seen["words"] = {**self._words_on(hand), **seen["words"]}
        return seen

    def _all_see(self, state: Any) -> dict[str, Any]:
        pairs = _pairs(state, self.players)
        after_no = {"asked": NUMBERS[state.asked]} if state.stage == AFTER_NO else {}
        return {
            "stage": _STAGES[state.stage],
            **after_no,
            "hand": [],
            "hand_sizes": [len(_hand(state, seat)) for seat in range(self.players)],
            "pairs": _pair_names(pairs),
            "pile": state.pile_count,
            "starter": state.starter,
            "even_turns": self.settings["even_turns"],
            "words": self._words_on([card for mine in pairs for pair in mine for card in pair]),
        }

    def _words_on(self, cards: list[int]) -> dict[str, str]:
        return {CARD_NAMES[card]: self.word(card) for card in cards}

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
            drawn = f"{CARD_NAMES[card]} ({self.word(card)})" if seat == telling.to else "a card"
            told += f" {telling.says(seat, 'draw ' + drawn)}."
        elif not told:
            told = f"{telling.says(seat, 'pass')}."
        if after.winners:
            counts = [len(pairs) for pairs in _pairs(after, self.players)]
            told += f" The game is over. {telling.winners(after.winners, max(counts), 'pair')}"
        return told.strip()

    def write_places(self, state: Any) -> dict[str, Any]:
        after_no = {"asked": NUMBERS[state.asked]} if state.stage == AFTER_NO else {}
        return {
            "stage": _STAGES[state.stage],
            **after_no,
            "starter": state.starter,
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
        self._check_turn(state, places)

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
            if state.hands[(asker + 1) % self.players, number - 1]:
                raise BadPosition(f"position: seat {asker} was told no, but the next seat holds a {number}")


_STAGES = ("ask", "lay")


def _hand(state: Any, seat: int) -> list[int]:
    return sorted(cards_in(state.hands[seat]))


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
