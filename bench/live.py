"""Live towers: whether they keep real time, what their poses weigh on the wire, and how soon a hand is seen to move.

    python -m bench.live

Twenty towers of 25 pieces stand in the server's own process for them, alone on one core; each has a hand that is aimed
sixty times a second, circles around the tower, and every few seconds comes down into it. Then ten tables of a real
server, each with a hand that is moved through a real socket. The exit status is 1 when a bar does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import multiprocessing
import os
import resource
import statistics
import sys
import threading
import time
import urllib.request
import uuid
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from rich.console import Console
from rich.table import Table

from parlour import physics
from parlour.components.shapes_deck import PIECE_NAMES
from parlour.server import towerwork
from parlour.server.frames import read_frames

from . import bars
from .physics import stack_of
from .tables import servers

TOWERS, PIECES, TABLES = 20, 25, 10
AIMS = 60  # a second
_DIPS = 4.0  # seconds from one visit to the tower to the next
_WARM_UP = 1.0  # seconds before anything is measured


class Towers:
    """What the process with the towers tells, and when."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.shown: dict[int, list[tuple[float, int, int]]] = {}  # by tower: when, simulated ms, bytes
        self.fallen: set[int] = set()
        self.begun: dict[int, int] = {}  # by tower: the key it has now
        self._keys = 0
        self._lock = threading.Lock()

    def listen(self) -> None:
        while True:
            try:
                tells = towerwork.read_tells(self.line.recv_bytes())
            except (EOFError, OSError):
                return
            now = time.perf_counter()
            for told in tells:
                if isinstance(told, towerwork.Moved):
                    frame = next(read_frames(told.frame))
                    self.shown.setdefault(told.key, []).append((now, frame.ms, len(told.frame)))
                elif isinstance(told, towerwork.Rested):  # something fell: the next placement begins
                    self.begin(next(tower for tower, key in self.begun.items() if key == told.key))

    def begin(self, tower: int) -> None:
        poses = {name: list(pose) for name, pose in stack_of(PIECES).items()}
        free = next(name for name in PIECE_NAMES if name not in poses)
        with self._lock:
            self._keys += 1
            self.begun[tower] = self._keys
            self._tell(towerwork.Begin(self._keys, "standard", poses, free, self._keys))

    def aim(self, tower: int, n: int, place: tuple[float, float, float]) -> None:
        with self._lock:
            self._tell(towerwork.Aimed(self.begun[tower], n, place, None))

    def _tell(self, told: towerwork.Told) -> None:
        self.line.send_bytes(towerwork.write_told([told]))


