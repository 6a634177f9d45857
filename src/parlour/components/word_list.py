"""A word list: the words on the 66 word cards, in six sets of eleven, each with the sound it practises."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..engine.errors import BadComponent
from .component import Component
from .deck import COLOURS, NUMBERS

_LONGEST = 20  # characters; a word is shown large
_WORDS = len(COLOURS) * len(NUMBERS)
_TOML = re.compile(r"""^\s*(\[|[\w"'-]+\s*=)""", re.MULTILINE)  # a line that only TOML has
_BULLET = re.compile(r"^\s*([-*\u2022]|\d+[.)])\s+")


class WordList(Component):
    """A word for every colour and number."""

    kind = "word list"
    folder = "words"

    words: dict[str, tuple[str, ...]]  # by colour; number 1 first
    by_card: tuple[str, ...]  # the same, colour by colour
    sounds: dict[str, str]  # the title of each set

    def check(self) -> None:
        self.only_keys(self.content, ("title", *COLOURS))
        self.words, self.sounds = {}, {}
        seen: dict[str, str] = {}
        for colour in COLOURS:
            table = self.table(colour)
            self.only_keys(table, ("title", "words"), f"set {colour}")
            sound = table.get("title")
            if not isinstance(sound, str) or not sound.strip():
                raise self.wrong(f'set {colour}: expected title = "..." with the sound it practises, found {sound!r}')
            self.sounds[colour] = sound.strip()
            self.words[colour] = self._words(colour, table.get("words"), seen)
        self.by_card = tuple(word for colour in COLOURS for word in self.words[colour])

    @classmethod
    def parse(cls, text: str, where: str) -> Mapping[str, Any]:
        """TOML, or a plain list: eleven words for each colour in turn."""
        return super().parse(text, where) if _TOML.search(text) else _listed(text, where)

    def word(self, colour: str, number: int) -> str:
        return self.words[colour][number - 1]

    def _words(self, colour: str, value: object, seen: dict[str, str]) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise self.wrong(f"set {colour}: expected words = [...] with {len(NUMBERS)} words, found {value!r}")
        words = []
        for number, word in zip(NUMBERS, value, strict=False):
            place = f"set {colour}, number {number}"
            if not isinstance(word, str) or not word.strip():
                raise self.wrong(f"{place}: expected a word, found {word!r}")
            word = word.strip()
            if len(word) > _LONGEST or not word.isprintable():
                raise self.wrong(f"{place}: expected a word of at most {_LONGEST} letters, found {word!r}")
            if word.casefold() in seen:
                raise self.wrong(f"{place}: {word!r} is also {seen[word.casefold()]}; every word stands once")
            seen[word.casefold()] = place
            words.append(word)
        if len(value) < len(NUMBERS):
            raise self.wrong(
                f"set {colour}, number {len(value) + 1}: no word; expected {len(NUMBERS)} words, found {len(value)}"
            )
        if len(value) > len(NUMBERS):
            raise self.wrong(
                f"set {colour}, number {len(NUMBERS) + 1}: one too many, {value[len(NUMBERS)]!r}; "
                f"expected {len(NUMBERS)} words, found {len(value)}"
            )
        return tuple(words)


def _listed(text: str, where: str) -> dict[str, Any]:
    """A plain list of words, as the content of a file.

    Words stand on lines of their own, or with commas between them; if that does not make 66, with spaces. What stands
    before a colon is the title of the set that follows.
    """
    sets = [("", "")]
    for line in text.splitlines():
        title, colon, rest = _BULLET.sub("", line).rpartition(":")
        if colon:
            sets.append((title.strip(), rest))
        else:
            sets[-1] = sets[-1][0], f"{sets[-1][1]}\n{rest}"
    if len(sets) == 1:
        words = _split(sets[0][1], _WORDS)
        if len(words) != _WORDS:
            raise BadComponent(
                f"{where}: found {_counted(len(words), 'word')}; expected {_WORDS}: "
                f"{len(NUMBERS)} for each of {', '.join(COLOURS)}, in this order"
            )
        starts = range(0, _WORDS, len(NUMBERS))
        titled = [(f"words {at + 1} to {at + len(NUMBERS)}", words[at : at + len(NUMBERS)]) for at in starts]
    else:
        before, *rest_of = sets
        if before[1].strip() or len(rest_of) != len(COLOURS):
            raise BadComponent(
                f"{where}: found {_counted(len(rest_of), 'title')} (what stands before a colon); expected none, "
                f"or one for each of {', '.join(COLOURS)}, with the words of its set behind it"
            )
        titled = [(title, _split(words, len(NUMBERS))) for title, words in rest_of]
    made = zip(COLOURS, titled, strict=True)
    return {"title": "My words", **{colour: {"title": title, "words": words} for colour, (title, words) in made}}


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _split(text: str, expected: int) -> list[str]:
    words = [word for word in (part.strip() for part in re.split(r"[,;\t\n]", text)) if word]
    return words if len(words) == expected else text.replace(",", " ").replace(";", " ").split()
