"""Game-On Competitive, all at once: in any order it comes to the same, and there is room for all that can happen."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.engine.game import Telling
from parlour.testing import cards_in

from .game_on import (
    COLOURS,
    FULL_DECK,
    HANDS,
    NAMES,
    RED,
    SHAPES,
    SHOWN,
    all_have_everything,
    area,
    control,
    finish,
    held,
    stage,
)
from .tables import SEATS, A, B, C, D, E, cards, game_on, legal, play

Moves = list[tuple[int, str]]


# In any order


def keen(match: parlour.Match, seat: int, rng: random.Random) -> str:
    """Mostly does something, and redraws now and then."""
    moves = [str(move) for move in match.legal(seat)]
    kinds = {"cover": 4, "steal": 3, "convert": 3, "redraw": 2, "finish": 1}
    able = [kind for kind in kinds if any(move.startswith(kind) for move in moves)]
    (kind,) = rng.choices(able, [kinds[one] for one in able])
    return rng.choice([move for move in moves if move.startswith(kind)])


def act(match: parlour.Match, rng: random.Random) -> Moves:
    """Everybody acts, until all have finished."""
    number, moves = match.view(None)["round"], []
    while match.to_act and stage(match) == "act" and match.view(None)["round"] == number:
        seat = rng.choice(sorted(match.to_act))
        move = keen(match, seat, rng)
        moves.append((seat, move))
        match.play(seat, move)
    return moves


def settle(match: parlour.Match, rng: random.Random) -> None:
    """Competitions and steals, until the next round."""
    while match.to_act and stage(match) != "act":
        seat = rng.choice(sorted(match.to_act))
        match.play(seat, rng.choice(match.legal(seat)))


def in_another_order(moves: Moves, rng: random.Random) -> Moves:
    """Each seat does the same, and steals come in the same order (GC-26); all else comes as it likes."""
    left = {seat: [move for by, move in moves if by == seat] for seat, _ in moves}
    steals = [seat for seat, move in moves if move.startswith("steal")]
    out: Moves = []
    while left:
        may = [seat for seat in left if not left[seat][0].startswith("steal") or seat == steals[0]]
        seat = rng.choice(may)
        out.append((seat, left[seat].pop(0)))
        if out[-1][1].startswith("steal"):
            steals.pop(0)
        if not left[seat]:
            del left[seat]
    return out


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("competition", ["dice", "rock-paper-scissors", "trivia"])
def test_gc_9_in_which_order_they_act_changes_nothing(players: int, competition: str):
    rng = random.Random(players)
    match = parlour.new("game-on", players=players, seed=players, competition=competition, timer=2)
    orders = redraws = 0
    for _ in range(8):
        if match.over:
            break
        before = match.copy()
        moves = act(match, rng)
        redraws += sum(move == "redraw" for _, move in moves) > 1
        for _ in range(6):
            again, other = before.copy(), in_another_order(moves, rng)
            for seat, move in other:
                again.play(seat, move)
            assert again.states.tobytes() == match.states.tobytes()
            orders += other != moves
        settle(match, rng)
    assert orders > 30 and (redraws or players == 2)  # several in one round


def test_gc_9_all_orders_of_redraws_come_to_the_same():
    match = parlour.new("game-on", players=4, seed=8)
    ends = set()
    for order in itertools.permutations(range(4)):
        after = match.copy()
        for seat in order:
            after.play(seat, "redraw")
        ends.add(after.states.tobytes())
    assert len(ends) == 1


def test_gc_26_the_order_of_steals_does_count():
    ends = []
    for order in ((A, B), (B, A)):
        match = game_on(A="red circle", B="yellow circle", C="", control={"C": "moon 9, moon 10"}, options=HANDS)
        steals = {A: "steal moon 9 with red circle", B: "steal moon 10 with yellow circle"}
        for seat in order:
            match.play(seat, steals[seat])
        finish(match)
        ends.append(match.view(None)["attacks"][0]["on"])
    assert ends == ["moon 9", "moon 10"]
    assert match.game.order_counts(match.game.read_move("steal moon 9 with red circle"))
    for move in ("cover square of card 1 with red square", "redraw", "convert with sun 13", "finish"):
        assert not match.game.order_counts(match.game.read_move(move))


def contest(options: dict[str, Any]) -> parlour.Match:
    match = game_on(A="", B="", C="", D="", covers={"A1": RED, "B1": RED, "D1": RED}, options=options, chance=5)
    finish(match)
    assert match.to_act == {A, B, D}
    return match


@pytest.mark.parametrize("competition", ["rock-paper-scissors", "trivia"])
def test_gc_20_in_which_order_they_choose_changes_nothing(competition: str):
    match = contest({"competition": competition})
    words = [str(move) for move in match.legal(A)]
    for chosen in itertools.product(words, repeat=3):
        ends = set()
        for order in itertools.permutations(zip((A, B, D), chosen, strict=True)):
            after = match.copy()
            for seat, move in order:
                after.play(seat, move)
            ends.add(after.states.tobytes())
        assert len(ends) == 1


@pytest.mark.parametrize("competition", ["rock-paper-scissors", "trivia"])
@pytest.mark.parametrize("choosers", [(A,), (D,), (A, B), (D, A), (B, D)])
def test_gc_20_until_all_have_chosen_nobody_can_tell_the_choices(competition: str, choosers: tuple[int, ...]):
    match = contest({"competition": competition})
    words = [str(move) for move in match.legal(A)]
    known: dict[Any, Any] = {}
    for chosen in itertools.product(words, repeat=len(choosers)):
        after, heard = match.copy(), []
        for seat, move in zip(choosers, chosen, strict=True):
            before = after.copy()
            after.play(seat, move)
            heard.append([after.tell(before, Telling(NAMES, to)) for to in (A, B, C, D, None)])
        for place, seat in enumerate((A, B, C, D, None)):
            mine = chosen[choosers.index(seat)] if seat in choosers else None
            seen = after.view(seat), [lines[place] for lines in heard], after.legal(seat or A) if seat else None
            assert known.setdefault((seat, mine), seen) == seen


# As much as there can be


def full_hand(match: parlour.Match, seat: int) -> None:
    assert len(held(match, seat)) == 11


def play_out(match: parlour.Match, rng: random.Random, answer: Callable[[list[str]], list[str]]) -> None:
    """Settle everything up to the next round; at every step every card is somewhere, and can be written down."""
    all_cards = cards_in(match.game, match.position())
    fixed = [np.array(match.state[field]) for field in ("prints", "fits", "types")]
    number = match.view(None)["round"]
    for step in itertools.count():
        if match.over or match.view(None)["round"] > number:
            break
        seat = rng.choice(sorted(match.to_act))
        match.play(seat, rng.choice(answer([str(move) for move in match.legal(seat)])))
        position = match.position()
        assert cards_in(match.game, position) == all_cards
        assert max(match.view(None)["hand_sizes"]) <= 11
        assert [np.array_equal(np.array(match.state[name]), was) for name, was in zip(
            ("prints", "fits", "types"), fixed, strict=True)] == [True] * 3  # fmt: skip
        if step % 8 == 0:
            assert parlour.position("game-on", position).position() == position
    all_have_everything(match)


def two_of_each_colour() -> dict[int, str]:
    return {place: f"{colour} square, {colour} circle, -" for place, colour in enumerate(COLOURS, 1)}


def crowded() -> parlour.Match:
    """B has three cards in hand and two on each card of the Play Area, all of which somebody else takes."""
    whole = {place: ", ".join(f"{colour} {shape}" for shape in SHAPES) for place, colour in enumerate(COLOURS, 1)}
    taken = {f"{seat}{place}": whole[place] for seat, place in zip("ACDE", whole, strict=True)}
    laid = {f"B{place}": two for place, two in two_of_each_colour().items()}
    theirs = "leaf 9, leaf 10, leaf 11, leaf 12, leaf 1, leaf 2, leaf 3, leaf 4, leaf 5, leaf 6, leaf 7, leaf 8"
    return game_on(
        A="", B="black square, black circle, omni 1", C="", D="", E="", F="",
        covers={**taken, **laid}, control={"F": theirs, "B": "moon 1, moon 2"}, options=HANDS,
    )  # fmt: skip


def test_a_hand_of_eleven_cards_steals_eleven_times():
    match = crowded()
    finish(match)
    assert [len(control(match, seat)) for seat in (A, C, D, E)] == [1, 1, 1, 1]
    full_hand(match, B)
    assert match.view(None)["known"][B] == [card for card in match.view(B)["hand"] if card.split()[0] in COLOURS]
    for _ in range(11):
        steals = [move for move in legal(match, B) if move.startswith("steal")]
        match.play(B, min(steals, key=lambda move: (sum(move.endswith(card) for card in held(match, B)), move)))
    assert held(match, B) == [] and len(match.view(None)["attacks"]) == 11
    play_out(match, random.Random(1), lambda moves: moves)
    assert match.view(None)["attacks"] == [] and match.view(None)["hand_sizes"][B] == 3


def test_a_hand_of_eleven_cards_is_redrawn_and_stays_eleven():
    match = crowded()
    finish(match)
    before = match.view(None)["piles"][B]
    match.play(B, "redraw")
    full_hand(match, B)
    assert match.view(None)["piles"][B] == before == 33 - 11
    all_have_everything(match)
    play_out(match, random.Random(1), lambda moves: ["finish"] if "finish" in moves else moves)
    full_hand(match, B)  # nothing is drawn to it


def test_nobody_draws_beyond_eleven():
    """Eight cards lie on the table, and three are drawn; when all come back, it is eleven."""
    laid = {f"B{place}": two for place, two in two_of_each_colour().items()}
    match = game_on(A="", B="black triangle", covers=laid)
    for _ in range(2):
        finish(match)
        assert len(held(match, B)) == 3 and match.view(None)["piles"][B] == 33 - 11


def eleven_each(spread: bool, options: dict[str, Any]) -> parlour.Match:
    """Six hands of eleven, and all Game Cards but four controlled."""
    rng = random.Random(3)
    hands = {seat: ", ".join(rng.sample(FULL_DECK, 11)) for seat in SEATS}
    there = "sun 9, moon 10, star 11, leaf 12"
    rest = [name for name in SHOWN if name not in cards(there)]
    owned = {seat: ", ".join(rest[place::6]) for place, seat in enumerate(SEATS)}
    match = game_on(**hands, area=there, control=owned, options=options, deck="")
    for seat in range(6):
        full_hand(match, seat)
    turns = [seat for seat in range(6) for _ in range(11)]
    if spread:
        rng.shuffle(turns)
    for seat in turns:
        steals = [str(move) for move in match.legal(seat) if str(move).startswith("steal")]
        match.play(seat, rng.choice(steals) if spread else steals[0])
    return match


def accepting(moves: list[str]) -> list[str]:
    return [move for move in moves if move == "do not defend"] or moves


def defending(moves: list[str]) -> list[str]:
    return [move for move in moves if move.startswith("defend")] or moves


@pytest.mark.parametrize(
    ("competition", "spread", "answer"),
    [
        ("dice", True, accepting),
        ("dice", False, accepting),
        ("dice", True, defending),
        ("rock-paper-scissors", False, defending),
        ("rock-paper-scissors", True, accepting),
        ("trivia", False, accepting),
    ],
)
def test_sixty_six_attempts_in_one_round(competition: str, spread: bool, answer: Callable[[list[str]], list[str]]):
    match = eleven_each(spread, {"competition": competition})
    attacks = match.view(None)["attacks"]
    assert len(attacks) == 66 and match.view(None)["hand_sizes"] == [0] * 6
    thieves = [sum(one["on"] == name for one in attacks) for name in {one["on"] for one in attacks}]
    assert max(thieves) > 1
    assert parlour.position("game-on", match.position()).position() == match.position()
    for seat in range(6):
        assert legal(match, seat) == {"finish"}
    play_out(match, random.Random(4), answer)
    assert match.view(None)["attacks"] == [] and match.view(None)["round"] == 2
    assert match.view(None)["deeds"] == ["nothing"] * 6


def test_the_longest_deck_is_six_types_and_six_black_cards():
    match = parlour.new("game-on", players=6, seed=9, timer=6)
    assert match.view(None)["deck"] == 96 - 4 + 6
    assert len(set(match.position()["deck"])) == 92 + 1
    all_have_everything(match)


def test_a_whole_deck_can_be_in_the_pile():
    match = game_on(A="red circle", B="blue circle", control={"B": "moon 9"}, options=HANDS)
    play(match, "A: steal moon 9 with red circle")
    finish(match)
    before = match.copy()
    play(match, "B: defend with blue circle")
    assert before.view(None)["piles"][B] == 32 and match.view(None)["piles"][B] == 33 - 3
    all_have_everything(match)


def test_every_game_card_can_be_controlled_by_one():
    """All 96 Game Cards: 92 in one place, the four others taken by the same seat."""
    names = [name for name in SHOWN if name not in ("sun 9", "sun 10", "sun 11", "sun 12")]
    whole = {place: ", ".join(f"{colour} {shape}" for shape in SHAPES) for place, colour in enumerate(COLOURS, 1)}
    laid = {f"A{place}": whole[place] for place in (1, 2, 3)}
    match = game_on(
        A="white square, white circle", B="", C="", D="", E="", F="omni 1", deck="",
        control={"A": ", ".join(names)}, covers=laid,
    )  # fmt: skip
    finish(match)
    assert len(control(match, A)) == 95 and area(match) == [None, None, None, "sun 12"]
    finish(match)
    assert match.scores[A] == 6 * (8 * 2 + 4 + 4 * 4 + 4) - 4 - len(held(match, A))
