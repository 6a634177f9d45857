"""Why, in READ AND GRAB."""

from __future__ import annotations

from ...engine.match import Match
from .words import counted

_SET = 6  # a number in all colours


def says(shown: Match, seat: int, move: str, _: list[str]) -> str:
    if not move.startswith("grab "):
        return ""
    number, other = move.removeprefix("grab ").split("s from seat ")
    front = shown.view(seat)["front"]
    have, gain = (sum(card.split()[1] == number for card in front[one]) for one in (seat, int(other)))
    if have + gain == _SET:
        return f"it completes your set of {number}s"
    return f"you would have {counted(have + gain)} of the six {number}s"


def alone(shown: Match, seat: int, move: str) -> str:
    """What there is to see: that nobody else has any."""
    if move != "finish":
        return "every turn begins with that"
    turned = shown.view(seat).get("turned")
    return f"nobody else has {turned.split()[1]}s" if turned else ""
