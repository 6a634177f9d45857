"""Shapes, in four variants. The rules of all stand in rules.py; the rest is how they are set up, seen and told."""

from __future__ import annotations

from typing import Any, ClassVar

from ...components.piece_set import PieceSet
from ...components.shapes_deck import CARD_NAMES, CLEARS, COLOURED, PIECE_NAMES, STOPS, WILDS, ShapesDeck
from ...components.stability import LEVELS
from ...engine.errors import BadOption
from ...engine.game import Game, Telling
from ...engine.options import CHANCE, Choice, ComponentOption, Number, Option, Seat
from ...engine.position import Places
from ...engine.reading import Reading
from ...engine.seats import UMPIRE, seats_in
from ...engine.stages import NOT_CHOSEN
from ...engine.verbs import Rules
from .greedy import greedy
from .positions import card_names, piece_names, read_places, row_names, stacked_names, write_places
from .rules import (
    ARRANGING,
    CLASSIC,
    CLEAR,
    CLOSING,
    DEAL,
    DRAFT,
    DRAW,
    DRAWING,
    ENOUGH,
    FALLS,
    GO_ON,
    HOLDING,
    KEEP,
    LAY,
    LAYING,
    LET_GO,
    LETS_PLAY,
    MOVE_NAMES,
    NO_PIECE,
    PASS,
    PASS_ON,
    PASSING,
    PICKING,
    PLACING,
    PLAYING,
    PUT,
    REST,
    ROB,
    ROBBING,
    SEATS,
    SETTLING,
    STAGES,
    STATE,
    STOP,
    SURVIVOR,
    TAKE,
    UNREST,
    WAYS_TO_PASS,
    apply,
    is_in,
    legal,
    on_platform,
    redeal,
    score,
    setup,
)
from .scenes import left_of_scene, read_scene
from .telling import tell, why_over

FALLS_OPTION = Choice(
    "falls",
    "model",
    "who says what falls: model: a small model fitted to real towers, for playing in bulk; physics: the tower itself",
    ("model", "physics"),
)
HAND = Choice("hand", "grown-up", "how steady the hands are, where the model decides", LEVELS)
UNCOMPLETED = Choice(
    "uncompleted",
    "discard",
    "after a fall: discard: uncompleted cards are discarded; strict: they go back to your hand, their pieces off",
    ("discard", "strict"),
)
HAND_TIME = Number("hand_time", 60, "seconds for placing a piece; then the hand lets go where it is", 10, 600)
STARTER = Seat("starter", CHANCE, "who starts: chance: whoever says it first (SH-10); or a seat named by the host")
DECK = ComponentOption("deck", "standard", "which cards there are", ShapesDeck)
PIECE_OPTION = ComponentOption("pieces", "standard", "how large the pieces are, and the platform", PieceSet)
_TOGETHER = ("starting", "picking", "arranging")  # stages in which all act at once
COMMON = (FALLS_OPTION, HAND, HAND_TIME, STARTER, DECK, PIECE_OPTION)


