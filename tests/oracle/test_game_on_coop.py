"""Cooperative Game-On: the slow checker in whole games by itself, and our rules against it, every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

import parlour

from . import game_on_coop
from .enumerate import Position
from .game_on_coop import LONG, SHAPES, SHORT
from .test_oracle import Seeded

Player = Callable[[Position, int, random.Random], str]  # chooses one of the legal moves of the seat
PACES = ("printed", "even", "each")


def anything(position: Position, seat: int, rng: random.Random) -> str:
    return rng.choice(game_on_coop.legal(position, seat))


def builder(position: Position, seat: int, rng: random.Random) -> str:
    """Covers whatever it can, the oldest card first; redraws when nothing fits."""
    moves = game_on_coop.legal(position, seat)
    covers = [move for move in moves if move.startswith("cover")]
    oldest = [move for move in covers if move.split(" ")[4] == covers[0].split(" ")[4]]
    return rng.choice(oldest or [move for move in moves if move == "redraw"] or ["finish"])


def plotter(position: Position, seat: int, rng: random.Random) -> str:
    """Joins in what another has committed to, or begins what all can join; otherwise mostly looks for other cards."""
    moves = game_on_coop.legal(position, seat)
    plots = {move: plot(position, move) for move in moves if move.startswith(("steal", "scuttle"))}
    joined = [move for move, aim in plots.items() if aim in position["commitments"]]
    shared = [move for move, aim in plots.items() if all_can_join(position, aim)]
    if joined or shared:
        return rng.choice(joined or shared)
    if rng.random() < 0.03:
        return rng.choice(moves)
    return "redraw" if "redraw" in moves else "finish"


def plot(position: Position, move: str) -> dict[str, str]:
    """What is committed to by this move."""
    words = move.split(" ")
    if words[0] == "steal":
        return {"to": "steal", "card": f"{words[1]} {words[2]}", "shape": words[4]}
    return {"to": "scuttle", "card": SHORT[position["track"][int(words[2]) - 1]], "shape": words[4]}


def all_can_join(position: Position, aim: dict[str, str]) -> bool:
    colour = game_on_coop.colours_of(LONG[aim["card"]])[SHAPES.index(aim["shape"])]
    return all(
        seat in position["to_act"]
        and position["commitments"][seat] is None
        and f"{colour} {aim['shape']}" in position["hands"][seat]
        for seat in range(position["players"])
    )


class Alike:
    """Chance that shuffles equal decks into equal orders: all players begin with the same cards."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffle(self, cards: list[str]) -> list[str]:
        return random.Random(self.seed).sample(cards, len(cards))

    def pick(self, cards: list[str]) -> str:
        raise AssertionError("nothing in this game is picked by chance")


def all_is_there(position: Position, black: bool) -> None:
    """Every card is somewhere, once; the places agree with each other."""
    players: int = position["players"]
    game_cards = [card for place in ("track", "deck", "team", "house", "out") for card in position[place]]
    all_cards = game_on_coop.game_cards(players, position["options"]) + ["black card"] * players * black
    assert sorted(game_cards) == sorted(all_cards)
    for seat in range(players):
        own = [card for place in ("hands", "piles", "discards", "committed") for card in position[place][seat]]
        for covers, owners in zip(position["covers"], position["covered_by"], strict=True):
            own += [card for card, owner in zip(covers, owners, strict=True) if owner == seat]
        assert sorted(own) == sorted(game_on_coop.player_deck())
        assert len(position["hands"][seat]) + len(position["committed"][seat]) <= 2
        assert (position["commitments"][seat] is None) == (position["committed"][seat] == [])
    assert len(position["track"]) == len(position["covers"]) == len(position["covered_by"]) <= 4
    assert all(position["covers"][number - 1] == [None] * 3 for number in position["scuttled"])
    if position["to_act"]:
        assert max(game_on_coop.points(position)) < 10 * players


