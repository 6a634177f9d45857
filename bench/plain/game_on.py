"""Game-On Competitive, competitions by dice, in plain object-style Python, in the manner of the plain KA-BLAM!

The GC numbers are the clauses of the rule book.
"""

import random
from dataclasses import dataclass, field
from itertools import permutations

COLOURS = ("red", "yellow", "blue", "white")
BLACK = "black"
SHAPES = ("square", "circle", "triangle")
TYPES = ("sun", "moon", "star", "leaf", "drop", "flame")

HAND_SIZE = 3
AREA_SIZE = 4
MOST_BLACK_CARDS = 6
IDLE_ROUNDS = 3  # that end the game
NOTHING, PLAYED, CONVERTED, REDREW = "nothing", "played", "converted", "redrew"


@dataclass(frozen=True)
class PlayerCard:
    name: str
    faces: tuple[tuple[str, str], ...]  # shape and colour; an OMNI has three

    def shows(self, shape: str) -> bool:
        return any(shape == mine for mine, _ in self.faces)


@dataclass(frozen=True, eq=False)
class GameCard:
    type: str
    colours: dict[str, str]  # of its shapes
    points: int
    chevron: bool = False
    convert: str | None = None

    def takes(self, shape: str, colour: str) -> bool:
        """Whether a coloured shape matches the one on this card (GC-11)."""
        mine = self.colours[shape]
        return mine == colour or BLACK in (mine, colour)


BLACK_CARD = GameCard(BLACK, {}, 0)


@dataclass(eq=False)
class Offer:
    """A Game Card in the Play Area."""

    card: GameCard
    covers: list[dict[str, PlayerCard]]  # for each seat, by shape (GC-13)

    def finishers(self) -> list[int]:
        """The seats that have matched all shapes."""
        return [seat for seat, cards in enumerate(self.covers) if len(cards) == len(SHAPES)]


@dataclass(eq=False)
class Prize:
    """A Game Card under control."""

    card: GameCard
    owner: int
    locked: bool = False
    beaten: set[int] = field(default_factory=set)  # seats that may not target it any more (GC-23)


@dataclass(frozen=True)
class Attack:
    seat: int
    prize: Prize
    card: PlayerCard
    shape: str


@dataclass(frozen=True)
class Cover:
    offer: Offer
    shape: str
    card: PlayerCard


@dataclass(frozen=True)
class Steal:
    prize: Prize
    shape: str
    card: PlayerCard


@dataclass(frozen=True)
class Convert:
    prize: Prize


@dataclass(frozen=True)
class Redraw:
    pass


@dataclass(frozen=True)
class Finish:
    pass


@dataclass(frozen=True)
class Defend:
    card: PlayerCard | None  # None: do not defend


Move = Cover | Steal | Convert | Redraw | Finish | Defend
REDRAW = Redraw()
FINISH = Finish()
DO_NOT_DEFEND = Defend(None)


@dataclass
class Player:
    type: str
    pile: list[PlayerCard]  # top last
    hand: list[PlayerCard] = field(default_factory=list)
    discards: list[PlayerCard] = field(default_factory=list)
    prizes: list[Prize] = field(default_factory=list)
    deed: str = NOTHING  # the last one this round
    colour: str | None = None  # that the hand was converted to this round

    def draw_up_to(self, size: int) -> None:
        while len(self.hand) < size and self.pile:
            self.hand.append(self.pile.pop())

    def use(self, card: PlayerCard) -> None:
        self.hand.remove(card)
        self.deed = PLAYED

    def faces(self) -> list[tuple[PlayerCard, str, str]]:
        """Every different card in hand with each shape it can be, and the colour that counts (GC-12, GC-15)."""
        return [
            (card, shape, self.colour or colour) for card in dict.fromkeys(self.hand) for shape, colour in card.faces
        ]

    def score(self) -> int:
        """GC-31."""
        points = sum(prize.card.points for prize in self.prizes)
        chevrons = sum(prize.card.chevron and not prize.locked for prize in self.prizes)
        return points + chevrons - len(self.hand)

    def own_type(self) -> int:
        return sum(prize.card.type == self.type for prize in self.prizes)


def game_cards(type: str) -> list[GameCard]:
    """The 16 of one type (GC-3)."""
    number = TYPES.index(type)
    cards = []
    orders = [order for i, order in enumerate(permutations(COLOURS, 3)) if i % 3 == number % 3]
    for place, order in enumerate(orders):
        cards.append(GameCard(type, dict(zip(SHAPES, order, strict=True)), 2, chevron=place % 2 == 1))
    for colour in COLOURS:
        cards.append(GameCard(type, dict.fromkeys(SHAPES, colour), 3, chevron=True))
    for place, colour in enumerate(COLOURS):
        colours = [colour, COLOURS[(place + 1 + number % 3) % 4]]
        colours.insert((number + place) % 3, BLACK)
        cards.append(GameCard(type, dict(zip(SHAPES, colours, strict=True)), 1, convert=colour))
    return cards


