"""KA-BLAM!, straight from the clauses KB-1 to KB-19."""

from __future__ import annotations

from copy import deepcopy

from .enumerate import COLOURS, EXPLODING, WILD, Chance, Position, action_of, colour_of, number_of


def deal(deck: list[str], players: int, options: dict[str, object], dealer: int, chance: Chance) -> Position:
    """A new game with the cards of the deck."""
    position: Position = {
        "game": "ka-blam",
        "players": players,
        "options": dict(options),
        "hands": [[] for _ in range(players)],
        "pile": list(deck),
        "discard": [],
        "points": [0] * players,
    }
    _deal_round(position, dealer, chance)
    return position


def legal(position: Position) -> list[str]:
    """The distinct legal moves of the seat to act."""
    if not position["to_act"]:
        return []
    hand: list[str] = position["hands"][position["to_act"][0]]
    moves: list[str] = []
    for card in sorted(set(hand)):
        if not _fits(position, card):
            continue
        if card == WILD:
            # KB-7: whoever plays it names the colour in force.
            moves.extend(f"play wild as {colour}" for colour in COLOURS)
        else:
            moves.append(f"play {card}")
    if moves:
        # KB-5: you may not draw while a card fits (a Wild counts).
        return moves
    if position["pile"] or len(position["discard"]) > 1:
        # KB-8: with nothing that fits, take one card from the pile.
        return ["draw"]
    # KB-15: if nothing is left to draw, the turn passes.
    return ["pass"]


def after(position: Position, move: str, chance: Chance) -> Position:
    """The position after the move."""
    if move not in legal(position):
        raise ValueError(f"not a legal move here: {move!r}")
    result = deepcopy(position)
    seat: int = result["to_act"][0]
    if move == "pass":
        _pass(result, seat, chance)
    elif move == "draw":
        _draw(result, seat, chance)
    else:
        _play(result, seat, move, chance)
    return result


def winners(position: Position) -> list[int]:
    """The winner of a finished game: the winner of its last round."""
    if position["to_act"]:
        raise ValueError("the game is not over")
    winner = _round_winner(position)
    if winner is None:
        raise ValueError("the game is said to be over, but nobody has won the round")
    return [winner]


def canonical(position: Position) -> Position:
    """The same position, with the orders that do not matter (hands, discard pile below its top) sorted."""
    result = deepcopy(position)
    result["hands"] = [sorted(hand) for hand in result["hands"]]
    result["discard"] = result["discard"][:1] + sorted(result["discard"][1:])
    return result


def _fits(position: Position, card: str) -> bool:
    top: str = position["discard"][0]
    if card == EXPLODING:
        return False
    if card == WILD:
        # KB-7: a Wild fits anything, a Wild included.
        return True
    if colour_of(card) == position["colour"]:
        # KB-5, KB-6, KB-7: the colour in force; that is the colour of the top card, or the colour named.
        return True
    if number_of(card) is not None:
        # KB-5: a word card fits by number.
        return number_of(card) == number_of(top)
    # KB-6: a coloured action card fits the same action on top.
    return action_of(card) == action_of(top)


def _in_round(position: Position) -> list[int]:
    """KB-13: whoever drew the Exploding card keeps it in hand and is out of the round."""
    return [seat for seat, hand in enumerate(position["hands"]) if EXPLODING not in hand]


def _next_in_round(position: Position, seat: int) -> int:
    """The next player still in the round after the seat, in the direction of play."""
    step = 1 if position["direction"] == "left" else -1
    following = seat
    while True:
        following = (following + step) % int(position["players"])
        if following in _in_round(position):
            return following


def _round_winner(position: Position) -> int | None:
    for seat, hand in enumerate(position["hands"]):
        if not hand:
            # KB-16: the first to discard all their cards wins the round.
            return seat
    in_round = _in_round(position)
    # KB-14: if one is left (with two players: the other one), that one wins the round.
    return in_round[0] if len(in_round) == 1 else None


def _take_card(position: Position, seat: int, chance: Chance) -> None:
    """A card is due to the seat: it takes one, if there is one."""
    if not position["pile"]:
        # KB-15: the discard pile, except its top card, is shuffled into a new pile.
        below = position["discard"][1:]
        if not below:
            return
        position["discard"] = position["discard"][:1]
        position["pile"] = chance.shuffle(below)
    position["hands"][seat].append(position["pile"].pop(0))


