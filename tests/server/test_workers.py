"""`parlour serve --workers 2`: one table in one process, whoever asks; and what happens when one of them dies."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.server import workers
from parlour.server.serve import _listen
from parlour.server.workers import Worker, owner, share_out, take_over

from .client import Client, ask, to_act
from .house import Command, is_running, run, until
from .soak import Soak


def test_nothing_acknowledged_is_lost_when_one_of_the_processes_is_killed(tmp_path: Path) -> None:
    soak = Soak(tmp_path, tables=4, seed=2, workers=2)
    asyncio.run(asyncio.wait_for(soak.run(kills=2), 900))
    assert all(len(seat.acknowledged) > 0 for seat in soak.seats)


def test_friends_meet_at_one_table_whichever_process_takes_them_in(tmp_path: Path) -> None:
    command = Command(tmp_path, "--workers", "2")

    async def play() -> None:
        wanted = {"game": "go-fox", "seats": ["me", "here"], "start": True}
        opened = [await asyncio.to_thread(ask, command.address, "/api/tables", wanted) for _ in range(2)]
        while len({owner(one["code"], 2) for one in opened}) < 2:
            opened.append(await asyncio.to_thread(ask, command.address, "/api/tables", wanted))
        for one in opened:
            info = await asyncio.to_thread(ask, command.address, f"/api/tables/{one['code']}")
            assert info["code"] == one["code"]
            clients = [await Client.connect(command.address, one["code"], held["token"]) for held in one["seats"]]
            acting = await to_act(clients)
            made = await acting.move(acting.choices[0][0])
            assert made["type"] == "ack", made
            other = next(client for client in clients if client is not acting)
            await other.hear(lambda message, seq=made["seq"]: message["type"] == "state" and message["seq"] == seq)
            for client in clients:
                await client.left()

    command.start()
    try:
        run(play())
    finally:
        command.stop()


def test_when_the_process_that_listens_is_killed_the_others_end(tmp_path: Path) -> None:
    """Else they would go on with tables that a new server takes up as well."""
    command = Command(tmp_path, "--workers", "2")
    command.start()
    try:
        run(until(lambda: len(command.workers()) == 2))
        started = command.workers()
        ask(command.address, "/healthz")  # one of them is up
    finally:
        command.kill()
    run(until(lambda: not any(map(is_running, started))))


# Processes that hang, where all they do is to say who they are


class Says(asyncio.Protocol):
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        said = b"%d" % os.getpid()
        self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(said), said))
        self.transport.close()


def say_who(_: int, line: socket.socket) -> None:
    asyncio.run(take_over(line, Says))


CODES = [
    next(code for code in map("".join, itertools.product("BCDFGH", repeat=6)) if owner(code, 2) == at) for at in (0, 1)
]


class Team:
    def __init__(self, port: int, workers: list[Worker]) -> None:
        self.port, self.workers = port, workers

    async def ask(self, code: str) -> tuple[int, bytes]:
        """Status and body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /t/%b HTTP/1.1\r\n\r\n" % code.encode())
        head, _, body = (await asyncio.wait_for(reader.read(), 60)).partition(b"\r\n\r\n")
        writer.close()
        return int(head.split()[1]), body

    async def are_there(self) -> list[bytes]:
        return [(await self.ask(code))[1] for code in CODES]


@contextlib.asynccontextmanager
async def team() -> AsyncIterator[Team]:
    listening = _listen("127.0.0.1", 0)
    pair = [Worker(number, say_who) for number in (0, 1)]
    sharing = asyncio.create_task(share_out(listening, pair))
    here = Team(listening.getsockname()[1], pair)
    try:
        await until(lambda: all(worker.most_silent == workers._SILENT for worker in pair))
        yield here
    finally:
        for worker in pair:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.process.pid or 0, signal.SIGCONT)
        sharing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sharing
        listening.close()


def test_a_process_that_hangs_keeps_nobody_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 1.0)
    monkeypatch.setattr(workers, "_RESTART", 0.1)
    monkeypatch.setattr(workers, "_SILENT", 1_000_000)

    async def play() -> None:
        async with team() as here:
            who = await here.are_there()
            assert who[0] != who[1]
            hung = here.workers[0].process.pid or 0
            os.kill(hung, signal.SIGSTOP)
            here.workers[0].line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # a few are on their way
            crowd = [asyncio.create_task(here.ask(CODES[0])) for _ in range(40)]
            await asyncio.sleep(0.2)
            assert await here.ask(CODES[1]) == (200, who[1])
            await until(lambda: sum(one.done() for one in crowd) > 10)
            refused = next(one.result() for one in crowd if one.done())
            assert refused[0] == 503 and "cannot be reached just now" in json.loads(refused[1])["reason"]
            os.kill(hung, signal.SIGCONT)
            answers = await asyncio.gather(*crowd)
            assert {status for status, _ in answers} == {200, 503}
            assert await here.are_there() == who

    run(play())


def test_a_process_that_hangs_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_RESTART", 0.1)
    monkeypatch.setattr(workers, "_SILENT", 30)

    async def play() -> None:
        async with team() as here:
            who = await here.are_there()
            hung = here.workers[0].process.pid or 0
            os.kill(hung, signal.SIGSTOP)
            await until(lambda: here.workers[0].process.pid != hung)
            waits = here.workers[0]
            await until(lambda: waits.most_silent == workers._SILENT)
            now = await here.are_there()
            assert now[0] == b"%d" % (waits.process.pid or 0) != who[0] and now[1] == who[1]
            assert not is_running(hung)

    run(play())
