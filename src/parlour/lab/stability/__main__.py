"""Run the physics, fit the model, judge it, and write all of that down.

    python -m parlour.lab.stability [--games 16] [--skill easy]

Writes src/parlour/components/stability/standard.toml, the tables of docs/shapes.md and docs/stability.svg. Runs are
kept in .cache/stability.jsonl, so that an interrupted run goes on where it was. Good hands take ten times as long.
"""

from __future__ import annotations

import argparse
import os
import re
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ...components.piece_set import SHAPES
from ...components.stability import LEVELS
from .fit import PARTS, Judged, Model, fit, judge
from .runs import Placement, gather

_ROOT = Path(__file__).parents[4]
_RUNS = _ROOT / ".cache" / "stability.jsonl"
_FILE = _ROOT / "src" / "parlour" / "components" / "stability" / "standard.toml"
_PAGE, _PLOT = _ROOT / "docs" / "shapes.md", _ROOT / "docs" / "stability.svg"
_TABLES = re.compile(r"<!-- stability -->.*?<!-- end of stability -->", re.DOTALL)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m parlour.lab.stability", description=__doc__)
    parser.add_argument("--games", type=int, default=16, help="games of each level of hand (16)")
    parser.add_argument(
        "--skill", choices=("easy", "good"), default="easy", help="how the hands choose their spots (easy)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    given = parser.parse_args()
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("", total=given.games * len(LEVELS))
        games = gather(_RUNS, given.skill, given.games, given.workers, lambda done: progress.advance(bar, done))
    judged = judge(games)
    model = fit([one for game in games for one in game])
    _FILE.write_text(as_toml(model), encoding="utf-8")
    text = tables(given.skill, games, model, judged)
    _PAGE.write_text(_TABLES.sub(lambda _: text, _PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    plot(judged)
    print(text)


def as_toml(model: Model) -> str:
    lines = [
        'title = "Falls of wooden pieces"',
        "",
        "# Fitted to physics runs by `make stability`; docs/shapes.md tells how good it is.",
        "# The chance of a fall is 1 / (1 + exp(-z)), z = base + the shape's number + piece * pieces on the platform",
        "# + layer * (their area / the platform's).",
        "[levels]",
    ]
    for level, (base, piece, layer) in zip(LEVELS, model.levels, strict=True):
        lines.append(f"{level} = {{ base = {base:.2f}, piece = {piece:.3f}, layer = {layer:.2f} }}")
    lines += ["", "[shapes]"]
    lines += [f'"{shape}" = {number:.2f}' for shape, number in zip(SHAPES, model.shapes, strict=True)]
    lines += [
        "",
        "[fallen]",
        f"placed = {model.placed:.3f}  # how often the piece just placed is among those that fall",
        f"one_more = {model.one_more:.3f}  # the chance that another one falls, and so on",
        "",
    ]
    return "\n".join(lines)


def tables(skill: str, games: list[list[Placement]], model: Model, judged: Judged) -> str:
    """What docs/shapes.md says of the model, in figures."""
    count = sum(map(len, games))
    falls = Counter(LEVELS[one.level] for game in games for one in game if one.fallen)
    of_each = ", ".join(f"{falls[level]} of a {level}'s hand" for level in LEVELS)
    lines = [
        "<!-- stability -->",
        f"Fitted to {count:,} placements in {len(games)} games of Survivor between {skill} hands, of which "
        f"{falls.total():,} ended with a fall: {of_each}.",
        "",
        "| level of hand | base | for each piece | for each layer |",
        "|---|---|---|---|",
        *(
            f"| {level} | {base:.2f} | {piece:+.3f} | {layer:+.2f} |"
            for level, (base, piece, layer) in zip(LEVELS, model.levels, strict=True)
        ),
        "",
        "| shape | " + " | ".join(SHAPES) + " |",
        "|---" * (len(SHAPES) + 1) + "|",
        "| | " + " | ".join(f"{number:+.2f}" for number in model.shapes) + " |",
        "",
        f"How good it is on towers it has not seen, each game judged by a model fitted to {PARTS - 1} of {PARTS} parts "
        f"of the games and not to its own: the mean log loss is {judged.loss:.3f} (for a model that knows only the "
        f"level of the hand: {judged.loss_by_level:.3f}), the mean squared error {judged.brier:.3f}, and a placement "
        f"that fell was given the higher risk than one that stood in {100 * judged.rank:.0f} of 100 pairs. Foretold "
        "and found, in eight bands of risk:",
        "",
        "| foretold | " + " | ".join(f"{100 * foretold:.1f} %" for foretold, _, _ in judged.bands) + " |",
        "|---" * (len(judged.bands) + 1) + "|",
        "| found | " + " | ".join(f"{100 * found:.1f} %" for _, found, _ in judged.bands) + " |",
        "",
        "The rules know which pieces lie on the platform, not how high they reach. Layers stand in for height: in "
        f"these runs the two go together with a correlation of {judged.height_and_layers:.2f}.",
        "",
        "![Falls foretold and found](stability.svg)",
        "<!-- end of stability -->",
    ]
    return "\n".join(lines)


def plot(judged: Judged) -> None:
    """Risk foretold against falls found."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.hashsalt": "parlour", "font.size": 11})
    figure, axes = plt.subplots(figsize=(5, 4))
    foretold = [100 * band[0] for band in judged.bands]
    found = [100 * band[1] for band in judged.bands]
    most = max(*foretold, *found) * 1.1
    axes.plot([0, most], [0, most], color="#CDBF9F", linewidth=1.5, label="as foretold")
    axes.plot(foretold, found, "o", color="#2F5DD0", markersize=7, clip_on=False, label="games not fitted to")
    axes.set(xlabel="risk of a fall foretold, %", ylabel="placements that fell, %", xlim=(0, most), ylim=(0, most))
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    figure.savefig(_PLOT, metadata={"Date": None})


if __name__ == "__main__":
    main()
