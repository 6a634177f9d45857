"""Sets of cards (or of moves) and stacks of cards, as rule files use them.

A set is a short array of 64-bit words, a bit for each card: "which of my cards fit" is one `&` for 64 cards at once.
A stack is an array of card numbers with a count; its top is the last one counted.
"""

import functools
import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np

from .rule import hot_rule, rule

_ONE = np.uint64(1)
_S1, _S2, _S4, _S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_EIGHTS = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_NONE = np.uint64(0)
_S3, _S7, _S8, _BYTE, _TOPS = np.uint64(3), np.uint64(7), np.uint64(8), np.uint64(255), np.uint64(0x8080808080808080)
_EIGHT_BITS = [bytes(byte >> bit & 1 for bit in range(8)) for byte in range(256)]
_PLACES = [[bit for bit in range(8) if byte >> bit & 1] + [0] * 8 for byte in range(256)]
_NTH_OF_BYTE = np.array([places[nth] for nth in range(8) for places in _PLACES], np.int64)


def words_for(count: int) -> int:
    """How many 64-bit words a set over `count` things takes."""
    return (count + 63) // 64


def set_type(count: int) -> np.dtype[Any]:
    """A record that holds one set over `count` things, so that compiled code knows its length."""
    return np.dtype((np.record, [("members", np.uint64, (words_for(count),))]))


def set_of(members: Iterable[int], count: int) -> np.ndarray[Any, Any]:
    """A set over `count` things, for the tables of a rule file."""
    words = np.zeros(words_for(count), np.uint64)
    for member in members:
        words[member >> 6] |= _ONE << np.uint64(member & 63)
    return words


def listed(cards: np.ndarray[Any, Any]) -> list[int]:
    """The members of a set, lowest first: for views and positions."""
    return listed_bits(cards.tobytes())


def listed_bits(bits: bytes) -> list[int]:
    """The same of a set that is given by its bits."""
    return [*_listed(bits)]


@functools.lru_cache(maxsize=1 << 13)  # after a move the same sets are listed for every seat
def _listed(bits: bytes) -> tuple[int, ...]:
    return tuple(itertools.compress(itertools.count(), one_by_one(bits)))


def one_by_one(bits: bytes) -> bytes:
    """A byte for each thing there may be in a set, 1 if it is: what `itertools.compress` asks for."""
    return b"".join(map(_EIGHT_BITS.__getitem__, bits))


def how_many(cards: np.ndarray[Any, Any]) -> int:
    """The size of a set, for views."""
    return int.from_bytes(cards.tobytes(), "little").bit_count()


def bits_listed(word: int) -> list[int]:
    """The numbers of the bits set in a word, lowest first; here it is a plain number."""
    bits = []
    while word:
        lowest = word & -word
        bits.append(lowest.bit_length() - 1)
        word ^= lowest
    return bits


@hot_rule
def bits_in(word):
    """How many bits of a word are set."""
    word = word - ((word >> _S1) & _PAIRS)
    word = (word & _FOURS) + ((word >> _S2) & _FOURS)
    word = (word + (word >> _S4)) & _EIGHTS
    return np.int64((word * _SUM) >> _S56)


@hot_rule
def one(card):
    """A word with the bit of one card set."""
    return _ONE << np.uint64(card)


@hot_rule
def without_lowest(word):
    """A word that is not empty without its lowest bit."""
    return word & (word - _ONE)


@hot_rule
def lowest_bit(word):
    """The number of the lowest bit set in a word that is not empty."""
    return bits_in((word & (~word + _ONE)) - _ONE)


@hot_rule
def nth_bit(word, place):
    """The number of the bit at this place among those set in a word, counted from 0."""
    for _ in range(place):
        word = without_lowest(word)
    return lowest_bit(word)


