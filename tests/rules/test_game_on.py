"""Game-On Competitive, getting ready and acting: GC-2 and GC-5 to GC-17.

What is printed on the cards is tested in tests/components.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.components.game_on_cards import GameOnCards
from parlour.components.trivia import Trivia

from .game_on import (
    BLUE,
    COLOURS,
    FULL_DECK,
    HANDS,
    OMNIS,
    PLAYER_COUNTS,
    RED,
    SHAPES,
    SHOWN,
    TYPES,
    all_have_everything,
    area,
    control,
    covers,
    discards,
    finish,
    fits,
    held,
    locked,
    refused,
    short,
    stage,
    told,
)
from .tables import A, B, C, cards, game_on, legal, names_in, play, views

# The cards


def test_gc_2_each_has_a_deck_of_coloured_shapes_and_omnis():
    match = parlour.new("game-on", players=6, seed=1)
    assert match.view(None)["types"] == list(TYPES)
    all_have_everything(match)
    shapes = [card.split() for card in FULL_DECK if card not in OMNIS]
    assert all(colour in (*COLOURS, "black") and shape in SHAPES for colour, shape in shapes)


# Getting ready


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gc_5_each_has_a_deck_of_another_type_by_seat(players: int):
    match = parlour.new("game-on", players=players, seed=1)
    assert match.view(None)["types"] == list(TYPES[:players])
    position = match.position()
    in_play = {card.split(":")[0] for card in [*position["deck"], *position["area"]]}
    assert in_play == set(TYPES[: max(3, players)])


@pytest.mark.parametrize("players", [0, 1, 7])
def test_gc_5_two_to_six_can_play(players: int):
    with pytest.raises(parlour.BadOption, match="2 to 6"):
        parlour.new("game-on", players=players)


@pytest.mark.parametrize(
    ("types", "third"), [("sun,moon", "star"), ("moon,star", "sun"), ("flame,sun", "moon"), ("leaf, drop", "sun")]
)
def test_gc_5_types_can_be_chosen_and_the_third_of_two_is_the_first_left_over(types: str, third: str):
    match = parlour.new("game-on", players=2, seed=1, types=types)
    chosen = cards(types)
    assert match.view(None)["types"] == chosen
    position = match.position()
    assert {card.split(":")[0] for card in [*position["deck"], *position["area"]]} == {*chosen, third}
    assert len(position["deck"]) == 44


def test_gc_5_with_three_or_more_there_are_no_other_game_cards():
    position = parlour.new("game-on", players=4, seed=1, types="flame,drop,sun,star").position()
    found = Counter(card.split(":")[0] for card in [*position["deck"], *position["area"]])
    assert found == {"flame": 16, "drop": 16, "sun": 16, "star": 16}


@pytest.mark.parametrize("types", ["sun,sun", "sun", "sun,moon,star", "sun,mars", ["sun", 1], 7, ""])
def test_gc_5_types_that_do_not_fit_are_refused(types: Any):
    with pytest.raises(parlour.BadOption, match="option types: .* 2 different ones of sun, moon, star, leaf, drop, fl"):
        parlour.new("game-on", players=2, types=types)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gc_6_four_game_cards_are_turned_up_and_the_rest_is_the_deck(players: int):
    match = parlour.new("game-on", players=players, seed=3)
    position = match.position()
    assert len(position["area"]) == 4 and None not in position["area"]
    assert len(position["deck"]) == 16 * max(3, players) - 4
    assert len({*position["deck"], *position["area"]}) == 16 * max(3, players)
    assert all(area(match)) and match.view(A)["deck"] == len(position["deck"])


def test_gc_6_the_game_cards_are_shuffled():
    firsts: list[Counter[str]] = [Counter() for _ in range(4)]
    lasts: Counter[str] = Counter()
    for seed in range(500):
        match = parlour.new("game-on", players=2, seed=seed)
        for place, card in enumerate(area(match)):
            firsts[place][str(card)] += 1
        lasts[match.position()["deck"][-1]] += 1
    for found in (*firsts, lasts):
        assert len(found) == 48 and max(found.values()) < 30


def test_gc_6_the_area_is_open_the_deck_is_not():
    match = parlour.new("game-on", players=3, seed=5)
    hidden = set(match.position()["deck"])
    for view in views(match):
        assert not hidden & set(names_in(view))
        assert set(short(match.position()["area"])) <= set(names_in(view))


def test_gc_6_cards_that_leave_are_replaced_from_the_deck_where_they_lay():
    match = game_on(A="red square", B="", covers={"A1": "-, red circle, red triangle"}, deck="star 4, star 5, ...")
    play(match, "A: cover square of card 1 with red square")
    finish(match)
    assert area(match) == ["star 4", "sun 10", "sun 11", "sun 12"]
    assert short(match.position()["deck"])[0] == "star 5"


@pytest.mark.parametrize("competition", ["dice", "rock-paper-scissors", "trivia"])
def test_gc_7_the_table_agrees_how_competitions_are_settled(competition: str):
    both = {"A1": RED, "B1": RED}
    match = game_on(A="", B="", covers=both, options={"competition": competition})
    assert match.view(None)["competition"] == competition
    finish(match)
    asked = {
        "dice": set(),
        "rock-paper-scissors": {"show rock", "show paper", "show scissors"},
        "trivia": {"answer a", "answer b", "answer c", "answer d"},
    }
    if competition == "dice":
        assert stage(match) == "act" and len(control(match, A)) + len(control(match, B)) == 1
    else:
        assert stage(match) == "compete"
        assert legal(match, A) == legal(match, B) == asked[competition]


def test_gc_7_the_die_is_the_default_and_others_are_refused():
    assert parlour.new("game-on", seed=1).view(None)["competition"] == "dice"
    with pytest.raises(parlour.BadOption, match="right would be dice or rock-paper-scissors or trivia"):
        parlour.new("game-on", competition="arm-wrestling")


def test_gc_7_it_stays_the_same_for_the_match():
    for competition in ("dice", "rock-paper-scissors", "trivia"):
        match, rng = parlour.new("game-on", players=3, seed=2, competition=competition), random.Random(2)
        while not match.over:
            seat = rng.choice(sorted(match.to_act))
            match.play(seat, rng.choice(match.legal(seat)))
            assert match.view(None)["competition"] == competition
        assert match.record()["options"]["competition"] == competition


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gc_8_each_draws_three_and_the_rest_is_the_draw_pile(players: int):
    match = parlour.new("game-on", players=players, seed=4)
    position = match.position()
    for seat in range(players):
        assert len(position["hands"][seat]) == 3 and len(position["piles"][seat]) == 30
        assert not position["discards"][seat]
        assert sorted(position["hands"][seat] + position["piles"][seat]) == sorted(FULL_DECK)
    view = match.view(None)
    assert view["hand_sizes"] == [3] * players and view["piles"] == [30] * players


def test_gc_8_hands_are_hidden_from_all_but_their_owners():
    match = parlour.new("game-on", players=3, seed=4)
    for seat, view in zip((A, B, C, None), views(match), strict=True):
        assert sorted(view["hand"]) == ([] if seat is None else held(match, seat))
        shown = [name for name in names_in(view) if name in FULL_DECK]
        assert sorted(shown) == sorted(view["hand"])


def test_gc_8_every_deck_is_shuffled_for_itself():
    hands = Counter()
    for seed in range(300):
        position = parlour.new("game-on", players=2, seed=seed).position()
        assert position["piles"][0] != position["piles"][1]
        hands.update(position["hands"][1])
    assert set(hands) == set(FULL_DECK)
    assert max(hands.values()) < 90 and min(hands[omni] for omni in OMNIS) > 10


def test_gc_8_discarded_cards_are_gone_for_good():
    match = game_on(
        A="red square",
        B="",
        covers={"A1": "-, red circle, red triangle"},
        piles={"A": "blue square", "B": ""},
    )
    play(match, "A: cover square of card 1 with red square")
    finish(match)
    assert {"red square", "red circle", "red triangle"} <= set(discards(match, A))
    assert held(match, A) == ["blue square"] and match.view(A)["piles"][A] == 0
    before = discards(match, A)
    play(match, "A: cover square of card 3 with blue square")
    finish(match)
    assert held(match, A) == [] and discards(match, A) == before
    assert "red square" in match.view(B)["discards"][A]  # all saw it go


# Act


def test_gc_9_all_act_at_the_same_time_in_any_order():
    match = game_on(A="red square, blue circle", B="red circle", C="white triangle, white square")
    assert match.to_act == {A, B, C}
    play(
        match,
        "B: cover circle of card 1 with red circle",
        "C: cover triangle of card 4 with white triangle",
        "A: cover square of card 1 with red square",
        "C: cover square of card 4 with white square",
        "A: cover circle of card 3 with blue circle",
    )
    assert match.to_act == {A, B, C}
    play(match, "C: finish", "A: finish")
    assert match.to_act == {B} and stage(match) == "act"
    play(match, "B: finish")
    assert match.to_act == {A, B, C}
    assert match.view(None)["round"] == 2


def test_gc_9_what_is_played_is_seen_by_all():
    match = game_on(A="red square, omni 1", B="blue circle", control={"B": "moon 9"})
    heard = [told(match.copy(), A, "cover square of card 1 with red square", to) for to in (A, B, None)]
    assert heard == [
        "You cover the square of sun 9 with red square.",
        "Ann covers the square of sun 9 with red square.",
        "Ann covers the square of sun 9 with red square.",
    ]
    play(match, "A: cover square of card 1 with red square", "A: steal moon 9 with omni 1 as square")
    for view in views(match):
        assert view["area"][0]["covers"][A] == ["red square", None, None]
        assert view["attacks"] == [{"by": A, "on": "moon 9", "shape": "square", "with": "omni 1"}]
        assert view["hand_sizes"] == [0, 1]


def test_gc_9_finishing_is_final_for_the_round():
    match = game_on(A="red square", B="red circle", C="")
    play(match, "A: finish")
    assert match.to_act == {B, C} and legal(match, A) == set()
    for move in ("cover square of card 1 with red square", "finish", "redraw"):
        refused(match, A, move, "it is the turn of seat 1 and seat 2")
    play(match, "B: finish", "C: finish")
    assert "cover square of card 1 with red square" in legal(match, A)


def test_gc_9_a_played_card_does_not_come_back_by_itself():
    match = game_on(A="red square", B="red circle")
    play(match, "A: cover square of card 1 with red square")
    assert legal(match, A) == {"finish"}
    finish(match)
    assert covers(match, A, 1) == ["red square", None, None]


def test_gc_10_as_much_of_the_hand_as_you_like():
    match = game_on(A="red square, yellow circle, blue triangle, white square", B="")
    play(
        match,
        "A: cover square of card 1 with red square",
        "A: cover circle of card 2 with yellow circle",
        "A: cover triangle of card 3 with blue triangle",
        "A: cover square of card 4 with white square",
    )
    assert held(match, A) == [] and legal(match, A) == {"finish"}


def test_gc_10_in_the_play_area_or_on_a_card_of_another_player():
    match = game_on(
        A="red square, blue circle", B="white triangle", C="", control={"A": "moon 9", "B": "moon 11, star 1"}
    )
    assert legal(match, A) == {
        "cover square of card 1 with red square",
        "cover circle of card 3 with blue circle",
        "steal moon 11 with blue circle",
        "steal star 1 with red square",
        "steal star 1 with blue circle",
        "redraw",
        "finish",
    }


def test_gc_10_not_on_your_own_cards_nor_where_there_is_none():
    match = game_on(
        A="red square", B="yellow circle", area="-, sun 10, sun 11, -", control={"A": "moon 9"}, deck="", gone=["..."]
    )
    refused(match, A, "steal moon 9 with red square", "moon 9 is your own")
    refused(match, A, "cover square of card 1 with red square", "there is no card 1 in the Play Area")
    refused(match, A, "steal moon 1 with red square", "nobody controls moon 1")
    refused(match, A, "steal sun 10 with red square", "nobody controls sun 10")
    refused(match, A, "cover circle of card 2 with yellow circle", "you do not hold yellow circle")


@pytest.mark.parametrize("start", range(0, 96, 8))
def test_gc_11_the_same_shape_in_the_same_colour_and_black_is_wild(start: int):
    """Every Player Card on every Game Card: half of these in the Play Area, half controlled by another."""
    names = list(SHOWN)
    there, theirs = names[start : start + 4], names[start + 4 : start + 8]
    hands = [card for card in sorted(set(FULL_DECK)) if card not in OMNIS]
    match = game_on(
        A=", ".join(hands[:5]), B=", ".join(hands[5:10]), C=", ".join(hands[10:]), D=", ".join(OMNIS), E="", F="",
        area=", ".join(there), control={"E": ", ".join(theirs)},
    )  # fmt: skip
    for seat, mine in enumerate((hands[:5], hands[5:10], hands[10:], list(OMNIS))):
        expected = {
            f"cover {shape} of card {place} with {card}"
            for place, name in enumerate(there, 1)
            for shape in SHAPES
            for card in mine
            if fits(card, shape, name)
        }
        expected |= {
            f"steal {name} with {card}" + (f" as {shape}" if card in OMNIS else "")
            for name in theirs
            for shape in SHAPES
            for card in mine
            if fits(card, shape, name)
        }
        assert legal(match, seat) - {"redraw", "finish"} == expected


def test_gc_11_what_does_not_match_is_refused_with_both():
    match = game_on(A="red square, blue circle", B="", control={"B": "moon 10"}, area="sun 14, sun 10, sun 11, sun 12")
    refused(
        match,
        A,
        "cover square of card 2 with red square",
        "red square does not match the yellow square of sun 10",
    )
    refused(match, A, "steal moon 10 with blue circle", "blue circle does not match the yellow circle of moon 10")
    play(match, "A: cover circle of card 1 with blue circle")  # a black circle takes any


def test_gc_12_an_omni_is_played_as_one_of_its_shapes_and_stays_that():
    match = game_on(A="omni 1, red circle", B="blue square", area="sun 1, sun 10, sun 11, sun 12")
    assert {move for move in legal(match, A) if "omni" in move} == {
        "cover square of card 1 with omni 1",
        "cover circle of card 1 with omni 1",
        "cover triangle of card 1 with omni 1",
        "cover circle of card 2 with omni 1",
        "cover triangle of card 3 with omni 1",
    }
    play(match, "A: cover circle of card 1 with omni 1")
    finish(match)
    assert covers(match, A, 1) == [None, "omni 1", None]
    assert not [move for move in legal(match, A) if "omni" in move or "circle of card 1" in move]


def test_gc_12_back_in_hand_it_is_all_of_them_again():
    match = game_on(
        A="", B="red square", area="sun 1, sun 10, sun 11, sun 12",
        covers={"A1": "omni 1, -, -", "B1": "-, yellow circle, blue triangle"},
    )  # fmt: skip
    play(match, "B: cover square of card 1 with red square")
    finish(match)
    assert control(match, B) == ["sun 1"]
    assert "omni 1" in held(match, A)
    assert {"cover circle of card 2 with omni 1", "cover triangle of card 3 with omni 1"} <= legal(match, A)


def test_gc_12_in_a_steal_it_is_the_shape_that_was_named():
    match = game_on(A="omni 1", B="blue circle, white square", control={"B": "star 16, sun 1"})
    steals = {move for move in legal(match, A) if "steal" in move}
    assert steals == {f"steal sun 1 with omni 1 as {shape}" for shape in SHAPES} | {
        "steal star 16 with omni 1 as triangle"  # it is black there
    }
    for shape, card in (("circle", "blue circle"), ("square", "white square")):
        after = match.copy()
        play(after, f"A: steal sun 1 with omni 1 as {shape}")
        finish(after)
        assert legal(after, B) == {f"defend with {card}", "do not defend"}
        play(after, f"B: defend with {card}")
        assert discards(after, A)["omni 1"] == 1


def test_gc_13_each_covers_for_themselves_and_each_shape_once():
    match = game_on(A="red square, red square, black square, omni 1", B="red square", C="black square")
    play(match, "A: cover square of card 1 with red square")
    refused(match, A, "cover square of card 1 with red square", "you cover the square of sun 9 already")
    refused(match, A, "cover square of card 1 with black square", "you cover the square of sun 9 already")
    refused(match, A, "cover square of card 1 with omni 1", "you cover the square of sun 9 already")
    play(match, "B: cover square of card 1 with red square", "C: cover square of card 1 with black square")
    assert [covers(match, seat, 1)[0] for seat in (A, B, C)] == ["red square", "red square", "black square"]


def test_gc_13_only_the_shape_itself_is_taken():
    match = game_on(A="red circle, red triangle", B="", covers={"A1": "red square, -, -"})
    assert {"cover circle of card 1 with red circle", "cover triangle of card 1 with red triangle"} <= legal(match, A)
    elsewhere = game_on(A="black square", B="", covers={"A1": "red square, -, -"})
    assert {move for move in legal(elsewhere, A) if "cover" in move} == {
        f"cover square of card {place} with black square" for place in (2, 3, 4)
    }


def test_gc_14_cards_on_an_unfinished_game_card_stay():
    match = game_on(A="red square", B="red circle, red triangle, blue square", covers={"A1": "-, red circle, -"})
    play(match, "A: cover square of card 1 with red square", "B: cover circle of card 1 with red circle")
    play(match, "B: cover triangle of card 1 with red triangle")
    for _ in range(2):
        finish(match)
        assert covers(match, A, 1) == ["red square", "red circle", None]
        assert covers(match, B, 1) == [None, "red circle", "red triangle"]
    assert area(match)[0] == "sun 9"


# Converting


def test_gc_15_the_hand_counts_as_the_colour_of_the_symbol():
    match = game_on(A="blue square, white circle", B="", control={"A": "sun 13"})
    assert not [move for move in legal(match, A) if "card 1" in move]
    play(match, "A: convert with sun 13")
    assert legal(match, A) == {
        "cover square of card 1 with blue square",
        "cover circle of card 1 with white circle",
        "finish",
    }
    refused(
        match, A, "cover square of card 3 with blue square",
        "blue square, which counts as red now, does not match the blue square of sun 11",
    )  # fmt: skip


@pytest.mark.parametrize("name", [name for name, text in SHOWN.items() if "convert" in text])
def test_gc_15_each_symbol_has_its_colour(name: str):
    colour = SHOWN[name].split("convert ")[1]
    place = 1 + COLOURS.index(colour)
    one_coloured = "flame 9, flame 10, flame 11, flame 12"
    match = game_on(A="black square", B="", C="", D="", E="", F="", area=one_coloured, control={"A": name})
    heard = told(match, A, f"convert with {name}")
    assert heard == f"Ann discards {name}: the hand counts as {colour} this round."
    assert match.view(B)["deeds"][A] == f"converted {colour}"
    assert legal(match, A) == {f"cover square of card {place} with black square", "finish"}


def test_gc_15_the_game_card_is_gone_and_scores_nothing():
    match = game_on(A="blue square", B="", control={"A": "sun 13, moon 9"})
    assert match.scores[A] == 1 + 3 + 1 - 1
    play(match, "A: convert with sun 13")
    assert control(match, A) == ["moon 9"] and match.scores[A] == 3 + 1 - 1
    assert short(match.position()["gone"]) == ["sun 13"]
    for _ in range(3):
        finish(match)
    assert "sun 13" not in [*area(match), *short(match.position()["deck"])]
    assert short(match.position()["gone"]) == ["sun 13"]


def test_gc_15_before_playing_any_card():
    match = game_on(A="red square, blue circle", B="white circle", control={"A": "sun 13", "B": "moon 9, sun 14"})
    play(match, "A: cover square of card 1 with red square")
    refused(match, A, "convert with sun 13", "you convert before you play any card, and once a round")
    thief = game_on(A="red square, blue circle", B="", control={"A": "sun 13", "B": "moon 9"})
    play(thief, "A: steal moon 9 with red square")
    refused(thief, A, "convert with sun 13", "you convert before you play any card, and once a round")
    play(match, "B: convert with sun 14")  # what A did does not keep B from it


def test_gc_15_once_a_round_and_for_this_round():
    match = game_on(A="blue square, white circle", B="", control={"A": "sun 13, sun 15"})
    play(match, "A: convert with sun 13")
    refused(match, A, "convert with sun 15", "you convert before you play any card, and once a round")
    finish(match)
    assert match.view(A)["deeds"][A] == "nothing"
    assert "cover square of card 1 with blue square" not in legal(match, A)
    assert {"cover square of card 3 with blue square", "cover circle of card 4 with white circle"} <= legal(match, A)
    play(match, "A: convert with sun 15")
    assert "cover circle of card 3 with white circle" in legal(match, A)


def test_gc_15_with_a_card_in_hand():
    match = game_on(A="", B="blue square", control={"A": "sun 13"})
    refused(match, A, "convert with sun 13", "you hold no card to convert")
    assert legal(match, A) == {"finish"}


def test_gc_15_no_redraw_after_it():
    match = game_on(A="blue square", B="", control={"A": "sun 13"})
    assert "redraw" in legal(match, A)
    play(match, "A: convert with sun 13")
    refused(match, A, "redraw", "you redraw instead of anything else in a round")


def test_gc_15_only_the_own_hand_counts_as_that_colour():
    match = game_on(A="blue square", B="blue square", control={"A": "sun 13"})
    play(match, "A: convert with sun 13")
    assert "cover square of card 3 with blue square" in legal(match, B)
    assert "cover square of card 1 with blue square" not in legal(match, B)


def test_gc_15_for_steals_too():
    match = game_on(A="blue square, omni 2", B="yellow triangle", control={"A": "sun 13", "B": "moon 9, moon 11"})
    play(match, "A: convert with sun 13")
    assert {move for move in legal(match, A) if "steal" in move} == {
        "steal moon 9 with blue square",
        *(f"steal moon 9 with omni 2 as {shape}" for shape in SHAPES),
    }
    heard = told(match, A, "steal moon 9 with blue square")
    assert heard == "Ann tries to steal moon 9 from Ben with blue square (as red)."
    finish(match)
    assert stage(match) == "defend"


def test_gc_15_a_converted_card_keeps_covering_in_later_rounds():
    match = game_on(A="blue square, white circle, black triangle", B="", control={"A": "sun 13"})
    play(match, "A: convert with sun 13")
    assert told(match, A, "cover square of card 1 with blue square").endswith("with blue square (as red).")
    play(match, "A: cover circle of card 1 with white circle")
    finish(match)
    assert covers(match, A, 1) == ["blue square", "white circle", None]
    play(match, "A: cover triangle of card 1 with black triangle")
    finish(match)
    assert control(match, A) == ["sun 9"]
    assert {"blue square", "white circle", "black triangle"} <= set(discards(match, A))


def test_gc_15_a_card_that_comes_back_is_itself_again():
    match = game_on(
        A="blue square", B="", control={"A": "sun 13"}, covers={"B1": RED}, piles={"A": ""}, deck="star 1, ..."
    )
    play(match, "A: convert with sun 13", "A: cover square of card 1 with blue square")
    finish(match)
    assert control(match, B) == ["sun 9"] and held(match, A) == ["blue square"]
    assert {move for move in legal(match, A) if "cover" in move} == {"cover square of card 3 with blue square"}


def test_gc_15_omni_and_black_cards_convert_like_any_other():
    match = game_on(A="black square, omni 2", B="", control={"A": "sun 13"}, area="sun 9, sun 10, sun 11, moon 13")
    play(match, "A: convert with sun 13")
    assert legal(match, A) == {
        *(f"cover square of card {place} with black square" for place in (1, 4)),
        *(f"cover {shape} of card 1 with omni 2" for shape in SHAPES),
        "cover square of card 4 with omni 2",
        "cover circle of card 4 with omni 2",  # which is black there: any colour will do
        "finish",
    }


def test_gc_15_not_with_a_card_that_is_locked_or_under_attack():
    match = game_on(
        A="blue square", B="yellow circle, red circle", C="white triangle",
        control={"A": "sun 13, sun 14, sun 15, sun 10", "B": "sun 16"}, locked="sun 15", area="moon 9, moon 10, moon 11"
    )  # fmt: skip
    assert {"convert with sun 13", "convert with sun 14"} <= legal(match, A)
    play(match, "B: steal sun 13 with red circle")
    refused(match, A, "convert with sun 13", "sun 13 is under attack")
    refused(match, A, "convert with sun 15", "sun 15 is locked")
    refused(match, A, "convert with sun 16", "you do not control sun 16")
    refused(match, A, "convert with sun 10", "sun 10 shows no convert symbol")
    play(match, "A: convert with sun 14")


def test_gc_15_what_was_discarded_cannot_be_stolen_any_more():
    match = game_on(A="blue square", B="red circle", control={"A": "sun 13"})
    assert "steal sun 13 with red circle" in legal(match, B)
    play(match, "A: convert with sun 13")
    refused(match, B, "steal sun 13 with red circle", "nobody controls sun 13")


def test_gc_15_a_card_that_was_under_attack_can_be_used_in_the_next_round():
    match = game_on(A="blue circle", B="red circle", control={"A": "sun 13"})
    play(match, "B: steal sun 13 with red circle")
    finish(match)
    play(match, "A: defend with blue circle")
    assert "convert with sun 13" in legal(match, A)


def test_gc_15_a_defence_is_not_changed_by_it():
    match = game_on(A="blue square, white circle", B="red circle", control={"A": "sun 13, moon 9"})
    play(match, "A: convert with sun 13", "B: steal moon 9 with red circle")
    finish(match)
    assert legal(match, A) == {"defend with white circle", "do not defend"}


# Redrawing


def test_gc_16_the_hand_goes_under_the_pile_and_as_many_come_from_the_top():
    mine = "red square, red circle, omni 3, white square"
    match = game_on(
        A=mine, B="", piles={"A": "omni 1, blue circle, yellow circle, black square, white circle, white triangle"}
    )
    heard = [told(match.copy(), A, "redraw", to) for to in (A, B, None)]
    mine_told = "You redraw, and get black square, yellow circle, blue circle and omni 1."
    assert heard == [mine_told, *["Ann redraws 4 cards."] * 2]
    play(match, "A: redraw")
    assert held(match, A) == sorted(cards("omni 1, blue circle, yellow circle, black square"))
    assert Counter(match.position()["piles"][A]) == Counter(["white circle", "white triangle", *cards(mine)])
    all_have_everything(match)


def test_gc_16_the_pile_is_shuffled_afterwards_not_before():
    piles: set[tuple[str, ...]] = set()
    for chance in range(40):
        match = game_on(A="red square, red circle, omni 3", B="", chance=chance)
        top = match.position()["piles"][A][:3]
        play(match, "A: redraw")
        assert held(match, A) == sorted(top)
        piles.add(tuple(match.position()["piles"][A]))
    assert len(piles) == 40
    bottoms = {pile[-1] for pile in piles}
    assert len(bottoms) > 8  # so what was put away can be anywhere


def test_gc_16_nothing_more_until_the_draw_step_is_over():
    match = game_on(A="red square, red circle, omni 3", B="red circle", C="")
    play(match, "A: redraw")
    assert match.to_act == {B, C} and legal(match, A) == set()
    refused(match, A, "finish", "it is the turn of seat 1 and seat 2")
    play(match, "B: cover circle of card 1 with red circle", "C: finish", "B: finish")
    assert match.to_act == {A, B, C} and match.view(None)["deeds"] == ["nothing"] * 3


def test_gc_16_defending_and_competing_are_still_allowed():
    match = game_on(
        A="red square", B="red circle, red square", control={"A": "moon 9, moon 10"}, options=HANDS,
        piles={"A": "blue circle, white square"},
    )  # fmt: skip
    play(match, "A: redraw", "B: steal moon 9 with red circle", "B: finish")
    assert match.to_act == {A} and legal(match, A) == {"defend with blue circle", "do not defend"}
    play(match, "A: do not defend", "A: show paper", "B: show rock")
    assert locked(match) == ["moon 9"]


@pytest.mark.parametrize("deed", ["cover square of card 1 with red square", "steal moon 9 with red square"])
def test_gc_16_only_as_the_first_deed(deed: str):
    match = game_on(A="red square, blue circle", B="", control={"B": "moon 9"})
    assert "redraw" in legal(match, A)
    play(match, f"A: {deed}")
    refused(match, A, "redraw", "you redraw instead of anything else in a round")


def test_gc_16_with_a_card_in_hand_and_a_pile():
    refused(game_on(A="", B=""), A, "redraw", "you have no cards to put away")
    match = game_on(A="blue square", B="blue square", piles={"A": ""})
    refused(match, A, "redraw", "your draw pile is empty")
    assert "redraw" in legal(match, B)


def test_gc_16_a_pile_that_is_shorter_than_the_hand():
    match = game_on(A="red square, red circle, omni 3", B="", piles={"A": "omni 1"})
    play(match, "A: redraw")
    after = held(match, A)
    assert "omni 1" in after and len(after) == 3
    assert set(after) < {"red square", "red circle", "omni 3", "omni 1"}
    assert match.view(None)["piles"][A] == 1
    all_have_everything(match)


def test_gc_16_who_redraws_from_a_short_pile_is_told_the_new_hand():
    match = game_on(A="red square, blue circle, black triangle, omni 3", B="", piles={"A": "omni 1, red circle"})
    heard = told(match, A, "redraw", A)
    named = heard.removeprefix("You redraw, and get ").removesuffix(".").replace(" and ", ", ")
    assert sorted(cards(named)) == held(match, A)


def test_gc_16_which_cards_come_back_from_a_short_pile_is_left_to_chance():
    mine = "red square, blue circle, black triangle, omni 3"
    came_back = set()
    for chance in range(40):
        match = game_on(A=mine, B="", piles={"A": "omni 1, red circle, white circle"}, chance=chance)
        play(match, "A: redraw")
        assert {"omni 1", "red circle", "white circle"} < set(held(match, A))  # the pile's own come first
        came_back |= set(held(match, A)) & set(cards(mine))
    assert came_back == set(cards(mine))


def test_gc_16_hands_of_one_and_of_many_keep_their_size():
    for mine in ("red square", "red square, red square, " + BLUE + ", omni 1, omni 2, " + RED[12:]):
        match = game_on(A=mine, B="")
        play(match, "A: redraw")
        assert len(held(match, A)) == len(cards(mine))
        all_have_everything(match)


def test_gc_16_no_two_shuffles_are_alike():
    """Two seats with the same pile, and the same seat in the next round, each in an order of their own."""
    pile = ", ".join(sorted(set(FULL_DECK) - set(cards(RED))))
    match = game_on(A=RED, B=RED, piles={"A": pile, "B": pile})
    play(match, "A: redraw", "B: redraw")
    first = match.position()["piles"]
    assert sorted(first[A]) == sorted(first[B]) and first[A] != first[B]
    match = game_on(A=RED, B="", piles={"A": pile})
    orders = []
    for _ in range(2):
        again = game_on(A=RED, B="", piles={"A": pile}, chance=int(match.position()["chance"], 16))
        play(again, "A: redraw")
        orders.append(again.position()["piles"][A])
        finish(match)
    assert orders[0] != orders[1]


def test_gc_16_what_was_known_of_the_hand_and_the_pile_is_not_known_any_more():
    match = game_on(
        A="red square, blue circle", B="", piles={"A": "white square, white circle, black circle"},
        known=[["red square"], []], known_bottom=[1, 0],
    )  # fmt: skip
    assert match.view(B)["known"][A] == ["red square"] and match.view(B)["known_bottom"][A] == ["black circle"]
    play(match, "A: redraw")
    assert match.view(B)["known"][A] == [] and match.view(B)["known_bottom"][A] == []


def test_gc_17_you_may_pass():
    match = game_on(A="red square, red circle, red triangle", B="")
    assert "finish" in legal(match, A) and legal(match, B) == {"finish"}
    assert told(match, A, "finish") == "Ann finishes."
    play(match, "B: finish")
    assert held(match, A) == sorted(cards(RED)) and area(match)[0] == "sun 9"


# The examples of the rule page

PAGE = Path(__file__).parents[2] / "docs" / "rulebook" / "game-on.md"


def test_the_example_of_a_competition():
    for chance in range(60):
        match = game_on(
            A="red square, black circle, omni 1", B="red square, yellow circle, blue triangle", chance=chance,
            area="sun 1, sun 10, sun 11, sun 12",
        )  # fmt: skip
        play(match, *(f"A: cover {shape} of card 1 with {card}" for shape, card in zip(
            SHAPES, ("red square", "black circle", "omni 1"), strict=True)))  # fmt: skip
        play(match, *(f"B: cover {card.split()[1]} of card 1 with {card}" for card in held(match, B)))
        play(match, "A: finish")
        if "Ann rolls 5, Ben 3." in told(match, B, "finish"):
            assert control(match, A) == ["sun 1"]
            assert held(match, B) == ["blue triangle", "red square", "yellow circle"]
            assert len(held(match, A)) == 3 and match.view(None)["piles"] == [27, 30]
            return
    raise AssertionError("nobody rolled that")


def test_the_example_of_a_steal():
    match = game_on(A="red circle", B="blue circle", control={"B": "moon 9"})
    play(match, "A: steal moon 9 with red circle")
    finish(match)
    play(match, "B: defend with blue circle")
    assert control(match, B) == ["moon 9"] and match.position()["piles"][B][-1] == "blue circle"


def test_the_example_of_converting():
    match = game_on(A="blue square, white circle, black triangle", B="", control={"A": "sun 13"})
    play(match, "A: convert with sun 13", "A: cover square of card 1 with blue square")
    play(match, "A: cover circle of card 1 with white circle", "A: cover triangle of card 1 with black triangle")
    finish(match)
    assert control(match, A) == ["sun 9"]


def test_the_example_of_scoring():
    match = game_on(
        A="red square, omni 1", B="", area="star 1", control={"A": "sun 9, moon 1, moon 10"}, locked="moon 10"
    )
    assert match.scores[A] == 7


def test_the_files_on_the_page_are_right():
    found = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    questions, types, deck = (tomllib.loads(text) for text in found)
    assert len(Trivia.load(questions).questions) == 2
    standard = GameOnCards.load("standard").content
    assert {**standard, **types, **deck} == standard
