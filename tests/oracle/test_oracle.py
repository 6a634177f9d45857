"""The checkers themselves, held against cases worked out by hand."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from . import go_fox, ka_blam, read_and_grab
from .enumerate import (
    COLOURED_ACTIONS,
    COLOURS,
    EXPLODING,
    WORD_CARDS,
    GameModule,
    Position,
    ScriptedChance,
    every_after,
    outcomes,
)


class AsListed:
    """Chance that leaves every order as it is and picks the first card."""

    def __init__(self) -> None:
        self.shuffled: list[list[str]] = []

    def shuffle(self, cards: list[str]) -> list[str]:
        self.shuffled.append(list(cards))
        return list(cards)

    def pick(self, cards: list[str]) -> str:
        return cards[0]


class Seeded:
    """Chance from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def shuffle(self, cards: list[str]) -> list[str]:
        return self.random.sample(cards, len(cards))

    def pick(self, cards: list[str]) -> str:
        return self.random.choice(cards)


def cards(text: str) -> list[str]:
    return [card.strip() for card in text.split(",")] if text else []


def blam(hands: list[str], discard: str, pile: str = "", **other: Any) -> Position:
    listed = cards(discard)
    position: Position = {
        "game": "ka-blam",
        "players": len(hands),
        "options": {"length": "short", "target": 100},
        "to_act": [0],
        "dealer": len(hands) - 1,
        "direction": "left",
        "colour": listed[0].split(" ")[0],
        "hands": [cards(hand) for hand in hands],
        "pile": cards(pile),
        "discard": listed,
        "points": [0] * len(hands),
        "passes": 0,
    }
    return position | other


def fox(hands: list[str], pile: str, even_turns: bool = False, **other: Any) -> Position:
    position: Position = {
        "game": "go-fox",
        "players": len(hands),
        "options": {"even_turns": even_turns},
        "to_act": [0],
        "stage": "ask",
        "starter": 0,
        "hands": [cards(hand) for hand in hands],
        "pairs": [[] for _ in hands],
        "pile": cards(pile),
    }
    return position | other


def grab(front: list[str], middle: str, **other: Any) -> Position:
    position: Position = {
        "game": "read-and-grab",
        "players": len(front),
        "options": {},
        "to_act": [0],
        "stage": "turn",
        "front": [cards(text) for text in front],
        "middle": cards(middle),
    }
    return position | other


def step(game: GameModule, position: Position, move: str) -> Position:
    """The position after the move, with chance as listed; and the position given is left as it was."""
    before = json.dumps(position)
    result = game.after(position, move, AsListed())
    assert json.dumps(position) == before
    return result


# Chance and enumeration


def test_scripted_chance_is_exact_with_equal_cards() -> None:
    class Shuffler:
        def legal(self, position: Position) -> list[str]:
            return ["go"]

        def after(self, position: Position, move: str, chance: Any) -> Position:
            return {
                "to_act": [],
                "order": chance.shuffle(["wild", "red 1", "wild"]),
                "pick": chance.pick(["wild", "red 1", "wild"]),
            }

        def winners(self, position: Position) -> list[int]:
            return [position["order"].index("red 1"), 3 if position["pick"] == "wild" else 4]

        def canonical(self, position: Position) -> Position:
            return position

    # red 1 lies first, second or last, a third each; the pick is wild twice in three.
    expected = {
        ((place, picked), 1): Fraction(1, 3) * odds
        for place in range(3)
        for picked, odds in ((3, Fraction(2, 3)), (4, Fraction(1, 3)))
    }
    assert outcomes(Shuffler(), {"to_act": [0]}) == expected
    branches = list(every_after(Shuffler(), {"to_act": [0]}, "go"))
    assert len(branches) == 6
    with pytest.raises(ValueError, match="more than 5 branches"):
        list(every_after(Shuffler(), {"to_act": [0]}, "go", max_branches=5))


def test_scripted_chance_goes_through_every_order() -> None:
    seen: list[tuple[str, ...]] = []
    script: list[int] | None = []
    while script is not None:
        chance = ScriptedChance(script)
        seen.append(tuple(chance.shuffle(["red 1", "red 2", "red 3"])))
        assert chance.probability == Fraction(1, 6)
        script = chance.next_script()
    assert len(seen) == len(set(seen)) == 6


def test_a_finished_position_is_its_own_outcome() -> None:
    over = blam(["", "red 3"], "red 5", to_act=[], winners=[0])
    assert outcomes(ka_blam, over) == {((0,), 0): Fraction(1)}
    assert ka_blam.legal(over) == []


