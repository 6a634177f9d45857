"""Acting together: in a stage several seats may move at once, in any order, and each says when it has finished.

A state that holds `*stage_fields(seats)` can also ask for secret choices: each seat chooses, nobody sees the others'
choices, and the stage is over when all are in. What follows is up to the rules of the game: `finished` and `chose`
tell them when the last seat is done.

In which order seats happen to act must change nothing, unless the rules of the game say so. Chance is part of that:
what a seat does by itself takes chance of its own (`shuffle_own`), so that two seats who shuffle in the same stage get
the same cards whoever is first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .chance import below, next_bits, shuffle, stream
from .rule import hot_rule, rule
from .seats import NOBODY, only

NOT_CHOSEN = -1


def stage_fields(seats: int) -> list[tuple[Any, ...]]:
    """The fields of a state in which seats act together."""
    return [
        ("stage", np.int8),  # the game's own number of what is going on; all see it
        ("choices", np.int8, seats),  # NOT_CHOSEN, or what was chosen in secret; each seat sees its own
    ]


@hot_rule
def everyone(state):
    """All seats of the table."""
    return (1 << int(state.players)) - 1


@hot_rule
def open_stage(state, stage, seats):
    """From now on these seats may act, each until it has finished."""
    state.stage = stage
    state.to_act = seats


@hot_rule
def finished(state, seat):
    """The seat is done; whether all are."""
    state.to_act &= ~only(seat)
    return state.to_act == NOBODY


@rule
def ask_in_secret(state, stage, seats):
    """These seats choose, unseen by each other."""
    open_stage(state, stage, seats)
    forget_choices(state)


@rule
def chose(state, seat, choice):
    """The seat has chosen; whether all have."""
    state.choices[seat] = choice
    return finished(state, seat)


@rule
def forget_choices(state):
    for seat in range(state.players):
        state.choices[seat] = NOT_CHOSEN


@rule
def guess_choices(state, seat, count):
    """For `redeal`: what others have chosen unseen becomes any of `count` choices."""
    for other in range(state.players):
        if other != seat and state.choices[other] != NOT_CHOSEN:
            state.choices[other] = below(state, count)


def choices_seen(state: Any, seat: int | None) -> list[int | None]:
    """For `view`: what this seat knows of the choices made so far: its own."""
    made = state.choices[: state.players].tolist()
    return [choice if other == seat and choice != NOT_CHOSEN else None for other, choice in enumerate(made)]


# Chance that does not depend on who was first


@rule
def shuffle_own(state, seat, stack, count):
    """Shuffle in a seat's own time; once for each seat and `fresh_chance`, so that no two shuffles are alike."""
    common = state.rng
    state.rng = stream(common, seat + 1)
    shuffle(state, stack, count)
    state.rng = common


@rule
def fresh_chance(state):
    """Let what seats shuffle from now on have nothing to do with what they shuffled before."""
    next_bits(state)
