"""What the three word-deck checkers share: card names, the idea of chance, and exact enumeration.

The checkers are slow on purpose. They follow the clauses of the rule book one by one and keep nothing
but the position itself, so that each line can be held against the clause it carries out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Protocol

Position = dict[str, Any]
Outcome = tuple[tuple[int, ...], int]

# WD-4: the six colours, in the order used whenever "the first in colour order" is meant.
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
# WD-1: the numbers within each colour set.
NUMBERS = tuple(range(1, 12))
# WD-2: the coloured actions, and the two cards without a colour.
ACTIONS = ("miss", "+2", "reverse")
WILD = "wild"
EXPLODING = "ka-blam"

WORD_CARDS = tuple(f"{colour} {number}" for colour in COLOURS for number in NUMBERS)
COLOURED_ACTIONS = tuple(f"{colour} {action}" for colour in COLOURS for action in ACTIONS)


def colour_of(card: str) -> str | None:
    """The colour of a word card or a coloured action; None for a Wild and the Exploding card."""
    if card in WORD_CARDS or card in COLOURED_ACTIONS:
        return card.split(" ")[0]
    if card in (WILD, EXPLODING):
        return None
    raise ValueError(f"not a card of the word deck: {card!r}")


def number_of(card: str) -> int | None:
    """The number of a word card; None for every action card."""
    return int(card.split(" ")[1]) if card in WORD_CARDS else None


def action_of(card: str) -> str | None:
    """`miss`, `+2` or `reverse` for a coloured action; None for every other card."""
    return card.split(" ")[1] if card in COLOURED_ACTIONS else None


def of_number(cards: list[str], number: int) -> list[str]:
    """Those of the cards that bear the number, in colour order."""
    return [card for colour in COLOURS for card in cards if card == f"{colour} {number}"]


class Chance(Protocol):
    """All the randomness of a game."""

    def shuffle(self, cards: list[str]) -> list[str]:
        """The cards in a new order; element 0 is the next card to be drawn."""

    def pick(self, cards: list[str]) -> str:
        """One of the cards."""


class GameModule(Protocol):
    """What each of the three game modules offers."""

    def legal(self, position: Position) -> list[str]: ...

    def after(self, position: Position, move: str, chance: Chance) -> Position: ...

    def winners(self, position: Position) -> list[int]: ...

    def canonical(self, position: Position) -> Position: ...


class ScriptedChance:
    """Chance that follows a script of choices, takes the first choice beyond its end, and notes the odds.

    A shuffle is a row of choices: which card lies next, among the names still left. Cards of one name are
    offered once, weighted by how many there are, so the probability of each order of names is exact.
    """

    def __init__(self, script: list[int]) -> None:
        self.script = script
        self.taken: list[int] = []
        self.offered: list[int] = []
        self.probability = Fraction(1)

    def pick(self, cards: list[str]) -> str:
        if not cards:
            raise ValueError("no card to pick from")
        names = sorted(set(cards))
        step = len(self.taken)
        choice = self.script[step] if step < len(self.script) else 0
        self.taken.append(choice)
        self.offered.append(len(names))
        self.probability *= Fraction(cards.count(names[choice]), len(cards))
        return names[choice]

    def shuffle(self, cards: list[str]) -> list[str]:
        left = list(cards)
        order: list[str] = []
        while left:
            card = self.pick(left)
            left.remove(card)
            order.append(card)
        return order

    def next_script(self) -> list[int] | None:
        """The script that comes after the one just followed; None when every one has been."""
        for step in reversed(range(len(self.taken))):
            if self.taken[step] + 1 < self.offered[step]:
                return [*self.taken[:step], self.taken[step] + 1]
        return None


def every_after(
    game: GameModule, position: Position, move: str, max_branches: int = 1_000_000
) -> Iterator[tuple[Fraction, Position]]:
    """Every position the move can lead to, with its probability; the probabilities add up to 1.

    One position may come up more than once. A move with more than max_branches ways for chance to fall
    (a whole deal, say) is refused.
    """
    script: list[int] | None = []
    branches = 0
    while script is not None:
        branches += 1
        if branches > max_branches:
            raise ValueError(f"chance after {move!r} has more than {max_branches} branches")
        chance = ScriptedChance(script)
        following = game.after(position, move, chance)
        yield chance.probability, following
        script = chance.next_script()


def outcomes(
    game_module: GameModule, position: Position, max_moves: int = 200, max_branches: int = 1_000_000
) -> dict[Outcome, Fraction]:
    """The exact probability of each (winners, number of moves made) from the position on.

    Every move is chosen uniformly among the legal ones and all chance is uniform. Games not over after
    max_moves moves are lumped under ((), max_moves). The work is done move by move: all the positions that
    can be reached in a given number of moves, each with its probability, equal ones put together.
    """
    found: dict[Outcome, Fraction] = {}
    layer: dict[str, tuple[Position, Fraction]] = {"": (position, Fraction(1))}
    for made in range(max_moves + 1):
        following_layer: dict[str, tuple[Position, Fraction]] = {}
        for here, probability in layer.values():
            if not here["to_act"]:
                outcome = (tuple(game_module.winners(here)), made)
                found[outcome] = found.get(outcome, Fraction(0)) + probability
                continue
            if made == max_moves:
                lump: Outcome = ((), max_moves)
                found[lump] = found.get(lump, Fraction(0)) + probability
                continue
            moves = game_module.legal(here)
            if not moves:
                raise ValueError(f"a seat is to act and has no legal move: {here!r}")
            for move in moves:
                for odds, following in every_after(game_module, here, move, max_branches):
                    there = game_module.canonical(following)
                    key = json.dumps(there, sort_keys=True)
                    so_far = following_layer[key][1] if key in following_layer else Fraction(0)
                    following_layer[key] = (there, so_far + probability * odds / len(moves))
        layer = following_layer
    if sum(found.values()) != 1:
        raise AssertionError("the probabilities do not add up to 1")
    return found
