"""Game-On Competitive: all at once, match coloured shapes to take Game Cards, and steal them from each other.

The file is long because it is the whole game, in the order of the rule book.

The clauses (GC-1 ...) are those of docs/rulebook/game-on.md. Our rulings in short: who has finished is out of the
round, a redraw finishes too (GC-9, GC-16); players cover a Game Card each for themselves (GC-13); at most one
conversion a round (GC-15); contests and steals are settled in a fixed order (GC-21, GC-26); a controller is always
asked whether to defend (GC-24); three idle rounds end the game (GC-30).

No hand holds more than 11 cards. Cards come into play (into the hand, and from there on to the table) only by drawing,
when a hand of at most two is filled up to three; at that time nothing lies on a controlled card, and on each of the
four places of the Play Area at most two cards, for three would have taken it: 3 + 4 * 2 = 11. So a round sees at most
11 cards for stealing from each of six seats.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from ...components.game_on_cards import (
    CARD_WORDS,
    GAME_CARDS,
    GAME_DECK,
    NO_CARDS,
    OF_EACH_TYPE,
    ONE_CARD,
    SHAPES,
    SHORT_NAMES,
)
from ...components.player_cards import (
    ALL_WAYS,
    ANY_WAY,
    DECK_SIZE,
    HELD,
    KIND_NAMES,
    KIND_OF_WAY,
    KINDS,
    KINDS_OF_SHAPE,
    NO_CARD,
    OMNI_KINDS,
    WAY_NAMES,
    WAYS,
    back_to_hand,
    chevron_shown,
    copies_held,
    gain,
    hand_size,
    hide_unknown,
    leave_hand,
    points_shown,
    symbol_shown,
    ways_of,
    ways_when_all_are,
)
from ...components.trivia import MOST_QUESTIONS
from ...engine.cards import add, add_wide_run, clear, has, lowest_bit, nth, remove, size
from ...engine.chance import below, mix_unseen, shuffle
from ...engine.game import state_type
from ...engine.rule import hot_rule, rule
from ...engine.seats import NOBODY, first_of, how_many, only
from ...engine.stages import (
    NOT_CHOSEN,
    ask_in_secret,
    chose,
    everyone,
    finished,
    forget_choices,
    fresh_chance,
    guess_choices,
    open_stage,
    shuffle_own,
    stage_fields,
)
from ...engine.story import happened

SEATS, HAND, PLACES = 6, 3, 4
MOST_HELD = 11  # see the top of this file
MOST_ATTACKS = SEATS * MOST_HELD
IDLE_ROUNDS, UNDECIDED_GOES = 3, 3  # GC-30, GC-20

# The moves, by number.
COVER = 0  # + place * 24 + shape * 8 + way
STEAL = COVER + PLACES * ALL_WAYS  # + Game Card * 24 + shape * 8 + way
CONVERT = STEAL + GAME_CARDS * ALL_WAYS  # + Game Card
DEFEND = CONVERT + GAME_CARDS  # + kind of card
LET_GO = DEFEND + KINDS
SHOW = LET_GO + 1  # + sign
SIGNS = ("rock", "paper", "scissors")  # each loses to the next
ANSWER = SHOW + len(SIGNS)
REDRAW = ANSWER + 4
FINISH = REDRAW + 1
MOVE_NAMES = (
    *(
        f"cover {shape} of card {place} with {card}"
        for place in range(1, PLACES + 1)
        for shape, ways in zip(SHAPES, WAY_NAMES, strict=True)
        for card in ways
    ),
    *(
        f"steal {target} with {card}{f' as {shape}' if card.startswith('omni') else ''}"
        for target in SHORT_NAMES
        for shape, ways in zip(SHAPES, WAY_NAMES, strict=True)
        for card in ways
    ),
    *(f"convert with {card}" for card in SHORT_NAMES),
    *(f"defend with {card}" for card in KIND_NAMES),
    "do not defend",
    *(f"show {sign}" for sign in SIGNS),
    *(f"answer {letter}" for letter in "abcd"),
    "redraw",
    "finish",
)

ACT, COMPETE, DEFENCE = range(3)  # the stages of a round
BY_DICE, BY_HANDS, BY_TRIVIA = range(3)  # GC-7: ways to settle a competition
IN_AREA, OF_THIEVES, FOR_STEAL = range(3)  # what a contest is about
NOTHING, PLAYED, REDREW, CONVERTED = range(4)  # deeds of a round; a conversion adds the colour
EMPTY = -1  # a place of the Play Area without a card
# For the outlook: what a card that is still to be played is worth, and the part of a Game Card's points to count on, by
# how many of its shapes a seat covers.
STILL = 0.8
COMING = np.array([0.0, 0.1, 0.3, 0.8])
NO_QUESTION = -1
ORDERS = tuple(permutations(range(4)))  # in which a question's answers are read out; the right one is number 0
PLACE_OF_RIGHT = np.array([order.index(0) for order in ORDERS], np.int8)

# What is counted over a match, for the laboratory.
CONTESTED, TRIED, STOLEN, DEFENDED, LOCKED, CONVERSIONS, REDRAWS = range(7)
TALLIES = ("contests", "steals tried", "stolen", "defended", "locked", "conversions", "redraws")

# What is told of a move, see `story`.
(
    CONTEST, ROLLED, SHOWED, ANSWERED, ASKED, SO_RIGHT, UNDECIDED, WON, CAME_BACK, TOOK, STOLE, WAS_LOCKED, TURNED_UP,
    BLACK_UP, NEW_ROUND, THE_END, REDRAWN,
) = range(17)  # fmt: skip

STATE = state_type(
    "game_on",
    [
        *stage_fields(SEATS),
        ("competition", np.int8),  # BY_DICE, BY_HANDS or BY_TRIVIA
        ("timer", np.int8),  # Black Cards shuffled in
        ("black_out", np.int8),  # and how many of them came up
        ("rounds", np.int16),  # begun so far
        ("idle", np.int8),  # idle rounds running
        ("types", np.int8, SEATS),  # the type of each seat's deck
        ("prints", np.uint16, GAME_CARDS),  # what each Game Card shows
        ("fits", np.uint32, GAME_CARDS),  # the ways in which its shapes can be covered
        ("deck", np.uint8, GAME_DECK),  # Game Cards to come, next card last; nobody sees them
        ("deck_count", np.int8),
        ("area", np.int8, PLACES),  # the Play Area: Game Cards, or EMPTY; all see all of it
        ("turned", np.uint8, PLACES),  # when each was turned up
        ("turned_up", np.uint8),  # how many were turned up so far
        ("covers", np.int8, (PLACES, SEATS, 3)),  # the card with which a seat covers a shape there, or NO_CARD
        ("control", np.uint64, (SEATS, CARD_WORDS)),  # the Game Cards each seat controls, as sets; all see them
        ("locked", np.uint64, CARD_WORDS),  # those of them that were turned over
        ("targets", np.uint64, (SEATS, CARD_WORDS)),  # those that each seat tries to steal in this round
        ("beaten", np.uint64, (SEATS, CARD_WORDS)),  # those that it may not target any more
        ("attack_count", np.int8),  # the attempts to steal of this round that are not settled, in order:
        ("attack_by", np.int8, MOST_ATTACKS),
        ("attack_on", np.int8, MOST_ATTACKS),
        ("attack_shape", np.int8, MOST_ATTACKS),
        ("attack_with", np.int8, MOST_ATTACKS),
        ("deeds", np.int8, SEATS),  # what each seat did in this round
        ("hands", np.int32, (SEATS, 2)),  # kinds HELD and held TWICE; each seat sees its own
        ("known", np.int32, (SEATS, 2)),  # the part of them that came back from the table, so that all know it
        ("piles", np.uint8, (SEATS, DECK_SIZE)),  # the draw piles, next card last; nobody sees them,
        ("pile_counts", np.int8, SEATS),
        ("bottoms", np.int8, SEATS),  # but for so many at the bottom: all saw them go there
        ("rivals", np.int16),  # the seats that compete just now
        ("contest", np.int8),  # what about
        ("contest_card", np.int8),  # and for which Game Card
        ("undecided", np.int8),  # goes of the contest that left more than one
        ("question", np.int16),  # the trivia question just asked, or NO_QUESTION
        ("order", np.int8),  # in which its answers are read out
        ("right", np.int8),  # the place of the right one; nobody is told
        ("unasked", np.uint64, MOST_QUESTIONS // 64),  # questions that may still be asked
        ("tally", np.uint16, len(TALLIES)),
    ],
)


# Getting ready


@rule
def setup(state):
    shuffle(state, state.deck, state.deck_count)
    for place in range(PLACES):  # GC-6
        turn_up(state, place)
    if state.timer > 0:  # GC-29
        for black in range(state.timer):
            state.deck[state.deck_count] = GAME_CARDS + black
            state.deck_count += 1
        shuffle(state, state.deck, state.deck_count)
    for seat in range(state.players):  # GC-8
        shuffle(state, state.piles[seat], DECK_SIZE)
        draw_up_to_three(state, seat)
    new_round(state)


# GC-9: everyone acts, at the same time


@rule
def legal(state, seat, moves):
    clear(moves)
    if state.stage == ACT:
        ways = ways_of(state.hands[seat, HELD])
        if ways != 0:
            for place in range(PLACES):
                add_wide_run(moves, COVER + place * ALL_WAYS, ways & ways_to_cover(state, seat, place))
            add_steals(state, seat, ways, moves)
            if state.deeds[seat] == NOTHING:
                for word in range(CARD_WORDS):
                    add_converts(state, convertible(state, seat, word), word, moves)
                if state.pile_counts[seat] > 0:  # GC-16
                    add(moves, REDRAW)
        add(moves, FINISH)  # GC-17
    elif state.stage == DEFENCE:
        add_wide_run(moves, DEFEND, cards_that_defend(state, seat))
        add(moves, LET_GO)
    elif state.competition == BY_HANDS:
        for sign in range(3):
            add(moves, SHOW + sign)
    else:
        for answer in range(4):
            add(moves, ANSWER + answer)


@hot_rule
def fitting(state, seat, card):
    """GC-11: the ways in which this seat could cover the shapes of a Game Card."""
    if state.deeds[seat] >= CONVERTED:  # GC-15
        return ways_when_all_are(state.deeds[seat] - CONVERTED, state.prints[card])
    return int(state.fits[card])


@hot_rule
def ways_to_cover(state, seat, place):
    """GC-10, GC-13: on a card of the Play Area, shapes that the seat does not cover yet."""
    card = state.area[place]
    if card == EMPTY:
        return 0
    ways = fitting(state, seat, card)
    for shape in range(3):
        if state.covers[place, seat, shape] != NO_CARD:
            ways &= ~(ANY_WAY << WAYS * shape)
    return ways


@hot_rule
def add_steals(state, seat, ways, moves):
    for word in range(CARD_WORDS):
        targets = cards_to_steal(state, seat, word)
        while targets != NO_CARDS:
            card = word * 64 + lowest_bit(targets)
            targets &= targets - ONE_CARD
            add_wide_run(moves, STEAL + card * ALL_WAYS, ways & fitting(state, seat, card))


@hot_rule
def cards_to_steal(state, seat, word):
    """GC-10, GC-22, GC-23: controlled by others, not locked, and not tried already."""
    cards = NO_CARDS
    for other in range(state.players):
        if other != seat:
            cards |= state.control[other, word]
    return cards & ~(state.locked[word] | state.targets[seat, word] | state.beaten[seat, word])


@hot_rule
def convertible(state, seat, word):
    """GC-15: the seat's cards that are neither locked nor under attack; not all of them show the symbol."""
    cards = state.control[seat, word] & ~state.locked[word]
    for other in range(state.players):
        cards &= ~state.targets[other, word]
    return cards


