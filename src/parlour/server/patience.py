"""How long anybody waits for the database: one that hangs is given up, as one that is away."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Wait(threading.local):
    until: float | None = None


_wait = _Wait()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """What this thread asks meanwhile is answered in that time, or fails."""
    before, _wait.until = _wait.until, time.monotonic() + seconds
    try:
        yield
    finally:
        _wait.until = before


def until() -> float | None:
    """When this thread gives up; None: never."""
    return _wait.until
