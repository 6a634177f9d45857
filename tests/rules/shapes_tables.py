"""Tables of Shapes: setting one up, playing at it, and reading it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parlour
from parlour.engine.game import Telling

from .tables import SEATS, A, cards, legal

VARIANTS = ("shapes", "shapes-survivor", "shapes-pass", "shapes-draft")
PLAYER_COUNTS = (2, 3, 4)
NAMES = ("Ann", "Ben", "Cleo", "Dan")
COLOURS = ("red", "green", "blue", "yellow")
SHAPES = ("square", "bar", "plank", "triangle", "right triangle", "disc", "half disc", "trapezoid", "L", "arch")
COLOURED = [f"{colour} {shape}" for colour in COLOURS for shape in SHAPES]
WHITES = [f"white {shape}" for shape in SHAPES]
PLAIN_DECK = [*COLOURED, *["wild"] * 10]  # without the action cards
ACTIONS = ["stop turn"] * 2 + ["clear the board"] * 2
BY_SEAT = ("waiting", "reserved", "picked", "rows")
BEGINS_WITH = {"shapes": "laying", "shapes-survivor": "drawing", "shapes-pass": "drawing", "shapes-draft": "placing"}


# Setting up


def shapes(
    game: str = "shapes",
    *,
    platform: str = "",
    discard: str = "",
    deck: str = "...",
    turn: int = A,
    built: bool = False,
    falls: str = "physics",
    options: dict[str, Any] | None = None,
    chance: int = 0,
    **rest: Any,
) -> parlour.Match:
    """`shapes(A="red bar, wild", B="stop turn", platform="blue L, white disc", deck="green disc, ...")`.

    The cards of what is on the platform lie under the discards that are named. `built` puts every piece on the
    platform whose card is named nowhere: nothing is left to draw, but for what the deck and the discards name.
    """
    hands = [cards(rest[seat]) for seat in SEATS if seat in rest]
    places = {key: value for key, value in rest.items() if key not in SEATS}
    for key in BY_SEAT:
        if key in places:
            places[key] = [cards(places[key].get(seat, "")) for seat in SEATS[: len(hands)]]
    for key in ("intended", "whites", "fallen"):
        if key in places:
            places[key] = cards(places[key])
    standing, thrown, pile = cards(platform), cards(discard), cards(deck)
    if built:
        pile = [card for card in pile if card != "..."]
        named = [*thrown, *pile, *map(card_of, standing), *(card for hand in hands for card in hand)]
        named += places.get("intended", [])
        named += [card for key in BY_SEAT if key != "reserved" for mine in places.get(key, []) for card in mine]
        left = [*(Counter(PLAIN_DECK) - Counter(named)).elements()]
        free = [piece for piece in WHITES if piece not in standing]
        standing += [free.pop(0) if card == "wild" else card for card in left]
    thrown += [card_of(piece) for piece in standing if piece != places.get("held")]
    position = {
        "players": len(hands),
        "options": {"falls": falls, **(options or {})},
        "turn_of": turn,
        "stage": "placing" if places.get("waiting", hands)[turn] and game == "shapes-pass" else BEGINS_WITH[game],
        "hands": hands,
        "platform": standing,
        "discard": thrown,
        "deck": pile,
        "chance": hex(chance),
        **places,
    }
    return parlour.position(game, position)


def started(game: str, players: int, seed: int = 1, starter: int = A, **options: Any) -> parlour.Match:
    """A new table at which it is known who starts."""
    return parlour.new(game, players=players, seed=seed, starter=starter, **{"falls": "physics", **options})


def card_of(piece: str) -> str:
    return "wild" if piece.startswith("white") else piece


# Playing


def play(match: parlour.Match, *moves: str) -> None:
    """`"A: lay red bar"`, `"umpire: red bar falls"`: who moves is part of what is claimed."""
    for move in moves:
        who, _, words = move.partition(": ")
        if who == "umpire":
            match.decide(words)
        else:
            match.play(SEATS.index(who), words)


def lay(match: parlour.Match, who: str, *laid: str) -> None:
    """Lay these cards and no more; a white piece stands for the Wild that is laid for it."""
    play(match, *(f"{who}: lay {'wild as ' if card.startswith('white') else ''}{card}" for card in laid))
    play(match, f"{who}: enough")


def place(match: parlour.Match, who: str, piece: str, *fallen: str) -> None:
    """Place a piece; these fall, and then all is at rest."""
    play(match, f"{who}: take {piece}", f"{who}: let go", *(f"umpire: {one} falls" for one in fallen))
    play(match, "umpire: all at rest")


def knock(match: parlour.Match, who: str, piece: str, *fallen: str) -> None:
    """These fall while the piece is still in the hand."""
    play(match, f"{who}: take {piece}", *(f"umpire: {one} falls" for one in fallen), "umpire: all at rest")


def refused(match: parlour.Match, seat: int, move: str, *reasons: str) -> None:
    """The move is not legal, for this reason, and leaves no trace."""
    assert move not in legal(match, seat)
    before = trace(match)
    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(seat, move)
    for reason in reasons:
        assert reason in caught.value.reason, caught.value.reason
    assert trace(match) == before


def overruled(match: parlour.Match, verdict: str, *reasons: str) -> None:
    """The umpire cannot say this now, and it leaves no trace."""
    before = trace(match)
    with pytest.raises(parlour.IllegalMove) as caught:
        match.decide(verdict)
    for reason in reasons:
        assert reason in str(caught.value), str(caught.value)
    assert trace(match) == before


def trace(match: parlour.Match) -> tuple[Any, ...]:
    return match.states.tobytes(), match.record(), match.position()


def told(match: parlour.Match, move: str, to: int | None) -> str:
    """Make a move on a copy, and hear it as `to` does."""
    after = match.copy()
    play(after, move)
    return after.tell(match, Telling(NAMES[: match.game.players], to))


# Reading


def stage(match: parlour.Match) -> str:
    return match.view(None)["stage"]


def turn_of(match: parlour.Match) -> int:
    return match.view(None)["turn_of"]


def held(match: parlour.Match, seat: int) -> list[str]:
    return sorted(match.position()["hands"][seat])


def names(text: str) -> list[str]:
    """As `held` gives them."""
    return sorted(cards(text))


def platform(match: parlour.Match) -> list[str]:
    return match.position()["platform"]


def discards(match: parlour.Match) -> list[str]:
    return sorted(match.position()["discard"])


def deck(match: parlour.Match) -> list[str]:
    return match.position()["deck"]


def everywhere(match: parlour.Match) -> Counter[str]:
    """Every card of the table, wherever it is."""

    def cards_in(place: Any) -> list[str]:
        return [place] if isinstance(place, str) else [card for one in place for card in cards_in(one)]

    position = match.position()
    return Counter(card for place in match.game.card_places for card in cards_in(position[place]))
