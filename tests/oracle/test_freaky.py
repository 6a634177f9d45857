"""Freaky's rules against the slow checker: whole games, every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import parlour

from . import freaky
from .enumerate import Position
from .test_oracle import Seeded

Player = Callable[[list[str], Position, random.Random], str]  # chooses one of the legal moves


def anything(moves: list[str], _position: Position, rng: random.Random) -> str:
    return rng.choice(moves)


def many_rows(moves: list[str], position: Position, rng: random.Random) -> str:
    """Starts rows and takes none; plays where the last cards then show the fewest different features."""
    new = [move for move in moves if move.startswith("new row")]
    plays = [move for move in moves if move.startswith("play")]
    if new:
        return rng.choice(new)
    if not plays:
        return "finish"

    def shown(move: str) -> int:
        last = [row[-1] for row in position["rows"]]
        _, card, _, _, number = move.split(" ")
        last[int(number) - 1] = card
        return sum(len({one.split("/")[kind] for one in last}) for kind in range(3))

    return min(plays, key=shown)


def one_long_row(moves: list[str], position: Position, rng: random.Random) -> str:
    """Takes nothing, and lays all it can on the longest row."""
    plays = [move for move in moves if move.startswith("play")]
    longest = max(range(len(position["rows"])), key=lambda row: len(position["rows"][row]))
    return rng.choice([move for move in plays if move.endswith(f" row {longest + 1}")] or plays or moves[-1:])


def takes_all(moves: list[str], _position: Position, rng: random.Random) -> str:
    """Takes whatever it can, until no row is left."""
    return rng.choice([move for move in moves if move.startswith("take")] or moves)


def whole_game(players: int, seed: int, player: Player, **options: Any) -> tuple[parlour.Match, list[Position]]:
    """A whole game, in which both must always agree: on the legal moves, and on the position after each."""
    match = parlour.new("freaky", players=players, seed=seed, **options)
    rng = random.Random(seed)
    position: Position = match.position()
    seen = [position]
    while not match.over:
        seat = min(match.to_act)
        moves = freaky.legal(position)
        assert sorted(moves) == sorted(str(move) for move in match.legal(seat))
        move = player(moves, position, rng)
        position = freaky.after(position, move, Seeded(0))
        match.play(seat, move)
        assert freaky.canonical(match.position()) == freaky.canonical(position), f"after {move}"
        seen.append(position)
    assert freaky.legal(position) == []
    assert match.scores == [len(cards) for cards in position["taken"]]
    assert match.winners == set(freaky.winners(position))
    return match, seen


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("player", [anything, takes_all])
def test_whole_games_agree(players: int, player: Player) -> None:
    for seed in range(6):
        whole_game(players, seed, player, taking=("spot", "help")[seed % 2])


@pytest.mark.parametrize("players", range(2, 6))
def test_games_with_many_rows_agree(players: int) -> None:
    most = 0
    for seed in range(3):
        _, seen = whole_game(players, seed, many_rows)
        most = max(most, max(len(position["rows"]) for position in seen))
    assert 9 <= most <= 46


@pytest.mark.parametrize("players", range(2, 6))
def test_games_with_long_rows_agree(players: int) -> None:
    longest = 0
    for seed in range(3):
        _, seen = whole_game(players, seed, one_long_row)
        longest = max(longest, max(len(row) for position in seen for row in position["rows"]))
    assert 30 <= longest <= 103


@pytest.mark.parametrize("players", range(2, 6))
def test_the_checker_deals_and_plays_by_itself(players: int) -> None:
    chance = Seeded(players)
    position = freaky.deal(players, "spot", players - 1, chance)
    while position["to_act"]:
        cards = [card for place in ("hands", "rows", "taken") for cards in position[place] for card in cards]
        assert sorted(cards + position["pile"]) == sorted(freaky.deck())
        position = freaky.after(position, chance.pick(freaky.legal(position)), chance)
    match = parlour.position("freaky", position)
    assert match.winners == set(freaky.winners(position))


def test_the_checker_by_hand() -> None:
    # FR-6, FR-7: red/green/5 fits by value on row 2 and by its background on row 1, blue/red/1 on none.
    position: Position = {
        "players": 2,
        "to_act": [0],
        "stage": "play",
        "hands": [["red/green/5", "blue/red/1", "red/blue/3"], ["green/red/1", "green/red/2", "green/red/4"]],
        "rows": [["red/orange/4"], ["orange/purple/5"]],
        "taken": [[], []],
        "pile": ["yellow/green/1"],
    }
    assert freaky.legal(position) == [
        "play red/green/5 on row 1",
        "play red/green/5 on row 2",
        "new row blue/red/1",
        "play red/blue/3 on row 1",
    ]
    # FR-9: red backgrounds three times and a red circle are no four; one more background is.
    row = ["red/orange/4", "red/blue/3", "red/green/5", "green/red/1"]
    assert not freaky.can_be_taken(row)
    assert freaky.can_be_taken([*row, "red/purple/2"])
    # FR-12: one card is left and one is missing; then one is missing and none is left.
    position = freaky.after(position, "new row blue/red/1", Seeded(0))
    position = freaky.after(position, "finish", Seeded(0))
    assert (position["to_act"], position["pile"]) == ([1], [])
    position = freaky.after(position, freaky.legal(position)[0], Seeded(0))
    position = freaky.after(position, "finish", Seeded(0))
    assert (position["to_act"], position["winners"]) == ([], [0, 1])
