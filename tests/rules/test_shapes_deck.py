"""Shapes, Classic: the deck runs out, SH-16, and nobody gets anywhere, SH-16a."""

from __future__ import annotations

from typing import Any

import pytest

import parlour

from .shapes_tables import (
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
    shapes,
    stage,
    turn_of,
)
from .tables import A, B, C, legal

ACTIONS = "stop turn, stop turn, clear the board, clear the board"


def test_sh_16_played_cards_go_to_the_discard_pile():
    match = shapes(A="red bar, red L, wild, blue arch", B="green L")
    lay(match, "A", "red bar", "red L", "white disc")
    assert discards(match) == []
    place(match, "A", "red bar")
    assert discards(match) == ["red bar"]
    place(match, "A", "white disc")
    assert discards(match) == ["red bar", "wild"]
    assert sorted(match.view(B)["intended"]) == ["red L"]


def test_sh_16_discards_lie_open():
    match = shapes(A="red bar", B="green L", discard="blue L, blue bar", platform="yellow arch")
    for seat in (A, B, None):
        assert sorted(match.view(seat)["discard"]) == names("blue L, blue bar, yellow arch")


def renewed(chance: int = 0, **rest: Any) -> parlour.Match:
    """A wants a card, the deck is empty; of the discards, five are free."""
    table: dict[str, Any] = {
        "A": "red bar", "B": ACTIONS, "built": True, "deck": "", "discard": "blue L, wild, wild, green L, yellow arch",
    }  # fmt: skip
    match = shapes(chance=chance, **table | rest)
    play(match, "A: enough")
    return match


def test_sh_16_cards_whose_pieces_are_on_the_platform_stay_behind():
    match = renewed()
    stay = [card for card in discards(match) if card not in ("wild", "blue L", "green L", "yellow arch")]
    play(match, "A: draw")
    free = names("blue L, wild, wild, green L, yellow arch")
    (drawn,) = set(held(match, A)) - {"red bar"}
    assert sorted([drawn, *deck(match)]) == free
    assert [card for card in discards(match) if card != "wild"] == stay
    assert stay == sorted(piece for piece in platform(match) if not piece.startswith("white"))
    assert everywhere(match).total() == 54


@pytest.mark.parametrize("whites", [0, 1, 3, 8])
def test_sh_16_one_wild_stays_for_each_white_piece(whites: int):
    standing = ["white square", "white bar", "white plank", "white triangle", "white L", "white arch", "white disc"]
    standing = [*standing, "white half disc"][:whites]
    wilds = ", ".join(["wild"] * (10 - whites))
    match = shapes(A="red bar", B="green L", platform=", ".join(standing), deck="", discard=f"{wilds}, ...")
    play(match, "A: enough", "A: draw")
    assert discards(match) == ["wild"] * whites
    assert [*deck(match), *held(match, A)].count("wild") == 10 - whites
    assert len(deck(match)) == 54 - 2 - whites - 1


def test_sh_16_the_rest_is_shuffled():
    decks = set()
    for chance in range(15):
        match = renewed(chance)
        play(match, "A: draw")
        decks.add(tuple(deck(match)))
    assert len(decks) > 8


def test_sh_16_the_deck_is_renewed_when_a_card_is_wanted_not_before():
    match = shapes(A="red bar", B="green L", deck="yellow bar", discard="...")
    play(match, "A: enough", "A: draw")
    assert deck(match) == [] and len(discards(match)) == 51
    play(match, "B: enough")
    assert deck(match) == []
    play(match, "B: draw")
    assert len(deck(match)) == 50 and discards(match) == []


def test_sh_16_the_old_deck_is_drawn_first():
    match = shapes(A="red bar, red L, blue arch", B="green L, green bar", deck="yellow bar", discard="...")
    lay(match, "A", "red bar", "red L")
    place(match, "A", "red bar", "red bar")
    assert "yellow bar" in held(match, A) and len(held(match, A)) == 3
    assert len(deck(match)) == 54 - 2 - 1 - 2 - 2  # all but both hands and the two cards not completed
    assert discards(match) == names("red bar, red L")


def test_sh_16_pieces_that_have_fallen_are_not_on_the_platform_any_more():
    match = shapes(
        A="red bar, blue arch", B=ACTIONS, built=True, deck="", platform="yellow plank",
    )  # fmt: skip
    lay(match, "A", "red bar")
    knock(match, "A", "red bar", "yellow plank")
    assert held(match, A) == names("blue arch, yellow plank")
    assert deck(match) == [] and "red bar" in discards(match)


def test_sh_16_if_that_is_nothing_no_card_is_drawn():
    match = shapes(A="red bar, red L", B=ACTIONS, built=True)
    before = discards(match)
    play(match, "A: enough", "A: draw")
    assert held(match, A) == names("red bar, red L") and turn_of(match) == B
    assert deck(match) == [] and discards(match) == before


