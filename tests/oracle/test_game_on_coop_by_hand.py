"""Cooperative Game-On: the slow checker and its judge, held against cases worked out by hand.

Long, because every clause has its cases and all are set up at the same `table`.
"""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import permutations
from typing import Any

import pytest

from . import game_on_coop
from .enumerate import Chance, Position, ScriptedChance
from .game_on_coop import LONG, SHAPES, SHORT
from .test_oracle import AsListed, Seeded, cards


def table(
    hands: list[str], track: str = "sun 1", deck: str = "moon 9, moon 10, moon 11, moon 12", **other: Any
) -> Position:
    """A position; Game Cards by their short names. `on`: what lies on the cards of the track: {1: "0 red square"}."""
    on: dict[int, str] = other.pop("on", {})
    places = cards(track)
    position: Position = {
        "game": "game-on-coop",
        "players": len(hands),
        "options": {"pace": other.pop("pace", "printed"), "types": other.pop("types", "by seat")},
        "to_act": list(range(len(hands))),
        "round": 1,
        "hands": [cards(hand) for hand in hands],
        "piles": [["white square", "white circle", "white triangle"] for _ in hands],
        "discards": [[] for _ in hands],
        "track": long_names(track),
        "covers": [[None, None, None] for _ in places],
        "covered_by": [[None, None, None] for _ in places],
        "scuttled": [],
        "committed": [[] for _ in hands],
        "commitments": [None for _ in hands],
        "deeds": ["nothing" for _ in hands],
        "team": long_names(other.pop("team", "")),
        "house": long_names(other.pop("house", "")),
        "out": long_names(other.pop("out", "")),
        "deck": long_names(deck),
    }
    for number, covers in on.items():
        for cover in cards(covers):
            seat, card = cover.split(" ", 1)
            card, _, shape = card.partition(" as ")
            place = SHAPES.index(shape or card.split(" ")[1])
            position["covers"][number - 1][place] = card
            position["covered_by"][number - 1][place] = int(seat)
    return position | other


def long_names(text: str) -> list[str]:
    return [LONG.get(card, card) for card in cards(text)]


def short_names(game_cards: list[str]) -> str:
    return ", ".join(SHORT.get(card, card) for card in game_cards)


def step(position: Position, seat: int, move: str, chance: Chance | None = None) -> Position:
    """The position after the move; the position given is left as it was, and the judge agrees."""
    before = json.dumps(position)
    result = game_on_coop.after(position, seat, move, chance or AsListed())
    assert json.dumps(position) == before
    assert game_on_coop.differences(position, seat, move, result) == []
    return result


def finish(position: Position, chance: Chance | None = None) -> Position:
    """All who have not finished do, and the round ends."""
    for seat in position["to_act"]:
        position = step(position, seat, "finish", chance)
    return position


def moves_with(position: Position, seat: int, word: str) -> list[str]:
    return [move for move in game_on_coop.legal(position, seat) if move.startswith(word)]


# Cards and deal


