"""KA-BLAM!, short game, in plain object-style Python: the yardstick for compiled rules.

Written as one would write it without a thought for speed, and without wasting any: cards, moves and players are plain
dataclasses, hands are lists, and chance is a `random.Random`. It does what the compiled rules do: it lists the legal
moves, a bot chooses one, it is carried out. The KB numbers are the clauses of the rule book.
"""

import random
from dataclasses import dataclass, field

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
NUMBERS = range(1, 12)
MISS, PICK_UP_2, REVERSE = ACTIONS = ("miss a turn", "pick up 2", "reverse")
WILD = "wild"
EXPLODING = "exploding"

WILDS = 4
HAND_SIZE = 5


@dataclass(frozen=True)
class Card:
    colour: str | None = None  # none for Wild and Exploding
    number: int | None = None  # of a word card
    word: str | None = None
    action: str | None = None  # of all others

    def fits(self, top: "Card", colour: str) -> bool:
        """Whether this coloured card may go on `top` with `colour` in force (KB-5, KB-6)."""
        if self.colour == colour:
            return True
        if self.action is not None:
            return self.action == top.action
        return self.number == top.number


@dataclass(frozen=True)
class Move:
    card: Card | None  # None: draw, or pass when there is nothing to draw
    colour: str = ""  # the colour it puts in force


DRAW = Move(None)


@dataclass
class Player:
    hand: list[Card] = field(default_factory=list)
    exploded: bool = False


def coloured_cards() -> list[Card]:
    words = [Card(colour, number, word=f"{colour} word {number}") for colour in COLOURS for number in NUMBERS]
    return words + [Card(colour, action=action) for colour in COLOURS for action in ACTIONS]


class Game:
    def __init__(self, players: int, rng: random.Random) -> None:
        if not 2 <= players <= 6:
            raise ValueError(f"KA-BLAM! is for 2 to 6 players, not {players}")
        self.rng = rng
        self.deck = coloured_cards() + [Card(action=WILD) for _ in range(WILDS)]
        self.exploding = Card(action=EXPLODING)
        self.dealer = rng.randrange(players)
        self.moves = 0
        self.deal(players)

    def deal(self, players: int) -> None:
        self.players = [Player() for _ in range(players)]
        self.pile = self.deck.copy()
        self.rng.shuffle(self.pile)
        for player in self.players:
            player.hand = [self.pile.pop() for _ in range(HAND_SIZE)]
        self.pile.append(self.exploding)  # KB-3: only after the deal
        self.rng.shuffle(self.pile)

        while self.pile[-1].number is None:  # KB-2
            self.pile.insert(0, self.pile.pop())
        self.discards = [self.pile.pop()]
        self.colour = self.discards[-1].colour or ""

        self.winner: Player | None = None
        self.direction = 1
        self.passes = 0  # turns passed in a row
        self.turn = self.next_seat(self.dealer)

    def next_seat(self, seat: int) -> int:
        """The next seat still in the round, in the direction of play."""
        count = len(self.players)
        seat = (seat + self.direction) % count
        while self.players[seat].exploded:
            seat = (seat + self.direction) % count
        return seat

    def still_in(self) -> list[Player]:
        return [player for player in self.players if not player.exploded]

    def draw(self, player: Player) -> bool:
        """Give `player` the next card; False if there is none to be had (KB-15)."""
        if not self.pile:
            self.pile, self.discards = self.discards[:-1], self.discards[-1:]
            self.rng.shuffle(self.pile)
        if not self.pile:
            return False
        card = self.pile.pop()
        player.hand.append(card)
        if card.action == EXPLODING:  # KB-13, KB-14
            player.exploded = True
            remaining = self.still_in()
            if len(remaining) == 1:
                self.winner = remaining[0]
        return True

    def legal_moves(self) -> list[Move]:
        """What the player to move may do."""
        top = self.discards[-1]
        moves = []
        wild = None
        for card in self.players[self.turn].hand:
            if card.action == WILD:
                wild = card
            elif card.fits(top, self.colour):
                moves.append(Move(card, card.colour or ""))
        if wild:  # several Wilds are the same choice
            moves += [Move(wild, colour) for colour in COLOURS]
        return moves or [DRAW]  # KB-8

    def apply(self, move: Move) -> None:
        self.moves += 1
        player = self.players[self.turn]
        if move.card is None:
            drew = self.draw(player)
            self.passes = 0 if drew else self.passes + 1
            self.turn = self.next_seat(self.turn)
            if self.winner is None and self.passes == len(self.still_in()):  # KB-15: void, same dealer
                self.deal(len(self.players))
        else:
            self.passes = 0
            self.play_card(player, move.card, move.colour)

    def play_card(self, player: Player, card: Card, colour: str) -> None:
        player.hand.remove(card)
        self.discards.append(card)
        self.colour = colour
        if not player.hand:  # KB-16: the last card has no effect
            self.winner = player
            return

        skips = card.action in (MISS, PICK_UP_2)
        if card.action == REVERSE:
            if len(self.still_in()) == 2:  # KB-12
                skips = True
            else:
                self.direction = -self.direction
        following = self.next_seat(self.turn)
        if card.action == PICK_UP_2:
            self.pick_up_2(self.players[following])
        self.turn = self.next_seat(following) if skips else following

    def pick_up_2(self, player: Player) -> None:
        for _ in range(2):
            if not player.exploded:
                self.draw(player)


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, moves: list[Move]) -> Move:
        return self.rng.choice(moves)


def play(players: int, rng: random.Random) -> int:
    """Play one short game between random bots; the number of moves they made."""
    game = Game(players, rng)
    bots = [RandomBot(rng) for _ in range(players)]
    while game.winner is None:
        game.apply(bots[game.turn].choose(game.legal_moves()))
    return game.moves
