"""Whole games watched move by move, for what the state at the end of a game does not tell.

The games are those of `drivers.playouts` under the same seed, number by number and move by move.
"""

import numpy as np

from ...engine.chance import DICE, stream
from ...engine.drivers import _DICE_SEED, pick
from ...engine.rule import driver, hot_rule, rule
from ...engine.seats import NOBODY, any_of, how_many, only
from ...engine.verbs import apply, score, setup
from ...games import freaky
from ...games.game_on import rules as game_on

# What is counted in a game, by number.
TURNS, ROWS_TAKEN, ROWS_AT_ONCE, LONGEST_ROW, LEADS_IN_FREAKY = range(5)
FREAKY = ("turns", "rows taken", "most rows at once", "longest row", "changes of the lead")
AREA_CONTESTS, THIEVES_CONTESTS, LEADS_IN_GAME_ON = range(3)
GAME_ON = ("contests in the Play Area", "contests between thieves", "changes of the lead")

NO_LEADER = -1


@driver
def watch_freaky(template, seed, first, ways, room, seen):
    """Play the games numbered from `first`, and count in each row of `seen` what FREAKY names."""
    states, thrown = template.copy(), np.zeros(1, DICE)
    state, dice = states[0], thrown[0]
    for number in range(len(seen)):
        begin(states, template, thrown, seed, first + number)
        counts, leader = seen[number], NO_LEADER
        while state.to_act != NOBODY:
            seat = any_of(state.to_act, dice)
            move = pick(state, seat, ways[seat], room[0].members, dice)
            apply(state, seat, move)
            if freaky.TAKE <= move < freaky.FINISH:
                counts[ROWS_TAKEN] += 1
            elif move == freaky.FINISH:
                counts[TURNS] += 1
                leader = new_leader(state, leader, counts, LEADS_IN_FREAKY)
            else:
                counts[ROWS_AT_ONCE] = max(counts[ROWS_AT_ONCE], state.rows)
                counts[LONGEST_ROW] = max(counts[LONGEST_ROW], length_of_row_played_on(state))


@rule
def length_of_row_played_on(state):
    row, length = state.lies[state.laid_count - 1], 0
    for place in range(state.laid_count):
        if state.lies[place] == row:
            length += 1
    return length


@driver
def watch_game_on(template, seed, first, ways, room, seen):
    """Play the games numbered from `first`, and count in each row of `seen` what GAME_ON names."""
    states, thrown = template.copy(), np.zeros(1, DICE)
    state, dice = states[0], thrown[0]
    for number in range(len(seen)):
        begin(states, template, thrown, seed, first + number)
        counts, leader = seen[number], NO_LEADER
        while state.to_act != NOBODY:
            seat = any_of(state.to_act, dice)
            move = pick(state, seat, ways[seat], room[0].members, dice)
            if move >= game_on.REDRAW and state.to_act == only(seat):  # the last to finish: now all is settled
                for place in range(game_on.PLACES):
                    if how_many(game_on.who_matched_all(state, place)) > 1:
                        counts[AREA_CONTESTS] += 1
                counts[THIEVES_CONTESTS] += cards_with_several_thieves(state)
            rounds = state.rounds
            apply(state, seat, move)
            if state.rounds > rounds or state.to_act == NOBODY:
                leader = new_leader(state, leader, counts, LEADS_IN_GAME_ON)


@rule
def cards_with_several_thieves(state):
    count = 0
    for number in range(state.attack_count):
        thieves = game_on.thieves_of(state, state.attack_on[number])
        first = True
        for earlier in range(number):
            first &= state.attack_on[earlier] != state.attack_on[number]
        if first and how_many(thieves) > 1:
            count += 1
    return count


@hot_rule
def begin(states, template, thrown, seed, number):
    """As `playouts` does it."""
    states[0] = template[0]
    states[0].rng = stream(seed, number)
    thrown[0].rng = stream(seed ^ _DICE_SEED, number)
    setup(states[0])


@rule
def new_leader(state, leader, counts, which):
    """Who leads alone now, or led last; it is counted when that is somebody else than before."""
    points = np.zeros(state.players, np.int64)
    score(state, points)
    best, alone = 0, True
    for seat in range(1, state.players):
        if points[seat] > points[best]:
            best, alone = seat, True
        elif points[seat] == points[best]:
            alone = False
    if not alone:
        return leader
    if leader not in (NO_LEADER, best):
        counts[which] += 1
    return best


@driver
def judge_game_on(states, winners, stuck):
    """By the rules of Game-On: who won, and whether nobody could act any more."""
    for index in range(len(states)):
        winners[index] = game_on.best_players(states[index])
        stuck[index] = game_on.nobody_can_act(states[index])
