"""Reading the places of a position: every complaint names the place and says what would be right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .errors import BadPosition
from .options import whole_number
from .seats import seats_in

REST = "..."  # in one place of a position: all cards not named anywhere, in the order of the deck


class Places:
    """The mapping of a position, taken apart key by key; `finish` reports keys that nobody asked for."""

    def __init__(self, mapping: dict[str, Any], players: int, *, to_act_given: bool = True) -> None:
        self._left = dict(mapping)
        self.players = players
        self.to_act_given = to_act_given  # or the state holds a mere guess of who may act

    def take(self, key: str, default: Any = None) -> Any:
        return self._left.pop(key, default)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.take(key, default)
        if value is None:
            raise BadPosition(f"position: {key} is missing; right would be a number from {least} to {most}")
        number = whole_number(value)
        if number is None or not least <= number <= most:
            raise BadPosition(f"position: {key} is {value!r}; right would be a number from {least} to {most}")
        return number

    def seat(self, key: str, default: int | None = None) -> int:
        return self.number(key, 0, self.players - 1, default)

    def one_of(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        value = self.take(key, default)
        if value not in choices:
            raise BadPosition(f"position: {key} is {value!r}; right would be one of {', '.join(choices)}")
        return str(value)

    def names(self, key: str, default: list[str] | None = None) -> list[str]:
        """A list of card names."""
        return _names(key, self.take(key, default))

    def names_by_seat(self, key: str, default: list[list[str]] | None = None) -> list[list[str]]:
        """A list of card names for each seat."""
        value = self.take(key, default)
        if not isinstance(value, list) or len(value) != self.players:
            raise BadPosition(f"position: {key} must be a list of {self.players} lists, one for each seat")
        return [_names(f"{key}[{seat}]", names) for seat, names in enumerate(value)]

    def numbers_by_seat(self, key: str, least: int, most: int) -> list[int]:
        """A number for each seat, 0 where the key is left out."""
        value = self.take(key, [0] * self.players)
        numbers = [whole_number(number) for number in value] if isinstance(value, list) else []
        if len(numbers) != self.players or any(n is None or not least <= n <= most for n in numbers):
            raise BadPosition(
                f"position: {key} is {value!r}; right would be {self.players} numbers from {least} to {most}"
            )
        return [number for number in numbers if number is not None]

    def entries(self, key: str, most: int) -> list[Any]:
        """A list of at most so many things of any kind; none where the key is left out."""
        return entries(key, self.take(key, []), most)

    def words_by_seat(self, key: str, words: Sequence[str]) -> list[str]:
        """One of these words for each seat, the first of them where it is left out."""
        value = self.entries(key, self.players)
        for seat, word in enumerate(value):
            if word not in words:
                raise BadPosition(f"position: {key}[{seat}] is {word!r}; right would be one of {', '.join(words)}")
        return [*value, *[words[0]] * (self.players - len(value))]

    def finish(self) -> None:
        if self._left:
            raise BadPosition(f"position: unknown {', '.join(map(repr, self._left))}")


class Supply:
    """The cards of a deck, handed out by name, each once. Cards of one name are alike."""

    def __init__(self, cards: Iterable[int], names: Sequence[str]) -> None:
        self._names = names
        self._left: dict[str, list[int]] = {}
        for card in cards:
            self._left.setdefault(names[card], []).append(card)
        self._counts = Counter({name: len(same) for name, same in self._left.items()})

    def take(self, name: str, place: str) -> int:
        """One card of this name, or a complaint that there is none (left)."""
        same = self._left.get(name)
        if same is None:
            raise BadPosition(f"position: {place} has {name!r}, which is no card of this deck")
        if not same:
            count = self._counts[name]
            raise BadPosition(
                f"position: {place} has {name!r}, but the deck has {count} of it and all are placed already"
            )
        return same.pop(0)

    def take_all(self, names: Sequence[str], place: str) -> list[int]:
        """The cards of these names."""
        return [self.take(name, place) for name in names]

    def rest(self) -> list[int]:
        """All cards not handed out, and none are left."""
        cards = sorted(card for same in self._left.values() for card in same)
        for same in self._left.values():
            same.clear()
        return cards

    def finish(self) -> None:
        missing = [f"{len(same)} x {name}" if len(same) > 1 else name for name, same in self._left.items() if same]
        if missing:
            shown = ", ".join(missing[:8]) + (f" and {len(missing) - 8} more names" if len(missing) > 8 else "")
            raise BadPosition(f"position: these cards of the deck are nowhere: {shown}")


def stacks(supply: Supply, **places: list[str]) -> dict[str, list[int]]:
    """The cards of several stacks, at most one of which says `...` for all that is named nowhere else."""
    taken: dict[str, list[int | None]] = {}
    resting: list[str] = []
    for place, names in places.items():
        resting += [place] * names.count(REST)
        taken[place] = [None if name == REST else supply.take(name, place) for name in names]
    if len(resting) > 1:
        raise BadPosition(f"position: {REST!r} stands in {', '.join(resting)}; it may stand once")
    rest = supply.rest() if resting else []
    supply.finish()
    out: dict[str, list[int]] = {}
    for place, cards in taken.items():
        out[place] = [card for one in cards for card in (rest if one is None else [one])]
    return out


def entries(key: str, value: Any, most: int) -> list[Any]:
    """A list of at most so many things, or a complaint."""
    if not isinstance(value, list) or len(value) > most:
        raise BadPosition(f"position: {key} must be a list of at most {most}, not {value!r}")
    return value


def one_at_a_time(state: Any) -> int | None:
    """Who is to act in a game where players take turns; None when it is over."""
    acting = int(state.to_act)
    if acting & (acting - 1):
        raise BadPosition("position: to_act must be one seat: players take turns")
    return acting.bit_length() - 1 if acting else None


def check_winners(state: Any, expected: int, why: str) -> None:
    """Refuse winners of a finished game who did not win it."""
    if int(state.winners) != int(expected):
        raise BadPosition(f"position: the winners of this finished game are {seats_in(expected)}: {why}")


def _names(key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise BadPosition(f"position: {key} must be a list of card names, not {value!r}")
    return [" ".join(name.split()) for name in value]
