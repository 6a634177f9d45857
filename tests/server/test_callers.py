"""Connections that ask for nothing: they are closed, and there are enough for those that do."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.server import callers

from .house import Command, house, run

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /heal",
        b"GET /healthz HTTP/1.1\r\nHost: here\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{",
        REQUEST + b"GET /heal",
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "one and a half"],
)
def test_who_does_not_say_what_they_want_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(callers, "_WHOLE", 0.2)

    async def play() -> None:
        async with house(tmp_path, games=()) as here:
            host, port = here.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(said)
            answer = await asyncio.wait_for(reader.read(), 60)
            assert answer.startswith(b"HTTP/1.1 200") == said.startswith(REQUEST)
            assert b"500" not in answer[:20]
            writer.close()

    run(play())


def test_who_plays_is_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers, "_WHOLE", 0.1)

    async def play() -> None:
        async with house(tmp_path, games=()) as here:
            table = await here.open()
            client = await table.sit(0)
            host, port = here.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            for _ in range(3):  # one after the other on one connection
                writer.write(REQUEST)
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
                await reader.readexactly(int(length.split(b":")[1]))
                await asyncio.sleep(0.15)
            await client.pong()
            writer.close()

    run(play())


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import resource as r; from parlour.server.limits import open_many_files as more\n"
            "r.setrlimit(r.RLIMIT_NOFILE, (64, 512)); more(); print(r.getrlimit(r.RLIMIT_NOFILE))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "(512, 512)\n"


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="needs /proc")
def test_the_server_opens_as_many_files_as_it_may(tmp_path: Path) -> None:
    command, (soft, hard) = Command(tmp_path), resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        command.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        assert command.process is not None
        limits = Path(f"/proc/{command.process.pid}/limits").read_text().splitlines()
        (files,) = [line.split() for line in limits if line.startswith("Max open files")]
        assert files[3] == files[4] == str(hard)
    finally:
        command.stop()
