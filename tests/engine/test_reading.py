"""A reading is one position: equal to the record, never written, and never that of another position."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.engine.match import Match
from parlour.engine.reading import reading_of
from parlour.games import GAMES
from parlour.testing import random_play


def in_the_middle(game: str) -> Match:
    match = parlour.new(game, seed=5)
    for number, _ in enumerate(random_play(match, random.Random(5))):
        if number == 20:
            break
    return match


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_it_equals_the_record_field_by_field(game: str) -> None:
    match = in_the_middle(game)
    for name in match.states.dtype.names or ():
        read, recorded = getattr(match.reading, name), match.state[name]
        assert np.array_equal(read, recorded), name
        assert type(read) is (np.ndarray if recorded.ndim else int), name
    assert match.reading.tobytes() == match.states.tobytes()


def test_a_field_is_fetched_once() -> None:
    reading = in_the_middle("ka-blam").reading
    assert reading.hands is reading.hands


def test_it_never_survives_a_move_and_stays_what_it_was() -> None:
    match = parlour.new("game-on", players=3, seed=1)
    for _ in range(40):
        before, bits = match.reading, match.states.tobytes()
        assert match.reading is before and before.bits == bits
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])
        assert match.reading is not before and match.reading.bits == match.states.tobytes()
        assert before.bits == bits


def test_a_state_changed_by_hand_is_read_anew() -> None:
    match = parlour.new("go-fox", seed=1)
    before = match.reading
    match.state.asked = 7
    assert (before.asked, match.reading.asked) == (0, 7)


def test_a_copy_reads_for_itself() -> None:
    match = parlour.new("ka-blam", seed=1)
    seen = match.view(0)
    other = match.copy()
    assert other.reading is match.reading  # as long as they are in the same position
    other.play(min(other.to_act), other.legal(min(other.to_act))[0])
    assert match.view(0) == seen != other.view(0)
    assert match.redealt(0, 3).reading.bits != match.reading.bits


def test_it_is_only_read() -> None:
    reading = in_the_middle("freaky").reading
    with pytest.raises(AttributeError, match="only read"):
        reading.stage = 1
    with pytest.raises(ValueError, match="read-only"):
        reading.hands[0, 0] = 3
    with pytest.raises(AttributeError, match="no attribute .colour."):
        _ = reading.colour
    assert copy.deepcopy(reading).stage == reading.stage


def test_it_goes_to_another_process() -> None:
    reading = in_the_middle("freaky").reading
    again = pickle.loads(pickle.dumps(reading))
    assert again.bits == reading.bits and again.to_act == reading.to_act
    assert again.hands.tolist() == reading.hands.tolist()


def test_what_all_see_is_worked_out_once_and_handed_out_in_copies() -> None:
    reading = reading_of(parlour.new("go-fox", seed=1).states)
    looks: list[Any] = []

    def look(state: Any) -> dict[str, Any]:
        looks.append(state)
        return {"pile": state.pile_count, "rows": [["a"], ["b", None]], "players": {"count": state.players}}

    assert reading.shared(look) is reading.shared(look)
    first, second = reading.copied(look), reading.copied(look)
    assert looks == [reading]
    first["rows"][1].append("c")
    first["players"]["count"] = 9
    unspoilt = {"pile": 56, "rows": [["a"], ["b", None]], "players": {"count": 2}}
    assert second == reading.copied(look) == reading.shared(look) == unspoilt


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_view_is_for_its_caller_to_change(game: str) -> None:
    match = in_the_middle(game)
    for seat in (0, None):
        view = match.view(seat)
        spoil(view)
        assert match.view(seat) != view
        assert (
            match.view(seat) == match.copy().view(seat) == Match.from_position(match.game, match.position()).view(seat)
        )


def spoil(value: Any) -> None:
    """Change every list and dict."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for one in inside:
        spoil(one)
    if isinstance(value, dict):
        value["spoilt"] = True
    elif isinstance(value, list):
        value.append("spoilt")
