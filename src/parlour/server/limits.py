"""How much may be asked of the server."""

from __future__ import annotations

import time


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
