"""KA-BLAM!: get rid of your cards by colour, number or action, and do not draw the Exploding card.

The file is long because it is the whole game: first the rules, in the order of the rule book, then what is plain
Python, how the game is set up, seen, told and written down. A `@rule` is compiled; a `@hot_rule` too, into whatever
calls it; `.plainly` asks a rule something from plain Python. The Exploding card is the one named `ka-blam`.

The clauses (KB-1 ...) are those of docs/rulebook/ka-blam.md. Our rulings in short: the Exploding card is never
dealt (KB-3); nothing adds up and nobody jumps in (KB-11); Reverse skips when two are left in the round (KB-12);
whoever explodes on the first of two cards takes no second (KB-13); the last one left wins (KB-14); the top card stays
when the pile is renewed, and a round in which everyone must pass is dealt again (KB-15); the effect of a last card is
not carried out (KB-16); the Exploding card counts 10 in the hand of whoever drew it (KB-17).
"""

from __future__ import annotations

import functools
import itertools
import operator
from typing import Any

import numpy as np

from ..components.deck import ACTIONS, COLOURS, NUMBERS, Deck
from ..components.word_list import WordList
from ..engine.cards import (
    add,
    add_all,
    clear,
    has,
    have_common,
    is_empty,
    keep_common,
    listed,
    nth,
    one_by_one,
    push_between,
    remove,
    remove_all,
    set_of,
    size,
    size_of_common,
)
from ..engine.chance import below, mix_unseen, shuffle, swap
from ..engine.errors import BadOption, BadPosition
from ..engine.game import Game, Telling, state_type
from ..engine.options import STARTER, Choice, ComponentOption, Number
from ..engine.position import Places, Supply, check_winners, one_at_a_time, stacks
from ..engine.reading import Reading
from ..engine.rule import hot_rule, rule
from ..engine.seats import NOBODY, left_of, only, right_of
from ..engine.verbs import Rules

# The cards, by number: the 66 word cards, colour by colour; the coloured actions; their second and third copies; the
# wilds; the Exploding card. A deck is some of them. Copies of an action are alike to the players.
CARDS = 128
FIRST_ACTION, FIRST_WILD, EXPLODING = 66, 120, 127
ONE_COPY = len(COLOURS) * len(ACTIONS)  # from a coloured action to its next copy
COPIES = 3

# What a card shows besides its colour: a number (0 to 10 for 1 to 11), an action, or nothing that could be matched.
MISS, PICK_UP_2, REVERSE, NOTHING = 11, 12, 13, 14

# The moves, by number: a word card or coloured action by its card (any copy), a wild by the colour named.
PLAY_WILD, DRAW, PASS = 84, 90, 91
NEVER_STUCK = DRAW  # of what can show when a seat is stuck: none
MOST_TAKEN, LONG_AGO = 254, 127  # it is counted so far; and what was so many cards ago tells nothing of a hand


def _colour(card: int) -> int:
    return card // len(NUMBERS) if card < FIRST_ACTION else (card - FIRST_ACTION) % ONE_COPY // len(ACTIONS)


def _symbol(card: int) -> int:
    if card >= FIRST_WILD:
        return NOTHING
    return card % len(NUMBERS) if card < FIRST_ACTION else MISS + (card - FIRST_ACTION) % len(ACTIONS)


def _name(card: int) -> str:
    if card >= FIRST_WILD:
        return "ka-blam" if card == EXPLODING else "wild"
    symbol = _symbol(card)
    return f"{COLOURS[_colour(card)]} {NUMBERS[symbol] if symbol < MISS else ACTIONS[symbol - MISS]}"


def _fit(colour: int, symbol: int) -> list[int]:
    """The cards that fit by colour or by number or action (KB-5, KB-6); wilds are looked at by themselves."""
    return [card for card in range(FIRST_WILD) if _colour(card) == colour or _symbol(card) == symbol]


CARD_NAMES = tuple(_name(card) for card in range(CARDS))
MOVE_NAMES = (
    *(f"play {name}" for name in CARD_NAMES[:PLAY_WILD]),
    *(f"play wild as {colour}" for colour in COLOURS),
    "draw",
    "pass",
)
CARD_ORDER = [CARD_NAMES.index(name) for name in CARD_NAMES]
COLOUR = np.array([_colour(card) for card in range(FIRST_WILD)], np.int8)
SYMBOL = np.array([_symbol(card) for card in range(CARDS)], np.int8)
# What is in force after each move: its colour, and its number or action.
COLOUR_SHOWN = np.array([*COLOUR[:PLAY_WILD], *range(len(COLOURS))], np.int8)
SYMBOL_SHOWN = np.array([*SYMBOL[:PLAY_WILD], *[NOTHING] * len(COLOURS)], np.int8)
WORTH = np.array([_symbol(card) + 1 if card < FIRST_ACTION else 10 for card in range(CARDS)], np.int16)  # KB-17
WILDS = set_of(range(FIRST_WILD, EXPLODING), CARDS)
OF_COLOUR = np.array([set_of(_fit(colour, NOTHING), CARDS) for colour in range(6)])
# The cards that fit, by the move that put the top card there: a coloured card, or a wild as some colour (KB-7).
FITS = np.array([*(set_of(_fit(_colour(card), _symbol(card)), CARDS) for card in range(PLAY_WILD)), *OF_COLOUR])
WILD_MOVES = set_of(range(PLAY_WILD, DRAW), len(MOVE_NAMES))
CARD_MOVES = set_of(range(PLAY_WILD), len(MOVE_NAMES))
ACTION_MOVES = set_of(range(FIRST_ACTION, PLAY_WILD), len(MOVE_NAMES))
DRAW_MOVE, PASS_MOVE = set_of([DRAW], len(MOVE_NAMES)), set_of([PASS], len(MOVE_NAMES))
NO_CARDS = np.uint64(0)
ALL_AT_STAKE = 100.0  # the short game is one round: it is worth as much as the long game's target
LATER_COPIES = set_of(range(FIRST_ACTION + ONE_COPY, FIRST_WILD), CARDS)
SECOND_COPY, THIRD_COPY = np.uint64(ONE_COPY), np.uint64(2 * ONE_COPY)

