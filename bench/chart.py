"""The chart of the README: moves a second, ours and the peers', on a logarithmic scale."""

from __future__ import annotations

from pathlib import Path
from typing import Any

OURS, THEIRS, INK, PAPER, LINE = "#D7263D", "#CDBF9F", "#22201D", "#FBF7EE", "#EDE4D0"


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    shown = [row for row in rows if "median" in row and row.get("path") not in ("one thread, unpinned",)]
    shown.sort(key=lambda row: row["median"])
    plt.rcParams.update({"font.family": "sans-serif", "svg.fonttype": "none", "svg.hashsalt": "parlour"})
    figure, axes = plt.subplots(figsize=(9, 0.34 * len(shown) + 1.1), facecolor=PAPER)
    axes.set_facecolor(PAPER)
    labels = [f"{row['peer']} · {row['game']} · {row['path']}" for row in shown]
    colours = [OURS if row["peer"] == "Parlour" else THEIRS for row in shown]
    bars = axes.barh(labels, [row["median"] for row in shown], color=colours, edgecolor=INK, linewidth=0.8)
    for bar, row in zip(bars, shown, strict=True):
        text = f" {_short(row['median'])}"
        axes.text(bar.get_width(), bar.get_y() + bar.get_height() / 2, text, va="center", fontsize=9, color=INK)
    axes.set_xscale("log")
    axes.set_xlim(left=1000, right=max(row["median"] for row in shown) * 6)
    axes.margins(y=0.01)
    figure.suptitle("Moves a second, on one core unless it says two threads", x=0.02, ha="left", fontsize=12, color=INK)
    axes.tick_params(labelsize=9, colors=INK)
    axes.grid(axis="x", color=LINE)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, format="svg", facecolor=PAPER, metadata={"Date": None})
    plt.close(figure)


def _short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.0f}"
