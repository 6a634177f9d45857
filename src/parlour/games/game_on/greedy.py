"""What a sensible child does in Game-On Competitive."""

from __future__ import annotations

from ...components.game_on_cards import CARD_WORDS, COLOURS, NO_CARDS, ONE_CARD
from ...components.player_cards import (
    ALL_WAYS,
    ANY_WAY,
    HELD,
    KINDS_OF_SHAPE,
    NO_CARD,
    TWICE,
    WAYS,
    WILD_KINDS,
    chevron_shown,
    hand_size,
    points_shown,
    symbol_shown,
    ways_of,
)
from ...engine.cards import add, add_wide_run, clear, has, is_empty, lowest_bit
from ...engine.rule import hot_rule, rule
from ...engine.seats import how_many
from .rules import (
    ACT,
    CONVERT,
    CONVERTED,
    COVER,
    DEFENCE,
    DEFEND,
    EMPTY,
    FINISH,
    NOTHING,
    PLACES,
    REDRAW,
    STEAL,
    cards_that_defend,
    cards_to_steal,
    convertible,
    covered,
    fitting,
    ways_to_cover,
)

# What a sensible child keeps for later.
ANY_PLAIN, ANY_COLOUR = (1 << len(COLOURS)) - 1, (1 << len(COLOURS) + 1) - 1  # ways without black, without OMNIs
NOT_WILD = ANY_PLAIN | ANY_PLAIN << WAYS | ANY_PLAIN << 2 * WAYS


@rule
def greedy(state, seat, moves):
    """Complete a Game Card if you can, convert for it if need be; else steal from who holds nothing to defend it with.

    Else lay what fits, and with what does not, steal from who holds one card. The last card that defends what is under
    attack is kept for that.
    """
    if state.stage == DEFENCE:
        sensible_defence(state, seat, moves)
    elif state.stage == ACT:
        ways = ways_of(state.hands[seat, HELD])
        clear(moves)
        place = best_to_complete(state, seat, ways)
        if place != EMPTY:
            add_cheapest_cover(state, seat, place, ways, moves)
        elif state.deeds[seat] == NOTHING:
            add_useful_converts(state, seat, ways, moves)
        kept = kept_for_defence(state, seat)
        spare = ways & NOT_WILD & ~kept
        if is_empty(moves):
            add_best_steals(state, seat, spare, 0, moves)
        if is_empty(moves):
            add_progress(state, seat, spare, moves)
        if is_empty(moves):
            add_best_steals(state, seat, spare, 1, moves)
        if is_empty(moves):
            idle = state.deeds[seat] == NOTHING and ways != 0 and kept == 0 and state.pile_counts[seat] > 0
            add(moves, REDRAW if idle else FINISH)


@rule
def kept_for_defence(state, seat):
    """The ways of the last card that defends one of the seat's own against a thief."""
    kept = 0
    for number in range(state.attack_count):
        if has(state.control[seat], state.attack_on[number]):
            shape = int(state.attack_shape[number])
            cards = int(state.hands[seat, HELD] & KINDS_OF_SHAPE[shape])
            twice = int(state.hands[seat, TWICE] & KINDS_OF_SHAPE[shape])
            if how_many(cards) == 1 and twice == 0:
                kept |= ANY_COLOUR << WAYS * shape
    return kept


@rule
def sensible_defence(state, seat, moves):
    """Defend, and with an ordinary card rather than a wild one."""
    cards = cards_that_defend(state, seat)
    plain = cards & ~WILD_KINDS
    if cards != 0:
        clear(moves)
        add_wide_run(moves, DEFEND, plain if plain != 0 else cards)


@rule
def best_to_complete(state, seat, ways):
    """The place of the most valuable Game Card that the hand completes now."""
    best, most = EMPTY, 0
    for place in range(PLACES):
        if state.area[place] != EMPTY and completes(state, seat, place, ways & ways_to_cover(state, seat, place)):
            worth = value(state, state.area[place])
            if worth > most:
                best, most = place, worth
    return best