# KA-BLAM!


def test_ka_blam_what_fits() -> None:
    # KB-5: by colour or number; KB-6: an action of another colour does not fit; KB-7: a Wild, six ways.
    position = blam(["red 3, red 3, blue 7, green 4, wild, blue miss, red +2", "green 1"], "red 7", "green 2")
    assert set(ka_blam.legal(position)) == {"play red 3", "play blue 7", "play red +2"} | {
        f"play wild as {colour}" for colour in COLOURS
    }
    assert len(ka_blam.legal(position)) == 9
    # KB-6: the same action on top, in another colour.
    position = blam(["red miss, red +2, red 3", "green 1"], "blue miss", "green 2")
    assert ka_blam.legal(position) == ["play red miss"]
    # KB-7: only the named colour counts on a Wild.
    position = blam(["red 3, blue 4", "green 1"], "wild, red 3", "green 2", colour="blue")
    assert ka_blam.legal(position) == ["play blue 4"]
    # KB-8 and KB-15: nothing fits.
    position = blam(["red 3", "green 1"], "blue 7", "green 2")
    assert ka_blam.legal(position) == ["draw"]
    assert ka_blam.legal(position | {"pile": [], "discard": ["blue 7", "red 1"]}) == ["draw"]
    assert ka_blam.legal(position | {"pile": []}) == ["pass"]
    with pytest.raises(ValueError, match="not a legal move"):
        step(ka_blam, position, "play red 3")


def test_ka_blam_word_wild_and_draw_end_the_turn() -> None:
    position = blam(["red 3, wild", "green 1", "green 2"], "red 7", "green 5")
    played = step(ka_blam, position, "play red 3")
    assert played == position | {
        "hands": [["wild"], ["green 1"], ["green 2"]],
        "discard": ["red 3", "red 7"],
        "to_act": [1],
    }
    played = step(ka_blam, position, "play wild as green")
    assert (played["colour"], played["discard"], played["to_act"]) == ("green", ["wild", "red 7"], [1])
    position = blam(["blue 3", "green 1", "green 2"], "red 7", "red 5", direction="right", passes=1)
    drawn = step(ka_blam, position, "draw")
    assert (drawn["hands"][0], drawn["to_act"], drawn["passes"]) == (["blue 3", "red 5"], [2], 0)


def test_ka_blam_actions() -> None:
    three = ["red miss, red +2, red reverse, red 1", "green 1", "green 2"]
    position = blam(three, "red 7", "blue 5, blue 6, blue 8")
    assert step(ka_blam, position, "play red miss")["to_act"] == [2]
    hit = step(ka_blam, position, "play red +2")
    assert (hit["to_act"], hit["hands"][1]) == ([2], ["green 1", "blue 5", "blue 6"])
    turned = step(ka_blam, position, "play red reverse")
    assert (turned["to_act"], turned["direction"]) == ([2], "right")
    assert step(ka_blam, position | {"direction": "right"}, "play red miss")["to_act"] == [1]
    # KB-12: two players, or two left of three (KB-9, KB-10: out of the round is not hit).
    position = blam(three[:2], "red 7", "blue 5, blue 6, blue 8")
    out = blam([three[0], "yellow 9, ka-blam", three[2]], "red 7", "blue 5, blue 6, blue 8")
    for two in (position, out):
        for move in ("play red miss", "play red +2", "play red reverse"):
            after = step(ka_blam, two, move)
            assert (after["to_act"], after["direction"]) == ([0], "left")
    assert step(ka_blam, out, "play red +2")["hands"][1:] == [
        ["yellow 9", "ka-blam"],
        ["green 2", "blue 5", "blue 6"],
    ]
    assert step(ka_blam, out, "play red 1")["to_act"] == [2]


