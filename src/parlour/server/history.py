"""A table as its log tells it: who sits where, what was chosen, the match that is on. No clock, no socket, no database.

`happened` takes the events one after another; the same events make the same table, on any server.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..bots.talk import talks
from ..engine.game import Game
from ..engine.match import Match, game_of
from ..games import find
from ..tower.building import LET_GO
from . import events, fairness
from .clocks import HandTime, Thinking
from .events import Event
from .messages import Settings

HOLDING = "holding"  # the stage of Shapes in which a piece is in hand
OPEN, PERSON, BOT = "open", "person", "bot"
GATHERING, WARMING, PLAYING, OVER = "gathering", "warming", "playing", "over"


@dataclass(frozen=True)
class Chair:
    """One seat."""

    who: str = OPEN
    name: str = ""
    bot: str | None = None
    token: str | None = None  # SHA-256
    host: bool = False
    word: str = ""
    standing_in: bool = False
    offered: bool = False  # a bot plays in it until somebody takes it
    wins: int = 0  # of the matches before at this table

    @property
    def played_by_bot(self) -> bool:
        return self.who == BOT or self.standing_in

    @property
    def is_free(self) -> bool:
        return self.who == OPEN or self.offered


class History:
    """`with_match` is off while the rules are not compiled yet: then all is known of the table but the match."""

    game: Game
    settings: Settings
    host: str  # SHA-256 of the host's token
    secret: str

    def __init__(self, with_match: bool = True) -> None:
        self.with_match = with_match
        self.has_clocks = self.has_tower = self.bots_talk = False  # by settings and options: every move asks
        self.seq = 0
        self.phase = GATHERING
        self.chairs: list[Chair] = []
        self.lacks_host = False  # the host has left for good, and nobody was there to follow
        self.has_bots = False  # whether a bot plays in one of the seats
        self._names: list[str] | None = None  # of the chairs as they are
        self.round = 1
        self.dealt = False
        self.mixed: list[str] = []  # the seats' words, as they went into the deal
        self.match: Match | None = None
        self.thinking: Thinking | None = None
        self.hand_time: HandTime | None = None  # of the hand that holds a piece
        self.moved: dict[int, dict[str, int]] = {}  # by seat and the page's own id, of all matches: the event's number
        self.moved_last: list[int] = []  # by seat: the number of its last move in the match that is on, or of the deal
        self.at_moves: list[int] = []  # the number of the event of each move of the match
        self.stood_in: set[int] = set()  # which of these moves a bot made for somebody who was away, or out of time
        self.late: set[int] = set()  # which were made since somebody's time was up
        self.unseen: list[tuple[int, int]] = []  # events that are known to one seat alone: number and seat

    @property
    def names(self) -> list[str]:
        if self._names is None:
            self._names = [chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(self.chairs)]
        return self._names

    @property
    def is_open_to_all(self) -> bool:
        """Whether who has the link may come in, be it to watch or to sit down."""
        if self.settings.spectators or self.phase == GATHERING:
            return True
        return any(chair.offered for chair in self.chairs)

    @property
    def seed(self) -> int:
        """Of the deal, if it were dealt now."""
        return fairness.seed_of(self.secret, self.round, [chair.word for chair in self.chairs])

    def held_by(self, token: str) -> int | None:
        """The seat of the one with this token (its SHA-256)."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.token == token), None)

    def happened(self, event: Event, at: int) -> None:
        """One event more. What the rules refuse raises, and nothing has changed."""
        if isinstance(event, events.Moved):
            self._move(event, at)
        else:
            self._happened(event, at)
            self._names = None
            self.has_bots = any(chair.played_by_bot for chair in self.chairs)
            self.has_clocks = self.settings.clocks.kind != "none"
            self.has_tower = self.game.needs_umpire
            self.bots_talk = talks(self.game)
        self.seq += 1
        self.phase = self._phase()

    def _happened(self, event: Event, at: int) -> None:
        match event:
            case events.Placed():
                self._happened_to_tower(event.seat, event.moves, event.scene, at)
                self._note(event.seat, event.id)
            case events.Rested():
                self._happened_to_tower(None, event.moves, event.scene, at)
            case events.HandClock():
                self.hand_time = HandTime(event.left_ms, at if event.runs else None)
            case events.Opened():
                self.game = _game(event.game, event.players, event.options)
                self.settings, self.host, self.secret = event.settings, event.host, event.secret
                self.chairs = [Chair()] * event.players
                self.moved_last = [0] * event.players
            case events.Sat():
                host = event.host or self.lacks_host
                self.chairs[event.seat] = Chair(PERSON, event.name, token=event.token, host=host)
                self.lacks_host &= not host
            case events.BotSat():
                self._give_up(event.seat, Chair(BOT, event.name, event.bot))
            case events.Offered():
                self.chairs[event.seat] = replace(self.chairs[event.seat], offered=True)
            case events.Rose():
                self._give_up(event.seat, Chair())
            case events.Named():
                self.chairs[event.seat] = replace(self.chairs[event.seat], name=event.name)
            case events.Worded():
                self.chairs[event.seat] = replace(self.chairs[event.seat], word=event.word)
            case events.StoodIn():
                self.chairs[event.seat] = replace(self.chairs[event.seat], standing_in=event.on)
            case events.Set():
                if self.thinking is not None and event.settings.clocks != self.settings.clocks:
                    self.thinking.changed(event.settings.clocks, self._asked(), at)
                self.settings = event.settings
            case events.Chose():
                self.game = _game(self.game.id, self.game.players, event.options)
            case events.Dealt():
                self._deal(event, at)
            case events.Slept():
                if self.thinking is not None:
                    self.thinking.slept(event.ms)
            case events.Cleared():
                for seat in self.match.winners if self.match is not None else ():
                    self.chairs[seat] = replace(self.chairs[seat], wins=self.chairs[seat].wins + 1)
                self.secret, self.dealt, self.match, self.thinking = event.secret, False, None, None
                self.hand_time = None
                self.round += 1
                self.at_moves, self.stood_in, self.late = [], set(), set()
                self.chairs = [
                    Chair() if chair.offered else replace(chair, word="", standing_in=False) for chair in self.chairs
                ]

    def _give_up(self, seat: int, then: Chair) -> None:
        """Who sat there is gone for good; a host is followed by the next person at the table."""
        was, self.chairs[seat] = self.chairs[seat], then
        if not was.host or any(chair.host for chair in self.chairs):
            return
        after = [(seat + step) % len(self.chairs) for step in range(1, len(self.chairs))]
        heir = next((one for one in after if self.chairs[one].who == PERSON), None)
        if heir is not None:
            self.chairs[heir] = replace(self.chairs[heir], host=True)
        self.lacks_host = heir is None

    def _phase(self) -> str:
        if not self.dealt:
            return GATHERING
        if self.match is None:
            return WARMING
        return PLAYING if self.match.reading.to_act else OVER

    def _deal(self, event: events.Dealt, at: int) -> None:
        self.dealt, self.mixed = True, [chair.word for chair in self.chairs]
        self.moved_last = [self.seq + 1] * len(self.chairs)
        if not self.with_match:
            return
        self.match = Match(self.game, event.seed)
        self.thinking = Thinking(self.settings.clocks, self.game.players)
        self.thinking.moved(None, self._asked(), at)

    def _move(self, event: events.Moved, at: int) -> None:
        if self.match is not None and self.thinking is not None:
            self.match.play(event.seat, event.move)
            if self.has_clocks:
                self.thinking.moved(event.seat, self._asked(), at)
            if self.has_tower:
                self._time_hand(at)
        if self.game.is_unseen(event.move):
            self.unseen.append((self.seq + 1, event.seat))
        number = len(self.at_moves)
        self._number_moves(event.seat, 1)
        if event.late:
            self.late.add(number)
        if event.bot:
            self.stood_in.add(number)
        self._note(event.seat, event.id)

    def _number_moves(self, seat: int | None, count: int) -> None:
        if seat is not None:
            self.moved_last[seat] = self.seq + 1
            if self.chairs[seat].standing_in:
                self.stood_in.update(range(len(self.at_moves), len(self.at_moves) + count))
        self.at_moves += [self.seq + 1] * count

    def _note(self, seat: int, sent: str) -> None:
        if sent:
            self.moved.setdefault(seat, {})[sent] = self.seq + 1

    def _happened_to_tower(self, seat: int | None, moves: list[str], scene: dict[str, Any], at: int) -> None:
        """As it was seen then; nothing is reckoned anew."""
        if self.match is not None and self.thinking is not None:
            match = self.match.copy()
            for move in moves[:-1]:
                said_to(match, seat, move)
            match.decide(moves[-1], scene)
            self.match = match
            self.thinking.moved(seat, self._asked(), at)
            self._time_hand(at)
        self._number_moves(seat, len(moves))

    def _time_hand(self, at: int) -> None:
        """SH-8: a piece is in hand since now, or in no hand any more."""
        if self.held is None:
            self.hand_time = None
        elif self.hand_time is None:
            self.hand_time = HandTime(1000 * int(self.game.settings["hand_time"]), at)

    @property
    def held(self) -> str | None:
        """The piece that somebody has in hand, as far as the log goes."""
        match = self.match
        if match is None or not self.has_tower or match.over:
            return None
        view = match.view(None)
        return str(view["held"]) if view["stage"] == HOLDING else None

    def seq_for(self, viewer: int | None, seq: int | None = None) -> int:
        """The number of an event (by default the last one), as this viewer counts: only what it may know of."""
        last = self.seq if seq is None else seq
        if not self.unseen:
            return last
        return last - sum(number <= last and seat != viewer for number, seat in self.unseen)

    def is_past(self, seat: int, seen: int) -> bool:
        """Whether this seat has moved, or cards were dealt, since the state that it saw under this number.

        What others did meanwhile changes nothing. A number that is yet to come is of a log that was lost.
        """
        return not self.seq_for(seat, self.moved_last[seat]) <= seen <= self.seq_for(seat)

    def _asked(self) -> list[int]:
        """The seats that all know to be asked: a clock that runs is seen by everybody."""
        assert self.match is not None
        return self.match.game.to_act_seen(self.match.reading, None)


def said_to(match: Match, seat: int | None, move: str) -> None:
    """What happened while a piece was placed: its seat let go, or something fell."""
    if move == LET_GO and seat is not None:
        match.play(seat, move)
    else:
        match.decide(move)


def _game(name: str, players: int, options: dict[str, Any]) -> Game:
    """At an online table the tower itself says what falls."""
    kind = find(name)
    tower = {"falls": "physics"} if kind.box == "shapes" else {}
    return game_of(kind, players, {**options, **tower})
