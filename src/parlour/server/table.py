"""A table that people sit at: their connections, and the order of things.

Everything that changes a table is an event. It is checked against the table as it is, put into the log, and told to
nobody before the log has it. So whatever anyone was told survives, and a table can be read anew from its log at any
moment: when the server starts, when the database was away, when another server wrote to the same log.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from ..engine.errors import BadOption, IllegalMove, ParlourError
from ..engine.game import Telling, with_names
from ..engine.match import Match
from ..engine.reading import Reading
from . import events, fairness
from .events import Event, read_event, write_event
from .history import BOT, GATHERING, OPEN, OVER, PERSON, PLAYING, WARMING, Chair, History
from .messages import (
    Ack,
    Again,
    Bye,
    Ending,
    FromPage,
    Hello,
    Leave,
    MoveSent,
    NameSent,
    Ping,
    Pong,
    ReadSent,
    Refusal,
    Remove,
    Said,
    Say,
    Seat,
    SetOptions,
    SetSeat,
    SetSettings,
    Start,
    State,
    TableChanged,
    TableInfo,
    Warming,
    Welcome,
    WordSent,
    write,
)
from .readiness import Readiness
from .store import Clash, Row, Store, StoreDown, now_ms
from .thinkers import STAND_IN, Thinkers, free_name, read_bot
from .tokens import digest

log = logging.getLogger("parlour.table")

_LINES = 200  # of the log, kept for those who come back
_SPREAD = 0.35  # by how much a bot's pause differs from move to move
_AGAIN = 1.0  # seconds until the database is asked again
_AWAY_FROM_LOG = "the server cannot write its log just now; nothing is lost, please try again in a moment"
_NO_SPECTATORS = "this table is not open to spectators"

Viewer = int | None  # a seat; None is a spectator


class Connection(Protocol):
    """Somebody who is connected."""

    seat: Viewer
    host: bool
    seen: int  # the number of the newest event it was sent

    @property
    def is_open(self) -> bool: ...

    def tell(self, message: bytes) -> None:
        """Send what must arrive."""

    def show(self, state: bytes, seq: int) -> None:
        """Send the newest state; one that is behind skips those in between."""

    def close(self, message: bytes) -> None: ...


@dataclass(frozen=True)
class Services:
    """What all tables share."""

    store: Store
    readiness: Readiness
    thinkers: Thinkers
    began: int = 0  # when this server started, ms
    slept: int = 0  # for how long there was none before, ms


@dataclass
class _Waiting:
    """Messages that go out when the log has the event they tell of."""

    told: list[tuple[Connection, bytes]] = field(default_factory=list)
    shown: list[tuple[Connection, bytes, int]] = field(default_factory=list)
    asked: tuple[Connection, str] | None = None  # who sent the move, and its id
    gone: list[tuple[Connection, bytes]] = field(default_factory=list)  # who has to leave, and why
    written: list[asyncio.Future[None]] = field(default_factory=list)  # who waits for just that


class Table:
    def __init__(self, code: str, services: Services) -> None:
        self.code, self.services = code, services
        self.history = History()
        self.connections: set[Connection] = set()
        self.idle_since = now_ms()
        self.limits: dict[int, Any] = {}  # how much each seat may still send; kept by the connections
        self._told: dict[Viewer, deque[tuple[int, list[str]]]] = {}
        self._waiting: deque[_Waiting] = deque()
        self._later: list[Callable[[], None]] = []  # what is done when nothing waits for the log any more
        self._broken = False  # whether the table must be read anew before anything else happens
        self._cause: Exception | None = None  # what broke it: all that came after failed for that
        self._left_at: dict[int, int] = {}  # when the last connection of a seat was lost
        self._busy_bots: set[int] = set()
        self._reader: int | None = None  # KB-20: who reads a word aloud, if the table waits for it
        self._timer: asyncio.TimerHandle | None = None
        self._seats: msgspec.Raw | None = None  # as last written, while it cannot have changed
        self._tasks: set[asyncio.Task[None]] = set()
        self._paused = 0  # ms for which no clock should have run, but the log does not say so yet
        self._warming_since: int | None = None
        self._closed = False

    @property
    def is_quiet(self) -> bool:
        """Whether the log has everything, and nobody is thinking."""
        return not self._waiting and not self._later and not self._broken and not self._tasks

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
        self._reader = None
        self._told.clear()
        self._seats = None
        now = now_ms()
        for seat, chair in enumerate(history.chairs):
            if chair.who == PERSON and not self._is_here(seat):
                self._left_at.setdefault(seat, now)
        if first and read[-1][1] < self.services.began:
            self._paused = self.services.slept
        if history.phase == WARMING:
            self._warming_since = self._warming_since or now
            return
        if self._warming_since is not None:
            self._paused += now - self._warming_since
            self._warming_since = None
        paused, self._paused = self._paused, 0
        if paused and history.phase == PLAYING and history.settings.clocks.kind != "none":
            self._append(events.Slept(paused))

    def rules_ready(self) -> None:
        """The rules of the game have been compiled, or those of another."""
        if self.history.phase == GATHERING:
            self.history.with_match = self.services.readiness.is_ready(type(self.history.game))
        elif self.history.phase == WARMING:
            if self.services.readiness.is_ready(type(self.history.game)):
                self._when_quiet(self._read_anew)
            else:
                self._tell_all(self._warming())

    def _read_anew(self) -> None:
        """Read the log again, as soon as it answers, and show everybody what is so."""
        self._broken = True
        task = asyncio.get_running_loop().create_task(self._reading_anew())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reading_anew(self) -> None:
        while True:
            try:
                rows = await asyncio.to_thread(self.services.store.read, self.code)
                break
            except Exception as error:
                log.warning("table %s cannot be read (%s); trying again", self.code, str(error).splitlines()[0])
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
        self._go_on()

    # Coming and going

    def join(self, connection: Connection, hello: Hello) -> None:
        """Somebody says hello. What they see is in the log by then."""
        self._when_quiet(lambda: self._join(connection, hello) if connection.is_open else None)

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
                connection.close(write(Bye("this seat is no longer yours: it was given to somebody else", False)))
                return
        elif not history.settings.spectators and history.phase != GATHERING:
            connection.close(write(Bye(_NO_SPECTATORS, False)))
            return
        self.connections.add(connection)
        seat = connection.seat
        if seat is not None:
            self._left_at.pop(seat, None)
        self._seats = None
        self._welcome(connection, hello.since)
        if seat is not None and history.chairs[seat].standing_in:
            self._try(events.StoodIn(seat, False))
        else:
            self._tell_others(connection)
        self._go_on()

    def leave(self, connection: Connection) -> None:
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        seat = connection.seat
        if seat is not None and not self._is_here(seat):
            self._left_at[seat] = now_ms()
            if seat == self._reader:
                self._stop_waiting_for_reader()
        if not self.connections:
            self.idle_since = now_ms()
        self._seats = None
        self._tell_others(connection)
        self._go_on()

    def refresh(self, connection: Connection) -> None:
        """A connection that was behind can be sent things again."""
        self._when_quiet(lambda: self._show(connection, connection.seen))

    def _welcome(self, connection: Connection, since: int | None) -> None:
        history = self.history
        connection.tell(write(Welcome(history.seq, connection.seat, connection.host, self.info())))
        self._show(connection, since)

    def _show(self, connection: Connection, since: int | None) -> None:
        if self.history.match is not None:
            known = since if since is not None and since <= self.history.seq else 0
            connection.show(
                write(self._state(connection.seat, self._lines(connection.seat, known), [])), self.history.seq
            )
        elif self.history.phase == WARMING:
            connection.tell(self._warming())

    def _warming(self) -> bytes:
        return write(Warming(*self.services.readiness.progress))

    def _is_here(self, seat: int) -> bool:
        return any(connection.seat == seat for connection in self.connections)

    def _tell_others(self, connection: Connection) -> None:
        """That somebody came or went."""
        changed = write(TableChanged(self.history.seq, self.info()))
        for other in self.connections:
            if other is not connection:
                other.tell(changed)

    def _tell_all(self, message: bytes) -> None:
        for connection in self.connections:
            connection.tell(message)

    # From the page

    def receive(self, connection: Connection, message: FromPage) -> None:
        """A message of somebody who said hello before."""
        if connection not in self.connections:
            sent = message.id if isinstance(message, MoveSent) else None
            connection.tell(write(Refusal(sent, "wait for the welcome that answers hello", self.history.seq)))
            return
        if isinstance(message, MoveSent):
            self._move_sent(connection, message)
            return
        if isinstance(message, Ping):
            connection.tell(write(Pong()))
            return
        try:
            self._check_log()
            self._asked(connection, message)
        except ParlourError as error:
            self._refuse(connection, None, str(error))

    def _move_sent(self, connection: Connection, sent: MoveSent) -> None:
        seat, history = connection.seat, self.history
        if seat is None:
            self._refuse(connection, sent.id, "you are watching; only those who hold a seat can move")
            return
        made = history.moved.get((seat, sent.id))
        if made is not None and (self._waiting or self._broken):  # it may still come to nothing
            self._when_quiet(lambda: self.receive(connection, sent))
            return
        if made is not None:
            connection.tell(write(Ack(sent.id, made)))
            return
        try:
            self._check_log()
            if history.phase != PLAYING:
                raise ParlourError(_NOT_NOW[history.phase])
            if self._reader is not None:
                who = "you are" if self._reader == seat else f"{history.names[self._reader]} is"
                raise ParlourError(f"{who} reading a word aloud; the game goes on after that")
            self._append(events.Moved(seat, sent.move, sent.id), (connection, sent.id))
        except IllegalMove as error:
            why = with_names(error.reason, history.names) or "that cannot be done now"
            self._refuse(connection, sent.id, f"{why[:1].upper()}{why[1:]}.")
        except ParlourError as error:
            self._refuse(connection, sent.id, str(error))

    def _asked(self, connection: Connection, message: FromPage) -> None:
        match message:
            case NameSent():
                self._append(events.Named(self._own(connection), self.free_name(message.name, connection.seat)))
            case WordSent():
                self._check_gathering("a word is mixed in before the deal")
                self._append(events.Worded(self._own(connection), " ".join(message.text.split())))
            case ReadSent():
                self._has_read(connection)
            case Say():
                self._say(connection, message.text)
            case Leave():
                self._give_up(self._own(connection), "you left the table")
            case Hello():
                raise ParlourError("you said hello already")
            case _:
                if not connection.host:
                    raise ParlourError("only the host of the table can do that")
                self._host_asked(message)

    def _host_asked(self, message: FromPage) -> None:
        history = self.history
        match message:
            case Start():
                self.deal()
            case SetSettings():
                self._append(events.Set(message.settings))
            case SetOptions():
                self._check_gathering("the options are chosen before the deal")
                self._append(events.Chose(message.options))
            case SetSeat():
                chair = self._chair(message.seat)
                if message.who == OPEN:
                    self._check_gathering("a seat can be opened before the deal; now a bot can take it")
                    self._give_up(message.seat, "the host has opened your seat for somebody else")
                else:
                    bot = read_bot(message.who)
                    name = chair.name if chair.who == BOT else free_name(history.names)
                    gone = self._dismissed(message.seat, "the host has given your seat to a bot")
                    self._append(events.BotSat(message.seat, name, bot), gone=gone)
            case Remove():
                if self._chair(message.seat).who != PERSON:
                    raise ParlourError(f"nobody sits in seat {message.seat + 1}")
                self._give_up(message.seat, "the host has taken you from the table")
            case Again():
                if history.phase != OVER:
                    raise ParlourError("the match is not over yet")
                self._append(events.Cleared(fairness.new_secret()))
                if sum(chair.who == PERSON for chair in history.chairs) == 1:
                    self.deal()

    def deal(self) -> None:
        """Deal the cards; bots take the seats that are open."""
        self._check_gathering("the cards are dealt already")
        for seat, chair in enumerate(self.history.chairs):
            if chair.who == OPEN:
                self._append(events.BotSat(seat, free_name(self.history.names), STAND_IN))
        self._append(events.Dealt(self.history.seed))

    def sit_down(self, seat: int | None, name: str, token: str, host: bool = False) -> int:
        """Somebody takes a seat; which one it is."""
        self._check_log()
        chairs = self.history.chairs
        self._check_gathering("the match is on: no seat can be taken now")
        if seat is None:
            seat = next((seat for seat, chair in enumerate(chairs) if chair.who == OPEN), None)
            if seat is None:
                raise ParlourError("the table is full")
        if self._chair(seat).who != OPEN:
            raise ParlourError(f"seat {seat + 1} is taken")
        self._append(events.Sat(seat, self.free_name(name, seat), digest(token), host))
        return seat

    def open(self, opened: events.Opened) -> None:
        self._append(opened)
        self.history.with_match = self.services.readiness.is_ready(type(self.history.game))

    def seat_bot(self, seat: int, who: str) -> None:
        bot = read_bot(who)
        self._append(events.BotSat(seat, free_name(self.history.names), bot))

    async def written(self) -> None:
        """Wait until the log has all that happened so far; StoreDown or Clash if it could not be given that."""
        if self._waiting:
            done = asyncio.get_running_loop().create_future()
            self._waiting[-1].written.append(done)
            await done

    def _own(self, connection: Connection) -> int:
        if connection.seat is None:
            raise ParlourError("you are watching; only those who hold a seat can do that")
        return connection.seat

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.history.chairs):
            raise ParlourError(f"there is no seat {seat}; seats are 0 to {len(self.history.chairs) - 1}")
        return self.history.chairs[seat]

    def _check_gathering(self, otherwise: str) -> None:
        if self.history.phase != GATHERING:
            raise ParlourError(otherwise)

    def _check_log(self) -> None:
        if self._broken:
            raise ParlourError(_AWAY_FROM_LOG)

    def _give_up(self, seat: int, why: str) -> None:
        """A person leaves the seat: to a bot while a match is on."""
        gone = self._dismissed(seat, why)
        if self.history.phase == GATHERING:
            self._append(events.Rose(seat), gone=gone)
        else:
            self._append(events.BotSat(seat, free_name(self.history.names), STAND_IN), gone=gone)

    def _dismissed(self, seat: Viewer, why: str) -> list[tuple[Connection, bytes]]:
        """The connections of a seat, which do nothing more here; they are told so when the log has the reason."""
        gone = [connection for connection in self.connections if connection.seat == seat]
        if seat is None:
            gone = [connection for connection in gone if not connection.host]
        self.connections.difference_update(gone)
        return [(connection, write(Bye(why, False))) for connection in gone]

    def _say(self, connection: Connection, text: str) -> None:
        if not self.history.settings.chat:
            raise ParlourError("the host has not turned the chat on")
        text = printable(text)
        if not text:
            raise ParlourError("there is nothing to say in that")
        seat = connection.seat
        name = "Somebody watching" if seat is None else self.history.names[seat]
        self._tell_all(write(Said(seat, name, text)))

    def _has_read(self, connection: Connection) -> None:
        if self._reader is None:
            return
        if connection.seat != self._reader and not connection.host:
            raise ParlourError(f"{self.history.names[self._reader]} says when the word is read")
        self._stop_waiting_for_reader()

    def _stop_waiting_for_reader(self) -> None:
        self._reader = None
        self._when_quiet(self._show_all)

    def _show_all(self) -> None:
        for connection in self.connections:
            self._show(connection, connection.seen)
        self._go_on()

    def free_name(self, name: str, seat: Viewer) -> str:
        """The name as it will be shown: without what cannot be printed, and different from the others'."""
        name = printable(name)
        if not name:
            raise BadOption("a name needs at least one letter")
        others = [other for place, other in enumerate(self.history.names) if place != seat]
        wanted, number = name, 2
        while wanted in others:
            wanted, number = f"{name} {number}", number + 1
        return wanted

    def _refuse(self, connection: Connection, sent: str | None, reason: str) -> None:
        connection.tell(write(Refusal(sent, reason, self.history.seq)))
        if sent is not None:
            self._when_quiet(lambda: self._show(connection, connection.seen))

    # Into the log

    def _try(self, event: Event) -> None:
        """What the server does of itself; should it not be possible any more, it need not be."""
        try:
            self._check_log()
            self._append(event)
        except ParlourError as error:
            log.debug("table %s: %s", self.code, error)

    def _append(
        self,
        event: Event,
        asked: tuple[Connection, str] | None = None,
        gone: list[tuple[Connection, bytes]] | None = None,
    ) -> None:
        """One event more: checked here, told to the others when the log has it."""
        history, at = self.history, now_ms()
        before = history.match.reading if isinstance(event, events.Moved) and history.match is not None else None
        was = history.phase
        history.happened(event, at)
        waiting = _Waiting(asked=asked, gone=gone or [])
        if self._reader is not None and not (history.settings.confirm_words and self._is_here(self._reader)):
            self._reader = None  # removed while reading, or nobody wants to wait any more
            self._later.append(self._show_all)
        if isinstance(event, events.Sat):
            self._left_at[event.seat] = at  # until it is connected
        if not history.settings.spectators and history.phase != GATHERING:
            waiting.gone += self._dismissed(None, _NO_SPECTATORS)
        if history.phase == WARMING and self._warming_since is None:
            self._warming_since = at
        if before is not None:
            self._tell_move(before, history.seq, waiting)
        else:
            self._told_anew(event)
            info = write(TableChanged(history.seq, self.info()))
            waiting.told = [(connection, info) for connection in self.connections]
        if history.phase != was and history.match is not None and before is None:
            waiting.shown = [
                (connection, write(self._state(connection.seat, [], [])), history.seq)
                for connection in self.connections
            ]
        elif history.phase != was and history.phase == OVER:
            info = write(TableChanged(history.seq, self.info()))
            waiting.told = [(connection, info) for connection in self.connections]
        if history.phase == WARMING:
            waiting.told += [(connection, self._warming()) for connection in self.connections]
        self._waiting.append(waiting)
        row = Row(self.code, history.seq, at, write_event(event).decode())
        self.services.store.append(row, self._stored)

    def _told_anew(self, event: Event) -> None:
        self._seats = None
        if isinstance(event, events.Named | events.Sat | events.BotSat | events.Cleared | events.Dealt):
            self._told.clear()  # lines are told with the names of those who sit there

    def _tell_move(self, before: Reading, seq: int, waiting: _Waiting) -> None:
        """Prepare what each of those who are here will see of the move just made."""
        match = self.history.match
        assert match is not None
        game, after, names = match.game, match.reading, self.history.names
        seat, move = match.made[-1]
        waits = self.history.settings.confirm_words and not self.history.chairs[seat].played_by_bot
        aloud = waits and self._is_here(seat) and game.is_read_aloud(before, after, move)
        self._reader = seat if aloud and not match.over else None
        if self.history.thinking is not None and self.history.settings.clocks.kind != "none":
            self._seats = None
        states: dict[Viewer, bytes] = {}
        for connection in self.connections:
            viewer = connection.seat
            if viewer not in states:
                told = game.tell(before, after, seat, move, Telling(names, viewer))
                lines = [line for line in told.split("\n") if line]
                if viewer in self._told:
                    self._told[viewer].append((seq, lines))
                known = viewer == seat or game.shows_move(move)
                made = [(seat, game.move_names[move] if known else None)]
                states[viewer] = write(self._state(viewer, lines, made))
            waiting.shown.append((connection, states[viewer], seq))

    def _stored(self, problem: Exception | None) -> None:
        """The log has the oldest event that waited for it, or could not be given it."""
        waiting = self._waiting.popleft()
        if problem is None and not self._broken:
            if waiting.asked is not None:
                connection, sent = waiting.asked
                connection.tell(write(Ack(sent, self.history.seq - len(self._waiting))))
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
                connection, sent = waiting.asked
                again = isinstance(problem, Clash)
                why = "something else happened first; please look again" if again else _AWAY_FROM_LOG
                connection.tell(write(Refusal(sent, why, self.history.seq)))
        for done in waiting.written:
            if not done.done():
                if problem is None:
                    done.set_result(None)
                else:
                    done.set_exception(problem)
        if not self._waiting:
            if self._broken:
                self._read_anew()
            else:
                self._quiet()

    def _when_quiet(self, do: Callable[[], None]) -> None:
        """Do it when the log has everything that happened, so that nobody sees what may still come to nothing."""
        if self._waiting or self._broken:
            self._later.append(do)
        else:
            do()

    def _quiet(self) -> None:
        while self._later and not self._waiting and not self._broken:
            self._later.pop(0)()
        self._go_on()

    # What happens by itself

    def _go_on(self) -> None:
        """Let bots think, and set the alarm for the next clock that runs out. Where nobody is, nothing happens."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        history = self.history
        if history.phase != PLAYING or not self.connections or self._waiting or self._broken or self._closed:
            return
        if self._reader is not None:
            return
        assert history.match is not None
        acting = sorted(history.match.to_act)
        for seat in acting:
            if history.chairs[seat].played_by_bot and seat not in self._busy_bots:
                self._let_think(seat, len(acting))
        alarm = self._next_alarm(acting)
        if alarm is not None:
            delay = max(0.0, (alarm - now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._alarm)

    def _next_alarm(self, acting: list[int]) -> int | None:
        history, alarms = self.history, []
        assert history.thinking is not None
        for seat, chair in enumerate(history.chairs):
            if chair.who != PERSON or chair.standing_in:
                continue
            since = history.thinking.since[seat]
            if seat in acting and since is not None and history.settings.clocks.kind != "none":
                alarms.append(since + history.thinking.left[seat])
            if history.settings.away_limit and seat in self._left_at and self._somebody_is_here():
                alarms.append(self._left_at[seat] + 1000 * history.settings.away_limit)
        return min(alarms, default=None)

    def _somebody_is_here(self) -> bool:
        return any(connection.seat is not None for connection in self.connections)

    def _alarm(self) -> None:
        history, now = self.history, now_ms()
        self._timer = None
        if history.phase != PLAYING or self._waiting or self._broken or history.thinking is None:
            return
        if self._reader is not None:
            return
        assert history.match is not None
        for seat, chair in enumerate(history.chairs):
            if chair.who != PERSON or chair.standing_in:
                continue
            gone = self._left_at.get(seat)
            limit = 1000 * history.settings.away_limit
            if limit and gone is not None and now >= gone + limit and self._somebody_is_here():
                self._try(events.StoodIn(seat, True))
            elif seat in history.match.to_act and history.thinking.left_at(seat, now) == 0:
                self._time_is_up(seat)
        if not self._waiting:
            self._go_on()

    def _time_is_up(self, seat: int) -> None:
        match = self.history.match
        assert match is not None
        move = match.game.when_time_is_up([int(move) for move in match.legal(seat)], random.random())
        if move is not None:
            self._try(events.Moved(seat, move))
        elif seat not in self._busy_bots:
            self._think(seat, STAND_IN, 0.0, lambda: self._out_of_time(seat))

    def _out_of_time(self, seat: int) -> bool:
        return self.history.thinking is not None and self.history.thinking.left_at(seat, now_ms()) == 0

    def _let_think(self, seat: int, acting: int) -> None:
        chair, pause = self.history.chairs[seat], self.history.settings.pause / 1000
        pause *= random.uniform(1 - _SPREAD, 1 + _SPREAD) * (2 / acting if acting > 2 else 1)
        self._think(seat, chair.bot or STAND_IN, pause, lambda: self.history.chairs[seat].played_by_bot)

    def _think(self, seat: int, bot: str, pause: float, is_due: Callable[[], bool]) -> None:
        self._busy_bots.add(seat)
        task = asyncio.get_running_loop().create_task(self._thinking(seat, bot, pause, is_due))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _thinking(self, seat: int, bot: str, pause: float, is_due: Callable[[], bool]) -> None:
        """Choose and make a move, as long as it is due: a person may come back meanwhile, or move just in time."""
        try:
            await asyncio.sleep(pause)
            match = self.history.match
            due = match is not None and seat in match.to_act and is_due() and self._reader is None
            if match is None or not due or self._broken:
                return
            move = await self.services.thinkers.choose(bot, match.copy(), seat, random.getrandbits(62))
            self._busy_bots.discard(seat)
            if self.history.match is match and seat in match.to_act and is_due():
                self._try(events.Moved(seat, int(move)))  # refused if others were faster: it will think again
        except Exception:
            log.exception("table %s: the bot in seat %d could not move", self.code, seat)
        finally:
            self._busy_bots.discard(seat)
            if not self._waiting:
                self._go_on()

    def close(self) -> None:
        """The server ends, or nobody has been here for long."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        for connection in list(self.connections):
            connection.close(write(Bye("the server is being stopped; your table is kept", True)))

    # What is shown

    def info(self) -> TableInfo:
        history = self.history
        if history.dealt:
            words = [word or None for word in history.mixed]
        else:
            words = ["" if chair.word else None for chair in history.chairs]
        return TableInfo(
            self.code,
            history.game.id,
            history.game.title,
            history.game.players,
            history.game.plain_settings,
            history.settings,
            self.seats(),
            history.phase,  # type: ignore[arg-type]
            history.round,
            fairness.commitment(history.secret),
            words,
            sum(connection.seat is None for connection in self.connections),
        )

    def seats(self) -> list[Seat]:
        history, now = self.history, now_ms()
        here = {connection.seat for connection in self.connections}
        thinking = history.thinking
        return [
            Seat(
                seat,
                chair.name,
                chair.who,  # type: ignore[arg-type]
                chair.bot,
                seat in here or chair.who == BOT,
                chair.standing_in,
                chair.host,
                thinking.left_at(seat, now) if thinking else None,
                thinking.runs(seat) if thinking else False,
            )
            for seat, chair in enumerate(history.chairs)
        ]

    def _state(self, viewer: Viewer, told: list[str], moves: list[tuple[int, str | None]]) -> State:
        match = self.history.match
        assert match is not None
        if self._seats is None:
            self._seats = msgspec.Raw(write(self.seats()))
        choices = [] if viewer is None else [(int(move), str(move)) for move in match.choices(viewer)]
        return State(
            self.history.seq,
            match.view(viewer),
            choices,
            told,
            moves,
            self._seats,  # type: ignore[arg-type]
            self._reader,
            self._ending(match) if match.over else None,
        )

    def _ending(self, match: Match) -> Ending:
        history = self.history
        deal = fairness.shown(history.secret, history.round, history.mixed)
        return Ending(sorted(match.winners), match.scores, deal)

    def _lines(self, viewer: Viewer, since: int) -> list[str]:
        """What was told to this viewer after an event."""
        if viewer not in self._told:
            self._told[viewer] = self._tell_all_moves(viewer)
        return [line for seq, lines in self._told[viewer] if seq > since for line in lines]

    def _tell_all_moves(self, viewer: Viewer) -> deque[tuple[int, list[str]]]:
        match = self.history.match
        assert match is not None
        found: deque[tuple[int, list[str]]] = deque(maxlen=_LINES)
        again, telling = match.beginning(), Telling(self.history.names, viewer)
        for seq, (seat, move) in zip(self.history.at_moves, match.made, strict=True):
            before = again.copy()
            again.play(seat, move)
            found.append((seq, [line for line in again.tell(before, telling).split("\n") if line]))
        return found

    def record(self) -> dict[str, Any]:
        """The match that is over, with all it takes to check its deal."""
        history = self.history
        if history.match is None or not history.match.over:
            raise ParlourError("the record can be had when the match is over: it tells every hand")
        deal = fairness.shown(history.secret, history.round, history.mixed)
        return {**history.match.record(), "names": history.names, "fairness": msgspec.to_builtins(deal)}


_NOT_NOW = {
    GATHERING: "the cards are not dealt yet",
    WARMING: "the rules are still being compiled; the table starts by itself",
    OVER: "the match is over",
}


def printable(text: str) -> str:
    """Without control characters, and with single spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
