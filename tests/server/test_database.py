"""A database that hangs, or is taken away: nobody waits for ever, and no move is lost or made twice."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import signal
import socket as sockets
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from parlour.server import postgres as lines
from parlour.server import store
from parlour.server.store import Row, Store, StoreDown

from .client import Client, Refused, to_act
from .conftest import Postgres
from .house import House, OpenTable, house, run, until

AWAY = "the server cannot write its log just now; nothing is lost, please try again in a moment"
CANNOT_READ = "503: the server cannot read its log just now; please try again in a moment"
CODE = "BCDFGH"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for long."""
    for name, seconds in (("_PATIENCE", 0.5), ("_ATTEMPT", 0.5), ("_LEAST", 0.3), ("_READS", 0.5), ("_ANSWERS", 0.5)):
        monkeypatch.setattr(store, name, seconds)
    monkeypatch.setattr(store, "_BUSY", 0.1)


async def playing(here: House) -> tuple[OpenTable, list[Client]]:
    table = await here.open("go-fox", start=True, settings={"hints": False})
    clients = await table.all_sit()
    acting = await to_act(clients)
    assert (await acting.move(acting.choices[0][0]))["type"] == "ack"
    await asyncio.gather(*(client.pong() for client in clients))
    return table, clients


async def is_said_to_be_away(here: House, clients: list[Client]) -> None:
    """A move is refused, and so is all else."""
    acting = await to_act(clients)
    answer = await acting.move(acting.choices[0][0], "unlucky")
    assert (answer["type"], answer["reason"]) == ("refusal", AWAY)
    with pytest.raises(Refused, match="503"):
        await here.ask("/healthz")
    with pytest.raises(Refused, match=CANNOT_READ):
        await here.ask("/api/tables/BBBBBB")
    with pytest.raises(Refused, match="503"):
        await here.open()
    for client in clients:  # the table itself hears everybody
        await client.pong()


async def goes_on(here: House, table: OpenTable, clients: list[Client], was: int) -> None:
    """When it is back: everybody is shown what is so, and the move can be made, once."""
    for client in clients:
        await client.hear("welcome", within=60)
    await until(lambda: table.inside.is_in_log)
    assert table.inside.history.seq == len(table.log()) >= was
    acting = await to_act(clients)
    made = await acting.move(acting.choices[0][0], "unlucky")
    assert made["type"] in ("ack", "refusal")  # it may be in the log though nobody knew, and the turn another's
    bodies = [json.loads(body) for _, body in table.moves()]
    assert sum(body.get("id") == "unlucky" for body in bodies) == 1
    await until(lambda: table.inside.is_in_log)
    assert table.inside.history.seq == len(table.log())
    await here.open()


async def _well(here: House) -> bool:
    try:
        return bool((await here.ask("/healthz"))["database"])
    except Refused:
        return False


