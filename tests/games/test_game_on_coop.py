"""Cooperative Game-On beyond its clauses: orders within a round, sizes, everything tried at one table, exact odds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import parlour
from parlour.engine.match import Move
from parlour.testing import cards_in
from tests.games.test_against_the_checkers import TableMachine, machine_of
from tests.oracle import game_on_coop as checker
from tests.oracle.enumerate import Chance, Position, every_after, outcomes
from tests.oracle.ours import OursSeated, Seated
from tests.oracle.test_game_on_coop import Alike, all_is_there, anything, builder, plotter
from tests.rules.coop_tables import IDLE, NO_BLACK_CARDS, PLAYER_COUNTS, all_finish, complete, everyone, held, worth
from tests.rules.tables import SEATS, A, coop, play

OPTIONS: list[dict[str, Any]] = [
    {},
    {"pace": "even", "hands": "hidden"},
    {"pace": "each", "black_cards": False},
    {"hands": "hidden", "black_cards": False},
    {"pace": "even"},
]


def alike(players: int, seed: int, **options: Any) -> parlour.Match:
    """A table at which all have the same cards: much can be stolen and scuttled."""
    return parlour.position("game-on-coop", checker.deal(players, options, Alike(seed)))


# In which order the seats act


def a_round(match: parlour.Match, rng: random.Random) -> list[tuple[int, Move]]:
    """Somehow played to its end, on a copy: who did what."""
    copy, player = match.copy(), rng.choice([anything, anything, builder, plotter])
    while not copy.over and copy.view(None)["round"] == match.view(None)["round"]:
        seat = rng.choice(sorted(copy.to_act))
        copy.play(seat, player(copy.position(), seat, rng))
    return copy.moves[len(match.moves) :]


def in_another_order(moves: list[tuple[int, Move]], rng: random.Random) -> list[tuple[int, Move]]:
    """What each seat did stays in its order."""
    seats = [seat for seat, _ in moves]
    rng.shuffle(seats)
    left = {seat: [move for other, move in moves if other == seat] for seat in set(seats)}
    return [(seat, left[seat].pop(0)) for seat in seats]


def after(match: parlour.Match, moves: list[tuple[int, Move]]) -> bytes | None:
    """The state bit for bit; None if one move forbids another in this order."""
    copy = match.copy()
    for seat, move in moves:
        if move not in copy.legal(seat):
            return None
        copy.play(seat, move)
    return copy.states.tobytes()


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("dealt", ["by chance", "alike"])
def test_who_acts_first_changes_nothing(players: int, dealt: str) -> None:
    rng = random.Random(players)
    compared = 0
    for number, options in enumerate(OPTIONS[:3]):
        match = (
            parlour.new("game-on-coop", players=players, seed=number, **options)
            if dealt == "by chance"
            else alike(players, number, **options)
        )
        while not match.over:
            moves = a_round(match, rng)
            expected = after(match, moves)
            ends = [after(match, in_another_order(moves, rng)) for _ in range(5)]
            assert {end for end in ends if end is not None} <= {expected}
            compared += sum(end is not None for end in ends)
            for seat, move in moves:
                match.play(seat, move)
    assert compared > 40


@pytest.mark.parametrize("players", range(2, 6))
def test_new_piles_of_several_seats_are_the_same_in_any_order(players: int) -> None:
    start = coop("sun 1: A red square", piles=dict.fromkeys(SEATS[:players], ""), **everyone(players))
    ends = {after(start, [(seat, start.legal(seat)[-2]) for seat in order]) for order in permutations(range(players))}
    assert len(ends) == 1 and None not in ends
    match = start.copy()
    for seat in range(players):
        match.play(seat, "redraw")
    position = match.position()
    assert position["round"] == 2
    assert len({str(pile) for pile in position["piles"]}) == players  # each has an order of its own
    assert position["discards"] == [[] for _ in range(players)]


def test_some_redraw_and_some_draw_at_the_end_in_any_order() -> None:
    """A and B shuffle in their own time, C and D when all have finished."""
    start = coop(
        "sun 12",
        piles=dict.fromkeys("ABCD", ""),
        A=IDLE,
        B="omni 1, omni 2",
        C="white square, red circle",
        D="red square",
    )
    words = [
        (0, "redraw"),
        (1, "redraw"),
        (2, "cover square of card 1 with white square"),
        (2, "finish"),
        (3, "finish"),
    ]
    moves = [(seat, Move(start.game.read_move(text), text)) for seat, text in words]
    rng = random.Random(1)
    ends = {after(start, in_another_order(moves, rng)) for _ in range(60)}
    assert len(ends) == 1 and None not in ends


def test_chance_is_new_in_every_round() -> None:
    """The same hand redrawn from the same cards in two rounds: not the same pile."""
    piles = []
    for rounds in (0, 1, 2):
        match = coop("sun 1", A=IDLE, B=IDLE, piles={"A": ""})
        for _ in range(rounds):
            all_finish(match)
        play(match, "A: redraw")
        piles.append(str(match.position()["piles"][A]))
    assert len(set(piles)) == 3


# As large as it can get


def looked_through(match: parlour.Match, cards: Counter[str], black: bool) -> None:
    """All is there, and nothing is too large."""
    position = match.position()
    assert cards_in(match.game, position) == cards
    all_is_there(position, black)
    view = match.view(None)
    assert all(size + len(lying) <= 2 for size, lying in zip(view["hand_sizes"], view["committed"], strict=True))
    assert len(view["track"]) <= 4
    assert view["deck"] + sum(len(view[place]) for place in ("track", "team", "house", "out")) == (
        16 * max(3, match.game.players) + match.game.players * black
    )


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("pace", ["printed", "even", "each"])
def test_hands_and_track_never_grow_too_large(players: int, pace: str) -> None:
    rng = random.Random(players)
    for match in (
        parlour.new("game-on-coop", players=players, seed=players, pace=pace),
        alike(players, players, pace=pace),
    ):
        cards = cards_in(match.game, match.position())
        player = builder if match.seed is not None else plotter
        fullest = 0
        while not match.over:
            seat = rng.choice(sorted(match.to_act))
            match.play(seat, player(match.position(), seat, rng))
            looked_through(match, cards, True)
            fullest = max(fullest, len(match.view(None)["track"]))
        assert fullest == 4


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_long_game_in_which_deck_and_piles_run_out(players: int) -> None:
    """Only cards of one point are left, so no side gets far; everybody redraws all the time."""
    types = checker.TYPES[: max(3, players)]
    ones = [f"{of_type} {number}" for number in range(13, 17) for of_type in types]
    match = coop(
        ones[0], deck=", ".join(ones[1:]), out="...", piles=dict.fromkeys(SEATS[1:players], "omni 1, omni 2, omni 3"),
        options=NO_BLACK_CARDS, **everyone(players),
    )  # fmt: skip
    cards = cards_in(match.game, match.position())
    new_piles = 0
    while not match.over:
        for seat in sorted(match.to_act):
            left = match.view(None)["piles"][seat]
            match.play(seat, "redraw")
            new_piles += match.view(None)["piles"][seat] > left
            looked_through(match, cards, False)
            assert match.over or len(held(match, seat)) == 2
    view = match.view(None)
    assert (view["deck"], view["round"]) == (0, len(ones))
    assert (view["team_points"], view["house_points"]) == (0, len(ones))
    assert new_piles >= players - 1


def test_one_player_covers_all_that_can_be_covered() -> None:
    """Twelve cards on the track and two in hand: nineteen are left for a new pile."""
    lying = [complete(card, *"AAA") for card in ("sun 1", "sun 4", "sun 5", "sun 8")]
    match = coop(*lying, A="omni 1, omni 2", B=IDLE, piles={"A": ""})
    cards = cards_in(match.game, match.position())
    play(match, "A: redraw")
    assert (match.view(None)["piles"][A], match.view(None)["hand_sizes"][A]) == (19, 2)
    looked_through(match, cards, True)
    play(match, "B: finish")
    looked_through(match, cards, True)


def test_six_new_cards_on_a_full_track() -> None:
    lying = [complete("sun 9"), "moon 9", "star 9: scuttled", complete("leaf 9", *"CDE")]
    deck = "drop 1, drop 2, drop 3, drop 4, flame 1, flame 2, ..."
    match = coop(*lying, deck=deck, options={"pace": "each"}, **everyone(6))
    cards = cards_in(match.game, match.position())
    all_finish(match)
    looked_through(match, cards, True)
    assert [card["name"] for card in match.view(None)["track"]] == ["drop 3", "drop 4", "flame 1", "flame 2"]
    assert [card["name"] for card in match.view(None)["team"]] == ["sun 9", "leaf 9"]
    assert [card["name"] for card in match.view(None)["house"]] == ["moon 9", "drop 1", "drop 2"]


def test_as_many_points_as_there_can_be() -> None:
    """59 points and a wipe of four cards of three points each, for either side."""
    four = ["sun 9", "moon 9", "star 9", "leaf 9"]
    others = worth(59, four, ("sun", "moon", "star")), worth(59, four, ("leaf", "drop", "flame"))
    owners = ["ABC", "DEF", "CAB", "FDE"]
    for lying, ending in (
        ([complete(card, *by) for card, by in zip(four, owners, strict=True)], (71, 59)),
        (four, (59, 71)),
    ):
        match = coop(*lying, team=others[0], house=others[1], deck="black card, ...", **everyone(6))
        all_finish(match)
        assert (match.view(None)["team_points"], match.view(None)["house_points"]) == ending
        assert match.over and match.scores == [ending[0]] * 6


# A table at which anything may be tried


class CoopMachine(TableMachine):
    """Any seat that may act does something; the slow checker judges every step."""

    game = "game-on-coop"

    @initialize(
        players=st.integers(2, 6), seed=st.integers(0, 2**40), options=st.sampled_from(OPTIONS), same=st.booleans()
    )
    def sit_down(self, players: int, seed: int, options: dict[str, Any], same: bool) -> None:
        if same:
            self.match = alike(players, seed, **options)
        else:
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
    def they_plot(self, seed: int) -> None:
        rng = random.Random(seed)
        seat = rng.choice(sorted(self.match.to_act))
        self.agree(seat, plotter(self.match.position(), seat, rng))

    @rule(seat=st.integers(-2, 8), number=st.integers(-3, 420))
    def somebody_tries_something(self, seat: int, number: int) -> None:
        super().somebody_tries_something(seat, number)

    def agree(self, seat: int, move: str) -> None:
        before: Position = self.match.position()
        for one in range(before["players"]):
            assert sorted(checker.legal(before, one)) == sorted(str(move) for move in self.match.legal(one))
        self.match.play(seat, move)
        assert checker.differences(before, seat, move, self.match.position()) == []

    @invariant()
    def somebody_can_move_or_has_won(self) -> None:
        if hasattr(self, "match"):
            assert all(self.match.legal(seat) for seat in self.match.to_act)
            assert self.match.winners in (set(), set(range(self.match.game.players)))
            if self.match.over:
                assert sorted(self.match.winners) == checker.winners(self.match.position())


TestCoop = machine_of(CoopMachine)


# Exact odds on tiny tables


class TopOnly:
    """A shuffle of which only the first two cards are left to chance, the rest is in order: no more are drawn from it.

    A new pile has nineteen cards or more, too many to go through all their orders.
    """

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def shuffle(self, cards: list[str]) -> list[str]:
        left = sorted(cards)
        top = []
        for _ in range(min(2, len(left))):
            top.append(self.chance.pick(left))
            left.remove(top[-1])
        return top + left

    def pick(self, cards: list[str]) -> str:
        return self.chance.pick(cards)


CHECKER, OURS = Seated(checker, TopOnly), OursSeated("game-on-coop", checker, TopOnly)


def tiny(*track: str, deck: str = "", **places: Any) -> Position:
    """All Game Cards that are not named are nobody's."""
    options = NO_BLACK_CARDS | places.pop("options", {})
    return coop(*track, deck=deck, out="...", options=options, **places).position()


