"""The process in which towers stand while somebody places a piece on them: real time, and never on the event loop.

It knows no match and no seat. It is told what to do with a tower, and tells where things are, what fell, and when all
is at rest. Whoever let go or stopped first is for the server to say, so nothing here lets go of a piece by itself.
"""

from __future__ import annotations

import base64
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from ..components.piece_set import PieceSet
from ..components.shapes_deck import PIECE_NAMES
from ..engine.errors import ParlourError
from ..physics import BadTarget, Pose, Stack
from ..tower.building import AT_REST, LET_GO, STEPS_A_SECOND, Building
from ..tower.umpire import recorded
from .frames import Frame, packed, write_frame

TICKS = 30  # a second
_STEPS = STEPS_A_SECOND // TICKS  # in a tick
_TICK = 1 / TICKS
_LATE = 0.25  # seconds by which a tower may be late; what is more, is lost
_BEAT = 1.0  # seconds after which it tells that it is there
_GATHER = 0.004  # seconds for which frames wait for others to go with them
_MOVED, _TURNED = 0.02, 0.0004  # mm, and half the angle in radians, from which on a piece has moved
_SHOWN_BEFORE, _SHOWN = 1.5, 4.0  # seconds of a fall that are kept: so much before it, and all in all
_MOST_TRACK = 18 * 1024  # bytes of that; in base64 a third more
_NUMBERS = {piece: number for number, piece in enumerate(PIECE_NAMES)}


# What it is told


class Begin(Struct, frozen=True, tag="begin"):
    """A tower as recorded, and a piece taken in hand; none: what was pushed is to come to rest."""

    key: int
    pieces: Any  # as an option
    poses: dict[str, list[float]]
    piece: str | None
    placement: int


class Aimed(Struct, frozen=True, tag="aim"):
    key: int
    n: int
    place: tuple[float, float, float]
    turn: tuple[float, float, float, float] | None


class Carry(Struct, frozen=True, tag="carry"):
    """For hands that know where they want to go: over everything, and down."""

    key: int
    place: tuple[float, float, float]
    turn: tuple[float, float, float, float]


class LetGo(Struct, frozen=True, tag="let go"):
    key: int


class Stop(Struct, frozen=True, tag="stop"):
    """SH-15."""

    key: int


class Pause(Struct, frozen=True, tag="pause"):
    key: int
    on: bool


class End(Struct, frozen=True, tag="end"):
    key: int


Told = Begin | Aimed | Carry | LetGo | Stop | Pause | End


# What it tells


class Moved(Struct, frozen=True, tag="moved"):
    key: int
    frame: bytes


class Fell(Struct, frozen=True, tag="fell"):
    """Something fell while a piece was held; it is in the hand no more."""

    key: int


class Arrived(Struct, frozen=True, tag="arrived"):
    """What was to be carried is there, or gets no nearer."""

    key: int


class Rested(Struct, frozen=True, tag="rested"):
    key: int
    moves: list[str]  # what happened since the piece was taken, in order
    poses: dict[str, list[float]]
    track: str  # if something fell: frames, in base64


class Failed(Struct, frozen=True, tag="failed"):
    """The tower cannot be reckoned with."""

    key: int
    why: str


Tells = Moved | Fell | Arrived | Rested | Failed

read_told, write_told = msgspec.msgpack.Decoder(list[Told]).decode, msgspec.msgpack.Encoder().encode
read_tells, write_tells = msgspec.msgpack.Decoder(list[Tells]).decode, msgspec.msgpack.Encoder().encode