def test_the_cards() -> None:
    assert len(LONG) == len(SHORT) == 96
    assert LONG["sun 1"] == "sun: red square, yellow circle, blue triangle; 2 points"
    assert LONG["sun 2"] == "sun: red square, blue circle, white triangle; 2 points; chevron"
    assert LONG["sun 8"] == "sun: white square, yellow circle, blue triangle; 2 points; chevron"
    assert LONG["moon 1"] == "moon: red square, yellow circle, white triangle; 2 points"
    assert LONG["star 8"] == "star: white square, blue circle, yellow triangle; 2 points; chevron"
    assert LONG["flame 12"] == "flame: white square, white circle, white triangle; 3 points; chevron"
    assert LONG["sun 13"] == "sun: black square, red circle, yellow triangle; 1 point; convert red"
    # t = 4, j = 3: white and colour (3 + 1 + 1) mod 4 = yellow; black at (4 + 3) mod 3 = 1.
    assert LONG["drop 16"] == "drop: white square, black circle, yellow triangle; 1 point; convert white"
    for t, name in enumerate(game_on_coop.TYPES):
        own = [LONG[f"{name} {number}"] for number in range(1, 17)]
        assert sum(game_on_coop.points_of(card) for card in own) == 8 * 2 + 4 * 3 + 4 * 1
        assert sum("chevron" in card for card in own) == 8
        assert all(len({*game_on_coop.colours_of(card), "black"}) == 3 for card in own[12:]), t
    deck = game_on_coop.player_deck()
    assert len(deck) == 33 and deck.count("black circle") == deck.count("red square") == 2
    assert [card for card in deck if card.startswith("omni")] == ["omni 1", "omni 2", "omni 3"]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_deal(players: int) -> None:
    for black in (True, False):
        position = game_on_coop.deal(players, {"black_cards": black}, Seeded(players))
        assert game_on_coop.deal_differences(position) == []
        assert len(position["deck"]) == 16 * max(3, players) - 1 + players * black
        assert position["deck"].count("black card") == players * black
        assert [len(hand) for hand in position["hands"]] == [2] * players
        assert [len(pile) for pile in position["piles"]] == [31] * players
        # The judge of deals: a card too many in a hand, a Black Card turned up, a card of another type.
        wrong = deepcopy(position)
        wrong["hands"][1].append(wrong["piles"][1].pop())
        assert game_on_coop.deal_differences(wrong)
        wrong = deepcopy(position)
        wrong["track"], wrong["deck"][0] = wrong["deck"][:1], wrong["track"][0]
        assert bool(game_on_coop.deal_differences(wrong)) == (position["deck"][0] == "black card")
        wrong = deepcopy(position)
        wrong["deck"][-1] = "black card"
        assert bool(game_on_coop.deal_differences(wrong)) == (position["deck"][-1] != "black card")


def test_the_types_in_the_deck() -> None:
    def types(players: int, chosen: str) -> list[str]:
        game_cards = game_on_coop.game_cards(players, {"types": chosen})
        return list(dict.fromkeys(game_on_coop.type_of(card) for card in game_cards))

    # GC-5: with two players the third type is the first left over.
    assert types(2, "by seat") == ["sun", "moon", "star"]
    assert types(2, "flame,sun") == ["flame", "sun", "moon"]
    assert types(3, "leaf,drop,moon") == ["leaf", "drop", "moon"]
    assert types(6, "by seat") == list(game_on_coop.TYPES)


# Playing cards


def test_what_covers() -> None:
    # sun 1 is red, yellow, blue; sun 14 yellow, black, blue; sun 9 red.
    hands = ["red square, red square", "black circle, yellow square", "omni 1, blue circle", "omni 3, red triangle"]
    position = table(hands, "sun 1, sun 14, sun 9")
    assert moves_with(position, 0, "cover") == [
        "cover square of card 1 with red square",
        "cover square of card 3 with red square",
    ]
    assert moves_with(position, 1, "cover") == [
        "cover circle of card 1 with black circle",
        "cover square of card 2 with yellow square",
        "cover circle of card 2 with black circle",
        "cover circle of card 3 with black circle",
    ]
    # GC-12: omni 1 is red square, yellow circle, blue triangle. GC-11: any circle covers a black one.
    assert moves_with(position, 2, "cover") == [
        "cover square of card 1 with omni 1",
        "cover circle of card 1 with omni 1",
        "cover triangle of card 1 with omni 1",
        "cover circle of card 2 with blue circle",
        "cover circle of card 2 with omni 1",
        "cover triangle of card 2 with omni 1",
        "cover square of card 3 with omni 1",
    ]
    # omni 3 is blue square, white circle, red triangle.
    assert moves_with(position, 3, "cover") == [
        "cover circle of card 2 with omni 3",
        "cover triangle of card 3 with omni 3",
        "cover triangle of card 3 with red triangle",
    ]
    # CO-9, CO-3: a shape is free or not for all; CO-11: a scuttled card takes no more.
    covered = step(position, 0, "cover square of card 1 with red square")
    assert (covered["hands"][0], covered["deeds"], covered["to_act"]) == (
        ["red square"],
        ["acted"] + ["nothing"] * 3,
        [0, 1, 2, 3],
    )
    assert (covered["covers"][0], covered["covered_by"][0]) == (["red square", None, None], [0, None, None])
    assert "cover square of card 1 with omni 1" not in game_on_coop.legal(covered, 2)
    assert moves_with(position | {"scuttled": [1, 2, 3]}, 2, "cover") == []
    # CO-8: finished is finished, for this round.
    assert game_on_coop.legal(step(position, 2, "finish"), 2) == []
    with pytest.raises(ValueError, match="not a legal move of seat 0"):
        step(position, 0, "cover circle of card 1 with red square")


