"""Several processes behind one port: `parlour serve --workers N`.

A table lives in one of them, known by its code, so that nothing about it need be shared but the log. The process that
listens looks at the first line of a connection, without taking it, and hands the connection over to whom it concerns.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import logging
import multiprocessing
import signal
import socket
import zlib
from collections.abc import Callable, Coroutine
from multiprocessing.process import BaseProcess
from typing import Any
from urllib.parse import unquote

from .tokens import read_code

log = logging.getLogger("parlour.workers")

_LINE = 2048  # bytes in which the first line must end
_PATIENCE = 5.0  # seconds in which it must come
_WITH_A_CODE = ("/ws/", "/t/", "/api/tables/")
_RESTART = 1.0  # seconds


def owner(code: str, workers: int) -> int:
    """The process at which this table is."""
    return zlib.crc32(code.encode()) % workers


def code_in(path: str) -> str | None:
    """The code of the table that a path is about, however it was typed."""
    typed = next((path.removeprefix(start).split("/")[0] for start in _WITH_A_CODE if path.startswith(start)), "")
    return read_code(unquote(typed))


class Worker:
    """One process, and the line on which connections are handed to it."""

    def __init__(self, number: int, start: Callable[[int, socket.socket], None]) -> None:
        self.number, self.start = number, start
        self.line: socket.socket
        self.process: BaseProcess
        self.begin()

    def begin(self) -> None:
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=self.start, args=(self.number, theirs), name=f"worker {self.number}")
        self.process.start()
        theirs.close()

    def hand_over(self, connection: socket.socket) -> None:
        self.line.sendmsg([b"c"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection.fileno()]))])


async def share_out(listening: socket.socket, workers: list[Worker]) -> None:
    """Accept connections and hand them over, until cancelled."""
    loop, turn = asyncio.get_running_loop(), 0
    keeper = loop.create_task(_keep_alive(workers))
    tasks: set[asyncio.Task[None]] = set()
    try:
        while True:
            connection, _ = await loop.sock_accept(listening)
            turn += 1
            task = loop.create_task(_hand_over(connection, workers, turn))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    finally:
        keeper.cancel()
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()


async def _keep_alive(workers: list[Worker]) -> None:
    while True:
        await asyncio.sleep(_RESTART)
        for worker in workers:
            if not worker.process.is_alive():
                log.error("worker %d died (exit code %s); starting it again", worker.number, worker.process.exitcode)
                worker.line.close()
                worker.begin()


async def _hand_over(connection: socket.socket, workers: list[Worker], turn: int) -> None:
    with connection:
        connection.setblocking(False)
        try:
            path = await asyncio.wait_for(_path(connection), _PATIENCE)
            code = code_in(path)
            workers[turn % len(workers) if code is None else owner(code, len(workers))].hand_over(connection)
        except (TimeoutError, OSError, ValueError) as error:
            log.debug("a connection said nothing that could be understood: %s", error)


async def _path(connection: socket.socket) -> str:
    """The path that is asked for; what was read stays in the connection."""
    loop, seen = asyncio.get_running_loop(), -1
    while True:
        ready = asyncio.Event()
        loop.add_reader(connection, ready.set)
        try:
            await ready.wait()
        finally:
            loop.remove_reader(connection)
        start = connection.recv(_LINE, socket.MSG_PEEK)
        line, found, _ = start.partition(b"\r\n")
        if found:
            return line.split(b" ")[1].decode("latin-1").split("?")[0]
        if len(start) in (0, _LINE):
            raise ValueError("no request")
        if len(start) == seen:
            await asyncio.sleep(0.01)  # it stays readable while the rest of the line is on its way
        seen = len(start)


async def take_over(line: socket.socket, protocol: Callable[[], asyncio.BaseProtocol]) -> None:
    """In a worker: serve the connections that come down the line."""
    loop = asyncio.get_running_loop()
    line.setblocking(False)
    arrived: asyncio.Queue[socket.socket] = asyncio.Queue()

    def receive() -> None:
        with contextlib.suppress(BlockingIOError):
            _, descriptors, _, _ = socket.recv_fds(line, 1, 1)
            for descriptor in descriptors:
                arrived.put_nowait(socket.socket(fileno=descriptor))

    loop.add_reader(line, receive)
    try:
        while True:
            connection = await arrived.get()
            connection.setblocking(False)
            with contextlib.suppress(OSError):  # it may have gone meanwhile
                await loop.connect_accepted_socket(protocol, connection)
    finally:
        loop.remove_reader(line)


def until_terminated(main: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    """Run it, and cancel it when the process is asked to end, or the one that started it is gone."""

    async def run() -> None:
        task = asyncio.get_running_loop().create_task(main)
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
        parent = multiprocessing.parent_process()
        if parent is not None:
            asyncio.get_running_loop().add_reader(parent.sentinel, task.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await task

    return run()
