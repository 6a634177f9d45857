"""A match looked back upon: each seat's chances to win, move by move, and where they turned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..bots.advice import chances
from ..engine.errors import ParlourError
from ..engine.game import Telling
from ..engine.match import Match
from .simulate import Progress

_TURNS = 0.12  # of all games won: a smaller change is no turning point
_MOST = 5  # turning points that are worth telling


@dataclass(frozen=True)
class Moment:
    """After a move: what it was, and how the chances stood then."""

    number: int  # 0 is the deal
    seat: int | None
    move: str
    told: str
    chances: list[float]


@dataclass(frozen=True)
class Review:
    game: str
    players: int
    names: list[str]
    moments: list[Moment]  # the deal first

    def turning_points(self) -> list[tuple[Moment, int, float]]:
        """The moments at which somebody's chances changed most: whose, and by how much; in the order of the match."""
        found = []
        for before, after in zip(self.moments, self.moments[1:], strict=False):
            changes = [now - was for was, now in zip(before.chances, after.chances, strict=True)]
            seat = max(range(self.players), key=lambda one: abs(changes[one]))
            if abs(changes[seat]) >= _TURNS:
                found.append((after, seat, changes[seat]))
        found.sort(key=lambda turn: -abs(turn[2]))
        return sorted(found[:_MOST], key=lambda turn: turn[0].number)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        turns = self.turning_points()
        return {
            "game": self.game,
            "players": self.players,
            "moments": [vars(moment) for moment in self.moments],
            "turning_points": [{"number": at.number, "seat": seat, "change": change} for at, seat, change in turns],
        }


def review(
    match: Match,
    names: list[str] | None = None,
    playouts: int = 400,
    progress: bool | Callable[[int, int], None] = True,
) -> Review:
    """Look back upon a match. Ctrl-C ends it early: the review is of the moves looked at by then."""
    called = names or [f"Seat {seat}" for seat in range(match.game.players)]
    telling = Telling(called)
    now = match.beginning()
    moments = [Moment(0, None, "", "The cards are dealt.", chances(now, playouts))]
    with Progress(len(match.moves), progress) as shown:
        try:
            for number, (seat, move) in enumerate(match.moves, 1):
                before = now.copy()
                now.play(seat, move)
                told = now.tell(before, telling)
                moments.append(Moment(number, seat, str(move), told, chances(now, playouts, number)))
                shown(number)
        except KeyboardInterrupt:
            pass
    return Review(match.game.id, match.game.players, called, moments)


def draw(found: Review, path: Path) -> None:
    """A chart of the chances, with the turning points marked, as an image by the file's ending."""
    try:
        import matplotlib
    except ImportError:
        raise ParlourError("a plot needs matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4), layout="constrained")
    for seat, style in zip(range(found.players), ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1))), strict=False):
        shown = [100 * moment.chances[seat] for moment in found.moments]
        axes.plot(shown, linestyle=style, linewidth=1.8, label=found.names[seat])
    for moment, seat, _ in found.turning_points():
        axes.plot(moment.number, 100 * moment.chances[seat], "o", color="#222", markersize=5)
        axes.annotate(
            moment.move, (moment.number, 100 * moment.chances[seat]), (4, 4), textcoords="offset points", fontsize=8
        )
    axes.set_ylim(0, 100)
    axes.set_xlabel("moves")
    axes.set_ylabel("chance to win, %")
    axes.legend(frameon=False)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise ParlourError(f"{path} cannot be written: {error}") from None
    finally:
        pyplot.close(figure)
