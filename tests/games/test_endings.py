"""Every game says why it is over, whatever ended it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from parlour.engine.game import Telling

REASONS = {
    "ka-blam": {"The 50 points are reached."},
    "go-fox": {"The pile is empty."},
    "read-and-grab": {"No card is left in the middle."},
    "freaky": {"Too few cards are left to draw up to three."},
    "game-on": {
        "The draw piles are empty, and nobody plays on.",
        "For three rounds nobody has played, stolen or converted.",
        "The Black Card has come up.",
        "The last Black Card has come up.",
    },
    "game-on-coop": {
        "The team has reached 20 points.",
        "The House has reached 20 points.",
        "Both sides have reached 20 points: the higher total wins, and a tie goes to the House.",
        "The Game Cards have run out: the higher total wins, and a tie goes to the House.",
    },
    "shapes": {"The first without cards wins.", "Nobody could place or draw any more: the fewest cards win."},
    **{
        f"shapes-{variant}": {"Everybody else is out.", "No card is left to place."}
        for variant in ("survivor", "pass", "draft")
    },
}


def played_out(game: str, seed: int, **options: Any) -> tuple[parlour.Match, str]:
    """A match played at random, and what was told of its last move."""
    match, luck, before = parlour.new(game, seed=seed, **options), random.Random(seed), None
    while not match.over:
        before = match.copy()
        seat = luck.choice(sorted(match.to_act))
        match.play(seat, luck.choice(match.legal(seat)))
    assert before is not None
    return match, match.tell(before, Telling(["Ann", "Ben"]))


@pytest.mark.parametrize("game", REASONS)
def test_a_game_says_why_it_is_over(game: str) -> None:
    options = {"target": 50} if game == "ka-blam" else {}
    for seed in range(3):
        match, _ = played_out(game, seed, **options)
        assert match.game.ending(match.reading) in REASONS[game]


@pytest.mark.parametrize("game", ["go-fox", "read-and-grab", "freaky", "game-on"])
def test_the_log_says_so_too(game: str) -> None:
    match, told = played_out(game, 1)
    assert match.game.ending(match.reading) in told and "The game is over." in told


def test_turns_made_even_are_told() -> None:
    match, _ = played_out("go-fox", 1, even_turns=True)
    assert match.game.ending(match.reading) == "The pile is empty, and all have had as many turns."


def test_a_short_round_ends_by_the_last_card_or_by_the_exploding_one() -> None:
    reasons = set()
    for seed in range(12):
        match, told = played_out("ka-blam", seed, length="short")
        exploded = "KA-BLAM! card" in told
        reasons.add(match.game.ending(match.reading))
        assert ("KA-BLAM! card" in match.game.ending(match.reading)) == exploded
    assert len(reasons) == 2


def test_a_tie_that_the_house_breaks_is_no_target_reached() -> None:
    """CO-17: what the House adds for Black Cards comes after the end."""
    game = parlour.new("game-on-coop").game
    state = game.template()[0]
    state.team_points, state.house_points, state.black_out, state.deck_count = 19, 21, 2, 0
    assert game.ending(state) == "The Game Cards have run out: the higher total wins, and a tie goes to the House."
    state.deck_count = 1
    assert game.ending(state) == "The House has reached 20 points."
