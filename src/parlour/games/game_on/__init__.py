"""Game-On Competitive. The rules stand in rules.py; the rest is how they are set up, seen, told and written down."""

from __future__ import annotations

from typing import Any

from ...components.game_on_cards import (
    BLACK_CARDS,
    COLOUR_NAMES,
    COLOURS,
    SHAPES,
    SHORT_NAMES,
    TYPES,
    TYPES_OPTION,
    GameOnCards,
    cards_in_play,
    types_of_seats,
)
from ...components.player_cards import (
    ALL_WAYS,
    DECK_SIZE,
    KIND_NAMES,
    KIND_OF_WAY,
    NO_CARD,
    PLAYER_DECK,
    WAYS,
    count_held,
    holds,
    names_held,
    symbol_shown,
)
from ...components.trivia import AGES, Trivia
from ...engine.cards import has, listed
from ...engine.errors import BadOption
from ...engine.options import Choice, ComponentOption, Number
from ...engine.reading import Reading
from ...engine.seats import seats_in
from ...engine.stages import choices_seen
from ...engine.verbs import Rules
from .greedy import greedy
from .meanings import meanings_at
from .positions import WritesPositions
from .rules import (
    BY_HANDS,
    BY_TRIVIA,
    COMPETE,
    CONVERT,
    CONVERTED,
    COVER,
    DEFENCE,
    DEFEND,
    EMPTY,
    FINISH,
    LET_GO,
    MOVE_NAMES,
    NOTHING,
    ORDERS,
    REDRAW,
    SEATS,
    STATE,
    STEAL,
    apply,
    controller_of,
    legal,
    outlook,
    redeal,
    score,
    setup,
)
from .seen import (
    CONTESTS,
    STAGES,
    attacks,
    bottom_names,
    choice_name,
    covers,
    deed,
    lay_out_table,
    oldest_first,
    points,
    questions_of,
)
from .telling import Tells

# GC-29
TIMER_HELP = "Black Cards to shuffle in: once all have come up, the game is over; one makes it short, six seldom do"


