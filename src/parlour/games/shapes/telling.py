"""Shapes in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...components.shapes_deck import CARD_NAMES, COLOURED, PIECE_NAMES, STOPS
from ...engine.game import Telling, in_words
from ...engine.seats import UMPIRE, seats_in
from ...engine.story import Event, story
from .positions import card_names
from .rules import (
    CLASSIC,
    CLEAR,
    DEALT_MORE,
    DRAW,
    DREW,
    ENOUGH,
    FALLS,
    FELL,
    GO_ON,
    KEEP,
    LAY,
    LET_GO,
    LETS_PLAY,
    LIFTED,
    NEW_DECK,
    NONE_LEFT,
    OUT,
    PACKETS_PASSED,
    PASS_ON,
    PUT,
    REST,
    ROB,
    STOLEN,
    STOOD,
    SURVIVOR,
    TAKE,
    WAYS_TO_PASS,
    apply,
)


def tell(before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
    """What happened; nothing, where even that a seat was asked is a secret (SH-16b)."""
    if move == GO_ON:
        return "You let the turn go on." if telling.is_you(seat) else ""
    events = story(apply, before, seat, move)
    told = [_the_move(before, after, seat, move, telling, events)]
    told += _what_followed(before, seat, move, telling, events)
    if not after.to_act:
        told.append(_the_end(after, telling))
    return " ".join(line for line in told if line)


def _the_move(before: Any, after: Any, seat: int, move: int, telling: Telling, events: tuple[Event, ...]) -> str:
    if move == LETS_PLAY:
        return (
            f'{telling.says(seat, "say")} "let\'s play shapes!" and {"go" if telling.is_you(seat) else "goes"} first.'
        )
    if move < ENOUGH:
        piece = PIECE_NAMES[move - LAY]
        return f"{telling.says(seat, f'lay a wild, for the {piece}' if move - LAY >= COLOURED else f'lay {piece}')}."
    if move == ENOUGH:
        count = len(card_names(before.intended))
        what = f"{count} piece{'s' if count > 1 else ''} to place" if count else "nothing"
        return f"{telling.says(seat, 'lay')} no more: {what}." if count else f"{telling.says(seat, 'lay nothing')}."
    if move < LET_GO:
        return f"{telling.says(seat, 'take')} the {PIECE_NAMES[move - TAKE]} in hand."
    if move == LET_GO:
        return f"{telling.says(seat, 'let go')} of the {PIECE_NAMES[before.held]}."
    if move == DRAW:
        return "" if before.variant != SURVIVOR else f"{telling.says(seat, f'draw {card_names(after.intended)[0]}')}."
    if move < CLEAR:
        stolen = next(event for event in events if event[0] == STOLEN)
        card = CARD_NAMES[stolen[2]] if telling.is_you(seat) or telling.is_you(move - ROB) else "a card"
        return f"{telling.says(seat, f'steal {card} from {telling.who(move - ROB)}')}."
    if move == CLEAR:
        return f"{telling.says(seat, 'clear the board')}: all pieces go, and the discards are shuffled into the deck."
    if move < GO_ON:
        return _a_stop(before, seat, telling)
    if move < KEEP:
        return _a_pass(before, seat, move, telling)
    if move < PUT:
        mine = f"keep {CARD_NAMES[move - KEEP]}" if telling.is_you(seat) else "pick a card"
        return f"{telling.says(seat, mine)}."
    if move < FALLS:
        mine = f"put {CARD_NAMES[move - PUT]} in the row" if telling.is_you(seat) else "put a card in the row"
        return f"{telling.says(seat, mine)}."
    return "" if move < REST else "All is at rest."


def _a_stop(before: Any, seat: int, telling: Telling) -> str:
    player = int(before.turn_of)
    if seat == player:
        whose = "your own turn" if telling.is_you(seat) else "the turn"
    else:
        whose = "your turn" if telling.is_you(player) else f"the turn of {telling.who(player)}"
    told = f"{telling.says(seat, 'stop')} {whose}."
    lost = card_names(before.intended)
    alone = card_names(before.hands[seat]) == [CARD_NAMES[int(STOPS).bit_length() - 1]] and seat != player
    return told if not lost or alone else f"{told} {in_words(lost)} {'is' if len(lost) == 1 else 'are'} discarded."


def _a_pass(before: Any, seat: int, move: int, telling: Telling) -> str:
    receiver, way = divmod(move - PASS_ON, WAYS_TO_PASS)
    card = CARD_NAMES[min(way, COLOURED)]
    named = f", for the {PIECE_NAMES[way - 1]}" if way > COLOURED else ""
    left = Counter(card_names(before.hands[seat])) - Counter([card])
    tossed = f" {telling.says(seat, f'toss {next(iter(left))}')}." if left else ""
    return f"{telling.says(seat, f'pass {card} to {telling.who(receiver)}')}{named}.{tossed}"


def _what_followed(before: Any, seat: int, move: int, telling: Telling, events: tuple[Event, ...]) -> list[str]:
    told: list[str] = []
    fell = [PIECE_NAMES[event[1]] for event in events if event[0] == FELL]
    if fell:
        told.append(f"The {in_words(fell)} {'falls' if len(fell) == 1 else 'fall'}!")
    drawers = [event[1] for event in events if event[0] == DREW]
    for what, a, _, _ in events:
        if what == STOOD and seat != UMPIRE:
            told.append("It stands.")
        elif what == OUT:
            told.append("You are out." if telling.is_you(a) else f"{telling.who(a)} is out.")
        elif what == NEW_DECK:
            told.append("The discards are shuffled into a new deck.")
        elif what == LIFTED:
            told.append(f"The {PIECE_NAMES[a]} is taken off again.")
        elif what == NONE_LEFT and not drawers:
            told.append("There is no card left to draw.")
        elif what == PACKETS_PASSED:
            told.append("All have picked.")
        elif what == DEALT_MORE:
            told.append(f"Everyone still in gets {a} more card{'s' if a > 1 else ''}.")
    if drawers:
        told.append(_drawn(drawers[0], [event[2] for event in events if event[0] == DREW], telling))
    if before.variant == CLASSIC and fell and move in (LET_GO, REST) and drawers:
        told[-1] += " The cards that were not completed are gone." if not before.strict else ""
    return told


def _drawn(seat: int, cards: list[int], telling: Telling) -> str:
    if telling.is_you(seat):
        return f"You draw {in_words([CARD_NAMES[card] for card in cards])}."
    return f"{telling.says(seat, 'draw a card' if len(cards) == 1 else f'draw {len(cards)} cards')}."


def why_over(state: Any) -> str:
    """What ended the game, the same for all."""
    won = seats_in(state.winners)
    if state.variant != CLASSIC:
        return "Everybody else is out." if len(won) == 1 else "No card is left to place."
    if card_names(state.hands[won[0]]):  # SH-16a
        return "Nobody could place or draw any more: the fewest cards win."
    return "The first without cards wins."


def _the_end(after: Any, telling: Telling) -> str:
    won = seats_in(after.winners)
    if len(won) > 1:
        names = in_words([telling.who(seat) for seat in won])
        why = "with the fewest cards" if after.variant == CLASSIC else "since nothing is left to place"
        return f"{names[0].upper()}{names[1:]} share the win, {why}!"
    if after.variant != CLASSIC:
        why = "as the last one in" if len(seats_in(after.in_game)) == 1 else ""
    else:
        why = "with the fewest cards" if card_names(after.hands[won[0]]) else "with no card left"
    return f"{telling.says(won[0], 'win ' + why)}!"
