"""`parlour serve`: the server as a command."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from ..engine.errors import BadOption
from . import collector, workers
from .app import Server
from .callers import Caller
from .limits import open_many_files
from .pages import Pages
from .shelf import online_games
from .store import sqlite_url

_BACKLOG = 4096


@dataclass(frozen=True)
class Site:
    """How a server is to be run."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    database: str | None = None  # an address; None: SQLite in the data folder
    origins: frozenset[str] = frozenset()  # whose pages may sit down, too
    workers: int = 1

    @property
    def url(self) -> str:
        return self.database or sqlite_url(self.data)


def serve(site: Site, show: bool = False) -> None:
    """Run until interrupted. With `show` the page is opened where there is a desktop."""
    if site.workers > 1 and not hasattr(socket, "AF_UNIX"):
        raise BadOption("--workers: this system cannot hand connections from process to process; leave it out")
    _write_log()
    open_many_files()
    listening = _listen(site.host, site.port)
    games = online_games() if site.workers == 1 else ()
    server = Server(site.url, Pages(), site.origins, later=games)  # what is wrong with the database is said at once
    address = f"http://{_shown(site.host)}:{listening.getsockname()[1]}"
    print(f"Parlour is at {address}  (Ctrl-C stops it)", flush=True)
    if not server.pages.built:
        print("The page has not been built: run `make web`.", file=sys.stderr)
    if show and _has_desktop():
        webbrowser.open(address)
    if site.workers == 1:
        collector.spare()
        running = uvicorn.Server(_config(server))
        with asyncio.Runner(loop_factory=running.config.get_loop_factory()) as runner:
            runner.run(running.serve(sockets=[listening]))
        return
    server.store.close()
    start = functools.partial(_work, site)
    team = [workers.Worker(number, start) for number in range(site.workers)]
    asyncio.run(workers.until_terminated(workers.share_out(listening, team)))


def _work(site: Site, number: int, line: socket.socket) -> None:
    """One of several processes."""
    _write_log()
    server = Server(
        site.url, Pages(), site.origins, place=(number, site.workers), later=() if number else online_games()
    )
    running = uvicorn.Server(_config(server, keep=False))
    collector.spare()
    with asyncio.Runner(loop_factory=running.config.get_loop_factory()) as runner:
        runner.run(workers.until_terminated(_serve_line(running, line)))


async def _serve_line(running: uvicorn.Server, line: socket.socket) -> None:
    config = running.config
    config.load()
    lifespan = config.lifespan_class(config)
    await lifespan.startup()
    if lifespan.should_exit:
        return
    make: Callable[[], asyncio.Protocol] = functools.partial(
        config.http_protocol_class,  # type: ignore[call-arg]
        config=config,
        server_state=running.server_state,
        app_state=lifespan.state,
    )
    try:
        await workers.take_over(line, make)
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.shield(lifespan.shutdown())


def _config(server: Server, keep: bool = True) -> uvicorn.Config:
    """`keep`: whether one connection may ask for several things. Among several processes each goes its own way."""
    return uvicorn.Config(
        server.app,
        http=Caller,
        ws=server.upgrade,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        headers=[] if keep else [("connection", "close")],
        timeout_graceful_shutdown=2,
    )


def _write_log() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.socket(found[0], found[1])
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
    except OSError as error:
        why = error.strerror or str(error)
        raise BadOption(
            f"cannot listen at {host}:{port}: {why}; choose another port with --port, or PORT=8001 make play"
        ) from None
    listening.listen(_BACKLOG)
    listening.setblocking(False)
    return listening


def _shown(host: str) -> str:
    return "localhost" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
