"""Chance: the same everywhere, and fair."""

from collections import Counter

import numpy as np
import pytest

from parlour.engine.chance import DICE, below, mix, next_bits, scaled, shuffle, stream
from parlour.engine.rule import plain, rule


@rule
def several_bits(dice, out):
    for place in range(len(out)):
        out[place] = next_bits(dice[0])


@rule
def several_below(dice, count, out):
    for place in range(len(out)):
        out[place] = below(dice[0], count)


@rule
def several_shuffles(dice, stack, orders):
    for order in range(len(orders)):
        for place in range(len(stack)):
            stack[place] = place
        shuffle(dice[0], stack, len(stack))
        for place in range(len(stack)):
            orders[order, place] = stack[place]


@rule
def several_scaled(bits, count, out):
    for place in range(len(bits)):
        out[place] = scaled(bits[place], count)


def dice(seed: int = 0) -> np.ndarray:
    thrown = np.zeros(1, DICE)
    thrown[0].rng = np.uint64(seed)
    return thrown


def test_the_generator_is_splitmix64() -> None:
    """The published first outputs of SplitMix64 from state 0."""
    out = np.zeros(3, np.uint64)
    several_bits(dice(), out)
    assert [hex(int(bits)) for bits in out] == ["0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4", "0x6c45d188009454f"]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 66, 128, 2**31 + 1])
def test_compiled_and_plain_chance_are_the_same(count: int) -> None:
    compiled, uncompiled = np.zeros(50, np.int64), np.zeros(50, np.int64)
    several_below(dice(5), count, compiled)
    with plain(), np.errstate(over="ignore"):
        several_below(dice(5), count, uncompiled)
    assert compiled.tolist() == uncompiled.tolist()
    assert compiled.min() >= 0 and compiled.max() < count


@pytest.mark.parametrize("count", [2, 3, 6, 11, 66])
def test_every_number_below_is_equally_likely(count: int) -> None:
    draws = 200 * count
    out = np.zeros(draws, np.int64)
    several_below(dice(11), count, out)
    found = np.bincount(out, minlength=count)
    chi_square = float(((found - 200) ** 2 / 200).sum())
    # 99.99 % of fair generators stay below this (Wilson and Hilferty's approximation).
    freedom = count - 1
    assert chi_square < freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3


@pytest.mark.parametrize("count", [3 * 2**29 + 1, 2**31 + 2**29 + 7])
def test_bits_that_would_favour_some_numbers_are_refused(count: int) -> None:
    """Of numbers this large many more bits are refused, so that the share can be counted: 2**32 modulo the count."""
    bits = np.random.default_rng(1).integers(0, 2**32, 100_000, dtype=np.uint64)
    out = np.zeros(len(bits), np.int64)
    several_scaled(bits, count, out)
    refused = float((out < 0).mean())
    assert abs(refused - (2**32 % count) / 2**32) < 0.01
    taken = out[out >= 0]
    halves = float((taken < count // 2).mean())
    assert abs(halves - 0.5) < 0.01
    assert taken.max() < count


def test_a_refused_draw_is_drawn_again() -> None:
    out = np.zeros(2000, np.int64)
    several_below(dice(2), 3 * 2**30, out)  # a quarter of all draws is refused
    assert out.min() >= 0


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_every_order_of_a_shuffle_is_equally_likely(cards: int) -> None:
    orders = np.zeros((24_000, cards), np.uint8)
    several_shuffles(dice(3), np.zeros(cards, np.uint8), orders)
    found = Counter(map(tuple, orders.tolist()))
    ways = [1, 2, 6, 24][cards - 1]
    assert len(found) == ways
    assert all(abs(count - 24_000 / ways) < 5 * (24_000 / ways) ** 0.5 for count in found.values())


def test_streams_of_neighbours_differ_in_half_their_bits() -> None:
    """Games numbered one after the other, and seeds beside each other, must not resemble one another."""

    def bits(seed: int, number: int) -> int:
        return int(stream(seed, number))

    distances = [(bits(7, n) ^ bits(7, n + 1)).bit_count() for n in range(200)]
    distances += [(bits(n, 3) ^ bits(n + 1, 3)).bit_count() for n in range(200)]
    assert 30 < sum(distances) / len(distances) < 34
    assert len({bits(seed, number) for seed in range(50) for number in range(50)}) == 2500


def test_mix_loses_nothing() -> None:
    assert len({int(mix(np.uint64(number))) for number in range(1000)}) == 1000