def _play(position: Position, seat: int, move: str, chance: Chance) -> None:
    if move.startswith("play wild as "):
        card, colour = WILD, move.removeprefix("play wild as ")
    else:
        card = move.removeprefix("play ")
        colour = card.split(" ")[0]
    position["hands"][seat].remove(card)
    position["discard"].insert(0, card)
    position["colour"] = colour
    position["passes"] = 0
    if not position["hands"][seat]:
        # KB-16: the round is won at once; the effect of an action played last is not carried out.
        _end_round(position, seat, chance)
        return
    action = action_of(card)
    if action == "miss":
        # KB-9: the next player still in the round is passed over.
        hit = _next_in_round(position, seat)
        position["to_act"] = [_next_in_round(position, hit)]
    elif action == "+2":
        # KB-10: the next player still in the round takes two cards and is passed over.
        hit = _next_in_round(position, seat)
        for _ in range(2):
            # KB-13: exploding on the first of the two, they do not take the second.
            # KB-15: Pick up 2 takes what there is.
            if hit in _in_round(position):
                _take_card(position, hit, chance)
        _go_on_after(position, hit, chance)
    elif action == "reverse":
        if len(_in_round(position)) == 2:
            # KB-12: with two in the round, the other player is skipped.
            position["to_act"] = [seat]
        else:
            # KB-12: direction turns round.
            position["direction"] = "right" if position["direction"] == "left" else "left"
            position["to_act"] = [_next_in_round(position, seat)]
    else:
        # KB-5: the card ends your turn.
        position["to_act"] = [_next_in_round(position, seat)]


def _draw(position: Position, seat: int, chance: Chance) -> None:
    # KB-8: one card; that ends your turn, even if the card would fit.
    position["passes"] = 0
    _take_card(position, seat, chance)
    _go_on_after(position, seat, chance)


def _go_on_after(position: Position, seat: int, chance: Chance) -> None:
    """The seat has taken its cards and perhaps exploded: the round is won, or the next player acts."""
    winner = _round_winner(position)
    if winner is not None:
        _end_round(position, winner, chance)
    else:
        position["to_act"] = [_next_in_round(position, seat)]


def _pass(position: Position, seat: int, chance: Chance) -> None:
    position["passes"] += 1
    if position["passes"] >= len(_in_round(position)):
        # KB-15: everyone in the round passed in a row: void, and dealt again by the same dealer.
        _deal_round(position, position["dealer"], chance)
    else:
        position["to_act"] = [_next_in_round(position, seat)]


def _end_round(position: Position, winner: int, chance: Chance) -> None:
    if position["options"]["length"] == "long":
        # KB-17: the winner scores the cards left in all other hands, exploded players included.
        for seat, hand in enumerate(position["hands"]):
            if seat != winner:
                position["points"][winner] += sum(_value(card) for card in hand)
        if position["points"][winner] < position["options"]["target"]:
            # KB-18 is not met yet. KB-4: next round the deal passes to the left.
            _deal_round(position, (position["dealer"] + 1) % position["players"], chance)
            return
    # KB-18 (long game): the first to the target wins. KB-19 (short game): one round, no scoring.
    position["to_act"] = []
    position["winners"] = [winner]


def _value(card: str) -> int:
    # KB-17: word cards by number, action cards 10 each, the Exploding card too.
    number = number_of(card)
    return 10 if number is None else number


def _deal_round(position: Position, dealer: int, chance: Chance) -> None:
    everything = [card for hand in position["hands"] for card in hand]
    everything += position["pile"] + position["discard"]
    exploding = [card for card in everything if card == EXPLODING]
    # KB-3: the Exploding card is never dealt.
    deck = chance.shuffle([card for card in everything if card != EXPLODING])
    # KB-1: each player is dealt five cards (seat 0 takes the first five, seat 1 the next five, and so on).
    position["hands"] = [deck[5 * seat : 5 * seat + 5] for seat in range(position["players"])]
    # KB-3: deal first, then shuffle it into the pile, before the first card is turned up.
    pile = chance.shuffle(deck[5 * position["players"] :] + exploding)
    if all(number_of(card) is None for card in pile):
        raise ValueError("no word card is left to start the discard pile")
    # KB-2: an action card (the Exploding card too) goes to the bottom, until a word card shows.
    while number_of(pile[0]) is None:
        pile.append(pile.pop(0))
    start = pile.pop(0)
    position["pile"] = pile
    position["discard"] = [start]
    position["colour"] = colour_of(start)
    position["direction"] = "left"
    position["passes"] = 0
    position["dealer"] = dealer
    # KB-4: the player on the dealer's left starts.
    position["to_act"] = [(dealer + 1) % position["players"]]
