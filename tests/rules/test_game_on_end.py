"""Game-On Competitive, clean-up, draw and end: GC-27 to GC-32."""

from __future__ import annotations

import re
from typing import Any

import pytest

import parlour
from parlour.games.game_on import GameOn

from .game_on import (
    BLUE,
    RED,
    SHOWN,
    area,
    control,
    discards,
    finish,
    held,
    refused,
    stage,
    told,
)
from .tables import SEATS, A, B, C, D, cards, game_on, legal, play

# Clean up and draw


def test_gc_27_who_alone_has_matched_all_takes_the_card():
    match = game_on(
        A="red triangle", B="", C="omni 3", covers={"A1": "red square, red circle, -", "B1": "red square, -, -"},
        piles={"A": "", "B": "", "C": ""},
    )  # fmt: skip
    play(match, "A: cover triangle of card 1 with red triangle", "C: cover triangle of card 1 with omni 3")
    finish(match)
    assert control(match, A) == ["sun 9"]
    assert set(cards(RED)) <= set(discards(match, A)) and held(match, A) == []
    assert held(match, B) == ["red square"] and held(match, C) == ["omni 3"]
    assert match.view(A)["known"] == [[], ["red square"], ["omni 3"]]


def test_gc_27_what_came_back_is_known_until_it_is_played():
    match = game_on(A="", B="blue square", covers={"A1": RED, "B1": "black square, -, -"}, deck="star 1, ...")
    finish(match)
    assert match.view(A)["known"][B] == ["black square"]
    play(match, "B: cover square of card 2 with black square")
    assert match.view(A)["known"][B] == [] and match.position()["known"][B] == []


def test_gc_27_several_cards_in_one_round():
    match = game_on(A="", B="", covers={"A1": RED, "A3": BLUE, "B4": "white square, white circle, white triangle"})
    finish(match)
    assert control(match, A) == ["sun 9", "sun 11"] and control(match, B) == ["sun 12"]
    assert None not in area(match) and area(match)[1] == "sun 10"


def test_gc_27_after_the_steals():
    match = game_on(A="", B="red circle", C="", control={"C": "moon 9"}, covers={"A1": RED})
    play(match, "B: steal moon 9 with red circle")
    finish(match)
    assert stage(match) == "defend" and control(match, A) == [] and area(match)[0] == "sun 9"
    play(match, "C: do not defend")
    assert control(match, A) == ["sun 9"]


def test_gc_28_new_game_cards_and_then_up_to_three():
    match = game_on(
        A="", B="red square, blue square", C="red square, red circle, red triangle", D=BLUE + ", omni 1",
        covers={"A1": RED, "A3": BLUE}, deck="star 1, star 2, star 3, ...",
        piles={"A": "white square, white circle, omni 2, omni 3", "B": "white triangle, white circle"},
    )  # fmt: skip
    finish(match)
    assert area(match) == ["star 1", "sun 10", "star 2", "sun 12"]
    assert held(match, A) == ["omni 2", "white circle", "white square"]
    assert held(match, B) == ["blue square", "red square", "white triangle"]
    assert held(match, C) == sorted(cards(RED)) and len(held(match, D)) == 4
    assert match.view(None)["piles"][A] == 1 and match.view(None)["piles"][B] == 1


def test_gc_28_whatever_they_did_in_the_round():
    match = game_on(A="red square", B="red square", C="red square", control={"B": "sun 13"})
    play(match, "A: redraw", "B: convert with sun 13")
    finish(match)
    assert match.view(None)["hand_sizes"] == [3, 3, 3]


def test_gc_28_as_many_as_there_are():
    match = game_on(A="", B="red square", C="", piles={"A": "omni 1", "B": "", "C": "omni 1, omni 2"})
    finish(match)
    assert [held(match, seat) for seat in (A, B, C)] == [["omni 1"], ["red square"], ["omni 1", "omni 2"]]


def test_gc_28_when_the_deck_is_out_the_place_stays_empty():
    match = game_on(A="", B="red square", covers={"A1": RED, "A3": BLUE}, deck="star 1", gone=["..."])
    finish(match)
    assert area(match) == ["star 1", "sun 10", None, "sun 12"]
    assert match.view(None)["oldest_first"] == [2, 4, 1]
    refused(match, B, "cover square of card 3 with red square", "there is no card 3 in the Play Area")
    finish(match)
    assert area(match) == ["star 1", "sun 10", None, "sun 12"]


def test_gc_28_more_than_three_may_be_held():
    match = game_on(A="blue square, blue circle, omni 1", B="", covers={"A1": "red square, red circle, -", "B1": RED})
    finish(match)
    assert held(match, A) == sorted(cards("blue square, blue circle, omni 1, red square, red circle"))
    finish(match)
    assert len(held(match, A)) == 5


