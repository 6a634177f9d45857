"""How a game stands where a search stops in the middle of it: what is about to be won or lost counts."""

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.levels import can_search
from parlour.engine.match import Match
from parlour.engine.verbs import outlook
from parlour.testing import moments
from tests.rules.tables import A, B, C, coop, ka_blam

CARD_GAMES = [game for game in parlour.GAMES if can_search(game())]


def outlook_of(match: Match) -> list[float]:
    out = np.full(match.game.players, np.nan)
    outlook(match.states[0], out)
    return [float(one) for one in out]


@pytest.mark.parametrize("kind", CARD_GAMES, ids=lambda kind: kind.id)
@pytest.mark.parametrize("players", [2, 4])
def test_every_seat_has_one_and_a_team_has_the_same(kind: type[parlour.Game], players: int) -> None:
    for match in moments(kind(players), 5):
        if not match.over:
            found = outlook_of(match)
            assert np.isfinite(found).all()
            assert len(set(found)) == 1 or not kind.all_may_lose
            if kind.rules.outlook is kind.rules.score:
                assert found == match.scores


def test_ka_blam_who_holds_fewer_cards_may_well_win_the_round() -> None:
    few = outlook_of(ka_blam("red 5", length="long", A="green 1", B="green 2, green 3, green 4"))
    many = outlook_of(ka_blam("red 5", length="long", A="green 1, green 2", B="green 3, green 4"))
    assert few[A] > few[B]
    assert few[A] > many[A]


def test_ka_blam_the_prize_is_what_the_others_hold() -> None:
    cheap = outlook_of(ka_blam("red 5", length="long", A="green 1", B="green 2, blue 3"))
    dear = outlook_of(ka_blam("red 5", length="long", A="green 1", B="green 11, blue 10"))
    assert dear[A] > cheap[A]
    assert dear[B] == pytest.approx(cheap[B])


@pytest.mark.parametrize("length", ["short", "long"])
def test_ka_blam_who_exploded_has_nothing_to_win(length: str) -> None:
    match = ka_blam("red 5", length=length, turn=A, A="green 1", B="green 2, ka-blam", C="green 3, green 4")
    found = outlook_of(match)
    assert found[B] == 0
    assert found[A] > found[C] > 0


def standing(*track: str, house: str = "") -> float:
    hands = {"A": "white square, white circle", "B": "white square, white circle"}
    return outlook_of(coop(*track, house=house, **hands))[A]


def test_coop_what_the_house_has_counts_against_the_team() -> None:
    assert standing("sun 2", house="sun 1") < standing("sun 2")


def test_coop_the_more_of_a_card_is_covered_the_better_and_a_scuttled_one_is_nobodys() -> None:
    bare, one = standing("sun 1"), standing("sun 1: A red square")
    two = standing("sun 1: A red square, B blue triangle")
    complete = standing("sun 1: A red square, B yellow circle, B blue triangle")
    assert bare < standing("sun 1: scuttled") == 0 <= one < two < complete == 2


def ahead_in_game_on(**changes: Any) -> float:
    """How far the first of two is ahead, in the middle of a match."""
    places: dict[str, Any] = {
        "players": 2,
        "to_act": [0, 1],
        "round": 4,
        "area": ["sun 1", "moon 13", "star 12", "sun 6"],
        "hands": [["red circle", "blue circle"], ["white square", "white circle"]],
        "covers": [[[None] * 3] * 2] * 4,
        "control": [["sun 13"], ["sun 9"]],
        "piles": [["white circle"] * 2, ["white triangle"] * 2],
        "discards": [["..."], ["..."]],
        **changes,
    }
    found = outlook_of(parlour.position("game-on", places))
    return found[A] - found[B]


def test_game_on_a_hand_costs_nothing_before_the_end() -> None:
    hands = [["red circle", "blue circle", "red triangle"], ["white square", "white circle"]]
    assert ahead_in_game_on(hands=hands) > ahead_in_game_on()


def test_game_on_cards_in_the_pile_are_still_to_be_played() -> None:
    piles = [["white circle"] * 2, ["white triangle"]]
    assert ahead_in_game_on(piles=piles) > ahead_in_game_on()


def test_game_on_what_is_covered_is_about_to_be_taken() -> None:
    bare: list[list[str | None]] = [[None] * 3] * 2
    started = [[["red square", None, None], [None] * 3], bare, bare, bare]
    nearly = [[["red square", "yellow circle", None], [None] * 3], bare, bare, bare]
    assert ahead_in_game_on(covers=nearly) > ahead_in_game_on(covers=started) > ahead_in_game_on()
