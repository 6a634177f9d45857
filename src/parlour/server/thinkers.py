"""Bots at the table: they think on threads, and see what their seat may see."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor

from ..bots.simple import WAYS, SimpleBot
from ..engine.errors import BadOption
from ..engine.match import Match, Move
from .messages import BotShown

_PREFIX = "bot:"
ABOUT = {
    "greedy": ("Clever bot", "makes what a sensible child would make of its cards"),
    "random": ("Wobbly bot", "makes any move that the rules allow"),
}
STAND_IN = "greedy"
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")


class Thinkers:
    def __init__(self, threads: int | None = None) -> None:
        self._threads = ThreadPoolExecutor(threads or max(1, (os.cpu_count() or 2) - 1), "bot")

    async def choose(self, bot: str, match: Match, seat: int, seed: int) -> Move:
        """A move for this seat. `match` must be the caller's own copy."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, SimpleBot(bot, seed).choose, match, seat)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def read_bot(who: str) -> str:
    """The bot that "bot:greedy" names."""
    name = who.removeprefix(_PREFIX)
    if not who.startswith(_PREFIX) or name not in WAYS:
        right = ", ".join(f"{_PREFIX}{way}" for way in WAYS)
        raise BadOption(f"{who!r} is nobody who could sit here; right would be {right}")
    return name


def shown() -> list[BotShown]:
    return [BotShown(f"{_PREFIX}{bot}", name, about) for bot, (name, about) in ABOUT.items()]


def free_name(taken: list[str]) -> str:
    """A name for one more bot at a table."""
    return next((name for name in NAMES if name not in taken), f"Bot {len(taken) + 1}")
