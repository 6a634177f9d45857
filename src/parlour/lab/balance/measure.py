"""What is read from games: from the state at their end, and where that does not tell, from watching them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import numpy as np

from ...engine import drivers
from ...engine.batch import Played
from ...engine.game import Game
from ...engine.rule import Rule
from ...games.game_on import rules as game_on
from ...games.game_on_coop import rules as game_on_coop
from . import watch

Figures = dict[str, np.ndarray[Any, Any]]  # for each figure one whole number a game

# How a game ended: of Game-On Competitive, and of the cooperative game.
TIMER, IDLE, STUCK, PASSED = range(4)
TEAM_THERE, HOUSE_THERE, DECK_OUT = range(3)

_CHUNK = 1 << 11


def measured(game: Game, played: Played) -> Figures:
    """What the ends of some games tell."""
    points = points_of(game, played.ends)
    return {
        "moves": played.lengths,
        "winners": np.bitwise_count(played.winners),
        **{f"won by {seat}": played.winners >> seat & 1 for seat in range(game.players)},
        **_OF_GAME[game.id](played, points),
    }


def points_of(game: Game, ends: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Each seat's points in each game, by the rules of the game."""
    points = np.zeros((len(ends), game.players), np.int64)
    for index in range(len(ends)):
        drivers.points(ends, index, points[index])
    return points


def _scores(points: np.ndarray[Any, Any]) -> Figures:
    ranked = np.sort(points, axis=1)
    return {
        "best score": ranked[:, -1],
        "margin": ranked[:, -1] - ranked[:, -2],
        "spread": ranked[:, -1] - ranked[:, 0],
        "tied": ranked[:, -1] == ranked[:, -2],
        "runaway": ranked[:, -1] >= 2 * ranked[:, -2],  # the winner has twice what the second has
    }


def _freaky(_: Played, points: np.ndarray[Any, Any]) -> Figures:
    return {**_scores(points), "cards taken": points.sum(axis=1)}


def _game_on(played: Played, points: np.ndarray[Any, Any]) -> Figures:
    ends = played.ends
    counted = _tally(ends, game_on.TALLIES)
    winners, stuck = np.zeros(len(ends), np.int16), np.zeros(len(ends), np.bool_)
    watch.judge_game_on(ends, winners, stuck)
    bare = ends.copy()
    bare["locked"] = ~np.uint64(0)  # GC-31: the chevron of a locked card does not show
    watch.judge_game_on(bare, winners, np.zeros_like(stuck))
    timed = (ends["timer"] > 0) & (ends["black_out"] == ends["timer"])
    idle = ends["idle"] == game_on.IDLE_ROUNDS
    settled = counted["stolen"] + counted["defended"] + counted["locked"]
    return {
        **_scores(points),
        **counted,
        "beaten": counted["steals tried"] - settled,  # GC-23: by another thief
        "rounds": ends["rounds"],
        "cards taken": ends["turned_up"] - (ends["area"] != game_on.EMPTY).sum(axis=1),
        "chevrons decided": winners != played.winners,
        "end": np.select([timed, idle, stuck], [TIMER, IDLE, STUCK], PASSED),
    }


def _game_on_coop(played: Played, points: np.ndarray[Any, Any]) -> Figures:
    ends = played.ends
    target = game_on_coop.TARGET * ends["players"].astype(np.int64)
    cards_out = (ends["deck_count"] == 0) & (ends["track_count"] == 0)  # CO-18, or a Black Card was the last
    short = np.maximum(ends["team_points"], ends["house_points"] - ends["black_out"]) < target
    won = played.winners != 0
    return {
        **_tally(ends, game_on_coop.TALLIES),
        "won": won,
        "rounds": ends["rounds"],
        "team": points[:, 0],
        "House": ends["house_points"],
        "end": np.select([cards_out & short, won], [DECK_OUT, TEAM_THERE], HOUSE_THERE),
    }


def _tally(ends: np.ndarray[Any, Any], names: Sequence[str]) -> Figures:
    """What the game itself counted."""
    return {name: ends["tally"][:, number].astype(np.int64) for number, name in enumerate(names)}


_OF_GAME: dict[str, Callable[[Played, np.ndarray[Any, Any]], Figures]] = {
    "freaky": _freaky,
    "game-on": _game_on,
    "game-on-coop": _game_on_coop,
}
_WATCHERS: dict[str, tuple[Rule, Sequence[str]]] = {
    "freaky": (watch.watch_freaky, watch.FREAKY),
    "game-on": (watch.watch_game_on, watch.GAME_ON),
}


def watched(game: Game, games: int, ways: list[int], seed: int, threads: int) -> Figures:
    """What watching the first games shows; they are those that `play_many` plays."""
    watcher, names = _WATCHERS[game.id]
    seen = np.zeros((games, len(names)), np.int64)

    def look(first: int) -> None:
        watcher(game.template(), seed, first, np.array(ways), game.move_room(), seen[first : first + _CHUNK])

    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(copy_context().run, look, first) for first in range(0, games, _CHUNK)]:
            future.result()
    return {name: seen[:, number] for number, name in enumerate(names)}
