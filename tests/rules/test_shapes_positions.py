"""Positions of Shapes: what is read, and what is said of what cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parlour

from .shapes_tables import VARIANTS, lay, overruled, platform, play, shapes, stage, turn_of
from .tables import A, B, C, legal, views


def again(match: parlour.Match) -> parlour.Match:
    """The same table, by way of a file."""
    return parlour.position(match.game.id, json.loads(json.dumps(match.position())))


def same(match: parlour.Match) -> None:
    other = again(match)
    assert other.position() == match.position() and other.digest() == match.digest()
    assert views(other) == views(match) and other.umpire_asked == match.umpire_asked


def test_a_position_in_every_stage_of_a_classic_turn_is_written_as_it_was_read():
    match = shapes(A="red bar, red L, wild, blue arch", B="stop turn, blue L", C="green L", platform="green plank")
    for move in ("A: lay red bar", "A: lay wild as white disc", "B: let it go on", "A: enough", "A: take white disc",
                 "A: let go", "umpire: green plank falls", "umpire: all at rest", "A: rob seat 2"):  # fmt: skip
        same(match)
        play(match, move)
    assert match.over and match.winners == {C}
    same(match)


def test_a_position_after_a_stop_with_a_piece_in_hand():
    match = shapes(A="red bar, blue arch", B="stop turn, blue L", platform="green plank, green disc")
    lay(match, "A", "red bar")
    play(match, "A: take red bar", "B: stop turn 1", "umpire: green disc falls")
    assert stage(match) == "unrest"
    same(match)


@pytest.mark.parametrize("game", VARIANTS)
def test_whole_games_position_by_position(game: str):
    match = parlour.new(game, players=3, seed=11, falls="physics")
    for number in range(400):
        if number % 7 == 0:
            same(match)
        if match.over:
            break
        if match.to_act:
            seat = sorted(match.to_act)[number % len(match.to_act)]
            moves = match.legal(seat)
            match.play(seat, moves[number % len(moves)])
        else:
            fell = len(platform(match)) > 6 and number % 5 == 0
            match.decide(match.decisions()[0 if fell else -1])


def test_what_is_left_out_follows_from_the_rest():
    given = {"players": 2, "stage": "laying", "hands": [["red bar"], ["blue bar", "stop turn"]], "deck": ["..."]}
    match = parlour.position("shapes", {**given, "platform": ["green L", "white disc"]})
    position = match.position()
    assert match.to_act == {A, B} and (position["turn_of"], position["turn"], position["starter"]) == (A, 1, A)
    assert sorted(position["discard"]) == ["green L", "wild"]  # for what is on the platform
    assert legal(match, B) == {"stop turn 1", "let it go on"}


def test_the_scene_is_kept_with_the_position():
    match = shapes(A="red bar, blue arch", B="blue L")
    lay(match, "A", "red bar")
    play(match, "A: take red bar", "A: let go")
    pose = [1.5, 7.5, -3.0, 0.0, 0.0, 0.0, 1.0]
    match.decide("all at rest", {"poses": {"red bar": pose}})
    assert match.scene == match.view(B)["scene"] == {"poses": {"red bar": pose}}
    same(match)
    assert parlour.replay(match.record()).position() == match.position()


@pytest.mark.parametrize("scene", [
    {"poses": {}}, {"poses": {"red bar": [0.0] * 7}}, {"poses": {"red bar": [0, 0, 0, 0, 0, 0, float("nan")]}},
    {"poses": {"red bar": [0, 7.5, 0, 0, 0, 0, 1], "red L": [0, 7.5, 0, 0, 0, 0, 1]}}, {}, [], {"poses": 7},
    {"poses": {"red bar": [0, 7.5, 0, 0, 0, 1]}}, {"poses": {"red bar": [0, 9e9, 0, 0, 0, 0, 1]}},
])  # fmt: skip
def test_a_scene_that_cannot_be_is_refused_and_changes_nothing(scene: Any):
    match = shapes(A="red bar, blue arch", B="blue L")
    lay(match, "A", "red bar")
    play(match, "A: take red bar", "A: let go")
    before = match.position(), match.record(), match.states.tobytes()
    with pytest.raises(parlour.ParlourError):
        match.decide("all at rest", scene)
    assert (match.position(), match.record(), match.states.tobytes()) == before
    overruled(match, "blue L falls")
    play(match, "umpire: all at rest")
    assert turn_of(match) == A and stage(match) == "closing"


# What cannot be

CLASSIC = {"A": "red bar, red L", "B": "blue bar, blue L"}
NOBODY_HOLDS = {"A": "", "B": "", "C": ""}


def bad(game: str, table: dict[str, Any]) -> str:
    hands = CLASSIC if game == "shapes" else NOBODY_HOLDS
    with pytest.raises(parlour.BadPosition) as caught:
        shapes(game, **{**hands, **table})
    return str(caught.value)


@pytest.mark.parametrize(
    ("game", "table", "complaint"),
    [
        ("shapes", {"stage": "drawing"}, "stage is 'drawing'; right would be one of laying"),
        ("shapes", {"A": "red bar, red bar"}, "but the deck has 1 of it and all are placed already"),
        ("shapes", {"A": "white bar"}, "'white bar', which is no card of this deck"),
        ("shapes", {"stage": "placing", "intended": "wild"}, "intended has 1 wilds, but whites names 0 white pieces"),
        ("shapes", {"stage": "placing", "intended": "wild", "whites": "red bar"}, "right would be a white piece"),
        ("shapes", {"platform": "white bar", "stage": "placing", "intended": "wild", "whites": "white bar"},
         "white bar is in two places; there is one of each piece"),
        ("shapes", {"fallen": "green L"}, "fallen belongs to the stages settling and unrest"),
        ("shapes", {"stage": "holding", "intended": "green L"}, "held is missing; a piece is in the hand"),
        ("shapes", {"stage": "holding", "intended": "green L", "held": "green bar"},
         "held is green bar, whose card is not among the intended ones"),
        ("shapes", {"stage": "laying", "intended": "green L", "held": "green L"}, "nothing is held in stage laying"),
        ("shapes", {"stage": "settling", "intended": "green L", "held": "green L"}, "green L is on the platform or"),
        ("shapes", {"stage": "unrest", "falls": "model"}, "stage unrest needs an umpire: option falls must be physics"),
        ("shapes", {"B": ""}, "hands[1] is empty, so that seat would have won"),
        ("shapes", {"idle": 3}, "idle is 3; right would be a number from 0 to"),
        ("shapes", {"turn_of": 4}, "turn_of is 4; right would be a number from 0 to 1"),
        ("shapes", {"to_act": [B]}, "to_act is [1]; right would be [0]"),
        ("shapes", {"waiting": {"A": "green L"}}, "seat 0 has cards where this variant has none"),
        ("shapes", {"idle_turn": 7}, "idle_turn is 7; right would be true or false"),
        ("shapes", {"scenery": []}, "unknown 'scenery'"),
        ("shapes-survivor", {"B": "red L"}, "seat 1 has cards where this variant has none"),
        ("shapes-survivor", {"out": [A]}, "turn_of is a seat that is out"),
        ("shapes-survivor", {"out": [7]}, "out is [7]; right would be seats from 0"),
        ("shapes-survivor", {"deck": "stop turn, ..."}, "'stop turn', which is no card of this deck"),
        ("shapes-pass", {"stage": "placing"}, "does not go with stage placing; right would be drawing"),
        ("shapes-pass", {"stage": "playing"}, "has 0 cards; in stage playing there would be 1 to 3"),
        ("shapes-pass", {"reserved": {"B": "white L"}}, "reserved[1] names more white pieces than wilds wait"),
        ("shapes-draft", {"stage": "picking", "A": "red L, red bar", "B": "blue L", "C": "green L, green bar"},
         "all have equally many cards in a draft"),
        ("shapes-draft", {"rows": {"B": "red L"}}, "all play theirs in turn"),
        ("shapes-draft", {"stage": "arranging", "picked": {"A": "red L", "B": "blue L", "C": "green L"}},
         "the last one goes by itself"),
    ],
)  # fmt: skip
def test_positions_that_cannot_be_are_refused(game: str, table: dict[str, Any], complaint: str):
    assert complaint in bad(game, table)


def test_the_stage_may_be_left_out_and_is_that_of_a_new_turn():
    position = {"players": 2, "hands": [["red bar"], ["blue bar"]], "deck": ["..."]}
    assert stage(parlour.position("shapes", position)) == "laying"


ELEVEN = {
    seat: f"{colour} square, {colour} plank, {colour} triangle, {colour} disc, {colour} half disc, "
    f"{colour} trapezoid, {colour} arch, {colour} right triangle, wild"
    for seat, colour in zip("ABC", ("red", "blue", "green"), strict=True)
}


@pytest.mark.parametrize(
    ("game", "table"),
    [
        ("shapes", {"stage": "placing"}),  # nothing to place: nobody could ever move
        ("shapes", {"intended": "green bar, yellow bar"}),  # SH-11: one colour
        ("shapes", {"intended": "stop turn"}),  # SH-11: cards that have pieces
        ("shapes", {"stage": "closing", "intended": "green bar"}),  # SH-12: all are placed by then
        ("shapes", {"stage": "robbing", "intended": "green bar"}),  # SH-13: they are gone by then
        ("shapes", {"A": ""}),  # SH-9: that seat has won
        ("shapes", {"idle": 2}),  # SH-16a: the game is over
        ("shapes", {"out": [B]}),  # nobody goes out in Classic
        ("shapes", {"reserved": {"A": "white L"}}),
        ("shapes-survivor", {"built": True}),  # SH-18: nothing is left to draw
        ("shapes-survivor", {"stage": "placing"}),
        ("shapes-survivor", {"stage": "placing", "intended": "red bar, blue bar"}),  # SH-17: one card
        ("shapes-survivor", {"out": [B, C]}),  # SH-17: the last one in has won
        ("shapes-pass", {"built": True}),  # SH-21: nothing is left to draw
        ("shapes-pass", {"stage": "drawing", "waiting": {"A": "red L"}}),  # SH-19: those first
        ("shapes-pass", {"waiting": {"B": "red L"}, "out": [B]}),  # SH-21: they are discarded
        ("shapes-pass", {"stage": "playing", "A": "red L, red bar, red disc, red arch"}),  # SH-19: three
        ("shapes-pass", {"stage": "passing", "A": "red L, red bar, red disc"}),  # SH-19: one of them was played
        ("shapes-draft", {"rows": {"A": "red L", "B": "blue L, blue bar, blue arch", "C": "green L"}}),
        ("shapes-draft", {"rows": {"A": "red L", "B": "blue L", "C": "green L"}, "out": [C]}),  # SH-24
        ("shapes-draft", {"rows": {"A": "red L", "B": "blue L", "C": "green L"}, "picked": {"A": "red bar"}}),
        ("shapes-draft", {"rows": {"A": "red L", "B": "blue L", "C": "green L"}, "intended": "red bar"}),
        # eleven cards each: a row has room for ten
        ("shapes-draft", {"stage": "picking", "A": "red L, red bar", "B": "blue L, blue bar", "C": "green L, green bar",
                          "picked": ELEVEN}),
    ],
)  # fmt: skip
def test_positions_that_no_game_comes_to_must_be_refused(game: str, table: dict[str, Any]):
    bad(game, table)
