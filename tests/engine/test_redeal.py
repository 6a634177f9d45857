"""Redeals are fair: every arrangement of what a seat cannot see comes up equally often."""

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.bots.simple import SimpleBot
from parlour.components.deck import COLOURS
from parlour.games.ka_blam import CARDS, LONG_AGO, MOST_TAKEN, PLAY_WILD, take_card
from tests.oracle.enumerate import WORD_CARDS
from tests.rules.tables import A, B, ka_blam, play


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


def test_what_somebody_lacked_on_one_colour_is_not_forgotten_on_another() -> None:
    """B had to draw on green, then on purple: the first three of its cards are neither, and the next is no purple."""
    match = ka_blam(
        "green 2", A="purple 2, purple 7, red 9", B="red 3, red 4, yellow 5", turn=B, pile="green 7, purple 9, ..."
    )
    play(match, "B: draw", "A: play purple 2", "B: draw")
    assert match.position()["stuck"] == [None, ["purple 2", 1]]
    assert match.position()["lacked"] == [{}, {"green": 2}]
    most = Counter[str]()
    for seed in range(600):
        hand = match.redealt(A, seed).position()["hands"][B]
        assert sum("wild" in card or " 2" in card for card in hand) <= 1
        most |= Counter(card.split()[0] for card in hand)
    assert (most["green"], most["purple"]) == (2, 1) and most["yellow"] > 2
    again = parlour.position("ka-blam", match.position())
    assert again.position() == match.position()
    assert again.redealt(A, 5).position() == match.redealt(A, 5).position()

    play(match, "A: play purple 7", "B: play green 7")
    assert match.position()["stuck"] == [None, ["purple 2", 1]]
    assert match.position()["lacked"] == [{}, {"green": 1}]  # it can only have been one of those taken since


def test_a_wild_was_taken_since_whatever_its_player_was_stuck_on() -> None:
    match = ka_blam(
        "green 2", A="purple 2, red 9, blue 9", B="red 3, red 4, yellow 5", turn=B, pile="green 7, wild, ..."
    )
    play(match, "B: draw", "A: play purple 2", "B: draw", "A: draw")
    play(match, "B: play wild as red")
    assert match.position()["stuck"][B] == ["purple 2", 0]
    assert match.position()["lacked"][B] == {"green": 1}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_no_redeal_of_ka_blam_gives_a_card_that_its_player_cannot_have(players: int) -> None:
    """Whoever drew on a colour has, of its cards, at most as many as they took since."""
    looked = 0
    for seed in range(12):
        match = parlour.new("ka-blam", players=players, seed=seed, length="short")
        bots = [SimpleBot("greedy", seat) for seat in range(players)]
        taken: list[dict[str, int]] = [{} for _ in range(players)]  # by colour, since it was drawn on
        while not match.over:
            seat = min(match.to_act)
            before, colour = match.view(None)["hand_sizes"], match.view(None)["colour"]
            move = str(bots[seat].choose(match, seat))
            match.play(seat, move)
            if move in ("draw", "pass"):
                taken[seat][colour] = 0
            after = match.view(None)["hand_sizes"]
            for other in range(players):
                more = after[other] - before[other] + (other == seat and move.startswith("play"))
                taken[other] = {lacked: since + more for lacked, since in taken[other].items()}
            for redeal in range(3):
                hands = match.redealt(seat, redeal).position()["hands"]
                for other in set(range(players)) - {seat}:
                    held = Counter(card.split()[0] for card in hands[other])
                    assert all(held[lacked] <= since for lacked, since in taken[other].items()), (seed, move)
                    looked += len(taken[other]) > 1
    assert looked > 100


@pytest.mark.parametrize(
    ("places", "complaint"),
    [
        ({"stuck": ["red 1"]}, "stuck[0] is 'red 1'; right would be null, or what showed"),
        ({"stuck": [["red 1", CARDS]]}, f"stuck[0] is ['red 1', {CARDS}]; right would be"),
        ({"stuck": [["red 1", 1]] * 3}, "stuck must be a list of at most 2"),
        ({"stuck": [["red 1", 1]], "lacked": [{"pink": 1}]}, "lacked[0] is {'pink': 1}; right would be"),
        ({"stuck": [["red 1", 1]], "lacked": [{"blue": -1}]}, "lacked[0] is {'blue': -1}; right would be"),
        ({"stuck": [["red 1", 1]], "lacked": [{}, {"blue": 1}]}, "lacked[1] is {'blue': 1}, but stuck[1] is null"),
    ],
)
def test_what_cannot_have_been_lacked_is_refused(places: dict[str, Any], complaint: str) -> None:
    with pytest.raises(parlour.BadPosition) as caught:
        ka_blam("green 2", A="purple 2", B="red 3", **places)
    assert complaint in str(caught.value)


def test_what_was_lacked_very_long_ago_is_forgotten() -> None:
    """Cards taken are counted in a byte; there is no hand that what is forgotten could tell anything of."""
    match = ka_blam("green 2", A="purple 2", B="red 3", pile="green 7, ...")
    state, red, blue = match.states[0], COLOURS.index("red"), COLOURS.index("blue")
    state.taken[B], state.stuck_on[B], state.lacked[B] = MOST_TAKEN, PLAY_WILD + blue, 1 << red | 1 << blue
    state.taken_then[B, red], state.taken_then[B, blue] = LONG_AGO - 1, MOST_TAKEN - 5
    take_card.plainly(state, B)
    assert state.taken[B] == MOST_TAKEN - LONG_AGO + 1
    assert match.copy().position()["stuck"][B] == ["wild as blue", 6]
    assert match.copy().position()["lacked"][B] == {}


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
