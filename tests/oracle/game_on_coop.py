"""Cooperative Game-On, straight from the clauses CO-1 to CO-18 (and GC-3, GC-4, GC-5, GC-11, GC-12)."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import permutations
from typing import Any

from .enumerate import Chance, Position

# GC-3: four colours and six types; the order of the shapes is that of the Game Cards.
COLOURS = ("red", "yellow", "blue", "white")
SHAPES = ("square", "circle", "triangle")
TYPES = ("sun", "moon", "star", "leaf", "drop", "flame")
BLACK_CARD = "black card"
# GC-4: the OMNIs, by the colour of their square, circle and triangle.
OMNIS = {
    "omni 1": ("red", "yellow", "blue"),
    "omni 2": ("yellow", "blue", "white"),
    "omni 3": ("blue", "white", "red"),
}
HAND = 2  # CO-5
TRACK = 4  # CO-14


def _of_type(t: int) -> list[str]:
    """GC-3: the sixteen Game Cards of a type, by their long names."""
    faces: list[tuple[tuple[str, ...], str]] = []
    # 8 with three colours: of the 24 orderings in dictionary order, those with i mod 3 = t mod 3.
    three = [colours for i, colours in enumerate(permutations(COLOURS, 3)) if i % 3 == t % 3]
    for number, colours in enumerate(three, 1):
        # The 2nd, 4th, 6th and 8th of them have a chevron.
        faces.append((colours, "2 points; chevron" if number % 2 == 0 else "2 points"))
    # 4 with one colour, 3 points and a chevron.
    faces += [((colour, colour, colour), "3 points; chevron") for colour in COLOURS]
    # 4 with one black shape, put in among the two colours at place (t + j) mod 3; the symbol has colour j.
    for j in range(4):
        pair = [COLOURS[j], COLOURS[(j + 1 + t % 3) % 4]]
        pair.insert((t + j) % 3, "black")
        faces.append((tuple(pair), f"1 point; convert {COLOURS[j]}"))
    return [
        f"{TYPES[t]}: " + ", ".join(f"{c} {s}" for c, s in zip(colours, SHAPES, strict=True)) + f"; {marks}"
        for colours, marks in faces
    ]


# Short names: the type, and the number within the list of the type.
LONG = {f"{TYPES[t]} {number}": card for t in range(6) for number, card in enumerate(_of_type(t), 1)}
SHORT = {card: short for short, card in LONG.items()}


def player_deck() -> list[str]:
    """GC-4: twelve coloured shapes and three black ones, each twice, and three OMNIs."""
    return [f"{colour} {shape}" for colour in (*COLOURS, "black") for shape in SHAPES for _ in range(2)] + list(OMNIS)


def deck_types(players: int, options: dict[str, Any]) -> list[str]:
    """GC-5: the type of each player's deck, by seat unless chosen."""
    chosen = options.get("types", "by seat")
    if chosen == "by seat":
        return list(TYPES[:players])
    return [name.strip() for name in chosen.split(",")] if isinstance(chosen, str) else list(chosen)


def game_cards(players: int, options: dict[str, Any]) -> list[str]:
    """GC-3: the Game Cards of max(3, n) types; GC-5: with two players the third type is the first left over."""
    types = deck_types(players, options)
    types += [name for name in TYPES if name not in types][: max(3, players) - players]
    return [card for name in types for card in _of_type(TYPES.index(name))]


def colours_of(game_card: str) -> list[str]:
    """The colours of a Game Card's square, circle and triangle."""
    return [shape.split(" ")[0] for shape in game_card.split(": ")[1].split(";")[0].split(", ")]


def points_of(game_card: str) -> int:
    return int(game_card.split("; ")[1].split(" ")[0])


def type_of(game_card: str) -> str:
    return game_card.split(":")[0]


