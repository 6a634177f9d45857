"""What is shown of a table: to everybody, and to each seat what that seat may see.

After a move every seat is sent its state. What all see is worked out and written once, and joined with the little that
is a seat's own: at a busy server nothing costs more than this.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from ..components.component import Component
from ..engine.errors import ParlourError
from ..engine.game import Game, Telling
from ..engine.match import Match, seen_by
from ..engine.reading import Reading
from ..engine.seats import UMPIRE
from . import events, fairness
from .events import Event
from .history import BOT, History
from .messages import Ending, Live, Seat, State, TableInfo, write

if TYPE_CHECKING:
    from .table import Table

Viewer = int | None  # a seat; None is a spectator
Step = tuple[Reading, Reading, int, int]  # before a move, after it, who made it, and which
Made = list[tuple[int, str | None]]  # who moved, and what where all may know it

_NOTHING = msgspec.Raw(b"[]")
_LINES = 200  # of the log, kept for those who come back


@dataclass(frozen=True, slots=True)
class _Moment:
    """A match at one moment: what is the same for all who look, worked out once."""

    match: Match
    reading: Reading
    for_all: bytes  # the fields of a view that all see, as they are written, without the first brace
    history: History
    seats: msgspec.Raw
    reader: int | None
    over: Ending | None
    live: Live | None
    settles: bool  # whether nobody can move before all is at rest
    track: str

    def state(self, viewer: Viewer, told: list[str], made: Made) -> bytes:
        # The names of the two parts of a view differ, so their fields can stand side by side.
        own = write(seen_by(self.match.game, self.reading, viewer))
        view, choices = msgspec.Raw(b"%b,%b" % (own[:-1], self.for_all)), self._choices(viewer)
        seq, seats = self.history.seq_for(viewer), self.seats
        state = State(seq, view, choices, told, made, seats, self.reader, self.over, self.live, self.track)  # type: ignore[arg-type]
        return write(state)

    def _choices(self, viewer: Viewer) -> msgspec.Raw:
        if viewer is None or self.settles or not self.reading.to_act >> viewer & 1:
            return _NOTHING
        spelled = _spelled(type(self.match.game))
        return msgspec.Raw(b"[%b]" % b",".join([spelled[move] for move in self.match.choices(viewer)]))


class Showing:
    """The view of one table; it reads, and changes nothing."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._told: dict[Viewer, deque[tuple[int, list[str]]]] = {}
        self._seats: msgspec.Raw | None = None  # as last written, while it cannot have changed
        self._seen_by_all: tuple[Reading | None, bytes] = None, b""  # as last written, and in which position

    def forget_seats(self) -> None:
        """Somebody came, went, or a clock ran on."""
        self._seats = None

    def forget_lines(self) -> None:
        """The log was told with other names, or of another match."""
        self._told.clear()

    # To everybody

    def info(self) -> TableInfo:
        table, history = self.table, self.table.history
        if history.dealt:
            words = [word or None for word in history.mixed]
        else:
            words = ["" if chair.word else None for chair in history.chairs]
        return TableInfo(
            table.code,
            history.game.id,
            history.game.title,
            history.game.players,
            options_shown(history.game),
            history.settings,
            self.seats(),
            history.phase,  # type: ignore[arg-type]
            history.round,
            fairness.commitment(history.secret),
            words,
            sum(connection.seat is None for connection in table.connections),
            history.game.printed(),
        )

    def seats(self) -> list[Seat]:
        history, now = self.table.history, self.table.clock_time
        here = {connection.seat for connection in self.table.connections}
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
                thinking.runs(seat) and self.table.reader is None if thinking else False,
            )
            for seat, chair in enumerate(history.chairs)
        ]

    def record(self) -> dict[str, Any]:
        """The match that is over, with all it takes to check its deal."""
        history = self.table.history
        if history.match is None or not history.match.over:
            raise ParlourError("the record can be had when the match is over: it tells every hand")
        return {**history.match.record(), "names": history.names, "fairness": msgspec.to_builtins(self._deal())}

    def _deal(self) -> Any:
        history = self.table.history
        return fairness.shown(history.secret, history.round, history.mixed)

    # To a seat

    def state(self, viewer: Viewer, told: list[str], made: Made) -> bytes:
        """What this viewer is sent of the match as it is."""
        return self._moment().state(viewer, told, made)

    def _moment(self, track: str = "") -> _Moment:
        table = self.table
        match = table.history.match
        assert match is not None
        reading, for_all = self._seen_by_all
        if reading is not match.reading:
            reading, for_all = self._seen_by_all = match.reading, write(match.seen_by_all())[1:]
        if self._seats is None:
            self._seats = msgspec.Raw(write(self.seats()))
        over = None if reading.to_act else Ending(sorted(match.winners), match.scores, self._deal())
        placing = table.placing
        return _Moment(
            match,
            reading,
            for_all,
            table.history,
            self._seats,
            table.reader,
            over,
            placing.live,
            placing.settles,
            track,
        )

    def before(self, event: Event) -> Reading | Match | None:
        """What it takes to tell of the moves of this event, when it has happened; None where it has none."""
        match = self.table.history.match
        if match is None or not isinstance(event, events.Moved | events.Placed | events.Rested):
            return None
        return match.reading if isinstance(event, events.Moved) else match.copy()

    def steps_from(self, before: Reading | Match) -> list[Step]:
        """The moves made since."""
        match = self.table.history.match
        assert match is not None
        if isinstance(before, Match):
            return list(_steps(before, match.made[len(before.made) :]))
        return [(before, match.reading, *match.made[-1])]

    def states_after(self, steps: list[Step], track: str) -> dict[Viewer, bytes]:
        """What each of those who are here is sent of the moves just made; nothing, to whom they are not known."""
        history = self.table.history
        match = history.match
        assert match is not None
        game, made = match.game, [(seat, move) for _, _, seat, move in steps]
        moment = self._moment(track)
        states: dict[Viewer, bytes] = {}
        for connection in self.table.connections:
            viewer = connection.seat
            if viewer in states or any(game.is_unseen(move) and viewer != seat for seat, move in made):
                continue
            telling = Telling(history.names, viewer)
            lines = [line for step in steps for line in _lines(game.tell(*step, telling))]
            if viewer in self._told:
                self._told[viewer].append((history.seq_for(viewer), lines))
            known = [
                (seat, game.move_names[move] if viewer == seat or game.shows_move(move) else None)
                for seat, move in made
                if seat != UMPIRE
            ]
            states[viewer] = moment.state(viewer, lines, known)
        return states

    def lines(self, viewer: Viewer, since: int) -> list[str]:
        """What was told to this viewer after an event."""
        if viewer not in self._told:
            self._told[viewer] = self._tell_all_moves(viewer)
        return [line for seq, lines in self._told[viewer] if seq > since for line in lines]

    def _tell_all_moves(self, viewer: Viewer) -> deque[tuple[int, list[str]]]:
        history = self.table.history
        match = history.match
        assert match is not None
        found: deque[tuple[int, list[str]]] = deque(maxlen=_LINES)
        telling, steps = Telling(history.names, viewer), _steps(match.beginning(), match.made)
        for seq, (before, after, seat, move) in zip(history.at_moves, steps, strict=True):
            if seat == viewer or not match.game.is_unseen(move):
                told = match.game.tell(before, after, seat, move, telling)
                found.append((history.seq_for(viewer, seq), _lines(told)))
        return found


def _steps(match: Match, made: Sequence[tuple[int, int]]) -> Iterator[Step]:
    """These moves one by one, from that match on, which is taken along: before, after, who, and what."""
    for seat, move in made:
        before = match.reading
        if seat == UMPIRE:
            match.decide(move)
        else:
            match.play(seat, move)
        yield before, match.reading, seat, move


def _lines(told: str) -> list[str]:
    return [line for line in told.split("\n") if line]


def options_shown(game: Game) -> dict[str, Any]:
    """A game's options as everybody may know them: of a component of one's own only what it is called.

    The content of a list of questions tells which answers are right.
    """
    own = {name for name, value in game.settings.items() if isinstance(value, Component) and not value.preset}
    return {name: {"title": value["title"]} if name in own else value for name, value in game.plain_settings.items()}


@functools.cache
def _spelled(game: type[Game]) -> tuple[bytes, ...]:
    """Every move of a game as a choice is written: its number and its words."""
    return tuple(write(move) for move in enumerate(game.move_names))