def positions() -> Iterator[tuple[str, Position]]:
    yield (
        "the last round",
        tiny("sun 1: A red square, B yellow circle", "moon 13", A="blue triangle", B="red square, red circle"),
    )
    yield (
        "a steal or none",
        tiny(
            "sun 12: scuttled",
            A="red circle",
            B="red circle",
            C="red circle",
            house="sun 9, moon 14",
            team="moon 13",
        ),
    )
    yield (
        "scuttle or complete",
        tiny(
            "sun 9: A red square, B red circle",
            "moon 13",
            A="red triangle, red square",
            B="red triangle",
            house="moon 14",
        ),
    )
    yield "the target after a card that leaves", tiny(
        "sun 2: B red square, B blue circle", "star 9", "sun 12: scuttled", "sun 3: scuttled",
        deck="moon 14, moon 15, moon 16", A="white triangle", B="omni 2", options={"pace": "each"},
        team=worth(18, ["sun 2", "sun 12", "sun 3"]), house=worth(17, ["star 9"], ["star"]),
    )  # fmt: skip


POSITIONS = dict(positions())


@pytest.mark.parametrize("name", POSITIONS)
def test_exact_outcomes(name: str) -> None:
    expected = outcomes(CHECKER, POSITIONS[name], max_moves=6, max_branches=1000)
    found = outcomes(OURS, POSITIONS[name], max_moves=6, max_branches=1000)
    assert found == expected
    assert {winners for winners, _ in found} == {(), tuple(range(POSITIONS[name]["players"]))}


