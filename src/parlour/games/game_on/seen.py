"""What lies on the table, by name: for views and positions alike."""

from __future__ import annotations

from typing import Any

from ...components.game_on_cards import COLOURS, SHAPES, SHORT_NAMES
from ...components.player_cards import KIND_NAMES, NAMES_OR_NONE, NO_CARD, count_held, print_of, ways_that_fit
from ...components.trivia import MOST_QUESTIONS
from ...engine.cards import listed, set_of
from ...engine.game import Game
from ...engine.stages import NOT_CHOSEN
from .rules import BY_HANDS, EMPTY, NO_QUESTION, PLACES, SIGNS

STAGES = ("act", "compete", "defend")
CONTESTS = ("area", "thieves", "steal")
COMPETITIONS = ("dice", "rock-paper-scissors", "trivia")
DEEDS = ("nothing", "played", "redrew", *(f"converted {colour}" for colour in COLOURS))


def covers(state: Any, place: int, players: int) -> list[list[str | None]]:
    """For each seat its cards on the three shapes of a Game Card."""
    return [[NAMES_OR_NONE[kind] for kind in mine] for mine in state.covers[place, :players].tolist()]


def bottom_names(state: Any, seat: int) -> list[str]:
    """The cards at the bottom of a draw pile that all saw go there, next card first."""
    return [KIND_NAMES[kind] for kind in reversed(state.piles[seat, : state.bottoms[seat]].tolist())]


def oldest_first(state: Any) -> list[int]:
    area, turned = state.area.tolist(), state.turned.tolist()
    places = [place for place in range(PLACES) if area[place] != EMPTY]
    return [place + 1 for place in sorted(places, key=turned.__getitem__)]


def attacks(state: Any) -> list[dict[str, Any]]:
    numbers = range(int(state.attack_count))
    by, on, shape = state.attack_by.tolist(), state.attack_on.tolist(), state.attack_shape.tolist()
    return [{"by": by[n], "on": SHORT_NAMES[on[n]], "shape": SHAPES[shape[n]]} for n in numbers]


def deed(state: Any, seat: int) -> str:
    return str(DEEDS[state.deeds[seat]])


def choice_name(state: Any, choice: int | None) -> str | None:
    if choice is None or choice == NOT_CHOSEN:
        return None
    return str((SIGNS if state.competition == BY_HANDS else "abcd")[choice])


def points(game: Game, state: Any) -> list[int]:
    """GC-31, by the cards' own words: each seat's points so far."""
    cards, locked = game.settings["cards"].game_cards, listed(state.locked)
    return [
        sum([cards[card].points + (cards[card].chevron and card not in locked) for card in listed(state.control[seat])])
        - count_held(state.hands, seat)
        for seat in range(game.players)
    ]


def questions_of(game: Game) -> tuple[int, ...]:
    """The trivia questions that may be asked."""
    return game.settings["questions"].for_ages(game.settings["ages"])  # type: ignore[no-any-return]


def lay_out_table(game: Game, state: Any) -> None:
    """What is the same however the cards lie."""
    cards = game.settings["cards"]
    state.prints[:] = [print_of(card) for card in cards.game_cards]
    state.fits[:] = [ways_that_fit(card, cards.omnis) for card in cards.game_cards]
    state.competition = COMPETITIONS.index(game.settings["competition"])
    state.timer = game.settings["timer"]
    state.unasked[:] = set_of(questions_of(game), MOST_QUESTIONS)
    state.choices[:] = NOT_CHOSEN
    state.question = NO_QUESTION
    state.area[:] = EMPTY
    state.covers[:] = NO_CARD
