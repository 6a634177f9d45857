"""The Player Cards of Game-On, as both games number them, and what fits what.

A kind of card is shape * 5 + colour, black being the last colour; the three OMNIs follow. A deck has two of every
coloured shape and one of each OMNI, so a hand is two sets of kinds: those held, and those held twice.

A card covers a shape in one of eight ways: as one of its five colours, or as OMNI 1, 2 or 3. The ways for square,
circle and triangle stand side by side in 24 bits, for a hand as for what a Game Card takes: what can be played on a
Game Card is one `&`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..engine.cards import bits_in, bits_listed
from ..engine.errors import BadPosition
from ..engine.position import Supply
from ..engine.rule import hot_rule, rule
from .game_on_cards import BLACK, COLOUR_NAMES, COPIES, OMNIS, SHAPES, GameCard

COLOUR_COUNT = len(COLOUR_NAMES)
OMNI = len(SHAPES) * COLOUR_COUNT  # the first of them
KINDS = OMNI + OMNIS
NO_CARD = -1
KIND_NAMES: tuple[str, ...] = (
    *(f"{colour} {shape}" for shape in SHAPES for colour in COLOUR_NAMES),
    *(f"omni {number}" for number in range(1, OMNIS + 1)),
)
NAMES_OR_NONE = (*KIND_NAMES, None)  # NO_CARD, which is the last place, has no name
PLAYER_DECK = np.array([*(kind for kind in range(OMNI) for _ in range(COPIES)), *range(OMNI, KINDS)], np.uint8)
DECK_SIZE = len(PLAYER_DECK)  # GC-4
_COPIES = tuple(np.bincount(PLAYER_DECK).tolist())  # of each kind

# GC-11, GC-12: in words for the table.
MEANINGS = {
    "black": "Black is wild: any colour fits.",
    "OMNI": "An OMNI is any one of its three shapes.",
}

WAYS = COLOUR_COUNT + OMNIS  # of covering one shape
ALL_WAYS = len(SHAPES) * WAYS
KIND_OF_WAY = np.array(
    [[shape * COLOUR_COUNT + way if way < COLOUR_COUNT else OMNI + way - COLOUR_COUNT for way in range(WAYS)]
     for shape in range(len(SHAPES))],
    np.int8,
)  # fmt: skip
WAY_NAMES = tuple(tuple(KIND_NAMES[kind] for kind in KIND_OF_WAY[shape]) for shape in range(len(SHAPES)))

HELD, TWICE = 0, 1
OMNI_KINDS = (1 << KINDS) - (1 << OMNI)
WILD_KINDS = OMNI_KINDS | sum(1 << shape * COLOUR_COUNT + BLACK for shape in range(len(SHAPES)))
KINDS_OF_SHAPE = np.array([((1 << COLOUR_COUNT) - 1) << shape * COLOUR_COUNT for shape in range(len(SHAPES))], np.int32)
ANY_WAY = (1 << WAYS) - 1


# What rules ask of hands: arrays of [seat, HELD or TWICE]


@hot_rule
def gain(hands, seat, kind):
    """One more card of this kind."""
    card = 1 << int(kind)
    hands[seat, TWICE] |= hands[seat, HELD] & card
    hands[seat, HELD] |= card


@hot_rule
def lose(hands, seat, kind):
    """One card of this kind less."""
    card = 1 << int(kind)
    second = hands[seat, TWICE] & card
    hands[seat, TWICE] ^= second
    hands[seat, HELD] ^= second ^ card


@hot_rule
def holds(hands, seat, kind):
    return hands[seat, HELD] >> int(kind) & 1 != 0


@hot_rule
def hand_size(hands, seat):
    return bits_in(np.uint64(hands[seat, HELD])) + bits_in(np.uint64(hands[seat, TWICE]))


@hot_rule
def copies_held(hands, seat, kind):
    return (hands[seat, HELD] >> int(kind) & 1) + (hands[seat, TWICE] >> int(kind) & 1)


# What all know of a hand: `state.known` is the part of `state.hands` that came back from the table


@hot_rule
def leave_hand(state, seat, kind):
    """A card goes where all see it: of two alike the one that they knew of."""
    lose(state.hands, seat, kind)
    if holds(state.known, seat, kind):
        lose(state.known, seat, kind)


@hot_rule
def back_to_hand(state, seat, kind):
    """A card comes back from where all have seen it."""
    gain(state.hands, seat, kind)
    gain(state.known, seat, kind)


@rule
def hide_unknown(state, seat, stack, count):
    """For a redeal: what not all know of a hand goes on a stack that has `count` cards; how many it has then."""
    for kind in range(KINDS):
        for _ in range(copies_held(state.hands, seat, kind) - copies_held(state.known, seat, kind)):
            stack[count] = kind
            count += 1
    for which in range(2):
        state.hands[seat, which] = state.known[seat, which]
    return count


@hot_rule
def ways_of(kinds):
    """The ways in which these kinds of cards can cover a square, a circle, a triangle."""
    kinds = int(kinds)
    omnis = kinds >> OMNI << COLOUR_COUNT
    squares, circles, triangles = kinds & 31, kinds >> 5 & 31, kinds >> 10 & 31
    return (squares | omnis) | (circles | omnis) << WAYS | (triangles | omnis) << 2 * WAYS


# What a Game Card shows, packed into 16 bits: three colours, points, chevron, convert symbol


@hot_rule
def colour_shown(print_, shape):
    return int(print_) >> 3 * int(shape) & 7


@hot_rule
def points_shown(print_):
    return int(print_) >> 9 & 3


@hot_rule
def chevron_shown(print_):
    return int(print_) >> 11 & 1


@hot_rule
def symbol_shown(print_):
    """The colour of the convert symbol, or -1."""
    return (int(print_) >> 12) - 1


@hot_rule
def ways_when_all_are(colour, print_):
    """GC-15: the ways that fit when every card of the hand counts as this colour."""
    ways = 0
    for shape in range(3):
        shown = colour_shown(print_, shape)
        if shown in (colour, BLACK):
            ways |= ANY_WAY << WAYS * shape
    return ways


def print_of(card: GameCard) -> int:
    """What a Game Card shows, packed."""
    square, circle, triangle = card.colours
    colours = square | circle << 3 | triangle << 6
    return colours | card.points << 9 | card.chevron << 11 | (card.convert + 1) << 12


# What is the same for a whole match


def ways_that_fit(card: GameCard, omnis: Iterable[tuple[int, int, int]]) -> int:
    """GC-11, GC-12: the ways in which a Game Card's shapes can be covered."""
    ways = 0
    for shape, wanted in enumerate(card.colours):
        shown = [*range(COLOUR_COUNT), *(omni[shape] for omni in omnis)]
        for way, colour in enumerate(shown):
            if wanted in (colour, BLACK) or colour == BLACK:
                ways |= 1 << shape * WAYS + way
    return ways