# The timer


@pytest.mark.parametrize("timer", range(7))
def test_gc_29_black_cards_are_shuffled_in_after_the_first_four(timer: int):
    depths: set[int] = set()
    for seed in range(25):
        match = parlour.new("game-on", players=2, seed=seed, timer=timer)
        deck = match.position()["deck"]
        assert deck.count("black card") == timer and len(deck) == 44 + timer
        assert "black card" not in match.position()["area"] and None not in area(match)
        assert match.view(None)["black_out"] == 0 and match.view(None)["timer"] == timer
        assert match.view(None)["deck"] == 44 + timer
        depths.update(place for place, card in enumerate(deck) if card == "black card")
    assert bool(timer) == (len(depths) > 12)


def test_gc_29_by_default_there_is_none_and_at_most_six():
    assert parlour.new("game-on", seed=1).view(None)["timer"] == 0
    for timer in (-1, 7, "many"):
        with pytest.raises(parlour.BadOption, match="option timer: .* a whole number from 0 to 6"):
            parlour.new("game-on", timer=timer)


def test_gc_29_the_set_up_says_what_few_and_many_mean():
    (timer,) = [option for option in GameOn.options if option.name == "timer"]
    assert "one makes it short, six seldom do" in timer.help


def test_gc_29_one_that_comes_up_is_set_aside_and_replaced():
    match = game_on(
        A="", B="", covers={"A1": RED, "A3": BLUE}, options={"timer": 3},
        deck="black card, star 1, black card, star 2, black card, ...",
    )  # fmt: skip
    play(match, "A: finish")
    heard = told(match, B, "finish")
    assert area(match) == ["star 1", "sun 10", "star 2", "sun 12"]
    assert match.view(None)["black_out"] == 2 and not match.over
    assert match.position()["set_aside"] == ["black card"] * 2
    assert "A Black Card comes up, number 1 of 3. New in the Play Area: star 1." in heard
    assert "A Black Card comes up, number 2 of 3. New in the Play Area: star 2." in heard
    assert control(match, A) == ["sun 9", "sun 11"] and control(match, B) == []


@pytest.mark.parametrize("timer", range(1, 7))
def test_gc_29_when_all_are_out_the_game_ends_after_the_draw(timer: int):
    before = ", ".join(["black card"] * (timer - 1))
    match = game_on(
        A="", B="red square", covers={"A1": RED, "A3": BLUE}, options={"timer": timer},
        deck=f"{before}, star 1, black card, star 2, ...",
    )  # fmt: skip
    play(match, "A: finish")
    heard = told(match, B, "finish")
    assert match.over and match.winners == {A}
    assert area(match) == ["star 1", "sun 10", "star 2", "sun 12"]  # what came up was replaced
    assert match.view(None)["hand_sizes"] == [3, 3]  # drawn before the end
    assert match.scores == [4 + 4 - 3, -3]
    last = "last " if timer > 1 else ""
    assert heard.endswith(f"The game is over. The {last}Black Card has come up. Ann wins with 5 points!")


def test_gc_29_not_before_all_are_out():
    match = game_on(A="", B="", covers={"A1": RED}, options={"timer": 2}, deck="black card, star 1, black card, ...")
    finish(match)
    assert not match.over and match.view(None)["black_out"] == 1


def test_gc_29_the_last_card_of_the_deck_may_be_black():
    match = game_on(A="", B="", covers={"A1": RED}, options={"timer": 1}, deck="black card", gone=["..."])
    finish(match)
    assert match.over and area(match) == [None, "sun 10", "sun 11", "sun 12"]


# The end

NO_PILES = {"A": "", "B": ""}


def test_gc_30_with_empty_piles_it_ends_when_nobody_can_act():
    match = game_on(
        A="red square, blue circle", B="", piles=NO_PILES, area="sun 10, sun 12, -, -", deck="", gone=["..."]
    )
    assert legal(match, A) == {"finish"}
    finish(match)
    assert match.over and legal(match, A) == legal(match, B) == set()
    assert match.scores == [-2, 0] and match.winners == {B}


def few_left(a: str, b: str = "", **more: Any) -> parlour.Match:
    """Nothing to draw; in the round just over A covered a shape, so not all passed."""
    defaults: dict[str, Any] = {
        "area": "sun 10, sun 12, -, -", "deck": "", "gone": ["..."], "piles": NO_PILES, "deeds": {"A": "played"},
    }  # fmt: skip
    return game_on(A=a, B=b, **{**defaults, **more})