STATE = state_type(
    "ka_blam",
    [
        ("hands", np.uint64, (6, 2)),  # sets of cards; each seat sees its own
        ("discard", np.uint64, 2),  # the discard pile as a set, its top card included; all see them come
        ("seen", np.uint64, 2),  # cards in hands or in the pile whose place everybody knows
        ("points", np.int16, 6),  # long game: from the rounds before; all see them
        ("target", np.int16),  # long game: the points that win it
        ("pile_count", np.int16),  # cards in the pick-up pile; all see it
        ("long", np.int8),  # 1 in the long game, 0 in the short one
        ("dealer", np.int8),  # who deals this round; -1 before the first, to be left to chance
        ("direction", np.int8),  # 1: play goes to the left; -1: to the right
        ("passes", np.int8),  # forced passes in a row
        ("shows", np.uint8),  # the top card of the discards, as the move that plays it: a card, or a wild as a colour
        ("pile", np.uint8, CARDS),  # the pick-up pile, next card last; nobody sees it
        ("stuck_on", np.uint8, 6),  # what showed when each seat last had nothing that fits, or NEVER_STUCK; all saw it
        (
            "taken",
            np.uint8,
            6,
        ),  # the cards that each seat has taken in this round, less the wilds that it played; all saw it
        ("lacked", np.uint8, 6),  # the colours on which it was ever stuck in this round, a bit for each
        ("taken_then", np.uint8, (6, 6)),  # and what it had taken when it last was, for each of them
    ],
)


# Getting ready


@rule
def setup(state):
    if state.dealer < 0:
        state.dealer = below(state, state.players)
    deal(state)


@rule
def deal(state):
    """The dealer deals a round from a pile that holds the whole deck, the Exploding card last."""
    left = state.pile_count - 1
    shuffle(state, state.pile, left)
    for seat in range(state.players):  # KB-1
        clear(state.hands[seat])
        state.stuck_on[seat] = NEVER_STUCK
        state.taken[seat] = state.lacked[seat] = 0
        for _ in range(5):
            left -= 1
            add(state.hands[seat], state.pile[left])
    place = below(state, left + 1)  # KB-3: the Exploding card goes anywhere into what is left
    state.pile[left] = state.pile[place]
    state.pile[place] = EXPLODING
    state.pile_count = left + 1
    turn_up(state)
    state.direction = 1
    state.passes = 0
    state.to_act = only(left_of(state.dealer, state.players))  # KB-4


@rule
def turn_up(state):
    """KB-1, KB-2: the first word card starts the discard pile; actions before it go to the bottom, seen by all."""
    top = state.pile_count - 1
    while state.pile[top] >= FIRST_ACTION:
        action = state.pile[top]
        for place in range(top, 0, -1):
            state.pile[place] = state.pile[place - 1]
        state.pile[0] = action
        add(state.seen, action)
    state.shows = state.pile[top]
    add(state.discard, state.shows)
    state.pile_count = top


# Your turn


@rule
def legal(state, seat, moves):
    # A set of cards, or of moves, is two words of 64 bits. The low one has word cards only; the high one has the last
    # two of them, the actions and all else.
    hand, fits = state.hands[seat], FITS[state.shows]
    low, high = hand[0] & fits[0], any_copy(hand[1] & fits[1])  # KB-5, KB-6
    if hand[1] & WILDS[1] != NO_CARDS:  # KB-7
        high |= WILD_MOVES[1]
    if low | high == NO_CARDS:  # KB-5: you may not draw while a card fits
        high = DRAW_MOVE[1] if can_draw(state) else PASS_MOVE[1]  # KB-8, KB-15
    moves[0], moves[1] = low, high


@hot_rule
def any_copy(high):
    """Whatever copy of an action it is, the move is that of the first copy."""
    later = high >> SECOND_COPY | high >> THIRD_COPY
    return (high & CARD_MOVES[1]) | (later & ACTION_MOVES[1])