@hot_rule
def nth_of_word(word, place):
    """The same without a loop, whose end no processor foresees: bytes are counted, and a table knows what is in one.

    It is the faster where often more than a few bits are set.
    """
    counts = word - ((word >> _S1) & _PAIRS)
    counts = (counts & _FOURS) + ((counts >> _S2) & _FOURS)
    counts = ((counts + (counts >> _S4)) & _EIGHTS) * _SUM  # in each byte: how many bits up to and with it
    wanted = np.uint64(place)
    before = ((((wanted * _SUM) | _TOPS) - counts) & _TOPS) >> _S7  # 1 for each byte that ends before the bit
    shift = ((before * _SUM) >> _S56) << _S3
    wanted -= ((counts << _S8) >> shift) & _BYTE
    return np.int64(shift) + _NTH_OF_BYTE[(wanted << _S8) | ((word >> shift) & _BYTE)]


@hot_rule
def has(cards, card):
    return (cards[card >> 6] >> np.uint64(card & 63)) & _ONE != _NONE


@hot_rule
def add(cards, card):
    cards[card >> 6] |= _ONE << np.uint64(card & 63)


@hot_rule
def remove(cards, card):
    cards[card >> 6] &= ~(_ONE << np.uint64(card & 63))


@hot_rule
def add_run(cards, first, bits):
    """Put in the cards from `first` on whose bits are set: a few cards of one 64-bit word."""
    cards[first >> 6] |= np.uint64(bits) << np.uint64(first & 63)


@hot_rule
def add_wide_run(cards, first, bits):
    """Put in the cards from `first` on whose bits are set, also across two words."""
    run, shift = np.uint64(bits), first & 63
    cards[first >> 6] |= run << np.uint64(shift)
    if shift > 0:
        rest = run >> np.uint64(64 - shift)
        if rest != _NONE:
            cards[(first >> 6) + 1] |= rest


@hot_rule
def remove_run(cards, first, bits):
    """Take out the cards from `first` on whose bits are set."""
    cards[first >> 6] &= ~(np.uint64(bits) << np.uint64(first & 63))


@hot_rule
def clear(cards):
    for word in range(len(cards)):
        cards[word] = _NONE


@hot_rule
def keep_common(out, cards, others):
    """`out` becomes the cards that are in both sets."""
    for word in range(len(out)):
        out[word] = cards[word] & others[word]


@hot_rule
def add_all(cards, others):
    """Put every card of another set into this one."""
    for word in range(len(cards)):
        cards[word] |= others[word]


@hot_rule
def remove_all(cards, others):
    """Take every card of another set out of this one."""
    for word in range(len(cards)):
        cards[word] &= ~others[word]


@hot_rule
def is_empty(cards):
    for word in range(len(cards)):
        if cards[word] != _NONE:
            return False
    return True


@hot_rule
def size(cards):
    """How many cards are in the set."""
    count = 0
    for word in range(len(cards)):
        count += bits_in(cards[word])
    return count


@hot_rule
def nth(cards, place):
    """The card at this place of the set, counted from 0 in the order of the cards' numbers."""
    if len(cards) == 1:  # known when it is compiled
        return nth_of_word(cards[0], place)
    for word in range(len(cards)):
        here = cards[word]
        count = bits_in(here)
        if place < count:
            return word * 64 + nth_bit(here, place)
        place -= count
    return -1


@hot_rule
def have_common(cards, others):
    """Whether some card is in both sets."""
    for word in range(len(cards)):
        if cards[word] & others[word] != _NONE:
            return True
    return False


@hot_rule
def size_of_common(cards, others):
    """How many cards are in both sets."""
    count = 0
    for word in range(len(cards)):
        count += bits_in(cards[word] & others[word])
    return count


@rule
def push_between(cards, first, end, stack, count):
    """Put the set's cards from `first` to before `end` on a stack that has `count`, lowest first; the new count."""
    for word in range(first >> 6, (end + 63) >> 6):
        left = cards[word]
        while left != _NONE:
            card = word * 64 + lowest_bit(left)
            if first <= card < end:
                stack[count] = card
                count += 1
            left = without_lowest(left)
    return count
