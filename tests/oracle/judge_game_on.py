"""Another game of Game-On Competitive, held against the clauses move by move.

Its dice and shuffles are not seen, only the positions before and after a move. So chance is let fall in every way that
makes a difference; the move is right if one of them comes out at the position after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from .enumerate import Position
from .game_on import QUESTIONS, canonical, deal, follow, legal
from .game_on_cards import BLACK_CARD


class CannotBe(Exception):
    """No fall of chance leads from here to the position shown."""


class Led:
    """Fate that tries to come out at the position shown.

    What is seen there is adopted, if chance could have brought it: the order of a shuffled pile, a question. What is
    not seen follows a script of choices, the first one beyond its end: who wins a die roll, and which cards of a hand
    put under a short pile were drawn again.
    """

    def __init__(self, seat: int, shown: Position, script: list[int]) -> None:
        self.seat = seat
        self.shown = shown
        self.script = script
        self.taken: list[int] = []
        self.offered: list[int] = []
        self.rolls: list[tuple[list[int], int]] = []

    def shuffled(self, cards: list[str]) -> list[str]:
        # Only a redraw shuffles. The pile shown is what is left of it when the draw step has taken from its top.
        pile: list[str] = self.shown["piles"][self.seat]
        drawn = Counter(cards)
        drawn.subtract(pile)
        if any(count < 0 for count in drawn.values()):
            raise CannotBe(f"piles: {pile} are not cards of the pile that seat {self.seat} shuffled, {cards}")
        return sorted(drawn.elements()) + pile

    def put_under(self, hand: list[str], come_back: int) -> list[str]:
        if not come_back:
            return hand
        sets = sorted(set(combinations(sorted(hand), come_back)))
        first = list(sets[self._choice(len(sets))])
        return first + list((Counter(hand) - Counter(first)).elements())

    def die_roll(self, rivals: list[int]) -> int:
        winner = rivals[self._choice(len(rivals))]
        self.rolls.append((rivals, winner))
        return winner

    def question(self, not_asked: list[int]) -> tuple[int, int]:
        contest = self.shown["contest"]
        if not contest or contest["question"] not in not_asked or contest["right"] not in range(4):
            raise CannotBe(f"contest: a question not asked before is due, not {contest}")
        return contest["question"], contest["right"]

    def _choice(self, count: int) -> int:
        step = len(self.taken)
        choice = self.script[step] if step < len(self.script) else 0
        self.taken.append(choice)
        self.offered.append(count)
        return choice

    def next_script(self) -> list[int] | None:
        """The script that comes after the one just followed; None when every one has been."""
        for step in reversed(range(len(self.taken))):
            if self.taken[step] + 1 < self.offered[step]:
                return [*self.taken[:step], self.taken[step] + 1]
        return None


def disagreement(before: Position, seat: int, move: str, shown: Position, questions: Sequence[int] = QUESTIONS) -> str:
    """Why the seat's move cannot lead from the one position to the other; nothing if it can."""
    rolls, reasons = _search(before, seat, move, shown, questions)
    return "" if rolls is not None else reasons


def die_rolls(
    before: Position, seat: int, move: str, shown: Position, questions: Sequence[int] = QUESTIONS
) -> list[tuple[list[int], int]]:
    """The die rolls on the way from the one position to the other, each as the rivals and the winner."""
    rolls, reasons = _search(before, seat, move, shown, questions)
    if rolls is None:
        raise ValueError(reasons)
    return rolls


def _search(
    before: Position, seat: int, move: str, shown: Position, questions: Sequence[int]
) -> tuple[list[tuple[list[int], int]] | None, str]:
    if move not in legal(before, seat):
        return None, f"seat {seat} may not {move!r} here"
    given = canonical(shown)
    closest: list[str] | None = None
    script: list[int] | None = []
    while script is not None:
        fate = Led(seat, shown, script)
        try:
            differences = _differences(canonical(follow(before, seat, move, fate, questions)), given)
        except CannotBe as reason:
            differences = [str(reason)]
        if not differences:
            return fate.rolls, ""
        if closest is None or len(differences) < len(closest):
            closest = differences
        script = fate.next_script()
    return None, "\n".join([f"after seat {seat}: {move}", *(closest or [])])


def dealt_wrongly(shown: Position) -> str:
    """Why this cannot be a deal of its players and options; nothing if it can."""
    try:
        dealt = deal(shown["players"], shown["options"], _AsDealt(shown))
    except CannotBe as reason:
        return str(reason)
    return "\n".join(_differences(canonical(dealt), canonical(shown)))


class _AsDealt:
    """Chance that shuffles every deck into the order shown, if it is an order of the same cards."""

    def __init__(self, shown: Position) -> None:
        deck = shown["deck"]
        self.orders = [shown["area"] + [card for card in deck if card != BLACK_CARD]]
        self.orders += [deck] if BLACK_CARD in deck else []
        self.orders += [hand + pile for hand, pile in zip(shown["hands"], shown["piles"], strict=True)]

    def shuffle(self, cards: list[str]) -> list[str]:
        order = self.orders.pop(0) if self.orders else []
        if Counter(order) != Counter(cards):
            raise CannotBe(f"not a deal of these cards: {Counter(cards)} but {Counter(order)}")
        return order

    def pick(self, cards: list[str]) -> str:
        raise CannotBe(f"a deal picks nothing from {cards}")


def _differences(expected: Position, given: Position) -> list[str]:
    return [
        f"{key}: {expected.get(key)} by the clauses, {given.get(key)} here"
        for key in sorted(expected.keys() | given.keys())
        if expected.get(key) != given.get(key)
    ]
