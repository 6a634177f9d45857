"""Cooperative Game-On. The rules stand in rules.py; the rest is how they are set up, seen, told and written down."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import groupby, takewhile, zip_longest
from typing import Any

from ...components.game_on_cards import (
    BLACK,
    COLOUR_NAMES,
    GAME_CARDS,
    OF_EACH_TYPE,
    SHAPES,
    SHORT_NAMES,
    TYPES,
    TYPES_OPTION,
    GameOnCards,
    cards_in_play,
    number_of,
    types_of_seats,
)
from ...components.player_cards import (
    ALL_WAYS,
    COLOUR_COUNT,
    DECK_SIZE,
    KIND_NAMES,
    KIND_OF_WAY,
    NAMES_OR_NONE,
    NO_CARD,
    PLAYER_DECK,
    WAYS,
    count_held,
    gain,
    holds,
    kinds_held,
    names_held,
    not_among,
    of_shape,
    pile_names,
    pile_of,
    player_supply,
    print_of,
    read_known,
    take_kind,
    ways_that_fit,
)
from ...engine.cards import add, has, listed
from ...engine.errors import BadPosition
from ...engine.game import Game, Telling, in_words
from ...engine.options import Choice, ComponentOption, Switch
from ...engine.position import Places, Supply, check_winners, entries, stacks
from ...engine.reading import Reading
from ...engine.seats import seats_in
from ...engine.story import Event, story
from ...engine.verbs import Rules
from .greedy import greedy
from .meanings import meanings_at
from .rules import (
    ACTED,
    BLACK_UP,
    CAME_BACK,
    COVER,
    DECK_EMPTY,
    FINISH,
    HAND,
    LEFT,
    MOVE_NAMES,
    NEW_CARD,
    NOT_COMMITTED,
    NOTHING,
    REDRAW,
    REDREW,
    SCUTTLE,
    SEATS,
    STATE,
    STEAL,
    STOLE,
    TARGET,
    THE_END,
    TO_STEAL,
    TRACK,
    TURNED_OVER,
    apply,
    kind_shown,
    legal,
    outlook,
    redeal,
    score,
    setup,
    target_reached,
    the_end,
    to_the_team,
)

PACES = ("printed", "even", "each")
DEEDS = ("nothing", "acted", "redrew")
COMMITMENTS = ("", "steal", "scuttle")
TAKERS = ("The team takes", "The House takes", "Nobody gets")  # a card that leaves the track


class GameOnCoop(Game):
    """How Cooperative Game-On is set up, seen, told and written down."""

    id = "game-on-coop"
    title = "Cooperative Game-On"
    box = "game-on"
    summary = "One team against the House: cover the cards on the track before they run away."
    seats = range(2, SEATS + 1)
    version = 1
    state = STATE
    rules = Rules(setup, legal, apply, redeal, score, greedy, outlook)
    move_names = MOVE_NAMES
    card_places = ("hands", "piles", "discards", "committed", "covers", "track", "team", "house", "out", "deck")
    people_first = True
    all_may_lose = True
    why_suggested = {"pace": "with one new card a round three and more players hardly ever lose"}
    options = (
        Choice(
            "pace",
            "printed",
            "new cards a round: printed, one; even, half as many as you; each, as many as you, for heroes",
            PACES,
        ),
        Switch("black_cards", True, "whether Black Cards, one for each player, wipe the track"),
        Choice("hands", "open", "whether the team sees all hands", ("open", "hidden")),
        TYPES_OPTION,
        ComponentOption("cards", "standard", "the Game Cards and OMNIs to play with", GameOnCards),
    )

    def suggestions(self) -> dict[str, Any]:
        """CO-14a: with three and more, one new card a round is hardly ever lost."""
        return {"pace": "even"} if self.players > 2 else {}

    @property
    def target(self) -> int:
        return TARGET * self.players

    @functools.cached_property
    def types(self) -> list[int]:
        """The type of each seat's deck."""
        return types_of_seats(self.settings["types"], self.players)

    @functools.cached_property
    def in_play(self) -> list[int]:
        """The Game Cards that are used."""
        return cards_in_play(self.types)

    def lay_out(self, state: Any) -> None:
        self._lay_out_table(state)
        state.deck[: len(self.in_play)] = self.in_play
        state.deck_count = len(self.in_play)
        for seat in range(self.players):
            state.piles[seat] = PLAYER_DECK
            state.pile_counts[seat] = DECK_SIZE

    def _lay_out_table(self, state: Any) -> None:
        """What is the same however the cards lie."""
        cards = self.settings["cards"]
        state.prints[:] = [print_of(card) for card in cards.game_cards]
        state.fits[:] = [ways_that_fit(card, cards.omnis) for card in cards.game_cards]
        state.exact[:] = [_exact(card.colours) for card in cards.game_cards]
        state.pace = PACES.index(self.settings["pace"])
        state.open_hands = self.settings["hands"] == "open"
        state.black = self.players if self.settings["black_cards"] else 0  # CO-7
        state.covers[:] = NO_CARD
        state.types = sum(1 << one for one in self.types)

    def meanings(self) -> dict[str, str]:
        return meanings_at(self.target, black_cards=self.settings["black_cards"])

    def shows_move(self, move: int) -> bool:
        return move < STEAL or move >= REDRAW  # what lies on the track

    def when_time_is_up(self, legal: list[int], luck: float) -> int | None:
        return FINISH if FINISH in legal else None

    def seat_sees(self, state: Reading, seat: int | None) -> dict[str, Any]:
        hands: list[list[str] | None] = [None] * self.players
        if seat is not None:
            for one in range(self.players) if state.open_hands else (seat,):
                hands[one] = names_held(state.hands, one)
        return {"hand": [] if seat is None else hands[seat], "hands": hands}

    def all_see(self, state: Reading) -> dict[str, Any]:
        seats = range(self.players)
        names = self.settings["cards"].names
        covers, covered_by, scuttled = state.covers.tolist(), state.covered_by.tolist(), state.scuttled.tolist()
        return {
            "round": state.rounds,
            "types": [TYPES[one] for one in self.types],
            "hand_sizes": [count_held(state.hands, one) for one in seats],
            "piles": state.pile_counts[: self.players].tolist(),
            "discards": self._discards(state),
            "deck": state.deck_count,
            "track": [
                {
                    "card": names[card],
                    "name": SHORT_NAMES[card],
                    "covers": _names(covers[place]),
                    "covered_by": _owners(covers[place], covered_by[place]),
                    "scuttled": bool(scuttled[place]),
                }
                for place, card in enumerate(_track(state))
            ],
            "team": [{"card": names[card], "name": SHORT_NAMES[card]} for card in listed(state.team)],
            "house": [{"card": names[card], "name": SHORT_NAMES[card]} for card in listed(state.house)],
            "out": [names[card] for card in self._out(state)],
            "commitments": _commitments(state, self.players),
            "committed": [_committed(state, one) for one in seats],
            "deeds": [DEEDS[done] for done in state.deeds[: self.players].tolist()],
            "team_points": state.team_points,
            "house_points": state.house_points,
            "target": self.target,
            "pace": self.settings["pace"],
            "open_hands": bool(state.open_hands),
            "black": state.black,
            "black_out": state.black_out,
        }

    def why_not(self, state: Any, seat: int, move: int) -> str:
        if move == REDRAW:
            return "you redraw instead of playing or committing"
        if move < STEAL:
            place, way = divmod(move - COVER, ALL_WAYS)
            shape, kind = way // WAYS, int(KIND_OF_WAY[way // WAYS, way % WAYS])
            if place >= state.track_count:
                return f"there is no card {place + 1} on the track"
            if not holds.plainly(state.hands, seat, kind):
                return f"you do not hold {KIND_NAMES[kind]}"
            if state.scuttled[place]:
                return f"card {place + 1} was scuttled"
            if state.covers[place, shape] != NO_CARD:
                return f"the {SHAPES[shape]} of {SHORT_NAMES[state.track[place]]} is covered already"
            shown = self._shown(int(state.track[place]), shape)
            return f"{KIND_NAMES[kind]} does not match the {shown} of {SHORT_NAMES[state.track[place]]}"
        if state.commitment[seat] != NOT_COMMITTED:
            return "you have committed a card already, and one commitment at a time is allowed"
        if move < SCUTTLE:
            card, shape = divmod(move - STEAL, 3)
            if not has.plainly(state.house, card):
                return f"the House does not control {SHORT_NAMES[card]}"
        else:
            place, shape = divmod(move - SCUTTLE, 3)
            if place >= state.track_count:
                return f"there is no card {place + 1} on the track"
            if state.scuttled[place]:
                return f"card {place + 1} was scuttled already"
            card = int(state.track[place])
        shown = self._shown(card, shape)
        if shown.startswith("black"):
            return f"the {SHAPES[shape]} of {SHORT_NAMES[card]} is black, and has no colour to share"
        return f"you do not hold {shown}, exactly the {SHAPES[shape]} of {SHORT_NAMES[card]}"

    def _shown(self, card: int, shape: int) -> str:
        """A coloured shape of a Game Card."""
        return f"{COLOUR_NAMES[self.settings['cards'].game_cards[card].colours[shape]]} {SHAPES[shape]}"

    # Telling

    def tell(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        """A line for the move, one for what came to the track and left it, one for each Black Card and for the end."""
        lines = [self._tell_move(before, after, seat, move, telling)]
        goes_on = wiped = False
        for what, group in groupby(_told_together(story(apply, before, seat, move)), key=lambda event: event[0]):
            told = self._tell_alike(what, [event[1:] for event in group], after, telling)
            if what == BLACK_UP and wiped:
                told = "Another Black Card finds the track empty."
            elif what in (CAME_BACK, BLACK_UP, DECK_EMPTY, THE_END) or (what == NEW_CARD and not goes_on):
                lines.append("")
            lines[-1] += f" {told}" if lines[-1] else told
            goes_on = goes_on or what in (BLACK_UP, NEW_CARD)
            wiped = what == BLACK_UP or (wiped and what != NEW_CARD)
        return "\n".join(lines)

    def _tell_move(self, before: Any, after: Any, seat: int, move: int, telling: Telling) -> str:
        if move < STEAL:
            place, way = divmod(move - COVER, ALL_WAYS)
            used = KIND_NAMES[KIND_OF_WAY[way // WAYS, way % WAYS]]
            name = SHORT_NAMES[before.track[place]]
            done = telling.says(seat, f"cover the {SHAPES[way // WAYS]} of {name} with {used}")
            complete = all(kind != NO_CARD for kind in after.covers[place].tolist())
            return f"{done}: it is complete." if complete else f"{done}."
        if move < REDRAW:
            steals = move < SCUTTLE
            place, shape = divmod(move - (STEAL if steals else SCUTTLE), 3)
            card = place if steals else int(before.track[place])
            what = f"{'steal' if steals else 'scuttle'} {SHORT_NAMES[card]}"
            return f"{telling.says(seat, f'commit {self._shown(card, shape)} to {what}')}."
        if move == REDRAW:
            drawn = names_held(after.hands, seat)
            seen = telling.is_you(seat) or (after.open_hands and telling.to is not None)
            return f"{telling.says(seat, 'redraw')}{f': now {in_words(drawn)}' if seen else ''}."
        return f"{telling.says(seat, 'finish')}."

    def _tell_alike(self, what: int, facts: list[tuple[int, ...]], after: Any, telling: Telling) -> str:
        a = facts[0][0]
        if what == STOLE:
            return f"All have committed: the team steals {SHORT_NAMES[a]}!"
        if what == TURNED_OVER:
            return f"All have committed: {SHORT_NAMES[a]} is scuttled."
        if what == CAME_BACK:
            back = " ".join(f"{telling.says(seat, f'take {KIND_NAMES[kind]} back')}." for seat, kind, _ in facts)
            return f"Not all have committed: nothing comes of it. {back}"
        if what == BLACK_UP:
            return "A Black Card wipes the track!"
        if what == NEW_CARD:
            return f"New on the track: {in_words([SHORT_NAMES[card] for card, _, _ in facts])}."
        if what == LEFT:
            by_taker = [[SHORT_NAMES[card] for card, to, _ in facts if to == whose] for whose in range(len(TAKERS))]
            return " ".join(f"{who} {in_words(cards)}." for who, cards in zip(TAKERS, by_taker, strict=True) if cards)
        if what == DECK_EMPTY:
            return "The deck is empty, so the track is settled."
        if what == THE_END:
            total = f"{int(after.team_points)} to {int(after.house_points)}"
            return f"The team wins, {total}!" if after.winners else f"The House wins. The team has {total}."
        return f"Round {a} begins."

    def ending(self, state: Reading) -> str:
        """CO-2, CO-17, CO-18."""
        team, house = int(state.team_points), int(state.house_points)
        if state.deck_count == 0 and house - state.black_out == team:
            house = team  # before it broke the tie
        sides = (("The team", team), ("The House", house))
        there = [side for side, points in sides if points >= self.target]
        if len(there) == 1:
            late = self._complete(state) if there == ["The House"] else []
            too_late = f" Cards leave one by one, so {in_words(late)} came too late." if late else ""
            return f"{there[0]} has reached {self.target} points.{too_late}"
        reached = f"Both sides have reached {self.target} points" if there else "The Game Cards have run out"
        return f"{reached}: the higher total wins, and a tie goes to the House."

    def _complete(self, state: Reading) -> list[str]:
        """What is complete on the track, and would score for the team."""
        covers, scuttled = state.covers.tolist(), state.scuttled.tolist()
        return [
            SHORT_NAMES[card]
            for place, card in enumerate(_track(state))
            if not scuttled[place] and NO_CARD not in covers[place] and card // OF_EACH_TYPE in self.types
        ]

    # Positions

    def write_places(self, state: Any) -> dict[str, Any]:
        names = self.settings["cards"].names
        seats, track = range(self.players), range(state.track_count)
        covers, covered_by = (there[: state.track_count].tolist() for there in (state.covers, state.covered_by))
        return {
            "round": state.rounds,
            "hands": [names_held(state.hands, seat) for seat in seats],
            "known": [names_held(state.known, seat) for seat in seats],
            "piles": [pile_names(state, seat) for seat in seats],
            "discards": self._discards(state),
            "track": [names[state.track[place]] for place in track],
            "covers": [_names(kinds) for kinds in covers],
            "covered_by": [_owners(kinds, whose) for kinds, whose in zip(covers, covered_by, strict=True)],
            "scuttled": [place + 1 for place in track if state.scuttled[place]],
            "committed": [_committed(state, seat) for seat in seats],
            "commitments": _commitments(state, self.players),
            "deeds": [DEEDS[state.deeds[seat]] for seat in seats],
            "team": [names[card] for card in listed(state.team)],
            "house": [names[card] for card in listed(state.house)],
            "out": [names[card] for card in self._out(state)],
            "deck": [names[card] for card in reversed(state.deck[: state.deck_count].tolist())],
        }

    def _discards(self, state: Any) -> list[list[str]]:
        """What is nowhere else of each deck."""
        count = int(state.track_count)
        used: list[list[int]] = [
            [*kinds_held(state.hands, seat), *pile_of(state, seat)] for seat in range(self.players)
        ]
        covers, owners = state.covers[:count].ravel().tolist(), state.covered_by[:count].ravel().tolist()
        for kind, seat in zip(covers, owners, strict=True):
            if kind != NO_CARD:
                used[seat].append(kind)
        return [not_among([*kinds, *_kinds_committed(state, seat)]) for seat, kinds in enumerate(used)]

    def _out(self, state: Any) -> list[int]:
        """Cards that are nobody's: scuttled ones that have left the track, and Black Cards drawn."""
        deck = state.deck[: state.deck_count].tolist()
        seen = {*deck, *_track(state), *listed(state.team), *listed(state.house)}
        gone = [card for card in self.in_play if card not in seen]
        return gone + [GAME_CARDS + black for black in range(int(state.black_out))]

    def read_places(self, state: Any, places: Places) -> None:
        self._lay_out_table(state)
        state.rounds = places.number("round", 1, 1 << 14, 1)
        self._read_game_cards(state, places)
        for seat, done in enumerate(places.words_by_seat("deeds", DEEDS)):
            state.deeds[seat] = DEEDS.index(done)
        self._read_commitments(state, places.entries("commitments", self.players))
        self._read_player_cards(state, places)
        self._check_turn(state)

    def _read_game_cards(self, state: Any, places: Places) -> None:
        game_cards = self.settings["cards"]
        supply = Supply([*self.in_play, *range(GAME_CARDS, GAME_CARDS + int(state.black))], game_cards.names)
        for place, name in enumerate(places.entries("track", TRACK)):
            state.track[place] = game_cards.take(supply, name, f"track[{place}]")
            state.track_count += 1
        for place in places.entries("scuttled", TRACK):
            if place not in range(1, int(state.track_count) + 1):
                raise BadPosition(f"position: scuttled has {place!r}; right would be a place of the track, from 1")
            state.scuttled[int(place) - 1] = 1
        for name in places.names("team", []):
            to_the_team.plainly(state, game_cards.take(supply, name, "team"))
        for name in places.names("house", []):
            card = game_cards.take(supply, name, "house")
            add.plainly(state.house, card)
            state.house_points += game_cards.game_cards[card].points
        rest = {key: [game_cards.long_name(name) for name in places.names(key, default)] for key, default in _REST}
        found = stacks(supply, **rest)
        state.black_out = sum(1 for card in found["out"] if card >= GAME_CARDS)
        state.deck[: len(found["deck"])] = found["deck"][::-1]
        state.deck_count = len(found["deck"])

    def _read_commitments(self, state: Any, value: list[Any]) -> None:
        for seat, commitment in enumerate(value):
            if commitment is None:
                continue
            where = f"commitments[{seat}]"
            whole = isinstance(commitment, dict) and set(commitment) == {"to", "card", "shape"}
            if not whole or commitment["to"] not in COMMITMENTS[1:] or commitment["shape"] not in SHAPES:
                raise BadPosition(
                    f'position: {where} must be like {{"to": "steal", "card": "sun 7", "shape": "circle"}}'
                )
            card, shape = number_of(commitment["card"], where), SHAPES.index(commitment["shape"])
            state.commitment[seat] = COMMITMENTS.index(commitment["to"])
            steals = state.commitment[seat] == TO_STEAL
            open_cards = [state.track[place] for place in range(state.track_count) if not state.scuttled[place]]
            there = has.plainly(state.house, card) if steals else card in open_cards
            if not there:
                right = "a card of the House" if steals else "a card of the track that is not turned over"
                raise BadPosition(f"position: {where} is for {commitment['card']}; right would be {right}")
            if self.settings["cards"].game_cards[card].colours[shape] == BLACK:
                raise BadPosition(f"position: {where} is by a black {commitment['shape']}; nobody can commit to that")
            state.commit_card[seat], state.commit_shape[seat] = card, shape
            if state.deeds[seat] != ACTED:
                raise BadPosition(f"position: seat {seat} has committed a card, so deeds[{seat}] must be 'acted'")

    def _read_player_cards(self, state: Any, places: Places) -> None:
        nothing: list[list[str]] = [[] for _ in range(self.players)]
        hands, known = places.names_by_seat("hands"), places.names_by_seat("known", nothing)
        committed = places.names_by_seat("committed", nothing)
        given = places.names_by_seat("piles", [["..."] for _ in range(self.players)])
        discards = places.names_by_seat("discards", [[] if "..." in pile else ["..."] for pile in given])
        covers = self._read_covers(state, places)
        for seat in range(self.players):
            supply = player_supply()
            for name in hands[seat]:
                gain.plainly(state.hands, seat, take_kind(supply, name, f"hands[{seat}]"))
            read_known(state, seat, known[seat])
            expected = _committed(state, seat)
            if committed[seat] != expected:
                raise BadPosition(f"position: committed[{seat}] is {committed[seat]}; right would be {expected}")
            supply.take_all(committed[seat], f"committed[{seat}]")
            if len(hands[seat]) + len(committed[seat]) > HAND:
                raise BadPosition(f"position: seat {seat} holds more than {HAND} cards, with those committed")
            for place, shape, name in covers[seat]:
                where = f"covers[{place}]"
                kind = of_shape(take_kind(supply, name, where), shape, where)
                self._check_cover(state, int(state.track[place]), shape, kind, where)
                state.covers[place, shape] = kind
                state.covered_by[place, shape] = seat
            left = {f"piles[{seat}]": given[seat], f"discards[{seat}]": discards[seat]}
            pile = stacks(supply, **left)[f"piles[{seat}]"]
            state.piles[seat, : len(pile)] = [PLAYER_DECK[card] for card in pile[::-1]]
            state.pile_counts[seat] = len(pile)

    def _read_covers(self, state: Any, places: Places) -> list[list[tuple[int, int, str]]]:
        """For each seat: place, shape and name of the cards with which it covers."""
        by_seat: list[list[tuple[int, int, str]]] = [[] for _ in range(self.players)]
        count = int(state.track_count)
        covers, covered_by = (
            [entries(f"{key}[{place}]", three, len(SHAPES)) for place, three in enumerate(places.entries(key, count))]
            for key in ("covers", "covered_by")
        )
        for place, (names, owners) in enumerate(zip_longest(covers, covered_by, fillvalue=())):
            for shape, (name, owner) in enumerate(zip_longest(names, owners)):
                if (name is None) != (owner is None) or owner not in (None, *range(self.players)):
                    raise BadPosition(f"position: covers[{place}] has {name!r}, covered_by[{place}] has {owner!r}")
                if name is not None and owner is not None:
                    if state.scuttled[place]:
                        raise BadPosition(f"position: covers[{place}] has {name!r} on a card that is turned over")
                    by_seat[int(owner)].append((place, shape, str(name)))
        return by_seat

    def _check_cover(self, state: Any, card: int, shape: int, kind: int, where: str) -> None:
        way = shape * WAYS + KIND_OF_WAY[shape].tolist().index(kind)
        if not int(state.fits[card]) >> way & 1:
            on = f"{self._shown(card, shape)} of {SHORT_NAMES[card]}"
            raise BadPosition(f"position: {where} has {KIND_NAMES[kind]} on the {on}, which it does not match")

    def _check_turn(self, state: Any) -> None:
        reached = target_reached.plainly(state)
        if not state.to_act:
            found = int(state.winners)
            the_end.plainly(state)
            expected, state.winners = int(state.winners), found
            check_winners(state, expected, "the higher total wins, and a tie goes to the House")
            if not reached and (state.deck_count or state.track_count):
                raise BadPosition(f"position: it is over, but no side has {self.target} points, and cards are left")
            return
        if reached:
            raise BadPosition(f"position: somebody is to act, but a side has reached {self.target} points")
        for seat in seats_in(state.to_act):
            if state.deeds[seat] == REDREW:
                raise BadPosition(f"position: seat {seat} has redrawn, so it is not to act in this round")
            held = len(names_held(state.hands, seat)) + len(_committed(state, seat))
            if state.deeds[seat] == NOTHING and held != HAND:
                raise BadPosition(f"position: seat {seat} has done nothing yet, so it holds {HAND} cards, not {held}")
        if not state.track_count:
            raise BadPosition("position: somebody is to act, but there is no card on the track")
        together = {
            (int(state.commitment[s]), int(state.commit_card[s]), int(state.commit_shape[s]))
            for s in range(self.players)
        }
        if len(together) == 1 and state.commitment[0] != NOT_COMMITTED:
            raise BadPosition("position: all have committed to the same, so it has happened already")


_REST: tuple[tuple[str, list[str]], ...] = (("deck", ["..."]), ("out", []))


def _told_together(events: Iterable[Event]) -> list[Event]:
    """All that comes to the track before all that leaves it for that; after what a Black Card has wiped off."""
    told: list[Event] = []
    for on_track, group in groupby(events, key=lambda event: event[0] in (NEW_CARD, LEFT)):
        run = list(group)
        wiped = list(takewhile(lambda event: event[0] == LEFT, run)) if on_track else run
        told += [*wiped, *sorted(run[len(wiped) :], key=lambda event: event[0] == LEFT)]
    return told


def _exact(colours: tuple[int, int, int]) -> int:
    """The kinds of Player Cards that are exactly the coloured shapes of a Game Card."""
    return sum(1 << shape * COLOUR_COUNT + colour for shape, colour in enumerate(colours) if colour != BLACK)


def _track(state: Any) -> list[int]:
    return state.track[: state.track_count].tolist()  # type: ignore[no-any-return]


def _names(kinds: list[int]) -> list[str | None]:
    """The cards on the three shapes of a Game Card."""
    return [NAMES_OR_NONE[kind] for kind in kinds]


def _owners(kinds: list[int], seats: list[int]) -> list[int | None]:
    """Whose they are."""
    return [None if kind == NO_CARD else seat for kind, seat in zip(kinds, seats, strict=True)]


def _commitments(state: Any, players: int) -> list[dict[str, Any] | None]:
    to, cards, shapes = state.commitment.tolist(), state.commit_card.tolist(), state.commit_shape.tolist()
    return [
        None
        if to[seat] == NOT_COMMITTED
        else {"to": COMMITMENTS[to[seat]], "card": SHORT_NAMES[cards[seat]], "shape": SHAPES[shapes[seat]]}
        for seat in range(players)
    ]


def _committed(state: Any, seat: int) -> list[str]:
    return [KIND_NAMES[kind] for kind in _kinds_committed(state, seat)]


def _kinds_committed(state: Any, seat: int) -> list[int]:
    if state.commitment[seat] == NOT_COMMITTED:
        return []
    return [int(kind_shown.plainly(state, state.commit_card[seat], state.commit_shape[seat]))]
