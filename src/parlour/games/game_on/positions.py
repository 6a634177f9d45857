"""Positions of Game-On Competitive, written and read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...components.game_on_cards import (
    BLACK_NAME,
    CARD_WORDS,
    GAME_CARDS,
    SHAPES,
    SHORT_NAMES,
    cards_in_play,
    number_of,
    types_of_seats,
)
from ...components.player_cards import (
    DECK_SIZE,
    KIND_NAMES,
    NO_CARD,
    PLAYER_DECK,
    gain,
    kinds_held,
    names_held,
    not_among,
    of_shape,
    pile_names,
    pile_of,
    player_supply,
    read_known,
    take_kind,
)
from ...components.trivia import MOST_QUESTIONS
from ...engine.cards import add, has, listed, remove, set_of
from ...engine.errors import BadPosition
from ...engine.game import Game
from ...engine.options import whole_number
from ...engine.position import Places, Supply, check_winners, entries, stacks
from ...engine.seats import seats_in
from ...engine.stages import NOT_CHOSEN
from .rules import (
    ACT,
    BY_DICE,
    BY_HANDS,
    BY_TRIVIA,
    COMPETE,
    DEFENCE,
    EMPTY,
    IDLE_ROUNDS,
    IN_AREA,
    MOST_ATTACKS,
    MOST_HELD,
    OF_THIEVES,
    ORDERS,
    PLACE_OF_RIGHT,
    PLACES,
    REDREW,
    SIGNS,
    UNDECIDED_GOES,
    best_players,
    contested_place,
    controller_of,
    thieves_of,
    who_matched_all,
)
from .seen import (
    CONTESTS,
    DEEDS,
    STAGES,
    attacks,
    choice_name,
    covers,
    deed,
    lay_out_table,
    oldest_first,
    questions_of,
)


class WritesPositions(Game):
    """Where everything is, by name."""

    def write_places(self, state: Any) -> dict[str, Any]:
        names = self.settings["cards"].names
        seats = range(self.players)
        return {
            "stage": STAGES[state.stage],
            "round": int(state.rounds),
            "idle": int(state.idle),
            "hands": [names_held(state.hands, seat) for seat in seats],
            "known": [names_held(state.known, seat) for seat in seats],
            "piles": [pile_names(state, seat) for seat in seats],
            "known_bottom": [int(state.bottoms[seat]) for seat in seats],
            "discards": self._discards(state),
            "area": [None if card == EMPTY else names[card] for card in state.area.tolist()],
            "oldest_first": oldest_first(state),
            "covers": [covers(state, place, self.players) for place in range(PLACES)],
            "deck": [names[card] for card in reversed(state.deck[: state.deck_count].tolist())],
            "control": [[names[card] for card in listed(state.control[seat])] for seat in seats],
            "locked": [SHORT_NAMES[card] for card in listed(state.locked)],
            "gone": [names[card] for card in self._gone(state)],
            "set_aside": ["black card"] * int(state.black_out),
            "attacks": attacks(state),
            "thieves": [KIND_NAMES[kind] for kind in state.attack_with[: state.attack_count].tolist()],
            "beaten": [[SHORT_NAMES[card] for card in listed(state.beaten[seat])] for seat in seats],
            "deeds": [deed(state, seat) for seat in seats],
            "contest": self._write_contest(state),
            "asked": sorted(set(questions_of(self)) - set(listed(state.unasked))),
        }

    def _write_contest(self, state: Any) -> dict[str, Any] | None:
        if state.stage != COMPETE:
            return None
        trivia = state.competition == BY_TRIVIA
        return {
            "for": CONTESTS[state.contest],
            "card": SHORT_NAMES[state.contest_card],
            "rivals": seats_in(state.rivals),
            "undecided": int(state.undecided),
            "choices": [choice_name(state, choice) for choice in state.choices[: self.players].tolist()],
            **{key: int(getattr(state, key)) if trivia else None for key in ("question", "order", "right")},
        }

    def _discards(self, state: Any) -> list[list[str]]:
        """What is nowhere else of each deck: Player Cards that were used up."""
        out = []
        count, covers = int(state.attack_count), state.covers.tolist()
        thieves = list(zip(state.attack_by[:count].tolist(), state.attack_with[:count].tolist(), strict=True))
        for seat in range(self.players):
            covering = [kind for place in covers for kind in place[seat] if kind != NO_CARD]
            stealing = [kind for by, kind in thieves if by == seat]
            out.append(not_among([*kinds_held(state.hands, seat), *pile_of(state, seat), *covering, *stealing]))
        return out

    def _gone(self, state: Any) -> list[int]:
        """Game Cards in play that are nowhere: they were discarded by conversions."""
        seen = {*state.deck[: state.deck_count].tolist(), *state.area.tolist()}
        for seat in range(self.players):
            seen.update(listed(state.control[seat]))
        return [card for card in cards_in_play(state.types[: self.players].tolist()) if card not in seen]

    def read_places(self, state: Any, places: Places) -> None:
        lay_out_table(self, state)
        types = types_of_seats(self.settings["types"], self.players)
        state.types[: self.players] = types
        state.rounds = places.number("round", 1, 1 << 14, 1)
        state.idle = places.number("idle", 0, IDLE_ROUNDS - bool(state.to_act), 0)  # with so many it is over
        stage = places.one_of("stage", STAGES, "act")
        state.stage = STAGES.index(stage)
        self._read_game_cards(state, places, types)
        attacks = self._read_attacks(state, places)
        self._read_player_cards(state, places, attacks)
        for seat, done in enumerate(places.words_by_seat("deeds", DEEDS)):
            state.deeds[seat] = DEEDS.index(done)
        self._read_asked(state, places)
        self._read_contest(state, places.take("contest"))
        self._check_turn(state)

    def _read_game_cards(self, state: Any, places: Places, types: list[int]) -> None:
        game_cards = self.settings["cards"]
        in_play = cards_in_play(types)
        black = range(GAME_CARDS, GAME_CARDS + int(state.timer))
        supply = Supply([*in_play, *black], game_cards.names)
        area = places.entries("area", PLACES)
        for place, name in enumerate(area):
            if name is not None:
                state.area[place] = game_cards.take(supply, name, f"area[{place}]")
        for seat, mine in enumerate(places.names_by_seat("control", [[] for _ in range(self.players)])):
            for name in mine:
                add.plainly(state.control[seat], game_cards.take(supply, name, f"control[{seat}]"))
        set_aside = places.names("set_aside", [])
        if set(set_aside) - {BLACK_NAME}:
            raise BadPosition(
                f"position: set_aside is {set_aside}; right would be '{BLACK_NAME}' for each that came up"
            )
        state.black_out = len(supply.take_all(set_aside, "set_aside"))
        rest = {
            "deck": [game_cards.long_name(name) for name in places.names("deck", ["..."])],
            "gone": [game_cards.long_name(name) for name in places.names("gone", [])],
        }
        stacked = stacks(supply, **rest)
        if max(stacked["gone"], default=0) >= GAME_CARDS:
            raise BadPosition(f"position: gone has a {BLACK_NAME}; right would be in deck or set_aside")
        deck = stacked["deck"]
        state.deck[: len(deck)] = deck[::-1]
        state.deck_count = len(deck)
        state.locked[:] = self._cards_set("locked", places.take("locked", []))
        for word in range(CARD_WORDS):
            if int(state.locked[word]) & ~int(np.bitwise_or.reduce(state.control[:, word])):
                raise BadPosition("position: locked has a card that nobody controls")
        for seat, cards in enumerate(places.entries("beaten", self.players)):
            state.beaten[seat] = self._cards_set(f"beaten[{seat}]", cards)
        self._read_ages(state, places)

    def _read_ages(self, state: Any, places: Places) -> None:
        """The order in which the cards of the Play Area were turned up."""
        there = [place + 1 for place in range(PLACES) if state.area[place] != EMPTY]
        order = places.take("oldest_first", there)
        if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, there)):
            raise BadPosition(f"position: oldest_first is {order!r}; right would be {there} in the order of their age")
        for age, place in enumerate(order):
            state.turned[int(place) - 1] = age
        state.turned_up = PLACES

    def _read_attacks(self, state: Any, places: Places) -> list[tuple[int, int, int, str]]:
        """Attempts to steal: by whom, on which card, by which shape, with which card."""
        listed_ = places.take("attacks", [])
        used = places.names("thieves", [])
        if not isinstance(listed_, list) or len(listed_) != len(used) or len(used) > MOST_ATTACKS:
            raise BadPosition("position: attacks must be a list, and thieves the card that is used for each of them")
        attacks = []
        for number, (attack, name) in enumerate(zip(listed_, used, strict=True)):
            where = f"attacks[{number}]"
            if not isinstance(attack, dict) or set(attack) != {"by", "on", "shape"} or attack["shape"] not in SHAPES:
                raise BadPosition(f'position: {where} must be like {{"by": 1, "on": "sun 7", "shape": "circle"}}')
            by = whole_number(attack["by"])
            if by is None or not 0 <= by < self.players:
                raise BadPosition(f"position: {where} is by {attack['by']!r}, which is no seat")
            card = number_of(attack["on"], where)
            controller = int(controller_of.plainly(state, card))
            if controller in (NO_CARD, by) or has.plainly(state.locked, card):
                raise BadPosition(f"position: {where} is on {attack['on']}; right would be an unlocked card of another")
            if has.plainly(state.beaten[by], card):
                raise BadPosition(
                    f"position: {where} is by {by}, which was beaten when it tried to steal {attack['on']}"
                )
            if has.plainly(state.targets[by], card):
                raise BadPosition(f"position: {where}: seat {by} tries to steal {attack['on']} twice")
            add.plainly(state.targets[by], card)
            attacks.append((by, card, SHAPES.index(attack["shape"]), name))
        return attacks

    def _read_player_cards(self, state: Any, places: Places, attacks: list[tuple[int, int, int, str]]) -> None:
        nothing: list[list[str]] = [[] for _ in range(self.players)]
        hands, known = places.names_by_seat("hands"), places.names_by_seat("known", nothing)
        given = places.names_by_seat("piles", [["..."] for _ in range(self.players)])
        rest = [[] if "..." in pile else ["..."] for pile in given]
        discards = places.names_by_seat("discards", rest)
        bottoms = places.numbers_by_seat("known_bottom", 0, DECK_SIZE)
        covers = self._read_covers(state, places.entries("covers", PLACES))
        for seat in range(self.players):
            supply = player_supply()
            for name in hands[seat]:
                gain.plainly(state.hands, seat, take_kind(supply, name, f"hands[{seat}]"))
            live = len(hands[seat])
            for place, shape, name in covers[seat]:
                where = f"covers[{place}][{seat}]"
                state.covers[place, seat, shape] = of_shape(take_kind(supply, name, where), shape, where)
                live += 1
            for number, (by, _, shape, name) in enumerate(attacks):
                if by == seat:
                    state.attack_with[number] = of_shape(take_kind(supply, name, "thieves"), shape, "thieves")
                    live += 1
            if live > MOST_HELD:
                raise BadPosition(
                    f"position: seat {seat} has {live} cards in play; there are never more than {MOST_HELD}"
                )
            read_known(state, seat, known[seat])
            left = {f"piles[{seat}]": given[seat], f"discards[{seat}]": discards[seat]}
            pile = stacks(supply, **left)[f"piles[{seat}]"]
            state.piles[seat, : len(pile)] = [PLAYER_DECK[card] for card in pile[::-1]]
            state.pile_counts[seat] = len(pile)
            if bottoms[seat] > len(pile):
                raise BadPosition(
                    f"position: known_bottom[{seat}] is {bottoms[seat]}, but the pile has {len(pile)} cards"
                )
            state.bottoms[seat] = bottoms[seat]
        for number, (by, card, shape, _) in enumerate(attacks):
            state.attack_by[number], state.attack_on[number], state.attack_shape[number] = by, card, shape
        state.attack_count = len(attacks)

    def _read_covers(self, state: Any, value: Any) -> list[list[tuple[int, int, str]]]:
        """For each seat: place, shape and name of the cards with which it covers."""
        by_seat: list[list[tuple[int, int, str]]] = [[] for _ in range(self.players)]
        for place, seats in enumerate(value):
            for seat, mine in enumerate(entries(f"covers[{place}]", seats or [], self.players)):
                for shape, name in enumerate(entries(f"covers[{place}][{seat}]", mine or [], len(SHAPES))):
                    if name is None:
                        continue
                    if not isinstance(name, str):
                        raise BadPosition(f"position: covers[{place}][{seat}] has {name!r}, which is no card")
                    if state.area[place] == EMPTY:
                        raise BadPosition(
                            f"position: covers[{place}][{seat}] has {name!r}, but there is no card to cover"
                        )
                    by_seat[seat].append((place, shape, name))
        return by_seat

    def _read_asked(self, state: Any, places: Places) -> None:
        asked = places.take("asked", [])
        if not isinstance(asked, list) or not {whole_number(number) for number in asked} <= set(questions_of(self)):
            raise BadPosition(f"position: asked is {asked!r}; right would be numbers of questions of this table")
        for number in asked:
            remove.plainly(state.unasked, int(number))

    def _read_contest(self, state: Any, contest: Any) -> None:
        if (contest is not None) != (state.stage == COMPETE):
            raise BadPosition("position: there is a contest in stage 'compete', and only there")
        if contest is None:
            return
        known = {"for", "card", "rivals", "undecided", "choices", "question", "order", "right"}
        if not isinstance(contest, dict) or not set(contest) <= known or contest.get("for") not in CONTESTS:
            raise BadPosition(f"position: contest must be an object with {', '.join(sorted(known))}")
        inner = Places({key: value for key, value in contest.items() if value is not None}, self.players)
        state.contest = CONTESTS.index(inner.one_of("for", CONTESTS))
        state.contest_card = number_of(inner.take("card"), "contest")
        given = inner.take("rivals", [])
        numbers = {whole_number(seat) for seat in given} if isinstance(given, list) else {None}
        rivals = {seat for seat in numbers if seat is not None and 0 <= seat < self.players}
        if rivals != numbers:
            raise BadPosition(f"position: contest has the rivals {given!r}; right would be a list of seats")
        state.rivals = sum(1 << seat for seat in rivals)
        state.undecided = inner.number("undecided", 0, UNDECIDED_GOES - 1, 0)
        words: tuple[str, ...] = SIGNS if state.competition == BY_HANDS else tuple("abcd")
        for seat, choice in enumerate(inner.entries("choices", self.players)):
            if choice is not None:
                if choice not in words or seat not in rivals:
                    raise BadPosition(f"position: choices[{seat}] is {choice!r}; right would be {', '.join(words)}")
                state.choices[seat] = words.index(choice)
        if state.competition == BY_TRIVIA:
            state.question = inner.number("question", 0, MOST_QUESTIONS - 1)
            if int(state.question) not in questions_of(self) or has.plainly(state.unasked, int(state.question)):
                raise BadPosition("position: the contest's question must be one of those asked")
            state.order = inner.number("order", 0, len(ORDERS) - 1, 0)
            state.right = inner.number("right", 0, 3, int(PLACE_OF_RIGHT[state.order]))
        inner.finish()

    def _check_turn(self, state: Any) -> None:
        """Whether the stage, who is to act and what lies on the table go together."""
        acting = set(seats_in(state.to_act))
        if not acting:
            if state.stage != ACT:
                raise BadPosition(f"position: stage is '{STAGES[state.stage]}', but nobody is to act")
            check_winners(state, best_players.plainly(state), "they have the most points")
        elif state.stage == ACT:
            for seat in acting:
                if state.deeds[seat] == REDREW:
                    raise BadPosition(f"position: seat {seat} has redrawn, so it is not to act in this round")
        elif state.stage == DEFENCE:
            expected = self._asked_to_defend(state)
            if acting != expected:
                raise BadPosition(f"position: to_act is {sorted(acting)}; to defend are {sorted(expected)}")
        else:
            if state.competition == BY_DICE:
                raise BadPosition("position: stage is 'compete', but dice settle at once")
            rivals = set(seats_in(state.rivals))
            if len(rivals) < 2 or not rivals <= self._could_compete(state):
                raise BadPosition(f"position: {sorted(rivals)} cannot compete for {SHORT_NAMES[state.contest_card]}")
            waiting = {seat for seat in rivals if state.choices[seat] == NOT_CHOSEN}
            if acting != waiting:
                raise BadPosition(
                    f"position: to_act is {sorted(acting)}; those who have not chosen are {sorted(waiting)}"
                )

    def _asked_to_defend(self, state: Any) -> set[int]:
        if not state.attack_count or contested_place.plainly(state) != EMPTY:
            return set()
        card = int(state.attack_on[0])
        single = len(seats_in(thieves_of.plainly(state, card))) == 1
        return {int(controller_of.plainly(state, card))} if single else set()

    def _could_compete(self, state: Any) -> set[int]:
        """The seats among which the contest of a position can be."""
        place = int(contested_place.plainly(state))
        if state.contest == IN_AREA:
            there = place != EMPTY and state.area[place] == state.contest_card
            return set(seats_in(who_matched_all.plainly(state, place))) if there else set()
        if place != EMPTY or not state.attack_count or state.attack_on[0] != state.contest_card:
            return set()
        thieves = set(seats_in(thieves_of.plainly(state, int(state.contest_card))))
        if state.contest == OF_THIEVES:
            return thieves
        return {*thieves, *self._asked_to_defend(state)} if len(thieves) == 1 else set()

    def _cards_set(self, key: str, names: Any) -> np.ndarray[Any, Any]:
        if not isinstance(names, list):
            raise BadPosition(f"position: {key} must be a list of Game Cards, such as 'sun 7'")
        return set_of([number_of(name, key) for name in names], GAME_CARDS)
