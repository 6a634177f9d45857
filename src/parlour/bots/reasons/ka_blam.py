"""Why, in KA-BLAM!"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...components.deck import COLOURS
from ...engine.game import in_words
from ...engine.match import Match
from ...games.ka_blam import taken_since
from .words import counted

_FEW = 2  # cards in a hand that may be gone soon
_ACTION = 10  # points of an action card
_DEAR = 3  # points by which one card is dearer than another


def says(shown: Match, seat: int, move: str, others: list[str]) -> str:
    if not move.startswith("play "):
        return ""
    view, card = shown.view(seat), _card(move)
    if len(view["hand"]) == 1:
        return "it is your last card, and wins the round"
    after = shown.copy()
    after.play(seat, move)
    passed = _passed_over(shown, after, seat)
    sizes, following = view["hand_sizes"], min(after.to_act, default=seat)
    left = sizes[passed] if passed is not None else 0
    halted = passed is not None and (following == seat or left <= sizes[following])  # not for who holds still fewer
    if halted and 0 < left <= _FEW:
        return f"it keeps seat {passed}, who has {'one card' if left == 1 else 'two cards'} left, from playing"
    rest = [*view["hand"]]
    rest.remove(card)
    held = Counter(one.split()[0] for one in rest if one != "wild")
    rival = _card(others[0])
    if (card == "wild" or rival != "wild") and (lacking := _lacking(shown, view, seat, following, move, others[0])):
        return lacking
    if card == "wild":
        return _to_follow(held, move.rsplit(" ", 1)[1])
    if rival == "wild":
        return "it keeps your wild for later"
    if rival.split()[0] != card.split()[0] and (more := _to_follow(held, card.split()[0])):
        return more
    if passed is not None and following == seat:
        last = len(rest) == 1 and _goes_on(rest[0], card)
        return f"it is your turn again at once{', to play your last card' if last else ''}"
    if passed is not None and card.endswith("+2"):
        return f"it makes seat {passed} take two cards{' and miss a turn' if halted else ''}"
    if halted:
        return f"it makes seat {passed} miss a turn"
    if not rival.split()[1].isdigit() and card.split()[1].isdigit():
        return f"it keeps your {rival} for when you need it"
    follow = [one for one in rest if _goes_on(one, card)]
    if len(follow) > sum(_goes_on(one, rival) for one in {*view["hand"]} - {rival}):
        return (
            f"your {follow[0]} can follow it"
            if len(follow) == 1
            else f"{counted(len(follow))} of your cards can follow it"
        )
    if kept := _kept(rest, card, rival):
        return kept
    if view["length"] == "long" and _points(card) >= _points(rival) + _DEAR:
        return f"whoever else wins the round would get {_points(card)} points for it"
    return ""


def alone(shown: Match, seat: int, move: str) -> str:
    """Who can play at all has to, and draws only where nothing fits (KB-5)."""
    if not move.startswith("play "):
        return f"no card in your hand fits{'' if move == 'draw' else ', and there is none to draw'}"
    if len(shown.view(seat)["hand"]) == 1:
        return "it is your last card, and wins the round"
    return "no other card in your hand fits"


def _card(play: str) -> str:
    return play.removeprefix("play ").split(" as ")[0]


def _lacking(shown: Match, view: dict[str, Any], seat: int, following: int, move: str, rival: str) -> str:
    """Who had to draw on the colour, the next player among them, and has taken few cards since."""
    state, colour = shown.reading, _colour(move)
    if colour == _colour(rival):
        return ""
    lacking = []
    for other, size in enumerate(view["hand_sizes"]):
        few = 2 * taken_since.plainly(state, other, COLOURS.index(colour)) < size
        if other != seat and other not in view["out"] and few:
            lacking.append(other)
    return f"on {colour}, {in_words([f'seat {one}' for one in lacking])} had to draw" if following in lacking else ""


def _colour(play: str) -> str:
    """The colour in force after it, if it is a card that is played."""
    words = play.removeprefix("play ").split()
    return words[-1] if words[0] == "wild" else words[0]


def _to_follow(held: Counter[str], colour: str) -> str:
    """That there is more of the colour, where there is most of it."""
    count = held[colour]
    if not count or count < max(held.values()):
        return ""
    if len(held) > 1 and [*held.values()].count(count) == 1:
        return f"{colour} is the colour you hold most of"
    if count == 1:
        return f"you hold {'an' if colour[0] in 'aeiou' else 'a'} {colour} card to follow it"
    return f"you hold {counted(count)} {colour} cards to follow it"


def _goes_on(card: str, top: str) -> bool:
    """By colour, or by number or action."""
    return card == "wild" or card.split()[0] == top.split()[0] or card.split()[1] == top.split()[1]


def _kept(rest: list[str], card: str, rival: str) -> str:
    """That the other card stays in the hand, where more cards of other colours go with it."""
    on, fewer = ([one for one in rest if one != rival and one.split()[1:] == of.split()[1:]] for of in (rival, card))
    return f"it keeps your {rival}, which your {in_words(on)} can follow" if len(on) > len(fewer) else ""


def _passed_over(before: Match, after: Match, seat: int) -> int | None:
    """Who would be next, if they are not."""
    if after.over:
        return None
    out, players = before.view(seat)["out"], before.game.players
    step = 1 if after.view(seat)["direction"] == "left" else -1
    following = next(who for turn in range(1, players) if (who := (seat + step * turn) % players) not in out)
    return None if following in after.to_act else following


def _points(card: str) -> int:
    last = card.split()[-1]
    return int(last) if last.isdigit() else _ACTION
