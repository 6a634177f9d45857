"""What to do with cards, when one sees the tower: which piece to take next, and whether to lay another card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...components.piece_set import SHAPES
from ...components.shapes_deck import CLEAR_THE_BOARD, COLOURS, WILD

Chance = Callable[[str], float]  # that a piece of this shape can be placed and nothing falls

_GAME = 20.0  # what the game is worth, in cards


def safest_piece(words: Sequence[str], chance: Chance) -> str:
    """Of moves such as "take red bar", the one least likely to end in a fall."""
    return max(words, key=lambda move: chance(shape_of(move.removeprefix("take "))))


def what_to_lay(view: dict[str, Any], chance: Chance) -> str:
    """SH-11: "lay ...", "enough" or "clear the board", whatever promises to leave the fewest cards."""
    laid = _laid(view)
    plans = [(_worth(view, laid, chance), "enough")]
    for more in _sets_to_lay(view, laid, chance):
        worth = _worth(view, [*laid, *more], chance)
        if worth > plans[0][0]:
            plans.insert(0, (worth, _lay(more[0])))
    clear_worth = _GAME if len(view["hand"]) == 1 else 1.0  # SH-14: a card less, no draw and no risk
    may_clear = not laid and CLEAR_THE_BOARD in view["hand"] and (view["platform"] or clear_worth == _GAME)
    return CLEAR_THE_BOARD if may_clear and clear_worth > plans[0][0] else plans[0][1]


def _laid(view: dict[str, Any]) -> list[str]:
    return [card for card in view["intended"] if card != WILD] + list(view["whites"])


def _sets_to_lay(view: dict[str, Any], laid: Sequence[str], chance: Chance) -> Iterator[list[str]]:
    """Pieces that could be laid now: of each colour that is possible, and of white, the safest one, two, three ..."""
    hand = view["hand"]
    colours = {piece.split()[0] for piece in laid} & set(COLOURS) or COLOURS
    in_play = {*view["platform"], *view["whites"]}
    free_whites = [piece for shape in SHAPES if (piece := f"white {shape}") not in in_play]
    free_whites.sort(key=lambda piece: -chance(shape_of(piece)))
    whites = free_whites[: hand.count(WILD)]
    for colour in colours:
        pieces = [card for card in hand if card.split()[0] == colour] + whites
        pieces.sort(key=lambda piece: -chance(shape_of(piece)))
        for count in range(1, len(pieces) + 1):
            yield pieces[:count]


def _worth(view: dict[str, Any], pieces: Sequence[str], chance: Chance) -> float:
    """How many cards fewer one can expect to have, when these pieces are placed, the safest first."""
    victims = [size for seat, size in enumerate(view["hand_sizes"]) if seat != view["seat"]]
    steal = -_GAME if max(victims) == 1 else -1.0  # SH-13: a victim left without cards has won
    again = -1.0 if view["uncompleted"] == "strict" else 0.0  # by card: drawn, and not discarded
    left = len(view["hand"]) + len(view["intended"]) - len(pieces)
    worth, so_far = 0.0, 1.0
    for placed, stands in enumerate(sorted((chance(shape_of(piece)) for piece in pieces), reverse=True)):
        worth += so_far * (1 - stands) * (placed + steal + again * (len(pieces) - placed))
        so_far *= stands
    draw = -1.0
    return worth + so_far * (_GAME if left == 0 else len(pieces) + draw)


def _lay(piece: str) -> str:
    return f"lay wild as {piece}" if piece.startswith("white ") else f"lay {piece}"


def shape_of(piece: str) -> str:
    return piece.partition(" ")[2]
