"""What others do that they should not is in the log of whoever runs the server: seldom, shortened, without secrets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from picows import WSInvalidStatusError, WSMsgType

from parlour.server import callers, noted, socket, workers
from parlour.server.limits import Bucket
from parlour.server.messages import MOST_BYTES, Pong, write

from .client import Client, Refused, to_act
from .house import House, OpenTable, house, run, until
from .test_resume import narrow


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(noted, "_kinds", {})
    caplog.set_level(logging.INFO, "parlour.noted")


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "parlour.noted"]


# Each kind of it, at a table of GO FOX! that is dealt

Do = Callable[[House, OpenTable], Awaitable[object]]


async def wrong_code(here: House, _: OpenTable) -> None:
    await (await Client.connect(here.address, "BBBBBB")).closed


async def no_code(here: House, _: OpenTable) -> None:
    await (await Client.connect(here.address, "x%0a%1b[31m")).closed


async def wrong_code_over_http(here: House, _: OpenTable) -> None:
    await _ask(here, "/api/tables/BBBBBB")


async def full_table(here: House, table: OpenTable) -> None:
    await _ask(here, f"/api/tables/{table.code}/seats", {"name": "Bob"})


async def many_who_watch(_: House, table: OpenTable) -> None:
    for _number in range(2):
        await table.sit(None)
    await (await Client.connect(table.house.address, table.code)).closed


async def wrong_token(here: House, table: OpenTable) -> None:
    await (await Client.connect(here.address, table.code, "a token of somebody else")).closed


async def not_to_watch(here: House, _: OpenTable) -> None:
    table = await here.open(settings={"spectators": False}, start=True)
    await (await Client.connect(here.address, table.code)).closed


async def out_of_turn(_: House, table: OpenTable) -> None:
    clients = await table.all_sit()
    acting = await to_act(clients)
    other = next(client for client in clients if client is not acting)
    assert (await other.move(acting.choices[0][0]))["type"] == "refusal"


async def watching(_: House, table: OpenTable) -> None:
    assert (await (await table.sit(None)).move(3))["type"] == "refusal"


async def no_host(_: House, table: OpenTable) -> None:
    await (await table.sit(1)).refused(type="remove", seat=0)


async def flood(_: House, table: OpenTable) -> None:
    client = await table.sit(0)
    for _number in range(300):
        client.send(type="ping")
    await client.hear("refusal")


async def aims(_: House, table: OpenTable) -> None:
    client = await table.sit(0)
    for number in range(3):
        await client.refused(type="aim", n=number, x=0, y=0, z=0)


async def malformed(_: House, table: OpenTable) -> None:
    client = await table.sit(0)
    client.send_text('{"type":"ping\\nERROR all is lost')
    client.send_text('{"type":"ping", "\\u001b[31m' + "x" * 500 + '": 1}')
    for _number in range(2):
        await client.hear("refusal")


async def binary(_: House, table: OpenTable) -> None:
    client = await table.sit(0)
    client.send_frame(WSMsgType.BINARY, b"ping")
    await client.hear("refusal")


async def rubbish(_: House, table: OpenTable) -> None:
    client = await table.sit(0)
    for _number in range(100):
        client.send_text("x")
    await client.closed


async def too_long(_: House, table: OpenTable) -> None:
    client = await table.sit(0)
    client.send_text(b" " * (MOST_BYTES + 1))
    await client.closed


async def no_hello(here: House, table: OpenTable) -> None:
    await (await Client.open(here.address, table.code)).closed


async def deaf(_: House, table: OpenTable) -> None:
    client = await table.sit(None)
    narrow(table, client)
    while table.inside.connections:
        table.inside.tell_all(write(Pong()) + b" " * 2000)
        await asyncio.sleep(0)
    client.transport.disconnect(graceful=False)  # type: ignore[union-attr]


async def elsewhere(here: House, table: OpenTable) -> None:
    with pytest.raises(WSInvalidStatusError):
        await Client.open(here.address, table.code, Origin="https://evil.example")


async def elsewhere_over_http(here: House, _: OpenTable) -> None:
    await _ask(here, "/api/tables", {"game": "ka-blam", "seats": ["me", "open"]}, Origin="https://evil.example")


async def bad_request(here: House, _: OpenTable) -> None:
    await _ask(here, "/api/tables", {"game": "ka-blam", "seats": ["me", "open"], "options": {"length": "\n" * 500}})


async def no_page(here: House, _: OpenTable) -> None:
    await _ask(here, "/wp-login.php")


async def no_method(here: House, _: OpenTable) -> None:
    await _ask(here, "/healthz", {})


async def no_request(here: House, _: OpenTable) -> None:
    await _say(here, b"\x16\x03\x01 hello\r\n\r\n")


async def silent(here: House, _: OpenTable) -> None:
    await _say(here, b"")


async def _ask(here: House, path: str, body: Any = None, **headers: str) -> None:
    with contextlib.suppress(ValueError), pytest.raises(Refused):  # a page that is not there is no JSON
        await here.ask(path, body, **headers)


async def _say(here: House, said: bytes) -> None:
    host, port = here.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said)
    await reader.read()
    writer.close()


KINDS: list[tuple[Do, str]] = [
    (wrong_code, "a page asked for the table BBBBBB, which is not there"),
    (no_code, "a page asked for the table x%0a%1b[31m, which is not there"),
    (wrong_code_over_http, "404 for GET /api/tables/BBBBBB: there is no table with the code BBBBBB: look again"),
    (full_table, "409 for POST /api/tables/CODE/seats: the match is on: no seat can be taken now"),
    (many_who_watch, "table CODE: 2 people watch already, and one more was sent away"),
    (wrong_token, "table CODE: somebody came with a token that opens nothing here"),
    (not_to_watch, ": somebody wanted to watch, and may not"),
    (out_of_turn, "is refused: It is the turn of "),
    (watching, "table CODE, seat None: move 3 is refused: you are watching"),
    (no_host, "table CODE, seat 1: remove is refused: only the host of the table can do that"),
    (flood, "table CODE, seat 0: more messages than a seat may send"),
    (aims, "table CODE, seat 0: more aims than a hand may send"),
    (malformed, "table CODE, seat 0: a message cannot be read: Input data was truncated"),
    (malformed, "table CODE, seat 0: a message cannot be read: 'Object contains unknown field `\\x1b[31mxxxx"),
    (binary, "table CODE: a message that is not one frame of text"),
    (rubbish, "table CODE, seat 0: closed after too many messages that could not be accepted"),
    (too_long, "table CODE, seat 0: cut off: "),
    (no_hello, "table CODE: a page that said no hello was sent away"),
    (deaf, "table CODE: a page that does not read is cut off"),
    (elsewhere, "a page of https://evil.example asked for a table; pages of this host and --origin may"),
    (elsewhere_over_http, "a page of https://evil.example wanted something; pages of this host and --origin may"),
    (elsewhere_over_http, "403 for POST /api/tables: pages from elsewhere cannot do this"),
    (bad_request, "400 for POST /api/tables: option length: '\\n\\n\\n"),
    (no_page, "404 for GET /wp-login.php"),
    (no_method, "405 for POST /healthz"),
    (no_request, "what came down a connection was no request"),
    (silent, "a connection was closed that sent no whole request in time"),
]


@pytest.mark.parametrize(("do", "said"), KINDS, ids=[f"{do.__name__} {said[:10]}" for do, said in KINDS])
def test_what_should_not_be_is_noted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, do: Do, said: str
) -> None:
    monkeypatch.setattr(socket, "_MOST_WATCHING", 2)
    monkeypatch.setattr(socket, "_AIMS_AT_ONCE", 2.0)
    if do is no_hello:
        monkeypatch.setattr(socket, "_SAY_HELLO", 0.05)
    if do is silent:
        monkeypatch.setattr(callers, "_WHOLE", 0.1)

    async def play() -> None:
        async with house(tmp_path) as here:
            table = await here.open("go-fox", settings={"hints": False}, start=True)
            await do(here, table)
            meant = said.replace("CODE", table.code)
            await until(lambda: any(meant in line for line in lines(caplog)))
            assert not any(token in caplog.text for token in (*table.tokens.values(), table.host))
        assert "a token of somebody else" not in caplog.text
        for line in lines(caplog):
            assert line.isprintable() and len(line) < 300

    run(play())


def test_who_says_nothing_to_the_process_that_listens_is_noted(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 0.05)

    async def play() -> None:
        import socket as sockets

        here, there = sockets.socketpair()
        with here:
            await workers._hand_over(there, [], 1)

    run(play())
    assert lines(caplog) == ["a connection said nothing that could be understood: in time"]


def test_a_flood_does_not_flood_the_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noted, "_PER_SECOND", 0.0)
    for number in range(1000):
        noted.note("the message %s is bad", number)
    noted.note("another kind")
    assert lines(caplog) == [*(f"the message {number} is bad" for number in range(10)), "another kind"]
    noted._kinds["the message %s is bad"].bucket = Bucket(0.0, 1.0)  # after a while
    noted.note("the message %s is bad", 1000)
    assert lines(caplog)[-1] == "the message 1000 is bad (990 more like it before)"


def test_what_somebody_wrote_breaks_no_line_and_fills_none(caplog: pytest.LogCaptureFixture) -> None:
    noted.note("%s, %s, %s and %s", "Zoë", "a\nb\x1b[0m%s\u202e", "x" * 1000, None)
    assert lines(caplog) == [f"'Zoë', 'a\\nb\\x1b[0m%s\\u202e', {'x' * 97}... and None"]