@rule
def apply(state, seat, move):
    if move == DRAW:
        state.passes = 0
        is_stuck(state, seat)
        take_card(state, seat)
        turn_passes_from(state, seat)
    elif move == PASS:
        state.passes += 1
        is_stuck(state, seat)
        if state.passes == in_round(state):  # KB-15: everyone passed; the same dealer deals again
            gather(state)
            deal(state)
        else:
            turn_passes_from(state, seat)
    else:
        state.passes = 0
        discard_from(state, seat, move)
        if is_empty(state.hands[seat]):
            round_won_by(state, seat)  # KB-16: at once; a last action has no effect
        elif FIRST_ACTION <= move < PLAY_WILD:
            turn_passes_from(state, carry_out_action(state, seat))
        else:
            turn_passes_from(state, seat)


@hot_rule
def discard_from(state, seat, move):
    """The card goes from the hand onto the discard pile: its colour, or the one named (KB-7), is now in force."""
    hand = state.hands[seat]
    if move >= PLAY_WILD:
        card = one_alike(state, hand, FIRST_WILD, 1, EXPLODING - FIRST_WILD)
    elif move >= FIRST_ACTION:
        card = one_alike(state, hand, move, ONE_COPY, COPIES)
    else:
        card = move
    was_taken(state, seat, move)
    remove(hand, card)
    remove(state.seen, card)
    add(state.discard, card)
    state.shows = move


@hot_rule
def is_stuck(state, seat):
    """KB-5: everybody sees that the seat has nothing that fits, and no wild.

    It is kept for each colour; of the numbers and actions that would have fitted, only the last.
    """
    colour = COLOUR_SHOWN[state.shows]
    state.stuck_on[seat] = state.shows
    state.lacked[seat] |= 1 << colour
    state.taken_then[seat, colour] = state.taken[seat]


@hot_rule
def was_taken(state, seat, move):
    """Had the seat held the card that it plays when it was stuck, it would not have been: it was taken since."""
    stuck_on = state.stuck_on[seat]
    if stuck_on == NEVER_STUCK:
        return
    if move >= PLAY_WILD:  # since whatever it was stuck on
        if state.taken[seat] > 0:
            state.taken[seat] -= 1
        return
    one_taken_less(state, seat, COLOUR_SHOWN[move])
    if SYMBOL_SHOWN[move] == SYMBOL_SHOWN[stuck_on] and COLOUR_SHOWN[move] != COLOUR_SHOWN[stuck_on]:
        one_taken_less(state, seat, COLOUR_SHOWN[stuck_on])


@hot_rule
def one_taken_less(state, seat, colour):
    if state.taken_then[seat, colour] < state.taken[seat]:
        state.taken_then[seat, colour] += 1


@hot_rule
def taken_since(state, seat, colour):
    """How many cards the seat has taken since it was last stuck on a colour, as far as they were not played."""
    if state.lacked[seat] >> colour & 1 == 0:
        return CARDS  # no hand is larger
    return max(0, int(state.taken[seat]) - int(state.taken_then[seat, colour]))


@hot_rule
def was_lacking(state, seat, card, held):
    """Whether the seat had nothing like this card when it was stuck, and has taken fewer than `held` since."""
    since, stuck_on = CARDS, state.stuck_on[seat]
    if stuck_on == NEVER_STUCK:
        return False
    if card < FIRST_WILD:
        since = taken_since(state, seat, COLOUR[card])
    if card >= FIRST_WILD or has(FITS[stuck_on], card):
        since = min(since, taken_since(state, seat, COLOUR_SHOWN[stuck_on]))
    return since < held


@hot_rule
def one_alike(state, cards, first, step, copies):
    """Which of several like cards it is: one that was seen, if any, so that the others keep their secret."""
    chosen = -1
    for copy in range(copies):
        card = first + copy * step
        if has(cards, card) and (chosen < 0 or has(state.seen, card)):
            chosen = card
    return chosen


# Action cards


@hot_rule
def carry_out_action(state, seat):
    """What the action just played by this seat does; from whom the turn then passes: them, or whoever was hit."""
    action = SYMBOL[state.shows]
    if action == REVERSE and in_round(state) > 2:  # KB-12
        state.direction = -state.direction
        return seat
    hit = next_in_round(state, seat)  # KB-9, KB-12 with two: passed over
    if action == PICK_UP_2:  # KB-10
        take_card(state, hit)
        if not is_out(state, hit):  # KB-13: whoever exploded takes no second card
            take_card(state, hit)
    return hit


@hot_rule
def is_out(state, seat):
    """KB-13: the Exploding card stays with whoever drew it, and puts them out of the round."""
    return has(state.hands[seat], EXPLODING)


@rule
def in_round(state):
    """How many are still in the round."""
    count = 0
    for seat in range(state.players):
        if not is_out(state, seat):
            count += 1
    return count


@hot_rule
def next_in_round(state, seat):
    """The next player still in the round, in the direction of play."""
    while True:
        if state.direction > 0:
            seat = left_of(seat, state.players)
        else:
            seat = right_of(seat, state.players)
        if not is_out(state, seat):
            return seat


@hot_rule
def turn_passes_from(state, seat):
    follower = next_in_round(state, seat)
    if is_out(state, seat) and in_round(state) == 1:  # KB-14
        round_won_by(state, follower)
    else:
        state.to_act = only(follower)


# The pick-up pile


@rule
def can_draw(state):
    return state.pile_count > 0 or size(state.discard) > 1


