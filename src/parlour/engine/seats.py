"""Seats round the table, and sets of seats: small whole numbers with a bit for each seat."""

import numpy as np

from .cards import lowest_bit
from .rule import hot_rule

NOBODY = 0


@hot_rule
def only(seat):
    return 1 << int(seat)


@hot_rule
def first_of(seats):
    """The lowest seat of a set that is not empty."""
    return lowest_bit(np.uint64(seats))


@hot_rule
def left_of(seat, players):
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0


@hot_rule
def right_of(seat, players):
    """The next seat the other way round."""
    return seat - 1 if seat > 0 else players - 1


@hot_rule
def best(points, players):
    """All seats that have the most points: an equal score is a shared win."""
    top = points[0]
    for seat in range(1, players):
        if points[seat] > top:
            top = points[seat]
    winners = 0
    for seat in range(players):
        if points[seat] == top:
            winners |= 1 << seat
    return winners
