"""Shapes: Card Drafting, SH-22 to SH-25."""

from __future__ import annotations

from typing import Any

import pytest

import parlour

from .shapes_tables import (
    PLAIN_DECK,
    PLAYER_COUNTS,
    SHAPES,
    WHITES,
    deck,
    discards,
    everywhere,
    held,
    knock,
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
from .tables import SEATS, A, B, C, cards, legal, names_in


def picking(**rest: Any) -> parlour.Match:
    """Three players with packets of three."""
    table: dict[str, Any] = {
        "A": "red bar, red L, red disc", "B": "blue bar, blue L, blue disc", "C": "green bar, green L, wild",
        "stage": "picking", "to_act": [A, B, C],
    }  # fmt: skip
    return shapes("shapes-draft", **table | rest)


def arranging(**picked: str) -> parlour.Match:
    hands = dict.fromkeys(SEATS[: len(picked)], "")
    seats = [SEATS.index(seat) for seat in picked]
    return shapes("shapes-draft", **hands, picked=picked, stage="arranging", to_act=seats)


def building(players: int = 3, **rest: Any) -> parlour.Match:
    """A's turn."""
    hands = dict.fromkeys(SEATS[:players], "")
    given: dict[str, Any] = {"rows": {"A": "red bar, red L", "B": "blue bar, blue L", "C": "green bar, green L"}}
    return shapes("shapes-draft", **hands, **{"stage": "placing"} | given | rest)


def picked(match: parlour.Match, seat: int) -> list[str]:
    return sorted(match.position()["picked"][seat])


def row(match: parlour.Match, seat: int) -> list[str]:
    return match.position()["rows"][seat]


def draft(match: parlour.Match) -> None:
    """Everybody picks and arranges, the first they can."""
    while stage(match) in ("picking", "arranging"):
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])


# Picking


def test_sh_22_without_stop_turn_and_clear_the_board():
    assert sorted(everywhere(started("shapes-draft", 4)).elements()) == sorted(PLAIN_DECK)


def test_sh_22_nobody_can_stop_a_turn_or_clear_the_board():
    for match in (picking(), building()):
        for move in ("stop turn 1", "clear the board", "let it go on"):
            refused(match, A, move)
            refused(match, B, move)


@pytest.mark.parametrize(("players", "dealt"), [(2, 10), (3, 9), (4, 8)])
def test_sh_22_deal_10_9_or_8(players: int, dealt: int):
    match = started("shapes-draft", players)
    assert [len(packet) for packet in match.position()["hands"]] == [dealt] * players
    assert len(deck(match)) == 50 - players * dealt
    assert stage(match) == "picking" and match.to_act == set(range(players))


def test_sh_22_all_at_once_pick_one_card():
    match = picking()
    assert legal(match, A) == {"keep red bar", "keep red L", "keep red disc"}
    assert legal(match, C) == {"keep green bar", "keep green L", "keep wild"}
    refused(match, A, "keep blue bar", "you do not have")
    play(match, "B: keep blue L", "A: keep red L")
    assert match.to_act == {C}
    refused(match, A, "keep red bar")  # one, until all have


def test_sh_22_in_any_order_with_the_same_outcome():
    moves = ["A: keep red L", "B: keep blue bar", "C: keep wild"]
    ends = []
    for order in (moves, moves[::-1], [moves[1], moves[2], moves[0]]):
        match = picking()
        play(match, *order)
        position = match.position()
        ends.append({key: position[key] for key in ("hands", "picked", "to_act", "stage")})
    assert ends[0] == ends[1] == ends[2]


def test_sh_22_the_rest_is_passed_to_the_left():
    match = picking()
    play(match, "A: keep red L", "B: keep blue bar")
    assert {"blue L", "blue disc"} <= set(held(match, B))  # nothing has moved yet
    play(match, "C: keep wild")
    assert [picked(match, seat) for seat in (A, B, C)] == [["red L"], ["blue bar"], ["wild"]]
    assert held(match, B) == names("red bar, red disc")
    assert held(match, C) == names("blue L, blue disc")
    assert held(match, A) == names("green bar, green L")
    assert match.to_act == {A, B, C}


def test_sh_22_with_two_the_packets_go_to_and_fro():
    match = shapes(
        "shapes-draft", A="red bar, red L, red disc", B="blue bar, blue L, blue disc", stage="picking", to_act=[A, B]
    )
    play(match, "A: keep red bar", "B: keep blue bar")
    assert held(match, A) == names("blue L, blue disc") and held(match, B) == names("red L, red disc")


