"""Positions of Game-On Competitive: what is read, and what is said of what cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parlour

from .game_on import BLUE, HANDS, RED, TRIVIA, area, finish, short
from .tables import A, B, game_on, legal, play


def test_short_and_long_names_of_game_cards_are_read():
    long = "moon: red square, red circle, red triangle; 3 points; chevron"
    match = parlour.position(
        "game-on",
        {"players": 2, "hands": [[], []], "to_act": [0, 1], "area": ["sun 9", long], "control": [[], ["star 1"]]},
    )
    assert area(match) == ["sun 9", "moon 9", None, None]
    assert match.position()["area"][1] == long
    assert len(match.position()["deck"]) == 48 - 3


def test_what_is_left_out_is_the_beginning_of_a_round():
    match = parlour.position("game-on", {"players": 2, "hands": [["red square"], []], "to_act": [0, 1]})
    position = match.position()
    assert (position["stage"], position["round"], position["idle"]) == ("act", 1, 0)
    assert [len(pile) for pile in position["piles"]] == [32, 33]
    assert position["discards"] == [[], []] and len(position["deck"]) == 48
    assert legal(match, A) == {"redraw", "finish"}


def test_a_pile_that_is_given_leaves_the_rest_to_the_discards():
    position = game_on(A="red square", B="", piles={"A": "omni 1, omni 2"}).position()
    assert position["piles"][A] == ["omni 1", "omni 2"] and len(position["discards"][A]) == 30
    assert len(position["piles"][B]) == 33 and position["discards"][B] == []


def middle_of_a_round() -> parlour.Match:
    return game_on(
        A="red square, omni 2", B="blue circle", C="white circle, white circle",
        options={"timer": 2, "types": "leaf,sun,flame"}, round=7, idle=1, oldest_first=[3, 1, 4], acting="AC",
        area="sun 9, -, leaf 11, flame 1", control={"A": "sun 1, leaf 2", "C": "flame 16"}, locked="leaf 2",
        covers={"A1": "-, omni 1, -", "B1": "red square, -, black triangle", "C4": "-, -, white triangle"},
        attacks=["B: flame 16 with black circle", "A: flame 16 with omni 3 as triangle", "C: sun 1 with red square"],
        beaten={"B": "sun 1, flame 3"}, deeds={"A": "played", "B": "converted blue", "C": "played"},
        piles={"B": "omni 3, red circle"}, known=[["omni 2"], [], ["white circle"]], known_bottom=[0, 1, 0],
        set_aside=["black card"], deck="leaf 1, black card, ...", gone=["sun 13"],
    )  # fmt: skip


def test_a_position_in_the_middle_of_things_is_written_as_it_was_read():
    match = middle_of_a_round()
    position = match.position()
    again = parlour.position("game-on", json.loads(json.dumps(position)))
    assert again.position() == position and again.states.tobytes() == match.states.tobytes()
    assert short(position["gone"]) == ["sun 13"] and short(position["deck"])[:2] == ["leaf 1", "black card"]
    assert position["deeds"] == ["played", "converted blue", "played"]
    assert position["known"] == [["omni 2"], [], ["white circle"]] and position["known_bottom"] == [0, 1, 0]
    assert position["round"] == 7 and position["idle"] == 1 and position["oldest_first"] == [3, 1, 4]
    assert position["thieves"] == ["black circle", "omni 3", "red square"]
    assert match.view(B)["attacks"][1] == {"by": A, "on": "flame 16", "shape": "triangle", "with": "omni 3"}


@pytest.mark.parametrize("options", [HANDS, TRIVIA])
def test_a_position_in_the_middle_of_a_contest(options: dict[str, Any]):
    match = game_on(A="", B="", C="", covers={"A1": RED, "B1": RED, "C1": RED}, options=options)
    finish(match)
    match.play(B, match.legal(B)[1])
    again = parlour.position("game-on", json.loads(json.dumps(match.position())))
    assert again.position() == match.position()
    for seat in (A, 2):
        for one in (match, again):
            one.play(seat, one.legal(seat)[2])
    assert again.position() == match.position()
    assert [again.view(seat) for seat in (A, B, 2, None)] == [match.view(seat) for seat in (A, B, 2, None)]


def test_a_finished_game():
    match = game_on(A="", B="red square", piles={"A": "", "B": ""})
    finish(match)
    again = parlour.position("game-on", match.position())
    assert again.over and again.winners == {A} and again.position() == match.position()
    with pytest.raises(parlour.BadPosition, match="the winners of this finished game are \\[0\\]: they have the most"):
        parlour.position("game-on", {**match.position(), "winners": [1]})


# What cannot be

ATTACK = {"by": 0, "on": "moon 9", "shape": "circle"}
CONTEST = {"for": "area", "card": "sun 9", "rivals": [0, 1]}
IN_CONTEST = {"stage": "compete", "options": HANDS, "covers": [[RED.split(", "), RED.split(", ")]]}
ON_MOON_9 = {"control": [[], ["moon 9"]], "attacks": [ATTACK], "thieves": ["red circle"]}


def bad(**changes: Any) -> str:
    """What is said of a plain position that is changed like this."""
    position: dict[str, Any] = {"players": 2, "to_act": [0, 1], "hands": [["red square"], ["blue circle", "omni 1"]]}
    position["area"] = ["sun 9", "sun 10", "sun 11", "sun 12"]
    parlour.position("game-on", position)
    with pytest.raises(parlour.BadPosition) as caught:
        parlour.position("game-on", {**position, **changes})
    return str(caught.value).removeprefix("position: ")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        # Game Cards
        (
            {"area": ["sun 9", "sun 9"]},
            "area[1] has 'sun: red square, red circle, red triangle; 3 points; chevron', but",
        ),
        ({"area": ["sun 17"]}, "area[0] has 'sun 17', which is no card of this deck"),
        (
            {"area": ["leaf 1"]},
            "area[0] has 'leaf: red square, yellow circle, blue triangle; 2 points', which is no card",
        ),
        ({"area": ["black card"]}, "area[0] has 'black card'; right would be a Game Card, such as 'sun 7'"),
        ({"area": [7]}, "area[0] has 7; right would be a Game Card, such as 'sun 7'"),
        ({"area": ["sun 1"] * 5}, "area must be a list of at most 4, not"),
        ({"area": "sun 1"}, "area must be a list of at most 4, not 'sun 1'"),
        (
            {"control": [["sun 9"], []]},
            "control[0] has 'sun: red square, red circle, red triangle; 3 points; chevron', bu",
        ),
        ({"control": [["black card"], []]}, "control[0] has 'black card'; right would be a Game Card"),
        ({"control": [["moon 1"]]}, "control must be a list of 2 lists, one for each seat"),
        (
            {"deck": ["sun 1"]},
            "these cards of the deck are nowhere: sun: red square, blue circle, white triangle; 2 po",
        ),
        (
            {"deck": ["...", "sun 1", "sun 1"]},
            "deck has 'sun: red square, yellow circle, blue triangle; 2 points', but",
        ),
        ({"deck": ["..."], "gone": ["..."]}, "'...' stands in deck, gone; it may stand once"),
        ({"deck": ["black card", "..."]}, "deck has 'black card', which is no card of this deck"),
        ({"set_aside": ["black card"]}, "set_aside has 'black card', which is no card of this deck"),
        ({"set_aside": ["moon 1"]}, "set_aside is ['moon 1']; right would be 'black card' for each that came up"),
        (
            {"set_aside": ["moon: red square, yellow circle, white triangle; 2 points"], "options": {"timer": 1}},
            "set_aside is ['moon: red square, yellow circle, white triangle; 2 points']; right would be 'black card'",
        ),
        (
            {"set_aside": ["black card"] * 2, "options": {"timer": 1}},
            "set_aside has 'black card', but the deck has 1 of",
        ),
        (
            {"gone": ["black card"], "options": {"timer": 1}},
            "gone has a black card; right would be in deck or set_aside",
        ),
        (
            {"deck": [], "gone": ["..."], "options": {"timer": 1}},
            "gone has a black card; right would be in deck or set_aside",
        ),
        ({"locked": ["moon 1"]}, "locked has a card that nobody controls"),
        ({"locked": ["moon 99"]}, "locked names 'moon 99'; right would be a Game Card, such as 'sun 7'"),
        ({"locked": "moon 1"}, "locked must be a list of Game Cards, such as 'sun 7'"),
        ({"beaten": [["mars 1"], []]}, "beaten[0] names 'mars 1'; right would be a Game Card, such as 'sun 7'"),
        ({"beaten": [[], "moon 1"]}, "beaten[1] must be a list of Game Cards, such as 'sun 7'"),
        ({"beaten": [[], [], []]}, "beaten must be a list of at most 2, not [[], [], []]"),
        (
            {"oldest_first": [1, 2, 3]},
            "oldest_first is [1, 2, 3]; right would be [1, 2, 3, 4] in the order of their age",
        ),
        ({"oldest_first": [1, 2, 3, 3]}, "oldest_first is [1, 2, 3, 3]; right would be [1, 2, 3, 4] in the order of"),
        ({"oldest_first": 1}, "oldest_first is 1; right would be [1, 2, 3, 4] in the order of their age"),
        # Player Cards
        ({"hands": [["red square"] * 3, []]}, "hands[0] has 'red square', but the deck has 2 of it and all are placed"),
        ({"hands": [["green square"], []]}, "hands[0] has 'green square', which is no card of this deck"),
        ({"hands": [["red square"]]}, "hands must be a list of 2 lists, one for each seat"),
        ({"hands": None}, "hands must be a list of 2 lists, one for each seat"),
        ({"hands": [["red square"], [1]]}, "hands[1] must be a list of card names, not [1]"),
        ({"known": [["red circle"], []]}, "known[0] has 'red circle', which is not in hands[0]"),
        ({"known": [["red square"] * 2, []]}, "known[0] has 'red square', which is not in hands[0]"),
        ({"known": [["nonsense"], []]}, "known[0] has 'nonsense', which is not in hands[0]"),
        (
            {"piles": [["red square"] * 2, ["..."]]},
            "piles[0] has 'red square', but the deck has 2 of it and all are pl",
        ),
        (
            {"piles": [["..."], ["..."]], "discards": [["..."], []]},
            "'...' stands in piles[0], discards[0]; it may stand",
        ),
        (
            {"piles": [[], ["..."]], "discards": [[], []]},
            "these cards of the deck are nowhere: red square, 2 x yellow sq",
        ),
        ({"known_bottom": [34, 0]}, "known_bottom is [34, 0]; right would be 2 numbers from 0 to 33"),
        ({"known_bottom": [33, 0]}, "known_bottom[0] is 33, but the pile has 32 cards"),
        ({"covers": [[["red circle"]]]}, "covers[0][0] has red circle on a square"),
        (
            {"covers": [[["omni 1"], ["omni 1"]]]},
            "covers[0][1] has 'omni 1', but the deck has 1 of it and all are placed",
        ),
        ({"covers": [[[7]]]}, "covers[0][0] has 7, which is no card"),
        (
            {"area": ["sun 9"], "covers": [[], [["red square"]]]},
            "covers[1][0] has 'red square', but there is no card to",
        ),
        ({"covers": [[], [], [], [], []]}, "covers must be a list of at most 4, not"),
        ({"covers": [[[], [], []]]}, "covers[0] must be a list of at most 2, not [[], [], []]"),
        ({"covers": [[["red square"] * 4]]}, "covers[0][0] must be a list of at most 3, not"),
        # Attempts to steal
        ({**ON_MOON_9, "thieves": []}, "attacks must be a list, and thieves the card that is used for each of them"),
        ({**ON_MOON_9, "attacks": "moon 9"}, "attacks must be a list, and thieves the card that is used for each of"),
        ({**ON_MOON_9, "attacks": ["moon 9"]}, 'attacks[0] must be like {"by": 1, "on": "sun 7", "shape": "circle"}'),
        ({**ON_MOON_9, "attacks": [{"by": 0, "on": "moon 9"}]}, 'attacks[0] must be like {"by": 1, "on": "sun 7", "s'),
        ({**ON_MOON_9, "attacks": [{**ATTACK, "shape": "star"}]}, 'attacks[0] must be like {"by": 1, "on": "sun 7", "'),
        ({**ON_MOON_9, "attacks": [{**ATTACK, "by": 2}]}, "attacks[0] is by 2, which is no seat"),
        ({**ON_MOON_9, "attacks": [{**ATTACK, "by": None}]}, "attacks[0] is by None, which is no seat"),
        (
            {**ON_MOON_9, "attacks": [{**ATTACK, "on": "X"}]},
            "attacks[0] names 'X'; right would be a Game Card, such as",
        ),
        ({**ON_MOON_9, "attacks": [{**ATTACK, "on": "moon 1"}]}, "attacks[0] is on moon 1; right would be an unlocked"),
        (
            {**ON_MOON_9, "attacks": [{**ATTACK, "by": 1}]},
            "attacks[0] is on moon 9; right would be an unlocked card of a",
        ),
        ({**ON_MOON_9, "locked": ["moon 9"]}, "attacks[0] is on moon 9; right would be an unlocked card of another"),
        (
            {**ON_MOON_9, "beaten": [["moon 9"], []]},
            "attacks[0] is by 0, which was beaten when it tried to steal moon 9",
        ),
        (
            {**ON_MOON_9, "attacks": [ATTACK, ATTACK], "thieves": ["red circle"] * 2},
            "attacks[1]: seat 0 tries to steal moon 9 twice",
        ),
        ({**ON_MOON_9, "thieves": ["red square"]}, "thieves has red square on a circle"),
        ({**ON_MOON_9, "thieves": ["green circle"]}, "thieves has 'green circle', which is no card of this deck"),
        # The round
        ({"stage": "think"}, "stage is 'think'; right would be one of act, compete, defend"),
        ({"round": 0}, "round is 0; right would be a number from 1 to 16384"),
        ({"idle": 3}, "idle is 3; right would be a number from 0 to 2"),
        ({"stage": "defend", "to_act": [], "winners": [0]}, "stage is 'defend', but nobody is to act"),
        (
            {"deeds": ["played", "slept"]},
            "deeds[1] is 'slept'; right would be one of nothing, played, redrew, converted",
        ),
        ({"deeds": ["redrew"]}, "seat 0 has redrawn, so it is not to act in this round"),
        ({"nonsense": 1}, "unknown 'nonsense'"),
        ({"stage": "defend", "to_act": [0]}, "to_act is [0]; to defend are []"),
        ({**ON_MOON_9, "stage": "defend", "to_act": [0]}, "to_act is [0]; to defend are [1]"),
        ({**ON_MOON_9, "stage": "defend"}, "to_act is [0, 1]; to defend are [1]"),
        # Competitions
        ({"stage": "compete"}, "there is a contest in stage 'compete', and only there"),
        ({"contest": CONTEST}, "there is a contest in stage 'compete', and only there"),
        (
            {**IN_CONTEST, "contest": 1},
            "contest must be an object with card, choices, for, order, question, right, riv",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "for": "fun"}},
            "contest must be an object with card, choices, for, order",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "prize": 1}},
            "contest must be an object with card, choices, for, order",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "card": "sun"}},
            "contest names 'sun'; right would be a Game Card, such",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "rivals": [0, 2]}},
            "contest has the rivals [0, 2]; right would be a list",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "rivals": 0}},
            "contest has the rivals 0; right would be a list of seats",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "rivals": [1.0]}},
            "contest has the rivals [1.0]; right would be a list",
        ),
        ({**IN_CONTEST, "contest": {**CONTEST, "rivals": [0]}}, "[0] cannot compete for sun 9"),
        ({**IN_CONTEST, "contest": {**CONTEST, "card": "sun 10"}}, "[0, 1] cannot compete for sun 10"),
        ({**IN_CONTEST, "contest": {**CONTEST, "for": "thieves"}}, "[0, 1] cannot compete for sun 9"),
        ({**IN_CONTEST, "contest": {**CONTEST, "for": "steal"}}, "[0, 1] cannot compete for sun 9"),
        ({**IN_CONTEST, "covers": [], "contest": CONTEST}, "[0, 1] cannot compete for sun 9"),
        ({**IN_CONTEST, "contest": {**CONTEST, "undecided": 3}}, "undecided is 3; right would be a number from 0 to 2"),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "choices": ["well", None]}},
            "choices[0] is 'well'; right would be rock, paper, scissors",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "choices": ["rock"]}},
            "to_act is [0, 1]; those who have not chosen are [1]",
        ),
        ({**IN_CONTEST, "contest": CONTEST, "to_act": [0]}, "to_act is [0]; those who have not chosen are [0, 1]"),
        ({**IN_CONTEST, "contest": {**CONTEST, "choices": [None] * 3}}, "choices must be a list of at most 2, not"),
        ({**IN_CONTEST, "contest": CONTEST, "options": {}}, "stage is 'compete', but dice settle at once"),
        (
            {**IN_CONTEST, "contest": CONTEST, "options": TRIVIA},
            "question is missing; right would be a number from 0 to",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "question": 3}, "options": TRIVIA},
            "the contest's question must be one of those asked",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "question": 3, "order": 24}, "options": TRIVIA, "asked": [3]},
            "order is 24; right would be a number from 0 to 23",
        ),
        (
            {**IN_CONTEST, "contest": {**CONTEST, "question": 3, "right": 4}, "options": TRIVIA, "asked": [3]},
            "right is 4; right would be a number from 0 to 3",
        ),
        ({"asked": [9999]}, "asked is [9999]; right would be numbers of questions of this table"),
        ({"asked": [1.0]}, "asked is [1.0]; right would be numbers of questions of this table"),
        ({"asked": 1}, "asked is 1; right would be numbers of questions of this table"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(changes: dict[str, Any], complaint: str):
    assert bad(**changes).startswith(complaint)


def test_nobody_has_more_than_eleven_cards_in_play():
    twelve = [
        *RED.split(", "),
        *BLUE.split(", "),
        "omni 2",
        "omni 3",
        *["white square"] * 2,
        "black square",
        "black circle",
    ]
    position = {"players": 2, "to_act": [0, 1], "area": ["sun 9"], "hands": [[], twelve[:9]]}
    laid = {"covers": [[[], ["omni 1", "red circle"]]]}
    match = parlour.position("game-on", {**position, **laid})
    assert match.view(None)["hand_sizes"] == [0, 9]
    with pytest.raises(parlour.BadPosition, match="seat 1 has 12 cards in play; there are never more than 11"):
        parlour.position("game-on", {**position, **laid, "hands": [[], twelve[:10]]})
    with pytest.raises(parlour.BadPosition, match="seat 1 has 12 cards in play"):
        parlour.position("game-on", {**position, "hands": [[], twelve]})


def test_a_contest_of_thieves_comes_when_no_card_of_the_area_is_contested():
    match = game_on(
        A="", B="", C="red circle", options=HANDS, control={"C": "moon 9"}, attacks=["A: moon 9 with red square"]
    )
    finish(match)
    play(match, "C: do not defend")
    position = match.position()
    assert position["contest"]["for"] == "steal" and position["contest"]["rivals"] == [0, 2]
    covered = [[RED.split(", "), RED.split(", "), [None] * 3]]
    with pytest.raises(parlour.BadPosition, match=r"\[0, 2\] cannot compete for moon 9"):
        parlour.position("game-on", {**position, "covers": covered, "piles": [["..."]] * 3, "discards": [[]] * 3})