def deal(players: int, options: dict[str, Any], chance: Chance) -> Position:
    """CO-5: one Game Card turned up, a shuffled deck for each player, and a hand of two."""
    options = {
        "pace": "printed",
        "black_cards": True,
        "hands": "open",
        "types": "by seat",
        "cards": "standard",
        **options,
    }
    deck = chance.shuffle(game_cards(players, options))
    track = [deck.pop(0)]
    if options["black_cards"] in (True, "on"):
        # CO-7: one Black Game Card for each player, shuffled in after the first card is turned up.
        deck = chance.shuffle(deck + [BLACK_CARD] * players)
    piles = [chance.shuffle(player_deck()) for _ in range(players)]
    return {
        "game": "game-on-coop",
        "players": players,
        "options": options,
        "to_act": list(range(players)),
        "round": 1,
        "hands": [pile[:HAND] for pile in piles],
        "piles": [pile[HAND:] for pile in piles],
        "discards": [[] for _ in range(players)],
        "track": track,
        "covers": [[None, None, None]],
        "covered_by": [[None, None, None]],
        "scuttled": [],
        "committed": [[] for _ in range(players)],
        "commitments": [None] * players,
        "deeds": ["nothing"] * players,
        "team": [],
        "house": [],
        "out": [],
        "deck": deck,
    }


def legal(position: Position, seat: int) -> list[str]:
    """The distinct legal moves of the seat."""
    # CO-8: all players act, until each has finished.
    if seat not in position["to_act"]:
        return []
    hand: list[str] = position["hands"][seat]
    moves: list[str] = []
    for number, game_card in enumerate(position["track"], 1):
        # CO-11: a scuttled card takes no more, and shows nothing any more.
        if number in position["scuttled"]:
            continue
        for shape in SHAPES:
            # CO-9: any hand card on a matching shape that is free: nobody's card lies there (CO-3).
            if position["covers"][number - 1][SHAPES.index(shape)] is None:
                moves += [
                    f"cover {shape} of card {number} with {card}"
                    for card in sorted(set(hand))
                    if _matches(card, game_card, shape)
                ]
            # CO-11: scuttle a card of the track, a complete one too.
            if _can_commit(position, seat, game_card, shape):
                moves.append(f"scuttle card {number} by {shape}")
    # CO-10: steal a card from the House.
    moves += [
        f"steal {SHORT[game_card]} by {shape}"
        for game_card in position["house"]
        for shape in SHAPES
        if _can_commit(position, seat, game_card, shape)
    ]
    # CO-13: redraw only instead of playing or committing in that round.
    if position["deeds"][seat] == "nothing":
        moves.append("redraw")
    # CO-8: each says when finished.
    moves.append("finish")
    return moves


def _matches(card: str, game_card: str, shape: str) -> bool:
    wanted = colours_of(game_card)[SHAPES.index(shape)]
    if card in OMNIS:
        # GC-12: an OMNI is played as one of its three coloured shapes.
        colour = OMNIS[card][SHAPES.index(shape)]
    elif card.endswith(f" {shape}"):
        colour = card.split(" ")[0]
    else:
        return False
    # GC-11: the same shape and the same colour; black on either card is wild.
    return colour == wanted or "black" in (colour, wanted)


def _can_commit(position: Position, seat: int, game_card: str, shape: str) -> bool:
    # CO-10: one commitment a player at a time.
    if position["commitments"][seat] is not None:
        return False
    colour = colours_of(game_card)[SHAPES.index(shape)]
    # CO-12: the coloured shape has one of the four colours. CO-10: the card is exactly that coloured shape, so it is
    # no OMNI (CO-12); what the others hold or have done does not matter.
    return colour != "black" and f"{colour} {shape}" in position["hands"][seat]


