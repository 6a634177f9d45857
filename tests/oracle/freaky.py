"""Freaky, straight from the clauses FR-1 to FR-13."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

from .enumerate import COLOURS, Chance, Position


def deck() -> list[str]:
    """FR-2: for value v, circle = (background + s) mod 6 for s in S(v)."""
    steps = {1: (1, 2, 3), 2: (1, 3, 5), 3: (2, 4, 5), 4: (1, 2, 4), 5: (3, 4, 5), 6: (1, 2, 3)}
    return [
        f"{COLOURS[background]}/{COLOURS[(background + step) % 6]}/{value}"
        for value, every in steps.items()
        for step in every
        for background in range(6)
    ]


def deal(players: int, taking: str, starter: int, chance: Chance) -> Position:
    """FR-3: three cards to each hand, three rows of one card, and the rest is the draw pile."""
    cards = chance.shuffle(deck())
    hands = [[cards.pop(0) for _ in range(3)] for _ in range(players)]
    rows = [[cards.pop(0)] for _ in range(3)]
    return {
        "game": "freaky",
        "players": players,
        "options": {"taking": taking, "starter": starter},
        "to_act": [starter],
        "stage": "play",
        "starter": starter,
        "hands": hands,
        "rows": rows,
        "taken": [[] for _ in range(players)],
        "pile": cards,
    }


def share_a_feature(card: str, other: str) -> bool:
    """FR-6: the same background, the same circle or the same value."""
    mine, theirs = card.split("/"), other.split("/")
    return mine[0] == theirs[0] or mine[1] == theirs[1] or mine[2] == theirs[2]


def can_be_taken(row: list[str]) -> bool:
    """FR-9: some one feature shows at least four times, anywhere in the row."""
    for kind in range(3):
        seen = Counter(card.split("/")[kind] for card in row)
        if max(seen.values()) >= 4:
            return True
    return False


def legal(position: Position) -> list[str]:
    """The distinct legal moves of the seat to act."""
    if not position["to_act"]:
        return []
    hand: list[str] = position["hands"][position["to_act"][0]]
    rows: list[list[str]] = position["rows"]
    moves: list[str] = []
    # FR-5: up to three cards, one after another. FR-10: none any more once a row was taken.
    if position["stage"] == "play":
        for card in hand:
            # FR-6: it goes onto a row if it shares a feature with that row's last card.
            fits = [number for number, row in enumerate(rows, 1) if share_a_feature(card, row[-1])]
            moves += [f"play {card} on row {number}" for number in fits]
            # FR-7, FR-13: it starts a new row only if it fits none.
            if not fits:
                moves.append(f"new row {card}")
    # FR-5: at least one card is played before anything else. You begin your turn with three (FR-3, FR-11).
    if len(hand) < 3:
        # FR-9: every such row may be taken, or none.
        moves += [f"take row {number}" for number, row in enumerate(rows, 1) if can_be_taken(row)]
        # FR-10a: you end taking yourself.
        moves.append("finish")
    return moves


def after(position: Position, move: str, chance: Chance) -> Position:  # noqa: ARG001 (every game is given chance)
    """The position after the move. Nothing in this game is left to chance once the cards are dealt."""
    if move not in legal(position):
        raise ValueError(f"not a legal move here: {move!r}")
    result = deepcopy(position)
    seat: int = result["to_act"][0]
    hand: list[str] = result["hands"][seat]
    words = move.split(" ")
    if words[0] == "play":
        hand.remove(words[1])
        result["rows"][int(words[-1]) - 1].append(words[1])
    elif words[0] == "new":
        hand.remove(words[2])
        result["rows"].append([words[2]])
    elif words[0] == "take":
        # FR-9: the cards lie in front of you. FR-13: the row disappears. FR-10: you have finished playing.
        result["taken"][seat] += result["rows"].pop(int(words[2]) - 1)
        result["stage"] = "take"
    else:
        result["stage"] = "play"
        missing = 3 - len(hand)
        if len(result["pile"]) < missing:
            # FR-12: the game ends at once when a player cannot draw enough to hold three.
            result["to_act"] = []
            result["winners"] = _most_cards(result)
            return result
        # FR-11: draw up to three; the next player is on your left.
        hand += result["pile"][:missing]
        del result["pile"][:missing]
        result["to_act"] = [(seat + 1) % result["players"]]
        return result
    if not hand:
        # FR-5: with no card left there is nothing to do but take.
        result["stage"] = "take"
    return result


def winners(position: Position) -> list[int]:
    """FR-12: most cards wins; equal is shared."""
    if position["to_act"]:
        raise ValueError("the game is not over")
    return _most_cards(position)


def canonical(position: Position) -> Position:
    """The same position, with the orders that do not matter (hands, cards taken) sorted."""
    result = deepcopy(position)
    result["hands"] = [sorted(hand) for hand in result["hands"]]
    result["taken"] = [sorted(cards) for cards in result["taken"]]
    return result


def _most_cards(position: Position) -> list[int]:
    # FR-9: cards count one each. FR-12: hands do not count.
    most = max(len(cards) for cards in position["taken"])
    return [seat for seat, cards in enumerate(position["taken"]) if len(cards) == most]
