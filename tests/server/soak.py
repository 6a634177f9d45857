"""kill -9, again and again: tables full of clients that move as fast as they can, and a server that dies at any moment.

    python -m tests.server.soak --kills 100

After every start the clients come back by themselves and play on. What must hold: every move that was acknowledged is
in the log once, under the number it was acknowledged with; states that were shown are shown again; a move that was not
acknowledged is there once or not at all, and sending it again settles which.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from picows import WSError

from parlour.server.workers import owner

from .client import Client, ask
from .house import Command, is_running, until

GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("ka-blam", 2, {"length": "short"}),
    ("go-fox", 3, {}),
    ("freaky", 2, {"taking": "help"}),
    ("game-on", 3, {"competition": "rock-paper-scissors"}),
)


@dataclass
class Seat:
    """One person: connects, moves, and after every break comes back and sends again what was not answered."""

    code: str
    token: str
    host: bool
    rng: random.Random
    acknowledged: dict[str, int] = field(default_factory=dict)  # by id: the number it was acknowledged with
    sent: set[str] = field(default_factory=set)
    views: dict[int, str] = field(default_factory=dict)  # by number: what was shown
    open: tuple[str, int] | None = None  # a move without an answer
    seq: int = 0
    refusals: list[str] = field(default_factory=list)

    async def play(self, address: str) -> None:
        while True:
            try:
                client = await Client.connect(address, self.code, self.token, self.seq or None)
            except (OSError, WSError, TimeoutError):
                await asyncio.sleep(0.02)
                continue
            try:
                await self._sit(client)
            except ConnectionError:
                pass
            finally:
                client.leave()

    async def _sit(self, client: Client) -> None:
        welcome = await client.hear("welcome")
        seen = welcome["seq"]
        if self.host and welcome["table"]["phase"] == "gathering":
            client.send(type="start")  # killed between "again" and this
        assert seen >= self.seq, f"table {self.code} went back from {self.seq} to {seen}"
        if self.open is not None:
            self._send(client, *self.open)
        while True:
            message = await client.hear(lambda _: True, within=60)
            self._take_in(message)
            if self.host and message["type"] == "refusal" and message["id"] is None and "too fast" in message["reason"]:
                await asyncio.sleep(0.2)  # it was no move, but "again" or "start"
                client.send(type="again")
                client.send(type="start")
            state = client.last("state")
            if self.open is None and state is not None and client.read == len(client.heard):
                if state["over"] and self.host:
                    client.send(type="again")
                    client.send(type="start")
                elif state["choices"]:
                    self._send(
                        client, uuid.UUID(int=self.rng.getrandbits(128)).hex, self.rng.choice(state["choices"])[0]
                    )

    def _send(self, client: Client, sent: str, move: int) -> None:
        self.open = sent, move
        self.sent.add(sent)
        client.send(type="move", id=sent, move=move)
        if self.rng.random() < 0.1 and client.transport is not None:  # now and then twice
            client.send(type="move", id=sent, move=move)

    def _take_in(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ack":
            before = self.acknowledged.setdefault(message["id"], message["seq"])
            assert before == message["seq"], f"{message['id']} was acknowledged as {before} and as {message['seq']}"
        elif kind == "refusal":
            self.refusals.append(message["reason"])
        elif kind == "state":
            assert message["seq"] >= self.seq, f"table {self.code}: state {message['seq']} after {self.seq}"
            self.seq = message["seq"]
            view = json.dumps(message["view"], sort_keys=True)
            assert self.views.setdefault(self.seq, view) == view, f"table {self.code}: {self.seq} is not what it was"
        if kind in ("ack", "refusal") and self.open is not None and message["id"] == self.open[0]:
            self.open = None


class Soak:
    """`workers`: the server has several processes, and one of them is killed at a time."""

    def __init__(self, data: Path, tables: int, seed: int, workers: int = 1) -> None:
        self.command, self.tables, self.workers = Command(data, "--workers", str(workers)), tables, workers
        self.rng = random.Random(seed)
        self.seats: list[Seat] = []

    async def run(self, kills: int, show: bool = False) -> None:
        await asyncio.to_thread(self.command.start)
        players: list[asyncio.Task[None]] = []
        try:
            number = 0
            while number < self.tables or not self._everywhere():
                await self._open(*GAMES[number % len(GAMES)])
                number += 1
            players = [asyncio.create_task(seat.play(self.command.address)) for seat in self.seats]
            for kill in range(kills):
                await self._some_moves(players)
                await asyncio.sleep(self.rng.uniform(0, 0.3))
                await self._kill()
                if show:
                    moves = sum(len(seat.acknowledged) for seat in self.seats)
                    print(f"\rkill {kill + 1} of {kills}: {moves} moves acknowledged, none lost", end="", flush=True)
            await self._some_moves(players)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            self.command.stop()
        self.check()
        if show:
            print()

    def _everywhere(self) -> bool:
        """Every process has a table."""
        return len({owner(seat.code, self.workers) for seat in self.seats}) == self.workers

    async def _kill(self) -> None:
        if self.workers == 1:
            self.command.kill()
            self.check()
            await asyncio.to_thread(self.command.start)
        else:
            killed = self.rng.choice(self.command.workers())
            os.kill(killed, signal.SIGKILL)
            await until(lambda: not is_running(killed) and len(self.command.workers()) == self.workers)
            self.check()

    async def _open(self, game: str, players: int, options: dict[str, Any]) -> None:
        wanted = {"game": game, "seats": ["me", *["here"] * (players - 1)], "options": options, "start": True}
        opened = await asyncio.to_thread(ask, self.command.address, "/api/tables", wanted)
        for held in opened["seats"]:
            rng = random.Random(self.rng.getrandbits(64))
            self.seats.append(Seat(opened["code"], held["token"], held["seat"] == 0, rng))

    async def _some_moves(self, players: list[asyncio.Task[None]]) -> None:
        """Wait until every table has gone on."""
        enough = {seat.code: self._made(seat.code) + self.rng.randint(1, 25) for seat in self.seats}
        async with asyncio.timeout(120):
            while any(self._made(code) < wanted for code, wanted in enough.items()):
                for player in players:
                    if player.done():
                        player.result()
                await asyncio.sleep(0.01)

    def _made(self, code: str) -> int:
        return sum(len(seat.acknowledged) for seat in self.seats if seat.code == code)

    def check(self) -> None:
        """Compare what people were told with what is on the disk."""
        with sqlite3.connect(self.command.data / "parlour.db") as database:
            rows = database.execute("SELECT code, seq, body FROM events ORDER BY code, seq").fetchall()
        database.close()
        found: dict[tuple[str, str], list[int]] = {}
        numbers: dict[str, list[int]] = {}
        for code, seq, body in rows:
            numbers.setdefault(code, []).append(seq)
            event = json.loads(body)
            if event["type"] == "moved" and event.get("id"):
                found.setdefault((code, event["id"]), []).append(seq)
        for code, seen in numbers.items():
            assert seen == list(range(1, len(seen) + 1)), f"table {code} has a gap in its log"
        for seat in self.seats:
            for sent, seq in seat.acknowledged.items():
                there = found.get((seat.code, sent))
                assert there == [seq], f"table {seat.code}: move {sent} was acknowledged as {seq}; the log has {there}"
            for sent in seat.sent:
                assert len(found.get((seat.code, sent), [])) <= 1, f"table {seat.code}: move {sent} was made twice"
            assert seat.seq <= len(numbers[seat.code]), f"table {seat.code} showed what is not in the log"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Kill a busy server again and again; nothing acknowledged is lost.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--workers", type=int, default=1, help="more than one: each time, one of them is killed")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(Soak(Path(folder), given.tables, given.seed, given.workers).run(given.kills, show=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
