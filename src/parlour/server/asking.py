"""What those at a table ask for: each thing is checked, and becomes an event or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.errors import BadOption, IllegalMove, ParlourError
from ..engine.game import with_names
from . import events, fairness
from .history import BOT, GATHERING, OPEN, OVER, PERSON, PLAYING, WARMING, Chair
from .messages import (
    Ack,
    Again,
    FromPage,
    Hello,
    HintAsked,
    Leave,
    MoveSent,
    NameSent,
    Ping,
    Pong,
    ReadSent,
    Refusal,
    Remove,
    ReviewAsked,
    Said,
    Say,
    SetOptions,
    SetSeat,
    SetSettings,
    Start,
    WhyAsked,
    WordSent,
    write,
)
from .noted import note
from .showing import Viewer, options_shown
from .thinkers import are_alike, free_name, guest_name, read_bot, stand_in
from .tokens import digest

if TYPE_CHECKING:
    from .table import Connection, Table

NOT_NOW = {
    GATHERING: "the cards are not dealt yet",
    WARMING: "the rules are still being compiled; the table starts by itself",
    OVER: "the match is over",
}
WAIT = "wait for the welcome that answers hello"
_PAST = "the table has moved on since you chose that; please look again"


class Asking:
    """The doors of one table for those who sit at it, or open it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def receive(self, connection: Connection, message: FromPage) -> None:
        """A message of somebody who said hello before."""
        if connection not in self.table.connections:
            sent = message.id if isinstance(message, MoveSent | WhyAsked | HintAsked | ReviewAsked) else None
            connection.tell(write(Refusal(sent, WAIT, 0)))
            return
        if isinstance(message, MoveSent):
            self._move_sent(connection, message)
            return
        if isinstance(message, WhyAsked):
            self._why_asked(connection, message)
            return
        if isinstance(message, Ping):
            connection.tell(write(Pong()))
            return
        if isinstance(message, HintAsked | ReviewAsked):
            self.table.advising.asked(connection, message)
            return
        try:
            self.table.check_log()
            self._asked(connection, message)
        except ParlourError as error:
            asked = type(message).__struct_config__.tag
            note("table %s, seat %s: %s is refused: %s", self.table.code, connection.seat, asked, error)
            self._refuse(connection, None, str(error))

    def _move_sent(self, connection: Connection, sent: MoveSent) -> None:
        seat, history = connection.seat, self.table.history
        if seat is None:
            self._refuse_move(connection, sent, "you are watching; only those who hold a seat can move")
            return
        made = history.moved.get(seat, {}).get(sent.id)
        if made is not None and not self.table.is_in_log:  # it may still come to nothing
            self.table.when_quiet(lambda: self.receive(connection, sent))
            return
        if made is not None:
            connection.tell(write(Ack(sent.id, history.seq_for(seat, made))))
            return
        try:
            self.table.check_log()
            if history.phase != PLAYING:
                raise ParlourError(NOT_NOW[history.phase])
            if self.table.stands_still:
                raise ParlourError(f"{self._who_reads(seat)}; the game goes on after that")
            if sent.seq is not None and history.is_past(seat, sent.seq):
                raise ParlourError(_PAST)
            if history.has_tower and self.table.placing.is_let_go(seat, sent.move):
                self.table.placing.let_go((connection, sent.id))
            else:
                self.table.append(events.Moved(seat, sent.move, sent.id), (connection, sent.id))
        except IllegalMove as error:
            self._refuse_move(connection, sent, self._in_a_sentence(error.reason))
        except ParlourError as error:
            self._refuse_move(connection, sent, str(error))

    def _who_reads(self, asking: int) -> str:
        table = self.table
        seat, what = (table.newcomer, "how to play") if table.reader is None else (table.reader, "a word aloud")
        assert seat is not None
        return f"{'you are' if seat == asking else f'{table.history.names[seat]} is'} reading {what}"

    def _why_asked(self, connection: Connection, asked: WhyAsked) -> None:
        """Only the rules know; the page asks for what a finger tried. Nothing changes, so no state follows."""
        seat, match, reason = connection.seat, self.table.history.match, ""
        if seat is not None and match is not None:
            try:
                reason = match.why_not(seat, asked.move)
            except IllegalMove:
                note("table %s: asked why not %s, which is no move", self.table.code, asked.move)
        told = Refusal(asked.id, self._in_a_sentence(reason), self.table.history.seq_for(seat))
        connection.tell(write(told))

    def _in_a_sentence(self, reason: str) -> str:
        why = with_names(reason, self.table.history.names) or "that cannot be done now"
        return f"{why[:1].upper()}{why[1:]}."

    def _asked(self, connection: Connection, message: FromPage) -> None:
        match message:
            case NameSent():
                self.table.append(events.Named(self._own(connection), self.free_name(message.name, connection.seat)))
                self._tell_bots_apart()
            case WordSent():
                self._check_gathering("a word is mixed in before the deal")
                self.table.append(events.Worded(self._own(connection), " ".join(message.text.split())))
            case ReadSent():
                self._has_read(connection)
            case Say():
                self._say(connection, message.text)
            case Leave():
                self._give_up(self._own(connection), "you left the table")
            case Hello():
                raise ParlourError("you said hello already")
            case _:
                if not connection.host and not self._may_instead_of_host(connection, message):
                    raise ParlourError("only the host of the table can do that")
                self._host_asked(message)

    def _may_instead_of_host(self, connection: Connection, message: FromPage) -> bool:
        """Friends need not wait for a host who is away, to play on; the first match waits for who invites to it."""
        plays_on = isinstance(message, Again) or (isinstance(message, Start) and self.table.history.round > 1)
        return plays_on and connection.seat is not None and not self.table.host_is_here

    def _host_asked(self, message: FromPage) -> None:
        history = self.table.history
        match message:
            case Start():
                self.deal()
            case SetSettings():
                self.table.append(events.Set(message.settings))
            case SetOptions():
                self._check_gathering("the options are chosen before the deal")
                self.table.append(events.Chose(self._meant(message.options)))
            case SetSeat():
                chair = self._chair(message.seat)
                if message.who == OPEN and history.phase == GATHERING:
                    self._give_up(message.seat, "the host has opened your seat for somebody else")
                elif message.who == OPEN:
                    if chair.who != BOT:
                        raise ParlourError(
                            f"{chair.name} sits in seat {message.seat + 1}; once dealt, only a bot's seat can be opened"
                        )
                    self.table.append(events.Offered(message.seat))
                else:
                    bot = read_bot(message.who, type(history.game))
                    name = chair.name if chair.who == BOT else free_name(history.names)
                    gone = self.table.dismissed(message.seat, "the host has given your seat to a bot")
                    self.table.append(events.BotSat(message.seat, name, bot), gone=gone)
            case Remove():
                if self._chair(message.seat).who != PERSON:
                    raise ParlourError(f"nobody sits in seat {message.seat + 1}")
                self._give_up(message.seat, "the host has taken you from the table")
            case Again():
                if history.phase != OVER:
                    raise ParlourError("the match is not over yet")
                self.table.append(events.Cleared(fairness.new_secret()))
                alone = sum(chair.who == PERSON for chair in history.chairs) == 1
                if alone and all(chair.who != OPEN for chair in history.chairs):
                    self.deal()

    def _meant(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options with the content of what the page was only told the name of, and sends back unchanged."""
        game = self.table.history.game
        shown, kept = options_shown(game), game.plain_settings
        return {name: kept[name] if name in kept and value == shown[name] else value for name, value in options.items()}

    def deal(self) -> None:
        """Deal the cards; bots take the seats that are open."""
        self._check_gathering("the cards are dealt already")
        for seat, chair in enumerate(self.table.history.chairs):
            if chair.who == OPEN:
                self.table.append(events.BotSat(seat, free_name(self.table.history.names), self._stand_in))
        self.table.append(events.Dealt(self.table.history.seed))

    def sit_down(self, seat: int | None, name: str, token: str, host: bool = False) -> int:
        """Somebody takes a seat; which one it is."""
        self.table.check_log()
        chairs = self.table.history.chairs
        free = [seat for seat, chair in enumerate(chairs) if chair.is_free]
        if not free:
            self._check_gathering("the match is on: no seat can be taken now")
            raise ParlourError("the table is full")
        if seat is None:
            seat = free[0]
        if not self._chair(seat).is_free:
            raise ParlourError(f"seat {seat + 1} is taken")
        name = self.free_name(name, seat) if printable(name) else guest_name(self.table.history.names)
        self.table.append(events.Sat(seat, name, digest(token), host))
        self._tell_bots_apart()
        return seat

    def open(self, opened: events.Opened) -> None:
        self.table.append(opened)
        self.table.history.with_match = self.table.services.readiness.is_ready(type(self.table.history.game))

    def seat_bot(self, seat: int, who: str) -> None:
        bot = read_bot(who, type(self.table.history.game))
        self.table.append(events.BotSat(seat, free_name(self.table.history.names), bot))

    def _tell_bots_apart(self) -> None:
        """A bot that sounds like a person is called something else, before the log tells of it."""
        history = self.table.history
        if history.phase != GATHERING:
            return
        people = [chair.name for chair in history.chairs if chair.who == PERSON]
        for seat, chair in enumerate(history.chairs):
            if chair.bot and any(are_alike(chair.name, name) for name in people):
                self.table.append(events.BotSat(seat, free_name(history.names), chair.bot))

    @property
    def _stand_in(self) -> str:
        return stand_in(self.table.history.game)

    def _own(self, connection: Connection) -> int:
        if connection.seat is None:
            raise ParlourError("you are watching; only those who hold a seat can do that")
        return connection.seat

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.table.history.chairs):
            raise ParlourError(f"there is no seat {seat}; seats are 0 to {len(self.table.history.chairs) - 1}")
        return self.table.history.chairs[seat]

    def _check_gathering(self, otherwise: str) -> None:
        if self.table.history.phase != GATHERING:
            raise ParlourError(otherwise)

    def _give_up(self, seat: int, why: str) -> None:
        """A person leaves the seat: to a bot while a match is on."""
        gone = self.table.dismissed(seat, why)
        if self.table.history.phase == GATHERING:
            self.table.append(events.Rose(seat), gone=gone)
        else:
            self.table.append(events.BotSat(seat, free_name(self.table.history.names), self._stand_in), gone=gone)

    def _say(self, connection: Connection, text: str) -> None:
        if not self.table.history.settings.chat:
            raise ParlourError("the host has not turned the chat on")
        text = printable(text)
        if not text:
            raise ParlourError("there is nothing to say in that")
        seat = connection.seat
        name = "Somebody watching" if seat is None else self.table.history.names[seat]
        said = Said(seat, name, text)
        self.table.said.append(said)
        self.table.tell_all(write(said))

    def _has_read(self, connection: Connection) -> None:
        if self.table.newcomer is not None and self.table.newcomer == connection.seat:
            self.table.stop_waiting_for_newcomer()
            return
        if self.table.reader is None:
            return
        if connection.seat != self.table.reader and not connection.host:
            raise ParlourError(f"{self.table.history.names[self.table.reader]} says when the word is read")
        self.table.stop_waiting_for_reader()

    def free_name(self, name: str, seat: Viewer) -> str:
        """The name as it will be shown: without what cannot be printed, and different from the others'.

        Before the deal bots give way (`_tell_bots_apart`).
        """
        name = printable(name)
        if not name:
            raise BadOption("a name needs at least one letter")
        history = self.table.history
        gives_way = [chair.who == BOT and history.phase == GATHERING for chair in history.chairs]
        others = [other for place, other in enumerate(history.names) if place != seat and not gives_way[place]]
        wanted, number = name, 2
        while wanted in others:
            wanted, number = f"{name} {number}", number + 1
        return wanted

    def _refuse_move(self, connection: Connection, sent: MoveSent, reason: str) -> None:
        note("table %s, seat %s: move %s is refused: %s", self.table.code, connection.seat, sent.move, reason)
        self._refuse(connection, sent.id, reason)

    def _refuse(self, connection: Connection, sent: str | None, reason: str) -> None:
        connection.tell(write(Refusal(sent, reason, self.table.history.seq_for(connection.seat))))
        if sent is not None:
            self.table.when_quiet(lambda: self.table.show(connection, connection.seen))


def printable(text: str) -> str:
    """Without control characters, and with single spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
