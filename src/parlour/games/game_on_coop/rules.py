"""Cooperative Game-On: the rules. The players are one team and cover cards on a track before the House takes them.

The clauses (CO-1 ...) are those of docs/rulebook/game-on-coop.md. Our rulings in short: everyone acts at once and says
when finished, a redraw finishes too (CO-8, CO-13); each player commits a card to a steal or a scuttle, and it happens
when the last one has (CO-10); how many cards come to the track each round is a setting (CO-14a); a wipe of the track is
one event (CO-15); in a tie the House adds 1 for each Black Card (CO-17).

Nothing here can grow too large. A hand holds two cards: it is filled up to two, and cards come back to it only from a
commitment of the same round. The track holds four, and five for the moment in which the oldest leaves.
"""

from __future__ import annotations

import numpy as np

from ...components.game_on_cards import (
    CARD_WORDS,
    COPIES,
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
    COLOUR_COUNT,
    DECK_SIZE,
    HELD,
    KIND_OF_WAY,
    KINDS,
    NO_CARD,
    OMNI,
    WAY_NAMES,
    WAYS,
    back_to_hand,
    colour_shown,
    copies_held,
    gain,
    hand_size,
    hide_unknown,
    leave_hand,
    points_shown,
    ways_of,
)
from ...engine.cards import add, add_wide_run, clear, lowest_bit, remove
from ...engine.chance import mix_unseen, shuffle
from ...engine.game import state_type
from ...engine.rule import hot_rule, rule
from ...engine.seats import NOBODY
from ...engine.stages import everyone, finished, fresh_chance, shuffle_own
from ...engine.story import happened

SEATS, HAND, TRACK = 6, 2, 4
TARGET = 10  # CO-2: points for each player

# The moves, by number.
COVER = 0  # + place * 24 + shape * 8 + way
STEAL = COVER + TRACK * ALL_WAYS  # + Game Card * 3 + shape
SCUTTLE = STEAL + GAME_CARDS * 3  # + place * 3 + shape
REDRAW = SCUTTLE + TRACK * 3
FINISH = REDRAW + 1
MOVE_NAMES = (
    *(
        f"cover {shape} of card {place} with {card}"
        for place in range(1, TRACK + 1)
        for shape, ways in zip(SHAPES, WAY_NAMES, strict=True)
        for card in ways
    ),
    *(f"steal {card} by {shape}" for card in SHORT_NAMES for shape in SHAPES),
    *(f"scuttle card {place} by {shape}" for place in range(1, TRACK + 1) for shape in SHAPES),
    "redraw",
    "finish",
)

PRINTED, EVEN, EACH = range(3)  # CO-14a: the pace
NOT_COMMITTED, TO_STEAL, TO_SCUTTLE = range(3)
COMING = np.array([-0.3, 0.0, 0.4, 1.0])  # the part of a card's points to count on, by how many shapes are covered
NOTHING, ACTED, REDREW = range(3)  # deeds of a round
TO_TEAM, TO_HOUSE, TO_NOBODY = range(3)  # who gets a card that leaves the track

# What is counted over a match, for the laboratory.
COMPLETED, LOST, STOLEN, SCUTTLED, REDRAWS, WIPES = range(6)
TALLIES = ("completed", "lost to the House", "stolen", "scuttled", "redraws", "wipes")

# What is told of a move, see `story`.
STOLE, TURNED_OVER, CAME_BACK, BLACK_UP, NEW_CARD, LEFT, NEW_ROUND, DECK_EMPTY, THE_END = range(9)

