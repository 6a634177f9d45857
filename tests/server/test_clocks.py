"""Clocks as arithmetic: who has how much left, and whose clock runs. The server's own are in test_time.py."""

from __future__ import annotations

from parlour.server.clocks import Thinking, time_away
from parlour.server.messages import Clocks

MINUTE = 60_000


def test_without_clocks_nobody_runs_out_of_time() -> None:
    clocks = Thinking(Clocks(), 2)
    clocks.moved(None, {0}, 0)
    assert clocks.left_at(0, 10**12) is None
    assert not clocks.runs(0)


def test_time_for_a_move_begins_anew_with_every_move() -> None:
    clocks = Thinking(Clocks("move", 60), 2)
    clocks.moved(None, {0}, 1000)
    assert clocks.left_at(0, 1000) == MINUTE
    assert clocks.left_at(0, 21_000) == 40_000
    assert clocks.left_at(1, 21_000) == MINUTE  # it waits
    clocks.moved(0, {1}, 21_000)
    assert not clocks.runs(0) and clocks.runs(1)
    assert clocks.left_at(0, 21_000) == MINUTE, "what it will have next is told while it waits"
    clocks.moved(1, {0}, 22_000)
    assert clocks.left_at(0, 22_000) == MINUTE


def test_a_seat_that_moves_twice_gets_the_time_for_a_move_twice() -> None:
    clocks = Thinking(Clocks("move", 60), 2)
    clocks.moved(None, {0}, 0)
    clocks.moved(0, {0}, 50_000)
    assert clocks.left_at(0, 50_000) == MINUTE


def test_time_for_the_match_is_used_up_by_all_moves_together() -> None:
    clocks = Thinking(Clocks("game", 60), 2)
    clocks.moved(None, {0}, 0)
    clocks.moved(0, {1}, 20_000)
    clocks.moved(1, {0}, 30_000)
    assert (clocks.left_at(0, 30_000), clocks.left_at(1, 99_000)) == (40_000, 50_000)
    assert clocks.left_at(0, 60_000) == 10_000
    assert clocks.left_at(0, 10 * MINUTE) == 0


def test_every_move_gives_seconds_back() -> None:
    clocks = Thinking(Clocks("game", 60, more=5), 2)
    clocks.moved(None, {0}, 0)
    clocks.moved(0, {1}, 20_000)
    assert clocks.left_at(0, 20_000) == 45_000
    assert clocks.left_at(1, 20_000) == MINUTE  # only who moved


def test_a_move_after_the_last_second_leaves_what_it_gives_back() -> None:
    clocks = Thinking(Clocks("game", 60, more=5), 2)
    clocks.moved(None, {0}, 0)
    clocks.moved(0, {1}, 5 * MINUTE)
    assert clocks.left_at(0, 5 * MINUTE) == 5000


def test_seats_that_act_together_have_clocks_of_their_own() -> None:
    clocks = Thinking(Clocks("move", 60), 3)
    clocks.moved(None, {0, 1, 2}, 0)
    clocks.moved(1, {0, 1, 2}, 10_000)
    assert [clocks.left_at(seat, 10_000) for seat in range(3)] == [50_000, MINUTE, 50_000]
    clocks.moved(0, {1, 2}, 20_000)
    assert [clocks.runs(seat) for seat in range(3)] == [False, True, True]
    assert [clocks.left_at(seat, 20_000) for seat in (1, 2)] == [50_000, 40_000]


def test_a_seat_that_is_no_longer_asked_keeps_what_it_has() -> None:
    clocks = Thinking(Clocks("game", 60, more=5), 3)
    clocks.moved(None, {0, 1}, 0)
    clocks.moved(0, {2}, 10_000)  # what 0 did took the question from 1
    assert clocks.left_at(1, 99_000) == 50_000  # nothing is given back: it did not move


def test_no_clock_runs_while_the_server_sleeps() -> None:
    clocks = Thinking(Clocks("game", 60), 2)
    clocks.moved(None, {0}, 0)
    clocks.slept(3_600_000)
    assert clocks.left_at(0, 3_610_000) == 50_000
    assert clocks.left_at(1, 3_610_000) == MINUTE


def test_all_gaps_count_that_came_after_and_each_once() -> None:
    assert time_away([], 0) == 0
    assert time_away([(10, 20), (30, 35)], 0) == 15
    assert time_away([(30, 35), (10, 20)], 12) == 13  # it happened in the middle of the first
    assert time_away([(10, 20), (10, 22), (15, 18)], 0) == 12  # several processes saw the same one
    assert time_away([(10, 20)], 25) == 0


def test_a_clock_that_is_ahead_of_the_server_has_not_begun() -> None:
    clocks = Thinking(Clocks("move", 60), 2)
    clocks.moved(None, {0}, 5000)
    assert clocks.left_at(0, 3000) == MINUTE
    clocks.moved(0, {1}, 3000)
    assert clocks.left[0] == MINUTE


def test_other_clocks_in_the_middle_begin_with_what_they_give() -> None:
    clocks = Thinking(Clocks("game", 60), 2)
    clocks.moved(None, {0}, 0)
    clocks.moved(0, {1}, 30_000)
    clocks.changed(Clocks("move", 20), {1}, 40_000)
    assert [clocks.left_at(seat, 45_000) for seat in (0, 1)] == [20_000, 15_000]
    clocks.changed(Clocks(), {1}, 50_000)
    assert clocks.left_at(1, 10**9) is None
    clocks.changed(Clocks("game", 10), {1}, 60_000)
    assert clocks.left_at(1, 61_000) == 9000
