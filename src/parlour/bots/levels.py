"""The levels of the bots, by names a child understands, and all bots there are by name.

A level is a setting of budget, noise and sight. Its mistakes are those of people: it looks at too little, does not look
far, and misjudges what it sees; a move that is far worse is hardly ever taken for a good one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from ..engine.errors import BadOption
from ..engine.game import Game
from ..engine.match import Match, Move
from .search import Budget, Thought, Weighed, search
from .simple import WAYS, SimpleBot

SLOWEST = 120.0  # milliseconds; on a slow machine a bot thinks no longer


@dataclass(frozen=True)
class Level:
    title: str
    about: str  # in one line, for a child
    playouts: int = 0  # for a decision; none: it does what a sensible child does
    noise: float = 0.0  # by how much it misjudges a move, of what lies between the best and the worst
    sight: int | None = None  # how many moves it looks ahead; None: as far as is good for the game
    patient: bool = False  # whether it lets people act first, where that tells it something
    but: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # what is otherwise in a game

    def at(self, game: Game) -> Level:
        """As it is in this game."""
        return replace(self, **self.but.get(game.id, {}))


LEVELS = {
    "little": Level(
        "Little bot",
        "still learning: it sees only what is near, and makes mistakes",
        playouts=24,
        noise=0.3,
        sight=3,
        # More errors where even a short look ahead is as good as a sensible child: it forgets nothing, and sees what
        # would fit. None where they would undo a team's plans: such a team never won.
        but={
            "freaky": {"noise": 0.45},
            "go-fox": {"noise": 2.5},
            "ka-blam": {"noise": 2.5},
            "game-on": {"noise": 4.0},
            "game-on-coop": {"noise": 0.0},
        },
    ),
    "fair": Level("Fair bot", "does what a sensible child would do with its cards"),
    "clever": Level(
        "Clever bot",
        "thinks before it moves, and remembers what it saw",
        playouts=150,
        noise=0.1,
        # More errors where few playouts find almost all there is; none where one move is hardly better than another, or
        # where they would undo a team's plans.
        but={
            "go-fox": {"noise": 0.25},
            "game-on": {"noise": 0.3},
            "ka-blam": {"noise": 0.0, "playouts": 100},
            "game-on-coop": {"noise": 0.0, "playouts": 600},
        },
    ),
    "master": Level(
        "Master bot",
        "thinks long and forgets nothing: hard to beat",
        playouts=2000,
        patient=True,
        # More where one move is hardly better than another, or where there are many: it takes many to tell.
        but={"ka-blam": {"playouts": 4000}, "game-on": {"playouts": 10_000}},
    ),
}

# What is good for each game, found by tournaments (docs/bots.md). Trees were not seen to pay where that was tried; a
# sensible child seems a better guess of what others do than a tree of few playouts. A game that is not named is
# searched with trees.
THOUGHTS = {
    "freaky": Thought(depth=0, horizon=16, scale=15.0),
    "go-fox": Thought(depth=0, horizon=20, scale=3.0),
    "ka-blam": Thought(depth=0, horizon=20, scale=20.0, effort=3.0),
    "game-on": Thought(depth=0, horizon=24, scale=5.0, effort=0.4),
    "game-on-coop": Thought(depth=0, horizon=24, scale=4.0, greed=0.03, effort=0.4),
    "read-and-grab": Thought(depth=0, scale=2.0, greed=0.2),  # whoever can grab does: what else seems better is luck
}


class Bot(Protocol):
    """Whoever chooses the moves of a seat."""

    def choose(self, match: Match, seat: int) -> Move: ...


class LevelBot:
    """Chooses moves for one seat by what the seat sees and by its seed alone."""

    def __init__(
        self,
        name: str,
        seed: int,
        slowest: float | None = SLOWEST,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """`slowest`: the milliseconds it may think; None: the same choice on every machine, however long it takes."""
        self.name = name
        self._slowest = slowest
        self.level = LEVELS[name]
        self._simple = SimpleBot("greedy", seed)
        self._seed = seed
        self._stop = stop

    def choose(self, match: Match, seat: int) -> Move:
        self._seed = (self._seed + 1) & (1 << 62) - 1
        if not thinks(self.name, match.game):
            return self._simple.choose(match, seat)
        level = self.level.at(match.game)
        found = weigh(match, seat, level, self._seed, self._slowest, self._stop)
        best = found[0]
        if level.noise:
            errors = level.noise * np.random.default_rng(self._seed).gumbel(size=len(found))
            between = max(one.worth for one in found) - min(one.worth for one in found)
            judged = [one.worth + between * error for one, error in zip(found, errors, strict=True)]
            best = found[int(np.argmax(judged))]
        return Move(best.move, match.game.move_names[best.move])


def weigh(
    match: Match, seat: int, level: Level, seed: int, slowest: float | None, stop: Callable[[], bool]
) -> list[Weighed]:
    """The moves of a seat as a level weighs them, the best first."""
    thought = thought_for(match.game)
    if level.sight is not None:
        thought = replace(thought, horizon=min(level.sight, thought.horizon))
    return search(match, seat, seed, thought, Budget(round(level.playouts * thought.effort), slowest), stop)


def thought_for(game: Game) -> Thought:
    return THOUGHTS.get(game.id, Thought())


def can_search(game: Game) -> bool:
    """Whether the search knows what to do: not where an umpire decides, nor in Shapes, which is about steady hands."""
    return game.box != "shapes" and not game.needs_umpire


def thinks(name: str, game: Game) -> bool:
    """Whether a bot searches in this game, so that the search must be compiled for it."""
    return name in LEVELS and LEVELS[name].at(game).playouts > 0 and can_search(game)


def waits(name: str | None, game: Game) -> bool:
    """Whether a bot lets people act first, where several act at once: it sees what they do, and can still answer it."""
    return game.last_word_counts and name is not None and name in LEVELS and LEVELS[name].patient


BOTS = (*LEVELS, *WAYS)


def bot(name: str, seed: int) -> Bot:
    """The bot of this name."""
    check(name)
    return SimpleBot(name, seed) if name in WAYS else LevelBot(name, seed)


def check(name: object) -> None:
    if name not in BOTS:
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(BOTS)}")


def bots_for(bots: str | list[str] | tuple[str, ...], seats: int) -> list[str]:
    """One bot's name for each seat: from one name for all, or a list of names (also "master,fair")."""
    names = [name.strip() for name in bots.split(",")] if isinstance(bots, str) else bots
    if not isinstance(names, list | tuple):
        raise BadOption(f"bots: expected one name, or a list of names, found {bots!r}")
    for name in names:
        check(name)
    if len(names) == 1:
        return list(names) * seats
    if len(names) != seats:
        raise BadOption(f"bots: expected one name, or one for each of {seats} seats, found {len(names)}")
    return list(names)
