"""Seats round the table, and sets of seats: small whole numbers with a bit for each seat."""

import functools
from typing import Any

import numpy as np

from .cards import bits_in, lowest_bit, nth_bit
from .chance import below
from .rule import hot_rule, rule
from .verbs import score

NOBODY = 0
UMPIRE = (
    14  # acts like a seat where something outside the rules decides, such as whether a tower stands; never a player
)


@hot_rule
def only(seat):
    return 1 << int(seat)


@hot_rule
def first_of(seats):
    """The lowest seat of a set that is not empty."""
    return lowest_bit(np.uint64(seats))


@hot_rule
def any_of(seats, dice):
    """One seat of a set that is not empty; where there is only one, nothing is left to chance."""
    if seats & (seats - 1) == NOBODY:
        return first_of(seats)
    return nth_bit(np.uint64(seats), below(dice, how_many(seats)))


@hot_rule
def how_many(seats):
    return bits_in(np.uint64(seats))


@hot_rule
def left_of(seat, players):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0


@hot_rule
def right_of(seat, players):
    """The next seat the other way round."""
    return seat - 1 if seat > 0 else players - 1


@rule
def highest_score(state):
    """All seats that have the most points, as the game scores them: an equal score is a shared win."""
    points = np.zeros(state.players, np.int64)
    score(state, points)
    top = points.max()
    winners = 0
    for seat in range(state.players):
        if points[seat] == top:
            winners |= 1 << seat
    return winners


def seats_in(seats: Any) -> list[int]:
    """The seats of a set, for views and positions; the umpire has none."""
    return [*_seats_in(int(seats))]


@functools.cache
def _seats_in(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(min(seats.bit_length(), UMPIRE)) if seats >> seat & 1)
