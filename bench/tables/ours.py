"""Seats at our tables: as much of docs/protocol.md as it takes to play."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import random
import socket
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from .load import Load
from .servers import Server

PLAYERS = 4
_AT_A_TIME = 50  # connections being made
_NO_CHOICES = b'"choices":[]'
_OVER = b'"over":{'
_TAG = 9  # where the type of a message begins: {"type":"
_ACK, _STATE, _REFUSAL = b"ack", b"sta", b"ref"
_NO_ANSWER = b'"answers":null}'


class _State(msgspec.Struct):
    seq: int
    choices: list[tuple[int, msgspec.Raw]]


_read_state = msgspec.json.Decoder(_State).decode


class Seat(WSListener):
    def __init__(self, load: Load, token: str | None, host: bool, chance: random.Random) -> None:
        self.load, self.token, self.host, self.chance = load, token, host, chance
        self.transport: WSTransport | None = None
        self.states = 0
        self._ids = itertools.count()
        self._due = 0.0
        self._seq = -1  # the last state it moved in
        self._choices: list[tuple[int, msgspec.Raw]] = []

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        hello = {"type": "hello"} if self.token is None else {"type": "hello", "token": self.token}
        self.send(json.dumps(hello).encode())

    def send(self, message: bytes) -> None:
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, message)

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = frame.get_payload_as_bytes()
        kind = message[_TAG : _TAG + 3]
        if kind == _STATE:
            self.states += 1
            if not message.endswith(_NO_ANSWER):
                self.load.acknowledged(self._due)
            if _NO_CHOICES not in message:
                state = _read_state(message)
                if state.seq > self._seq:
                    self._seq, self._choices = state.seq, state.choices
                    self.load.may_move(self)
            elif self.host and _OVER in message:
                self.send(b'{"type":"again"}')
                self.send(b'{"type":"start"}')
        elif kind == _ACK:
            self.load.acknowledged(self._due)
        elif kind == _REFUSAL:
            self.load.refused += 1

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.transport = None

    def move(self) -> None:
        choices = self._choices
        number = choices[int(self.chance.random() * len(choices))][0]
        self._due = self.load.due
        self.send(b'{"type":"move","id":"%d","move":%d}' % (next(self._ids), number))


class Deaf(WSListener):
    """One more page of a seat, that says hello and then never reads again until `listen`."""

    def __init__(self, token: str) -> None:
        self.token, self.states = token, 0
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.send(WSMsgType.TEXT, json.dumps({"type": "hello", "token": self.token}).encode())
        transport.underlying_transport.pause_reading()

    def listen(self) -> None:
        if self.transport is not None:
            self.transport.underlying_transport.resume_reading()

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT and frame.get_payload_as_bytes()[_TAG : _TAG + 3] == _STATE:
            self.states += 1


Tokens = tuple[str, list[str]]  # a table's code, and what its seats are held by


def open_tables(server: Server, count: int, told: Callable[[int], None]) -> list[Tokens]:
    """Tables of four with the cards dealt; the long game, so that hardly any match ends meanwhile."""
    asked = {
        "game": "ka-blam",
        "seats": ["me", *["here"] * (PLAYERS - 1)],
        "options": {"length": "long", "target": 500},
        "start": True,
    }
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    opened: list[Tokens] = []
    while len(opened) < count:
        connection.request("POST", "/api/tables", json.dumps(asked), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        table: dict[str, Any] = json.loads(answer.read())
        if answer.status == 429:  # so many a second
            time.sleep(0.2)
            continue
        if answer.status != 201:
            raise RuntimeError(f"no table: {table}")
        opened.append((table["code"], [seat["token"] for seat in table["seats"]]))
        told(len(opened))
    connection.close()
    return opened


async def sit_down(
    server: Server, tables: Sequence[Tokens], load: Load, told: Callable[[int], None], watching: int = 0
) -> list[Seat]:
    """Connect every seat, and so many spectators a table."""
    gate, chance, done = asyncio.Semaphore(_AT_A_TIME), random.Random(7), itertools.count(1)

    async def connect(code: str, token: str | None, host: bool) -> Seat:
        async with gate:
            seat = Seat(load, token, host, chance)
            await ws_connect(
                lambda: seat,
                f"ws://127.0.0.1:{server.port}/ws/{code}",
                websocket_handshake_timeout=60,
                read_buffer_init_size=2048,
            )
            told(next(done))
            return seat

    return list(
        await asyncio.gather(
            *(
                connect(code, token, place == 0)
                for code, tokens in tables
                for place, token in enumerate([*tokens, *[None] * watching])
            )
        )
    )


async def sit_deaf(server: Server, table: Tokens) -> Deaf:
    code, tokens = table

    def small(_: object) -> socket.socket:
        """A socket that holds little, so that what is not read stays with the server."""
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", server.port))
        made.setblocking(False)
        return made

    deaf = Deaf(tokens[1])
    await ws_connect(lambda: deaf, f"ws://127.0.0.1:{server.port}/ws/{code}", socket_factory=small)
    return deaf


def leave(seats: Sequence[Seat | Deaf]) -> None:
    for seat in seats:
        if seat.transport is not None:
            seat.transport.disconnect(graceful=False)
