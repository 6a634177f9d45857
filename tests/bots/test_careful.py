"""What a careful adult does and guesses in the search's playouts: by what the seat can know, and by nothing else."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.levels import can_search
from parlour.engine.cards import bits_listed
from parlour.engine.errors import BadPosition
from parlour.engine.match import Match
from parlour.engine.rule import plain
from parlour.engine.verbs import careful, guess, legal
from parlour.testing import moments
from tests.rules.tables import A, B, C, go_fox

CARD_GAMES = [game for game in parlour.GAMES if can_search(game())]


def would_make(match: Match, seat: int) -> set[str]:
    """The moves that a careful adult thinks of."""
    moves = match.game.move_room()[0].members
    legal(match.states[0], seat, moves)
    careful(match.states[0], seat, moves)
    bits = [64 * word + bit for word, bits in enumerate(moves.tolist()) for bit in bits_listed(bits)]
    return {match.game.move_names[move] for move in bits}


def guessed(match: Match, seat: int, seed: int) -> Match:
    other = match.copy()
    other.states[0].rng = np.uint64(seed)
    guess(other.states[0], seat)
    return other


@pytest.mark.parametrize("kind", CARD_GAMES, ids=lambda kind: kind.id)
@pytest.mark.parametrize("players", [2, 4])
def test_neither_hangs_on_what_the_seat_cannot_see(kind: type[parlour.Game], players: int) -> None:
    for match in moments(kind(players), 3):
        for seat in sorted(match.to_act):
            with plain(), np.errstate(over="ignore"):  # sooner done than compiled
                moves = would_make(match, seat)
                others = [guessed(match, seat, seed) for seed in range(2)]
                assert [would_make(other, seat) for other in others] == [moves] * 2
            assert moves and moves <= {str(move) for move in match.legal(seat)}
            assert [other.view(seat) for other in others] == [match.view(seat)] * 2


def test_go_fox_asks_for_what_the_neighbour_must_hold() -> None:
    match = go_fox(A="red 4, red 5, green 7", B="red 7, blue 5", known=[{}, {"7": [1, 2]}])
    assert would_make(match, A) == {"ask for 7"}


def test_go_fox_rather_keeps_a_pair_for_a_no() -> None:
    match = go_fox(A="red 4, green 4, red 6", B="red 7, blue 5")
    assert would_make(match, A) == {"ask for 6"}


def test_go_fox_asks_for_what_has_had_time_to_come_since_the_last_no() -> None:
    match = go_fox(A="red 4, red 6", B="red 7, blue 5, blue 1", known=[{}, {"6": [0, 1]}])
    assert would_make(match, A) == {"ask for 4"}  # of three cards only one can be a 6


def test_go_fox_asks_for_the_number_of_which_most_are_left() -> None:
    match = go_fox(A="red 4, red 6", B="red 7, blue 5", pairs={"B": "blue 4 + green 4"})
    assert would_make(match, A) == {"ask for 6"}


def holds_a_4(match: Match, who: int) -> int:
    """In how many of 400 guesses of A's somebody holds a 4."""
    hands = (guessed(match, A, seed).position()["hands"][who] for seed in range(400))
    return sum(any(card.endswith(" 4") for card in hand) for hand in hands)


def asked_for_7(**places: Any) -> Match:
    """B, who has many cards, has just asked A for a 7."""
    match = go_fox(
        A="red 4, red 5", B="green 4, green 7, green 1, green 2, green 3, green 8", pile="red 9, red 10, ...", **places
    )
    for move in ("ask for 5", "draw", "ask for 7", "draw"):
        match.play(min(match.to_act), move)
    return match


def test_go_fox_who_asks_for_something_else_hardly_holds_what_was_known_to_be_there() -> None:
    known = asked_for_7(known=[{"4": [1, 2]}, {}])  # all know that A holds a 4, and B did not ask for it
    unknown = asked_for_7()  # here the question for a 7 told nothing of a 4
    assert 0 < 2 * holds_a_4(known, B) < holds_a_4(unknown, B)


def test_go_fox_nothing_is_guessed_against_what_is_known() -> None:
    # All know that C and its neighbour A hold a 4; C asks A for something else, and must hold it all the same.
    known = [{"4": [1, 2]}, {}, {"4": [1, 2]}]
    match = go_fox(A="red 4, red 5", B="green 7", C="green 4, green 1", known=known, pile="red 9, red 10, red 11, ...")
    for move in ("ask for 5", "draw", "ask for 7", "draw", "ask for 1", "draw"):
        match.play(min(match.to_act), move)
    assert holds_a_4(match, C) == 400


def test_go_fox_what_is_guessed_stands_in_the_position() -> None:
    match = asked_for_7(known=[{"4": [1, 2]}, {}])
    position = match.position()
    assert position["guessed"] == [{}, {"4": 1}]  # what B has drawn since it did not ask for a 4
    again = Match.from_position(match.game, position)
    assert again.position() == position
    assert abs(holds_a_4(again, B) - holds_a_4(match, B)) < 60  # three standard errors
    position["guessed"] = [{}, {}]
    assert holds_a_4(Match.from_position(match.game, position), B) > holds_a_4(match, B) + 60


@pytest.mark.parametrize(
    ("guessed", "message"),
    [
        ([{}], "guessed must be a list of 2"),
        ([{}, {"12": 1}], "guessed\\[1\\] has '12'"),
        ([{}, {"4": 7}], "guessed\\[1\\] has 7 of 4, and 2 cards in hand"),
    ],
)
def test_go_fox_a_guess_that_cannot_be_is_refused(guessed: Any, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        go_fox(A="red 1, red 2", B="red 4, red 7", guessed=guessed)


def test_go_fox_a_position_that_no_game_comes_to_can_be_searched() -> None:
    """Two numbers are known to be held, each at most once: in a game one of them would have been drawn before."""
    match = go_fox(A="red 1, red 2", B="red 4, red 7", known=[{}, {"4": [1, 1], "7": [1, 1]}])
    for seed in range(20):
        numbers = {card.split()[1] for card in guessed(match, A, seed).position()["hands"][B]}
        assert numbers == {"4", "7"}
