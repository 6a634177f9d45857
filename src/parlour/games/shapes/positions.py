"""Positions of Shapes, written and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...components.shapes_deck import CARD_NAMES, COLOURED, COLOURED_CARDS, PIECE_NAMES, PIECES, WILDS
from ...engine.cards import bits_listed
from ...engine.errors import BadPosition
from ...engine.position import Places, Supply, check_winners, entries, stacks
from ...engine.seats import UMPIRE, only, seats_in
from ...engine.stages import NOT_CHOSEN
from .rules import (
    ARRANGING,
    CLASSIC,
    DRAFT,
    HOLDING,
    NO_PIECE,
    OVER,
    PASS,
    PICKING,
    ROW,
    SETTLING,
    STAGES,
    STARTING,
    SURVIVOR,
    THREE,
    TURNS,
    UNREST,
    can_be_stopped,
    could_draw,
    fewest_cards,
    stop_holders,
)

_IN_ALL = ("starting", "holding", "settling", "over")
_STAGES_OF = {  # of each variant; with the first of them a turn begins
    CLASSIC: ("laying", "closing", "robbing", "unrest", "placing", *_IN_ALL),
    SURVIVOR: ("drawing", "placing", *_IN_ALL),
    PASS: ("drawing", "placing", "playing", "passing", *_IN_ALL),
    DRAFT: ("placing", "picking", "arranging", *_IN_ALL),
}


def card_names(cards: Any) -> list[str]:
    return [CARD_NAMES[card] for card in _members(cards)]


def piece_names(pieces: Any) -> list[str]:
    return [PIECE_NAMES[piece] for piece in _members(pieces)]


def _members(members: Any) -> list[int]:
    return bits_listed(int(members))


def stacked_names(state: Any) -> list[str]:
    return [PIECE_NAMES[piece] for piece in state.stacked[: state.stacked_count].tolist()]


def row_names(state: Any, seat: int) -> list[str]:
    return [CARD_NAMES[card] for card in state.rows[seat, : state.row_counts[seat]].tolist()]


def write_places(state: Any, players: int) -> dict[str, Any]:
    everyone = range(players)
    choices = state.choices[:players].tolist()
    return {
        "stage": STAGES[state.stage],
        "turn_of": int(state.turn_of),
        "turn": int(state.turn),
        "starter": int(state.starter),
        "out": [seat for seat in everyone if seat not in seats_in(state.in_game)],
        "idle": int(state.idle),
        "idle_turn": bool(state.idle_turn),
        "drawn": bool(state.drawn),
        "hands": [card_names(state.hands[seat]) for seat in everyone],
        "intended": card_names(state.intended),
        "whites": piece_names(state.whites),
        "held": None if state.held == NO_PIECE else PIECE_NAMES[state.held],
        "platform": stacked_names(state),
        "fallen": piece_names(state.fallen),
        "waiting": [card_names(state.waiting[seat]) for seat in everyone],
        "reserved": [piece_names(state.reserved[seat]) for seat in everyone],
        "picked": [card_names(state.picked[seat]) for seat in everyone],
        "choices": [None if choice == NOT_CHOSEN else CARD_NAMES[choice] for choice in choices],
        "rows": [row_names(state, seat) for seat in everyone],
        "discard": card_names(state.discard),
        "deck": [CARD_NAMES[card] for card in reversed(state.deck[: state.deck_count].tolist())],
    }


def read_places(cards: Sequence[int], state: Any, places: Places) -> None:
    reader = _Reader(cards, state, places)
    reader.read()


class _Reader:
    """Sets a blank state up. What follows from the rest may be left out; what contradicts it is reported."""

    def __init__(self, cards: Sequence[int], state: Any, places: Places) -> None:
        self.state, self.places = state, places
        self.players = range(places.players)
        self.variant = int(state.variant)
        self.supply = Supply(cards, CARD_NAMES)

    def read(self) -> None:
        self.read_turn()
        self.read_platform()
        self.read_cards()
        self.check_held()
        self.check_places()
        if self.state.stage != OVER:
            self.check_stage()
        self.read_to_act()

    def read_turn(self) -> None:
        state, places = self.state, self.places
        state.stage = STAGES.index(places.one_of("stage", _STAGES_OF[self.variant], _STAGES_OF[self.variant][0]))
        self.out = self.seats("out")
        state.in_game = sum(1 << seat for seat in self.players if seat not in self.out)
        first = min(set(self.players) - set(self.out), default=0)
        acting = seats_in(state.to_act)
        state.turn_of = places.seat("turn_of", acting[0] if places.to_act_given and len(acting) == 1 else first)
        early = state.stage in (STARTING, PICKING, ARRANGING)
        state.turn = places.number("turn", 0 if early else 1, TURNS, 0 if early else 1)
        starting = state.stage == STARTING
        state.starter = places.number("starter", -1, places.players - 1, -1 if starting else int(state.turn_of))
        if (state.starter < 0) != starting:
            raise BadPosition("position: starter is -1 in stage starting, and a seat ever after")
        state.idle = places.number("idle", 0, places.players, 0)

    def switch(self, key: str, default: bool) -> bool:
        value = self.places.take(key, default)
        if not isinstance(value, bool):
            raise BadPosition(f"position: {key} is {value!r}; right would be true or false")
        return value

    def seats(self, key: str) -> list[int]:
        found = self.places.entries(key, self.places.players)
        for seat in found:
            if type(seat) is not int or seat not in self.players or found.count(seat) > 1:
                raise BadPosition(f"position: {key} is {found!r}; right would be seats from 0, each at most once")
        return found

    # Pieces

    def pieces(self, key: str, value: Any, *, white: bool = False) -> list[int]:
        found = []
        for name in entries(key, value, PIECES):
            if name not in PIECE_NAMES or (white and not name.startswith("white ")):
                right = "a white piece, such as white disc" if white else "a piece, such as red half disc or white disc"
                raise BadPosition(f"position: {key} has {name!r}; right would be {right}")
            found.append(PIECE_NAMES.index(name))
        if len(set(found)) < len(found):
            raise BadPosition(f"position: {key} has a piece twice; there is one of each")
        return found

    def read_platform(self) -> None:
        state, places = self.state, self.places
        platform = self.pieces("platform", places.take("platform", []))
        state.stacked_count = len(platform)
        state.stacked[: len(platform)] = platform
        whites = self.pieces("whites", places.take("whites", []), white=True)
        fallen = self.pieces("fallen", places.take("fallen", []))
        state.whites, state.fallen = _set(whites), _set(fallen)
        held = places.take("held")
        state.held = NO_PIECE if held is None else self.pieces("held", [held])[0]
        reserved = places.take("reserved", [[] for _ in self.players])
        if not isinstance(reserved, list) or len(reserved) != len(self.players):
            raise BadPosition(f"position: reserved must be a list of {len(self.players)} lists, one for each seat")
        named = [self.pieces(f"reserved[{seat}]", pieces, white=True) for seat, pieces in enumerate(reserved)]
        for seat, pieces in enumerate(named):
            state.reserved[seat] = _set(pieces)
        settling = state.stage == SETTLING
        places_of = [*platform, *fallen, *(white for pieces in named for white in pieces)]
        places_of += [white for white in whites if not (settling and white == state.held)]
        for piece in places_of:
            if places_of.count(piece) > 1:
                raise BadPosition(f"position: {PIECE_NAMES[piece]} is in two places; there is one of each piece")
        if fallen and state.stage not in (SETTLING, UNREST):
            raise BadPosition("position: fallen belongs to the stages settling and unrest; after that they are back")

    # Cards

    def read_cards(self) -> None:
        state, places, supply = self.state, self.places, self.supply
        nothing: list[list[str]] = [[] for _ in self.players]
        for key, field in (("hands", state.hands), ("waiting", state.waiting), ("picked", state.picked)):
            for seat, names in enumerate(places.names_by_seat(key, nothing)):
                field[seat] = _set(supply.take_all(names, f"{key}[{seat}]"))
        for seat, names in enumerate(places.names_by_seat("rows", nothing)):
            if len(names) > ROW:
                raise BadPosition(f"position: rows[{seat}] has {len(names)} cards; right would be at most {ROW}")
            state.rows[seat, : len(names)] = supply.take_all(names, f"rows[{seat}]")
            state.row_counts[seat] = len(names)
        state.intended = _set(supply.take_all(places.names("intended", []), "intended"))
        self.read_choices()
        discard = places.names("discard", [])
        rest = stacks(supply, discard=[*discard, *self.cards_of_platform(discard)], deck=places.names("deck", []))
        state.discard = _set(rest["discard"])
        state.deck[: len(rest["deck"])] = rest["deck"][::-1]
        state.deck_count = len(rest["deck"])
        self.check_cards_of_platform()
        holds = self.variant == PASS and bool(state.hands[state.turn_of])
        state.drawn = self.switch("drawn", holds or STAGES[state.stage] in ("playing", "passing"))
        stuck = self.variant == CLASSIC and state.stage != STARTING and not could_draw.plainly(state)
        state.idle_turn = self.switch("idle_turn", stuck)

    def read_choices(self) -> None:
        state = self.state
        state.choices[:] = NOT_CHOSEN
        for seat, name in enumerate(self.places.entries("choices", len(self.players))):
            if name is not None:
                packet = [card for card in _members(state.hands[seat]) if CARD_NAMES[card] == name]
                if not packet:
                    raise BadPosition(f"position: choices[{seat}] is {name!r}, which is not in this seat's hand")
                state.choices[seat] = packet[0]

    def played_pieces(self) -> list[int]:
        """Pieces on the platform whose cards were played: all but the one that is still settling."""
        state = self.state
        settling = int(state.held) if state.stage == SETTLING else NO_PIECE
        return [piece for piece in state.stacked[: state.stacked_count].tolist() if piece != settling]

    def cards_of_platform(self, named: list[str]) -> list[str]:
        """Cards that can only be in the discard pile, since their pieces are on the platform."""
        pieces = self.played_pieces()
        wilds = sum(piece >= COLOURED for piece in pieces) - named.count("wild")
        coloured = [PIECE_NAMES[piece] for piece in pieces if piece < COLOURED]
        return [*(name for name in coloured if name not in named), *["wild"] * max(0, wilds)]

    def check_cards_of_platform(self) -> None:
        discard = int(self.state.discard)
        pieces = self.played_pieces()
        for piece in pieces:
            if piece < COLOURED and not discard >> piece & 1:
                raise BadPosition(f"position: {PIECE_NAMES[piece]} is on the platform, so its card is in the discard")
        whites = sum(piece >= COLOURED for piece in pieces)
        if whites > bin(discard & int(WILDS)).count("1"):
            raise BadPosition(f"position: {whites} white pieces are on the platform, so as many wilds are discarded")

    # What must go together

    def check_held(self) -> None:
        state = self.state
        held, stage = int(state.held), int(state.stage)
        wilds = bin(int(state.intended) & int(WILDS)).count("1")
        whites = bin(int(state.whites)).count("1")
        if whites > wilds or (self.variant == CLASSIC and whites < wilds):
            raise BadPosition(f"position: intended has {wilds} wilds, but whites names {whites} white pieces for them")
        if held == NO_PIECE:
            if stage == HOLDING or (stage == SETTLING and not state.fallen):
                raise BadPosition("position: held is missing; a piece is in the hand, or was just let go")
            return
        if stage not in (HOLDING, SETTLING):
            raise BadPosition(f"position: nothing is held in stage {STAGES[stage]}")
        theirs = int(state.whites) if held >= COLOURED else int(state.intended)
        if not theirs >> held & 1:
            raise BadPosition(f"position: held is {PIECE_NAMES[held]}, whose card is not among the intended ones")
        let_go = held in state.stacked[: state.stacked_count] or int(state.fallen) >> held & 1
        if (stage == SETTLING) != bool(let_go):
            right = "on the platform or fallen" if stage == SETTLING else "in the hand only"
            raise BadPosition(f"position: {PIECE_NAMES[held]} is {right} in stage {STAGES[stage]}")

    def check_stage(self) -> None:
        """Whether a game can come to this stage with these cards in these places."""
        state, stage = self.state, STAGES[self.state.stage]
        in_hand = stage in ("holding", "settling")
        intended = len(card_names(state.intended))
        if int(state.intended) & ~int(COLOURED_CARDS | WILDS):
            raise BadPosition("position: intended has a card that has no piece")
        if stage == "starting" and state.stacked_count:
            raise BadPosition("position: platform is not empty before the first turn")
        if stage == "drawing" and not could_draw.plainly(state):
            raise BadPosition("position: stage drawing, but there is nothing left to draw")
        if self.variant == CLASSIC:
            self.check_classic(stage, intended)
        else:
            most = 1 if in_hand or (stage == "placing" and self.variant == SURVIVOR) else 0
            if intended != most:
                raise BadPosition(f"position: intended has {intended} cards; in stage {stage} there would be {most}")
            self.check_still_in(stage)
        if self.variant == PASS:
            self.check_passed(stage)
        if self.variant == DRAFT:
            self.check_draft(stage)

    def check_classic(self, stage: str, intended: int) -> None:
        state = self.state
        colours = {name.split()[0] for name in card_names(state.intended)} - {"wild"}
        if len(colours) > 1:
            raise BadPosition(f"position: intended has {' and '.join(sorted(colours))}; the cards are of one colour")
        if intended and stage not in ("laying", "placing", "holding", "settling"):
            raise BadPosition(f"position: intended has cards, but in stage {stage} none are left")
        if not intended and stage in ("placing", "holding", "settling"):
            raise BadPosition(f"position: intended is empty, but in stage {stage} there are pieces to place")
        for seat in self.players:
            mine = seat == state.turn_of and (intended or stage == "robbing")
            if not state.hands[seat] and not mine:
                raise BadPosition(f"position: hands[{seat}] is empty, so that seat would have won")
        if state.idle >= len(self.players):
            raise BadPosition(f"position: idle is {int(state.idle)}, so the game would be over")
        if len(seats_in(state.in_game)) < len(self.players):
            raise BadPosition("position: nobody is out in this variant")

    def check_still_in(self, stage: str) -> None:
        state, still_in = self.state, seats_in(self.state.in_game)
        if len(still_in) < 2:
            raise BadPosition(f"position: out is {self.out}, so the last one in would have won")
        if int(state.turn_of) not in still_in:
            raise BadPosition("position: turn_of is a seat that is out")
        for seat in self.out:
            if state.hands[seat] or state.waiting[seat] or state.picked[seat] or state.row_counts[seat]:
                raise BadPosition(f"position: seat {seat} is out, but has cards; they are discarded")
        if stage == "starting" and self.out:
            raise BadPosition("position: nobody is out before the first turn")

    def check_passed(self, stage: str) -> None:
        state, turn_of, in_hand = self.state, int(self.state.turn_of), stage in ("holding", "settling")
        for seat in self.players:
            wilds = bin(int(state.waiting[seat]) & int(WILDS)).count("1")
            if bin(int(state.reserved[seat])).count("1") > wilds:
                raise BadPosition(f"position: reserved[{seat}] names more white pieces than wilds wait for that seat")
        if stage != "starting" and bool(state.waiting[turn_of]) != (stage == "placing") and not in_hand:
            right = "placing" if stage != "placing" else "drawing"
            raise BadPosition(f"position: waiting[{turn_of}] does not go with stage {stage}; right would be {right}")
        least, most = {"playing": (1, THREE), "passing": (1, THREE - 1)}.get(stage, (0, 0))
        if in_hand and state.drawn:
            most = THREE - 1
        count = len(card_names(state.hands[turn_of]))
        if not least <= count <= most:
            raise BadPosition(
                f"position: hands[{turn_of}] has {count} cards; in stage {stage} there would be {least} to {most}"
            )
        if not in_hand and bool(state.drawn) != (stage in ("playing", "passing")):
            raise BadPosition(f"position: drawn does not go with stage {stage}")

    def check_draft(self, stage: str) -> None:
        state, still_in = self.state, seats_in(self.state.in_game)
        packets = [len(card_names(state.hands[seat])) for seat in still_in]
        picked = [len(card_names(state.picked[seat])) for seat in still_in]
        rows = [int(state.row_counts[seat]) for seat in still_in]
        together = [sum(cards) for cards in zip(packets, picked, rows, strict=True)]
        if stage in ("starting", "picking", "arranging") and (len(set(together)) > 1 or together[0] > ROW):
            raise BadPosition(f"position: all have equally many cards in a draft, at most {ROW}; found {together}")
        if stage in ("starting", "picking"):
            if len(set(packets)) > 1 or packets[0] < 2 or any(rows) or (stage == "starting" and any(picked)):
                raise BadPosition(
                    "position: all packets have equally many cards, two or more, and no rows are there yet"
                )
        elif any(packets):
            raise BadPosition("position: hands are empty when all is picked")
        elif stage == "arranging":
            if 1 in picked or not any(picked):
                raise BadPosition("position: two or more are left to be put in a row; the last one goes by itself")
        elif any(picked):
            raise BadPosition("position: picked is empty when all rows are arranged")
        else:
            first = still_in.index(int(state.turn_of))
            in_turn = rows[first:] + rows[:first]
            in_turn[0] += stage != "placing"  # its left-most card was just taken
            if in_turn != sorted(in_turn, reverse=True) or in_turn[0] - in_turn[-1] > 1 or not in_turn[0]:
                raise BadPosition(f"position: rows of {rows} cards cannot be: all play theirs in turn")

    def check_places(self) -> None:
        """Cards only where the variant has any."""
        state = self.state
        allowed = {
            CLASSIC: set(self.players),
            SURVIVOR: set(),
            PASS: {int(state.turn_of)},
            DRAFT: set(self.players),
        }[self.variant]
        for seat in self.players:
            passed = state.waiting[seat] or state.reserved[seat]
            drafted = state.picked[seat] or state.row_counts[seat] or state.choices[seat] != NOT_CHOSEN
            wrong = (passed and self.variant != PASS) or (drafted and self.variant != DRAFT)
            if wrong or (state.hands[seat] and seat not in allowed):
                raise BadPosition(f"position: seat {seat} has cards where this variant has none")

    def read_to_act(self) -> None:
        state = self.state
        if (state.stage == OVER) != bool(state.winners) or (state.winners and state.to_act):
            raise BadPosition('position: either somebody is to act, or the stage is "over" and there are winners')
        if state.stage == OVER:
            self.check_the_end()
            return
        stage, given = int(state.stage), int(state.to_act)
        extra = 0
        if stage == STARTING:
            must = int(state.in_game)
        elif stage == PICKING:
            must = sum(1 << seat for seat in seats_in(state.in_game) if state.choices[seat] == NOT_CHOSEN)
        elif stage == ARRANGING:
            must = sum(1 << seat for seat in seats_in(state.in_game) if state.picked[seat])
        elif stage in (SETTLING, UNREST):
            must = 0
        else:
            must = 1 << int(state.turn_of)
            extra = int(stop_holders.plainly(state)) if can_be_stopped.plainly(state) else 0
        if self.places.to_act_given and (given & ~extra != must):
            right = f"{seats_in(must)}" + (
                f", or also some of {seats_in(extra)}, who hold a stop turn" if extra else ""
            )
            raise BadPosition(f"position: to_act is {seats_in(given)}; right would be {right}")
        state.to_act = given if self.places.to_act_given else must | extra
        if stage in (SETTLING, UNREST) or (stage == HOLDING and state.physics and state.stacked_count):
            if not state.physics:
                raise BadPosition(f"position: stage {STAGES[stage]} needs an umpire: option falls must be physics")
            state.to_act |= only.plain(UMPIRE)

    def check_the_end(self) -> None:
        state = self.state
        if self.variant != CLASSIC:
            check_winners(state, int(state.in_game), "those who are still in")
            return
        fewest = fewest_cards.plainly(state)
        check_winners(state, fewest, "they have the fewest cards")


def _set(members: Sequence[int]) -> int:
    return sum(1 << member for member in members)
