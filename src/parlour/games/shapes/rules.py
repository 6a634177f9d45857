"""The rules of Shapes: Classic, Survivor, Play One Pass One Toss One, and Card Drafting.

The clauses (SH-1 ...) are those of docs/rulebook/shapes.md and the pages of the variants. All four share the cards, the
platform and the placing of a piece; each then says what differs: how cards come to a player, and what a fall means.

Whether a piece falls is not for rules to know. With real physics an umpire says so: "red bar falls", "all at rest".
When playing in bulk a fitted model decides in its place, at the moment of letting go.

A turn of the Classic game can be stopped at nearly any moment, by anyone (SH-15). So besides the player of the turn,
every holder of a Stop Turn may act while it can be played: stop, or let it go on until the next move of the turn.

There is always room. No card is ever in two places: hands reach 54 - (players - 1) cards, 50 pieces lie on the platform
at most. There is always a white piece for a Wild: each one in play stands for a Wild that is not in a hand.
"""

import numpy as np

from ...components.piece_set import SHAPES
from ...components.shapes_deck import (
    CARD_NAMES,
    CARDS,
    CLEARS,
    COLOURED,
    COLOURED_CARDS,
    COLOURED_PIECES,
    PIECE_NAMES,
    PIECES,
    STOPS,
    WHITE_PIECES,
    WILDS,
    run_of,
)
from ...components.stability import LAYERS, is_so, risk, what_falls
from ...engine.cards import add, add_wide_run, bits_in, clear, lowest_bit, nth_bit, one
from ...engine.chance import below, shuffle
from ...engine.game import state_type
from ...engine.rule import hot_rule, rule
from ...engine.seats import NOBODY, UMPIRE, left_of, only
from ...engine.stages import NOT_CHOSEN, chose, everyone, finished, forget_choices, open_stage
from ...engine.story import happened

SEATS, ROW = 4, 10
NONE, ONE = np.uint64(0), np.uint64(1)  # sets of cards and of pieces
NO_CARD = NO_PIECE = -1

CLASSIC, SURVIVOR, PASS, DRAFT = range(4)
DEAL = (0, 0, 10, 9, 8)  # SH-9, SH-22: by the number of players
DEAL_MORE = 5  # SH-25
THREE = 3  # SH-19
TURNS = 64  # then they are numbered from 1 again

# The stages of a game.
STAGES = (
    "starting",  # SH-10: anyone may say "let's play shapes"
    "laying",  # SH-11: Classic, the cards that are intended
    "placing",  # which piece to take in hand, of those that are to be placed
    "holding",  # a piece is in the hand
    "settling",  # it was let go, or something fell: nobody can act until all is at rest
    "closing",  # SH-12: Classic, the closing draw
    "robbing",  # SH-13: Classic, after a fall
    "unrest",  # SH-15: a turn was stopped with a piece in hand, and what it pushed may still move
    "drawing",  # SH-17, SH-19: Survivor and Pass
    "playing",  # SH-19: Pass, which of the three to place
    "passing",  # SH-19: Pass, which of those left goes to whom
    "picking",  # SH-22: Draft, all at once
    "arranging",  # SH-23: Draft, all at once
    "over",
)
(
    STARTING,
    LAYING,
    PLACING,
    HOLDING,
    SETTLING,
    CLOSING,
    ROBBING,
    UNREST,
    DRAWING,
    PLAYING,
    PASSING,
    PICKING,
    ARRANGING,
    OVER,
) = range(len(STAGES))