def after(position: Position, seat: int, move: str, chance: Chance) -> Position:
    """The position after the move of the seat."""
    if move not in legal(position, seat):
        raise ValueError(f"not a legal move of seat {seat} here: {move!r}")
    result = deepcopy(position)
    words = move.split(" ")
    if words[0] == "cover":
        _cover(result, seat, words[1], int(words[4]) - 1, " ".join(words[6:]))
    elif words[0] == "steal":
        _commit(result, seat, "steal", f"{words[1]} {words[2]}", words[4])
    elif words[0] == "scuttle":
        _commit(result, seat, "scuttle", SHORT[result["track"][int(words[2]) - 1]], words[4])
    else:
        if move == "redraw":
            # CO-13: discard the whole hand, draw a new one; then no action until a new Game Card is on the track.
            result["discards"][seat] += result["hands"][seat]
            result["hands"][seat] = []
            _draw_up(result, seat, chance)
            result["deeds"][seat] = "redrew"
        result["to_act"].remove(seat)
        if not result["to_act"]:
            _end_round(result, chance)
    return result


def _cover(position: Position, seat: int, shape: str, place: int, card: str) -> None:
    position["hands"][seat].remove(card)
    position["covers"][place][SHAPES.index(shape)] = card
    position["covered_by"][place][SHAPES.index(shape)] = seat
    position["deeds"][seat] = "acted"


def _commit(position: Position, seat: int, to: str, short: str, shape: str) -> None:
    """CO-10: each player commits their own card; it happens when the last one commits."""
    card = f"{colours_of(LONG[short])[SHAPES.index(shape)]} {shape}"
    position["hands"][seat].remove(card)
    position["committed"][seat] = [card]
    position["commitments"][seat] = {"to": to, "card": short, "shape": shape}
    position["deeds"][seat] = "acted"
    if any(commitment != position["commitments"][seat] for commitment in position["commitments"]):
        return
    # CO-10: all have committed the same coloured shape to the same card: they spend it, and it always works.
    for owner in range(position["players"]):
        position["discards"][owner] += position["committed"][owner]
        position["committed"][owner] = []
        position["commitments"][owner] = None
    if to == "steal":
        # CO-10: the team has it now; one of a type not in play leaves the House too, and scores nothing (CO-4).
        position["house"].remove(LONG[short])
        position["team"].append(LONG[short])
        # CO-10: the target score is looked at then.
        if _target_reached(position):
            _end(position)
    else:
        # CO-11: it is turned over and stays on the track; the Player Cards on it are discarded.
        place = position["track"].index(LONG[short])
        _discard_covers(position, place)
        position["scuttled"] = sorted([*position["scuttled"], place + 1])


def _end_round(position: Position, chance: Chance) -> None:
    """All have finished: the track moves along, and everybody draws."""
    for seat in range(position["players"]):
        # CO-10: not all have committed by the end of the round, so committed cards return to hand.
        position["hands"][seat] += position["committed"][seat]
        position["committed"][seat] = []
        position["commitments"][seat] = None
    new = 0
    while new < _new_cards(position):
        if not position["deck"]:
            # CO-18: the track is settled as by a Black Card, and the higher total wins.
            _settle_track(position)
            _end(position)
            return
        game_card = position["deck"].pop(0)
        if game_card == BLACK_CARD:
            # CO-15: it wipes the track at once, and is set aside. CO-14a: it does not count as one of the new cards.
            position["out"].append(game_card)
            _settle_track(position)
        else:
            # CO-14: a new Game Card is drawn and the track moves along.
            new += 1
            position["track"].append(game_card)
            position["covers"].append([None, None, None])
            position["covered_by"].append([None, None, None])
            # CO-14: when a fifth is added the oldest leaves.
            if len(position["track"]) > TRACK:
                _oldest_leaves(position)
        # CO-14a: the target is looked at after each card that leaves; CO-15: those that are wiped leave at once.
        if _target_reached(position):
            _end(position)
            return
    for seat in range(position["players"]):
        # CO-16: then everybody draws up to two cards.
        _draw_up(position, seat, chance)
    # CO-13: a new Game Card is on the track, so all may act again.
    position["round"] += 1
    position["deeds"] = ["nothing"] * position["players"]
    position["to_act"] = list(range(position["players"]))


