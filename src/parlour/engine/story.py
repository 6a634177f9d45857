"""What happens within a move, event by event, for those who tell it.

Rules say `happened(WHAT, ...)` where something is worth telling: a die rolled, a card stolen. Compiled, that is
nothing at all. `story` carries a move out once more, uncompiled and on a copy, and listens.
"""

from __future__ import annotations

import functools
from contextvars import ContextVar
from typing import Any

import numpy as np

from .rule import Rule

Event = tuple[int, ...]  # what happened, by the game's own number, and to whom or what

_heard: ContextVar[list[Event] | None] = ContextVar("heard", default=None)


def happened(what: int, a: int = -1, b: int = -1, c: int = -1) -> None:
    """Say that something happened, with up to three facts about it."""
    heard = _heard.get()
    if heard is not None:
        heard.append((int(what), int(a), int(b), int(c)))


def story(apply: Rule, before: Any, seat: int, move: int) -> tuple[Event, ...]:
    """The events of a move, in order."""
    return _story(apply, before.tobytes(), before.dtype, seat, move)


@functools.lru_cache(maxsize=64)  # one move is told to everybody at the table
def _story(apply: Rule, before: bytes, kind: np.dtype[Any], seat: int, move: int) -> tuple[Event, ...]:
    heard: list[Event] = []
    token = _heard.set(heard)
    try:
        apply.plainly(_Draft(before, kind), seat, move)
    finally:
        _heard.reset(token)
    return tuple(heard)


class _Draft:
    """A copy of a state for one move: what a record is to rules, without the microseconds that its fields take."""

    _fields: Any = {}

    def __init__(self, bits: bytes, dtype: np.dtype[Any]) -> None:
        self.__dict__.update(dtype=dtype, _fields=np.frombuffer(bytearray(bits), dtype))

    def __getattr__(self, name: str) -> Any:
        try:
            value = self.__dict__[name] = self._fields[name][0]
        except (KeyError, ValueError):
            raise AttributeError(f"this state has no field {name!r}") from None
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        field = getattr(self, name)
        if isinstance(field, np.ndarray):
            field[...] = value
        else:
            self.__dict__[name] = type(field)(value)  # as narrow as it is in the record


def teach_numba() -> None:
    """Compiled rules tell nothing."""
    from numba.extending import overload

    def nothing(what: Any, a: Any = -1, b: Any = -1, c: Any = -1) -> Any:  # noqa: ARG001
        return lambda what, a=-1, b=-1, c=-1: None  # noqa: ARG005

    overload(happened, strict=False)(nothing)
