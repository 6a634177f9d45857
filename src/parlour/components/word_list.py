"""A word list: the words on the 66 word cards, in six sets of eleven, each with the sound it practises."""

from __future__ import annotations

from .component import Component
from .deck import COLOURS, NUMBERS

_LONGEST = 20  # characters; a word is shown large


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
