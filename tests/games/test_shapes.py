"""The four variants of Shapes: whole games, every step against the slow checker."""

import inspect
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import parlour
from parlour import testing
from tests.games.test_against_the_checkers import TableMachine, machine_of
from tests.oracle import test_shapes as classic_by_hand
from tests.oracle import test_shapes_variants as variants_by_hand
from tests.oracle.enumerate import Position
from tests.oracle.judge_shapes import CHOOSERS, Chooser, dealt_wrongly, judge_legal, judge_step, played
from tests.oracle.shapes import VARIANTS, cards_in
from tests.oracle.shapes_table import CLEAR, COLOURED, SHAPES, STOP, UMPIRE, WILD, Actor, card_of

GAMES = tuple(VARIANTS)


def deck(coloured: list[str], **others: int) -> dict[str, Any]:
    return {"title": "own", "cards": coloured, **others}


def cards_of(own: dict[str, Any]) -> list[str]:
    counts = ((WILD, "wild"), (STOP, "stop_turn"), (CLEAR, "clear_the_board"))
    return own["cards"] + [card for card, key in counts for _ in range(own.get(key, 0))]


# Small enough that the deck runs out again and again, for as many players as it can be dealt to.
HALF = deck([f"{colour} {shape}" for colour in ("red", "blue") for shape in SHAPES], wild=10, stop_turn=2)
ROOMY = deck([*HALF["cards"], *(f"green {shape}" for shape in SHAPES[:4])], wild=10, stop_turn=2)
LEAN = deck([f"red {shape}" for shape in SHAPES] + ["blue L", "blue bar"], wild=10, stop_turn=2, clear_the_board=1)
HANDFUL = deck(["red bar", "red L", "green bar", "blue disc"], wild=2)
FIVE = deck(["red bar", "red L", "green bar", "blue disc", "yellow arch"])
WILDS = deck([], wild=10)

OPTIONS: dict[str, dict[str, Any]] = {
    "model": {},
    "a child's hand": {"hand": "child"},
    "physics": {"falls": "physics"},
}
CLASSIC: dict[str, dict[str, Any]] = {
    **OPTIONS,
    "strict": {"uncompleted": "strict", "hand": "child"},
    "strict physics": {"uncompleted": "strict", "falls": "physics"},
}
SMALL: dict[str, dict[int, list[dict[str, Any]]]] = {
    "shapes": {2: [LEAN, HALF], 3: [HALF], 4: [ROOMY]},
    "shapes-survivor": {2: [HANDFUL, WILDS, LEAN], 3: [HANDFUL, WILDS], 4: [HANDFUL, WILDS]},
    "shapes-pass": {2: [HANDFUL, WILDS, LEAN], 3: [HANDFUL, WILDS], 4: [HANDFUL, WILDS]},
    "shapes-draft": {2: [LEAN, HALF], 3: [HALF], 4: [ROOMY]},
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("game", "options"), [(game, name) for game in GAMES for name in (CLASSIC if game == "shapes" else OPTIONS)]
)
def test_whole_games(game: str, options: str, players: int) -> None:
    for choose in choosers(game):
        for seed in range(2):
            positions = played(game, players, seed, choose, **CLASSIC[options])
            assert dealt_wrongly(positions[0]) == ""


@pytest.mark.parametrize("falls", ["model", "physics"])
@pytest.mark.parametrize(("game", "players"), [(game, players) for game in GAMES for players in SMALL[game]])
def test_whole_games_with_small_decks(game: str, players: int, falls: str) -> None:
    for seed, own in enumerate(SMALL[game][players] * 2):
        for choose in choosers(game):
            positions = played(game, players, seed, choose, deck=own, falls=falls, hand="child")
            assert dealt_wrongly(positions[0], cards_of(own)) == ""