def test_the_track_moves_along() -> None:
    # Three players made sun 1 complete; sun 2 waits with a card on it; sun 4 is turned over.
    position = table(
        ["blue triangle, white circle", "red circle, red circle", ""],
        "sun 1, sun 2, sun 3, sun 4",
        on={1: "0 red square, 1 omni 1 as circle", 2: "2 red square"},
        scuttled=[4],
    )
    position = step(position, 0, "cover triangle of card 1 with blue triangle")
    moved = finish(position)
    assert short_names(moved["track"]) == "sun 2, sun 3, sun 4, moon 9"
    assert (short_names(moved["team"]), moved["house"], moved["out"]) == ("sun 1", [], [])
    assert game_on_coop.points(moved) == (2, 0)
    assert moved["discards"] == [["red square", "blue triangle"], ["omni 1"], []]
    assert moved["covers"] == [["red square", None, None]] + [[None] * 3] * 3
    assert moved["covered_by"] == [[2, None, None]] + [[None] * 3] * 3
    assert (moved["scuttled"], moved["round"], moved["to_act"]) == ([3], 2, [0, 1, 2])
    assert moved["deeds"] == ["nothing"] * 3
    # CO-16: everybody draws up to two cards.
    assert moved["hands"] == [["white circle", "white square"], ["red circle"] * 2, ["white square", "white circle"]]
    # Next sun 2 goes to the House, sun 3 too, and sun 4 to nobody (CO-11).
    moved = finish(finish(finish(moved)))
    assert (short_names(moved["house"]), short_names(moved["out"])) == ("sun 2, sun 3", "sun 4")
    assert (moved["discards"][2], moved["scuttled"], moved["round"]) == (["red square"], [], 5)
    assert game_on_coop.points(moved) == (2, 4)


def test_an_open_track_takes_no_card_away() -> None:
    moved = finish(table(["", ""], "sun 1, sun 2, sun 3"))
    assert short_names(moved["track"]) == "sun 1, sun 2, sun 3, moon 9"
    assert (moved["team"], moved["house"]) == ([], [])


def test_two_players_and_a_type_not_in_play() -> None:
    # CO-4: star is nobody's deck: the team takes star 9 and scores nothing, the House scores star 10.
    full = "0 red square, 0 red circle, 1 red triangle"
    position = table(["", ""], "star 9, star 10, sun 1, sun 2", on={1: full})
    moved = finish(finish(position))
    assert (short_names(moved["team"]), short_names(moved["house"])) == ("star 9", "star 10")
    assert game_on_coop.points(moved) == (0, 3)
    # With decks of star and moon it scores, and sun does not; with three players all types do.
    assert game_on_coop.points(moved | {"options": {"pace": "printed", "types": "star,moon"}}) == (3, 3)
    assert game_on_coop.points(table(["", "", ""], team="star 9, sun 1, moon 16")) == (6, 0)
    # So 18 points are not 21.
    eighteen = "sun 9, sun 10, sun 11, sun 12, moon 1, moon 2, moon 3"
    position = table(["", ""], "star 9, star 10, sun 1, sun 2", on={1: full}, team=eighteen)
    assert finish(position)["to_act"] == [0, 1]
    assert finish(position | {"options": {"pace": "printed", "types": "star,sun"}})["to_act"] == [0, 1]
    over = finish(
        table(
            ["", ""],
            "sun 9, star 10, sun 1, sun 2",
            on={1: full},
            team=eighteen.replace("sun 9", "moon 9"),
            deck="sun 8",
        )
    )
    assert (over["to_act"], over["winners"], game_on_coop.points(over)) == ([], [0, 1], (21, 0))


# Drawing


