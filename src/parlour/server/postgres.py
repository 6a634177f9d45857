"""Connections to PostgreSQL that wait no longer than whoever asks.

A server that hangs, or whose machine is gone, says nothing at all: the system would wait for minutes, or for ever.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen

from . import patience

_TO_CONNECT = 10  # seconds, where nobody is in a hurry
_CUT_OFF = "10s"  # after which the server takes back what we began and do not go on with: it holds others up


class Line(psycopg.Connection[Any]):
    def wait(self, gen: PQGen[RV], *how: Any, **more: Any) -> RV:
        until = patience.until()
        return super().wait(gen if until is None else self._hurried(gen, until), *how, **more)

    def _hurried(self, gen: PQGen[RV], until: float) -> Generator[Any, Any, RV]:
        """The same, until then. Now and then it is told that there is nothing yet."""
        try:
            ready = yield next(gen)
            while ready or time.monotonic() < until:
                ready = yield gen.send(ready)
        except StopIteration as done:
            found: RV = done.value
            return found
        self.pgconn.finish()  # what came of it, nobody knows
        raise psycopg.OperationalError("the database does not answer in time")


def connect(_: Any, __: Any, arguments: Any, parameters: dict[str, Any]) -> Line:
    """What SQLAlchemy is to use."""
    until = patience.until()
    seconds = _TO_CONNECT if until is None else math.ceil(until - time.monotonic())
    parameters.setdefault("connect_timeout", max(2, seconds))  # less than 2 is not to be had
    line = Line.connect(*arguments, **parameters)
    line.execute(f"SET idle_in_transaction_session_timeout = '{_CUT_OFF}'")
    line.commit()
    return line