async def is_well(here: House) -> None:
    async with asyncio.timeout(60):
        while not await _well(here):
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("hurried")
def test_a_database_that_hangs_is_given_up(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def play() -> None:
        async with house(url) as here:
            table, clients = await playing(here)
            was = len(table.log())
            with postgres.frozen():
                await is_said_to_be_away(here, clients)
            await goes_on(here, table, clients, was)
            await is_well(here)

    run(play())


def test_a_line_that_hangs_is_given_up_for_another(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_PATIENCE", 60.0)
    monkeypatch.setattr(store, "_ATTEMPT", 0.5)
    url = postgres.new_database()

    async def play() -> None:
        async with house(url) as here:
            table, clients = await playing(here)
            line = here.server.store._line
            assert line is not None
            hangs = line.connection.dbapi_connection.info.backend_pid  # type: ignore[union-attr]
            os.kill(hangs, signal.SIGSTOP)
            try:
                acting = await to_act(clients)
                assert (await acting.move(acting.choices[0][0], "once"))["type"] == "ack"
            finally:
                os.kill(hangs, signal.SIGCONT)
            assert [json.loads(body).get("id") for _, body in table.moves()].count("once") == 1

    run(play())


def test_what_was_on_its_way_is_waited_for_before_a_table_is_read_anew(postgres: Postgres) -> None:
    """A commit whose answer never came."""
    url = postgres.new_database()
    log, found = Store(url), queue.SimpleQueue[Any]()
    log.begin()
    other = store._engine(url)
    try:
        log._commit([Row(CODE, 1, 7, "opened")])
        with other.connect() as cut_off, other.connect() as looks:
            cut_off.execute(sql.insert(store.events).values(Row(CODE, 2, 7, "cut off").values))
            reading = threading.Thread(target=lambda: found.put(log.read_settled(CODE)))
            reading.start()
            waits = sql.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            while not looks.scalar(waits):
                looks.rollback()
                time.sleep(0.01)
            assert found.empty()
            cut_off.commit()
        assert found.get(timeout=60) == [(1, 7, "opened"), (2, 7, "cut off")]
        reading.join()
        assert log.read(CODE) == [(1, 7, "opened"), (2, 7, "cut off")]
    finally:
        other.dispose()
        log.close()


def test_reading_a_settled_table_leaves_no_trace(database: str) -> None:
    log = Store(database)
    log.begin()
    try:
        assert log.read_settled(CODE) == log.read(CODE) == []
        log._commit([Row(CODE, 1, 7, "opened")])
        assert log.read_settled(CODE) == log.read(CODE) == [(1, 7, "opened")]
    finally:
        log.close()


def test_a_host_that_says_nothing_is_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_TO_CONNECT", 2)
    with sockets.create_server(("127.0.0.1", 0)) as silent:
        log = Store(f"postgresql://nobody:nothing@127.0.0.1:{silent.getsockname()[1]}/parlour")
        with pytest.raises(StoreDown, match="the database cannot be used: .*time"):
            log.begin()
        log.close()


# SQLite


async def without(here: House, away: Callable[[], object], back: Callable[[], object]) -> None:
    table, clients = await playing(here)
    was = len(table.log())
    away()
    try:
        await is_said_to_be_away(here, clients)
    finally:
        back()
    await goes_on(here, table, clients, was)
    await is_well(here)


def with_sqlite(folder: Path, play: Callable[[House], Awaitable[None]]) -> None:
    async def playing() -> None:
        async with house(folder) as here:
            await play(here)

    run(playing())


@pytest.mark.usefixtures("hurried")
def test_a_data_folder_that_is_taken_away_and_put_back(tmp_path: Path) -> None:
    """What is written meanwhile would be in no file that anybody can find again."""
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    data.mkdir()
    with_sqlite(data, lambda here: without(here, lambda: data.rename(elsewhere), lambda: elsewhere.rename(data)))


@pytest.mark.usefixtures("hurried")
def test_another_file_in_its_place_is_not_taken_for_the_database(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    data.mkdir()

    def away() -> None:
        data.rename(elsewhere)
        data.mkdir()
        (data / "parlour.db").write_bytes((elsewhere / "parlour.db").read_bytes())

    def back() -> None:
        data.rename(tmp_path / "another")
        elsewhere.rename(data)

    with_sqlite(data, lambda here: without(here, away, back))


@pytest.mark.usefixtures("hurried")
def test_a_database_that_another_process_keeps_to_itself_for_a_while(tmp_path: Path) -> None:
    async def play(here: House) -> None:
        table, clients = await playing(here)
        was = len(table.log())
        other = sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        acting = await to_act(clients)
        answer = await acting.move(acting.choices[0][0], "unlucky")
        assert (answer["type"], answer["reason"]) == ("refusal", AWAY)
        with pytest.raises(Refused, match="503"):
            await here.ask("/healthz")
        other.execute("ROLLBACK")
        other.close()
        await goes_on(here, table, clients, was)
        await is_well(here)

    with_sqlite(tmp_path, play)