def test_a_new_pile() -> None:
    # CO-6: the last card of the pile is drawn, then the discards are shuffled; an empty pile by itself is left.
    position = table(
        ["", "", "red square"],
        piles=[["red circle"], ["red circle", "blue circle"], []],
        discards=[["blue square", "omni 1", "red triangle"], ["white square"], []],
    )
    chance = AsListed()
    moved = position
    for seat in range(3):
        moved = game_on_coop.after(moved, seat, "finish", chance)
    assert chance.shuffled == [["blue square", "omni 1", "red triangle"]]
    assert moved["hands"] == [["red circle", "blue square"], ["red circle", "blue circle"], ["red square"]]
    assert moved["piles"] == [["omni 1", "red triangle"], [], []]
    assert moved["discards"] == [[], ["white square"], []]
    # The cards of the card that just left are among them.
    position = table(
        ["red square", ""],
        "sun 9, sun 1, sun 2, sun 3",
        on={1: "0 red circle, 1 omni 1 as square"},
        piles=[[], ["red circle"]],
    )
    moved = finish(position)
    assert moved["hands"] == [["red square", "red circle"], ["red circle", "omni 1"]]
    assert (moved["piles"], moved["discards"]) == ([[], []], [[], []])


def test_redraw() -> None:
    position = table(["red square, blue circle", "red circle, red triangle"], discards=[["omni 2"], []])
    again = step(position, 0, "redraw")
    assert (again["hands"][0], again["piles"][0]) == (["white square", "white circle"], ["white triangle"])
    assert (again["discards"][0], again["deeds"]) == (["omni 2", "red square", "blue circle"], ["redrew", "nothing"])
    # CO-13: no action until a new card is on the track.
    assert (again["to_act"], game_on_coop.legal(again, 0)) == ([1], [])
    # CO-6: the hand just discarded is part of the new pile.
    empty = position | {"piles": [[], []]}
    again = step(empty, 0, "redraw")
    assert (again["hands"][0], again["piles"][0], again["discards"][0]) == (
        ["omni 2", "red square"],
        ["blue circle"],
        [],
    )
    # Only instead of playing or committing; playing after a redraw is out too.
    covered = step(position, 0, "cover square of card 1 with red square")
    assert game_on_coop.legal(covered, 0) == ["finish"]
    committed = step(position, 0, "scuttle card 1 by square")
    assert game_on_coop.legal(committed, 0) == ["finish"]
    # The last to act redraws: the round ends, and the hand is full.
    moved = step(step(position, 1, "finish"), 0, "redraw")
    assert (moved["hands"][0], moved["round"], moved["deeds"]) == (["white square", "white circle"], 2, ["nothing"] * 2)
    assert "redraw" in game_on_coop.legal(moved, 0)


# Steal and scuttle


def test_a_steal() -> None:
    # CO-10: sun 9 is red; all three hold a red circle.
    position = table(
        ["red circle, omni 1", "red circle, blue square", "white square, red circle"], house="sun 9, moon 1"
    )
    one = step(position, 0, "steal sun 9 by circle")
    assert (one["hands"][0], one["committed"], one["deeds"]) == (
        ["omni 1"],
        [["red circle"], [], []],
        ["acted", "nothing", "nothing"],
    )
    assert one["commitments"] == [{"to": "steal", "card": "sun 9", "shape": "circle"}, None, None]
    assert (one["to_act"], short_names(one["house"])) == ([0, 1, 2], "sun 9, moon 1")
    # Having committed, one may go on, or finish; it happens when the last one commits.
    one = step(one, 0, "cover square of card 1 with omni 1")
    two = step(step(one, 0, "finish"), 2, "steal sun 9 by circle")
    assert (two["team"], two["discards"]) == ([], [[], [], []])
    done = step(two, 1, "steal sun 9 by circle")
    assert (short_names(done["team"]), short_names(done["house"])) == ("sun 9", "moon 1")
    assert (done["committed"], done["commitments"]) == ([[], [], []], [None] * 3)
    assert (done["discards"], done["hands"]) == ([["red circle"]] * 3, [[], ["blue square"], ["white square"]])
    assert (done["to_act"], done["round"]) == ([1, 2], 1)
    assert game_on_coop.points(done) == (3, 2)
    # CO-13: whoever committed may not redraw, though nothing is pending any more.
    assert "redraw" not in game_on_coop.legal(done, 1)


