"""Shapes, the Classic game, in plain object-style Python, in the manner of the plain KA-BLAM!

Falls are decided by the same small model as in the compiled rules, with the hand of a grown-up. The SH numbers are the
clauses of the rule book.
"""

import math
import random
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

COLOURS = ("red", "green", "blue", "yellow")
SHAPES = ("square", "bar", "plank", "triangle", "right triangle", "disc", "half disc", "trapezoid", "L", "arch")

WILDS = 10
STOPS = CLEARS = 2
HAND_SIZES = {2: 10, 3: 9, 4: 8}  # by players (SH-9)
TURNS = 64  # turns are numbered 1 to 64, then from 1 again

# In mm2, of the pieces of SH-3 and of the platform.
AREAS = {
    "square": 900.0,
    "bar": 900.0,
    "plank": 1350.0,
    "triangle": 561.2,
    "right triangle": 600.0,
    "disc": 804.2,
    "half disc": 760.3,
    "trapezoid": 740.0,
    "L": 900.0,
    "arch": 1446.6,
}
PLATFORM_AREA = 8487.0

MODEL_FILE = Path(__file__).parents[2] / "src" / "parlour" / "components" / "stability" / "standard.toml"
MODEL = tomllib.loads(MODEL_FILE.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Piece:
    colour: str
    shape: str


@dataclass(frozen=True)
class Card:
    name: str
    piece: Piece | None = None  # of a coloured card


WHITES = [Piece("white", shape) for shape in SHAPES]
WILD = Card("wild")
STOP_TURN = Card("stop turn")
CLEAR_THE_BOARD = Card("clear the board")


@dataclass(frozen=True)
class Start:
    pass


@dataclass(frozen=True)
class Lay:
    card: Card
    piece: Piece


@dataclass(frozen=True)
class Enough:
    pass


@dataclass(frozen=True)
class Take:
    piece: Piece


@dataclass(frozen=True)
class LetGo:
    pass


@dataclass(frozen=True)
class Draw:
    pass


@dataclass(frozen=True)
class Rob:
    seat: int


@dataclass(frozen=True)
class Clear:
    pass


@dataclass(frozen=True)
class Stop:
    turn: int


@dataclass(frozen=True)
class LetItGoOn:
    pass


Move = Start | Lay | Enough | Take | LetGo | Draw | Rob | Clear | Stop | LetItGoOn
START, ENOUGH, LET_GO, DRAW, CLEAR, LET_IT_GO_ON = Start(), Enough(), LetGo(), Draw(), Clear(), LetItGoOn()

STARTING, LAYING, PLACING, HOLDING, CLOSING, ROBBING = "starting", "laying", "placing", "holding", "closing", "robbing"


@dataclass
class Player:
    hand: list[Card] = field(default_factory=list)


def all_cards() -> list[Card]:
    coloured = [Card(f"{colour} {shape}", Piece(colour, shape)) for colour in COLOURS for shape in SHAPES]
    return coloured + [WILD] * WILDS + [STOP_TURN] * STOPS + [CLEAR_THE_BOARD] * CLEARS


def risk(shape: str, platform: list[Piece]) -> float:
    """The chance that placing a piece of this shape on these ends in a fall."""
    hand = MODEL["levels"]["grown-up"]
    layers = sum(AREAS[piece.shape] for piece in platform) / PLATFORM_AREA
    strain: float = hand["base"] + MODEL["shapes"][shape] + hand["piece"] * len(platform) + hand["layer"] * layers
    return 1 / (1 + math.exp(-strain))


def what_falls(placed: Piece, platform: list[Piece], rng: random.Random) -> set[Piece]:
    """The pieces that fall when one has just been placed on these; none, mostly."""
    if rng.random() >= risk(placed.shape, platform):
        return set()
    fallen = {placed if not platform or rng.random() < MODEL["fallen"]["placed"] else rng.choice(platform)}
    for _ in platform:
        if rng.random() >= MODEL["fallen"]["one_more"]:
            break
        fallen.add(rng.choice([*platform, placed]))
    return fallen


class Game:
    def __init__(self, players: int, rng: random.Random) -> None:
        if players not in HAND_SIZES:
            raise ValueError(f"Shapes is for 2 to 4 players, not {players}")
        self.rng = rng
        self.deck = all_cards()
        rng.shuffle(self.deck)
        self.players = [Player([self.deck.pop() for _ in range(HAND_SIZES[players])]) for _ in range(players)]
        self.discard: list[Card] = []
        self.platform: list[Piece] = []
        self.intended: dict[Piece, Card] = {}  # what is still to be placed in this turn
        self.held: Piece | None = None
        self.seat = 0  # whose turn it is
        self.turn = 1
        self.stage = STARTING
        self.idle_turn = False  # no card could be drawn, and nothing was placed, cleared or fallen in this turn
        self.idle = 0  # such turns in a row
        self.to_act = list(range(players))
        self.winners: list[int] = []
        self.moves = 0

    @property
    def player(self) -> Player:
        return self.players[self.seat]

    # What a seat may do

    def legal_moves(self, seat: int) -> list[Move]:
        if self.stage == STARTING:
            return [START]  # SH-10
        if seat != self.seat:
            return [Stop(self.turn), LET_IT_GO_ON]  # SH-15
        moves: list[Move] = []
        if self.stage == HOLDING:
            return [LET_GO]
        if self.stage == ROBBING:
            return [Rob(other) for other, player in enumerate(self.players) if other != seat and player.hand]
        if self.stage == LAYING:
            moves += self.what_to_lay()
            moves.append(ENOUGH)
            if CLEAR_THE_BOARD in self.player.hand and not self.intended:  # SH-14
                moves.append(CLEAR)
        elif self.stage == PLACING:
            moves += [Take(piece) for piece in self.intended]
        else:
            moves.append(DRAW)
        if STOP_TURN in self.player.hand:
            moves.append(Stop(self.turn))
        return moves

    def what_to_lay(self) -> list[Lay]:
        """SH-11: cards of one colour, and any Wilds with them."""
        hand = self.player.hand
        colour = next((card.piece.colour for card in self.intended.values() if card.piece), None)
        coloured = [
            Lay(card, card.piece) for card in hand if card.piece and (colour is None or card.piece.colour == colour)
        ]
        if WILD not in hand:
            return coloured
        in_play = {*self.platform, *self.intended}
        return coloured + [Lay(WILD, piece) for piece in WHITES if piece not in in_play]

    # The moves

    def apply(self, seat: int, move: Move) -> None:
        self.moves += 1
        if isinstance(move, Start):
            self.seat = seat
            self.ask(LAYING)
        elif isinstance(move, Lay):
            self.player.hand.remove(move.card)
            self.intended[move.piece] = move.card
            self.ask(LAYING)
        elif isinstance(move, Enough):
            self.ask(PLACING if self.intended else CLOSING)
        elif isinstance(move, Take):
            self.held = move.piece
            self.ask(HOLDING)
        elif isinstance(move, LetGo):
            self.let_go()
        elif isinstance(move, Draw):
            self.draw(1)
            self.end_turn()
        elif isinstance(move, Rob):
            self.rob(move.seat)
        elif isinstance(move, Clear):
            self.clear_the_board()
        elif isinstance(move, Stop):
            self.stop(seat)
        else:
            self.to_act.remove(seat)

    def ask(self, stage: str) -> None:
        """The player of the turn goes on, if nobody stops it (SH-15)."""
        self.stage = stage
        self.to_act = [
            seat
            for seat, player in enumerate(self.players)
            if seat == self.seat or (stage != ROBBING and STOP_TURN in player.hand)
        ]

    def let_go(self) -> None:
        assert self.held
        fallen = what_falls(self.held, self.platform, self.rng)
        self.platform.append(self.held)
        self.idle_turn = False
        if fallen:
            self.platform = [piece for piece in self.platform if piece not in fallen]
            self.fail()
            self.ask(ROBBING)  # SH-13
            return
        self.discard.append(self.intended.pop(self.held))
        self.held = None
        if self.intended:
            self.ask(PLACING)
        elif self.player.hand:
            self.ask(CLOSING)
        else:
            self.win(self.seat)  # SH-12

    def fail(self) -> None:
        """Draw for what was intended and not completed, then discard it (SH-13, SH-15)."""
        self.draw(len(self.intended))
        self.discard += self.intended.values()
        self.intended.clear()
        self.held = None

    def rob(self, seat: int) -> None:
        victim = self.players[seat]
        card = self.rng.choice(victim.hand)
        victim.hand.remove(card)
        self.player.hand.append(card)
        if victim.hand:
            self.end_turn()
        else:
            self.win(seat)

    def clear_the_board(self) -> None:
        self.player.hand.remove(CLEAR_THE_BOARD)
        self.platform.clear()
        self.deck += self.discard  # SH-14
        self.rng.shuffle(self.deck)
        self.discard = [CLEAR_THE_BOARD]
        self.idle_turn = False
        if self.player.hand:
            self.end_turn()
        else:
            self.win(self.seat)

    def stop(self, seat: int) -> None:
        hand = self.players[seat].hand
        hand.remove(STOP_TURN)
        self.discard.append(STOP_TURN)
        if hand or (seat == self.seat and self.intended):
            self.fail()
            self.end_turn()
        else:
            self.win(seat)

    def draw(self, count: int) -> None:
        for _ in range(count):
            if not self.deck:
                self.renew_deck()
            if not self.deck:
                return
            self.player.hand.append(self.deck.pop())
            self.idle_turn = False

    def renew_deck(self) -> None:
        self.deck = self.free_discards()
        for card in self.deck:
            self.discard.remove(card)
        self.rng.shuffle(self.deck)

    def free_discards(self) -> list[Card]:
        """SH-16: cards whose pieces are on the platform stay behind, a Wild for each white piece."""
        whites = sum(piece.colour == "white" for piece in self.platform)
        free = []
        for card in self.discard:
            if card == WILD and whites:
                whites -= 1
            elif card.piece not in self.platform:
                free.append(card)
        return free

    def end_turn(self) -> None:
        self.idle = self.idle + 1 if self.idle_turn else 0
        if self.idle == len(self.players):  # SH-16a
            fewest = min(len(player.hand) for player in self.players)
            self.win(*(seat for seat, player in enumerate(self.players) if len(player.hand) == fewest))
            return
        self.seat = (self.seat + 1) % len(self.players)
        self.turn = self.turn % TURNS + 1
        self.idle_turn = not self.deck and not self.free_discards()
        self.ask(LAYING)

    def win(self, *seats: int) -> None:
        self.winners = list(seats)
        self.to_act = []


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, moves: list[Move]) -> Move:
        return self.rng.choice(moves)


def play(players: int, rng: random.Random) -> int:
    """Play one game between random bots, who act in any order; the number of moves they made."""
    game = Game(players, rng)
    bots = [RandomBot(rng) for _ in range(players)]
    while not game.winners:
        seat = rng.choice(game.to_act)
        game.apply(seat, bots[seat].choose(game.legal_moves(seat)))
    return game.moves
