"""Bots talk to their team, within what the table lets them tell."""

import random

import pytest

import parlour
from parlour.bots.levels import bot
from parlour.bots.talk import says


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_what_is_said_is_true_and_names_no_hidden_card(hands: str) -> None:
    match = parlour.new("game-on-coop", players=3, seed=5, pace="even", hands=hands)
    luck, player, helped = random.Random(2), bot("fair", 1), 0
    for _ in range(60):
        if match.over:
            break
        seat = luck.choice(sorted(match.to_act))
        view, said = match.view(seat), says(match, seat)
        covers = [str(move) for move in match.legal(seat) if str(move).startswith("cover")]
        assert said.startswith("I can cover the ") == bool(covers)
        if covers:
            place = int(said.split(" of card ")[1].split()[0].rstrip("."))
            assert any(f"of card {place} with" in move for move in covers)
            first = said.split(". It then needs")[0]
            assert (" with " in first) == (hands == "open")
            needs = said.partition("It then needs ")[2]
            assert all(part in view["track"][place - 1]["card"] for part in needs.rstrip(".").split() if part in SHAPES)
            helped += 1
        match.play(seat, player.choose(match, seat))
    assert helped > 10


SHAPES = ("square", "circle", "triangle")


def test_nobody_talks_where_there_is_no_team() -> None:
    assert says(parlour.new("game-on", players=2, seed=1), 0) == ""
