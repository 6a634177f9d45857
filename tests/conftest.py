"""How the tests run: no deadlines, since machines are noisy; and in CI the same examples every time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

TESTS = Path(__file__).parent
# Each file is run by one process, so that what its tests share is made once. Where several files are run at once, the
# long ones come first and the short ones last: then none goes on alone for long. The search is compiled by the first.
# The browser's come after all that run an event loop: its driver leaves one running in the process.
LONG = ("bots", "conformance", "server", "terminal", "oracle", "games", "lab")
SHORT = ("web", "components", "rules")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    folder = item.path.relative_to(TESTS).parts[0]
    return LONG.index(folder) - len(LONG) if folder in LONG else 1 + SHORT.index(folder) if folder in SHORT else 0
