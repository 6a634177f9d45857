"""The loops that Python calls. Each is written once with the verbs and compiled for every game.

States are passed as (array, index): a record by itself costs several times as much to hand over.
"""

import numpy as np

from .cards import clear, nth, size
from .chance import DICE, next_bits, scaled, stream
from .rule import driver, hot_rule
from .seats import NOBODY, any_of
from .verbs import apply, greedy, legal, redeal, score, setup

RANDOM, GREEDY = 0, 1  # ways to choose a move, by number

_HALF = np.uint64(32)
_DICE_SEED = 0x5EED0FD1CE  # bots never share the game's own chance


@driver
def begin(states, first, last, seed):
    """Set up the games from `first` to `last`, each with its own chance under the seed."""
    for index in range(first, last):
        state = states[index]
        state.rng = stream(seed, index)
        setup(state)


@driver
def legal_moves(states, first, last, seats, moves):
    """`moves[k]` becomes the legal moves of seat `seats[k]` in game `first + k`; of nobody when the seat is -1."""
    for index in range(first, last):
        mine = moves[index - first]
        seat = seats[index - first]
        if seat >= 0:
            legal(states[index], seat, mine)
        else:
            clear(mine)


@driver
def step(states, index, seat, move):
    """Carry out one legal move. Nothing is checked: `Match.play` is the door for moves from outside."""
    apply(states[index], seat, move)


@driver
def step_many(states, first, last, seats, moves):
    """One legal move in each game from `first` to `last`; none where the seat is -1."""
    for index in range(first, last):
        seat = seats[index - first]
        if seat >= 0:
            apply(states[index], seat, moves[index - first])


@driver
def look_away(states, index, seat, chance):
    """Replace all that a seat cannot know by a fair sample drawn with `chance`, and all chance to come."""
    states[index].rng = chance
    redeal(states[index], seat)


@driver
def points(states, index, out):
    """Each seat's points."""
    score(states[index], out)


@hot_rule
def pick(state, seat, way, moves, dice):
    """The move that a bot of this way chooses."""
    luck = next_bits(dice) >> _HALF  # before there is anything to choose: so the choice need not wait for it
    legal(state, seat, moves)
    if way == GREEDY:
        greedy(state, seat, moves)
    place = scaled(luck, size(moves))
    while place < 0:
        place = scaled(next_bits(dice) >> _HALF, size(moves))
    return nth(moves, place)


@driver
def choose(states, index, seat, way, room, dice):
    """The move that a bot of this way chooses, with its own dice; `room` is a set of moves to think in."""
    return pick(states[index], seat, way, room[0].members, dice[0])


@driver
def playouts(template, seed, first, ways, room, lengths, winners, ends):
    """Play whole games, numbered from `first`; note each one's moves and winners. `ways[seat]` chooses.

    Where several seats may act, any of them does. `ends` receives how each game ended, if there is room for it.
    """
    moves = room[0].members
    states = template.copy()
    state = states[0]
    thrown = np.zeros(1, DICE)
    dice = thrown[0]
    for number in range(len(lengths)):
        states[0] = template[0]
        state.rng = stream(seed, first + number)
        # By way of the array, so that it stays: compiled, a record does not keep the array alive that it stands in.
        thrown[0].rng = stream(seed ^ _DICE_SEED, first + number)
        setup(state)
        count = 0
        while state.to_act != NOBODY:
            seat = any_of(state.to_act, dice)
            apply(state, seat, pick(state, seat, ways[seat], moves, dice))
            count += 1
        lengths[number] = count
        winners[number] = state.winners
        if len(ends) > 0:
            ends[number] = states[0]


DRIVERS = (begin, legal_moves, step, step_many, look_away, points, choose, playouts)
