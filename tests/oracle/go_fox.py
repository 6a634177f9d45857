"""GO FOX!, straight from the clauses GF-1 to GF-8."""

from __future__ import annotations

from copy import deepcopy

from .enumerate import NUMBERS, Chance, Position, of_number


def legal(position: Position) -> list[str]:
    """The distinct legal moves of the seat to act."""
    if not position["to_act"]:
        return []
    if not position["pile"] and not position["options"]["even_turns"]:
        # GF-8: the game ends as soon as the pile is empty.
        raise ValueError("the pile is empty, so the game should be over")
    hand: list[str] = position["hands"][position["to_act"][0]]
    # GF-8: under even turns play goes on without draws.
    draw_or_pass = "draw" if position["pile"] else "pass"
    if position["stage"] == "lay":
        # GF-5: after a "no" you may lay one pair that you hold, before the one draw.
        pairs = [number for number in NUMBERS if len(of_number(hand, number)) >= 2]
        return [*(f"lay pair {number}" for number in pairs), draw_or_pass]
    if not hand:
        # GF-7: with an empty hand you cannot ask: you draw one card. GF-8: or the turn passes.
        return [draw_or_pass]
    # GF-2: you ask for a number you hold.
    return [f"ask for {number}" for number in NUMBERS if of_number(hand, number)]


def after(position: Position, move: str, chance: Chance) -> Position:
    """The position after the move."""
    if move not in legal(position):
        raise ValueError(f"not a legal move here: {move!r}")
    result = deepcopy(position)
    seat: int = result["to_act"][0]
    hand: list[str] = result["hands"][seat]
    if move.startswith("ask for "):
        number = int(move.removeprefix("ask for "))
        # GF-2: you ask the next player, and only that player.
        asked: list[str] = result["hands"][(seat + 1) % result["players"]]
        theirs = of_number(asked, number)
        if not theirs:
            # GF-4, GF-7: a "no". GF-5: what is left is to lay a pair or not, and the one draw.
            result["stage"] = "lay"
            result["asked"] = number
            return result
        # GF-3: they give one such card, chosen at random, and you lay it down with yours as a pair.
        given = chance.pick(theirs)
        asked.remove(given)
        mine = of_number(hand, number)[0]
        hand.remove(mine)
        result["pairs"][seat].append([mine, given])
    elif move.startswith("lay pair "):
        # GF-5: a pair held at the start of the turn, laid after asking.
        pair = of_number(hand, int(move.removeprefix("lay pair ")))[:2]
        for card in pair:
            hand.remove(card)
        result["pairs"][seat].append(pair)
    # GF-3, GF-4, GF-6, GF-7: one draw a turn, whatever happened, and the turn ends.
    if result["pile"]:
        hand.append(result["pile"].pop(0))
    _end_turn(result, seat)
    return result


def winners(position: Position) -> list[int]:
    """GF-8: most pairs wins; equal is shared."""
    if position["to_act"]:
        raise ValueError("the game is not over")
    return _most_pairs(position)


def canonical(position: Position) -> Position:
    """The same position, with the orders that do not matter (hands, pairs, cards of a pair) sorted."""
    result = deepcopy(position)
    result["hands"] = [sorted(hand) for hand in result["hands"]]
    result["pairs"] = [sorted(sorted(pair) for pair in pairs) for pairs in result["pairs"]]
    return result


def _most_pairs(position: Position) -> list[int]:
    most = max(len(pairs) for pairs in position["pairs"])
    return [seat for seat, pairs in enumerate(position["pairs"]) if len(pairs) == most]


def _end_turn(position: Position, seat: int) -> None:
    position["stage"] = "ask"
    position.pop("asked", None)
    # GF-1: play goes left.
    following = (seat + 1) % position["players"]
    position["to_act"] = [following]
    if position["pile"]:
        return
    # GF-8: the game ends as soon as the pile is empty; under even turns, when all have had as many turns,
    # that is when it would be the starter's turn again.
    if not position["options"]["even_turns"] or following == position["starter"]:
        position["to_act"] = []
        position["winners"] = _most_pairs(position)