class LiveTower:
    """One tower on which a piece is being placed. `due` is when its next tick is."""

    def __init__(self, begin: Begin, now: float) -> None:
        self.key, self.placement = begin.key, begin.placement
        self.building = Building(Stack.from_poses(PieceSet.load(begin.pieces), begin.poses))
        self.due = now
        self.paused = self.over = False
        self.steps = self.frames = self.n = 0
        self.moves: list[str] = []
        self._way: Generator[None, None, bool] | None = None
        self._sent: dict[str, Pose] = {}
        self._here = {_NUMBERS[piece]: packed(pose) for piece, pose in self.building.stack.poses().items()}
        self._film: deque[tuple[int, dict[int, bytes]]] = deque(maxlen=round(_SHOWN * TICKS))
        self._first_fall: int | None = None  # in steps
        if begin.piece is not None:
            self.building.take(begin.piece)
        else:
            self.building.moves = True

    # What is done to it

    def aim(self, aimed: Aimed) -> None:
        self._way = None
        if self.building.stack.held is not None:
            self.building.stack.aim(*aimed.place, aimed.turn)
            self.n = aimed.n

    def carry(self, carry: Carry) -> None:
        if self.building.stack.held is not None:
            self._way = self.building.carry(*carry.place, carry.turn)

    def let_go(self) -> None:
        """Unless something fell before."""
        self._way = None
        if self.building.stack.held is not None:
            self.building.let_go()
            self.moves.append(LET_GO)

    def stop(self) -> None:
        """Something may have fallen before: then it fell after the stop, as everybody else saw it."""
        self._way = None
        if self.building.stack.held is not None:
            self.building.stop()

    def pause(self, on: bool, now: float) -> None:
        self.paused, self.due = on, now
        self._way = None

    # Time

    def tick(self) -> list[Tells]:
        """As many steps as a tick has, and what there is to tell of them."""
        tells: list[Tells] = []
        for _ in range(_STEPS):
            held = self.building.stack.held
            if self._way is not None and self._has_arrived():
                tells.append(Arrived(self.key))
            said = self.building.step()
            self.steps += 1
            self.moves += said
            if said and self._first_fall is None and said[0] != AT_REST:
                self._first_fall = self.steps
            if held is not None and self.building.stack.held is None:
                tells.append(Fell(self.key))
            if AT_REST in said:
                self.over = True
                break
        moved = self._moved()
        self._keep_film(moved)
        if moved:
            tells.append(Moved(self.key, self._frame(self.frames, self.steps, moved, key=self.frames == 0)))
            self.frames += 1
        if self.over:
            tells.append(Rested(self.key, self.moves, recorded(self.building.stack), self._track()))
        return tells

    def _has_arrived(self) -> bool:
        try:
            assert self._way is not None
            next(self._way)
            return False
        except (StopIteration, BadTarget):  # over so high a tower that no hand gets there
            self._way = None
            return True

    # What is shown

    def _moved(self) -> dict[int, bytes]:
        found = {}
        here = self.building.stack.stirred()
        for piece, pose in here.items():
            if _has_moved(self._sent.get(piece), pose):
                self._sent[piece] = pose
                found[_NUMBERS[piece]] = packed(pose)
        for piece in [piece for piece in self._sent if piece not in here]:
            del self._sent[piece]
            found[_NUMBERS[piece]] = b""
        return found

    def _frame(self, number: int, steps: int, poses: dict[int, bytes], key: bool) -> bytes:
        return write_frame(Frame(key, self.placement, number, steps * 1000 // STEPS_A_SECOND, self.n, poses))

    def _keep_film(self, moved: dict[int, bytes]) -> None:
        """Where all is, tick by tick; after a fall no longer than it is shown."""
        self._here |= moved
        for piece in [piece for piece, pose in moved.items() if not pose]:
            del self._here[piece]
        after = 0 if self._first_fall is None else self.steps - self._first_fall
        if after <= (_SHOWN - _SHOWN_BEFORE) * STEPS_A_SECOND:
            self._film.append((self.steps, dict(self._here)))

    def _track(self) -> str:
        """The fall, in frames of which the first has every piece; as many a second as there is room for."""
        if self._first_fall is None:
            return ""
        film = list(self._film)
        for every in range(1, len(film) + 1):
            chosen = film[:1] + [one for place, one in enumerate(film[1:], 1) if (len(film) - 1 - place) % every == 0]
            made = b"".join(self._track_frames(chosen))
            if len(made) <= _MOST_TRACK:
                break
        return base64.b64encode(made).decode()

    def _track_frames(self, film: list[tuple[int, dict[int, bytes]]]) -> list[bytes]:
        frames, before = [], dict[int, bytes]()
        for number, (steps, poses) in enumerate(film):
            changed = {piece: pose for piece, pose in poses.items() if before.get(piece) != pose}
            changed |= {piece: b"" for piece in before if piece not in poses}
            before = poses
            if changed:
                frames.append(self._frame(number, steps, changed, key=number == 0))
        return frames


def _has_moved(before: Pose | None, pose: Pose) -> bool:
    if before is None:
        return True
    away = sum((one - other) ** 2 for one, other in zip(before[:3], pose[:3], strict=True))
    turned = sum((one - other) ** 2 for one, other in zip(before[3:], pose[3:], strict=True))
    return away > _MOVED**2 or turned > _TURNED**2


class Work:
    """All live towers. `tell` gets what is to be told, in order."""

    def __init__(self, tell: Callable[[list[Tells]], None]) -> None:
        self.tell = tell
        self.towers: dict[int, LiveTower] = {}
        self.lost = 0.0  # seconds of all towers that were not reckoned, since there was no time for it

    def do(self, told: Told) -> None:
        if isinstance(told, Begin):
            try:
                self.towers[told.key] = LiveTower(told, time.perf_counter())
            except ParlourError as error:
                self.tell([Failed(told.key, str(error))])
            return
        tower = self.towers.get(told.key)
        if tower is None:  # it came to rest meanwhile
            return
        match told:
            case Aimed():
                with suppress(BadTarget):  # it was checked before
                    tower.aim(told)
            case Carry():
                tower.carry(told)
            case LetGo():
                tower.let_go()
            case Stop():
                tower.stop()
            case Pause():
                tower.pause(told.on, time.perf_counter())
            case End():
                del self.towers[told.key]

    def next_due(self) -> float | None:
        return min((tower.due for tower in self.towers.values() if not tower.paused), default=None)

    def work(self) -> None:
        """All ticks that are due now."""
        told: list[Tells] = []
        since = time.perf_counter()
        for tower in sorted(self.towers.values(), key=lambda tower: tower.due):
            now = time.perf_counter()
            if tower.paused or tower.due > now:
                continue
            if now - tower.due > _LATE:
                self.lost += now - tower.due - _LATE
                tower.due = now - _LATE
            tower.due += _TICK
            try:
                told += tower.tick()
            except Exception as error:
                tower.over = True
                told.append(Failed(tower.key, f"{type(error).__name__}: {error}"))
            if tower.over:
                del self.towers[tower.key]
            if told and time.perf_counter() - since > _GATHER:
                self.tell(told)
                told, since = [], time.perf_counter()
        if told:
            self.tell(told)


def run(line: Connection) -> None:
    """The process: until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this, too
    work = Work(lambda tells: line.send_bytes(write_tells(tells)))
    beat = 0.0
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            due = work.next_due()
            wait = None if due is None else max(0.0, due - time.perf_counter())
            if work.towers:
                if time.perf_counter() - beat > _BEAT:
                    beat = time.perf_counter()
                    work.tell([])  # the server takes silence for death
                wait = _BEAT if wait is None else min(wait, _BEAT)
            while line.poll(wait):
                for told in read_told(line.recv_bytes()):
                    work.do(told)
                wait = 0.0
                if (due := work.next_due()) is not None and due <= time.perf_counter():
                    break  # however much is asked, time goes on
            work.work()
    os._exit(0)
