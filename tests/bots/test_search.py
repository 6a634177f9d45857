"""The search: legal, by what the seat sees and its seed alone, right where enumeration knows, and stopped at once."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots.advice import advice, chances
from parlour.bots.levels import LEVELS, THOUGHTS, LevelBot, bot, bots_for, can_search
from parlour.bots.review import LookingBack
from parlour.bots.search import Budget, Search, Thought, at_once, chance_to_win, chances_of, search
from parlour.engine.errors import BadOption, ParlourError
from parlour.engine.match import Match
from parlour.engine.rule import plain
from parlour.testing import moments

CARD_GAMES = [game for game in parlour.GAMES if can_search(game())]
TREE = Thought(depth=8, mature=2, horizon=60)
NAMES = [game.id for game in CARD_GAMES]


def some_moments(name: str, players: int, **options: Any) -> Iterator[tuple[Match, int]]:
    """Moments at which a seat has something to choose."""
    game = parlour.find(name)(players, **options)
    every = ((match, seat) for seed in range(3, 30) for match in moments(game, seed) for seat in sorted(match.to_act))
    return itertools.islice(((match, seat) for match, seat in every if len(match.legal(seat)) > 1), 8)


TABLES = [
    *((name, players, {}) for name in NAMES for players in (2, 4)),
    ("game-on", 3, {"competition": "rock-paper-scissors"}),
    ("game-on", 2, {"competition": "trivia"}),
    ("game-on-coop", 3, {"hands": "hidden"}),
]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_a_choice_depends_on_the_view_and_the_seed_alone(name: str, players: int, options: dict[str, Any]) -> None:
    """Redeal what the seat cannot see, and its choice, its advice and every figure stay the same."""
    looked = 0
    for match, seat in some_moments(name, players, **options):
        others = [match.redealt(seat, sample) for sample in (1, 2)]
        for thought in (TREE, THOUGHTS[name]):
            found = [search(one, seat, 7, thought, Budget(playouts=60)) for one in (match, *others)]
            assert found[0] == found[1] == found[2]
            assert {one.move for one in found[0]} == {int(move) for move in match.legal(seat)}
        for level in LEVELS if looked % 4 == 0 else ("little", "fair"):
            assert len({int(LevelBot(level, 5, slowest=None).choose(one, seat)) for one in (match, *others)}) == 1
        if looked % 3 == 0:
            said = [advice(one, seat, Budget(playouts=60)) for one in (match, *others)]
            assert said[0] == said[1] == said[2]
        looked += 1
    assert looked == 8


@pytest.mark.parametrize("name", NAMES)
def test_a_redeal_is_a_function_of_what_is_seen_and_of_chance(name: str) -> None:
    for match in moments(parlour.find(name)(3), 1):
        for seat in (0, 1, 2, None):
            wanted = match.redealt(seat, 5).position()
            assert match.redealt(seat, 9).redealt(seat, 5).position() == wanted


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_decides(name: str) -> None:
    """The same seed and playouts give the same figures; another seed gives others."""
    differs = False
    for match, seat in some_moments(name, 3):
        first, again, other = (search(match, seat, seed, TREE, Budget(playouts=64)) for seed in (1, 1, 2))
        assert first == again
        differs = differs or first != other
    assert differs


@pytest.mark.parametrize("name", NAMES)
def test_compiled_equals_plain(name: str) -> None:
    """What all do and guess in the playouts, and how these are judged, is the same uncompiled: no number runs over."""
    for match, seat in itertools.islice(some_moments(name, 3), 4):
        for thought in (TREE, THOUGHTS[name]):
            compiled = search(match, seat, 7, thought, Budget(playouts=24))
            with plain():
                assert search(match, seat, 7, thought, Budget(playouts=24)) == compiled


def test_playouts_leave_the_match_alone() -> None:
    match = parlour.new("freaky", players=3, seed=4)
    before = match.states.tobytes()
    search(match, min(match.to_act), 1, TREE, Budget(playouts=200))
    assert match.states.tobytes() == before


def test_it_stops_when_told_to_and_when_time_is_up() -> None:
    match = parlour.new("freaky", players=2, seed=4)
    seat = min(match.to_act)
    asked = iter([False, False, *[True] * 100])
    found = search(match, seat, 1, TREE, Budget(playouts=10**9 >> 10), lambda: next(asked))
    assert 0 < sum(one.playouts for one in found) < 1000
    found = search(match, seat, 1, TREE, Budget(milliseconds=5))
    assert sum(one.playouts for one in found) > 0


def test_budgets_of_playouts_are_kept() -> None:
    for match, seat in some_moments("go-fox", 2):
        assert 0 < sum(one.playouts for one in search(match, seat, 1, TREE, Budget(playouts=300))) <= 300


def test_every_move_is_looked_at_however_small_the_budget() -> None:
    for match, seat in some_moments("game-on", 2):
        found = search(match, seat, 1, TREE, Budget(playouts=1))
        assert {one.playouts for one in found} == {1} and len(found) == len(match.legal(seat))


def test_trees_grow_for_every_seat_and_never_beyond_their_room() -> None:
    match = parlour.new("game-on", players=3, seed=2)
    one = Search(match.redealt(0, 1), 0, 1, TREE, 100)
    one.run(500, np.arange(len(one.moves)), 0)
    assert one.used.tolist() == [303, 500]
    roots = one.nodes[:3]
    assert (roots["visits"] == 500).all() and (roots["first"] > 0).all()
    assert (one.nodes["value"] <= one.nodes["visits"]).all()


def test_a_secret_choice_is_the_same_to_all_others() -> None:
    """Seat 1's tree has a node for each sign it may show itself, and one for whatever the other shows."""
    match = parlour.new("game-on", players=2, seed=5, competition="rock-paper-scissors")
    bots = [bot("greedy", seat) for seat in range(2)]
    while not all(str(move).startswith("show") for seat in range(2) for move in match.legal(seat) or ["finish"]):
        seat = min(match.to_act)
        match.play(seat, bots[seat].choose(match, seat))
    assert match.scores[0] == match.scores[1]
    one = Search(match.redealt(0, 1), 0, 1, Thought(depth=2, mature=1), 4000)
    one.run(3000, np.arange(3), 0)
    signs = {move for move, name in enumerate(match.game.move_names) if name.startswith("show")}
    keys = len(match.game.move_names) + 1
    child, seen = one.nodes[1]["first"], []
    while child > 0:
        seen.append(divmod(int(one.nodes[child]["key"]), keys))
        child = one.nodes[child]["next"]
    assert sorted(key for key in seen if key[0] == 0) == [(0, 0)]
    worth = one.tally[:, 1] / one.tally[:, 0]
    assert len(signs) == 3 and worth.min() > 0.3  # who saw the sign would beat each of them


