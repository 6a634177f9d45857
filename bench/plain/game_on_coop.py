"""Cooperative Game-On in plain object-style Python, with the cards of the plain Game-On.

The CO numbers are the clauses of the rule book.
"""

import random
from dataclasses import dataclass, field

from bench.plain.game_on import BLACK, BLACK_CARD, SHAPES, TYPES, GameCard, PlayerCard, game_cards, player_cards

HAND_SIZE = 2
TRACK_SIZE = 4
TARGET = 10  # points for each player
PRINTED, EVEN, EACH = PACES = ("printed", "even", "each")
TEAM, HOUSE = "team", "house"


@dataclass(eq=False)
class Place:
    """A Game Card on the track."""

    card: GameCard
    covers: dict[str, tuple["Player", PlayerCard]] = field(default_factory=dict)  # whose and which, by shape
    scuttled: bool = False

    def discard_covers(self) -> None:
        for owner, card in self.covers.values():
            owner.discards.append(card)
        self.covers = {}


@dataclass(frozen=True)
class Cover:
    place: Place
    shape: str
    card: PlayerCard


@dataclass(frozen=True)
class Steal:
    target: GameCard  # of the House
    shape: str
    card: PlayerCard


@dataclass(frozen=True)
class Scuttle:
    target: Place
    shape: str
    card: PlayerCard


@dataclass(frozen=True)
class Redraw:
    pass


@dataclass(frozen=True)
class Finish:
    pass


Move = Cover | Steal | Scuttle | Redraw | Finish
REDRAW = Redraw()
FINISH = Finish()


@dataclass(eq=False)
class Player:
    pile: list[PlayerCard]  # top last
    hand: list[PlayerCard] = field(default_factory=list)
    discards: list[PlayerCard] = field(default_factory=list)
    commitment: Steal | Scuttle | None = None  # its card is out of the hand
    acted: bool = False  # this round

    def use(self, card: PlayerCard) -> None:
        self.hand.remove(card)
        self.acted = True

    def exact_shapes(self) -> list[tuple[PlayerCard, str, str]]:
        """The different cards in hand that may be committed, with shape and colour: no OMNI and no black (CO-12)."""
        return [
            (card, shape, colour)
            for card in dict.fromkeys(self.hand)
            for shape, colour in card.faces
            if len(card.faces) == 1 and colour != BLACK
        ]


