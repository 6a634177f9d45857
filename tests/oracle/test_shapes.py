"""Shapes: the slow checker by itself, its judge, and Classic by hand, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from .enumerate import Position
from .judge_shapes import CHOOSERS, Chooser, dealt_wrongly, disagreement
from .shapes import VARIANTS, after, cards_in, deal, follow, legal
from .shapes_table import (
    CLEAR,
    LETS_PLAY,
    STOP,
    UMPIRE,
    WHITE_PIECES,
    WILD,
    Actor,
    Free,
    all_cards,
    cards_of,
    completed,
)
from .test_oracle import Seeded
from .test_oracle import cards as listed


class Told:
    """Fate that was told everything: the order after a shuffle, the card robbed, the pieces that fall."""

    def __init__(self, shuffled: str = "", robbed: str = "", falling: str = "") -> None:
        self.order, self.card, self.pieces = listed(shuffled), robbed, listed(falling)

    def shuffled(self, cards: list[str]) -> list[str]:
        assert sorted(cards) == sorted(self.order)
        return list(self.order)

    def robbed(self, hand: list[str]) -> str:
        assert self.card in hand
        return self.card

    def falling(self, platform: list[str]) -> list[str]:
        assert set(self.pieces) <= set(platform)
        return self.pieces

    def packets(self, cards: list[str], seats: list[int]) -> list[list[str]]:
        return Free(Seeded(0)).packets(cards, seats)


def table(
    stage: str, game: str = "shapes", players: int = 2, to_act: list[int] | None = None, **places: Any
) -> Position:
    """A position in the middle of things; cards and pieces as a player would list them."""
    for key in ("intended", "whites", "platform", "fallen", "discard", "deck"):
        places[key] = listed(places.get(key, ""))
    for key in ("hands", "waiting", "reserved", "picked", "rows"):
        if key in places:
            players = len(places[key])
            places[key] = [listed(cards) for cards in places[key]]
    turn_of = places.setdefault("turn_of", 0)
    together = stage in ("picking", "arranging", "starting")
    acting = [seat for seat in range(players) if seat not in places.get("out", [])] if together else [turn_of]
    options = places.pop("options", {})
    return completed(
        {
            "game": game,
            "players": players,
            "options": options,
            "to_act": acting if to_act is None else to_act,
            "stage": stage,
            "starter": 0,
            **places,
        }
    )


def step(position: Position, actor: Actor, move: str, **told: str) -> Position:
    """The position after the move; the position given is left as it was, and the judge thinks the same."""
    before = deepcopy(position)
    result = follow(position, actor, move, Told(**told))
    assert position == before
    assert disagreement(position, actor, move, result) == ""
    assert cards_in(result) == cards_in(position)
    return result


def steps(position: Position, *moves: tuple[Actor, str]) -> Position:
    for actor, move in moves:
        position = step(position, actor, move)
    return position


def place(position: Position, piece: str, **told: str) -> Position:
    """The player of the turn takes a piece and lets it go."""
    seat = position["turn_of"]
    return step(step(position, seat, f"take {piece}"), seat, "let go", **told)


PHYSICS = {"falls": "physics"}


# Components and the start


def test_54_cards_and_the_variants_without_the_actions() -> None:
    assert len(all_cards()) == 54
    assert Counter(all_cards())[WILD] == 10
    for game in VARIANTS:
        assert len(cards_of(game, all_cards())) == (54 if game == "shapes" else 50)


@pytest.mark.parametrize(("players", "size"), [(2, 10), (3, 9), (4, 8)])
def test_deals(players: int, size: int) -> None:
    for game in VARIANTS:
        position = deal(game, players, {}, Seeded(1))
        assert position["stage"] == "starting"
        expected = size if game in ("shapes", "shapes-draft") else 0
        assert [len(hand) for hand in position["hands"]] == [expected] * players
        assert dealt_wrongly(position) == ""
        assert "hands" in dealt_wrongly(
            {
                **position,
                "hands": [*position["hands"][:-1], [*position["hands"][-1], position["deck"][0]]],
                "deck": position["deck"][1:],
            }
        )
        assert dealt_wrongly({**position, "deck": position["deck"][1:]})


def test_whoever_says_it_first_starts() -> None:
    position = deal("shapes", 3, {}, Seeded(0))
    assert all(legal(position, seat) == {LETS_PLAY} for seat in range(3))
    assert legal(position, UMPIRE) == set()
    position = step(position, 2, LETS_PLAY)
    assert (position["starter"], position["turn_of"], position["turn"], position["stage"]) == (2, 2, 1, "laying")
    assert legal(position, 1) <= {"stop turn 1", "let it go on"}
    assert deal("shapes", 3, {"starter": 1}, Seeded(0))["turn_of"] == 1


# Classic: laying


def test_cards_of_one_colour_and_any_wilds() -> None:
    position = table(
        "laying", hands=["red bar, red disc, green L, wild, clear the board", "blue L"], platform="white L"
    )
    whites = {f"lay wild as {piece}" for piece in WHITE_PIECES if piece != "white L"}
    assert legal(position, 0) == {"lay red bar", "lay red disc", "lay green L", "clear the board", "enough"} | whites
    position = step(position, 0, "lay wild as white disc")
    # A Wild has no colour, and its white piece is in play now; Clear the Board is the whole turn or nothing.
    assert legal(position, 0) == {"lay red bar", "lay red disc", "lay green L", "enough"}
    position = step(position, 0, "lay red disc")
    assert legal(position, 0) == {"lay red bar", "enough"}
    assert (position["intended"], position["whites"]) == ([WILD, "red disc"], ["white disc"])
    position = step(position, 0, "enough")
    assert legal(position, 0) == {"take red disc", "take white disc"}


def test_no_card_at_all_goes_to_the_closing_draw() -> None:
    position = step(table("laying", hands=["red bar", "blue L"], deck="green L, red L"), 0, "enough")
    assert (position["stage"], legal(position, 0)) == ("closing", {"draw"})
    position = step(position, 0, "draw")
    assert (position["hands"][0], position["deck"]) == (["red bar", "green L"], ["red L"])
    assert (position["turn_of"], position["turn"], position["stage"]) == (1, 2, "laying")


def test_turns_are_numbered_round_and_round() -> None:
    position = table("closing", hands=["red bar", "blue L"], deck="green L", turn=64)
    assert step(position, 0, "draw")["turn"] == 1


# Classic: placing


def test_pieces_in_any_order_then_the_closing_draw() -> None:
    position = table("placing", hands=["blue L", "red L"], intended="red bar, wild", whites="white L", deck="green L")
    position = step(position, 0, "take white L")
    assert (position["held"], position["stage"], legal(position, 0)) == ("white L", "holding", {"let go"})
    position = step(position, 0, "let go")
    assert (position["platform"], position["intended"], position["discard"]) == (["white L"], ["red bar"], [WILD])
    assert (position["stage"], position["whites"]) == ("placing", [])
    position = place(position, "red bar")
    assert (position["stage"], position["discard"]) == ("closing", ["red bar", WILD])
    assert not step(position, 0, "draw")["winners"]


def test_the_last_card_placed_wins_before_drawing() -> None:
    position = place(table("placing", hands=["", "red L"], intended="red bar", deck="green L"), "red bar")
    assert (position["winners"], position["to_act"], position["deck"]) == ([0], [], ["green L"])
    assert not any(legal(position, actor) for actor in (0, 1, UMPIRE))


def test_cards_laid_but_not_placed_are_still_yours() -> None:
    position = place(table("placing", hands=["", "red L"], intended="red bar, red disc", deck="green L"), "red bar")
    assert (position["winners"], position["stage"]) == ([], "placing")


# Classic: falls


def test_a_fall_draws_for_what_was_not_completed_and_then_robs() -> None:
    position = table(
        "placing",
        hands=["blue L", "red L, green L"],
        intended="red bar, red disc, wild",
        whites="white L",
        deck="green bar, green disc, green arch",
    )
    position = place(position, "red bar")  # completed, and stays so
    position = place(position, "red disc", falling="red bar")
    assert position["platform"] == ["red disc"]  # it lies there with its card in the discard pile
    assert position["hands"][0] == ["blue L", "green bar", "green disc"]
    assert (sorted(position["discard"]), position["intended"]) == (["red bar", "red disc", WILD], [])
    assert (position["stage"], legal(position, 0)) == ("robbing", {"rob seat 1"})
    position = step(position, 0, "rob seat 1", robbed="green L")
    assert position["hands"] == [["blue L", "green bar", "green disc", "green L"], ["red L"]]
    assert (position["turn_of"], position["deck"]) == (1, ["green arch"])  # no closing draw


def test_strictly_uncompleted_cards_come_back_and_their_pieces_off() -> None:
    position = table(
        "placing",
        hands=["blue L", "red L"],
        intended="red bar, wild",
        whites="white L",
        platform="green L",
        deck="green bar, green disc",
        options={"uncompleted": "strict"},
    )
    position = place(position, "white L", falling="green L")
    assert (position["platform"], position["discard"], position["whites"]) == ([], [], [])
    assert sorted(position["hands"][0]) == ["blue L", "green bar", "green disc", "red bar", WILD]


def test_draw_first_then_discard() -> None:
    # The cards not completed are not in the new deck, nor is the card that lies under the tower.
    position = table(
        "placing",
        hands=["", "red L"],
        intended="red bar, red disc",
        platform="red plank",
        discard="red plank, red arch",
    )
    position = place(position, "red disc", falling="red disc", shuffled="red arch")
    assert position["hands"][0] == ["red arch"]
    assert sorted(position["discard"]) == ["red bar", "red disc", "red plank"]
    assert position["deck"] == []


def test_whoever_falls_steals_even_without_cards_and_never_wins() -> None:
    position = place(table("placing", hands=["", "red L, blue L"], intended="red bar"), "red bar", falling="red bar")
    assert (position["winners"], position["stage"], position["hands"][0]) == ([], "robbing", [])


def test_a_victim_left_without_cards_has_won() -> None:
    position = table("robbing", hands=["red bar", "red L", "green L, green bar"])
    assert legal(position, 0) == {"rob seat 1", "rob seat 2"}
    assert step(position, 0, "rob seat 1", robbed="red L")["winners"] == [1]
    assert step(position, 0, "rob seat 2", robbed="green L")["winners"] == []


def test_the_umpire_decides() -> None:
    position = table(
        "placing",
        hands=["blue L, stop turn", "red L"],
        intended="red bar, red disc",
        platform="green L",
        options=PHYSICS,
    )
    assert legal(position, UMPIRE) == set()
    position = step(position, 0, "take red bar")
    assert legal(position, UMPIRE) == {"green L falls"}
    position = step(position, 0, "let go")
    assert (position["stage"], position["to_act"], position["held"]) == ("settling", [], "red bar")
    assert legal(position, UMPIRE) == {"green L falls", "red bar falls", "all at rest"}
    assert not legal(position, 0) and not legal(position, 1)
    assert step(position, UMPIRE, "all at rest")["stage"] == "placing"
    position = step(position, UMPIRE, "green L falls")
    assert (position["platform"], position["fallen"]) == (["red bar"], ["green L"])
    assert legal(position, UMPIRE) == {"red bar falls", "all at rest"}
    position = step(position, UMPIRE, "all at rest")
    assert (position["stage"], position["platform"], position["fallen"]) == ("robbing", ["red bar"], [])
    assert position["discard"] == ["red disc", "red bar"]


def test_a_held_piece_returns_when_another_falls() -> None:
    position = table("placing", hands=["blue L", "red L"], intended="red bar", platform="green L", options=PHYSICS)
    position = steps(position, (0, "take red bar"), (UMPIRE, "green L falls"))
    assert (position["stage"], position["held"], position["platform"]) == ("settling", None, [])
    position = step(position, UMPIRE, "all at rest")
    assert (position["stage"], position["discard"]) == ("robbing", ["red bar"])


def test_with_the_model_no_umpire_is_asked() -> None:
    position = step(
        table("placing", hands=["blue L", "red L"], intended="red bar", platform="green L"), 0, "take red bar"
    )
    assert legal(position, UMPIRE) == set()


# Classic: Clear the Board


def test_clear_the_board() -> None:
    position = table(
        "laying",
        hands=["clear the board, red bar", "red L, stop turn"],
        platform="green L, white L",
        discard="wild, green L, blue L",
        deck="red arch",
        to_act=[0, 1],
    )
    position = step(position, 0, "clear the board", shuffled="blue L, red arch, wild, green L")
    assert (position["platform"], position["discard"]) == ([], [CLEAR])
    assert position["deck"] == ["blue L", "red arch", WILD, "green L"]
    assert (position["hands"][0], position["turn_of"], position["stage"]) == (["red bar"], 1, "laying")


def test_clear_the_board_as_the_last_card_wins() -> None:
    position = table("laying", hands=["clear the board", "red L"], discard="blue L")
    assert step(position, 0, "clear the board", shuffled="blue L")["winners"] == [0]


# Classic: Stop Turn


def holders(stage: str, **places: Any) -> Position:
    """Seats 0 and 1 hold a Stop Turn; it is the turn of seat 0."""
    hands = ["blue L, stop turn", "red L, stop turn", "green L"]
    return table(stage, hands=hands, to_act=[0, 1], turn=7, deck="red arch, green arch, blue arch", **places)


@pytest.mark.parametrize("stage", ["laying", "placing", "holding", "closing"])
def test_any_moment_of_anyones_turn(stage: str) -> None:
    intended = {} if stage == "closing" else {"intended": "red bar, red disc"}
    position = holders(stage, held="red bar" if stage == "holding" else None, **intended)
    assert legal(position, 1) == {"stop turn 7", "let it go on"}
    assert ("stop turn 7" in legal(position, 0)) == (stage != "holding")  # no piece in hand
    assert legal(position, 2) == set()
    stopped = step(position, 1, "stop turn 7")
    assert (stopped["turn_of"], stopped["turn"], stopped["stage"], stopped["held"]) == (1, 8, "laying", None)
    drawn = [] if stage == "closing" else ["red arch", "green arch"]
    assert stopped["hands"] == [["blue L", "stop turn", *drawn], ["red L"], ["green L"]]
    discarded = [STOP] if stage == "closing" else ["red disc", "red bar", STOP]
    assert (stopped["discard"], stopped["platform"]) == (discarded, [])
    assert stopped["to_act"] == [0, 1]  # seat 0 holds one, and may stop this turn in turn


def test_not_after_a_fall_nor_while_it_settles() -> None:
    assert legal(holders("robbing"), 0) == {"rob seat 1", "rob seat 2"}
    position = holders("holding", held="red bar", intended="red bar", platform="green disc", options=PHYSICS)
    position = step(position, 0, "let go")
    assert position["to_act"] == []
    position = steps(position, (UMPIRE, "green disc falls"), (UMPIRE, "all at rest"))
    assert (position["stage"], position["to_act"]) == ("robbing", [0])


def test_a_declined_stop_is_offered_again_at_the_next_moment() -> None:
    position = step(holders("laying"), 1, "let it go on")
    assert position["to_act"] == [0]
    assert legal(position, 1) == set()
    for move in ("lay blue L", "enough", "take blue L", "let go"):
        position = step(position, 0, move)
        assert position["to_act"] == [0, 1]
        position = step(position, 1, "let it go on")
    assert position["stage"] == "closing"
    # It leaves the others' declining alone when another one declines.
    both = table("closing", hands=["red L", "stop turn, red bar", "stop turn, red disc"], to_act=[0, 1, 2])
    assert steps(both, (1, "let it go on"), (2, "let it go on"))["to_act"] == [0]


def test_an_umpires_verdict_is_a_moment_too() -> None:
    position = holders("holding", held="red bar", intended="red bar, red disc", options=PHYSICS)
    position = steps(position, (1, "let it go on"), (0, "let go"), (UMPIRE, "all at rest"))
    assert (position["stage"], position["to_act"]) == ("placing", [0, 1])


def test_ones_own_turn_stopped_before_the_closing_draw_saves_the_draw() -> None:
    position = step(holders("closing"), 0, "stop turn 7")
    assert (position["hands"][0], position["turn_of"], len(position["deck"])) == (["blue L"], 1, 3)


def test_a_stop_as_the_last_card_wins() -> None:
    position = table(
        "laying", hands=["red L, red bar", "stop turn"], intended="red disc", deck="red arch", to_act=[0, 1]
    )
    assert step(position, 1, "stop turn 1")["winners"] == [1]
    own = table("closing", hands=["stop turn", "red L"], deck="red arch")
    assert step(own, 0, "stop turn 1")["winners"] == [0]


def test_cards_laid_down_are_still_yours_when_you_stop() -> None:
    position = table("laying", hands=["stop turn", "red L"], intended="red disc", deck="red arch")
    position = step(position, 0, "stop turn 1")
    assert (position["winners"], position["hands"][0], position["discard"]) == ([], ["red arch"], ["red disc", STOP])


def test_the_stop_card_itself_can_be_drawn_again() -> None:
    position = table("placing", hands=["", "stop turn, red L"], intended="red bar, red disc", to_act=[0, 1])
    position = step(position, 1, "stop turn 1", shuffled="stop turn")
    assert (position["hands"][0], position["discard"]) == ([STOP], ["red disc", "red bar"])
    assert position["to_act"] == [0, 1]


def test_a_stop_with_a_piece_in_hand_waits_for_rest() -> None:
    position = holders("holding", held="red bar", intended="red bar", platform="green disc, blue disc", options=PHYSICS)
    position = step(position, 1, "stop turn 7")
    assert (position["stage"], position["to_act"], position["held"]) == ("unrest", [], None)
    assert position["hands"][0] == ["blue L", STOP, "red arch"]
    assert legal(position, UMPIRE) == {"green disc falls", "blue disc falls", "all at rest"}
    position = step(position, UMPIRE, "blue disc falls")  # nobody's fault
    position = step(position, UMPIRE, "all at rest")
    assert (position["stage"], position["turn_of"], position["platform"]) == ("laying", 1, ["green disc"])
    assert position["fallen"] == []
    # With no piece in hand nothing can move.
    assert step(holders("placing", intended="red bar", options=PHYSICS), 1, "stop turn 7")["stage"] == "laying"


# Classic: the deck


def test_a_new_deck_leaves_behind_what_stands_there() -> None:
    position = table(
        "closing",
        hands=["red L", "blue L"],
        platform="red bar, white L, white disc",
        discard="wild, red bar, green L, wild, wild, stop turn",
    )
    position = step(position, 0, "draw", shuffled="wild, stop turn, green L")
    assert (position["hands"][0], position["deck"]) == (["red L", WILD], [STOP, "green L"])
    assert sorted(position["discard"]) == ["red bar", WILD, WILD]


def test_fewer_wilds_than_white_pieces_there_all_stay_behind() -> None:
    position = table("closing", hands=["red L", "blue L"], platform="white L, white disc", discard="wild, green L")
    assert step(position, 0, "draw", shuffled="green L")["discard"] == [WILD]


def test_if_that_is_nothing_no_card_is_drawn() -> None:
    position = table("closing", hands=["red L", "blue L"], platform="red bar", discard="red bar")
    position = step(position, 0, "draw")
    assert (position["hands"][0], position["idle"], position["turn_of"]) == (["red L"], 1, 1)


def test_idle_turns_end_the_game() -> None:
    position = table("laying", hands=["red L", "blue L", "red bar, blue bar"], idle=2)
    position = steps(position, (0, "enough"), (0, "draw"))
    assert position["winners"] == [0, 1]
    position = table("laying", hands=["red L, blue L", "red bar"], idle=1)
    assert steps(position, (0, "enough"), (0, "draw"))["winners"] == [1]


def test_a_turn_is_not_idle_when_something_was_placed_cleared_or_drawn_or_fell() -> None:
    placed = place(table("placing", hands=["red L", "blue L"], intended="red bar", idle=1), "red bar")
    assert (placed["idle_turn"], step(placed, 0, "draw")["idle"]) == (False, 0)
    drawn = table("closing", hands=["red L", "blue L"], deck="red bar", idle=1)
    assert step(drawn, 0, "draw")["idle"] == 0
    cleared = table("laying", hands=["clear the board, red L", "blue L"], idle=1)
    assert step(cleared, 0, "clear the board")["idle"] == 0
    fell = place(
        table("placing", hands=["red L", "blue L, blue bar"], intended="red bar", idle=1), "red bar", falling="red bar"
    )
    assert step(fell, 0, "rob seat 1", robbed="blue L")["idle"] == 0


def test_a_stop_is_idle_unless_a_card_was_drawn() -> None:
    position = table("closing", hands=["red L, blue bar", "stop turn, blue L"], idle=1, to_act=[0, 1])
    assert step(position, 1, "stop turn 1")["winners"] == [1]
    position = table("laying", hands=["red L", "stop turn, blue L"], intended="red bar", idle=1, to_act=[0, 1])
    position = step(position, 1, "stop turn 1", shuffled="stop turn")
    assert (position["winners"], position["idle"], position["idle_turn"]) == ([], 0, False)


# The judge


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"deck": ["green L"], "hands": [["blue L", "red L"], ["blue bar"]]}, "hands"),  # not the top card
        ({"turn": 1}, "turn"),
        ({"turn_of": 0, "to_act": [0]}, "turn_of"),
        ({"idle": 1}, "idle"),
        ({"to_act": [0, 1]}, "to_act"),
        ({"platform": ["red bar"]}, "platform"),
        ({"stage": "closing"}, "stage"),
        ({"winners": [0], "to_act": []}, "winners"),
    ],
)
def test_the_judge_refuses_what_is_wrong(wrong: dict[str, Any], key: str) -> None:
    position = table("closing", hands=["blue L", "blue bar"], deck="green L, red L")
    right = step(position, 0, "draw")
    assert key in disagreement(position, 0, "draw", right | wrong)
    assert "may not" in disagreement(position, 1, "draw", right)


def test_the_judge_lets_chance_fall_in_any_way() -> None:
    position = table("closing", hands=["blue L", "blue bar"], discard="green L, red L, red bar", platform="red bar")
    for order in ("green L, red L", "red L, green L"):
        step(position, 0, "draw", shuffled=order)
    wrong = step(position, 0, "draw", shuffled="green L, red L") | {"deck": ["red bar"], "discard": ["red L"]}
    assert "deck" in disagreement(position, 0, "draw", wrong)
    robbing = table("robbing", hands=["blue L", "blue bar, wild"])
    shown = step(robbing, 0, "rob seat 1", robbed=WILD)
    assert disagreement(robbing, 0, "rob seat 1", shown | {"hands": [["blue L", "red L"], ["blue bar"]]})


def test_the_judge_knows_that_a_lifted_piece_need_not_have_fallen() -> None:
    # The white piece lies there while the new deck is made, so that both Wilds stay behind; then it is lifted off.
    position = table(
        "placing",
        hands=["red L", "blue L"],
        intended="wild",
        whites="white L",
        platform="green L, white disc",
        discard="wild, wild, green L",
        options={"uncompleted": "strict"},
    )
    lifted = place(position, "white L", falling="green L", shuffled="green L")
    fallen = place(position, "white L", falling="green L, white L", shuffled="wild, green L")
    assert lifted["platform"] == fallen["platform"] == ["white disc"]
    assert (lifted["discard"], fallen["discard"]) == ([WILD, WILD], [WILD])


# The checker plays by itself

SETTINGS: dict[str, dict[str, Any]] = {
    "model": {},
    "physics": PHYSICS,
    "strict": {"uncompleted": "strict"},
    "strict physics": {"uncompleted": "strict", **PHYSICS},
}


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("choose", CHOOSERS.values(), ids=CHOOSERS)
@pytest.mark.parametrize("game", VARIANTS)
def test_whole_games_of_the_checker(game: str, choose: Chooser, settings: str) -> None:
    for players in (2, 3, 4):
        whole_game(game, players, choose, SETTINGS[settings])


def whole_game(game: str, players: int, choose: Chooser, options: dict[str, Any]) -> Position:
    rng, chance = random.Random(players), Seeded(players)
    position = deal(game, players, options, chance)
    cards = cards_in(position)
    for _ in range(20_000):
        actors: list[Actor] = [*range(players), UMPIRE]
        offered = [(actor, move) for actor in actors for move in sorted(legal(position, actor))]
        if position["winners"]:
            assert not offered
            return position
        assert {actor for actor, _ in offered} - {UMPIRE} == set(position["to_act"])
        assert offered
        position = after(position, *choose(offered, position, rng), chance)
        assert cards_in(position) == cards
        assert_in_order(position)
    raise AssertionError("the game does not end")


def assert_in_order(position: Position) -> None:
    """What holds in every position: pieces are in one place, and where a card's piece stands, nobody has the card."""
    reserved = [piece for pieces in position["reserved"] for piece in pieces]
    settling = position["stage"] == "settling"
    waiting_for_a_place = [piece for piece in position["whites"] if not (settling and piece in position["platform"])]
    pieces = position["platform"] + reserved + waiting_for_a_place
    assert len(pieces) == len(set(pieces))
    away = [card for key in ("hands", "waiting", "picked", "rows") for cards in position[key] for card in cards]
    assert not set(position["platform"]) & set(away + position["deck"])
    assert len([card for card in away if card == WILD]) <= len(WHITE_PIECES) - len(
        [piece for piece in position["platform"] if piece in WHITE_PIECES]
    )
    if position["game"] == "shapes" and not position["winners"]:
        turn_of = position["turn_of"]
        assert all(hand for seat, hand in enumerate(position["hands"]) if seat != turn_of)
    assert set(position["out"]).isdisjoint(position["to_act"] + position["winners"])
