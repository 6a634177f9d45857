"""READ AND GRAB: RG-1 to RG-6."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.engine.game import Telling

from .tables import COLOURS, SEATS, WORD_CARDS, A, B, C, D, cards, choices, legal, names_in, play, read_and_grab, views

PLAYER_COUNTS = range(2, 7)
OFFERED = {"grabs": "offered"}


def front(match: parlour.Match, seat: int) -> set[str]:
    return set(match.position()["front"][seat])


def six(number: int, *, but: str = "") -> str:
    """`six(7, but="red")`: the sevens, without the red one."""
    return ", ".join(f"{colour} {number}" for colour in COLOURS if colour != but)


def last_card(card: str, **fronts: str) -> parlour.Match:
    """A table with one card in the middle. What is in front of nobody is split so that nobody completes a set of it:
    C has the red ones and D the others.
    """
    placed = {card, *cards(", ".join(fronts.values()))}
    rest = [name for name in WORD_CARDS if name not in placed]
    red = ", ".join(name for name in rest if name.startswith("red"))
    others = ", ".join(name for name in rest if not name.startswith("red"))
    return read_and_grab(middle=card, A=fronts["A"], B=fronts["B"], C=red, D=others)


# The middle


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_rg_1_all_66_cards_lie_in_the_middle(players: int):
    match = parlour.new("read-and-grab", players=players, seed=1)
    assert sorted(match.position()["middle"]) == sorted(WORD_CARDS)
    assert match.position()["front"] == [[]] * players


def test_rg_1_they_lie_face_down():
    match = parlour.new("read-and-grab", players=3, seed=1)
    for view in views(match):
        assert view["middle"] == 66
        assert not set(names_in(view)) & set(WORD_CARDS)


def test_rg_1_they_are_shuffled():
    firsts, lasts = Counter(), Counter()
    for seed in range(1000):
        middle = parlour.new("read-and-grab", seed=seed).position()["middle"]
        firsts[middle[0]] += 1
        lasts[middle[-1]] += 1
    assert set(firsts) == set(lasts) == set(WORD_CARDS)
    assert max(firsts.values()) < 40
    assert max(lasts.values()) < 40


@pytest.mark.parametrize("players", [0, 1, 7])
def test_rg_1_two_to_six_can_play(players: int):
    with pytest.raises(parlour.BadOption, match="2 to 6"):
        parlour.new("read-and-grab", players=players)


# Turning over


def test_rg_2_you_turn_over_one_card_and_put_it_in_front_of_you():
    match = read_and_grab(A="red 7, green 2", B="", middle="blue 2, red 9, ...")
    assert legal(match, A) == {"turn over"}
    play(match, "A: turn over")
    assert front(match, A) == {"red 7", "green 2", "blue 2"}
    assert match.position()["middle"][0] == "red 9"
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "turn over")


def test_rg_2_it_lies_face_up_with_its_word_for_all():
    match = read_and_grab(A="red 7", B="", C="", middle="blue 2, ...")
    play(match, "A: turn over")
    for view in views(match):
        assert view["turned"] == "blue 2"
        assert "blue 2" in view["front"][A]
        assert view["middle"] == 64
    assert match.game.printed()["blue 2"] == "hut"


def test_rg_2_it_lies_with_yours_of_the_same_number():
    match = read_and_grab(A="red 2, red 7, green 9", B="", middle="blue 2, ...")
    play(match, "A: turn over")
    numbers = [card.split()[1] for card in match.view(B)["front"][A]]
    assert sorted(numbers) == ["2", "2", "7", "9"]
    assert abs(numbers.index("2") - (len(numbers) - 1 - numbers[::-1].index("2"))) == 1


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_rg_2_players_take_turns_to_the_left(players: int):
    match = parlour.new("read-and-grab", players=players, seed=3, starter=1)
    for turn in range(1, players + 3):
        assert match.to_act == {turn % players}
        match.play(turn % players, "turn over")
        assert match.to_act == {turn % players}
        match.play(turn % players, "finish")


def test_rg_2_only_the_player_whose_turn_it_is_turns_over():
    match = read_and_grab(A="", B="", C="")
    for seat in (B, C):
        assert legal(match, seat) == set()
        with pytest.raises(parlour.IllegalMove):
            match.play(seat, "turn over")


# Grabbing


@pytest.mark.parametrize("theirs", ["red 7", "red 7, orange 7", "red 7, orange 7, yellow 7, green 7"])
def test_rg_3_an_incomplete_set_of_that_number_can_be_grabbed_all_of_it(theirs: str):
    match = read_and_grab(A="purple 3", B=f"{theirs}, red 1", C="red 2", middle="blue 7, ...")
    play(match, "A: turn over")
    assert legal(match, A) == {"grab 7s from seat 1", "finish"}
    play(match, "A: grab 7s from seat 1")
    assert front(match, A) == {"purple 3", "blue 7", *cards(theirs)}
    assert front(match, B) == {"red 1"}
    assert match.to_act == {B}
    assert match.view(None)["stage"] == "turn"


def test_rg_3_a_set_of_another_number_cannot_be_grabbed():
    match = read_and_grab(A="red 9", B="red 8, red 1, red 11", middle="blue 7, ...")
    play(match, "A: turn over")
    assert legal(match, A) == {"finish"}
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "grab 8s from seat 1")


def test_rg_3_your_own_set_cannot_be_grabbed():
    match = read_and_grab(A="red 7", B="red 8", middle="blue 7, ...")
    play(match, "A: turn over")
    assert legal(match, A) == {"finish"}
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "grab 7s from seat 0")


@pytest.mark.parametrize(("chosen", "other"), [(B, D), (D, B)])
def test_rg_3_if_several_have_one_you_choose_one(chosen: int, other: int):
    match = read_and_grab(A="", B="red 7, green 7", C="red 1", D="orange 7, purple 7", middle="blue 7, ...")
    play(match, "A: turn over")
    assert legal(match, A) == {"grab 7s from seat 1", "grab 7s from seat 3", "finish"}
    kept, gone = front(match, other), front(match, chosen)
    match.play(A, f"grab 7s from seat {chosen}")
    assert front(match, A) == {"blue 7"} | gone
    assert front(match, chosen) == set()
    assert front(match, other) == kept
    assert match.to_act == {B}  # and only one


def test_rg_3_with_six_players_all_five_others_can_be_grabbed_from():
    others = {seat: f"{colour} 7" for seat, colour in zip("BCDEF", COLOURS, strict=False)}
    match = read_and_grab(A="", **others, middle="purple 7, ...")
    play(match, "A: turn over")
    assert legal(match, A) == {"finish", *(f"grab 7s from seat {seat}" for seat in range(1, 6))}


def test_rg_3_you_may_decline():
    match = read_and_grab(A="", B="red 7", middle="blue 7, ...")
    play(match, "A: turn over", "A: finish")
    assert front(match, A) == {"blue 7"}
    assert front(match, B) == {"red 7"}
    assert match.to_act == {B}


def test_rg_3_you_turn_over_a_card_before_you_grab():
    match = read_and_grab(A="blue 7", B="red 7", middle="blue 9, ...")
    for move in ("grab 7s from seat 1", "finish"):
        with pytest.raises(parlour.IllegalMove, match="turn over a card first"):
            match.play(A, move)


# Calling grabs


def test_rg_3a_call_it_yourself_is_the_default():
    assert parlour.new("read-and-grab", seed=0).view(None)["grabs"] == "call"
    assert parlour.new("read-and-grab", seed=0, grabs="offered").view(None)["grabs"] == "offered"
    with pytest.raises(parlour.BadOption, match="grabs"):
        parlour.new("read-and-grab", grabs="shouted")


def test_rg_3a_you_may_claim_any_set_on_the_table():
    match = read_and_grab(A="", B="red 7, red 8", C="green 1, green 8", middle="blue 7, ...")
    play(match, "A: turn over")
    claims = {"grab 7s from seat 1", "grab 8s from seat 1", "grab 1s from seat 2", "grab 8s from seat 2"}
    assert choices(match, A) == claims | {"finish"}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_rg_3a_what_you_are_offered_does_not_give_the_answer_away(players: int):
    others = {seat: f"red {n}, green {n}, yellow {n + 1}" for n, seat in enumerate(SEATS[1:players], 2)}
    offers = set()
    grabs = set()
    for turned in (f"blue {number}" for number in range(1, 12)):
        match = read_and_grab(A="", **others, middle=f"{turned}, ...")
        play(match, "A: turn over")
        offers.add(tuple(map(str, match.choices(A))))
        grabs.add(len(match.legal(A)) > 1)
        assert match.to_act == {A}
    assert grabs == {False, True}
    assert len(offers) == 1


def test_rg_3a_the_view_does_not_give_the_answer_away():
    keys = set()
    for turned in ("blue 7", "blue 9"):
        match = read_and_grab(A="", B="red 7", middle=f"{turned}, ...")
        play(match, "A: turn over")
        view = match.view(A)
        keys.add(str(view).replace(turned, "the card"))
    assert len(keys) == 1


@pytest.mark.parametrize(
    "claim", ["grab 8s from seat 1", "grab 7s from seat 2", "grab 1s from seat 2", "grab 5s from seat 1"]
)
def test_rg_3a_a_wrong_claim_is_told_so_costs_nothing_and_is_no_move(claim: str):
    match = read_and_grab(A="blue 1", B="red 7, red 8", C="green 1", middle="blue 7, ...")
    play(match, "A: turn over")
    before = match.position(), match.record(), match.legal(A), match.choices(A)
    with pytest.raises(parlour.IllegalMove, match=r"7"):
        match.play(A, claim)
    assert (match.position(), match.record(), match.legal(A), match.choices(A)) == before
    assert len(match.moves) == 1
    play(match, "A: grab 7s from seat 1")  # and you may go on claiming
    assert match.to_act == {B}


def test_rg_3a_being_told_of_a_wrong_claim_does_not_give_the_answer_away():
    match = read_and_grab(A="", B="red 7, red 8", C="green 1", middle="blue 7, ...")
    play(match, "A: turn over")
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(A, "grab 8s from seat 1")
    for claim in choices(match, A):
        assert claim in str(caught.value)


def test_rg_3a_a_right_claim_ends_your_turn():
    match = read_and_grab(A="", B="red 7", C="green 7", middle="blue 7, ...")
    play(match, "A: turn over", "A: grab 7s from seat 2")
    assert match.to_act == {B}
    assert legal(match, A) == set()


@pytest.mark.parametrize("theirs", ["red 7", "red 8"])
def test_rg_3a_or_you_end_it_yourself(theirs: str):
    match = read_and_grab(A="", B=theirs, middle="blue 7, ...")
    play(match, "A: turn over")
    assert match.to_act == {A}  # also when there is nothing to grab
    play(match, "A: finish")
    assert match.to_act == {B}


@pytest.mark.parametrize("turned", ["blue 7", "blue 9"])
def test_rg_3a_offered_shows_the_grabs_you_may_make(turned: str):
    match = read_and_grab(A="", B="red 7, red 8", C="green 1", middle=f"{turned}, ...", options=OFFERED)
    play(match, "A: turn over")
    expected = {"grab 7s from seat 1", "finish"} if turned == "blue 7" else {"finish"}
    assert choices(match, A) == legal(match, A) == expected


def test_rg_3a_bots_and_programs_get_the_true_list_in_both_settings():
    for options in (OFFERED, {"grabs": "call"}):
        match = read_and_grab(A="", B="red 7, red 8", C="green 1", middle="blue 7, ...", options=options)
        play(match, "A: turn over")
        assert legal(match, A) == {"grab 7s from seat 1", "finish"}


def test_rg_3a_who_is_not_to_act_is_offered_nothing():
    match = read_and_grab(A="", B="red 7", middle="blue 7, ...")
    play(match, "A: turn over")
    assert choices(match, B) == set()


# What was grabbed


def test_rg_4_grabbed_cards_join_your_set():
    match = read_and_grab(A="green 7, red 1", B="red 7, orange 7", middle="blue 7, ...")
    play(match, "A: turn over", "A: grab 7s from seat 1")
    assert front(match, A) == {"red 1", "green 7", "blue 7", "red 7", "orange 7"}
    play(match, "B: turn over", "B: finish", "A: turn over")
    assert "red 7" in front(match, A)


def test_rg_4_grabbed_cards_can_be_grabbed_again_with_the_set():
    match = read_and_grab(A="green 7", B="red 7", middle="blue 7, purple 7, ...")
    play(match, "A: turn over", "A: grab 7s from seat 1", "B: turn over", "B: grab 7s from seat 0")
    assert front(match, B) == {"green 7", "red 7", "blue 7", "purple 7"}
    assert front(match, A) == set()


@pytest.mark.parametrize("to", [A, B, C, None])
def test_rg_4_grabbed_cards_are_read(to: int | None):
    match = read_and_grab(A="red 9", B="green 2, blue 2", C="", middle="red 2, ...")
    play(match, "A: turn over")
    before = match.copy()
    play(match, "A: grab 2s from seat 1")
    log = match.tell(before, Telling(["Ann", "Ben", "Cat"], to))
    assert "green 2 (fog)" in log
    assert "blue 2 (hut)" in log


# Complete sets


def test_rg_5_six_cards_of_one_number_are_a_complete_set():
    match = read_and_grab(A=six(7, but="blue"), B="", middle="blue 7, ...")
    assert match.scores == [0, 0]
    assert match.view(B)["complete"] == [[], []]
    play(match, "A: turn over")
    assert match.scores == [1, 0]
    assert match.view(B)["complete"] == [[7], []]


def test_rg_5_a_grab_can_complete_a_set():
    match = read_and_grab(A="red 7, orange 7", B="yellow 7, green 7, purple 7", middle="blue 7, ...")
    play(match, "A: turn over")
    assert match.view(None)["complete"] == [[], []]
    play(match, "A: grab 7s from seat 1")
    assert match.view(None)["complete"] == [[7], []]
    assert match.scores == [1, 0]


def test_rg_5_five_are_not_complete():
    match = read_and_grab(A="red 7, orange 7", B="yellow 7, green 7", C="purple 7", middle="blue 7, ...")
    play(match, "A: turn over", "A: grab 7s from seat 1")
    assert match.scores == [0, 0, 0]
    assert match.view(None)["complete"] == [[], [], []]


def test_rg_5_six_cards_of_one_colour_are_no_set():
    match = read_and_grab(A="red 1, red 2, red 3, red 4, red 5", B="", middle="red 6, ...")
    play(match, "A: turn over")
    assert match.scores == [0, 0]


@pytest.mark.parametrize("options", [OFFERED, {"grabs": "call"}])
def test_rg_5_a_complete_set_can_no_longer_be_grabbed(options: dict[str, str]):
    match = read_and_grab(A="", B=f"{six(7)}, red 8", middle="blue 8, ...", options=options)
    play(match, "A: turn over")
    assert legal(match, A) == {"grab 8s from seat 1", "finish"}
    with pytest.raises(parlour.IllegalMove):
        match.play(A, "grab 7s from seat 1")
    play(match, "A: grab 8s from seat 1")
    assert front(match, B) == set(cards(six(7)))
    assert match.scores == [0, 1]


# The end


def test_rg_6_play_ends_after_the_turn_of_the_last_card():
    match = last_card("blue 7", A="", B="")
    play(match, "A: turn over")
    assert match.view(None)["middle"] == 0
    assert not match.over
    assert match.to_act == {A}
    play(match, "A: finish")
    assert match.over
    assert match.to_act == set()


def test_rg_6_with_a_card_in_the_middle_play_goes_on():
    match = read_and_grab(A="", B="", middle="blue 7, blue 8, ...")
    play(match, "A: turn over", "A: finish")
    assert not match.over
    assert match.winners == set()


def test_rg_6_the_last_grab_is_included():
    match = last_card("blue 7", A="red 7, orange 7", B="yellow 7, green 7, purple 7")
    play(match, "A: turn over", "A: grab 7s from seat 1")
    assert match.over
    assert match.scores == [1, 0, 0, 0]
    assert match.winners == {A}


@pytest.mark.parametrize(
    ("mine", "theirs", "scores", "winners"),
    [
        ([1], [2, 3], [1, 2, 0, 0], {B}),
        ([1, 2, 3], [4, 5], [3, 2, 0, 0], {A}),
        ([1, 2], [4, 5], [2, 2, 0, 0], {A, B}),
        ([], [], [0, 0, 0, 0], {A, B, C, D}),
    ],
)
def test_rg_6_most_complete_sets_wins_and_equal_is_shared(
    mine: list[int], theirs: list[int], scores: list[int], winners: set[int]
):
    match = last_card("blue 7", A=", ".join(map(six, mine)), B=", ".join(map(six, theirs)))
    play(match, "A: turn over", "A: finish")
    assert match.scores == scores
    assert match.winners == winners


def test_rg_6_incomplete_sets_count_for_nothing():
    match = last_card("blue 7", A=six(1), B=", ".join(six(number, but="green") for number in range(2, 7)))
    play(match, "A: turn over", "A: finish")
    assert match.scores == [1, 0, 0, 0]
    assert match.winners == {A}


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_rg_6_a_game_is_66_turns(players: int):
    match = parlour.new("read-and-grab", players=players, seed=8)
    turns = 0
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, "turn over")
        match.play(seat, match.legal(seat)[-1])
        turns += 1
    assert turns == 66
    assert match.winners == {seat for seat in range(players) if match.scores[seat] == max(match.scores)}