def test_what_is_known_to_be_held_is_asked_for() -> None:
    """Seat 1 has asked for 7, so it holds one; seat 0 holds a 7 now, and nothing else is known of the last cards."""
    mine, theirs = ["red 7", "blue 2", "blue 3"], ["green 7", "green 4", "green 5"]
    pile = ["red 2", "red 3", "red 4", "red 5"]
    pairs = in_pairs(mine, theirs, pile)
    position = {"players": 2, "hands": [mine, theirs], "known": [{}, {"7": [1, 3]}], "pile": pile, "pairs": pairs}
    match = parlour.position("go-fox", position)
    said = advice(match, 0, Budget(playouts=2000))
    assert str(said.move) == "ask for 7" and said.reason.startswith("Since seat 1 asked for a 7")
    assert said.chances[0][1] == max(chance for _, chance in said.chances)


def test_nobody_is_asked_for_what_they_just_denied() -> None:
    position = {
        "players": 2,
        "hands": [["red 7", "blue 2"], ["green 3", "green 4", "green 5", "red 9"]],
        "known": [{}, {"7": [0, 0]}],
        "pile": ["..."],
    }
    assert str(advice(parlour.position("go-fox", position), 0, Budget(playouts=2000)).move) == "ask for 2"


def test_a_hint_takes_what_can_be_had_at_once() -> None:
    """All others have finished the round. To wait is hardly worse in the long run, but nobody would do it."""
    none = [[None, None, None]] * 3
    position: dict[str, Any] = {
        "players": 4,
        "to_act": [0],
        "round": 7,
        "area": ["star 16", "moon 1", "leaf 2", "star 4"],
        "hands": [["yellow square", "blue circle", "white triangle"], ["red circle"], ["yellow square"], []],
        "covers": [
            [[None] * 3, ["white square", None, None], [None] * 3, [None, None, "yellow triangle"]],
            [[None] * 3, [None, None, "white triangle"], [None] * 3, ["red square", None, "white triangle"]],
            [["black square", "black circle", None], *none],
            [[None] * 3, [None, "yellow circle", None], ["yellow square", None, None], [None] * 3],
        ],
        "deeds": ["nothing", "played", "played", "played"],
    }
    match = parlour.position("game-on", position)
    assert "leaf: red square, blue circle, white triangle; 2 points" in match.view(0)["area"][2]["card"]
    for seed in range(2):
        found = advice(match, 0, seed=seed)
        assert str(found.move) == "cover triangle of card 3 with white triangle"
        assert found.reason.startswith("It completes leaf 2 (3 points)")


