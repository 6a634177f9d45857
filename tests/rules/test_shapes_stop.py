"""Shapes, Classic: Stop Turn, SH-15, and what nobody can tell of it, SH-16b."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parlour

from .shapes_tables import (
    discards,
    held,
    lay,
    names,
    overruled,
    place,
    platform,
    play,
    refused,
    shapes,
    stage,
    told,
    turn_of,
)
from .tables import A, B, C, legal, views

DRAWN = ["yellow bar", "yellow L", "yellow disc", "yellow arch"]


def table(**rest: Any) -> parlour.Match:
    """A's turn, with two red cards, a Wild and one more; C can stop it."""
    given: dict[str, Any] = {
        "A": "red bar, red L, wild, blue arch", "B": "blue bar, blue L", "C": "stop turn, green L",
        "platform": "green plank, white arch", "deck": ", ".join([*DRAWN, "..."]),
    }  # fmt: skip
    return shapes(**given | rest)


# The moments of a turn, from the first to the last


def laying(match: parlour.Match) -> None:
    pass


def one_laid(match: parlour.Match) -> None:
    play(match, "A: lay red bar")


def placing(match: parlour.Match) -> None:
    lay(match, "A", "red bar", "red L", "white disc")


def one_placed(match: parlour.Match) -> None:
    placing(match)
    place(match, "A", "red bar")


def holding(match: parlour.Match) -> None:
    one_placed(match)
    play(match, "A: take white disc")


def settling(match: parlour.Match) -> None:
    holding(match)
    play(match, "A: let go")


def fallen_in_hand(match: parlour.Match) -> None:
    holding(match)
    play(match, "umpire: green plank falls")


def fallen(match: parlour.Match) -> None:
    settling(match)
    play(match, "umpire: white disc falls")


def robbing(match: parlour.Match) -> None:
    fallen(match)
    play(match, "umpire: all at rest")


def closing(match: parlour.Match) -> None:
    one_placed(match)
    place(match, "A", "white disc")
    place(match, "A", "red L")


Moment = Callable[[parlour.Match], None]
STOPPABLE: list[tuple[Moment, str]] = [  # with what is intended and not played yet
    (laying, ""),
    (one_laid, "red bar"),
    (placing, "red bar, red L, wild"),
    (one_placed, "red L, wild"),
    (holding, "red L, wild"),
    (closing, ""),
]
NOT_STOPPABLE: list[Moment] = [settling, fallen_in_hand, fallen, robbing]


@pytest.mark.parametrize(("moment", "unplayed"), STOPPABLE)
def test_sh_15_the_player_draws_for_each_card_not_played_and_discards_them(moment: Moment, unplayed: str):
    match = table()
    moment(match)
    in_hand, thrown = match.position()["hands"][A], discards(match)
    play(match, "C: stop turn 1")
    count = len(names(unplayed))
    assert held(match, A) == sorted([*in_hand, *DRAWN[:count]])
    assert discards(match) == sorted([*thrown, "stop turn", *names(unplayed)])
    assert match.view(None)["intended"] == [] and match.view(None)["whites"] == []
    assert held(match, C) == ["green L"]


@pytest.mark.parametrize(("moment", "_unplayed"), STOPPABLE)
def test_sh_15_the_turn_ends_with_no_closing_draw(moment: Moment, _unplayed: str):
    match = table()
    moment(match)
    play(match, "C: stop turn 1")
    if moment is holding:
        play(match, "umpire: all at rest")
    assert turn_of(match) == B and stage(match) == "laying"  # to the left of the one who was stopped
    assert B in match.to_act and A not in match.to_act
    assert match.view(None)["turn"] == 2


@pytest.mark.parametrize("stopper", ["B", "C"])
def test_sh_15_anyone_who_holds_one_may_play_it(stopper: str):
    match = table(B="stop turn, blue L")
    play(match, "A: lay red bar", f"{stopper}: stop turn 1")
    assert turn_of(match) == B and held(match, A) == names("red L, wild, blue arch, yellow bar")
    other = {"B": C, "C": B}[stopper]
    assert "stop turn" in held(match, other)