def _new_cards(position: Position) -> int:
    """CO-14a: how many new Game Cards this round brings."""
    players: int = position["players"]
    pace = position["options"]["pace"]
    if pace == "each":
        return players
    if pace == "even":
        # Half as many as players: with three and five the lower and the higher number in turn, the lower one first.
        return players // 2 if position["round"] % 2 == 1 else (players + 1) // 2
    return 1


def _oldest_leaves(position: Position) -> None:
    if 1 in position["scuttled"]:
        # CO-11: when a scuttled one reaches the end nobody gets it.
        side = "out"
    elif all(position["covers"][0]):
        # CO-14, CO-3: all three shapes are covered by the team's cards.
        side = "team"
    else:
        # CO-14: otherwise the House takes it.
        side = "house"
    # CO-14: Player Cards on it go to their owners' discards.
    _discard_covers(position, 0)
    position[side].append(position["track"].pop(0))
    del position["covers"][0], position["covered_by"][0]
    position["scuttled"] = [number - 1 for number in position["scuttled"] if number > 1]


def _settle_track(position: Position) -> None:
    """CO-15: complete sets to the team, incomplete to the House, scuttled to nobody."""
    while position["track"]:
        _oldest_leaves(position)


def _discard_covers(position: Position, place: int) -> None:
    for card, owner in zip(position["covers"][place], position["covered_by"][place], strict=True):
        if card is not None:
            position["discards"][owner].append(card)
    position["covers"][place] = [None, None, None]
    position["covered_by"][place] = [None, None, None]


def _draw_up(position: Position, seat: int, chance: Chance) -> None:
    """CO-13, CO-16: draw until the hand has two cards."""
    while len(position["hands"][seat]) < HAND:
        if not position["piles"][seat]:
            # CO-6: a card must be drawn and the pile is empty: the discards are shuffled into a new one.
            if not position["discards"][seat]:
                return
            position["piles"][seat] = chance.shuffle(position["discards"][seat])
            position["discards"][seat] = []
        position["hands"][seat].append(position["piles"][seat].pop(0))


def _target_reached(position: Position) -> bool:
    # CO-2: 10 points for each player, by either side.
    target: int = 10 * position["players"]
    return max(_totals(position)) >= target


def _end(position: Position) -> None:
    position["to_act"] = []
    position["winners"] = winners(position)


def _totals(position: Position) -> tuple[int, int]:
    in_play = deck_types(position["players"], position["options"])
    # CO-4: a card of the team scores only if its type is the type of a deck in play; every card of the House scores.
    team = sum(points_of(card) for card in position["team"] if type_of(card) in in_play)
    house = sum(points_of(card) for card in position["house"])
    return team, house


def points(position: Position) -> tuple[int, int]:
    """The points of the team and of the House."""
    team, house = _totals(position)
    if not position["to_act"] and team == house:
        # CO-17: in a tie the House adds 1 for each Black Card drawn; it shows in the final total.
        house += position["out"].count(BLACK_CARD)
    return team, house


def winners(position: Position) -> list[int]:
    """CO-2, CO-17, CO-18: the side with the higher total; a tie goes to the House. The team wins as one (CO-1)."""
    if position["to_act"]:
        raise ValueError("the game is not over")
    team, house = points(position)
    return list(range(position["players"])) if team > house else []


def canonical(position: Position) -> Position:
    """The same position, without chance to come, and with the orders that do not matter sorted.

    Those are hands, discards, and what either side or nobody has. Deeds do not matter once the game is over, and what
    others know of a hand is no rule's affair.
    """
    result = deepcopy(position)
    for place in ("chance", "known"):
        result.pop(place, None)
    for place in ("hands", "discards"):
        result[place] = [sorted(cards) for cards in result[place]]
    for place in ("to_act", "scuttled", "team", "house", "out"):
        result[place] = sorted(result[place])
    if not result["to_act"]:
        result.pop("deeds", None)
    return result


