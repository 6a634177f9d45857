"""What is measured, each on fresh servers: a figure is a list, one number a repeat."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import uvloop
from rich.progress import Progress, TaskID

from bench.peers.run import Absent
from parlour.server.limits import open_many_files

from . import ours, peer, servers
from .load import Load, Measured
from .servers import Server

OFFERED = 500.0  # moves a second: 500 tables at which people are quick
BOT_TABLES, BOTS_OFFERED = 100, 100.0  # tables with bots, and moves of people a second: everybody one
DEAF_TABLES, DEAF = 20, 10  # tables, and at how many of them one page does not read
_BEFORE = 2.0  # seconds of load before a measurement

Figures = dict[str, list[float]]
T = TypeVar("T")


@dataclass
class Bench:
    tables: int
    idle: int
    seconds: float
    repeats: int
    progress: Progress
    figures: Figures = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    _cores: list[int] = field(default_factory=lambda: sorted(os.sched_getaffinity(0)))

    def __post_init__(self) -> None:
        open_many_files()

    @property
    def server_core(self) -> int | None:
        return self._cores[0] if len(self._cores) > 1 else None

    def run(self, only_bots: bool = False) -> Figures:
        before = os.sched_getaffinity(0)
        if len(self._cores) > 1:
            os.sched_setaffinity(0, set(self._cores[1:]))
        try:
            self._bots(ours.KA_BLAM)
            self._bots(ours.GAME_ON)
            if only_bots:
                return self.figures
            for repeat in range(1, self.repeats + 1):
                self._start(f"{repeat}/{self.repeats}")
                self._peer(f"{repeat}/{self.repeats}")
                self._ours(f"{repeat}/{self.repeats}")
            self._deaf()
            self._idle()
        finally:
            os.sched_setaffinity(0, before)
        return self.figures

    def _note(self, name: str, value: float) -> None:
        self.figures.setdefault(name, []).append(round(value, 4))

    def _begin(self, what: str, total: int | None = None) -> TaskID:
        if not self.progress.console.is_terminal:
            self.progress.console.print(what)
        return self.progress.add_task(what, total=total)

    def _counting(self, what: str, total: int) -> Callable[[int], None]:
        task = self._begin(what, total)

        def told(done: int) -> None:
            self.progress.update(task, completed=done)
            if done >= total:
                self.progress.remove_task(task)

        return told

    async def _shown(self, what: str, running: Coroutine[Any, Any, T]) -> T:
        task = self._begin(what)
        try:
            return await running
        finally:
            self.progress.remove_task(task)

    async def _seated(
        self, server: Server, opened: list[ours.Tokens], told: Callable[[int], None] = lambda _: None
    ) -> tuple[Load, list[ours.Seat]]:
        load = Load()
        seats = await ours.sit_down(server, opened, load, told)
        await asyncio.sleep(1)  # until all have been shown their hands
        return load, seats

    # Speed

    def _start(self, repeat: str) -> None:
        task = self._begin(f"{repeat} starting a server from a warm cache")
        self._note("ready s", servers.seconds_to_ready(self.server_core))
        self.progress.remove_task(task)

    def _peer(self, repeat: str) -> None:
        async def play(server: Server) -> Measured:
            load = Load()
            told = self._counting(f"{repeat} boardgame.io: seats sit down", self.tables * peer.PLAYERS)
            await peer.sit_down(server, self.tables, load, told)
            return await self._shown(f"{repeat} boardgame.io: saturation", load.saturate(server, self.seconds, _BEFORE))

        try:
            with servers.boardgame(self.server_core) as server:
                self._speed("boardgame.io", uvloop.run(play(server)))
        except (Absent, OSError) as reason:
            self.absent["boardgame.io"] = str(reason)

    def _ours(self, repeat: str) -> None:
        async def play(server: Server, opened: list[ours.Tokens]) -> None:
            told = self._counting(f"{repeat} Parlour: seats sit down", self.tables * ours.PLAYERS)
            load, seats = await self._seated(server, opened, told)
            full = await self._shown(f"{repeat} Parlour: saturation", load.saturate(server, self.seconds, _BEFORE))
            self._speed("Parlour", full)
            for name, rate in (("500", OFFERED), ("half", full.moves_per_second / 2)):
                what = f"{repeat} Parlour: {rate:,.0f} moves a second"
                paced = await self._shown(what, load.offer(server, rate, self.seconds, _BEFORE))
                self._note(f"{name}: p50 ms", paced.wait_ms(0.5))
                self._note(f"{name}: p99 ms", paced.wait_ms(0.99))
            self._note("refused", load.refused)
            self._note("Parlour MB", server.resident_mb)
            ours.leave(seats)

        with servers.parlour(self.server_core) as server:
            opened = ours.open_tables(server, self.tables, self._counting(f"{repeat} Parlour: tables", self.tables))
            uvloop.run(play(server, opened))

    def _speed(self, name: str, measured: Measured) -> None:
        self._note(f"{name} moves/s", measured.moves_per_second)
        self._note(f"{name} moves/s of its own time", measured.moves_per_second / max(0.01, measured.server_cpu))
        self._note(f"{name} share of its core", measured.server_cpu)
        self._note(f"{name} load's share of the other", measured.own_cpu)

    # Bots

    def _bots(self, game: Mapping[str, Any]) -> None:
        """One person at each table, and fair bots that answer as fast as they can think."""
        name = game["game"]

        async def play(server: Server, opened: list[ours.Tokens]) -> None:
            load, seats = await self._seated(server, opened)
            for repeat in range(1, self.repeats + 1):
                what = f"{repeat}/{self.repeats} Parlour: {BOT_TABLES} tables of {name} with fair bots"
                states = sum(seat.states for seat in seats)
                paced = await self._shown(what, load.offer(server, BOTS_OFFERED, self.seconds, _BEFORE))
                shown = (sum(seat.states for seat in seats) - states) / (paced.seconds + _BEFORE)
                self._note(f"bots, {name}: p50 ms", paced.wait_ms(0.5))
                self._note(f"bots, {name}: p99 ms", paced.wait_ms(0.99))
                self._note(f"bots, {name}: states shown a second", shown)
                self._note(f"bots, {name}: share of its core", paced.server_cpu)
            ours.leave(seats)

        with servers.parlour(self.server_core) as server:
            told = self._counting(f"Parlour: tables of {name} with bots", BOT_TABLES)
            opened = ours.open_tables(server, BOT_TABLES, told, game, "bot:fair")
            uvloop.run(play(server, opened))

    # Pages that do not read

    def _deaf(self) -> None:
        async def play(server: Server, opened: list[ours.Tokens]) -> None:
            load, seats = await self._seated(server, opened)
            for repeat in range(1, self.repeats + 1):
                what = f"{repeat}/{self.repeats} Parlour: all pages read"
                without = await self._shown(what, load.offer(server, OFFERED, self.seconds, _BEFORE))
                stopped = [await ours.sit_deaf(server, table) for table in opened[:DEAF]]
                what = f"{repeat}/{self.repeats} Parlour: {DEAF} pages do not read"
                seen = sum(seat.states for seat in seats[1 : 4 * DEAF : 4])
                among = await self._shown(what, load.offer(server, OFFERED, self.seconds, 3 * _BEFORE))
                for page in stopped:
                    page.listen()
                await asyncio.sleep(1)
                shown = sum(seat.states for seat in seats[1 : 4 * DEAF : 4]) - seen
                self._note("deaf: share of states skipped", 1 - sum(page.states for page in stopped) / shown)
                self._note("deaf: p99 ms without", without.wait_ms(0.99))
                self._note("deaf: p99 ms with", among.wait_ms(0.99))
                ours.leave(stopped)
                await asyncio.sleep(0.5)
            ours.leave(seats)

        with servers.parlour(self.server_core) as server:
            opened = ours.open_tables(server, DEAF_TABLES, lambda _: None)
            uvloop.run(play(server, opened))

    # Memory

    def _idle(self) -> None:
        tables = self.idle // ours.PLAYERS

        async def sit(server: Server, opened: list[ours.Tokens]) -> None:
            told = self._counting("Parlour: idle seats sit down", self.idle)
            seats = await ours.sit_down(server, opened, Load(), told)
            await asyncio.sleep(3)
            connected = sum(seat.transport is not None and seat.states > 0 for seat in seats)
            if connected < len(seats):
                raise servers.ServerDied(f"only {connected} of {len(seats)} seats are connected")
            self._note("idle: MB", server.resident_mb)
            ours.leave(seats)

        with servers.parlour(self.server_core) as server:
            self._note("empty: MB", server.resident_mb)
            opened = ours.open_tables(server, tables, self._counting("Parlour: tables for idle seats", tables))
            self._note("tables: MB", server.resident_mb)
            uvloop.run(sit(server, opened))
