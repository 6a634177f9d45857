"""How long seats have been thinking. Times are milliseconds; nothing here looks at a real clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from .messages import Clocks


class Thinking:
    """The clocks of the seats of one match."""

    def __init__(self, clocks: Clocks, players: int) -> None:
        self.clocks = clocks
        self.left = [clocks.seconds * 1000] * players
        self.since: list[int | None] = [None] * players  # when it began to run

    def moved(self, seat: int | None, to_act: Collection[int], at: int) -> None:
        """A move was made (None: the cards were dealt), and now these seats may act."""
        for one, began in enumerate(self.since):
            if began is not None and (one == seat or one not in to_act):
                self.left[one] = max(0, self.left[one] - max(0, at - began))
                self.since[one] = None
                if self.clocks.kind == "move":
                    self.left[one] = self.clocks.seconds * 1000  # for the next one: that is what is shown meanwhile
                elif one == seat:
                    self.left[one] += self.clocks.more * 1000
            if one in to_act and self.since[one] is None:
                self.since[one] = at

    def slept(self, ms: int) -> None:
        self.since = [None if began is None else began + ms for began in self.since]

    def changed(self, clocks: Clocks, to_act: Collection[int], at: int) -> None:
        """Other clocks, in the middle of a match: everybody begins with what these give."""
        self.clocks = clocks
        self.left = [clocks.seconds * 1000] * len(self.left)
        self.since = [at if seat in to_act else None for seat in range(len(self.left))]

    def left_at(self, seat: int, at: int) -> int | None:
        """Time left, if there is a limit."""
        if self.clocks.kind == "none":
            return None
        began = self.since[seat]
        return self.left[seat] if began is None else max(0, self.left[seat] - max(0, at - began))

    def runs(self, seat: int) -> bool:
        return self.clocks.kind != "none" and self.since[seat] is not None


class HandTime(NamedTuple):
    """What is left for the hand that holds a piece (SH-8), and since when that runs; None: it stands."""

    left: int
    since: int | None

    def left_at(self, gaps: Iterable[tuple[int, int]], at: int) -> int:
        """It ran until the server was gone, or until now."""
        if self.since is None:
            return self.left
        until = min((began for began, ended in gaps if ended > self.since), default=at)
        return max(0, self.left - max(0, until - self.since))


def time_away(gaps: Iterable[tuple[int, int]], since: int) -> int:
    """How long there was no server after that moment. Gaps are from when to when; some may overlap."""
    away = 0
    for began, ended in sorted(gaps):
        away += max(0, ended - max(began, since))
        since = max(since, ended)
    return away