def test_the_last_card_wins_the_round() -> None:
    position = {
        "players": 2,
        "options": {"length": "short"},
        "hands": [["red 7"], ["blue 3", "blue 4"]],
        "discard": ["red 1"],
        "pile": ["..."],
    }
    match = parlour.position("ka-blam", position)
    assert at_once(chance_to_win(match, 0, 1, Thought(), 50)) == 1.0
    assert chances(match, 50)[0] > 0.6  # the other does not know it
    assert advice(match, 0).reason == "It is your last card, and wins the round."


class Counted:
    """Playouts that are noted, with a word for each time that somebody could say stop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.said: list[str | int] = []
        run = Search.run

        def counted(one: Search, playouts: int, *how: Any) -> None:
            self.said.append(playouts)
            run(one, playouts, *how)

        monkeypatch.setattr(Search, "run", counted)

    def stop_after(self, asked: int) -> Callable[[], bool]:
        self.said.clear()

        def stop() -> bool:
            self.said.append("stop" if self.said.count("go on") >= asked else "go on")
            return self.said[-1] == "stop"

        return stop


def a_choice_of_many() -> tuple[Match, int]:
    return max(some_moments("game-on", 4), key=lambda moment: len(moment[0].legal(moment[1])))


def test_who_says_stop_is_heeded_at_every_stage_of_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it is said: nothing is played out after it, and nothing long between two moments to say it."""
    (match, seat), counted, budget = a_choice_of_many(), Counted(monkeypatch), Budget(playouts=200)
    whole = advice(match, seat, budget, stop=counted.stop_after(10**6))
    moments_to_say_it = counted.said.count("go on")
    played = sum(said for said in counted.said if isinstance(said, int))
    assert whole == advice(match, seat, budget) and played > 1600 and moments_to_say_it > 40
    for asked in {*range(0, moments_to_say_it, 5), moments_to_say_it - 1}:
        found = advice(match, seat, budget, stop=counted.stop_after(asked))
        assert {move for move, _ in found.chances} == {*match.legal(seat)} and found.reason
        first = counted.said.index("stop")
        assert all(said == "stop" for said in counted.said[first:])
        for before, after in itertools.pairwise(counted.said[:first]):
            assert isinstance(before, str) or isinstance(after, str)
            assert all(said <= 100 for said in (before, after) if isinstance(said, int))