class Shapes(Game):
    """The Classic game; the variants say what is different."""

    id = "shapes"
    title = "Shapes"
    box = "shapes"
    summary = "Play your cards by building: every card is a wooden piece for the tower, and nothing may fall."
    seats = range(2, SEATS + 1)
    version = 1
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy)
    move_names = MOVE_NAMES
    card_places = ("hands", "intended", "waiting", "picked", "rows", "discard", "deck")
    options: ClassVar[tuple[Option, ...]] = (FALLS_OPTION, HAND, UNCOMPLETED, HAND_TIME, STARTER, DECK, PIECE_OPTION)
    why_suggested = {"falls": "people want to see the tower"}
    variant: ClassVar[int] = CLASSIC

    @property
    def cards(self) -> list[int]:
        """The cards that are in the game; only Classic has Stop Turn and Clear the Board (SH-17, SH-19, SH-22)."""
        every: tuple[int, ...] = self.settings["deck"].cards
        actions = int(STOPS | CLEARS)
        return [card for card in every if self.variant == CLASSIC or not actions >> card & 1]

    def lay_out(self, state: Any) -> None:
        needed = self.players * DEAL[self.players] + 1 if self.variant in (CLASSIC, DRAFT) else 1
        if len(self.cards) < needed:
            few = f"{len(self.cards)} cards are too few for {self.players} players"
            raise BadOption(f"option deck: {few}; expected {needed} or more")
        self.set_options(state)
        state.starter = self.starter
        state.deck_count = len(self.cards)
        state.deck[: len(self.cards)] = self.cards
        state.held = NO_PIECE

    def suggestions(self) -> dict[str, Any]:
        return {"falls": "physics"}

    def set_options(self, state: Any) -> None:
        state.variant = self.variant
        state.physics = self.needs_umpire
        state.hand_level = LEVELS.index(self.settings["hand"])
        state.strict = self.settings.get("uncompleted") == "strict"

    @property
    def needs_umpire(self) -> bool:
        return bool(self.settings["falls"] == "physics")

    def read_scene(self, state: Any, scene: Any) -> dict[str, Any]:
        return read_scene(stacked_names(state), scene)

    def scene_left(self, state: Any, scene: dict[str, Any]) -> dict[str, Any]:
        return left_of_scene(stacked_names(state), scene)

    def order_counts(self, move: int) -> bool:
        """A race (SH-10), and turns that may be stopped at any moment (SH-15)."""
        return not KEEP <= move < FALLS

    def shows_move(self, move: int) -> bool:
        """All but what is picked and put in a row unseen."""
        return not KEEP <= move < FALLS and not self.is_unseen(move)

    def is_unseen(self, move: int) -> bool:
        """SH-16b: who lets a turn go on holds a Stop Turn."""
        return move == GO_ON

    def to_act_seen(self, state: Any, seat: int | None) -> list[int]:
        """SH-16b: that others may stop the turn is not to be seen."""
        acting = seats_in(state.to_act)
        if STAGES[state.stage] in _TOGETHER:
            return acting
        return [one for one in acting if one in (seat, int(state.turn_of))]

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        choice = NOT_CHOSEN if seat is None else int(state.choices[seat])
        return {
            "hand": [] if seat is None else card_names(state.hands[seat]),
            "picked": [] if seat is None else card_names(state.picked[seat]),
            "choice": None if choice == NOT_CHOSEN else CARD_NAMES[choice],
            "row": [] if seat is None else row_names(state, seat),
        }

    def all_see(self, state: Reading) -> dict[str, Any]:
        everyone = range(self.players)
        return {
            "stage": STAGES[state.stage],
            "turn_of": int(state.turn_of),
            "turn": int(state.turn),
            "starter": int(state.starter),
            "hand_sizes": [len(card_names(state.hands[other])) for other in everyone],
            "intended": card_names(state.intended),
            "whites": piece_names(state.whites),
            "held": None if state.held == NO_PIECE else PIECE_NAMES[state.held],
            "platform": stacked_names(state),
            "fallen": piece_names(state.fallen),
            "waiting": [card_names(state.waiting[other]) for other in everyone],
            "reserved": [piece_names(state.reserved[other]) for other in everyone],
            "picked_sizes": [len(card_names(state.picked[other])) for other in everyone],
            "row_sizes": state.row_counts[: self.players].tolist(),
            "out": [other for other in everyone if not is_in.plainly(state, other)],
            "idle": int(state.idle),
            "discard": card_names(state.discard),
            "deck": int(state.deck_count),
            "falls": self.settings["falls"],
            "hand_time": self.settings["hand_time"],
            "uncompleted": self.settings.get("uncompleted", "discard"),
        }

    def ending(self, state: Reading) -> str:
        return why_over(state)

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        return tell(before, after, seat, move, telling)

    def write_places(self, state: Any) -> dict[str, Any]:
        return write_places(state, self.players)

    def read_places(self, state: Any, places: Places) -> None:
        self.set_options(state)
        read_places(self.cards, state, places)

    def why_not(self, state: Any, seat: int, move: int) -> str:
        if seat == UMPIRE:
            return _why_not_decided(state, move)
        if move >= FALLS:
            return "what falls is for the umpire to say"
        if STOP <= move < GO_ON:
            return _why_no_stop(state, seat, move)
        if move == GO_ON:
            return "only who holds a stop turn is asked, and only while it can be played"
        stage = int(state.stage)
        wanted = next(stages for first, last, stages in _BELONGS if first <= move < last)
        if seat != state.turn_of and STAGES[stage] not in _TOGETHER:
            return "it is not your turn; you may stop it, or let it go on"
        if stage not in wanted:
            return f"now is the time to {_TO_DO[stage]}"
        if LAY <= move < ENOUGH:
            return _why_not_lay(state, seat, move - LAY)
        if TAKE <= move < LET_GO:
            return _why_not_take(state, seat, move - TAKE)
        if move == CLEAR:
            if not state.hands[seat] & CLEARS:
                return "you do not hold clear the board"
            return "clear the board is played alone, as your whole turn"
        if ROB <= move < CLEAR:
            return "you steal from another player at the table"
        if PASS_ON <= move < KEEP:
            return _why_not_pass(self, state, seat, move)
        return f"you do not have {CARD_NAMES[move - KEEP if move < PUT else move - PUT]}"


