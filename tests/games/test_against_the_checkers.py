"""Whole games, every step against the slow checkers: the same legal moves, the same position after each."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import parlour
from parlour.testing import cards_in, seats_and_spectator
from tests.oracle.ours import CHECKERS

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "ka-blam": [{"length": "short"}, {"length": "long"}, {"length": "short", "deck": "double"}, {"target": 200}],
    "go-fox": [{}, {"even_turns": True}],
    "read-and-grab": [{}, {"grabs": "offered"}],
    "freaky": [{}, {"taking": "help"}],
}


class SomeChance:
    """Leaves everything as it is, and notes that chance was asked."""

    def __init__(self) -> None:
        self.asked = False

    def shuffle(self, cards: list[str]) -> list[str]:
        self.asked = True
        return list(cards)

    def pick(self, cards: list[str]) -> str:
        self.asked = True
        return cards[0]


def known_after(game: str, before: dict[str, Any], after: dict[str, Any], chance: SomeChance) -> set[str]:
    """What must be equal after a move: all, or what chance does not touch."""
    memory = {
        "seen_at_bottom",
        "seen_in_hands",
        "stuck",
        "lacked",
        "known",
        "guessed",
    }  # what seats could infer, for redeals: no rule's affair
    keys = set(after) - memory - {"chance", "options", "game", "starter", "grabs"}
    if not chance.asked:
        return keys
    if game == "go-fox":
        return keys - {"hands", "pairs"}  # which card was given
    if after["dealer"] != before["dealer"] or len(after["pile"]) > len(before["pile"]) + 30:
        return {"dealer", "points", "direction", "to_act", "players"}  # a new deal
    return keys - {"hands", "pile"}  # a new pile


def agree(match: parlour.Match, move: str) -> None:
    """Make a move in our match and in the slow checker, and compare."""
    game, checker = match.game.id, CHECKERS[match.game.id]
    before, chance = match.position(), SomeChance()
    expected = checker.canonical(checker.after(before, move, chance))
    match.play(min(match.to_act), move)
    found = checker.canonical(match.position())
    for key in known_after(game, before, expected, chance):
        assert found.get(key) == expected[key], f"{key} after {move!r} in {before}"
    if match.over:
        assert sorted(match.winners) == checker.winners(match.position())


@pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game in CHECKERS for players in parlour.find(game).seats]
)
def test_whole_games(game: str, players: int) -> None:
    rng = random.Random(players)
    for options in OPTIONS[game]:
        for _ in range(4):
            match = parlour.new(game, players=players, seed=rng.getrandbits(40), **options)
            while not match.over:
                moves = [str(move) for move in match.legal(min(match.to_act))]
                assert sorted(moves) == sorted(CHECKERS[game].legal(match.position()))
                agree(match, rng.choice(moves))


class TableMachine(RuleBasedStateMachine):
    """A table at which anything may be tried: legal moves, nonsense, looking, copying, replaying."""

    game = ""

    @initialize(seed=st.integers(0, 2**40), data=st.data())
    def sit_down(self, seed: int, data: st.DataObject) -> None:
        players = data.draw(st.sampled_from(list(parlour.find(self.game).seats)))
        options = data.draw(st.sampled_from(OPTIONS[self.game]))
        self.match = parlour.new(self.game, players=players, seed=seed, **options)
        self.cards = cards_in(self.match.game, self.match.position())

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 10_000))
    def somebody_moves(self, choice: int) -> None:
        moves = self.match.legal(min(self.match.to_act))
        agree(self.match, str(moves[choice % len(moves)]))

    @precondition(lambda self: not self.match.over)
    @rule(times=st.integers(1, 25), choice=st.integers(0, 10_000))
    def the_game_goes_on(self, times: int, choice: int) -> None:
        for turn in range(times):
            if self.match.over:
                return
            self.somebody_moves(choice + 7 * turn)

    @rule(seat=st.integers(-2, 8), number=st.integers(-3, 120))
    def somebody_tries_something(self, seat: int, number: int) -> None:
        allowed = seat in self.match.to_act and number in [int(move) for move in self.match.legal(seat)]
        if allowed:
            return
        before = self.match.digest(), len(self.match.moves)
        with pytest.raises(parlour.IllegalMove):
            self.match.play(seat, number)
        assert (self.match.digest(), len(self.match.moves)) == before

    @rule(seed=st.integers(0, 2**32))
    def everyone_looks_away(self, seed: int) -> None:
        for seat in seats_and_spectator(self.match.game):
            redealt = self.match.redealt(seat, seed)
            assert redealt.view(seat) == self.match.view(seat)
            assert cards_in(self.match.game, redealt.position()) == self.cards

    @rule()
    def it_is_replayed(self) -> None:
        assert parlour.replay(self.match.record()).digest() == self.match.digest()

    @rule()
    def it_is_set_up_again(self) -> None:
        self.match = parlour.position(self.game, self.match.position())

    @invariant()
    def no_card_is_lost(self) -> None:
        if hasattr(self, "match"):
            assert cards_in(self.match.game, self.match.position()) == self.cards

    @invariant()
    def somebody_can_move_or_has_won(self) -> None:
        if hasattr(self, "match"):
            assert bool(self.match.to_act) != bool(self.match.winners)
            assert all(self.match.legal(seat) for seat in self.match.to_act)


def machine(name: str) -> type:
    return machine_of(type(f"{name}Machine", (TableMachine,), {"game": name}))


def machine_of(kind: type) -> type:
    test: type = kind.TestCase  # type: ignore[attr-defined]
    test.settings = settings(  # type: ignore[attr-defined]
        max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
    )
    return test


TestKaBlam = machine("ka-blam")
TestGoFox = machine("go-fox")
TestReadAndGrab = machine("read-and-grab")
TestFreaky = machine("freaky")
