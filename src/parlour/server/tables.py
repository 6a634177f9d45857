"""All tables of a server: opened, found by their codes, read from the log when somebody asks for them."""

from __future__ import annotations

import asyncio
import logging

from ..engine.errors import BadOption, ParlourError
from ..games import find
from ..physics.rapier import demand
from . import events, fairness
from .messages import HeldSeat, NewTable, TableOpened
from .store import Clash, now_ms
from .table import Services, Table
from .thinkers import read_bot
from .tokens import digest, new_code, new_token
from .workers import owner

log = logging.getLogger("parlour.tables")

_HERE = ("me", "here")
_IDLE = 10 * 60 * 1000  # ms without anybody, after which a table is left to the log
_SWEEP = 60.0  # seconds


class Tables:
    """`place` is the number of this process among several, and how many there are: new tables are its own."""

    def __init__(self, services: Services, place: tuple[int, int] = (0, 1)) -> None:
        self.services, self.place = services, place
        self.live: dict[str, Table] = {}
        self._reading: dict[str, asyncio.Task[Table | None]] = {}
        self._sweeping: asyncio.Task[None] | None = None
        services.readiness.changed.append(self._rules_ready)

    def begin(self) -> None:
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def find(self, code: str) -> Table | None:
        """The table with this code, or None."""
        table = self.live.get(code)
        if table is not None:
            return table
        if code not in self._reading:
            self._reading[code] = asyncio.get_running_loop().create_task(self._read(code))
        return await asyncio.shield(self._reading[code])

    async def _read(self, code: str) -> Table | None:
        try:
            rows = await self.services.store.in_time(self.services.store.read, code)
            if not rows:
                return None
            table = Table(code, self.services)
            table.read(rows)
            self.live[code] = table
            return table
        finally:
            del self._reading[code]

    async def open(self, wanted: NewTable) -> TableOpened:
        """Open a table, and seat whom the host names."""
        if find(wanted.game).box == "shapes":
            demand()
        for who in wanted.seats:
            if who not in (*_HERE, "open"):
                read_bot(who, find(wanted.game))
        if wanted.start and not any(who in _HERE for who in wanted.seats):
            raise BadOption('seats: somebody has to play; right would be a seat for "me"')
        while True:
            try:
                return await self._open(wanted)
            except Clash:
                log.info("a code was in use already; another one is drawn")

    async def _open(self, wanted: NewTable) -> TableOpened:
        code = new_code()
        while owner(code, self.place[1]) != self.place[0]:
            code = new_code()
        table = Table(code, self.services)
        host = new_token()
        opened = events.Opened(
            wanted.game, len(wanted.seats), wanted.options, wanted.settings, digest(host), fairness.new_secret()
        )
        table.asking.open(opened)
        names, held = list(wanted.names), []
        for seat, who in enumerate(wanted.seats):
            if who in _HERE:
                token = new_token()
                name = names.pop(0) if names else ""
                table.asking.sit_down(seat, name, token, host=who == "me")
                held.append(HeldSeat(seat, token))
            elif who != "open":
                table.asking.seat_bot(seat, who)
        if wanted.newcomer and "me" in wanted.seats:
            table.newcomer = wanted.seats.index("me")
        if wanted.start:
            table.asking.deal()
        try:
            await table.written()
        except ParlourError:
            table.close()
            self.services.store.mended(table.code)
            raise
        self.live[table.code] = table
        table.rules_ready()  # they may have become so meanwhile
        return TableOpened(table.code, host, held)

    async def sit_down(self, table: Table, name: str, seat: int | None) -> HeldSeat:
        token = new_token()
        taken = table.asking.sit_down(seat, name, token)
        try:
            await table.written()
        except Clash:
            raise ParlourError("somebody else was faster; please try again") from None
        return HeldSeat(taken, token)

    def close(self) -> None:
        if self._sweeping:
            self._sweeping.cancel()
        for table in self.live.values():
            table.close()

    def _rules_ready(self) -> None:
        for table in list(self.live.values()):
            table.rules_ready()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            for code, table in list(self.live.items()):
                if not table.connections and table.is_quiet and now_ms() - table.idle_since > _IDLE:
                    table.close()
                    del self.live[code]
