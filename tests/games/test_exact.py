"""Exact counts on tiny decks: every move and every fall of chance, ours against the slow checkers.

Both walk the whole tree of a small position, ours with its chance scripted, and must agree on the probability of every
outcome (who wins, after how many moves) as a fraction.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.oracle.enumerate import COLOURS, NUMBERS, WORD_CARDS, outcomes
from tests.oracle.freaky import deck as freaky_deck
from tests.oracle.ours import CHECKERS, Ours

TINY = {
    "title": "tiny",
    "words": {"colours": ["red", "blue"], "numbers": [1, 2, 3, 4, 5, 6, 7, 8]},
    "actions": {"miss": 1, "+2": 1, "reverse": 2},
    "specials": {"wild": 2, "ka-blam": 1},
}
TINY_CARDS = Counter(
    [
        *(f"{colour} {number}" for colour in ("red", "blue") for number in range(1, 9)),
        *(f"{colour} {action}" for colour in ("red", "blue") for action in ("miss", "+2", "reverse", "reverse")),
        *("wild", "wild", "ka-blam"),
    ]
)


def cards_in_words(text: str) -> list[str]:
    return [card.strip() for card in text.split(",") if card.strip()]


def ka_blam(hands: list[str], discard: str, pile: str, out: bool = True, **places: Any) -> dict[str, Any]:
    """A round of a few cards: whoever is out holds all that is not named, the Exploding card too."""
    named = [cards_in_words(text) for text in (*hands, discard, pile)]
    rest = list((TINY_CARDS - Counter(card for cards in named for card in cards)).elements())
    dealt = [*named[:-2], rest] if out else named[:-2]
    length = places.pop("length", "short")
    return {
        "game": "ka-blam",
        "players": len(dealt),
        "options": {"length": length, "target": 50, "deck": TINY},
        "to_act": [0],
        "dealer": 0,
        "direction": "left",
        "colour": "red",
        "points": [49 if length == "long" else 0] * len(dealt),
        "passes": 0,
        "hands": dealt,
        "discard": named[-2],
        "pile": named[-1],
        **places,
    }


def go_fox(hands: list[str], pile: str, **places: Any) -> dict[str, Any]:
    """All cards that are not named lie on the table as pairs, dealt out to the seats in turn."""
    named = [cards_in_words(text) for text in (*hands, pile)]
    left = [card for card in WORD_CARDS if not any(card in cards for cards in named)]
    pairs: list[list[list[str]]] = [[] for _ in hands]
    for number in NUMBERS:
        same = [card for card in left if card.endswith(f" {number}")]
        assert len(same) % 2 == 0, f"an odd number of {number}s is left for pairs"
        for place in range(0, len(same), 2):
            min(pairs, key=len).append(same[place : place + 2])
    return {
        "game": "go-fox",
        "players": len(hands),
        "options": {"even_turns": places.pop("even_turns", False)},
        "to_act": [0],
        "stage": "ask",
        "starter": 0,
        "hands": named[:-1],
        "pairs": pairs,
        "pile": named[-1],
        **places,
    }


def read_and_grab(fronts: list[str], middle: str) -> dict[str, Any]:
    """Numbers that are not named are complete sets, dealt out to the seats in turn; the rest is seat 0's."""
    named = [cards_in_words(text) for text in (*fronts, middle)]
    played = {card.split()[1] for cards in named for card in cards}
    rest = [card for card in WORD_CARDS if not any(card in cards for cards in named)]
    for card in rest:
        number = card.split()[1]
        named[0 if number in played else int(number) % len(fronts)].append(card)
    return {
        "game": "read-and-grab",
        "players": len(fronts),
        "options": {},
        "to_act": [0],
        "stage": "turn",
        "starter": 0,
        "front": named[:-1],
        "middle": named[-1],
    }