def play_out(position: Position, player: Player, seed: int) -> list[Position]:
    """A whole game of the checker by itself: every position, the finished one last."""
    chance, rng = Seeded(seed), random.Random(seed)
    black = "black card" in position["deck"]
    seen = [position]
    all_is_there(position, black)
    while position["to_act"]:
        seat = rng.choice(position["to_act"])
        move = player(position, seat, rng)
        following = game_on_coop.after(position, seat, move, chance)
        assert game_on_coop.differences(position, seat, move, following) == []
        all_is_there(following, black)
        position = following
        seen.append(position)
    assert position["winners"] == game_on_coop.winners(position)
    assert all(game_on_coop.legal(position, seat) == [] for seat in range(position["players"]))
    # Every round brings a new Game Card.
    assert position["round"] <= 16 * max(3, position["players"])
    return seen


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("pace", PACES)
def test_the_checker_plays_by_itself(players: int, pace: str) -> None:
    for seed, player in enumerate((anything, builder, plotter, anything)):
        options = {"pace": pace, "black_cards": seed % 2 == 0, "hands": ("open", "hidden")[seed // 2]}
        play_out(game_on_coop.deal(players, options, Seeded(seed)), player, seed)


def stolen_and_scuttled(seen: list[Position]) -> tuple[int, int]:
    """How many Game Cards were stolen in a game, and how many turned over."""
    stolen = sum(len(following["house"]) < len(before["house"]) for before, following in pairwise(seen))
    scuttled = sum(len(following["scuttled"]) > len(before["scuttled"]) for before, following in pairwise(seen))
    return stolen, scuttled


@pytest.mark.parametrize("players", range(2, 7))
def test_the_checker_steals_and_scuttles(players: int) -> None:
    games = [play_out(game_on_coop.deal(players, {}, Alike(seed)), plotter, seed) for seed in range(3)]
    counts = [stolen_and_scuttled(game) for game in games]
    assert sum(stolen for stolen, _ in counts) and sum(scuttled for _, scuttled in counts), counts


def test_both_sides_win_now_and_then() -> None:
    won = [
        bool(play_out(game_on_coop.deal(3, {"pace": pace}, Seeded(seed)), builder, seed)[-1]["winners"])
        for pace in ("printed", "each")
        for seed in range(3)
    ]
    assert won == [True] * 3 + [False] * 3


# Our rules against the checker


def whole_game(match: parlour.Match, player: Player, seed: int) -> list[Position]:
    """A whole game, in which both must always agree: on the legal moves of every seat, and on what a move leads to."""
    rng = random.Random(seed)
    position: Position = match.position()
    seen = [position]
    while not match.over:
        for seat in range(position["players"]):
            assert sorted(game_on_coop.legal(position, seat)) == sorted(str(move) for move in match.legal(seat))
        seat = rng.choice(sorted(match.to_act))
        move = player(position, seat, rng)
        match.play(seat, move)
        following: Position = match.position()
        found = game_on_coop.differences(position, seat, move, following)
        assert not found, f"after {move!r} of seat {seat}: " + "; ".join(found)
        position = following
        seen.append(position)
    assert match.winners == set(position["winners"]) == set(game_on_coop.winners(position))
    assert all(match.legal(seat) == [] for seat in range(position["players"]))
    return seen


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("pace", PACES)
def test_whole_games_agree(players: int, pace: str) -> None:
    for seed, player in enumerate((anything, builder, plotter, builder, plotter, anything)):
        types = ",".join(random.Random(seed).sample(game_on_coop.TYPES, players))
        match = parlour.new(
            "game-on-coop",
            players=players,
            seed=seed,
            pace=pace,
            black_cards=seed % 2 == 0,
            hands=("open", "hidden")[seed // 2 % 2],
            types=("by seat", types)[seed // 3],
        )
        assert game_on_coop.deal_differences(match.position()) == []
        whole_game(match, player, seed)


@pytest.mark.parametrize("players", range(2, 7))
def test_games_with_steals_and_scuttles_agree(players: int) -> None:
    counts = []
    for seed in range(6):
        dealt = game_on_coop.deal(players, {"pace": PACES[seed % 3]}, Alike(seed))
        match = parlour.position("game-on-coop", dealt)
        assert game_on_coop.canonical(match.position()) == game_on_coop.canonical(dealt)
        counts.append(stolen_and_scuttled(whole_game(match, plotter, seed)))
    assert sum(stolen for stolen, _ in counts) and sum(scuttled for _, scuttled in counts), counts
