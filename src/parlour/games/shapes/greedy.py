"""What a sensible child does in Shapes, by the cards alone: where a piece is put is up to the hand."""

import numpy as np

from ...components.piece_set import SHAPES
from ...components.shapes_deck import COLOURED, STOPS, WILDS
from ...engine.cards import add, bits_in, clear, has, lowest_bit
from ...engine.rule import rule
from .rules import (
    ARRANGING,
    CLEAR,
    CLOSING,
    ENOUGH,
    GO_ON,
    KEEP,
    LAY,
    LAYING,
    NONE,
    ONE,
    PASS_ON,
    PASSING,
    PICKING,
    PLACING,
    PLAYING,
    PUT,
    ROB,
    ROBBING,
    STARTING,
    STOP,
    TAKE,
    WAYS_TO_PASS,
    cards_left,
    free_whites,
    is_in,
    pieces_to_take,
    risk_of,
    run_of_colour,
)

MOST_RISK = np.uint64(1 << 31)  # of falling: beyond it a card is kept for later
WORTH_STOPPING = 3  # cards that somebody has laid down and not yet placed


@rule
def greedy(state, seat, moves):
    """Get rid of the most cards, the surest first; stop who is about to win; leave the hard pieces to others."""
    stage = state.stage
    if stage == PICKING:  # the surest
        only_kind(state, moves, KEEP, state.hands[seat], False)
    elif stage == ARRANGING:  # the hard ones early, while the tower is low
        only_kind(state, moves, PUT, state.picked[seat], True)
    elif stage == STARTING:
        return
    elif seat != state.turn_of:
        stop_or_not(state, moves)
    elif stage == LAYING:
        lay_the_most(state, seat, moves)
    elif stage in (PLACING, PLAYING):
        only_piece(state, moves, pieces_to_take(state, seat))
    elif stage == CLOSING:
        if state.hands[seat] & STOPS != NONE:  # it saves the draw
            keep_only(moves, STOP + state.turn - 1)
    elif stage == ROBBING:
        rob_who_has_most(state, seat, moves)
    elif stage == PASSING:
        pass_the_hardest(state, seat, moves)


@rule
def keep_only(moves, move):
    clear(moves)
    add(moves, move)


@rule
def extreme(state, pieces, hardest):
    """The surest of some pieces, or the hardest, were it placed now."""
    best = lowest_bit(pieces)
    best_risk = risk_of(state, best, state.stacked_count)
    pieces &= pieces - ONE
    while pieces != NONE:
        piece = lowest_bit(pieces)
        pieces &= pieces - ONE
        found = risk_of(state, piece, state.stacked_count)
        if (found > best_risk) if hardest else (found < best_risk):
            best, best_risk = piece, found
    return best


@rule
def only_piece(state, moves, pieces):
    keep_only(moves, TAKE + extreme(state, pieces, False))


@rule
def only_kind(state, moves, first, cards, hardest):
    """The card of the surest (or hardest) piece. A Wild, for which there is a choice, is surer than any."""
    wild, coloured = cards & WILDS != NONE, cards & ~WILDS
    if coloured == NONE or (wild and not hardest):
        keep_only(moves, first + COLOURED)
    else:
        keep_only(moves, first + extreme(state, coloured, hardest))


@rule
def stop_or_not(state, moves):
    """Stop who would have no card left, or has laid down many."""
    laid = bits_in(state.intended)
    wins = laid > 0 and cards_left(state, state.turn_of) == laid
    keep_only(moves, STOP + state.turn - 1 if wins or laid >= WORTH_STOPPING else GO_ON)


@rule
def lay_the_most(state, seat, moves):
    """All that can be laid of the colour of which there is most, then Wilds; nothing that would likely fall."""
    sure = pieces_worth_laying(state, moves)
    colour = 0
    for other in range(1, COLOURED // len(SHAPES)):
        if bits_in(sure & run_of_colour(other)) > bits_in(sure & run_of_colour(colour)):
            colour = other
    coloured = sure & run_of_colour(colour)
    whites = sure & ~run_of_colour(colour) & free_whites(state)
    clears = has(moves, CLEAR)
    if coloured != NONE:
        keep_only(moves, LAY + extreme(state, coloured, False))
    elif whites != NONE:
        keep_only(moves, LAY + extreme(state, whites, False))
    elif clears and state.stacked_count > 0:
        keep_only(moves, CLEAR)
    else:
        keep_only(moves, ENOUGH)


@rule
def pieces_worth_laying(state, moves):
    worth = NONE
    for piece in range(ENOUGH - LAY):
        if has(moves, LAY + piece) and risk_of(state, piece, state.stacked_count) < MOST_RISK:
            worth |= ONE << np.uint64(piece)
    return worth


@rule
def rob_who_has_most(state, seat, moves):
    """The steal helps the victim: let it be the one who is farthest from winning."""
    most = -1
    for other in range(state.players):
        if other != seat and (most < 0 or bits_in(state.hands[other]) > bits_in(state.hands[most])):
            most = other
    keep_only(moves, ROB + most)


@rule
def pass_the_hardest(state, seat, moves):
    """A Wild is tossed rather than passed; where there is nothing else to pass, it names the hardest piece."""
    cards = state.hands[seat]
    coloured, whites = cards & ~WILDS, free_whites(state)
    clear(moves)
    way = extreme(state, coloured if coloured != NONE else whites, True)
    if coloured == NONE:
        way += 1  # white pieces come after the kinds of cards
    for other in range(state.players):
        if other != seat and is_in(state, other):
            add(moves, PASS_ON + other * WAYS_TO_PASS + way)