@hot_rule
def take_card(state, seat):
    """Take the next card, if there is any (KB-8, KB-10, KB-15)."""
    if state.pile_count == 0:
        renew_pile(state)
    if state.pile_count > 0:
        state.pile_count -= 1
        card = state.pile[state.pile_count]
        add(state.hands[seat], card)
        if state.taken[seat] == MOST_TAKEN:
            forget_what_was_long_ago(state, seat)
        state.taken[seat] += 1
        if card == EXPLODING:
            add(state.seen, card)


@rule
def forget_what_was_long_ago(state, seat):
    state.taken[seat] -= LONG_AGO
    for colour in range(6):
        if state.taken_then[seat, colour] < LONG_AGO:
            state.lacked[seat] &= 63 - (1 << colour)
        else:
            state.taken_then[seat, colour] -= LONG_AGO


@rule
def renew_pile(state):
    """KB-15: the discards are shuffled into a new pile; the top card and the colour in force stay."""
    top = top_card(state)
    remove(state.discard, top)
    stack_up(state, state.discard)
    clear(state.discard)
    add(state.discard, top)
    shuffle(state, state.pile, state.pile_count)


@rule
def top_card(state):
    """The top card of the discard pile. Of several that are alike it does not matter which."""
    if state.shows >= PLAY_WILD:
        return one_alike(state, state.discard, FIRST_WILD, 1, EXPLODING - FIRST_WILD)
    return one_alike(state, state.discard, state.shows, ONE_COPY, COPIES)


@rule
def stack_up(state, cards):
    """Lay a set of cards on the pile, like cards together, so that it never matters which copy is which."""
    if not have_common(cards, LATER_COPIES):
        state.pile_count = push_between(cards, 0, CARDS, state.pile, state.pile_count)
        return
    count = push_between(cards, 0, FIRST_ACTION, state.pile, state.pile_count)
    for first_copy in range(FIRST_ACTION, FIRST_ACTION + ONE_COPY):
        for card in range(first_copy, FIRST_WILD, ONE_COPY):
            if has(cards, card):
                state.pile[count] = card
                count += 1
    state.pile_count = push_between(cards, FIRST_WILD, CARDS, state.pile, count)


# The end of a round


@rule
def round_won_by(state, winner):
    if state.long == 0:  # KB-19
        game_won_by(state, winner)
        return
    for seat in range(state.players):  # KB-17
        if seat != winner:
            state.points[winner] += worth_of(state.hands[seat])
    if state.points[winner] >= state.target:  # KB-18
        game_won_by(state, winner)
        return
    gather(state)
    state.dealer = left_of(state.dealer, state.players)  # KB-4
    deal(state)


@rule
def game_won_by(state, winner):
    state.winners = only(winner)
    state.to_act = NOBODY


@rule
def worth_of(hand):
    worth = 0
    for place in range(size(hand)):
        worth += WORTH[nth(hand, place)]
    return worth


@rule
def gather(state):
    """All cards go back into the pile, by way of the discards."""
    for seat in range(state.players):
        add_all(state.discard, state.hands[seat])
    for place in range(state.pile_count):
        add(state.discard, state.pile[place])
    state.pile_count = 0
    stack_up(state, state.discard)
    clear(state.discard)
    clear(state.seen)


@rule
def score(state, out):
    for seat in range(state.players):
        if state.long == 1:
            out[seat] = state.points[seat]
        else:
            out[seat] = state.winners >> seat & 1


@rule
def outlook(state, out):
    """The points, and what the round may well bring: who holds fewer cards wins it more often (KB-16, KB-17)."""
    likely = np.zeros(state.players)
    everything, together = 0.0, 0.0
    for seat in range(state.players):
        out[seat] = state.points[seat]
        everything += worth_of(state.hands[seat])
        if not has(state.hands[seat], EXPLODING):
            likely[seat] = 1 / size(state.hands[seat]) ** 2
            together += likely[seat]
    for seat in range(state.players):
        prize = everything - worth_of(state.hands[seat]) if state.long == 1 else ALL_AT_STAKE
        out[seat] += prize * likely[seat] / together


# What a seat cannot know


@rule
def redeal(state, seat):
    """Other hands and the pile are mixed and dealt out anew; cards whose place everybody knows stay there.

    Whoever had to draw held nothing that fits then: such a card is only among those taken since. That is kept of the
    last time for each colour, but of numbers and actions only of the very last. What play lets one guess is not
    weighed: a hand may come out with a card that its player would have played.
    """
    known = 0  # KB-2: turned up at the start and put to the bottom
    while known < state.pile_count and has(state.seen, state.pile[known]):
        known += 1
    in_pile = state.pile_count
    hidden = in_pile
    for other in range(state.players):
        if other != seat:
            for place in range(size(state.hands[other])):
                card = nth(state.hands[other], place)
                if not has(state.seen, card):
                    state.pile[hidden] = card
                    hidden += 1
    exploding = known  # KB-3: it is in the pile, or its place is known: never in a hand that plays on
    while exploding < in_pile and state.pile[exploding] != EXPLODING:
        exploding += 1
    if exploding < in_pile:
        hidden -= 1
        state.pile[exploding] = state.pile[hidden]
    mix_unseen(state, state.pile[known:], hidden - known)
    for other in range(state.players):
        if other != seat:
            hand = state.hands[other]
            count = size(hand) - size_of_common(hand, state.seen)
            keep_common(hand, hand, state.seen)
            for dealt in range(count):
                hidden -= 1
                bring_up(state, other, count - dealt, known, hidden)
                add(hand, state.pile[hidden])
    if exploding < in_pile:
        place = known + below(state, in_pile - known)
        state.pile[hidden] = state.pile[place]
        state.pile[place] = EXPLODING