# Nobody gets anywhere


def stuck(**rest: Any) -> parlour.Match:
    """Nothing can be drawn."""
    table: dict[str, Any] = {
        "A": "red bar, red L, stop turn, clear the board", "B": "blue bar, blue L, stop turn, clear the board",
        "built": True,
    }  # fmt: skip
    return shapes(**table | rest)


def do_nothing(match: parlour.Match, *players: str) -> None:
    for who in players:
        play(match, f"{who}: enough", f"{who}: draw")


def test_sh_16a_as_many_idle_turns_as_players_end_the_game():
    match = stuck()
    do_nothing(match, "A")
    assert not match.over and match.view(None)["idle"] == 1
    do_nothing(match, "B")
    assert match.over


def test_sh_16a_with_three_players_it_takes_three():
    match = stuck(C="green bar, green L")
    do_nothing(match, "A", "B")
    assert not match.over and match.view(None)["idle"] == 2
    do_nothing(match, "C")
    assert match.over and match.winners == {C}


def test_sh_16a_it_does_not_matter_who_began():
    match = stuck(turn=B, C="green bar, green L, green arch, green disc, green plank")
    do_nothing(match, "B", "C", "A")
    assert match.over and match.winners == {A, B}


@pytest.mark.parametrize(("more", "winners"), [({"A": "stop turn, red L"}, {A}), ({}, {A, B})])
def test_sh_16a_fewest_cards_win_and_equal_is_shared(more: dict[str, str], winners: set[int]):
    if more:
        match = stuck(**more, B="blue bar, blue L, stop turn, clear the board, clear the board")
    else:
        match = stuck()
    do_nothing(match, "A", "B")
    assert match.over and match.winners == winners


def test_sh_16a_a_turn_in_which_a_card_was_drawn_is_not_idle():
    match = stuck(deck="yellow disc")
    do_nothing(match, "A", "B")
    assert not match.over and match.view(None)["idle"] == 1
    do_nothing(match, "A")
    assert match.over


def test_sh_16a_a_turn_in_which_a_piece_was_placed_is_not_idle():
    match = stuck()
    do_nothing(match, "A")
    lay(match, "B", "blue bar")
    place(match, "B", "blue bar")
    play(match, "B: draw")
    assert not match.over and match.view(None)["idle"] == 0
    do_nothing(match, "A")
    assert not match.over
    do_nothing(match, "B")
    assert match.over and match.winners == {B}


def test_sh_16a_a_turn_in_which_a_piece_was_placed_and_then_stopped_is_not_idle():
    match = stuck()
    do_nothing(match, "A")
    lay(match, "B", "blue bar")
    place(match, "B", "blue bar")
    play(match, "A: stop turn 2")
    assert not match.over and match.view(None)["idle"] == 0


def test_sh_16a_a_turn_in_which_the_board_was_cleared_is_not_idle():
    match = stuck()
    do_nothing(match, "A")
    play(match, "B: clear the board")
    assert not match.over and match.view(None)["idle"] == 0


def test_sh_16a_a_turn_that_ends_in_a_fall_is_not_idle():
    match = stuck()
    do_nothing(match, "A")
    lay(match, "B", "blue bar")
    place(match, "B", "blue bar", "blue bar")
    play(match, "B: rob seat 0")
    assert not match.over and match.view(None)["idle"] == 0
    assert turn_of(match) == A


def test_sh_16a_a_stopped_turn_is_idle():
    match = stuck()
    play(match, "B: stop turn 1")
    assert match.view(None)["idle"] == 1 and not match.over
    play(match, "A: stop turn 2")  # which began with a card to draw: the Stop
    assert match.view(None)["idle"] == 0 and not match.over


def test_sh_16a_while_cards_could_be_drawn_no_turn_is_idle():
    match = shapes(A="red bar, stop turn, stop turn", B="blue bar, blue L", deck="...")
    play(match, "A: stop turn 1", "A: stop turn 2")
    assert match.view(None)["idle"] == 0 and not match.over


def test_sh_16a_a_stopped_turn_in_which_cards_were_drawn_is_not_idle():
    match = stuck()
    play(match, "A: lay red bar", "B: stop turn 1")  # A draws what there is: the Stop
    assert held(match, A) == names("red L, stop turn, stop turn, clear the board")
    assert match.view(None)["idle"] == 0


def test_sh_16a_laying_alone_does_not_count():
    match = stuck()
    play(match, "A: lay red bar", "A: enough")
    assert stage(match) == "placing" and match.view(None)["idle"] == 0
    assert legal(match, A) == {"take red bar", "stop turn 1"}


def test_sh_16a_a_position_remembers_idle_turns():
    match = parlour.position("shapes", {**stuck().position(), "idle": 1})
    do_nothing(match, "A")
    assert match.over
