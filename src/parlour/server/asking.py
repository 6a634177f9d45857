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
    WordSent,
    write,
)
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


class Asking:
    """The doors of one table for those who sit at it, or open it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def receive(self, connection: Connection, message: FromPage) -> None:
        """A message of somebody who said hello before."""
        if connection not in self.table.connections:
            sent = message.id if isinstance(message, MoveSent | HintAsked | ReviewAsked) else None
            connection.tell(write(Refusal(sent, "wait for the welcome that answers hello", 0)))
            return
        if isinstance(message, MoveSent):
            self._move_sent(connection, message)
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
            self._refuse(connection, None, str(error))

    def _move_sent(self, connection: Connection, sent: MoveSent) -> None:
        seat, history = connection.seat, self.table.history
        if seat is None:
            self._refuse(connection, sent.id, "you are watching; only those who hold a seat can move")
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
            if self.table.reader is not None:
                who = "you are" if self.table.reader == seat else f"{history.names[self.table.reader]} is"
                raise ParlourError(f"{who} reading a word aloud; the game goes on after that")
            if history.game.needs_umpire and self.table.placing.is_let_go(seat, sent.move):
                self.table.placing.let_go((connection, sent.id))
            else:
                self.table.append(events.Moved(seat, sent.move, sent.id), (connection, sent.id))
        except IllegalMove as error:
            why = with_names(error.reason, history.names) or "that cannot be done now"
            self._refuse(connection, sent.id, f"{why[:1].upper()}{why[1:]}.")
        except ParlourError as error:
            self._refuse(connection, sent.id, str(error))

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
                if not connection.host:
                    raise ParlourError("only the host of the table can do that")
                self._host_asked(message)

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
                if message.who == OPEN:
                    self._check_gathering("a seat can be opened before the deal; now a bot can take it")
                    self._give_up(message.seat, "the host has opened your seat for somebody else")
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
                if sum(chair.who == PERSON for chair in history.chairs) == 1:
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
        self._check_gathering("the match is on: no seat can be taken now")
        if seat is None:
            seat = next((seat for seat, chair in enumerate(chairs) if chair.who == OPEN), None)
            if seat is None:
                raise ParlourError("the table is full")
        if self._chair(seat).who != OPEN:
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
        if self.table.reader is None:
            return
        if connection.seat != self.table.reader and not connection.host:
            raise ParlourError(f"{self.table.history.names[self.table.reader]} says when the word is read")
        self.table.stop_waiting_for_reader()

    def free_name(self, name: str, seat: Viewer) -> str:
        """The name as it will be shown: without what cannot be printed, and different from the others'."""
        name = printable(name)
        if not name:
            raise BadOption("a name needs at least one letter")
        others = [other for place, other in enumerate(self.table.history.names) if place != seat]
        wanted, number = name, 2
        while wanted in others:
            wanted, number = f"{name} {number}", number + 1
        return wanted

    def _refuse(self, connection: Connection, sent: str | None, reason: str) -> None:
        connection.tell(write(Refusal(sent, reason, self.table.history.seq_for(connection.seat))))
        if sent is not None:
            self.table.when_quiet(lambda: self.table.show(connection, connection.seen))


def printable(text: str) -> str:
    """Without control characters, and with single spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
