"""Shapes: Play One, Pass One, Toss One, SH-19 to SH-21."""

from __future__ import annotations

from typing import Any

import pytest

import parlour

from .shapes_tables import (
    PLAIN_DECK,
    PLAYER_COUNTS,
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
from .tables import SEATS, A, B, C, D, cards, legal, names_in


def passing(players: int = 3, **rest: Any) -> parlour.Match:
    """A's turn; whoever is not named holds nothing."""
    hands = {seat: rest.pop(seat, "") for seat in SEATS[:players]}
    return shapes("shapes-pass", **hands, **rest)


def waiting(match: parlour.Match, seat: int) -> list[str]:
    return match.position()["waiting"][seat]


def three(**rest: Any) -> parlour.Match:
    """A has drawn red L, blue bar and a Wild."""
    match = passing(deck="red L, blue bar, wild, ...", **rest)
    play(match, "A: draw")
    return match


# A turn


def test_sh_19_without_stop_turn_and_clear_the_board():
    match = started("shapes-pass", 3)
    assert everywhere(match).total() == 50 and sorted(deck(match)) == sorted(PLAIN_DECK)
    assert len({tuple(deck(started("shapes-pass", 3, seed=seed))) for seed in range(10)}) == 10


def test_sh_19_nobody_can_stop_a_turn_or_clear_the_board():
    match = three()
    for move in ("stop turn 1", "clear the board", "let it go on"):
        refused(match, A, move)
        refused(match, B, move, "it is the turn of seat 0")


def test_sh_19_draw_three():
    match = passing(deck="red L, blue bar, wild, green arch, ...")
    assert stage(match) == "drawing" and legal(match, A) == {"draw"}
    play(match, "A: draw")
    assert held(match, A) == names("red L, blue bar, wild") and deck(match)[0] == "green arch"
    assert stage(match) == "playing"


def test_sh_19_one_to_play_yourself():
    match = three(platform="white disc")
    whites = {f"take {piece}" for piece in WHITES if piece != "white disc"}
    assert legal(match, A) == {"take red L", "take blue bar"} | whites
    refused(match, A, "take green arch", "green arch is not yours to place")
    refused(match, A, "pass red L to seat 1", "take the piece of one of your cards")
    place(match, "A", "red L")
    assert platform(match) == ["white disc", "red L"] and discards(match) == ["red L", "wild"]
    assert held(match, A) == names("blue bar, wild")


def test_sh_19_one_to_pass_to_any_other_player():
    match = three(players=4)
    place(match, "A", "white L")
    assert stage(match) == "passing"
    assert legal(match, A) == {f"pass {card} to seat {seat}" for card in ("red L", "blue bar") for seat in (1, 2, 3)}
    refused(match, A, "pass red L to seat 0", "another player")
    refused(match, A, "pass green arch to seat 1", "you do not have green arch")
    refused(match, A, "pass wild to seat 1", "you do not have wild")  # it was played
    play(match, "A: pass blue bar to seat 2")
    assert waiting(match, C) == ["blue bar"] and waiting(match, B) == waiting(match, D) == []


def test_sh_19_one_to_discard_by_itself():
    match = three()
    place(match, "A", "blue bar")
    play(match, "A: pass red L to seat 2")
    assert held(match, A) == [] and discards(match) == ["blue bar", "wild"]
    assert turn_of(match) == B and stage(match) == "drawing"
    assert everywhere(match).total() == 50


def test_sh_19_in_that_order():
    match = three()
    for move in ("pass red L to seat 1", "pass wild to seat 1", "pass wild as white disc to seat 1", "draw"):
        refused(match, A, move)
    play(match, "A: take red L")
    refused(match, A, "pass blue bar to seat 1")
    play(match, "A: let go", "umpire: all at rest")
    refused(match, A, "take blue bar", "pass")


def test_sh_19_not_to_a_player_who_is_out():
    match = three(players=4, out=[C])
    place(match, "A", "red L")
    assert {move[-1] for move in legal(match, A)} == {"1", "3"}
    refused(match, A, "pass blue bar to seat 2", "still in")


def test_sh_19_there_must_be_such_a_seat():
    match = three()
    place(match, "A", "red L")
    refused(match, A, "pass blue bar to seat 3", "another player")


def test_sh_19_first_the_cards_passed_to_you_in_your_order():
    for order in (["red L", "blue bar"], ["blue bar", "red L"]):
        match = passing(waiting={"A": "red L, blue bar"}, deck="green arch, green L, green bar, ...")
        assert stage(match) == "placing"
        refused(match, A, "draw", "take a piece in hand")
        assert legal(match, A) == {"take red L", "take blue bar"}
        place(match, "A", order[0])
        assert stage(match) == "placing" and legal(match, A) == {f"take {order[1]}"}
        assert waiting(match, A) == [order[1]] and discards(match) == [order[0]]
        place(match, "A", order[1])
        assert stage(match) == "drawing" and platform(match) == order
        play(match, "A: draw")
        assert held(match, A) == names("green arch, green L, green bar")


def test_sh_19_passed_cards_of_others_wait_for_their_turn():
    match = passing(waiting={"B": "red L", "C": "blue bar"}, deck="green arch, green L, green bar, ...")
    assert stage(match) == "drawing"
    refused(match, B, "take red L", "it is the turn of seat 0")
    play(match, "A: draw")
    place(match, "A", "green arch")
    play(match, "A: pass green L to seat 1")
    assert turn_of(match) == B and legal(match, B) == {"take red L", "take green L"}
    assert waiting(match, C) == ["blue bar"]


@pytest.mark.parametrize("in_hand", [True, False])
def test_sh_19_who_falls_with_the_played_card_passes_nothing(in_hand: bool):
    match = three(platform="green plank, green disc")
    (knock if in_hand else place)(match, "A", "red L", "green plank")
    assert match.view(None)["out"] == [A] and held(match, A) == []
    assert discards(match) == names("red L, blue bar, wild, green plank, green disc")
    assert waiting(match, B) == waiting(match, C) == []
    assert turn_of(match) == B and stage(match) == "drawing"
    assert platform(match) == (["green disc"] if in_hand else ["green disc", "red L"])


def test_sh_19_passed_cards_lie_open_and_drawn_ones_do_not():
    match = three(waiting={"C": "green arch"})
    for seat in (B, C, None):
        view = match.view(seat)
        assert view["waiting"][C] == ["green arch"] and view["hand_sizes"] == [3, 0, 0]
        assert not {"red L", "blue bar", "wild"} & set(names_in(view))
    place(match, "A", "red L")
    for seat in (B, C, None):
        assert "blue bar" in told(match, "A: pass blue bar to seat 1", seat)


@pytest.mark.parametrize("to", [A, B, None])
def test_sh_19_only_you_are_told_what_you_draw(to: int | None):
    heard = told(passing(deck="red L, blue bar, wild, ..."), "A: draw", to)
    for card in ("red L", "blue bar", "wild"):
        assert (card in heard) == (to == A)


# Wilds


def test_sh_20_a_wild_you_play_is_any_white_piece():
    match = three(platform="white disc")
    refused(match, A, "take white disc", "white disc is in play already")
    place(match, "A", "white plank")
    assert platform(match) == ["white disc", "white plank"] and discards(match) == ["wild", "wild"]
    assert held(match, A) == names("red L, blue bar")


def test_sh_20_you_may_choose_the_white_piece_the_other_must_place():
    match = three(platform="white disc")
    place(match, "A", "red L")
    whites = [piece for piece in WHITES if piece != "white disc"]
    expected = {"pass wild", "pass blue bar", *(f"pass wild as {piece}" for piece in whites)}
    assert legal(match, A) == {f"{words} to seat {seat}" for words in expected for seat in (1, 2)}
    refused(match, A, "pass wild as white disc to seat 1", "white disc is in play or reserved")
    play(match, "A: pass wild as white arch to seat 1")
    assert waiting(match, B) == ["wild"] and match.view(None)["reserved"][B] == ["white arch"]
    assert legal(match, B) == {"take white arch"}
    refused(match, B, "take white L", "white L is not yours to place")


def test_sh_20_a_reserved_piece_is_nobody_elses():
    match = three()
    place(match, "A", "red L")
    play(match, "A: pass wild as white arch to seat 2")
    match = passing(
        turn=B, waiting={"C": "wild"}, reserved={"C": "white arch"}, deck="wild, wild, green L, ...",
    )  # fmt: skip
    play(match, "B: draw")
    assert "take white arch" not in legal(match, B) and "take white L" in legal(match, B)
    refused(match, B, "take white arch", "white arch is reserved")
    place(match, "B", "green L")
    refused(match, B, "pass wild as white arch to seat 0", "white arch is in play or reserved")
    refused(match, B, "pass wild as white arch to seat 2", "white arch is in play or reserved")
    play(match, "B: pass wild as white bar to seat 2")
    assert legal(match, C) == {"take white arch", "take white bar"}


def test_sh_20_left_open_the_receiver_chooses_when_placing():
    match = three(platform="white disc")
    place(match, "A", "red L")
    play(match, "A: pass wild to seat 1")
    assert waiting(match, B) == ["wild"] and match.view(None)["reserved"][B] == []
    assert legal(match, B) == {f"take {piece}" for piece in WHITES if piece != "white disc"}
    place(match, "B", "white bar")
    assert waiting(match, B) == [] and platform(match)[-1] == "white bar" and stage(match) == "drawing"


def test_sh_20_one_open_and_one_reserved():
    match = passing(waiting={"A": "wild, wild"}, reserved={"A": "white arch"}, deck="...")
    assert legal(match, A) == {f"take {piece}" for piece in WHITES}
    place(match, "A", "white disc")  # the open one
    assert legal(match, A) == {"take white arch"}
    match = passing(waiting={"A": "wild, wild"}, reserved={"A": "white arch"}, deck="...")
    place(match, "A", "white arch")  # the reserved one
    assert legal(match, A) == {f"take {piece}" for piece in WHITES if piece != "white arch"}
    assert match.view(None)["reserved"][A] == [] and waiting(match, A) == ["wild"]


def test_sh_20_a_reservation_ends_when_the_piece_is_placed_or_its_player_is_out():
    match = passing(
        waiting={"A": "wild, wild"}, reserved={"A": "white arch, white bar"}, platform="green plank",
        deck="wild, red L, red bar, ...",
    )  # fmt: skip
    place(match, "A", "white arch", "green plank")
    assert match.view(None)["reserved"] == [[], [], []]
    play(match, "B: draw")
    assert "take white bar" in legal(match, B) and "take white arch" not in legal(match, B)


# Out


@pytest.mark.parametrize("in_hand", [True, False])
def test_sh_21_a_fall_with_a_passed_card_puts_you_out(in_hand: bool):
    match = passing(waiting={"A": "red L, wild, blue bar", "B": "green L"}, platform="green plank")
    (knock if in_hand else place)(match, "A", "red L", "green plank")
    assert match.view(None)["out"] == [A]
    assert waiting(match, A) == [] and waiting(match, B) == ["green L"]
    assert discards(match) == names("red L, wild, blue bar, green plank")
    assert turn_of(match) == B and legal(match, B) == {"take green L"}
    assert everywhere(match).total() == 50


def test_sh_21_whichever_piece_it_is():
    for fallen in ("red L", "green plank", "green disc"):
        match = three(platform="green plank, green disc")
        place(match, "A", "red L", fallen)
        assert match.view(None)["out"] == [A]


def test_sh_21_the_last_one_in_wins():
    match = three(out=[B], waiting={"C": "green arch"})
    place(match, "A", "red L", "red L")
    assert match.over and match.winners == {C}


def test_sh_21_with_the_model_letting_go_decides_at_once():
    ends = set()
    for chance in range(60):
        match = three(platform="white disc, blue arch", falls="model", chance=chance, options={"hand": "child"})
        play(match, "A: take red L", "A: let go")
        assert not match.umpire_asked
        out = match.view(None)["out"] == [A]
        assert stage(match) == ("drawing" if out else "passing") and turn_of(match) == (B if out else A)
        ends.add(out)
    assert ends == {True, False}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_21_it_goes_on_until_one_is_left(players: int):
    match = started("shapes-pass", players)
    for seat in range(players - 1):
        assert not match.over and turn_of(match) == seat
        play(match, f"{SEATS[seat]}: draw")
        piece = sorted(legal(match, seat))[0].removeprefix("take ")
        place(match, SEATS[seat], piece, piece)
    assert match.over and match.winners == {players - 1}


def test_sh_21_who_is_out_is_passed_over():
    match = three(players=4, out=[B, D])
    place(match, "A", "red L")
    play(match, "A: pass blue bar to seat 2")
    assert turn_of(match) == C


def test_sh_21_the_deck_is_renewed_as_in_classic():
    match = passing(built=True, deck="red L", discard="blue bar, wild, green arch")
    play(match, "A: draw")
    assert "red L" in held(match, A) and len(held(match, A)) == 3
    assert sorted([*held(match, A), *deck(match)]) == names("red L, blue bar, wild, green arch")
    assert discards(match).count("wild") == 9 and len(discards(match)) == 46


def test_sh_21_what_was_tossed_comes_again():
    match = passing(built=True, deck="red L, blue bar, wild")
    play(match, "A: draw")
    place(match, "A", "red L")
    play(match, "A: pass blue bar to seat 1")
    place(match, "B", "blue bar")
    play(match, "B: draw")
    assert held(match, B) == ["wild"]


def test_sh_21_with_two_cards_one_is_played_and_one_is_passed():
    match = passing(built=True, deck="red L, blue bar")
    play(match, "A: draw")
    assert held(match, A) == names("red L, blue bar")
    place(match, "A", "red L")
    assert legal(match, A) == {"pass blue bar to seat 1", "pass blue bar to seat 2"}
    play(match, "A: pass blue bar to seat 1")
    assert waiting(match, B) == ["blue bar"] and held(match, A) == []


def test_sh_21_with_one_card_it_is_played():
    match = passing(built=True, deck="red L", waiting={"B": "blue bar"})
    play(match, "A: draw")
    assert legal(match, A) == {"take red L"}
    place(match, "A", "red L")
    assert turn_of(match) == B and legal(match, B) == {"take blue bar"}


def test_sh_21_a_seat_with_nothing_to_do_is_skipped():
    match = passing(4, built=True, deck="red L, blue bar")
    play(match, "A: draw")
    place(match, "A", "red L")
    play(match, "A: pass blue bar to seat 3")
    assert turn_of(match) == D and legal(match, D) == {"take blue bar"} and match.to_act == {D}


def test_sh_21_with_nothing_to_draw_the_turn_is_over_after_the_passed_cards():
    match = passing(built=True, deck="", waiting={"A": "red L", "C": "blue bar"})
    place(match, "A", "red L")
    assert turn_of(match) == C and legal(match, C) == {"take blue bar"}


@pytest.mark.parametrize(("out", "winners"), [([], {A, B, C}), ([B], {A, C})])
def test_sh_21_nothing_left_to_draw_and_nothing_waiting_is_a_shared_win(out: list[int], winners: set[int]):
    match = passing(built=True, deck="red L", out=out)
    play(match, "A: draw")
    place(match, "A", "red L")
    assert match.over and match.winners == winners


def test_sh_21_also_after_the_last_passed_card():
    match = passing(built=True, deck="", waiting={"A": "red L"})
    place(match, "A", "red L")
    assert match.over and match.winners == {A, B, C}


def test_sh_21_not_while_a_card_is_waiting_or_can_be_drawn():
    match = passing(built=True, deck="red L", waiting={"C": "blue bar"})
    play(match, "A: draw")
    place(match, "A", "red L")
    assert not match.over and turn_of(match) == C
    place(match, "C", "blue bar", "green plank")  # now its card can be drawn again
    assert not match.over and turn_of(match) == A and legal(match, A) == {"draw"}


# The example of the rule page


def test_the_example_turn():
    match = passing(
        4, turn=C, waiting={"C": "wild"}, reserved={"C": "white disc"},
        deck="red square, blue arch, green plank, ...",
    )  # fmt: skip
    assert legal(match, C) == {"take white disc"}
    place(match, "C", "white disc")
    play(match, "C: draw")
    assert held(match, C) == sorted(cards("red square, blue arch, green plank"))
    place(match, "C", "red square")
    play(match, "C: pass blue arch to seat 3")
    assert "green plank" in discards(match) and legal(match, D) == {"take blue arch"}