class GameOn(Tells, WritesPositions):
    """How Game-On Competitive is set up, seen, told and written down."""

    id = "game-on"
    title = "Game-On Competitive"
    box = "game-on"
    summary = "All at once: match coloured shapes to take cards, and steal them from each other."
    seats = range(2, SEATS + 1)
    version = 1
    people_first = True
    last_word_counts = True  # whoever acts last knows what is under attack, and who can no longer defend
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy, outlook)
    move_names = MOVE_NAMES
    card_places = (
        "hands", "piles", "discards", "area", "covers", "thieves", "deck", "control", "gone", "set_aside"
    )  # fmt: skip
    options = (
        Choice("competition", "dice", "how competitions are settled", ("dice", "rock-paper-scissors", "trivia")),
        Number("timer", 0, TIMER_HELP, 0, BLACK_CARDS),
        TYPES_OPTION,
        ComponentOption("questions", "family", "the trivia questions", Trivia),
        Choice("ages", "all", "which of the trivia questions are asked", AGES),
        ComponentOption("cards", "standard", "the Game Cards and OMNIs to play with", GameOnCards),
    )

    def check(self) -> None:
        if self.settings["competition"] == "trivia" and not questions_of(self):
            raise BadOption(f"option ages: there is no question for {self.settings['ages']} in this list of questions")

    def lay_out(self, state: Any) -> None:
        types = types_of_seats(self.settings["types"], self.players)
        in_play = cards_in_play(types)
        state.deck[: len(in_play)] = in_play
        state.deck_count = len(in_play)
        for seat, own in enumerate(types):
            state.types[seat] = own
            state.piles[seat] = PLAYER_DECK
            state.pile_counts[seat] = DECK_SIZE
        lay_out_table(self, state)

    def meanings(self) -> dict[str, str]:
        return meanings_at(self.settings["competition"], self.settings["timer"])

    def order_counts(self, move: int) -> bool:
        return STEAL <= move < CONVERT  # GC-26

    def shows_move(self, move: int) -> bool:
        return move < STEAL or move >= REDRAW  # what lies in the Play Area; signs and answers are secret

    def when_time_is_up(self, legal: list[int], luck: float) -> int | None:
        """GC-20: whoever is away has finished and does not defend; signs and answers are left to chance."""
        by_chance = legal[int(luck * len(legal))]
        return next((move for move in (FINISH, LET_GO) if move in legal), by_chance)

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        hand = [] if seat is None else names_held(state.hands, seat)
        return {"hand": hand, "contest": self._contest(state, seat)}

    def all_see(self, state: Reading) -> dict[str, Any]:
        seats, locked = range(self.players), listed(state.locked)
        names = self.settings["cards"].names
        return {
            "stage": STAGES[state.stage],
            "round": state.rounds,
            "types": [TYPES[own] for own in state.types[: self.players].tolist()],
            "hand_sizes": [count_held(state.hands, one) for one in seats],
            "known": [names_held(state.known, one) for one in seats],
            "piles": state.pile_counts[: self.players].tolist(),
            "known_bottom": [bottom_names(state, one) for one in seats],
            "discards": self._discards(state),
            "deck": state.deck_count,
            "area": [
                None
                if card == EMPTY
                else {"card": names[card], "name": SHORT_NAMES[card], "covers": covers(state, place, self.players)}
                for place, card in enumerate(state.area.tolist())
            ],
            "oldest_first": oldest_first(state),
            "control": [
                [
                    {"card": names[card], "name": SHORT_NAMES[card], "locked": card in locked}
                    for card in listed(state.control[one])
                ]
                for one in seats
            ],
            "attacks": [
                {**attack, "with": KIND_NAMES[kind]}
                for attack, kind in zip(attacks(state), state.attack_with.tolist(), strict=False)
            ],
            "beaten": [[SHORT_NAMES[card] for card in listed(state.beaten[one])] for one in seats],
            "deeds": [deed(state, one) for one in seats],
            "points": points(self, state),
            "competition": self.settings["competition"],
            "timer": state.timer,
            "black_out": state.black_out,
        }

    def _contest(self, state: Any, seat: int | None) -> dict[str, Any] | None:
        """The competition under way, with what this seat may know of it."""
        if state.stage != COMPETE:
            return None
        seen: dict[str, Any] = {
            "for": CONTESTS[state.contest],
            "card": SHORT_NAMES[state.contest_card],
            "rivals": seats_in(state.rivals),
            "undecided": state.undecided,
            "choice": None if seat is None else choice_name(state, choices_seen(state, seat)[seat]),
        }
        if state.competition == BY_TRIVIA:
            question = self.settings["questions"].questions[state.question]
            seen["question"] = question.text
            seen["answers"] = [question.answers[which] for which in ORDERS[state.order]]
            seen["topic"] = question.topic
        return seen

    def why_not(self, state: Any, seat: int, move: int) -> str:
        if state.stage == DEFENCE:
            if not DEFEND <= move < LET_GO:
                return "you are asked whether you defend"
            kind = KIND_NAMES[move - DEFEND]
            if not holds.plainly(state.hands, seat, move - DEFEND):
                return f"you do not hold {kind}"
            return f"{kind} is no {SHAPES[state.attack_shape[0]]}, the shape of the thief's card"
        if state.stage == COMPETE:
            return "a competition is on: " + ("show a sign" if state.competition == BY_HANDS else "give an answer")
        if move < CONVERT:
            return self._why_not_play(state, seat, move)
        if move < DEFEND:
            return self._why_not_convert(state, seat, move - CONVERT)
        if move == REDRAW:
            if state.deeds[seat] != NOTHING:
                return "you redraw instead of anything else in a round"
            return "you have no cards to put away" if state.pile_counts[seat] else "your draw pile is empty"
        return "there is nothing to defend and no competition"

    def _why_not_play(self, state: Any, seat: int, move: int) -> str:
        start = COVER if move < STEAL else STEAL
        target, way = divmod(move - start, ALL_WAYS)
        shape, kind = way // WAYS, int(KIND_OF_WAY[way // WAYS, way % WAYS])
        if not holds.plainly(state.hands, seat, kind):
            return f"you do not hold {KIND_NAMES[kind]}"
        if start == COVER:
            card = int(state.area[target])
            if card == EMPTY:
                return f"there is no card {target + 1} in the Play Area"
            if state.covers[target, seat, shape] != NO_CARD:
                return f"you cover the {SHAPES[shape]} of {SHORT_NAMES[card]} already"
        else:
            card = target
            name = SHORT_NAMES[card]
            controller = int(controller_of.plainly(state, card))
            if controller == seat:
                return f"{name} is your own"
            if controller == NO_CARD:
                return f"nobody controls {name}"
            if has.plainly(state.locked, card):
                return f"{name} is locked"
            if has.plainly(state.beaten[seat], card):
                return f"you were beaten when you tried to steal {name}"
            if has.plainly(state.targets[seat], card):
                return f"you try to steal {name} already"
        shown = self.settings["cards"].game_cards[card].colours[shape]
        counts = int(state.deeds[seat]) - CONVERTED
        played = f"{KIND_NAMES[kind]}{f', which counts as {COLOURS[counts]} now,' if counts >= 0 else ''}"
        return f"{played} does not match the {COLOUR_NAMES[shown]} {SHAPES[shape]} of {SHORT_NAMES[card]}"

    def _why_not_convert(self, state: Any, seat: int, card: int) -> str:
        name = SHORT_NAMES[card]
        if not has.plainly(state.control[seat], card):
            return f"you do not control {name}"
        if symbol_shown.plainly(state.prints[card]) < 0:
            return f"{name} shows no convert symbol"
        if state.deeds[seat] != NOTHING:
            return "you convert before you play any card, and once a round"
        if has.plainly(state.locked, card):
            return f"{name} is locked"
        if not count_held(state.hands, seat):
            return "you hold no card to convert"
        return f"{name} is under attack"
