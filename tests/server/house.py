"""Servers for tests: in this process, or as the command that people start."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from parlour.server.app import Server
from parlour.server.callers import Caller
from parlour.server.pages import Pages
from parlour.server.serve import _listen
from parlour.server.shelf import online_games
from parlour.server.table import Table

from .client import Client, ask

T = TypeVar("T")
PATIENCE = 120.0  # seconds: for what must happen, on a machine that is busy


def run(play: Coroutine[Any, Any, T], within: float = PATIENCE) -> T:
    return asyncio.run(asyncio.wait_for(play, within))


async def until(true: Any, within: float = PATIENCE) -> None:
    """Wait until that is so."""
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.005)


class House:
    """A server in this process."""

    def __init__(self, server: Server, address: str) -> None:
        self.server, self.address = server, address
        self.clients: list[Client] = []

    async def ask(self, path: str, body: Any = None, **headers: str) -> Any:
        return await asyncio.to_thread(ask, self.address, path, body, **headers)

    async def open(self, game: str = "ka-blam", seats: list[str] | None = None, **more: Any) -> OpenTable:
        """A table with two seats of this device, unless told otherwise."""
        wanted = {"game": game, "seats": seats or ["me", "here"], **more}
        opened = await self.ask("/api/tables", wanted)
        tokens = {held["seat"]: held["token"] for held in opened["seats"]}
        return OpenTable(self, opened["code"], opened["host"], tokens)

    def table(self, code: str) -> Table:
        """The server's own side of it."""
        return self.server.tables.live[code]


class OpenTable:
    def __init__(self, house: House, code: str, host: str, tokens: dict[int, str]) -> None:
        self.house, self.code, self.host, self.tokens = house, code, host, tokens

    @property
    def inside(self) -> Table:
        return self.house.table(self.code)

    async def sit(self, seat: int | None, since: int | None = None) -> Client:
        """Connect in a seat (None: to watch), and be welcomed."""
        return await self.enter(None if seat is None else self.tokens[seat], since)

    async def enter(self, token: str | None, since: int | None = None) -> Client:
        client = await Client.connect(self.house.address, self.code, token, since)
        self.house.clients.append(client)
        await client.hear("welcome")
        return client

    async def all_sit(self) -> list[Client]:
        return [await self.sit(seat) for seat in self.tokens]

    def log(self) -> list[tuple[int, int, str]]:
        return self.house.server.store.read(self.code)

    def moves(self) -> list[tuple[int, str]]:
        """Number and body of the moves in the log."""
        return [(seq, body) for seq, _, body in self.log() if '"type":"moved"' in body]


@asynccontextmanager
async def house(database: str | Path, games: tuple[Any, ...] | None = None, **more: Any) -> AsyncIterator[House]:
    """A server on a free port, with its rules loaded. `database` may be a folder."""
    url = f"sqlite:///{database / 'parlour.db'}" if isinstance(database, Path) else database
    server = Server(url, Pages(), **more)
    wanted = online_games() if games is None else games
    server.readiness.games = {kind.state: kind for kind in wanted}
    listening = _listen("127.0.0.1", 0)
    config = uvicorn.Config(
        server.app, http=Caller, ws=server.upgrade, log_config=None, access_log=False, timeout_graceful_shutdown=2
    )
    running = uvicorn.Server(config)
    running.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(running._serve([listening]))
    here = House(server, f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        await until(lambda: running.started or task.done())
        if games is None:
            await until(lambda: server.readiness.progress[0] == server.readiness.progress[1])
        yield here
    finally:
        for client in here.clients:
            client.leave()
        running.should_exit = True
        await task
        listening.close()


class Command:
    """`parlour serve`, as a process of its own, on a port that stays the same when it is started again."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data, self.arguments, self.port = data, arguments, 0
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--data", str(self.data), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *self.arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ},
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)", said)
        assert found, f"the server said {said!r}"
        self.port, self.address = int(found[1]), f"http://127.0.0.1:{found[1]}"

    def kill(self) -> None:
        """kill -9: no chance to tidy anything."""
        assert self.process is not None
        self._end(signal.SIGKILL)

    def workers(self) -> list[int]:
        """The processes that it started, be they of `--workers`, of towers or of bots."""
        assert self.process is not None
        return [child for child in children(self.process.pid) if "spawn_main" in _command_line(child)]

    def stop(self) -> None:
        if self.process is not None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(how)
        self.process.wait(timeout=60)
        self.process.stdout.close()
        self.process = None


def children(process: int) -> list[int]:
    found: set[int] = set()
    for thread in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):  # it has ended
            found.update(map(int, (thread / "children").read_text().split()))
    return sorted(found)


def _command_line(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:  # it has gone
        return ""


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