def test_sh_15_who_holds_none_may_not():
    match = table()
    refused(match, B, "stop turn 1")
    refused(match, A, "stop turn 1", "you do not hold a stop turn")
    assert legal(match, B) == set()


@pytest.mark.parametrize("moment", NOT_STOPPABLE)
def test_sh_15_not_from_letting_go_to_rest_nor_after_a_fall(moment: Moment):
    match = table(A="red bar, red L, wild, stop turn")
    moment(match)
    assert C not in match.to_act and legal(match, C) == set()
    refused(match, C, "stop turn 1")
    refused(match, A, "stop turn 1")


def test_sh_15_not_before_the_first_turn():
    for seed in range(200):
        match = parlour.new("shapes", players=2, seed=seed)
        if "stop turn" in held(match, A):
            break
    refused(match, A, "stop turn 1")
    assert legal(match, A) == {"let's play shapes"}


def test_sh_15_once_all_is_at_rest_it_can_be_played_again():
    match = table()
    settling(match)
    play(match, "umpire: all at rest")
    assert legal(match, C) == {"stop turn 1", "let it go on"}


def test_sh_15_not_against_clear_the_board():
    match = table(A="clear the board, red bar")
    play(match, "A: clear the board")
    assert turn_of(match) == B and platform(match) == []
    refused(match, C, "stop turn 1", "not turn 1")
    assert held(match, A) == ["red bar"]


def test_sh_15_the_stop_card_is_discarded_before_the_drawing():
    """So whoever is stopped may draw it, if the deck has to be renewed."""
    match = shapes(
        A="red bar, red L, blue arch", B="stop turn, green L", C="stop turn, clear the board, clear the board",
        built=True,
    )  # fmt: skip
    lay(match, "A", "red bar", "red L")
    play(match, "B: stop turn 1")
    assert held(match, A) == names("blue arch, stop turn")  # two were wanted, one was there
    assert "stop turn" not in discards(match)


def test_sh_15_the_unplayed_cards_are_discarded_after_the_drawing():
    match = table(deck="yellow bar", discard="...", A="red bar, red L, wild, blue arch")
    lay(match, "A", "red bar", "red L", "white disc")
    play(match, "C: stop turn 1")
    assert not {"red bar", "red L"} & set(held(match, A))
    assert discards(match) == names("red bar, red L, wild, green plank, wild")


def test_sh_15_the_piece_in_the_hand_goes_back_unplayed():
    match = table(B="wild, blue L")
    holding(match)
    play(match, "C: stop turn 1")
    assert match.view(None)["held"] is None
    assert platform(match) == ["green plank", "white arch", "red bar"]
    play(match, "umpire: all at rest")
    assert "lay wild as white disc" in legal(match, B)


def test_sh_15_what_falls_of_itself_after_that_is_nobodys_fault():
    match = table()
    holding(match)
    play(match, "C: stop turn 1")
    before = [held(match, seat) for seat in (A, B, C)]
    play(match, "umpire: green plank falls", "umpire: red bar falls")
    assert not match.to_act
    play(match, "umpire: all at rest")
    assert platform(match) == ["white arch"]
    assert [held(match, seat) for seat in (A, B, C)] == before
    assert turn_of(match) == B and stage(match) == "laying"


def test_sh_15_nobody_takes_a_piece_before_all_is_at_rest():
    match = table(B="stop turn, blue L")
    holding(match)
    play(match, "C: stop turn 1")
    assert stage(match) == "unrest" and match.umpire_asked and not match.over
    assert match.to_act == set()
    for seat, move in ((A, "take red L"), (B, "lay blue L"), (B, "enough"), (B, "stop turn 1"), (B, "stop turn 2")):
        refused(match, seat, move)
    overruled(match, "white disc falls")  # it went back
    play(match, "umpire: all at rest")
    assert {"lay blue L", "enough"} <= legal(match, B)


