"""What happens at a table by itself: bots think, clocks run out, a bot stands in for who is away."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..bots.levels import waits
from . import events
from .history import PERSON
from .store import now_ms
from .thinkers import stand_in

if TYPE_CHECKING:
    from .table import Table

log = logging.getLogger("parlour.table")

FALL, ROUND = 6.0, 5.0  # seconds for which people look at what fell, and at how a round ended
_SPREAD = 0.35  # by how much a bot's pause differs from move to move
_HURRIED = 0.35  # the part of a pause that is made where no person has anything to do
_PATIENCE = 20  # pauses for which a bot waits that would see first what people do
_FIRST, _AGAIN = 8, 3  # pauses for which bots let people act first, where all act at once; and go on, once they act


class Clockwork:
    """Of one table. All it does is to append events, as a player would; where nobody is, nothing happens."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left_at: dict[int, int] = {}  # when the last connection of a seat was lost
        self._timer: asyncio.TimerHandle | None = None
        self._busy_bots: set[int] = set()
        self._looked_at_until = 0.0  # by the machine's own clock
        self._asked_at: int | None = None  # since when people can act, while they can; ms
        self._acted_at: int | None = None  # when one of them last did since
        self._made = 0  # moves by then

    def go_on(self) -> None:
        """Let bots think, and set the alarm for the next clock that runs out."""
        self.stop()
        history = self.table.history
        if history.has_tower:
            self.table.placing.go_on()
        if not (history.has_bots or history.has_clocks or self.left_at) or not self.table.goes_on:
            return
        assert history.match is not None
        acting = [] if self.table.placing.waits else sorted(history.match.to_act)
        self._look_at_people(acting)
        alarms = [self._next_alarm(acting)]
        for seat in acting:
            if history.chairs[seat].played_by_bot and seat not in self._busy_bots:
                until = self._lets_people_act(seat)
                if until is None or until <= now_ms():
                    self._let_think(seat, len(history.match.game.to_act_seen(history.match.reading, None)))
                else:
                    alarms.append(until)
        alarm = min((at for at in alarms if at is not None), default=None)
        if alarm is not None:
            delay = max(0.0, (alarm - now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._alarm)

    def _look_at_people(self, acting: list[int]) -> None:
        """Since when people can act, and when one of them last did."""
        chairs, match = self.table.history.chairs, self.table.history.match
        assert match is not None
        if all(chairs[seat].played_by_bot for seat in acting):
            self._asked_at = self._acted_at = None
        elif self._asked_at is None or len(match.made) < self._made:  # it is their turn now, or another match is on
            self._asked_at, self._acted_at = now_ms(), None
        elif len(match.made) != self._made and not chairs[match.made[-1][0]].played_by_bot:
            self._acted_at = now_ms()
        self._made = len(match.made)

    def _lets_people_act(self, seat: int) -> int | None:
        """Until when a bot lets people act first, where all act at their own pace; it does not wait for ever."""
        history = self.table.history
        pause, bot = history.settings.pause, history.chairs[seat].bot
        if self._asked_at is None:
            return None
        if waits(bot, history.game):
            return self._asked_at + _PATIENCE * pause
        if not history.game.people_first:
            return None
        return self._asked_at + _FIRST * pause if self._acted_at is None else self._acted_at + _AGAIN * pause

    def _next_alarm(self, acting: list[int]) -> int | None:
        history, alarms = self.table.history, []
        clocks = history.has_clocks
        if not clocks and not self.left_at:
            return None
        assert history.thinking is not None
        for seat, chair in enumerate(history.chairs):
            if chair.who != PERSON or chair.standing_in:
                continue
            since = history.thinking.since[seat]
            if seat in acting and since is not None and clocks:
                alarms.append(since + history.thinking.left[seat])
            if history.settings.away_limit and seat in self.left_at and self.table.somebody_is_here:
                alarms.append(self.left_at[seat] + 1000 * history.settings.away_limit)
        return min(alarms, default=None)

    def _alarm(self) -> None:
        history, now = self.table.history, now_ms()
        self._timer = None
        if not self.table.goes_on or history.thinking is None:
            return
        assert history.match is not None
        for seat, chair in enumerate(history.chairs):
            if chair.who != PERSON or chair.standing_in:
                continue
            gone = self.left_at.get(seat)
            limit = 1000 * history.settings.away_limit
            if limit and gone is not None and now >= gone + limit and self.table.somebody_is_here:
                self.table.try_to(events.StoodIn(seat, True))
            elif seat in history.match.to_act and history.thinking.left_at(seat, now) == 0:
                self._time_is_up(seat)
        if not self.table.is_waiting:
            self.go_on()

    def _time_is_up(self, seat: int) -> None:
        match = self.table.history.match
        assert match is not None
        if self.table.placing.is_holding(seat):
            self.table.placing.time_is_up()
            return
        move = match.game.when_time_is_up([int(move) for move in match.legal(seat)], random.random())
        if move is not None:
            self.table.try_to(events.Moved(seat, move, late=True))
        elif seat not in self._busy_bots:
            self._think(seat, stand_in(match.game), 0.0, lambda: self._out_of_time(seat), late=True)

    def _out_of_time(self, seat: int) -> bool:
        return self.table.history.thinking is not None and self.table.history.thinking.left_at(seat, now_ms()) == 0

    def somebody_waits(self) -> None:
        """Who is away keeps somebody waiting from now on: until now nobody was at the table."""
        self.left_at = dict.fromkeys(self.left_at, now_ms())

    def let_people_look(self, seconds: float) -> None:
        """There is something to see, and bots play on after it."""
        self._looked_at_until = time.monotonic() + seconds

    def _let_think(self, seat: int, acting: int) -> None:
        chair, pause = self.table.history.chairs[seat], self.table.history.settings.pause / 1000
        pause *= random.uniform(1 - _SPREAD, 1 + _SPREAD) * (2 / acting if acting > 2 else 1)
        if self._nobody_can_act():
            pause *= _HURRIED
        if pause:
            pause = max(pause, self._looked_at_until - time.monotonic())
        bot = chair.bot or stand_in(self.table.history.game)
        self._think(seat, bot, pause, lambda: self.table.history.chairs[seat].played_by_bot)

    def _nobody_can_act(self) -> bool:
        """Whether all people only look on until the round is over: bots play it out before them, and quickly."""
        history = self.table.history
        assert history.match is not None
        game, reading = history.match.game, history.match.reading
        people = [seat for seat, chair in enumerate(history.chairs) if not chair.played_by_bot]
        return bool(people) and all(game.sits_out(reading, seat) for seat in people)

    def _think(self, seat: int, bot: str, pause: float, is_due: Callable[[], bool], late: bool = False) -> None:
        self._busy_bots.add(seat)
        self.table.start(self._thinking(seat, bot, pause, is_due, late))

    async def _thinking(self, seat: int, bot: str, pause: float, is_due: Callable[[], bool], late: bool) -> None:
        """Choose and make a move, as long as it is due: a person may come back meanwhile, or move just in time."""
        try:
            await asyncio.sleep(pause)
            match = self.table.history.match
            due = match is not None and seat in match.to_act and is_due() and not self.table.is_held_up
            if match is None or not due:
                return
            if self.table.placing.is_holding(seat):
                await self.table.placing.place(bot, is_due)
                return
            move = await self.table.services.thinkers.choose(bot, match.copy(), seat, random.getrandbits(62))
            self._busy_bots.discard(seat)
            if self.table.history.match is match and seat in match.to_act and is_due():
                moved = events.Moved(seat, int(move), late=late, bot=late)
                self.table.try_to(moved)  # refused if others were faster: it will think again
        except Exception:
            log.exception("table %s: the bot in seat %d could not move", self.table.code, seat)
        finally:
            self._busy_bots.discard(seat)
            if not self.table.is_waiting:
                self.go_on()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