def _why_not_decided(state: Any, move: int) -> str:
    if FALLS <= move < REST:
        return f"{PIECE_NAMES[move - FALLS]} is not on the platform"
    if move == REST:
        return "a piece is in the hand"
    return "that is for the players"


def _why_no_stop(state: Any, seat: int, move: int) -> str:
    turn = move - STOP + 1
    if not state.hands[seat] & STOPS:
        return "you do not hold a stop turn"
    if turn != state.turn:
        return f"this is turn {int(state.turn)}, not turn {turn}; you keep your card"
    if state.stage == HOLDING:
        return "you have a piece in hand: let go first"
    return "a turn cannot be stopped now"


def _why_not_lay(state: Any, seat: int, piece: int) -> str:
    name, hand = PIECE_NAMES[piece], int(state.hands[seat])
    if piece >= COLOURED:
        if not hand & int(WILDS):
            return "you do not hold a wild"
        return f"{name} is in play already; pick a white piece that is not"
    if not hand >> piece & 1:
        return f"you do not hold {name}"
    colour = card_names(int(state.intended) & ~int(WILDS))[0].split()[0]
    return f"the cards you lay are of one colour, and you have begun with {colour}"


def _why_not_take(state: Any, seat: int, piece: int) -> str:
    name = PIECE_NAMES[piece]
    if piece >= COLOURED and int(on_platform.plainly(state)) >> piece & 1:
        return f"{name} is in play already; choose a white piece that is not"
    if int(on_platform.plainly(state)) >> piece & 1:
        return f"{name} is on the platform: once let go, a piece may not be taken up again"
    if piece >= COLOURED and any(int(state.reserved[other]) >> piece & 1 for other in range(state.players)):
        return f"{name} is reserved for another card"
    return f"{name} is not yours to place now"


def _why_not_pass(game: Game, state: Any, seat: int, move: int) -> str:
    receiver, way = divmod(move - PASS_ON, WAYS_TO_PASS)
    if receiver >= game.players or receiver == seat or not is_in.plainly(state, receiver):
        return "you pass to another player who is still in"
    card = min(way, COLOURED)
    if card_names(state.hands[seat]).count(CARD_NAMES[card]) == 0:
        return f"you do not have {CARD_NAMES[card]}"
    return f"{PIECE_NAMES[way - 1]} is in play or reserved already"


# Which moves belong to which stages, and what is to be done in each.
_BELONGS = (
    (LETS_PLAY, LAY, (STAGES.index("starting"),)),
    (LAY, TAKE, (LAYING,)),
    (TAKE, LET_GO, (PLACING, PLAYING)),
    (LET_GO, DRAW, (HOLDING,)),
    (DRAW, ROB, (DRAWING, CLOSING)),
    (ROB, CLEAR, (ROBBING,)),
    (CLEAR, STOP, (LAYING,)),
    (PASS_ON, KEEP, (PASSING,)),
    (KEEP, PUT, (PICKING,)),
    (PUT, FALLS, (ARRANGING,)),
)
_TO_DO = {
    STAGES.index("starting"): "say let's play shapes",
    LAYING: "lay cards, or say enough",
    PLACING: "take a piece in hand",
    HOLDING: "let go of the piece in hand",
    SETTLING: "wait until all is at rest",
    CLOSING: "draw a card",
    ROBBING: "steal a card from another player",
    UNREST: "wait until all is at rest",
    DRAWING: "draw",
    PLAYING: "take the piece of one of your cards in hand",
    PASSING: "pass a card on",
    PICKING: "keep a card",
    ARRANGING: "put your cards in a row",
}


class ShapesSurvivor(Shapes):
    """SH-17, SH-18."""

    id = "shapes-survivor"
    title = "Shapes: Survivor"
    summary = "Draw a card, place its piece. Whoever lets something fall is out; the last one in wins."
    options = COMMON
    variant = SURVIVOR


class ShapesPass(Shapes):
    """SH-19 to SH-21."""

    id = "shapes-pass"
    title = "Shapes: Play One, Pass One, Toss One"
    summary = "Of three cards you place one, hand one to somebody else to place, and toss one. Who lets fall is out."
    options = COMMON
    variant = PASS


class ShapesDraft(Shapes):
    """SH-22 to SH-25."""

    id = "shapes-draft"
    title = "Shapes: Card Drafting"
    summary = "Pick cards from hands that go round, lay them in a row, and build in that order. Who lets fall is out."
    options = COMMON
    variant = DRAFT
