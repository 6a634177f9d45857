"""The Freaky deck: 108 cards, each with a background colour, a circle colour and a value."""

from __future__ import annotations

from collections import Counter

from .component import Component
from .deck import COLOURS

VALUES = tuple(range(1, 7))
CARDS = 108  # FR-1
OF_EACH = 18  # FR-2: cards of every background, of every circle colour and of every value
_EXPECTED = 'expected a background, a circle and a value, such as "yellow/purple/6"'


class FreakyDeck(Component):
    """The cards one by one, in the order of the file, each written background/circle/value."""

    kind = "Freaky deck"
    folder = "freaky"

    cards: tuple[tuple[str, str, int], ...]  # background, circle, value

    def check(self) -> None:
        self.only_keys(self.content, ("title", "cards"))
        listed = self.content.get("cards")
        if not isinstance(listed, list):
            raise self.wrong(f"expected cards = [...] with {CARDS} cards, found {listed!r}")
        self.cards = tuple(self._card(place, name) for place, name in enumerate(listed, 1))
        for place, card in enumerate(self.cards, 1):
            if card in self.cards[: place - 1]:
                first = self.cards.index(card) + 1
                raise self.wrong(f"card {place}, {self.names[place - 1]!r}, is also card {first}; expected each once")
        if len(self.cards) != CARDS:
            raise self.wrong(f"expected {CARDS} cards, found {len(self.cards)}")
        backgrounds, circles, values = zip(*self.cards, strict=True)
        for of_what, found, every in (
            ("with a {} background", backgrounds, COLOURS),
            ("with a {} circle", circles, COLOURS),
            ("of value {}", values, VALUES),
        ):
            counts = Counter(found)
            for one in every:
                if counts[one] != OF_EACH:
                    raise self.wrong(f"expected {OF_EACH} cards {of_what.format(one)}, found {counts[one]}")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{background}/{circle}/{value}" for background, circle, value in self.cards)

    def _card(self, place: int, name: object) -> tuple[str, str, int]:
        parts = name.split("/") if isinstance(name, str) else []
        if len(parts) != 3:
            raise self.wrong(f"card {place}: {_EXPECTED}; found {name!r}")
        background, circle, value = parts
        for what, colour in (("background", background), ("circle", circle)):
            if colour not in COLOURS:
                expected = f"expected one of {', '.join(COLOURS)}"
                raise self.wrong(f"card {place}, {name!r}: {colour!r} is no colour for its {what}; {expected}")
        if value not in map(str, VALUES):
            raise self.wrong(f"card {place}, {name!r}: expected a value from 1 to {VALUES[-1]}, found {value!r}")
        if background == circle:
            raise self.wrong(f"card {place}, {name!r}: expected a circle of another colour than its background")
        return background, circle, int(value)
