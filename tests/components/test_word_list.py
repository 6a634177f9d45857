"""A word list of one's own, as TOML or as a plain list."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.components.deck import COLOURS
from parlour.components.word_list import WordList
from parlour.engine.errors import BadComponent

WORDS = [f"{first}{second}" for first in "bcdfgh" for second in "aeioujklmnp"]  # six sets of eleven


@pytest.mark.parametrize("between", ["\n", ", ", "\n\n", ";", "\t", " "])
def test_a_plain_list_is_eleven_words_for_each_colour(between: str) -> None:
    read = WordList.read(between.join(WORDS))
    assert [word for colour in COLOURS for word in read.words[colour]] == WORDS
    assert read.word("orange", 1) == "ca"
    assert read.title == "My words"


def test_numbers_and_dashes_before_words_are_no_words() -> None:
    assert WordList.read("\n".join(f"{number}. {word}" for number, word in enumerate(WORDS, 1))).by_card == tuple(WORDS)
    assert WordList.read("\n".join(f"- {word}" for word in WORDS)).by_card == tuple(WORDS)


def test_a_word_may_have_a_space_where_each_has_a_line() -> None:
    assert WordList.read("\n".join(["ice cream", *WORDS[1:]])).word("red", 1) == "ice cream"


def test_sets_may_have_titles() -> None:
    lines = [f"begins with {'bcdfgh'[at]}: {', '.join(WORDS[at * 11 : at * 11 + 11])}" for at in range(6)]
    read = WordList.read("\n".join(lines))
    assert read.sounds["yellow"] == "begins with d"
    assert read.by_card == tuple(WORDS)
    below = "\n".join(line.replace(": ", ":\n") for line in lines)
    assert WordList.read(below).content == read.content


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("\n".join(WORDS[:65]), "found 65 words; expected 66: 11 for each of red, orange"),
        ("", "found 0 words"),
        ("a: " + ", ".join(WORDS), "found 1 title "),
        ("\n".join([*WORDS[:65], WORDS[0]]), "set purple, number 11: 'ba' is also set red, number 1"),
        ("\n".join([*WORDS[:65], "x" * 21]), "set purple, number 11: expected a word of at most 20 letters"),
        ('title = "Mine', "not a TOML file"),
        ("title = " + "[" * 5000, "this word list"),
        ("title = " + "1" * 5000, "this word list"),
    ],
)
def test_what_is_wrong_with_a_list_is_said(text: str, complaint: str) -> None:
    with pytest.raises(BadComponent) as refused:
        WordList.read(text)
    assert complaint in str(refused.value)


def test_a_plain_file_serves_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS), encoding="utf-8")
    assert WordList.load(path).by_card == tuple(WORDS)