@hot_rule
def add_converts(state, cards, word, moves):
    while cards != NO_CARDS:
        card = word * 64 + lowest_bit(cards)
        cards &= cards - ONE_CARD
        if symbol_shown(state.prints[card]) >= 0:
            add(moves, CONVERT + card)


@hot_rule
def cards_that_defend(state, seat):
    """GC-24: the same shape in any colour, or an OMNI."""
    return state.hands[seat, HELD] & (KINDS_OF_SHAPE[state.attack_shape[0]] | OMNI_KINDS)


@rule
def apply(state, seat, move):
    if move < STEAL:
        place, way = divmod(move, ALL_WAYS)
        cover(state, seat, place, way // WAYS, KIND_OF_WAY[way // WAYS, way % WAYS])
    elif move < CONVERT:
        card, way = divmod(move - STEAL, ALL_WAYS)
        attack(state, seat, card, way // WAYS, KIND_OF_WAY[way // WAYS, way % WAYS])
    elif move < DEFEND:
        convert(state, seat, move - CONVERT)
    elif move < LET_GO:
        defend(state, seat, move - DEFEND)
    elif move == LET_GO:
        let_it_come_to_a_contest(state, seat)
    elif move < REDRAW:
        choice = move - ANSWER if move >= ANSWER else move - SHOW
        if chose(state, seat, choice):
            judge(state)
    else:
        if move == REDRAW:
            redraw(state, seat)
        finished(state, seat)
    if state.to_act == NOBODY:
        go_on(state)


@hot_rule
def cover(state, seat, place, shape, kind):
    play_from_hand(state, seat, kind)
    state.covers[place, seat, shape] = kind


@hot_rule
def attack(state, seat, card, shape, kind):
    """GC-22: a steal is tried; it is settled when all have finished."""
    play_from_hand(state, seat, kind)
    add(state.targets[seat], card)
    count = state.attack_count
    state.attack_by[count] = seat
    state.attack_on[count] = card
    state.attack_shape[count] = shape
    state.attack_with[count] = kind
    state.attack_count += 1
    state.tally[TRIED] += 1


@hot_rule
def play_from_hand(state, seat, kind):
    leave_hand(state, seat, kind)
    if state.deeds[seat] == NOTHING:
        state.deeds[seat] = PLAYED


@rule
def convert(state, seat, card):
    """GC-15: the Game Card is gone, and the hand counts as its colour."""
    remove(state.control[seat], card)
    state.deeds[seat] = CONVERTED + symbol_shown(state.prints[card])
    state.tally[CONVERSIONS] += 1


@rule
def redraw(state, seat):
    """GC-16: the hand goes under the pile, as many come from the top, and the pile is shuffled."""
    pile, count = state.piles[seat], state.pile_counts[seat]
    held = hand_size(state.hands, seat)
    for place in range(count - 1, -1, -1):
        pile[place + held] = pile[place]
    place = 0
    for kind in range(KINDS):
        for _ in range(copies_held(state.hands, seat, kind)):
            pile[place] = kind
            place += 1
    if count < held:  # some come back, and chance says which
        shuffle_own(state, SEATS + seat, pile, held)
    for which in range(2):
        state.hands[seat, which] = state.known[seat, which] = 0
    state.bottoms[seat] = 0
    for top in range(count + held - 1, count - 1, -1):
        gain(state.hands, seat, pile[top])
        happened(REDRAWN, seat, pile[top])
    shuffle_own(state, seat, pile, count)
    state.deeds[seat] = REDREW
    state.tally[REDRAWS] += 1


# GC-18 to GC-26: compete, then resolve steals


@rule
def go_on(state):
    """What follows by itself when all have finished, until somebody must choose or a new round begins."""
    while state.to_act == NOBODY:
        place = contested_place(state)
        if state.rivals != NOBODY:
            settle(state)
        elif place != EMPTY:
            unmatched_come_back(state, place)
            state.contest = IN_AREA
            begin_contest(state, state.area[place], who_matched_all(state, place))
        elif state.attack_count > 0:
            thieves = thieves_of(state, state.attack_on[0])
            if how_many(thieves) == 1:  # GC-24: the controller is always asked
                open_stage(state, DEFENCE, only(controller_of(state, state.attack_on[0])))
            else:  # GC-23
                state.contest = OF_THIEVES
                begin_contest(state, state.attack_on[0], thieves)
        else:
            clean_up(state)
            return


@rule
def contested_place(state):
    """GC-18, GC-21: the oldest card of the Play Area whose shapes were all matched by several; EMPTY if none."""
    oldest = EMPTY
    for place in range(PLACES):
        if how_many(who_matched_all(state, place)) > 1 and (
            oldest == EMPTY or state.turned[place] < state.turned[oldest]
        ):
            oldest = place
    return oldest


@rule
def who_matched_all(state, place):
    seats = NOBODY
    if state.area[place] != EMPTY:
        for seat in range(state.players):
            if covered(state, place, seat) == 3:
                seats |= only(seat)
    return seats


@hot_rule
def covered(state, place, seat):
    """How many shapes this seat covers."""
    count = 0
    for shape in range(3):
        if state.covers[place, seat, shape] != NO_CARD:
            count += 1
    return count


@rule
def unmatched_come_back(state, place):
    """GC-19: whoever has not matched all shapes is not in the competition."""
    for seat in range(state.players):
        if covered(state, place, seat) < 3:
            covers_come_back(state, place, seat)


@rule
def covers_come_back(state, place, seat):
    for shape in range(3):
        kind = state.covers[place, seat, shape]
        if kind != NO_CARD:
            state.covers[place, seat, shape] = NO_CARD
            back_to_hand(state, seat, kind)
            happened(CAME_BACK, seat, kind)


@rule
def thieves_of(state, card):
    seats = NOBODY
    for number in range(state.attack_count):
        if state.attack_on[number] == card:
            seats |= only(state.attack_by[number])
    return seats


@rule
def controller_of(state, card):
    for seat in range(state.players):
        if has(state.control[seat], card):
            return seat
    return NO_CARD


@rule
def defend(state, seat, kind):
    """GC-24: the card goes under the pile, the thief's is discarded, the Game Card stays."""
    leave_hand(state, seat, kind)
    pile = state.piles[seat]
    for place in range(state.pile_counts[seat], 0, -1):
        pile[place] = pile[place - 1]
    pile[0] = kind
    state.pile_counts[seat] += 1
    state.bottoms[seat] += 1
    attack_is_over(state, 0)
    state.tally[DEFENDED] += 1
    state.to_act = NOBODY


@rule
def let_it_come_to_a_contest(state, seat):
    """GC-25: controller and thief compete."""
    state.to_act = NOBODY
    state.contest = FOR_STEAL
    begin_contest(state, state.attack_on[0], only(seat) | only(state.attack_by[0]))


@rule
def attack_is_over(state, number):
    """One attempt is settled; the card used was dealt with."""
    state.attack_count -= 1
    for later in range(number, state.attack_count):
        move_attack(state, later + 1, later)


@rule
def move_attack(state, number, to):
    state.attack_by[to] = state.attack_by[number]
    state.attack_on[to] = state.attack_on[number]
    state.attack_shape[to] = state.attack_shape[number]
    state.attack_with[to] = state.attack_with[number]


# GC-20: competitions


@rule
def begin_contest(state, card, rivals):
    """Some seats compete for a Game Card: dice decide at once, or they are asked to choose."""
    state.contest_card = card
    state.rivals = rivals
    state.undecided = 0
    state.tally[CONTESTED] += 1
    happened(CONTEST, state.contest, card, rivals)
    next_go(state)


@rule
def roll_dice(state):
    """The highest wins; the tied roll again."""
    while how_many(state.rivals) > 1:
        highest, best = 0, NOBODY
        for seat in range(state.players):
            if state.rivals & only(seat) != NOBODY:
                rolled = 1 + below(state, 6)
                happened(ROLLED, seat, rolled)
                if rolled > highest:
                    highest, best = rolled, NOBODY
                if rolled == highest:
                    best |= only(seat)
        state.rivals = best


@rule
def next_go(state):
    """Ask the rivals, unless dice are to decide; they do so, too, after three undecided goes or the last question."""
    no_question = state.competition == BY_TRIVIA and size(state.unasked) == 0
    if state.competition == BY_DICE or state.undecided == UNDECIDED_GOES or no_question:
        roll_dice(state)
    else:
        if state.competition == BY_TRIVIA:
            ask_a_question(state)
        ask_in_secret(state, COMPETE, state.rivals)


@rule
def ask_a_question(state):
    """One that was never asked in this match, its answers in any order."""
    state.question = nth(state.unasked, below(state, size(state.unasked)))
    remove(state.unasked, state.question)
    state.order = below(state, len(ORDERS))
    state.right = PLACE_OF_RIGHT[state.order]
    happened(ASKED, state.question, state.order)


@rule
def judge(state):
    """All have chosen: who is still in?"""
    left = NOBODY
    if state.competition == BY_HANDS:
        left = not_beaten(state)
    else:
        happened(SO_RIGHT, state.question, state.order)
        for seat in range(state.players):
            if state.choices[seat] != NOT_CHOSEN:
                happened(ANSWERED, seat, state.choices[seat], state.order)
            if state.choices[seat] == state.right:
                left |= only(seat)
    if left != NOBODY:  # if all were wrong, nobody is separated
        state.rivals = left
    forget_choices(state)
    state.question = NO_QUESTION
    if how_many(state.rivals) > 1:
        happened(UNDECIDED, state.rivals)
        state.undecided += 1
        next_go(state)


@rule
def not_beaten(state):
    """Rock-paper-scissors: with two signs, those who show the losing one are out."""
    shown = 0
    for seat in range(state.players):
        if state.choices[seat] != NOT_CHOSEN:
            happened(SHOWED, seat, state.choices[seat])
            shown |= 1 << int(state.choices[seat])
    left = NOBODY
    for seat in range(state.players):
        sign = int(state.choices[seat])
        if sign != NOT_CHOSEN and (shown == 7 or shown >> (sign + 1) % 3 & 1 == 0):
            left |= only(seat)
    return left


@rule
def settle(state):
    """A contest has a winner: the one rival who is left."""
    winner, card = first_of(state.rivals), state.contest_card
    happened(WON, winner, state.contest, card)
    state.rivals = NOBODY
    if state.contest == IN_AREA:  # GC-18
        take_from_area(state, winner, place_of(state, card))
    elif state.contest == OF_THIEVES:  # GC-23
        number = 0
        while number < state.attack_count:
            thief = int(state.attack_by[number])
            if state.attack_on[number] == card and thief != winner:
                back_to_hand(state, thief, state.attack_with[number])
                happened(CAME_BACK, thief, state.attack_with[number])
                add(state.beaten[thief], card)
                attack_is_over(state, number)
            else:
                number += 1
        bring_forward(state, card)
    else:  # GC-25
        thief, controller = int(state.attack_by[0]), controller_of(state, card)
        if winner == thief:
            remove(state.control[controller], card)
            add(state.control[thief], card)
            state.tally[STOLEN] += 1
            happened(STOLE, thief, card, controller)
        else:
            add(state.locked, card)
            state.tally[LOCKED] += 1
            happened(WAS_LOCKED, controller, card)
        attack_is_over(state, 0)


@rule
def bring_forward(state, card):
    """GC-26: the thief who is left has the place of the first thief of that card."""
    number = 0
    while state.attack_on[number] != card:
        number += 1
    if number > 0:
        by, shape, kind = state.attack_by[number], state.attack_shape[number], state.attack_with[number]
        for later in range(number, 0, -1):
            move_attack(state, later - 1, later)
        state.attack_by[0], state.attack_on[0] = by, card
        state.attack_shape[0], state.attack_with[0] = shape, kind


@rule
def place_of(state, card):
    for place in range(PLACES):
        if state.area[place] == card:
            return place
    return EMPTY


@rule
def take_from_area(state, winner, place):
    """The winner controls the Game Card and discards the cards used; all others on it go back to hands."""
    card = state.area[place]
    add(state.control[winner], card)
    state.area[place] = EMPTY
    happened(TOOK, winner, card)
    for shape in range(3):
        state.covers[place, winner, shape] = NO_CARD
    for seat in range(state.players):
        covers_come_back(state, place, seat)


# GC-27 to GC-29: take control, clean up, draw


@rule
def clean_up(state):
    for place in range(PLACES):  # GC-27
        alone = who_matched_all(state, place)
        if alone != NOBODY:
            take_from_area(state, first_of(alone), place)
    for place in range(PLACES):  # GC-28
        if state.area[place] == EMPTY:
            turn_up(state, place)
    for seat in range(state.players):
        draw_up_to_three(state, seat)
    if the_end_has_come(state):
        happened(THE_END)
        state.stage = ACT
        state.winners = best_players(state)
    else:
        new_round(state)


@rule
def turn_up(state, place):
    """The next Game Card comes to the Play Area; Black Cards are set aside."""
    while state.deck_count > 0 and state.area[place] == EMPTY:
        state.deck_count -= 1
        card = state.deck[state.deck_count]
        if card >= GAME_CARDS:  # GC-29
            state.black_out += 1
            happened(BLACK_UP, state.black_out)
        else:
            state.area[place] = card
            state.turned[place] = state.turned_up
            state.turned_up += 1
            happened(TURNED_UP, card, place)


@rule
def draw_up_to_three(state, seat):
    for _ in range(hand_size(state.hands, seat), HAND):
        if state.pile_counts[seat] > 0:
            state.pile_counts[seat] -= 1
            kind = state.piles[seat, state.pile_counts[seat]]
            gain(state.hands, seat, kind)
            if state.bottoms[seat] > state.pile_counts[seat]:
                state.bottoms[seat] -= 1
                gain(state.known, seat, kind)


@rule
def new_round(state):
    fresh_chance(state)
    state.rounds += 1
    open_stage(state, ACT, everyone(state))
    happened(NEW_ROUND, state.rounds)


# GC-29 to GC-32: the end


@rule
def the_end_has_come(state):
    passed, idle, piles = True, True, 0
    for seat in range(state.players):
        passed &= state.deeds[seat] == NOTHING
        idle &= state.deeds[seat] == NOTHING or state.deeds[seat] == REDREW
        piles += state.pile_counts[seat]
        state.deeds[seat] = NOTHING
        clear(state.targets[seat])
    state.idle = state.idle + 1 if idle else 0
    if state.timer > 0 and state.black_out == state.timer:  # GC-29
        return True
    if state.idle == IDLE_ROUNDS:  # GC-30 (b)
        return True
    return piles == 0 and (passed or nobody_can_act(state))  # GC-30 (a)


@rule
def nobody_can_act(state):
    """At the start of a round: nobody could play, steal or convert."""
    for seat in range(state.players):
        ways = ways_of(state.hands[seat, HELD])
        if ways != 0 and something_to_do(state, seat, ways):
            return False
    return True


@rule
def something_to_do(state, seat, ways):
    for place in range(PLACES):
        if ways & ways_to_cover(state, seat, place) != 0:
            return True
    for word in range(CARD_WORDS):
        targets = cards_to_steal(state, seat, word)
        while targets != NO_CARDS:
            if ways & fitting(state, seat, word * 64 + lowest_bit(targets)) != 0:
                return True
            targets &= targets - ONE_CARD
        cards = convertible(state, seat, word)
        while cards != NO_CARDS:
            if symbol_shown(state.prints[word * 64 + lowest_bit(cards)]) >= 0:
                return True
            cards &= cards - ONE_CARD
    return False


@rule
def score(state, out):
    """GC-31: points and chevrons showing, less the cards left in hand."""
    for seat in range(state.players):
        total = 0
        for card in range(GAME_CARDS):
            if has(state.control[seat], card):
                total += points_shown(state.prints[card])
                if not has(state.locked, card):
                    total += chevron_shown(state.prints[card])
        out[seat] = total - hand_size(state.hands, seat)


@rule
def outlook(state, out):
    """What is controlled, what is about to be taken, and the cards still to play with: a hand costs only at the end."""
    score(state, out)
    for seat in range(state.players):
        hand = hand_size(state.hands, seat)
        ahead = hand + STILL * (hand + state.pile_counts[seat])
        for place in range(PLACES):
            if state.area[place] != EMPTY:
                printed = state.prints[state.area[place]]
                ahead += COMING[covered(state, place, seat)] * (points_shown(printed) + chevron_shown(printed))
        out[seat] += ahead


@rule
def best_players(state):
    """GC-31, GC-32: most points; among the tied, most Game Cards of one's own type; still tied, shared."""
    points = np.zeros(state.players, np.int64)
    score(state, points)
    best, winners = points[0] * 256 - 1, NOBODY
    for seat in range(state.players):
        rank = points[seat] * 256 + own_type_cards(state, seat)
        if rank > best:
            best, winners = rank, NOBODY
        if rank == best:
            winners |= only(seat)
    return winners


@rule
def own_type_cards(state, seat):
    count = 0
    for card in range(state.types[seat] * OF_EACH_TYPE, (state.types[seat] + 1) * OF_EACH_TYPE):
        if has(state.control[seat], card):
            count += 1
    return count


# What a seat cannot know


@rule
def redeal(state, seat):
    """Others' hands are mixed with their piles, but for what came back from the table or went under a pile."""
    mix_unseen(state, state.deck, state.deck_count)
    for other in range(state.players):
        pile, hidden, bottom = state.piles[other], state.pile_counts[other], state.bottoms[other]
        count = hidden
        if other != seat:
            count = hide_unknown(state, other, pile, hidden)
        mix_unseen(state, pile[bottom:], count - bottom)
        for place in range(hidden, count):
            gain(state.hands, other, pile[place])
    if state.stage == COMPETE:
        guess_choices(state, seat, len(SIGNS) if state.competition == BY_HANDS else 4)
        if state.competition == BY_TRIVIA:
            state.right = below(state, 4)
