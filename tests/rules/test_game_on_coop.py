"""Cooperative Game-On, what the players do: CO-1 to CO-13. Long, because the clauses have so many cases."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import parlour
from parlour.engine.game import Telling
from parlour.testing import cards_in

from ..oracle.game_on_cards import OMNIS, SHORT_NAMES, TYPES, colour_on, faces, game_cards, player_deck
from ..oracle.game_on_cards import match as shapes_match
from .coop_tables import (
    IDLE,
    LONG_NAMES,
    NAMES,
    PLAYER_COUNTS,
    all_finish,
    complete,
    covering,
    discards,
    everyone,
    held,
    house,
    out,
    plots,
    points,
    refused,
    team,
    track,
    worth,
)
from .tables import SEATS, A, B, C, cards, coop, legal, names_in, play, views

# The aim


FOUR = ["sun 9", "sun 1", "sun 2", "sun 3"]


def test_co_1_the_players_win_or_lose_as_one_team():
    for players in PLAYER_COUNTS:
        target = 10 * players
        types = TYPES[:players]
        won = coop(
            complete("sun 9"), "sun 1", "sun 2", "sun 3", team=worth(target - 1, FOUR, types), **everyone(players)
        )
        all_finish(won)
        assert won.winners == set(range(players))
        assert won.scores == [target + 2] * players
        lost = coop("sun 9", "sun 1", "sun 2", "sun 3", house=worth(target - 1, FOUR, types), **everyone(players))
        all_finish(lost)
        assert lost.over and lost.winners == set()
        assert lost.scores == [0] * players


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_co_1_cards_and_decks_are_those_of_game_on(players: int):
    position = parlour.new("game-on-coop", players=players, seed=1, black_cards=False).position()
    assert sorted(position["track"] + position["deck"]) == sorted(game_cards(TYPES[: max(3, players)]))
    for pile, mine in zip(position["piles"], position["hands"], strict=True):
        assert sorted(pile + mine) == sorted(player_deck())


@pytest.mark.parametrize(
    ("card", "on", "covers"),
    [
        ("black circle", "sun 1", "circle"),  # a black card covers any colour of its shape
        ("black square", "sun 9", "square"),
        ("blue circle", "sun 14", "circle"),  # any colour covers a black shape
        ("red square", "sun 13", "square"),
        ("black circle", "sun 14", "circle"),  # black on black
        ("omni 3", "sun 14", "circle"),
    ],
)
def test_co_1_black_is_wild_on_either_card(card: str, on: str, covers: str):
    match = coop(on, A=f"{card}, white triangle", B=IDLE)
    assert {move for move in covering(match, A) if move.endswith(card)} == {f"cover {covers} of card 1 with {card}"}


def test_co_1_chevrons_and_convert_symbols_do_nothing():
    for card, value in (("sun 2", 2), ("sun 9", 3), ("sun 13", 1)):  # the first two have a chevron, the third a symbol
        match = coop(complete(card), "moon 1", "moon 2", "moon 3", A=IDLE, B=IDLE)
        all_finish(match)
        assert points(match) == (value, 0)
    match = coop("sun 1", A="red square, black circle", B=IDLE, team="sun 13, sun 14", house="moon 13")
    assert legal(match, A) == {
        "cover square of card 1 with red square",
        "cover circle of card 1 with black circle",
        "steal moon 13 by square",
        "scuttle card 1 by square",
        "redraw",
        "finish",
    }


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("missing", [0, 1])
def test_co_2_the_team_wins_with_ten_points_for_each_player(players: int, missing: int):
    before = worth(10 * players - 2 - missing, ["sun 1", "sun 2", "sun 3", "sun 4"], TYPES[:players])
    match = coop(complete("sun 1"), "sun 2", "sun 3", "sun 4", team=before, **everyone(players))
    assert match.view(A)["target"] == 10 * players
    all_finish(match)
    assert points(match) == (10 * players - missing, 0)
    assert match.over == (missing == 0)
    assert match.winners == (set() if missing else set(range(players)))


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("missing", [0, 1])
def test_co_2_and_so_does_the_house(players: int, missing: int):
    before = worth(10 * players - 2 - missing, ["sun 1", "sun 2", "sun 3", "sun 4"], TYPES[:players])
    match = coop("sun 1", "sun 2", "sun 3", "sun 4", house=before, **everyone(players))
    all_finish(match)
    assert points(match) == (0, 10 * players - missing)
    assert match.over == (missing == 0)
    assert match.winners == set()


def test_co_2_it_is_over_at_once():
    """Nobody draws any more, and nothing else comes to the track."""
    match = coop(
        complete("sun 1"), "sun 2", "sun 3", "sun 4", team=worth(18, ["sun 1"]), A="red square", B="blue circle"
    )
    all_finish(match)
    assert match.over
    assert (held(match, A), held(match, B)) == (["red square"], ["blue circle"])
    assert match.view(None)["round"] == 1
    for seat in (A, B):
        assert legal(match, seat) == set()
        refused_at_the_end(match, seat)


def refused_at_the_end(match: parlour.Match, seat: int) -> None:
    with pytest.raises(parlour.IllegalMove, match="the game is over"):
        match.play(seat, "finish")


def test_co_3_a_set_is_complete_whoever_covered_its_shapes():
    owners = ["AAA", "ABC", "CCB", "BAA"]
    for by in owners:
        match = coop(complete("sun 1", *by), "sun 2", "sun 3", "sun 4", **everyone(3))
        all_finish(match)
        assert (team(match), house(match)) == (["sun 1"], [])
        for seat in (A, B, C):
            assert len(discards(match, seat)) == by.count(SEATS[seat])


def test_co_3_all_three_shapes_must_be_covered():
    three = ["A red square", "B yellow circle", "A blue triangle"]
    for missing in range(3):
        lying = ", ".join(one for place, one in enumerate(three) if place != missing)
        match = coop(f"sun 1: {lying}", "sun 2", "sun 3", "sun 4", A=IDLE, B=IDLE)
        all_finish(match)
        assert (team(match), house(match)) == ([], ["sun 1"])


def test_co_3_the_last_cover_is_told():
    match = coop("sun 1: A red square, B omni 1 as circle", A="blue triangle, white circle", B=IDLE)
    before = match.copy()
    play(match, "A: cover triangle of card 1 with blue triangle")
    told = [match.tell(before, Telling(NAMES[:2], to)) for to in (A, B)]
    assert told == [
        "You cover the triangle of sun 1 with blue triangle: it is complete.",
        "Ann covers the triangle of sun 1 with blue triangle: it is complete.",
    ]


def test_co_4_with_two_players_a_third_type_scores_for_the_house_only():
    match = coop(complete("star 9"), "star 10", "sun 1", "sun 2", A=IDLE, B=IDLE)
    all_finish(match)
    assert (team(match), points(match)) == (["star 9"], (0, 0))
    all_finish(match)
    assert (house(match), points(match)) == (["star 10"], (0, 3))


@pytest.mark.parametrize(
    ("types", "third", "scores"),
    [
        ("sun,moon", "star", "moon"),
        ("star,moon", "sun", "star"),
        ("flame,sun", "moon", "flame"),
        ("moon,sun", "star", "sun"),
    ],
)
def test_co_4_the_types_are_those_of_the_decks(types: str, third: str, scores: str):
    match = coop(
        complete(f"{third} 9", *"AAA"),
        complete(f"{scores} 9", *"BBB"),
        f"{scores} 1",
        f"{scores} 2",
        A=IDLE,
        B=IDLE,
        options={"types": types},
    )
    assert match.view(None)["types"] == types.split(",")
    all_finish(match)
    assert points(match) == (0, 0)
    all_finish(match)
    assert points(match) == (3, 0)
    assert team(match) == [card for card in SHORT_NAMES.values() if card in (f"{third} 9", f"{scores} 9")]


@pytest.mark.parametrize("players", range(3, 7))
def test_co_4_with_three_and_more_all_types_score(players: int):
    for of_type in TYPES[:players]:
        first = [f"{of_type} {number}" for number in (9, 1, 2, 3)]
        match = coop(complete(first[0]), *first[1:], **everyone(players))
        all_finish(match)
        assert points(match) == (3, 0)


def test_co_4_a_third_type_does_not_win():
    match = coop(complete("star 9"), "sun 1", "sun 2", "sun 3", team=worth(19), A=IDLE, B=IDLE)
    all_finish(match)
    assert not match.over
    assert points(match) == (19, 0)


# Getting ready


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_co_5_one_card_on_the_track_and_a_hand_of_two_each(players: int):
    match = parlour.new("game-on-coop", players=players, seed=3)
    position = match.position()
    assert len(position["track"]) == 1
    assert position["covers"] == [[None, None, None]]
    assert [len(mine) for mine in position["hands"]] == [2] * players
    assert [len(pile) for pile in position["piles"]] == [31] * players
    assert position["discards"] == position["committed"] == [[]] * players
    assert (position["team"], position["house"], position["out"], position["scuttled"]) == ([], [], [], [])
    assert match.view(A)["types"] == list(TYPES[:players])
    assert match.to_act == set(range(players))


def test_co_5_game_cards_and_decks_are_shuffled():
    firsts: Counter[str] = Counter()
    hands = [Counter[str](), Counter[str]()]
    for seed in range(800):
        position = parlour.new("game-on-coop", seed=seed).position()
        firsts.update(position["track"])
        for seat in (A, B):
            hands[seat].update(position["hands"][seat])
        assert position["piles"][0][:8] != position["piles"][1][:8]
    assert set(firsts) == set(game_cards(TYPES[:3])) and max(firsts.values()) < 40
    for seat in (A, B):
        assert set(hands[seat]) == set(player_deck())
        # 1600 cards out of 33: about 97 of what is there twice, 48 of each OMNI.
        assert all(60 < count < 140 for card, count in hands[seat].items() if card not in OMNIS)
        assert all(24 < hands[seat][omni] < 80 for omni in OMNIS)


@pytest.mark.parametrize("types", ["sun,sun", "sun", "sun,moon,star", "sun,earth", "", 7, ["sun", 1]])
def test_co_5_everybody_has_a_deck_of_a_different_type(types: Any):
    with pytest.raises(parlour.BadOption, match="types: .* does not fit; right would be by seat, or 2 different ones"):
        parlour.new("game-on-coop", players=2, types=types)


def test_co_5_the_types_may_be_chosen():
    match = parlour.new("game-on-coop", players=3, seed=1, types="leaf, drop, moon", black_cards=False)
    assert match.view(None)["types"] == ["leaf", "drop", "moon"]
    position = match.position()
    assert sorted(position["deck"] + position["track"]) == sorted(game_cards(["moon", "leaf", "drop"]))
    listed = parlour.new("game-on-coop", players=3, seed=1, types=["leaf", "drop", "moon"], black_cards=False)
    assert listed.digest() == match.digest()


@pytest.mark.parametrize("players", [0, 1, 7])
def test_co_5_two_to_six_can_play(players: int):
    with pytest.raises(parlour.BadOption, match="game-on-coop is for 2 to 6 players"):
        parlour.new("game-on-coop", players=players)


def test_co_6_the_discards_become_the_new_pile_when_a_card_must_be_drawn():
    match = coop("sun 1", A="red square, red circle", B=IDLE, piles={"A": ""})
    before = discards(match, A)
    assert len(before) == 31
    play(match, "A: cover square of card 1 with red square", "A: finish", "B: finish")
    position = match.position()
    assert discards(match, A) == []
    assert len(position["piles"][A]) == 30
    (drawn,) = Counter(position["hands"][A]) - Counter(["red circle"])
    assert sorted([*position["piles"][A], drawn]) == before
    assert position["covers"][0][0] == "red square"  # what lies on the track stays there


def test_co_6_what_is_left_of_the_pile_is_drawn_first():
    match = coop("sun 1", A="red square", B=IDLE, piles={"A": "omni 2"}, finished="B")
    before = discards(match, A)
    play(match, "A: finish")
    assert held(match, A) == ["omni 2", "red square"]
    assert (match.view(None)["piles"][A], discards(match, A)) == (0, before)  # not before a card must be drawn
    match = coop("sun 1", A="", B=IDLE, piles={"A": "omni 2"}, finished="B")
    play(match, "A: finish")
    assert "omni 2" in held(match, A)
    assert (len(held(match, A)), match.view(None)["piles"][A], discards(match, A)) == (2, 31, [])


def test_co_6_a_card_that_leaves_brings_its_player_cards_into_the_new_pile():
    """CO-14 comes before CO-16."""
    lying = complete("sun 9", *"AAA")
    match = coop(lying, "sun 1: A red square", "sun 2", "sun 3", A=IDLE, B=IDLE, piles={"A": ""}, deeds={"A": "acted"})
    play(match, "B: finish", "A: finish")
    assert match.view(None)["piles"][A] == 0  # with two cards in hand nothing was to be drawn
    match = coop(lying, "sun 1: A red square", "sun 2", "sun 3", A="white circle", B=IDLE, piles={"A": ""})
    play(match, "B: finish", "A: finish")
    position = match.position()
    new = Counter(position["piles"][A] + position["hands"][A])
    assert new == Counter(player_deck()) - Counter(["red square"])  # all but what is on the track


def test_co_6_a_redraw_puts_the_old_hand_into_the_new_pile():
    match = coop("sun 1: A red square", A="omni 1, omni 2", B=IDLE, piles={"A": ""})
    play(match, "A: redraw")
    position = match.position()
    new = position["piles"][A] + position["hands"][A]
    assert Counter(new) == Counter(player_deck()) - Counter(["red square"])
    assert discards(match, A) == []
    match = coop("sun 1: A red square", A="omni 1, omni 2", B=IDLE, piles={"A": "white circle"})
    play(match, "A: redraw")
    assert "white circle" in held(match, A)
    assert len(match.position()["piles"][A]) == 33 - 1 - 2


@pytest.mark.parametrize(
    ("mine", "moves", "drawn"), [("omni 1", ["B: finish", "A: finish"], 1), (IDLE, ["A: redraw"], 2)]
)
def test_co_6_the_new_pile_is_shuffled(mine: str, moves: list[str], drawn: int):
    start = coop("sun 1", A=mine, B=IDLE, piles={"A": ""})
    found: Counter[str] = Counter()
    for chance in range(1500):
        match = start.copy()
        match.state.rng = chance * 0x9E3779B9
        play(match, *moves)
        found.update(match.view(A)["hand"])
    cards_there = Counter(player_deck()) - Counter(["omni 1"] * (drawn == 1))
    assert set(found) == {*cards_there, *cards(mine if drawn == 1 else "")}
    for card, count in cards_there.items():
        expected = 1500 * drawn * count / cards_there.total()
        assert abs(found[card] - expected) < 4.5 * expected**0.5


def test_co_6_only_the_seats_own_discards():
    match = coop("sun 1", A="omni 1", B="omni 1", piles={"A": "", "B": ""})
    all_finish(match)
    for seat in (A, B):
        position = match.position()
        assert Counter(position["piles"][seat] + position["hands"][seat]) == Counter(player_deck())
        assert "omni 1" in position["hands"][seat]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_co_7_one_black_card_for_each_player(players: int):
    position = parlour.new("game-on-coop", players=players, seed=5).position()
    assert position["deck"].count("black card") == players
    assert len(position["deck"]) == 16 * max(3, players) - 1 + players
    assert parlour.new("game-on-coop", players=players, seed=5).view(A)["black"] == players


def test_co_7_after_the_first_card_is_turned_up():
    places: Counter[int] = Counter()
    for seed in range(400):
        position = parlour.new("game-on-coop", players=6, seed=seed).position()
        assert position["track"] != ["black card"]
        places.update(place for place, card in enumerate(position["deck"]) if card == "black card")
    assert set(places) == set(range(101))  # anywhere, the next card and the last too
    assert max(places.values()) < 55  # 24 at each


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_co_7_the_table_may_leave_them_out(players: int):
    for off in (False, "off"):
        match = parlour.new("game-on-coop", players=players, seed=5, black_cards=off)
        assert "black card" not in match.position()["deck"]
        assert match.view(A)["black"] == 0


# A round


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_co_8_all_act_in_any_order(players: int):
    match = parlour.new("game-on-coop", players=players, seed=1, black_cards=False)
    order = [*range(1, players), 0]
    for finished, seat in enumerate(order):
        assert match.to_act == set(order[finished:])
        assert all("finish" in legal(match, other) for other in match.to_act)
        match.play(seat, "finish")
    assert match.view(None)["round"] == 2
    assert match.to_act == set(range(players))


def test_co_8_players_may_take_turns_as_they_like():
    match = coop("sun 1", "sun 9", A="red square, red circle", B="yellow circle, red triangle")
    play(
        match,
        "B: cover circle of card 1 with yellow circle",
        "A: cover square of card 1 with red square",
        "B: cover triangle of card 2 with red triangle",
        "A: cover circle of card 2 with red circle",
        "B: finish",
        "A: finish",
    )
    assert match.position()["covered_by"] == [[0, 1, None], [None, 0, 1], [None, None, None]]


def test_co_8_finished_is_final_for_the_round():
    match = coop("sun 1", A="red square, red circle", B="yellow circle, red triangle", C=IDLE)
    play(match, "A: finish")
    assert (match.to_act, legal(match, A)) == ({B, C}, set())
    for move in ("cover square of card 1 with red square", "redraw", "finish", "scuttle card 1 by square"):
        refused(match, A, move, "it is the turn of seat 1 and seat 2")
    play(match, "C: finish", "B: finish")
    assert match.to_act == {A, B, C}
    assert "cover square of card 1 with red square" in legal(match, A)


def test_co_8_a_round_ends_only_when_all_have_finished():
    match = coop("sun 1", A="red square, red circle", B=IDLE, C=IDLE)
    play(match, "A: cover square of card 1 with red square", "A: finish", "B: redraw")
    assert (match.view(None)["round"], track(match), match.to_act) == (1, ["sun 1"], {C})
    assert match.view(None)["deeds"] == ["acted", "redrew", "nothing"]
    play(match, "C: finish")
    assert (match.view(None)["round"], len(track(match))) == (2, 2)
    assert match.view(None)["deeds"] == ["nothing"] * 3


def hands_seen(view: dict[str, Any]) -> list[list[str] | None]:
    return [None if mine is None else sorted(mine) for mine in view["hands"]]


def test_co_8_hands_are_open_to_the_team_and_not_to_spectators():
    hands = {"A": "omni 1, red square", "B": "omni 2, blue circle", "C": "omni 3, black triangle"}
    match = coop("sun 12", **hands)
    expected = [sorted(cards(mine)) for mine in hands.values()]
    for seat in (A, B, C):
        assert hands_seen(match.view(seat)) == expected
        assert sorted(match.view(seat)["hand"]) == expected[seat]
    spectator = match.view(None)
    assert (spectator["hands"], spectator["hand"], spectator["hand_sizes"]) == ([None] * 3, [], [2, 2, 2])
    assert not set(names_in(spectator)) & {card for mine in expected for card in mine}
    assert [view["open_hands"] for view in views(match)] == [True] * 4


def test_co_8_the_table_may_set_them_hidden():
    hands = {"A": "omni 1, red square", "B": "omni 2, blue circle", "C": "omni 3, black triangle"}
    match = coop("sun 12", options={"hands": "hidden"}, **hands)
    every = {card for mine in hands.values() for card in cards(mine)}
    for seat, view in enumerate(views(match)):
        mine = cards(list(hands.values())[seat]) if seat < 3 else []
        assert set(names_in(view)) & every == set(mine)
        assert sorted(view["hand"]) == sorted(mine)
        assert hands_seen(view) == [sorted(mine) if one == seat else None for one in range(3)]
        assert view["hand_sizes"] == [2, 2, 2]
        assert not view["open_hands"]
    with pytest.raises(parlour.BadOption, match="hands"):
        parlour.new("game-on-coop", hands="upside down")


@pytest.mark.parametrize("hands", ["open", "hidden"])
@pytest.mark.parametrize("to", [A, B, None])
def test_co_8_a_redraw_is_told_to_those_who_see_the_hand(hands: str, to: int | None):
    match = coop("sun 1", A=IDLE, B=IDLE, piles={"A": "omni 1, omni 2, ..."}, options={"hands": hands})
    for last in (False, True):
        if last:
            match = coop(
                "sun 1", A=IDLE, B=IDLE, piles={"A": "omni 1, omni 2, ..."}, options={"hands": hands}, finished="B"
            )
        before = match.copy()
        play(match, "A: redraw")
        told = match.tell(before, Telling(NAMES[:2], to)).split(".")[0]
        knows = to == A or (to == B and hands == "open")
        who = "You redraw" if to == A else "Ann redraws"
        assert told == who + (": now omni 1 and omni 2" if knows else "")
        assert ("omni 1" in set(names_in(match.view(to)))) == knows


@pytest.mark.parametrize("hands", ["open", "hidden"])
def test_co_8_a_redeal_mixes_what_is_not_seen_and_nothing_else(hands: str):
    match = coop(
        "sun 1: A red square",
        "sun 2: scuttled",
        A="omni 1, red circle",
        B="red circle",
        house="sun 9",
        committed={"B": "steal sun 9 by triangle"},
        piles={"A": "omni 2, omni 3, blue circle"},
        options={"hands": hands},
    )
    for seat in (A, B, None):
        mixed: list[set[str]] = [set(), set()]
        for seed in range(30):
            other = match.redealt(seat, seed)
            assert other.view(seat) == match.view(seat)
            assert cards_in(match.game, other.position()) == cards_in(match.game, match.position())
            for one in (A, B):
                mixed[one].add(str(held(other, one)))
        for one in (A, B):
            assert (len(mixed[one]) > 1) == (seat is None or (hands == "hidden" and one != seat))


def sure_to_hold(match: parlour.Match, seat: int, viewer: int | None) -> list[str]:
    """What is in the hand of a seat however the cards lie that the viewer does not see."""
    hands = [Counter(held(match.redealt(viewer, seed), seat)) for seed in range(60)]
    return sorted(functools.reduce(operator.and_, hands).elements())


@pytest.mark.parametrize(
    ("then", "known"),
    [
        ([], ["red circle"]),  # all heard which card it was; of the other one they know nothing
        (["A: finish", "B: finish"], ["red circle"]),
        (["B: cover circle of card 1 with red circle"], []),  # it may be the one that came back
        (["B: steal moon 9 by circle"], []),
        (["B: steal moon 9 by circle", "A: finish", "B: finish"], ["red circle"]),
        (["B: redraw"], []),
    ],
)
def test_co_10_all_know_who_holds_a_card_that_came_back(then: list[str], known: list[str]):
    match = coop(
        "sun 9",
        A=IDLE,
        B="red circle, red circle",
        house="moon 9",
        options={"hands": "hidden", "black_cards": False},
    )
    play(match, "B: steal moon 9 by circle", "A: finish", "B: finish", *then)
    assert match.position()["known"] == [[], known]
    for viewer in (A, None):
        assert sure_to_hold(match, B, viewer) == known
    assert parlour.position("game-on-coop", match.position()).position() == match.position()


# Every Player Card against every Game Card


def covers_that_fit(card: str, game_card: str, place: int) -> set[str]:
    """GC-11, GC-12."""
    return {
        f"cover {shape} of card {place} with {card}"
        for shape, colour in faces(card).items()
        if shapes_match(colour, colour_on(game_card, shape))
    }


def test_co_9_a_card_covers_a_shape_that_it_matches():
    kinds = list(dict.fromkeys(player_deck()))
    for start in range(0, 96, 4):
        four = list(SHORT_NAMES)[start : start + 4]
        for first in range(0, len(kinds), 6):
            hands = {SEATS[seat]: ", ".join([kinds[first + seat]] * 2) for seat in range(6)}
            if "omni" in kinds[first + 3]:
                hands = {SEATS[seat]: ", ".join([kinds[first + seat], kinds[first + seat - 1]]) for seat in range(6)}
            match = coop(*(SHORT_NAMES[card] for card in four), options={"black_cards": False}, **hands)
            for seat in range(6):
                held_kinds = set(cards(hands[SEATS[seat]]))
                expected = {
                    move
                    for kind in held_kinds
                    for place, card in enumerate(four, 1)
                    for move in covers_that_fit(kind, card, place)
                }
                assert covering(match, seat) == expected


def test_co_9_any_number_of_cards():
    match = coop("sun 9", "sun 1", A="red square, red circle", B=IDLE)
    play(match, "A: cover square of card 1 with red square", "A: cover circle of card 1 with red circle")
    assert held(match, A) == []
    assert legal(match, A) == {"finish"}
    assert match.view(B)["track"][0]["covers"] == ["red square", "red circle", None]
    assert match.view(B)["track"][0]["covered_by"] == [A, A, None]
    none = coop("sun 9", "sun 1", A="red square, red circle", B=IDLE)
    all_finish(none)
    assert held(none, A) == ["red circle", "red square"]


def test_co_9_one_of_two_equal_cards():
    match = coop("sun 9", "moon 9", A="red square, red square", B=IDLE)
    play(match, "A: cover square of card 2 with red square")
    assert held(match, A) == ["red square"]
    play(match, "A: cover square of card 1 with red square")
    assert held(match, A) == []


def test_co_9_only_free_shapes():
    match = coop("sun 9: B red square", A="red square, black square", B="red square, red circle")
    for seat, card in ((A, "red square"), (A, "black square"), (B, "red square")):
        refused(match, seat, f"cover square of card 1 with {card}", "the square of sun 9 is covered already")
    play(match, "B: cover circle of card 1 with red circle")
    refused(match, A, "cover circle of card 1 with black circle", "you do not hold black circle")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("cover square of card 2 with red square", "there is no card 2 on the track"),
        ("cover circle of card 1 with yellow circle", "you do not hold yellow circle"),
        ("cover square of card 1 with omni 2", "omni 2 does not match the red square of sun 1"),
        ("cover triangle of card 1 with omni 2", "omni 2 does not match the blue triangle of sun 1"),
        ("cover square of card 1 with white square", "white square does not match the red square of sun 1"),
    ],
)
def test_co_9_what_does_not_match_is_refused_with_the_reason(move: str, why: str):
    match = coop("sun 1", A="white square, omni 2", B="yellow circle, omni 1")
    refused(match, A, move, why)


def test_co_9_no_move_covers_another_shape_than_its_card_shows():
    match = coop("sun 1", A="red square, omni 1", B=IDLE)
    with pytest.raises(parlour.IllegalMove, match="is no move of Cooperative Game-On"):
        match.play(A, "cover circle of card 1 with red square")


def test_co_9_cards_stay_from_round_to_round():
    match = coop("sun 12", "sun 1", A=IDLE, B="red square, blue triangle")
    play(match, "B: cover square of card 2 with red square", "B: cover triangle of card 2 with blue triangle")
    for place in (1, 1, 0):
        all_finish(match)
        card = match.view(None)["track"][place]
        assert (card["name"], card["covers"]) == ("sun 1", ["red square", None, "blue triangle"])
        assert card["covered_by"] == [B, None, B]
    all_finish(match)
    assert (house(match), discards(match, B)) == (["sun 1", "sun 12"], ["blue triangle", "red square"])


def test_co_9_an_omni_stays_what_it_was_played_as():
    match = coop("sun 1", A="omni 1, red circle", B="red square, blue triangle")
    play(match, "A: cover circle of card 1 with omni 1")
    assert match.view(B)["track"][0]["covers"] == [None, "omni 1", None]
    assert {"cover square of card 1 with red square", "cover triangle of card 1 with blue triangle"} <= legal(match, B)


# Steal


def test_co_10_all_spend_the_same_coloured_shape_and_take_a_card_from_the_house():
    match = coop(
        "sun 1",
        A="red circle, omni 1",
        B="red circle, blue square",
        C="white square, red circle",
        house="sun 9, moon 1",
    )
    assert points(match) == (0, 5)
    play(match, "C: steal sun 9 by circle", "A: steal sun 9 by circle")
    assert (house(match), team(match), points(match)) == (["sun 9", "moon 1"], [], (0, 5))
    play(match, "B: steal sun 9 by circle")
    assert (house(match), team(match), points(match)) == (["moon 1"], ["sun 9"], (3, 2))
    for seat, left in enumerate((["omni 1"], ["blue square"], ["white square"])):
        assert held(match, seat) == left
        assert discards(match, seat) == ["red circle"]
    assert match.view(None)["commitments"] == [None] * 3
    assert match.view(None)["committed"] == [[], [], []]
    assert match.to_act == {A, B, C}  # the round goes on
    assert match.view(None)["round"] == 1


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("move", ["steal moon 9 by triangle", "scuttle card 2 by circle"])
def test_co_10_the_order_of_committing_makes_no_difference(players: int, move: str):
    hands = everyone(players, "red triangle, blue circle")
    start = coop("sun 1", "sun 2: A omni 2 as circle, B red square", house="moon 9, sun 9", **hands)
    ends = set()
    for order in permutations(range(players)):
        match = start.copy()
        for seat in order:
            assert (house(match), match.state.scuttled[1]) == (["sun 9", "moon 9"], 0)
            match.play(seat, move)
        assert (house(match) == ["sun 9"]) != match.view(None)["track"][1]["scuttled"]
        ends.add(match.states.tobytes())
    assert len(ends) == 1


def test_co_10_the_card_must_show_exactly_that_shape():
    match = coop("sun 12", A="red circle, blue triangle", B=IDLE, house="sun 1, sun 3, moon 9, sun 13, sun 14")
    # sun 1 has a blue triangle, sun 3 a red circle and a blue triangle, sun 13 a red circle, sun 14 a blue triangle.
    assert plots(match, A) == {
        "steal sun 1 by triangle",
        "steal sun 3 by circle",
        "steal sun 3 by triangle",
        "steal moon 9 by circle",
        "steal sun 13 by circle",
        "steal sun 14 by triangle",
    }
    refused(match, A, "steal sun 1 by circle", "you do not hold yellow circle, exactly the circle of sun 1")
    refused(match, A, "steal moon 9 by square", "you do not hold red square, exactly the square of moon 9")


@pytest.mark.parametrize("card", ["sun 2", "moon 3", "star 3", "flame 3"])
def test_co_10_only_from_the_house(card: str):
    match = coop("sun 2", A="red circle, blue triangle", B=IDLE, team="moon 3", deck="star 3, ...")
    refused(match, A, f"steal {card} by circle", f"the House does not control {card}")


def test_co_10_every_game_card_by_every_coloured_shape():
    for start in range(0, 96, 12):
        twelve = list(SHORT_NAMES)[start : start + 12]
        spare = [card for card in SHORT_NAMES if card not in twelve]
        for kind in ("red square", "yellow circle", "blue triangle", "white square"):
            hands = everyone(6, A=f"{kind}, omni 1")
            match = coop(SHORT_NAMES[spare[0]], house=", ".join(SHORT_NAMES[card] for card in twelve), **hands)
            colour, shape = kind.split()
            expected = {f"steal {SHORT_NAMES[card]} by {shape}" for card in twelve if colour_on(card, shape) == colour}
            assert {move for move in plots(match, A) if move.startswith("steal")} == expected


def test_co_10_each_commits_even_not_knowing_what_the_others_hold():
    match = coop("sun 12", A="red circle, omni 1", B=IDLE, house="sun 9", options={"hands": "hidden"})
    assert "steal sun 9 by circle" in legal(match, A)
    gone = coop("sun 12", A="red circle, omni 1", B=IDLE, house="sun 9", finished="B")
    assert "steal sun 9 by circle" in legal(gone, A)


def test_co_10_everybody_sees_commitments():
    match = coop("sun 12", A="red circle, omni 1", B=IDLE, C=IDLE, house="sun 9", options={"hands": "hidden"})
    before = match.copy()
    play(match, "A: steal sun 9 by circle")
    for view in views(match):
        assert view["commitments"] == [{"to": "steal", "card": "sun 9", "shape": "circle"}, None, None]
        assert view["committed"] == [["red circle"], [], []]
        assert view["hand_sizes"] == [1, 2, 2]
    assert match.view(B)["hands"] == [None, ["white square", "white circle"], None]
    told = [match.tell(before, Telling(NAMES[:3], to)) for to in (A, B, None)]
    assert told[0] == "You commit red circle to steal sun 9."
    assert told[1] == told[2] == "Ann commits red circle to steal sun 9."


def test_co_10_one_commitment_at_a_time():
    match = coop("sun 2", A="red circle, red square", B="red circle, red square", house="sun 9, moon 9")
    play(match, "A: steal sun 9 by circle")
    assert plots(match, A) == set()
    for move in ("steal sun 9 by square", "steal moon 9 by square", "scuttle card 1 by square"):
        refused(match, A, move, "you have committed a card already, and one commitment at a time is allowed")
    assert len(plots(match, B)) == 5
    play(match, "B: steal sun 9 by circle")
    assert "steal moon 9 by square" in plots(match, A)  # it came about, so there may be another
    play(match, "B: steal moon 9 by square", "A: steal moon 9 by square")
    assert (team(match), house(match)) == (["sun 9", "moon 9"], [])
    assert discards(match, A) == ["red circle", "red square"]


@pytest.mark.parametrize(
    "other",
    [
        "steal sun 9 by square",  # another shape of the same card
        "steal moon 9 by circle",  # another card by the same shape
        "scuttle card 1 by circle",
        "scuttle card 1 by square",
    ],
)
def test_co_10_nothing_happens_unless_all_commit_to_the_same(other: str):
    match = coop("star 9", A="red circle, red square", B="red circle, red square", house="sun 9, moon 9")
    play(match, "A: steal sun 9 by circle", f"B: {other}")
    assert (team(match), house(match)) == ([], ["sun 9", "moon 9"])
    assert not match.view(None)["track"][0]["scuttled"]
    pile = match.position()["piles"]
    before = match.copy()
    play(match, "A: finish")
    assert match.view(None)["committed"] == [["red circle"], [f"red {other.split()[-1]}"]]  # until the round ends
    before = match.copy()
    play(match, "B: finish")
    assert held(match, A) == held(match, B) == ["red circle", "red square"]
    assert match.position()["piles"] == pile  # they are back before anybody draws
    assert match.view(None)["commitments"] == [None, None]
    assert (discards(match, A), discards(match, B)) == ([], [])
    told = match.tell(before, Telling(NAMES[:2], B))
    back = f"Ann takes red circle back. You take red {other.split()[-1]} back."
    assert told.startswith(f"You finish.\nNot all have committed: nothing comes of it. {back}\nNew on")


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_co_10_one_missing_is_enough_to_come_to_nothing(players: int):
    for missing in range(players):
        match = coop("sun 1", house="sun 9", **everyone(players, "red circle, white triangle"))
        for seat in range(players):
            match.play(seat, "finish" if seat == missing else "steal sun 9 by circle")
        assert house(match) == ["sun 9"]
        all_finish(match)
        assert house(match) == ["sun 9"]
        assert [held(match, seat) for seat in range(players)] == [["red circle", "white triangle"]] * players


def test_co_10_all_must_commit_in_the_same_round():
    match = coop("sun 12", A="red circle, red circle", B="red circle, red circle", house="sun 9")
    play(match, "A: steal sun 9 by circle", "A: finish", "B: finish")
    play(match, "B: steal sun 9 by circle")
    assert house(match) == ["sun 9"]
    assert match.view(None)["committed"] == [[], ["red circle"]]


def test_co_10_after_committing_you_may_play_on_or_finish():
    match = coop("sun 1", A="red circle, red square", B="red circle, white square", house="sun 9")
    play(match, "A: steal sun 9 by circle", "A: cover square of card 1 with red square", "A: finish")
    assert match.view(None)["committed"] == [["red circle"], []]
    play(match, "B: steal sun 9 by circle")
    assert team(match) == ["sun 9"]
    assert match.to_act == {B}


def test_co_10_a_committed_card_cannot_be_played():
    match = coop("sun 9", A="red circle, omni 2", B=IDLE, house="moon 9")
    play(match, "A: steal moon 9 by circle")
    refused(match, A, "cover circle of card 1 with red circle", "you do not hold red circle")
    twice = coop("sun 9", A="red circle, red circle", B=IDLE, house="moon 9")
    play(twice, "A: steal moon 9 by circle", "A: cover circle of card 1 with red circle")
    assert held(twice, A) == []
    all_finish(twice)
    assert "red circle" in held(twice, A)
    assert twice.view(None)["piles"][A] == 33 - 2 - 1


@pytest.mark.parametrize(("before", "over"), [(16, False), (17, True), (18, True)])
def test_co_10_the_target_is_looked_at_when_it_happens(before: int, over: bool):
    match = coop(
        "sun 1",
        A="red circle, white square",
        B="red circle, white circle",
        house="moon 9, moon 10",
        team=worth(before, ["moon 9", "moon 10", "sun 1"]),
    )
    play(match, "A: steal moon 9 by circle", "A: finish", "B: steal moon 9 by circle")
    assert points(match) == (before + 3, 3)
    assert match.over == over
    assert match.winners == ({A, B} if over else set())
    assert held(match, B) == ["white circle"]
    assert track(match) == ["sun 1"]


def test_co_10_a_stolen_card_of_a_type_not_in_play_scores_nothing():
    match = coop(
        "sun 1", A="red circle, white square", B="red circle, white circle", house="star 9, star 10", team=worth(19)
    )
    play(match, "A: steal star 9 by circle", "B: steal star 9 by circle")
    assert points(match) == (19, 3)
    assert "star 9" in team(match) and house(match) == ["star 10"]
    assert not match.over


def test_co_10_a_steal_is_told():
    match = coop(
        "sun 1", A="white square", B="red circle, white circle", house="sun 9", committed={"A": "steal sun 9 by circle"}
    )
    before = match.copy()
    play(match, "B: steal sun 9 by circle")
    told = match.tell(before, Telling(NAMES[:2], B))
    assert told == "You commit red circle to steal sun 9. All have committed: the team steals sun 9!"


# Scuttle


def test_co_11_all_spend_the_same_coloured_shape_and_turn_a_card_over():
    match = coop("sun 1", "sun 2", "sun 9", A="blue circle, omni 1", B="blue circle, red square")
    play(match, "B: scuttle card 2 by circle")
    assert not match.view(None)["track"][1]["scuttled"]
    before = match.copy()
    play(match, "A: scuttle card 2 by circle")
    assert [card["scuttled"] for card in match.view(None)["track"]] == [False, True, False]
    assert track(match) == ["sun 1", "sun 2", "sun 9"]  # it stays on the track
    assert (held(match, A), held(match, B)) == (["omni 1"], ["red square"])
    assert discards(match, A) == discards(match, B) == ["blue circle"]
    assert points(match) == (0, 0)
    assert match.view(None)["commitments"] == [None, None]
    told = match.tell(before, Telling(NAMES[:2], None))
    assert told == "Ann commits blue circle to scuttle sun 2. All have committed: sun 2 is scuttled."


def test_co_11_exactly_that_coloured_shape():
    match = coop("sun 1", "sun 13", "sun 14", A="red circle, blue triangle", B=IDLE)
    assert plots(match, A) == {"scuttle card 1 by triangle", "scuttle card 2 by circle", "scuttle card 3 by triangle"}
    refused(match, A, "scuttle card 1 by circle", "you do not hold yellow circle, exactly the circle of sun 1")
    refused(match, A, "scuttle card 4 by circle", "there is no card 4 on the track")


def test_co_11_a_complete_card_too_and_by_a_covered_shape():
    match = coop("sun 3", complete("sun 1", *"AAB"), A="red square, omni 1", B="red square, omni 2")
    play(match, "A: scuttle card 2 by square", "B: scuttle card 2 by square")
    assert match.view(None)["track"][1] == {
        "card": LONG_NAMES["sun 1"],
        "name": "sun 1",
        "covers": [None, None, None],
        "covered_by": [None, None, None],
        "scuttled": True,
    }
    assert discards(match, A) == ["red square", "red square", "yellow circle"]
    assert discards(match, B) == ["blue triangle", "red square"]


def test_co_11_it_takes_no_more():
    match = coop("sun 9: scuttled", A="red square, red square", B=IDLE)
    assert legal(match, A) == {"redraw", "finish"}
    refused(match, A, "cover square of card 1 with red square", "card 1 was scuttled")
    refused(match, A, "scuttle card 1 by square", "card 1 was scuttled already")


def test_co_11_a_card_may_be_covered_while_others_commit():
    """And what was put on it in between is discarded, too."""
    match = coop("sun 9", A="red square, red circle", B="red square, red triangle")
    play(match, "A: scuttle card 1 by square", "A: cover circle of card 1 with red circle")
    play(match, "B: cover triangle of card 1 with red triangle", "B: scuttle card 1 by square")
    assert match.view(None)["track"][0]["covers"] == [None] * 3
    assert (discards(match, A), discards(match, B)) == (["red circle", "red square"], ["red square", "red triangle"])


def test_co_11_when_it_reaches_the_end_nobody_gets_it():
    match = coop(
        "sun 1: scuttled", "sun 2", "sun 3: scuttled", "sun 4", A=IDLE, B=IDLE, deck="moon 1, moon 2, moon 3, ..."
    )
    all_finish(match)
    assert (team(match), house(match), out(match)) == ([], [], ["sun 1"])
    assert [card["scuttled"] for card in match.view(None)["track"]] == [False, True, False, False]  # it moves along
    all_finish(match)
    assert (house(match), out(match)) == (["sun 2"], ["sun 1"])
    all_finish(match)
    assert (house(match), out(match)) == (["sun 2"], ["sun 1", "sun 3"])
    assert points(match) == (0, 2)


def test_co_11_only_that_card_is_turned_over():
    """Not the one that comes to its place: after it has left, or when the track is wiped."""
    for lying in (["sun 1: scuttled"], ["sun 1", "sun 2: scuttled"], [*(f"sun {n}: scuttled" for n in (1, 2, 3, 4))]):
        match = coop(*lying, A=IDLE, B=IDLE, deck="black card, moon 1, moon 2, ...")
        all_finish(match)
        assert [card["scuttled"] for card in match.view(None)["track"]] == [False]
        match = coop(*lying, A=IDLE, B=IDLE, deck="moon 1, moon 2, moon 3, moon 4, ...")
        for _ in range(4):
            all_finish(match)
            assert not match.view(None)["track"][-1]["scuttled"]


def test_co_11_after_a_scuttle_both_may_commit_again():
    match = coop("sun 9", "moon 9", A="red square, red circle", B="red square, red circle")
    play(match, "A: scuttle card 1 by square", "B: scuttle card 1 by square")
    play(match, "A: scuttle card 2 by circle", "B: scuttle card 2 by circle")
    assert [card["scuttled"] for card in match.view(None)["track"]] == [True, True]


def test_co_11_scuttling_reaches_no_target():
    match = coop(
        "sun 9",
        A="red square, red circle",
        B="red square, red circle",
        team=worth(19, ["sun 9"]),
        house=worth(19, ["sun 9"], ["star"]),
    )
    play(match, "A: scuttle card 1 by square", "B: scuttle card 1 by square")
    assert not match.over
    assert points(match) == (19, 19)


def test_co_12_omnis_do_not_steal_or_scuttle():
    # omni 1 shows a red square, a yellow circle and a blue triangle: all of sun 1.
    match = coop("sun 1", A="omni 1, omni 2", B="omni 1, white square", house="sun 9, moon 10, star 11")
    assert plots(match, A) == plots(match, B) == set()
    refused(match, A, "scuttle card 1 by square", "you do not hold red square, exactly the square of sun 1")
    refused(match, A, "steal sun 9 by square", "you do not hold red square, exactly the square of sun 9")


def test_co_12_nor_do_black_cards_or_black_shapes():
    # sun 13 has a black square, sun 14 a black circle, sun 15 a black triangle.
    match = coop(
        "sun 13",
        "moon 15",
        A="black square, black circle",
        B="blue square, white circle",
        C="black triangle, omni 3",
        house="sun 9, sun 14, sun 15, moon 13",
    )
    assert plots(match, A) == plots(match, C) == set()
    assert plots(match, B) == {"steal sun 15 by square", "steal sun 15 by circle"}
    for seat in (A, B):
        refused(match, seat, "scuttle card 1 by square", "the square of sun 13 is black, and has no colour to share")
    refused(match, A, "steal sun 14 by circle", "the circle of sun 14 is black, and has no colour to share")
    refused(match, A, "steal sun 9 by square", "you do not hold red square, exactly the square of sun 9")


# Redraw


def test_co_13_the_whole_hand_is_discarded_for_a_new_one():
    match = coop(
        "sun 1",
        A="red square, blue circle",
        B=IDLE,
        piles={"A": "omni 1, white square, omni 3, ..."},
        discards={"A": "omni 2"},
    )
    play(match, "A: redraw")
    assert held(match, A) == ["omni 1", "white square"]
    assert match.position()["piles"][A][0] == "omni 3"
    assert discards(match, A) == ["blue circle", "omni 2", "red square"]
    assert match.view(None)["deeds"] == ["redrew", "nothing"]


def test_co_13_two_equal_cards_are_discarded_and_drawn():
    match = coop(
        "sun 1", A="red square, red square", B=IDLE, piles={"A": "blue circle, blue circle, omni 1, omni 2, ..."}
    )
    play(match, "A: redraw", "B: finish")
    assert held(match, A) == ["blue circle", "blue circle"]
    assert discards(match, A) == ["red square", "red square"]
    play(match, "A: redraw")
    assert held(match, A) == ["omni 1", "omni 2"]
    assert discards(match, A) == ["blue circle", "blue circle", "red square", "red square"]


def test_co_13_then_no_action_until_a_new_card_is_on_the_track():
    match = coop("sun 1", A="red square, blue circle", B=IDLE, piles={"A": "red square, yellow circle, ..."})
    play(match, "A: redraw")
    assert (match.to_act, legal(match, A)) == ({B}, set())
    refused(match, A, "cover square of card 1 with red square", "it is the turn of seat 1")
    refused(match, A, "redraw", "it is the turn of seat 1")
    play(match, "B: finish")
    assert len(track(match)) == 2
    assert {"cover square of card 1 with red square", "redraw"} <= legal(match, A)


def test_co_13_only_instead_of_playing_or_committing():
    why = "you redraw instead of playing or committing"
    match = coop("sun 1", A="red square, red circle", B="red circle, white square", house="sun 9")
    assert "redraw" in legal(match, A)
    covered, committed = match.copy(), match.copy()
    play(covered, "A: cover square of card 1 with red square")
    refused(covered, A, "redraw", why)
    play(committed, "A: steal sun 9 by circle")
    refused(committed, A, "redraw", why)
    play(committed, "B: steal sun 9 by circle")
    for seat in (A, B):
        refused(committed, seat, "redraw", why)  # nor when it has come about
    scuttling = match.copy()
    play(scuttling, "A: scuttle card 1 by square")
    refused(scuttling, A, "redraw", why)
    all_finish(committed)
    assert "redraw" in legal(committed, A)  # in the next round it is


def test_co_13_the_last_one_may_redraw_too_and_the_round_ends():
    match = coop("sun 1", A="red square, blue circle", B=IDLE, piles={"A": "omni 1, omni 2, omni 3, ..."}, finished="B")
    play(match, "A: redraw")
    assert (match.view(None)["round"], match.to_act) == (2, {A, B})
    assert held(match, A) == ["omni 1", "omni 2"]  # CO-16 adds nothing to a full hand
    assert "redraw" in legal(match, A)
