"""A sample of random hands; `make hands` plays ten thousand."""

from __future__ import annotations

import pytest

from .hands import DEEPEST, FASTEST, HANDS_A_STACK, KINDS, Report, stack_of_hands

STACKS = 15


@pytest.fixture(scope="module")
def report() -> Report:
    total = Report()
    for seed in range(1000, 1000 + STACKS):
        total += stack_of_hands(seed)[0]
    return total


def test_whatever_hands_do_nothing_goes_wrong(report: Report):
    assert report.wrong == []
    assert report.hands == STACKS * HANDS_A_STACK


def test_nothing_is_ever_too_fast_or_too_deep(report: Report):
    assert 500 < report.fastest <= FASTEST
    assert 0 < report.deepest <= DEEPEST


def test_they_did_all_sorts_of_things(report: Report):
    assert set(report.kinds) == set(KINDS)
    assert report.fell > 100
    assert report.refused > 100
    assert report.most > 25


def test_nearly_all_come_to_rest(report: Report):
    assert report.frozen <= report.hands // 100