def test_ka_blam_explosions() -> None:
    # KB-13: out on the first of two, the second stays; KB-14: the rest play on, after the one hit.
    position = blam(["red +2, red 1", "green 1", "green 2"], "red 7", "ka-blam, blue 6")
    hit = step(ka_blam, position, "play red +2")
    assert (hit["hands"][1], hit["pile"], hit["to_act"]) == (["green 1", "ka-blam"], ["blue 6"], [2])
    # KB-13: the one who is out is passed over from now on.
    drawn = step(ka_blam, hit, "draw")
    assert (drawn["hands"][2], drawn["to_act"]) == (["green 2", "blue 6"], [0])
    assert step(ka_blam, blam(["red 2, red 1", "ka-blam", "blue 3"], "red 7"), "play red 1")["to_act"] == [2]
    # KB-14: with two players the other wins; if one is left of three, that one wins.
    two = blam(["green 1", "red 1"], "red 7", "ka-blam, blue 6")
    over = step(ka_blam, two, "draw")
    assert (over["to_act"], over["winners"], ka_blam.winners(over)) == ([], [1], [1])
    left = blam(["green 1", "red 1, ka-blam", "red 2"], "red 7", "ka-blam, blue 6")
    over = step(ka_blam, left, "draw")
    assert (over["to_act"], over["winners"]) == ([], [2])
    # The one hit explodes: the player of the +2 wins, with a card still in hand.
    over = step(ka_blam, blam(["red +2, red 1", "green 1"], "red 7", "blue 6, ka-blam"), "play red +2")
    assert (over["to_act"], over["winners"], over["hands"][0]) == ([], [0], ["red 1"])


def test_ka_blam_empty_pile() -> None:
    # KB-15: all but the top card is shuffled, the named colour stays in force.
    position = blam(["red 2", "red 1"], "wild, blue 5, blue 6", colour="green")
    drawn = step(ka_blam, position, "draw")
    assert (drawn["hands"][0], drawn["pile"]) == (["red 2", "blue 5"], ["blue 6"])
    assert (drawn["discard"], drawn["colour"]) == (["wild"], "green")
    # Pick up 2 with one card in the pile: the second comes from the discard pile below the +2.
    position = blam(["red +2, red 1", "green 1"], "red 7", "blue 6")
    hit = step(ka_blam, position, "play red +2")
    assert (hit["hands"][1], hit["pile"], hit["discard"]) == (["green 1", "blue 6", "red 7"], [], ["red +2"])
    # Pick up 2 takes what there is.
    hit = step(ka_blam, position | {"pile": []}, "play red +2")
    assert (hit["hands"][1], hit["to_act"]) == (["green 1", "red 7"], [0])


def test_ka_blam_last_card_and_score() -> None:
    # KB-16: the +2 played last is not carried out. KB-17: 1 + 11 + 10 (ka-blam) + 10 (miss) + 10 (wild).
    hands = ["red +2", "green 1, red 11, ka-blam", "green miss, wild"]
    long = {"length": "long", "target": 100}
    position = blam(hands, "red 7", "blue 6", options=long, points=[58, 0, 90])
    over = step(ka_blam, position, "play red +2")
    assert (over["points"], over["to_act"], over["winners"]) == ([100, 0, 90], [], [0])
    assert (over["pile"], over["direction"]) == (["blue 6"], "left")
    # KB-19: no scoring in the short game.
    over = step(ka_blam, blam(hands, "red 7", "blue 6"), "play red +2")
    assert (over["points"], over["winners"]) == ([0, 0, 0], [0])


def test_ka_blam_next_round() -> None:
    # Seat 1 goes out and scores 2 + 10 + 4. Of the 17 other cards, two are left beside the deal.
    pile = "wild, green miss, red 1, red 2, red 3, red 4, red 5, red 6, blue 8"
    position = blam(
        ["blue 2, ka-blam", "red 9", "yellow 4"],
        "red 7",
        pile + ", blue 1, blue 3, blue 4, blue 5",
        options={"length": "long", "target": 100},
        to_act=[1],
        direction="right",
        dealer=1,
        points=[5, 6, 7],
    )
    chance = AsListed()
    dealt = ka_blam.after(position, "play red 9", chance)
    assert dealt["points"] == [5, 6 + 2 + 10 + 4, 7]
    first, second = chance.shuffled
    assert EXPLODING not in first and second == [*first[15:], EXPLODING]
    assert dealt["hands"] == [first[:5], first[5:10], first[10:15]]
    assert (dealt["dealer"], dealt["to_act"], dealt["direction"]) == (2, [0], "left")
    # As listed: blue 2, yellow 4, the 13 of the pile, red 9 (just played), red 7, the Exploding card.
    assert (dealt["discard"], dealt["colour"], dealt["pile"]) == (["red 9"], "red", ["red 7", "ka-blam"])


