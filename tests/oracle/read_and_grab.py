"""READ AND GRAB, straight from the clauses RG-1 to RG-6."""

from __future__ import annotations

from copy import deepcopy

from .enumerate import NUMBERS, Chance, Position, number_of, of_number


def legal(position: Position) -> list[str]:
    """The distinct legal moves of the seat to act."""
    if not position["to_act"]:
        return []
    if position["stage"] == "turn":
        if not position["middle"]:
            # RG-6: play ends when the middle is empty.
            raise ValueError("the middle is empty, so the game should be over")
        # RG-2: on your turn you turn over one card.
        return ["turn over"]
    number = _turned_number(position)
    moves: list[str] = []
    for other in range(position["players"]):
        if other == position["to_act"][0]:
            continue
        # RG-3: another player's incomplete set of that number (a single card counts).
        # RG-5: a set is six cards; complete, it can no longer be grabbed.
        if 1 <= len(of_number(position["front"][other], number)) < 6:
            moves.append(f"grab {number}s from seat {other}")
    # RG-3: you may also decline.
    return [*moves, "finish"]


def after(position: Position, move: str, chance: Chance) -> Position:  # noqa: ARG001 (every game is given chance)
    """The position after the move. Nothing in this game is left to chance once the middle is shuffled."""
    if move not in legal(position):
        raise ValueError(f"not a legal move here: {move!r}")
    result = deepcopy(position)
    seat: int = result["to_act"][0]
    if move == "turn over":
        # RG-2: the card is put face up in front of you.
        card = result["middle"].pop(0)
        result["front"][seat].append(card)
        result["turned"] = card
        result["stage"] = "grab"
        return result
    if move != "finish":
        # RG-3: you grab all of it. RG-4: grabbed cards join your set.
        other = int(move.split(" ")[-1])
        grabbed = of_number(result["front"][other], _turned_number(result))
        for card in grabbed:
            result["front"][other].remove(card)
        result["front"][seat].extend(grabbed)
    del result["turned"]
    result["stage"] = "turn"
    if result["middle"]:
        result["to_act"] = [(seat + 1) % result["players"]]
    else:
        # RG-6: the end comes after the turn of the last card, its grab included.
        result["to_act"] = []
        result["winners"] = _most_sets(result)
    return result


def winners(position: Position) -> list[int]:
    """RG-6: most complete sets wins; equal is shared."""
    if position["to_act"]:
        raise ValueError("the game is not over")
    return _most_sets(position)


def canonical(position: Position) -> Position:
    """The same position, with the order that does not matter (cards in front of a seat) sorted."""
    result = deepcopy(position)
    result["front"] = [sorted(cards) for cards in result["front"]]
    return result


def _turned_number(position: Position) -> int:
    turned: str = position["turned"]
    number = number_of(turned)
    if number is None or turned not in position["front"][position["to_act"][0]]:
        raise ValueError(f"the card turned over does not lie in front of the seat to act: {turned!r}")
    return number


def _most_sets(position: Position) -> list[int]:
    # RG-5: a set is the six cards of one number.
    sets = [sum(len(of_number(cards, number)) == 6 for number in NUMBERS) for cards in position["front"]]
    return [seat for seat, count in enumerate(sets) if count == max(sets)]
