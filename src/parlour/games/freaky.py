"""Freaky: lay cards on rows, and take every row in which one feature shows four times.

The file is long because it is the whole game: first the rules, in the order of the rule book, then what is plain
Python, how the game is set up, seen, told and written down.

The clauses (FR-1 ...) are those of docs/rulebook/freaky.md. Our rulings in short: the deck is a reconstruction (FR-2);
by default nothing is pointed out and you claim rows yourself, a wrong claim being no move (FR-10a); taking a row ends
playing, and one `finish` ends the turn (FR-10); when too few cards are left to hold three, none of them is drawn
(FR-12). Also after the last card of a hand the turn is ended by `finish`, so that being asked tells nothing.

There are never more than 46 rows (FR-8). Count the features that last cards show: at most 18. A new row adds three to
that count, a card on a row takes away at most two, a row taken at most three. So for rows + (18 - count + 2 * cards
still to be played) / 5 no move makes it larger, and at the start it is below 47 (see `rows_possible`).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ..components.deck import COLOURS
from ..components.freaky_deck import CARDS, VALUES, FreakyDeck
from ..engine.cards import add, add_run, clear, is_empty
from ..engine.chance import below, mix_unseen, shuffle
from ..engine.errors import BadPosition
from ..engine.game import Game, Telling, in_words, state_type
from ..engine.options import STARTER, Choice
from ..engine.position import Places, Supply, check_winners, one_at_a_time, stacks
from ..engine.reading import Reading
from ..engine.rule import hot_rule, rule
from ..engine.seats import NOBODY, highest_score, left_of, only
from ..engine.verbs import Rules

# A card is its place in the deck. It shows three of 18 features: backgrounds, then circles, then values, six of each.
DECK = FreakyDeck.load("standard")  # FR-1, FR-2
CARD_NAMES = DECK.names
SEATS, HAND, FEATURES = 5, 3, 18
SHOWS = np.array([(COLOURS.index(b), 6 + COLOURS.index(c), 12 + VALUES.index(v)) for b, c, v in DECK.cards], np.uint8)
NO_CARD = -1

# Sets of rows are single words, a bit for each row.
MOST_ROWS = 46  # FR-8
NO_ROWS, ONE_ROW = np.uint64(0), np.uint64(1)
TAKEN = 64  # added to a seat: where a card lies that is in no row any more

# The moves, by number: a card on one of the first eight rows, as card * 8 + row, all that most games need; a new row;
# taking a row; finishing; and a card on a later row. Rows are numbered from 1 for people.
NEAR = 8
PLAY = 0
NEW_ROW = NEAR * CARDS
TAKE = NEW_ROW + CARDS
FINISH = TAKE + MOST_ROWS
PLAY_FAR = FINISH + 1
FAR = MOST_ROWS - NEAR
NEAR_ROWS, BEYOND_NEAR = np.uint64((1 << NEAR) - 1), np.uint64(NEAR)
MOVE_NAMES = (
    *(f"play {card} on row {row}" for card in CARD_NAMES for row in range(1, NEAR + 1)),
    *(f"new row {card}" for card in CARD_NAMES),
    *(f"take row {row}" for row in range(1, MOST_ROWS + 1)),
    "finish",
    *(f"play {card} on row {row}" for card in CARD_NAMES for row in range(NEAR + 1, MOST_ROWS + 1)),
)
PLAYING, TAKING = 0, 1  # the stages of a turn

STATE = state_type(
    "freaky",
    [
        ("last", np.uint64, FEATURES),  # for each feature the rows whose last card shows it; all see the rows
        ("ones", np.uint64, FEATURES),  # how often each row shows a feature, as binary digits, up to four:
        ("twos", np.uint64, FEATURES),  # the sets of rows with this digit
        ("fours", np.uint64, FEATURES),  # and those that show it at least four times
        ("hands", np.int16, (SEATS, HAND)),  # three cards or NO_CARD, in no order; each seat sees its own
        ("stage", np.int8),  # PLAYING, or TAKING: a row was taken this turn, or the hand is empty; all see it
        ("starter", np.int8),  # who has the first turn; -1 before the deal, to be left to chance
        ("rows", np.int8),  # how many rows there are
        ("laid_count", np.int8),  # how many cards were laid in rows so far
        ("pile_count", np.int8),  # cards in the draw pile; all see it
        ("laid", np.uint8, CARDS),  # those cards in the order laid; all saw them
        ("lies", np.uint8, CARDS),  # where each of them lies now: its row, or TAKEN and whose it is; all see it
        ("pile", np.uint8, CARDS),  # the draw pile, next card last; nobody sees it
    ],
)


# Getting ready


@rule
def setup(state):
    if state.starter < 0:  # FR-4
        state.starter = below(state, state.players)
    shuffle(state, state.pile, CARDS)
    state.pile_count = CARDS
    for seat in range(state.players):  # FR-3
        draw_up_to_three(state, seat)
    for row in range(3):  # FR-3
        state.pile_count -= 1
        state.rows += 1
        lay(state, state.pile[state.pile_count], row)
    state.to_act = only(state.starter)


# Your turn


@rule
def legal(state, seat, moves):
    clear(moves)
    if state.stage == PLAYING:
        for place in range(HAND):
            card = state.hands[seat, place]
            if card != NO_CARD:
                rows = rows_that_fit(state, card)
                if rows == NO_ROWS:  # FR-7, FR-13
                    add(moves, NEW_ROW + card)
                else:  # FR-6
                    add_plays(moves, card, rows)
    if cards_missing(state, seat) > 0:  # FR-5: at least one card is played
        add_run(moves, TAKE, rows_to_take(state))  # FR-9, FR-10
        add(moves, FINISH)


@hot_rule
def rows_that_fit(state, card):
    """FR-6: the rows whose last card shares a feature with this card."""
    return state.last[SHOWS[card, 0]] | state.last[SHOWS[card, 1]] | state.last[SHOWS[card, 2]]


@hot_rule
def rows_to_take(state):
    """FR-9: the rows in which some feature shows at least four times."""
    rows = NO_ROWS
    for feature in range(FEATURES):
        rows |= state.fours[feature]
    return rows


@hot_rule
def add_plays(moves, card, rows):
    """Put in the moves that lay the card on each of these rows."""
    add_run(moves, PLAY + card * NEAR, rows & NEAR_ROWS)
    rows >>= BEYOND_NEAR
    move = PLAY_FAR + card * FAR
    while rows != NO_ROWS:
        if rows & ONE_ROW != NO_ROWS:
            add(moves, move)
        rows >>= ONE_ROW
        move += 1


@rule
def apply(state, seat, move):
    if move < NEW_ROW:
        play_card(state, seat, move // NEAR, move % NEAR)
    elif move < TAKE:  # FR-8: as many rows as it takes
        state.rows += 1
        play_card(state, seat, move - NEW_ROW, state.rows - 1)
    elif move < FINISH:
        take(state, seat, move - TAKE)
        state.stage = TAKING  # FR-10: playing is over
    elif move == FINISH:
        end_turn(state, seat)
    else:
        card, far = divmod(move - PLAY_FAR, FAR)
        play_card(state, seat, card, NEAR + far)


@hot_rule
def play_card(state, seat, card, row):
    """FR-5: one of the cards in hand."""
    left = 0
    for place in range(HAND):
        if state.hands[seat, place] == card:
            state.hands[seat, place] = NO_CARD
        if state.hands[seat, place] != NO_CARD:
            left += 1
    if left == 0:
        state.stage = TAKING
    lay(state, card, row)


@hot_rule
def lay(state, card, row):
    """The card is now the last one of the row, and its features count there."""
    state.laid[state.laid_count] = card
    state.lies[state.laid_count] = row
    state.laid_count += 1
    this_row = ONE_ROW << np.uint64(row)
    for feature in range(FEATURES):
        state.last[feature] &= ~this_row
    for kind in range(3):
        feature = SHOWS[card, kind]
        state.last[feature] |= this_row
        ones, twos = state.ones[feature], state.twos[feature]
        one_more = this_row & ~state.fours[feature]  # four and more are not told apart
        state.ones[feature] = ones ^ one_more
        one_more &= ones
        state.twos[feature] = twos ^ one_more
        state.fours[feature] |= one_more & twos


@rule
def take(state, seat, row):
    """FR-9: the cards of the row lie in front of the seat. FR-13: the row disappears, and later ones move up."""
    for place in range(state.laid_count):
        lies = state.lies[place]
        moved_up = lies - 1 if row < lies < TAKEN else lies
        state.lies[place] = TAKEN + seat if lies == row else moved_up
    close_gap(state.last, row)
    close_gap(state.ones, row)
    close_gap(state.twos, row)
    close_gap(state.fours, row)
    state.rows -= 1


@rule
def close_gap(sets, row):
    """Take a row out of some sets of rows; each row after it gets the number before its own."""
    before = (ONE_ROW << np.uint64(row)) - ONE_ROW
    for feature in range(FEATURES):
        rows = sets[feature]
        sets[feature] = (rows & before) | (rows >> ONE_ROW & ~before)


@hot_rule
def end_turn(state, seat):
    state.stage = PLAYING
    if state.pile_count < cards_missing(state, seat):  # FR-12: at once
        state.to_act = NOBODY
        state.winners = highest_score(state)
    else:
        draw_up_to_three(state, seat)  # FR-11
        state.to_act = only(left_of(seat, state.players))


@hot_rule
def cards_missing(state, seat):
    missing = 0
    for place in range(HAND):
        if state.hands[seat, place] == NO_CARD:
            missing += 1
    return missing


@hot_rule
def draw_up_to_three(state, seat):
    for place in range(HAND):
        if state.hands[seat, place] == NO_CARD:
            state.pile_count -= 1
            state.hands[seat, place] = state.pile[state.pile_count]


# Winning


@rule
def score(state, out):
    """FR-9, FR-12: cards taken count one each; hands do not count."""
    for seat in range(state.players):
        out[seat] = 0
    for place in range(state.laid_count):
        if state.lies[place] >= TAKEN:
            out[state.lies[place] - TAKEN] += 1


# What a seat cannot know


@rule
def redeal(state, seat):
    """Other hands and the pile are mixed and dealt anew; what was laid in rows has been seen by all."""
    hidden = state.pile_count
    for other in range(state.players):
        for place in range(HAND):
            if other != seat and state.hands[other, place] != NO_CARD:
                state.pile[hidden] = state.hands[other, place]
                hidden += 1
    mix_unseen(state, state.pile, hidden)
    for other in range(state.players):
        for place in range(HAND):
            if other != seat and state.hands[other, place] != NO_CARD:
                hidden -= 1
                state.hands[other, place] = state.pile[hidden]


# What a sensible child does


@rule
def greedy(state, seat, moves):
    """Lay what helps to take a row this turn, take every row you can, and else lay one card that helps nobody."""
    hand = state.hands[seat]
    clear(moves)
    if state.stage == PLAYING:
        for place in range(HAND):
            if hand[place] != NO_CARD:
                add_plays(moves, hand[place], rows_it_helps_to_take(state, hand, hand[place]))
        if is_empty(moves) and cards_missing(state, seat) == 0:
            for place in range(HAND):
                rows = rows_that_fit(state, hand[place])
                if rows == NO_ROWS:
                    add(moves, NEW_ROW + hand[place])
                else:
                    add_plays(moves, hand[place], rows & ~rows_brought_to_three(state, hand[place]))
            if is_empty(moves):
                legal(state, seat, moves)
    if is_empty(moves):
        add_run(moves, TAKE, rows_to_take(state))
    if is_empty(moves):
        add(moves, FINISH)


@rule
def rows_it_helps_to_take(state, hand, card):
    """Where the card fits and is one more for me to take, or, with those like it in the hand, makes four."""
    rows = rows_to_take(state)
    for kind in range(3):
        like_it = 0
        for place in range(HAND):
            if hand[place] != NO_CARD and SHOWS[hand[place], kind] == SHOWS[card, kind]:
                like_it += 1
        rows |= rows_showing(state, SHOWS[card, kind], 4 - like_it)
    return rows & rows_that_fit(state, card)


@rule
def rows_brought_to_three(state, card):
    """Where the card would leave the next player only one to add."""
    rows = NO_ROWS
    for kind in range(3):
        rows |= rows_showing(state, SHOWS[card, kind], 2)
    return rows


@rule
def rows_showing(state, feature, times):
    """The rows that show a feature at least this often: one to three times."""
    if times == 3:
        return (state.ones[feature] & state.twos[feature]) | state.fours[feature]
    if times == 2:
        return state.twos[feature] | state.fours[feature]
    return state.ones[feature] | state.twos[feature] | state.fours[feature]


class Freaky(Game):
    """How Freaky is set up, seen, told and written down."""

    id = "freaky"
    title = "Freaky"
    box = "freaky"
    summary = "Lay cards on rows, and take every row in which a colour or a number shows four times."
    seats = range(2, SEATS + 1)
    version = 1
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy)
    move_names = MOVE_NAMES
    card_places = ("hands", "rows", "taken", "pile")
    own_row = "hands"
    parts = {"deck": DECK}
    options = (
        Choice("taking", "spot", "spot: you spot rows to take yourself; help: they are shown", ("spot", "help")),
        STARTER,
    )

    def lay_out(self, state: Any) -> None:
        state.pile[:] = range(CARDS)
        state.hands[:] = NO_CARD
        state.starter = self.starter

    def choices(self, state: Any, seat: int, legal: list[int]) -> list[int]:
        """FR-10a: who spots for themselves may claim any row; the list gives nothing away."""
        if self.settings["taking"] == "help" or FINISH not in legal:
            return legal
        claims = range(TAKE, TAKE + state.rows)
        return sorted({*legal, *claims})

    def shows_move(self, move: int) -> bool:
        return True

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        return {"hand": [] if seat is None else _hand(state, seat)}

    def all_see(self, state: Reading) -> dict[str, Any]:
        return {
            "stage": _STAGES[state.stage],
            "hand_sizes": [len(_hand(state, seat)) for seat in range(self.players)],
            "rows": _rows(state),
            "taken": [len(cards) for cards in _taken(state, self.players)],
            "pile": state.pile_count,
            "starter": state.starter,
            "taking": self.settings["taking"],
        }

    def why_not(self, state: Any, seat: int, move: int) -> str:
        row = _row_of(move)
        there_are = f"there {'are' if state.rows != 1 else 'is'} {int(state.rows) or 'none'}"
        if move == FINISH:
            return "you play at least one card first"
        if TAKE <= move < FINISH:
            if len(_hand(state, seat)) == HAND:
                return "you play at least one card before you take"
            if row >= state.rows:
                return f"there is no row {row + 1}; {there_are}"
            return "no background, circle colour or number shows four times in that row"
        card = _card_of(move)
        name = _in_words(card)
        if CARD_NAMES[card] not in _hand(state, seat):
            return f"you do not hold the {name}"
        if state.stage == TAKING:
            return "you have taken a row, so you play no more cards this turn"
        if NEW_ROW <= move < TAKE:
            fits = int(rows_that_fit.plainly(state, card))
            on = _last_of(state, (fits & -fits).bit_length() - 1)
            return f"the {name} fits on the {_in_words(on)}, so it starts no new row"
        if row >= state.rows:
            return f"there is no row {row + 1}; {there_are}"
        return f"the {name} shares nothing with the {_in_words(_last_of(state, row))}, the last card of that row"

    def ending(self, state: Reading) -> str:
        """FR-12."""
        return "Too few cards are left to draw up to three."

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        """Rows go by their cards: their numbers change when one is taken."""
        if move == FINISH and after.winners:
            most = max(len(cards) for cards in _taken(after, self.players))
            told = f"{telling.says(seat, 'finish')}. {self.ending(after)} The game is over. "
            return told + telling.winners(after.winners, most, "card")
        if move == FINISH:
            held = _held(before, seat)
            drawn = [f"the {_in_words(card)}" for card in _held(after, seat) if card not in held]
            cards = f"{len(drawn)} card{'' if len(drawn) == 1 else 's'}"
            return f"{telling.says(seat, 'draw ' + (in_words(drawn) if telling.is_you(seat) else cards))}."
        if TAKE <= move < FINISH:
            (cards_taken,) = _lying(before, _row_of(move), 1)
            count = f"{len(cards_taken)} cards, {len(cards_taken)} points"
            return f"{telling.says(seat, f'take the row with {_four_alike(cards_taken)}')}: {count}!"
        card = f"the {_in_words(_card_of(move))}"
        if NEW_ROW <= move < TAKE:
            return f"{telling.says(seat, f'start a new row with {card}')}."
        return f"{telling.says(seat, f'lay {card} on the {_in_words(_last_of(before, _row_of(move)))}')}."

    def write_places(self, state: Any) -> dict[str, Any]:
        return {
            "stage": _STAGES[state.stage],
            "starter": state.starter,
            "hands": [_hand(state, seat) for seat in range(self.players)],
            "rows": _rows(state),
            "taken": _taken(state, self.players),
            "pile": [CARD_NAMES[card] for card in reversed(state.pile[: state.pile_count].tolist())],
        }

    def read_places(self, state: Any, places: Places) -> None:
        state.starter = places.seat("starter", 0)
        state.hands[:] = NO_CARD
        supply = Supply(range(CARDS), CARD_NAMES)
        for seat, names in enumerate(places.names_by_seat("hands")):
            if len(names) > HAND:
                raise BadPosition(f"position: hands[{seat}] has {len(names)} cards; right would be at most {HAND}")
            state.hands[seat, : len(names)] = supply.take_all(names, f"hands[{seat}]")
        self._read_rows(state, places.take("rows", []), supply)
        for seat, names in enumerate(places.names_by_seat("taken", [[] for _ in range(self.players)])):
            for card in supply.take_all(names, f"taken[{seat}]"):
                state.laid[state.laid_count], state.lies[state.laid_count] = card, TAKEN + seat
                state.laid_count += 1
        pile = stacks(supply, pile=places.names("pile", []))["pile"]
        state.pile[: len(pile)] = pile[::-1]
        state.pile_count = len(pile)
        self._check_turn(state, places)
        if rows_possible(state) > MOST_ROWS:
            raise BadPosition(f"position: so many rows cannot come about; there are never more than {MOST_ROWS}")

    def _read_rows(self, state: Any, rows: Any, supply: Supply) -> None:
        whole = isinstance(rows, list) and all(isinstance(row, list) and row for row in rows)
        if not whole or not all(isinstance(name, str) for row in rows for name in row):
            raise BadPosition("position: rows must be a list of rows, each a list of card names, its last card last")
        if len(rows) > MOST_ROWS:
            raise BadPosition(f"position: rows has {len(rows)} rows; there are never more than {MOST_ROWS}")
        for row, names in enumerate(rows):
            state.rows += 1
            before = None
            for card in supply.take_all(names, f"rows[{row}]"):
                if before is not None and not (SHOWS[card] == SHOWS[before]).any():
                    shown = f"{CARD_NAMES[card]} on {CARD_NAMES[before]}"
                    raise BadPosition(f"position: rows[{row}] has {shown}, which share nothing")
                lay.plainly(state, card, row)
                before = card

    def _check_turn(self, state: Any, places: Places) -> None:
        acting = one_at_a_time(state)
        sizes = [len(_hand(state, seat)) for seat in range(self.players)]
        if acting is None and state.pile_count >= HAND - min(sizes):
            raise BadPosition("position: nobody is to act, but the pile has cards enough to play on (FR-12)")
        if acting is None:
            check_winners(state, highest_score.plainly(state), "they have taken the most cards")
        for seat, size in enumerate(sizes):
            if acting not in (None, seat) and size != HAND:
                raise BadPosition(f"position: hands[{seat}] has {size} cards; who is not to act holds {HAND}")
        held = HAND if acting is None else sizes[acting]
        stage = places.one_of("stage", _STAGES, _STAGES[TAKING if held == 0 else PLAYING])
        state.stage = _STAGES.index(stage)
        if state.stage == TAKING and held == HAND:
            raise BadPosition("position: stage is 'take', but nothing was played this turn: three cards are held")
        if state.stage == PLAYING and held == 0:
            raise BadPosition("position: stage is 'play', but there is no card left to play; right would be 'take'")


_STAGES = ("play", "take")
_NUMBERS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def rows_possible(state: Any) -> int:
    """FR-8: how many rows there can still be at the same time. No move makes it larger; see the top of this file."""
    last_cards_show = sum(1 for rows in state.last if rows)
    hidden = CARDS - int(state.laid_count)
    to_play = max(0, hidden - HAND * (int(state.players) - 1))  # at the end all others still hold three
    return int(state.rows) + (FEATURES - last_cards_show + 2 * to_play) // 5


def _row_of(move: int) -> int:
    """The row that a move names, counted from 0."""
    if move >= PLAY_FAR:
        return NEAR + (move - PLAY_FAR) % FAR
    return move - TAKE if move >= TAKE else move % NEAR


def _card_of(move: int) -> int:
    if move >= PLAY_FAR:
        return (move - PLAY_FAR) // FAR
    return move - NEW_ROW if move >= NEW_ROW else move // NEAR


def _held(state: Any, seat: int) -> list[int]:
    return [card for card in sorted(state.hands[seat].tolist()) if card != NO_CARD]


def _hand(state: Any, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in _held(state, seat)]


def _in_words(card: int) -> str:
    """As a person would say it: "yellow 6 with purple circles"."""
    background, circle, value = DECK.cards[card]
    article = "an" if circle == "orange" else "a"
    return f"{background} {value} with {f'{article} {circle} circle' if value == 1 else f'{circle} circles'}"


def _four_alike(cards: list[int]) -> str:
    """What a row shows at least four times: "four yellow backgrounds and five 6s"."""
    shown = Counter(feature for card in cards for feature in SHOWS[card].tolist())
    alike = []
    for feature, times in sorted(shown.items()):
        if times >= 4:
            kind, which = divmod(feature, 6)
            thing = (f"{COLOURS[which]} backgrounds", f"cards with {COLOURS[which]} circles", f"{VALUES[which]}s")[kind]
            alike.append(f"{_NUMBERS.get(times, times)} {thing}")
    return in_words(alike)


def _last_of(state: Any, row: int) -> int:
    """The last card of a row that there is."""
    return _lying(state, row, 1)[0][-1]


def _lying(state: Any, first: int, count: int) -> list[list[int]]:
    """The cards that lie in `count` rows, or in front of seats, from `first` on; each in the order laid."""
    lying: list[list[int]] = [[] for _ in range(count)]
    laid = int(state.laid_count)
    for card, where in zip(state.laid[:laid].tolist(), state.lies[:laid].tolist(), strict=True):
        if first <= where < first + count:
            lying[where - first].append(card)
    return lying


def _rows(state: Any) -> list[list[str]]:
    return [[CARD_NAMES[card] for card in row] for row in _lying(state, 0, int(state.rows))]


def _taken(state: Any, players: int) -> list[list[str]]:
    """What each seat has taken, in the order of the deck: it lies in a heap, face down."""
    return [[CARD_NAMES[card] for card in sorted(heap)] for heap in _lying(state, TAKEN, players)]
