"""Redeals are fair: every arrangement of what a seat cannot see comes up equally often."""

from collections import Counter

import parlour
from tests.oracle.enumerate import WORD_CARDS


def chi_square(found: Counter[str], ways: int) -> float:
    expected = sum(found.values()) / ways
    return sum((count - expected) ** 2 / expected for count in found.values()) + (ways - len(found)) * expected


def test_the_middle_of_read_and_grab() -> None:
    front = [card for card in WORD_CARDS if card not in ("red 1", "blue 2", "green 3")]
    match = parlour.position(
        "read-and-grab", {"players": 2, "front": [front, []], "middle": ["red 1", "blue 2", "green 3"]}
    )
    found = Counter(" ".join(match.redealt(0, seed).position()["middle"]) for seed in range(3000))
    assert len(found) == 6 and chi_square(found, 6) < 25  # 99.98 % of fair ones, with 5 degrees of freedom


def test_hands_and_pile_of_ka_blam() -> None:
    """Five cards are hidden from seat 0, one of them the Exploding card, which no hand in the round can have.

    The two of seat 1 are any two of four: 6 ways. What is left of the pile, with the Exploding card, has 6 orders.
    """
    deck = {
        "title": "few",
        "words": {"colours": ["red"], "numbers": list(range(1, 12))},
        "actions": {"miss": 1, "+2": 0, "reverse": 0},
        "specials": {"wild": 0, "ka-blam": 1},
    }
    mine = ["red 1", "red 2", "red 3", "red 4", "red 5", "red 6", "red 7"]
    match = parlour.position(
        "ka-blam",
        {
            "players": 2,
            "options": {"deck": deck, "length": "short"},
            "hands": [mine, ["red 9", "red 10"]],
            "discard": ["red 8"],
            "pile": ["ka-blam", "red 11", "red miss"],
        },
    )
    found: Counter[str] = Counter()
    for seed in range(7200):
        position = match.redealt(0, seed).position()
        assert "ka-blam" in position["pile"] and position["hands"][0] == mine
        found[f"{sorted(position['hands'][1])} {position['pile']}"] += 1
    assert len(found) == 36 and chi_square(found, 36) < 75  # 99.99 % of fair ones, with 35 degrees of freedom


def test_known_cards_stay_where_everybody_saw_them() -> None:
    match = parlour.position(
        "ka-blam",
        {
            "players": 3,
            "hands": [["red 1", "red 2"], ["blue miss", "red 3"], ["green +2", "red 4"]],
            "discard": ["red 8"],
            "pile": ["...", "wild", "purple +2"],
            "seen_at_bottom": 2,
            "seen_in_hands": [[], ["blue miss"], []],
        },
    )
    hidden = set()
    for seed in range(200):
        position = match.redealt(0, seed).position()
        assert position["pile"][-2:] == ["wild", "purple +2"]
        assert "blue miss" in position["hands"][1] and len(position["hands"][1]) == 2
        hidden.add(tuple(position["hands"][2]))
    assert len(hidden) > 100


def test_a_question_and_its_no_hold_after_a_redeal_of_go_fox() -> None:
    """Against drawing arrangements until one fits what was heard: the share of hands with a single 7 must agree."""
    hands = [["red 7", "blue 2"], ["red 3", "green 4"], ["blue 5", "green 6"]]
    position = {"players": 3, "hands": hands, "stage": "lay", "asked": 7, "pile": ["..."]}
    match = parlour.position("go-fox", position)
    singles = samples = 0
    for seed in range(4000):
        shown = match.redealt(2, seed).position()["hands"]
        sevens = [[card for card in hand if card.endswith(" 7")] for hand in shown]
        assert sevens[0] and not sevens[1]
        samples += 1
        singles += len(sevens[0]) == 1
    # The asker's two cards come from 62 with six 7s, at least one: (6 x 56) of (6 x 56 + 15) pairs have just one.
    assert abs(singles / samples - 336 / 351) < 0.016
