"""The Game-On cards: 16 Game Cards of each of six types, the Black Cards, and what is in a Player deck."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass

import numpy as np

from ..engine.cards import words_for
from ..engine.errors import BadPosition
from ..engine.options import BY_SEAT, OneEach
from ..engine.position import Supply
from .component import Component

COLOURS = ("red", "yellow", "blue", "white")
BLACK = len(COLOURS)  # wild
COLOUR_NAMES = (*COLOURS, "black")
SHAPES = ("square", "circle", "triangle")
TYPES = ("sun", "moon", "star", "leaf", "drop", "flame")

OF_EACH_TYPE = 16  # GC-3
THREE_COLOURED, WITH_CHEVRON, ONE_COLOURED = 8, 4, 4  # of these 16; the chevrons counted are on the first kind
BLACK_CARDS = 6
COPIES = 2  # GC-4: of every shape in a Player deck
OMNIS = 3

SHORT_NAMES = tuple(f"{of_type} {number}" for of_type in TYPES for number in range(1, OF_EACH_TYPE + 1))
BLACK_NAME = "black card"
GAME_CARDS = len(SHORT_NAMES)
GAME_DECK = GAME_CARDS + BLACK_CARDS  # Black Cards have the numbers from GAME_CARDS on
CARD_WORDS = words_for(GAME_CARDS)  # of a set of Game Cards,
NO_CARDS, ONE_CARD = np.uint64(0), np.uint64(1)  # which rules go through word by word
PLAYER_SHAPES = tuple(f"{colour} {shape}" for colour in COLOUR_NAMES for shape in SHAPES)

_POINTS = ("1 point", "2 points", "3 points")
_MARKS = ("chevron", *(f"convert {colour}" for colour in COLOURS))
_EXAMPLE = '"red square, yellow circle, blue triangle; 2 points; chevron"'


TYPES_OPTION = OneEach("types", BY_SEAT, "the type of each player's deck", TYPES)
LEAST_TYPES = 3  # of Game Cards


def types_of_seats(value: str, players: int) -> list[int]:
    """GC-5: the type of each seat's deck, by the option `types`."""
    return TYPES_OPTION.of_seats(value, players)


