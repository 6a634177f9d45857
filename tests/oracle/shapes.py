"""The four variants of Shapes, straight from the clauses SH-9 to SH-25.

Whether a piece falls is no matter of the clauses: an umpire says so (falls: physics), or fate does (falls: model).
Chance is handed in (`deal`, `after`); `judge_shapes` holds another game's positions against these rules instead.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .enumerate import Chance, Position
from .shapes_table import (
    CLEAR,
    COLOURED,
    LETS_PLAY,
    STOP,
    UMPIRE,
    WHITE_PIECES,
    WILD,
    Actor,
    Fate,
    Free,
    Table,
    all_cards,
    card_of,
    cards_of,
    completed,
    hand_size,
)


class Classic(Table):
    """SH-9 to SH-16b."""

    def moves(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        mine = self.turn_of == seat
        moves: set[str] = set()
        # SH-15: anyone who holds one, at any moment of the turn, but not from letting go to rest nor after a fall; on
        # your own turn only with no piece in hand. It names the turn it stops.
        if self.can_be_stopped() and STOP in hand and not (mine and self.stage == "holding"):
            moves.add(f"stop turn {self.turn}")
        if not mine:
            return moves | {"let it go on"}
        if self.stage == "laying":
            # SH-11: cards of one colour, any Wilds with them; Wilds alone, or no card at all, is allowed.
            colours = {card.split(" ")[0] for card in self.intended if card != WILD}
            for card in set(hand) & set(COLOURED):
                if colours <= {card.split(" ")[0]}:
                    moves.add(f"lay {card}")
            if WILD in hand:
                moves |= {f"lay wild as {piece}" for piece in self.free_whites()}
            moves.add("enough")
            if CLEAR in hand and not self.intended:
                moves.add("clear the board")  # SH-14: alone, as the whole turn
        elif self.stage == "closing":
            moves.add("draw")  # SH-12: a step of its own, always
        elif self.stage == "robbing":
            # SH-13: from another player, whom you choose.
            moves |= {f"rob seat {other}" for other in range(self.players) if other != seat and self.hands[other]}
        return moves | super().moves(seat)

    def can_be_stopped(self) -> bool:
        return self.stage in ("laying", "placing", "holding", "closing")

    def pieces_to_take(self) -> list[str]:
        return [card for card in self.intended if card != WILD] + self.whites  # SH-12: in an order you choose

    def ask(self, stage: str) -> None:
        # The others who hold a Stop Turn are asked at every such moment.
        super().ask(stage)
        if self.can_be_stopped():
            self.to_act = [seat for seat, hand in enumerate(self.hands) if seat == self.turn_of or STOP in hand]

    def has_cards(self, seat: int) -> bool:
        """SH-9: cards laid down but not yet placed are still yours."""
        return bool(self.hands[seat] or (seat == self.turn_of and self.intended))

    def begin(self) -> None:
        self.begin_turn(self.turn_of)

    def begin_turn(self, seat: int) -> None:
        self.next_turn(seat)
        self.idle_turn = not self.can_draw()  # SH-16a
        self.ask("laying")

    def make(self, seat: int, move: str) -> None:
        hand = self.hands[seat]
        if move == "let it go on":
            self.to_act.remove(seat)
        elif move.startswith("stop turn "):
            self.stop(seat)
        elif move.startswith("lay "):
            piece = move.removeprefix("lay ").removeprefix("wild as ")
            hand.remove(card_of(piece))
            self.intended.append(card_of(piece))
            if piece in WHITE_PIECES:
                self.whites.append(piece)
            self.ask("laying")
        elif move == "enough":
            self.ask("placing" if self.intended else "closing")
        elif move == "draw":
            self.draw_for(1)
            self.end_turn()
        elif move == "clear the board":
            self.clear_the_board()
        elif move.startswith("rob seat "):
            self.rob(int(move.removeprefix("rob seat ")))

    def draw_for(self, cards: int) -> None:
        """The player of the turn draws."""
        drawn = self.draw(cards)
        self.hands[self.turn_of] += drawn
        if drawn:
            self.idle_turn = False

    def placed(self, piece: str) -> None:
        # SH-13: a card is completed when its placement came to rest with nothing fallen. SH-16: it is discarded.
        self.intended.remove(card_of(piece))
        self.discard.insert(0, card_of(piece))
        if piece in WHITE_PIECES:
            self.whites.remove(piece)
        self.idle_turn = False
        if self.intended:
            self.ask("placing")
        elif not self.hands[self.turn_of]:
            self.win(self.turn_of)  # SH-12: before drawing
        else:
            self.ask("closing")

    def fell(self) -> None:
        # SH-13: draw first, then the uncompleted cards go to the discard pile (or back).
        self.draw_for(len(self.intended))
        if self.strict:
            uncompleted = {card for card in self.intended if card != WILD} | set(self.whites)
            self.platform = [piece for piece in self.platform if piece not in uncompleted]
            self.hands[self.turn_of] += self.intended
            self.intended = []
        self.discard_all(self.intended)
        self.whites = []
        self.idle_turn = False  # SH-16a: a turn that ends in a fall is not idle
        self.ask("robbing")

    def rob(self, victim: int) -> None:
        # SH-13: the card is random; a victim left without cards has won.
        card = self.fate.robbed(list(self.hands[victim]))
        self.hands[victim].remove(card)
        self.hands[self.turn_of].append(card)
        if not self.hands[victim]:
            self.win(victim)
        else:
            self.end_turn()

    def clear_the_board(self) -> None:
        # SH-14: no closing draw; the card itself starts the new discard pile; as the last card it wins.
        self.hands[self.turn_of].remove(CLEAR)
        self.platform = []
        self.deck = self.fate.shuffled(self.deck + self.discard)
        self.discard = [CLEAR]
        self.idle_turn = False
        if not self.hands[self.turn_of]:
            self.win(self.turn_of)
        else:
            self.end_turn()

    def stop(self, seat: int) -> None:
        # SH-15: the Stop card is discarded first, then the drawing, then the discarding.
        self.hands[seat].remove(STOP)
        self.discard.insert(0, STOP)
        if not self.has_cards(seat):
            self.win(seat)
            return
        self.draw_for(len(self.intended))
        self.discard_all(self.intended)
        self.whites = []
        # A piece in the hand goes back unplayed; nobody takes a piece before all is at rest.
        in_hand, self.held = self.held, None
        if in_hand and self.physics:
            self.stage, self.to_act = "unrest", []
        else:
            self.end_turn()

    def all_at_rest(self) -> None:
        if self.stage == "unrest":
            self.fallen = []  # SH-15: nobody's fault
            self.end_turn()
        else:
            super().all_at_rest()

    def end_turn(self) -> None:
        # SH-16a: as many idle turns in a row as there are players end the game; fewest cards win, equal is shared.
        self.idle = self.idle + 1 if self.idle_turn else 0
        if self.idle == self.players:
            fewest = min(len(hand) for hand in self.hands)
            self.win(*(seat for seat, hand in enumerate(self.hands) if len(hand) == fewest))
            return
        self.begin_turn((self.turn_of + 1) % self.players)  # SH-8a


class Knockout(Table):
    """What the other three share: any piece falls during your turn, and you are out; the last one in wins."""

    def still_in(self) -> list[int]:
        """Those still in, in the order of the turns to come."""
        round_the_table = [(self.turn_of + step) % self.players for step in range(1, self.players + 1)]
        return [seat for seat in round_the_table if seat not in self.out]

    def pieces_to_take(self) -> list[str]:
        return [piece for card in self.cards_to_place() for piece in self.pieces_of(card)]

    def cards_to_place(self) -> list[str]:
        raise NotImplementedError

    def take(self, piece: str) -> None:
        if piece in WHITE_PIECES:
            self.whites.append(piece)
        super().take(piece)

    def placed(self, piece: str) -> None:
        self.whites = []
        self.discard_all(self.intended)
        self.go_on()

    def go_on(self) -> None:
        """A piece was placed: what the player of the turn does next."""
        self.end_turn()

    def fell(self) -> None:
        # The card being placed is discarded, wherever its piece is now.
        self.whites = []
        self.discard_all(self.intended)
        self.out.append(self.turn_of)
        self.leave(self.turn_of)
        if len(self.still_in()) == 1:
            self.win(*self.still_in())
        else:
            self.end_turn()

    def leave(self, seat: int) -> None:
        """What becomes of the cards of a player who is out."""

    def end_turn(self) -> None:
        raise NotImplementedError


class Survivor(Knockout):
    """SH-17, SH-18."""

    def cards_to_place(self) -> list[str]:
        return self.intended

    def begin(self) -> None:
        self.next_turn(self.turn_of)
        self.ask("drawing")

    def make(self, seat: int, move: str) -> None:
        self.intended = self.draw(1)
        self.ask("placing")

    def end_turn(self) -> None:
        if not self.can_draw():
            self.win(*self.still_in())  # SH-18
            return
        self.next_turn(self.still_in()[0])
        self.ask("drawing")


class Pass(Knockout):
    """Play One, Pass One, Toss One: SH-19 to SH-21."""

    def moves(self, seat: int) -> set[str]:
        if self.stage != "passing":
            return super().moves(seat)
        moves: set[str] = set()
        for card in self.hands[seat]:
            # SH-20: a Wild you pass: you may choose the white piece.
            kinds = [WILD, *(f"wild as {piece}" for piece in self.free_whites())] if card == WILD else [card]
            # SH-19: to any other player still in.
            moves |= {f"pass {kind} to seat {other}" for kind in kinds for other in self.still_in() if other != seat}
        return moves

    def cards_to_place(self) -> list[str]:
        return self.hands[self.turn_of] if self.stage == "playing" else self.waiting[self.turn_of]

    def pieces_to_take(self) -> list[str]:
        if self.stage == "playing":
            return super().pieces_to_take()
        # SH-20: a white piece named when passing is the one to place; a Wild left open is the receiver's choice.
        reserved = self.reserved[self.turn_of]
        left_open = self.waiting[self.turn_of].count(WILD) - len(reserved)
        coloured = [card for card in self.waiting[self.turn_of] if card != WILD]
        return coloured + reserved + (self.free_whites() if left_open else [])

    def begin(self) -> None:
        self.next_turn(self.turn_of)
        self.ask("drawing")

    def take(self, piece: str) -> None:
        cards = self.cards_to_place()
        cards.remove(card_of(piece))
        self.intended = [card_of(piece)]
        if self.stage == "placing" and piece in self.reserved[self.turn_of]:
            self.reserved[self.turn_of].remove(piece)
        super().take(piece)

    def make(self, seat: int, move: str) -> None:
        hand = self.hands[seat]
        if move == "draw":
            hand += self.draw(3)  # SH-19, SH-21: three, or as many as there are
            self.drawn = True
            self.ask("playing")
            return
        name, receiver = move.removeprefix("pass ").split(" to seat ")
        piece = name.removeprefix("wild as ")
        card = WILD if name == WILD else card_of(piece)
        hand.remove(card)
        self.waiting[int(receiver)].append(card)
        if piece in WHITE_PIECES:
            self.reserved[int(receiver)].append(piece)
        self.discard_all(hand)  # SH-19: the third is tossed
        self.end_turn()

    def go_on(self) -> None:
        mine = self.turn_of
        if self.waiting[mine]:
            self.ask("placing")
        elif self.hands[mine]:
            self.ask("passing")  # SH-19: play, then pass, then toss
        elif not self.drawn and self.can_draw():
            self.ask("drawing")
        else:
            self.end_turn()

    def leave(self, seat: int) -> None:
        # SH-19: who falls passes nothing, the others are discarded. SH-21: and so are the cards waiting.
        self.discard_all(self.hands[seat])
        self.discard_all(self.waiting[seat])
        self.reserved[seat] = []

    def end_turn(self) -> None:
        # SH-21: a seat with nothing to do is skipped; nothing left to draw and nothing waiting: a shared win.
        for seat in self.still_in():
            if self.waiting[seat] or self.can_draw():
                self.next_turn(seat)
                self.ask("placing" if self.waiting[seat] else "drawing")
                return
        self.win(*self.still_in())


class Draft(Knockout):
    """Card Drafting: SH-22 to SH-25."""

    def moves(self, seat: int) -> set[str]:
        if self.stage == "picking":
            return {f"keep {card}" for card in self.hands[seat]}
        if self.stage == "arranging":
            return {f"put {card} in the row" for card in self.picked[seat]}
        return super().moves(seat)

    def cards_to_place(self) -> list[str]:
        return self.rows[self.turn_of][:1]  # SH-24: the left-most card

    def begin(self) -> None:
        self.pick_and_arrange()

    def take(self, piece: str) -> None:
        self.intended = [self.rows[self.turn_of].pop(0)]
        super().take(piece)

    def make(self, seat: int, move: str) -> None:
        self.to_act.remove(seat)
        if move.startswith("keep "):
            # SH-22: all at once: nothing is passed until everybody has picked.
            self.choices[seat] = move.removeprefix("keep ")
            if not self.to_act:
                self.pass_left()
        else:
            card = move.removeprefix("put ").removesuffix(" in the row")
            self.picked[seat].remove(card)
            self.rows[seat].append(card)  # SH-23: left to right
            if len(self.picked[seat]) == 1:
                self.rows[seat].append(self.picked[seat].pop())
            if self.picked[seat]:
                self.to_act = sorted([*self.to_act, seat])
        if not self.to_act:
            self.pick_and_arrange()

    def pass_left(self) -> None:
        seats = self.still_in()
        for seat in seats:
            choice = self.choices[seat]
            assert choice is not None
            self.hands[seat].remove(choice)
            self.picked[seat].append(choice)
            self.choices[seat] = None
        packets = [self.hands[seat] for seat in seats]
        for seat, packet in zip([*seats[1:], seats[0]], packets, strict=True):
            self.hands[seat] = packet

    def pick_and_arrange(self) -> None:
        """Ask those who have something to choose; what leaves no choice happens by itself."""
        for seat in self.still_in():
            if len(self.hands[seat]) == 1:
                self.picked[seat].append(self.hands[seat].pop())
        if any(self.hands):
            self.stage, self.to_act = "picking", sorted(self.still_in())
            return
        for seat in self.still_in():
            if len(self.picked[seat]) == 1:
                self.rows[seat].append(self.picked[seat].pop())
        self.stage = "arranging"
        self.to_act = sorted(seat for seat in self.still_in() if self.picked[seat])
        if not self.to_act:
            self.next_turn(self.turn_of)
            self.ask("placing")

    def leave(self, seat: int) -> None:
        self.discard_all(self.rows[seat])  # SH-24

    def end_turn(self) -> None:
        if not any(self.rows):
            self.turn_of = self.still_in()[0]  # SH-25: turn order just goes on
            self.draft_five_more()
            return
        self.next_turn(next(seat for seat in self.still_in() if self.rows[seat]))
        self.ask("placing")

    def draft_five_more(self) -> None:
        seats = sorted(self.still_in())
        # SH-25: deck short: all free discards are shuffled in; still short: an equal number, the rest stays.
        if len(self.deck) < 5 * len(seats):
            self.discard, free = self.sorted_discard()
            self.deck = self.fate.shuffled(self.deck + free)
        each = min(5, len(self.deck) // len(seats))
        if not each:
            self.win(*seats)
            return
        dealt, self.deck = self.deck[: each * len(seats)], self.deck[each * len(seats) :]
        for seat, packet in zip(seats, self.fate.packets(dealt, seats), strict=True):
            self.hands[seat] = packet
        self.pick_and_arrange()


VARIANTS: dict[str, type[Table]] = {
    "shapes": Classic,
    "shapes-survivor": Survivor,
    "shapes-pass": Pass,
    "shapes-draft": Draft,
}


def legal(position: Position, actor: Actor) -> set[str]:
    """The legal moves of a seat or of the umpire."""
    return VARIANTS[position["game"]](position).legal(actor)


def legal_moves(position: Position) -> dict[Actor, set[str]]:
    """The legal moves of every seat and of the umpire."""
    table = VARIANTS[position["game"]](position)
    return {actor: table.legal(actor) for actor in (*range(table.players), UMPIRE)}


def follow(position: Position, actor: Actor, move: str, fate: Fate) -> Position:
    """The position after the move, with chance falling as fate has it."""
    table = VARIANTS[position["game"]](position, fate)
    table.play(actor, move)
    return table.position()


def after(position: Position, actor: Actor, move: str, chance: Chance) -> Position:
    """The position after the move."""
    return follow(position, actor, move, Free(chance))


def deal(game: str, players: int, options: dict[str, Any], chance: Chance, cards: list[str] | None = None) -> Position:
    """A table before the first move, with the cards of the standard deck or these."""
    deck = chance.shuffle(cards_of(game, all_cards() if cards is None else cards))
    size = hand_size(players) if game in ("shapes", "shapes-draft") else 0
    position = completed(
        {
            "game": game,
            "players": players,
            "options": options,
            "to_act": list(range(players)),
            "stage": "starting",
            "hands": [[deck.pop(0) for _ in range(size)] for _ in range(players)],
            "deck": deck,
        }
    )
    starter = options.get("starter", "chance")
    if starter == "chance":
        return position
    return follow(position, starter, LETS_PLAY, Free(chance))


def cards_in(position: Position) -> Counter[str]:
    """Every card, wherever it is."""
    position = completed(position)
    by_seat = [cards for key in ("hands", "waiting", "picked", "rows") for cards in position[key]]
    piles = [position[key] for key in ("intended", "discard", "deck")]
    return Counter(card for cards in by_seat + piles for card in cards)


def canonical(position: Position) -> Position:
    """What a position means: without what nobody asks for any more, orders that do not matter sorted."""
    tidy = {key: value for key, value in completed(position).items() if key not in ("options", "chance", "scene")}
    for key in ("to_act", "winners", "intended", "whites", "fallen", "out", "discard"):
        tidy[key] = sorted(tidy[key])
    for key in ("hands", "waiting", "reserved", "picked"):
        tidy[key] = [sorted(cards) for cards in tidy[key]]
    dropped = {"drawn"} if tidy["game"] != "shapes-pass" else set()
    if tidy["game"] != "shapes":
        dropped |= {"idle", "idle_turn"}  # SH-16a is of Classic
    if tidy["winners"]:
        dropped |= {"stage", "turn_of", "turn", "idle", "idle_turn", "drawn", "held", "fallen", "whites", "reserved"}
    elif tidy["stage"] == "starting":
        dropped |= {"turn_of", "idle", "idle_turn"}
    return {key: value for key, value in tidy.items() if key not in dropped}