def test_commitments() -> None:
    position = table(["red circle, red square", "red circle, red square"], "moon 9, sun 2", house="sun 9, star 1")
    # moon 9 and sun 9 are red; sun 2 and star 1 have a red square (star 1: red square, blue circle, yellow triangle).
    assert moves_with(position, 0, "s") == [
        "scuttle card 1 by square",
        "scuttle card 1 by circle",
        "scuttle card 2 by square",
        "steal sun 9 by square",
        "steal sun 9 by circle",
        "steal star 1 by square",
    ]
    # One commitment a player at a time; the same card by another shape, or another card, is not the same.
    one = step(position, 0, "steal sun 9 by circle")
    assert moves_with(one, 0, "s") == []
    assert moves_with(one, 1, "s") == moves_with(position, 1, "s")
    for other in (
        "steal sun 9 by square",
        "steal star 1 by square",
        "scuttle card 1 by circle",
        "scuttle card 1 by square",
    ):
        both = step(one, 1, other)
        assert (both["team"], both["scuttled"], len(both["committed"][1])) == ([], [], 1)
        # Not all by the end of the round: committed cards return to hand, before anything is drawn.
        moved = finish(both)
        assert [sorted(hand) for hand in moved["hands"]] == [["red circle", "red square"]] * 2
        assert (moved["committed"], moved["commitments"], moved["discards"]) == ([[], []], [None, None], [[], []])
    # Who has finished, or redrawn, cannot commit; the others still may, for nothing.
    for last in ("finish", "redraw"):
        gone = step(position, 1, last)
        assert game_on_coop.legal(gone, 1) == []
        alone = step(gone, 0, "steal sun 9 by circle")
        assert alone["commitments"][0] is not None
        assert sorted(step(alone, 0, "finish")["hands"][0]) == ["red circle", "red square"]
    # Two equal cards: the second stays in hand.
    twice = step(table(["red circle, red circle", ""], house="sun 9"), 0, "steal sun 9 by circle")
    assert (twice["hands"][0], moves_with(twice, 0, "s")) == (["red circle"], [])


def test_wild_cards_do_not_steal_or_scuttle() -> None:
    # CO-12: sun 13 and sun 14 have a black square and a black circle.
    hands = ["omni 1, black square", "black circle, black triangle", "red circle, yellow square"]
    position = table(hands, "sun 13", house="sun 1, sun 14")
    assert moves_with(position, 0, "s") == moves_with(position, 1, "s") == []
    # A black shape is no coloured shape either, whatever would cover it.
    assert moves_with(position, 2, "s") == ["scuttle card 1 by circle", "steal sun 14 by square"]
    assert moves_with(table(["black circle, blue circle", ""], "sun 14", house="sun 14"), 0, "s") == []


def test_the_target_is_looked_at_after_a_steal() -> None:
    seventeen = "sun 9, sun 10, sun 11, sun 12, moon 1, moon 2, moon 16"
    position = table(["red circle", "red circle"], team=seventeen, house="moon 9, star 9, moon 10")
    over = step(step(position, 0, "steal moon 9 by circle"), 1, "steal moon 9 by circle")
    assert (over["to_act"], over["winners"], game_on_coop.points(over)) == ([], [0, 1], (20, 6))
    assert (over["round"], over["hands"], over["track"]) == (1, [[], []], position["track"])
    # One of a type not in play leaves the House and scores nothing.
    on = step(step(position, 0, "steal star 9 by circle"), 1, "steal star 9 by circle")
    assert (on["to_act"], game_on_coop.points(on)) == ([0, 1], (17, 6))
    assert SHORT[on["team"][-1]] == "star 9" and on["out"] == []


