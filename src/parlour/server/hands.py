"""Hands that place pieces on the tower of Shapes, as the server knows them.

The tower itself stands in another process (towerwork.py) while a piece is placed. Here is who may move that hand, what
everybody at the table is shown of it, and what comes into the log: one event when all is at rest. Until then the match
stands where it stood when the piece was taken up, so a server that dies meanwhile comes back to that.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Line
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from ..engine.errors import IllegalMove, ParlourError
from ..engine.match import Match
from ..physics.checks import reachable, turn_of
from ..tower.building import AT_REST, LET_GO
from ..tower.umpire import scene_at_rest
from . import events, towerwork
from .frames import Frame, read_frames, write_frame
from .history import HOLDING, PLAYING, said_to
from .messages import Aim, Live, LiveNow, Refusal, write
from .store import now_ms

if TYPE_CHECKING:
    from .table import Connection, Table

log = logging.getLogger("parlour.hands")

SETTLING, UNREST = "settling", "unrest"  # and HOLDING: the phases of a placement
AIMS = 60  # a second that are used
_CLOSE = 500  # ms by which the hand's clock may differ from what the log says of it
_LEAST = 10.0  # seconds for a hand whose tower was lost: the piece is high over it again
_MOST_WAITING = 1000  # messages to a process that does not read
_AGAIN, _AT_MOST = 0.5, 30.0  # seconds until a tower that was lost is set up again; twice as long every time
_LOST = "the tower was lost; it stands again as it did before, with the piece in the hand"


class Towers:
    """The process with all live towers: started when the first piece is taken up, and again should it die.

    `patience`: seconds after which it is taken for dead if it tells nothing, not even that it is there. That is looked
    for `every` so many seconds.
    """

    def __init__(self, patience: float = 20.0, every: float = 5.0) -> None:
        self.patience, self.every = patience, every
        self._keys = itertools.count(1)
        self._listening: dict[int, Placing] = {}
        self._outbox: queue.SimpleQueue[bytes | None] | None = None
        self.process: BaseProcess | None = None
        self._heard = 0.0  # when it last told something
        self._watch: asyncio.TimerHandle | None = None

    @property
    def count(self) -> int:
        return len(self._listening)

    def begin(self, who: Placing, pieces: Any, poses: dict[str, list[float]], piece: str | None, placement: int) -> int:
        if self._outbox is None:
            self._outbox = queue.SimpleQueue()
            work = self._run, (self._outbox, asyncio.get_running_loop())
            threading.Thread(target=work[0], args=work[1], name="towers", daemon=True).start()
        if not self._listening:
            self._heard = time.monotonic()
        if self._watch is None:
            self._watch = asyncio.get_running_loop().call_later(self.every, self._look)
        key = next(self._keys)
        self._listening[key] = who
        self.tell(towerwork.Begin(key, pieces, poses, piece, placement))
        return key

    def tell(self, told: towerwork.Told) -> None:
        if self._outbox is None:
            return
        if isinstance(told, towerwork.Aimed) and self._outbox.qsize() > _MOST_WAITING:
            return
        self._outbox.put(towerwork.write_told([told]))

    def end(self, key: int) -> None:
        if self._listening.pop(key, None) is not None:
            self.tell(towerwork.End(key))

    def _look(self) -> None:
        """A process that hangs is ended: then all goes on as if it had died."""
        self._watch = None
        if not self._listening:
            return
        if time.monotonic() - self._heard > self.patience and self.process is not None:
            log.error("the process with the towers has said nothing for %.0f seconds, and is ended", self.patience)
            self.process.kill()
        self._watch = asyncio.get_running_loop().call_later(self.every, self._look)

    def close(self) -> None:
        self._listening.clear()
        if self._watch is not None:
            self._watch.cancel()
        if self._outbox is not None:
            self._outbox.put(None)
            self._outbox = None

    # On threads of their own, since starting a process and writing to it may take a while

    def _run(self, outbox: queue.SimpleQueue[bytes | None], loop: asyncio.AbstractEventLoop) -> None:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self.process = process = context.Process(target=towerwork.run, args=(there,), name="towers", daemon=True)
        process.start()
        there.close()
        threading.Thread(target=self._read, args=(here, outbox, loop), name="towers tell", daemon=True).start()
        with suppress(OSError):
            while (content := outbox.get()) is not None:
                here.send_bytes(content)
        process.terminate()
        process.join()

    def _read(self, here: Line, outbox: queue.SimpleQueue[bytes | None], loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is closed
            try:
                while True:
                    tells = towerwork.read_tells(here.recv_bytes())
                    loop.call_soon_threadsafe(self._told, outbox, tells)
            except (EOFError, OSError):
                outbox.put(None)
                loop.call_soon_threadsafe(self._died, outbox)
        here.close()

    def _told(self, outbox: object, tells: list[towerwork.Tells]) -> None:
        self._heard = time.monotonic()
        for told in tells:
            placing = self._listening.get(told.key)
            if placing is None or outbox is not self._outbox:
                continue
            if isinstance(told, towerwork.Rested | towerwork.Failed):
                del self._listening[told.key]
            try:
                placing.told(told)
            except Exception:
                log.exception("table %s: what the tower told was not understood", placing.table.code)

    def _died(self, outbox: object) -> None:
        if outbox is not self._outbox:
            return
        self._outbox = None
        log.error("the process with the towers died; %d hands go back to what is recorded", len(self._listening))
        lost, self._listening = self._listening, {}
        for key, placing in lost.items():
            placing.told(towerwork.Failed(key, "the process died"))


@dataclass
class LiveHand:
    """One placement."""

    placement: int
    seat: int
    piece: str  # "" where one was put back already
    seconds: float  # that are left for the hand, when its clock does not run
    phase: str = HOLDING
    key: int | None = None  # by which the process knows it; None before it does
    paused: bool = False
    until: float | None = None  # when the hand lets go by itself, while its clock runs
    asked: tuple[Connection, str] | None = None  # who let go, and the id of that move
    n: int = -1  # of the newest aim
    aimed: Aim | None = None  # that has yet to be sent
    aimed_at: float = 0.0  # when the last one was
    shown: Frame | None = None  # all that moved since the piece was taken
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


class Placing:
    """The placing of pieces at one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hand: LiveHand | None = None
        self._placements = random.getrandbits(15)  # a page that knew the server before its restart sees another number
        self._clock: asyncio.TimerHandle | None = None
        self._next_aim: asyncio.TimerHandle | None = None
        self._last_seat = -1  # whose hand was the last one
        self._failures = 0  # in a row
        self._lost = False  # whether the tower is still to be set up again

    @property
    def settles(self) -> bool:
        """Whether nobody can move before all is at rest."""
        return self.hand is not None and self.hand.phase != HOLDING

    @property
    def waits(self) -> bool:
        """Whether nobody need be asked to move: something moves, or the tower does not stand yet."""
        hand = self.hand
        return self._lost or (hand is not None and (hand.phase != HOLDING or hand.key is None))

    def is_holding(self, seat: int) -> bool:
        """Whether this seat has a piece in hand, as far as the log goes."""
        history = self.table.history
        return history.match is not None and history.held is not None and int(history.match.reading.turn_of) == seat

    def is_let_go(self, seat: int, move: int) -> bool:
        match = self.table.history.match
        return self.is_holding(seat) and match is not None and match.game.move_names[move : move + 1] == (LET_GO,)

    def check(self, seat: int, move: int) -> None:
        """Moves that are for the hand, or come too late, are refused."""
        if self.settles:
            raise IllegalMove("nobody can move now", "now is the time to wait until all is at rest")
        if self.is_let_go(seat, move):
            raise ParlourError("a piece is let go by the hand that holds it")

    @property
    def live(self) -> Live | None:
        hand = self.hand
        if hand is None:
            return None
        left = hand.seconds if hand.until is None else max(0.0, hand.until - time.monotonic())
        left_ms = round(1000 * left) if hand.phase == HOLDING else 0
        return Live(hand.placement, hand.seat, hand.piece, hand.phase, left_ms)  # type: ignore[arg-type]

    def key_frame(self) -> bytes | None:
        """All that is not where the state says, for whoever has seen no frame before."""
        shown = self.hand.shown if self.hand is not None else None
        return None if shown is None else write_frame(shown._replace(key=True))

    # The match

    def follow(self) -> None:
        """After an event: a piece was taken up, or is in no hand any more."""
        history = self.table.history
        match = history.match
        if match is None or history.phase != PLAYING or not history.has_tower:
            self.forget()
            return
        view = match.view(None)
        if view["stage"] == HOLDING:
            if self.hand is None:
                self._new_hand(match, view["held"], HOLDING)
        elif view["stage"] == UNREST:
            if self.hand is None:
                self._new_hand(match, "", UNREST)
            elif self.hand.phase == HOLDING:
                self._stop()
        else:
            self.forget()

    def _new_hand(self, match: Match, piece: str, phase: str) -> None:
        self._placements += 1
        self._last_seat = seat = int(match.reading.turn_of)
        self.hand = LiveHand(self._placements, seat, piece, self._time_left(), phase)

    def _time_left(self) -> float:
        """In seconds. A hand that is set up again goes on where it was, as well as the log knows."""
        if (left := self._left_by_log()) is None:
            return 0.0
        return min(float(self.table.history.game.settings["hand_time"]), max(left / 1000, _LEAST))

    def _left_by_log(self) -> int | None:
        known = self.table.history.hand_time
        return None if known is None else known.left_at(self.table.services.gaps, now_ms())

    def _stop(self) -> None:
        """SH-15: somebody has stopped the turn."""
        hand = self.hand
        assert hand is not None
        hand.phase = UNREST
        self._stop_clocks()
        hand.arrived.set()
        if hand.key is not None:
            self.table.services.towers.tell(towerwork.Stop(hand.key))

    def forget(self) -> None:
        """There is no live hand here any more, or it is set up anew."""
        hand, self.hand = self.hand, None
        self._stop_clocks()
        if hand is not None:
            hand.arrived.set()
            if hand.key is not None:
                self.table.services.towers.end(hand.key)

    def _stop_clocks(self) -> None:
        for clock in (self._clock, self._next_aim):
            if clock is not None:
                clock.cancel()
        self._clock = self._next_aim = None

    # Time

    def go_on(self) -> None:
        """Let the tower live while somebody is there; where nobody is, nothing happens."""
        hand = self.hand
        if hand is None:
            return
        if not self.table.connections:
            self._pause(hand)
        elif hand.key is None:
            if self.table.goes_on:
                self._begin(hand)
        elif hand.paused:
            hand.paused = False
            self.table.services.towers.tell(towerwork.Pause(hand.key, False))
            self._run_clock(hand)
            self._note_clock(hand)

    def _begin(self, hand: LiveHand) -> None:
        match = self.table.history.match
        assert match is not None
        scene = match.scene
        poses = scene["poses"] if scene else {}
        pieces = match.game.settings["pieces"].as_option
        piece = hand.piece if hand.phase == HOLDING else None
        hand.key = self.table.services.towers.begin(self, pieces, poses, piece, hand.placement)
        if hand.aimed is not None:
            self._send_aim(hand)
        self._run_clock(hand)
        if abs(1000 * hand.seconds - (self._left_by_log() or 0)) > _CLOSE:
            self._note_clock(hand)

    def _pause(self, hand: LiveHand) -> None:
        if hand.paused or hand.key is None:
            return
        hand.paused = True
        self.table.services.towers.tell(towerwork.Pause(hand.key, True))
        hand.arrived.set()  # a bot that carries it begins anew when somebody is back
        if hand.until is not None:
            hand.seconds, hand.until = max(0.0, hand.until - time.monotonic()), None
        if self._clock is not None:
            self._clock.cancel()
        self._note_clock(hand)

    def _note_clock(self, hand: LiveHand) -> None:
        """So that it goes on from here, whatever happens to the server."""
        if hand.phase == HOLDING:
            self.table.try_to(events.HandClock(round(1000 * hand.seconds), not hand.paused))

    def _run_clock(self, hand: LiveHand) -> None:
        """SH-8."""
        if hand.phase == HOLDING:
            hand.until = time.monotonic() + hand.seconds
            self._clock = asyncio.get_running_loop().call_later(hand.seconds, self.time_is_up)

    # The hand

    def aim(self, connection: Connection, aim: Aim) -> None:
        """Somebody moves the hand; BadTarget or another complaint, and nothing changes, if that cannot be."""
        seat, hand = connection.seat, self.hand
        if seat is None or connection not in self.table.connections:
            raise ParlourError("you are watching; only those who hold a piece can move it")
        place, turn = reachable((aim.x, aim.y, aim.z)), None if aim.turn is None else turn_of(aim.turn)
        if hand is None or hand.seat != seat:
            if seat == self._last_seat and hand is None:
                return  # it was on its way when the piece was let go
            raise ParlourError("you have no piece in hand")
        if hand.phase != HOLDING or aim.n <= hand.n:
            return
        hand.n, hand.aimed = aim.n, Aim(aim.n, *place, turn)
        if hand.key is not None and self._next_aim is None:
            wait = hand.aimed_at + 1 / AIMS - time.monotonic()
            if wait <= 0:
                self._send_aim(hand)
            else:
                self._next_aim = asyncio.get_running_loop().call_later(wait, self._send_aim, hand)

    def _send_aim(self, hand: LiveHand) -> None:
        aim, hand.aimed, self._next_aim = hand.aimed, None, None
        if aim is None or hand.key is None:
            return
        hand.aimed_at = time.monotonic()
        self.table.services.towers.tell(towerwork.Aimed(hand.key, aim.n, (aim.x, aim.y, aim.z), aim.turn))

    def let_go(self, asked: tuple[Connection, str] | None = None) -> None:
        """By the one whose hand it is, by a bot, or by the clock. Who asked is answered when all is at rest."""
        hand = self.hand
        if hand is None or hand.key is None:
            raise ParlourError("the piece is not in the hand yet; wait until it is shown there")
        if hand.phase == UNREST or (hand.asked is not None and asked is not None and hand.asked[1] != asked[1]):
            raise IllegalMove("nothing can be let go of now", "now is the time to wait until all is at rest")
        hand.asked = asked or hand.asked
        if hand.phase == HOLDING:
            self._send_aim(hand)
            self.table.services.towers.tell(towerwork.LetGo(hand.key))
            self._settle(hand)

    def _settle(self, hand: LiveHand) -> None:
        hand.phase = SETTLING
        self._stop_clocks()
        hand.arrived.set()
        live = self.live
        assert live is not None
        self.table.tell_all(write(LiveNow(live.placement, live.seat, live.piece, live.phase, live.left_ms)))

    def time_is_up(self) -> None:
        """For the hand, or for the seat."""
        if self.hand is not None and self.hand.key is not None and self.hand.phase == HOLDING:
            self.let_go()

    async def place(self, bot: str, is_due: Callable[[], bool]) -> None:
        """A bot thinks about where to put the piece, carries it there before everybody's eyes, and lets go."""
        hand, match = self.hand, self.table.history.match
        if hand is None or match is None or hand.phase != HOLDING or hand.key is None:
            return
        scene = match.scene
        spot = await self.table.services.thinkers.spot(
            bot,
            match.game.settings["pieces"].as_option,
            scene["poses"] if scene else {},
            hand.piece,
            int(match.reading.turn),
            random.getrandbits(62),
        )
        if self.hand is not hand or hand.phase != HOLDING or hand.key is None or hand.paused or not is_due():
            return
        hand.arrived.clear()
        self.table.services.towers.tell(towerwork.Carry(hand.key, tuple(spot[:3]), tuple(spot[3:])))  # type: ignore[arg-type]
        await hand.arrived.wait()
        if self.hand is hand and hand.phase == HOLDING and not hand.paused and is_due():
            self.let_go()

    # What the process tells

    def told(self, told: towerwork.Tells) -> None:
        hand = self.hand
        if hand is None or hand.key != told.key:
            return
        match told:
            case towerwork.Moved():
                self._show(hand, told.frame)
            case towerwork.Fell():
                if hand.phase == HOLDING:
                    self._settle(hand)
            case towerwork.Arrived():
                hand.arrived.set()
            case towerwork.Rested():
                self._failures = 0
                self._came_to_rest(hand, told)
            case towerwork.Failed():
                self._failed(hand, told.why)

    def _show(self, hand: LiveHand, data: bytes) -> None:
        frame = next(read_frames(data))
        before: Mapping[int, bytes] = {} if hand.shown is None else hand.shown.poses
        hand.shown = frame._replace(poses={**before, **frame.poses})
        for connection in self.table.connections:
            connection.show_frame(data)

    def _came_to_rest(self, hand: LiveHand, told: towerwork.Rested) -> None:
        match = self.table.history.match
        assert match is not None
        hand.key = None
        try:
            self.table.check_log()
            scene = self._scene(match, hand.seat, told.moves, told.poses)
            if hand.phase == UNREST:
                self.table.append(events.Rested(told.moves, scene))
            else:
                sent = hand.asked[1] if hand.asked else ""
                placed = events.Placed(hand.seat, sent, told.moves, scene, told.track)
                self.table.append(placed, hand.asked)
        except ParlourError as error:  # the log is away: the table is read anew, and the hand with it
            log.warning("table %s: %s", self.table.code, error)

    def _scene(self, match: Match, seat: int, moves: Sequence[str], poses: dict[str, list[float]]) -> dict[str, Any]:
        before = match.copy()
        for move in moves[:-1]:
            said_to(before, seat, move)
        assert moves[-1] == AT_REST
        return scene_at_rest(before, poses)

    def _failed(self, hand: LiveHand, why: str) -> None:
        """All as it was when the piece was taken up."""
        log.error("table %s: the tower was lost (%s)", self.table.code, why)
        asked = hand.asked
        hand.key = None
        self.forget()
        if asked is not None:
            asked[0].tell(write(Refusal(asked[1], _LOST, self.table.history.seq_for(asked[0].seat))))
        wait = min(_AT_MOST, _AGAIN * 2**self._failures)
        self._failures += 1
        self._lost = True
        asyncio.get_running_loop().call_later(wait, self._set_up_again)

    def _set_up_again(self) -> None:
        self.table.when_quiet(self._anew)

    def _anew(self) -> None:
        self._lost = False
        if self.hand is None:
            self.follow()
            self.table.show_all()