def freaky(hands: list[str], rows: list[str], pile: str) -> dict[str, Any]:
    """All cards that are not named were taken before, by the seats in turn."""
    named = [cards_in_words(text) for text in (*hands, *rows, pile)]
    left = [card for card in freaky_deck() if not any(card in cards for cards in named)]
    players = len(hands)
    return {
        "game": "freaky",
        "players": players,
        "options": {},
        "to_act": [0],
        "stage": "play",
        "starter": 0,
        "hands": named[:players],
        "rows": named[players:-1],
        "taken": [left[seat::players] for seat in range(players)],
        "pile": named[-1],
    }


POSITIONS = {
    "words, and a pile that runs out": ka_blam(
        ["red 1, red 2, blue 1", "red 3, blue 2"], "red 4, blue 4, red 5", "blue 5, red 6"
    ),
    "every action, two in the round": ka_blam(
        ["red miss, blue 2, red 1", "red reverse, blue 1, red 2"], "red 3, blue 3", "blue +2, red 4, blue 4, red 5"
    ),
    "pick up 2 out of the discards": ka_blam(
        ["red +2, blue 2, red 1", "blue +2, blue 1"], "red 3, blue 4, red 5, blue 5", "red 6"
    ),
    "a wild names every colour": ka_blam(
        ["wild, blue 2, red 1", "red 2, blue 1"], "red 3, blue 3", "red 4, blue 5, red 5, blue 6, red 6"
    ),
    "copies of an action": ka_blam(
        ["red reverse, red reverse, blue 1, red 1", "blue reverse, red 2, blue 2"], "red 3", "red 4, blue 5, blue 6"
    ),
    "the long game": ka_blam(["red 1, blue 2, red 2", "blue 1, red miss"], "red 3", "red 4, blue 4", length="long"),
    "go fox, two players": go_fox(["red 1, red 2", "blue 1, green 3"], "blue 2, blue 3, green 4, red 4"),
    "go fox, several to give": go_fox(
        ["red 1, red 5, red 2", "blue 1, green 1, yellow 5, blue 5"], "purple 1, red 3, green 5, blue 2, blue 3"
    ),
    "go fox, even turns": go_fox(
        ["red 1, red 2", "blue 1, yellow 3", "green 2, red 3"], "blue 2, yellow 2, blue 3, green 3", even_turns=True
    ),
    "grabbing, two players": read_and_grab(["red 1, orange 1", "blue 1, green 2, red 2"], "purple 1, red 3, blue 2"),
    "grabbing, three players": read_and_grab(
        ["red 1, orange 1, yellow 1", "blue 1, blue 2, red 2", "green 1, green 2, orange 2, yellow 2"],
        "purple 1, purple 2",
    ),
    "the last rows of freaky": freaky(
        ["red/orange/1, yellow/green/2, green/red/5", "blue/red/1, purple/blue/5, orange/red/5"],
        ["red/yellow/1, red/green/1, red/purple/2", "blue/yellow/4"],
        "green/yellow/3",
    ),
    "freaky, three players": freaky(
        [
            "red/orange/1, yellow/green/2, green/red/5",
            "blue/red/1, purple/blue/5, orange/red/5",
            "blue/red/3, green/blue/6, yellow/purple/6",
        ],
        ["red/yellow/1, red/green/1, red/purple/2"],
        "green/yellow/3, purple/red/1",
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_exact_outcomes(name: str) -> None:
    position = POSITIONS[name]
    game = position["game"]
    expected = outcomes(CHECKERS[game], position, max_moves=9, max_branches=5000)
    found = outcomes(Ours(game), position, max_moves=9, max_branches=5000)
    assert sum(found.values()) == 1
    assert found == expected
    assert len(found) > 1, "a position with one outcome proves little"


def test_an_outcome_worked_out_by_hand() -> None:
    """A turns over the last 1. B holds the only other 1, so a grab completes A's set, and declining does not.

    Each has five complete sets besides: A wins by the grab (6 to 5), and shares without it. Both are equally likely.
    """
    ones = [f"{colour} 1" for colour in COLOURS]
    fronts = [", ".join(ones[:4]), ones[4]]
    position = read_and_grab(fronts, ones[5])
    assert outcomes(Ours("read-and-grab"), position) == {((0,), 2): Fraction(1, 2), ((0, 1), 2): Fraction(1, 2)}
