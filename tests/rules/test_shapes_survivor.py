"""Shapes: Survivor, SH-17 and SH-18."""

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
    knock,
    names,
    overruled,
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
from .tables import SEATS, A, B, C, D, legal


def survivor(players: int = 3, **rest: Any) -> parlour.Match:
    """A's turn; nobody holds cards in this game."""
    return shapes("shapes-survivor", **dict.fromkeys(SEATS[:players], ""), **rest)


def test_sh_17_without_stop_turn_and_clear_the_board():
    match = started("shapes-survivor", 3)
    assert sorted(deck(match)) == sorted(PLAIN_DECK)
    assert everywhere(match).total() == 50


def test_sh_17_nobody_can_stop_a_turn_or_clear_the_board():
    match = survivor(deck="red L, ...")
    for move in ("stop turn 1", "clear the board", "let it go on"):
        refused(match, A, move)
        refused(match, B, move, "it is the turn of seat 0")


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_17_nothing_is_dealt_and_the_deck_is_shuffled(players: int):
    match = started("shapes-survivor", players)
    assert match.view(None)["hand_sizes"] == [0] * players
    assert len({tuple(deck(started("shapes-survivor", players, seed=seed))) for seed in range(10)}) == 10


def test_sh_17_draw_a_card_and_place_its_piece():
    match = survivor(deck="red L, blue bar, ...")
    assert stage(match) == "drawing" and legal(match, A) == {"draw"} and match.to_act == {A}
    play(match, "A: draw")
    assert stage(match) == "placing" and legal(match, A) == {"take red L"}
    assert match.view(B)["intended"] == ["red L"]  # it lies open
    play(match, "A: take red L")
    assert stage(match) == "holding" and legal(match, A) == {"let go"}
    play(match, "A: let go", "umpire: all at rest")
    assert platform(match) == ["red L"] and discards(match) == ["red L"]
    assert turn_of(match) == B and stage(match) == "drawing" and deck(match)[0] == "blue bar"


def test_sh_17_no_other_piece_will_do():
    match = survivor(deck="red L, ...", platform="blue bar")
    refused(match, A, "take red L", "draw")
    play(match, "A: draw")
    for piece in ("red bar", "white disc"):
        refused(match, A, f"take {piece}", f"{piece} is not yours to place")
    refused(match, A, "take blue bar", "blue bar is on the platform")
    refused(match, A, "draw")
    refused(match, B, "take red L", "it is the turn of seat 0")


def test_sh_17_a_wild_is_any_white_piece_not_in_play():
    match = survivor(deck="wild, ...", platform="white disc, blue L, white arch")
    play(match, "A: draw")
    free = {f"take {piece}" for piece in WHITES if piece not in ("white disc", "white arch")}
    assert legal(match, A) == free
    refused(match, A, "take white disc", "white disc is in play already")
    place(match, "A", "white L")
    assert platform(match)[-1] == "white L" and discards(match) == names("blue L, wild, wild, wild")


@pytest.mark.parametrize("fallen", ["red L", "blue bar", "blue disc"])
def test_sh_17_any_piece_falls_and_you_are_out(fallen: str):
    match = survivor(deck="red L, ...", platform="blue bar, blue disc")
    play(match, "A: draw")
    place(match, "A", "red L", fallen)
    assert match.view(None)["out"] == [A] and not match.over
    assert turn_of(match) == B and match.to_act == {B}


def test_sh_17_also_while_the_piece_is_in_the_hand():
    match = survivor(deck="red L, ...", platform="blue bar, blue disc")
    play(match, "A: draw")
    knock(match, "A", "red L", "blue bar")
    assert match.view(None)["out"] == [A] and platform(match) == ["blue disc"]
    assert "red L" in discards(match) and turn_of(match) == B


def test_sh_17_the_platform_stays():
    match = survivor(deck="red L, ...", platform="blue bar, blue disc, white arch")
    play(match, "A: draw")
    place(match, "A", "red L", "blue disc")
    assert platform(match) == ["blue bar", "white arch", "red L"]
    assert "red L" in discards(match) and match.view(None)["intended"] == []


