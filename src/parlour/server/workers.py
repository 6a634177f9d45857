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

from .noted import note
from .tokens import read_code

log = logging.getLogger("parlour.workers")

_LINE = 2048  # bytes in which the first line must end
_PATIENCE = 5.0  # seconds in which it must come, and then the process take it
_AGAIN = 0.05  # seconds until a process that did not take a connection is asked again
_WITH_A_CODE = ("/ws/", "/t/", "/api/tables/")
_RESTART = 1.0  # seconds between two looks at the processes
_BEAT = 1.0  # seconds after which a process says that it is there
_SILENT, _STARTS = 20, 120  # looks at which one was not heard, after which it is ended: in general, and from its start
_ENDS = 15.0  # seconds in which it ends by itself, when it is asked to
_BUSY = b'{"reason":"the tables cannot be reached just now; please try again in a moment"}'
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(_BUSY), _BUSY)
)


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
        self.silent = self.most_silent = 0
        self._turn = asyncio.Lock()
        self.begin()

    def begin(self) -> None:
        self.line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.setblocking(False)
        self.silent, self.most_silent = 0, _STARTS
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=self.start, args=(self.number, theirs), name=f"worker {self.number}")
        self.process.start()
        theirs.close()

    async def hand_over(self, connection: socket.socket) -> None:
        """One after the other; where the process takes none, they wait here, and those for others do not."""
        handed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection.fileno()]))]
        async with self._turn:
            while True:
                try:
                    self.line.sendmsg([b"c"], handed)
                    return
                except OSError:  # its line is full, or it is being started again
                    await asyncio.sleep(_AGAIN)

    def is_hung(self) -> bool:
        """Whether it was not heard for so many looks. Looks count, not seconds: who was asleep could not hear."""
        self.silent += 1
        with contextlib.suppress(OSError):
            while self.line.recv(1):
                self.silent, self.most_silent = 0, _SILENT
        return self.silent > self.most_silent


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
            worker.process.join(_ENDS)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.line.close()


async def _keep_alive(workers: list[Worker]) -> None:
    while True:
        await asyncio.sleep(_RESTART)
        for worker in workers:
            if not worker.process.is_alive():
                log.error("worker %d died (exit code %s); starting it again", worker.number, worker.process.exitcode)
                worker.line.close()
                worker.begin()
            elif worker.is_hung():
                log.error("worker %d has said nothing for %d looks, and is ended", worker.number, worker.silent)
                worker.process.kill()


async def _hand_over(connection: socket.socket, workers: list[Worker], turn: int) -> None:
    with connection:
        connection.setblocking(False)
        try:
            path = await asyncio.wait_for(_path(connection), _PATIENCE)
        except (TimeoutError, OSError, ValueError) as error:
            note("a connection said nothing that could be understood: %s", str(error) or "in time")
            return
        code = code_in(path)
        worker = workers[turn % len(workers) if code is None else owner(code, len(workers))]
        try:
            await asyncio.wait_for(worker.hand_over(connection), _PATIENCE)
        except TimeoutError:
            note("worker %s takes no connections; one is refused", worker.number)
            await _refuse(connection)


async def _refuse(connection: socket.socket) -> None:
    with contextlib.suppress(OSError, TimeoutError):
        await asyncio.wait_for(asyncio.get_running_loop().sock_sendall(connection, _REFUSAL), _PATIENCE)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(_LINE):  # or the answer is lost with what was not read
            pass


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

    async def beat() -> None:
        while True:
            with contextlib.suppress(OSError):
                line.send(b".")
            await asyncio.sleep(_BEAT)

    loop.add_reader(line, receive)
    beating = loop.create_task(beat())
    try:
        while True:
            connection = await arrived.get()
            connection.setblocking(False)
            with contextlib.suppress(OSError):  # it may have gone meanwhile
                await loop.connect_accepted_socket(protocol, connection)
    finally:
        beating.cancel()
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
