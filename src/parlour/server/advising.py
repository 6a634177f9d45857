"""Advice at a table: a hint for who is to move, and a look back when the match is over.

Neither leaves a trace: nothing goes into the log, and nobody is told but the page that asked. A hint is a function of
what its seat sees and of a seed that the seat could know. All thinking is done on the threads of the bots.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ..bots.levels import can_search
from ..bots.review import Review as LookedBack
from ..engine.errors import ParlourError
from ..engine.game import Game, with_names
from .asking import NOT_NOW
from .history import OVER, PLAYING
from .limits import Bucket
from .messages import Hint, HintAsked, HintComing, Moment, Refusal, Review, ReviewAsked, ReviewComing, Turn, write

if TYPE_CHECKING:
    from .table import Connection, Table

log = logging.getLogger("parlour.table")

_PER_SECOND, _AT_ONCE = 0.5, 3.0  # hints of one seat
_SETTLED = 5.0  # seconds after which it seems that a match is going to be played
_TELL = 0.2  # seconds between two words on how far a review is
_NO_SEARCH = "something went wrong while this was made ready; it was written down"


class Advising:
    """Of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._limits: dict[int, Bucket] = {}
        self._readers: dict[Connection, str] = {}  # who waits for the review, and the id they asked with
        self._made: tuple[int, bytes] | None = None  # the round that was looked back upon, and its review
        self._looking: int | None = None  # the round that is being looked back upon
        self._far = 0, 1

    def asked(self, connection: Connection, message: HintAsked | ReviewAsked) -> None:
        """Somebody at the table asks; nobody hears of what the log does not have yet."""
        if not self.table.is_in_log:
            self.table.when_quiet(lambda: self.table.asking.receive(connection, message))
            return
        try:
            if isinstance(message, HintAsked):
                self._hint_asked(connection, message.id)
            else:
                self._review_asked(connection, message.id)
        except ParlourError as error:
            self._refuse(connection, message.id, str(error))

    def match_began(self) -> None:
        """Somebody may well ask for a hint: the search is made ready for it, once all pages had time to come up."""
        history = self.table.history
        if history.settings.hints and can_search(history.game):
            self.table.start(self._prepare(type(history.game)))

    async def _prepare(self, kind: type[Game]) -> None:
        await asyncio.sleep(_SETTLED)
        self.table.services.thinkers.prepare(kind)

    def _refuse(self, connection: Connection, asked: str, reason: str) -> None:
        connection.tell(write(Refusal(asked, reason, self.table.history.seq_for(connection.seat))))

    # Hints

    def _hint_asked(self, connection: Connection, asked: str) -> None:
        seat, history = connection.seat, self.table.history
        if seat is None:
            raise ParlourError("you are watching; hints are for those who hold a seat")
        if not history.settings.hints:
            raise ParlourError("the host has turned hints off at this table")
        if not can_search(history.game):
            raise ParlourError(f"there are no hints in {history.game.title}: it is all in the steady hand")
        if history.phase != PLAYING:
            raise ParlourError(NOT_NOW[history.phase])
        if not self._may_move(seat):
            raise ParlourError("a hint is for your turn; it is not your turn now")
        if not self._limits.setdefault(seat, Bucket(_PER_SECOND, _AT_ONCE)).take():
            raise ParlourError(f"too fast: a seat can have a hint every {1 / _PER_SECOND:.0f} seconds")
        self.table.start(self._hint(connection, seat, asked))

    def _may_move(self, seat: int) -> bool:
        match = self.table.history.match
        return match is not None and seat in match.to_act and not self.table.stands_still

    async def _hint(self, connection: Connection, seat: int, asked: str) -> None:
        """Think until there is a hint for the match as it is: while several move at once, it may change meanwhile."""
        table, thinkers, left = self.table, self.table.services.thinkers, False
        try:
            if not thinkers.can_think(type(table.history.game)):
                connection.tell(write(HintComing(asked, False)))
                if not await thinkers.learned(type(table.history.game)):
                    self._refuse(connection, asked, _NO_SEARCH)
                    return
            connection.tell(write(HintComing(asked, True)))
            while self._may_move(seat) and connection in table.connections:
                history, match = table.history, table.history.match
                assert match is not None
                made, seed = len(match.made), history.seq_for(seat)

                def is_past(match: object = match, made: int = made) -> bool:
                    now = table.history.match
                    return left or now is not match or len(now.made) != made  # type: ignore[union-attr]

                found = await thinkers.advise(match.copy(), seat, seed, is_past)
                await self._log_has_all()
                if not is_past():
                    reason = with_names(found.reason, history.names)
                    words = with_names(str(found.move), history.names)
                    connection.tell(write(Hint(asked, int(found.move), words, reason)))
                    return
            self._refuse(connection, asked, "the game went on meanwhile; ask again when it is your turn")
        except Exception:
            log.exception("table %s: no hint could be found for seat %d", table.code, seat)
            self._refuse(connection, asked, _NO_SEARCH)
        finally:
            left = True

    async def _log_has_all(self) -> None:
        quiet = asyncio.Event()
        self.table.when_quiet(quiet.set)
        await quiet.wait()

    # Reviews

    def _review_asked(self, connection: Connection, asked: str) -> None:
        history = self.table.history
        if history.phase != OVER and self._looking is None:  # who reads goes on, though others have begun another match
            raise ParlourError("a review can be had when the match is over: it tells every hand")
        if not can_search(history.game):
            raise ParlourError(f"there is no review of {history.game.title}: it is all in the steady hand")
        if self._made is not None and self._made[0] == history.round:
            connection.tell(self._made[1])
            return
        if self._looking not in (None, history.round) and history.phase == OVER:
            raise ParlourError("the match before is still being looked back upon; ask again when that is done")
        self._readers[connection] = asked
        if self._looking is not None:
            connection.tell(write(ReviewComing(*self._far)))
        else:
            self.table.start(self._look_back(history.round))

    async def _look_back(self, number: int) -> None:
        table, thinkers = self.table, self.table.services.thinkers
        match, names = table.history.match, table.history.names
        assert match is not None
        self._looking, self._far, told = number, (0, len(match.made)), 0.0

        def progress(done: int, of: int) -> bool:
            nonlocal told
            self._far, now = (done, of), asyncio.get_running_loop().time()
            if now - told > _TELL:
                told = now
                self._tell_readers(write(ReviewComing(done, of)))
            return any(connection in table.connections for connection in self._readers)

        try:
            self._tell_readers(write(ReviewComing(*self._far)))
            if not await thinkers.learned(type(match.game)):
                raise ParlourError(_NO_SEARCH)
            found = await thinkers.look_back(match.copy(), names, progress)
            if found is not None:
                self._made = number, write(_shown(found))
                self._tell_readers(self._made[1])
        except Exception:
            log.exception("table %s: the match could not be looked back upon", table.code)
            for connection, asked in self._readers.items():
                self._refuse(connection, asked, _NO_SEARCH)
        finally:
            self._looking = None
            self._readers.clear()

    def _tell_readers(self, message: bytes) -> None:
        for connection in self._readers:
            if connection in self.table.connections:
                connection.tell(message)


def _shown(found: LookedBack) -> Review:
    def named(text: str) -> str:
        return with_names(text, found.names)

    moments = [Moment(**vars(moment)) for moment in found.moments]
    turns = [Turn(one.number, one.seat, one.change, named(one.better), named(one.why)) for one in found.turns]
    return Review(found.names, moments, turns)
