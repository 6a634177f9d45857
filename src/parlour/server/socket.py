"""The WebSocket of the table: picows, handed its connections by uvicorn.

uvicorn reads every request. One that asks for a WebSocket goes on with `Upgrade`, which makes it a connection of
picows: that carries two to three times the messages of the implementations that uvicorn knows.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
)
from picows import WSUpgradeResponseWithListener as Response
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # picows opens ports itself; this is what it would do for one connection

from ..engine.errors import ParlourError
from .asking import WAIT
from .hands import AIMS
from .limits import Bucket
from .messages import MOST_BYTES, UNREADABLE, Aim, Bye, Hello, Refusal, read_message, write
from .noted import note
from .origins import comes_from
from .showing import Viewer, Written
from .table import Table
from .tables import Tables
from .tokens import read_code

_quiet = logging.getLogger("parlour.picows")
_quiet.setLevel(logging.ERROR)

_TEXT, _BINARY, _CLOSE = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CLOSE
_BROKEN = WSCloseCode.MESSAGE_TOO_BIG, WSCloseCode.PROTOCOL_ERROR
_PREFIX = "/ws/"
_SAY_HELLO = 10.0  # seconds in which a connection says who it is
_BUFFER = 64 * 1024  # bytes on their way to one page; more makes it a laggard
_MOST_WAITING = 256  # messages that must arrive, kept for a laggard before it is cut off
_PER_SECOND, _AT_ONCE = 50.0, 200.0  # messages of one seat
_BROKEN_PER_SECOND, _BROKEN_AT_ONCE = 1.0, 20.0  # messages that are not accepted, before the connection is closed
_AIMS_PER_SECOND, _AIMS_AT_ONCE = 240.0, 480.0  # of one seat; more is a flood, and passed over
_MOST_WATCHING = 250  # connections at a table; whoever plays there or is its host always comes in
_PING, _PONG = 20.0, 10.0  # seconds without a word from the page until it is asked, and then until it is taken for gone


class Page(WSListener):
    """One page, connected to one table."""

    def __init__(self, tables: Tables, typed: str) -> None:
        self.tables, self.typed, self.code = tables, typed, read_code(typed)
        self.table: Table | None = None
        self.seat: Viewer = None
        self.host = False
        self.seen = 0
        self.transport: WSTransport | None = None
        self.behind = False
        self._held: list[bytes] | None = None  # what must arrive, while the page does not keep up
        self._greeting: asyncio.TimerHandle | None = None
        self._finding: asyncio.Task[None] | None = None
        self._patience: Bucket | None = None  # from the first message that is not accepted
        self._bucket = Bucket(_PER_SECOND, _AT_ONCE)
        self._aims: Bucket | None = None  # of a hand that places pieces
        self._flooding = False

    # picows calls these

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=_BUFFER)
        line = transport.underlying_transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER)  # or the system keeps megabytes for a laggard
        self._greeting = asyncio.get_running_loop().call_later(_SAY_HELLO, self._too_late)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == _TEXT and frame.fin:
            self._received(frame.get_payload_as_bytes())
        elif kind == _CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()
        elif kind in (_TEXT, _BINARY):
            note("table %s: a message that is not one frame of text", self.typed)
            self._refuse("a message is one frame of text")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.transport = None
        said = transport.close_handshake.sent if transport.close_handshake else None
        if said is not None and said.code in _BROKEN:
            note("table %s, seat %s: cut off: %s", self.typed, self.seat, said.reason)
        if self._greeting:
            self._greeting.cancel()
        if self._finding:
            self._finding.cancel()
        if self.table is not None:
            self.table.leave(self)

    def pause_writing(self) -> None:
        self._held = []

    def resume_writing(self) -> None:
        held, self._held = self._held or [], None
        for message in held:
            self.tell(message)
        if self.behind and self.table is not None:
            self.table.refresh(self)

    # The table calls these

    @property
    def is_open(self) -> bool:
        return self.transport is not None

    @property
    def keeps_up(self) -> bool:
        return self._held is None and not self.behind

    def tell(self, message: bytes) -> None:
        if self.transport is None:
            return
        if self._held is None:
            self.transport.send(_TEXT, message)
        elif len(self._held) < _MOST_WAITING:
            self._held.append(message)
        else:
            note("table %s: a page that does not read is cut off", self.code)
            self.transport.disconnect(graceful=False)

    def show(self, state: Written, seq: int) -> None:
        if self._held is not None or self.behind:
            self.behind = True  # until it is shown all that it missed: a newer state alone would leave a gap in its log
        elif self.transport is not None:
            self.seen = seq
            self.transport.send(_TEXT, b"".join(state))

    def show_frame(self, frame: bytes) -> None:
        if self._held is not None or self.behind:
            self.behind = True
        elif self.transport is not None:
            self.transport.send(_BINARY, frame)

    def close(self, message: bytes) -> None:
        if self.transport is not None:
            self.transport.send(_TEXT, message)
            self.transport.send_close(WSCloseCode.POLICY_VIOLATION)
            self.transport.disconnect()

    # Messages

    def _received(self, text: bytes) -> None:
        try:
            message = read_message(text)
        except UNREADABLE as error:
            note("table %s, seat %s: a message cannot be read: %s", self.typed, self.seat, error)
            self._refuse(f"this message cannot be read: {error}", _id_of(text))
            return
        if isinstance(message, Aim) and self.table is not None:
            self._aim(self.table, message)
            return
        bucket = self._bucket
        if self.table is not None and self.seat is not None:
            bucket = self.table.limits.setdefault(self.seat, bucket)  # the seat's own, however many pages it has
        if not bucket.take():
            note("table %s, seat %s: more messages than a seat may send", self.typed, self.seat)
            self._refuse(f"too fast: a seat can send {_PER_SECOND:.0f} messages a second", _id_of(text))
            return
        if self.table is not None:
            self.table.asking.receive(self, message)
        elif self._finding is not None:
            self._refuse(WAIT, _id_of(text))
        elif isinstance(message, Hello):
            self._finding = asyncio.get_running_loop().create_task(self._find(message))
        else:
            self._refuse("the first message is hello", _id_of(text))

    def _aim(self, table: Table, aim: Aim) -> None:
        """Aims come by the dozen, and have a measure of their own; whoever floods us is told so once."""
        aims = self._aims = self._aims or Bucket(_AIMS_PER_SECOND, _AIMS_AT_ONCE)
        if self.seat is not None:
            aims = table.aims.setdefault(self.seat, aims)
        measured = aims.take()
        if self._flooding:
            self._flooding = aims.left < _AIMS_AT_ONCE / 2
        elif not measured:
            self._flooding = True
            note("table %s, seat %s: more aims than a hand may send", self.typed, self.seat)
            self._refuse(f"too fast: a hand is moved {AIMS} times a second")
        if self._flooding:
            return
        try:
            table.placing.aim(self, aim)
        except ParlourError as error:
            self._refuse(str(error))

    async def _find(self, hello: Hello) -> None:
        try:
            table = None if self.code is None else await self.tables.find(self.code)
        except ParlourError as error:
            self.close(write(Bye(str(error), True)))
            return
        if self._greeting:
            self._greeting.cancel()
        if table is None:
            note("a page asked for the table %s, which is not there", self.typed)
            self.close(write(Bye("there is no table with this code", False)))
        elif table.watching >= _MOST_WATCHING and not table.knows(hello.token):
            note("table %s: %s people watch already, and one more was sent away", self.code, table.watching)
            self.close(write(Bye("too many people watch this table already", True)))
        elif self.transport is not None:
            self.table = table
            table.join(self, hello)

    def _refuse(self, reason: str, sent: str | None = None) -> None:
        self._patience = self._patience or Bucket(_BROKEN_PER_SECOND, _BROKEN_AT_ONCE)
        if not self._patience.take():
            note("table %s, seat %s: closed after too many messages that could not be accepted", self.typed, self.seat)
            self.close(write(Bye("too many messages that could not be accepted", True)))
            return
        self.tell(write(Refusal(sent, reason, 0 if self.table is None else self.table.history.seq_for(self.seat))))

    def _too_late(self) -> None:
        note("table %s: a page that said no hello was sent away", self.typed)
        self.close(write(Bye(f"no hello within {_SAY_HELLO:.0f} seconds", True)))


class _JustId(msgspec.Struct):
    id: str | None = None


_read_id = msgspec.json.Decoder(_JustId).decode


def _id_of(text: bytes) -> str | None:
    """The id of a message that is refused, where it has one: its sender waits for an answer."""
    try:
        return _read_id(text).id
    except UNREADABLE:
        return None


def upgrade_with(tables: Tables, origins: frozenset[str]) -> type[asyncio.Protocol]:
    """What uvicorn is to hand a connection to when a page asks for a WebSocket."""

    def listener(request: WSUpgradeRequest) -> Any:
        headers = {name.lower(): value for name, value in request.headers.items()}
        origin = headers.get("origin")
        if origin is not None and not comes_from(origin, headers.get("host", ""), origins):
            note("a page of %s asked for a table; pages of this host and --origin may", origin)
            return Response(_answer(403, b"pages from elsewhere cannot sit at this table"), None)
        path = urlsplit(request.path.decode("latin-1")).path
        if not path.startswith(_PREFIX):
            return Response(_answer(404, b"there is nothing here"), None)
        return Page(tables, path.removeprefix(_PREFIX))

    class Upgrade(asyncio.Protocol):
        def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
            self.transport: asyncio.Transport | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            self.transport = transport  # type: ignore[assignment]

        def data_received(self, data: bytes) -> None:
            """The request, as uvicorn read it. From now on all goes to picows."""
            assert self.transport is not None
            protocol = _protocol(listener)
            protocol.connection_made(self.transport)
            _feed(protocol, data)
            # uvicorn makes this object the transport's protocol when we return; picows takes over right after.
            asyncio.get_running_loop().call_soon(self.transport.set_protocol, protocol)

    return Upgrade


def _protocol(listener: Callable[[WSUpgradeRequest], Any]) -> Any:
    return WSProtocol(
        None, None, False, listener, _quiet, True, 5, True, _PING, _PONG, WSAutoPingStrategy.PING_WHEN_IDLE, True,
        MOST_BYTES, None, 2048,
    )  # fmt: skip


def _feed(protocol: Any, data: bytes) -> None:
    while data:
        room = protocol.get_buffer(len(data))
        count = min(len(room), len(data))
        room[:count] = data[:count]
        protocol.buffer_updated(count)
        data = data[count:]


def _answer(status: int, text: bytes) -> WSUpgradeResponse:
    made: WSUpgradeResponse = WSUpgradeResponse.create_error_response(status, text)
    return made
