"""Who connects and does not say what they want: such a connection is closed, so that it keeps nobody out."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .noted import note

_quiet = logging.getLogger("parlour.uvicorn")  # what it complains of by the dozen is noted here
_quiet.setLevel(logging.ERROR)

_WHOLE = 15.0  # seconds in which a request must have come, with all that belongs to it


class Caller(HttpToolsProtocol):
    """A connection as uvicorn serves it."""

    _late: asyncio.TimerHandle | None = None

    def __init__(self, *how: Any, **more: Any) -> None:
        super().__init__(*how, **more)
        self.logger = _quiet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(_WHOLE, self._too_late)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        note("a connection was closed that sent no whole request in time")
        self.transport.close()

    def send_400_response(self, msg: str) -> None:
        note("what came down a connection was no request")
        super().send_400_response(msg)