def test_a_scuttle() -> None:
    # A complete card, by a shape that is covered; its Player Cards are discarded, and the committed ones.
    position = table(
        ["blue circle, red circle", "blue circle, red square"],
        "sun 1, sun 2, sun 3, sun 4",
        on={2: "0 red square, 1 blue circle, 1 black triangle", 1: "0 red square"},
        scuttled=[4],
    )
    done = step(step(position, 1, "scuttle card 2 by circle"), 0, "scuttle card 2 by circle")
    assert (done["scuttled"], done["track"]) == ([2, 4], position["track"])
    assert done["covers"] == [["red square", None, None]] + [[None] * 3] * 3
    assert done["covered_by"] == [[0, None, None]] + [[None] * 3] * 3
    assert [sorted(pile) for pile in done["discards"]] == [
        ["blue circle", "red square"],
        ["black triangle", "blue circle", "blue circle"],
    ]
    assert (done["team"], done["house"], done["out"], done["to_act"]) == ([], [], [], [0, 1])
    # It takes no more, and cannot be turned over again.
    assert not any("card 2" in move for move in game_on_coop.legal(done, 1))
    # Both leave in time, to nobody.
    moved = finish(finish(done))
    assert (short_names(moved["house"]), short_names(moved["out"]), moved["scuttled"]) == ("sun 1", "sun 2", [2])


# The pace


def test_the_pace() -> None:
    def brought(players: int, pace: str) -> list[int]:
        """How many new cards each of the first four rounds brings."""
        new = ", ".join(f"{name} {number}" for name in ("moon", "star", "drop") for number in range(13, 17))
        new += ", " + ", ".join(f"{name} {number}" for name in ("moon", "star", "drop") for number in range(1, 9))
        position = table([""] * players, deck=new)
        position["options"]["pace"] = pace
        counts = []
        for _ in range(4):
            left = len(position["deck"])
            position = finish(position)
            counts.append(left - len(position["deck"]))
        return counts

    assert [brought(players, "printed") for players in range(2, 7)] == [[1] * 4] * 5
    assert brought(2, "even") == [1, 1, 1, 1]
    assert brought(3, "even") == [1, 2, 1, 2]
    assert brought(4, "even") == [2, 2, 2, 2]
    assert brought(5, "even") == [2, 3, 2, 3]
    assert brought(6, "even") == [3, 3, 3, 3]
    assert [brought(players, "each") for players in range(2, 7)] == [[players] * 4 for players in range(2, 7)]


def test_the_target_is_looked_at_after_each_card_that_leaves() -> None:
    # Two cards leave. The first brings the House to its 20; the second would bring the team to 21.
    full = "0 red square, 0 red circle, 1 red triangle"
    eighteen = "sun 10, sun 11, sun 12, moon 10, moon 11, moon 12"
    for first, points in (("star 9", (18, 20)), ("star 13", (18, 18))):
        position = table(
            ["red square", ""],
            f"{first}, sun 9, sun 1, sun 2",
            on={2: full},
            pace="each",
            team=eighteen,
            house="star 10, star 11, star 12, star 1, star 2, star 3, star 14, star 15",
            deck="moon 1, moon 2, moon 3",
        )
        moved = finish(position)
        if first == "star 13":  # 1 point: the House has 18, so the game goes on to the second card
            assert (moved["winners"], game_on_coop.points(moved)) == ([0, 1], (21, 18))
            assert short_names(moved["track"]) == "sun 1, sun 2, moon 1, moon 2"
        else:
            assert (moved["winners"], game_on_coop.points(moved)) == ([], points)
            # The rest stays as it is, and nobody draws.
            assert short_names(moved["track"]) == "sun 9, sun 1, sun 2, moon 1"
            assert (moved["hands"], short_names(moved["deck"])) == ([["red square"], []], "moon 2, moon 3")
        assert (moved["to_act"], moved["round"]) == ([], 1)


# Black Cards and the end