def real_time(seconds: float) -> dict[str, float]:
    """Twenty towers on one core."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=towerwork.run, args=(there,), daemon=True)
    process.start()
    there.close()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(process.pid or 0, {cores[0]})
    os.sched_setaffinity(0, set(cores[1:] or cores))
    towers = Towers(here)
    threading.Thread(target=towers.listen, daemon=True).start()
    for tower in range(TOWERS):
        towers.begin(tower)
    began, n = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < _WARM_UP + seconds:
        n += 1
        for tower in range(TOWERS):
            towers.aim(tower, n, _path(now + tower * _DIPS / TOWERS))
        time.sleep(max(0.0, began + n / AIMS - time.perf_counter()))
    process.terminate()
    process.join()
    os.sched_setaffinity(0, set(cores))
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    every = sum(frames[-1][1] for frames in towers.shown.values()) / 1000 / TOWERS
    share = {"live: share of a core": (spent.ru_utime + spent.ru_stime) / every}
    return {**_judged(towers.shown, began + _WARM_UP), **share}


def _path(at: float) -> tuple[float, float, float]:
    """Around the tower, high above it for most of the time."""
    dip = max(0.0, math.cos(2 * math.pi * at / _DIPS)) ** 8
    return 50 * math.cos(2 * at), 170 - 115 * dip, 50 * math.sin(2 * at)


def _judged(shown: dict[int, list[tuple[float, int, int]]], since: float) -> dict[str, float]:
    simulated = wall = 0.0
    loads = []
    for frames in shown.values():
        kept = [frame for frame in frames if frame[0] >= since]
        if len(kept) < 2:
            continue
        span = kept[-1][0] - kept[0][0]
        simulated += (kept[-1][1] - kept[0][1]) / 1000
        wall += span
        if span >= 1:
            loads.append(sum(size for _, _, size in kept) / span / 1000)
    return {
        "live: simulated over wall time": simulated / wall,
        "live: kB/s for a viewer": max(loads),
        "live: median kB/s for a viewer": statistics.median(loads),
    }


class Page(WSListener):
    """A page with a hand: it takes the piece it is offered, and moves it about."""

    def __init__(self) -> None:
        self.transport: WSTransport | None = None
        self.sent: dict[int, float] = {}
        self.waits: list[float] = []
        self.size = 0
        self.holds = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.BINARY:
            data, now = frame.get_payload_as_bytes(), time.perf_counter()
            self.size += len(data)
            used = next(read_frames(data)).n
            for n in [n for n in self.sent if n <= used]:
                self.waits.append(now - self.sent.pop(n))
        elif frame.msg_type == WSMsgType.TEXT:
            message = json.loads(frame.get_payload_as_utf8_text())
            if message["type"] == "state":
                self.holds = bool(message["live"])
                wanted = [move for move, words in message["choices"] if words == "draw" or words.startswith("take ")]
                if wanted:
                    self.send(type="move", id=uuid.uuid4().hex, move=wanted[0])

    def send(self, **message: Any) -> None:
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, json.dumps(message).encode())

    def aim(self, n: int, at: float) -> None:
        self.sent[n] = time.perf_counter()
        self.send(type="aim", n=n, x=50 * math.cos(2 * at), y=60 + 30 * math.sin(3 * at), z=50 * math.sin(2 * at))


async def _pages(address: str, count: int) -> list[Page]:
    found = []
    for _ in range(count):
        body = {"game": "shapes-survivor", "seats": ["me", "bot:easy child"], "options": {"starter": 0}, "start": True}
        request = urllib.request.Request(f"http://{address}/api/tables", json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=30) as answer:
            opened = json.loads(answer.read())
        page: Page
        _, page = await ws_connect(Page, f"ws://{address}/ws/{opened['code']}")  # type: ignore[assignment]
        page.send(type="hello", token=opened["seats"][0]["token"])
        found.append(page)
    while not all(page.holds for page in found):
        await asyncio.sleep(0.05)
    return found


async def _latency(address: str, seconds: float) -> list[float]:
    pages = await _pages(address, TABLES)
    began, n = time.perf_counter(), 0
    while (now := time.perf_counter() - began) < _WARM_UP + seconds:
        n += 1
        for tower, page in enumerate(pages):
            if now < _WARM_UP:
                page.waits.clear()
            page.aim(n, now + tower)
        await asyncio.sleep(max(0.0, began + n / AIMS - time.perf_counter()))
    await asyncio.sleep(0.2)
    return [wait for page in pages for wait in page.waits]


def seen_moving(seconds: float) -> dict[str, float]:
    """From an aim to the frame that shows it, at ten live tables."""
    with servers.parlour(None) as server:
        waits = sorted(asyncio.run(_latency(server.address, seconds)))
    return {
        "live: p50 ms until seen": 1000 * waits[len(waits) // 2],
        "live: p95 ms until seen": 1000 * waits[int(0.95 * len(waits))],
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.live", description="Live towers: real time, traffic, latency.")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement (default: 10)")
    seconds = parser.parse_args().seconds
    if not physics.available():
        print("there is no physics on this machine", file=sys.stderr)
        return 1
    console = Console(highlight=False)
    found = {**real_time(seconds), **seen_moving(seconds)}
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "measured", "bar", ""):
        table.add_column(column, justify="right" if column in ("measured", "bar") else "left")
    judged = bars.of_live_towers(found)
    for bar in judged:
        verdict = "holds" if bar.holds else "[bold red]does not hold[/]"
        table.add_row(bar.what, f"{bar.measured:,.4g} {bar.unit}", f"{bar.sense} {bar.bar:g} {bar.unit}", verdict)
    console.print(table)
    print(
        f"the towers take {found['live: share of a core']:.0%} of a core, with all that their process needs to start; "
        f"a viewer gets {found['live: median kB/s for a viewer']:.1f} kB/s in the median; "
        f"half of all aims are seen within {found['live: p50 ms until seen']:.0f} ms"
    )
    return 0 if all(bar.holds for bar in judged) else 1


if __name__ == "__main__":
    sys.exit(main())
