"""The four variants of Shapes: exact odds on tiny decks, ours against the slow checker."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import parlour
from parlour.components.shapes_deck import CARD_NAMES
from parlour.engine.rule import plain
from tests.games.test_shapes import cards_of, deck
from tests.oracle import shapes as checker
from tests.oracle.enumerate import Chance, Position, every_after, outcomes
from tests.oracle.ours import scripted
from tests.oracle.shapes_table import CLEAR, STOP, UMPIRE, WILD, Actor, completed
from tests.oracle.shapes_table import cards_of as cards_of_game


class Checker:
    """The slow checker, with who acts as a part of each move: "1: draw", "umpire: all at rest".

    Falls are the umpire's, who is one of those who act.
    """

    def legal(self, position: Position) -> list[str]:
        return sorted(f"{actor}: {move}" for actor in position["to_act"] for move in self.moves(position, actor))

    def moves(self, position: Position, actor: Actor) -> set[str]:
        return checker.legal(without_umpire(position), actor)

    def after(self, position: Position, move: str, chance: Chance) -> Position:
        actor, words = move.split(": ")
        return checker.after(without_umpire(position), UMPIRE if actor == UMPIRE else int(actor), words, chance)

    def winners(self, position: Position) -> list[int]:
        winners: list[int] = position["winners"]
        return winners

    def canonical(self, position: Position) -> Position:
        tidy = {**completed(position), **checker.canonical(position), "options": position["options"]}
        asked = not tidy["winners"] and checker.legal(without_umpire(tidy), UMPIRE)
        tidy["to_act"] = [*tidy["to_act"], *([UMPIRE] if asked else [])]
        if tidy["winners"]:
            tidy = {"to_act": [], "winners": tidy["winners"]}
        tidy.pop("chance", None)
        return tidy


class Ours(Checker):
    """Our rules, uncompiled, with chance handed in."""

    def moves(self, position: Position, actor: Actor) -> set[str]:
        with plain():
            match = parlour.position(position["game"], without_umpire(position))
            moves = match.decisions() if actor == UMPIRE else match.legal(int(actor))
            return {str(move) for move in moves}

    def after(self, position: Position, move: str, chance: Chance) -> Position:
        actor, words = move.split(": ")
        with plain():
            match = parlour.position(position["game"], without_umpire(position))
            with scripted(chance, CARD_NAMES):
                if actor == UMPIRE:
                    match.decide(words)
                else:
                    match.play(int(actor), words)
            return match.position()


def without_umpire(position: Position) -> Position:
    position = {**position, "to_act": [actor for actor in position["to_act"] if actor != UMPIRE]}
    if not position.get("winners"):
        position.pop("winners", None)
    return position


def tiny(game: str, own: dict[str, Any], **places: Any) -> Position:
    """A position of a few cards, all of which are named, with falls left to an umpire."""
    position = {
        "game": game,
        "players": 2,
        "options": {"falls": "physics", "deck": own},
        "to_act": [0],
        "starter": 0,
        **places,
    }
    position = completed(position)
    assert sorted(checker.cards_in(position).elements()) == sorted(cards_of_game(game, cards_of(own)))
    return position


def positions() -> Iterator[tuple[str, int, Position]]:
    yield (
        "Survivor, until all stands or one is left",
        40,
        tiny(
            "shapes-survivor",
            deck(["red bar", "red L", "blue L"]),
            stage="drawing",
            deck=["red bar", "red L", "blue L"],
        ),
    )
    yield (
        "Survivor, three players and a new deck",
        40,
        tiny(
            "shapes-survivor",
            deck(["red bar", "red L", "blue L"]),
            players=3,
            stage="drawing",
            deck=["blue L"],
            platform=["red bar"],
            discard=["red L", "red bar"],
        ),
    )
    yield (
        "Survivor, a Wild",
        40,
        tiny("shapes-survivor", deck(["red bar"], wild=1), stage="drawing", deck=[WILD, "red bar"]),
    )
    yield (
        "Pass, four cards",
        40,
        tiny(
            "shapes-pass",
            deck(["red bar", "red L", "blue L", "blue bar"]),
            stage="drawing",
            deck=["red bar", "red L", "blue L", "blue bar"],
        ),
    )
    yield (
        "Pass, three players, one with cards waiting",
        40,
        tiny(
            "shapes-pass",
            deck(["red bar", "red L", "blue L"]),
            players=3,
            stage="placing",
            waiting=[["red bar", "red L"], [], []],
            deck=["blue L"],
        ),
    )
    yield (
        "Draft, four cards",
        40,
        tiny(
            "shapes-draft",
            deck(["red bar", "red L", "blue L", "blue bar"]),
            stage="picking",
            to_act=[0, 1],
            hands=[["red bar", "red L"], ["blue L", "blue bar"]],
        ),
    )
    yield (
        "Draft, a short deck",
        12,
        tiny(
            "shapes-draft",
            deck(["red bar", "red L", "blue L", "blue bar", "green L"]),
            stage="placing",
            rows=[["red bar"], []],
            deck=["blue L", "green L"],
            discard=["red L", "blue bar"],
        ),
    )
    yield (
        "Classic, one card each",
        11,
        tiny(
            "shapes",
            deck(["red bar", "red L", "blue L"]),
            stage="laying",
            hands=[["red bar"], ["red L"]],
            deck=["blue L"],
        ),
    )
    yield (
        "Classic, a Stop and no deck",
        9,
        tiny(
            "shapes",
            deck(["red bar", "blue L"], stop_turn=1),
            stage="laying",
            to_act=[0, 1],
            hands=[["red bar", "blue L"], [STOP]],
        ),
    )
    yield (
        "Classic, Clear the Board",
        8,
        tiny(
            "shapes",
            deck(["red bar", "blue L", "green L"], clear_the_board=1),
            stage="laying",
            hands=[[CLEAR, "red bar"], ["blue L"]],
            platform=["green L"],
            discard=["green L"],
        ),
    )
    strict = tiny(
        "shapes",
        deck(["red bar", "red disc", "blue L", "green L"]),
        stage="laying",
        hands=[["red bar", "red disc"], ["blue L"]],
        platform=["green L"],
        discard=["green L"],
    )
    strict["options"]["uncompleted"] = "strict"
    yield "Classic, strict", 9, strict


@pytest.mark.parametrize("name", [name for name, *_ in positions()])
def test_exact_outcomes(name: str) -> None:
    most, position = next((most, position) for one, most, position in positions() if one == name)
    expected = outcomes(Checker(), position, max_moves=most, max_branches=1000)
    found = outcomes(Ours(), position, max_moves=most, max_branches=1000)
    assert found == expected
    assert len(found) > 1, "a position with one outcome proves little"


def chancy() -> Iterator[tuple[str, str, Position]]:
    """Moves after which chance decides where cards are."""
    five = deck(["red bar", "red L", "blue L", "blue bar", "green L"])
    yield (
        "a closing draw from a new deck",
        "0: draw",
        tiny(
            "shapes",
            five,
            stage="closing",
            hands=[["red bar"], ["red L"]],
            platform=["green L"],
            discard=["blue L", "blue bar", "green L"],
        ),
    )
    yield (
        "a Stop that draws across a new deck",
        "1: stop turn 1",
        tiny(
            "shapes",
            deck(["red bar", "red L", "blue L", "blue bar", "green L"], wild=2, stop_turn=1),
            stage="placing",
            to_act=[0, 1],
            hands=[[], [STOP, "green L"]],
            intended=["red bar", WILD],
            whites=["white L"],
            deck=["red L"],
            discard=["blue L", WILD, "blue bar"],
            platform=["white disc"],
        ),
    )
    yield (
        "a robbery",
        "0: rob seat 1",
        tiny(
            "shapes",
            deck(["red bar", "red L", "blue L"], wild=2),
            stage="robbing",
            hands=[["red bar"], ["red L", "blue L", WILD, WILD]],
        ),
    )
    yield (
        "Clear the Board",
        "0: clear the board",
        tiny(
            "shapes",
            deck(["red bar", "red L", "blue L", "blue bar", "green L"], clear_the_board=1),
            stage="laying",
            hands=[[CLEAR, "red bar"], ["red L"]],
            deck=["blue L"],
            discard=["blue bar", "green L"],
            platform=["green L"],
        ),
    )
    yield (
        "Survivor, a new deck",
        "0: draw",
        tiny("shapes-survivor", five, stage="drawing", discard=five["cards"], platform=["red L"]),
    )
    yield (
        "Pass, three cards across a new deck",
        "0: draw",
        tiny("shapes-pass", five, stage="drawing", deck=["red bar"], discard=five["cards"][1:]),
    )
    yield (
        "Draft, a short deck",
        "umpire: all at rest",
        tiny(
            "shapes-draft",
            five,
            stage="settling",
            to_act=[UMPIRE],
            held="red bar",
            intended=["red bar"],
            rows=[[], []],
            platform=["red bar"],
            deck=["blue L"],
            discard=["red L", "blue bar", "green L"],
        ),
    )


@pytest.mark.parametrize("name", [name for name, *_ in chancy()])
def test_chance_is_even(name: str) -> None:
    move, position = next((move, position) for one, move, position in chancy() if one == name)
    found: dict[str, Fraction] = {}
    expected: dict[str, Fraction] = {}
    for game, odds in ((Ours(), found), (Checker(), expected)):
        for probability, following in every_after(game, position, move):
            key = json.dumps(checker.canonical(following), sort_keys=True)
            odds[key] = odds.get(key, Fraction(0)) + probability
    assert found == expected
    assert len(found) > 1, "where nothing is left to chance, nothing is proved"


def test_odds_worked_out_by_hand() -> None:
    """Two cards, two players. Seat 0 draws, takes and lets go; the umpire says that it falls or that all is at rest.

    It falls in half of the cases, and then rests: seat 1 wins. Otherwise seat 1 draws and takes; while he holds his
    piece, the first one falls in half of the cases, as the umpire says so or he lets go. If he does, two pieces may
    fall or all is at rest, equally likely: it ends well in a third, and both win as nothing is left to draw.
    """
    position = tiny("shapes-survivor", deck(["red bar", "red L"]), stage="drawing", deck=["red bar", "red L"])
    found = outcomes(Ours(), position)
    assert found == outcomes(Checker(), position)
    odds = {winners: sum(one for (who, _), one in found.items() if who == winners) for winners in [(0,), (1,), (0, 1)]}
    assert odds == {(1,): Fraction(1, 2), (0,): Fraction(5, 12), (0, 1): Fraction(1, 12)}