def test_a_black_card_wipes_the_track() -> None:
    position = table(
        ["", "red circle, red circle"],
        "sun 9, sun 1, star 10, sun 3",
        on={1: "0 red square, 0 red circle, 1 red triangle", 2: "1 red square", 3: "1 omni 2 as square"},
        scuttled=[4],
        deck="black card, moon 1, moon 2",
    )
    moved = finish(position)
    assert (short_names(moved["team"]), short_names(moved["house"])) == ("sun 9", "sun 1, star 10")
    # CO-15: scuttled to nobody; the Black Card is set aside, a normal one starts the track again: the new one (CO-14a).
    assert sorted(short_names(moved["out"]).split(", ")) == ["black card", "sun 3"]
    assert (short_names(moved["track"]), short_names(moved["deck"])) == ("moon 1", "moon 2")
    assert (moved["covers"], moved["covered_by"], moved["scuttled"]) == ([[None] * 3], [[None] * 3], [])
    assert [sorted(pile) for pile in moved["discards"]] == [
        ["red circle", "red square"],
        ["omni 2", "red square", "red triangle"],
    ]
    assert (moved["round"], game_on_coop.points(moved)) == (2, (3, 5))
    # Two in a row; and one between two new cards.
    moved = finish(position | {"deck": long_names("black card, black card, moon 1, moon 2")})
    assert (moved["out"].count("black card"), short_names(moved["track"])) == (2, "moon 1")
    moved = finish(position | {"deck": long_names("moon 1, black card, moon 2, moon 3"), "options": {"pace": "each"}})
    assert (short_names(moved["house"]), short_names(moved["track"])) == ("sun 1, star 10, moon 1", "moon 2")


def test_a_wipe_may_end_the_game() -> None:
    position = table(
        ["", ""], "sun 9, sun 1", house="star 9, star 10, star 11, star 12, sun 10, sun 11", deck="black card, moon 1"
    )
    over = finish(position)
    assert (over["to_act"], over["winners"], game_on_coop.points(over)) == ([], [], (0, 23))
    assert (over["track"], short_names(over["deck"]), over["hands"]) == ([], "moon 1", [[], []])


def test_both_sides_past_the_target() -> None:
    # CO-17: all cards of a wipe leave at once; the House's card is the oldest.
    full = "0 red square, 0 red circle, 1 red triangle"
    house = "star 10, star 11, star 12, star 9, star 1, star 2, star 3"  # 18
    team = "sun 10, sun 11, sun 12, moon 10, moon 11, moon 12"  # 18
    position = table(
        ["", ""], "sun 1, sun 9", on={2: full}, team=team, house=house, out="black card", deck="black card"
    )
    over = finish(position)
    assert (over["winners"], game_on_coop.points(over)) == ([0, 1], (21, 20))
    # A tie goes to the House, which adds 1 for each Black Card drawn.
    tie = finish(position | {"track": long_names("moon 9, sun 9")})
    assert (tie["winners"], game_on_coop.points(tie)) == ([], (21, 23))
    # That 1 has no other use: it makes no target, and no winner of a game that is not tied.
    even = table(["", ""], "sun 1", team=team, house=house, out="black card, black card")
    on = finish(even)
    assert (on["to_act"], game_on_coop.points(on)) == ([0, 1], (18, 18))


def test_the_deck_is_empty() -> None:
    full = "0 red square, 0 red circle, 1 red triangle"
    position = table(["red circle", ""], "sun 9, moon 10, sun 3", on={1: full}, scuttled=[3], deck="")
    # CO-18: settled as by a Black Card; a tie goes to the House.
    over = finish(position)
    assert (over["to_act"], over["winners"], game_on_coop.points(over)) == ([], [], (3, 3))
    assert (short_names(over["team"]), short_names(over["house"]), short_names(over["out"])) == (
        "sun 9",
        "moon 10",
        "sun 3",
    )
    assert (over["hands"], over["discards"], over["round"]) == (
        [["red circle"], []],
        [["red square", "red circle"], ["red triangle"]],
        1,
    )
    assert game_on_coop.points(finish(position | {"out": ["black card"]})) == (3, 4)
    over = finish(position | {"team": long_names("sun 13")})
    assert (over["winners"], game_on_coop.points(over)) == ([0, 1], (4, 3))
    # Only when a card must be drawn: the last one is, and play goes on.
    last = finish(position | {"deck": long_names("moon 1")})
    assert (last["to_act"], last["deck"]) == ([0, 1], [])
    # A Black Card at the bottom: nothing is left to start the track again.
    over = finish(position | {"deck": ["black card"]})
    assert (over["to_act"], over["track"], game_on_coop.points(over)) == ([], [], (3, 4))
    # The second of two new cards is missing.
    over = finish(position | {"deck": long_names("moon 1"), "options": {"pace": "each"}})
    assert (over["to_act"], over["winners"], short_names(over["house"])) == ([], [], "moon 10, moon 1")
    with pytest.raises(ValueError, match="not over"):
        game_on_coop.winners(position)