# The moves, by number. Pieces stand for their cards, white ones for Wilds.
KINDS = COLOURED + 1  # coloured cards, and Wilds, which are alike
WAYS_TO_PASS = KINDS + len(SHAPES)  # a Wild left open, or for a certain white piece
LETS_PLAY = 0
LAY = 1
ENOUGH = LAY + PIECES
TAKE = ENOUGH + 1
LET_GO = TAKE + PIECES
DRAW = LET_GO + 1
ROB = DRAW + 1
CLEAR = ROB + SEATS
STOP = CLEAR + 1
GO_ON = STOP + TURNS
PASS_ON = GO_ON + 1
KEEP = PASS_ON + SEATS * WAYS_TO_PASS
PUT = KEEP + KINDS
FALLS = PUT + KINDS
REST = FALLS + PIECES
_WHITES = PIECE_NAMES[COLOURED:]
_KINDS = CARD_NAMES[:KINDS]
MOVE_NAMES = (
    "let's play shapes",
    *(f"lay {card}" for card in CARD_NAMES[:COLOURED]),
    *(f"lay wild as {piece}" for piece in _WHITES),
    "enough",
    *(f"take {piece}" for piece in PIECE_NAMES),
    "let go",
    "draw",
    *(f"rob seat {seat}" for seat in range(SEATS)),
    "clear the board",
    *(f"stop turn {turn}" for turn in range(1, TURNS + 1)),
    "let it go on",
    *(
        f"pass {what} to seat {seat}"
        for seat in range(SEATS)
        for what in (*_KINDS, *(f"wild as {piece}" for piece in _WHITES))
    ),
    *(f"keep {card}" for card in _KINDS),
    *(f"put {card} in the row" for card in _KINDS),
    *(f"{piece} falls" for piece in PIECE_NAMES),
    "all at rest",
)

# What is told of a move, besides the move itself: what happened (piece, seat or card), event by event.
FELL, STOOD, DREW, NONE_LEFT, NEW_DECK, OUT, LIFTED, STOLEN, PACKETS_PASSED, DEALT_MORE = range(10)

STATE = state_type(
    "shapes",
    [
        ("hands", np.uint64, SEATS),  # cards in hand; in a draft, the packet; each seat sees its own
        ("intended", np.uint64),  # SH-11: cards laid, drawn or played openly and not yet completed; all see them
        ("whites", np.uint64),  # the white pieces chosen for the Wilds among those
        ("fallen", np.uint64),  # pieces that fell in this placement; all see them
        ("discard", np.uint64),  # cards; they lie open
        ("waiting", np.uint64, SEATS),  # SH-19: cards passed to each seat; all see them
        ("reserved", np.uint64, SEATS),  # SH-20: the white pieces named for Wilds among those
        ("picked", np.uint64, SEATS),  # SH-22: cards picked and not yet in the row; each seat sees its own
        ("in_game", np.int16),  # seats that are not out
        ("variant", np.int8),  # CLASSIC, ...
        ("physics", np.int8),  # 1: an umpire says what falls; 0: the model
        ("hand_level", np.int8),  # how steady the hands are, for the model
        ("strict", np.int8),  # SH-13: whether uncompleted cards go back to the hand
        ("stage", np.int8),  # one of STAGES
        ("starter", np.int8),  # who had the first turn; -1 before somebody has said the words
        ("turn_of", np.int8),  # whose turn it is, or will be after the draft
        ("turn", np.int16),  # its number, from 1 to TURNS; 0 before the first
        ("drawn", np.int8),  # SH-19: 1 when the three cards of this turn were drawn
        ("idle_turn", np.int8),  # SH-16a: 1 if no card could be drawn and nothing was placed, cleared or fallen in it
        ("idle", np.int8),  # SH-16a: idle turns in a row
        ("held", np.int8),  # the piece in hand or let go and settling, or NO_PIECE
        ("choices", np.int8, SEATS),  # SH-22: the card picked this time, or NOT_CHOSEN; each seat sees its own
        ("rows", np.int8, (SEATS, ROW)),  # SH-23: cards, left-most first; each seat sees its own
        ("row_counts", np.int8, SEATS),  # how many each row has
        ("stacked_count", np.int8),  # pieces on the platform
        ("stacked", np.uint8, PIECES),  # in the order placed
        ("deck_count", np.int8),  # cards in the deck; all see it
        ("deck", np.uint8, CARDS),  # next card last; nobody sees it
    ],
)


# Getting ready


