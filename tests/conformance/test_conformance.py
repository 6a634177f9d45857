"""Every game, every seat count, every check that a game must pass."""

import pytest

from parlour import GAMES, Game
from parlour.testing import CHECKS, Check

TABLES = [(kind, players, {}) for kind in GAMES for players in kind.seats]
VARIED = [
    ("ka-blam", 2, {"length": "short", "deck": "double"}),
    ("ka-blam", 3, {"length": "short"}),
    ("ka-blam", 6, {"length": "short", "deck": "double", "starter": 5}),
    ("go-fox", 4, {"even_turns": True}),
    ("go-fox", 5, {"even_turns": True, "starter": 2}),
    ("read-and-grab", 3, {"grabs": "offered"}),
    ("freaky", 3, {"taking": "help", "starter": 2}),
]
TABLES += [(kind, players, options) for kind in GAMES for name, players, options in VARIED if kind.id == name]


def name(table: tuple[type[Game], int, dict[str, object]]) -> str:
    kind, players, options = table
    return "-".join([kind.id, str(players), *(f"{key}={value}" for key, value in options.items())])


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("table", TABLES, ids=name)
def test_conformance(table: tuple[type[Game], int, dict[str, object]], check: Check) -> None:
    kind, players, options = table
    check(kind(players, **options), range(3))
