"""What happens within a move is told to those who ask, and to nobody else."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.engine.game import state_type
from parlour.engine.rule import rule
from parlour.engine.story import happened, story

STATE = state_type("bumps", [("count", np.int16)])
BUMP, LAST = 1, 2


@rule
def apply(state, seat, move):
    for number in range(move):
        state.count += 1
        happened(BUMP, seat, number)
    bump_again(state)


@rule
def bump_again(state):
    happened(LAST, state.count)


@rule
def break_off(state, seat, move):  # noqa: ARG001
    happened(BUMP)
    raise ValueError("broken")


def before() -> np.record:
    states = np.zeros(1, STATE)
    states[0].count = 5
    return states[0]


def test_events_come_in_order_with_their_facts() -> None:
    assert list(story(apply, before(), 3, 2)) == [(BUMP, 3, 0, -1), (BUMP, 3, 1, -1), (LAST, 7, -1, -1)]
    assert list(story(apply, before(), 0, 0)) == [(LAST, 5, -1, -1)]


def test_the_state_is_not_touched() -> None:
    state = before()
    first = story(apply, state, 1, 4)
    assert state.count == 5
    assert story(apply, state, 1, 4) == first


def test_another_state_has_another_story() -> None:
    state = before()
    assert story(apply, state, 0, 1)[-1] == (LAST, 6, -1, -1)
    state.count = 8
    assert story(apply, state, 0, 1)[-1] == (LAST, 9, -1, -1)


def test_nothing_is_told_when_nobody_listens() -> None:
    state = before()
    happened(BUMP, 1, 2, 3)
    apply.plainly(state, 0, 2)
    assert state.count == 7
    assert list(story(apply, state, 0, 0)) == [(LAST, 7, -1, -1)]


def test_compiled_rules_do_the_same_and_tell_nothing() -> None:
    states = np.zeros(1, STATE)
    apply(states[0], 0, 3)
    assert states[0].count == 3


def test_after_a_failure_nobody_listens_any_more() -> None:
    with pytest.raises(ValueError, match="broken"):
        story(break_off, before(), 0, 0)
    assert list(story(apply, before(), 0, 0)) == [(LAST, 5, -1, -1)]


@rule
def go_round(state, seat, move):  # noqa: ARG001
    state.small += move
    state.many = move
    state.many[1] += 1
    happened(state.small, state.many[0], state.many[1], state.players)


def test_fields_are_as_narrow_as_in_the_record() -> None:
    """A move that is carried out for its story comes to the same as one on a record."""
    kind = state_type("rounds", [("small", np.uint8), ("many", np.int8, 2)])
    states = np.zeros(1, kind)
    states[0].small, states[0].players = 250, 3
    assert story(go_round, states[0], 0, 10) == ((4, 10, 11, 3),)
    go_round.plainly(states[0], 0, 10)
    assert (states[0].small, states[0].many.tolist()) == (4, [10, 11])


def test_there_are_only_the_fields_of_the_state() -> None:
    with pytest.raises(AttributeError, match="no field 'small'"):
        story(go_round, before(), 0, 1)
