"""When does a tower fall? A small model fitted to physics, for playing in bulk; docs/shapes.md says how good it is.

All is whole numbers once the file is read: the same placement falls on every machine, compiled or not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..engine.chance import below, next_bits
from ..engine.rule import rule
from .component import Component
from .piece_set import SHAPES, PieceSet

LEVELS = ("child", "grown-up", "surgeon")  # how steady the hand is
_STEP = 100  # parts of one in which the logistic function is tabled
_REACH = 16  # beyond it the function is 0 or 1
_NONE, _ONE = np.uint64(0), np.uint64(1)


class Stability(Component):
    """The fitted numbers."""

    kind = "stability model"
    folder = "stability"

    def check(self) -> None:
        self.only_keys(self.content, ("title", "levels", "shapes", "fallen"))
        levels, shapes = self.table("levels"), self.table("shapes")
        self.levels = [self._numbers(levels, level, ("base", "piece", "layer")) for level in LEVELS]
        self.shapes = [self.number(shapes, shape) for shape in SHAPES]
        self.placed = self.number(self.table("fallen"), "placed")
        self.one_more = self.number(self.table("fallen"), "one_more")

    def _numbers(self, table: Mapping[str, Any], key: str, names: tuple[str, ...]) -> list[float]:
        value = table.get(key)
        if not isinstance(value, Mapping):
            raise self.wrong(f"{key}: expected {', '.join(names)}, found {value!r}")
        return [self.number(value, name) for name in names]

    def number(self, table: Mapping[str, Any], key: str) -> float:
        value = table.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise self.wrong(f"{key}: expected a number, found {value!r}")
        return float(value)


def layers_of_shapes() -> list[float]:
    """The area of each shape over that of the platform."""
    pieces = PieceSet.load("standard")
    return [pieces.shape(shape).area / pieces.platform.area for shape in SHAPES]


_MODEL = Stability.load("standard")
_LEVELS = np.array([[round(_STEP * number) for number in level] for level in _MODEL.levels], np.int64)
_SHAPES = np.array([round(_STEP * number) for number in _MODEL.shapes], np.int64)
# The area of each shape in hundredths of the platform's: what lies there, counted in layers.
LAYERS = np.array([round(_STEP * part) for part in layers_of_shapes()], np.int64)
_CHANCES = np.array(
    [round((1 << 32) / (1 + math.exp(-z / _STEP))) for z in range(-_REACH * _STEP, _REACH * _STEP + 1)], np.uint64
)
_PLACED, _ONE_MORE = np.uint64(_MODEL.placed * (1 << 32)), np.uint64(_MODEL.one_more * (1 << 32))
_HALF = np.uint64(32)


@rule
def risk(level, shape, count, layers):
    """The chance that placing a piece ends in a fall, out of 2**32; `layers` is what lies there, in hundredths."""
    strain = _LEVELS[level, 0] + _SHAPES[shape] + count * _LEVELS[level, 1] + layers * _LEVELS[level, 2] // _STEP
    return _CHANCES[min(max(strain, -_REACH * _STEP), _REACH * _STEP) + _REACH * _STEP]


@rule
def is_so(source, chance):
    """Whether something comes true whose chance is given out of 2**32."""
    return next_bits(source) >> _HALF < chance


@rule
def what_falls(source, stacked, count):
    """Which pieces fall when the last one of `count` has just been let go and some do: a set of pieces."""
    fallen = _NONE
    last = count - 1
    if count == 1 or is_so(source, _PLACED):
        fallen |= _ONE << np.uint64(stacked[last])
    else:
        fallen |= _ONE << np.uint64(stacked[below(source, last)])
    for _ in range(last):
        if not is_so(source, _ONE_MORE):
            break
        fallen |= _ONE << np.uint64(stacked[below(source, count)])  # the same piece may come up twice
    return fallen
