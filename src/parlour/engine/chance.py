"""All chance of a game: a SplitMix64 generator that lives in the state, the same on every machine.

`source` is anything with a field `rng`: a game's state, or a bot's own dice (`DICE`).
"""

import numpy as np

from .rule import hot_rule, rule

DICE = np.dtype((np.record, [("rng", np.uint64)]))

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)


@hot_rule
def mix(bits):
    """Scramble 64 bits so that near numbers give far ones."""
    bits = (bits ^ (bits >> _S30)) * _MIX_1
    bits = (bits ^ (bits >> _S27)) * _MIX_2
    return bits ^ (bits >> _S31)


@hot_rule
def next_bits(source):
    """The next 64 random bits."""
    source.rng = source.rng + _GOLDEN
    return mix(source.rng)


@hot_rule
def below(source, count):
    """A whole number from 0 to count - 1, each equally likely."""
    number = scaled(next_bits(source) >> _S32, count)
    while number < 0:
        number = scaled(next_bits(source) >> _S32, count)
    return number


@hot_rule
def scaled(bits, count):
    """32 random bits as a number below `count` (Lemire's method); -1 for the few bits that would favour some."""
    bound = np.uint64(count)
    product = bits * bound
    if (product & _LOW_32) < bound and (product & _LOW_32) < (_TWO_32 - bound) % bound:
        return -1
    return np.int64(product >> _S32)


@rule
def shuffle(source, stack, count):
    """Put the first `count` cards of a stack in random order."""
    rng = source.rng  # at hand, not in the state: shuffling is a tenth of all the work there is
    for last in range(count - 1, 0, -2):  # two places from each 64 bits
        rng = rng + _GOLDEN
        bits = mix(rng)
        place = scaled(bits >> _S32, last + 1)
        other = scaled(bits & _LOW_32, last)
        if place < 0 or other < 0:
            source.rng = rng
            place = below(source, last + 1)
            other = below(source, last)
            rng = source.rng
        swap(stack, last, place)
        swap(stack, last - 1, other)
    source.rng = rng


@rule
def mix_unseen(source, stack, count):
    """For `redeal`: the same for cards whose order nobody may know. What comes of it does not hang on that order."""
    cards = np.zeros(256, np.uint8)  # how many there are of each
    for place in range(count):
        cards[stack[place]] += 1
    place = 0
    for card in range(len(cards)):
        for _ in range(cards[card]):
            stack[place] = card
            place += 1
    shuffle(source, stack, count)


@hot_rule
def swap(stack, place, other):
    card = stack[place]
    stack[place] = stack[other]
    stack[other] = card


@hot_rule
def stream(seed, number):
    """The `rng` of game `number` under `seed`: games are independent, whichever core plays them."""
    return mix(mix(np.uint64(seed) + _GOLDEN) ^ (np.uint64(number) * _MIX_2 + _GOLDEN))
