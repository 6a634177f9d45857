"""The 66 word cards, as the games that use nothing else number them: colour * 11 + number - 1.

These games keep cards number by number, each number with a set of colours: six bits, red the lowest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.cards import bits_listed
from .deck import COLOURS, NUMBERS
from .word_list import WordList

CARDS = len(COLOURS) * len(NUMBERS)
CARD_NAMES = tuple(f"{colour} {number}" for colour in COLOURS for number in NUMBERS)
NUMBER = np.array([card % len(NUMBERS) for card in range(CARDS)], np.int8)
COLOUR = np.array([card // len(NUMBERS) for card in range(CARDS)], np.int8)

NO_COLOURS, ALL_COLOURS = 0, 2 ** len(COLOURS) - 1
HOW_MANY = np.array([colours.bit_count() for colours in range(64)], np.int8)  # in a set of colours
FIRST = np.array([(colours & -colours).bit_length() - 1 for colours in range(64)], np.int8)  # of a set of colours

COLOURS_IN = tuple(tuple(bits_listed(colours)) for colours in range(64))  # the colours of such a set, by number


def cards_in(colours_of_numbers: np.ndarray[Any, Any]) -> list[int]:
    """The cards of a hand, or of a row of sets, that is kept as a set of colours for each number; number by number."""
    numbers = enumerate(colours_of_numbers.tolist())
    return [colour * len(NUMBERS) + number for number, colours in numbers for colour in COLOURS_IN[colours]]


def word_on(card: int, words: WordList) -> str:
    """The word that a list puts on a card."""
    return words.by_card[card]