def test_gc_30_a_card_that_can_be_played_keeps_it_going():
    match = few_left("yellow square, blue circle")
    finish(match)
    assert not match.over
    match = few_left("blue square, blue circle")
    finish(match)
    assert match.over


def test_gc_30_a_shape_that_is_covered_already_is_nothing_to_do():
    match = few_left("yellow square", covers={"A1": "yellow square, -, -"})
    finish(match)
    assert match.over
    match = few_left("yellow square", covers={"B1": "yellow square, -, -"})
    finish(match)
    assert not match.over


def test_gc_30_so_does_a_card_that_can_be_stolen():
    match = few_left("blue square", control={"B": "moon 11"})
    finish(match)
    assert not match.over
    for more in ({"locked": "moon 11"}, {"beaten": {"A": "moon 11"}}):
        match = few_left("blue square", control={"B": "moon 11"}, **more)
        finish(match)
        assert match.over
    match = few_left("blue square", control={"A": "moon 11"})
    finish(match)
    assert match.over  # nobody steals from themselves


def test_gc_30_so_does_a_card_to_convert_with():
    match = few_left("blue square", control={"A": "moon 13"})
    finish(match)
    assert not match.over
    for hand, more in (
        ("blue square", {"locked": "moon 13"}),
        ("", {}),
        ("blue square", {"control": {"A": "moon 1"}}),
    ):
        match = few_left(hand, **{"control": {"A": "moon 13"}, **more})
        finish(match)
        assert match.over


def test_gc_30_what_was_under_attack_counts_again_in_the_next_round():
    match = few_left("blue square", b="red square", control={"A": "moon 13"})
    play(match, "B: steal moon 13 with red square")
    finish(match)
    play(match, "A: defend with blue square")  # which comes back in the draw step
    assert held(match, A) == ["blue square"] and not match.over


def test_gc_30_with_empty_piles_it_ends_when_all_passed():
    match = game_on(A="red square", B="red circle", piles=NO_PILES)
    assert len(legal(match, A)) > 1
    finish(match)
    assert match.over and match.winners == {A, B}


@pytest.mark.parametrize("deed", ["cover square of card 1 with red square", "steal moon 9 with red square"])
def test_gc_30_who_played_or_stole_did_not_pass(deed: str):
    match = game_on(A="red square, blue circle", B="red circle", piles=NO_PILES, control={"B": "moon 9"})
    play(match, f"A: {deed}")
    finish(match)
    if stage(match) == "defend":
        play(match, "B: do not defend")
    assert not match.over
    finish(match)
    assert match.over


def test_gc_30_who_converted_did_not_pass():
    match = game_on(A="red square", B="red circle", piles=NO_PILES, control={"A": "sun 13"})
    play(match, "A: convert with sun 13")
    finish(match)
    assert not match.over


def test_gc_30_a_redraw_is_not_a_pass():
    """All piles are empty after the draw, and all but one passed: that one redrew, and drew the last cards."""
    match = game_on(A="red square, red circle", B="red circle", piles={"A": "blue circle", "B": ""})
    play(match, "A: redraw")
    finish(match)
    assert match.view(None)["piles"] == [0, 0] and held(match, A) == ["blue circle", "red circle", "red square"]
    assert not match.over
    finish(match)
    assert match.over


def test_gc_30_not_while_there_is_a_card_to_draw():
    match = game_on(A=RED, B="red circle", piles={"A": "blue circle", "B": ""})
    finish(match)
    assert not match.over
    nobody_can = few_left("blue square, blue circle, blue triangle", piles={"A": "blue square", "B": ""})
    finish(nobody_can)
    assert not nobody_can.over


@pytest.mark.parametrize("redrawing", [False, True])
def test_gc_30_three_idle_rounds_end_it_in_any_case(redrawing: bool):
    match = parlour.new("game-on", players=3, seed=6)
    for number in range(3):
        assert not match.over and match.view(None)["round"] == number + 1
        if redrawing:
            play(match, "B: redraw")
        finish(match)
    assert match.over and match.view(None)["piles"] == [30, 30, 30]


@pytest.mark.parametrize(
    "deed", ["cover square of card 1 with red square", "steal moon 9 with red square", "convert with sun 13"]
)
def test_gc_30_a_round_with_a_deed_starts_the_count_again(deed: str):
    match = game_on(A="red square, blue circle, omni 1", B=BLUE, control={"A": "sun 13", "B": "moon 9"}, idle=2)
    play(match, f"A: {deed}")
    finish(match)
    if stage(match) == "defend":
        play(match, "B: do not defend")
    assert not match.over and match.position()["idle"] == 0
    for number in (1, 2, 3):
        assert not match.over
        finish(match)
        assert match.position()["idle"] == number
    assert match.over


