"""What is shown of a table: to everybody, and to each seat what that seat may see.

After a move every seat is sent its state. What all see is worked out and written once, and joined with the little that
is a seat's own: at a busy server nothing costs more than this.
"""

from __future__ import annotations

import bisect
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
from .history import BOT, PERSON
from .messages import Ending, Seat, State, TableInfo, write
from .thinkers import usual_bot

if TYPE_CHECKING:
    from .table import Connection, Table

Viewer = int | None  # a seat; None is a spectator
Written = tuple[bytes, ...]  # a message in parts, many of them shared: they are put together when they are sent
Step = tuple[Reading, Reading, int, int]  # before a move, after it, who made it, and which

_NOTHING = b"[]"
_SEATS: dict[Viewer, bytes] = {None: b"null", **{seat: b"%d" % seat for seat in range(UMPIRE)}}
_SEATS_FROM, _ANSWERS_FROM = b',"seats":', b',"answers":'
_NOTHING_MORE = b',"seats":null,"reading":null,"over":null,"live":null,"track":""'
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

    def state(self, viewer: Viewer, seq: int, own: bytes, told: bytes, made: bytes, answers: str | None) -> Written:
        """A `State`, as it would be written. The names of the two parts of a view differ: they stand side by side."""
        talk = self.overheard if viewer is None else self.talk
        after = self.after(self._choices(viewer), told, made, talk, answers)
        return self.head(seq), _SEATS[viewer], self.between(viewer), own, *after

    def head(self, seq: int) -> bytes:
        return b'{"type":"state","seq":%d,"view":{"seat":' % seq

    def between(self, viewer: Viewer) -> bytes:
        """What stands between who looks and what is their own."""
        acting = self.acting
        if acting is None:
            acting = write(self.match.game.to_act_seen(self.reading, viewer))
        return b',"to_act":%b,' % acting

    def after(self, choices: bytes, told: bytes, made: bytes, talk: bytes, answers: str | None) -> Written:
        """All that comes after what is the viewer's own."""
        answer = b"null" if answers is None else write(answers)
        return (
            self.for_all, b',"choices":[', choices, b'],"told":', told, b',"moves":', made,
            b',"talk":', talk, self.rest, b',"answers":', answer, b"}",
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
        told = "\n".join([tell(*step, telling) for step in self._steps])
        return [line for line in told.split("\n") if line] if "\n" in told or not told else [told]

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
    """The newest lines of the log: of each event what all were told, and what those were told whom it means.

    It holds numbers and text alone: Python's search for circles would look at everything else, after every move.
    """

    __slots__ = ("_own", "_seqs", "_told")

    def __init__(self) -> None:
        self._seqs: list[int] = []
        self._told: list[bytes] = []  # as it stands in a state
        self._own: list[dict[Viewer, bytes]] = []

    def add(self, seq: int, told: bytes, own: dict[Viewer, bytes]) -> None:
        self._seqs.append(seq)
        self._told.append(told)
        self._own.append(own)
        if len(self._seqs) == 2 * _LINES:
            del self._seqs[:_LINES], self._told[:_LINES], self._own[:_LINES]

    def after(self, since: int, viewer: Viewer, unseen: list[tuple[int, int]]) -> list[str]:
        """What a viewer was told since that event, as it counts them: without those it must not know of."""
        hidden = [seq for seq, seat in unseen if seat != viewer]
        found: list[str] = []
        for seq, told, own in zip(self._seqs, self._told, self._own, strict=True):
            before = bisect.bisect_left(hidden, seq)
            known = before == len(hidden) or hidden[before] != seq
            if known and seq - before > since:
                found += msgspec.json.decode(own.get(viewer, told))
        return found


class Showing:
    """The view of one table; it reads, and changes nothing."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._lines: _Lines | None = None  # of the match that is on; None while nobody has asked for them
        self._own_bits = b""  # of the array that seats see their own row of, when it was last looked at
        self._own: dict[Viewer, bytes] = {}  # and what they saw of their own

    def forget_lines(self) -> None:
        """The log was told with other names, or of another match."""
        self._lines = None
        self._own.clear()

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

    def state(self, viewer: Viewer, told: list[str]) -> Written:
        """What this viewer is sent of the match as it is."""
        match = self.table.history.match
        assert match is not None
        moment = self._moment(match.reading, anew=True)
        own = _own(match.game, moment.reading, viewer)
        return moment.state(viewer, self.table.history.seq_for(viewer), own, write(told), _NOTHING, None)

    def _moment(self, reading: Reading, track: str = "", *, anew: bool = False) -> _Moment:
        """`reading`: of the match as it is. `anew`: for who may not know who sits there."""
        history = self.table.history
        match = history.match
        assert match is not None
        for_all = write(match.seen_by_all(reading))[1:]
        over = None if reading.to_act else self._ending(match)
        placing = self.table.placing if history.has_tower else None
        hand = None if placing is None else placing.live
        reader, rest = self.table.reader, _NOTHING_MORE
        if anew or over is not None or history.has_clocks or hand is not None or reader is not None or track:
            seats = self.seats() if anew or history.has_clocks else None
            whole = write(State(0, {}, [], [], [], [], seats, reader, over, hand, track))
            rest = whole[whole.index(_SEATS_FROM) : whole.rindex(_ANSWERS_FROM)]
        to_act = 0 if placing is not None and placing.settles else reading.to_act
        talk = self.table.talking.written if history.bots_talk else (_NOTHING, _NOTHING)
        acting = _acting(reading.to_act) if _all_know_who_acts(type(match.game)) else None
        return _Moment(match, reading, to_act, acting, for_all, *talk, rest)

    def _ending(self, match: Match) -> Ending:
        return Ending(sorted(match.winners), match.scores, match.game.ending(match.reading), self._deal())

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
    ) -> list[tuple[Connection, Written, int]]:
        """What each of those who are here is sent of the moves just made, and its number; nothing, if not for them.

        `asked` is the seat that sent the move, and the move's id.
        """
        history = self.table.history
        match = history.match
        assert match is not None
        game, reading = match.game, steps[-1][1]
        moment, tale = self._moment(reading, track), self._tale(len(history.at_moves) - 1, game, steps)
        asker, answers = asked if asked is not None else (None, None)
        last = None if history.unseen else history.seq  # as all count
        head, between, for_others = moment.head(history.seq), moment.between(None), tale.for_others
        after = moment.after(b"", *for_others, moment.talk, None)  # for all at the table who only look on
        kept = self._still_own(game, reading)
        shown: list[tuple[Connection, Written, int]] = []
        meant: dict[Viewer, bytes] = {}  # what those were told whom it means
        states: dict[Viewer, tuple[Written, int]] = {}
        for connection in self.table.connections:
            viewer = connection.seat
            state = states.get(viewer)
            if state is None:
                if tale.known_to and tale.known_to != [viewer]:
                    continue
                seq = history.seq_for(viewer) if last is None else last
                told, made = for_others
                if viewer in tale.meant:
                    told, made = tale.told(viewer)
                    meant[viewer] = told
                own = kept.get(viewer)
                if own is None:
                    own = kept[viewer] = _own(game, reading, viewer)
                answer = answers if viewer == asker else None
                alike = last is not None and viewer not in tale.meant and answer is None and moment.acting is not None
                if viewer is None or not alike or moment.to_act >> viewer & 1:
                    written = moment.state(viewer, seq, own, told, made, answer)
                else:
                    written = head, _SEATS[viewer], between, own, *after
                state = states[viewer] = written, seq
            shown.append((connection, *state))
        if len(match.made) == len(steps):
            self._lines = _Lines()
        if self._lines is not None:
            self._note(self._lines, history.seq, tale, meant)
        return shown

    def _still_own(self, game: Game, reading: Reading) -> dict[Viewer, bytes]:
        """What seats saw of their own, as far as it is still so: most moves change nothing in most hands."""
        if game.own_row is None:
            return {}
        bits, before = reading.bits_of(game.own_row), self._own_bits
        if bits != before:
            row = len(reading.bits_by_row(game.own_row)[0])
            for seat in [*self._own]:
                if seat is not None and bits[row * seat : row * (seat + 1)] != before[row * seat : row * (seat + 1)]:
                    del self._own[seat]
            self._own_bits = bits
        return self._own

    def _note(self, lines: _Lines, seq: int, tale: _Tale, meant: dict[Viewer, bytes]) -> None:
        """Keep what was told, for those who come back; `meant`: what some were told whom it means."""
        chairs = self.table.history.chairs
        for seat in tale.meant:
            if seat not in meant and chairs[seat].who == PERSON:
                meant[seat] = tale.told(seat)[0]
        lines.add(seq, tale.for_others[0], meant)

    def _tale(self, last: int, game: Game, steps: list[Step]) -> _Tale:
        """Of these moves, the last of which has this number in the match."""
        history = self.table.history
        away = steps[-1][2] if last in history.stood_in else None
        return _Tale(game, steps, history.names, away, late=last in history.late)

    def lines(self, viewer: Viewer, since: int) -> list[str]:
        """What was told to this viewer after an event."""
        if self._lines is None:
            self._tell_all_moves()
        assert self._lines is not None
        return self._lines.after(since, viewer, self.table.history.unseen)

    def _tell_all_moves(self) -> None:
        history = self.table.history
        match = history.match
        assert match is not None
        self._lines = _Lines()
        steps = enumerate(zip(history.at_moves, _steps(match.beginning(), match.made), strict=True))
        for number, (seq, step) in itertools.islice(steps, max(0, len(match.made) - _LINES), None):
            self._note(self._lines, seq, self._tale(number, match.game, [step]), {})


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
