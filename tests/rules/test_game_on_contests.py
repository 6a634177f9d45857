"""Game-On Competitive, competitions and steals: GC-18 to GC-26."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.games.game_on.rules import TALLIES

from .game_on import (
    BLUE,
    COLOURS,
    HANDS,
    NAMES,
    RED,
    SHAPES,
    TRIVIA,
    all_have_everything,
    area,
    control,
    covers,
    discards,
    finish,
    held,
    locked,
    refused,
    stage,
    told,
)
from .tables import SEATS, A, B, C, D, cards, game_on, legal, play

# Compete


def test_gc_18_who_has_matched_all_shapes_competes_for_the_card():
    match = game_on(
        A="red triangle", B="black square", C="yellow square", options=HANDS, piles={"A": "", "B": "", "C": ""},
        covers={"A1": "red square, red circle, -", "B1": "-, omni 2, red triangle", "C2": "-, yellow circle, -"},
    )  # fmt: skip
    play(match, "A: cover triangle of card 1 with red triangle", "B: cover square of card 1 with black square")
    finish(match)
    assert stage(match) == "compete" and match.to_act == {A, B}
    seen = match.view(C)["contest"]
    assert (seen["for"], seen["card"], seen["rivals"]) == ("area", "sun 9", [A, B])
    play(match, "A: show rock", "B: show paper")
    assert control(match, B) == ["sun 9"] and control(match, A) == []
    assert {"black square", "omni 2", "red triangle"} <= set(discards(match, B)) and held(match, B) == []
    assert held(match, A) == sorted(cards(RED))
    assert area(match)[0] == "sun 1" and covers(match, A, 1) == [None] * 3  # a new card lies there
    assert covers(match, C, 2) == [None, "yellow circle", None]  # another card is not touched
    all_have_everything(match)


def test_gc_18_three_compete_and_the_losers_take_theirs_back():
    match = game_on(A="", B="", C="", D="", covers={"A1": RED, "B1": RED, "D1": RED}, options=HANDS)
    finish(match)
    assert match.to_act == {A, B, D}
    play(match, "D: show scissors", "A: show paper", "B: show paper")
    assert control(match, D) == ["sun 9"]
    for seat in (A, B):
        assert set(cards(RED)) <= set(held(match, seat)) and len(held(match, seat)) == 3


def test_gc_18_all_three_shapes_are_needed():
    match = game_on(A="", B="", C="", covers={"A1": RED, "B1": "red square, red circle, -"}, options=HANDS)
    finish(match)
    assert control(match, A) == ["sun 9"]  # without a contest


def test_gc_18_it_is_told():
    match = game_on(A="", B="", covers={"A1": RED, "B1": RED}, options=HANDS, deck="star 4, ...")
    play(match, "A: finish")
    assert told(match, B, "finish") == "Ben finishes. Ann and Ben compete for sun 9."
    assert told(match.copy(), A, "show rock", A) == "You choose rock."
    assert told(match, A, "show rock") == "Ann has chosen."
    heard = told(match, B, "show paper", A)
    assert heard == (
        "All have chosen. You show rock, Ben paper. Ben takes sun 9. "
        "You take back red square, red circle and red triangle. New in the Play Area: star 4. Round 2 begins."
    )


def test_gc_19_who_has_not_matched_all_takes_back_at_once():
    match = game_on(
        A="", B="", C="white square", options=HANDS,
        covers={"A1": RED, "B1": RED, "C1": "red square, omni 3, -", "C2": "yellow square, -, -"},
    )  # fmt: skip
    finish(match)
    assert stage(match) == "compete" and match.to_act == {A, B}
    assert held(match, C) == sorted(cards("white square, red square, omni 3"))
    assert match.view(A)["known"][C] == ["red square", "omni 3"]  # all saw them
    assert covers(match, C, 2) == ["yellow square", None, None]


def test_gc_19_cards_that_came_back_can_defend():
    match = game_on(
        A="blue square", B="", C="", D="red circle", control={"C": "moon 9"},
        covers={"A1": RED, "B1": RED, "C1": "-, red circle, -"},
    )  # fmt: skip
    play(match, "D: steal moon 9 with red circle")
    finish(match)
    assert stage(match) == "defend" and match.to_act == {C}
    assert legal(match, C) == {"defend with red circle", "do not defend"}


def test_gc_19_on_an_uncontested_card_they_lie_there_until_it_is_taken():
    match = game_on(
        A="", B="", C="red circle", control={"B": "moon 9"}, covers={"A1": RED, "B1": "-, red circle, -"}, options=HANDS
    )
    play(match, "C: steal moon 9 with red circle")
    finish(match)
    assert legal(match, B) == {"do not defend"}  # its circle is not in hand yet
    assert covers(match, B, 1) == [None, "red circle", None]
    play(match, "B: do not defend", "B: show rock", "C: show paper")
    assert control(match, A) == ["sun 9"] and "red circle" in held(match, B)


# GC-20: the die


def contest_by_dice(rivals: str, chance: int) -> tuple[list[list[tuple[str, int]]], str]:
    """The rolls, go by go, and the winner."""
    hands = dict.fromkeys(SEATS[: max(2, len(rivals))], "")
    match = game_on(**hands, covers={f"{seat}1": RED for seat in rivals}, chance=chance)
    for seat in sorted(match.to_act)[:-1]:
        match.play(seat, "finish")
    heard = told(match, max(match.to_act), "finish")
    goes = re.findall(r"(\w+ rolls \d(?:, \w+ \d)*|(?<=Again: )\w+ \d(?:, \w+ \d)*)\.", heard)
    rolls = [[(part.split()[0], int(part.split()[-1])) for part in go.replace(" rolls", "").split(", ")] for go in goes]
    (taker,) = re.findall(r"(\w+) takes sun 9\.", heard)
    assert control(match, NAMES.index(taker)) == ["sun 9"]
    return rolls, taker


@pytest.mark.parametrize("rivals", ["AB", "ABC", "ABCDEF"])
def test_gc_20_the_highest_roll_wins_and_the_tied_roll_again(rivals: str):
    winners: Counter[str] = Counter()
    numbers: Counter[int] = Counter()
    again = 0
    for chance in range(150):
        rolls, winner = contest_by_dice(rivals, chance)
        still_in = [NAMES[SEATS.index(seat)] for seat in rivals]
        for number, go in enumerate(rolls):
            assert [name for name, _ in go] == still_in
            numbers.update(rolled for _, rolled in go)
            highest = max(rolled for _, rolled in go)
            still_in = [name for name, rolled in go if rolled == highest]
            assert (len(still_in) == 1) == (number == len(rolls) - 1)
        assert still_in == [winner]
        winners[winner] += 1
        again += len(rolls) > 1
    mean = sum(numbers.values()) / 6
    assert set(numbers) == set(range(1, 7))
    assert max(numbers.values()) < 1.5 * mean and min(numbers.values()) > 0.6 * mean
    assert len(winners) == len(rivals) and min(winners.values()) > 75 / len(rivals)
    assert again > 10


# GC-20: rock-paper-scissors

SIGNS = ("rock", "paper", "scissors")
BEATS = {("paper", "rock"), ("rock", "scissors"), ("scissors", "paper")}


@pytest.mark.parametrize("signs", list(itertools.product(SIGNS, repeat=2)))
def test_gc_20_paper_beats_rock_beats_scissors_beats_paper(signs: tuple[str, str]):
    match = game_on(A="", B="", covers={"A1": RED, "B1": RED}, options=HANDS)
    finish(match)
    play(match, f"A: show {signs[0]}", f"B: show {signs[1]}")
    if signs[0] == signs[1]:
        assert stage(match) == "compete" and match.to_act == {A, B}
        assert match.view(A)["contest"]["undecided"] == 1
    else:
        winner = A if signs in BEATS else B
        assert control(match, winner) == ["sun 9"] and control(match, 1 - winner) == []


@pytest.mark.parametrize("signs", list(itertools.product(SIGNS, repeat=3)))
def test_gc_20_with_more_than_two_those_with_a_losing_sign_drop_out(signs: tuple[str, str, str]):
    match = game_on(A="", B="", C="", D="", covers={"A1": RED, "C1": RED, "D1": RED}, options=HANDS)
    finish(match)
    rivals = (A, C, D)
    for seat, sign in zip(rivals, signs, strict=True):
        match.play(seat, f"show {sign}")
    if len(set(signs)) == 2:
        (best,) = [sign for sign in set(signs) if any((sign, other) in BEATS for other in signs)]
        left = [seat for seat, sign in zip(rivals, signs, strict=True) if sign == best]
    else:
        left = list(rivals)
    if len(left) == 1:
        assert control(match, left[0]) == ["sun 9"]
    else:
        assert match.to_act == set(left)
        assert match.view(B)["contest"]["rivals"] == left and match.view(B)["contest"]["undecided"] == 1


def test_gc_20_signs_are_chosen_in_secret_and_shown_together():
    match = game_on(A="", B="", C="", covers={"A1": RED, "B1": RED}, options=HANDS)
    finish(match)
    seen = []
    for sign in SIGNS:
        after = match.copy()
        heard = [told(after.copy(), A, f"show {sign}", to) for to in (B, C, None)]
        after.play(A, f"show {sign}")
        seen.append((heard, [after.view(to) for to in (B, C, None)]))
        assert after.view(A)["contest"]["choice"] == sign
        assert after.to_act == {B}
        assert sorted(after.legal(B)) == sorted(match.legal(B))
    assert seen[0] == seen[1] == seen[2]
    play(match, "A: show rock")
    refused(match, A, "show paper", "it is the turn of seat 1")  # chosen is chosen
    assert "Ann shows rock, Ben scissors." in told(match, B, "show scissors", C)


def test_gc_20_after_three_undecided_goes_dice_decide():
    winners = set()
    for chance in range(30):
        match = game_on(A="", B="", covers={"A1": RED, "B1": RED}, options=HANDS, chance=chance)
        finish(match)
        for go in range(2):
            play(match, "A: show rock", "B: show rock")
            assert match.to_act == {A, B} and match.view(A)["contest"]["undecided"] == go + 1
        play(match, "A: show paper")
        heard = told(match, B, "show paper")
        (rolls,) = re.findall(r"That decides nothing\. Now dice decide\. (Ann rolls .*?)\. \w+ takes sun 9", heard)
        a, b = (int(roll) for roll in re.findall(r"\d", rolls)[-2:])
        assert control(match, A if a > b else B) == ["sun 9"]
        winners.add(a > b)
    assert winners == {True, False}


def test_gc_20_a_go_that_leaves_two_of_three_is_undecided_too():
    match = game_on(A="", B="", C="", covers={"A1": RED, "B1": RED, "C1": RED}, options=HANDS)
    finish(match)
    play(match, "A: show rock", "B: show rock", "C: show scissors")
    assert match.to_act == {A, B}
    play(match, "A: show rock", "B: show rock")
    assert match.to_act == {A, B}
    play(match, "A: show rock")
    heard = told(match, B, "show rock")  # the third
    assert "Ann rolls" in heard and "Cleo rolls" not in heard and "Cleo" not in heard.split("takes sun 9")[0]
    assert not control(match, C)


def test_gc_20_each_contest_has_its_own_three_goes():
    match = game_on(A="", B="", covers={"A1": RED, "B1": RED, "A3": BLUE, "B3": BLUE}, options=HANDS)
    finish(match)
    play(match, "A: show rock", "B: show rock", "A: show rock", "B: show rock", "A: show rock", "B: show paper")
    assert match.view(A)["contest"]["card"] == "sun 11" and match.view(A)["contest"]["undecided"] == 0


# GC-20: trivia


def few(count: int) -> dict[str, Any]:
    """A list of questions whose right answer is `yes`."""
    questions = [
        {"question": f"Question {number}?", "answers": ["yes", "no", "maybe", "never"], "age": age, "topic": "tests"}
        for number, age in zip(range(count), itertools.cycle(["4-6", "13+"]))
    ]
    return {"title": "Few", "questions": questions}


def asked(match: parlour.Match) -> dict[str, Any]:
    return match.view(None)["contest"]


def answer(match: parlour.Match, **answers: str) -> None:
    """`answer(match, A="yes", B="no")`."""
    shown = asked(match)["answers"]
    for seat, words in answers.items():
        match.play(SEATS.index(seat), f"answer {'abcd'[shown.index(words)]}")


def quiz(count: int = 9, rivals: str = "AB", players: int = 2, chance: int = 0, **more: Any) -> parlour.Match:
    """The rivals compete for card 1 by trivia."""
    hands = dict.fromkeys(SEATS[:players], "")
    options = {**TRIVIA, "questions": few(count), **more.pop("options", {})}
    covered = {f"{seat}1": RED for seat in rivals} | more.pop("covers", {})
    match = game_on(**hands, covers=covered, options=options, chance=chance, **more)
    finish(match)
    return match


def test_gc_20_all_get_the_same_question_and_the_wrong_lose_to_the_right():
    match = quiz(rivals="ABC", players=4)
    assert match.to_act == {A, B, C}
    contests = [match.view(seat)["contest"] for seat in (A, B, C, D, None)]
    assert all(one == contests[0] for one in contests)
    assert sorted(contests[0]["answers"]) == ["maybe", "never", "no", "yes"]
    assert re.fullmatch(r"Question \d\?", contests[0]["question"]) and contests[0]["topic"] == "tests"
    answer(match, A="no", B="yes", C="never")
    assert control(match, B) == ["sun 9"]


def test_gc_20_those_who_are_right_go_on_and_if_all_are_wrong_so_do_all():
    match = quiz(rivals="ABC", players=3)
    first = asked(match)["question"]
    answer(match, A="yes", B="no", C="yes")
    assert match.to_act == {A, C} and asked(match)["rivals"] == [A, C] and asked(match)["undecided"] == 1
    assert asked(match)["question"] != first
    answer(match, C="no", A="maybe")
    assert match.to_act == {A, C} and asked(match)["undecided"] == 2
    answer(match, C="yes", A="maybe")
    assert control(match, C) == ["sun 9"]


def test_gc_20_after_three_undecided_questions_dice_decide():
    match = quiz()
    answer(match, A="yes", B="yes")
    answer(match, A="no", B="no")
    shown = asked(match)["answers"]
    play(match, f"A: answer {'abcd'[shown.index('yes')]}")
    heard = told(match, B, f"answer {'abcd'[shown.index('yes')]}")
    assert "Ann rolls" in heard and len(control(match, A) + control(match, B)) == 1


def test_gc_20_answers_are_chosen_in_secret_and_nobody_is_told_the_right_one_before():
    match = quiz(rivals="AB", players=3)
    seen = []
    for letter in "abcd":
        after = match.copy()
        heard = [told(after.copy(), A, f"answer {letter}", to) for to in (B, C, None)]
        after.play(A, f"answer {letter}")
        seen.append((heard, [after.view(to) for to in (B, C, None)]))
        assert after.view(A)["contest"]["choice"] == letter
    assert all(one == seen[0] for one in seen)
    assert "right" not in str(match.view(A)) and "right" not in str(match.view(None))
    right = asked(match)["answers"].index("yes")
    play(match, "A: answer a")
    heard = told(match, B, "answer b", C)
    assert f"Right is {'abcd'[right]}, yes. Ann says a, Ben b." in heard


def test_gc_20_the_right_answer_is_at_any_place():
    places = Counter(asked(quiz(chance=chance))["answers"].index("yes") for chance in range(200))
    assert set(places) == {0, 1, 2, 3} and min(places.values()) > 30
    orders = {tuple(asked(quiz(chance=chance))["answers"]) for chance in range(200)}
    assert len(orders) == 24
    assert len({asked(quiz(chance=chance))["question"] for chance in range(60)}) == 9


def test_gc_20_no_question_is_asked_twice_in_a_match_and_without_any_dice_decide():
    match = quiz(count=4, covers={"A2": "yellow square, yellow circle, yellow triangle", "A3": BLUE, "B3": BLUE})
    questions = [asked(match)["question"]]
    for _ in range(2):
        answer(match, A="yes", B="yes")
        questions.append(asked(match)["question"])
    answer(match, A="yes", B="no")
    assert asked(match)["card"] == "sun 11"  # another contest of the same match
    questions.append(asked(match)["question"])
    assert sorted(questions) == [f"Question {number}?" for number in range(4)]
    shown = asked(match)["answers"]
    play(match, f"A: answer {'abcd'[shown.index('no')]}")
    heard = told(match, B, f"answer {'abcd'[shown.index('no')]}")
    assert "That decides nothing. Now dice decide. Ann rolls" in heard  # after one go, for no question is left
    assert match.view(None)["contest"] is None
    assert match.position()["asked"] == [0, 1, 2, 3]


def test_gc_20_with_all_questions_asked_dice_decide_at_once():
    match = quiz(count=3, asked=[0, 1, 2])
    assert stage(match) == "act" and len(control(match, A) + control(match, B)) == 1


@pytest.mark.parametrize(("ages", "numbers"), [("all", {0, 1, 2, 3}), ("4-6", {0, 2}), ("13+", {1, 3})])
def test_gc_20_questions_can_be_chosen_by_age(ages: str, numbers: set[int]):
    found = {asked(quiz(count=4, options={"ages": ages}, chance=chance))["question"] for chance in range(30)}
    assert found == {f"Question {number}?" for number in numbers}


def test_gc_20_without_a_question_for_that_age_there_is_no_trivia():
    with pytest.raises(parlour.BadOption, match="option ages: there is no question for 7-9 in this list of questions"):
        parlour.new("game-on", competition="trivia", questions=few(4), ages="7-9")
    parlour.new("game-on", questions=few(4), ages="7-9")  # which is no matter where dice decide


def test_gc_20_the_question_is_told():
    match = game_on(A="", B="", covers={"A1": RED, "B1": RED}, options={**TRIVIA, "questions": few(1)})
    play(match, "A: finish")
    assert told(match, B, "finish").endswith("Ann and Ben compete for sun 9. The question: Question 0?")


# The order of competitions


def test_gc_21_the_oldest_card_comes_first():
    both = {f"{seat}{place}": covered for seat in "AB" for place, covered in ((1, RED), (3, BLUE))}
    for oldest_first, expected in (([1, 2, 3, 4], "sun 9"), ([4, 3, 2, 1], "sun 11"), ([2, 3, 1, 4], "sun 11")):
        match = game_on(A="", B="", covers=both, options=HANDS, oldest_first=oldest_first)
        finish(match)
        first, second = expected, ({"sun 9", "sun 11"} - {expected}).pop()
        assert match.view(A)["contest"]["card"] == first
        play(match, "A: show rock", "B: show paper")
        assert match.view(A)["contest"]["card"] == second
        play(match, "A: show paper", "B: show rock")
        assert control(match, B) == [first] and control(match, A) == [second]


def test_gc_21_the_first_four_in_the_order_turned_up_and_new_cards_are_younger():
    assert parlour.new("game-on", seed=1).view(None)["oldest_first"] == [1, 2, 3, 4]
    match = game_on(A="", B="", covers={"A1": RED, "B3": BLUE})
    finish(match)
    assert match.view(None)["oldest_first"] == [2, 4, 1, 3]
    match = game_on(A="red square", B="", covers={"A1": "-, red circle, red triangle", "B3": BLUE})
    finish(match)
    assert match.view(None)["oldest_first"] == [1, 2, 4, 3]
    play(match, "A: cover square of card 1 with red square")
    finish(match)
    assert match.view(None)["oldest_first"] == [2, 4, 3, 1]


def test_gc_21_only_who_competes_on_the_card_is_asked():
    match = game_on(A="", B="", C="", options=HANDS, covers={"A1": RED, "B1": RED, "B3": BLUE, "C3": BLUE})
    finish(match)
    assert match.to_act == {A, B}
    play(match, "A: show rock", "B: show paper")
    assert match.to_act == {B, C}


# Steals


def test_gc_22_one_matching_shape_is_enough_and_the_card_names_it():
    match = game_on(A="red circle, black triangle", B="", control={"B": "sun 13, moon 9"})
    assert {move for move in legal(match, A) if "steal" in move} == {
        "steal sun 13 with red circle",
        "steal sun 13 with black triangle",
        "steal moon 9 with red circle",
        "steal moon 9 with black triangle",
    }
    heard = told(match, A, "steal sun 13 with red circle", B)
    assert heard == "Ann tries to steal sun 13 from you with red circle."
    assert match.view(B)["attacks"] == [{"by": A, "on": "sun 13", "shape": "circle", "with": "red circle"}]


def test_gc_22_locked_cards_cannot_be_targeted():
    match = game_on(A="red circle", B="", control={"B": "moon 9, star 9"}, locked="moon 9")
    refused(match, A, "steal moon 9 with red circle", "moon 9 is locked")
    assert "steal star 9 with red circle" in legal(match, A)


def test_gc_22_one_card_for_each_target_and_any_number_of_targets():
    match = game_on(A="red circle, red square, red triangle", B="", C="", control={"B": "moon 9, star 9", "C": "sun 1"})
    play(match, "A: steal moon 9 with red circle")
    refused(match, A, "steal moon 9 with red square", "you try to steal moon 9 already")
    play(match, "A: steal star 9 with red triangle", "A: steal sun 1 with red square")
    assert [attack["on"] for attack in match.view(B)["attacks"]] == ["moon 9", "star 9", "sun 1"]
    assert match.view(None)["hand_sizes"][A] == 0


def test_gc_22_in_the_next_round_again():
    match = game_on(A="red circle, red square", B="blue circle", control={"B": "moon 9"})
    play(match, "A: steal moon 9 with red circle")
    finish(match)
    play(match, "B: defend with blue circle")
    assert "steal moon 9 with red square" in legal(match, A)


def test_gc_23_several_thieves_compete_with_each_other_first():
    match = game_on(
        A="red circle", B="red square", C="blue square", D="", control={"C": "moon 9"}, options=HANDS,
        piles={"A": "", "B": ""},
    )  # fmt: skip
    play(match, "A: steal moon 9 with red circle", "B: steal moon 9 with red square")
    finish(match)
    assert stage(match) == "compete" and match.to_act == {A, B}
    assert match.view(C)["contest"]["for"] == "thieves"
    play(match, "A: show rock", "B: show paper")
    assert held(match, A) == ["red circle"] and match.view(D)["known"][A] == ["red circle"]
    assert match.to_act == {C} and stage(match) == "defend"
    assert match.view(None)["attacks"] == [{"by": B, "on": "moon 9", "shape": "square", "with": "red square"}]
    assert legal(match, C) == {"defend with blue square", "do not defend"}
    play(match, "C: do not defend")
    assert match.to_act == {B, C} and match.view(None)["contest"]["for"] == "steal"
    play(match, "C: show rock", "B: show paper")
    assert control(match, B) == ["moon 9"] and held(match, B) == []


def test_gc_23_the_beaten_may_not_target_that_card_again_whoever_controls_it():
    match = game_on(A="red circle", B="red square", C="", D="red triangle", control={"C": "moon 9"}, options=HANDS)
    play(match, "A: steal moon 9 with red circle", "B: steal moon 9 with red square")
    finish(match)
    play(match, "A: show rock", "B: show paper", "C: do not defend", "B: show rock", "C: show scissors")
    assert control(match, B) == ["moon 9"] and match.view(None)["round"] == 2
    reason = "you were beaten when you tried to steal moon 9"
    refused(match, A, "steal moon 9 with red circle", reason)
    assert "steal moon 9 with red triangle" in legal(match, D)  # the others may
    for _ in range(2):
        finish(match)
        refused(match, A, "steal moon 9 with red circle", reason)
    assert match.view(None)["beaten"][A] == ["moon 9"] and match.view(None)["beaten"][B] == []


def test_gc_23_the_beaten_may_target_other_cards():
    match = game_on(A="red circle", B="", control={"B": "moon 9, star 9"}, beaten={"A": "moon 9"})
    refused(match, A, "steal moon 9 with red circle", "you were beaten when you tried to steal moon 9")
    assert "steal star 9 with red circle" in legal(match, A)


def test_gc_23_three_thieves_and_only_one_is_left():
    match = game_on(A="red circle", B="red square", C="red circle", D="", control={"D": "moon 9"}, options=HANDS)
    play(match, "A: steal moon 9 with red circle", "B: steal moon 9 with red square", "C: steal moon 9 with red circle")
    finish(match)
    assert match.to_act == {A, B, C}
    play(match, "A: show paper", "B: show rock", "C: show paper")
    assert match.to_act == {A, C}
    play(match, "A: show rock", "C: show paper")
    assert match.to_act == {D} and [attack["by"] for attack in match.view(None)["attacks"]] == [C]
    assert match.view(None)["beaten"] == [["moon 9"], ["moon 9"], [], []]
    assert "red square" in held(match, B) and "red circle" in held(match, A)


def test_gc_23_who_loses_to_the_controller_is_not_beaten():
    match = game_on(A="red circle, red square", B="blue circle", control={"B": "moon 9"})
    play(match, "A: steal moon 9 with red circle")
    finish(match)
    play(match, "B: defend with blue circle")
    assert match.view(None)["beaten"] == [[], []]


# Defending


def robbed(mine: str, with_: str, on: str = "star 1", **more: Any) -> parlour.Match:
    """A tries to steal a card of B, who holds `mine`, and all have finished."""
    card = with_.split(" as ")[0]
    match = game_on(A=card, B=mine, C="", control={"B": on, **more.pop("control", {})}, options=HANDS, **more)
    play(match, f"A: steal {on} with {with_}")
    finish(match)
    assert match.to_act == {B} and stage(match) == "defend"
    return match


@pytest.mark.parametrize("shape", SHAPES)
def test_gc_24_any_card_of_the_same_shape_defends_and_so_does_an_omni(shape: str):
    others = [f"{colour} {other}" for other in SHAPES if other != shape for colour in ("red", "black")]
    same = [f"{colour} {shape}" for colour in (*COLOURS, "black")]
    match = robbed(", ".join([*same, *others, "omni 1", "omni 3"]), f"black {shape}")
    assert legal(match, B) == {f"defend with {card}" for card in (*same, "omni 1", "omni 3")} | {"do not defend"}
    refused(match, B, f"defend with {others[0]}", f"{others[0]} is no {shape}, the shape of the thief's card")
    refused(match, B, "defend with omni 2", "you do not hold omni 2")


@pytest.mark.parametrize("shape", SHAPES)
def test_gc_24_against_an_omni_the_shape_it_was_played_as(shape: str):
    match = robbed("white square, white circle, white triangle", f"omni 1 as {shape}", on="sun 1")
    assert legal(match, B) == {f"defend with white {shape}", "do not defend"}


def test_gc_24_the_card_goes_under_the_pile_and_the_thief_discards():
    match = robbed("blue circle, white circle, omni 1", "red circle", on="moon 9", piles={"B": "red square, omni 2"})
    heard = told(match, B, "defend with blue circle", C)
    assert heard.startswith("Ben defends moon 9 with blue circle.")
    position = match.position()
    assert control(match, B) == ["moon 9"] and not locked(match)
    assert position["piles"][B] == ["omni 2", "blue circle"]  # one was drawn from the top, afterwards
    assert held(match, B) == ["omni 1", "red square", "white circle"]
    assert match.view(C)["known_bottom"][B] == ["blue circle"]  # all saw it go there
    assert "red circle" not in held(match, A) and discards(match, A)["red circle"] == 1
    assert match.view(None)["attacks"] == [] and stage(match) == "act"
    all_have_everything(match)


def test_gc_24_several_defences_lie_in_the_order_they_went_under():
    match = game_on(
        A="red circle, yellow square", B="blue circle, white square, omni 1, omni 2, omni 3",
        control={"B": "moon 9, moon 10"}, piles={"B": "red triangle"},
    )  # fmt: skip
    play(match, "A: steal moon 10 with yellow square", "A: steal moon 9 with red circle")
    finish(match)
    play(match, "B: defend with white square", "B: defend with blue circle")
    assert match.position()["piles"][B] == ["red triangle", "white square", "blue circle"]
    assert match.view(A)["known_bottom"][B] == ["white square", "blue circle"]


def test_gc_24_a_known_card_that_is_drawn_again_is_known_in_hand():
    match = robbed("blue circle", "red circle", on="moon 9", piles={"B": "red square"})
    play(match, "B: defend with blue circle")
    assert held(match, B) == ["blue circle", "red square"]
    assert match.view(A)["known"][B] == ["blue circle"] and match.view(A)["known_bottom"][B] == []


def test_gc_24_the_controller_is_always_asked():
    match = robbed("", "red circle", on="moon 9")
    assert legal(match, B) == {"do not defend"}
    seen = []
    for mine in ("blue circle, white square", "blue triangle, white square", "omni 1, omni 2"):
        match = robbed(mine, "red circle", on="moon 9")
        before = [match.view(A), match.view(C), match.view(None)]
        heard = told(match, B, "do not defend", A)
        seen.append((before, [match.view(A), match.view(C), match.view(None)], heard))
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][2] == "Ben does not defend moon 9. You and Ben compete for moon 9."


def test_gc_24_you_may_do_without_and_nothing_else():
    match = robbed("blue circle, red square", "red circle", on="moon 9")
    for move in ("finish", "redraw", "cover square of card 1 with red square", "show rock"):
        refused(match, B, move, "you are asked whether you defend")
    refused(match, A, "show rock", "it is the turn of seat 1")
    play(match, "B: do not defend")
    assert held(match, B) == ["blue circle", "red square"] and match.to_act == {A, B}


# The contest for a stolen card


def test_gc_25_the_thief_wins_and_takes_the_card():
    match = robbed("blue circle", "red circle", on="moon 9", piles={"A": "", "B": ""})
    play(match, "B: do not defend", "A: show paper")
    heard = told(match, B, "show rock", B)
    assert "All have chosen. Ann shows paper, you rock. Ann steals moon 9 from you!" in heard
    assert control(match, A) == ["moon 9"] and control(match, B) == [] and not locked(match)
    assert discards(match, A)["red circle"] and held(match, A) == []
    assert held(match, B) == ["blue circle"]
    assert match.view(None)["attacks"] == []


def test_gc_25_the_thief_loses_and_the_card_is_locked():
    match = robbed("blue circle", "red circle", on="moon 9", piles={"A": "", "B": ""})
    play(match, "B: do not defend", "A: show paper")
    assert "Ben keeps moon 9, and it is locked." in told(match, B, "show scissors")
    assert control(match, B) == ["moon 9"] and locked(match) == ["moon 9"]
    assert discards(match, A)["red circle"] and held(match, A) == []
    assert not [move for seat in (A, C) for move in legal(match, seat) if "steal" in move]


def test_gc_25_a_locked_card_stays_locked_for_good():
    match = game_on(A="red circle, red square", B="", control={"B": "moon 9"}, locked="moon 9")
    for _ in range(2):
        refused(match, A, "steal moon 9 with red circle", "moon 9 is locked")
        finish(match)
    assert locked(match) == ["moon 9"]


def test_gc_25_a_stolen_card_can_be_stolen_again():
    match = robbed("red square", "red circle", on="moon 9")
    play(match, "B: do not defend", "A: show paper", "B: show rock")
    assert "steal moon 9 with red square" in legal(match, B)
    refused(match, A, "steal moon 9 with red square", "moon 9 is your own")


@pytest.mark.parametrize("thief_wins", [True, False])
def test_gc_25_by_dice_at_once(thief_wins: bool):
    for chance in range(20):
        match = game_on(A="red circle", B="", control={"B": "moon 9"}, chance=chance)
        play(match, "A: steal moon 9 with red circle")
        finish(match)
        heard = told(match, B, "do not defend")
        if (control(match, A) == ["moon 9"]) == thief_wins:
            (a, b) = (int(roll) for roll in re.findall(r"Ann rolls (\d), Ben (\d)\.", heard)[-1])
            assert (a > b) == thief_wins
            assert locked(match) == ([] if thief_wins else ["moon 9"]) and stage(match) == "act"
            return
    raise AssertionError("it never came out like that")


# The order of steals


def test_gc_26_steals_are_settled_in_the_order_they_were_played():
    match = game_on(
        A="red circle", B="red square, yellow square", C="", D="", options=HANDS,
        control={"C": "star 9, moon 10", "D": "sun 16, moon 9"},
    )  # fmt: skip
    play(
        match,
        "B: steal moon 10 with yellow square",
        "A: steal star 9 with red circle",
        "B: steal moon 9 with red square",
    )
    finish(match)
    seen = []
    while stage(match) == "defend":
        seen.append((match.view(None)["attacks"][0]["on"], match.to_act))
        match.play(min(match.to_act), "do not defend")
        thief, owner = match.view(None)["attacks"][0]["by"], (match.to_act - {match.view(None)["attacks"][0]["by"]})
        match.play(thief, "show rock")
        match.play(owner.pop(), "show paper")
    assert seen == [("moon 10", {C}), ("star 9", {C}), ("moon 9", {D})]


def test_gc_26_all_thieves_of_a_card_at_the_place_of_the_first():
    match = game_on(
        A="red circle", B="red square, yellow square, white circle", C="", options=HANDS,
        control={"C": "moon 9, moon 10, moon 12"},
    )  # fmt: skip
    play(
        match,
        "A: steal moon 9 with red circle",
        "B: steal moon 10 with yellow square",
        "B: steal moon 12 with white circle",
        "B: steal moon 9 with red square",
    )
    finish(match)
    assert match.view(None)["contest"]["card"] == "moon 9"
    play(match, "A: show rock", "B: show paper")
    assert [(one["by"], one["on"], one["with"]) for one in match.view(None)["attacks"]] == [
        (B, "moon 9", "red square"),
        (B, "moon 10", "yellow square"),
        (B, "moon 12", "white circle"),
    ]
    play(match, "C: do not defend", "B: show paper", "C: show rock")
    assert control(match, B) == ["moon 9"]
    assert [one["on"] for one in match.view(None)["attacks"]] == ["moon 10", "moon 12"]


def test_gc_26_if_the_first_thief_wins_the_others_keep_their_order():
    match = game_on(
        A="red circle", B="red square, yellow square", C="red triangle, white circle", D="", options=HANDS,
        control={"D": "moon 9, moon 10, moon 12"},
    )  # fmt: skip
    play(
        match,
        "C: steal moon 12 with white circle",
        "A: steal moon 9 with red circle",
        "B: steal moon 10 with yellow square",
        "B: steal moon 9 with red square",
        "C: steal moon 9 with red triangle",
    )
    finish(match)
    play(match, "D: do not defend", "C: show rock", "D: show paper")
    assert match.to_act == {A, B, C} and match.view(None)["contest"]["card"] == "moon 9"
    play(match, "A: show rock", "B: show scissors", "C: show scissors")
    assert [(one["by"], one["on"]) for one in match.view(None)["attacks"]] == [(A, "moon 9"), (B, "moon 10")]


def test_gc_26_a_defence_is_chosen_with_the_hand_of_that_moment():
    match = game_on(
        A="red circle, yellow circle", B="blue circle", control={"B": "moon 9, moon 10"}, piles={"B": "omni 1"}
    )
    play(match, "A: steal moon 9 with red circle", "A: steal moon 10 with yellow circle")
    finish(match)
    play(match, "B: defend with blue circle")
    assert stage(match) == "defend" and legal(match, B) == {"do not defend"}  # nothing is drawn yet


def test_gc_26_a_card_that_came_back_from_a_lost_steal_can_defend():
    match = game_on(
        A="red circle", B="red circle", C="yellow circle", control={"A": "moon 10", "C": "moon 9"}, options=HANDS,
    )  # fmt: skip
    play(
        match,
        "A: steal moon 9 with red circle",
        "B: steal moon 9 with red circle",
        "C: steal moon 10 with yellow circle",
    )
    finish(match)
    play(match, "A: show rock", "B: show paper", "C: do not defend", "B: show rock", "C: show paper")
    assert match.to_act == {A} and legal(match, A) == {"defend with red circle", "do not defend"}


def test_gc_26_competitions_come_before_steals():
    match = game_on(A="", B="red circle", C="", control={"C": "moon 9"}, covers={"A3": BLUE, "B3": BLUE}, options=HANDS)
    play(match, "B: steal moon 9 with red circle")
    finish(match)
    assert match.view(None)["contest"]["card"] == "sun 11"
    play(match, "A: show rock", "B: show paper")
    assert stage(match) == "defend" and match.to_act == {C}


# What is refused


@pytest.mark.parametrize("competition", ["rock-paper-scissors", "trivia"])
def test_in_a_competition_nothing_else_can_be_done(competition: str):
    match = game_on(A="red square", B="", C="", covers={"A1": RED, "B1": RED}, options={"competition": competition})
    finish(match)
    word = "show a sign" if competition == "rock-paper-scissors" else "give an answer"
    wrong = "answer a" if competition == "rock-paper-scissors" else "show rock"
    for move in ("finish", "redraw", "cover square of card 2 with red square", "do not defend", wrong):
        refused(match, A, move, f"a competition is on: {word}")
    refused(match, C, "show rock", "it is the turn of seat 0 and seat 1")


def test_without_a_competition_or_a_steal_there_is_nothing_to_show_or_defend():
    match = game_on(A="red square", B="")
    for move in ("show rock", "answer a", "do not defend", "defend with red square"):
        refused(match, A, move, "there is nothing to defend and no competition")


# What is counted over a match


def test_deeds_are_counted():
    match = game_on(
        A="red circle, yellow circle", B="white circle", C="blue square", D="omni 1", options=HANDS,
        control={"B": "moon 9, moon 10", "C": "sun 13"}, covers={"A3": BLUE, "C3": BLUE},
    )  # fmt: skip
    play(match, "A: steal moon 9 with red circle", "A: steal moon 10 with yellow circle", "C: convert with sun 13")
    play(match, "D: redraw")
    finish(match)
    play(match, "A: show rock", "C: show paper", "B: defend with white circle", "B: do not defend")
    play(match, "A: show rock", "B: show paper")
    counted = dict(zip(TALLIES, match.state.tally.tolist(), strict=True))
    assert counted == {
        "contests": 2, "steals tried": 2, "stolen": 0, "defended": 1, "locked": 1, "conversions": 1, "redraws": 1
    }  # fmt: skip
    thief = robbed("", "red circle", on="moon 9")
    play(thief, "B: do not defend", "A: show rock", "B: show scissors")
    assert dict(zip(TALLIES, thief.state.tally.tolist(), strict=True))["stolen"] == 1
