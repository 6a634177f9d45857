"""`parlour serve --workers 2`: one table in one process, whoever asks; and what happens when one of them dies."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parlour.server.workers import owner

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
