"""The plots of the page, in the look of the chart of the README: their own paper, so they read on light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from .run import Found

RED, TAN, INK, PAPER, LINE = "#D7263D", "#CDBF9F", "#22201D", "#FBF7EE", "#EDE4D0"
COLOURS = (RED, "#2F5DD0", "#2A9D5C", "#EE7B30", "#7B3FA0", "#8F836B")
MARKERS = "osD^vP"

Share = tuple[float, float, float]  # with its interval


class Range(NamedTuple):
    """Where a figure lies: its mean, and nine games in ten."""

    mean: float
    low: int
    high: int

    @classmethod
    def of(cls, found: Found, name: str) -> Range:
        return cls(found.mean(name), found.percentile(name, 5), found.percentile(name, 95))


@contextmanager
def _sheet(path: Path, title: str, panels: int = 1, *, alike: bool = True) -> Iterator[list[Any]]:
    """Axes to draw on, with one scale if they are alike; the same figures give the same file."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.family": "sans-serif", "svg.fonttype": "none", "svg.hashsalt": "parlour"})
    figure, grid = plt.subplots(1, panels, figsize=(9, 3.4), facecolor=PAPER, sharey=alike, squeeze=False)
    for axes in grid[0]:
        axes.set_facecolor(PAPER)
        axes.tick_params(labelsize=9, colors=INK)
        axes.grid(axis="y", color=LINE)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    yield list(grid[0])
    figure.suptitle(title, x=0.02, ha="left", fontsize=12, color=INK)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", facecolor=PAPER, metadata={"Date": None})
    plt.close(figure)


def seats(path: Path, title: str, shares: Mapping[int, Sequence[Share]]) -> None:
    """For each number of players: how far each seat is from a fair share, with intervals."""
    with _sheet(path, title, len(shares)) as sheet:
        for axes, (players, mine) in zip(sheet, shares.items(), strict=True):
            fair = sum(share for share, _, _ in mine) / players
            middle = [100 * (share - fair) for share, _, _ in mine]
            below = [100 * (share - low) for share, low, _ in mine]
            above = [100 * (high - share) for share, _, high in mine]
            axes.axhline(0, color=INK, linewidth=0.8)
            axes.axhspan(-1, 1, color=LINE, zorder=0)
            seat = range(1, players + 1)
            axes.errorbar(seat, middle, yerr=[below, above], fmt="o", color=RED, ecolor=INK, capsize=3)
            axes.set_xlim(0.4, players + 0.6)
            axes.set_xticks(list(seat))
            axes.set_xlabel("seat", fontsize=9, color=INK)
            axes.set_title(f"{players} players: {100 * fair:.1f} %", fontsize=9, color=INK)
        low, high = sheet[0].get_ylim()
        sheet[0].set_ylim(min(low, -2), max(high, 2))
        sheet[0].set_ylabel("points off a fair share", fontsize=9, color=INK)


def ranges(path: Path, title: str, panels: Mapping[str, Sequence[Range]], *, alike: bool = True) -> None:
    """For each number of players, from two on: mean, and a bar from the 5 % to the 95 % point."""
    with _sheet(path, title, len(panels), alike=alike) as sheet:
        for axes, (name, found) in zip(sheet, panels.items(), strict=True):
            players = range(2, 2 + len(found))
            tall, low = [one.high - one.low for one in found], [one.low for one in found]
            axes.bar(players, tall, bottom=low, width=0.5, color=TAN, edgecolor=INK, linewidth=0.8)
            axes.plot(players, [one.mean for one in found], "o", color=RED, markeredgecolor=INK)
            axes.set_ylim(bottom=0)
            axes.set_xticks(list(players))
            axes.set_xlabel("players", fontsize=9, color=INK)
            axes.set_title(name, fontsize=9, color=INK)


def stacks(path: Path, title: str, label: str, parts: Mapping[str, Sequence[float]]) -> None:
    """For each number of players, from two on, a bar made of parts."""
    with _sheet(path, title) as (axes,):
        floor = [0.0] * len(next(iter(parts.values())))
        for (name, tall), colour in zip(parts.items(), COLOURS, strict=False):
            players = range(2, 2 + len(tall))
            axes.bar(players, tall, bottom=floor, width=0.5, label=name, color=colour, edgecolor=INK, linewidth=0.8)
            floor = [below + more for below, more in zip(floor, tall, strict=True)]
        axes.set_xlabel("players", fontsize=9, color=INK)
        axes.set_ylabel(label, fontsize=9, color=INK)
        _legend(axes)


def lines(
    path: Path,
    title: str,
    across: tuple[str, Sequence[int]],
    panels: Mapping[str, Mapping[str, Sequence[float]]],
) -> None:
    """Shares of games, in percent, along whole numbers; a line for each name, the reference's dotted."""
    with _sheet(path, title, len(panels)) as sheet:
        for axes, (panel, named) in zip(sheet, panels.items(), strict=True):
            for (name, shares), colour, marker in zip(named.items(), COLOURS, MARKERS, strict=False):
                style = {"linestyle": ":", "color": INK} if "reference" in name else {"color": colour}
                axes.plot(across[1], [100 * one for one in shares], label=name, marker=marker, markersize=5, **style)
            axes.set_ylim(bottom=0)
            axes.set_xticks(list(across[1]))
            axes.set_xlabel(across[0], fontsize=9, color=INK)
            axes.set_title(panel, fontsize=9, color=INK)
        sheet[0].set_ylabel("% of games", fontsize=9, color=INK)
        _legend(sheet[-1], *sheet[0].get_legend_handles_labels())


def _legend(axes: Any, *lines_and_names: Any) -> None:
    place = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)}
    axes.legend(*lines_and_names, fontsize=9, labelcolor=INK, frameon=False, **place)