def test_ka_blam_turning_up_and_a_void_round() -> None:
    # KB-15: both pass, so the round is void. KB-2: reverse and wild go to the bottom, in the order turned.
    class Arranged(AsListed):
        def shuffle(self, cards: list[str]) -> list[str]:
            rank = {"red reverse": 1, "wild": 2, "green 5": 3, "ka-blam": 4, "green 6": 5}
            return sorted(cards, key=lambda card: rank.get(card, 0))

    hands = [
        "blue 1, blue 2, blue 3, blue 4, blue 5, blue 6",
        "blue 7, blue 8, blue 9, blue 10, blue 11",
        "yellow 1, ka-blam, red reverse, green 5, green 6",
    ]
    position = blam(
        hands,
        "wild",
        colour="red",
        options={"length": "long", "target": 100},
        dealer=2,
        points=[1, 2, 3],
        direction="right",
    )
    once = step(ka_blam, position, "pass")
    assert (once["passes"], once["to_act"]) == (1, [1])
    # 12 cards of rank 0 are three short of fifteen: the deal takes red reverse, wild and green 5 too.
    again = ka_blam.after(once, "pass", Arranged())
    assert (again["hands"][2][2:], again["discard"], again["pile"]) == (
        ["red reverse", "wild", "green 5"],
        ["green 6"],
        ["ka-blam"],
    )
    assert (again["dealer"], again["to_act"], again["passes"]) == (2, [0], 0)
    assert (again["points"], again["direction"]) == ([1, 2, 3], "left")
    # With three more word cards, the pile is red reverse, wild, green 5, ka-blam, green 6.
    more = once | {
        "hands": [
            hand + extra for hand, extra in zip(once["hands"], (["orange 9"], ["purple 9"], ["yellow 9"]), strict=True)
        ]
    }
    again = ka_blam.after(more, "pass", Arranged())
    assert (again["discard"], again["colour"]) == (["green 5"], "green")
    assert again["pile"] == ["ka-blam", "green 6", "red reverse", "wild"]


def test_ka_blam_enumeration_two_cards() -> None:
    # red 1 lets blue 1 win by number; red 2 makes seat 1 draw the Exploding card.
    position = blam(["red 1, red 2", "blue 1"], "red 5", "ka-blam")
    half = Fraction(1, 2)
    assert outcomes(ka_blam, position) == {((1,), 2): half, ((0,), 2): half}


def test_ka_blam_enumeration_wild() -> None:
    # Seven moves. Wild as blue: seat 1 plays a blue card and seat 0 explodes. Otherwise seat 1 explodes.
    position = blam(["wild, red 3", "blue 4, blue 6"], "red 5", "ka-blam")
    assert outcomes(ka_blam, position) == {((0,), 2): Fraction(6, 7), ((1,), 3): Fraction(1, 7)}


def test_ka_blam_enumeration_shuffle() -> None:
    # Seat 0 draws one of three; seat 1 plays red 8 and keeps blue 8. With red 2, seat 0 plays it and blue 8
    # does not fit. With purple 8 played, or with green 1 (seat 0 must draw), blue 8 wins.
    position = blam(["blue 9", "red 8, blue 8"], "red 5, red 2, purple 8, green 1")
    third = Fraction(1, 3)
    assert outcomes(ka_blam, position, max_moves=4) == {((1,), 4): 2 * third, ((), 4): third}


def test_ka_blam_every_order_after_a_pick_up_2() -> None:
    # Seat 1 takes blue 6; then red 7, red 8 and blue 1, below the +2, are shuffled: six orders, and the card
    # taken second is each of the three in two of them.
    position = blam(["red +2, green 3", "green 9"], "red 7, red 8, blue 1", "blue 6")
    branches = list(every_after(ka_blam, position, "play red +2"))
    assert [odds for odds, _ in branches] == [Fraction(1, 6)] * 6
    taken = [after["hands"][1] for _, after in branches]
    assert sorted(hand[2] for hand in taken) == sorted(["red 7", "red 8", "blue 1"] * 2)
    assert all(hand[:2] == ["green 9", "blue 6"] for hand in taken)


# GO FOX!


def test_go_fox_yes() -> None:
    # GF-3: one card is given; mine is the first in colour order; one draw; the turn ends.
    position = fox(["blue 7, orange 7, red 8", "purple 7, green 7, red 8"], "red 1, red 2")
    assert go_fox.legal(position) == ["ask for 7", "ask for 8"]
    after = step(go_fox, position, "ask for 7")
    assert after["pairs"] == [[["orange 7", "green 7"]], []]
    assert after["hands"] == [["blue 7", "red 8", "red 1"], ["purple 7", "red 8"]]
    assert (after["pile"], after["to_act"], after["stage"]) == (["red 2"], [1], "ask")
    given = {(after["pairs"][0][0][1], odds) for odds, after in every_after(go_fox, position, "ask for 7")}
    assert given == {("green 7", Fraction(1, 2)), ("purple 7", Fraction(1, 2))}


