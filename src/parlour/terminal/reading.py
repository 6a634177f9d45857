"""Reading what a person types: a number of the list, or a move in words, as short as it is clear."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..engine.errors import IllegalMove
from ..engine.match import Match, Move

_FILLERS = {"a", "an", "the", "please"}


class NotUnderstood(Exception):
    """Nothing was chosen; the message says what would have been right."""


def with_names(text: str, names: Sequence[str]) -> str:
    """Seats by the names of those who sit there."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) else found[0]

    return re.sub(r"\bseat (\d+)\b", name, text)


def read_move(text: str, match: Match, seat: int, numbered: Sequence[Move], names: Sequence[str]) -> Move:
    """The move that someone means. It may be refused still: the match decides that, and says why."""
    if text.isdecimal() and len(text) < 9:
        if 1 <= int(text) <= len(numbered):
            return numbered[int(text) - 1]
        raise NotUnderstood(_no_such_number(len(numbered)))
    known = {name.lower() for name in names}
    typed = [word for word in re.sub(r"[,.!?]", " ", text.lower()).split() if word not in _FILLERS]
    nameless = [word for word in typed if word not in known]  # "ask Ana for 7": whom to ask is not ours to choose
    every = [Move(number, name) for number, name in enumerate(match.game.move_names)]
    for pool in (match.choices(seat), every):
        for words in (typed, nameless):
            found = _meant(words, pool, names)
            if len(found) == 1:
                return found[0]
            if found and pool is not every:
                some = ", ".join(with_names(str(move), names) for move in found[:6])
                raise NotUnderstood(
                    f"That could be {some}{' or another' if len(found) > 6 else ''}: say a little more."
                )
    raise NotUnderstood(f"{text!r} is nothing you can do now. Type a number or a move; help shows how.")


def reason(error: IllegalMove, names: Sequence[str]) -> str:
    """Why a move was refused, without the list of all others: that one is on the table already."""
    why = with_names(error.reason, names)
    return f"{why[:1].upper()}{why[1:]}."


def _no_such_number(count: int) -> str:
    return f"The list goes from 1 to {count}." if count > 1 else "The list has only number 1."


def _meant(typed: list[str], pool: Sequence[Move], names: Sequence[str]) -> list[Move]:
    """The moves with these words in this order: in full if any has them in full, else by their beginnings."""
    if not typed:
        return []
    for same in (_same, _begins):
        found = []
        for move in pool:
            wordings = [wording.lower().split() for wording in (str(move), with_names(str(move), names))]
            if typed in wordings:
                return [move]
            if any(_in_order(typed, wording, same) for wording in wordings):
                found.append(move)
        if found:
            return found
    return []


def _in_order(typed: list[str], wording: list[str], same: Callable[[str, str], bool]) -> bool:
    rest = iter(wording)
    return all(any(same(one, word) for word in rest) for one in typed)


def _same(typed: str, word: str) -> bool:
    return typed == word or (typed.removesuffix("s").isdigit() and typed.removesuffix("s") == word.removesuffix("s"))


def _begins(typed: str, word: str) -> bool:
    return _same(typed, word) or (typed.isalpha() and word.startswith(typed))
