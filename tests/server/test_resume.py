"""Coming back: after a while, after a restart, after the database was away, and with a line too thin for all of it."""

from __future__ import annotations

import asyncio
import json
import re
import socket as sockets
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from parlour.server import fairness, store
from parlour.server.messages import Pong, write

from .client import Client, Refused, to_act
from .conftest import Postgres
from .house import OpenTable, house, run, until


async def some_moves(table: OpenTable, clients: list[Client], count: int) -> None:
    """So many moves, with everybody up to date after each; less if the match ends."""
    for _ in range(count):
        match = table.inside.history.match
        assert match is not None
        if match.over:
            return
        acting = await to_act(clients)
        ack = await acting.move(acting.choices[len(acting.choices) // 2][0])
        assert ack["type"] == "ack", ack
        await until(lambda ack=ack: all(client.last("state")["seq"] >= ack["seq"] for client in clients))


def lines(client: Client, after: int = 0) -> list[str]:
    return [line for state in client.all("state") if state["seq"] > after for line in state["told"]]


def test_who_was_away_gets_exactly_the_lines_it_missed_and_the_same_state(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("freaky", ["me", "here", "here"], options={"taking": "help"}, start=True)
            clients = await table.all_sit()
            watcher = await table.sit(None)
            await some_moves(table, clients, 5)
            for seat in (1, None):
                stayed = watcher if seat is None else clients[seat]
                knows = stayed.last("state")["seq"]
                await some_moves(table, clients, 6)
                back = await table.sit(seat, since=knows)
                state = await back.hear("state")
                assert state["told"] == lines(stayed, knows)
                latest = stayed.last("state")
                assert {key: state[key] for key in ("seq", "view", "choices")} == {
                    key: latest[key] for key in ("seq", "view", "choices")
                }
                anew = await table.sit(seat)
                assert (await anew.hear("state"))["told"] == lines(stayed)

    run(play())


def test_who_had_really_gone_is_told_what_happened_meanwhile(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("freaky", options={"taking": "help"}, start=True)
            clients = await table.all_sit()
            acting = await to_act(clients)
            seat = 1 - clients.index(acting)
            knows = clients[seat].last("state")["seq"]
            await clients[seat].left()
            await some_moves(table, [acting], 2)
            back = await table.sit(seat, since=knows)
            assert len((await back.hear("state"))["told"]) == len(lines(acting)) == 2

    run(play())


def test_who_comes_late_is_told_the_whole_of_a_long_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages add up rounds by what was told of them."""
    monkeypatch.setattr(fairness, "new_secret", lambda: "5e" * 32)  # always the same match, and surely a long one

    async def play() -> None:
        async with house(tmp_path) as here:
            options = {"length": "long", "target": 500}
            table = await here.open("ka-blam", ["bot:greedy"] * 4, settings={"pause": 0}, options=options)
            host = await table.enter(table.host)
            host.send(type="start")
            await host.hear(lambda heard: heard["type"] == "state" and heard["over"], within=100)
            assert len(table.moves()) > 200
            late = await table.sit(None)
            lines = late.last("state")["told"]
            rounds = sum("wins the round" in line for line in lines)
            points = late.last("state")["view"]["points"]
            assert len(lines) == len(table.moves()) and rounds > 5
            assert sum(int(found[1]) for line in lines if (found := re.search(r"round, for (\d+)", line))) == sum(
                points
            )

    run(play())


def test_who_missed_nothing_is_told_nothing_twice(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", start=True)
            clients = await table.all_sit()
            await some_moves(table, clients, 3)
            back = await table.sit(0, since=clients[0].last("state")["seq"])
            assert (await back.hear("state"))["told"] == []
            ahead = await table.sit(0, since=10**6)  # it cannot know that: it is told everything
            assert (await ahead.hear("state"))["told"] == lines(clients[0])

    run(play())


def test_a_restart_resumes_every_table(database: str) -> None:
    games = {"freaky": {"taking": "help"}, "go-fox": {}, "game-on-coop": {}}

    async def before() -> list[tuple[str, dict[int, str], list[Any]]]:
        async with house(database) as here:
            found = []
            for game, options in games.items():
                table = await here.open(game, options=options, start=True, settings={"chat": True})
                clients = await table.all_sit()
                await some_moves(table, clients, 5)
                found.append((table.code, table.tokens, [client.last("state") for client in clients]))
            stopped = list(here.clients)
        for client in stopped:
            assert client.closed.done()
        return found

    async def after(found: list[tuple[str, dict[int, str], list[Any]]]) -> None:
        async with house(database) as here:
            for code, tokens, states in found:
                table = OpenTable(here, code, "", tokens)
                for seat, old in enumerate(states):
                    client = await table.sit(seat, since=old["seq"])
                    new = await client.hear("state")
                    for key in ("seq", "view", "choices"):
                        assert new[key] == old[key]
                    assert new["told"] == []
                assert table.inside.history.settings.chat
                await some_moves(table, here.clients[-2:], 2)

    run(after(run(before())))


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async def play() -> Client:
        async with house(tmp_path) as here:
            table = await here.open()
            client = await table.sit(0)
            here.clients.clear()
        await client.closed
        return client

    client = run(play())
    assert client.last("bye")["again"]


@pytest.mark.parametrize("kind", ["move", "game"])
def test_no_clock_runs_while_the_server_is_down(database: str, kind: str) -> None:
    clocks = {"kind": kind, "seconds": 900}

    async def before() -> tuple[str, dict[int, str], Any]:
        async with house(database) as here:
            table = await here.open("go-fox", settings={"clocks": clocks}, start=True)
            clients = await table.all_sit()
            await some_moves(table, clients, 4)
            return table.code, table.tokens, clients[0].last("state")["seats"]

    async def after(code: str, tokens: dict[int, str], seats: Any) -> None:
        async with house(database) as here:
            table = OpenTable(here, code, "", tokens)
            client = await table.sit(0)
            state = await client.hear("state")
            assert [seat["runs"] for seat in state["seats"]] == [seat["runs"] for seat in seats]
            for now, then in zip(state["seats"], seats, strict=True):
                assert then["left_ms"] - 300_000 < now["left_ms"] <= then["left_ms"] + 5000
            assert table.log()[-1][2].startswith('{"type":"slept"')

    found = run(before())
    an_hour_passes(database)
    run(after(*found))


def test_no_clock_runs_while_the_server_is_down_again_and_again(database: str) -> None:
    """Nobody came to the table in between, so that nothing was written into its log."""

    async def before() -> tuple[str, dict[int, str]]:
        async with house(database) as here:
            clocks = {"kind": "game", "seconds": 900}
            table = await here.open("go-fox", settings={"clocks": clocks}, start=True)
            await table.all_sit()
            return table.code, table.tokens

    async def nobody_comes() -> None:
        async with house(database):
            pass

    async def after(code: str, tokens: dict[int, str]) -> None:
        async with house(database) as here:
            client = await OpenTable(here, code, "", tokens).sit(0)
            state = await client.hear("state")
            assert any(seat["runs"] for seat in state["seats"])
            assert all(seat["left_ms"] > 600_000 for seat in state["seats"])

    found = run(before())
    for _ in range(2):
        an_hour_passes(database)
        run(nobody_comes())
    an_hour_passes(database)
    run(after(*found))


def an_hour_passes(database: str) -> None:
    """Without a server: as if all that happened had been an hour earlier."""
    hour = 3_600_000
    engine = store._engine(database)
    with engine.begin() as connection:
        for column in (store.events.c.at, store.alive.c.at, store.gaps.c.began, store.gaps.c.ended):
            connection.execute(sql.update(column.table).values({column: column - hour}))
    engine.dispose()


# A line too thin


def narrow(table: OpenTable, client: Client, seat: int | None = None) -> Any:
    """Little room on the way to this client, which stops reading; the server's end of it."""
    (page,) = [page for page in table.inside.connections if page.seat == seat]
    for transport, option in ((page.transport, sockets.SO_SNDBUF), (client.transport, sockets.SO_RCVBUF)):  # type: ignore[attr-defined]
        transport.underlying_transport.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, option, 4096)
    client.transport.underlying_transport.pause_reading()
    return page


def fill(page: Any) -> None:
    """Send until nothing more fits on the way."""
    while page._held is None:
        page.tell(write(Pong()) + b" " * 1000)


def test_a_slow_client_stalls_nobody_and_gets_the_newest_state_afterwards(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", ["me", "here", "here", "here"], start=True)
            clients = await table.all_sit()
            slow = await table.sit(None)
            await slow.hear("state")
            fill(narrow(table, slow))
            await some_moves(table, clients, 20)
            newest = table.inside.history.seq
            slow.transport.underlying_transport.resume_reading()
            await slow.hear(lambda heard: heard["type"] == "state" and heard["seq"] == newest)
            assert len(slow.all("state")) < 20  # it was spared those in between
            anew = await table.sit(None)
            state = await anew.hear("state")
            assert lines(slow) == state["told"]
            assert slow.last("state")["view"] == state["view"]

    run(play())


def test_a_move_of_a_page_that_is_behind_is_acknowledged_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", ["me", "here"], start=True)
            slow = await to_act(await table.all_sit())
            fill(narrow(table, slow, slow.all("welcome")[0]["you"]))
            slow.send(type="move", id="late", move=slow.choices[0][0])
            await until(table.moves)
            slow.transport.underlying_transport.resume_reading()
            number = table.moves()[0][0]
            await slow.hear(lambda heard: heard["type"] == "state" and heard["seq"] == number)
            assert {"type": "ack", "id": "late", "seq": number} in map(json.loads, slow.raw)
            assert slow.last("state")["answers"] is None

    run(play())


def test_a_client_that_never_reads_is_cut_off(tmp_path: Path) -> None:
    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open()
            client, deaf = await table.sit(0), await table.sit(None)
            narrow(table, deaf)
            message = write(Pong()) + b" " * 2000
            for _ in range(2000):
                table.inside.tell_all(message)
                if len(table.inside.connections) == 1:
                    break
                await asyncio.sleep(0)
            await until(lambda: len(table.inside.connections) == 1)
            await client.pong()
            deaf.transport.disconnect(graceful=False)

    run(play())


# A database that goes away


def test_moves_wait_for_a_database_that_is_back_soon(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_PATIENCE", "_READS"):  # on a busy machine it takes its time
        monkeypatch.setattr(store, name, 60.0)
    url = postgres.new_database()

    async def play() -> None:
        async with house(url) as here:
            table = await here.open("go-fox", start=True)
            clients = await table.all_sit()
            await some_moves(table, clients, 3)
            acting = await to_act(clients)
            await asyncio.to_thread(postgres.stop)
            acting.send(type="move", id="patient", move=acting.choices[0][0])
            await until(lambda: here.server.store.troubled)
            with pytest.raises(Refused, match="503"):
                await here.ask("/healthz")
            await asyncio.to_thread(postgres.start)
            answer = await acting.hear(lambda heard: heard.get("id") == "patient", within=60)
            assert answer["type"] == "ack"
            assert [json.loads(body).get("id") for _, body in table.moves()].count("patient") == 1
            await some_moves(table, clients, 3)

    try:
        run(play())
    finally:
        postgres.start()


def test_a_database_that_stays_away_is_said_so_and_the_table_goes_on_when_it_is_back(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_PATIENCE", 0.3)
    url = postgres.new_database()

    async def play() -> None:
        async with house(url) as here:
            table = await here.open("go-fox", start=True)
            clients = await table.all_sit()
            await some_moves(table, clients, 3)
            log = table.log()
            acting = await to_act(clients)
            move = acting.choices[0][0]
            await asyncio.to_thread(postgres.stop)
            answer = await acting.move(move, "unlucky")
            assert "cannot write its log just now; nothing is lost" in answer["reason"]
            assert "cannot write its log just now" in (await acting.move(move, "also"))["reason"]
            assert "cannot write its log" in await clients[0].refused(type="name", name="Zoë")
            with pytest.raises(Refused, match="503"):
                await here.open()
            with pytest.raises(Refused, match="503"):
                await here.ask("/api/tables/BBBBBB")
            late = await Client.connect(here.address, table.code)  # waits until the table can be read
            here.clients.append(late)
            await asyncio.to_thread(postgres.start)
            assert (await late.hear("welcome", within=60))["seq"] == len(log)
            for client in clients:  # all are shown what is so
                await client.hear("welcome", within=60)
            assert table.log() == log
            assert (await acting.move(move, "unlucky"))["type"] == "ack"
            await some_moves(table, clients, 3)
            await here.open()

    try:
        run(play())
    finally:
        postgres.start()


def test_who_is_removed_while_the_database_is_away_stays(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_PATIENCE", 0.3)
    url = postgres.new_database()

    async def play() -> None:
        async with house(url) as here:
            table = await here.open()
            ann, bob = await table.all_sit()
            await asyncio.to_thread(postgres.stop)
            ann.send(type="remove", seat=1)
            await until(lambda: here.server.store.troubled)
            await until(lambda: table.inside._broken)
            await asyncio.to_thread(postgres.start)
            assert (await bob.hear("welcome", within=60))["you"] == 1
            assert not bob.all("bye")

    try:
        run(play())
    finally:
        postgres.start()
