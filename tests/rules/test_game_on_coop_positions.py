"""Cooperative Game-On: positions as they are written, and those that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

import parlour

from .coop_tables import IDLE, LONG_NAMES, house, out, team, worth
from .tables import A, B, cards, coop, hand, play, views

# Positions


def test_positions_are_written_as_they_were_read():
    match = coop(
        "sun 1: A red square, B omni 1 as circle",
        "sun 2: scuttled",
        "sun 9",
        A="red circle, red square",
        B="red triangle",
        C=IDLE,
        house="moon 9, star 1",
        team="moon 13",
        out="black card, star 12",
        committed={"B": "scuttle card 3 by circle"},
        deck="black card, moon 4, ...",
        round=7,
        finished="C",
        piles={"A": "omni 3, blue square"},
        options={"pace": "even", "hands": "hidden"},
        chance="0x1234",
    )
    position = match.position()
    assert position["round"] == 7
    assert position["to_act"] == [A, B]
    assert position["track"] == [LONG_NAMES[name] for name in ("sun 1", "sun 2", "sun 9")]
    assert position["covers"][0] == ["red square", "omni 1", None]
    assert position["covered_by"][0] == [A, B, None]
    assert position["scuttled"] == [2]
    assert position["commitments"] == [None, {"to": "scuttle", "card": "sun 9", "shape": "circle"}, None]
    assert position["committed"] == [[], ["red circle"], []]
    assert position["deeds"] == ["nothing", "acted", "nothing"]
    assert position["piles"][A] == ["omni 3", "blue square"]
    assert position["deck"][:2] == ["black card", LONG_NAMES["moon 4"]]
    assert sorted(position["out"]) == ["black card", LONG_NAMES["star 12"]]
    again = parlour.position("game-on-coop", position)
    assert again.position() == position
    assert views(again) == views(match)
    play(match, "A: scuttle card 3 by circle")
    assert match.view(None)["track"][2]["scuttled"] is False  # C has finished without


ON_TRACK = ["sun 1", "sun 9", "sun 2"]


def changed(**changes: Any) -> dict[str, Any]:
    """A good position but for the changes."""
    good: dict[str, Any] = {
        "players": 2,
        "to_act": [0, 1],
        "hands": [["red square", "red circle"], ["blue square", "blue circle"]],
        "track": ON_TRACK,
        "covers": [["red square", None, None]],
        "covered_by": [[1, None, None]],
        "house": ["moon 9"],
        "scuttled": [3],
    }
    return good | changes


def steal(card: str = "moon 9", shape: str = "circle", to: str = "steal") -> dict[str, str]:
    return {"to": to, "card": card, "shape": shape}


COMMITTED: dict[str, Any] = {
    "hands": [["red square"], ["blue square", "blue circle"]],
    "committed": [["red circle"], []],
    "deeds": ["acted"],
}
THEIRS: dict[str, Any] = {"hands": [["red square"], ["blue square"]], "committed": [["red circle"], ["red circle"]]}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"round": 0}, "round is 0; right would be a number from 1 to 16384"),
        ({"track": ["sun 1", "sun 1"]}, "track[1] has 'sun: red square, yellow circle, blue triangle; 2 points', but"),
        ({"track": ["sun 17"]}, "track[0] has 'sun 17', which is no card of this deck"),
        ({"track": ["leaf 1"]}, "track[0] has 'leaf: red square, yellow circle, blue triangle; 2 points', which is no"),
        ({"track": ["black card"]}, "track[0] has 'black card'; right would be a Game Card, such as 'sun 7'"),
        ({"track": [7]}, "track[0] has 7; right would be a Game Card, such as 'sun 7'"),
        ({"track": "sun 1"}, "track must be a list of at most 4, not 'sun 1'"),
        ({"track": [f"moon {n}" for n in range(1, 6)]}, "track must be a list of at most 4"),
        ({"track": [], "covers": [], "covered_by": [], "scuttled": []}, "there is no card on the track"),
        ({"team": ["moon 9"]}, "house has 'moon: red square, red circle, red triangle; 3 points; chevron', but the"),
        ({"team": ["black card"]}, "team has 'black card'; right would be a Game Card, such as 'sun 7'"),
        ({"house": ["black card"]}, "house has 'black card'; right would be a Game Card, such as 'sun 7'"),
        ({"out": ["black card"] * 3}, "out has 'black card', but the deck has 2 of it and all are placed already"),
        ({"deck": ["moon 1"]}, "these cards of the deck are nowhere: sun: yellow square, red circle, blue triangle"),
        ({"deck": ["..."], "out": ["..."]}, "'...' stands in deck, out; it may stand once"),
        ({"scuttled": [4]}, "scuttled has 4; right would be a place of the track, from 1"),
        ({"scuttled": [0]}, "scuttled has 0; right would be a place of the track, from 1"),
        ({"scuttled": ["sun 1"]}, "scuttled has 'sun 1'; right would be a place of the track, from 1"),
        ({"hands": [["red square"] * 3, ["blue square"] * 2]}, "hands[0] has 'red square', but the deck has 2 of it"),
        ({"hands": [["green square"], []]}, "hands[0] has 'green square', which is no card of this deck"),
        ({"hands": [["omni 1"] * 2, ["omni 2"]]}, "hands[0] has 'omni 1', but the deck has 1 of it"),
        ({"hands": [["red square"]]}, "hands must be a list of 2 lists, one for each seat"),
        ({"hands": [["omni 1", "omni 2", "omni 3"], []]}, "seat 0 holds more than 2 cards, with those committed"),
        ({"hands": [["red square"], ["omni 1"] * 1]}, "seat 0 has done nothing yet, so it holds 2 cards, not 1"),
        ({"known": [["blue square"], []]}, "known[0] has 'blue square', which is not in hands[0]"),
        ({"known": [["red square"] * 2, []]}, "known[0] has 'red square', which is not in hands[0]"),
        ({"known": [["red star"], []]}, "known[0] has 'red star', which is not in hands[0]"),
        ({"covers": [["red circle", None, None]]}, "covers[0] has red circle on a square"),
        ({"covers": [["blue square", None, None]]}, "covers[0] has blue square on the red square of sun 1"),
        ({"covers": [["omni 2", None, None]]}, "covers[0] has omni 2 on the red square of sun 1"),
        ({"covers": [["red square"] * 4]}, "covers[0] must be a list of at most 3"),
        ({"covers": [[]] * 4}, "covers must be a list of at most 3"),
        ({"covers": [[None]]}, "covers[0] has None, covered_by[0] has 1"),
        ({"covers": []}, "covers[0] has None, covered_by[0] has 1"),
        ({"covered_by": []}, "covers[0] has 'red square', covered_by[0] has None"),
        ({"covered_by": [[2]]}, "covers[0] has 'red square', covered_by[0] has 2"),
        ({"covered_by": [[1, 0]]}, "covers[0] has None, covered_by[0] has 0"),
        ({"covered_by": [[1], [0]]}, "covers[1] has None, covered_by[1] has 0"),
        (
            {"covers": [[], [], ["red square"]], "covered_by": [[], [], [0]]},
            "covers[2] has 'red square' on a card that is turned over",
        ),
        ({"deeds": ["slept"]}, "deeds[0] is 'slept'; right would be one of nothing, acted, redrew"),
        ({"deeds": ["redrew"]}, "seat 0 has redrawn, so it is not to act in this round"),
        ({"commitments": ["steal"]}, 'commitments[0] must be like {"to": "steal", "card": "sun 7", "shape": "circle"}'),
        ({"commitments": [{"to": "steal", "card": "sun 7"}]}, "commitments[0] must be like"),
        ({"commitments": [None, steal(to="take")]}, "commitments[1] must be like"),
        ({"commitments": [steal(shape="star")]}, "commitments[0] must be like"),
        ({"commitments": [steal("sun 99")]}, "commitments[0] names 'sun 99'; right would be a Game Card, such as"),
        ({"commitments": [None] * 3}, "commitments must be a list of at most 2"),
        ({**COMMITTED, "commitments": [steal("moon 1")]}, "commitments[0] is for moon 1; right would be a card of the"),
        (
            {**COMMITTED, "commitments": [steal("moon 9", to="scuttle")]},
            "commitments[0] is for moon 9; right would be a card of the track that is not turned over",
        ),
        (
            {**COMMITTED, "commitments": [steal("sun 2", to="scuttle")]},
            "commitments[0] is for sun 2; right would be a card of the track that is not turned over",
        ),
        (
            {
                **COMMITTED,
                "track": ["sun 3"],
                "covers": [],
                "covered_by": [],
                "scuttled": [],
                "commitments": [steal("sun 1", to="scuttle")],
            },
            "commitments[0] is for sun 1; right would be a card of the track that is not turned over",
        ),
        (
            {**COMMITTED, "house": ["sun 14"], "commitments": [steal("sun 14")]},
            "commitments[0] is by a black circle; nobody can commit to that",
        ),
        (
            {**COMMITTED, "deeds": [], "commitments": [steal()]},
            "seat 0 has committed a card, so deeds[0] must be 'acted'",
        ),
        ({**COMMITTED, "committed": [["red circle"], []]}, "committed[0] is ['red circle']; right would be []"),
        ({**COMMITTED, "committed": [], "commitments": [steal()]}, "committed must be a list of 2 lists"),
        (
            {**COMMITTED, "committed": [[], []], "commitments": [steal()]},
            "committed[0] is []; right would be ['red circle']",
        ),
        (
            {**COMMITTED, "commitments": [steal()], "hands": [["omni 1", "omni 2"], ["omni 1", "omni 2"]]},
            "seat 0 holds more than 2 cards, with those committed",
        ),
        (
            {**THEIRS, "deeds": ["acted", "acted"], "commitments": [steal(), steal()]},
            "all have committed to the same, so it has happened already",
        ),
        ({"piles": [["omni 1"], ["..."]], "discards": [[], []]}, "these cards of the deck are nowhere: red square"),
        ({"piles": [["..."], ["..."]], "discards": [["..."], []]}, "'...' stands in piles[0], discards[0]; it may"),
        ({"piles": [["omni 1", "omni 1"], []]}, "piles[0] has 'omni 1', but the deck has 1 of it"),
        ({"house": cards(worth(20, ON_TRACK))}, "somebody is to act, but a side has reached 20 points"),
        ({"team": cards(worth(20, ["moon 9", *ON_TRACK])), "house": []}, "a side has reached 20 points"),
        (
            {"to_act": [], "house": cards(worth(20, ON_TRACK)), "winners": [0]},
            "the winners of this finished game are []: the higher total wins, and a tie goes to the House",
        ),
        ({"to_act": [], "winners": []}, "it is over, but no side has 20 points, and cards are left"),
        ({"to_act": []}, "either somebody is to act, or there are winners"),
        ({"to_act": [2]}, "to_act is [2]; right would be a list of seats from 0 to 1"),
        ({"stage": "act"}, "unknown 'stage'"),
    ],
)
def test_positions_that_cannot_be_are_refused(changes: dict[str, Any], complaint: str):
    parlour.position("game-on-coop", changed())
    with pytest.raises(parlour.BadPosition) as caught:
        parlour.position("game-on-coop", changed(**changes))
    assert str(caught.value).startswith("position: ")
    assert complaint in str(caught.value)


def test_short_names_will_do():
    match = parlour.position(
        "game-on-coop", changed(deck=["moon 3", "black card", "..."], out=["star 4"], team=["sun 4"])
    )
    assert match.position()["deck"][:2] == [LONG_NAMES["moon 3"], "black card"]
    assert (out(match), team(match), house(match)) == (["star 4"], ["sun 4"], ["moon 9"])
    assert hand(match, A) == {"red square", "red circle"}


def test_a_redraw_by_number_or_in_words():
    match = coop("sun 1", A=IDLE, B=IDLE)
    number = next(int(move) for move in match.legal(A) if str(move) == "redraw")
    for move in (number, " Redraw "):
        copy = match.copy()
        copy.play(A, move)
        assert copy.view(None)["deeds"][A] == "redrew"
    for nonsense in (-1, len(match.game.move_names), "redraw twice", 1.5, None, True):
        with pytest.raises(parlour.IllegalMove):
            match.play(A, nonsense)  # type: ignore[arg-type]