def after_one_move(game: Seated, position: Position, move: str) -> dict[str, Fraction]:
    """The exact probability of each position that the move may lead to."""
    found: dict[str, Fraction] = {}
    for odds, following in every_after(game, position, move):
        there = str(sorted(game.canonical(following).items()))
        found[there] = found.get(there, Fraction(0)) + odds
    return found


@pytest.mark.parametrize(
    ("move", "mine", "piles"),
    [
        ("0: redraw", "omni 1, red square", {"A": ""}),  # two cards from a new pile
        ("0: redraw", "omni 1, red square", {"A": "omni 3"}),  # one from the old and one from the new
        ("0: finish", "omni 1", {"A": ""}),  # drawn when the round ends, with what the oldest card brings
        ("0: finish", "", {"A": "omni 3"}),
        ("0: finish", "", {"A": ""}),
    ],
)
def test_exact_odds_of_a_new_pile(move: str, mine: str, piles: dict[str, str]) -> None:
    """Twelve of A's cards lie on the track."""
    track = [complete(card, *"AAA") for card in ("sun 1", "sun 4", "sun 5", "sun 8")]
    position = coop(*track, A=mine, B=IDLE, piles=piles, finished="B").position()
    expected = after_one_move(CHECKER, position, move)
    assert after_one_move(OURS, position, move) == expected
    assert sum(expected.values()) == 1 and len(expected) > 10


def test_an_outcome_worked_out_by_hand() -> None:
    """Both hold one red circle and can steal or finish. The team wins only if both steal before they finish.

    Whoever is first finishes in half of all cases: no steal then. Otherwise the other one steals at once in a third,
    finishes in a third, and in a third the first finishes and leaves the choice to the other: half and half.
    """
    position = tiny("sun 12: scuttled", A="red circle", B="red circle", house="sun 9")
    expected = {((0, 1), 4): Fraction(1, 4), ((), 3): Fraction(1, 2), ((), 2): Fraction(1, 4)}
    assert outcomes(OURS, position) == outcomes(CHECKER, position) == expected
