"""Words that reasons have in common."""

from __future__ import annotations

_COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def counted(count: int) -> str:
    """`two`, and from seven in figures."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)
