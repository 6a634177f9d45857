"""A reading: a state as it stands at one moment, for those who look at it: views, choices and logs.

A field of a NumPy record costs microseconds each time it is asked for, and after every move every seat is shown its
view. A reading has the same fields by the same names, fetched once: numbers as whole numbers, arrays as arrays that
cannot be written. It is a copy of one position and changes with nothing; `Match` takes a new one for the next position.
"""

from __future__ import annotations

import functools
import marshal
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np

Seen = TypeVar("Seen")


class Reading:
    """One position, to be read by field names as rules read a state. Made by `reading_of`."""

    bits: bytes  # the record as it was
    dtype: np.dtype[Any]
    legal: dict[int, bytes]  # the sets of moves that seats may make, as far as `Match` has asked the rules
    # Made where they are asked for: thousands of tables keep a reading each.
    _fields: Any = None  # the record itself, when an array of it is asked for
    _looks: dict[Any, Any] | None = None  # what `shared` has worked out
    _packed: dict[Any, bytes] | None = None  # and, packed, `copied`

    def __init__(self, states: np.ndarray[Any, Any]) -> None:
        bits, dtype, fields = states.tobytes(), states.dtype, self.__dict__
        names, numbers = _numbers(dtype)
        fields.update(zip(names, numbers.unpack_from(bits), strict=True))
        fields["bits"], fields["dtype"], fields["legal"], fields["_rows"] = bits, dtype, {}, {}

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # the fields of the record

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{name}: a reading is only read; rules change the state itself")

    def __reduce__(self) -> tuple[Any, ...]:
        """Its class is made for its type of record, and goes to no other process."""
        return _again, (self.bits, self.dtype)

    def tobytes(self) -> bytes:
        """As of a record."""
        return self.bits

    def bits_of(self, name: str) -> bytes:
        """The bits of an array: quicker than the array, where a set is only to be named or counted."""
        begin, end, _, _ = _places(self.dtype)[name]
        return self.bits[begin:end]

    def numbers_of(self, name: str) -> list[int]:
        """An array of numbers as a list of them."""
        begin, _, _, numbers = _places(self.dtype)[name]
        return [*numbers.unpack_from(self.bits, begin)]

    def bits_by_row(self, name: str) -> list[bytes]:
        """The same row by row, of hands for example: fetched once for all who ask, and not to be changed."""
        rows: list[bytes] | None = self._rows.get(name)
        if rows is None:
            begin, end, row, _ = _places(self.dtype)[name]
            bits = self.bits
            rows = self._rows[name] = [bits[at : at + row] for at in range(begin, end, row)]
        return rows

    def shared(self, look: Callable[[Reading], Seen]) -> Seen:
        """What `look(reading)` gives, worked out once for all who ask. None of them may change it."""
        if self._looks is None:
            self.__dict__["_looks"] = {}
        looks = self.__dict__["_looks"]
        if look not in looks:
            looks[look] = look(self)
        return looks[look]  # type: ignore[no-any-return]

    def copied(self, look: Callable[[Reading], Seen]) -> Seen:
        """The same as a copy of its own, for whoever may change it: lists and dicts of names and numbers."""
        if self._packed is None:
            self.__dict__["_packed"] = {}
        packed = self.__dict__["_packed"]
        if look not in packed:
            packed[look] = marshal.dumps(self.shared(look))  # type: ignore[arg-type]
        return marshal.loads(packed[look])  # type: ignore[no-any-return]


class _Array:
    """An array among the fields of a reading; the next time it is found without coming here.

    `__getattr__` would do the same, but makes every other field several times as slow to ask for.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, reading: Reading, _: object = None) -> Any:
        if reading._fields is None:
            reading.__dict__["_fields"] = np.frombuffer(reading.bits, reading.dtype)
        field = reading.__dict__[self.name] = reading._fields[self.name][0]
        return field


def reading_of(states: np.ndarray[Any, Any]) -> Reading:
    """The position that is in an array of one record."""
    return _kind(states.dtype)(states)


def _again(bits: bytes, dtype: np.dtype[Any]) -> Reading:
    return reading_of(np.frombuffer(bits, dtype))


@functools.cache
def _kind(dtype: np.dtype[Any]) -> type[Reading]:
    """Readings of records of this type."""
    return type("Reading", (Reading,), {name: _Array(name) for name in _places(dtype)})


@functools.cache
def _places(dtype: np.dtype[Any]) -> dict[str, tuple[int, int, int, struct.Struct]]:
    """Where each array of a record begins and ends in its bits, how long a row of it is, and its numbers."""
    found = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if kind.shape:
            numbers = struct.Struct(f"={kind.itemsize // kind.base.itemsize}{_letter(kind.base)}")
            found[name] = offset, offset + kind.itemsize, kind.itemsize // kind.shape[0], numbers
    return found


def _letter(kind: np.dtype[Any]) -> str:
    """What `struct` calls these whole numbers."""
    letter = "_bh_i___q"[kind.itemsize]
    return letter if kind.kind == "i" else letter.upper()


@functools.cache
def _numbers(dtype: np.dtype[Any]) -> tuple[tuple[str, ...], struct.Struct]:
    """The fields of a record that are single numbers, and how they lie in its bits."""
    names, layout, end = [], "=", 0
    for name, (kind, offset, *_) in sorted((dtype.fields or {}).items(), key=lambda field: field[1][1]):
        if kind.shape == ():
            names.append(name)
            layout += f"{offset - end}x{_letter(kind)}"
            end = offset + kind.itemsize
    return tuple(names), struct.Struct(layout)