@rule
def setup(state):
    state.in_game = everyone(state)
    forget_choices(state)
    shuffle(state, state.deck, state.deck_count)
    if state.variant == CLASSIC or state.variant == DRAFT:  # SH-9, SH-22
        deal(state, DEAL[state.players])
    if state.starter < 0:
        open_stage(state, STARTING, everyone(state))
    else:
        begin(state, state.starter)


@rule
def deal(state, each):
    """To those still in, card by card."""
    for _ in range(each):
        for seat in range(state.players):
            if is_in(state, seat):
                state.deck_count -= 1
                state.hands[seat] |= one(state.deck[state.deck_count])


@rule
def begin(state, seat):
    """SH-8a, SH-10: whoever said it first has the first turn."""
    state.starter = seat
    state.turn_of = seat
    if state.variant == DRAFT:
        go_on_picking(state)
    else:
        begin_turn(state, seat)


# Turns


@rule
def begin_turn(state, seat):
    state.turn_of = seat
    state.turn = state.turn % TURNS + 1
    state.drawn = 0
    if state.variant == CLASSIC:
        state.idle_turn = 0 if could_draw(state) else 1
        go_to(state, LAYING)
    elif state.variant == DRAFT or state.waiting[seat] != NONE:  # SH-19, SH-24
        go_to(state, PLACING)
    else:
        go_to(state, DRAWING)


@rule
def go_to(state, stage):
    """The turn goes on with this stage. Whoever holds a Stop Turn may act, too, where it can be played."""
    state.stage = stage
    state.to_act = only(state.turn_of)
    if can_be_stopped(state):
        state.to_act |= stop_holders(state)
    if stage == HOLDING and state.physics and state.stacked_count > 0:
        state.to_act |= only(UMPIRE)  # SH-6: a piece can fall while another is held


@rule
def can_be_stopped(state):
    """SH-15: not between letting go and rest, not after a fall."""
    stage = state.stage
    laid = stage in (LAYING, PLACING, HOLDING, CLOSING)
    return state.variant == CLASSIC and laid


@rule
def stop_holders(state):
    """All but the player of the turn who hold a Stop Turn."""
    seats = NOBODY
    for seat in range(state.players):
        if seat != state.turn_of and state.hands[seat] & STOPS != NONE:
            seats |= only(seat)
    return seats


@rule
def end_turn(state):
    if state.variant == CLASSIC:
        state.idle = state.idle + 1 if state.idle_turn else 0
        if state.idle >= state.players:  # SH-16a
            win(state, fewest_cards(state))
        else:
            begin_turn(state, left_of(state.turn_of, state.players))
    elif state.variant == DRAFT and state.row_counts[next_in(state, state.turn_of)] == 0:
        state.turn_of = next_in(state, state.turn_of)
        draft_more(state)
    elif state.variant == DRAFT or could_draw(state):
        begin_turn(state, next_in(state, state.turn_of))
    else:
        begin_turn_of_who_must_place(state)


@rule
def begin_turn_of_who_must_place(state):
    """SH-18, SH-21: there is nothing left to draw. Who has cards waiting places them; else the win is shared."""
    seat = state.turn_of
    for _ in range(state.players):
        seat = next_in(state, seat)
        if state.waiting[seat] != NONE:
            begin_turn(state, seat)
            return
    win(state, state.in_game)


@hot_rule
def is_in(state, seat):
    return state.in_game & only(seat) != NOBODY


@rule
def next_in(state, seat):
    """SH-8a: the next seat to the left that is still in."""
    seat = left_of(seat, state.players)
    while not is_in(state, seat):
        seat = left_of(seat, state.players)
    return seat


@rule
def win(state, seats):
    state.stage = OVER
    state.winners = seats
    state.to_act = NOBODY


# What may be done