def test_gc_30_two_idle_rounds_are_not_enough():
    match = game_on(A="red square", B="", idle=1)
    finish(match)
    assert not match.over and match.position()["idle"] == 2


# The score


def test_gc_31_points_chevrons_and_cards_left_in_hand():
    match = game_on(
        A="red square, red circle", B="", C="omni 1",
        control={"A": "sun 1, sun 2, sun 13", "B": "moon 9, moon 4", "C": ""},
    )  # fmt: skip
    assert match.scores == [2 + (2 + 1) + 1 - 2, (3 + 1) + (2 + 1), -1]
    assert match.view(None)["points"] == match.scores


@pytest.mark.parametrize("name", list(SHOWN)[:48])
def test_gc_31_every_game_card_counts_what_stands_on_it(name: str):
    others = [card for card in ("star 9", "star 10", "star 11", "star 12", "star 1") if card != name]
    match = game_on(A="", B="", area=", ".join(others[:4]), control={"B": name})
    printed = SHOWN[name]
    points = int(re.findall(r"(\d) point", printed)[0])
    assert match.scores == [0, points + ("chevron" in printed)]
    shut = game_on(A="", B="", area=", ".join(others[:4]), control={"B": name}, locked=name)
    assert shut.scores == shut.view(None)["points"] == [0, points]  # a locked card's chevron does not show


def test_gc_31_what_lies_on_game_cards_or_in_the_pile_costs_nothing():
    match = game_on(
        A="", B="red circle", control={"A": "moon 9"}, covers={"A1": "red square, red circle, -"},
        attacks=["B: moon 9 with omni 1 as square"],
    )  # fmt: skip
    assert match.scores == [4, -1]


def ended(**position: Any) -> parlour.Match:
    """All pass with empty piles."""
    seats = [seat for seat in SEATS if seat in position]
    match = game_on(**position, piles=dict.fromkeys(seats, ""))
    finish(match)
    assert match.over
    return match


def test_gc_31_most_points_win():
    match = ended(A="", B="", C="red square", control={"A": "sun 1", "B": "sun 2", "C": "sun 3, moon 13"})
    assert match.scores == [2, 3, 2] and match.winners == {B}
    below_zero = ended(A="red square, red circle", B="red square", C="red square, red circle, omni 1")
    assert below_zero.scores == [-2, -1, -3] and below_zero.winners == {B}


# Ties


def test_gc_32_among_the_tied_the_most_game_cards_of_the_own_type_win():
    match = ended(A="", B="", C="", control={"A": "sun 1, moon 1", "B": "star 1, star 3", "C": "sun 3"})
    assert match.scores == [4, 4, 2] and match.winners == {A}  # one sun against no moon
    more = ended(A="", B="", control={"A": "sun 13, sun 14, star 1", "B": "moon 1, moon 3, star 3"})
    assert more.scores == [4, 6] and more.winners == {B}  # points come first
    several = ended(A="", B="", control={"A": "sun 1, star 1, star 3", "B": "moon 1, moon 3, star 5"})
    assert several.scores == [6, 6] and several.winners == {B}


def test_gc_32_locked_cards_count_too():
    match = ended(A="", B="", control={"A": "sun 1, star 3", "B": "moon 2, moon 3, star 9"}, locked="moon 2")
    assert match.scores == [4, 2 + 2 + 4]
    tied = ended(A="", B="", control={"A": "sun 1, star 3, star 5", "B": "moon 2, moon 3, star 1"}, locked="moon 2")
    assert tied.scores == [6, 6] and tied.winners == {B}


def test_gc_32_still_tied_is_shared():
    match = ended(A="", B="", C="", control={"A": "sun 1", "B": "moon 1", "C": "sun 3"})
    assert match.scores == [2, 2, 2] and match.winners == {A, B}
    nobody = ended(A="", B="", C="", D="red square")
    assert nobody.winners == {A, B, C}


def test_gc_32_the_own_type_is_that_of_the_deck_chosen():
    match = ended(A="", B="", control={"A": "moon 1", "B": "sun 1"}, options={"types": "moon,sun"})
    assert match.winners == {A, B}
    match = ended(A="", B="", control={"A": "moon 1", "B": "star 1"}, options={"types": "moon,sun"})
    assert match.winners == {A}


def test_gc_32_only_among_the_tied():
    match = ended(
        A="", B="", C="", D="", control={"A": "moon 1, moon 3", "B": "star 1, star 3", "C": "sun 3", "D": "leaf 1"}
    )
    assert match.scores == [4, 4, 2, 2] and match.winners == {A, B}  # D's own type is of no avail


def test_when_it_is_over_nothing_can_be_done():
    match = ended(A="red square", B="")
    refused(match, A, "finish", "the game is over")