class Game:
    def __init__(self, players: int, rng: random.Random, pace: str = PRINTED, black_cards: bool = True) -> None:
        if not 2 <= players <= len(TYPES):
            raise ValueError(f"Game-On is for 2 to 6 players, not {players}")
        if pace not in PACES:
            raise ValueError(f"the pace is one of {', '.join(PACES)}, not {pace}")
        self.rng = rng
        self.pace = pace
        self.target = TARGET * players
        self.moves = 0
        self.winner: str | None = None
        self.totals = (0, 0)  # at the end: the team's and the House's

        self.types = TYPES[:players]
        self.deck = [card for type in TYPES[: max(3, players)] for card in game_cards(type)]
        rng.shuffle(self.deck)
        self.track = [Place(self.deck.pop())]  # CO-5; oldest first
        if black_cards:  # CO-7
            self.deck += [BLACK_CARD] * players
            rng.shuffle(self.deck)
        self.players = [Player(player_cards()) for _ in range(players)]
        for player in self.players:
            rng.shuffle(player.pile)
            self.draw(player)

        self.team: list[GameCard] = []
        self.house: list[GameCard] = []
        self.out: list[GameCard] = []  # nobody's
        self.black_drawn = 0
        self.round = 1
        self.to_act = list(range(players))  # seats that may act, in any order

    def draw(self, player: Player) -> None:
        """Up to two cards (CO-16); discards become a new pile (CO-6)."""
        while len(player.hand) < HAND_SIZE:
            if not player.pile:
                player.pile, player.discards = player.discards, []
                self.rng.shuffle(player.pile)
            player.hand.append(player.pile.pop())

    # Acting

    def legal_moves(self, seat: int) -> list[Move]:
        """What a seat that may act can do."""
        player = self.players[seat]
        moves: list[Move] = [FINISH]
        faces = [(card, shape, colour) for card in dict.fromkeys(player.hand) for shape, colour in card.faces]
        for place in self.track:
            if not place.scuttled:
                for card, shape, colour in faces:  # CO-9
                    if shape not in place.covers and place.card.takes(shape, colour):
                        moves.append(Cover(place, shape, card))
        if player.commitment is None:
            moves += self.commitments(player)
        if not player.acted:  # CO-13
            moves.append(REDRAW)
        return moves

    def commitments(self, player: Player) -> list[Move]:
        exact = player.exact_shapes()
        moves: list[Move] = []
        for target in self.house:  # CO-10
            for card, shape, colour in exact:
                if target.colours[shape] == colour:
                    moves.append(Steal(target, shape, card))
        for place in self.track:  # CO-11
            if not place.scuttled:
                for card, shape, colour in exact:
                    if place.card.colours[shape] == colour:
                        moves.append(Scuttle(place, shape, card))
        return moves

    def apply(self, seat: int, move: Move) -> None:
        self.moves += 1
        player = self.players[seat]
        if isinstance(move, Cover):
            player.use(move.card)
            move.place.covers[move.shape] = (player, move.card)
        elif isinstance(move, Steal | Scuttle):
            player.use(move.card)
            player.commitment = move
            if all(other.commitment == move for other in self.players):
                self.carry_out(move)
        elif isinstance(move, Redraw):
            player.discards += player.hand
            player.hand = []
            self.draw(player)
            self.finish(seat)
        else:
            self.finish(seat)

    def carry_out(self, move: Steal | Scuttle) -> None:
        """All have committed the same coloured shape to the same Game Card."""
        for player in self.players:
            player.discards.append(move.card)  # everyone's is the same
            player.commitment = None
        if isinstance(move, Steal):
            self.house.remove(move.target)
            self.team.append(move.target)
            self.look_at_target()
        else:
            move.target.discard_covers()
            move.target.scuttled = True

    def finish(self, seat: int) -> None:
        self.to_act.remove(seat)
        if not self.to_act:
            self.end_round()

    # The end of a round

    def end_round(self) -> None:
        for player in self.players:
            if player.commitment:  # CO-10: not all have committed
                player.hand.append(player.commitment.card)
                player.commitment = None
            player.acted = False
        for _ in range(self.new_cards()):
            self.add_to_track()
            if self.winner:
                return
        for player in self.players:
            self.draw(player)
        self.round += 1
        self.to_act = list(range(len(self.players)))

    def new_cards(self) -> int:
        """How many Game Cards come this round (CO-14a)."""
        players = len(self.players)
        if self.pace == PRINTED:
            return 1
        if self.pace == EACH:
            return players
        return players * self.round // 2 - players * (self.round - 1) // 2

    def add_to_track(self) -> None:
        """Draw a Game Card that is not black (CO-14, CO-15)."""
        while self.deck:
            card = self.deck.pop()
            if card is not BLACK_CARD:
                self.track.append(Place(card))
                if len(self.track) > TRACK_SIZE:
                    self.settle(self.track.pop(0))
                    self.look_at_target()
                return
            self.black_drawn += 1
            self.wipe_track()
            self.look_at_target()
            if self.winner:
                return
        self.wipe_track()  # CO-18
        self.decide()

    def wipe_track(self) -> None:
        for place in self.track:
            self.settle(place)
        self.track = []

    def settle(self, place: Place) -> None:
        """A Game Card leaves the track."""
        if place.scuttled:
            self.out.append(place.card)
        elif len(place.covers) == len(SHAPES):  # CO-3
            self.team.append(place.card)
        else:
            self.house.append(place.card)
        place.discard_covers()

    # Winning

    def points(self) -> tuple[int, int]:
        """The team's and the House's (CO-4)."""
        team = sum(card.points for card in self.team if card.type in self.types)
        return team, sum(card.points for card in self.house)

    def look_at_target(self) -> None:
        if max(self.points()) >= self.target:  # CO-2
            self.decide()

    def decide(self) -> None:
        """The higher total wins, and a tie goes to the House, which adds its Black Cards then (CO-17)."""
        team, house = self.points()
        if team == house:
            house += self.black_drawn
        self.totals = (team, house)
        self.winner = TEAM if team > house else HOUSE
        self.to_act = []


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, moves: list[Move]) -> Move:
        return self.rng.choice(moves)


def play(players: int, rng: random.Random, pace: str = PRINTED, black_cards: bool = True) -> int:
    """Play one game between random bots, who act in any order; the number of moves they made."""
    game = Game(players, rng, pace, black_cards)
    bots = [RandomBot(rng) for _ in range(players)]
    while game.winner is None:
        seat = rng.choice(game.to_act)
        game.apply(seat, bots[seat].choose(game.legal_moves(seat)))
    return game.moves