@rule
def legal(state, seat, moves):
    clear(moves)
    stage = state.stage
    if seat == UMPIRE:
        add_wide_run(moves, FALLS, on_platform(state))
        if stage != HOLDING:
            add(moves, REST)
    elif stage == STARTING:
        add(moves, LETS_PLAY)
    elif stage == PICKING:
        add_wide_run(moves, KEEP, kinds_of(state.hands[seat]))
    elif stage == ARRANGING:
        add_wide_run(moves, PUT, kinds_of(state.picked[seat]))
    elif seat != state.turn_of:  # SH-15
        add(moves, STOP + state.turn - 1)
        add(moves, GO_ON)
    elif stage == HOLDING:
        add(moves, LET_GO)
    elif stage == ROBBING:
        for other in range(state.players):
            if other != seat:
                add(moves, ROB + other)
    elif stage == PASSING:
        add_passes(state, seat, moves)
    elif stage in (PLACING, PLAYING):
        add_wide_run(moves, TAKE, pieces_to_take(state, seat))
    elif stage == LAYING:
        add_cards_to_lay(state, seat, moves)
    else:  # DRAWING, CLOSING
        add(moves, DRAW)
    if seat == state.turn_of and stage != HOLDING and state.hands[seat] & STOPS != NONE and can_be_stopped(state):
        add(moves, STOP + state.turn - 1)  # SH-15: your own turn, with no piece in hand


