"""Why, in GO FOX!"""

from __future__ import annotations

from typing import Any

from ...engine.match import Match
from .words import counted

_FEW = 2  # cards drawn since somebody said no: it still tells much
_COLOURS = 6


def says(shown: Match, seat: int, move: str, others: list[str]) -> str:
    if move.startswith("lay pair"):
        return _pair(shown, seat, move, others[0])
    if not move.startswith("ask for "):
        return "it keeps your pair for later" if move == "draw" else ""
    return _ask(shown, seat, _number(move), [_number(other) for other in others])


def alone(shown: Match, seat: int, move: str) -> str:
    """What is asked, laid or drawn is decided by what the hand is."""
    if not shown.view(seat)["hand"]:
        return f"your hand is empty{'' if move == 'draw' else ', and so is the pile'}"
    if move.startswith("ask for "):
        return "it is the only number that you hold"
    return f"you hold no pair that you could lay{' instead' if move == 'draw' else ', and the pile is empty'}"


def _ask(shown: Match, seat: int, number: int, others: list[int]) -> str:
    """Why one asks for a number, rather than for others that one holds; the next player is asked."""
    view, state, neighbour = shown.view(seat), shown.reading, (seat + 1) % shown.game.players
    rival = others[0]
    if state.least[neighbour][number - 1] > 0:  # all know it
        return f"since seat {neighbour} asked for {_a(number)}, one must be there"
    spent = state.spent[neighbour]
    since, held = int(state.drawn[neighbour] - spent[rival - 1]), view["hand_sizes"][neighbour]
    denied, rival_denied = (spent[one - 1] > _laid(view, one) for one in (number, rival))  # or cards were laid, no more
    later = denied and spent[number - 1] > spent[rival - 1]  # they held none then
    had_none = f"when asked, seat {neighbour} had no {rival}"
    if since == 0:
        return f"{had_none}, and has drawn nothing since"
    drawn = f"{had_none}, and has drawn only {'one card' if since == 1 else f'{counted(since)} cards'} since"
    drawn = drawn if since < held and rival_denied and not later else ""
    if drawn and since <= _FEW:
        return drawn
    many, *rest = (_out_of_sight(view, one) for one in (number, *others))
    out = f"{_some(many, number)} {'is' if many == 1 else 'are'} out of sight"
    if many > rest[0] and not later:
        fewer = f"{'only ' if rest[0] else ''}{_some(rest[0], rival)}"
        return f"{out}, and {fewer}, so seat {neighbour} is likelier to have {_a(number)}"
    if state.least[seat][number - 1] > state.least[seat][rival - 1]:
        return f"all know already that you hold {_a(number)}, so that asking gives nothing away"
    if drawn:
        return drawn
    if many >= max(rest) and many > 0 and not later:
        return f"{out}; no other number you hold is likelier to be in seat {neighbour}'s hand"
    alike = many == rest[0] > 1 and not later
    return f"{out}, as many as {rival}s, so seat {neighbour} is as likely to have {_a(number)}" if alike else ""


def _pair(shown: Match, seat: int, move: str, rival: str) -> str:
    """Why a pair is laid, and no other: who is asked for its number loses it."""
    if not rival.startswith("lay pair"):
        return "a pair on the table is a point nobody can take away"
    number, other = _number(move), _number(rival)
    before = (seat - 1) % shown.game.players
    knows, knows_other = (shown.reading.least[before][one - 1] > 0 for one in (number, other))
    if knows and not knows_other:
        return f"since seat {before} asked for {_a(number)}, you may well be asked for it again"
    many, fewer = (_out_of_sight(shown.view(seat), one) for one in (number, other))
    if many > fewer and knows == knows_other:
        are = "is" if many == 1 else "are"
        only = f"and {'only ' if fewer else ''}{_some(fewer, other)}"
        return f"{_some(many, number)} {are} out of sight, {only}, so you are likelier to be asked for {_a(number)}"
    return ""


def _number(move: str) -> int:
    return int(move.rsplit(" ", 1)[1])


def _out_of_sight(view: dict[str, Any], number: int) -> int:
    """How many cards of a number are neither yours nor laid down."""
    held = sum(int(card.split()[1]) == number for card in view["hand"])
    return _COLOURS - held - _laid(view, number)


def _laid(view: dict[str, Any], number: int) -> int:
    """How many cards of a number all see."""
    return sum(int(card.split()[1]) == number for pairs in view["pairs"] for pair in pairs for card in pair)


def _a(number: int) -> str:
    return f"{'an' if number in (8, 11) else 'a'} {number}"


def _some(count: int, number: int) -> str:
    """`two 7s`"""
    return f"{counted(count)} {number}{'' if count == 1 else 's'}"