@pytest.mark.parametrize("moment", [laying, one_laid, placing, one_placed, closing])
def test_sh_15_with_nothing_in_the_hand_the_next_turn_begins_at_once(moment: Moment):
    match = table()
    moment(match)
    play(match, "C: stop turn 1")
    assert not match.umpire_asked and stage(match) == "laying"


def test_sh_15_with_the_model_nothing_falls_after_a_stop():
    match = table(falls="model")
    lay(match, "A", "red bar")
    play(match, "A: take red bar", "C: stop turn 1")
    assert stage(match) == "laying" and turn_of(match) == B
    assert platform(match) == ["green plank", "white arch"]


@pytest.mark.parametrize(("moment", "unplayed"), [one for one in STOPPABLE if one[0] is not holding])
def test_sh_15_on_your_own_turn_with_no_piece_in_hand(moment: Moment, unplayed: str):
    match = table(A="red bar, red L, wild, blue arch, stop turn", C="green bar, green L")
    moment(match)
    in_hand = match.position()["hands"][A]
    play(match, "A: stop turn 1")
    count = len(names(unplayed))
    assert sorted([*held(match, A), "stop turn"]) == sorted([*in_hand, *DRAWN[:count]])
    assert turn_of(match) == B and stage(match) == "laying"


def test_sh_15_on_your_own_turn_not_with_a_piece_in_hand():
    match = table(A="red bar, red L, wild, stop turn", C="green bar, green L")
    holding(match)
    assert legal(match, A) == {"let go"}
    refused(match, A, "stop turn 1", "you have a piece in hand")


def test_sh_15_before_the_closing_draw_it_saves_the_draw():
    match = table(A="red bar, stop turn, blue arch", C="green bar, green L")
    lay(match, "A", "red bar")
    place(match, "A", "red bar")
    assert legal(match, A) == {"draw", "stop turn 1"}
    play(match, "A: stop turn 1")
    assert held(match, A) == ["blue arch"] and turn_of(match) == B


def test_sh_15_a_stop_names_the_turn_it_stops():
    match = table()
    assert match.view(None)["turn"] == 1
    refused(match, C, "stop turn 2", "turn 2")
    play(match, "A: enough", "A: draw")
    refused(match, C, "stop turn 1", "not turn 1")
    assert held(match, C) == names("stop turn, green L") and turn_of(match) == B
    play(match, "C: stop turn 2")
    assert turn_of(match) == C


def test_sh_15_two_who_stop_the_same_turn_spend_one_card():
    match = table(B="stop turn, blue L")
    play(match, "B: stop turn 1")
    refused(match, C, "stop turn 1", "not turn 1")
    assert "stop turn" in held(match, C) and turn_of(match) == B


def test_sh_15_turns_are_numbered_up_to_64_and_again_from_1():
    match = parlour.position("shapes", {**table().position(), "turn": 64})
    assert "stop turn 64" in legal(match, C)
    play(match, "A: enough", "A: draw")
    assert match.view(None)["turn"] == 1
    assert "stop turn 1" in legal(match, C)
    refused(match, C, "stop turn 64", "not turn 64")


@pytest.mark.parametrize("moment", [laying, holding, closing])
def test_sh_15_whoever_plays_it_as_the_last_card_has_won(moment: Moment):
    match = table(C="stop turn")
    moment(match)
    play(match, "C: stop turn 1")
    assert match.over and match.winners == {C}
    assert not match.umpire_asked


def test_sh_15_on_your_own_turn_it_wins_too():
    match = table(A="stop turn, red bar")
    lay(match, "A", "red bar")
    place(match, "A", "red bar")
    play(match, "A: stop turn 1")
    assert match.over and match.winners == {A}