@hot_rule
def value(state, card):
    return points_shown(state.prints[card]) + chevron_shown(state.prints[card])


@rule
def completes(state, seat, place, ways):
    """Whether these ways cover all shapes still open there, no OMNI being used twice."""
    by_omni, shapes = 0, 0
    for shape in range(3):
        if state.covers[place, seat, shape] == NO_CARD:
            mine = ways >> WAYS * shape & ANY_WAY
            if mine == 0:
                return False
            if mine & ANY_COLOUR == 0:
                by_omni |= mine
                shapes += 1
    return how_many(by_omni) >= shapes


@rule
def add_cheapest_cover(state, seat, place, ways, moves):
    """Of the open shapes the one with the fewest ways, and a wild card only where nothing else does it."""
    fit = ways & ways_to_cover(state, seat, place)
    best, fewest = 0, WAYS + 1
    for shape in range(3):
        mine = fit >> WAYS * shape & ANY_WAY
        if mine != 0 and how_many(mine) < fewest:
            best, fewest = shape, how_many(mine)
    mine = fit >> WAYS * best & ANY_WAY
    if mine & ANY_PLAIN != 0:
        mine &= ANY_PLAIN
    elif mine & ANY_COLOUR != 0:
        mine &= ANY_COLOUR
    add_wide_run(moves, COVER + place * ALL_WAYS, mine << WAYS * best)


@rule
def add_useful_converts(state, seat, ways, moves):
    """Conversions that let the hand complete a card worth more than the one given away."""
    for word in range(CARD_WORDS):
        cards = convertible(state, seat, word)
        while cards != NO_CARDS:
            card = word * 64 + lowest_bit(cards)
            cards &= cards - ONE_CARD
            colour = symbol_shown(state.prints[card])
            if colour >= 0:
                state.deeds[seat] = CONVERTED + colour
                place = best_to_complete(state, seat, ways)
                state.deeds[seat] = NOTHING
                if place != EMPTY and value(state, state.area[place]) > value(state, card):
                    add(moves, CONVERT + card)


@rule
def add_progress(state, seat, ways, moves):
    """Cover more of the card on which most shapes would then be covered."""
    most = 0
    for place in range(PLACES):
        most = max(most, progress(state, seat, place, ways))
    for place in range(PLACES):
        if most > 0 and progress(state, seat, place, ways) == most:
            add_wide_run(moves, COVER + place * ALL_WAYS, ways & ways_to_cover(state, seat, place))


@rule
def progress(state, seat, place, ways):
    """How many shapes would be covered there; 0 if the hand adds none."""
    fit = ways & ways_to_cover(state, seat, place)
    if fit == 0:
        return 0
    count = covered(state, place, seat)
    for shape in range(3):
        if fit >> WAYS * shape & ANY_WAY != 0:
            count += 1
    return count


@rule
def add_best_steals(state, seat, ways, most_held, moves):
    """Attempts on the most valuable cards of those who hold at most so many cards to defend them with."""
    most = 0
    for word in range(CARD_WORDS):
        targets = cards_to_steal(state, seat, word) & controlled_with(state, most_held, word)
        while targets != NO_CARDS:
            card = word * 64 + lowest_bit(targets)
            targets &= targets - ONE_CARD
            fit = ways & fitting(state, seat, card)
            if fit != 0 and value(state, card) >= most:
                if value(state, card) > most:
                    most = value(state, card)
                    clear(moves)
                add_wide_run(moves, STEAL + card * ALL_WAYS, fit)


@rule
def controlled_with(state, most_held, word):
    """The Game Cards of all who hold at most so many cards."""
    cards = NO_CARDS
    for seat in range(state.players):
        if hand_size(state.hands, seat) <= most_held:
            cards |= state.control[seat, word]
    return cards
