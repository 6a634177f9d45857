"""A table that people sit at: their connections, and the order of things.

Everything that changes a table is an event. It is checked against the table as it is, put into the log, and told to
nobody before the log has it. So whatever anyone was told survives, and a table can be read anew from its log at any
moment: when the server starts, when the database was away, when another server wrote to the same log.

What may be asked for is in asking.py, what happens by itself in clockwork.py, what is shown of it all in showing.py.
Hints and reviews (advising.py) change nothing, and leave no trace; nor does what bots say to their team (talking.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from ..engine.errors import ParlourError
from . import events
from .advising import Advising
from .asking import Asking
from .clocks import time_away
from .clockwork import FALL, ROUND, Clockwork
from .events import Event, read_event, write_event
from .hands import Placing, Towers
from .history import GATHERING, OVER, PERSON, PLAYING, WARMING, History
from .messages import Ack, Bye, Hello, Refusal, Said, TableChanged, Warming, Welcome, write
from .noted import note
from .readiness import Readiness
from .showing import Showing, Step, Viewer, Written
from .store import Clash, Row, Store, StoreDown, now_ms
from .talking import Talking
from .thinkers import Thinkers
from .tokens import digest

log = logging.getLogger("parlour.table")

_REMEMBERED = 100  # things said, for who comes back
_AGAIN = 1.0  # seconds until the database is asked again
_AWAY_FROM_LOG = "the server cannot write its log just now; nothing is lost, please try again in a moment"
_NO_SPECTATORS = "this table is not open to spectators"


class Connection(Protocol):
    """Somebody who is connected."""

    seat: Viewer
    host: bool
    seen: int  # the number of the newest event it was sent
    behind: bool  # whether it missed a state, and must be shown all since then

    @property
    def is_open(self) -> bool: ...

    @property
    def keeps_up(self) -> bool:
        """Whether it will be sent the next state."""

    def tell(self, message: bytes) -> None:
        """Send what must arrive."""

    def show(self, state: Written, seq: int) -> None:
        """Send the newest state; one that is behind skips those in between."""

    def show_frame(self, frame: bytes) -> None:
        """Send poses, in binary; one that is behind is shown all anew later."""

    def close(self, message: bytes) -> None: ...


@dataclass(frozen=True)
class Services:
    """What all tables share."""

    store: Store
    readiness: Readiness
    thinkers: Thinkers
    towers: Towers
    gaps: list[tuple[int, int]] = field(default_factory=list)  # from when to when there was no server, ms


class _Waiting(msgspec.Struct):
    """Messages that go out when the log has the event they tell of."""

    told: Sequence[tuple[Connection, bytes]] = ()
    shown: Sequence[tuple[Connection, Written, int]] = ()
    asked: tuple[Connection, Ack] | None = None  # who sent the move, and the answer
    answered_by_state: bool = False  # whether the state that is shown carries the answer
    gone: Sequence[tuple[Connection, bytes]] = ()  # who has to leave, and why
    written: asyncio.Future[None] | None = None  # who waits for just that


class Table:
    def __init__(self, code: str, services: Services) -> None:
        self.code, self.services = code, services
        self.history = History()
        self.asking, self.clockwork, self.showing = Asking(self), Clockwork(self), Showing(self)
        self.placing, self.advising, self.talking = Placing(self), Advising(self), Talking(self)
        self.connections: set[Connection] = set()
        self.idle_since = now_ms()
        self.limits: dict[int, Any] = {}  # how much each seat may still send; kept by the connections
        self.aims: dict[int, Any] = {}  # and how often it may still aim
        self.reader: int | None = None  # KB-20: who reads a word aloud, if the table waits for it
        self.newcomer: int | None = None  # who reads first how the game is played; all wait, while they are here
        self._reading_since = 0
        self.said: deque[Said] = deque(maxlen=_REMEMBERED)  # in the chat; it stands in no log
        self._waiting: deque[_Waiting] = deque()
        self._later: list[Callable[[], None]] = []  # what is done when nothing waits for the log any more
        self._broken = False  # whether the table must be read anew before anything else happens
        self._cause: Exception | None = None  # what broke it: all that came after failed for that
        self._tasks: set[asyncio.Task[None]] = set()
        self._paused = 0  # ms for which no clock should have run, but the log does not say so yet
        self._warming_since: int | None = None
        self._closed = False

    @property
    def is_waiting(self) -> bool:
        """Whether something happened that the log does not have yet."""
        return bool(self._waiting)

    @property
    def is_in_log(self) -> bool:
        """Whether the log has everything, as far as one knows."""
        return not self._waiting and not self._broken

    @property
    def is_quiet(self) -> bool:
        """Whether the log has everything, and nobody is thinking."""
        return self.is_in_log and not self._later and not self._tasks

    @property
    def is_held_up(self) -> bool:
        """Whether nobody can move now, be it their turn or not."""
        return self._broken or self.stands_still

    @property
    def stands_still(self) -> bool:
        """Whether somebody reads, a word aloud or how the game is played: nobody moves meanwhile, and no clock."""
        return self.reader is not None or (self.newcomer is not None and self._is_here(self.newcomer))

    @property
    def goes_on(self) -> bool:
        """Whether something may happen by itself."""
        playing = self.history.phase == PLAYING and bool(self.connections)
        return playing and self.is_in_log and not self._closed and not self.stands_still

    @property
    def clock_time(self) -> int:
        """What the clocks show: they stand still while somebody reads."""
        return self._reading_since if self.stands_still else now_ms()

    @property
    def somebody_is_here(self) -> bool:
        return any(connection.seat is not None for connection in self.connections)

    @property
    def host_is_here(self) -> bool:
        return any(connection.host for connection in self.connections)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this beside all else, until the table is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """The server ends, or nobody has been here for long."""
        self._closed = True
        self.clockwork.stop()
        self.placing.forget()
        for task in self._tasks:
            task.cancel()
        for connection in list(self.connections):
            connection.close(write(Bye("the server is being stopped; your table is kept", True)))

    # From the log

    def read(self, rows: Iterable[tuple[int, int, str]]) -> None:
        """Become what the log says."""
        read = [(read_event(body), at) for _, at, body in rows]
        opened = read[0][0]
        assert isinstance(opened, events.Opened)
        history = History()
        history.happened(opened, read[0][1])
        history.with_match = self.services.readiness.is_ready(type(history.game))
        for event, at in read[1:]:
            history.happened(event, at)
        first, self.history = not self.history.seq, history
        self.reader = None
        self.placing.forget()
        self.placing.follow()
        self.talking.forget()
        self.talking.follow()
        self.showing.forget_lines()
        self._note_hosts()
        now = now_ms()
        for seat, chair in enumerate(history.chairs):
            if chair.who == PERSON and not self._is_here(seat):
                self.clockwork.left_at.setdefault(seat, now)
        if first:
            self._paused = time_away(self.services.gaps, read[-1][1])
        if history.phase == WARMING:
            self._warming_since = self._warming_since or now
            return
        if self._warming_since is not None:
            self.advising.match_began()
            self._paused += now - self._warming_since
            self._warming_since = None
            self._reading_since = now
        paused, self._paused = self._paused, 0
        if paused and history.phase == PLAYING and history.has_clocks:
            self.append(events.Slept(paused))

    def rules_ready(self) -> None:
        """The rules of the game have been compiled, or those of another."""
        if self.history.phase == GATHERING:
            self.history.with_match = self.services.readiness.is_ready(type(self.history.game))
            if self.history.with_match and self.history.round > 1:
                self.when_quiet(self._read_anew)  # who has won before is known only now
        elif self.history.phase == WARMING:
            if self.services.readiness.is_ready(type(self.history.game)):
                self.when_quiet(self._read_anew)
            else:
                self.tell_all(self._warming())

    def _read_anew(self) -> None:
        """Read the log again, as soon as it answers, and show everybody what is so."""
        self._broken = True
        self.start(self._reading_anew())

    async def _reading_anew(self) -> None:
        while True:
            try:
                rows = await self.services.store.in_time(self.services.store.read_settled, self.code)
                break
            except Exception as error:
                log.warning("table %s cannot be read (%s); trying again", self.code, error)
                await asyncio.sleep(_AGAIN)
        if not rows:
            return  # it never came into the log; whoever opened it was told
        self.services.store.mended(self.code)
        self._broken, self._cause = False, None
        self.read(rows)
        self._later.insert(0, self._show_everybody)
        if not self._waiting:
            self._quiet()

    def _show_everybody(self) -> None:
        for connection in list(self.connections):
            self._welcome(connection, None)
        self.clockwork.go_on()

    # Coming and going

    @property
    def watching(self) -> int:
        return sum(connection.seat is None for connection in self.connections)

    def knows(self, token: str | None) -> bool:
        """Whether it is that of a seat or of the host."""
        known = digest(token) if token else None
        return known is not None and (known == self.history.host or self.history.held_by(known) is not None)

    def join(self, connection: Connection, hello: Hello) -> None:
        """Somebody says hello. What they see is in the log by then."""
        self.when_quiet(lambda: self._join(connection, hello) if connection.is_open else None)

    def _join(self, connection: Connection, hello: Hello) -> None:
        history = self.history
        connection.seat, connection.host = None, False
        if hello.token:
            token = digest(hello.token)
            connection.seat = history.held_by(token)
            connection.host = token == history.host
            if connection.seat is not None:
                connection.host |= history.chairs[connection.seat].host
            elif not connection.host:
                note("table %s: somebody came with a token that opens nothing here", self.code)
                connection.close(write(Bye("this seat is no longer yours: it was given to somebody else", False)))
                return
        elif not history.is_open_to_all:
            note("table %s: somebody wanted to watch, and may not", self.code)
            connection.close(write(Bye(_NO_SPECTATORS, False)))
            return
        first, seat = not self.somebody_is_here, connection.seat
        if seat is not None and seat == self.newcomer and not self._is_here(seat):
            self._reading_since = now_ms()
        self.connections.add(connection)
        if seat is not None:
            self.clockwork.left_at.pop(seat, None)
            if first:
                self.clockwork.somebody_waits()
        self._welcome(connection, hello.since)
        if seat is not None and history.chairs[seat].standing_in:
            self.try_to(events.StoodIn(seat, False))
        else:
            self._tell_others(connection)
        self.clockwork.go_on()

    def leave(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        seat = connection.seat
        if seat is not None and not self._is_here(seat):
            self.clockwork.left_at[seat] = now_ms()
            if seat == self.reader:
                self.stop_waiting_for_reader()
            elif seat == self.newcomer:
                self._clocks_stood()
        if not self.connections:
            self.idle_since = now_ms()
        self._tell_others(connection)
        self.clockwork.go_on()

    def refresh(self, connection: Connection) -> None:
        """A connection that was behind can be sent things again."""
        self.when_quiet(lambda: self._catch_up(connection))

    def _catch_up(self, connection: Connection) -> None:
        connection.behind = False
        self.show(connection, connection.seen)

    def _welcome(self, connection: Connection, since: int | None) -> None:
        history = self.history
        seq = history.seq_for(connection.seat)
        connection.tell(write(Welcome(seq, connection.seat, connection.host, self.showing.info(), [*self.said])))
        self.show(connection, since)

    def show(self, connection: Connection, since: int | None) -> None:
        if self.history.match is not None:
            seq = self.history.seq_for(connection.seat)
            known = since if since is not None and since <= seq else 0
            lines = self.showing.lines(connection.seat, known)
            connection.show(self.showing.state(connection.seat, lines), seq)
            if (frame := self.placing.key_frame()) is not None:
                connection.show_frame(frame)
        elif self.history.phase == WARMING:
            connection.tell(self._warming())

    def _warming(self) -> bytes:
        return write(Warming(*self.services.readiness.progress))

    def _note_hosts(self) -> None:
        """Some may have become so: a host who leaves is followed by somebody else."""
        for connection in self.connections:
            connection.host |= connection.seat is not None and self.history.chairs[connection.seat].host

    def _is_here(self, seat: int) -> bool:
        return any(connection.seat == seat for connection in self.connections)

    def _tell_others(self, connection: Connection) -> None:
        """That somebody came or went."""
        for other, changed in self._table_changed():
            if other is not connection:
                other.tell(changed)

    def _table_changed(self) -> list[tuple[Connection, bytes]]:
        """What everybody is told when it is not the match that has changed."""
        info, told = self.showing.info(), dict[int, bytes]()
        found = []
        for connection in self.connections:
            seq = self.history.seq_for(connection.seat)
            if seq not in told:
                told[seq] = write(TableChanged(seq, info))
            found.append((connection, told[seq]))
        return found

    def tell_all(self, message: bytes) -> None:
        for connection in self.connections:
            connection.tell(message)

    def dismissed(self, seat: Viewer, why: str) -> list[tuple[Connection, bytes]]:
        """The connections of a seat, which do nothing more here; they are told so when the log has the reason."""
        gone = [connection for connection in self.connections if connection.seat == seat]
        if seat is None:
            gone = [connection for connection in gone if not connection.host]
        self.connections.difference_update(gone)
        return [(connection, write(Bye(why, False))) for connection in gone]

    def stop_waiting_for_reader(self) -> None:
        self.reader = None
        self._clocks_stood()
        self.when_quiet(self.show_all)

    def stop_waiting_for_newcomer(self) -> None:
        self.newcomer = None
        self._clocks_stood()
        self.when_quiet(self._begin)

    def _begin(self) -> None:
        for connection, changed in self._table_changed():
            connection.tell(changed)
        self.clockwork.go_on()

    def _clocks_stood(self) -> None:
        """While somebody read."""
        if self.history.phase == PLAYING and self.history.has_clocks:
            self.try_to(events.Slept(max(0, now_ms() - self._reading_since)))

    def show_all(self) -> None:
        for connection in self.connections:
            self.show(connection, connection.seen)
        self.clockwork.go_on()

    # Into the log

    def check_log(self) -> None:
        if self._broken:
            raise ParlourError(_AWAY_FROM_LOG)

    def try_to(self, event: Event) -> None:
        """What the server does of itself; should it not be possible any more, it need not be."""
        try:
            self.check_log()
            self.append(event)
        except ParlourError as error:
            log.debug("table %s: %s", self.code, error)

    def append(
        self,
        event: Event,
        asked: tuple[Connection, str] | None = None,
        gone: Sequence[tuple[Connection, bytes]] = (),
    ) -> None:
        """One event more: checked here, told to the others when the log has it."""
        history, at = self.history, now_ms()
        before = self.showing.before(event)
        was = history.phase
        if history.has_tower and isinstance(event, events.Moved):
            self.placing.check(event.seat, event.move)
        history.happened(event, at)
        if history.has_tower:
            self.placing.follow()
        if history.bots_talk:
            self.talking.follow()
        waiting = _Waiting(gone=gone)
        if asked is not None:
            waiting.asked = asked[0], Ack(asked[1], history.seq_for(asked[0].seat))
        if self.reader is not None and not (history.settings.confirm_words and self._is_here(self.reader)):
            self.reader = None  # removed while reading, or nobody wants to wait any more
            self._later += [self._clocks_stood, self.show_all]
        if before is not None:
            self._tell_moves(self.showing.steps_from(before), event, waiting)
            waiting.answered_by_state = True
        else:
            self._told_anew(event, at, waiting)
        if history.phase != was:
            self._phase_changed(before is not None, at, waiting)
        if history.phase == WARMING:
            waiting.told = [*waiting.told, *((connection, self._warming()) for connection in self.connections)]
        self._waiting.append(waiting)
        row = Row(self.code, history.seq, at, write_event(event).decode())
        self.services.store.append(row, self._stored)

    def _told_anew(self, event: Event, at: int, waiting: _Waiting) -> None:
        """It is not the match that has changed: prepare what everybody is told of the table."""
        self._note_hosts()
        if isinstance(event, events.Named | events.Sat | events.BotSat | events.Cleared | events.Dealt):
            self.showing.forget_lines()  # lines are told with the names of those who sit there
        if isinstance(event, events.Sat):
            self.clockwork.left_at[event.seat] = at  # until it is connected
        if not self.history.is_open_to_all:
            waiting.gone = [*waiting.gone, *self.dismissed(None, _NO_SPECTATORS)]
        waiting.told = self._table_changed()

    def _phase_changed(self, by_move: bool, at: int, waiting: _Waiting) -> None:
        history = self.history
        if history.phase == WARMING:
            self._warming_since = self._warming_since or at
        if history.phase == PLAYING:
            self.advising.match_began()
        if history.match is not None and not by_move:
            waiting.shown = [
                (connection, self.showing.state(connection.seat, []), history.seq_for(connection.seat))
                for connection in self.connections
            ]
        elif history.phase == OVER:
            waiting.told = self._table_changed()

    def _tell_moves(self, steps: list[Step], event: Event, waiting: _Waiting) -> None:
        """Prepare what each of those who are here will see of the moves just made."""
        history = self.history
        match = history.match
        assert match is not None
        self.reader = None
        if history.settings.confirm_words:
            seat, move = match.made[-1]
            here = self._is_here(seat) and not history.chairs[seat].played_by_bot
            if here and not match.over and match.game.is_read_aloud(*steps[-1][:2], move):
                self.reader, self._reading_since = seat, now_ms()
        track = event.track if isinstance(event, events.Placed) else ""
        if track:
            self.clockwork.let_people_look(FALL)
        elif any(match.game.ends_round(before, after) for before, after, _, _ in steps):
            self.clockwork.let_people_look(ROUND)
        asked = None if waiting.asked is None else (waiting.asked[0].seat, waiting.asked[1].id)
        waiting.shown = self.showing.states_after(steps, track, asked)

    def _stored(self, problem: Exception | None) -> None:
        """The log has the oldest event that waited for it, or could not be given it."""
        waiting = self._waiting.popleft()
        if problem is None and not self._broken:
            if waiting.asked is not None:
                connection, ack = waiting.asked
                if not (waiting.answered_by_state and connection.keeps_up):
                    connection.tell(write(ack))
            for connection, state, seq in waiting.shown:
                connection.show(state, seq)
            for connection, message in waiting.told:
                connection.tell(message)
            for connection, message in waiting.gone:
                connection.close(message)
        else:
            self._broken = True
            problem = self._cause = self._cause or problem or StoreDown(_AWAY_FROM_LOG)
            self.connections |= {connection for connection, _ in waiting.gone if connection.is_open}
            if waiting.asked is not None:
                connection, ack = waiting.asked
                again = isinstance(problem, Clash)
                why = "something else happened first; please look again" if again else _AWAY_FROM_LOG
                connection.tell(write(Refusal(ack.id, why, self.history.seq_for(connection.seat))))
        done = waiting.written
        if done is not None and not done.cancelled():
            if problem is None:
                done.set_result(None)
            else:
                done.set_exception(problem)
        if not self._waiting:
            if self._broken:
                self._read_anew()
            else:
                self._quiet()

    def when_quiet(self, do: Callable[[], None]) -> None:
        """Do it when the log has everything that happened, so that nobody sees what may still come to nothing."""
        if self._waiting or self._broken:
            self._later.append(do)
        else:
            do()

    def _quiet(self) -> None:
        while self._later and not self._waiting and not self._broken:
            self._later.pop(0)()
        self.clockwork.go_on()

    async def written(self) -> None:
        """Wait until the log has all that happened so far; StoreDown or Clash if it could not be given that."""
        if self._waiting:
            last = self._waiting[-1]
            last.written = last.written or asyncio.get_running_loop().create_future()
            await asyncio.shield(last.written)
