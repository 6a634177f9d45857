"""Game-On tables: what they look like, and what players do at them."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.components.game_on_cards import GameOnCards
from parlour.engine.game import Telling

from .tables import legal

PLAYER_COUNTS = range(2, 7)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
COLOURS, SHAPES = ("red", "yellow", "blue", "white"), ("square", "circle", "triangle")
TYPES = ("sun", "moon", "star", "leaf", "drop", "flame")
SHOWN = {  # on each Game Card, by its short name
    f"{of_type} {number}": text
    for of_type in TYPES
    for number, text in enumerate(GameOnCards.load("standard").content[of_type]["cards"], 1)
}
FULL_DECK = [
    *(f"{colour} {shape}" for colour in (*COLOURS, "black") for shape in SHAPES for _ in range(2)),
    *("omni 1", "omni 2", "omni 3"),
]
OMNIS = {
    "omni 1": ("red", "yellow", "blue"),
    "omni 2": ("yellow", "blue", "white"),
    "omni 3": ("blue", "white", "red"),
}
HANDS = {"competition": "rock-paper-scissors"}  # so that a test can say who wins
TRIVIA = {"competition": "trivia"}
RED, BLUE = "red square, red circle, red triangle", "blue square, blue circle, blue triangle"


# What a table looks like


def held(match: parlour.Match, seat: int) -> list[str]:
    return sorted(match.position()["hands"][seat])


def area(match: parlour.Match) -> list[str | None]:
    return [card and card["name"] for card in match.view(None)["area"]]


def control(match: parlour.Match, seat: int) -> list[str]:
    return [card["name"] for card in match.view(None)["control"][seat]]


def locked(match: parlour.Match) -> list[str]:
    return [card["name"] for mine in match.view(None)["control"] for card in mine if card["locked"]]


def covers(match: parlour.Match, seat: int, place: int) -> list[str | None]:
    return match.view(None)["area"][place - 1]["covers"][seat]


def discards(match: parlour.Match, seat: int) -> Counter[str]:
    return Counter(match.position()["discards"][seat])


def stage(match: parlour.Match) -> str:
    return match.view(None)["stage"]


def short(names: list[str]) -> list[str]:
    """Long names of Game Cards as short ones."""
    known = {f"{name.split()[0]}: {text}": name for name, text in SHOWN.items()}
    return [known.get(name, name) for name in names]


# What players do


def finish(match: parlour.Match) -> None:
    """All who are still acting finish."""
    for seat in sorted(match.to_act):
        match.play(seat, "finish")


def told(match: parlour.Match, seat: int, move: str, to: int | None = None) -> str:
    """Make a move, and hear it as `to` does, all in one line."""
    before = match.copy()
    match.play(seat, move)
    return match.tell(before, Telling(NAMES, to)).replace("\n", " ")


def refused(match: parlour.Match, seat: int, move: str, reason: str) -> None:
    """The move is not legal, for this reason, and leaves no trace."""
    assert move not in legal(match, seat)
    before, record = match.states.tobytes(), match.record()
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(seat, move)
    assert caught.value.reason == reason
    assert (match.states.tobytes(), match.record()) == (before, record)


def all_have_everything(match: parlour.Match) -> None:
    """Each seat's 33 cards are somewhere, and so is every Game Card."""
    position = match.position()
    for seat in range(match.game.players):
        mine = [*position["hands"][seat], *position["piles"][seat], *position["discards"][seat]]
        mine += [card for place in position["covers"] for card in place[seat] if card]
        mine += [card for by, card in zip(position["attacks"], position["thieves"], strict=True) if by["by"] == seat]
        assert len(mine) == 33
        assert sorted(mine) == sorted(FULL_DECK)


def fits(card: str, shape: str, game_card: str) -> bool:
    """Whether a Player Card fits on a shape of a Game Card, read from what stands on them."""
    wanted = SHOWN[game_card].split(";")[0].split(", ")[SHAPES.index(shape)].split()[0]
    if card in OMNIS:
        shown = OMNIS[card][SHAPES.index(shape)]
    else:
        shown, of_card = card.split()
        if of_card != shape:
            return False
    return "black" in (shown, wanted) or shown == wanted
