"""GO FOX!: GF-1 to GF-9."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

import parlour
from parlour.engine.game import Telling

from .tables import SEATS, WORD_CARDS, A, B, C, D, cards, go_fox, hand, legal, play, views

PLAYER_COUNTS = range(2, 7)
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Flo"]


def seen_by_others(match: parlour.Match, asker: int) -> dict[str, Any]:
    """All that anyone but the asker is shown."""
    others = [seat for seat in (*range(match.game.players), None) if seat != asker]
    return {
        "views": [match.view(seat) for seat in others],
        "to_act": match.to_act,
        "choices": [match.choices(seat) for seat in others if seat is not None],
        "over": match.over,
        "scores": match.scores,
    }


def told(match: parlour.Match, move: str, to: int | None) -> str:
    """Make a move; what the log says of it."""
    before = match.copy()
    play(match, move)
    return match.tell(before, Telling(NAMES[: match.game.players], to))


# The deal


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gf_1_five_cards_each_and_the_rest_is_the_pile(players: int):
    table = parlour.new("go-fox", players=players, seed=players).position()
    assert [len(held) for held in table["hands"]] == [5] * players
    assert len(table["pile"]) == 66 - 5 * players
    assert sorted(chain(*table["hands"], table["pile"])) == sorted(WORD_CARDS)


@pytest.mark.parametrize("players", [0, 1, 7])
def test_gf_1_two_to_six_can_play(players: int):
    with pytest.raises(parlour.BadOption, match="2 to 6"):
        parlour.new("go-fox", players=players)


def test_gf_1_the_cards_are_shuffled():
    tables = [parlour.new("go-fox", players=3, seed=seed).position() for seed in range(1000)]
    for seat in (A, B, C):
        held = Counter(card for table in tables for card in table["hands"][seat])
        assert all(40 < held[card] < 120 for card in WORD_CARDS), held  # 1000 * 5 / 66 is 76
    assert {table["pile"][0] for table in tables} == set(WORD_CARDS)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gf_1_the_starter_plays_first_and_play_goes_left(players: int):
    match = parlour.new("go-fox", players=players, seed=9, starter=1)
    for turn in range(1, players + 3):
        seat = turn % players
        assert match.to_act == {seat}
        match.play(seat, match.legal(seat)[0])
        if match.to_act == {seat}:  # a "no"
            match.play(seat, "draw")


# Asking


def test_gf_2_you_ask_for_a_number_you_hold():
    match = go_fox(A="red 7, blue 3, green 3, red 11", B="green 7, red 4")
    assert legal(match, A) == {"ask for 3", "ask for 7", "ask for 11"}
    for number in (1, 4):
        with pytest.raises(parlour.IllegalMove, match="number you hold"):
            match.play(A, f"ask for {number}")


def test_gf_2_on_your_turn_you_must_ask():
    match = go_fox(A="red 7, blue 7", B="green 7")
    for move in ("draw", "pass", "lay pair 7"):
        with pytest.raises(parlour.IllegalMove):
            match.play(A, move)


@pytest.mark.parametrize("players", range(3, 7))
def test_gf_2_only_the_next_player_is_asked(players: int):
    others = {seat: f"green {n}" for n, seat in enumerate("BCDEF"[: players - 1], 2)}
    others["C"] += ", purple 7"
    match = go_fox(A="red 7", **others)
    play(match, "A: ask for 7")
    assert "purple 7" in hand(match, C)
    assert match.scores == [0] * players
    assert match.view(None)["stage"] == "lay"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gf_2_the_last_player_asks_the_first(players: int):
    middle = {seat: f"green {n}" for n, seat in enumerate(SEATS[1 : players - 1], 2)}
    match = go_fox(turn=players - 1, A="red 7, red 1", **middle, **{SEATS[players - 1]: "blue 7, red 10"})
    match.play(players - 1, "ask for 7")
    assert hand(match, A) == {"red 1"}
    assert match.to_act == {A}


def test_gf_2_only_the_player_whose_turn_it_is_can_ask():
    match = go_fox(A="red 7", B="green 7", C="blue 7")
    for seat in (B, C):
        assert legal(match, seat) == set()
        with pytest.raises(parlour.IllegalMove):
            match.play(seat, "ask for 7")


# Yes


def test_gf_3_who_holds_the_number_must_give_a_card_which_makes_a_pair():
    match = go_fox(A="red 7, blue 3", B="green 7, red 4", C="purple 7", pile="blue 9, blue 8, ...")
    play(match, "A: ask for 7")
    for view in views(match):
        assert [set(pair) for pair in view["pairs"][A]] == [{"red 7", "green 7"}]
        assert view["pairs"][1:] == [[], []]
    assert match.scores == [1, 0, 0]
    assert hand(match, B) == {"red 4"}


def test_gf_3_then_you_draw_one_card_and_your_turn_ends():
    match = go_fox(A="red 7, blue 3", B="green 7, red 4", C="purple 7", pile="blue 9, blue 8, ...")
    play(match, "A: ask for 7")
    assert hand(match, A) == {"blue 3", "blue 9"}
    assert match.position()["pile"][0] == "blue 8"
    assert match.to_act == {B}
    assert match.view(None)["stage"] == "ask"


def test_gf_3_one_card_is_given_and_one_of_yours_goes_with_it():
    match = go_fox(A="red 7, orange 7", B="green 7, blue 7, purple 7", pile="blue 9, ...")
    play(match, "A: ask for 7")
    assert len(hand(match, B)) == 2
    assert len(hand(match, A)) == 2
    ((pair,), _) = match.view(None)["pairs"]
    assert len(set(pair) & {"red 7", "orange 7"}) == 1
    assert len(set(pair) & {"green 7", "blue 7", "purple 7"}) == 1


def test_gf_3_which_of_several_is_given_is_chosen_at_random():
    held = {"orange 7", "green 7", "blue 7", "purple 7"}
    given = Counter()
    for chance in range(400):
        match = go_fox(A="red 7, blue 3", B=", ".join(held), chance=chance * 7919)
        play(match, "A: ask for 7")
        given.update(held - hand(match, B))
    assert set(given) == held
    assert all(60 < count < 140 for count in given.values()), given


def test_gf_3_both_cards_can_be_read_by_all():
    match = go_fox(A="blue 2, red 3", B="green 2, red 4", C="purple 7")
    play(match, "A: ask for 2")
    for view in views(match):
        assert view["pairs"][0] == [["blue 2", "green 2"]]
    assert (match.game.printed()["blue 2"], match.game.printed()["green 2"]) == ("hut", "fog")


# No


def test_gf_4_after_a_no_you_draw_one_card_and_your_turn_ends():
    match = go_fox(A="red 7, blue 3", B="green 6, red 4", C="purple 7", pile="blue 9, blue 8, ...")
    play(match, "A: ask for 7")
    assert hand(match, A) == {"red 7", "blue 3"}
    assert legal(match, A) == {"draw"}
    play(match, "A: draw")
    assert hand(match, A) == {"red 7", "blue 3", "blue 9"}
    assert match.position()["pile"][0] == "blue 8"
    assert match.to_act == {B}
    assert match.scores == [0, 0, 0]
    assert hand(match, B) == {"green 6", "red 4"}


def test_gf_4_after_a_no_you_do_not_ask_again():
    match = go_fox(A="red 7, blue 3", B="green 6, red 3")
    play(match, "A: ask for 7")
    with pytest.raises(parlour.IllegalMove, match="asked already"):
        match.play(A, "ask for 3")


def test_gf_4_they_say_go_fox():
    for to in (A, B, C, None):
        match = go_fox(A="red 7, blue 3", B="green 6, red 4", C="purple 7")
        assert "GO FOX!" in told(match, "A: ask for 7", to)
        match = go_fox(A="red 7, blue 3", B="green 7, red 4", C="purple 7")
        assert "GO FOX!" not in told(match, "A: ask for 7", to)


# A pair from the hand


def test_gf_5_after_a_no_you_may_lay_a_pair_you_held():
    match = go_fox(A="red 7, blue 3, green 3", B="green 6, red 4", C="purple 3", pile="blue 9, blue 8, ...")
    play(match, "A: ask for 7")
    assert legal(match, A) == {"lay pair 3", "draw"}
    play(match, "A: lay pair 3")
    assert [set(pair) for pair in match.view(B)["pairs"][A]] == [{"blue 3", "green 3"}]
    assert match.scores == [1, 0, 0]
    assert hand(match, A) == {"red 7", "blue 9"}
    assert match.position()["pile"][0] == "blue 8"
    assert match.to_act == {B}


def test_gf_5_the_number_asked_for_is_as_good_as_any():
    match = go_fox(A="red 7, blue 7, blue 3", B="green 6, red 4")
    play(match, "A: ask for 7")
    assert legal(match, A) == {"lay pair 7", "draw"}


def test_gf_5_you_may_keep_the_pair():
    match = go_fox(A="red 7, blue 3, green 3", B="green 6, red 4", pile="blue 9, ...")
    play(match, "A: ask for 7", "A: draw")
    assert hand(match, A) == {"red 7", "blue 3", "green 3", "blue 9"}
    assert match.scores == [0, 0]


def test_gf_5_at_most_one_pair_a_turn():
    match = go_fox(A="red 7, blue 3, green 3, blue 4, green 4", B="green 6", C="red 1")
    play(match, "A: ask for 7")
    assert legal(match, A) == {"lay pair 3", "lay pair 4", "draw"}
    play(match, "A: lay pair 3")
    assert match.to_act == {B}
    assert match.scores == [1, 0, 0]
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "lay pair 4")


def test_gf_5_of_four_alike_two_are_laid():
    match = go_fox(A="red 3, orange 3, yellow 3, green 3", B="green 6", pile="blue 9, ...")
    play(match, "A: ask for 3", "A: lay pair 3")
    assert match.scores == [1, 0]
    assert len(hand(match, A)) == 3


def test_gf_5_a_single_card_is_no_pair():
    match = go_fox(A="red 7, blue 3", B="green 6")
    play(match, "A: ask for 7")
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "lay pair 3")


def test_gf_5_a_pair_is_not_laid_before_asking():
    match = go_fox(A="red 7, blue 3, green 3", B="green 7")
    with pytest.raises(parlour.IllegalMove, match="ask first"):
        match.play(A, "lay pair 3")


def test_gf_5_after_a_yes_the_pair_just_made_is_the_one_for_the_turn():
    match = go_fox(A="red 7, blue 3, green 3", B="green 7, red 1", C="red 2")
    play(match, "A: ask for 7")
    assert match.to_act == {B}
    assert match.scores == [1, 0, 0]
    assert {"blue 3", "green 3"} < hand(match, A)


def test_gf_5_whether_someone_could_lay_a_pair_is_not_shown_to_others():
    pair = go_fox(A="red 7, blue 3, green 3", B="green 6, red 4", C="purple 2")
    no_pair = go_fox(A="red 7, blue 3, green 4", B="green 6, red 4", C="purple 2")
    assert seen_by_others(pair, A) == seen_by_others(no_pair, A)
    for to in (B, C, None):
        assert told(pair.copy(), "A: ask for 7", to) == told(no_pair.copy(), "A: ask for 7", to)
    for match in (pair, no_pair):
        play(match, "A: ask for 7")
    assert pair.to_act == no_pair.to_act == {A}
    assert seen_by_others(pair, A) == seen_by_others(no_pair, A)
    for to in (B, C, None):
        assert told(pair.copy(), "A: draw", to) == told(no_pair.copy(), "A: draw", to)
    for match in (pair, no_pair):
        play(match, "A: draw")
    assert seen_by_others(pair, A) == seen_by_others(no_pair, A)


# Drawing


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gf_6_one_draw_a_turn_whatever_happened(players: int):
    match = parlour.new("go-fox", players=players, seed=4)
    kinds = Counter()
    turns = 0
    while not match.over:
        (seat,) = match.to_act
        pile = match.view(None)["pile"]
        if legal(match, seat) == {"draw"}:
            kind = "empty hand"
            match.play(seat, "draw")
        else:
            match.play(seat, match.legal(seat)[0])
            kind = "yes"
            if match.view(None)["stage"] == "lay" and match.to_act == {seat}:
                kind = str(match.legal(seat)[0]).partition(" ")[0]
                match.play(seat, match.legal(seat)[0])
        kinds[kind] += 1
        turns += 1
        assert match.view(None)["pile"] == pile - 1
        assert match.over or match.to_act == {(seat + 1) % players}
    assert turns == 66 - 5 * players
    assert kinds["yes"] and kinds["draw"] and kinds["lay"]


def test_gf_6_a_pair_made_by_the_card_drawn_waits_for_a_later_turn():
    match = go_fox(A="red 7, blue 3", B="green 6, red 4", pile="green 3, purple 4, ...")
    play(match, "A: ask for 7", "A: draw")
    assert match.to_act == {B}
    assert legal(match, A) == set()
    assert match.scores == [0, 0]
    play(match, "B: ask for 6", "B: draw", "A: ask for 7")
    assert legal(match, A) == {"lay pair 3", "draw"}


def test_gf_6_after_a_yes_the_card_drawn_makes_no_second_pair():
    match = go_fox(A="red 7, blue 3", B="green 7, red 4", pile="green 3, ...")
    play(match, "A: ask for 7")
    assert hand(match, A) == {"blue 3", "green 3"}
    assert match.scores == [1, 0]
    assert match.to_act == {B}


# Empty hands


def test_gf_7_with_an_empty_hand_you_draw_one_card_and_the_turn_ends():
    match = go_fox(A="", B="green 7", C="red 7", pile="blue 9, blue 8, ...")
    assert legal(match, A) == {"draw"}
    play(match, "A: draw")
    assert hand(match, A) == {"blue 9"}
    assert match.position()["pile"][0] == "blue 8"
    assert match.to_act == {B}


@pytest.mark.parametrize("number", [1, 7])
def test_gf_7_with_an_empty_hand_you_cannot_ask(number: int):
    match = go_fox(A="", B="green 7")
    with pytest.raises(parlour.IllegalMove):
        match.play(A, f"ask for {number}")


def test_gf_7_asking_a_player_with_an_empty_hand_is_a_no():
    match = go_fox(A="red 7, blue 3, green 3", B="", C="green 7")
    assert "GO FOX!" in told(match, "A: ask for 7", None)
    assert legal(match, A) == {"lay pair 3", "draw"}
    assert "green 7" in hand(match, C)


def test_gf_7_who_gives_the_last_card_goes_on_with_an_empty_hand():
    match = go_fox(A="red 7, red 1", B="green 7", C="red 2")
    play(match, "A: ask for 7")
    assert match.to_act == {B}
    assert legal(match, B) == {"draw"}


# The end


def near_the_end(pile: str, pairs: dict[str, str] | None = None, **rest: Any) -> parlour.Match:
    """A table with just this pile: C holds all cards that are nowhere else."""
    held = cards(", ".join([pile, rest["A"], rest["B"], *(pairs or {}).values()]).replace("+", ","))
    return go_fox(pile=pile, pairs=pairs, C=", ".join(card for card in WORD_CARDS if card not in held), **rest)


EVEN = {"even_turns": True}


def test_gf_8_the_game_ends_as_soon_as_the_pile_is_empty_after_a_yes():
    match = near_the_end("blue 9", A="red 7, blue 3", B="green 7, red 4")
    play(match, "A: ask for 7")
    assert match.over
    assert match.to_act == set()
    assert hand(match, A) == {"blue 3", "blue 9"}
    assert match.winners == {A}


@pytest.mark.parametrize("move", ["draw", "lay pair 3"])
def test_gf_8_the_game_ends_as_soon_as_the_pile_is_empty_after_a_no(move: str):
    match = near_the_end("blue 9", A="red 7, blue 3, green 3", B="green 6, red 4")
    play(match, "A: ask for 7")
    assert not match.over
    play(match, f"A: {move}")
    assert match.over
    assert match.winners == ({A, B, C} if move == "draw" else {A})


def test_gf_8_the_game_ends_when_an_empty_hand_takes_the_last_card():
    match = near_the_end("blue 9", A="", B="green 6")
    play(match, "A: draw")
    assert match.over


def test_gf_8_with_a_card_left_the_game_goes_on():
    match = near_the_end("blue 9, blue 8", A="red 7, blue 3", B="green 3, red 4")
    play(match, "A: ask for 3")
    assert match.to_act == {B}
    assert not match.over
    assert match.winners == set()


@pytest.mark.parametrize(
    ("pairs", "scores", "winners"),
    [
        ({"A": "red 1 + blue 1", "B": "red 2 + blue 2, red 5 + blue 5"}, [1, 2, 0], {B}),
        ({"B": "red 1 + blue 1", "C": "red 2 + blue 2, red 5 + blue 5"}, [0, 1, 2], {C}),
        ({"A": "red 1 + blue 1", "B": "red 2 + blue 2"}, [1, 1, 0], {A, B}),
        ({"A": "red 1 + blue 1", "B": "red 2 + blue 2", "C": "red 5 + blue 5"}, [1, 1, 1], {A, B, C}),
        ({}, [0, 0, 0], {A, B, C}),
    ],
)
def test_gf_8_most_pairs_wins_and_equal_is_shared(pairs: dict[str, str], scores: list[int], winners: set[int]):
    match = near_the_end("blue 9", pairs, A="red 7, blue 3", B="green 6")
    assert match.winners == set()
    play(match, "A: ask for 7", "A: draw")
    assert match.scores == scores
    assert match.winners == winners


def test_gf_8_even_turns_is_off_by_default():
    assert parlour.new("go-fox", seed=0).view(None)["even_turns"] is False
    assert parlour.new("go-fox", seed=0, even_turns=True).view(None)["even_turns"] is True


@pytest.mark.parametrize(("starter", "more"), [(A, [B, C]), (C, [B]), (B, [])])
def test_gf_8_with_even_turns_all_have_as_many_turns(starter: int, more: list[int]):
    match = near_the_end("blue 9", A="red 7, blue 3", B="green 6, red 4", options=EVEN, starter=starter)
    play(match, "A: ask for 7", "A: draw")
    for seat in more:
        assert match.to_act == {seat}
        assert not match.over
        match.play(seat, match.legal(seat)[0])
        if match.to_act == {seat}:
            match.play(seat, "pass")
    assert match.over


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_gf_8_with_even_turns_a_whole_game_has_as_many_turns_for_all(players: int):
    match = parlour.new("go-fox", players=players, seed=2, even_turns=True, starter=1)
    turns = Counter()
    while not match.over:
        (seat,) = match.to_act
        turns[seat] += 1
        while match.to_act == {seat}:
            match.play(seat, match.legal(seat)[-1])
    assert len(set(turns.values())) == 1
    assert turns.total() >= 66 - 5 * players


def test_gf_8_with_even_turns_there_are_no_draws_after_the_pile():
    match = near_the_end("blue 9", A="red 7, blue 3", B="green 6, red 4, blue 4", options=EVEN)
    play(match, "A: ask for 7", "A: draw", "B: ask for 6")
    assert match.scores == [0, 1, 0]
    assert hand(match, B) == {"red 4", "blue 4"}
    assert match.to_act == {C}


def test_gf_8_with_even_turns_a_pair_can_be_laid_without_a_draw():
    match = near_the_end("blue 9", A="red 7, blue 3", B="", options=EVEN, turn=C, starter=C)
    play(match, "C: ask for 7")  # A gives red 7, C takes the last card
    assert match.to_act == {A}
    play(match, "A: ask for 3")
    assert legal(match, A) == {"pass"}
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "draw")
    match = near_the_end("blue 9", A="red 7, blue 3, green 3", B="", options=EVEN, turn=C, starter=C)
    play(match, "C: ask for 7", "A: ask for 3")
    assert legal(match, A) == {"lay pair 3", "pass"}
    play(match, "A: lay pair 3")
    assert match.scores == [1, 0, 1]
    assert hand(match, A) == set()
    assert match.to_act == {B}


def test_gf_8_with_even_turns_and_an_empty_hand_the_turn_passes():
    match = near_the_end("blue 9", A="red 7, blue 3", B="", options=EVEN)
    play(match, "A: ask for 7", "A: draw")
    assert legal(match, B) == {"pass"}
    play(match, "B: pass")
    assert match.to_act == {C}


def test_gf_8_with_even_turns_who_holds_cards_must_ask():
    match = near_the_end("blue 9", A="red 7, blue 3", B="green 6", options=EVEN)
    play(match, "A: ask for 7", "A: draw")
    assert legal(match, B) == {"ask for 6"}


def test_gf_8_nobody_passes_while_the_pile_lasts():
    for options in (EVEN, {}):
        match = go_fox(A="red 7", B="green 6", options=options)
        play(match, "A: ask for 7")
        with pytest.raises(parlour.IllegalMove):
            match.play(A, "pass")


# What everyone heard


@pytest.mark.parametrize("to", [C, D, None])
def test_gf_9_the_log_tells_everyone_who_asked_whom_for_what_and_the_answer(to: int | None):
    match = go_fox(turn=B, A="red 1", B="red 7, blue 3", C="green 6, blue 9", D="red 10")
    log = told(match, "B: ask for 7", to)
    asked = "you" if to == C else "Cat"
    assert f"Ben asks {asked} for a 7." in log
    assert "GO FOX!" in log

    match = go_fox(turn=B, A="red 1", B="blue 2, blue 3", C="green 2, blue 9", D="red 10")
    log = told(match, "B: ask for 2", to)
    assert f"Ben asks {asked} for a 2." in log
    assert "green 2 (fog)" in log
    assert "blue 2 (hut)" in log


def test_gf_9_after_a_no_everyone_sees_what_was_asked():
    match = go_fox(A="red 7, blue 3", B="green 6", C="red 1")
    play(match, "A: ask for 7")
    assert [view["asked"] for view in views(match)] == [7] * 4


def test_gf_9_the_card_drawn_is_told_to_the_one_who_drew_it_alone():
    for to, shown in ((A, True), (B, False), (C, False), (None, False)):
        match = go_fox(A="red 7, blue 3", B="green 6", C="red 1", pile="purple 9, ...")
        play(match, "A: ask for 7")
        assert ("purple 9" in told(match, "A: draw", to)) is shown


def test_gf_9_the_record_keeps_every_question():
    match = go_fox(A="red 7, blue 3", B="green 6", C="red 1")
    play(match, "A: ask for 7", "A: draw", "B: ask for 6")
    expected = [(A, "ask for 7"), (A, "draw"), (B, "ask for 6")]
    assert [(seat, str(move)) for seat, move in match.moves] == expected
    assert [(seat, str(move)) for seat, move in parlour.replay(match.record()).moves] == expected


def test_gf_9_who_just_had_none_can_hold_one_only_if_it_was_drawn_since():
    """Of B's six cards the last may be a 7, and five of the 64 cards that A does not see are."""
    match = go_fox(A="red 7, red 4", B="blue 1, blue 2, blue 3, blue 5, blue 6, blue 8", known=[{}, {"7": [0, 1]}])
    redeals = [match.redealt(A, seed).position()["hands"][B] for seed in range(2000)]
    share = sum(any(card.endswith(" 7") for card in held) for held in redeals) / len(redeals)
    assert share == pytest.approx(5 / 64, abs=0.024)  # four standard errors
