"""The trivia questions: our own, and lists that are refused."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.components.trivia import AGES, BANDS, Question, Trivia

FAMILY = Trivia.load("family")
LEGS: dict[str, Any] = {
    "question": "How many legs has a cat?",
    "answers": ["4", "2", "6", "8"],
    "age": "4-6",
    "topic": "animals",
}
MOON: dict[str, Any] = {
    "question": "What goes around the Earth?",
    "answers": ["the Moon", "the Sun", "Mars", "a kite"],
    "age": "7-9",
    "topic": "space",
}


def listed(*questions: object) -> dict[str, Any]:
    return {"title": "Mine", "questions": list(questions)}


def complaint(content: object) -> str:
    with pytest.raises(parlour.BadComponent) as caught:
        Trivia.load(content)
    assert str(caught.value).startswith("this list of questions: ")
    return str(caught.value).removeprefix("this list of questions: ")


# Our own questions


def test_there_are_many_questions_for_every_age_on_many_topics():
    assert len(FAMILY.questions) >= 180
    ages = Counter(question.age for question in FAMILY.questions)
    assert set(ages) == set(BANDS)
    assert min(ages.values()) >= 35
    topics = Counter(question.topic for question in FAMILY.questions)
    assert 8 <= len(topics) <= 15
    assert min(topics.values()) >= 8  # none is a spelling mistake


@pytest.mark.parametrize("band", BANDS)
def test_every_age_has_at_least_eight_topics(band: str):
    assert len({FAMILY.questions[at].topic for at in FAMILY.for_ages(band)}) >= 8


def test_every_question_asks_and_fits_on_a_line():
    for question in FAMILY.questions:
        assert question.text.endswith("?"), question
        assert len(question.text) <= 100, question
        assert max(map(len, question.answers)) <= 30, question


def test_no_question_gives_its_answer_away():
    for question in FAMILY.questions:
        words = re.findall(r"\w+", question.text.casefold())
        assert question.answers[0].casefold() not in words, question


def test_the_sums_are_right():
    sums = 0
    for question in FAMILY.questions:
        if found := re.fullmatch(r"How much is (\d+) (\S) (\d+)\?", question.text):
            first, sign, second = int(found[1]), found[2], int(found[3])
            assert question.answers[0] == str(first + second if sign == "+" else first * second)
            sums += 1
        elif found := re.fullmatch(r"What is (\d+)% of (\d+)\?", question.text):
            assert int(question.answers[0]) * 100 == int(found[1]) * int(found[2])
            sums += 1
    assert sums >= 5


# By age


def test_the_ages_to_choose_from():
    assert AGES == ("all", "4-6", "7-9", "10-12", "13+")


def test_questions_are_found_by_age():
    content = listed(LEGS, MOON, {**LEGS, "question": "How many legs has a dog?"})
    questions = Trivia.load(content)
    assert questions.for_ages("all") == (0, 1, 2)
    assert questions.for_ages("4-6") == (0, 2)
    assert questions.for_ages("7-9") == (1,)
    assert questions.for_ages("13+") == ()


def test_the_bands_part_the_questions():
    found = [at for band in BANDS for at in FAMILY.for_ages(band)]
    assert sorted(found) == list(range(len(FAMILY.questions))) == list(FAMILY.for_ages("all"))


def test_another_age_is_refused():
    with pytest.raises(ValueError, match="ages: expected one of all, 4-6, 7-9, 10-12, 13\\+, found '5'"):
        FAMILY.for_ages("5")


# A list of one's own


def test_a_file_is_read_and_a_bad_one_is_named(tmp_path: Path):
    path = tmp_path / "room7.toml"
    text = """title = "Room 7"
        [[questions]]
        question = " How many legs has a cat? "
        answers = ["4", " 2", "6", "8"]
        age = "4-6"
        topic = "animals"
        """
    path.write_text(text)
    questions = Trivia.load(path)
    assert questions.title == "Room 7"
    assert questions.questions == (Question("How many legs has a cat?", ("4", "2", "6", "8"), "4-6", "animals"),)
    path.write_text(text.replace("4-6", "5"))
    with pytest.raises(
        parlour.BadComponent, match="room7.toml: question 1, 'How many legs has a cat\\?': age: expected"
    ):
        Trivia.load(path)


def test_the_limits_themselves_are_allowed():
    many = [{**LEGS, "question": f"How much is {number} - 1?"} for number in range(512)]
    many[0] = {**LEGS, "question": "?" * 200, "answers": ["a" * 60, "b" * 60, "c" * 60, "d" * 60], "topic": "t" * 60}
    questions = Trivia.load(listed(*many)).questions
    assert len(questions) == 512
    assert len(questions[0].text) == 200
    assert questions[0].answers[3] == "d" * 60
    assert Trivia.load(listed(LEGS)).for_ages("all") == (0,)


def test_letters_of_every_language_are_allowed():
    question = {**LEGS, "question": "Wie heißt 'Katze' auf Japanisch?", "answers": ["猫", "犬", "кошка", "γάτα"]}
    assert Trivia.load(listed(question)).questions[0].answers == ("猫", "犬", "кошка", "γάτα")


@pytest.mark.parametrize("count", [0, 513])
def test_too_few_or_too_many_questions_are_refused(count: int):
    many = [{**LEGS, "question": f"How much is {number} - 1?"} for number in range(count)]
    assert complaint(listed(*many)) == f"expected 1 to 512 questions, found {count}"


@pytest.mark.parametrize("found", [None, 5, "none", {"1": "why?"}])
def test_questions_are_a_list(found: object):
    said = complaint({"title": "Mine", "questions": found})
    assert said == f"expected questions, each under [[questions]], found {found!r}"


@pytest.mark.parametrize("found", [5, "why?", ["why?"]])
def test_a_question_is_a_table(found: object):
    said = complaint(listed(LEGS, found))
    assert said == f"question 2: expected a table with question, answers, age and topic, found {found!r}"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"question": None}, "question 2: question: expected text in quotes, found None"),
        ({"question": 5}, "question 2: question: expected text in quotes, found 5"),
        ({"question": "  "}, "question 2: question: expected text in quotes, found '  '"),
        ({"question": "a\nb?"}, "question 2: question: expected one line of plain characters, found 'a\\nb?'"),
        ({"question": "\x1b[31m?"}, "question 2: question: expected one line of plain characters, found '\\x1b[31m?'"),
        (
            {"question": "?" * 201},
            f"question 2: question: expected at most 200 characters, found 201: {'?' * 201!r}",
        ),
        (
            {"question": "how many legs has a CAT? "},
            "question 2, 'how many legs has a CAT?', is also question 1; expected each once",
        ),
    ],
)
def test_a_bad_question_is_refused_with_its_number(change: dict[str, Any], expected: str):
    assert complaint(listed(LEGS, {**MOON, **change})) == expected


FOUR = "expected answers = [...] with 4 answers, the right one first"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"answers": None}, f"{FOUR}; found None"),
        ({"answers": "the Moon"}, f"{FOUR}; found 'the Moon'"),
        ({"answers": ["the Moon", "Mars", "Venus"]}, f"{FOUR}; found 3"),
        ({"answers": ["the Moon", "Mars", "Venus", "a kite", "a bird"]}, f"{FOUR}; found 5"),
        ({"answers": ["the Moon", 2, "6", "8"]}, "answer 2: expected text in quotes, found 2"),
        ({"answers": ["the Moon", "2", "6", ""]}, "answer 4: expected text in quotes, found ''"),
        ({"answers": ["the Moon", "2", "6", "a\tb"]}, "answer 4: expected one line of plain characters, found 'a\\tb'"),
        (
            {"answers": ["m" * 61, "2", "6", "8"]},
            f"answer 1: expected at most 60 characters, found 61: {'m' * 61!r}",
        ),
        (
            {"answers": ["the Moon", "Mars", "The moon ", "8"]},
            "answer 3, 'The moon', is also answer 1; expected four different ones",
        ),
        ({"age": None}, "age: expected one of 4-6, 7-9, 10-12, 13+, in quotes, found None"),
        ({"age": "all"}, "age: expected one of 4-6, 7-9, 10-12, 13+, in quotes, found 'all'"),
        ({"age": 7}, "age: expected one of 4-6, 7-9, 10-12, 13+, in quotes, found 7"),
        ({"topic": None}, "topic: expected text in quotes, found None"),
        ({"topic": "a\nb"}, "topic: expected one line of plain characters, found 'a\\nb'"),
        ({"topic": "t" * 61}, f"topic: expected at most 60 characters, found 61: {'t' * 61!r}"),
        ({"answer": "the Moon"}, "unknown 'answer'; expected question, answers, age, topic"),
    ],
)
def test_what_is_wrong_with_a_question_is_told_with_its_number_and_text(change: dict[str, Any], expected: str):
    said = complaint(listed(LEGS, {**MOON, **change}))
    assert said == f"question 2, 'What goes around the Earth?': {expected}"


def test_unknown_keys_are_refused():
    assert complaint({**listed(LEGS), "ages": []}) == "unknown 'ages'; expected title, questions"


def test_a_list_has_a_title():
    assert complaint({"questions": [LEGS]}).startswith('expected title = "..."')