STATE = state_type(
    "game_on_coop",
    [
        ("pace", np.int8),  # PRINTED, EVEN or EACH
        ("open_hands", np.int8),  # 1: the team sees all hands
        ("black", np.int8),  # Black Cards shuffled in
        ("black_out", np.int8),  # and how many of them were drawn
        ("rounds", np.int16),  # begun so far
        ("types", np.int8),  # the types of the players' decks, a bit for each: they score for the team
        ("prints", np.uint16, GAME_CARDS),  # what each Game Card shows
        ("fits", np.uint32, GAME_CARDS),  # the ways in which its shapes can be covered
        ("exact", np.int32, GAME_CARDS),  # the kinds of Player Cards that are exactly its coloured shapes
        ("deck", np.uint8, GAME_DECK),  # Game Cards to come, next card last; nobody sees them
        ("deck_count", np.int8),
        ("track", np.int8, TRACK + 1),  # Game Cards, oldest first; all see all of it
        ("track_count", np.int8),
        ("covers", np.int8, (TRACK + 1, 3)),  # the Player Card on each shape, or NO_CARD
        ("covered_by", np.int8, (TRACK + 1, 3)),  # and whose it is
        ("scuttled", np.int8, TRACK + 1),  # 1: turned over
        ("team", np.uint64, CARD_WORDS),  # the Game Cards of the team
        ("house", np.uint64, CARD_WORDS),  # and of the House
        ("team_points", np.int16),
        ("house_points", np.int16),
        ("deeds", np.int8, SEATS),  # what each seat did in this round
        ("commitment", np.int8, SEATS),  # NOT_COMMITTED, TO_STEAL or TO_SCUTTLE; all see it
        ("commit_card", np.int8, SEATS),  # to which Game Card
        ("commit_shape", np.int8, SEATS),  # by which of its shapes
        ("hands", np.int32, (SEATS, 2)),  # kinds HELD and held TWICE; each seat sees its own, the team all if open
        ("known", np.int32, (SEATS, 2)),  # the part of them that came back from the table, so that all know it
        ("piles", np.uint8, (SEATS, DECK_SIZE)),  # the draw piles, next card last; nobody sees them
        ("pile_counts", np.int8, SEATS),
        ("tally", np.uint16, len(TALLIES)),
    ],
)


# Getting ready


@rule
def setup(state):
    shuffle(state, state.deck, state.deck_count)
    to_track(state)  # CO-5
    for black in range(state.black):  # CO-7
        state.deck[state.deck_count] = GAME_CARDS + black
        state.deck_count += 1
    if state.black > 0:
        shuffle(state, state.deck, state.deck_count)
    for seat in range(state.players):
        shuffle(state, state.piles[seat], DECK_SIZE)
        draw_up_to_two(state, seat)
    new_round(state)


# CO-8: all act, in any order


@rule
def legal(state, seat, moves):
    clear(moves)
    ways = ways_of(state.hands[seat, HELD])
    for place in range(state.track_count):
        add_wide_run(moves, COVER + place * ALL_WAYS, ways & ways_to_cover(state, place))
    if state.commitment[seat] == NOT_COMMITTED:
        add_commitments(state, state.hands[seat, HELD], moves)
    if state.deeds[seat] == NOTHING:  # CO-13
        add(moves, REDRAW)
    add(moves, FINISH)


@hot_rule
def ways_to_cover(state, place):
    """CO-9: the free shapes of a card on the track."""
    if state.scuttled[place] != 0:
        return 0
    ways = int(state.fits[state.track[place]])
    for shape in range(3):
        if state.covers[place, shape] != NO_CARD:
            ways &= ~(ANY_WAY << WAYS * shape)
    return ways


@hot_rule
def add_commitments(state, kinds, moves):
    """CO-10, CO-11: to House cards and cards on the track that show exactly the coloured shape of a card in hand."""
    for word in range(CARD_WORDS):
        cards = state.house[word]
        while cards != NO_CARDS:
            card = word * 64 + lowest_bit(cards)
            cards &= cards - ONE_CARD
            shapes = shapes_shared(state, card, kinds)
            if shapes != 0:
                add_wide_run(moves, STEAL + card * 3, shapes)
    for place in range(state.track_count):
        if state.scuttled[place] == 0:
            add_wide_run(moves, SCUTTLE + place * 3, shapes_shared(state, state.track[place], kinds))


@hot_rule
def shapes_shared(state, card, kinds):
    """The shapes of a Game Card, a bit for each, that are exactly one of these kinds. CO-12: no OMNI, nothing black."""
    same = int(state.exact[card]) & int(kinds)
    square, circle, triangle = same & 31 != 0, same >> 5 & 31 != 0, same >> 10 & 31 != 0
    return int(square) | int(circle) << 1 | int(triangle) << 2


