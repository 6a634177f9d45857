"""Many games on the cores: whole games played in bulk, and many games held and stepped side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from . import drivers
from .errors import BadOption, IllegalMove, ParlourError
from .game import Game
from .options import read_seed

_CHUNK = 1 << 12  # games; small enough for a lively progress bar, large enough that Python does not show


@dataclass(frozen=True)
class Played:
    """What came of a run of whole games."""

    lengths: np.ndarray[Any, Any]  # moves of each game
    winners: np.ndarray[Any, Any]  # winning seats of each game, a bit for each seat
    ends: np.ndarray[Any, Any]  # the state at the end of each game, where that was asked for


def play_many(
    game: Game,
    games: int,
    ways: Sequence[int],
    seed: int,
    threads: int,
    chunk: int = _CHUNK,
    *,
    keep_ends: bool = False,
) -> Generator[Played]:
    """Play `games` whole games and yield them chunk by chunk. Which thread plays which changes nothing.

    Chunks come as they are done. Closing the iterator stops the work after the chunks under way.
    """
    refuse_umpire(game)
    template = game.template()
    chosen = np.array(ways, np.int64)

    def play(first: int) -> Played:
        count = min(chunk, games - first)
        lengths, winners = np.zeros(count, np.int32), np.zeros(count, np.int16)
        ends = np.zeros(count if keep_ends else 0, game.state)
        drivers.playouts(template, seed, first, chosen, game.move_room(), lengths, winners, ends)
        return Played(lengths, winners, ends)

    firsts = iter(range(0, games, chunk))
    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[Played]] = set()
        try:
            for first in firsts:
                running.add(pool.submit(copy_context().run, play, first))
                if len(running) >= 2 * threads:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            for future in running:
                yield future.result()
        finally:
            for future in running:
                future.cancel()


def refuse_umpire(game: Game) -> None:
    """Bulk play has no umpire."""
    if game.needs_umpire:
        raise BadOption(f"{game.id} with these options leaves decisions to an umpire, so it cannot be played in bulk")


class Batch:
    """Many games side by side, one record each, for programs that choose every move themselves.

    ```python
    batch = Batch(game, games=1000, seed=1)
    while not batch.over.all():
        seats = batch.seats()            # the seat to move in each game, -1 where it is over
        masks = batch.legal(seats)       # (games, moves) of bool
        batch.step(seats, my_choice(masks))
    ```
    """

    def __init__(self, game: Game, games: int, seed: int = 0, threads: int | None = None) -> None:
        if games < 1:
            raise ParlourError(f"a batch holds at least one game, not {games}")
        if threads is not None and threads < 1:
            raise ParlourError(f"threads: expected a whole number of at least 1, found {threads}")
        refuse_umpire(game)
        seed = read_seed(seed)
        self.game = game
        self.threads = threads or os.cpu_count() or 1
        self.states = np.zeros(games, game.state)
        self.states.view(np.uint8).reshape(games, -1)[:] = game.template().view(np.uint8)
        self._share(lambda first, last: drivers.begin(self.states, first, last, seed))

    def __len__(self) -> int:
        return len(self.states)

    @property
    def over(self) -> np.ndarray[Any, Any]:
        return self.states["to_act"] == 0  # type: ignore[no-any-return]

    def seats(self) -> np.ndarray[Any, Any]:
        """The first seat that may move in each game, -1 where it is over."""
        acting = self.states["to_act"].astype(np.int64)
        lowest = np.log2(np.maximum(acting & -acting, 1)).astype(np.int64)
        return np.where(acting == 0, -1, lowest)

    def legal_sets(self, seats: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The legal moves of these seats as sets, 64 moves a word; none for a seat that is not to act."""
        seats = self._checked(seats)
        seats = np.where(self._to_act(seats), seats, -1)
        moves = np.zeros((len(self), self.game.move_words), np.uint64)
        self._share(
            lambda first, last: drivers.legal_moves(self.states, first, last, seats[first:last], moves[first:last])
        )
        return moves

    def legal(self, seats: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The legal moves of these seats as a mask: a row for each game, a column for each move."""
        words = self.legal_sets(seats).astype("<u8").view(np.uint8)
        bits = np.unpackbits(words, axis=1, bitorder="little")
        return bits[:, : len(self.game.move_names)].astype(bool)

    def step(self, seats: np.ndarray[Any, Any], moves: np.ndarray[Any, Any]) -> None:
        """One move in each game; games whose seat is -1 wait. A batch with an illegal move is refused whole."""
        seats, moves = self._checked(seats), np.asarray(moves, np.int64)
        if moves.shape != (len(self),):
            raise IllegalMove(f"expected {len(self)} moves, one for each game, found the shape {moves.shape}")
        playing = seats >= 0
        number = np.where(playing, moves, 0)
        sets = self.legal_sets(seats)
        inside = (number >= 0) & (number < len(self.game.move_names))
        safe = np.where(inside, number, 0)
        words = sets[np.arange(len(self)), safe >> 6]
        legal = (words >> (safe & 63).astype(np.uint64)) & np.uint64(1) != 0
        wrong = np.flatnonzero(playing & ~(inside & legal))
        if len(wrong):
            first = int(wrong[0])
            raise IllegalMove(
                f"{len(wrong)} of {len(self)} moves are not legal, the first in game {first}: "
                f"move {int(moves[first])} by seat {int(seats[first])}; nothing was played"
            )
        self._share(
            lambda first, last: drivers.step_many(self.states, first, last, seats[first:last], moves[first:last])
        )

    def _checked(self, seats: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        seats = np.asarray(seats, np.int64)
        if seats.shape != (len(self),) or ((seats < -1) | (seats >= self.game.players)).any():
            right = f"{len(self)} seats from 0 to {self.game.players - 1}, or -1 for a game that waits"
            raise IllegalMove(f"expected {right}")
        return seats

    def _to_act(self, seats: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        acting = self.states["to_act"].astype(np.int64)
        return (acting >> np.maximum(seats, 0)) & 1 != 0  # type: ignore[no-any-return]

    def _share(self, work: Callable[[int, int], Any]) -> None:
        """Divide the games among the threads."""
        bounds = np.linspace(0, len(self), self.threads + 1).astype(int).tolist()
        parts = [(first, last) for first, last in pairwise(bounds) if first < last]
        if len(parts) == 1:
            work(*parts[0])
            return
        with ThreadPoolExecutor(len(parts)) as pool:
            for future in [pool.submit(copy_context().run, work, first, last) for first, last in parts]:
                future.result()
