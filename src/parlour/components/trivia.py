"""Questions with four answers each, sorted by age: one of the ways to settle a competition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .component import Component

BANDS = ("4-6", "7-9", "10-12", "13+")  # years
AGES = ("all", *BANDS)
ANSWERS = 4
MOST_QUESTIONS = 512
_LONGEST_QUESTION, _LONGEST_ANSWER, _LONGEST_TOPIC = 200, 60, 60  # characters; all is shown on one line


@dataclass(frozen=True)
class Question:
    text: str
    answers: tuple[str, str, str, str]  # the right one first
    age: str  # a band
    topic: str


class Trivia(Component):
    """The questions, in the order of the file."""

    kind = "list of questions"
    folder = "trivia"

    questions: tuple[Question, ...]

    def check(self) -> None:
        self.only_keys(self.content, ("title", "questions"))
        listed = self.content.get("questions")
        if not isinstance(listed, list):
            raise self.wrong(f"expected questions, each under [[questions]], found {listed!r}")
        if not 1 <= len(listed) <= MOST_QUESTIONS:
            raise self.wrong(f"expected 1 to {MOST_QUESTIONS} questions, found {len(listed)}")
        seen: dict[str, int] = {}
        questions = []
        for number, table in enumerate(listed, 1):
            question = self._question(table, f"question {number}")
            first = seen.setdefault(question.text.casefold(), number)
            if first != number:
                raise self.wrong(f"question {number}, {question.text!r}, is also question {first}; expected each once")
            questions.append(question)
        self.questions = tuple(questions)

    def for_ages(self, ages: str) -> tuple[int, ...]:
        """The places of the questions for a band, or of all."""
        if ages not in AGES:
            raise ValueError(f"ages: expected one of {', '.join(AGES)}, found {ages!r}")
        return tuple(at for at, question in enumerate(self.questions) if ages in ("all", question.age))

    def _question(self, table: object, place: str) -> Question:
        if not isinstance(table, Mapping):
            raise self.wrong(f"{place}: expected a table with question, answers, age and topic, found {table!r}")
        text = self._text(table.get("question"), _LONGEST_QUESTION, f"{place}: question")
        place = f"{place}, {text!r}"
        self.only_keys(table, ("question", "answers", "age", "topic"), place)
        answers = self._answers(table.get("answers"), place)
        age = table.get("age")
        if age not in BANDS:
            raise self.wrong(f"{place}: age: expected one of {', '.join(BANDS)}, in quotes, found {age!r}")
        return Question(text, answers, age, self._text(table.get("topic"), _LONGEST_TOPIC, f"{place}: topic"))

    def _answers(self, listed: object, place: str) -> tuple[str, str, str, str]:
        expected = f"expected answers = [...] with {ANSWERS} answers, the right one first"
        if not isinstance(listed, list):
            raise self.wrong(f"{place}: {expected}; found {listed!r}")
        if len(listed) != ANSWERS:
            raise self.wrong(f"{place}: {expected}; found {len(listed)}")
        answers = [self._text(text, _LONGEST_ANSWER, f"{place}: answer {at}") for at, text in enumerate(listed, 1)]
        alike = [answer.casefold() for answer in answers]
        for at, answer in enumerate(answers, 1):
            first = alike.index(alike[at - 1]) + 1
            if first != at:
                raise self.wrong(
                    f"{place}: answer {at}, {answer!r}, is also answer {first}; expected four different ones"
                )
        right, second, third, fourth = answers
        return right, second, third, fourth

    def _text(self, value: object, longest: int, place: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"{place}: expected text in quotes, found {value!r}")
        text = value.strip()
        if len(text) > longest:
            raise self.wrong(f"{place}: expected at most {longest} characters, found {len(text)}: {text!r}")
        if not text.isprintable():
            raise self.wrong(f"{place}: expected one line of plain characters, found {text!r}")
        return text
