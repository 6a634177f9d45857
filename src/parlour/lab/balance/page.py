"""The whole page: what is played for it, what is said first, and then game by game."""

from __future__ import annotations

import os
from pathlib import Path

from . import coop, freaky, game_on
from .run import Kept, Progress, Results, Task, play
from .words import EDGE, EMPTY, FOREGONE, LEADS, NEAR, NOTICEABLE, OPEN, SELDOM, Verdict, markdown, table

PARTS = (freaky, game_on, coop)


def plan(games: int) -> list[Task]:
    """All there is to play, for so many games of each main setting."""
    return [task for one in PARTS for task in one.plan(games)]


def write(folder: Path, games: int, seed: int, kept: Kept, progress: Progress) -> None:
    """Play what is not played yet, and write balance.md and its plots into the folder."""
    results: Results = {}
    for task in plan(games):
        found = kept.get(task)
        if found:
            progress(str(task.setting), task.games)
        else:
            found = play(task, seed, os.cpu_count() or 1, progress)
            kept.keep(task, found)
        results[task.setting] = found
    parts = [one.part(results, folder / "balance") for one in PARTS]
    verdicts = [verdict for said, _ in parts for verdict in said]
    text = "\n".join([_opening(games, seed, verdicts), *(text for _, text in parts)])
    (folder / "balance.md").write_text(text, encoding="utf-8")
    kept.forget()


def _opening(games: int, seed: int, verdicts: list[Verdict]) -> str:
    return markdown(
        "# How the games come out",
        "Made by `make balance`; change the code, not this page. Bots play, sensible ones (`greedy`) unless it says "
        f"random. Each main setting is played {games:,} times with seed {seed}, others a half to a twentieth as often; "
        f"what only shows move by move is of the first {max(1, games // 10):,} games. The same seed gives the same "
        "page, and these are the games of `parlour simulate`. People play otherwise than bots: take the figures for "
        "the shape of a game, not for a forecast of yours.",
        'Columns "5 %" and "95 %" are what one game in twenty stays below or goes above; in brackets are 95 % '
        "intervals. A shared win counts for every winner.",
        "## In short",
        table(
            ["game", "players", "seats", "play"],
            ([one.game, str(one.players), one.fair, one.dull] for one in verdicts),
            left=4,
        ),
        f"Unfair: a seat wins at least {100 * NOTICEABLE:.0f} game in a hundred more or less than its fair share, and "
        f"that is no accident. Dull: the lead changes less than {LEADS:.0f} time a game; or more than every third game "
        "is a runaway win, with twice what the second has; or a sensible player among random ones wins not even "
        f"{100 * EDGE:.0f} games in a hundred more than a fair share; or some device of the game (a contest in the "
        f"Play Area, a steal, a defence, a lock, a conversion) is seen less than {SELDOM:.1f} times a game; or more "
        f"than {100 * EMPTY:.0f} % of the turns go with nothing but a redraw. A game against the House is foregone "
        f"when the team wins less than {100 * FOREGONE[0]:.0f} % or more than {100 * FOREGONE[1]:.0f} %, and one-sided "
        f"outside {100 * OPEN[0]:.0f} to {100 * OPEN[1]:.0f} %; hardly is what is seen less than {SELDOM:.1f} times a "
        "game.",
        "The slow reference has sensible players of its own, who are not quite ours. A figure agrees with it that is "
        f"within {100 * NEAR:.0f} %; figures stand from the fewest players to the most, or from the least to the most.",
    )