def test_a_hint_keeps_its_time_at_every_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a millisecond: whatever time there is, when it is over nothing is played out."""
    (match, seat), counted = a_choice_of_many(), Counted(monkeypatch)
    now = itertools.count(0.0, 0.001)

    def clock() -> float:
        counted.said.append("clock")
        return next(now)

    monkeypatch.setattr("time.perf_counter", clock)
    for milliseconds in range(4, 200, 12):
        counted.said.clear()
        advice(match, seat, Budget(playouts=200, milliseconds=milliseconds))
        last = max(at for at, said in enumerate(counted.said) if isinstance(said, int))
        assert counted.said[:last].count("clock") <= milliseconds + 1
    assert advice(match, seat, Budget(200, 10_000)) == advice(match, seat, Budget(200))


def test_chances_in_pieces_are_those_at_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = a_choice_of_many()
    found = chances_of(match, seat, 3, THOUGHTS["game-on"], 70), chance_at(match, seat)
    monkeypatch.setattr("parlour.bots.search._CHUNK", 10**6)
    assert found == (chances_of(match, seat, 3, THOUGHTS["game-on"], 70), chance_at(match, seat))


def chance_at(match: Match, seat: int) -> float:
    return at_once(chance_to_win(match, seat, 3, THOUGHTS["game-on"], 150))


def test_a_review_lets_others_have_their_turn_and_ends_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = parlour.new("freaky", players=2, seed=3)
    who = bot("greedy", 1)
    while not match.over:
        match.play(seat := min(match.to_act), who.choose(match, seat))
    counted, looking = Counted(monkeypatch), LookingBack(match, playouts=150)
    monkeypatch.setattr("parlour.bots.review._STEP", 0.0)
    steps: list[list[str | int]] = []
    for _ in looking.steps():
        steps.append([*counted.said])
        counted.said.clear()
    whole = looking.found()
    assert sum(len(step) > 1 for step in steps) <= len(whole.turns)  # those are hints, which keep their own time
    assert len(steps) > 2 * 2 * len(whole.moments) and all(step[0] <= 64 for step in steps if len(step) == 1)  # type: ignore[operator]
    monkeypatch.undo()
    undisturbed = LookingBack(match, playouts=150)
    assert [*undisturbed.steps()] and undisturbed.found() == whole

    counted = Counted(monkeypatch)
    stopped = LookingBack(match, playouts=150, stop=counted.stop_after(30))
    for _ in stopped.steps():
        pass
    assert counted.said[-1] == "stop" and counted.said.count("stop") == 1
    assert len(stopped.found().moments) < len(whole.moments)


def test_advice_is_for_who_is_to_move() -> None:
    match = parlour.new("go-fox", players=2, seed=1, starter=0)
    with pytest.raises(ParlourError, match="seat 1 is not to move"):
        advice(match, 1)
    with pytest.raises(ParlourError, match="steady hands"):
        advice(parlour.new("shapes", players=2, seed=1), 0)


def test_bots_by_name() -> None:
    assert bots_for("master, fair", 2) == ["master", "fair"] and bots_for("little", 3) == ["little"] * 3
    with pytest.raises(BadOption, match="there is no bot 'genius'; there are little, fair, clever, master"):
        bots_for("genius", 2)
    with pytest.raises(BadOption, match="one for each of 3 seats, found 2"):
        bots_for(["fair", "fair"], 3)


def exact_share(match: Match, seat: int) -> float:
    """How often a seat wins if all go on as careful adults: every choice and every chance followed to the end."""
    if match.over:
        return (seat in match.winners) / len(match.winners)
    who = min(match.to_act)
    room = match.game.move_room()
    match.game.rules.legal.plainly(match.state, who, room[0].members)
    match.game.rules.careful.plainly(match.state, who, room[0].members)
    shares = []
    for move in match.legal(who):
        if int(room[0].members[move >> 6]) >> (move & 63) & 1:
            after = match.copy()
            after.play(who, move)
            shares.append(exact_share(after, seat))
    return sum(shares) / len(shares)


def in_pairs(*elsewhere: list[str]) -> list[list[list[str]]]:
    """All other cards of GO FOX!, in pairs before the two seats; an odd one is before seat 1."""
    start = parlour.new("go-fox", players=2, seed=1).position()
    deck = [*start["pile"], *start["hands"][0], *start["hands"][1]]
    taken = set(itertools.chain(*elsewhere))
    rest = sorted((card for card in deck if card not in taken), key=lambda card: card.split()[1])
    pairs = [rest[place : place + 2] for place in range(0, len(rest), 2)]
    return [pairs[1::2], pairs[::2]]


def tiny_deals() -> Iterator[dict[str, Any]]:
    """GO FOX! near its end, four cards in seat 1's hand and two in the pile, in every way that seat 0 must reckon with.

    All other cards lie in pairs, one more in front of seat 1.
    """
    mine, hidden = ["red 7", "red 5"], ["blue 7", "blue 5", "green 5", "yellow 5", "red 9", "blue 9"]
    pairs = in_pairs(mine, hidden)
    for held in itertools.combinations(hidden, 4):
        for pile in itertools.permutations([card for card in hidden if card not in held]):
            yield {"players": 2, "hands": [mine, list(held)], "pile": list(pile), "pairs": pairs}


def test_values_are_those_that_enumeration_finds() -> None:
    deals = [parlour.position("go-fox", position) for position in tiny_deals()]
    moves = deals[0].legal(0)
    exact = {}
    for move in moves:
        total = 0.0
        for deal in deals:
            after = deal.copy()
            after.play(0, move)
            total += exact_share(after, 0)
        exact[int(move)] = total / len(deals)
    found = search(deals[0], 0, 3, Thought(depth=0, points=0.0), Budget(playouts=30_000))
    assert max(exact.values()) - min(exact.values()) > 0.05  # there is something to find
    assert exact[found[0].move] == max(exact.values())
    for one in found:
        assert abs(one.wins - exact[one.move]) < 4.5 * one.error + 0.005
