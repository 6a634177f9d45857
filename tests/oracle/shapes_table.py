"""What the four variants of Shapes share, straight from the clauses SH-1 to SH-8a and SH-16: the cards and pieces, what
is left to fate, the deck, and the placing of a piece.
"""

from __future__ import annotations

import json
from typing import Any, Protocol

from .enumerate import Chance, Position

# SH-1, SH-3: ten shapes in each of four colours, and ten white pieces.
COLOURS = ("red", "green", "blue", "yellow")
SHAPES = ("square", "bar", "plank", "triangle", "right triangle", "disc", "half disc", "trapezoid", "L", "arch")
COLOURED = tuple(f"{colour} {shape}" for colour in COLOURS for shape in SHAPES)
WHITE_PIECES = tuple(f"white {shape}" for shape in SHAPES)

# SH-2: a card for each coloured piece, and these.
WILD = "wild"
STOP = "stop turn"
CLEAR = "clear the board"

UMPIRE = "umpire"
Actor = int | str  # a seat, or the umpire

LETS_PLAY = "let's play shapes"
TURNS = 64  # turns are numbered 1 to 64, then from 1 again
BY_SEAT = ("hands", "waiting", "reserved", "picked", "rows")


def all_cards() -> list[str]:
    """SH-2: [D] 10 Wild; 54 cards."""
    return [*COLOURED, *[WILD] * 10, *[STOP] * 2, *[CLEAR] * 2]


def cards_of(game: str, cards: list[str]) -> list[str]:
    """SH-17, SH-19, SH-22: the variants are played without Stop Turn and Clear the Board."""
    return [card for card in cards if game == "shapes" or card not in (STOP, CLEAR)]


def hand_size(players: int) -> int:
    """SH-9, SH-22: 10, 9 or 8 cards to 2, 3 or 4 players."""
    return {2: 10, 3: 9, 4: 8}[players]


def card_of(piece: str) -> str:
    return WILD if piece in WHITE_PIECES else piece


class Fate(Protocol):
    """How chance falls, wherever the rules leave something to it."""

    def shuffled(self, cards: list[str]) -> list[str]: ...

    def robbed(self, hand: list[str]) -> str: ...

    def falling(self, platform: list[str]) -> list[str]:
        """The pieces that fall when the last one of the platform was just let go; only where no umpire decides."""

    def packets(self, cards: list[str], seats: list[int]) -> list[list[str]]:
        """SH-22, SH-25: the cards as they are dealt to these seats, equally many to each."""


