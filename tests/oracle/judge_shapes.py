"""Another game of Shapes, held against the clauses move by move.

Its shuffles, robbed cards and falls are not seen, only the positions before and after a move. So chance is let fall in
every way that could have led there; the move is right if one of them comes out at the position after it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import parlour

from .enumerate import Position
from .shapes import canonical, cards_in, deal, follow, legal, legal_moves
from .shapes_table import UMPIRE, Actor, all_cards, cards_of, completed

Chooser = Callable[[list[tuple[Actor, str]], Position, random.Random], tuple[Actor, str]]  # chooses what is done next


class CannotBe(Exception):
    """No fall of chance leads from here to the position shown."""


class Led:
    """Fate that tries to come out at the position shown: with these pieces falling, and this card robbed."""

    def __init__(self, shown: Position, falling: list[str], robbed: str | None) -> None:
        self.shown = completed(shown)
        self.pieces = falling
        self.card = robbed

    def shuffled(self, cards: list[str]) -> list[str]:
        # No move shuffles twice. The deck shown is what is left of this one when cards were taken from its top.
        deck: list[str] = self.shown["deck"]
        drawn = Counter(cards)
        drawn.subtract(deck)
        if any(count < 0 for count in drawn.values()):
            raise CannotBe(f"deck: {deck} are not all among the cards to be shuffled, {sorted(cards)}")
        return sorted(drawn.elements()) + deck

    def robbed(self, hand: list[str]) -> str:
        if self.card not in hand:
            raise CannotBe(f"hands: {self.card} cannot be robbed from {hand}")
        return self.card

    def falling(self, platform: list[str]) -> list[str]:
        return self.pieces

    def packets(self, cards: list[str], seats: list[int]) -> list[list[str]]:
        # Which of the cards went to whom is left open; one card alone may lie in the row already.
        places = ("hands", "picked", "rows")
        dealt = [[card for place in places for card in self.shown[place][seat]] for seat in seats]
        if Counter(card for packet in dealt for card in packet) != Counter(cards):
            raise CannotBe(f"hands: {dealt} are not {cards}, dealt")
        if len({len(packet) for packet in dealt}) > 1:
            raise CannotBe(f"hands: {dealt} are not equally many cards for each")
        return dealt


def disagreement(before: Position, actor: Actor, move: str, shown: Position) -> str:
    """Why the move of a seat or of the umpire cannot lead from the one position to the other; nothing if it can."""
    if move not in legal(before, actor):
        return f"{actor} may not {move!r} here"
    given = canonical(shown)
    closest: list[str] | None = None
    for falling, robbed in _falls_of_chance(completed(before), move, completed(shown)):
        try:
            differences = _differences(canonical(follow(before, actor, move, Led(shown, falling, robbed))), given)
        except CannotBe as reason:
            differences = [str(reason)]
        if not differences:
            return ""
        if closest is None or len(differences) < len(closest):
            closest = differences
    return "\n".join([f"after {actor}: {move}", *(closest or [])])


def _falls_of_chance(before: Position, move: str, shown: Position) -> Iterator[tuple[list[str], str | None]]:
    """What may have fallen or been robbed, if that was not said: every way that could make a difference."""
    if move == "let go" and before["options"].get("falls", "model") == "model":
        missing = [piece for piece in [*before["platform"], before["held"]] if piece not in shown["platform"]]
        yield missing, None
        # The piece just let go may have been lifted off instead.
        if before["options"].get("uncompleted") == "strict" and before["held"] in missing and len(missing) > 1:
            yield missing[:-1], None
    elif move.startswith("rob seat "):
        for card in sorted(set(before["hands"][int(move.removeprefix("rob seat "))])):
            yield [], card
    else:
        yield [], None


def dealt_wrongly(shown: Position, cards: list[str] | None = None) -> str:
    """Why this cannot be a deal of its players and options, with the standard deck or these cards; else nothing."""
    expected = Counter(cards_of(shown["game"], all_cards() if cards is None else cards))
    if cards_in(shown) != expected:
        return f"cards: too many {cards_in(shown) - expected}, missing {expected - cards_in(shown)}"
    dealt = deal(shown["game"], shown["players"], shown["options"], _AsDealt(completed(shown)), cards)
    return "\n".join(_differences(canonical(dealt), canonical(shown)))


class _AsDealt:
    """Chance that shuffles the deck into the order shown."""

    def __init__(self, shown: Position) -> None:
        self.order: list[str] = [card for hand in shown["hands"] for card in hand] + shown["deck"]

    def shuffle(self, cards: list[str]) -> list[str]:
        return self.order

    def pick(self, cards: list[str]) -> str:
        raise CannotBe(f"a deal picks nothing from {cards}")


def _differences(expected: Position, given: Position) -> list[str]:
    return [
        f"{key}: {expected.get(key)} by the clauses, {given.get(key)} here"
        for key in sorted(expected.keys() | given.keys())
        if expected.get(key) != given.get(key)
    ]


# Whole games


def judge_step(match: parlour.Match, actor: Actor, move: str, before: Position | None = None) -> Position:
    """Make a move of the match and hold it against the clauses; AssertionError says what does not agree.

    `before` is the position of the match, if it is known; the position after the move is returned.
    """
    before = before or match.position()
    if actor == UMPIRE:
        match.decide(move)
    else:
        assert isinstance(actor, int)
        match.play(actor, move)
    after = match.position()
    reason = disagreement(before, actor, move, after)
    assert not reason, f"{reason}\nfrom {before}\nto {after}"
    return after


def judge_legal(match: parlour.Match, position: Position | None = None) -> list[tuple[Actor, str]]:
    """All that may be done now, by anybody, after a look at whether the clauses say the same."""
    position = position or match.position()
    seats = range(match.game.players)
    offered: dict[Actor, list[str]] = {seat: [str(move) for move in match.legal(seat)] for seat in seats}
    offered[UMPIRE] = [str(move) for move in match.decisions()]
    by_the_clauses = legal_moves(position)
    for actor, moves in offered.items():
        expected = by_the_clauses[actor]
        assert sorted(moves) == sorted(expected), (
            f"{actor}: too many {sorted(set(moves) - expected)}, missing {sorted(expected - set(moves))} in {position}"
        )
    return [(actor, move) for actor, moves in offered.items() for move in moves]


def judge_game(match: parlour.Match, choose: Chooser, rng: random.Random, most: int = 5000) -> Iterator[Position]:
    """Play a match to its end (or for so many moves), everything held against the clauses; every position of it."""
    position = match.position()
    for _ in range(most):
        yield position
        offered = judge_legal(match, position)
        if match.over:
            assert not offered
            return
        assert offered, f"nobody can do anything in {position}"
        actor, move = choose(offered, position, rng)
        position = judge_step(match, actor, move, position)


def anything(offered: list[tuple[Actor, str]], _position: Position, rng: random.Random) -> tuple[Actor, str]:
    """Somebody who may act does something."""
    actor = rng.choice(sorted({actor for actor, _ in offered}, key=str))
    return rng.choice([one for one in offered if one[0] == actor])


def steadily(offered: list[tuple[Actor, str]], position: Position, rng: random.Random) -> tuple[Actor, str]:
    """Pieces seldom fall, Stops are seldom played, and much is laid: towers grow, hands shrink, the deck runs out."""
    rare = ("falls", "stop turn", "enough", "clear the board")
    often = [one for one in offered if not any(word in one[1] for word in rare)]
    return anything(often if often and rng.random() < 0.9 else offered, position, rng)


def without_cards(offered: list[tuple[Actor, str]], position: Position, rng: random.Random) -> tuple[Actor, str]:
    """Nobody lays anything if it can be helped: the deck runs out, and turns are idle."""
    idle = [one for one in offered if not one[1].startswith(("lay ", "stop turn", "clear the board"))]
    return anything(idle if idle and rng.random() < 0.98 else offered, position, rng)


CHOOSERS: dict[str, Chooser] = {"anything": anything, "steadily": steadily, "without cards": without_cards}


def played(game: str, players: int, seed: int, choose: Chooser, **options: Any) -> list[Position]:
    """All positions of a game of ours that was played in this way, every step of it judged."""
    match = parlour.new(game, players=players, seed=seed, **options)
    positions = list(judge_game(match, choose, random.Random(seed)))
    assert match.over, "the game does not end"
    assert sorted(match.winners) == positions[-1]["winners"]
    return positions