@rule
def apply(state, seat, move):
    if move < STEAL:
        place, way = divmod(move, ALL_WAYS)
        cover(state, seat, place, way // WAYS, KIND_OF_WAY[way // WAYS, way % WAYS])
    elif move < SCUTTLE:
        commit(state, seat, TO_STEAL, (move - STEAL) // 3, (move - STEAL) % 3)
    elif move < REDRAW:
        commit(state, seat, TO_SCUTTLE, state.track[(move - SCUTTLE) // 3], (move - SCUTTLE) % 3)
    else:
        if move == REDRAW:
            redraw(state, seat)
        if finished(state, seat):
            commitments_come_back(state)
            move_the_track(state)


@hot_rule
def cover(state, seat, place, shape, kind):
    """CO-3, CO-9."""
    leave_hand(state, seat, kind)
    state.covers[place, shape] = kind
    state.covered_by[place, shape] = seat
    state.deeds[seat] = ACTED


@rule
def commit(state, seat, to, card, shape):
    """CO-10: each commits their own card; it happens when the last one has."""
    leave_hand(state, seat, kind_shown(state, card, shape))
    state.deeds[seat] = ACTED
    state.commitment[seat] = to
    state.commit_card[seat] = card
    state.commit_shape[seat] = shape
    for other in range(state.players):
        if state.commitment[other] != to or state.commit_card[other] != card or state.commit_shape[other] != shape:
            return
    for other in range(state.players):
        state.commitment[other] = NOT_COMMITTED
    if to == TO_STEAL:
        steal(state, card)
    else:
        scuttle(state, card)


@hot_rule
def kind_shown(state, card, shape):
    """The kind of Player Card that is exactly this coloured shape."""
    return shape * COLOUR_COUNT + colour_shown(state.prints[card], shape)


@rule
def steal(state, card):
    """CO-10: it always works."""
    remove(state.house, card)
    state.house_points -= points_shown(state.prints[card])
    to_the_team(state, card)
    state.tally[STOLEN] += 1
    happened(STOLE, card)
    if target_reached(state):
        the_end(state)


@rule
def scuttle(state, card):
    """CO-11: the card is turned over and stays; what lies on it is discarded."""
    for place in range(state.track_count):
        if state.track[place] == card:
            state.scuttled[place] = 1
            for shape in range(3):
                state.covers[place, shape] = NO_CARD
    state.tally[SCUTTLED] += 1
    happened(TURNED_OVER, card)


@rule
def redraw(state, seat):
    """CO-13: the whole hand is discarded for a new one."""
    for which in range(2):
        state.hands[seat, which] = state.known[seat, which] = 0
    state.deeds[seat] = REDREW
    for _ in range(HAND):
        if state.pile_counts[seat] == 0:
            new_pile(state, seat)
            shuffle_own(state, seat, state.piles[seat], state.pile_counts[seat])
        draw(state, seat)
    state.tally[REDRAWS] += 1


@rule
def draw(state, seat):
    if state.pile_counts[seat] > 0:
        state.pile_counts[seat] -= 1
        gain(state.hands, seat, state.piles[seat, state.pile_counts[seat]])


@rule
def new_pile(state, seat):
    """CO-6: the discards are all of the deck that is neither in hand nor on the track: who draws has not committed."""
    left = np.zeros(KINDS, np.int8)
    for kind in range(KINDS):
        left[kind] = (COPIES if kind < OMNI else 1) - copies_held(state.hands, seat, kind)
    for place in range(state.track_count):
        for shape in range(3):
            if state.covers[place, shape] != NO_CARD and state.covered_by[place, shape] == seat:
                left[state.covers[place, shape]] -= 1
    for kind in range(KINDS):
        for _ in range(left[kind]):
            state.piles[seat, state.pile_counts[seat]] = kind
            state.pile_counts[seat] += 1


# CO-14 to CO-18: the track


@rule
def commitments_come_back(state):
    """CO-10: what did not come about."""
    for seat in range(state.players):
        if state.commitment[seat] != NOT_COMMITTED:
            kind = kind_shown(state, state.commit_card[seat], state.commit_shape[seat])
            state.commitment[seat] = NOT_COMMITTED
            back_to_hand(state, seat, kind)
            happened(CAME_BACK, seat, kind)


@rule
def move_the_track(state):
    """All have finished: new cards come, old ones leave, everybody draws."""
    for _ in range(cards_this_round(state)):
        while state.deck_count > 0 and state.deck[state.deck_count - 1] >= GAME_CARDS:
            black_card(state)
            if target_reached(state):
                the_end(state)
                return
        if state.deck_count == 0:  # CO-18
            happened(DECK_EMPTY)
            wipe(state)
            the_end(state)
            return
        to_track(state)
        if state.track_count > TRACK:  # CO-14
            leave(state)
            if target_reached(state):
                the_end(state)
                return
    for seat in range(state.players):  # CO-16
        draw_up_to_two(state, seat)
    new_round(state)


@rule
def cards_this_round(state):
    return cards_in_round(state.pace, state.players, state.rounds)


@hot_rule
def cards_in_round(pace, players, number):
    """CO-14a: one; or half as many as players, in turn less and more where that is no whole number; or one for each."""
    if pace == PRINTED:
        return 1
    if pace == EACH:
        return int(players)
    return (players + (number + 1) % 2) // 2


@rule
def leaves(state, place):
    """Whether the card leaves the track at the end of this round (CO-14), as far as one can know."""
    return place < state.track_count + cards_this_round(state) - TRACK


@rule
def to_track(state):
    """The next Game Card comes to the end of the track."""
    state.deck_count -= 1
    place, card = state.track_count, state.deck[state.deck_count]
    state.track[place] = card
    state.scuttled[place] = 0
    for shape in range(3):
        state.covers[place, shape] = NO_CARD
    state.track_count += 1
    happened(NEW_CARD, card)


@rule
def leave(state):
    """CO-14: the oldest card leaves the track: complete, the team takes it, otherwise the House; scuttled, nobody."""
    card, whose = state.track[0], who_gets(state, 0)
    if whose == TO_TEAM:
        to_the_team(state, card)
        state.tally[COMPLETED] += 1
    elif whose == TO_HOUSE:
        add(state.house, card)
        state.house_points += points_shown(state.prints[card])
        state.tally[LOST] += 1
    happened(LEFT, card, whose)
    state.track_count -= 1
    for place in range(state.track_count):
        state.track[place] = state.track[place + 1]
        state.scuttled[place] = state.scuttled[place + 1]
        for shape in range(3):
            state.covers[place, shape] = state.covers[place + 1, shape]
            state.covered_by[place, shape] = state.covered_by[place + 1, shape]


@hot_rule
def who_gets(state, place):
    """CO-3, CO-11, CO-14."""
    if state.scuttled[place] != 0:
        return TO_NOBODY
    return TO_TEAM if covered(state, place) == 3 else TO_HOUSE


@hot_rule
def covered(state, place):
    """How many shapes of a card on the track are."""
    count = 0
    for shape in range(3):
        if state.covers[place, shape] != NO_CARD:
            count += 1
    return count


@rule
def to_the_team(state, card):
    """CO-4: it scores only if its type is that of a deck in play."""
    add(state.team, card)
    if state.types >> card // OF_EACH_TYPE & 1 != 0:
        state.team_points += points_shown(state.prints[card])


@rule
def black_card(state):
    """CO-15: it wipes the track at once, and is set aside."""
    state.deck_count -= 1
    state.black_out += 1
    state.tally[WIPES] += 1
    happened(BLACK_UP, state.black_out)
    wipe(state)


@rule
def wipe(state):
    while state.track_count > 0:
        leave(state)


@rule
def draw_up_to_two(state, seat):
    for _ in range(hand_size(state.hands, seat), HAND):
        if state.pile_counts[seat] == 0:
            new_pile(state, seat)
            shuffle(state, state.piles[seat], state.pile_counts[seat])
        draw(state, seat)


@rule
def new_round(state):
    fresh_chance(state)
    state.rounds += 1
    for seat in range(state.players):
        state.deeds[seat] = NOTHING
    state.to_act = everyone(state)
    happened(NEW_ROUND, state.rounds)


# Winning


@hot_rule
def target_reached(state):
    """CO-2, CO-17: by either side."""
    target = TARGET * state.players
    return state.team_points >= target or state.house_points >= target


@rule
def the_end(state):
    """CO-2, CO-17, CO-18: the higher total wins; a tie goes to the House, which adds 1 for each Black Card drawn."""
    state.to_act = NOBODY
    if state.team_points == state.house_points:
        state.house_points += state.black_out
        state.winners = NOBODY
    else:
        state.winners = everyone(state) if state.team_points > state.house_points else NOBODY
    happened(THE_END)


@rule
def score(state, out):
    """The team's points are everybody's."""
    for seat in range(state.players):
        out[seat] = state.team_points


@rule
def outlook(state, out):
    """The team's points less the House's, and what lies on the track: the more is covered, the likelier ours."""
    ahead = float(state.team_points - state.house_points)
    for place in range(state.track_count):
        if state.scuttled[place] == 0:
            ahead += COMING[covered(state, place)] * points_shown(state.prints[state.track[place]])
    for seat in range(state.players):
        out[seat] = ahead


# What a seat cannot know


@rule
def redeal(state, seat):
    """Piles are mixed, with the hands that the seat does not see, but for what came back from the table.

    With open hands only a spectator does not see them.
    """
    mix_unseen(state, state.deck, state.deck_count)
    for other in range(state.players):
        pile, hidden = state.piles[other], state.pile_counts[other]
        count = hidden
        if other != seat and (seat < 0 or state.open_hands == 0):
            count = hide_unknown(state, other, pile, hidden)
        mix_unseen(state, pile, count)
        for place in range(hidden, count):
            gain(state.hands, other, pile[place])