# The judge


def test_the_judge_accepts_what_chance_allows_and_nothing_else() -> None:
    # The pile has one card, and two of the three cards of the new pile are alike.
    position = table(
        ["red square, blue circle", ""], piles=[["omni 1"], ["omni 1", "omni 2"]], discards=[["red square"], []]
    )
    reached: set[str] = set()
    script: list[int] | None = []
    while script is not None:
        chance = ScriptedChance(script)
        following = game_on_coop.after(position, 0, "redraw", chance)
        assert game_on_coop.agrees(position, 0, "redraw", following)
        reached.add(json.dumps(game_on_coop.canonical(following)))
        script = chance.next_script()
    assert len(reached) == 3
    accepted: set[str] = set()
    for order in permutations(["omni 1", "red square", "red square", "blue circle", "omni 2"], 4):
        for held in range(5):
            tried = following | {
                "hands": [list(order[:held]), []],
                "piles": [list(order[held:]), ["omni 1", "omni 2"]],
            }
            if game_on_coop.agrees(position, 0, "redraw", tried):
                accepted.add(json.dumps(game_on_coop.canonical(tried)))
    assert accepted == reached


def test_the_judge_knows_two_new_piles_in_one_move() -> None:
    # One card in hand, none elsewhere: the redraw takes it back, and the clean-up brings another from the track.
    position = table(
        ["red square", ""],
        "sun 9, sun 1, sun 2, sun 3",
        on={1: "0 red circle, 0 omni 3 as triangle"},
        piles=[[], ["omni 1", "omni 2"]],
        to_act=[0],
    )
    outcomes = [step(position, 0, "redraw", ScriptedChance(script)) for script in ([0, 0, 0], [0, 1, 0])]
    assert sorted((sorted(one["hands"][0]), one["piles"][0]) for one in outcomes) == [
        (["omni 3", "red square"], ["red circle"]),
        (["red circle", "red square"], ["omni 3"]),
    ]
    # The card of the first new pile cannot be in the second.
    wrong = outcomes[0] | {"hands": [["omni 3", "red circle"], outcomes[0]["hands"][1]], "piles": [["red square"], []]}
    assert not game_on_coop.agrees(position, 0, "redraw", wrong)


def test_the_judge_refuses_what_is_wrong() -> None:
    position = table(
        ["red circle, red square", "blue circle, red circle"],
        "sun 9, sun 2, sun 3, sun 4",
        house="moon 9, moon 1",
        to_act=[0],
    )
    right = step(position, 0, "finish")
    wrong: dict[str, Any] = {
        "to_act": [0],
        "round": 1,
        "hands": [["red circle"], ["blue circle", "red circle"]],
        "piles": [list(reversed(right["piles"][0])), right["piles"][1]],
        "discards": [["red circle"], []],
        "track": list(reversed(right["track"])),
        "covers": [["red square", None, None], *right["covers"][1:]],
        "covered_by": [[0, None, None], *right["covered_by"][1:]],
        "scuttled": [1],
        "committed": [["red circle"], []],
        "commitments": [{"to": "steal", "card": "sun 9", "shape": "circle"}, None],
        "deeds": ["acted", "nothing"],
        "team": right["house"],
        "house": right["house"][:-1],
        "out": ["black card"],
        "deck": list(reversed(right["deck"])),
        "winners": [],
        "options": {"pace": "each"},
        "anything": 1,
    }
    for place, value in wrong.items():
        found = game_on_coop.differences(position, 0, "finish", right | {place: value})
        assert len(found) == 1 and found[0].startswith(f"{place}: "), place
    missing = {key: value for key, value in right.items() if key != "round"}
    assert len(game_on_coop.differences(position, 0, "finish", missing)) == 1
    # The orders of hands and of cards won do not matter, nor does chance to come.
    same = right | {"hands": [hand[::-1] for hand in right["hands"]], "house": right["house"][::-1], "chance": "0x1"}
    assert game_on_coop.agrees(position, 0, "finish", same)
    assert game_on_coop.differences(position, 1, "finish", right) == ["'finish' is not a legal move of seat 1"]
