"""Many games side by side."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour import IllegalMove, ParlourError
from parlour.engine import drivers
from parlour.engine.batch import Batch, play_many
from parlour.engine.game import state_type
from parlour.engine.rule import is_plain, plain, rule
from parlour.engine.verbs import Rules
from tests.engine import test_stages


@pytest.mark.parametrize("game", parlour.GAMES, ids=lambda game: game.id)
def test_a_batch_plays_many_games_to_their_end(game: type[parlour.Game]) -> None:
    batch, rng = Batch(game(3), 40, seed=4, threads=2), np.random.default_rng(1)
    for _ in range(5000):
        if batch.over.all():
            break
        seats = batch.seats()
        masks = batch.legal(seats)
        assert (masks.any(axis=1) == (seats >= 0)).all()
        batch.step(seats, np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else -1 for mask in masks]))
    assert batch.over.all() and (game.all_may_lose or (batch.states["winners"] > 0).all())


def test_a_batch_agrees_with_matches() -> None:
    kind = parlour.find("ka-blam")
    batch, again = Batch(kind(4), 6, seed=9, threads=1), Batch(kind(4), 6, seed=9, threads=3)
    assert (batch.states.view(np.uint8) == again.states.view(np.uint8)).all()
    match = parlour.new("ka-blam", players=4, seed=9)
    assert match.states.tobytes() == batch.states[:1].tobytes()
    seats = batch.seats()
    masks = batch.legal(seats)
    assert masks.shape == (6, 92)
    assert np.flatnonzero(masks[0]).tolist() == [int(move) for move in match.legal(int(seats[0]))]


def test_an_illegal_move_stops_the_whole_batch() -> None:
    batch = Batch(parlour.find("read-and-grab")(2), 10, threads=1)
    seats, before = batch.seats(), batch.states.tobytes()
    moves = np.zeros(10, np.int64)
    for wrong in (1, -1, 68, 10**9):
        moves[7] = wrong
        with pytest.raises(ParlourError, match=f"1 of 10 moves are not legal, the first in game 7: move {wrong} by"):
            batch.step(seats, moves)
        assert batch.states.tobytes() == before
    with pytest.raises(ParlourError, match="at least one game"):
        Batch(parlour.find("go-fox")(2), 0)


def test_only_seats_that_are_to_act_may_move() -> None:
    batch = Batch(parlour.find("read-and-grab")(3), 4, threads=1)
    seats, before = batch.seats(), batch.states.tobytes()
    others = (seats + 1) % 3
    assert not batch.legal(others).any()
    with pytest.raises(IllegalMove, match="4 of 4 moves are not legal"):
        batch.step(others, np.zeros(4, np.int64))
    for wrong in (np.full(4, 40), np.full(4, -2), np.zeros(3, np.int64)):
        with pytest.raises(IllegalMove, match="expected 4 seats from 0 to 2, or -1"):
            batch.step(wrong, np.zeros(4, np.int64))
        with pytest.raises(IllegalMove, match="expected 4 seats"):
            batch.legal(wrong)
    with pytest.raises(IllegalMove, match="expected 4 moves"):
        batch.step(seats, np.zeros(3, np.int64))
    assert batch.states.tobytes() == before
    with pytest.raises(ParlourError, match="threads: expected"):
        Batch(parlour.find("go-fox")(2), 3, threads=-1)


def test_plain_play_reaches_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.find("go-fox")(2, starter=0)
    uncompiled_loop, ran_plain = drivers.playouts.plain, []

    def noted(*arguments: Any) -> None:
        ran_plain.append(is_plain())
        uncompiled_loop(*arguments)

    compiled = [part.lengths.tolist() for part in play_many(game, 4, [0, 0], 3, 2, chunk=2)]
    monkeypatch.setattr(drivers.playouts, "plain", noted)
    with plain():
        uncompiled = [part.lengths.tolist() for part in play_many(game, 4, [0, 0], 3, 2, chunk=2)]
    assert ran_plain == [True, True]
    assert sorted(compiled) == sorted(uncompiled)


def test_seats_that_wait_are_left_alone() -> None:
    batch = Batch(parlour.find("read-and-grab")(2), 3, threads=1)
    seats, before = batch.seats(), batch.states.copy()
    seats[1] = -1
    batch.step(seats, np.zeros(3, np.int64))
    assert batch.states[1] == before[1] and batch.states[0] != before[0]


@rule
def think_on_paper(state, seat, moves):  # type: ignore[no-untyped-def]
    """Take room of the size of the bots' dice, and write on it."""
    paper = np.zeros(1, np.uint64)
    for word in range(len(moves)):
        paper[0] += moves[word]
    state.counts[seat] += paper[0] == 0


class OnPaper(test_stages.OddOneOut):
    id = "on-paper"
    state = state_type("on_paper", test_stages.FIELDS)
    rules = Rules(
        test_stages.setup,
        test_stages.legal,
        test_stages.apply,
        test_stages.redeal,
        test_stages.score,
        think_on_paper,
    )


def test_what_bots_write_down_does_not_touch_their_dice() -> None:
    """In compiled code an array is gone after its last use, even if a record of it is still in use."""

    def ends() -> list[Any]:
        (played,) = play_many(OnPaper(3), 20, [drivers.GREEDY] * 3, 1, 1, keep_ends=True)
        return [played.lengths.tolist(), played.winners.tolist(), played.ends.tobytes()]

    compiled = ends()
    with plain():
        assert ends() == compiled
