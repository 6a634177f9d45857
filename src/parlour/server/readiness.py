"""Which games are ready to be played: their rules compiled, and loaded.

A server that finds a cold cache is up at once. Rules are compiled in processes of their own, so that no page waits for
the compiler, and loaded from the cache on a thread.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from typing import Any

from ..engine import warm
from ..engine.game import Game

log = logging.getLogger("parlour.readiness")

_LOOK = 1.0  # seconds


class Readiness:
    """`compiles` is off in all but one of several servers of one site: the others wait for what that one does."""

    def __init__(self, games: tuple[type[Game], ...], compiles: bool = True) -> None:
        self.compiles = compiles
        self.games = {kind.state: kind for kind in games}  # variants share what is compiled
        self.ready: set[object] = set()
        self.changed: list[Callable[[], None]] = []  # called on the event loop after each game
        self._task: asyncio.Task[None] | None = None
        self._compilers: list[SpawnProcess] = []

    def is_ready(self, kind: type[Game]) -> bool:
        return kind.state in self.ready

    @property
    def progress(self) -> tuple[int, int]:
        return len(self.ready), len(self.games)

    def begin(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._prepare())

    def end(self) -> None:
        if self._task:
            self._task.cancel()
        for compiler in self._compilers:
            compiler.terminate()

    async def _prepare(self) -> None:
        try:
            while not self.compiles and not warm.is_warm():
                await asyncio.sleep(_LOOK)
            if not warm.is_warm():
                await self._compile()
            for kind in self.games.values():
                await self._load(kind)  # what was not compiled after all is so here, more slowly
            warm.mark_warm()
        except Exception:
            log.exception("the rules could not be prepared")

    async def _compile(self) -> None:
        kinds = list(self.games.values())
        log.info("compiling the rules of %d games; the pages are there meanwhile", len(kinds))
        context, count = multiprocessing.get_context("spawn"), min(os.cpu_count() or 1, len(kinds))
        here, there = context.Pipe(duplex=False)
        for number in range(count):
            compiler = context.Process(target=_compile, args=(kinds[number::count], there), daemon=True)
            compiler.start()
            self._compilers.append(compiler)
        there.close()
        while True:
            try:
                compiled: type[Game] = await asyncio.to_thread(here.recv)
            except EOFError:
                return
            await self._load(compiled)

    async def _load(self, kind: type[Game]) -> None:
        if not self.is_ready(kind):
            await asyncio.to_thread(warm.compile_game, kind)
            self.ready.add(kind.state)
            for tell in self.changed:
                tell()


def _compile(kinds: list[type[Game]], done: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this, too
    for kind in kinds:
        warm.compile_game(kind)
        done.send(kind)