@hot_rule
def bring_up(state, seat, left, first, top):
    """The next of so many cards: what the seat held longest comes first, and is nothing that it lacked, if it can."""
    place = top
    while place >= first and was_lacking(state, seat, state.pile[place], left):
        place -= 1
    if place >= first:
        swap(state.pile, place, top)


# What a sensible child does


@rule
def greedy(state, seat, moves):
    """Keep wilds for when nothing else fits; name the colour you hold most of; else play the dearest card."""
    hand = state.hands[seat]
    if have_common(moves, CARD_MOVES):
        remove_all(moves, WILD_MOVES)
        dearest = 0
        for place in range(size(moves)):
            dearest = max(dearest, WORTH[nth(moves, place)])
        for place in range(size(moves) - 1, -1, -1):
            card = nth(moves, place)
            if WORTH[card] < dearest:
                remove(moves, card)
    elif have_common(moves, WILD_MOVES):
        most = 0
        for colour in range(6):
            most = max(most, size_of_common(hand, OF_COLOUR[colour]))
        for colour in range(6):
            if size_of_common(hand, OF_COLOUR[colour]) < most:
                remove(moves, PLAY_WILD + colour)


LENGTH_HELP = (
    "long: round after round, for points, until somebody reaches the target; "
    "short: a single round without points, which the first player with no cards left wins"
)