class Free:
    """Fate as chance has it; every piece on the platform is as likely to fall as to stay."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def shuffled(self, cards: list[str]) -> list[str]:
        return self.chance.shuffle(cards)

    def robbed(self, hand: list[str]) -> str:
        return self.chance.pick(hand)

    def falling(self, platform: list[str]) -> list[str]:
        return [piece for piece in platform if self.chance.pick(["falls", "stays"]) == "falls"]

    def packets(self, cards: list[str], seats: list[int]) -> list[list[str]]:
        return [cards[place :: len(seats)] for place in range(len(seats))]


def copied(position: Position) -> Position:
    copy: Position = json.loads(json.dumps(position))
    return copy


def completed(position: Position) -> Position:
    """The position with all that may be left out of one."""
    players = position["players"]
    left_out: dict[str, Any] = {
        "game": "shapes",
        "options": {},
        "to_act": [],
        "winners": [],
        "turn_of": 0,
        "turn": 0 if position["stage"] == "starting" else 1,
        "starter": -1,
        "held": None,
        "choices": [None] * players,
        "idle": 0,
        "idle_turn": True,
        "drawn": any(position.get("hands", [])) and position["game"] == "shapes-pass",
        **{key: [[] for _ in range(players)] for key in BY_SEAT},
        **{key: [] for key in ("intended", "whites", "platform", "fallen", "out", "discard", "deck")},
    }
    return left_out | position


class Table:
    """What the four variants share: the deck, the platform, and the placing of a piece."""

    def __init__(self, position: Position, fate: Fate | None = None) -> None:
        given = copied(completed(position))
        self.given = given
        self.players: int = given["players"]
        self.physics: bool = given["options"].get("falls", "model") == "physics"
        self.strict: bool = given["options"].get("uncompleted", "discard") == "strict"
        self.to_act: list[int] = given["to_act"]
        self.winners: list[int] = given["winners"]
        self.stage: str = given["stage"]
        self.turn_of: int = given["turn_of"]
        self.turn: int = given["turn"]
        self.starter: int = given["starter"]
        self.hands: list[list[str]] = given["hands"]
        self.intended: list[str] = given["intended"]
        self.whites: list[str] = given["whites"]
        self.held: str | None = given["held"]
        self.platform: list[str] = given["platform"]
        self.fallen: list[str] = given["fallen"]
        self.waiting: list[list[str]] = given["waiting"]
        self.reserved: list[list[str]] = given["reserved"]
        self.picked: list[list[str]] = given["picked"]
        self.choices: list[str | None] = given["choices"]
        self.rows: list[list[str]] = given["rows"]
        self.out: list[int] = given["out"]
        self.idle: int = given["idle"]
        self.idle_turn: bool = given["idle_turn"]
        self.drawn: bool = given["drawn"]
        self.discard: list[str] = given["discard"]
        self.deck: list[str] = given["deck"]
        self._fate = fate

    def position(self) -> Position:
        return copied({**self.given, **{key: value for key, value in vars(self).items() if key in self.given}})

    @property
    def fate(self) -> Fate:
        assert self._fate is not None, "here something is left to chance"
        return self._fate

    # What may be done

    def legal(self, actor: Actor) -> set[str]:
        if self.winners:
            return set()
        if actor == UMPIRE:
            return self.verdicts()
        if actor not in self.to_act:
            return set()
        assert isinstance(actor, int)
        if self.stage == "starting":
            return {LETS_PLAY}  # SH-8a, SH-10
        return self.moves(actor)

    def moves(self, seat: int) -> set[str]:
        if self.stage in ("placing", "playing"):
            return {f"take {piece}" for piece in self.pieces_to_take()}
        if self.stage == "holding":
            return {"let go"}
        if self.stage == "drawing":
            return {"draw"}
        return set()

    def pieces_to_take(self) -> list[str]:
        """The pieces of which one is placed now."""
        raise NotImplementedError

    def verdicts(self) -> set[str]:
        """What the umpire may say."""
        falls = {f"{piece} falls" for piece in self.platform}
        if not self.physics or self.stage not in ("holding", "settling", "unrest"):
            return set()
        # SH-6: it counts from taking the piece in hand to rest; the held piece is exempt until it is let go.
        return falls if self.stage == "holding" else falls | {"all at rest"}

    def pieces_of(self, card: str) -> list[str]:
        """The pieces that a card may stand for: its own, or a white one not in play (SH-11, SH-17, SH-20)."""
        return self.free_whites() if card == WILD else [card]

    def free_whites(self) -> list[str]:
        in_play = {*self.platform, *self.whites, *(piece for pieces in self.reserved for piece in pieces), self.held}
        return [piece for piece in WHITE_PIECES if piece not in in_play]

    # What follows

    def play(self, actor: Actor, move: str) -> None:
        if move not in self.legal(actor):
            raise ValueError(f"not a legal move of {actor} here: {move!r}")
        if actor == UMPIRE:
            if move == "all at rest":
                self.all_at_rest()
            else:
                self.falls(move.removesuffix(" falls"))
            return
        assert isinstance(actor, int)
        if move == LETS_PLAY:
            self.starter = self.turn_of = actor
            self.turn = 0
            self.begin()
        elif move == "let go":
            self.let_go()
        elif move.startswith("take "):
            self.take(move.removeprefix("take "))
        else:
            self.make(actor, move)

    def make(self, seat: int, move: str) -> None:
        """A move that only this variant has."""
        raise NotImplementedError

    def begin(self) -> None:
        """The game begins, with the seat that said so; all that is dealt was dealt before."""
        raise NotImplementedError

    def ask(self, stage: str) -> None:
        """The player of the turn goes on with this stage."""
        self.stage = stage
        self.to_act = [self.turn_of]

    def win(self, *seats: int) -> None:
        self.winners = sorted(seats)
        self.to_act = []

    def next_turn(self, seat: int) -> None:
        """A turn of this seat begins; the first one is turn 1."""
        self.turn_of = seat
        self.turn = self.turn % TURNS + 1
        self.drawn = False

    # Placing a piece: SH-4 to SH-8

    def take(self, piece: str) -> None:
        self.held = piece
        self.ask("holding")

    def let_go(self) -> None:
        assert self.held is not None
        self.platform.append(self.held)
        self.stage, self.to_act = "settling", []
        if not self.physics:
            for piece in self.fate.falling(list(self.platform)):
                self.falls(piece)
            self.all_at_rest()

    def falls(self, piece: str) -> None:
        # SH-7: fallen pieces leave play and return to the supply; a piece still held when another falls returns too.
        self.platform.remove(piece)
        self.fallen.append(piece)
        if self.stage == "holding":
            self.held = None
            self.stage, self.to_act = "settling", []

    def all_at_rest(self) -> None:
        held, fallen = self.held, self.fallen
        self.held, self.fallen = None, []
        if fallen:
            self.fell()
        else:
            assert held is not None
            self.placed(held)

    def placed(self, piece: str) -> None:
        """The placement is over and nothing fell."""
        raise NotImplementedError

    def fell(self) -> None:
        """The placement is over and something fell."""
        raise NotImplementedError

    # The deck: SH-16

    def sorted_discard(self) -> tuple[list[str], list[str]]:
        """The discards whose pieces are on the platform (one Wild for each white piece), and the rest."""
        behind: list[str] = []
        free: list[str] = []
        whites = sum(piece in WHITE_PIECES for piece in self.platform)
        for card in self.discard:
            stays = behind.count(WILD) < whites if card == WILD else card in self.platform
            (behind if stays else free).append(card)
        return behind, free

    def can_draw(self) -> bool:
        return bool(self.deck or self.sorted_discard()[1])

    def draw(self, wanted: int) -> list[str]:
        """That many cards, or as many as there are."""
        drawn: list[str] = []
        while len(drawn) < wanted and self.can_draw():
            if not self.deck:
                self.discard, free = self.sorted_discard()
                self.deck = self.fate.shuffled(free)
            drawn.append(self.deck.pop(0))
        return drawn

    def discard_all(self, cards: list[str]) -> None:
        self.discard = cards[::-1] + self.discard
        cards.clear()
