"""Shapes, Classic: the deal, laying, placing, falls and Clear the Board, SH-9 to SH-14."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.engine.batch import play_many

from .shapes_tables import (
    COLOURS,
    VARIANTS,
    WHITES,
    deck,
    discards,
    everywhere,
    held,
    knock,
    lay,
    names,
    place,
    platform,
    play,
    refused,
    shapes,
    stage,
    started,
    told,
    turn_of,
)
from .tables import A, B, C, D, legal

OTHERS = {"B": "blue bar, blue L", "C": "green bar, green L"}
STRICT = {"uncompleted": "strict"}


# Getting ready


@pytest.mark.parametrize(("players", "dealt"), [(2, 10), (3, 9), (4, 8)])
def test_sh_9_deal_10_9_or_8_cards(players: int, dealt: int):
    match = started("shapes", players)
    assert [len(hand) for hand in match.position()["hands"]] == [dealt] * players
    assert len(deck(match)) == 54 - players * dealt
    assert discards(match) == [] and platform(match) == []


def test_sh_9_the_cards_are_shuffled():
    assert len({tuple(deck(started("shapes", 2, seed=seed))) for seed in range(20)}) == 20


def test_sh_9_the_first_to_have_no_cards_wins():
    match = shapes(A="red bar", **OTHERS)
    lay(match, "A", "red bar")
    place(match, "A", "red bar")
    assert match.over and match.winners == {A}


def test_sh_9_cards_laid_down_are_still_yours():
    match = shapes(A="red bar, red L", **OTHERS)
    play(match, "A: lay red bar", "A: lay red L")
    assert held(match, A) == [] and not match.over
    play(match, "A: enough")
    assert not match.over
    place(match, "A", "red L")
    assert not match.over
    place(match, "A", "red bar")
    assert match.over


def test_sh_10_whoever_says_it_first_starts():
    match = parlour.new("shapes", players=4, seed=1)
    play(match, "C: let's play shapes")
    assert match.to_act - {A, B, D} == {C} and turn_of(match) == C
    assert stage(match) == "laying"
    refused(match, A, "let's play shapes")
    refused(match, C, "let's play shapes")


def test_sh_10_it_counts_who_is_first():
    game = parlour.find("shapes")(2)
    assert game.order_counts(game.read_move("let's play shapes"))


def test_sh_10_cards_are_dealt_before_it_is_said_and_stay_the_same():
    match = parlour.new("shapes", players=3, seed=5)
    before = match.position()["hands"]
    assert [len(hand) for hand in before] == [9, 9, 9]
    play(match, "B: let's play shapes")
    assert match.position()["hands"] == before


@pytest.mark.parametrize("game", VARIANTS)
def test_sh_10_among_bots_chance_decides(game: str):
    table = parlour.find(game)(4)
    starters = [0, 0, 0, 0]
    for played in play_many(table, 400, [0] * 4, seed=1, threads=1, keep_ends=True):
        for starter in played.ends["starter"].tolist():
            starters[starter] += 1
    assert all(70 < count < 130 for count in starters)


def test_sh_10_if_the_host_names_the_starter_nobody_needs_to_say_it():
    match = started("shapes", 3, starter=B)
    assert stage(match) == "laying" and turn_of(match) == B
    with pytest.raises(parlour.BadOption, match="starter"):
        parlour.new("shapes", players=2, starter=2)


# Laying


def test_sh_11_any_card_may_be_the_first():
    match = shapes(A="red bar, red L, blue disc, yellow arch", B="green L")
    assert legal(match, A) == {"lay red bar", "lay red L", "lay blue disc", "lay yellow arch", "enough"}


@pytest.mark.parametrize("colour", COLOURS)
def test_sh_11_the_others_are_of_the_same_colour(colour: str):
    match = shapes(A=", ".join(f"{one} bar, {one} L" for one in COLOURS), B="red disc")
    play(match, f"A: lay {colour} bar")
    assert legal(match, A) == {f"lay {colour} L", "enough"}
    other = next(one for one in COLOURS if one != colour)
    refused(match, A, f"lay {other} L", "one colour", colour)


def test_sh_11_any_number_of_them():
    reds = [f"red {shape}" for shape in ("square", "bar", "plank", "triangle", "right triangle", "disc", "L", "arch")]
    match = shapes(A=", ".join([*reds, "wild", "wild"]), B="blue L")
    lay(match, "A", *reds, "white disc", "white bar")
    assert legal(match, A) == {f"take {piece}" for piece in (*reds, "white disc", "white bar")}
    assert sorted(match.view(None)["intended"]) == sorted([*reds, "wild", "wild"])


def test_sh_11_wilds_go_with_any_colour():
    match = shapes(A="red bar, blue L, wild, wild", B="green L")
    play(match, "A: lay wild as white disc")
    assert {"lay red bar", "lay blue L", "lay wild as white bar"} <= legal(match, A)
    play(match, "A: lay blue L", "A: lay wild as white bar")
    assert legal(match, A) == {"enough"}
    refused(match, A, "lay red bar", "one colour")


def test_sh_11_wilds_alone_are_allowed():
    match = shapes(A="red bar, wild, wild", B="green L")
    lay(match, "A", "white L", "white disc")
    assert stage(match) == "placing"
    assert legal(match, A) == {"take white L", "take white disc"}


def test_sh_11_no_card_at_all_is_allowed():
    match = shapes(A="red bar", B="green L", deck="blue disc, ...")
    play(match, "A: enough")
    assert stage(match) == "closing" and legal(match, A) == {"draw"}
    play(match, "A: draw")
    assert held(match, A) == names("red bar, blue disc") and turn_of(match) == B


def test_sh_11_a_white_piece_in_play_cannot_be_picked():
    match = shapes(A="wild, wild, red bar", B="green L", platform="white disc, white arch")
    free = {f"lay wild as {piece}" for piece in WHITES if piece not in ("white disc", "white arch")}
    assert {move for move in legal(match, A) if "wild" in move} == free
    refused(match, A, "lay wild as white disc", "white disc is in play")
    play(match, "A: lay wild as white L")
    assert {move for move in legal(match, A) if "wild" in move} == free - {"lay wild as white L"}
    refused(match, A, "lay wild as white L", "white L is in play")


def test_sh_11_only_cards_in_hand_can_be_laid():
    match = shapes(A="red bar, stop turn", B="red L", platform="yellow arch")
    refused(match, A, "lay red L", "you do not hold red L")
    refused(match, A, "lay yellow arch", "you do not hold yellow arch")
    refused(match, A, "lay wild as white disc", "you do not hold", "wild")
    refused(match, B, "lay red L", "it is the turn of seat 0")
    for words in ("lay stop turn", "lay clear the board", "lay wild", "lay white disc", "lay wild as red bar", "lay"):
        with pytest.raises(parlour.IllegalMove, match="is no move of Shapes"):
            match.play(A, words)


def test_sh_11_a_card_is_laid_once():
    match = shapes(A="red bar, red L, wild", B="blue L")
    play(match, "A: lay red bar", "A: lay wild as white disc")
    refused(match, A, "lay red bar", "you do not hold red bar")
    refused(match, A, "lay wild as white bar", "you do not hold", "wild")


def test_sh_11_cards_are_laid_one_by_one_and_enough_ends_it():
    match = shapes(A="red bar, red L, red disc", B="green L")
    play(match, "A: lay red bar")
    assert stage(match) == "laying"
    refused(match, A, "take red bar", "enough")  # not before all are laid
    play(match, "A: lay red L", "A: enough")
    assert stage(match) == "placing"
    refused(match, A, "lay red disc", "take a piece in hand")
    refused(match, A, "enough")


def test_sh_11_it_takes_enough_also_when_all_cards_are_laid():
    match = shapes(A="red bar", B="green L")
    play(match, "A: lay red bar")
    assert legal(match, A) == {"enough"}


def test_sh_11_everybody_sees_what_is_laid():
    match = shapes(A="red bar, red L, wild", B="green L")
    play(match, "A: lay red L", "A: lay wild as white disc")
    for seat in (A, B, None):
        view = match.view(seat)
        assert sorted(view["intended"]) == ["red L", "wild"] and view["whites"] == ["white disc"]
        assert view["hand_sizes"] == [1, 1]
    assert held(match, A) == ["red bar"]


# Placing


def test_sh_12_the_order_is_yours():
    for order in (["red bar", "red L", "white disc"], ["white disc", "red L", "red bar"]):
        match = shapes(A="red bar, red L, wild, blue arch", B="green L")
        lay(match, "A", "red bar", "red L", "white disc")
        for piece in order:
            assert f"take {piece}" in legal(match, A)
            place(match, "A", piece)
        assert platform(match) == order and stage(match) == "closing"


def test_sh_12_all_placed_then_the_closing_draw_and_the_turn_ends():
    match = shapes(A="red bar, blue arch", B="green L", deck="yellow L, yellow bar, ...")
    lay(match, "A", "red bar")
    place(match, "A", "red bar")
    assert stage(match) == "closing" and legal(match, A) == {"draw"}
    assert held(match, A) == ["blue arch"]  # not before
    play(match, "A: draw")
    assert held(match, A) == names("blue arch, yellow L")
    assert stage(match) == "laying" and turn_of(match) == B and match.to_act == {B}
    assert deck(match)[0] == "yellow bar"


def test_sh_12_no_closing_draw_while_pieces_are_left():
    match = shapes(A="red bar, red L, blue arch", B="green L")
    refused(match, A, "draw", "enough")
    lay(match, "A", "red bar", "red L")
    refused(match, A, "draw", "take a piece in hand")
    place(match, "A", "red bar")
    refused(match, A, "draw", "take a piece in hand")
    play(match, "A: take red L")
    refused(match, A, "draw")


def test_sh_12_with_an_empty_hand_after_the_last_placement_you_have_won_before_drawing():
    match = shapes(A="red bar, wild", **OTHERS)
    lay(match, "A", "red bar", "white disc")
    place(match, "A", "white disc")
    assert not match.over
    cards_left = len(deck(match))
    play(match, "A: take red bar", "A: let go")
    assert not match.over  # it may still fall
    play(match, "umpire: all at rest")
    assert match.over and match.winners == {A}
    assert held(match, A) == [] and len(deck(match)) == cards_left
    assert all(legal(match, seat) == set() for seat in (A, B, C))


def test_sh_12_the_last_piece_must_stay():
    match = shapes(A="red bar", platform="blue disc", **OTHERS)
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "blue disc")
    assert not match.over and stage(match) == "robbing"


@pytest.mark.parametrize("other", ["stop turn, green L", "green bar, green L"])
def test_sh_12_the_closing_draw_is_a_step_whether_or_not_anyone_could_stop_it(other: str):
    match = shapes(A="red bar, blue arch", B=other)
    lay(match, "A", "red bar")
    place(match, "A", "red bar")
    assert stage(match) == "closing" and turn_of(match) == A
    assert legal(match, A) == {"draw"}


@pytest.mark.parametrize("to", [A, B, None])
def test_sh_12_only_you_see_what_you_draw(to: int | None):
    match = shapes(A="red bar", B="green L", deck="yellow L, ...")
    play(match, "A: enough")
    assert ("yellow L" in told(match, "A: draw", to)) == (to == A)


# Falls


@pytest.mark.parametrize("completed", [0, 1, 2])
@pytest.mark.parametrize("in_hand", [True, False])
def test_sh_13_draw_one_for_each_card_not_completed(completed: int, in_hand: bool):
    pieces = ["red bar", "red L", "white disc"]
    drawn = ["yellow bar", "yellow L", "yellow disc"]
    match = shapes(
        A="red bar, red L, wild, blue arch", platform="blue plank", deck=", ".join([*drawn, "..."]), **OTHERS
    )
    before = deck(match)
    lay(match, "A", *pieces)
    for piece in pieces[:completed]:
        place(match, "A", piece)
    (knock if in_hand else place)(match, "A", pieces[completed], "blue plank")
    assert held(match, A) == sorted(["blue arch", *drawn[: 3 - completed]])
    assert deck(match) == before[3 - completed :]


def test_sh_13_the_turn_ends_at_once():
    match = shapes(A="red bar, red L, red disc", **OTHERS)
    lay(match, "A", "red bar", "red L", "red disc")
    place(match, "A", "red bar", "red bar")
    assert legal(match, A) == {"rob seat 1", "rob seat 2"} and match.to_act == {A}
    refused(match, A, "take red L", "steal")
    refused(match, A, "draw", "steal")
    play(match, "A: rob seat 2")
    assert turn_of(match) == B and stage(match) == "laying"


def test_sh_13_the_platform_stays_as_it_is():
    match = shapes(A="red bar, red L, red disc", platform="yellow plank, yellow square", **OTHERS)
    lay(match, "A", "red bar", "red L", "red disc")
    place(match, "A", "red L")
    place(match, "A", "red bar", "yellow plank")
    assert platform(match) == ["yellow square", "red L", "red bar"]
    play(match, "A: rob seat 1")
    assert platform(match) == ["yellow square", "red L", "red bar"]


def test_sh_13_a_piece_that_stayed_lies_there_with_its_card_in_the_discard_pile():
    match = shapes(A="red bar, red L, wild", platform="yellow plank", **OTHERS)
    lay(match, "A", "white disc", "red L")
    place(match, "A", "white disc", "yellow plank")
    assert platform(match) == ["white disc"]
    assert discards(match) == names("wild, red L, yellow plank")
    assert match.view(None)["intended"] == [] and match.view(None)["whites"] == []
    assert everywhere(match).total() == 54


def test_sh_13_cards_completed_earlier_stay_completed_even_if_their_piece_falls_now():
    match = shapes(A="red bar, red L, blue arch", deck="yellow bar, yellow L, ...", **OTHERS)
    lay(match, "A", "red bar", "red L")
    place(match, "A", "red bar")
    assert discards(match) == ["red bar"]
    place(match, "A", "red L", "red bar")
    assert held(match, A) == names("blue arch, yellow bar")
    assert platform(match) == ["red L"] and sorted(discards(match)) == names("red bar, red L")


def test_sh_13_several_falls_cost_no_more_than_one():
    match = shapes(
        A="red bar, blue arch", platform="yellow plank, yellow disc", deck="yellow bar, yellow L, ...", **OTHERS
    )
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "yellow disc", "red bar", "yellow plank")
    assert held(match, A) == names("blue arch, yellow bar")
    play(match, "A: rob seat 1")
    assert len(held(match, A)) == 3 and turn_of(match) == B


def test_sh_13_the_uncompleted_cards_go_to_the_discard_pile_after_the_drawing():
    """So they cannot be drawn, not even when the deck is renewed on the way."""
    match = shapes(
        A="red bar, red L, red disc, blue arch", B="stop turn, stop turn, clear the board, clear the board",
        built=True, deck="yellow bar", discard="yellow L", chance=7,
    )  # fmt: skip
    lay(match, "A", "red bar", "red L", "red disc")
    place(match, "A", "red bar", "red bar")
    assert held(match, A) == names("blue arch, yellow bar, yellow L")  # three were wanted, two were there
    assert deck(match) == []
    assert {"red bar", "red L", "red disc"} <= set(discards(match))


def test_sh_13_you_steal_in_place_of_the_closing_draw():
    match = shapes(A="red bar, blue arch", deck="yellow bar, yellow L, ...", **OTHERS)
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "red bar")
    play(match, "A: rob seat 1")
    assert deck(match)[0] == "yellow L"
    (left,) = held(match, B)
    assert held(match, A) == sorted({"blue arch", "yellow bar", "blue bar", "blue L"} - {left})
    assert held(match, C) == names("green bar, green L")


def test_sh_13_whom_you_rob_is_your_choice_and_not_yourself():
    match = shapes(A="red bar", D="yellow L, yellow bar", **OTHERS)
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "red bar")
    assert legal(match, A) == {"rob seat 1", "rob seat 2", "rob seat 3"}
    refused(match, A, "rob seat 0", "another player")
    refused(match, B, "rob seat 0", "it is the turn of seat 0")
    play(match, "A: rob seat 3")
    assert len(held(match, D)) == 1 and len(held(match, B)) == len(held(match, C)) == 2


def test_sh_13_there_is_no_seat_to_rob_that_nobody_sits_in():
    match = shapes(A="red bar", B="blue bar, blue L")
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "red bar")
    assert legal(match, A) == {"rob seat 1"}
    refused(match, A, "rob seat 3", "at the table")


def test_sh_13_the_stolen_card_is_left_to_chance():
    taken = set()
    for chance in range(60):
        match = shapes(A="red bar", B="blue bar, wild, stop turn", chance=chance)
        lay(match, "A", "red bar")
        place(match, "A", "red bar", "red bar")
        play(match, "A: rob seat 1")
        taken |= {"blue bar", "wild", "stop turn"} - set(held(match, B))
    assert taken == {"blue bar", "wild", "stop turn"}


@pytest.mark.parametrize("to", [A, B, C, None])
def test_sh_13_only_the_two_see_the_stolen_card(to: int | None):
    match = shapes(A="red bar", B="blue bar, blue L", C="green bar", deck="yellow bar, ...")
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "red bar")
    heard = told(match, "A: rob seat 1", to)
    play(match, "A: rob seat 1")
    (stolen,) = {"blue bar", "blue L"} - set(held(match, B))
    assert (stolen in heard) == (to in (A, B))
    if to not in (A, B):
        assert "blue bar" not in heard and "blue L" not in heard
        assert not {"blue bar", "blue L"} & set(match.view(to)["hand"])
    assert match.view(to)["hand_sizes"] == [2, 1, 1]


def test_sh_13_a_victim_left_without_cards_has_won():
    match = shapes(A="red bar", B="blue L", C="green L")
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "red bar")
    play(match, "A: rob seat 1")
    assert match.over and match.winners == {B}
    assert "blue L" in held(match, A)


def test_sh_13_whoever_falls_steals_even_when_left_without_cards():
    match = shapes(A="red bar", B="stop turn, stop turn, clear the board, clear the board", built=True)
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "red bar")
    assert held(match, A) == [] and not match.over  # there was nothing to draw
    assert legal(match, A) == {"rob seat 1"}
    play(match, "A: rob seat 1")
    assert len(held(match, A)) == 1 and not match.over and turn_of(match) == B


@pytest.mark.parametrize("in_hand", [True, False])
def test_sh_13_strict_the_uncompleted_cards_go_back_to_your_hand(in_hand: bool):
    match = shapes(
        A="red bar, red L, wild, blue arch", platform="yellow plank, yellow disc",
        deck="yellow bar, yellow L, green disc, ...", options=STRICT, **OTHERS,
    )  # fmt: skip
    lay(match, "A", "red bar", "red L", "white disc")
    place(match, "A", "red L")
    (knock if in_hand else place)(match, "A", "white disc", "yellow plank")
    assert held(match, A) == names("blue arch, red bar, wild, yellow bar, yellow L")
    assert platform(match) == ["yellow disc", "red L"]
    assert discards(match) == names("red L, yellow disc, yellow plank")
    assert stage(match) == "robbing" and match.view(None)["intended"] == []
    assert everywhere(match).total() == 54


def test_sh_13_strict_the_white_piece_taken_off_is_free_again():
    match = shapes(A="wild, blue arch", B="wild, blue L", platform="yellow plank", options=STRICT)
    lay(match, "A", "white disc")
    place(match, "A", "white disc", "yellow plank")
    assert platform(match) == []
    play(match, "A: rob seat 1")
    if "wild" in held(match, B):
        assert "lay wild as white disc" in legal(match, B)


def test_sh_13_strict_cards_completed_earlier_do_not_come_back():
    match = shapes(A="red bar, red L, blue arch", deck="yellow bar, ...", options=STRICT, **OTHERS)
    lay(match, "A", "red bar", "red L")
    place(match, "A", "red bar")
    place(match, "A", "red L", "red bar")
    assert held(match, A) == names("blue arch, red L, yellow bar")
    assert platform(match) == [] and discards(match) == ["red bar"]


def test_sh_13_strict_nobody_wins_by_a_fall_either():
    match = shapes(A="red bar", platform="yellow plank", options=STRICT, **OTHERS)
    lay(match, "A", "red bar")
    place(match, "A", "red bar", "yellow plank")
    assert not match.over and len(held(match, A)) == 2


def test_sh_13_strict_is_a_setting_of_classic():
    assert parlour.new("shapes").view(None)["uncompleted"] == "discard"
    assert parlour.new("shapes", uncompleted="strict").view(None)["uncompleted"] == "strict"
    with pytest.raises(parlour.BadOption, match="discard or strict"):
        parlour.new("shapes", uncompleted="keep")
    for game in VARIANTS[1:]:
        with pytest.raises(parlour.BadOption, match="no option 'uncompleted'"):
            parlour.new(game, uncompleted="strict")


def test_sh_13_when_the_model_lets_something_fall_it_costs_the_same():
    fallen = 0
    for chance in range(400):
        match = shapes(
            A="red bar, red disc, blue arch", platform="yellow disc, yellow arch", deck="yellow bar, yellow L, ...",
            falls="model", options={"hand": "child"}, chance=chance, **OTHERS,
        )  # fmt: skip
        lay(match, "A", "red bar", "red disc")
        play(match, "A: take red disc", "A: let go")
        if stage(match) == "placing":
            assert platform(match) == ["yellow disc", "yellow arch", "red disc"] and held(match, A) == ["blue arch"]
            continue
        fallen += 1
        assert stage(match) == "robbing" and len(platform(match)) < 3
        assert held(match, A) == names("blue arch, yellow bar, yellow L")
        assert {"red bar", "red disc"} <= set(discards(match))
    assert 0 < fallen < 400


# Clear the Board


def clearing(**rest: Any) -> parlour.Match:
    table: dict[str, Any] = {
        "A": "clear the board, red bar", "B": "wild, blue L", "platform": "yellow plank, white disc",
        "discard": "green L, stop turn", "deck": "green bar, ...",
    }  # fmt: skip
    return shapes(**table | rest)


def test_sh_14_all_pieces_leave_and_the_discards_are_shuffled_into_the_deck():
    match = clearing()
    before = deck(match)
    play(match, "A: clear the board")
    assert platform(match) == []
    assert sorted(deck(match)) == sorted([*before, "green L", "stop turn", "yellow plank", "wild"])
    assert everywhere(match).total() == 54


def test_sh_14_shuffled_means_in_any_order():
    decks = set()
    for chance in range(12):
        match = clearing(chance=chance)
        play(match, "A: clear the board")
        decks.add(tuple(deck(match)))
    assert len(decks) == 12
    assert len({cards[0] for cards in decks}) > 4  # not only put under it


def test_sh_14_the_card_itself_starts_the_new_discard_pile():
    match = clearing()
    play(match, "A: clear the board")
    assert discards(match) == ["clear the board"]


def test_sh_14_it_is_the_whole_turn_without_a_closing_draw():
    match = clearing()
    assert legal(match, A) == {"clear the board", "lay red bar", "enough"}
    play(match, "A: clear the board")
    assert held(match, A) == ["red bar"]
    assert turn_of(match) == B and stage(match) == "laying"


def test_sh_14_it_is_played_alone():
    match = clearing()
    play(match, "A: lay red bar")
    refused(match, A, "clear the board", "alone")
    play(match, "A: enough")
    refused(match, A, "clear the board", "take a piece in hand")
    place(match, "A", "red bar")
    refused(match, A, "clear the board", "draw a card")
    match = clearing()
    play(match, "A: enough")
    refused(match, A, "clear the board")


def test_sh_14_only_by_who_holds_it_and_in_turn():
    match = clearing(A="red bar, red L", B="clear the board, blue L")
    refused(match, A, "clear the board", "you do not hold clear the board")
    refused(match, B, "clear the board", "it is the turn of seat 0")


def test_sh_14_all_white_pieces_can_be_picked_again():
    match = clearing()
    play(match, "A: clear the board")
    assert {f"lay wild as {piece}" for piece in WHITES} <= legal(match, B)


def test_sh_14_played_as_the_last_card_it_wins():
    match = clearing(A="clear the board")
    play(match, "A: clear the board")
    assert match.over and match.winners == {A}


def test_sh_14_with_an_empty_platform_it_can_be_played_too():
    match = clearing(platform="", discard="")
    play(match, "A: clear the board")
    assert discards(match) == ["clear the board"] and turn_of(match) == B


# The examples of the rule page


def test_the_example_turn():
    match = shapes(A="red bar, red arch, blue disc, wild", B="green L, green bar")
    play(match, "A: lay red bar", "A: lay red arch", "A: lay wild as white plank", "A: enough")
    place(match, "A", "white plank")
    assert discards(match) == ["wild"]
    knock(match, "A", "red arch", "white plank")
    assert platform(match) == [] and len(held(match, A)) == 3
    assert discards(match) == names("red arch, red bar, wild")
    play(match, "A: rob seat 1")
    assert len(held(match, A)) == 4 and "blue disc" in held(match, A)


def test_the_example_of_a_stop():
    yellow = ["yellow bar", "yellow L", "yellow disc", "yellow arch"]
    match = shapes(A="red L", B=", ".join(yellow), C="stop turn, green L", turn=B)
    lay(match, "B", *yellow)
    place(match, "B", "yellow bar")
    place(match, "B", "yellow arch")
    play(match, "C: stop turn 1")
    assert len(held(match, B)) == 2 and turn_of(match) == C
    assert discards(match) == sorted([*yellow, "stop turn"])
