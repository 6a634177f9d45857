"""The word deck: which word cards there are, and how many of each action card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from .component import Component

T = TypeVar("T")

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
NUMBERS = tuple(range(1, 12))
ACTIONS = ("miss", "+2", "reverse")
MOST_COPIES = 3  # of a coloured action
MOST_WILDS = 7


class Deck(Component):
    """Word cards by colour and number, each once; coloured actions, wilds and the Exploding card by count."""

    kind = "deck"
    folder = "decks"

    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    copies: dict[str, int]  # of each action, in each colour
    wilds: int

    def check(self) -> None:
        self.only_keys(self.content, ("title", "words", "actions", "specials"))
        words, actions, specials = self.table("words"), self.table("actions"), self.table("specials")
        self.only_keys(words, ("colours", "numbers"), "[words]")
        self.only_keys(actions, ACTIONS, "[actions]")
        self.only_keys(specials, ("wild", "ka-blam"), "[specials]")
        self.colours = self._some_of(words.get("colours"), COLOURS, "[words] colours")
        self.numbers = self._some_of(words.get("numbers"), NUMBERS, "[words] numbers")
        self.copies = {action: self._count(actions, "[actions]", action, 0, MOST_COPIES) for action in ACTIONS}
        self.wilds = self._count(specials, "[specials]", "wild", 0, MOST_WILDS)
        self._count(specials, "[specials]", "ka-blam", 1, 1)

    def _some_of(self, value: object, known: tuple[T, ...], place: str) -> tuple[T, ...]:
        expected = f"expected some of {', '.join(map(str, known))}, each once"
        if not isinstance(value, list) or not value:
            raise self.wrong(f"{place}: {expected}; found {value!r}")
        for one in value:
            if one not in known or type(one) is not type(known[0]):
                raise self.wrong(f"{place}: {one!r} is none of them; {expected}")
            if value.count(one) > 1:
                raise self.wrong(f"{place}: {one!r} stands there {value.count(one)} times; {expected}")
        return tuple(one for one in known if one in value)

    def _count(self, table: Mapping[str, Any], place: str, name: str, least: int, most: int) -> int:
        value = table.get(name)
        if type(value) is not int or not least <= value <= most:
            wanted = f"{least}" if least == most else f"a number from {least} to {most}"
            raise self.wrong(f"{place} {name}: expected {wanted}, found {value!r}")
        return value
