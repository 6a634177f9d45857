"""Seats at a boardgame.io server: as much of socket.io as it takes to play (bench/peers/boardgame_server.mjs)."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from .load import Load
from .servers import Server

PLAYERS = 4
_AT_A_TIME = 50  # connections being made
_COLOURS, _SYMBOLS = 6, 14
_FIRST_WILD = _COLOURS * _SYMBOLS
_NAMESPACE = b"/ka-blam,"
_OPENED, _PING, _CONNECTED, _EVENT = b"0{", b"2", b"40", b"42"
_UPDATE, _SYNC = b'42/ka-blam,["update"', b'42/ka-blam,["sync"'


class _Game(msgspec.Struct):
    hand: list[int]
    top: int
    colour: int


class _Turn(msgspec.Struct):
    currentPlayer: str  # noqa: N815


class _State(msgspec.Struct):
    G: _Game
    ctx: _Turn
    _stateID: int  # noqa: N815


class _Synced(msgspec.Struct):
    state: _State


_read_update = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw]).decode
_read_sync = msgspec.json.Decoder(tuple[str, str, _Synced]).decode


class Seat(WSListener):
    def __init__(self, load: Load, match: str, place: int, chance: random.Random) -> None:
        self.load, self.match, self.place, self.chance = load, match, place, chance
        self.transport: WSTransport | None = None
        self.synced = asyncio.get_running_loop().create_future()
        self._mine = b'"currentPlayer":"%d"' % place
        self._due: float | None = None  # when the move was due that has no answer yet
        self._state: _State | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.transport = None

    def send(self, message: bytes) -> None:
        if self.transport is not None:
            self.transport.send(WSMsgType.TEXT, message)

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = frame.get_payload_as_bytes()
        if message.startswith(_UPDATE):
            if self._due is not None:  # whoever moved hears of it like all others; nobody moves in between
                self.load.acknowledged(self._due)
                self._due = None
            if self._mine in message:
                self._may_move(_read_update(message[len(_EVENT + _NAMESPACE) :])[2])
        elif message == _PING:
            self.send(b"3")
        elif message.startswith(_OPENED):
            self.send(_CONNECTED + _NAMESPACE)
        elif message.startswith(_CONNECTED):
            self.send(_EVENT + _NAMESPACE + msgspec.json.encode(["sync", self.match, str(self.place), None, PLAYERS]))
        elif message.startswith(_SYNC) and not self.synced.done():
            self.synced.set_result(None)
            if self._mine in message:
                self._may_move(_read_sync(message[len(_EVENT + _NAMESPACE) :])[2].state)

    def _may_move(self, state: _State) -> None:
        self._state = state
        self.load.may_move(self)

    def move(self) -> None:
        assert self._state is not None
        self._due = self.load.due
        kind, given = self._chosen(self._state.G)
        move = {"type": kind, "args": given, "playerID": str(self.place)}
        action = {"type": "MAKE_MOVE", "payload": move}
        sent = ["update", action, self._state._stateID, self.match, str(self.place)]
        self.send(_EVENT + _NAMESPACE + msgspec.json.encode(sent))

    def _chosen(self, game: _Game) -> tuple[str, list[int]]:
        symbol = None if game.top >= _FIRST_WILD else game.top % _SYMBOLS
        fitting = [
            card
            for card in game.hand
            if card >= _FIRST_WILD or card // _SYMBOLS == game.colour or card % _SYMBOLS == symbol
        ]
        if not fitting:
            return "draw", []
        card = fitting[int(self.chance.random() * len(fitting))]
        if card < _FIRST_WILD:
            return "play", [card]
        return "play", [card, int(self.chance.random() * _COLOURS)]


async def sit_down(server: Server, matches: int, load: Load, told: Callable[[int], None]) -> list[Seat]:
    gate, chance, done = asyncio.Semaphore(_AT_A_TIME), random.Random(7), itertools.count(1)

    async def connect(match: str, place: int) -> Seat:
        async with gate:
            seat = Seat(load, match, place, chance)
            await ws_connect(
                lambda: seat,
                f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket",
                websocket_handshake_timeout=60,
            )
            await seat.synced
            told(next(done))
            return seat

    async def fill(match: str) -> list[Seat]:
        return [await connect(match, place) for place in range(PLAYERS)]  # the first opens the match

    filled = await asyncio.gather(*(fill(f"match{number}") for number in range(matches)))
    return [seat for seats in filled for seat in seats]