def test_go_fox_no() -> None:
    # GF-2: only the next player is asked. GF-5: a pair may be laid after the "no"; then one draw.
    position = fox(["blue 7, green 7, red 7, red 8", "red 9", "yellow 7"], "red 1, red 2")
    told = step(go_fox, position, "ask for 8")
    assert told == position | {"stage": "lay", "asked": 8}
    assert go_fox.legal(told) == ["lay pair 7", "draw"]
    laid = step(go_fox, told, "lay pair 7")
    assert laid["pairs"][0] == [["red 7", "green 7"]]
    assert (laid["hands"][0], laid["to_act"]) == (["blue 7", "red 8", "red 1"], [1])
    assert "asked" not in laid
    drawn = step(go_fox, step(go_fox, position, "ask for 7"), "draw")
    assert (len(drawn["hands"][0]), drawn["pairs"][0], drawn["to_act"]) == (5, [], [1])
    # No pair: the second move is there all the same.
    told = step(go_fox, fox(["red 8", "red 9"], "red 1, red 2"), "ask for 8")
    assert go_fox.legal(told) == ["draw"]


def test_go_fox_empty_hands() -> None:
    # GF-7.
    position = fox(["", "red 9"], "red 1, red 2")
    assert go_fox.legal(position) == ["draw"]
    after = step(go_fox, position, "draw")
    assert (after["hands"][0], after["to_act"]) == (["red 1"], [1])
    asked = step(go_fox, fox(["red 9", ""], "red 1, red 2"), "ask for 9")
    assert (asked["stage"], asked["to_act"]) == ("lay", [0])


def test_go_fox_end() -> None:
    # GF-8: the end as soon as the pile is empty; equal is shared.
    told = step(go_fox, fox(["red 8", "red 9", "red 10"], "red 1"), "ask for 8")
    over = step(go_fox, told, "draw")
    assert (over["to_act"], over["winners"], go_fox.winners(over)) == ([], [0, 1, 2], [0, 1, 2])
    with pytest.raises(ValueError, match="should be over"):
        go_fox.legal(fox(["red 8", "red 9"], ""))


def test_go_fox_even_turns() -> None:
    # Seat 1 started: seats 2 and 0 still have their turn when seat 1 has drawn the last card.
    position = fox(["", "red 8", "blue 9, green 9"], "red 1", even_turns=True, starter=1, to_act=[1])
    told = step(go_fox, position, "ask for 8")
    on = step(go_fox, told, "draw")
    assert on["to_act"] == [2] and "winners" not in on
    told = step(go_fox, on, "ask for 9")
    assert go_fox.legal(told) == ["lay pair 9", "pass"]
    laid = step(go_fox, told, "lay pair 9")
    assert (laid["hands"][2], laid["to_act"]) == ([], [0])
    assert go_fox.legal(laid) == ["pass"]
    over = step(go_fox, laid, "pass")
    assert (over["to_act"], over["winners"]) == ([], [2])


def test_go_fox_enumerations() -> None:
    half = Fraction(1, 2)
    # Ask for 7: yes, a pair, the last card. Ask for 8: no, a draw.
    position = fox(["red 7, red 8", "blue 7"], "red 1")
    assert outcomes(go_fox, position) == {((0,), 1): half, ((0, 1), 2): half}
    # Two questions, both answered no; then the pair is laid or not.
    position = fox(["red 7, blue 7, red 8", "green 9"], "red 1")
    assert outcomes(go_fox, position) == {((0,), 2): half, ((0, 1), 2): half}
    # Even turns. Seat 0 gets the pair and draws red 3. Seat 1 asks for 8 (no) or 3 (yes: a pair as well).
    position = fox(["red 7", "blue 7, blue 8, blue 3"], "red 3", even_turns=True)
    assert outcomes(go_fox, position) == {((0,), 3): half, ((0, 1), 2): half}
    assert outcomes(go_fox, position, max_moves=2) == {((), 2): half, ((0, 1), 2): half}


# READ AND GRAB