def player_cards() -> list[PlayerCard]:
    """A deck of 33 (GC-4)."""
    cards = [
        PlayerCard(f"{colour} {shape}", ((shape, colour),))
        for colour in (*COLOURS, BLACK)
        for shape in SHAPES
        for _ in range(2)
    ]
    for number in range(3):
        colours = [COLOURS[(number + place) % 4] for place in range(3)]
        cards.append(PlayerCard(f"omni {number + 1}", tuple(zip(SHAPES, colours, strict=True))))
    return cards


class Game:
    def __init__(self, players: int, rng: random.Random, timer: int = 0) -> None:
        if not 2 <= players <= len(TYPES):
            raise ValueError(f"Game-On is for 2 to 6 players, not {players}")
        if not 0 <= timer <= MOST_BLACK_CARDS:
            raise ValueError(f"there are 0 to 6 Black Game Cards, not {timer}")
        self.rng = rng
        self.moves = 0
        self.winners: list[int] = []

        self.deck = [card for type in TYPES[: max(3, players)] for card in game_cards(type)]
        rng.shuffle(self.deck)
        self.area: list[Offer] = []  # oldest first
        self.players = [Player(type, player_cards()) for type in TYPES[:players]]
        self.fill_area()  # GC-6
        self.timer = timer
        self.set_aside: list[GameCard] = []
        self.deck += [BLACK_CARD] * timer  # GC-29
        rng.shuffle(self.deck)
        for player in self.players:  # GC-8
            rng.shuffle(player.pile)
            player.draw_up_to(HAND_SIZE)

        self.idle = 0  # idle rounds running
        self.gone: list[GameCard] = []  # discarded to convert
        self.attacks: list[Attack] = []  # still to be settled, in the order played
        self.attack: Attack | None = None  # the controller is asked about this one
        self.to_act = list(range(players))  # seats that may act, in any order

    def fill_area(self) -> None:
        while len(self.area) < AREA_SIZE and self.deck:
            card = self.deck.pop()
            if card is BLACK_CARD:
                self.set_aside.append(card)
            else:
                self.area.append(Offer(card, [{} for _ in self.players]))

    # Acting

    def legal_moves(self, seat: int) -> list[Move]:
        """What a seat that may act can do."""
        if self.attack:
            return self.defences(self.players[seat], self.attack.shape)
        player = self.players[seat]
        moves: list[Move] = [FINISH]  # GC-17
        faces = player.faces()
        for offer in self.area:
            covered = offer.covers[seat]
            for card, shape, colour in faces:
                if shape not in covered and offer.card.takes(shape, colour):
                    moves.append(Cover(offer, shape, card))
        for prize in self.targets(seat):
            for card, shape, colour in faces:
                if prize.card.takes(shape, colour):
                    moves.append(Steal(prize, shape, card))
        if player.deed == NOTHING and player.hand:
            moves += [Convert(prize) for prize in player.prizes if self.can_convert(prize)]
            if player.pile:  # GC-16
                moves.append(REDRAW)
        return moves

    def targets(self, seat: int) -> list[Prize]:
        """What a seat may try to steal (GC-22, GC-23)."""
        attacked = [attack.prize for attack in self.attacks if attack.seat == seat]
        return [
            prize
            for owner, player in enumerate(self.players)
            if owner != seat
            for prize in player.prizes
            if not prize.locked and seat not in prize.beaten and prize not in attacked
        ]

    def can_convert(self, prize: Prize) -> bool:
        """GC-15."""
        if prize.card.convert is None or prize.locked:
            return False
        return all(attack.prize is not prize for attack in self.attacks)

    def defences(self, player: Player, shape: str) -> list[Move]:
        """GC-24."""
        return [DO_NOT_DEFEND, *(Defend(card) for card in dict.fromkeys(player.hand) if card.shows(shape))]

    def apply(self, seat: int, move: Move) -> None:
        self.moves += 1
        player = self.players[seat]
        if isinstance(move, Cover):
            player.use(move.card)
            move.offer.covers[seat][move.shape] = move.card
        elif isinstance(move, Steal):
            player.use(move.card)
            self.attacks.append(Attack(seat, move.prize, move.card, move.shape))
        elif isinstance(move, Convert):
            player.prizes.remove(move.prize)
            self.gone.append(move.prize.card)
            player.colour = move.prize.card.convert
            player.deed = CONVERTED
        elif isinstance(move, Redraw):
            self.redraw(player)
            self.finish(seat)
        elif isinstance(move, Finish):
            self.finish(seat)
        else:
            self.settle_steal(player, move.card)

    def redraw(self, player: Player) -> None:
        """GC-16."""
        size = len(player.hand)
        player.pile = player.hand + player.pile
        player.hand = []
        player.draw_up_to(size)
        self.rng.shuffle(player.pile)
        player.deed = REDREW

    def finish(self, seat: int) -> None:
        self.to_act.remove(seat)
        if not self.to_act:
            self.settle_contests()
            self.next_steal()

    # Competing

    def compete(self, rivals: list[int]) -> int:
        """The winner by dice: the highest, and the tied roll again (GC-20)."""
        while len(rivals) > 1:
            rolls = [self.rng.randint(1, 6) for _ in rivals]
            highest = max(rolls)
            rivals = [seat for seat, roll in zip(rivals, rolls, strict=True) if roll == highest]
        return rivals[0]

    def settle_contests(self) -> None:
        for offer in self.area.copy():  # GC-21
            rivals = offer.finishers()
            if len(rivals) > 1:  # GC-18, GC-19
                self.take_control(offer, self.compete(rivals))

    def take_control(self, offer: Offer, winner: int) -> None:
        """The winner's cards are discarded; all others go back to hands."""
        self.area.remove(offer)
        self.players[winner].prizes.append(Prize(offer.card, winner))
        for seat, cards in enumerate(offer.covers):
            player = self.players[seat]
            (player.discards if seat == winner else player.hand).extend(cards.values())

    # Stealing

    def next_steal(self) -> None:
        """Ask the controller of the next card under attack, or go on when there is none (GC-26)."""
        self.attack = None
        if not self.attacks:
            self.clean_up()
            return
        prize = self.attacks[0].prize
        rivals = [attack for attack in self.attacks if attack.prize is prize]
        self.attacks = [attack for attack in self.attacks if attack.prize is not prize]
        thief = self.compete([attack.seat for attack in rivals])
        for attack in rivals:
            if attack.seat == thief:
                self.attack = attack
            else:  # GC-23
                self.players[attack.seat].hand.append(attack.card)
                prize.beaten.add(attack.seat)
        self.to_act = [prize.owner]

    def settle_steal(self, owner: Player, defence: PlayerCard | None) -> None:
        assert self.attack
        prize, thief = self.attack.prize, self.players[self.attack.seat]
        thief.discards.append(self.attack.card)
        if defence:  # GC-24
            owner.hand.remove(defence)
            owner.pile.insert(0, defence)
        elif self.compete([prize.owner, self.attack.seat]) == prize.owner:  # GC-25
            prize.locked = True
        else:
            owner.prizes.remove(prize)
            thief.prizes.append(prize)
            prize.owner = self.attack.seat
        self.next_steal()

    # The end of a round

    def clean_up(self) -> None:
        for offer in self.area.copy():  # GC-27
            finishers = offer.finishers()
            if finishers:
                self.take_control(offer, finishers[0])
        self.fill_area()  # GC-28
        for player in self.players:
            player.draw_up_to(HAND_SIZE)

        deeds = {player.deed for player in self.players}
        self.idle = self.idle + 1 if deeds <= {NOTHING, REDREW} else 0
        for player in self.players:
            player.deed = NOTHING
            player.colour = None
        if self.is_over(everyone_passed=deeds == {NOTHING}):
            self.to_act = []
            self.winners = self.best()
        else:
            self.to_act = list(range(len(self.players)))

    def is_over(self, everyone_passed: bool) -> bool:
        if self.timer and len(self.set_aside) == self.timer:  # GC-29
            return True
        if self.idle == IDLE_ROUNDS:  # GC-30
            return True
        if any(player.pile for player in self.players):
            return False
        return everyone_passed or all(self.legal_moves(seat) == [FINISH] for seat in range(len(self.players)))

    def best(self) -> list[int]:
        """GC-31, GC-32."""
        results = [(player.score(), player.own_type()) for player in self.players]
        highest = max(results)
        return [seat for seat, result in enumerate(results) if result == highest]


class RandomBot:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, moves: list[Move]) -> Move:
        return self.rng.choice(moves)


def play(players: int, rng: random.Random, timer: int = 0) -> int:
    """Play one game between random bots, who act in any order; the number of moves they made."""
    game = Game(players, rng, timer)
    bots = [RandomBot(rng) for _ in range(players)]
    while not game.winners:
        seat = rng.choice(game.to_act)
        game.apply(seat, bots[seat].choose(game.legal_moves(seat)))
    return game.moves
