"""Python's search for circles, kept from holding up the play.

Now and then Python looks through all there is for things that hold each other and nobody else. With hundreds of tables
that takes a tenth of a second or more, in which nobody is answered. Nearly all that a move makes goes by itself, and
the rest is found while it is young; so all is looked through only while nobody moves, or when it has been long.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

_YOUNG = 5_000, 5, 1_000_000  # new things, rounds, rounds of rounds: few, so that each is short; the last never comes
_LOOK = 5.0  # seconds without a move: a quiet moment
_EVERY, _AT_LATEST = 600.0, 6 * 3600.0  # seconds between two searches: in quiet moments, and in any case


def spare() -> None:
    """What there is now stays: it need not be looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_YOUNG)


class Collector:
    """`made` counts what was done so far, whatever that is; while it stands still it is quiet."""

    def __init__(self, made: Callable[[], int], collect: Callable[[], object] = gc.collect) -> None:
        self._made, self._collect = made, collect
        self._seen, self._last = -1, 0.0

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        self._last = loop.time()
        while True:
            await asyncio.sleep(_LOOK)
            self.look(loop.time())

    def look(self, now: float) -> None:
        made = self._made()
        quiet, self._seen = made == self._seen, made
        if now - self._last >= (_EVERY if quiet else _AT_LATEST):
            self._last = now
            self._collect()
