"""Sets of cards behave as sets, compiled and plain."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parlour.engine import cards
from parlour.engine.cards import listed, set_of, words_for
from parlour.engine.rule import Rule

COUNT = 150
SETS = st.sets(st.integers(0, COUNT - 1))
CARD = st.integers(0, COUNT - 1)


def both(function: Rule, *arguments: Any) -> Any:
    """Compiled and plain must agree, in the answer and in what they do to their arguments."""
    copies = [argument.copy() if isinstance(argument, np.ndarray) else argument for argument in arguments]
    compiled, uncompiled = function.compiled(*arguments), function.plainly(*copies)
    assert compiled == uncompiled or (compiled is None and uncompiled is None)
    for one, other in zip(arguments, copies, strict=True):
        if isinstance(one, np.ndarray):
            assert one.tolist() == other.tolist()
    return compiled


def made(members: set[int]) -> np.ndarray[Any, Any]:
    return set_of(members, COUNT)


@given(SETS)
def test_a_set_lists_its_members(members: set[int]) -> None:
    assert listed(made(members)) == sorted(members)
    assert len(made(members)) == words_for(COUNT) == 3


@given(SETS, CARD)
def test_has_add_and_remove(members: set[int], card: int) -> None:
    assert both(cards.has, made(members), card) == (card in members)
    changed = made(members)
    both(cards.add, changed, card)
    assert set(listed(changed)) == members | {card}
    both(cards.remove, changed, card)
    assert set(listed(changed)) == members - {card}


@given(SETS, SETS)
def test_two_sets_together(mine: set[int], others: set[int]) -> None:
    out = made(set())
    both(cards.keep_common, out, made(mine), made(others))
    assert set(listed(out)) == mine & others
    assert both(cards.have_common, made(mine), made(others)) == bool(mine & others)
    assert both(cards.size_of_common, made(mine), made(others)) == len(mine & others)
    joined, less = made(mine), made(mine)
    both(cards.add_all, joined, made(others))
    assert set(listed(joined)) == mine | others
    both(cards.remove_all, less, made(others))
    assert set(listed(less)) == mine - others


@given(SETS)
def test_size_nth_and_clear(members: set[int]) -> None:
    cards_held = made(members)
    assert both(cards.size, cards_held) == len(members)
    assert both(cards.is_empty, cards_held) == (not members)
    assert [int(both(cards.nth, cards_held, place)) for place in range(len(members))] == sorted(members)
    assert both(cards.nth, cards_held, len(members)) == -1
    both(cards.clear, cards_held)
    assert listed(cards_held) == []


@given(SETS, CARD, CARD)
def test_pushing_a_part_of_a_set_on_a_stack(members: set[int], first: int, end: int) -> None:
    stack = np.zeros(COUNT + 2, np.uint8)
    stack[:2] = 7
    count = both(cards.push_between, made(members), first, end, stack, 2)
    assert stack[:count].tolist() == [7, 7, *sorted(card for card in members if first <= card < end)]


@given(SETS, st.integers(0, 2), st.integers(0, 40), st.sets(st.integers(0, 20)))
def test_runs_of_bits(members: set[int], word: int, first: int, run: set[int]) -> None:
    start, bits = 64 * word + first, sum(1 << place for place in run)
    changed = made(members)
    both(cards.add_run, changed, start, bits)
    assert set(listed(changed)) == members | {start + place for place in run}
    both(cards.remove_run, changed, start, bits)
    assert set(listed(changed)) == members - {start + place for place in run}