class KaBlam(Game):
    """How KA-BLAM! is set up, seen, told and written down."""

    id = "ka-blam"
    title = "KA-BLAM!"
    box = "word-deck"
    summary = "Match colours, numbers and actions to empty your hand, and hope you never draw the KA-BLAM! card."
    seats = range(2, 7)
    version = 2
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy, outlook)
    move_names = MOVE_NAMES
    card_places = ("hands", "discard", "pile")
    own_row = "hands"
    options = (
        Choice("length", "long", LENGTH_HELP, ("long", "short")),
        Number("target", 100, "points that win the long game; 200 suits four players, 300 five or six", 50, 500),
        ComponentOption("deck", "standard", "the cards", Deck),
        ComponentOption("words", "default", "the words on the word cards", WordList),
        STARTER,
    )

    def check(self) -> None:
        deck: Deck = self.settings["deck"]
        words = len(deck.colours) * len(deck.numbers)
        if words <= 5 * self.players:  # or a deal could end without a word card to turn up (KB-2)
            raise BadOption(
                f"option deck: {deck.title!r} has {words} word cards; a deal for {self.players} players needs "
                f"at least {5 * self.players + 1}"
            )

    def suggestions(self) -> dict[str, Any]:
        """KB-18: at 100 points the game of four or more lasts hardly more than a round."""
        return {"target": 100 if self.players < 4 else 200 if self.players == 4 else 300}

    def lay_out(self, state: Any) -> None:
        cards = self.deck_cards()
        state.pile[: len(cards)] = cards
        state.pile_count = len(cards)
        self._put_options(state)
        state.dealer = -1 if self.starter < 0 else (self.starter - 1) % self.players

    def _put_options(self, state: Any) -> None:
        state.long = self.settings["length"] == "long"
        state.target = self.settings["target"]

    def deck_cards(self) -> list[int]:
        """The deck's cards in the order of a gathered pile: like cards together, the Exploding card last."""
        deck: Deck = self.settings["deck"]
        colours = [COLOURS.index(colour) for colour in deck.colours]
        words = [colour * len(NUMBERS) + number - 1 for colour in colours for number in deck.numbers]
        actions = [
            FIRST_ACTION + colour * len(ACTIONS) + ACTIONS.index(action) + copy * ONE_COPY
            for colour in colours
            for action in ACTIONS
            for copy in range(deck.copies[action])
        ]
        return [*words, *actions, *range(FIRST_WILD, FIRST_WILD + deck.wilds), EXPLODING]

    def word(self, card: int) -> str:
        """The word on a word card, nothing on the others."""
        words: WordList = self.settings["words"]
        return words.by_card[card] if card < FIRST_ACTION else ""

    def shows_move(self, move: int) -> bool:
        return True

    def is_read_aloud(self, before: Any, after: Any, move: int) -> bool:
        return move < FIRST_ACTION  # KB-20

    def printed(self) -> dict[str, str]:
        return {CARD_NAMES[card]: self.word(card) for card in self.deck_cards() if card < FIRST_ACTION}

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        return {"hand": [] if seat is None else _held(state.bits_by_row("hands")[seat])}

    def all_see(self, state: Reading) -> dict[str, Any]:
        discard, seen = _top_first(state), state.bits_of("seen")
        hands = [_hand_seen(hand, seen) for hand in state.bits_by_row("hands")[: self.players]]
        sizes, out, open_cards = zip(*hands, strict=True)
        return {
            "hand_sizes": [*sizes],
            "out": [seat for seat, is_out in enumerate(out) if is_out] if True in out else [],
            "top": discard[0],
            "colour": COLOURS[_colour_in_force(state)],
            "direction": "left" if state.direction > 0 else "right",
            "pile": state.pile_count,
            "discard": discard,
            "seen_in_hands": [*map(list, open_cards)],
            "seen_at_bottom": _names(_seen_at_bottom(state)),
            "dealer": state.dealer,
            "length": self.settings["length"],
            "target": self.settings["target"],
            "points": state.numbers_of("points")[: self.players],
        }

    def why_not(self, state: Any, seat: int, move: int) -> str:
        hand = state.hands[seat]
        asked = f"match {COLOURS[_colour_in_force(state)]}"
        if state.shows < PLAY_WILD:
            asked += f" or {CARD_NAMES[state.shows].split()[-1]}"
        if move == DRAW:
            return f"you may not draw while a card fits: {asked}" if can_draw.plainly(state) else "nothing is left"
        if move == PASS:
            return "you pass only when nothing fits and nothing is left to draw"
        if move >= PLAY_WILD:
            return "you hold no wild"
        name = CARD_NAMES[move]
        if name not in _names(_cards(hand)):
            return f"you do not hold {name}"
        return f"{name} does not fit: {asked}"

    def ending(self, state: Reading) -> str:
        if self.settings["length"] == "long":
            return f"The {self.settings['target']} points are reached."
        winner = int(state.winners).bit_length() - 1
        if _held(state.bits_by_row("hands")[winner]):
            return "Whoever draws the KA-BLAM! card is out, and nobody else is left."
        return "The first without cards wins."

    def ends_round(self, before: Any, after: Any) -> bool:
        return bool(after.dealer != before.dealer)

    def sits_out(self, state: Reading, seat: int) -> bool:
        return bool(_set(state.bits_by_row("hands")[seat]) >> EXPLODING & 1)

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        says = telling.says
        if move == PASS:
            told = f"{says(seat, 'pass')}: nothing is left to draw."
            dealt_again = after.pile_count > 0
            return told + (" Everyone passed, so the round is dealt again." if dealt_again else "")
        ended = after.winners != 0 or after.dealer != before.dealer
        if move == DRAW:
            told = self._tell_taking(before, after, seat, "", ended, telling)
        elif move >= PLAY_WILD:
            told = f"{says(seat, 'play wild')}: the colour is {COLOURS[move - PLAY_WILD]}."
        else:
            word = self.word(move)
            told = f"{says(seat, 'play ' + CARD_NAMES[move])}{': ' if word else ''}{word}."
            shown = _SYMBOLS[move]
            if shown >= MISS and _set(before.bits_by_row("hands")[seat]).bit_count() == 1:
                shown = NOTHING  # the last card of a hand does nothing more
            if shown == PICK_UP_2:
                hit = before.shared(_next_player)
                told += " " + self._tell_taking(before, after, hit, " and miss a turn", ended, telling)
            elif shown == MISS or (shown == REVERSE and in_round.plainly(before) == 2):
                told += f" {says(before.shared(_next_player), 'miss a turn')}."
            elif shown == REVERSE:
                told += f" Play turns round: it goes {'clockwise' if after.direction > 0 else 'anticlockwise'} now."
        return told + (self._tell_round_end(before, after, telling) if ended else "")

    def _tell_taking(self, before: Any, after: Any, seat: int, then: str, ended: bool, telling: Telling) -> str:
        """Someone took cards; which ones is for them alone, but an explosion is for all."""
        new = _set(after.bits_by_row("hands")[seat]) & ~_set(before.bits_by_row("hands")[seat])
        if ended or new >> EXPLODING & 1:
            return f"{telling.says(seat, 'draw the KA-BLAM! card')}. KA-BLAM! {telling.says(seat, 'go out')}."
        if telling.is_you(seat):
            return f"You draw {' and '.join(_held(_bits(new))) or 'nothing'}{then}."
        taken = ("nothing", "a card", "two cards")[new.bit_count()]
        return f"{telling.says(seat, 'draw ' + taken)}{then.replace('miss', 'misses')}."

    def _tell_round_end(self, before: Any, after: Any, telling: Telling) -> str:
        told = ""
        then, now = before.numbers_of("points"), after.numbers_of("points")
        for seat in range(self.players):
            gained = now[seat] - then[seat]
            if gained:
                told += f" {telling.says(seat, 'win the round')}, for {gained} points"
                told += self._tell_arithmetic(before, seat, gained, telling)
        if after.winners:
            return f"{told} {telling.says(int(after.winners).bit_length() - 1, 'win the game')}!"
        dealt = f"{telling.says(int(after.dealer), 'deal')}, and {CARD_NAMES[after.shows]} is turned up"
        return f"{told} A new round: {dealt}."

    def _tell_arithmetic(self, before: Any, winner: int, gained: int, telling: Telling) -> str:
        """KB-17: whose cards made up the points, where the hands before the last move tell it."""
        worth = {seat: points for seat, points in enumerate(before.shared(_worths)) if seat != winner}
        if len(worth) == 1 or sum(worth.values()) != gained:
            return "."
        return ": " + ", ".join(f"{points} from {telling.who(seat)}" for seat, points in worth.items()) + "."

    def write_places(self, state: Any) -> dict[str, Any]:
        hands = [_cards(state.hands[seat]) for seat in range(self.players)]
        seen = set(listed(state.seen))
        return {
            "dealer": state.dealer,
            "direction": "left" if state.direction > 0 else "right",
            "colour": COLOURS[_colour_in_force(state)],
            "points": state.points[: self.players].tolist(),
            "passes": state.passes,
            "hands": [_names(hand) for hand in hands],
            "discard": _top_first(state),
            "pile": [CARD_NAMES[card] for card in reversed(state.pile[: state.pile_count].tolist())],
            "seen_at_bottom": len(_seen_at_bottom(state)),
            "seen_in_hands": [_names([card for card in hand if card in seen]) for hand in hands],
            **_stuck(state, self.players),
        }

    def read_places(self, state: Any, places: Places) -> None:
        self._put_options(state)
        state.dealer = places.seat("dealer", self.players - 1)
        state.direction = 1 if places.one_of("direction", ("left", "right"), "left") == "left" else -1
        state.points[: self.players] = places.numbers_by_seat("points", 0, 32000)
        state.passes = places.number("passes", 0, self.players - 1, 0)
        supply = Supply(self.deck_cards(), CARD_NAMES)
        seen = places.names_by_seat("seen_in_hands", [[] for _ in range(self.players)])
        for seat, names in enumerate(places.names_by_seat("hands")):
            for name in sorted(names, key=lambda name: name not in seen[seat]):
                card = supply.take(name, f"hands[{seat}]")
                add.plainly(state.hands[seat], card)
                if name in seen[seat]:
                    seen[seat].remove(name)
                    add.plainly(state.seen, card)
                if card == EXPLODING:
                    add.plainly(state.seen, card)
            if seen[seat]:
                raise BadPosition(f"position: seen_in_hands[{seat}] has {seen[seat][0]!r}, which hands[{seat}] lacks")
        stack = stacks(supply, discard=places.names("discard"), pile=places.names("pile", []))
        self._read_piles(state, stack["discard"], stack["pile"], places)
        self._read_stuck(state, places)
        self._check_turn(state)

    def _read_stuck(self, state: Any, places: Places) -> None:
        stuck, lacked = (places.entries(key, self.players) for key in ("stuck", "lacked"))
        names = [name.removeprefix("play ") for name in MOVE_NAMES[:DRAW]]
        state.stuck_on[:] = NEVER_STUCK
        for seat, (one, others) in enumerate(itertools.zip_longest(stuck, lacked)):
            since = {} if others is None else others
            if (
                not isinstance(since, dict)
                or not set(since) <= {*COLOURS}
                or not all(map(_can_be_taken, since.values()))
            ):
                raise BadPosition(
                    f"position: lacked[{seat}] is {since!r}; right would be how many cards the seat has taken since it "
                    f'was stuck on other colours than the last one: {{"red": 2}}'
                )
            if one is None:
                if since:
                    raise BadPosition(f"position: lacked[{seat}] is {since!r}, but stuck[{seat}] is null")
                continue
            told = one if isinstance(one, list) and len(one) == 2 else [None, None]
            if told[0] not in names or not _can_be_taken(told[1]):
                raise BadPosition(
                    f"position: stuck[{seat}] is {one!r}; right would be null, or what showed and how many cards "
                    f'the seat has taken since: ["red 7", 1]'
                )
            state.stuck_on[seat] = names.index(told[0])
            since = {**since, COLOURS[COLOUR_SHOWN[state.stuck_on[seat]]]: told[1]}
            state.taken[seat] = max(since.values())
            for colour, taken in since.items():
                number = COLOURS.index(colour)
                state.lacked[seat] |= 1 << number
                state.taken_then[seat, number] = state.taken[seat] - taken

    def _read_piles(self, state: Any, discard: list[int], pile: list[int], places: Places) -> None:
        if not discard or EXPLODING in discard:
            raise BadPosition("position: discard must have a top card, and never has the Exploding card")
        for card in discard:
            add.plainly(state.discard, card)
        state.pile[: len(pile)] = pile[::-1]
        state.pile_count = len(pile)
        for place in range(places.number("seen_at_bottom", 0, len(pile), 0)):
            add.plainly(state.seen, int(state.pile[place]))
        shown = CARD_NAMES[discard[0]].split()[0]
        colour = places.one_of("colour", COLOURS, shown if shown in COLOURS else None)
        if shown in COLOURS and shown != colour:
            raise BadPosition(f"position: colour is {colour!r}, but {CARD_NAMES[discard[0]]} on top makes it {shown}")
        first_copy = CARD_NAMES.index(CARD_NAMES[discard[0]])
        state.shows = first_copy if shown in COLOURS else PLAY_WILD + COLOURS.index(colour)

    def _check_turn(self, state: Any) -> None:
        acting = one_at_a_time(state)
        empty = [seat for seat in range(self.players) if is_empty.plainly(state.hands[seat])]
        left = [seat for seat in range(self.players) if not is_out.plainly(state, seat)]
        if acting is None:
            winner = empty if empty else left
            if len(winner) != 1 or (state.long and state.points[winner[0]] < state.target):
                raise BadPosition("position: nobody is to act, but nobody has won the game either")
            check_winners(state, 1 << winner[0], "whoever is out of cards, or is the last in the round")
            return
        if acting not in left:
            raise BadPosition(f"position: seat {acting} is to act, but holds ka-blam and so is out of the round")
        if empty:
            raise BadPosition(f"position: hands[{empty[0]}] is empty, so the round is over; someone must hold cards")
        if len(left) == 1:
            raise BadPosition(f"position: only seat {acting} is left in the round, and so has won it")
        if state.long and state.points.max() >= state.target:
            raise BadPosition(f"position: someone has the {state.target} points that win; nobody can be to act")


