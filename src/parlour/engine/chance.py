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
    return scaled(source, next_bits(source) >> _S32, count)


@hot_rule
def scaled(source, bits, count):
    """The same, made of 32 random bits (Lemire's method); more are drawn in the rare case that would be unfair."""
    bound = np.uint64(count)
    product = bits * bound
    if (product & _LOW_32) < bound:
        least = (_TWO_32 - bound) % bound
        while (product & _LOW_32) < least:
            product = (next_bits(source) >> _S32) * bound
    return np.int64(product >> _S32)


@rule
def shuffle(source, stack, count):
    """Put the first `count` cards of a stack in random order: two places from each 64 bits."""
    last = count - 1
    while last > 0:
        bits = next_bits(source)
        swap(stack, last, scaled(source, bits >> _S32, last + 1))
        swap(stack, last - 1, scaled(source, bits & _LOW_32, last))
        last -= 2


@hot_rule
def swap(stack, place, other):
    card = stack[place]
    stack[place] = stack[other]
    stack[other] = card


@hot_rule
def stream(seed, number):
    """The `rng` of game `number` under `seed`: games are independent, whichever core plays them."""
    return mix(mix(np.uint64(seed) + _GOLDEN) ^ (np.uint64(number) * _MIX_2 + _GOLDEN))