# Hands by name, for views and positions


def names_held(hands: Any, seat: int) -> list[str]:
    """The cards of a hand, or of another array of the same make."""
    return [KIND_NAMES[kind] for kind in kinds_held(hands, seat)]


def kinds_held(hands: Any, seat: int) -> list[int]:
    """The same by kind, each as often as it is held."""
    held, twice = hands[seat].tolist()
    return sorted([*bits_listed(held), *bits_listed(twice)])


def count_held(hands: Any, seat: int) -> int:
    """How many they are."""
    held, twice = hands[seat].tolist()
    return int(held.bit_count() + twice.bit_count())


def pile_names(state: Any, seat: int) -> list[str]:
    """The draw pile of a seat, next card first."""
    return [KIND_NAMES[kind] for kind in reversed(pile_of(state, seat))]


def pile_of(state: Any, seat: int) -> list[int]:
    """The same by kind, next card last."""
    return state.piles[seat, : state.pile_counts[seat]].tolist()  # type: ignore[no-any-return]


def not_among(kinds: Iterable[int]) -> list[str]:
    """What a Player deck has besides these: the cards of one seat that lie nowhere else were discarded."""
    left = [*_COPIES]
    for kind in kinds:
        left[kind] -= 1
    return [name for name, count in zip(KIND_NAMES, left, strict=True) if count > 0 for _ in range(count)]


def player_supply() -> Supply:
    """One Player deck, to be handed out by name."""
    return Supply(range(DECK_SIZE), [KIND_NAMES[kind] for kind in PLAYER_DECK])


def take_kind(supply: Supply, name: str, place: str) -> int:
    """The kind of a card, taken out of those that are left for a position."""
    return int(PLAYER_DECK[supply.take(name, place)])


def read_known(state: Any, seat: int, names: Iterable[str]) -> None:
    """What all know of a hand that was read already."""
    for name in names:
        if names_held(state.known, seat).count(name) >= names_held(state.hands, seat).count(name):
            raise BadPosition(f"position: known[{seat}] has {name!r}, which is not in hands[{seat}]")
        gain.plainly(state.known, seat, KIND_NAMES.index(name))


def of_shape(kind: int, shape: int, place: str) -> int:
    """The kind, or a complaint if it does not cover this shape."""
    if kind < OMNI and kind // COLOUR_COUNT != shape:
        raise BadPosition(f"position: {place} has {KIND_NAMES[kind]} on a {SHAPES[shape]}")
    return kind