def choosers(game: str) -> list[Chooser]:
    """Only in Classic can one do without laying cards."""
    return [choose for name, choose in CHOOSERS.items() if game == "shapes" or name != "without cards"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_deals(game: str, players: int) -> None:
    for seed in range(10):
        for starter in ("chance", seed % players):
            match = parlour.new(game, players=players, seed=seed, starter=starter)
            assert dealt_wrongly(match.position()) == ""


# What such games come to: without it they would prove little

Event = Callable[[Position, Position], bool]
CHILD = {"hand": "child"}
COMES_TO: dict[str, tuple[str, int, dict[str, Any], str, Event]] = {
    "a new deck": (
        "shapes", 2, {"deck": LEAN}, "steadily",
        lambda before, after: not before["deck"] and bool(after["deck"]),
    ),
    "a new deck with white pieces there": (
        "shapes", 2, {"deck": LEAN}, "steadily",
        lambda before, after: not before["deck"] and bool(after["deck"]) and WILD in after["discard"],
    ),
    "nothing to draw": (
        "shapes", 3, {"deck": HALF}, "without cards",
        lambda before, after: before["stage"] == "closing" and bool(after["idle"]) and "winners" not in after,
    ),
    "an idle end": (
        "shapes", 3, {"deck": HALF}, "without cards",
        lambda _, after: "winners" in after and all(after["hands"]),
    ),
    "an idle end that is shared": (
        "shapes", 2, {"deck": HALF}, "without cards",
        lambda _, after: "winners" in after and all(after["hands"]) and len(after["winners"]) > 1,
    ),
    "a robbery": (
        "shapes", 4, CHILD, "steadily",
        lambda before, after: before["stage"] == "robbing" and "winners" not in after,
    ),
    "a cleared board": (
        "shapes", 4, {}, "anything",
        lambda before, after: len(before["platform"]) > 2 and not after["platform"] and CLEAR in after["discard"],
    ),
    "a Stop with something in hand": (
        "shapes", 2, {"falls": "physics"}, "anything",
        lambda before, after: before["stage"] == "holding" and after["stage"] == "unrest",
    ),
    "a Stop declined": (
        "shapes", 4, {}, "anything",
        lambda before, after: before["stage"] == after["stage"] and set(after["to_act"]) < set(before["to_act"]),
    ),
    "turn 1 after turn 64": (
        "shapes", 2, {"falls": "physics"}, "anything",
        lambda before, after: (before["turn"], after["turn"]) == (64, 1),
    ),
    "a piece falls while another is held": (
        "shapes", 2, {"falls": "physics"}, "anything",
        lambda before, after: before["stage"] == "holding" and bool(after["fallen"]),
    ),
    "an uncompleted piece lifted off": (
        "shapes", 2, {"falls": "physics", "uncompleted": "strict"}, "anything",
        lambda before, after: after["stage"] == "robbing" and len(after["platform"]) < len(before["platform"]),
    ),
    "Survivor: a new deck": (
        "shapes-survivor", 4, {"deck": LEAN, **CHILD}, "anything",
        lambda before, after: not before["deck"] and bool(after["deck"]),
    ),
    "Survivor: a shared win": (
        "shapes-survivor", 3, {"deck": HANDFUL}, "anything",
        lambda _, after: len(after.get("winners", [])) == 3,
    ),
    "Pass: two cards": (
        "shapes-pass", 2, {"deck": HANDFUL}, "anything",
        lambda before, after: before["stage"] == "drawing" and len(after["hands"][after["turn_of"]]) == 2,
    ),
    "Pass: a single card": (
        "shapes-pass", 2, {"deck": FIVE}, "anything",
        lambda before, after: before["stage"] == "drawing" and len(after["hands"][after["turn_of"]]) == 1,
    ),
    "Pass: a named white piece": (
        "shapes-pass", 3, {"deck": WILDS}, "anything",
        lambda before, after: before["stage"] == "passing" and any(after["reserved"]),
    ),
    "Pass: a seat with nothing to do": (
        "shapes-pass", 3, {"deck": HANDFUL}, "anything",
        lambda before, after: not after["out"] and after["turn_of"] == (before["turn_of"] + 2) % 3,
    ),
    "Pass: out with cards waiting": (
        "shapes-pass", 3, {"falls": "physics"}, "anything",
        lambda before, after: before["turn_of"] in after["out"] and any(before["waiting"][before["turn_of"]]),
    ),
    "Draft: five more": (
        "shapes-draft", 4, {}, "anything",
        lambda before, after: before["stage"] == "holding" and max(map(len, after["hands"])) == 5,
    ),
    "Draft: one card each": (
        "shapes-draft", 2, {"deck": LEAN}, "anything",
        lambda before, after: not any(before["rows"]) and [len(row) for row in after["rows"]] == [1, 1],
    ),
    "Draft: a short deck": (
        "shapes-draft", 3, {"deck": HALF, **CHILD}, "anything",
        lambda before, after: before["stage"] == "holding" and 0 < max(map(len, after["hands"])) < 5,
    ),
    "Draft: a row discarded": (
        "shapes-draft", 3, CHILD, "anything",
        lambda before, after: after["out"] != before["out"] and len(before["rows"][before["turn_of"]]) > 1,
    ),
    "Draft: a shared win": (
        "shapes-draft", 2, {"deck": LEAN, "hand": "surgeon"}, "anything",
        lambda _, after: len(after.get("winners", [])) == 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("event", COMES_TO)
def test_games_come_to(event: str) -> None:
    game, players, options, chooser, seen = COMES_TO[event]
    for seed in range(100):
        positions = played(game, players, seed, CHOOSERS[chooser], **options)
        if any(map(seen, positions, positions[1:])):
            return
    pytest.fail(f"no game of a hundred comes to {event}")


# The situations of the checker's own tests, in our rules

BY_HAND = {
    name: test
    for module in (classic_by_hand, variants_by_hand)
    for name, test in vars(module).items()
    if name.startswith("test_") and not inspect.signature(test).parameters
}


@pytest.mark.parametrize("name", BY_HAND)
def test_situations(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_the_checker = classic_by_hand.step

    def by_both(position: Position, actor: Actor, move: str, **told: str) -> Position:
        fallen = told["falling"].split(", ") if "falling" in told else []
        match = ours(position, **({"falls": "physics"} if fallen else {}))
        judge_legal(match)
        judge_step(match, actor, move)
        for piece in fallen:
            judge_step(match, UMPIRE, f"{piece} falls")
        if fallen:
            judge_step(match, UMPIRE, "all at rest")
        judge_legal(match)
        return by_the_checker(position, actor, move, **told)

    monkeypatch.setattr(classic_by_hand, "step", by_both)
    monkeypatch.setattr(variants_by_hand, "step", by_both)
    BY_HAND[name]()


def ours(position: Position, **options: str) -> parlour.Match:
    """The position as a match, with a deck of its cards; where a piece lies on the platform, its card was discarded."""
    lying = Counter(card_of(piece) for piece in position["platform"] if piece != position["held"])
    lying -= Counter(position["discard"])
    position = {key: value for key, value in position.items() if value or key != "winners"}
    position["discard"] = [*position["discard"], *lying.elements()]
    cards = cards_in(position)
    coloured = [card for card in cards if card in COLOURED]
    own = deck(coloured, wild=cards[WILD], stop_turn=cards[STOP], clear_the_board=cards[CLEAR])
    return parlour.position(position["game"], {**position, "options": {**position["options"], "deck": own, **options}})


# A table at which anything may be tried


class ShapesMachine(TableMachine):
    """Any seat that may act does something, or the umpire; the slow checker judges every step."""

    @initialize(players=st.integers(2, 4), seed=st.integers(0, 2**40), options=st.sampled_from(list(CLASSIC)))
    def sit_down(self, players: int, seed: int, options: str) -> None:
        settings = CLASSIC[options] if self.game == "shapes" else OPTIONS.get(options, {})
        self.match = parlour.new(self.game, players=players, seed=seed, **settings)
        self.cards = testing.cards_in(self.match.game, self.match.position())

    @precondition(lambda self: not self.match.over)
    @rule(choice=st.integers(0, 10_000))
    def somebody_moves(self, choice: int) -> None:
        offered = judge_legal(self.match)
        judge_step(self.match, *offered[choice % len(offered)])

    @precondition(lambda self: not self.match.over)
    @rule(seed=st.integers(0, 10_000))
    def a_tower_grows(self, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(12):
            if not self.match.over:
                choose = CHOOSERS["steadily"]
                judge_step(self.match, *choose(judge_legal(self.match), self.match.position(), rng))

    @rule(seat=st.integers(-2, 8), number=st.integers(-3, 515))
    def somebody_tries_something(self, seat: int, number: int) -> None:
        super().somebody_tries_something(seat, number)

    @invariant()
    def somebody_can_move_or_has_won(self) -> None:
        if hasattr(self, "match"):
            asked = bool(self.match.to_act) or self.match.umpire_asked
            assert asked != bool(self.match.winners)
            assert all(self.match.legal(seat) for seat in self.match.to_act)


TestShapes = machine_of(type("ShapesClassicMachine", (ShapesMachine,), {"game": "shapes"}))
TestSurvivor = machine_of(type("ShapesSurvivorMachine", (ShapesMachine,), {"game": "shapes-survivor"}))
TestPass = machine_of(type("ShapesPassMachine", (ShapesMachine,), {"game": "shapes-pass"}))
TestDraft = machine_of(type("ShapesDraftMachine", (ShapesMachine,), {"game": "shapes-draft"}))


# Positions


def test_a_game_stopped_with_a_piece_in_hand_can_be_set_up_again() -> None:
    """SH-15: a piece in the hand goes back, also when the Stop was the last card and has won."""
    position = classic_by_hand.table(
        "holding", hands=["blue L", "stop turn"], intended="red bar", held="red bar", deck="red L", to_act=[0, 1]
    )
    match = ours(position)
    match.play(1, "stop turn 1")
    assert match.winners == {1}
    assert match.position()["held"] is None
    assert parlour.position("shapes", match.position()).digest() == match.digest()


def test_whoever_has_drawn_cards_in_hand_has_drawn() -> None:
    """SH-19: what is drawn need not be said of a position in which it can be seen."""
    position = classic_by_hand.table(
        "holding", "shapes-pass", hands=["red L, blue L", ""], intended="red bar", held="red bar", deck="blue bar"
    )
    del position["drawn"]
    match = ours(position, hand="surgeon")
    match.play(0, "let go")
    assert match.position()["stage"] == "passing"