def cards_in_play(types: list[int]) -> list[int]:
    """GC-3, GC-5: Game Cards of the players' types; with two players the first type left over is the third."""
    left_over = [number for number in range(len(TYPES)) if number not in types]
    used = {*types, *left_over[: max(0, LEAST_TYPES - len(types))]}
    return [card for card in range(GAME_CARDS) if card // OF_EACH_TYPE in used]


@dataclass(frozen=True)
class GameCard:
    """What is printed on a Game Card."""

    type: int
    colours: tuple[int, int, int]  # of its square, circle and triangle
    points: int
    chevron: bool
    convert: int  # a colour, or -1

    @property
    def name(self) -> str:
        shapes = ", ".join(
            f"{COLOUR_NAMES[colour]} {shape}" for colour, shape in zip(self.colours, SHAPES, strict=True)
        )
        marks = ["chevron"] if self.chevron else [f"convert {COLOURS[self.convert]}"] if self.convert >= 0 else []
        return f"{TYPES[self.type]}: {'; '.join([shapes, _POINTS[self.points - 1], *marks])}"


class GameOnCards(Component):
    """The Game Cards type by type, each in the order of the file, written as their names are."""

    kind = "Game-On card list"
    folder = "game_on"

    game_cards: tuple[GameCard, ...]
    omnis: tuple[tuple[int, int, int], ...]  # the colours of the square, circle and triangle of each
    short_names = SHORT_NAMES

    def check(self) -> None:
        self.only_keys(self.content, ("title", "black_cards", *TYPES, "player_deck"))
        self._exactly(BLACK_CARDS, self.content.get("black_cards"), "black_cards")
        self.game_cards = tuple(card for number in range(len(TYPES)) for card in self._type(number))
        self.omnis = self._player_deck()

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """Of all that can be in the deck of Game Cards, the Black Cards last."""
        return (*(card.name for card in self.game_cards), *[BLACK_NAME] * BLACK_CARDS)

    def long_name(self, name: str) -> str:
        """Positions may give a Game Card its short name, too."""
        return self.names[SHORT_NAMES.index(name)] if name in SHORT_NAMES else name

    def take(self, supply: Supply, name: object, place: str) -> int:
        """The Game Card of this name, long or short, out of those that are left for a position."""
        if not isinstance(name, str) or name == BLACK_NAME:
            raise BadPosition(f"position: {place} has {name!r}; right would be a Game Card, such as 'sun 7'")
        return supply.take(self.long_name(name), place)

    def _type(self, number: int) -> list[GameCard]:
        place = f"[{TYPES[number]}]"
        table = self.table(TYPES[number])
        self.only_keys(table, ("cards",), place)
        listed = table.get("cards")
        if not isinstance(listed, list):
            raise self.wrong(f"{place}: expected cards = [...] with {OF_EACH_TYPE} cards, found {listed!r}")
        cards: list[GameCard] = []
        for at, text in enumerate(listed, 1):
            card = self._game_card(number, text, f"{place} card {at}")
            if card in cards:
                raise self.wrong(
                    f"{place} card {at}, {text!r}, is also card {cards.index(card) + 1}; expected each once"
                )
            cards.append(card)
        self._count(cards, place)
        return cards

    def _count(self, cards: list[GameCard], place: str) -> None:
        three_coloured = [card for card in cards if card.points == 2]
        chevrons = sum(card.chevron for card in three_coloured)
        # No card stands twice, so four cards of one colour are one of each; the four left over have a black shape.
        for what, expected, found in (
            ("cards", OF_EACH_TYPE, len(cards)),
            ("cards of three different colours", THREE_COLOURED, len(three_coloured)),
            ("cards of three different colours with a chevron", WITH_CHEVRON, chevrons),
            ("cards of one colour", ONE_COLOURED, sum(card.points == 3 for card in cards)),
        ):
            if found != expected:
                raise self.wrong(f"{place}: expected {expected} {what}, found {found}")
        symbols = Counter(card.convert for card in cards)
        for colour, name in enumerate(COLOURS):
            if symbols[colour] != 1:
                raise self.wrong(f'{place}: expected 1 card with "convert {name}", found {symbols[colour]}')

    def _game_card(self, number: int, text: object, place: str) -> GameCard:
        if not isinstance(text, str):
            raise self.wrong(f"{place}: expected a card such as {_EXAMPLE}, found {text!r}")
        place = f"{place}, {text!r}"
        shapes, *printed = (part.strip() for part in text.split(";"))
        colours = self._three_shapes(shapes, COLOUR_NAMES, place)
        if not printed or printed[0] not in _POINTS:
            found = repr(printed[0]) if printed else "nothing"
            raise self.wrong(f"{place}: expected {_one_of(_POINTS)} after the shapes, found {found}")
        marks = printed[1:]
        if len(marks) > 1 or not set(marks) <= set(_MARKS):
            raise self.wrong(f"{place}: expected {_one_of(_MARKS)}, or nothing, after the points, found {marks}")
        points = _POINTS.index(printed[0]) + 1
        chevron = marks == ["chevron"]
        convert = _MARKS.index(marks[0]) - 1 if marks else -1

        coloured = [colour for colour in colours if colour != BLACK]
        match len(coloured), len(set(coloured)):
            case 3, 3:
                right = points == 2 and convert < 0
                expected = "2 points, with or without a chevron, on three different colours"
            case 3, 1:
                right = points == 3 and chevron
                expected = "3 points and a chevron on three shapes of one colour"
            case 2, 2:
                right = points == 1 and convert >= 0
                expected = "1 point and a convert symbol on a card with a black shape"
            case _:
                right = False
                expected = "three different colours, one colour, or one black shape and two different colours"
        if not right:
            raise self.wrong(f"{place}: expected {expected}")
        return GameCard(number, colours, points, chevron, convert)

    def _player_deck(self) -> tuple[tuple[int, int, int], ...]:
        place = "[player_deck]"
        table = self.table("player_deck")
        self.only_keys(table, (*PLAYER_SHAPES, "omnis"), place)
        for name in PLAYER_SHAPES:
            self._exactly(COPIES, table.get(name), f"{place} {name}")
        listed = table.get("omnis")
        if not isinstance(listed, list) or len(listed) != OMNIS:
            found = len(listed) if isinstance(listed, list) else repr(listed)
            raise self.wrong(f"{place}: expected omnis = [...] with {OMNIS} cards, found {found}")
        return tuple(self._three_shapes(text, COLOURS, f"{place} omni {at}") for at, text in enumerate(listed, 1))

    def _three_shapes(self, text: object, known: tuple[str, ...], place: str) -> tuple[int, int, int]:
        words = [part.split() for part in text.split(",")] if isinstance(text, str) else []
        if [word[-1:] for word in words] != [[shape] for shape in SHAPES] or any(len(word) != 2 for word in words):
            raise self.wrong(f"{place}: expected a square, a circle and a triangle in this order, found {text!r}")
        for colour, shape in words:
            if colour not in known:
                raise self.wrong(f"{place}: {colour!r} is no colour for its {shape}; expected {_one_of(known)}")
        square, circle, triangle = (known.index(colour) for colour, _ in words)
        return square, circle, triangle

    def _exactly(self, expected: int, found: object, place: str) -> None:
        if type(found) is not int or found != expected:
            raise self.wrong(f"{place}: expected {expected}, found {found!r}")


def _one_of(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def number_of(name: object, place: str) -> int:
    """The number of the Game Card with this short name, in a position."""
    if name not in SHORT_NAMES:
        raise BadPosition(f"position: {place} names {name!r}; right would be a Game Card, such as 'sun 7'")
    return SHORT_NAMES.index(str(name))
