"""KA-BLAM!: KB-1 to KB-20, in their order. One file, as it is one page of the rule book."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import Any

import pytest

import parlour
from parlour.engine.game import Telling

from .tables import COLOURS, WORD_CARDS, A, B, C, D, cards, hand, ka_blam, legal, play, views

PLAYER_COUNTS = range(2, 7)
ONE_OF_EACH = [*WORD_CARDS, *(f"{colour} {action}" for colour in COLOURS for action in ("miss", "+2", "reverse"))]
WILDS = {f"play wild as {colour}" for colour in COLOURS}


def little(colours: list[str], numbers: list[int], actions: int = 0) -> dict[str, Any]:
    """A deck of few cards, without wilds."""
    return {
        "title": "little",
        "words": {"colours": colours, "numbers": numbers},
        "actions": {"miss": actions, "+2": actions, "reverse": actions},
        "specials": {"wild": 0, "ka-blam": 1},
    }


# Eighteen word cards and the Exploding card: enough to deal for three, few enough to hold them all.
SMALL = little(["red", "orange", "yellow"], [1, 2, 3, 4, 5, 6])
ALL_HELD = {
    "A": "orange 2, orange 3, orange 4, orange 5, orange 6",
    "B": "yellow 2, yellow 3, yellow 4, yellow 5, yellow 6",
    "C": "ka-blam, red 2, red 3, red 4, red 5, red 6, orange 1, yellow 1",
}


@cache
def deals(players: int, count: int) -> list[dict[str, Any]]:
    """Tables just dealt, one for each seed."""
    return [parlour.new("ka-blam", players=players, seed=seed).position() for seed in range(count)]


def nothing_left(**places: Any) -> parlour.Match:
    """A and B hold nothing that fits red 1, C is out, and there is nothing to draw."""
    return ka_blam("red 1", pile="", options={"deck": SMALL}, **(ALL_HELD | places))


def whole_deck(match: parlour.Match) -> Counter[str]:
    position = match.position()
    return Counter(chain(*position["hands"], position["discard"], position["pile"]))


# The deal


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize(("deck", "total"), [("standard", 89), ("double", 108)])
def test_kb_1_five_cards_each_one_turned_up_and_the_rest_is_the_pile(players: int, deck: str, total: int):
    table = parlour.new("ka-blam", players=players, seed=players, deck=deck).position()
    assert [len(held) for held in table["hands"]] == [5] * players
    assert len(table["discard"]) == 1
    assert len(table["pile"]) == total - 5 * players - 1


@pytest.mark.parametrize("players", [0, 1, 7])
def test_kb_1_two_to_six_can_play(players: int):
    with pytest.raises(parlour.BadOption, match="2 to 6"):
        parlour.new("ka-blam", players=players)


def test_kb_1_the_cards_are_shuffled():
    assert len({table["pile"][0] for table in deals(3, 2000)}) == 66 + 18 + 2  # any card can be next
    for seat in (A, B, C):
        held = Counter(card for table in deals(3, 2000) for card in table["hands"][seat])
        assert set(held) == set(ONE_OF_EACH) | {"wild"}
        assert all(70 < held[card] < 160 for card in ONE_OF_EACH), held  # 2000 * 5 / 88 is 114
        assert 350 < held["wild"] < 560


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_kb_2_the_card_turned_up_is_always_a_word_card(players: int):
    for table in deals(players, 300):
        assert table["discard"][0] in WORD_CARDS
        assert table["colour"] == table["discard"][0].split()[0]


def test_kb_2_action_cards_turned_up_go_to_the_bottom_until_a_word_card_shows():
    put_back = Counter(table["seen_at_bottom"] for table in deals(3, 2000))
    assert 0.7 < put_back[0] / 2000 < 0.8  # 15 of 58 or so is an action
    assert 0.13 < put_back[1] / 2000 < 0.25
    assert put_back.total() - put_back[0] - put_back[1] > 50  # and more than one after another
    for table in deals(3, 2000):
        bottom = table["pile"][len(table["pile"]) - table["seen_at_bottom"] :]
        assert not set(bottom) & set(WORD_CARDS)
        assert len(table["pile"]) == 89 - 15 - 1


def test_kb_2_the_exploding_card_goes_to_the_bottom_too():
    with_it = [t for t in deals(3, 2000) if "ka-blam" in t["pile"][len(t["pile"]) - t["seen_at_bottom"] :]]
    assert 10 < len(with_it) < 90
    assert all(table["discard"][0] in WORD_CARDS for table in with_it)


def test_kb_2_all_see_what_goes_to_the_bottom():
    turned = 0
    for seed in range(60):
        match = parlour.new("ka-blam", players=3, seed=seed)
        table = match.position()
        bottom = table["pile"][len(table["pile"]) - table["seen_at_bottom"] :]
        turned += len(bottom)
        for view in views(match):
            assert view["seen_at_bottom"] == bottom
    assert turned > 0


def test_kb_2_who_later_draws_a_card_seen_at_the_bottom_is_known_to_hold_it():
    match = ka_blam("red 5, ...", A="blue 1", B="green 2", pile="blue miss, ka-blam", seen_at_bottom=2)
    play(match, "A: draw")
    for view in views(match):
        assert view["seen_in_hands"] == [["blue miss"], []]
        assert view["seen_at_bottom"] == ["ka-blam"]


def test_kb_3_the_exploding_card_is_never_dealt():
    for players in PLAYER_COUNTS:
        for table in deals(players, 2000 if players == 3 else 300):
            assert all("ka-blam" not in held for held in table["hands"])
            assert table["pile"].count("ka-blam") == 1


def test_kb_3_the_exploding_card_can_be_anywhere_in_the_pile():
    places = [table["pile"].index("ka-blam") for table in deals(3, 2000)]
    size = 89 - 15 - 1
    quarters = Counter(4 * place // size for place in places)
    assert all(400 < quarters[quarter] < 600 for quarter in range(4)), quarters
    assert set(places) == set(range(size))


def test_kb_3_it_is_in_the_pile_before_the_first_card_is_turned_up():
    seen = [table["pile"][-table["seen_at_bottom"] :] for table in deals(3, 2000) if table["seen_at_bottom"]]
    assert any("ka-blam" in bottom for bottom in seen)


@pytest.mark.parametrize("exploded", [False, True])
def test_kb_3_it_is_not_dealt_in_later_rounds_either(exploded: bool):
    places = []
    for chance in range(300):
        if exploded:
            match = ka_blam("red 5", length="long", chance=chance, A="red 7", B="blue 2", C="ka-blam, blue 1")
        else:
            match = ka_blam("red 5", length="long", chance=chance, A="red 7", B="blue 2", C="blue 1")
        play(match, "A: play red 7")
        assert all("ka-blam" not in hand(match, seat) for seat in (A, B, C))
        places.append(match.position()["pile"].index("ka-blam"))
    assert min(places) < 10
    assert max(places) > 62


# Who starts


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_kb_4_the_player_on_the_dealers_left_starts(players: int):
    dealers = set()
    for seed in range(60):
        match = parlour.new("ka-blam", players=players, seed=seed)
        dealer = match.view(None)["dealer"]
        dealers.add(dealer)
        assert match.to_act == {(dealer + 1) % players}
        assert match.view(None)["direction"] == "left"
    assert dealers == set(range(players))


@pytest.mark.parametrize(("dealer", "next_dealer", "starter"), [(A, B, C), (B, C, A), (C, A, B)])
@pytest.mark.parametrize("winner", [A, B, C])
def test_kb_4_next_round_the_deal_passes_to_the_left(dealer: int, next_dealer: int, starter: int, winner: int):
    match = ka_blam("red 5", length="long", dealer=dealer, turn=winner, A="red 1", B="red 2", C="red 3")
    match.play(winner, f"play red {winner + 1}")
    assert match.position()["dealer"] == next_dealer
    assert match.to_act == {starter}


def test_kb_4_next_round_play_goes_to_the_left_again():
    match = ka_blam("red 5", length="long", dealer=A, direction="right", A="red 1", B="red 2", C="red 3")
    play(match, "A: play red 1")
    assert match.view(None)["direction"] == "left"
    assert match.to_act == {C}


def test_kb_4_play_goes_to_the_left():
    match = ka_blam("red 5", A="red 7, blue 1", B="red 8, blue 2", C="red 9, blue 3")
    for seat, move in ((A, "play red 7"), (B, "play red 8"), (C, "play red 9")):
        assert match.to_act == {seat}
        match.play(seat, move)
    assert match.to_act == {A}


# What fits


def test_kb_5_a_word_card_fits_by_colour_or_by_number():
    match = ka_blam("red 5", A="red 7, blue 5, green 8, red 11", B="green 1")
    assert legal(match, A) == {"play red 7", "play blue 5", "play red 11"}
    with pytest.raises(parlour.IllegalMove, match="green 8"):
        match.play(A, "play green 8")


def test_kb_5_eleven_does_not_fit_one_and_a_2_does_not_fit_pick_up_2():
    assert legal(ka_blam("red 1", A="blue 11, blue 2", B="green 1"), A) == {"draw"}
    assert legal(ka_blam("red +2", A="blue 2, green 8", B="green 1"), A) == {"draw"}
    assert legal(ka_blam("red 2", A="blue +2, green 8", B="green 1"), A) == {"draw"}


def test_kb_5_a_card_not_held_cannot_be_played():
    match = ka_blam("red 5", A="red 7, green 8", B="red 8")
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "play red 8")
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "play wild as red")


def test_kb_5_a_discard_ends_the_turn_and_is_the_new_top():
    match = ka_blam("red 5", A="red 7, red 8", B="red 9, blue 7")
    play(match, "A: play red 7")
    assert match.to_act == {B}
    assert legal(match, A) == set()
    assert hand(match, A) == {"red 8"}
    assert match.view(B)["top"] == "red 7"
    assert legal(match, B) == {"play red 9", "play blue 7"}


def test_kb_5_the_colour_in_force_is_that_of_the_top_card():
    match = ka_blam("red 5", A="blue 5, blue 9", B="red 9, blue 7, green 5")
    play(match, "A: play blue 5")
    assert match.view(None)["colour"] == "blue"
    assert legal(match, B) == {"play blue 7", "play green 5"}


@pytest.mark.parametrize("fitting", ["red 7", "blue 5", "red miss", "wild"])
def test_kb_5_you_may_not_draw_while_a_card_fits(fitting: str):
    match = ka_blam("red 5", A=f"{fitting}, green 8", B="green 1")
    assert not legal(match, A) & {"draw", "pass"}
    with pytest.raises(parlour.IllegalMove, match="may not draw"):
        match.play(A, "draw")


def test_kb_5_only_the_player_whose_turn_it_is_can_play():
    match = ka_blam("red 5", A="red 7, green 8", B="red 8, green 1")
    assert legal(match, B) == set()
    with pytest.raises(parlour.IllegalMove):
        match.play(B, "play red 8")


@pytest.mark.parametrize("action", ["miss", "+2", "reverse"])
def test_kb_6_a_coloured_action_fits_the_colour_in_force(action: str):
    match = ka_blam("red 5", A=f"red {action}, blue {action}", B="green 1")
    assert legal(match, A) == {f"play red {action}"}


@pytest.mark.parametrize("action", ["miss", "+2", "reverse"])
def test_kb_6_a_coloured_action_fits_the_same_action_on_top_and_no_other(action: str):
    match = ka_blam(f"red {action}", A="blue miss, blue +2, blue reverse, green 8", B="green 1")
    assert legal(match, A) == {f"play blue {action}"}


@pytest.mark.parametrize("action", ["miss", "+2", "reverse"])
def test_kb_6_a_word_card_fits_an_action_by_colour_alone(action: str):
    match = ka_blam(f"red {action}", A="red 9, blue 9", B="green 1")
    assert legal(match, A) == {"play red 9"}


def test_kb_6_every_copy_of_an_action_can_be_played():
    match = ka_blam("red 5", A="red +2, red +2, blue 9", B="green 1", options={"deck": "double"})
    play(match, "A: play red +2")
    assert match.to_act == {A}
    assert legal(match, A) == {"play red +2"}
    play(match, "A: play red +2")
    assert hand(match, A) == {"blue 9"}
    assert match.view(B)["hand_sizes"] == [1, 5]


@pytest.mark.parametrize("top", ["red 5", "red miss", "red +2", "red reverse"])
def test_kb_7_a_wild_fits_anything(top: str):
    assert legal(ka_blam(top, A="wild, green 8", B="green 1"), A) == WILDS


def test_kb_7_a_wild_fits_a_wild():
    assert legal(ka_blam("wild", colour="blue", A="wild, green 8", B="green 1"), A) == WILDS


@pytest.mark.parametrize("colour", COLOURS)
def test_kb_7_whoever_plays_it_names_the_colour_and_the_next_player_must_match_it(colour: str):
    three_of_each = ", ".join(f"{one} {shown}" for one in COLOURS for shown in (7, 9, "miss"))
    match = ka_blam("red 5", A="wild, green 8", B=three_of_each)
    play(match, f"A: play wild as {colour}")
    assert match.view(B)["colour"] == colour
    assert match.view(B)["top"] == "wild"
    expected = {f"play {card}" for card in hand(match, B) if card.startswith(colour)}
    assert legal(match, B) == expected
    assert len(expected) == 3


def test_kb_7_after_a_wild_a_wild_may_follow():
    match = ka_blam("red 5", A="wild, green 8", B="wild, green 1, blue 3", C="red 4")
    play(match, "A: play wild as blue")
    assert legal(match, B) == WILDS | {"play blue 3"}
    play(match, "B: play wild as green")
    assert match.view(None)["colour"] == "green"


def test_kb_7_after_a_wild_who_cannot_match_draws():
    match = ka_blam("red 5", A="wild, green 8", B="red 4, red miss, green 5")
    play(match, "A: play wild as blue")
    assert legal(match, B) == {"draw"}


def test_kb_7_the_card_under_the_wild_no_longer_counts():
    match = ka_blam("red miss", A="wild, green 8", B="blue miss, red 4, green 1")
    play(match, "A: play wild as green")
    assert legal(match, B) == {"play green 1"}


def test_kb_7_the_colour_holds_for_those_who_come_later():
    match = ka_blam("red 5", A="wild, red 8", B="red 1", C="red 2, blue 2", pile="green 9, ...")
    play(match, "A: play wild as blue", "B: draw")
    assert legal(match, C) == {"play blue 2"}


def test_kb_7_a_wild_skips_nobody():
    match = ka_blam("red 5", A="wild, red 8", B="red 1", C="red 2")
    play(match, "A: play wild as blue")
    assert match.to_act == {B}


# Drawing


def test_kb_8_with_nothing_that_fits_you_take_one_card():
    match = ka_blam("red 5", A="green 8, blue 9", B="green 1", pile="purple 3, purple 4, ...")
    assert legal(match, A) == {"draw"}
    play(match, "A: draw")
    assert hand(match, A) == {"green 8", "blue 9", "purple 3"}
    assert match.position()["pile"][0] == "purple 4"


@pytest.mark.parametrize("drawn", ["red 9", "blue 5", "wild", "red miss"])
def test_kb_8_drawing_ends_the_turn_even_if_the_card_would_fit(drawn: str):
    match = ka_blam("red 5", A="green 8", B="green 1", pile=f"{drawn}, ...")
    play(match, "A: draw")
    assert match.to_act == {B}
    assert match.view(None)["top"] == "red 5"
    assert drawn in hand(match, A)


# Actions


@pytest.mark.parametrize("players", range(3, 7))
def test_kb_9_miss_a_turn_passes_over_the_next_player(players: int):
    others = {seat: f"green {n}" for n, seat in enumerate("BCDEF"[: players - 1], 1)}
    match = ka_blam("red 5", A="red miss, blue 9", **others)
    play(match, "A: play red miss")
    assert match.to_act == {C}
    assert hand(match, B) == {"green 1"}


def test_kb_9_with_two_players_you_play_again():
    match = ka_blam("red 5", A="red miss, blue 9", B="green 1")
    play(match, "A: play red miss")
    assert match.to_act == {A}


def test_kb_9_miss_a_turn_goes_in_the_direction_of_play():
    match = ka_blam("red 5", direction="right", A="red miss, blue 9", B="green 1", C="green 2", D="green 3")
    play(match, "A: play red miss")
    assert match.to_act == {C}
    match = ka_blam("red 5", direction="right", A="red miss, blue 9", B="green 1", C="green 2")
    play(match, "A: play red miss")
    assert match.to_act == {B}


def test_kb_9_the_exploded_are_not_the_next_player():
    match = ka_blam("red 5", A="red miss, blue 9", B="ka-blam, green 1", C="green 2", D="green 3")
    play(match, "A: play red miss")
    assert match.to_act == {D}


@pytest.mark.parametrize("players", range(3, 7))
def test_kb_10_pick_up_2_gives_the_next_player_two_cards_and_passes_them_over(players: int):
    others = {seat: f"green {n}" for n, seat in enumerate("BCDEF"[: players - 1], 1)}
    match = ka_blam("red 5", A="red +2, blue 9", pile="purple 3, purple 4, purple 5, ...", **others)
    play(match, "A: play red +2")
    assert hand(match, B) == {"green 1", "purple 3", "purple 4"}
    assert match.position()["pile"][0] == "purple 5"
    assert match.to_act == {C}
    assert match.view(None)["hand_sizes"] == [1, 3, *[1] * (players - 2)]


def test_kb_10_with_two_players_you_play_again():
    match = ka_blam("red 5", A="red +2, blue 9", B="green 1", pile="purple 3, purple 4, ...")
    play(match, "A: play red +2")
    assert hand(match, B) == {"green 1", "purple 3", "purple 4"}
    assert match.to_act == {A}


def test_kb_10_the_exploded_take_no_cards():
    match = ka_blam(
        "red 5", A="red +2, blue 9", B="ka-blam, green 1", C="green 2", D="green 3", pile="purple 3, purple 4, ..."
    )
    play(match, "A: play red +2")
    assert hand(match, B) == {"ka-blam", "green 1"}
    assert hand(match, C) == {"green 2", "purple 3", "purple 4"}
    assert match.to_act == {D}


def test_kb_10_pick_up_2_goes_in_the_direction_of_play():
    match = ka_blam("red 5", direction="right", A="red +2, blue 9", B="green 1", C="green 2", D="green 3")
    play(match, "A: play red +2")
    assert match.view(None)["hand_sizes"] == [1, 1, 1, 3]
    assert match.to_act == {C}


@pytest.mark.parametrize("action", ["miss", "+2"])
def test_kb_11_the_player_after_the_one_hit_may_put_the_same_action_on_top(action: str):
    match = ka_blam("red 5", A=f"red {action}, blue 9", B="green 1", C=f"blue {action}, red 2, blue 1", D="green 3")
    play(match, f"A: play red {action}")
    assert legal(match, C) == {f"play blue {action}", "play red 2"}
    play(match, f"C: play blue {action}")
    assert match.to_act == {A}


def test_kb_11_nothing_adds_up():
    match = ka_blam(
        "red 5",
        A="red +2, blue 9",
        B="green 1",
        C="blue +2, blue 1",
        D="green 3",
        pile="purple 1, purple 2, purple 3, purple 4, purple 5, ...",
    )
    play(match, "A: play red +2", "C: play blue +2")
    assert hand(match, B) == {"green 1", "purple 1", "purple 2"}
    assert hand(match, D) == {"green 3", "purple 3", "purple 4"}


def test_kb_11_two_misses_in_a_row_pass_over_one_player_each():
    match = ka_blam("red 5", A="red miss, blue 9", B="green 1", C="blue miss, blue 1", D="green 3", E="green 4")
    play(match, "A: play red miss", "C: play blue miss")
    assert match.to_act == {4}


@pytest.mark.parametrize("action", ["miss", "+2"])
def test_kb_11_the_one_hit_may_not_answer_and_nobody_jumps_in(action: str):
    match = ka_blam(
        "red 5", A=f"red {action}, blue 9", B=f"blue {action}, green 1", C="yellow 2", D=f"green {action}, green 2"
    )
    play(match, f"A: play red {action}")
    assert match.to_act == {C}
    for seat in (A, B, D):
        assert legal(match, seat) == set()
    with pytest.raises(parlour.IllegalMove):
        match.play(B, f"play blue {action}")
    with pytest.raises(parlour.IllegalMove):
        match.play(D, f"play green {action}")


@pytest.mark.parametrize("action", ["miss", "+2", "reverse"])
def test_kb_11_with_two_players_you_may_follow_your_own_action(action: str):
    match = ka_blam("red 5", A=f"red {action}, blue {action}, purple 9", B=f"green {action}, green 1")
    play(match, f"A: play red {action}")
    assert legal(match, B) == set()
    assert legal(match, A) == {f"play blue {action}"}
    play(match, f"A: play blue {action}")
    assert match.to_act == {A}
    assert match.view(B)["hand_sizes"] == [1, 6 if action == "+2" else 2]


@pytest.mark.parametrize(("players", "last"), [(3, C), (4, D), (5, 4), (6, 5)])
def test_kb_12_reverse_turns_the_direction_round(players: int, last: int):
    others = {seat: f"red {n}, green {n}" for n, seat in enumerate("BCDEF"[: players - 1], 6)}
    match = ka_blam("red 5", A="red reverse, blue 9", **others)
    play(match, "A: play red reverse")
    assert match.view(None)["direction"] == "right"
    assert match.to_act == {last}
    match.play(last, f"play red {last + 5}")
    assert match.to_act == {last - 1}


def test_kb_12_a_second_reverse_turns_it_back():
    match = ka_blam("red 5", A="red reverse, blue 9", B="green 1", C="green 2", D="blue reverse, blue 2")
    play(match, "A: play red reverse", "D: play blue reverse")
    assert match.to_act == {A}
    match = ka_blam("red 5", direction="right", A="red reverse, blue 9", B="green 1", C="green 2", D="green 3")
    play(match, "A: play red reverse")
    assert match.view(None)["direction"] == "left"
    assert match.to_act == {B}


def test_kb_12_the_new_direction_is_told_as_the_seats_are_seen():
    match = ka_blam("red 5", A="red reverse, blue 9", B="green 1", C="green 2", D="blue reverse, blue 2")
    names = Telling(["Ann", "Ben", "Cleo", "Dan"])
    for who, words in (("A: play red", "goes anticlockwise now."), ("D: play blue", "goes clockwise now.")):
        before = match.copy()
        play(match, f"{who} reverse")
        assert match.tell(before, names).endswith(words)


def test_kb_12_with_two_players_reverse_skips_the_other():
    match = ka_blam("red 5", A="red reverse, blue 9", B="green 1")
    play(match, "A: play red reverse")
    assert match.to_act == {A}


@pytest.mark.parametrize("direction", ["left", "right"])
@pytest.mark.parametrize("out", [B, C])
def test_kb_12_when_explosions_leave_two_reverse_skips(direction: str, out: int):
    held = {"B": "green 1", "C": "green 2"}
    held["ABC"[out]] += ", ka-blam"
    match = ka_blam("red 5", direction=direction, A="red reverse, blue 9", **held)
    play(match, "A: play red reverse")
    assert match.to_act == {A}


def test_kb_12_with_three_left_of_four_reverse_turns_round():
    match = ka_blam("red 5", A="red reverse, blue 9", B="green 1", C="green 2", D="green 3, ka-blam")
    play(match, "A: play red reverse")
    assert match.to_act == {C}
    assert match.view(None)["direction"] == "right"


# The Exploding card


def test_kb_13_drawing_the_exploding_card_puts_you_out_of_the_round():
    match = ka_blam("red 5", A="green 8, blue 9", B="red 1, blue 1", C="red 2, green 1", pile="ka-blam, ...")
    play(match, "A: draw")
    assert match.view(None)["out"] == [A]
    assert match.to_act == {B}
    play(match, "B: play red 1", "C: play red 2")
    assert match.to_act == {B}
    assert legal(match, A) == set()


def test_kb_13_your_hand_stays():
    match = ka_blam("red 5", A="green 8, blue 9", B="red 1", C="red 2", pile="ka-blam, ...")
    play(match, "A: draw")
    assert hand(match, A) == {"green 8", "blue 9", "ka-blam"}
    assert not match.over


def test_kb_13_everyone_sees_who_exploded():
    match = ka_blam("red 5", A="green 8, blue 9", B="red 1", C="red 2", pile="ka-blam, ...")
    play(match, "A: draw")
    for view in views(match):
        assert view["out"] == [A]
        assert view["seen_in_hands"] == [["ka-blam"], [], []]


def test_kb_13_who_explodes_on_the_first_of_two_cards_does_not_take_the_second():
    match = ka_blam(
        "red 5", A="red +2, blue 9", B="green 1", C="red 2, green 2", D="green 3", pile="ka-blam, purple 1, ..."
    )
    play(match, "A: play red +2")
    assert hand(match, B) == {"green 1", "ka-blam"}
    assert match.position()["pile"][0] == "purple 1"
    assert match.view(None)["out"] == [B]
    assert match.to_act == {C}


def test_kb_13_who_explodes_on_the_second_of_two_cards_has_taken_both():
    match = ka_blam(
        "red 5", A="red +2, blue 9", B="green 1", C="red 2, green 2", D="green 3", pile="purple 1, ka-blam, ..."
    )
    play(match, "A: play red +2")
    assert hand(match, B) == {"green 1", "purple 1", "ka-blam"}
    assert match.view(None)["out"] == [B]
    assert match.to_act == {C}


@pytest.mark.parametrize("pile", ["", "purple 11"])
def test_kb_13_it_never_goes_back_into_the_pile_that_round(pile: str):
    for chance in range(20):
        match = ka_blam("red 5, ...", A="blue 9, green 9", B="yellow 1", C="ka-blam, green 1", pile=pile, chance=chance)
        play(match, "A: draw", "B: draw")
        position = match.position()
        assert "ka-blam" in position["hands"][C]
        assert "ka-blam" not in position["pile"] + position["discard"]
        assert len(position["pile"]) > 60
        assert whole_deck(match).total() == 89


def test_kb_13_the_exploding_card_cannot_be_played():
    match = ka_blam("red 5", A="green 8", B="red 1", C="red 2", pile="ka-blam, ...")
    play(match, "A: draw")
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "play ka-blam")


@pytest.mark.parametrize("length", ["short", "long"])
def test_kb_14_of_two_players_the_other_wins_the_round(length: str):
    match = ka_blam("red 5", length=length, A="green 8, blue 9", B="red 1", pile="ka-blam, ...")
    play(match, "A: draw")
    if length == "short":
        assert match.winners == {B}
    else:
        assert match.scores == [0, 8 + 9 + 10]


def test_kb_14_of_two_players_who_makes_the_other_explode_wins():
    match = ka_blam("red 5", A="red +2, blue 9", B="green 1", pile="purple 1, ka-blam, ...")
    play(match, "A: play red +2")
    assert match.over
    assert match.winners == {A}


@pytest.mark.parametrize("players", range(3, 7))
def test_kb_14_of_three_or_more_the_rest_play_on(players: int):
    others = {seat: f"red {n}, green {n}" for n, seat in enumerate("BCDEF"[: players - 1], 6)}
    match = ka_blam("red 5", A="green 2", pile="ka-blam, ...", **others)
    play(match, "A: draw")
    assert not match.over
    for seat in range(1, players):
        assert match.to_act == {seat}
        match.play(seat, f"play red {seat + 5}")
    assert match.to_act == {B}


@pytest.mark.parametrize("direction", ["left", "right"])
def test_kb_14_with_two_still_in_the_round_they_take_turns(direction: str):
    match = ka_blam("red 5", direction=direction, A="red 1, green 1", B="ka-blam", C="red 2, green 2")
    play(match, "A: play red 1")
    assert not match.over
    play(match, "C: play red 2")
    assert match.to_act == {A}


def test_kb_14_who_is_left_wins_even_with_the_most_cards():
    match = ka_blam("red 5", turn=B, A="red 1, red 2, red 3, red 4, wild", B="green 2", pile="ka-blam, ...")
    play(match, "B: draw")
    assert match.winners == {A}


# The empty pile


def test_kb_15_the_discard_pile_becomes_the_new_pile_except_its_top_card():
    match = ka_blam("red 5, ...", pile="", A="blue 9", B="green 1", C="ka-blam")
    under = set(match.position()["discard"][1:])
    play(match, "A: draw")
    (drawn,) = hand(match, A) - {"blue 9"}
    assert match.position()["discard"] == ["red 5"]
    assert {*match.position()["pile"], drawn} == under
    assert len(match.position()["pile"]) == 89 - 4 - 1
    assert match.to_act == {B}


def test_kb_15_the_new_pile_is_shuffled():
    drawn, orders = Counter(), set()
    for chance in range(300):
        match = ka_blam("red 5, ...", pile="", A="blue 9", B="green 1", C="ka-blam", chance=chance * 7919)
        play(match, "A: draw")
        drawn.update(hand(match, A) - {"blue 9"})
        orders.add(tuple(match.position()["pile"]))
    assert len(orders) == 300
    assert len(drawn) > 70
    assert max(drawn.values()) < 20


def test_kb_15_the_pile_is_not_renewed_before_a_card_is_due():
    match = ka_blam("red 5, ...", pile="purple 1", A="blue 9", B="red 1, green 1", C="ka-blam")
    play(match, "A: draw")
    assert match.view(None)["pile"] == 0
    play(match, "B: play red 1")
    assert match.view(None)["pile"] == 0
    assert len(match.position()["discard"]) == 89 - 4


def test_kb_15_a_named_colour_stays_in_force():
    match = ka_blam("wild, ...", pile="", colour="blue", A="red 9", B="blue 1, red 2", C="ka-blam, red 1")
    play(match, "A: draw")
    assert match.view(None)["colour"] == "blue"
    assert match.view(None)["top"] == "wild"
    assert legal(match, B) == {"play blue 1"}


def test_kb_15_pick_up_2_goes_on_with_the_new_pile():
    match = ka_blam("red 5, ...", pile="purple 1", A="red +2, blue 9", B="green 1", C="ka-blam", D="green 2")
    play(match, "A: play red +2")
    assert len(hand(match, B)) == 3
    assert {"green 1", "purple 1"} < hand(match, B)
    assert match.position()["discard"] == ["red +2"]
    assert match.to_act == {D}


def test_kb_15_pick_up_2_takes_what_there_is():
    match = ka_blam(
        "red 5",
        pile="",
        options={"deck": little(["red", "green"], list(range(1, 12)), actions=1)},
        A="red +2, green 5",
        B="green 1, green +2",
        C="ka-blam, red 1, " + ", ".join(f"{c} {n}" for c in ("red", "green") for n in range(2, 12) if n != 5),
        D="red miss, green miss, red reverse, green reverse",
    )
    play(match, "A: play red +2")
    assert hand(match, B) == {"green 1", "green +2", "red 5"}  # red 5 was all there was
    assert match.view(None)["pile"] == 0
    assert match.to_act == {D}


def test_kb_15_if_nothing_is_left_to_draw_the_turn_passes():
    match = nothing_left()
    assert legal(match, A) == {"pass"}
    play(match, "A: pass")
    assert match.to_act == {B}
    assert hand(match, A) == set(cards(ALL_HELD["A"]))


def test_kb_15_you_may_not_pass_while_there_is_something_to_draw():
    for top, pile in (("red 5, ...", ""), ("red 5", "...")):
        match = ka_blam(top, pile=pile, A="blue 9", B="green 1", C="ka-blam")
        assert legal(match, A) == {"draw"}
        with pytest.raises(parlour.IllegalMove):
            match.play(A, "pass")


def test_kb_15_you_may_not_pass_while_a_card_fits():
    match = nothing_left(
        A="orange 1, orange 3, orange 4, orange 5, orange 6", C=ALL_HELD["C"].replace("orange 1", "orange 2")
    )
    assert legal(match, A) == {"play orange 1"}


@pytest.mark.parametrize("length", ["short", "long"])
@pytest.mark.parametrize(("dealer", "starter"), [(A, B), (B, C), (C, A)])
def test_kb_15_if_everyone_passes_the_round_is_void_and_dealt_again_by_the_same_dealer(
    length: str, dealer: int, starter: int
):
    match = nothing_left(length=length, dealer=dealer, direction="right", points=[30, 20, 10])
    play(match, "A: pass", "B: pass")
    position = match.position()
    assert not match.over
    assert [len(held) for held in position["hands"]] == [5, 5, 5]
    assert position["dealer"] == dealer
    assert position["direction"] == "left"
    assert match.to_act == {starter}
    assert position["points"] == [30, 20, 10]
    assert "ka-blam" in position["pile"]
    assert match.view(None)["out"] == []
    assert whole_deck(match).total() == 19


def test_kb_15_one_pass_does_not_make_the_round_void():
    match = nothing_left()
    play(match, "A: pass")
    assert [hand(match, seat) for seat in (A, B, C)] == [set(cards(ALL_HELD[seat])) for seat in "ABC"]


def all_held(top: str, **hands: str) -> parlour.Match:
    """Four players of whom D is out and holds all that is nowhere else."""
    deck = little(["red", "orange", "yellow", "green"], [1, 2, 3, 4, 5, 6])
    named = {top, *cards(", ".join(hands.values()))}
    rest = [f"{colour} {number}" for colour in deck["words"]["colours"] for number in deck["words"]["numbers"]]
    out = ", ".join(["ka-blam", *(card for card in rest if card not in named)])
    return ka_blam(top, pile="", options={"deck": deck}, D=out, **hands)


def test_kb_15_only_passes_in_a_row_count():
    """A passes, B plays and C draws what B covered: the passes of A and B after that are the first two of three."""
    match = all_held("red 1", A="orange 2, orange 3", B="yellow 1, green 4", C="green 2, green 3")
    play(match, "A: pass", "B: play yellow 1", "C: draw", "A: pass", "B: pass")
    assert hand(match, A) == {"orange 2", "orange 3"}
    assert hand(match, C) == {"green 2", "green 3", "red 1"}
    assert legal(match, C) == {"play red 1"}


def test_kb_15_all_three_in_the_round_must_pass():
    match = all_held("red 1", A="orange 2, orange 3", B="yellow 2, yellow 3", C="green 2, green 3")
    play(match, "A: pass", "B: pass")
    assert hand(match, A) == {"orange 2", "orange 3"}
    play(match, "C: pass")
    assert match.view(None)["hand_sizes"] == [5, 5, 5, 5]


# Winning a round


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_kb_16_the_first_to_discard_all_their_cards_wins_the_round_at_once(players: int):
    others = {seat: f"green {n}" for n, seat in enumerate("BCDEF"[: players - 1], 1)}
    match = ka_blam("red 5", A="red 7", **others)
    play(match, "A: play red 7")
    assert match.over
    assert match.to_act == set()
    assert match.winners == {A}


def test_kb_16_with_a_card_left_the_round_goes_on():
    match = ka_blam("red 5", A="red 7, red 8", B="green 1")
    play(match, "A: play red 7")
    assert not match.over
    assert match.winners == set()


@pytest.mark.parametrize("last", ["red +2", "red miss", "red reverse", "wild as blue"])
def test_kb_16_the_effect_of_an_action_played_last_is_not_carried_out(last: str):
    match = ka_blam("red 5", A=last.split(" as ")[0], B="green 1", C="green 2", pile="ka-blam, ...")
    play(match, f"A: play {last}")
    assert match.winners == {A}
    assert hand(match, B) == {"green 1"}
    assert match.view(None)["out"] == []
    assert match.view(None)["direction"] == "left"


def test_kb_16_the_two_cards_of_a_last_pick_up_2_are_not_scored():
    match = ka_blam("red 5", length="long", A="red +2", B="green 1", pile="green 11, purple 11, ...")
    play(match, "A: play red +2")
    assert match.scores == [1, 0]


# The long game


@pytest.mark.parametrize(
    ("left", "points"),
    [
        ("green 1", 1),
        ("green 11", 11),
        ("green 4, green 5, purple 10", 19),
        ("green miss", 10),
        ("green +2", 10),
        ("green reverse", 10),
        ("wild", 10),
        ("wild, wild, purple reverse, purple 2", 32),
    ],
)
def test_kb_17_word_cards_score_their_number_and_actions_ten(left: str, points: int):
    match = ka_blam("red 5", length="long", A="red 7", B=left)
    play(match, "A: play red 7")
    assert match.scores == [points, 0]


def test_kb_17_the_cards_in_all_other_hands_count_and_the_winner_alone_scores():
    match = ka_blam("red 5", length="long", turn=B, A="green 1, blue 2", B="red 7", C="green 3", D="blue +2")
    play(match, "B: play red 7")
    assert match.scores == [0, 1 + 2 + 3 + 10, 0, 0]


def test_kb_17_an_exploded_hand_counts_and_the_exploding_card_adds_ten():
    match = ka_blam("red 5", length="long", A="red 7", B="green 3, blue 4, ka-blam", C="green 1")
    play(match, "A: play red 7")
    assert match.scores == [3 + 4 + 10 + 1, 0, 0]


def test_kb_17_who_wins_by_the_others_explosion_scores_too():
    match = ka_blam("red 5", length="long", A="red +2, blue 9", B="green 3", pile="green 4, ka-blam, ...")
    play(match, "A: play red +2")
    assert match.scores == [3 + 4 + 10, 0]


def test_kb_17_cards_in_the_winners_own_hand_do_not_count():
    match = ka_blam("red 5", length="long", turn=B, A="wild, wild, red 11", B="green 3", pile="ka-blam, ...")
    play(match, "B: draw")
    assert match.scores == [3 + 10, 0]


def test_kb_17_the_score_is_public():
    match = ka_blam("red 5", length="long", A="red 7", B="green 3", points=[20, 30])
    play(match, "A: play red 7")
    assert [view["points"] for view in views(match)] == [[23, 30]] * 3


def test_kb_18_points_add_up_over_rounds():
    match = ka_blam("red 5", length="long", A="red 7", B="green 3, wild", points=[20, 30])
    play(match, "A: play red 7")
    assert match.scores == [33, 30]
    assert not match.over


def test_kb_18_below_the_target_a_new_round_is_dealt():
    match = ka_blam("red 5", length="long", A="red 7", B="green 9", C="ka-blam", points=[80, 99, 0])
    play(match, "A: play red 7")
    assert match.scores == [99, 99, 0]
    assert not match.over
    assert match.winners == set()
    position = match.position()
    assert [len(held) for held in position["hands"]] == [5, 5, 5]
    assert len(position["discard"]) == 1
    assert whole_deck(match).total() == 89
    assert match.view(None)["out"] == []


@pytest.mark.parametrize("before", [91, 95])
def test_kb_18_the_first_to_reach_100_points_wins(before: int):
    match = ka_blam("red 5", length="long", A="red 7", B="green 9", points=[before, 99])
    play(match, "A: play red 7")
    assert match.over
    assert match.winners == {A}
    assert match.scores == [before + 9, 99]


@pytest.mark.parametrize("target", [50, 200, 500])
def test_kb_18_the_target_can_be_set(target: int):
    for short_by, over in ((1, False), (0, True)):
        match = ka_blam(
            "red 5",
            length="long",
            options={"target": target},
            A="red 7",
            B="green 9",
            points=[target - 9 - short_by, 0],
        )
        play(match, "A: play red 7")
        assert match.over is over
        assert match.scores == [target - short_by, 0]


@pytest.mark.parametrize("target", [49, 501, 0, -1, "many"])
def test_kb_18_the_target_is_50_to_500(target: object):
    with pytest.raises(parlour.BadOption, match="50 to 500"):
        parlour.new("ka-blam", target=target)


def test_kb_18_the_target_is_100_unless_set_whatever_the_number_of_players():
    for players in PLAYER_COUNTS:
        assert parlour.new("ka-blam", players=players, seed=0).view(None)["target"] == 100


def test_kb_18_the_set_up_suggests_more_points_for_more_players():
    target = next(option for option in parlour.find("ka-blam").options if option.name == "target")
    assert "200 suits four" in target.help
    assert "300 five or six" in target.help


def test_kb_18_a_long_game_is_played_to_the_end():
    match = parlour.new("ka-blam", players=3, seed=11)
    assert match.view(None)["length"] == "long"
    rounds = 1
    dealer = match.view(None)["dealer"]
    while not match.over:
        assert max(match.scores) < 100
        seat = min(match.to_act)
        match.play(seat, match.legal(seat)[0])
        rounds += match.view(None)["dealer"] != dealer
        dealer = match.view(None)["dealer"]
    (winner,) = match.winners
    assert rounds > 1
    assert match.scores[winner] >= 100
    assert sorted(match.scores)[-2] < 100


# The short game


def test_kb_19_one_round_decides_and_nothing_is_scored():
    match = ka_blam("red 5", length="short", A="red 7", B="green 3, wild", C="green 4")
    play(match, "A: play red 7")
    assert match.winners == {A}
    assert match.view(None)["points"] == [0, 0, 0]
    assert match.scores == [1, 0, 0]  # a win, and no points


def test_kb_19_with_two_players_the_one_who_did_not_explode_wins():
    for turn, winner in ((A, B), (B, A)):
        match = ka_blam("red 5", length="short", turn=turn, A="green 7", B="green 3", pile="ka-blam, ...")
        match.play(turn, "draw")
        assert match.winners == {winner}


def test_kb_19_with_three_players_an_explosion_does_not_end_it():
    match = ka_blam("red 5", length="short", A="green 7", B="red 3", C="green 2", pile="ka-blam, ...")
    play(match, "A: draw")
    assert not match.over
    play(match, "B: play red 3")
    assert match.winners == {B}


def test_kb_19_the_long_game_is_the_one_played_unless_the_short_is_asked_for():
    assert parlour.new("ka-blam", seed=0).view(None)["length"] == "long"
    assert parlour.new("ka-blam", seed=0, length="short").view(None)["length"] == "short"
    with pytest.raises(parlour.BadOption, match="length"):
        parlour.new("ka-blam", length="medium")


# Reading


def test_kb_20_every_word_card_has_its_word_printed_on_it():
    printed = ka_blam("red 5", A="green 2, blue 2, wild", B="red 1").game.printed()
    assert set(printed) == set(WORD_CARDS)
    assert (printed["red 5"], printed["green 2"], printed["blue 2"]) == ("cat", "fog", "hut")


def test_kb_20_everyone_sees_the_card_just_played_and_so_its_word():
    match = ka_blam("red 5", A="green 5, green 2, blue 2", B="red 1", C="red 2")
    play(match, "A: play green 5")
    assert [match.game.printed()[view["top"]] for view in views(match)] == ["cot"] * 4


def test_kb_20_the_log_reads_out_the_word_played():
    match = ka_blam("red 5", A="green 5, green 2, blue 2", B="red 1")
    before = match.copy()
    play(match, "A: play green 5")
    assert "cot" in match.tell(before, Telling(["Ann", "Ben"]))


def test_kb_20_reading_is_no_move_and_not_in_the_record():
    match = ka_blam("red 5", A="green 5, green 2, blue 2", B="green 1, red 1")
    play(match, "A: play green 5")
    assert match.to_act == {B}  # at once: the game does not wait for a reader
    assert not any("read" in name or "confirm" in name for name in match.game.move_names)
    before = match.record()
    for seat in (A, B, None):
        match.view(seat)
    assert match.record() == before
    assert [(seat, str(move)) for seat, move in match.moves] == [(A, "play green 5")]
    assert len(before["moves"]) == 1
    assert parlour.replay(before).position() == match.position()
