"""A recorded match told in words."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from ..engine.game import Telling
from ..engine.match import Match
from . import look
from .table import make_again, result_panel
from .views import Seen


def show_replay(match: Match, console: Console | None = None) -> None:
    """Every move, numbered, and how it ended; told as to someone looking on."""
    console = console or Console(highlight=False)
    names = [f"Seat {seat}" for seat in range(match.game.players)]
    telling = Telling(names)
    told = match.beginning()
    console.print(look.heading(match.game.title, f"{len(names)} players, {len(match.moves)} moves"))
    grid = Grid.grid(padding=(0, 1))
    grid.add_column()  # an empty one, in line with the heading
    grid.add_column(justify="right", style=look.LINE)
    gains = []
    for number, (seat, move) in enumerate(match.moves, 1):
        before, scores = told.copy(), told.scores
        make_again(told, seat, move)
        gained = [now - was for was, now in zip(scores, told.scores, strict=True)]
        if any(gained):
            gains.append(gained)
        if words := told.tell(before, telling):
            grid.add_row("", str(number), Text(words))
    console.print(grid)
    if told.over:
        seen = _Onlooker(told.game, told.view(None), (), names, min(console.width, 100))
        console.print(result_panel(told, seen, gains), width=seen.width)
    else:
        acting = " and ".join(names[seat] for seat in told.view(None)["to_act"]) or "the umpire"
        console.print(Text(f"\n The record ends here; {acting} would be to move."))


class _Onlooker(Seen):
    """Someone who plays in no seat: nobody is "you"."""

    def who(self, seat: int) -> str:
        return self.names[seat]
