"""The options of a game: names, defaults, ranges. Values arrive from Python, JSON or a command line alike."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import BadOption

CHANCE = "chance"
BY_SEAT = "by seat"
SEEDS = 1 << 63


@dataclass(frozen=True)
class Option(ABC):
    """One setting of a game. Subclasses say which values it takes."""

    name: str
    default: Any
    help: str

    @property
    @abstractmethod
    def values(self) -> str:
        """The values that are right, in words."""

    @abstractmethod
    def read(self, value: Any, players: int) -> Any:
        """The checked value, or BadOption."""

    def refuse(self, value: Any) -> BadOption:
        return BadOption(f"option {self.name}: {value!r} is not one of its values; right would be {self.values}")


@dataclass(frozen=True)
class Choice(Option):
    """One word out of a few."""

    choices: tuple[str, ...]

    @property
    def values(self) -> str:
        return " or ".join(self.choices)

    def read(self, value: Any, players: int) -> Any:
        if value not in self.choices:
            raise self.refuse(value)
        return value


@dataclass(frozen=True)
class Number(Option):
    """A whole number in a range."""

    least: int
    most: int

    @property
    def values(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: Any, players: int) -> Any:
        number = whole_number(value)
        if number is None or not self.least <= number <= self.most:
            raise self.refuse(value)
        return number


@dataclass(frozen=True)
class Switch(Option):
    """On or off."""

    @property
    def values(self) -> str:
        return "on or off"

    def read(self, value: Any, players: int) -> Any:
        if isinstance(value, bool):
            return value
        known = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
        if not isinstance(value, str) or value.lower() not in known:
            raise self.refuse(value)
        return known[value.lower()]


@dataclass(frozen=True)
class Seat(Option):
    """A seat named by the host, or left to chance."""

    @property
    def values(self) -> str:
        return f"{CHANCE}, or the number of a seat, from 0"

    def read(self, value: Any, players: int) -> Any:
        if value == CHANCE:
            return CHANCE
        seat = whole_number(value)
        if seat is None or not 0 <= seat < players:
            raise BadOption(
                f"option {self.name}: {value!r} is no seat of a game with {players} players; "
                f"right would be {CHANCE}, or a seat from 0 to {players - 1}"
            )
        return seat


@dataclass(frozen=True)
class OneEach(Option):
    """A different word for each seat, in the order of the seats; by default the words in their own order."""

    choices: tuple[str, ...]

    @property
    def values(self) -> str:
        return f"{BY_SEAT} ({self.choices[0]}, {self.choices[1]}, ...), or one for each seat, such as {self.example}"

    @property
    def example(self) -> str:
        return ",".join(self.choices[1::-1])

    def read(self, value: Any, players: int) -> Any:
        if value == BY_SEAT:
            return BY_SEAT
        words = [word.strip() for word in value.split(",")] if isinstance(value, str) else value
        whole = isinstance(words, list | tuple) and all(isinstance(word, str) for word in words)
        if not whole or len(words) != players or len(set(words)) != players or not set(words) <= set(self.choices):
            raise BadOption(
                f"option {self.name}: {value!r} does not fit; right would be {BY_SEAT}, or {players} different ones "
                f"of {', '.join(self.choices)}, separated by commas"
            )
        return ",".join(words)

    def of_seats(self, value: str, players: int) -> list[int]:
        """The number of each seat's word, by a value that was read."""
        if value == BY_SEAT:
            return list(range(players))
        return [self.choices.index(word) for word in value.split(",")]


@dataclass(frozen=True)
class ComponentOption(Option):
    """A component by the name of a preset, by the path of a TOML file, or as the content of such a file.

    What is not a preset is kept by content, so that a record or a position needs no file beside it.
    """

    kind: Any  # a class with `load(value)`, `preset` (name or None), `content`, and the class's own `presets()`

    @property
    def values(self) -> str:
        return f"{', '.join(self.kind.presets())}, or the path of a TOML file"

    def read(self, value: Any, players: int) -> Any:
        return self.kind.load(value)


def whole_number(value: Any) -> int | None:
    """The whole number that a value is (of any integer type) or spells, or None."""
    if type(value) is int:
        return value
    if isinstance(value, bool | np.bool_):
        return None
    try:
        return int(value) if isinstance(value, str) and len(value) < 40 else operator.index(value)
    except (TypeError, ValueError):
        return None


def read_seed(value: Any) -> int:
    """A seed, or BadOption."""
    seed = whole_number(value)
    if seed is None or not 0 <= seed < SEEDS:
        raise BadOption(f"a seed is a whole number from 0 to 2**63 - 1, not {value!r}")
    return seed


STARTER = Seat("starter", CHANCE, "who starts: left to chance, or a seat named by the host")
