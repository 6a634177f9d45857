"""Reading what a person types: a number of the list, or a move in words, as short as it is clear."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..engine.errors import IllegalMove
from ..engine.game import with_names
from ..engine.match import Match, Move

_FILLERS = {"a", "an", "the", "please"}


Offer = Move | Sequence[Move]  # what a number stands for: a move, or some that are alike but for one thing


class NotUnderstood(Exception):
    """Nothing was chosen; the message says what would have been right."""


class SeveralMeant(Exception):
    """A number was chosen that stands for several moves."""

    def __init__(self, moves: Sequence[Move]) -> None:
        super().__init__()
        self.moves = moves


def read_move(text: str, match: Match, seat: int, numbered: Sequence[Offer], names: Sequence[str]) -> Move:
    """The move that someone means. It may be refused still: the match decides that, and says why."""
    number, *more = text.split() or [""]
    if number.isdecimal() and len(number) < 9:
        offer = numbered[int(number) - 1] if 1 <= int(number) <= len(numbered) else None
        if offer is not None and not isinstance(offer, Move):
            return read_one_of(offer, more, names)
        if not more:
            if offer is None:
                raise NotUnderstood(_no_such_number(len(numbered), match.choices(seat)))
            return offer
    known = {name.lower() for name in names}
    said = _words(text)
    typed = [word for word in said if word not in _FILLERS]
    nameless = [word for word in typed if word not in known]  # "ask Ana for 7": whom to ask is not ours to choose
    every = [Move(number, name) for number, name in enumerate(match.game.move_names)]
    ways = [typed, nameless] if nameless != typed else [typed]
    for pool in (match.choices(seat), every):
        for words in [said, *ways] if _has_fillers(said, pool) else ways:
            found = _meant(words, pool, names)
            if len(found) == 1:
                return found[0]
            if found and pool is not every:
                some = ", ".join(with_names(str(move), names) for move in found[:6])
                raise NotUnderstood(
                    f"That could be {some}{' or another' if len(found) > 6 else ''}: say a little more."
                )
    raise NotUnderstood(f"{text!r} is nothing you can do now. Type a number or a move; help shows how.")


def read_one_of(moves: Sequence[Move], words: Sequence[str], names: Sequence[str]) -> Move:
    """The one of some moves that is alone, or that these words tell from the others."""
    typed = [word for word in _words(" ".join(words)) if word not in _FILLERS]
    found = _meant(typed, moves, names) if typed else moves
    if len(found) == 1:
        return found[0]
    raise SeveralMeant(found or moves)


def reason(error: IllegalMove, names: Sequence[str]) -> str:
    """Why a move was refused, without the list of all others: that one is on the table already."""
    why = with_names(error.reason, names)
    return f"{why[:1].upper()}{why[1:]}."


def _no_such_number(count: int, choices: Sequence[Move]) -> str:
    if not count:
        return f"Nothing goes by number here. You can: {', '.join(map(str, choices[:6]))}."
    return f"The list goes from 1 to {count}." if count > 1 else "The list has only number 1."


def _words(text: str) -> list[str]:
    return re.sub(r"[,.!?]", " ", text.lower()).split()


def _has_fillers(said: list[str], pool: Sequence[Move]) -> bool:
    """Whether one of the little words that nobody needs to say is what tells these moves apart: "answer a"."""
    return any(word in str(move).split() for word in _FILLERS.intersection(said) for move in pool)


def _meant(typed: list[str], pool: Sequence[Move], names: Sequence[str]) -> list[Move]:
    """The moves with these words in this order: in full if any has them in full, else by their beginnings."""
    if not typed:
        return []
    worded = [(move, [wording.lower().split() for wording in _wordings(str(move), names)]) for move in pool]
    for same in (_same, _begins):
        found = []
        for move, wordings in worded:
            if typed in wordings:
                return [move]
            if any(_in_order(typed, wording, same) for wording in wordings):
                found.append(move)
        if found:
            # "f" is "finish", whatever else has a word with f; "white disc" is not "white half disc".
            first = [move for move in found if len(typed) == 1 and same(typed[0], str(move).split()[0])]
            unbroken = [move for move, wordings in worded if any(_in_a_row(typed, one, same) for one in wordings)]
            return next((best for best in (first, unbroken) if len(best) == 1), found)
    return []


def _wordings(text: str, names: Sequence[str]) -> set[str]:
    """A move with seats by their numbers and by the names of those who sit there."""
    return {text, with_names(text, names)} if "seat" in text else {text}


def _in_order(typed: list[str], wording: list[str], same: Callable[[str, str], bool]) -> bool:
    rest = iter(wording)
    return all(any(same(one, word) for word in rest) for one in typed)


def _in_a_row(typed: list[str], wording: list[str], same: Callable[[str, str], bool]) -> bool:
    """With nothing in between."""
    starts = range(len(wording) - len(typed) + 1)
    return any(all(map(same, typed, wording[start:])) for start in starts)


def _same(typed: str, word: str) -> bool:
    return typed == word or (typed.removesuffix("s").isdigit() and typed.removesuffix("s") == word.removesuffix("s"))


def _begins(typed: str, word: str) -> bool:
    return _same(typed, word) or (typed.isalpha() and word.startswith(typed))
