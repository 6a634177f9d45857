"""The tower in characters, for a terminal: from the side or from above.

Every piece is outlined, with its pattern, and its colour's letter and its shape where there is room: all of it reads
without colours.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..components.piece_set import PieceSet
from ..engine.errors import BadOption
from .sight import FROM_ABOVE, Direction
from .solids import Part, Poses, Solid, Vector, pieces_at, platform

NARROWEST, WIDEST = 20, 72  # columns; more would only make it higher
FINE = 4  # looks at each character, this way and that
MARGIN = 6.0  # millimetres beside the platform
PATTERNS = {"red": "╱", "green": "┼", "blue": "│", "yellow": "·", "white": " "}  # noqa: RUF001
EDGES = "▏▕▔▁"  # of a piece: left, right, upper, lower
FROM_SIDE = Direction.from_front(0)
EMPTY, PLATFORM = -1, 0


class Cell(NamedTuple):
    """A character, and the colour of the piece it belongs to; "platform", or nothing."""

    sign: str
    colour: str


def tower_text(poses: Poses, pieces: PieceSet, width: int, above: bool = False, rows: int | None = None) -> str:
    """The tower from the side, or from `above`, in lines of at most `width` characters, and at most so many rows."""
    lines = tower_cells(poses, pieces, width, above, rows)
    return "\n".join("".join(cell.sign for cell in line).rstrip() for line in lines)


def tower_cells(
    poses: Poses, pieces: PieceSet, width: int, above: bool = False, rows: int | None = None
) -> list[list[Cell]]:
    """The same as characters with their colours."""
    if width < NARROWEST:
        raise BadOption(f"a tower needs at least {NARROWEST} columns, not {width}")
    base, solids = platform(pieces), pieces_at(poses, pieces)
    corners = np.concatenate([solid.corners for solid in [base, *solids]])
    reach = float(np.abs(corners[:, 0]).max()) + MARGIN
    top = float(corners[:, 2].min()) if above else -max([solid.top for solid in solids], default=0.0)
    bottom = float(corners[:, 2].max()) if above else 0.0
    columns = min(width, WIDEST)
    if rows is not None:  # a character is twice as high as it is wide
        columns = max(NARROWEST, min(columns, int(4 * reach / max(bottom - top, 1.0) * max(rows - 2, 1))))
    column = 2 * reach / columns
    high = max(0 if not solids and not above else 1, math.ceil((bottom - top) / (2 * column) - 1e-6))
    start = top if above else bottom - high * 2 * column
    direction = FROM_ABOVE if above else FROM_SIDE
    standing = [base, *solids] if above else solids
    first = PLATFORM if above else PLATFORM + 1
    owners = _owners(standing, first, direction, (-reach, start, column), (high, columns))
    grid = _drawn(owners, dict(enumerate(standing, first)))
    if above:
        _mark_depths(grid, start, 2 * column)
    else:
        half = pieces.platform.side / 2
        grid.append(
            [
                Cell("▀", "platform") if abs(_middle(at, column, reach)) < half else Cell(" ", "")
                for at in range(columns)
            ]
        )
    grid.append(_measure(columns, column, reach))
    return grid


def _middle(at: int, column: float, reach: float) -> float:
    """Where a column's middle is, in millimetres."""
    return (at + 0.5) * column - reach


def _owners(
    solids: list[Solid], first: int, direction: Direction, where: tuple[float, float, float], size: tuple[int, int]
) -> NDArray[np.int64]:
    """For every character the number of the piece that takes most of it."""
    left, top, column = where
    rows, columns = size
    xs = left + column * (np.arange(columns * FINE) + 0.5) / FINE
    ys = top + 2 * column * (np.arange(rows * FINE) + 0.5) / FINE
    nearest = np.full((len(ys), len(xs)), -np.inf)
    owner = np.full(nearest.shape, EMPTY, np.int64)
    for number, solid in enumerate(solids, first):
        for part in solid.parts:
            depth = _depth(part, direction, xs, ys)
            over = depth > nearest
            nearest[over], owner[over] = depth[over], number
    blocks = owner.reshape(rows, FINE, columns, FINE).transpose(0, 2, 1, 3).reshape(rows, columns, FINE * FINE)
    counts = np.stack([(blocks == number).sum(axis=2) for number in range(EMPTY, first + len(solids))])
    counts[0] -= 1  # half of a character is enough
    chosen: NDArray[np.int64] = counts.argmax(axis=0) + EMPTY
    return chosen


