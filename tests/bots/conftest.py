"""The search is compiled when a game is first searched: tests of one game stay together, so that it is so once."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        name = getattr(item, "callspec", None) and item.callspec.params.get("name")  # type: ignore[attr-defined]
        if name and item.path.name == "test_search.py":
            item.add_marker(pytest.mark.xdist_group(name))
