"""What the words of a game mean is told as it is at the table: by its options and its number of players."""

from __future__ import annotations

import pytest

import parlour

GAMES = [("game-on", {}), ("game-on", {"timer": 2}), ("game-on-coop", {}), ("game-on-coop", {"black_cards": False})]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_meaning_is_a_line_or_two(game, options):
    meanings = parlour.find(game)(3, **options).meanings()
    assert {"points", "cover", "steal", "redraw", "finish", "OMNI", "black"} <= meanings.keys()
    for word, line in meanings.items():
        assert line.endswith(".") and len(line) <= 160, word


@pytest.mark.parametrize(("way", "do"), [("dice", "roll a die"), ("rock-paper-scissors", "rock"), ("trivia", "answer")])
def test_gc_7_competitions_are_told_as_they_are_settled(way, do):
    meanings = parlour.find("game-on")(2, competition=way).meanings()
    for word in ("compete", "steal", "do not defend"):
        assert do in meanings[word], word


def test_gc_31_why_all_start_below_nothing():
    match = parlour.new("game-on", players=2, seed=1)
    assert match.view(0)["points"] == [-3, -3]
    assert "\N{MINUS SIGN}3" in match.game.meanings()["points"]


def test_co_2_the_target_is_told():
    for players in (2, 5):
        game = parlour.find("game-on-coop")(players)
        assert f"{game.target} points" in game.meanings()["points"]


def test_gc_29_and_co_7_black_cards_are_explained_where_there_are_any():
    told = ["Black Card" in parlour.find(game)(3, **options).meanings() for game, options in GAMES]
    assert told == [False, True, True, False]