def _depth(part: Part, direction: Direction, xs: Vector, ys: Vector) -> NDArray[np.float64]:
    """How near the part's surface is where one looks at it; infinitely far where it is not."""
    across, upwards, towards = (part.normals @ axis for axis in (direction.right, direction.up, direction.towards))
    front, back = np.full((len(ys), len(xs)), np.inf), np.full((len(ys), len(xs)), -np.inf)
    inside = np.ones(front.shape, bool)
    for a, b, c, offset in zip(across, upwards, towards, part.offsets, strict=True):
        room = offset - a * xs[None, :] + b * ys[:, None]
        if c > 1e-9:
            front = np.minimum(front, room / c)
        elif c < -1e-9:
            back = np.maximum(back, room / c)
        else:
            inside &= room >= 0
    depth: NDArray[np.float64] = np.where(inside & (back <= front), front, -np.inf)
    return depth


def _drawn(owners: NDArray[np.int64], solids: dict[int, Solid]) -> list[list[Cell]]:
    rows, columns = owners.shape
    around = np.full((rows + 2, columns + 2), EMPTY, np.int64)
    around[1:-1, 1:-1] = owners
    grid = []
    for row in range(rows):
        line = []
        for at in range(columns):
            own = int(owners[row, at])
            if own == EMPTY:
                line.append(Cell(" ", ""))
                continue
            if own == PLATFORM:
                line.append(Cell("░", "platform"))
                continue
            sides = (around[row + 1, at], around[row + 1, at + 2], around[row, at + 1], around[row + 2, at + 1])
            sign = next((mark for mark, side in zip(EDGES, sides, strict=True) if side != own), "")
            line.append(Cell(sign or PATTERNS[solids[own].colour], solids[own].colour))
        grid.append(line)
    for number, solid in solids.items():
        if number != PLATFORM:
            _write_name(grid, owners == number, solid)
    return grid


class _Run(NamedTuple):
    """Characters of a piece side by side; those that are not on its upper or lower edge come last in order."""

    inner: bool
    length: int
    row: int
    start: int


def _write_name(grid: list[list[Cell]], mask: NDArray[np.bool_], solid: Solid) -> None:
    """The colour's letter and the shape in the longest run of the piece's characters, or the letter alone."""
    rows = np.flatnonzero(mask.any(axis=1)).tolist()
    runs = []
    for row in rows:
        ends = np.flatnonzero(np.diff(np.concatenate([[False], mask[row], [False]]))).tolist()
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            runs.append(_Run(rows[0] < row < rows[-1], end - start, row, start))
    if not runs:
        return  # others hide it
    letter, shape = solid.colour[0].upper(), solid.name.partition(" ")[2]
    words, chosen = letter, max(runs)
    for run in (max(runs, key=lambda run: run.length), chosen):
        if run.length >= len(letter + shape) + 3:
            words, chosen = f"{letter} {shape}", run
    first = chosen.start + (chosen.length - len(words)) // 2
    if chosen.length >= len(words) + 4:
        words, first = f" {words} ", first - 1
    for at, sign in enumerate(words, first):
        grid[chosen.row][at] = Cell(sign, solid.colour)


def _mark_depths(grid: list[list[Cell]], start: float, row: float) -> None:
    """Millimetres from the middle towards the front, at the left side, where there is room."""
    for value in (-50, 0):
        words, at = f"{value}", int((value - start) / row)
        if 0 <= at < len(grid) and all(not cell.colour for cell in grid[at][: len(words) + 1]):
            grid[at][: len(words)] = [Cell(sign, "") for sign in words]


def _measure(columns: int, column: float, reach: float) -> list[Cell]:
    """Millimetres under the picture."""
    line = [" "] * columns
    for value in (-50, 0, 50):
        at = int((value + reach) / column)
        words = f"{value}" if value <= 0 else f"{value} mm"
        start = at - (2 if value < 0 else 0)
        if start >= 0 and start + len(words) <= columns:
            line[start : start + len(words)] = words
    return [Cell(sign, "") for sign in line]
