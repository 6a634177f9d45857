"""A table as its log tells it: who sits where, what was chosen, the match that is on. No clock, no socket, no database.

`happened` takes the events one after another; the same events make the same table, on any server.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..engine.errors import ParlourError
from ..engine.game import Game
from ..engine.match import Match, game_of
from ..games import find
from . import events, fairness
from .clocks import Thinking
from .events import Event
from .messages import Settings

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

    @property
    def played_by_bot(self) -> bool:
        return self.who == BOT or self.standing_in


class History:
    """`with_match` is off while the rules are not compiled yet: then all is known of the table but the match."""

    game: Game
    settings: Settings
    host: str  # SHA-256 of the host's token
    secret: str

    def __init__(self, with_match: bool = True) -> None:
        self.with_match = with_match
        self.seq = 0
        self.chairs: list[Chair] = []
        self.round = 1
        self.dealt = False
        self.mixed: list[str] = []  # the seats' words, as they went into the deal
        self.match: Match | None = None
        self.thinking: Thinking | None = None
        self.moved: dict[tuple[int, str], int] = {}  # by seat and the page's own id: the number of the event
        self.at_moves: list[int] = []  # the number of the event of each move of the match

    @property
    def phase(self) -> str:
        if not self.dealt:
            return GATHERING
        if self.match is None:
            return WARMING
        return OVER if self.match.over else PLAYING

    @property
    def names(self) -> list[str]:
        return [chair.name or f"Seat {seat + 1}" for seat, chair in enumerate(self.chairs)]

    @property
    def seed(self) -> int:
        """Of the deal, if it were dealt now."""
        return fairness.seed_of(self.secret, self.round, [chair.word for chair in self.chairs])

    def held_by(self, token: str) -> int | None:
        """The seat of the one with this token (its SHA-256)."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.token == token), None)

    def happened(self, event: Event, at: int) -> None:
        """One event more. What the rules refuse raises, and nothing has changed."""
        self._happened(event, at)
        self.seq += 1

    def _happened(self, event: Event, at: int) -> None:
        match event:
            case events.Moved():
                self._move(event, at)
            case events.Opened():
                self.game = _game(event.game, event.players, event.options)
                self.settings, self.host, self.secret = event.settings, event.host, event.secret
                self.chairs = [Chair()] * event.players
            case events.Sat():
                self.chairs[event.seat] = Chair(PERSON, event.name, token=event.token, host=event.host)
            case events.BotSat():
                self.chairs[event.seat] = Chair(BOT, event.name, event.bot)
            case events.Rose():
                self.chairs[event.seat] = Chair()
            case events.Named():
                self.chairs[event.seat] = replace(self.chairs[event.seat], name=event.name)
            case events.Worded():
                self.chairs[event.seat] = replace(self.chairs[event.seat], word=event.word)
            case events.StoodIn():
                self.chairs[event.seat] = replace(self.chairs[event.seat], standing_in=event.on)
            case events.Set():
                if self.thinking is not None and event.settings.clocks != self.settings.clocks:
                    self.thinking.changed(event.settings.clocks, at)
                self.settings = event.settings
            case events.Chose():
                self.game = _game(self.game.id, self.game.players, event.options)
            case events.Dealt():
                self._deal(event, at)
            case events.Slept():
                if self.thinking is not None:
                    self.thinking.slept(event.ms)
            case events.Cleared():
                self.secret, self.dealt, self.match, self.thinking = event.secret, False, None, None
                self.round += 1
                self.moved, self.at_moves = {}, []
                self.chairs = [replace(chair, word="", standing_in=False) for chair in self.chairs]

    def _deal(self, event: events.Dealt, at: int) -> None:
        self.dealt, self.mixed = True, [chair.word for chair in self.chairs]
        if not self.with_match:
            return
        self.match = Match(self.game, event.seed)
        self.thinking = Thinking(self.settings.clocks, self.game.players)
        self.thinking.moved(None, self._asked(), at)

    def _move(self, event: events.Moved, at: int) -> None:
        if self.match is not None and self.thinking is not None:
            self.match.play(event.seat, event.move)
            self.thinking.moved(event.seat, self._asked(), at)
        if event.id:
            self.moved[event.seat, event.id] = self.seq + 1
        self.at_moves.append(self.seq + 1)

    def _asked(self) -> set[int]:
        """The seats that all know to be asked: a clock that runs is seen by everybody."""
        assert self.match is not None
        return set(self.match.game.to_act_seen(self.match.state, None))


def _game(name: str, players: int, options: dict[str, Any]) -> Game:
    game = game_of(find(name), players, options)
    if game.needs_umpire:
        raise ParlourError(f"{game.title} cannot be played at an online table yet")
    return game
