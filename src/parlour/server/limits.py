"""How much may be asked of the server."""

from __future__ import annotations

import time
from contextlib import suppress

_FILES = 10_240  # where a system does not let us go to its own limit


def open_many_files() -> None:
    """A connection is an open file: as many as the system allows us, where a shell often allows a thousand."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for most in (hard, max(soft, _FILES)):
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return


class Bucket:
    """How much may still be sent: so much a second, and so much at once."""

    __slots__ = ("at", "at_once", "left", "per_second")

    def __init__(self, per_second: float, at_once: float) -> None:
        self.per_second, self.at_once = per_second, at_once
        self.left, self.at = at_once, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.at_once, self.left + (now - self.at) * self.per_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        """What was taken for something that came to nothing."""
        self.left = min(self.at_once, self.left + 1)
