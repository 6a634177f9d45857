"""Bots at the table: they see what their seat may see.

Bots of cards think on threads: rules and search run without holding others up. The steady hands of Shapes take their
time, and think in a process of their own, so that nobody waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from difflib import SequenceMatcher
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnProcess
from random import choice
from typing import Any, TypeVar

from ..bots import search
from ..bots.advice import Advice, advice
from ..bots.levels import BOTS, LEVELS, LevelBot, can_search, thinks
from ..bots.levels import bot as bot_called
from ..bots.review import LookingBack, Review
from ..bots.search import Budget
from ..components.piece_set import PieceSet
from ..components.stability import LEVELS as HANDS
from ..engine.errors import BadOption
from ..engine.game import Game
from ..engine.match import Match, Move
from ..physics import Stack
from .messages import BotShown

log = logging.getLogger("parlour.thinkers")

T = TypeVar("T")

_PREFIX = "bot:"
_STAND_IN = "fair"
_SKILLS = {"easy": "goes by the looks of the tower", "good": "tries out in its mind where a piece would stand"}
_STEADY = {
    f"{skill} {level}": (f"{skill.capitalize()} {level}", f"{about}, with the hands of a {level}")
    for skill, about in _SKILLS.items()
    for level in HANDS
}
_BOXES = {"shapes": _STEADY}  # with bots of their own
_USUAL = {"shapes": "good child"}  # else it is the stand-in of cards
_STAND_INS = {"shapes": "good grown-up"}
_HINT = Budget(playouts=4000, milliseconds=225)  # others may want a thread, too; a last look may take a little longer
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gus", "Hugo", "Ivy", "Juno", "Kim", "Lou", "Pip", "Tess", "Zoe")
GUESTS = (
    "Badger",
    "Beaver",
    "Dolphin",
    "Hare",
    "Hedgehog",
    "Heron",
    "Koala",
    "Lynx",
    "Otter",
    "Panda",
    "Puffin",
    "Seal",
)


class Thinkers:
    """Bots that think need the search compiled for their game, which takes a while where it never was.

    That is done in a process of its own when the first of them is asked, or before, when a match with hints goes on for
    a while; until then they play as the stand-in does. After the first game come the others, as far as `later` names
    them: whoever sits down to one of those need not wait.
    """

    def __init__(self, threads: int | None = None, later: Sequence[type[Game]] = ()) -> None:
        self._threads = ThreadPoolExecutor(threads or max(1, (os.cpu_count() or 2) - 1), "bot")
        self._steady: ProcessPoolExecutor | None = None
        self._ready: set[object] = set()  # by type of state: the games for which the search is there
        self._learning: dict[object, asyncio.Task[None]] = {}
        self._looked_at: set[type[Game]] = set()  # the games that were prepared
        self._compilers: list[SpawnProcess] = []
        self._later = later
        self._compiling: asyncio.Task[None] | None = None
        self._closed = False

    async def choose(self, bot: str, match: Match, seat: int, seed: int) -> Move:
        """A move for this seat. `match` must be the caller's own copy."""
        if bot in _STEADY:
            return await self._steadily(_choose, bot, seed, match.redealt(seat, seed), seat)
        if thinks(bot, match.game) and not self.can_think(type(match.game)):
            bot = _STAND_IN
        who = LevelBot(bot, seed, stop=lambda: self._closed) if bot in LEVELS else bot_called(bot, seed)
        return await self._do(self._threads, who.choose, match, seat)

    def can_think(self, kind: type[Game]) -> bool:
        """Whether the search is there for this game; if not, it will be."""
        if kind.state not in self._ready and kind.state not in self._learning:
            self._learning[kind.state] = asyncio.get_running_loop().create_task(self._learn(kind))
        return kind.state in self._ready

    def prepare(self, kind: type[Game]) -> None:
        """Have the search compiled for a game where it never was, before anybody waits for it."""
        if kind not in self._looked_at:  # every match asks
            self._looked_at.add(kind)
            if not search.is_warm(kind):
                self.can_think(kind)

    async def learned(self, kind: type[Game]) -> bool:
        """Wait until the search is there for this game; whether it is now."""
        if not self.can_think(kind):
            await asyncio.shield(self._learning[kind.state])
        return kind.state in self._ready

    async def advise(self, match: Match, seat: int, seed: int, stop: Callable[[], bool]) -> Advice:
        """What a good player would do in this seat. `match` must be the caller's own copy; the search must be there."""
        return await self._do(self._threads, advice, match, seat, _HINT, seed, lambda: self._closed or stop())

    async def look_back(self, match: Match, names: list[str], progress: Callable[[int, int], bool]) -> Review | None:
        """A match from its beginning to its end, step by step: bots that are to move come in between.

        `progress` is told how far it is, and of what; it says whether to go on.
        """
        looking = LookingBack(match, names, stop=lambda: self._closed)
        steps = looking.steps()
        while (done := await self._do(self._threads, next, steps, None)) is not None:
            if not progress(done, looking.of):
                return None
        return looking.found()

    async def _learn(self, kind: type[Game]) -> None:
        try:
            await self._compile([kind])
            if not self._closed:
                await asyncio.to_thread(search.warm, kind)  # from the cache
                self._ready.add(kind.state)
        except Exception:
            log.exception("the search could not be compiled for %s", kind.title)
        if self._later:
            later, self._later = self._later, ()
            self._compiling = asyncio.get_running_loop().create_task(self._compile(later))

    async def _compile(self, kinds: Sequence[type[Game]]) -> None:
        kinds = [kind for kind in kinds if can_search(kind()) and not search.is_warm(kind)]
        if kinds and not self._closed:
            compiler = get_context("spawn").Process(target=_compile, args=(kinds,), daemon=True)
            compiler.start()
            self._compilers.append(compiler)
            await asyncio.to_thread(compiler.join)

    async def spot(
        self, bot: str, pieces: Any, poses: dict[str, list[float]], piece: str, turn: int, seed: int
    ) -> tuple[float, ...]:
        """Where this bot lets go of a piece of Shapes."""
        return await self._steadily(_spot, bot, seed, pieces, poses, piece, turn)

    async def _steadily(self, think: Callable[..., T], *given: Any) -> T:
        """In the process of the steady hands; it is started when there are any, and again should it die."""
        for _ in range(2):
            if self._steady is None:
                context = get_context("spawn")
                self._steady = ProcessPoolExecutor(1, context, _serve_only_the_server)
            pool = self._steady
            try:
                return await self._do(pool, think, *given)
            except BrokenProcessPool:
                if self._steady is pool:
                    self._steady = None
        raise BrokenProcessPool("the process in which bots think died twice")

    async def _do(self, where: Executor, think: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(where, think, *given)

    def close(self) -> None:
        self._closed = True
        for compiler in self._compilers:
            compiler.terminate()
        for task in self._learning.values():
            task.cancel()
        if self._compiling is not None:
            self._compiling.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._steady is not None:
            for process in list((self._steady._processes or {}).values()):
                process.terminate()  # a hand may be in the middle of its trials
            self._steady.shutdown(wait=False, cancel_futures=True)


def _compile(kinds: list[type[Game]]) -> None:
    """Ctrl-C is for the server, which ends this process, too. Whoever plays comes first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    for kind in kinds:
        search.warm(kind)


def _serve_only_the_server() -> None:
    """Ctrl-C is for the server, which ends this process, too; a server that is killed cannot, so it ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = parent_process()
    assert server is not None

    def outlive_nobody() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=outlive_nobody, name="is the server there", daemon=True).start()


