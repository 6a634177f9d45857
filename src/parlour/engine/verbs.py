"""The verbs: one name for what every game does, carried out by the rules of the game whose state is given.

A driver is written once, with these names, and Numba compiles it for each game by the type of the state's record.
Uncompiled, the same names look the rules up when called.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from inspect import signature
from typing import Any

from .rule import Rule

HOT = ("legal", "apply")  # bulk play lives on these two: they are compiled into its loop
INSTEAD = {"outlook": "score", "careful": "greedy", "guess": "redeal"}  # of what a game may leave out


@dataclass(frozen=True)
class Rules:
    """The rules of one game, by verb."""

    setup: Rule  # (state): shuffle and deal; `state` holds the options and the unshuffled components
    legal: Rule  # (state, seat, moves): `moves` becomes the set of moves this seat may make now, whatever it was
    apply: Rule  # (state, seat, move): carry out a move that is legal
    # (state, seat): replace all that the seat cannot see by a fair sample, true to all that it could infer (seat -1: a
    # spectator); which sample it is depends on `rng` and on what the seat sees, on nothing else
    redeal: Rule
    score: Rule  # (state, out): each seat's points so far, as the game counts them
    greedy: Rule  # (state, seat, moves): strike out of `moves` what a sensible child would not do
    # What follows is for the search, and may be left out.
    # (state, out): what each seat's points are worth in the middle of a game, where a search stops: with what is about
    # to be won or lost. Left out: the points so far.
    outlook: Rule | None = None
    # (state, seat, moves): strike out what a careful adult would not do, by what this seat can know: how all play on in
    # the search. Left out: as a sensible child does.
    careful: Rule | None = None
    # (state, seat): a redeal, but as one would guess who knows how people play. Left out: any redeal is as likely.
    guess: Rule | None = None

    def __post_init__(self) -> None:
        for optional, instead in INSTEAD.items():
            if getattr(self, optional) is None:
                object.__setattr__(self, optional, getattr(self, instead))
        for verb in HOT:
            getattr(self, verb).inline = True


_rules: dict[str, Rules] = {}
_owners: dict[str, str] = {}


def register(tag: str, rules: Rules, owner: str) -> None:
    """Let the verbs know the rules for the states that carry this tag (see `game.state_type`)."""
    if _owners.setdefault(tag, owner) != owner:
        raise TypeError(f"{owner} and {_owners[tag]} share one type of state; give each game its own by state_type")
    _rules[tag] = rules


def _rules_of(state: Any) -> Rules:
    return _rules[state.dtype.names[0]]


def setup(state: Any) -> None:
    _rules_of(state).setup(state)


def legal(state: Any, seat: int, moves: Any) -> None:
    _rules_of(state).legal(state, seat, moves)


def apply(state: Any, seat: int, move: int) -> None:
    _rules_of(state).apply(state, seat, move)


def redeal(state: Any, seat: int) -> None:
    _rules_of(state).redeal(state, seat)


def score(state: Any, out: Any) -> None:
    _rules_of(state).score(state, out)


def greedy(state: Any, seat: int, moves: Any) -> None:
    _rules_of(state).greedy(state, seat, moves)


def outlook(state: Any, out: Any) -> None:
    _given(_rules_of(state).outlook)(state, out)


def careful(state: Any, seat: int, moves: Any) -> None:
    _given(_rules_of(state).careful)(state, seat, moves)


def guess(state: Any, seat: int) -> None:
    _given(_rules_of(state).guess)(state, seat)


def _given(optional: Rule | None) -> Rule:
    assert optional is not None  # `Rules` put another in its place
    return optional


def teach_numba() -> None:
    """Specialise every verb by the record type of the state: the heart of "one rule, compiled for all uses"."""
    from numba.core import types
    from numba.extending import overload

    def specialise(verb: str) -> None:
        def one(state: Any) -> Any:
            found = _compiled_rule(verb, state, types.Record)
            return None if found is None else lambda state: found(state)

        def two(state: Any, b: Any) -> Any:  # noqa: ARG001
            found = _compiled_rule(verb, state, types.Record)
            return None if found is None else lambda state, b: found(state, b)

        def three(state: Any, b: Any, c: Any) -> Any:  # noqa: ARG001
            found = _compiled_rule(verb, state, types.Record)
            return None if found is None else lambda state, b, c: found(state, b, c)

        function = globals()[verb]
        template: Any = (one, two, three)[len(signature(function).parameters) - 1]
        overload(function, strict=False, jit_options={"forceinline": verb in HOT})(template)

    for field in fields(Rules):
        specialise(field.name)


def _compiled_rule(verb: str, state: Any, record_type: Any) -> Any:
    rules = _rules.get(next(iter(state.fields))) if isinstance(state, record_type) else None
    return None if rules is None else getattr(rules, verb).compiled