def test_read_and_grab_turn() -> None:
    position = grab(["blue 7", "green 7, red 2, yellow 7", "purple 7", "red 3"], "red 7, red 5")
    assert read_and_grab.legal(position) == ["turn over"]
    turned = step(read_and_grab, position, "turn over")
    assert (turned["stage"], turned["turned"], turned["to_act"]) == ("grab", "red 7", [0])
    assert (turned["front"][0], turned["middle"]) == (["blue 7", "red 7"], ["red 5"])
    assert read_and_grab.legal(turned) == ["grab 7s from seat 1", "grab 7s from seat 2", "finish"]
    grabbed = step(read_and_grab, turned, "grab 7s from seat 1")
    assert sorted(grabbed["front"][0]) == ["blue 7", "green 7", "red 7", "yellow 7"]
    assert grabbed["front"][1:] == [["red 2"], ["purple 7"], ["red 3"]]
    assert (grabbed["stage"], grabbed["to_act"], "turned" in grabbed) == ("turn", [1], False)
    finished = step(read_and_grab, turned, "finish")
    assert (finished["front"], finished["to_act"]) == (turned["front"], [1])


def test_read_and_grab_complete_sets() -> None:
    # RG-5: no grab of a complete set (a second red 7 makes the case possible).
    seven = ", ".join(f"{colour} 7" for colour in COLOURS)
    turned = step(read_and_grab, grab(["", seven], "red 7, red 5"), "turn over")
    assert read_and_grab.legal(turned) == ["finish"]


def test_read_and_grab_enumerations() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    ones = ", ".join(f"{colour} 1" for colour in COLOURS[1:])
    twos = ", ".join(f"{colour} 2" for colour in COLOURS[1:])
    # RG-6: the grab of the last turn counts: a set, or nobody has one.
    assert outcomes(read_and_grab, grab(["", ones], "red 1")) == {((0,), 2): half, ((0, 1), 2): half}
    # Each in turn may take the other's five: both, one, the other, neither.
    assert outcomes(read_and_grab, grab([twos, ones], "red 1, red 2")) == {
        ((0,), 4): quarter,
        ((1,), 4): quarter,
        ((0, 1), 4): half,
    }


# Whole games at random


def play_out(game: GameModule, position: Position, seed: int) -> list[Position]:
    """Every position of a game played at random, the finished one last."""
    chance = Seeded(seed)
    seen = [position]
    while seen[-1]["to_act"]:
        seen.append(game.after(seen[-1], chance.pick(game.legal(seen[-1])), chance))
    assert seen[-1]["winners"] == game.winners(seen[-1])
    return seen


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("even", [False, True])
def test_whole_games_of_go_fox(players: int, even: bool) -> None:
    words = Seeded(players).shuffle(list(WORD_CARDS))
    hands = [", ".join(words[5 * seat : 5 * seat + 5]) for seat in range(players)]
    seen = play_out(go_fox, fox(hands, ", ".join(words[5 * players :]), even_turns=even), players)
    held = [card for hand in seen[-1]["hands"] for card in hand]
    held += [card for pairs in seen[-1]["pairs"] for pair in pairs for card in pair]
    assert sorted(held) == sorted(WORD_CARDS)
    # One card a turn: 66 - 5p turns; under even turns, rounded up to a multiple of the players.
    turns = sum(position["stage"] == "ask" for position in seen[:-1])
    draws = 66 - 5 * players
    assert turns == (draws + -draws % players if even else draws)


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_of_read_and_grab(players: int) -> None:
    words = Seeded(players).shuffle(list(WORD_CARDS))
    seen = play_out(read_and_grab, grab([""] * players, ", ".join(words)), players)
    assert len(seen) - 1 == 2 * 66
    assert sorted(card for front in seen[-1]["front"] for card in front) == sorted(WORD_CARDS)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("length", ["short", "long"])
def test_whole_games_of_ka_blam(players: int, length: str) -> None:
    deck = [*WORD_CARDS, *COLOURED_ACTIONS, *["wild"] * 4, EXPLODING]
    start = ka_blam.deal(deck, players, {"length": length, "target": 100}, players - 1, Seeded(players))
    assert [len(hand) for hand in start["hands"]] == [5] * players
    assert (start["to_act"], len(start["discard"])) == ([0], 1)
    for position in play_out(ka_blam, start, players):
        held = [card for hand in position["hands"] for card in hand]
        assert sorted(held + position["pile"] + position["discard"]) == sorted(deck)
        if position["discard"][0] != "wild":
            assert position["discard"][0].startswith(position["colour"] + " ")
        assert all(points < 100 for points in position["points"]) or not position["to_act"]
