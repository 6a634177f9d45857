"""Game-On Competitive beyond its clauses: a table at which anything is tried, and exact odds on tiny tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

import parlour
from parlour.testing import cards_in
from tests.games.test_against_the_checkers import TableMachine, machine_of
from tests.oracle import game_on as checker
from tests.oracle.enumerate import Chance, Position, outcomes
from tests.oracle.judge_game_on import disagreement
from tests.oracle.ours import OursSeated, Seated
from tests.rules.game_on import HANDS, RED
from tests.rules.tables import SEATS, game_on

OPTIONS: list[dict[str, Any]] = [
    {},
    {"timer": 2},
    {"competition": "rock-paper-scissors"},
    {"competition": "trivia", "timer": 1},
    {"competition": "trivia", "ages": "7-9"},
]


# A table at which anything may be tried


class GameOnMachine(TableMachine):
    """Any seat that may act does something; the slow checker judges every step."""

    game = "game-on"

    @initialize(players=st.integers(2, 6), seed=st.integers(0, 2**40), options=st.sampled_from(OPTIONS))
    def sit_down(self, players: int, seed: int, options: dict[str, Any]) -> None:
        self.match = parlour.new(self.game, players=players, seed=seed, **options)
        self.cards = cards_in(self.match.game, self.match.position())

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 10_000))
    def somebody_moves(self, choice: int) -> None:
        seats = sorted(self.match.to_act)
        seat = seats[choice % len(seats)]
        moves = self.match.legal(seat)
        self.agree(seat, str(moves[choice // len(seats) % len(moves)]))

    @precondition(lambda self: not self.match.over)
    @rule(seed=st.integers(0, 10_000))
    def they_are_quick_to_steal(self, seed: int) -> None:
        """So that there is something to defend and to compete for."""
        rng = random.Random(seed)
        seat = rng.choice(sorted(self.match.to_act))
        moves = [str(move) for move in self.match.legal(seat)]
        self.agree(seat, rng.choice([move for move in moves if move.startswith("steal")] or moves))

    @rule(seat=st.integers(-2, 8), number=st.integers(-3, 2600))
    def somebody_tries_something(self, seat: int, number: int) -> None:
        super().somebody_tries_something(seat, number)

    def agree(self, seat: int, move: str) -> None:
        before: Position = self.match.position()
        for one in range(before["players"]):
            assert sorted(checker.legal(before, one)) == sorted(str(move) for move in self.match.legal(one))
        self.match.play(seat, move)
        after: Position = self.match.position()
        assert disagreement(before, seat, move, after) == ""
        if self.match.over:
            assert sorted(self.match.winners) == checker.winners(after)
            assert self.match.scores == checker.scores(after)


TestGameOn = machine_of(GameOnMachine)


# Exact odds on tiny tables


class NoTies:
    """Chance whose dice fall differently within a move: ties, rolled again and again, would never come to an end."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.rolled: list[int] = []

    def pick(self, cards: list[str]) -> str:
        if len(cards) != 6:
            return self.chance.pick(cards)
        left = [face for face in range(6) if face not in self.rolled] or list(range(6))
        self.rolled.append(int(self.chance.pick([str(face) for face in left])))
        return cards[self.rolled[-1]]

    def shuffle(self, cards: list[str]) -> list[str]:
        return self.chance.shuffle(cards)


def tidy(position: Position) -> Position:
    """Without what does not matter to the rules, orders that do not matter sorted."""
    dropped = ("chance", "known", "known_bottom")
    kept = {key: value for key, value in position.items() if key not in dropped} | {"round": 1}
    for key in ("hands", "discards", "control", "beaten"):
        kept[key] = [sorted(cards) for cards in kept[key]]
    kept["gone"] = sorted(kept["gone"])
    return kept


CHECKER, OURS = Seated(checker, NoTies), OursSeated("game-on", checker, NoTies)
CHECKER.canonical = OURS.canonical = tidy  # type: ignore[method-assign]


def tiny(**places: Any) -> Position:
    """No card is left to draw, nor a Game Card to come: what is not named was discarded."""
    hands = [seat for seat in SEATS if seat in places]
    match = game_on(piles=dict.fromkeys(hands, ""), deck="", gone=["..."], **places)
    return {key: value for key, value in match.position().items() if key != "chance"}


def positions() -> Iterator[tuple[str, Position]]:
    yield (
        "both can match the last card",
        tiny(area="sun 9", A="red triangle", B="red triangle", covers={"A1": RED2, "B1": RED2}),
    )
    yield (
        "a steal, a defence, or a lock",
        tiny(area="", A="red circle", B="blue circle, white square", control={"B": "sun 9"}),
    )
    yield (
        "two thieves of one card",
        tiny(area="", A="red circle", B="red square", C="", control={"C": "sun 9"}),
    )
    yield (
        "convert, then match",
        tiny(
            area="moon 9", A="blue circle", B="", control={"A": "sun 13"}, covers={"A1": "red square, -, red triangle"}
        ),
    )
    yield (
        "rock, paper, scissors",
        tiny(area="sun 9", A="", B="", covers={"A1": RED, "B1": RED}, options=HANDS),
    )
    yield (
        "the loser steals back",
        tiny(area="sun 9, sun 11", A="", B="blue circle", covers={"A1": RED, "B2": "blue square, -, blue triangle"}),
    )


RED2 = "red square, red circle, -"


@pytest.mark.parametrize("name", [name for name, _ in positions()])
def test_exact_outcomes(name: str) -> None:
    position = dict(positions())[name]
    expected = outcomes(CHECKER, position, max_moves=7, max_branches=1000)
    found = outcomes(OURS, position, max_moves=7, max_branches=1000)
    assert found == expected
    assert len(found) > 1, "a position with one outcome proves little"


def test_an_outcome_worked_out_by_hand() -> None:
    """A may steal B's only card, worth 4, by its circle; B holds nothing to defend with.

    Whoever is first: A steals before finishing in half of the cases. (B only finishes, and may be first or second; then
    A chooses as before.) If A does, B does not defend, and the dice decide. If A does not, nothing was done: everyone
    passed, and B wins with 4 points to -1.
    """
    position = tiny(area="", A="red circle", B="", control={"B": "sun 9"})
    found = outcomes(OURS, position)
    assert found == outcomes(CHECKER, position)
    assert sum(odds for (winners, _), odds in found.items() if winners == (0,)) == Fraction(1, 4)
    assert sum(odds for (winners, _), odds in found.items() if winners == (1,)) == Fraction(3, 4)
