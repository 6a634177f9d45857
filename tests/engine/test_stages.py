"""Acting together, in a tiny game of its own: the engine knows no other."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from parlour import Match
from parlour.engine.cards import add, clear
from parlour.engine.chance import shuffle
from parlour.engine.game import Game, Telling, state_type
from parlour.engine.position import Places, Supply
from parlour.engine.rule import rule
from parlour.engine.seats import NOBODY, highest_score
from parlour.engine.stages import (
    NOT_CHOSEN,
    ask_in_secret,
    choices_seen,
    chose,
    everyone,
    finished,
    forget_choices,
    fresh_chance,
    guess_choices,
    open_stage,
    shuffle_own,
    stage_fields,
)
from parlour.engine.verbs import Rules
from parlour.testing import CHECKS, conformance

# ODD ONE OUT: each has five cards in a row. All at once, mix them or leave them. Then all choose a number in secret: if
# nobody else chose yours, you win the first card of your row, worth its number. After three rounds the most points win.

SEATS, CARDS, ROUNDS = 4, 5, 3
MIX, LEAVE, CHOOSE = 0, 1, 2  # CHOOSE + number
MIXING, CHOOSING = range(2)
CARD_NAMES = tuple(f"card {seat + 1}{'abcde'[card]}" for seat in range(SEATS) for card in range(CARDS))
FIELDS = [
    *stage_fields(SEATS),
    ("rows", np.uint8, (SEATS, CARDS)),  # the first card last; nobody sees them
    ("counts", np.int8, SEATS),
    ("points", np.int16, SEATS),
    ("rounds", np.int8),
]


@rule
def setup(state):
    for seat in range(state.players):
        for card in range(CARDS):
            state.rows[seat, card] = seat * CARDS + card
        shuffle(state, state.rows[seat], CARDS)
        state.counts[seat] = CARDS
    forget_choices(state)
    open_stage(state, MIXING, everyone(state))


@rule
def legal(state, seat, moves):  # noqa: ARG001
    clear(moves)
    if state.stage == MIXING:
        add(moves, MIX)
        add(moves, LEAVE)
    else:
        for number in range(3):
            add(moves, CHOOSE + number)


@rule
def apply(state, seat, move):
    if state.stage == CHOOSING:
        if chose(state, seat, move - CHOOSE):
            show(state)
    else:
        if move == MIX:
            shuffle_own(state, seat, state.rows[seat], state.counts[seat])
        if finished(state, seat):
            ask_in_secret(state, CHOOSING, everyone(state))


@rule
def show(state):
    for seat in range(state.players):
        alone = True
        for other in range(state.players):
            alone &= other == seat or state.choices[other] != state.choices[seat]
        if alone:
            state.counts[seat] -= 1
            state.points[seat] += 1 + state.rows[seat, state.counts[seat]] % CARDS
    forget_choices(state)
    fresh_chance(state)
    state.rounds += 1
    if state.rounds == ROUNDS:
        state.winners = highest_score(state)
    else:
        open_stage(state, MIXING, everyone(state))


@rule
def redeal(state, seat):
    for other in range(state.players):
        shuffle(state, state.rows[other], state.counts[other])
    if state.stage == CHOOSING:
        guess_choices(state, seat, 3)


@rule
def score(state, out):
    for seat in range(state.players):
        out[seat] = state.points[seat]


@rule
def greedy(state, seat, moves):
    pass


class OddOneOut(Game):
    id = "odd-one-out"
    title = "ODD ONE OUT"
    box = "odd-one-out"
    summary = "Choose what nobody else chooses."
    seats = range(2, SEATS + 1)
    version = 1
    state = state_type("odd_one_out", FIELDS)
    rules = Rules(setup, legal, apply, redeal, score, greedy)
    move_names = ("mix", "leave", "choose 1", "choose 2", "choose 3")
    card_places = ("rows", "won")

    def lay_out(self, state: Any) -> None:
        pass

    def all_see(self, state: Any) -> dict[str, Any]:
        return {
            "counts": state.counts[: self.players].tolist(),
            "points": state.points[: self.players].tolist(),
            "stage": int(state.stage),
        }

    def seat_sees(self, state: Any, seat: int | None) -> dict[str, Any]:
        return {"choices": choices_seen(state, seat)}

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        if move < CHOOSE:
            return telling.says(seat, self.move_names[move]) + "."
        return "All have chosen." if after.stage != before.stage or after.winners else f"{telling.who(seat)} chose."

    def write_places(self, state: Any) -> dict[str, Any]:
        rows = [state.rows[seat, : state.counts[seat]].tolist()[::-1] for seat in range(self.players)]
        won = [sorted(set(range(seat * CARDS, (seat + 1) * CARDS)) - set(row)) for seat, row in enumerate(rows)]
        return {
            "rows": [[CARD_NAMES[card] for card in row] for row in rows],
            "won": [[CARD_NAMES[card] for card in cards] for cards in won],
            "points": state.points[: self.players].tolist(),
            "rounds": int(state.rounds),
            "stage": int(state.stage),
            "choices": state.choices[: self.players].tolist(),
        }

    def read_places(self, state: Any, places: Places) -> None:
        supply = Supply(range(len(CARD_NAMES)), CARD_NAMES)
        for seat, names in enumerate(places.names_by_seat("rows")):
            state.counts[seat] = len(names)
            state.rows[seat, : len(names)] = supply.take_all(names, "rows")[::-1]
        places.take("won")
        state.points[: self.players] = places.take("points")
        state.rounds = places.number("rounds", 0, ROUNDS)
        state.stage = places.number("stage", 0, 1)
        state.choices[: self.players] = places.take("choices")


def test_a_game_in_which_all_act_together() -> None:
    conformance(OddOneOut, games=3)


# Broken on purpose


@rule
def apply_with_common_chance(state, seat, move):
    if move == MIX:
        shuffle(state, state.rows[seat], state.counts[seat])
        apply(state, seat, LEAVE)
    else:
        apply(state, seat, move)


class WhoMixesFirstIsFirst(OddOneOut):
    state = state_type("who_mixes_first_is_first", FIELDS)
    rules = Rules(setup, legal, apply_with_common_chance, redeal, score, greedy)


class ShowsTheChoices(OddOneOut):
    def seat_sees(self, state: Any, seat: int | None) -> dict[str, Any]:
        return {"choices": state.choices[: self.players].tolist()}


class TellsTheChoices(OddOneOut):
    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        return telling.says(seat, self.move_names[move]) + "."


@pytest.mark.parametrize(
    ("kind", "check", "complaint"),
    [
        (WhoMixesFirstIsFirst, "who_acts_first_changes_nothing", "it counts who is first"),
        (ShowsTheChoices, "secret_choices_stay_secret", "others can tell choice"),
        (ShowsTheChoices, "a_redeal_changes_nothing_the_seat_sees", "can tell the difference: choices"),
        (TellsTheChoices, "secret_choices_stay_secret", "others can tell choice"),
    ],
)
def test_what_goes_wrong_with_stages_is_noticed(kind: type[OddOneOut], check: str, complaint: str) -> None:
    CHECKS[check](OddOneOut(3), range(3))
    with pytest.raises(AssertionError, match=complaint):
        CHECKS[check](kind(3), range(3))


# Piece by piece


def new(players: int = 3, seed: int = 1) -> Match:
    return Match(OddOneOut(players), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_acts_until_they_have_finished(players: int) -> None:
    for order in itertools.permutations(range(players)):
        match = new(players)
        for done, seat in enumerate(order):
            assert match.to_act == set(order[done:]) and match.view(None)["stage"] == MIXING
            match.play(seat, "leave")
            assert match.legal(seat) == [] or done == players - 1
        assert match.to_act == set(range(players)) and match.view(None)["stage"] == CHOOSING


def test_a_choice_is_seen_by_its_seat_only_until_all_are_in() -> None:
    match = new()
    for seat in range(3):
        match.play(seat, "leave")
    assert match.view(0)["choices"] == [None, None, None]
    match.play(1, "choose 3")
    assert match.view(1)["choices"] == [None, 2, None]
    assert match.view(0)["choices"] == match.view(None)["choices"] == [None, None, None]
    assert match.to_act == {0, 2}
    match.play(2, "choose 1")
    match.play(0, "choose 1")
    assert match.view(1)["choices"] == [None, None, None]  # forgotten
    assert match.view(None)["counts"] == [5, 4, 5]


def state_of(players: int = 3, chance: int = 7) -> Any:
    states = np.zeros(1, OddOneOut.state)
    states[0].players, states[0].rng = players, np.uint64(chance)
    return states[0]


def shuffled(state: Any, seat: int) -> list[int]:
    stack = np.arange(20, dtype=np.uint8)
    shuffle_own.plainly(state, seat, stack, 20)
    return stack.tolist()


def test_everybody_shuffles_with_chance_of_their_own() -> None:
    state = state_of()
    orders = [shuffled(state, seat) for seat in range(3)]
    assert len({tuple(order) for order in orders}) == 3
    assert [shuffled(state, seat) for seat in (2, 0, 1)] == [orders[2], orders[0], orders[1]]  # whoever is first
    assert state.rng == 7  # the common chance is not touched
    fresh_chance.plainly(state)
    assert not {tuple(shuffled(state, seat)) for seat in range(3)} & {tuple(order) for order in orders}


def test_only_so_many_cards_are_shuffled_and_all_orders_are_alike() -> None:
    found = set()
    for chance in range(200):
        stack = np.arange(5, dtype=np.uint8)
        shuffle_own.plainly(state_of(chance=chance), 1, stack, 3)
        assert stack.tolist()[3:] == [3, 4]
        found.add(tuple(stack.tolist()))
    assert len(found) == 6


def test_others_choices_are_guessed_ones_own_is_not() -> None:
    found = set()
    for chance in range(100):
        state = state_of(4, chance)
        state.choices[:] = [2, 2, NOT_CHOSEN, 0]
        guess_choices.plainly(state, 1, 3)
        assert state.choices[1] == 2 and state.choices[2] == NOT_CHOSEN
        found.add((int(state.choices[0]), int(state.choices[3])))
    assert found == set(itertools.product(range(3), repeat=2))


def test_who_is_asked_in_secret() -> None:
    state = state_of(4)
    state.choices[:] = 1
    ask_in_secret.plainly(state, CHOOSING, 0b1010)
    assert state.to_act == 0b1010 and state.stage == CHOOSING and state.choices.tolist() == [NOT_CHOSEN] * 4
    assert not chose.plainly(state, 3, 2)
    assert choices_seen(state, 3) == [None, None, None, 2] and choices_seen(state, None) == [None] * 4
    assert chose.plainly(state, 1, 0) and state.to_act == NOBODY


def test_a_seat_that_is_done_is_done() -> None:
    state = state_of(3)
    open_stage.plainly(state, MIXING, everyone.plainly(state))
    assert state.to_act == 0b111
    assert not finished.plainly(state, 1) and state.to_act == 0b101
    assert not finished.plainly(state, 0)
    assert finished.plainly(state, 2)
