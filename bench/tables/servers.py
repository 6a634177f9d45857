"""The servers that are measured, each alone on one core."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.peers import run as peers

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0  # seconds until a server must be there
_TICKS = os.sysconf("SC_CLK_TCK")


class ServerDied(Exception):
    """A server that is measured is not there any more, or never came."""


class Server:
    """A process that serves tables, and what it costs."""

    def __init__(self, process: subprocess.Popen[str], address: str, log: Path) -> None:
        self.process, self.address, self.log = process, address, log

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def cpu_seconds(self) -> float:
        """Time on the core so far, of all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    @property
    def resident_mb(self) -> float:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024 / 1e6
        raise ServerDied("the server is gone")


@contextlib.contextmanager
def parlour(core: int | None, ready: bool = True) -> Iterator[Server]:
    """Ours, with a fresh data folder on the disk; `ready`: with all rules loaded, not only up."""
    scratch = ROOT / ".cache"
    scratch.mkdir(exist_ok=True)
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    with tempfile.TemporaryDirectory(prefix="tables-", dir=scratch) as folder:
        command = [sys.executable, "-m", "parlour", "serve", "--host", "127.0.0.1", "--port", "0", "--data", folder]
        with _running(command, environment, core, Path(folder) / "server.log") as server:
            _wait_for(server, ready)
            yield server


def seconds_to_ready(core: int | None) -> float:
    """From the start of the process to the first good answer of /healthz."""
    began = time.monotonic()
    with parlour(core, ready=False):
        return time.monotonic() - began


@contextlib.contextmanager
def boardgame(core: int | None) -> Iterator[Server]:
    """The peer; `peers.Absent` where it cannot be had."""
    command = [peers.node(), str(peers.HERE / "boardgame_server.mjs"), "0"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NODE_ENV": "production"}
        with _running(command, environment, core, Path(folder) / "server.log") as server:
            yield server


@contextlib.contextmanager
def _running(command: list[str], environment: dict[str, str], core: int | None, log: Path) -> Iterator[Server]:
    pin = partial(os.sched_setaffinity, 0, {core}) if core is not None else None
    with log.open("w") as errors:
        process = subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=pin,
            start_new_session=True,  # an interrupt is ours alone; it ends the server below
        )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        if " is at http" not in first:
            raise ServerDied(f"{Path(command[0]).name} did not start: {peers.last_lines(log.read_text())}")
        address = first.partition(" is at http://")[2].split()[0].replace("localhost", "127.0.0.1")
        yield Server(process, address, log)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(server: Server, ready: bool) -> None:
    """Until it says that it is well, and, with `ready`, that all rules are loaded."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and server.process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://{server.address}/healthz", timeout=5) as answer:
                health = json.loads(answer.read())
            if not ready or health["games_ready"] == health["games"]:
                return
        except OSError:
            pass
        time.sleep(0.02)
    raise ServerDied(f"the server did not become ready: {peers.last_lines(server.log.read_text())}")