def test_sh_22_until_all_are_picked_the_last_card_by_itself():
    match = picking()
    play(match, "A: keep red L", "B: keep blue bar", "C: keep wild")
    play(match, "A: keep green L", "B: keep red bar", "C: keep blue disc")
    assert stage(match) == "arranging" and match.to_act == {A, B, C}
    assert picked(match, A) == names("red L, green L, blue L")
    assert picked(match, B) == names("blue bar, red bar, green bar")
    assert picked(match, C) == names("wild, blue disc, red disc")
    assert [held(match, seat) for seat in (A, B, C)] == [[], [], []]
    assert everywhere(match).total() == 50


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_22_everybody_ends_with_as_many_as_were_dealt(players: int):
    match = started("shapes-draft", players)
    while stage(match) == "picking":
        seat = max(match.to_act)
        match.play(seat, match.legal(seat)[0])
    assert [len(picked(match, seat)) for seat in range(players)] == [{2: 10, 3: 9, 4: 8}[players]] * players


def test_sh_22_packets_and_picks_are_secret():
    match = picking(C="green bar, green L, yellow arch")
    play(match, "A: keep red L")
    for seat in (B, C, None):
        shown = set(names_in(match.view(seat)))
        assert not {"red bar", "red L", "red disc"} & shown
        assert match.view(seat)["choice"] is None
    assert match.view(A)["choice"] == "red L"
    assert "red L" not in told(picking(), "A: keep red L", B)
    play(match, "B: keep blue bar", "C: keep yellow arch")
    assert match.view(A)["picked"] == ["red L"] and match.view(B)["picked"] == ["blue bar"]
    assert match.view(None)["picked"] == [] and match.view(None)["picked_sizes"] == [1, 1, 1]
    assert set(names_in(match.view(C))) & {"red L", "blue bar", "red bar", "red disc"} == set()


def test_sh_22_two_wilds_in_a_packet_are_two_cards():
    match = picking(C="wild, wild, wild")
    play(match, "A: keep red L", "B: keep blue bar", "C: keep wild")
    assert held(match, A) == ["wild", "wild"] and picked(match, C) == ["wild"]


# Planning


def test_sh_23_everyone_puts_their_cards_in_the_order_they_choose():
    match = arranging(A="red bar, red L, red disc", B="blue bar, blue L, wild")
    assert legal(match, A) == {f"put {card} in the row" for card in ("red bar", "red L", "red disc")}
    refused(match, A, "put blue bar in the row", "you do not have")
    play(match, "A: put red disc in the row")
    assert row(match, A) == ["red disc"] and picked(match, A) == names("red bar, red L")
    refused(match, A, "put red disc in the row", "you do not have")
    play(match, "A: put red bar in the row")  # and the last one by itself
    assert row(match, A) == ["red disc", "red bar", "red L"] and picked(match, A) == []
    assert match.to_act == {B}
    play(match, "B: put wild in the row", "B: put blue L in the row")
    assert row(match, B) == ["wild", "blue L", "blue bar"]
    assert stage(match) == "placing" and match.to_act == {turn_of(match)}


def test_sh_23_each_at_their_own_speed():
    match = arranging(A="red bar, red L, red disc", B="blue bar, blue L, wild", C="green bar, green L, green arch")
    play(match, "C: put green L in the row", "A: put red L in the row", "C: put green arch in the row")
    assert match.to_act == {A, B}
    refused(match, C, "put green bar in the row")


def test_sh_23_face_down_but_you_may_look_at_your_own():
    match = arranging(A="red bar, red L, red disc", B="blue bar, blue L, blue arch")
    play(match, "A: put red disc in the row")
    assert match.view(A)["row"] == ["red disc"] and sorted(match.view(A)["picked"]) == names("red bar, red L")
    for seat in (B, None):
        view = match.view(seat)
        assert not {"red bar", "red L", "red disc"} & set(names_in(view))
        assert view["row_sizes"] == [1, 0] and view["picked_sizes"] == [2, 3]
        assert "red" not in told(match, "A: put red bar in the row", seat)
    play(match, "A: put red bar in the row", "B: put blue L in the row", "B: put blue arch in the row")
    assert match.view(B)["row"] == ["blue L", "blue arch", "blue bar"] and match.view(None)["row"] == []
    assert not {"red bar", "red L", "red disc"} & set(names_in(match.view(B)))


# Building


def test_sh_24_whoever_started_places_first():
    match = parlour.new("shapes-draft", players=3, seed=4, falls="physics")
    play(match, "B: let's play shapes")
    assert stage(match) == "picking" and match.to_act == {A, B, C}
    draft(match)
    assert stage(match) == "placing" and turn_of(match) == B and match.to_act == {B}


