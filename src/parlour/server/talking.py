"""What bots say to their team, where people play in it: before a round, and again when they would say something else.

It is a function of what each of them sees, as the match goes on. So it stands in no log, and is not told twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..bots.talk import says, tells_spectators
from .messages import write

if TYPE_CHECKING:
    from .table import Table

_NOTHING = b"[]"


class Talking:
    """Of one table, in the round that is on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.forget()

    def forget(self) -> None:
        """Another round, or there is nobody to talk to."""
        self._round: int | None = None
        self._said: dict[int, str] = {}
        self._spoke: dict[int, int] = {}  # by seat: how many moves it had made when it last said something else
        self.written = _NOTHING, _NOTHING  # what the team hears, and who only watches

    def follow(self) -> None:
        """The match goes on, or somebody else plays. Bots answer people and speak after they acted, once for each of
        their moves: what other bots do changes too much of what they would say.
        """
        history = self.table.history
        match, chairs = history.match, history.chairs
        people = any(not chair.played_by_bot for chair in chairs)
        if match is None or match.over or not history.bots_talk or not people:
            self.forget()
            return
        number = match.seen_by_all()["round"]
        if number != self._round:
            self.forget()
            self._round = number
        last = match.made[-1][0] if match.made else None
        person = last is not None and not chairs[last].played_by_bot
        for seat, chair in enumerate(chairs):
            if not chair.played_by_bot:
                self._said.pop(seat, None)
            elif seat not in self._said or person or seat == last:
                self._speak(seat, sum(who == seat for who, _ in match.made))
        heard = write(sorted(self._said.items()))
        self.written = heard, heard if tells_spectators(match.game) else _NOTHING

    def _speak(self, seat: int, made: int) -> None:
        match, first = self.table.history.match, seat not in self._said
        assert match is not None
        if not first and self._spoke.get(seat) == made:
            return
        words = says(match, seat)
        if words and words != self._said.get(seat):
            self._said[seat] = words
            if not first:
                self._spoke[seat] = made