def test_sh_17_who_is_out_is_passed_over():
    match = survivor(4, deck="red L, red bar, red disc, red arch, red plank, ...")
    play(match, "A: draw")
    place(match, "A", "red L")
    play(match, "B: draw")
    place(match, "B", "red bar", "red L")
    for who, piece in (("C", "red disc"), ("D", "red arch"), ("A", "red plank")):
        play(match, f"{who}: draw")
        place(match, who, piece)
    assert turn_of(match) == C
    refused(match, B, "draw", "it is the turn of seat 2")


def test_sh_17_the_last_one_in_wins_at_once():
    match = survivor(3, out=[C], deck="red L, ...")
    play(match, "A: draw")
    place(match, "A", "red L", "red L")
    assert match.over and match.winners == {B}
    assert all(legal(match, seat) == set() for seat in (A, B, C))


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_sh_17_it_goes_on_until_one_is_left(players: int):
    match = started("shapes-survivor", players)
    for seat in range(players - 1):
        assert not match.over and turn_of(match) == seat
        play(match, f"{SEATS[seat]}: draw")
        piece = legal(match, seat).pop().removeprefix("take ")
        place(match, SEATS[seat], piece, piece)
    assert match.over and match.winners == {players - 1}


def test_sh_17_nobody_wins_before_the_others_are_out():
    match = survivor(2, deck="red L, red bar, ...")
    play(match, "A: draw")
    place(match, "A", "red L")
    play(match, "B: draw")
    place(match, "B", "red bar")
    assert not match.over and turn_of(match) == A


def test_sh_17_nothing_falls_before_a_piece_is_taken():
    match = survivor(deck="red L, ...", platform="blue bar")
    overruled(match, "blue bar falls")
    play(match, "A: draw")
    overruled(match, "blue bar falls")


@pytest.mark.parametrize("to", [A, B, None])
def test_sh_17_everybody_hears_what_is_drawn(to: int | None):
    assert "red L" in told(survivor(deck="red L, ..."), "A: draw", to)


def test_sh_17_with_the_model_letting_go_decides_at_once():
    ends = set()
    for chance in range(60):
        match = survivor(2, deck="red L, ...", platform="white disc, blue arch", falls="model", chance=chance,
                         options={"hand": "child"})  # fmt: skip
        play(match, "A: draw", "A: take red L", "A: let go")
        assert not match.umpire_asked
        assert match.over == (match.view(None)["out"] == [A])
        ends.add(match.over)
    assert ends == {True, False}


def test_sh_18_the_deck_is_renewed_as_in_classic():
    match = survivor(built=True, deck="", discard="red L, wild, blue bar")
    whites = [piece for piece in platform(match) if piece.startswith("white")]
    assert len(whites) == 9
    play(match, "A: draw")
    (card,) = match.view(None)["intended"]
    assert sorted([card, *deck(match)]) == names("red L, wild, blue bar")
    assert discards(match).count("wild") == 9 and len(discards(match)) == 47


def test_sh_18_that_is_left_to_chance():
    drawn = set()
    for chance in range(30):
        match = survivor(built=True, deck="", discard="red L, wild, blue bar", chance=chance)
        play(match, "A: draw")
        drawn |= set(match.view(None)["intended"])
    assert drawn == {"red L", "wild", "blue bar"}


def test_sh_18_the_card_of_a_fallen_piece_comes_again():
    match = survivor(built=True, deck="red L")
    play(match, "A: draw")
    place(match, "A", "red L", "red L")
    play(match, "B: draw")
    assert match.view(None)["intended"] == ["red L"]


@pytest.mark.parametrize(("out", "winners"), [([], {A, B, C, D}), ([C], {A, B, D})])
def test_sh_18_nothing_left_to_draw_those_still_in_share_the_win(out: list[int], winners: set[int]):
    match = survivor(4, built=True, deck="red L", out=out)
    play(match, "A: draw")
    place(match, "A", "red L")
    assert len(platform(match)) == 50
    if not match.over:
        play(match, "B: draw")
    assert match.over and match.winners == winners
