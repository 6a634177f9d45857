"""Freaky in plain object-style Python, written in the manner of the plain KA-BLAM!

The FR numbers are the clauses of the rule book.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
STEPS = {1: (1, 2, 3), 2: (1, 3, 5), 3: (2, 4, 5), 4: (1, 2, 4), 5: (3, 4, 5), 6: (1, 2, 3)}  # FR-2

HAND_SIZE = 3
FIRST_ROWS = 3
ENOUGH = 4  # of one feature, to take a row


@dataclass(frozen=True)
class Card:
    background: str
    circle: str
    value: int

    def fits(self, last: "Card") -> bool:
        """Whether this card may go onto a row that ends with `last` (FR-6)."""
        return self.background == last.background or self.circle == last.circle or self.value == last.value


@dataclass(eq=False)
class Row:
    cards: list[Card] = field(default_factory=list)
    shown: Counter[tuple[str, str | int]] = field(default_factory=Counter)  # how often each feature shows

    def add(self, card: Card) -> None:
        self.cards.append(card)
        self.shown["background", card.background] += 1
        self.shown["circle", card.circle] += 1
        self.shown["value", card.value] += 1

    def can_be_taken(self) -> bool:
        return max(self.shown.values()) >= ENOUGH  # FR-9


@dataclass(frozen=True)
class Play:
    card: Card
    row: Row | None  # None: a new row


@dataclass(frozen=True)
class Take:
    row: Row


@dataclass(frozen=True)
class Finish:
    pass


Move = Play | Take | Finish
FINISH = Finish()


@dataclass
class Player:
    hand: list[Card] = field(default_factory=list)
    taken: list[Card] = field(default_factory=list)


def all_cards() -> list[Card]:
    return [
        Card(background, COLOURS[(number + step) % len(COLOURS)], value)
        for value, steps in STEPS.items()
        for step in steps
        for number, background in enumerate(COLOURS)
    ]


class Game:
    def __init__(self, players: int, rng: random.Random) -> None:
        if not 2 <= players <= 5:
            raise ValueError(f"Freaky is for 2 to 5 players, not {players}")
        self.pile = all_cards()
        rng.shuffle(self.pile)
        self.players = [Player([self.pile.pop() for _ in range(HAND_SIZE)]) for _ in range(players)]  # FR-3
        self.rows: list[Row] = []
        for _ in range(FIRST_ROWS):
            self.start_row(self.pile.pop())
        self.turn = rng.randrange(players)  # FR-4
        self.taking = False  # whether a row was taken this turn
        self.winners: list[Player] = []
        self.moves = 0

    def start_row(self, card: Card) -> None:
        row = Row()
        row.add(card)
        self.rows.append(row)

    def legal_moves(self) -> list[Move]:
        """What the player to move may do."""
        hand = self.players[self.turn].hand
        moves: list[Move] = []
        if not self.taking:  # FR-10
            for card in hand:
                fitting: list[Move] = [Play(card, row) for row in self.rows if card.fits(row.cards[-1])]
                moves += fitting or [Play(card, None)]  # FR-7, FR-13
        if len(hand) < HAND_SIZE:  # FR-5: at least one card is played
            moves += [Take(row) for row in self.rows if row.can_be_taken()]
            moves.append(FINISH)
        return moves

    def apply(self, move: Move) -> None:
        self.moves += 1
        player = self.players[self.turn]
        if isinstance(move, Play):
            player.hand.remove(move.card)
            if move.row is None:
                self.start_row(move.card)
            else:
                move.row.add(move.card)
        elif isinstance(move, Take):
            self.rows.remove(move.row)
            player.taken += move.row.cards
            self.taking = True
        else:
            self.end_turn(player)

    def end_turn(self, player: Player) -> None:
        missing = HAND_SIZE - len(player.hand)
        if len(self.pile) < missing:  # FR-12
            most = max(len(other.taken) for other in self.players)
            self.winners = [other for other in self.players if len(other.taken) == most]
            return
        player.hand += [self.pile.pop() for _ in range(missing)]  # FR-11
        self.taking = False
        self.turn = (self.turn + 1) % len(self.players)


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, moves: list[Move]) -> Move:
        return self.rng.choice(moves)


def play(players: int, rng: random.Random) -> int:
    """Play one game between random bots; the number of moves they made."""
    game = Game(players, rng)
    bots = [RandomBot(rng) for _ in range(players)]
    while not game.winners:
        game.apply(bots[game.turn].choose(game.legal_moves()))
    return game.moves