def test_sh_24_place_the_piece_of_your_left_most_card():
    match = building()
    assert legal(match, A) == {"take red bar"}
    refused(match, A, "take red L", "red L is not yours to place now")
    refused(match, A, "take blue bar", "blue bar is not yours to place")
    refused(match, B, "take blue bar", "it is the turn of seat 0")
    place(match, "A", "red bar")
    assert row(match, A) == ["red L"] and discards(match) == ["red bar"] and platform(match) == ["red bar"]
    assert turn_of(match) == B and legal(match, B) == {"take blue bar"}
    place(match, "B", "blue bar")
    place(match, "C", "green bar")
    assert legal(match, A) == {"take red L"}


def test_sh_24_a_wild_is_your_choice_when_it_is_played():
    match = building(rows={"A": "wild, red L", "B": "blue bar", "C": "green bar"}, platform="white disc")
    assert legal(match, A) == {f"take {piece}" for piece in WHITES if piece != "white disc"}
    refused(match, A, "take white disc", "white disc is in play already")
    place(match, "A", "white bar")
    assert discards(match) == ["wild", "wild"] and platform(match) == ["white disc", "white bar"]


@pytest.mark.parametrize("in_hand", [True, False])
def test_sh_24_any_piece_falls_and_you_are_out_and_your_row_is_discarded(in_hand: bool):
    match = building(platform="yellow plank, yellow disc")
    (knock if in_hand else place)(match, "A", "red bar", "yellow plank")
    assert match.view(None)["out"] == [A] and row(match, A) == []
    assert discards(match) == names("red bar, red L, yellow plank, yellow disc")
    assert platform(match) == (["yellow disc"] if in_hand else ["yellow disc", "red bar"])
    assert turn_of(match) == B
    assert row(match, B) == ["blue bar", "blue L"] and everywhere(match).total() == 50


def test_sh_24_whichever_piece_it_is():
    for fallen in ("red bar", "yellow plank", "yellow disc"):
        match = building(platform="yellow plank, yellow disc")
        place(match, "A", "red bar", fallen)
        assert match.view(None)["out"] == [A]


def test_sh_24_who_is_out_is_passed_over():
    match = building()
    place(match, "A", "red bar")
    place(match, "B", "blue bar", "red bar")
    place(match, "C", "green bar")
    assert turn_of(match) == A
    place(match, "A", "red L")
    assert turn_of(match) == C


def test_sh_24_the_last_one_in_wins():
    match = building(out=[C], rows={"A": "red bar, red L", "B": "blue bar, blue L"})
    place(match, "A", "red bar", "red bar")
    assert match.over and match.winners == {B}


def test_sh_24_with_the_model_letting_go_decides_at_once():
    ends = set()
    for chance in range(60):
        match = building(platform="white disc, blue arch", falls="model", chance=chance, options={"hand": "child"})
        play(match, "A: take red bar", "A: let go")
        assert not match.umpire_asked and turn_of(match) == B and stage(match) == "placing"
        out = match.view(None)["out"] == [A]
        assert row(match, A) == ([] if out else ["red L"])
        ends.add(out)
    assert ends == {True, False}


# Going on


def last_cards(**rest: Any) -> parlour.Match:
    """Everyone has one card left in the row."""
    return building(**{"rows": {"A": "red bar", "B": "blue bar", "C": "green bar"}} | rest)


def play_out(match: parlour.Match) -> None:
    for who, piece in (("A", "red bar"), ("B", "blue bar"), ("C", "green bar")):
        if SEATS.index(who) not in match.view(None)["out"]:
            place(match, who, piece)


def test_sh_25_all_cards_played_those_still_in_draft_five_more():
    match = last_cards()
    play_out(match)
    assert stage(match) == "picking" and match.to_act == {A, B, C}
    assert [len(held(match, seat)) for seat in (A, B, C)] == [5, 5, 5]
    assert len(deck(match)) == 50 - 3 - 15 and len(discards(match)) == 3


def test_sh_25_only_when_all_cards_are_played():
    match = last_cards()
    place(match, "A", "red bar")
    place(match, "B", "blue bar")
    assert stage(match) == "placing" and turn_of(match) == C


def test_sh_25_who_is_out_drafts_no_more():
    match = last_cards(rows={"A": "red bar", "C": "green bar"}, out=[B])
    play_out(match)
    assert match.to_act == {A, C}
    assert [len(held(match, seat)) for seat in (A, B, C)] == [5, 0, 5]


def test_sh_25_packets_go_to_the_next_one_still_in():
    match = last_cards(rows={"A": "red bar", "C": "green bar"}, out=[B])
    play_out(match)
    mine, theirs = match.position()["hands"][A], match.position()["hands"][C]
    play(match, f"A: keep {mine[0]}", f"C: keep {theirs[0]}")
    assert held(match, C) == sorted(mine[1:]) and held(match, A) == sorted(theirs[1:])