# Judging positions that came about elsewhere, by a chance that is not known.


class _OpenOrder:
    """Chance that says nothing yet: what it gives back are blanks, to be filled in with the cards shuffled."""

    def __init__(self) -> None:
        self.shuffles: list[tuple[list[str], list[str]]] = []  # blanks, cards

    def shuffle(self, cards: list[str]) -> list[str]:
        blanks = [f"blank {place} of shuffle {len(self.shuffles)}" for place in range(len(cards))]
        self.shuffles.append((blanks, list(cards)))
        return list(blanks)

    def pick(self, cards: list[str]) -> str:
        raise AssertionError("nothing in this game is picked by chance")


class _AsListed:
    def shuffle(self, cards: list[str]) -> list[str]:
        return list(cards)

    def pick(self, cards: list[str]) -> str:
        return cards[0]


def agrees(before: Position, seat: int, move: str, following: Position) -> bool:
    """Whether the move may lead from the one position to the other, whatever chance does."""
    return not differences(before, seat, move, following)


def differences(before: Position, seat: int, move: str, following: Position) -> list[str]:
    """Where the second position is none that the move may lead to; nothing if it is one."""
    if move not in legal(before, seat):
        return [f"{move!r} is not a legal move of seat {seat}"]
    chance = _OpenOrder()
    expected = after(before, seat, move, chance)
    for one in range(expected["players"]):
        expected["hands"][one], expected["piles"][one] = _filled_in(
            (expected["hands"][one], expected["piles"][one]),
            (following["hands"][one], following["piles"][one]),
            chance.shuffles,
        )
    return _unlike(canonical(expected), canonical(following))


def _filled_in(
    expected: tuple[list[str], list[str]],
    found: tuple[list[str], list[str]],
    shuffles: list[tuple[list[str], list[str]]],
) -> tuple[list[str], list[str]]:
    """Hand and pile with their blanks filled in as found, if a shuffle can have brought that about."""
    hand, pile = expected
    mine = [(blanks, cards) for blanks, cards in shuffles if set(blanks) & {*hand, *pile}]
    every_blank = [blank for blanks, _ in mine for blank in blanks]
    in_hand = [card for card in hand if card in every_blank]
    # The hand has no order: any card found there beyond the known ones may be any of its blanks.
    beyond = (Counter(found[0]) - Counter(card for card in hand if card not in every_blank)).elements()
    if len(pile) != len(found[1]):
        return expected
    in_pile = {card: there for card, there in zip(pile, found[1], strict=True) if card in every_blank}
    for order in permutations(beyond):
        if len(order) != len(in_hand):
            return expected
        filling = dict(zip(in_hand, order, strict=True)) | in_pile
        if all(sorted(filling[blank] for blank in blanks) == sorted(cards) for blanks, cards in mine):
            return [filling.get(card, card) for card in hand], [filling.get(card, card) for card in pile]
    return expected


def deal_differences(position: Position) -> list[str]:
    """Where the position is none that a deal may bring about; nothing if it is one."""
    return _unlike(
        _unordered(deal(position["players"], position["options"], _AsListed())),
        _unordered(position),
    )


def _unordered(position: Position) -> Position:
    result = canonical(position)
    # CO-5: who holds how many, and which cards each deck has. CO-7: no Black Card is turned up.
    result["piles"] = [sorted(hand + pile) for hand, pile in zip(result["hands"], result["piles"], strict=True)]
    result["hands"] = [len(hand) for hand in result["hands"]]
    result["deck"] = sorted(result["deck"] + result["track"])
    result["track"] = [card == BLACK_CARD for card in result["track"]]
    return result


def _unlike(expected: Position, found: Position) -> list[str]:
    return [
        f"{place}: {found.get(place, 'nothing')} where {expected.get(place, 'nothing')} was expected"
        for place in sorted({*expected, *found})
        if place not in expected or place not in found or expected[place] != found[place]
    ]