def test_sh_15_it_is_not_the_last_card_while_others_are_laid():
    match = table(A="stop turn, red bar")
    play(match, "A: lay red bar", "A: stop turn 1")
    assert not match.over
    assert held(match, A) == ["yellow bar"] and turn_of(match) == B


def test_sh_15_a_holder_may_let_it_go_on_until_the_next_moment():
    match = table()
    assert match.to_act == {A, C}
    assert legal(match, C) == {"stop turn 1", "let it go on"}
    play(match, "C: let it go on")
    assert match.to_act == {A} and legal(match, C) == set()
    play(match, "A: lay red bar")
    assert match.to_act == {A, C}
    play(match, "C: stop turn 1")


def test_sh_15_nobody_waits_for_a_holder():
    match = table()
    play(match, "A: lay red bar", "A: enough", "A: take red bar", "A: let go", "umpire: all at rest", "A: draw")
    assert turn_of(match) == B


def test_sh_15_who_holds_none_has_nothing_to_let_go_on():
    match = table()
    refused(match, B, "let it go on")
    refused(match, A, "let it go on")


def test_sh_15_the_player_of_the_turn_just_goes_on():
    match = table(A="stop turn, red bar")
    assert "let it go on" not in legal(match, A)


# What nobody can tell


def with_and_without(moment: Moment, **rest: Any) -> tuple[parlour.Match, parlour.Match]:
    """The same moment, once with a Stop in C's hand, once with one in the deck."""
    one = table(C="stop turn, green L", deck=", ".join([*DRAWN, "green disc, ..."]), **rest)
    other = table(C="green disc, green L", deck=", ".join([*DRAWN, "stop turn, ..."]), **rest)
    for match in (one, other):
        moment(match)
    return one, other


@pytest.mark.parametrize("moment", [*(moment for moment, _ in STOPPABLE), *NOT_STOPPABLE])
def test_sh_16b_the_others_see_the_same_whoever_holds_a_stop(moment: Moment):
    one, other = with_and_without(moment)
    assert views(one)[:2] == views(other)[:2]
    assert one.view(None) == other.view(None)


@pytest.mark.parametrize(("moment", "_unplayed"), STOPPABLE)
def test_sh_16b_who_may_act_shows_only_the_player_of_the_turn(moment: Moment, _unplayed: str):
    match, _ = with_and_without(moment)
    for seat in (A, B, None):
        assert match.view(seat)["to_act"] == [A]
    assert match.view(C)["to_act"] == [A, C]


@pytest.mark.parametrize(("moment", "_unplayed"), STOPPABLE)
def test_sh_16b_nobody_sees_that_a_holder_lets_it_go_on(moment: Moment, _unplayed: str):
    match, _ = with_and_without(moment)
    before = [match.view(seat) for seat in (A, B, None)]
    for seat in (A, B, None):
        heard = told(match, "C: let it go on", seat)
        assert heard == ""
    play(match, "C: let it go on")
    assert [match.view(seat) for seat in (A, B, None)] == before


@pytest.mark.parametrize("move", ["draw", "enough", "stop turn 1", "let it go on", "lay blue L"])
def test_sh_16b_a_refusal_does_not_tell_either(move: str):
    reasons = []
    for match in with_and_without(laying):
        with pytest.raises(parlour.IllegalMove) as caught:
            match.play(B, move)
        reasons.append((str(caught.value), caught.value.reason))
    assert reasons[0] == reasons[1]


def test_sh_16b_a_holder_sees_no_other_holder():
    match = table(B="stop turn, blue L")
    assert match.view(B)["to_act"] == [A, B]
    assert match.view(C)["to_act"] == [A, C]
    assert match.view(A)["to_act"] == [A]


def test_sh_16b_own_turn_shows_the_same_with_and_without():
    match = table(A="stop turn, red bar", C="green bar, green L")
    assert match.view(B)["to_act"] == match.view(A)["to_act"] == [A]
