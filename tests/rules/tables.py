"""Tables as a player reads them: cards by name, hands by seat. Stacks show the next card first; "..." is the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import parlour

from ..oracle import game_on_coop
from ..oracle.freaky import deck as freaky_deck

A, B, C, D, E, F = range(6)
SEATS = "ABCDEF"
COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
NUMBERS = range(1, 12)
WORD_CARDS = [f"{colour} {number}" for colour in COLOURS for number in NUMBERS]
GAMES = ("ka-blam", "go-fox", "read-and-grab")
FREAKY_CARDS = freaky_deck()


def cards(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def ka_blam(
    top: str,
    *,
    pile: str = "...",
    turn: int = A,
    length: str = "short",
    options: dict[str, Any] | None = None,
    chance: int = 0,
    **rest: Any,
) -> parlour.Match:
    """`ka_blam("red 5", A="red 7, blue 5", B="green 1")`; what lies under the top card follows it."""
    hands, places = _hands(rest)
    position = {
        "players": len(hands),
        "options": {"length": length, **(options or {})},
        "to_act": [turn],
        "hands": hands,
        "discard": cards(top),
        "pile": cards(pile),
        "chance": hex(chance),
        **places,
    }
    return parlour.position("ka-blam", position)


def go_fox(
    *,
    pile: str = "...",
    turn: int = A,
    pairs: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    chance: int = 0,
    **rest: Any,
) -> parlour.Match:
    """`go_fox(A="red 7, blue 3", B="green 7", pairs={"A": "red 1 + blue 1"})`."""
    hands, places = _hands(rest)
    laid = [cards((pairs or {}).get(seat, "")) for seat in SEATS[: len(hands)]]
    position = {
        "players": len(hands),
        "options": options or {},
        "to_act": [turn],
        "hands": hands,
        "pairs": [[[card.strip() for card in pair.split("+")] for pair in mine] for mine in laid],
        "pile": cards(pile),
        "chance": hex(chance),
        **places,
    }
    return parlour.position("go-fox", position)


def read_and_grab(
    *, middle: str = "...", turn: int = A, options: dict[str, Any] | None = None, **rest: Any
) -> parlour.Match:
    """`read_and_grab(A="red 7", B="blue 7, green 7", middle="purple 7, ...")`: what lies in front of each."""
    fronts, places = _hands(rest)
    position = {
        "players": len(fronts),
        "options": options or {},
        "to_act": [turn],
        "front": fronts,
        "middle": cards(middle),
        **places,
    }
    return parlour.position("read-and-grab", position)


def coop(
    *track: str,
    deck: str = "...",
    committed: dict[str, str] | None = None,
    finished: str = "",
    deeds: dict[str, str] | None = None,
    piles: dict[str, str] | None = None,
    discards: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    **rest: Any,
) -> parlour.Match:
    """`coop("sun 1: A red square, B omni 1 as circle", "sun 2", "sun 3: scuttled", A="red circle, omni 2", ...)`.

    The track has the oldest card first, with what lies on it and whose it is. Whoever holds fewer than two cards, or
    has committed one, as in `committed={"A": "steal sun 9 by circle"}`, has acted. What is left of a deck is its pile;
    or, where `piles={"A": "red square, omni 1"}` says what that is, the discards.
    """
    hands, places = _hands(rest)
    seats = SEATS[: len(hands)]
    lying = [one.partition(":") for one in track]
    covers = [_covers(on) for _, _, on in lying]
    names = [name for name, _, _ in lying]
    plans = {seat: _commitment(words, names) for seat, words in (committed or {}).items()}
    given = [cards((piles or {}).get(seat, "...")) for seat in seats]
    done = {seat: "acted" for seat, held in zip(seats, hands, strict=True) if len(held) < 2 or seat in plans}
    position: dict[str, Any] = {
        "players": len(hands),
        "options": options or {},
        "to_act": [seat for seat, letter in enumerate(seats) if letter not in finished],
        "deeds": [(done | (deeds or {})).get(seat, "nothing") for seat in seats],
        "hands": hands,
        "track": names,
        "covers": [[card for card, _ in on] for on in covers],
        "covered_by": [[owner for _, owner in on] for on in covers],
        "scuttled": [place for place, (_, _, on) in enumerate(lying, 1) if on.strip() == "scuttled"],
        "commitments": [plans.get(seat) for seat in seats],
        "committed": [[_card_of(plans[seat])] if seat in plans else [] for seat in seats],
        "deck": cards(deck),
        "piles": given,
        "discards": [
            cards((discards or {}).get(seat, "" if "..." in pile else "..."))
            for seat, pile in zip(seats, given, strict=True)
        ],
        "team": cards(places.pop("team", "")),
        "house": cards(places.pop("house", "")),
        "out": cards(places.pop("out", "")),
        **places,
    }
    return parlour.position("game-on-coop", position)


def freaky(
    *rows: str,
    players: int = 2,
    pile: str = "...",
    turn: int = A,
    taken: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    **rest: Any,
) -> parlour.Match:
    """`freaky("red/orange/1, red/blue/3", "green/red/5", A="blue/red/6, ...")`: rows with the last card last.

    Hands that are not given get three cards that are named nowhere else.
    """
    laid, won = [cards(row) for row in rows], [cards((taken or {}).get(seat, "")) for seat in SEATS[:players]]
    held = {seat: cards(rest.pop(seat)) for seat in SEATS if seat in rest}
    named = {card for group in (*laid, *won, *held.values(), cards(pile)) for card in group}
    spare = [card for card in FREAKY_CARDS if card not in named]
    position = {
        "players": players,
        "options": options or {},
        "to_act": [turn],
        "hands": [
            held.get(seat) or ([] if seat in held else [spare.pop() for _ in range(3)]) for seat in SEATS[:players]
        ],
        "rows": laid,
        "taken": won,
        "pile": cards(pile),
        **rest,
    }
    return parlour.position("freaky", position)


def game_on(
    *,
    area: str = "sun 9, sun 10, sun 11, sun 12",
    control: dict[str, str] | None = None,
    locked: str = "",
    covers: dict[str, str] | None = None,
    attacks: Sequence[str] = (),
    piles: dict[str, str] | None = None,
    beaten: dict[str, str] | None = None,
    deeds: dict[str, str] | None = None,
    deck: str = "...",
    acting: str | None = None,
    options: dict[str, Any] | None = None,
    chance: int = 0,
    **rest: Any,
) -> parlour.Match:
    """`game_on(A="red circle, omni 1", B="", control={"B": "moon 9"}, covers={"A1": "red square, -, -"})`.

    The Play Area is all red, all yellow, all blue and all white, if nothing is said. `A1` are A's cards on card 1.
    Attempts to steal read "A: moon 9 with red circle", or "A: moon 9 with omni 1 as circle".
    """
    hands, places = _hands(rest)
    seats = SEATS[: len(hands)]
    position: dict[str, Any] = {
        "players": len(hands),
        "options": options or {},
        "to_act": [seats.index(seat) for seat in (seats if acting is None else acting)],
        "hands": hands,
        "area": _laid(area),
        "covers": [[_laid((covers or {}).get(f"{seat}{place}", "")) for seat in seats] for place in (1, 2, 3, 4)],
        "control": [cards((control or {}).get(seat, "")) for seat in seats],
        "locked": cards(locked),
        "piles": [cards((piles or {}).get(seat, "...")) for seat in seats],
        "beaten": [cards((beaten or {}).get(seat, "")) for seat in seats],
        "deeds": [(deeds or {}).get(seat, "nothing") for seat in seats],
        "deck": cards(deck),
        "attacks": [],
        "thieves": [],
        "chance": hex(chance),
        **places,
    }
    for attack in attacks:
        seat, _, words = attack.partition(": ")
        target, _, used = words.partition(" with ")
        card, _, shape = used.partition(" as ")
        position["attacks"].append({"by": seats.index(seat), "on": target, "shape": shape or card.split()[-1]})
        position["thieves"].append(card)
    return parlour.position("game-on", position)


def legal(match: parlour.Match, seat: int) -> set[str]:
    return {str(move) for move in match.legal(seat)}


def choices(match: parlour.Match, seat: int) -> set[str]:
    return {str(move) for move in match.choices(seat)}


def hand(match: parlour.Match, seat: int) -> set[str]:
    return set(match.position()["hands"][seat])


def play(match: parlour.Match, *moves: str) -> None:
    """Play `"A: play red 7"` and so on: who moves is part of what is claimed."""
    for move in moves:
        seat, _, words = move.partition(": ")
        match.play(SEATS.index(seat), words)


def views(match: parlour.Match) -> list[dict[str, Any]]:
    """What each seat sees, and a spectator last."""
    return [match.view(seat) for seat in (*range(match.game.players), None)]


def names_in(view: object) -> Iterator[str]:
    """Every text anywhere in a view."""
    if isinstance(view, dict):
        for value in view.values():
            yield from names_in(value)
    elif isinstance(view, list):
        for value in view:
            yield from names_in(value)
    elif isinstance(view, str):
        yield view


def _covers(lying: str) -> list[tuple[str | None, int | None]]:
    """What lies on square, circle and triangle, and whose it is, from "A red square, B omni 1 as circle"."""
    found: dict[str, tuple[str | None, int | None]] = dict.fromkeys(game_on_coop.SHAPES, (None, None))
    for one in cards(lying.replace("scuttled", "")):
        seat, _, words = one.partition(" ")
        card, _, shape = words.partition(" as ")
        found[shape or card.split()[-1]] = (card, SEATS.index(seat))
    return list(found.values())


def _commitment(words: str, track: list[str]) -> dict[str, str]:
    """From "steal sun 9 by circle" or "scuttle card 2 by circle"."""
    to, what, number, _, shape = words.split()
    return {"to": to, "card": f"{what} {number}" if to == "steal" else track[int(number) - 1], "shape": shape}


def _card_of(commitment: dict[str, str]) -> str:
    """The Player Card that is committed."""
    colours = game_on_coop.colours_of(game_on_coop.LONG[commitment["card"]])
    return f"{colours[game_on_coop.SHAPES.index(commitment['shape'])]} {commitment['shape']}"


def _hands(rest: dict[str, Any]) -> tuple[list[list[str]], dict[str, Any]]:
    hands = [cards(rest[seat]) for seat in SEATS if seat in rest]
    return hands, {key: value for key, value in rest.items() if key not in SEATS}


def _laid(text: str) -> list[str | None]:
    """Cards side by side, `-` where there is none."""
    return [None if name == "-" else name for name in cards(text)]