@pytest.mark.parametrize("last_to_place", ["A", "B", "C"])
def test_sh_25_turn_order_just_goes_on(last_to_place: str):
    """Whoever sits to the left of the last one to place is next."""
    order = {"A": "BCA", "B": "CAB", "C": "ABC"}[last_to_place]
    match = last_cards(turn=SEATS.index(order[0]), starter=A)
    for who in order:
        place(match, who, {"A": "red bar", "B": "blue bar", "C": "green bar"}[who])
    draft(match)
    assert turn_of(match) == SEATS.index(order[0]) and stage(match) == "placing"
    assert match.view(None)["row_sizes"] == [5, 5, 5]


def test_sh_25_also_when_the_last_card_falls():
    match = last_cards()
    place(match, "A", "red bar")
    place(match, "B", "blue bar")
    place(match, "C", "green bar", "blue bar")
    assert stage(match) == "picking" and match.to_act == {A, B}
    draft(match)
    assert turn_of(match) == A


def test_sh_25_deck_short_all_free_discards_are_shuffled_in():
    """Fifteen are wanted: three are in the deck, and fourteen of the discards are free."""
    free = ", ".join(
        [f"yellow {s}" for s in ("square", "bar", "plank", "triangle", "disc", "L", "arch")] + ["wild"] * 7
    )
    match = last_cards(built=True, deck="red L, blue L, green L", discard=free)
    play_out(match)
    packets = [card for packet in match.position()["hands"] for card in packet]
    assert len(packets) == 15 and len(deck(match)) == 2
    assert sorted([*packets, *deck(match)]) == sorted([*cards(free), "red L", "blue L", "green L"])
    assert len(discards(match)) == 50 - 17 and discards(match).count("wild") == 3


def test_sh_25_they_are_mixed_with_what_is_in_the_deck():
    free = ", ".join(f"yellow {s}" for s in ("square", "bar", "plank", "triangle", "disc", "L", "arch", "half disc"))
    left = set()
    for chance in range(40):
        match = building(
            2, rows={"A": "red bar", "B": "blue bar"}, built=True, deck="red L, blue L, green L", discard=free,
            chance=chance,
        )  # fmt: skip
        place(match, "A", "red bar")
        place(match, "B", "blue bar")
        left |= set(deck(match))
    assert {"red L", "blue L", "green L"} & left and {"yellow L", "yellow arch"} & left


def test_sh_25_a_deck_that_suffices_is_left_alone():
    match = last_cards(discard="yellow L, yellow arch")
    play_out(match)
    assert {"yellow L", "yellow arch"} <= set(discards(match))


@pytest.mark.parametrize(("there_are", "each", "left"), [(14, 4, 2), (9, 3, 0), (7, 2, 1), (5, 1, 2), (3, 1, 0)])
def test_sh_25_still_short_everyone_gets_an_equal_number_and_the_rest_stays(there_are: int, each: int, left: int):
    yellow_and_blue = [card for card in PLAIN_DECK if card.startswith(("yellow", "blue")) and card != "blue bar"]
    match = last_cards(built=True, deck=", ".join(yellow_and_blue[:there_are]))
    play_out(match)
    assert not match.over and len(deck(match)) == left
    draft(match)
    assert match.view(None)["row_sizes"] == [each] * 3


def test_sh_25_it_is_shared_out_among_those_still_in():
    blue = [f"blue {shape}" for shape in SHAPES if shape != "bar"]
    match = last_cards(built=True, rows={"A": "red bar", "C": "green bar"}, out=[B], deck=", ".join(blue[:7]))
    play_out(match)
    draft(match)
    assert match.view(None)["row_sizes"] == [3, 0, 3] and len(deck(match)) == 1


def test_sh_25_with_one_card_each_there_is_nothing_to_choose():
    match = last_cards(built=True, deck="red L, blue L, green L, red disc")
    play_out(match)
    assert stage(match) == "placing" and turn_of(match) == A
    assert match.view(None)["row_sizes"] == [1, 1, 1] and len(deck(match)) == 1
    (card,) = match.view(A)["row"]
    assert legal(match, A) == {f"take {card}"}


@pytest.mark.parametrize("there_are", ["", "red L", "red L, blue L"])
def test_sh_25_none_left_those_still_in_share_the_win(there_are: str):
    match = last_cards(built=True, deck=there_are)
    play_out(match)
    assert match.over and match.winners == {A, B, C}


def test_sh_25_only_those_still_in():
    match = last_cards(built=True, deck="", rows={"A": "red bar", "C": "green bar"}, out=[B])
    play_out(match)
    assert match.over and match.winners == {A, C}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_25_a_whole_game_in_which_nothing_falls_is_shared_by_all(players: int):
    match = started("shapes-draft", players)
    while not match.over:
        draft(match)
        who = turn_of(match)
        place(match, SEATS[who], legal(match, who).pop().removeprefix("take "))
    assert match.winners == set(range(players))
    assert len(platform(match)) == 50 - 50 % players