def _next_player(state: Reading) -> int:
    """After whose turn it is."""
    return int(next_in_round.plainly(state, state.to_act.bit_length() - 1))


def _worths(state: Reading) -> list[int]:
    """KB-17: of all hands."""
    return [int(worth_of.plainly(state.hands[seat])) for seat in range(state.players)]


def _colour_in_force(state: Any) -> int:
    colour: int = _COLOURS_SHOWN[state.shows]
    return colour


def _stuck(state: Any, players: int) -> dict[str, list[Any]]:
    """For each seat what showed when it was last stuck and what it has taken since; and that for the other colours."""
    stuck: list[list[Any] | None] = []
    lacked: list[dict[str, int]] = []
    for seat in range(players):
        taken = [int(taken_since.plainly(state, seat, colour)) for colour in range(len(COLOURS))]
        since = {colour: count for colour, count in zip(COLOURS, taken, strict=True) if count < CARDS}
        shown = int(state.stuck_on[seat])
        last = since.pop(COLOURS[COLOUR_SHOWN[shown]], None) if shown != NEVER_STUCK else None
        stuck.append(None if last is None else [MOVE_NAMES[shown].removeprefix("play "), last])
        lacked.append({} if last is None else since)
    return {"stuck": stuck, "lacked": lacked}


