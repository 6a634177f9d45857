"""The 66 word cards, as the games that use nothing else number them: colour * 11 + number - 1.

These games keep cards number by number, each number with a set of colours: six bits, red the lowest.
"""

from __future__ import annotations

import numpy as np

from .deck import COLOURS, NUMBERS
from .word_list import WordList

CARDS = len(COLOURS) * len(NUMBERS)
CARD_NAMES = tuple(f"{colour} {number}" for colour in COLOURS for number in NUMBERS)
NUMBER = np.array([card % len(NUMBERS) for card in range(CARDS)], np.int8)
COLOUR = np.array([card // len(NUMBERS) for card in range(CARDS)], np.int8)

NO_COLOURS, ALL_COLOURS = 0, 2 ** len(COLOURS) - 1
HOW_MANY = np.array([colours.bit_count() for colours in range(64)], np.int8)  # in a set of colours
FIRST = np.array([(colours & -colours).bit_length() - 1 for colours in range(64)], np.int8)  # of a set of colours


def word_on(card: int, words: WordList) -> str:
    """The word that a list puts on a card."""
    return words.word(COLOURS[card // len(NUMBERS)], card % len(NUMBERS) + 1)