def _hand(bot: str, seed: int) -> Any:
    from ..bots.steady import SteadyHand

    skill, _, level = bot.partition(" ")
    return SteadyHand(skill, level, seed)


def _choose(bot: str, seed: int, match: Match, seat: int) -> Move:
    move: Move = _hand(bot, seed).choose(match, seat)
    return move


def _spot(bot: str, seed: int, pieces: Any, poses: dict[str, list[float]], piece: str, turn: int) -> tuple[float, ...]:
    stack = Stack.from_poses(PieceSet.load(pieces), poses)
    return tuple(_hand(bot, seed).aim(stack, piece, turn))


def bots_of(game: type[Game]) -> list[str]:
    """Who can sit at a table of this game, as the shelf shows them."""
    return [f"{_PREFIX}{bot}" for bot in _BOXES.get(game.box, LEVELS)]


def usual_bot(game: type[Game]) -> str:
    """Of those, the one that sits down where nobody chose."""
    return f"{_PREFIX}{_USUAL.get(game.box, _STAND_IN)}"


def read_bot(who: str, game: type[Game]) -> str:
    """The bot that "bot:fair" names, for a game; a box may have bots of its own."""
    name, bots = who.removeprefix(_PREFIX), _BOXES.get(game.box, BOTS)
    if not who.startswith(_PREFIX) or name not in bots:
        right = ", ".join(f"{_PREFIX}{way}" for way in bots)
        raise BadOption(f"{who!r} is nobody who could sit here; right would be {right}")
    return name


def stand_in(game: Game) -> str:
    """The bot that plays for who is away."""
    return _STAND_INS.get(game.box, _STAND_IN)


def shown() -> list[BotShown]:
    cards = {name: (level.title, level.about) for name, level in LEVELS.items()}
    boxes = {"": cards, **_BOXES}
    return [
        BotShown(f"{_PREFIX}{bot}", name, about, box)
        for box, bots in boxes.items()
        for bot, (name, about) in bots.items()
    ]


def free_name(taken: list[str]) -> str:
    """A name for one more bot at a table, which nobody takes for another's."""
    free = (name for name in NAMES if not any(are_alike(name, other) for other in taken))
    return next(free, f"Bot {len(taken) + 1}")


def are_alike(one: str, other: str) -> bool:
    """Whether two names are easily confused: Ana and Anna, Ben and Ken."""
    one, other = one.casefold(), other.casefold()
    return one[:1] == other[:1] or SequenceMatcher(None, one, other).ratio() > 0.6


def guest_name(taken: list[str]) -> str:
    """A name for somebody who gave none, unlike the others at the table."""
    return choice([name for name in GUESTS if name not in taken])  # more of them than seats
