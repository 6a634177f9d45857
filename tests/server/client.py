"""A page without a browser: what tests and the load generator sit at a table with."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Iterable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

Message = dict[str, Any]


class Refused(Exception):
    """An answer over HTTP that is not what was asked for."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status}: {reason}")
        self.status, self.reason = status, reason


def ask(address: str, path: str, body: Any = None, **headers: str) -> Any:
    """Over HTTP; what is refused raises Refused. `body` may be bytes, to be sent as they are."""
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urlopen(Request(f"{address}{path}", data, headers), timeout=30) as answer:
            return json.loads(answer.read())
    except HTTPError as error:
        with error:
            raise Refused(error.code, json.loads(error.read()).get("reason", "")) from None


class Client(WSListener):
    """One connection. All that ever arrived is in `heard`, as text in `raw`."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.raw: list[str] = []
        self.frames: list[bytes] = []  # binary ones
        self.closed = asyncio.get_running_loop().create_future()
        self._news = asyncio.Event()
        self.transport: WSTransport | None = None
        self.read = 0
        self.on_message: Callable[[Message], None] | None = None

    @classmethod
    async def connect(
        cls, address: str, code: str, token: str | None = None, since: int | None = None, **headers: str
    ) -> Client:
        client = await cls.open(address, code, **headers)
        client.send(type="hello", token=token, since=since)
        return client

    @classmethod
    async def open(cls, address: str, code: str, **headers: str) -> Client:
        """A connection that has not said hello."""
        url = f"{address.replace('http', 'ws', 1)}/ws/{code}"
        client: Client | None
        _, client = await ws_connect(cls, url, extra_headers=headers)  # type: ignore[assignment]
        if client is None:
            raise ConnectionError("hung up before it was answered")
        return client

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            text = frame.get_payload_as_utf8_text()
            self.raw.append(text)
            message = json.loads(text)
            if message["type"] == "state" and message["answers"] is not None:
                self._hear({"type": "ack", "id": message["answers"], "seq": message["seq"]})
            self._hear(message)
        elif frame.msg_type == WSMsgType.BINARY:
            self.frames.append(frame.get_payload_as_bytes())
            self._news.set()
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def _hear(self, message: Message) -> None:
        self.heard.append(message)
        self._news.set()
        if self.on_message:
            self.on_message(message)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.transport = None
        if not self.closed.done():
            self.closed.set_result(None)
        self._news.set()

    def send(self, **message: Any) -> None:
        self.send_text(json.dumps(message))

    def send_text(self, text: str | bytes) -> None:
        self.send_frame(WSMsgType.TEXT, text.encode() if isinstance(text, str) else text)

    def send_frame(self, kind: WSMsgType, content: bytes, fin: bool = True) -> None:
        if self.transport is None:
            raise ConnectionError("the connection is closed")
        self.transport.send(kind, content, fin)

    def leave(self) -> None:
        if self.transport is not None:
            self.transport.disconnect()

    async def left(self) -> None:
        """Leave, and wait until the connection is closed."""
        self.leave()
        await self.closed

    async def hear(self, wanted: str | Callable[[Message], bool], within: float = 20.0) -> Message:
        """The next message of this type, or of which this is true; those before it are passed over."""
        true = wanted if callable(wanted) else lambda message: message["type"] == wanted
        deadline = asyncio.get_running_loop().time() + within
        while True:
            while self.read < len(self.heard):
                message = self.heard[self.read]
                self.read += 1
                if true(message):
                    return message
            if self.closed.done():
                raise ConnectionError(f"closed while waiting for {wanted}; heard {self.heard[-3:]}")
            self._news.clear()
            try:
                async with asyncio.timeout_at(deadline):  # `wait_for` may swallow that it is cancelled
                    await self._news.wait()
            except TimeoutError:
                kinds = [message["type"] for message in self.heard]
                raise TimeoutError(f"never heard {wanted}; heard {kinds[-20:]}") from None

    def last(self, kind: str) -> Message | None:
        return next((message for message in reversed(self.heard) if message["type"] == kind), None)

    def all(self, kind: str) -> list[Message]:
        return [message for message in self.heard if message["type"] == kind]

    @property
    def choices(self) -> list[tuple[int, str]]:
        """What may be done in the newest state."""
        state = self.last("state")
        return [] if state is None else [(number, words) for number, words in state["choices"]]

    async def move(self, number: int, sent: str | None = None) -> Message:
        """Make a move; its acknowledgement or refusal."""
        sent = sent or uuid.uuid4().hex
        self.send(type="move", id=sent, move=number)
        return await self.hear(lambda message: message.get("id") == sent)

    async def refused(self, **message: Any) -> str:
        """Send what will be refused; the reason."""
        self.send(**message)
        reason: str = (await self.hear("refusal"))["reason"]
        return reason

    async def pong(self) -> None:
        """All that the server had to say to what was sent before has arrived."""
        self.send(type="ping")
        await self.hear("pong")


async def to_act(clients: Iterable[Client]) -> Client:
    """One of these who has a choice; waits until there is one."""
    clients = list(clients)
    while True:
        for client in clients:
            if client.choices:
                return client
        await asyncio.sleep(0.005)
