"""Bots talk to their team, within what the table lets them tell."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import parlour
from parlour.bots.levels import bot
from parlour.bots.talk import says, talks, tells_spectators
from parlour.engine.match import Match

from ..rules.tables import coop

HANDS = ["open", "hidden"]


def played(hands: str, players: int, games: int, wild: float = 0.0) -> Iterator[tuple[Match, int]]:
    """Moments before somebody moves; some of the moves are any that are allowed."""
    for seed in range(games):
        match = parlour.new("game-on-coop", players=players, seed=seed, pace="even", hands=hands)
        luck, child = random.Random(seed), bot("fair", seed)
        while not match.over:
            seat = luck.choice(sorted(match.to_act))
            yield match, seat
            match.play(seat, luck.choice(match.legal(seat)) if luck.random() < wild else child.choose(match, seat))


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_same_is_said_whatever_cannot_be_seen(hands: str, players: int) -> None:
    count = 0
    for match, seat in played(hands, players, games=2, wild=0.3):
        said = says(match, seat)
        for sample in range(3):
            other = match.redealt(seat, sample)
            assert other.view(seat) == match.view(seat)
            assert says(other, seat) == said
        count += said != ""
    assert count > 50


@pytest.mark.parametrize("players", [2, 4])
def test_with_hidden_hands_no_card_is_named_that_is_held(players: int) -> None:
    count = 0
    for match, seat in played("hidden", players, games=4, wild=0.3):
        view, said = match.view(seat), says(match, seat)
        public = {card for cards in view["committed"] for card in cards}
        for card in {*view["hand"]} - public:
            assert card not in said, (said, view["hand"])
            count += said != ""
        assert "OMNI" not in said
    assert count > 100


@pytest.mark.parametrize("hands", HANDS)
def test_who_plays_sensibly_does_what_it_says_next_or_soon(hands: str) -> None:
    meant = did = 0
    due: dict[int, str] = {}  # by seat: what it said before it first acted in this round
    for match, seat in played(hands, 3, games=5):
        view = match.view(seat)
        if view["deeds"][seat] == "nothing":
            due[seat] = says(match, seat)
            meant += 1
        after = match.copy()
        after.play(seat, bot("fair", 3).choose(match, seat))
        words = str(after.moves[-1][1]).split()
        if words[0] == "cover":
            name = view["track"][int(words[4]) - 1]["name"]
            kept = re.search(rf"\b{name}\b", due[seat]) and not re.match("Let's|I'd redraw", due[seat])
        else:
            kept = words[0] in due[seat]
        if kept:
            did += 1
            due[seat] = ""
    assert meant > 100
    assert did / meant > 0.9


HALF, RED = ["sun 9: B red circle"], "red square, white circle"
BEGUN = {"house": "sun 1", "committed": {"B": "steal sun 1 by square"}}


@pytest.mark.parametrize(
    ("track", "table", "opened", "hidden"),
    [
        (
            ["sun 9"],
            {"A": "red square, red circle", "B": "red triangle, white triangle"},
            "I'd put a red square and a red circle on sun 9. Who adds a red triangle?",
            "I can cover the square and circle of sun 9. Who has a red triangle?",
        ),
        (
            ["sun 13"],
            {"A": RED, "B": "blue circle, white triangle"},
            "I'd put a red square on sun 13. It needs a red circle and a yellow triangle.",
            "I can cover the square of sun 13. Who has a red circle and a yellow triangle?",
        ),
        (
            HALF,
            {"A": RED, "B": "", "finished": "B"},
            "I'd put a red square on sun 9. It needs a red triangle.",
            "I can cover the square of sun 9.",
        ),
        (
            ["sun 9", "sun 11", "sun 12", "star 10"],
            {"A": "red square, red circle", "B": "white circle, white triangle"},
            "I'd put a red square and a red circle on sun 9, which is lost, for a new card.",
            "I can cover the square and circle of sun 9. Who has a red triangle?",
        ),
        (
            ["sun 9: B red circle, B red triangle"],
            {"A": "omni 1, white circle", "B": ""},
            "I'd complete sun 9 with an OMNI.",
            "I can complete sun 9.",
        ),
        (
            ["sun 10"],
            {"A": RED, "B": "blue circle, white triangle"},
            "I'd redraw: my red square and my white circle fit nowhere.",
            "I'd redraw: not all of my cards help.",
        ),
        (
            ["sun 11"],
            {"A": RED, "B": "red square, yellow triangle", "house": "sun 1"},
            "Let's steal sun 1: each of us has a red square.",
            "I'd redraw: not all of my cards help.",
        ),
        (
            ["sun 9", "sun 11", "sun 5", "star 10"],
            {"A": RED, "B": RED},
            "Let's scuttle sun 9: each of us has a red square.",
            "I'd redraw: not all of my cards help.",
        ),
        (["sun 11"], {"A": RED, "B": "white circle", **BEGUN}, *["I'd steal sun 1 with you."] * 2),
        (
            ["sun 11"],
            {"A": "yellow square, white circle", "B": "white circle", **BEGUN},
            "I'd redraw: my yellow square and my white circle fit nowhere.",
            "I cannot steal sun 1 with you: I have no red square.",
        ),
        (
            ["sun 11"],
            {"A": "white circle", "B": RED, "house": "sun 1", "committed": {"A": "steal sun 1 by square"}},
            *["Let's steal sun 1 together: who else has a red square?"] * 2,
        ),
    ],
)
def test_what_is_said(track: list[str], table: dict[str, Any], opened: str, hidden: str) -> None:
    assert says(coop(*track, **table), 0) == opened
    assert says(coop(*track, **table, options={"hands": "hidden"}), 0) == hidden


def test_nobody_talks_where_there_is_no_team() -> None:
    match = parlour.new("game-on", players=2, seed=1)
    assert says(match, 0) == ""
    assert not talks(match.game)


@pytest.mark.parametrize("hands", HANDS)
def test_who_watches_hears_of_no_hands(hands: str) -> None:
    match = parlour.new("game-on-coop", players=2, seed=1, hands=hands)
    assert match.view(None)["hands"] == [None, None]
    assert tells_spectators(match.game) == (hands == "hidden")
