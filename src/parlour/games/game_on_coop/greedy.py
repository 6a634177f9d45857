"""What a sensible child does in Cooperative Game-On."""

from __future__ import annotations

import numpy as np

from ...components.game_on_cards import CARD_WORDS, NO_CARDS, ONE_CARD
from ...components.player_cards import (
    ALL_WAYS,
    ANY_WAY,
    HELD,
    KIND_OF_WAY,
    NO_CARD,
    TWICE,
    WAYS,
    WILD_KINDS,
    gain,
    holds,
    lose,
    points_shown,
    ways_of,
)
from ...engine.cards import add, add_wide_run, clear, is_empty, lowest_bit
from ...engine.rule import rule
from .rules import (
    COVER,
    FINISH,
    NOT_COMMITTED,
    NOTHING,
    REDRAW,
    SCUTTLE,
    SEATS,
    STEAL,
    TO_SCUTTLE,
    TO_STEAL,
    covered,
    leaves,
    shapes_shared,
    ways_to_cover,
)

ANY_PLAIN, ANY_COLOUR = 15, 31  # ways without black, without OMNIs
NOT_WILD = ANY_PLAIN | ANY_PLAIN << WAYS | ANY_PLAIN << 2 * WAYS


@rule
def greedy(state, seat, moves):
    """Steal when all can; complete what the team can, as all would plan it; help what stays; else redraw."""
    clear(moves)
    planned = 0
    if state.commitment[seat] == NOT_COMMITTED:
        add_steals_all_can_make(state, seat, moves)
    if is_empty(moves):
        planned = plan(state, seat, moves)
    if is_empty(moves):
        add_covers(state, seat, planned, False, moves)
    if is_empty(moves) and state.commitment[seat] == NOT_COMMITTED:
        add_scuttles_all_can_make(state, seat, planned, moves)
    if is_empty(moves) and state.deeds[seat] == NOTHING and sticks(state, seat):
        add(moves, REDRAW)
    if is_empty(moves):
        add_covers(state, seat, planned, True, moves)
    if is_empty(moves):
        add(moves, REDRAW if state.deeds[seat] == NOTHING else FINISH)


@rule
def plan(state, seat, moves):
    """Which places the team completes now, those that leave first; what falls to this seat is put into the moves.

    Everybody who sees the same hands makes the same plan. A seat that sees only its own plans with that.
    """
    hands = np.zeros((SEATS, 2), np.int32)
    for other in range(state.players):
        if other == seat or (state.open_hands != 0 and state.to_act >> other & 1 != 0):
            hands[other, HELD] = state.hands[other, HELD]
            hands[other, TWICE] = state.hands[other, TWICE]
    planned = 0
    for urgent in (True, False):
        for there in (2, 1, 0):
            for place in range(state.track_count):
                now = leaves(state, place) == urgent and covered(state, place) == there and state.scuttled[place] == 0
                if now and reserve(state, place, hands, seat, moves):
                    planned |= 1 << place
    return planned


@rule
def reserve(state, place, hands, seat, moves):
    """Take the cards that complete a card out of the hands, the cheapest first; whether there are enough."""
    whose, which = np.full(3, NO_CARD), np.zeros(3, np.int64)
    mine, enough = 0, True
    for shape in range(3):
        if state.covers[place, shape] == NO_CARD:
            fit = int(state.fits[state.track[place]]) >> WAYS * shape & ANY_WAY
            for way in range(WAYS):
                kind = int(KIND_OF_WAY[shape, way])
                for other in range(state.players):
                    if whose[shape] == NO_CARD and fit >> way & 1 != 0 and holds(hands, other, kind):
                        lose(hands, other, kind)
                        whose[shape], which[shape] = other, kind
                        if other == seat:
                            mine |= 1 << WAYS * shape + way
            enough = enough and whose[shape] != NO_CARD
    if not enough:
        for shape in range(3):
            if whose[shape] != NO_CARD:
                gain(hands, whose[shape], which[shape])
        return False
    add_wide_run(moves, COVER + place * ALL_WAYS, mine)
    return True


@rule
def add_steals_all_can_make(state, seat, moves):
    """Of the House's cards the best for which everyone holds, or has committed, the same coloured shape."""
    most = 0
    for word in range(CARD_WORDS):
        cards = state.house[word]
        while cards != NO_CARDS:
            card = word * 64 + lowest_bit(cards)
            cards &= cards - ONE_CARD
            shapes = shapes_all_share(state, seat, TO_STEAL, card)
            worth = points_shown(state.prints[card])
            if shapes != 0 and worth >= most:
                if worth > most:
                    most = worth
                    clear(moves)
                add_wide_run(moves, STEAL + card * 3, shapes)


@rule
def add_scuttles_all_can_make(state, seat, planned, moves):
    """Cards that would go to the House this round."""
    for place in range(state.track_count):
        if state.scuttled[place] == 0 and leaves(state, place) and planned >> place & 1 == 0:
            add_wide_run(moves, SCUTTLE + place * 3, shapes_all_share(state, seat, TO_SCUTTLE, state.track[place]))


@rule
def shapes_all_share(state, seat, to, card):
    """The shapes by which all others have committed to the same, or, as far as hands are open, could; and I can."""
    shapes = shapes_shared(state, card, state.hands[seat, HELD])
    for other in range(state.players):
        if other != seat and shapes != 0:
            if state.commitment[other] != NOT_COMMITTED:
                same = state.commitment[other] == to and state.commit_card[other] == card
                shapes &= 1 << int(state.commit_shape[other]) if same else 0
            elif state.open_hands != 0 and state.to_act >> other & 1 != 0:
                shapes &= shapes_shared(state, card, state.hands[other, HELD])
            else:
                shapes = 0
    return shapes


@rule
def sticks(state, seat):
    """Whether the hand, of ordinary cards only, has one that can go nowhere at all."""
    if state.hands[seat, HELD] & WILD_KINDS != 0:
        return False
    left = int(state.hands[seat, HELD])
    while left != 0:
        kind = left & -left
        left ^= kind
        goes = False
        for place in range(state.track_count):
            goes = goes or ways_of(kind) & ways_to_cover(state, place) != 0
        if not goes:
            return True
    return False


@rule
def add_covers(state, seat, planned, lost, moves):
    """The cheapest covers of a card that stays, the fullest first; or of one that is lost.

    What lies on a lost card is soon drawn again, so that is better than to hold it; but a wild card is too good.
    """
    mine = ways_of(state.hands[seat, HELD])
    if lost:
        mine &= NOT_WILD
    best, most = -1, 0
    for place in range(state.track_count):
        free = planned >> place & 1 == 0 and leaves(state, place) == lost
        if free and mine & ways_to_cover(state, place) != 0:
            worth = 1 + 4 * covered(state, place) + points_shown(state.prints[state.track[place]])
            if worth > most:
                best, most = place, worth
    if best >= 0:
        fit = mine & ways_to_cover(state, best)
        for cheap in (ANY_PLAIN, ANY_COLOUR, ANY_WAY):  # ordinary cards, then black ones, then OMNIs
            if is_empty(moves):
                add_wide_run(moves, COVER + best * ALL_WAYS, fit & (cheap | cheap << WAYS | cheap << 2 * WAYS))
