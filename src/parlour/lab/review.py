"""A match looked back upon, with a progress bar and a chart; what is looked at is in bots/review.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..bots.review import LookingBack, Review
from ..engine.match import Match
from .files import pyplot, save_chart
from .simulate import Progress


def review(
    match: Match,
    names: list[str] | None = None,
    playouts: int | None = None,
    progress: bool | Callable[[int, int], None] = True,
) -> Review:
    """Look back upon a match. Ctrl-C ends it early: the review is of the moves looked at by then."""
    looking = LookingBack(match, names, playouts)
    with Progress(looking.of, progress) as shown:
        try:
            for done in looking.steps():
                shown(done)
        except KeyboardInterrupt:
            pass
    return looking.found()


def draw(found: Review, path: Path) -> None:
    """A chart of the chances, with the turning points marked, in a new file."""
    figure, axes = pyplot().subplots(figsize=(9, 4), layout="constrained")
    styles = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
    for line, (name, style) in enumerate(zip(found.lines, styles, strict=False)):
        shown = [100 * moment.chances[line] for moment in found.moments]
        axes.plot(shown, linestyle=style, linewidth=1.8, label=name)
    for turn in found.turns:
        moment = found.moments[turn.number]
        at = moment.number, 100 * moment.chances[turn.seat]
        axes.plot(*at, "o", color="#222", markersize=5)
        axes.annotate(moment.move, at, (4, 4), textcoords="offset points", fontsize=8)
    axes.set_ylim(0, 100)
    axes.set_xlabel("moves")
    axes.set_ylabel("chance to win, %")
    axes.legend(frameon=False)
    save_chart(figure, path)
