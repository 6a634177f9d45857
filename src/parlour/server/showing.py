"""What is shown of a table: to everybody, and to each seat what that seat may see.

After a move every seat is sent its state. What all see is worked out and written once, and joined with the little that
is a seat's own: at a busy server nothing costs more than this.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ..bots.levels import can_search
from ..components.component import Component
from ..engine.errors import ParlourError
from ..engine.game import Game, Telling
from ..engine.match import Match
from ..engine.reading import Reading
from ..engine.seats import UMPIRE, seats_in
from . import events, fairness
from .events import Event
from .history import BOT
from .messages import Ending, Live, Seat, State, TableInfo, write
from .thinkers import usual_bot

if TYPE_CHECKING:
    from .table import Connection, Table

Viewer = int | None  # a seat; None is a spectator
Step = tuple[Reading, Reading, int, int]  # before a move, after it, who made it, and which

_NOTHING = b"[]"
_SEATS: dict[Viewer, bytes] = {None: b"null", **{seat: b"%d" % seat for seat in range(UMPIRE)}}
_YOUR_BOT = "Your bot"
_LINES = 5000  # of the log, at least, are kept for those who come back: whole matches, for pages add rounds up by them


class _Moment(msgspec.Struct):
    """A match at one moment: what is the same for all who look, worked out and written once."""

    match: Match
    reading: Reading
    to_act: int  # the seats that can be asked for a move: none, while things come to rest
    acting: bytes | None  # who may act, as all know it; None where that depends on who looks
    for_all: bytes  # the fields of a view that all see, without the first brace
    talk: bytes  # what bots said to their team
    overheard: bytes  # as much of it as who only watches may hear
    rest: bytes  # the fields of a state from `seats` to `track`, with the comma before

    def state(self, viewer: Viewer, seq: int, own: bytes, told: bytes, made: bytes, answers: str | None) -> bytes:
        """A `State`, as it would be written. The names of the two parts of a view differ: they stand side by side."""
        talk = self.overheard if viewer is None else self.talk
        tail = self.tail(self._choices(viewer), told, made, talk, answers)
        return b"".join((self.head(seq), _SEATS[viewer], self.between(viewer), own, tail))

    def head(self, seq: int) -> bytes:
        return b'{"type":"state","seq":%d,"view":{"seat":' % seq

    def between(self, viewer: Viewer) -> bytes:
        """What stands between who looks and what is their own."""
        acting = self.acting
        if acting is None:
            acting = write(self.match.game.to_act_seen(self.reading, viewer))
        return b',"to_act":%b,' % acting

    def tail(self, choices: bytes, told: bytes, made: bytes, talk: bytes, answers: str | None) -> bytes:
        """All that comes after what is the viewer's own."""
        answer = b"null" if answers is None else write(answers)
        return b"".join(
            (
                self.for_all, b',"choices":[', choices, b'],"told":', told, b',"moves":', made,
                b',"talk":', talk, self.rest, b',"answers":', answer, b"}",
            )
        )  # fmt: skip

    def _choices(self, viewer: Viewer) -> bytes:
        if viewer is None or not self.to_act >> viewer & 1:
            return b""
        spelled = _spelled(type(self.match.game))
        return b",".join([spelled[move] for move in self.match.offered(viewer, self.reading)])


class _Tale:
    """The moves of one event as they are told, once for all whom they do not mean; names are those at the table.

    `away` is the seat for which a bot made them: to that seat they are the bot's. `late`: the time of who moved was up.
    """

    def __init__(
        self, game: Game, steps: list[Step], names: list[str], away: Viewer = None, *, late: bool = False
    ) -> None:
        self._game, self._steps, self._names, self._away, self._late = game, steps, names, away, late
        telling = Telling(names)
        told = self._written(None, self._lines(telling))
        self.known_to: list[int] = []  # those who may know that there were these moves, where not all may
        self._hidden = False  # whether some of the moves are known only to those who made them
        for _, _, seat, move in steps:
            if seat != UMPIRE:
                if game.is_unseen(move):
                    self.known_to.append(seat)
                if not game.shows_move(move):
                    self._hidden = True
                    telling.meant.add(seat)
        self.for_others = told, self._made(None)
        self.meant = set(range(len(names))) if telling.differs else telling.meant

    def told(self, viewer: Viewer) -> tuple[bytes, bytes]:
        """As they stand in a state: the lines, and who made which move."""
        if viewer not in self.meant:
            return self.for_others
        lines = self._lines_of_bot(viewer) if viewer == self._away else self._lines(Telling(self._names, viewer))
        return self._written(viewer, lines), self._made(viewer) if self._hidden else self.for_others[1]

    def _written(self, viewer: Viewer, lines: list[str]) -> bytes:
        if self._late:
            seat = self._steps[-1][2]
            up = "Your time is up." if seat == viewer else f"The time of {self._names[seat]} is up."
            lines = [up, *lines]
        return write(lines)

    def _lines(self, telling: Telling) -> list[str]:
        tell = self._game.tell
        if len(self._steps) == 1:
            told = tell(*self._steps[0], telling)
            return [told] if told and "\n" not in told else [line for line in told.split("\n") if line]
        return [line for step in self._steps for line in tell(*step, telling).split("\n") if line]

    def _lines_of_bot(self, seat: int) -> list[str]:
        names = [*self._names[:seat], _YOUR_BOT, *self._names[seat + 1 :]]
        within = re.compile(rf"(?<=[\w,;:] ){_YOUR_BOT}")  # a sentence
        return [within.sub(_YOUR_BOT.lower(), line) for line in self._lines(Telling(names))]

    def _made(self, viewer: Viewer) -> bytes:
        """Who made which move, the words only where this viewer may know them."""
        game, names = self._game, _named(type(self._game))
        hidden = self._hidden
        made = [
            b"[%d,%b]" % (seat, b"null" if hidden and viewer != seat and not game.shows_move(move) else names[move])
            for _, _, seat, move in self._steps
            if seat != UMPIRE
        ]
        return b"[%b]" % b",".join(made)