@rule
def apply(state, seat, move):
    if move == LET_GO:
        let_go(state)
    elif move == GO_ON:
        state.to_act &= ~only(seat)
    elif TAKE <= move < LET_GO:
        take(state, seat, move - TAKE)
    elif LAY <= move < ENOUGH:
        lay(state, seat, move - LAY)
    elif move == ENOUGH:
        go_to(state, CLOSING if state.intended == NONE else PLACING)
    elif move == DRAW:
        draw_for_turn(state, seat)
    elif FALLS <= move < REST:
        fall_off(state, move - FALLS)
    elif move == REST:
        come_to_rest(state)
    elif STOP <= move < GO_ON:
        stop_turn(state, seat)
    elif ROB <= move < CLEAR:
        rob(state, seat, move - ROB)
    elif move == CLEAR:
        clear_the_board(state, seat)
    elif move == LETS_PLAY:
        begin(state, seat)
    elif move < KEEP:
        pass_on(state, seat, (move - PASS_ON) % WAYS_TO_PASS, (move - PASS_ON) // WAYS_TO_PASS)
    elif move < PUT:
        pick(state, seat, card_of(state.hands[seat], move - KEEP))
    else:
        put(state, seat, card_of(state.picked[seat], move - PUT))


@hot_rule
def kinds_of(cards):
    """A set of cards as a set of kinds: Wilds are one."""
    return (cards & COLOURED_CARDS) | (one(COLOURED) if cards & WILDS != NONE else NONE)


@hot_rule
def card_of(cards, kind):
    """One card of this kind."""
    return lowest_bit(cards & WILDS) if kind == COLOURED else kind


@hot_rule
def card_for(cards, piece):
    """The card that stands for a piece: its own, or one of the Wilds."""
    return lowest_bit(cards & WILDS) if piece >= COLOURED else piece


# Placing a piece


@rule
def on_platform(state):
    """The set of pieces on the platform."""
    pieces = NONE
    for place in range(state.stacked_count):
        pieces |= one(state.stacked[place])
    return pieces


@rule
def free_whites(state):
    """White pieces that are not in play, nor chosen, nor reserved for anyone (SH-11, SH-20)."""
    taken = on_platform(state) | state.whites
    for seat in range(state.players):
        taken |= state.reserved[seat]
    return WHITE_PIECES & ~taken


@rule
def pieces_of(state, cards):
    """The pieces that these cards let you place: a Wild, any white piece that is free."""
    return (cards & COLOURED_CARDS) | (free_whites(state) if cards & WILDS != NONE else NONE)


@rule
def pieces_to_take(state, seat):
    if state.variant == CLASSIC:  # SH-12: in an order you choose
        return (state.intended & COLOURED_CARDS) | state.whites
    if state.variant == SURVIVOR:
        return pieces_of(state, state.intended)
    if state.variant == DRAFT:  # SH-24
        return pieces_of(state, one(state.rows[seat, 0]))
    if state.stage == PLAYING:
        return pieces_of(state, state.hands[seat])
    # SH-20: a Wild passed for a certain white piece is placed as that one
    waiting, reserved = state.waiting[seat], state.reserved[seat]
    if bits_in(waiting & WILDS) == bits_in(reserved):
        waiting &= ~WILDS
    return pieces_of(state, waiting) | reserved


@rule
def take(state, seat, piece):
    """SH-4: one piece, in one hand. Its card lies open from now on, if it did not before."""
    if state.variant == PASS:
        cards = state.hands if state.stage == PLAYING else state.waiting
        card = one(card_for(cards[seat], piece))
        cards[seat] &= ~card
        state.intended |= card
        state.reserved[seat] &= ~one(piece)
    elif state.variant == DRAFT:
        state.intended |= one(state.rows[seat, 0])
        state.row_counts[seat] -= 1
        for place in range(state.row_counts[seat]):
            state.rows[seat, place] = state.rows[seat, place + 1]
    if piece >= COLOURED:
        state.whites |= one(piece)
    state.held = piece
    go_to(state, HOLDING)


@rule
def let_go(state):
    count = state.stacked_count
    state.stacked[count] = state.held
    state.stacked_count = count + 1
    if state.physics:  # SH-5
        open_stage(state, SETTLING, only(UMPIRE))
        return
    if is_so(state, risk_of(state, state.held, count)):
        falling = what_falls(state, state.stacked, count + 1)
        while falling != NONE:
            fall_off(state, lowest_bit(falling))
            falling &= falling - ONE
    come_to_rest(state)


@rule
def risk_of(state, piece, count):
    """What the model says about placing a piece on the first `count` that lie there."""
    layers = 0
    for place in range(count):
        layers += LAYERS[state.stacked[place] % len(SHAPES)]
    return risk(state.hand_level, piece % len(SHAPES), count, layers)


@rule
def fall_off(state, piece):
    """SH-6: a piece leaves the platform, and play (SH-7); a piece still held then goes back, too."""
    happened(FELL, piece)
    state.fallen |= one(piece)
    take_off(state, piece)
    if state.stage == HOLDING and state.physics:
        state.held = NO_PIECE
        open_stage(state, SETTLING, only(UMPIRE))


@rule
def take_off(state, piece):
    """The others keep their order."""
    left = 0
    for place in range(state.stacked_count):
        if state.stacked[place] != piece:
            state.stacked[left] = state.stacked[place]
            left += 1
    state.stacked_count = left


@rule
def come_to_rest(state):
    """SH-5: the placement is over."""
    fell, piece = state.fallen != NONE, state.held
    state.fallen = NONE
    state.held = NO_PIECE
    if state.stage == UNREST:  # SH-15: whatever fell, it was nobody's fault
        end_turn(state)
    elif not fell:
        state.idle_turn = 0
        complete(state, piece)
    elif state.variant == CLASSIC:
        state.idle_turn = 0
        end_with_a_fall(state)
    else:
        go_out(state)


@rule
def complete(state, piece):
    """Nothing fell: the card of the piece is played (SH-16), and the turn goes on."""
    happened(STOOD, piece)
    seat = state.turn_of
    card = one(card_for(state.intended, piece))
    state.intended &= ~card
    state.discard |= card
    state.whites &= ~one(piece)
    if state.variant == CLASSIC:
        if state.intended != NONE:
            go_to(state, PLACING)
        elif state.hands[seat] == NONE:  # SH-12: before drawing
            win(state, only(seat))
        else:
            go_to(state, CLOSING)
    elif state.variant == PASS and state.waiting[seat] != NONE:  # SH-19: all of those first
        go_to(state, PLACING)
    elif state.variant == PASS and not state.drawn and could_draw(state):
        go_to(state, DRAWING)
    elif state.variant == PASS and state.hands[seat] != NONE:
        go_to(state, PASSING)
    else:
        end_turn(state)


# Drawing


@rule
def draw_for_turn(state, seat):
    if state.stage == CLOSING:  # SH-12
        draw_to_hand(state, seat)
        end_turn(state)
    elif state.variant == SURVIVOR:  # SH-17: openly
        state.intended = one(draw(state))
        go_to(state, PLACING)
    else:  # SH-19
        state.drawn = 1
        for _ in range(THREE):
            draw_to_hand(state, seat)
        go_to(state, PLAYING)


@rule
def draw_to_hand(state, seat):
    """One card, if there is any."""
    card = draw(state)
    if card == NO_CARD:
        happened(NONE_LEFT, seat)
    else:
        happened(DREW, seat, card)
        state.hands[seat] |= one(card)
        state.idle_turn = 0


@rule
def draw(state):
    """The next card of the deck, which is made anew when it is empty; NO_CARD if that is nothing."""
    if state.deck_count == 0:
        make_new_deck(state)
    if state.deck_count == 0:
        return NO_CARD
    state.deck_count -= 1
    return np.int64(state.deck[state.deck_count])


@rule
def make_new_deck(state):
    """SH-16: cards whose pieces are on the platform stay behind, the other discards are shuffled into the deck."""
    free = free_discards(state)
    if free != NONE:
        happened(NEW_DECK, bits_in(free))
    state.discard &= ~free
    state.deck_count = put_on_deck(state, free, state.deck_count)
    shuffle(state, state.deck, state.deck_count)


@rule
def free_discards(state):
    """Discards without those whose pieces are on the platform: of the Wilds, one for each white piece there."""
    pieces = on_platform(state)
    free = state.discard & ~(pieces & COLOURED_PIECES)
    for _ in range(bits_in(pieces & WHITE_PIECES)):
        wilds = free & WILDS
        free &= ~(wilds & (~wilds + ONE))  # without the lowest of them
    return free


@rule
def put_on_deck(state, cards, count):
    """Put cards on a deck that has `count`; the new count."""
    while cards != NONE:
        state.deck[count] = lowest_bit(cards)
        count += 1
        cards &= cards - ONE
    return count


@rule
def could_draw(state):
    return state.deck_count > 0 or free_discards(state) != NONE


# Classic


@rule
def add_cards_to_lay(state, seat, moves):
    """SH-11: cards of one colour, and any Wilds, each for a white piece."""
    hand = state.hands[seat]
    coloured = state.intended & COLOURED_CARDS
    if coloured != NONE:
        coloured = run_of_colour(lowest_bit(coloured) // len(SHAPES))
        hand &= coloured | WILDS
    add_wide_run(moves, LAY, pieces_of(state, hand))
    add(moves, ENOUGH)
    if state.intended == NONE and hand & CLEARS != NONE:  # SH-14: as the whole turn
        add(moves, CLEAR)


OF_A_COLOUR = run_of(0, len(SHAPES))


@hot_rule
def run_of_colour(colour):
    """The cards of a colour."""
    return OF_A_COLOUR << np.uint64(colour * len(SHAPES))


@rule
def lay(state, seat, piece):
    card = one(card_for(state.hands[seat], piece))
    state.hands[seat] &= ~card
    state.intended |= card
    if piece >= COLOURED:
        state.whites |= one(piece)
    go_to(state, LAYING)


@rule
def end_with_a_fall(state):
    """SH-13: a card for each one that was not completed; then those go, and the steal is still to come."""
    seat = state.turn_of
    for _ in range(bits_in(state.intended)):
        draw_to_hand(state, seat)
    if state.strict:
        state.hands[seat] |= state.intended
        stayed = on_platform(state) & ((state.intended & COLOURED_CARDS) | state.whites)
        if stayed != NONE:  # only the last one can have stayed
            happened(LIFTED, lowest_bit(stayed))
            take_off(state, lowest_bit(stayed))
    else:
        state.discard |= state.intended
    state.intended = NONE
    state.whites = NONE
    go_to(state, ROBBING)


@rule
def rob(state, seat, victim):
    """SH-13: any card of another player's."""
    hand = state.hands[victim]
    stolen = nth_bit(hand, below(state, bits_in(hand)))
    happened(STOLEN, victim, stolen)
    card = one(stolen)
    state.hands[victim] &= ~card
    state.hands[seat] |= card
    if state.hands[victim] == NONE:
        win(state, only(victim))
    else:
        end_turn(state)


@rule
def clear_the_board(state, seat):
    """SH-14: all pieces go, and all discards are shuffled into the deck; this card starts the new discard pile."""
    card = one(lowest_bit(state.hands[seat] & CLEARS))
    state.hands[seat] &= ~card
    state.stacked_count = 0
    state.deck_count = put_on_deck(state, state.discard, state.deck_count)
    shuffle(state, state.deck, state.deck_count)
    state.discard = card
    state.idle_turn = 0
    if state.hands[seat] == NONE:
        win(state, only(seat))
    else:
        end_turn(state)


@rule
def stop_turn(state, seat):
    """SH-15: first the Stop is discarded, then the player of the turn draws, then the intended cards go."""
    stopped = state.turn_of
    stop = one(lowest_bit(state.hands[seat] & STOPS))
    state.hands[seat] &= ~stop
    state.discard |= stop
    pushed = state.held != NO_PIECE and state.physics
    state.held = NO_PIECE
    if state.hands[seat] == NONE and (seat != stopped or state.intended == NONE):
        win(state, only(seat))
        return
    for _ in range(bits_in(state.intended)):
        draw_to_hand(state, stopped)
    state.discard |= state.intended
    state.intended = NONE
    state.whites = NONE
    if pushed:
        open_stage(state, UNREST, only(UMPIRE))
    else:
        end_turn(state)


@rule
def cards_left(state, seat):
    """SH-9: those laid down but not yet placed are still yours."""
    intended = bits_in(state.intended) if seat == state.turn_of else 0
    return bits_in(state.hands[seat]) + intended


@rule
def fewest_cards(state):
    """SH-16a: equal is shared."""
    fewest = CARDS
    winners = NOBODY
    for seat in range(state.players):
        left = cards_left(state, seat)
        if left < fewest:
            fewest = left
            winners = NOBODY
        if left == fewest:
            winners |= only(seat)
    return winners


# Survivor, Play One Pass One Toss One, Card Drafting


@rule
def go_out(state):
    """SH-17, SH-21, SH-24: whoever lets a piece fall is out, and whatever cards they have are discarded."""
    seat = state.turn_of
    happened(OUT, seat)
    state.in_game &= ~only(seat)
    state.discard |= state.intended | state.hands[seat] | state.waiting[seat]
    for place in range(state.row_counts[seat]):
        state.discard |= one(state.rows[seat, place])
    state.intended = NONE
    state.whites = NONE
    state.hands[seat] = NONE
    state.waiting[seat] = NONE
    state.reserved[seat] = NONE
    state.row_counts[seat] = 0
    if state.in_game & (state.in_game - 1) == NOBODY:  # the last one in
        win(state, state.in_game)
    else:
        end_turn(state)


# Play One, Pass One, Toss One


@rule
def add_passes(state, seat, moves):
    """SH-19, SH-20: a card to any other player still in; a Wild also for a white piece that is free."""
    kinds = kinds_of(state.hands[seat])
    whites = free_whites(state) if state.hands[seat] & WILDS != NONE else NONE
    ways = kinds | whites << ONE  # the white pieces come after the kinds
    for other in range(state.players):
        if other != seat and is_in(state, other):
            add_wide_run(moves, PASS_ON + other * WAYS_TO_PASS, ways)


@rule
def pass_on(state, seat, way, receiver):
    kind = min(way, COLOURED)
    card = one(card_of(state.hands[seat], kind))
    state.hands[seat] &= ~card
    state.waiting[receiver] |= card
    if way > COLOURED:  # SH-20: reserved from now on
        state.reserved[receiver] |= one(way - 1)
    state.discard |= state.hands[seat]  # the third is tossed
    state.hands[seat] = NONE
    end_turn(state)


# Card Drafting


@rule
def pick(state, seat, card):
    """SH-22: all at once, unseen."""
    if not chose(state, seat, card):
        return
    for other in range(state.players):
        if is_in(state, other):
            picked = one(state.choices[other])
            state.hands[other] &= ~picked
            state.picked[other] |= picked
    forget_choices(state)
    happened(PACKETS_PASSED)
    pass_packets_left(state)
    go_on_picking(state)


@rule
def pass_packets_left(state):
    last = state.turn_of
    packet = state.hands[last]
    seat = next_in(state, last)
    while True:
        packet, state.hands[seat] = state.hands[seat], packet
        if seat == last:
            return
        seat = next_in(state, seat)


@rule
def go_on_picking(state):
    """The last card of a packet is picked by itself."""
    left = bits_in(state.hands[state.turn_of])
    if left > 1:
        open_stage(state, PICKING, state.in_game)
        return
    for seat in range(state.players):
        state.picked[seat] |= state.hands[seat]
        state.hands[seat] = NONE
    if bits_in(state.picked[state.turn_of]) > 1:
        open_stage(state, ARRANGING, state.in_game)
        return
    for seat in range(state.players):
        if is_in(state, seat):
            add_to_row(state, seat, lowest_bit(state.picked[seat]))
    begin_turn(state, state.turn_of)


@rule
def put(state, seat, card):
    """SH-23: left to right; the last card finds its place by itself."""
    add_to_row(state, seat, card)
    if bits_in(state.picked[seat]) == 1:
        add_to_row(state, seat, lowest_bit(state.picked[seat]))
        if finished(state, seat):
            begin_turn(state, state.turn_of)


@rule
def add_to_row(state, seat, card):
    state.rows[seat, state.row_counts[seat]] = card
    state.row_counts[seat] += 1
    state.picked[seat] &= ~one(card)


@rule
def draft_more(state):
    """SH-25: five more each; where the deck is short the free discards come in, and all get equally many."""
    count = 0
    for seat in range(state.players):
        count += is_in(state, seat)
    if state.deck_count < DEAL_MORE * count:
        make_new_deck(state)
    each = min(DEAL_MORE, state.deck_count // count)
    if each == 0:
        win(state, state.in_game)
    else:
        happened(DEALT_MORE, each)
        deal(state, each)
        go_on_picking(state)


# Winning


@rule
def score(state, out):
    """Classic: what is left to get rid of, as a loss. The others: whether a seat is still in."""
    for seat in range(state.players):
        if state.variant == CLASSIC:
            out[seat] = -cards_left(state, seat)
        else:
            out[seat] = 1 if is_in(state, seat) else 0


# What a seat cannot know


@rule
def redeal(state, seat):
    """All cards that others hold unseen, and the deck, are mixed and dealt anew."""
    hidden = state.deck_count
    for other in range(state.players):
        if other != seat:
            hidden = put_on_deck(state, state.hands[other], hidden)
            hidden = put_on_deck(state, state.picked[other], hidden)
            for place in range(state.row_counts[other]):
                state.deck[hidden] = state.rows[other, place]
                hidden += 1
    shuffle(state, state.deck, hidden)
    for other in range(state.players):
        if other != seat:
            for place in range(state.row_counts[other]):
                hidden -= 1
                state.rows[other, place] = state.deck[hidden]
            count = bits_in(state.picked[other])
            state.picked[other] = top_of_deck(state, hidden, count)
            hidden -= count
            count = bits_in(state.hands[other])
            state.hands[other] = top_of_deck(state, hidden, count)
            hidden -= count
            if state.choices[other] != NOT_CHOSEN:
                state.choices[other] = nth_bit(state.hands[other], below(state, count))
    if can_be_stopped(state) and state.to_act != NOBODY:  # SH-16b: who holds a Stop is not known, either
        mine = only(seat) if seat >= 0 and seat != state.turn_of else NOBODY
        state.to_act = (state.to_act & (mine | only(state.turn_of) | only(UMPIRE))) | (stop_holders(state) & ~mine)


@rule
def top_of_deck(state, hidden, count):
    cards = NONE
    for place in range(hidden - count, hidden):
        cards |= one(state.deck[place])
    return cards