def _can_be_taken(count: object) -> bool:
    return type(count) is int and 0 <= count < CARDS


def _top_first(state: Any) -> list[str]:
    """The discard pile: its top card, then the others, whose order no longer matters."""
    names = _held(state.bits_of("discard"))
    shown = CARD_NAMES[FIRST_WILD if state.shows >= PLAY_WILD else state.shows]
    names.remove(shown)
    names.insert(0, shown)
    return names


def _seen_at_bottom(state: Any) -> list[int]:
    """Next card first, as in every stack of a position."""
    seen = state.bits_of("seen")
    pile = state.bits_of("pile")[: state.pile_count]  # a byte for each card
    return [*itertools.takewhile(lambda card: seen[card >> 3] >> (card & 7) & 1, pile)][::-1]


def _held(hand: bytes) -> list[str]:
    """The names of the cards of a set, which is given by its bits; like cards together, as in `_cards`.

    A move changes a hand or two and the discards, and all are looked at after it.
    """
    names: list[str] = []
    for by_bits, bits in zip(_NAMES_BY_BITS, hand, strict=False):
        names += by_bits[bits]
    names += _held_above(hand[_IN_ORDER:])
    return names


@functools.lru_cache(maxsize=1 << 12)
def _held_above(bits: bytes) -> tuple[str, ...]:
    """The same of the cards whose numbers come after those in order."""
    return tuple(itertools.compress(_NAMES_ABOVE, _in_order(one_by_one(bits))))


@functools.lru_cache(maxsize=1 << 12)
def _hand_seen(hand: bytes, seen: bytes) -> tuple[int, bool, tuple[str, ...]]:
    """What all see of a hand: its size, whether the Exploding card is in it, and the cards that all know of."""
    cards = _set(hand)
    return cards.bit_count(), bool(cards >> EXPLODING & 1), tuple(_held(_bits(cards & _set(seen))))


def _set(bits: bytes) -> int:
    """A set of cards as one number, a bit for each card."""
    return int.from_bytes(bits, "little")


def _bits(cards: int) -> bytes:
    """The same as it lies in a state."""
    return cards.to_bytes(CARDS // 8, "little")


def _names(cards: list[int]) -> list[str]:
    return [CARD_NAMES[card] for card in cards]


def _cards(cards: Any) -> list[int]:
    """The cards of a set, like cards together, so that it never shows which copy is which."""
    return sorted(listed(cards), key=CARD_ORDER.__getitem__)


_SYMBOLS, _COLOURS_SHOWN = SYMBOL.tolist(), COLOUR_SHOWN.tolist()
_IN_ORDER = FIRST_ACTION // 8  # so many bytes of a set are of cards that stand in the order in which they are shown
_NAMES_BY_BITS = [
    [tuple(CARD_NAMES[8 * place + bit] for bit in range(8) if bits >> bit & 1) for bits in range(256)]
    for place in range(_IN_ORDER)
]
_ABOVE = sorted(range(8 * _IN_ORDER, CARDS), key=CARD_ORDER.__getitem__)
_NAMES_ABOVE = _names(_ABOVE)
_in_order = operator.itemgetter(*(card - 8 * _IN_ORDER for card in _ABOVE))
