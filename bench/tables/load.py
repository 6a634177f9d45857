"""The load: seats that move, and when. Knows no server; `ours.py` and `peer.py` know one each.

Everything runs on one thread, with as little work for each message as can be: whoever measures a server must not be
what is measured. `Measured.own_cpu` says how near it came.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Protocol

from .servers import Server

_TICK = 0.001  # seconds between two looks at what is due


class Mover(Protocol):
    """A seat whose turn it is."""

    def move(self) -> None: ...


@dataclass
class Measured:
    seconds: float
    moves: int
    waits: list[float] = field(repr=False)  # seconds, of each move acknowledged
    server_cpu: float = 0.0  # share of a core
    own_cpu: float = 0.0

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds

    def wait_ms(self, share: float) -> float:
        """The wait that this share of all moves did not exceed."""
        ordered = sorted(self.waits)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


class Load:
    """Who may move now, and what was acknowledged."""

    def __init__(self) -> None:
        self.at_once = False  # whether a seat moves as soon as it may
        self.waits: list[float] = []
        self.refused = 0
        self._ready: deque[Mover] = deque()
        self.due = 0.0  # when the move that is being sent was due

    # The seats call these

    def may_move(self, seat: Mover) -> None:
        if self.at_once:
            self.due = time.perf_counter()
            seat.move()
        else:
            self._ready.append(seat)

    def acknowledged(self, due: float) -> None:
        self.waits.append(time.perf_counter() - due)

    # Measuring

    async def saturate(self, server: Server, seconds: float, before: float) -> Measured:
        """Every seat moves as soon as it may, for `before` seconds unmeasured and then for `seconds`."""
        self.at_once = True
        waiting, self._ready = self._ready, deque()
        for seat in waiting:
            self.may_move(seat)
        await asyncio.sleep(before)
        measured = await self._measured(server, asyncio.sleep(seconds))
        self.at_once = False
        await self._settle()
        return measured

    async def offer(self, server: Server, rate: float, seconds: float, before: float) -> Measured:
        """So many moves a second are due, at random moments, whether or not the server keeps up.

        A wait begins when a move was due: one that comes late because the server was slow has waited all the same.
        """
        chance = random.Random(1)
        await self._offering(rate, before, chance)
        return await self._measured(server, self._offering(rate, seconds, chance))

    async def _offering(self, rate: float, seconds: float, chance: random.Random) -> None:
        due = time.perf_counter()
        end = due + seconds
        while due < end:
            now = time.perf_counter()
            while due <= now and due < end and self._ready:
                self.due = due
                self._ready.popleft().move()
                due += chance.expovariate(rate)
            if now > end + seconds:  # a server that cannot keep up at all
                break
            await asyncio.sleep(_TICK)
        await self._settle()

    async def _measured(self, server: Server, running: object) -> Measured:
        self.waits = []
        gc.collect()
        gc.disable()
        server_cpu, own_cpu, began = server.cpu_seconds, time.process_time(), time.perf_counter()
        await running  # type: ignore[misc]
        seconds = time.perf_counter() - began
        gc.enable()
        waits, self.waits = self.waits, []
        server_share, own_share = server.cpu_seconds - server_cpu, time.process_time() - own_cpu
        return Measured(seconds, len(waits), waits, server_share / seconds, own_share / seconds)

    async def _settle(self) -> None:
        """Until no answer has come for a moment."""
        seen = -1
        while seen != len(self.waits):
            seen = len(self.waits)
            await asyncio.sleep(0.1)
