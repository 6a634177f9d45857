"""Our games in the shape of the slow checkers, so that both can be asked the same questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import parlour
from parlour.components.player_cards import KIND_NAMES
from parlour.engine import chance as engine_chance
from parlour.engine.rule import Rule, plain

from . import freaky, go_fox, ka_blam, read_and_grab
from .enumerate import Chance, Position

CHECKERS: dict[str, Any] = {"ka-blam": ka_blam, "go-fox": go_fox, "read-and-grab": read_and_grab, "freaky": freaky}


class Ours:
    """One of our games, played uncompiled with chance handed in from outside."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.checker = CHECKERS[game]
        self.card_names = _module(parlour.find(game)).CARD_NAMES

    def legal(self, position: Position) -> list[str]:
        match = parlour.position(self.game, position)
        return [str(move) for seat in match.to_act for move in match.legal(seat)]

    def after(self, position: Position, move: str, chance: Chance) -> Position:
        with plain():
            match = parlour.position(self.game, position)
            with scripted(chance, self.card_names):
                match.play(min(match.to_act), move)
            return match.position()

    def winners(self, position: Position) -> list[int]:
        winners: list[int] = position["winners"]
        return winners

    def canonical(self, position: Position) -> Position:
        canonical: Position = self.checker.canonical(position)
        return {key: value for key, value in canonical.items() if key != "chance"}


class Seated:
    """A slow checker of a game in which seats act together, with the seat as a part of each move: "1: finish".

    `limited` narrows chance where all its ways would be too many.
    """

    def __init__(self, checker: Any, limited: Callable[[Chance], Chance]) -> None:
        self.checker = checker
        self.limited = limited

    def legal(self, position: Position) -> list[str]:
        return [f"{seat}: {move}" for seat in position["to_act"] for move in self.checker.legal(position, seat)]

    def after(self, position: Position, move: str, chance: Chance) -> Position:
        seat, words = move.split(": ")
        following: Position = self.checker.after(position, int(seat), words, self.limited(chance))
        return following

    def winners(self, position: Position) -> list[int]:
        winners: list[int] = self.checker.winners(position)
        return winners

    def canonical(self, position: Position) -> Position:
        canonical: Position = self.checker.canonical(position)
        return canonical


class OursSeated(Seated):
    """Our rules of such a game, uncompiled, with chance handed in."""

    def __init__(self, game: str, checker: Any, limited: Callable[[Chance], Chance]) -> None:
        super().__init__(checker, limited)
        self.game = game

    def legal(self, position: Position) -> list[str]:
        with plain():
            match = parlour.position(self.game, position)
            return [f"{seat}: {move}" for seat in match.to_act for move in match.legal(seat)]

    def after(self, position: Position, move: str, chance: Chance) -> Position:
        seat, words = move.split(": ")
        with plain():
            match = parlour.position(self.game, position)
            with scripted(self.limited(chance), KIND_NAMES):
                match.play(int(seat), words)
            return match.position()

    def winners(self, position: Position) -> list[int]:
        winners: list[int] = position["winners"]
        return winners


@contextmanager
def scripted(chance: Chance, card_names: tuple[str, ...]) -> Iterator[None]:
    """Let all chance of the rules come from `chance`: every shuffle, and every number below another."""

    def shuffle(_source: Any, stack: Any, count: int) -> None:
        cards = [int(card) for card in reversed(stack[:count])]
        order = chance.shuffle([card_names[card] for card in cards])
        for place, name in enumerate(order):
            card = next(card for card in cards if card_names[card] == name)
            cards.remove(card)
            stack[count - 1 - place] = card

    def below(_source: Any, count: int) -> int:
        return int(chance.pick([str(number) for number in range(count)]))

    with _replaced(engine_chance.shuffle, shuffle), _replaced(engine_chance.below, below):
        yield


@contextmanager
def _replaced(rule: Rule, function: Any) -> Iterator[None]:
    before, rule.plain = rule.plain, function
    try:
        yield
    finally:
        rule.plain = before


def _module(kind: type[parlour.Game]) -> ModuleType:
    import importlib

    return importlib.import_module(kind.__module__)
