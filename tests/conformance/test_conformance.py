"""Every game, every seat count, every check that a game must pass."""

import pytest

from parlour import GAMES, Game
from parlour.components.shapes_deck import SHAPES
from parlour.testing import CHECKS, Check

# Games of many hundred moves, and those of which there are many tables: one seed is plenty.
LONG = dict.fromkeys(("game-on", "game-on-coop", "shapes", "shapes-survivor", "shapes-pass", "shapes-draft"), 1)
SMALL_DECK = {
    "title": "reds and a few wilds",
    "cards": [f"red {shape}" for shape in SHAPES],
    "wild": 10,
    "stop_turn": 2,
    "clear_the_board": 1,
}
TABLES = [(kind, players, {}) for kind in GAMES for players in kind.seats]
VARIED = [
    ("ka-blam", 2, {"length": "short", "deck": "double"}),
    ("ka-blam", 3, {"length": "short"}),
    ("ka-blam", 6, {"length": "short", "deck": "double", "starter": 5}),
    ("go-fox", 4, {"even_turns": True}),
    ("go-fox", 5, {"even_turns": True, "starter": 2}),
    ("read-and-grab", 3, {"grabs": "offered"}),
    ("freaky", 3, {"taking": "help", "starter": 2}),
    ("game-on", 2, {"competition": "trivia", "types": "flame,sun"}),
    ("game-on", 3, {"competition": "rock-paper-scissors", "timer": 2}),
    ("game-on", 4, {"competition": "trivia", "ages": "4-6"}),
    ("game-on", 5, {"competition": "rock-paper-scissors"}),
    ("game-on-coop", 2, {"types": "leaf,moon", "black_cards": False}),
    ("game-on-coop", 3, {"pace": "even", "hands": "hidden"}),
    ("game-on-coop", 5, {"pace": "even"}),
    ("game-on-coop", 6, {"pace": "each", "hands": "hidden"}),
    ("shapes", 2, {"falls": "physics", "deck": SMALL_DECK}),
    ("shapes", 2, {"hand": "child", "deck": SMALL_DECK, "starter": 1}),
    ("shapes", 3, {"uncompleted": "strict", "hand": "child"}),
    ("shapes", 4, {"falls": "physics", "uncompleted": "strict"}),
    ("shapes-survivor", 4, {"falls": "physics"}),
    ("shapes-pass", 3, {"falls": "physics"}),
    ("shapes-draft", 4, {"falls": "physics", "starter": 3}),
]
TABLES += [(kind, players, options) for kind in GAMES for name, players, options in VARIED if kind.id == name]


def name(table: tuple[type[Game], int, dict[str, object]]) -> str:
    kind, players, options = table
    said = (f"{key}={value['title'] if isinstance(value, dict) else value}" for key, value in options.items())
    return "-".join([kind.id, str(players), *said])


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_conformance(table: tuple[type[Game], int, dict[str, object]], check: Check) -> None:
    kind, players, options = table
    check(kind(players, **options), range(LONG.get(kind.id, 3)))