class _Lines:
    """The newest lines of the log as one viewer was told them.

    It holds numbers and text alone: Python's search for circles would look at everything else, after every move.
    """

    __slots__ = ("_seqs", "_told")

    def __init__(self) -> None:
        self._seqs: list[int] = []
        self._told: list[bytes] = []  # what each event added, as it stands in a state

    def add(self, seq: int, told: bytes) -> None:
        self._seqs.append(seq)
        self._told.append(told)
        if len(self._seqs) == 2 * _LINES:
            del self._seqs[:_LINES], self._told[:_LINES]

    def after(self, since: int) -> list[str]:
        return [
            line
            for seq, told in zip(self._seqs, self._told, strict=True)
            if seq > since
            for line in msgspec.json.decode(told)
        ]


class Showing:
    """The view of one table; it reads, and changes nothing."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._told: dict[Viewer, _Lines] = {}
        self._own: dict[Viewer, tuple[bytes, bytes]] = {}  # what a seat saw of its own, by what it came from
        self._rest: bytes | None = None  # of a state at which nobody waits for anything, while it cannot have changed
        self._seen_by_all: tuple[Reading | None, bytes] = None, b""  # as last written, and in which position

    def forget_seats(self) -> None:
        """Somebody came, went, or a clock ran on."""
        self._rest = None

    def forget_lines(self) -> None:
        """The log was told with other names, or of another match."""
        self._told.clear()
        self._own.clear()

    def stop_telling(self, viewer: Viewer) -> None:
        """Nobody looks from there any more, so nothing is added; who comes back is told all anew."""
        self._told.pop(viewer, None)
        self._own.pop(viewer, None)

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
            [chair.wins for chair in history.chairs],
            fairness.commitment(history.secret),
            words,
            table.watching,
            table.host_is_here,
            [seat for seat, chair in enumerate(history.chairs) if chair.offered],
            history.game.printed(),
            history.game.meanings(),
            can_search(history.game),
            usual_bot(type(history.game)),
            table.newcomer,
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
                thinking.runs(seat) and not self.table.stands_still if thinking else False,
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

    def state(self, viewer: Viewer, told: list[str]) -> bytes:
        """What this viewer is sent of the match as it is."""
        match = self.table.history.match
        assert match is not None
        moment = self._moment(match.reading)
        own = _own(match.game, moment.reading, viewer)
        return moment.state(viewer, self.table.history.seq_for(viewer), own, write(told), _NOTHING, None)

    def _moment(self, reading: Reading, track: str = "") -> _Moment:
        """`reading`: of the match as it is."""
        match = self.table.history.match
        assert match is not None
        known, for_all = self._seen_by_all
        if known is not reading:
            for_all = write(match.seen_by_all(reading))[1:]
            self._seen_by_all = reading, for_all
        over = None if reading.to_act else self._ending(match)
        placing, reader = self.table.placing, self.table.reader
        if over is not None or placing.hand is not None or reader is not None or track:
            rest = self._rest_of_state(reader, over, placing.live, track)
        elif self._rest is None:
            rest = self._rest = self._rest_of_state()
        else:
            rest = self._rest
        to_act = 0 if placing.settles else reading.to_act
        acting = _acting(reading.to_act) if _all_know_who_acts(type(match.game)) else None
        return _Moment(match, reading, to_act, acting, for_all, *self.table.talking.written, rest)

    def _ending(self, match: Match) -> Ending:
        return Ending(sorted(match.winners), match.scores, match.game.ending(match.reading), self._deal())

    def _rest_of_state(
        self, reader: int | None = None, over: Ending | None = None, live: Live | None = None, track: str = ""
    ) -> bytes:
        """The fields that are the same for all."""
        whole = write(State(0, {}, [], [], [], [], self.seats(), reader, over, live, track))
        return whole[whole.index(b',"seats":') : whole.rindex(b',"answers":')]

    def before(self, event: Event) -> Reading | Match | None:
        """What it takes to tell of the moves of this event, when it has happened; None where it has none."""
        match = self.table.history.match
        if match is None:
            return None
        if isinstance(event, events.Moved):
            return match.reading
        return match.copy() if isinstance(event, events.Placed | events.Rested) else None

    def steps_from(self, before: Reading | Match) -> list[Step]:
        """The moves made since."""
        match = self.table.history.match
        assert match is not None
        if isinstance(before, Match):
            return list(_steps(before, match.made[len(before.made) :]))
        return [(before, match.reading, *match.made[-1])]

    def states_after(
        self, steps: list[Step], track: str, asked: tuple[Viewer, str] | None
    ) -> list[tuple[Connection, bytes, int]]:
        """What each of those who are here is sent of the moves just made, and its number; nothing, if not for them.

        `asked` is the seat that sent the move, and the move's id.
        """
        history = self.table.history
        match = history.match
        assert match is not None
        game, reading, telling = match.game, steps[-1][1], self._told
        moment, tale = self._moment(reading, track), self._tale(len(history.at_moves) - 1, game, steps)
        asker, answers = asked if asked is not None else (None, None)
        last = None if history.unseen else history.seq  # as all count
        head, acting = moment.head(history.seq), moment.between(None)
        for_others = tale.for_others
        tail = moment.tail(b"", *for_others, moment.talk, None)  # for all at the table who only look on
        rows = reading.bits_by_row(game.own_row) if game.own_row is not None else None
        shown: list[tuple[Connection, bytes, int]] = []
        states: dict[Viewer, tuple[bytes, int]] = {}
        for connection in self.table.connections:
            viewer = connection.seat
            state = states.get(viewer)
            if state is None:
                if tale.known_to and tale.known_to != [viewer]:
                    continue
                seq = history.seq_for(viewer) if last is None else last
                told, made = tale.told(viewer) if viewer in tale.meant else for_others
                if viewer in telling:
                    telling[viewer].add(seq, told)
                if rows is None or viewer is None:
                    own = _own(game, reading, viewer)
                else:  # most moves change nothing in most hands
                    known, row = self._own.get(viewer), rows[viewer]
                    if known is None or known[0] != row:
                        known = self._own[viewer] = row, _own(game, reading, viewer)
                    own = known[1]
                answer = answers if viewer == asker else None
                if last is None or answer is not None or viewer is None or told is not for_others[0]:
                    written = moment.state(viewer, seq, own, told, made, answer)
                elif moment.acting is None or moment.to_act >> viewer & 1:
                    written = moment.state(viewer, seq, own, told, made, None)
                else:
                    written = b"".join((head, _SEATS[viewer], acting, own, tail))
                state = states[viewer] = written, seq
            shown.append((connection, *state))
        return shown

    def _tale(self, last: int, game: Game, steps: list[Step]) -> _Tale:
        """Of these moves, the last of which has this number in the match."""
        history = self.table.history
        away = steps[-1][2] if last in history.stood_in else None
        return _Tale(game, steps, history.names, away, late=last in history.late)

    def lines(self, viewer: Viewer, since: int) -> list[str]:
        """What was told to this viewer after an event."""
        if viewer not in self._told:
            self._told[viewer] = self._tell_all_moves(viewer)
        return self._told[viewer].after(since)

    def _tell_all_moves(self, viewer: Viewer) -> _Lines:
        history = self.table.history
        match = history.match
        assert match is not None
        found = _Lines()
        steps = enumerate(zip(history.at_moves, _steps(match.beginning(), match.made), strict=True))
        for number, (seq, step) in itertools.islice(steps, max(0, len(match.made) - _LINES), None):
            tale = self._tale(number, match.game, [step])
            if not tale.known_to or tale.known_to == [viewer]:
                found.add(history.seq_for(viewer, seq), tale.told(viewer)[0])
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


def options_shown(game: Game) -> dict[str, Any]:
    """A game's options as everybody may know them: of a component of one's own only what it is called.

    The content of a list of questions tells which answers are right.
    """
    own = {name for name, value in game.settings.items() if isinstance(value, Component) and not value.preset}
    return {name: {"title": value["title"]} if name in own else value for name, value in game.plain_settings.items()}


def _own(game: Game, reading: Reading, viewer: Viewer) -> bytes:
    """The fields of a view that a game shows this viewer alone, with the comma after them."""
    seen = game.seat_sees(reading, viewer)
    return write(seen)[1:-1] + b"," if seen else b""


@functools.cache
def _acting(seats: int) -> bytes:
    """Who may act, as it is written where all know it."""
    return write(seats_in(seats))


@functools.cache
def _all_know_who_acts(game: type[Game]) -> bool:
    return game.to_act_seen is Game.to_act_seen


@functools.cache
def _named(game: type[Game]) -> tuple[bytes, ...]:
    """Every move of a game, in words as they are written."""
    return tuple(write(name) for name in game.move_names)


@functools.cache
def _spelled(game: type[Game]) -> tuple[bytes, ...]:
    """Every move of a game as a choice is written: its number and its words."""
    return tuple(write(move) for move in enumerate(game.move_names))
