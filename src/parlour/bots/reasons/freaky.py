"""Why, in Freaky. What may be taken is asked of the rules: of the moves there are afterwards."""

from __future__ import annotations

from collections import Counter

from ...engine.game import in_words
from ...engine.match import Match
from .words import counted

_FEATURES = ("backgrounds", "circles", "numbers")
_ENOUGH = 4  # alike, to take a row (FR-9)
_NEAR = _ENOUGH - 1
Row = list[str]


def says(shown: Match, seat: int, move: str, others: list[str]) -> str:
    rows, words = shown.view(seat)["rows"], move.split()
    if words[0] == "take":
        return f"it brings you {len(rows[int(words[-1]) - 1])} cards"
    if words[0] == "new":
        if not all(other.startswith("new ") for other in others):
            return "one card alone is far from four alike, and helps nobody"
        hand = shown.view(seat)["hand"]
        return "" if _kept_together(hand, move) else _kept_together(hand, others[0])
    if words[0] == "play":
        return _laid(shown, seat, move, others)
    plays = [other for other in others if other.startswith("play ")]
    if plays and all(_brings_near(rows, other) for other in plays):
        return "another card would bring whoever is next close to four alike"
    if kept := _kept_together(shown.view(seat)["hand"], others[0]):
        return kept
    if not any(_leads_to_a_row(shown, seat, number) for number in map(str, range(1, len(rows) + 1))):
        return "none of your cards makes four alike yet, and in your hand nobody else can use them"
    return ""


def alone(_: Match, __: int, move: str) -> str:
    return "nothing is left to play, and no row to take" if move == "finish" else ""


def _laid(shown: Match, seat: int, move: str, others: list[str]) -> str:
    rows, (_, card, *_, number) = shown.view(seat)["rows"], move.split()
    there = rows[int(number) - 1]
    row = [*there, card]
    after = shown.copy()
    after.play(seat, move)
    if _can_take(after, seat, number):
        if _alike(there)[0] >= _ENOUGH:  # before the first card of a turn, no row can be taken (FR-5)
            return f"row {number} has {_most(there)} already, and this makes it {len(row)} cards to take"
        return f"it makes {_most(row)}, and you can take the row of {len(row)} cards"
    if more := _that_follow(after, seat, number):
        makes = f"{'makes' if len(more) == 1 else 'make'} {_most([*row, *more])}"
        return f"your {in_words([_named(one) for one in more])} can follow it, and {makes}"
    if _brings_near(rows, move):
        done = others[0] == "finish"
        return f"it gets you a new card, even if it makes {_most(row)} for whoever is next" if done else ""
    if _brings_near(rows, others[0]):
        return "it brings whoever is next no closer to four alike"
    return "it gets you a new card, and brings no row near to four alike"


def _kept_together(hand: list[str], rival: str) -> str:
    """That another move would part two cards that have something alike."""
    words = rival.split()
    card = {"play": words[1:2], "new": words[2:3]}.get(words[0], [])
    for other in hand if card else ():
        if [other] != card and _alike([other, *card])[0] == 2:
            return f"it keeps {_most([other, *card])} together in your hand"
    return ""


def _that_follow(match: Match, seat: int, number: str) -> list[str]:
    """The fewest cards of the hand that go on with a row, so that it can be taken."""
    found: list[list[str]] = []
    for play in map(str, match.legal(seat)):
        if play.startswith("play ") and play.endswith(f" row {number}"):
            after = match.copy()
            after.play(seat, play)
            card = play.split()[1]
            if _can_take(after, seat, number):
                return [card]
            if more := _that_follow(after, seat, number):
                found.append([card, *more])
    return min(found, key=len, default=[])


def _leads_to_a_row(match: Match, seat: int, number: str) -> bool:
    return _can_take(match, seat, number) or bool(_that_follow(match, seat, number))


def _can_take(match: Match, seat: int, number: str) -> bool:
    return f"take row {number}" in map(str, match.legal(seat))


def _brings_near(rows: list[Row], move: str) -> bool:
    """Whether a card makes three alike, or more, where there were fewer."""
    words = move.split()
    if words[0] != "play":
        return False
    row = rows[int(words[-1]) - 1]
    before, after = _alike(row)[0], _alike([*row, words[1]])[0]
    return after > before and after >= _NEAR


def _alike(row: Row) -> tuple[int, str, str]:
    """What a row has most of: how many, of which feature, and its value."""
    columns = zip(_FEATURES, zip(*(card.split("/") for card in row), strict=True), strict=True)
    return max((count, feature, value) for feature, all_of in columns for value, count in Counter(all_of).items())


def _most(row: Row) -> str:
    """`four red backgrounds`, `four 5s`."""
    count, feature, value = _alike(row)
    many = counted(count)
    return f"{many} {value}s" if feature == "numbers" else f"{many} {value} {feature}"


def _named(card: str) -> str:
    background, circle, value = card.split("/")
    one = "an " if circle[0] in "aeiou" else "a "
    return f"{background} {value} with {one if value == '1' else ''}{circle} circle{'' if value == '1' else 's'}"
