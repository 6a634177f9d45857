"""The conformance suite: what must hold for every game, whoever wrote it.

```python
from parlour.testing import conformance

conformance(MyGame)
```

runs every check for every number of players and says which one failed, where, and with which seed. To have each check
as a test of its own, go through `CHECKS`:

```python
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_my_game(check):
    check(MyGame(players=3), seeds=range(5))
```
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from .bots.simple import WAYS
from .engine import drivers
from .engine.chance import DICE
from .engine.errors import IllegalMove, ParlourError
from .engine.game import Game, Telling
from .engine.match import Match, Move, read_record
from .engine.rule import plain
from .engine.seats import UMPIRE

Check = Callable[[Game, Iterable[int]], None]

CHECKS: dict[str, Check] = {}

LONGEST = 100_000  # moves; a game that takes more does not end
_SAMPLED = 12  # moments of a game that are looked at closely
_REDEALT = 0.25  # of the moves: the part after which plain redeals, which are slow, are compared with compiled ones


def conformance(kind: type[Game], games: int = 5, **options: Any) -> None:
    """Run every check for every number of players; AssertionError says what does not hold."""
    for players in kind.seats:
        for check in CHECKS.values():
            check(kind(players, **options), range(games))


def check(function: Callable[[Game, int], None]) -> Check:
    """Make a check of a function that looks at one game under one seed."""

    def run(game: Game, seeds: Iterable[int]) -> None:
        for seed in seeds:
            try:
                function(game, seed)
            except (AssertionError, ParlourError) as error:
                place = f"{game.id} with {game.players} players, seed {seed}"
                raise AssertionError(f"{function.__name__}: {place}: {error}") from error

    CHECKS[function.__name__] = run
    return run


def random_play(match: Match, rng: random.Random) -> Iterator[tuple[int, Move]]:
    """Any seat that may act, or the umpire, makes any legal move, to the end; each is yielded before it is made."""
    for _ in range(LONGEST):
        if match.over:
            return
        seat = rng.choice([*sorted(match.to_act), *([UMPIRE] if match.umpire_asked else [])])
        moves = possible(match, seat)
        assert moves, f"seat {seat} is to act but has no legal move after {len(match.moves)} moves"
        move = rng.choice(moves)
        yield seat, move
        make(match, seat, move)
    raise AssertionError(f"the game does not end within {LONGEST} moves")


def possible(match: Match, seat: int) -> list[Move]:
    """The moves of a seat, or of the umpire."""
    return match.decisions() if seat == UMPIRE else match.legal(seat)


def make(match: Match, seat: int, move: Move) -> None:
    """Make the move of a seat, or of the umpire."""
    if seat == UMPIRE:
        match.decide(move)
    else:
        match.play(seat, move)


def moments(game: Game, seed: int) -> Iterator[Match]:
    """A dozen moments of a random game, its first among them."""
    rng, match = random.Random(seed), Match(game, seed)
    length = sum(1 for _ in random_play(Match(game, seed), random.Random(seed)))
    chosen = {0, *(rng.randrange(length) for _ in range(_SAMPLED - 1))}
    for number, _ in enumerate(random_play(match, random.Random(seed))):
        if number in chosen:
            yield match.copy()


def cards_in(game: Game, position: dict[str, Any]) -> Counter[str]:
    """The cards of a position, wherever they are."""
    return Counter(name for place in game.card_places for name in _names(position[place]))


def _names(value: Any) -> list[str]:
    """All that is named in it, however deep."""
    if isinstance(value, str):
        return [value]
    return [name for one in value for name in _names(one)] if isinstance(value, list) else []


def seats_and_spectator(game: Game) -> list[int | None]:
    return [*range(game.players), None]


@check
def it_ends_and_somebody_wins(game: Game, seed: int) -> None:
    match = Match(game, seed)
    for _ in random_play(match, random.Random(seed)):
        assert not match.winners, "there are winners before the end"
    assert match.over and not match.to_act
    assert match.winners <= set(range(game.players)), f"winners {match.winners} are no seats"
    assert len(match.scores) == game.players


@check
def cards_are_conserved(game: Game, seed: int) -> None:
    match = Match(game, seed)
    before = cards_in(game, match.position())
    for number, _ in enumerate(random_play(match, random.Random(seed))):
        now = cards_in(game, match.position())
        assert now == before, f"before move {number}: appeared {now - before}, vanished {before - now}"
    assert cards_in(game, match.position()) == before, "the last move lost or made cards"


@check
def moves_read_as_they_are_written(game: Game, seed: int) -> None:
    assert len(set(game.move_names)) == len(game.move_names), "two moves have the same words"
    match = Match(game, seed)
    for seat, move in random_play(match, random.Random(seed)):
        assert game.read_move(str(move)) == int(move)
        others = set(range(game.players)) - match.to_act
        assert not any(match.legal(other) for other in others), "a seat that is not to act has legal moves"
        if seat == UMPIRE:
            continue
        offered = {int(one) for one in match.choices(seat)}
        assert {int(one) for one in match.legal(seat)} <= offered, "a legal move is not among the choices"


@check
def copies_are_equal_and_independent(game: Game, seed: int) -> None:
    for match in moments(game, seed):
        copy, rng = match.copy(), random.Random(seed)
        untouched = _bits(match)
        for _ in random_play(copy, rng):
            pass
        assert _bits(match) == untouched, "playing on a copy changed the match"
        again = match.copy()
        for _ in random_play(again, random.Random(seed)):
            pass
        assert _bits(again) == _bits(copy), "two copies played alike ended differently"


@check
def replays_are_equal(game: Game, seed: int) -> None:
    for match in moments(game, seed):
        again = read_record(json.dumps(match.record()), lambda _: type(game))
        assert _bits(again) == _bits(match)
        assert again.record() == match.record()


@check
def compiled_equals_plain(game: Game, seed: int) -> None:
    compiled, rng, luck = Match(game, seed), random.Random(seed), random.Random(~seed)
    with plain():
        uncompiled = Match(game, seed)
    assert _bits(uncompiled) == _bits(compiled), "the set-up differs"
    for number, (seat, move) in enumerate(random_play(compiled, rng)):
        with plain():
            assert possible(uncompiled, seat) == possible(compiled, seat), f"legal moves differ before move {number}"
            make(uncompiled, seat, move)
            scores = uncompiled.scores
        after = compiled.copy()
        make(after, seat, move)
        assert after.scores == scores, f"scores differ after move {number}, {move}"
        assert _bits(uncompiled) == _bits(after), f"states differ after move {number}, {move}"
        if luck.random() >= _REDEALT:
            continue
        for unseen in (-1, 0 if seat == UMPIRE else seat):
            looked = [after.copy(), uncompiled.copy()]
            drivers.look_away(looked[0].states, 0, unseen, np.uint64(number))
            with plain():
                drivers.look_away(looked[1].states, 0, unseen, np.uint64(number))
            assert _bits(looked[0]) == _bits(looked[1]), f"redeals differ after move {number}, {move}"


@check
def positions_can_be_set_up_again(game: Game, seed: int) -> None:
    for match in moments(game, seed):
        position = json.loads(json.dumps(match.position()))
        again = Match.from_position(game, position)
        assert again.position() == match.position()
        for seat in range(game.players):
            assert again.legal(seat) == match.legal(seat)
            assert again.view(seat) == match.view(seat)
        ends = []
        for one in (match, again):
            for _ in random_play(one, random.Random(seed)):
                pass
            ends.append((one.winners, one.scores, one.position()))
        assert ends[0] == ends[1], "played on alike, the position's match ended differently"


@check
def a_redeal_changes_nothing_the_seat_sees(game: Game, seed: int) -> None:
    for moment, match in enumerate(moments(game, seed)):
        viewers, cards = seats_and_spectator(game), cards_in(game, match.position())
        for seat in viewers:
            view = match.view(seat)
            for sample in range(2):
                other = match.redealt(seat, 1000 * seed + sample)
                assert other.view(seat) == view, (
                    f"seat {seat} can tell the difference: {_difference(view, other, seat)}"
                )
                assert cards_in(game, other.position()) == cards, f"the redeal for seat {seat} lost or made cards"
                Match.from_position(game, other.position())  # complains if the position is impossible
                if seat is not None:
                    assert other.legal(seat) == match.legal(seat), f"legal moves of seat {seat} changed"
                if sample == 0 and seat == viewers[moment % len(viewers)]:  # each in turn: it can be played on
                    for _ in random_play(other, random.Random(seed)):
                        pass


@check
def views_never_show_hidden_cards(game: Game, seed: int) -> None:
    """A card that lies elsewhere after a redeal is hidden from the seat: its view must not name it."""
    pattern = _any_of(cards_in(game, Match(game, seed).position()))
    for match in moments(game, seed):
        for seat in seats_and_spectator(game):
            view = match.view(seat)
            twice = match.seen_by_all().keys() & match.seen_by(seat).keys()
            assert not twice, f"what all see and what seat {seat} sees have the same names: {', '.join(twice)}"
            shown = json.dumps(view)
            assert json.loads(shown) == view, "a view must be plain JSON"
            named = set(pattern.findall(shown))
            places = [_where(game, match)]
            places += [_where(game, match.redealt(seat, 1000 * seed + sample)) for sample in range(6)]
            hidden = {card for card in places[0] if len({place[card] for place in places}) > 1}
            assert not named & hidden, f"seat {seat} is shown {named & hidden}"


@check
def its_own_row_is_all_a_seat_sees_of_its_own(game: Game, seed: int) -> None:
    """What a seat is shown alone is written anew only when its own row has changed: it must not depend on more."""
    if game.own_row is None:
        return
    shown: dict[tuple[int | None, bytes], dict[str, Any]] = {}
    match = Match(game, seed)
    for _ in random_play(match, random.Random(seed)):
        reading = match.reading
        for seat in seats_and_spectator(game):
            row = b"" if seat is None else reading.bits_by_row(game.own_row)[seat]
            seen = game.seat_sees(reading, seat)
            before = shown.setdefault((seat, row), seen)
            assert seen == before, f"seat {seat} is shown {seen} where its own row once showed it {before}"


@check
def illegal_moves_change_nothing(game: Game, seed: int) -> None:
    every = range(len(game.move_names))
    step = 1 + len(every) // 1000  # of very many moves, some at each moment
    for moment, match in enumerate(moments(game, seed)):
        state, record = _bits(match), match.record()
        for seat in range(-1, game.players + 1):
            legal = {int(move) for move in match.legal(seat)} if 0 <= seat < game.players else set()
            for number in (-1, *every[moment % step :: step], len(every), 1 << 40):
                if number in legal:
                    continue
                try:
                    match.play(seat, number)
                except IllegalMove:
                    pass
                else:
                    raise AssertionError(f"seat {seat} could play the illegal move {number}")
        try:
            match.play(min(match.to_act, default=0), "stand on your head")
        except IllegalMove:
            pass
        else:
            raise AssertionError("nonsense was taken for a move")
        assert _bits(match) == state and match.record() == record, "a refused move left traces"


@check
def who_acts_first_changes_nothing(game: Game, seed: int) -> None:
    """Where seats act together: what two of them do comes to the same in either order, unless the rules say so."""
    rng = random.Random(seed)
    for match in moments(game, seed):
        for first, second in itertools.combinations(sorted(match.to_act), 2):
            for _ in range(3):
                moves = {seat: rng.choice(match.legal(seat)) for seat in (first, second)}
                if all(game.order_counts(int(move)) for move in moves.values()):
                    continue
                ends = [
                    _played_in_turn(match, [(seat, moves[seat]) for seat in order])
                    for order in ((first, second), (second, first))
                ]
                if None not in ends:
                    assert ends[0] == ends[1], f"seats {first} and {second} play {moves}: it counts who is first"


@check
def secret_choices_stay_secret(game: Game, seed: int) -> None:
    """Until all have chosen, nobody sees or hears what another chose."""
    if "choices" not in (game.state.names or ()):
        return
    names = [f"Player {seat}" for seat in range(game.players)]
    for match in moments(game, seed):
        for seat in sorted(match.to_act):
            others = [other for other in seats_and_spectator(game) if other != seat]
            shown: list[Any] = []
            for move in match.legal(seat):
                after = match.copy()
                after.play(seat, move)
                if after.state.choices[seat] == match.state.choices[seat]:
                    continue  # no secret choice, or it was the last and all are shown
                told = [after.tell(match, Telling(names, other)) for other in others]
                shown.append((int(after.state.choices[seat]), [after.view(other) for other in others], told))
            for choice, views, told in shown[1:]:
                assert (views, told) == shown[0][1:], f"others can tell choice {choice} of seat {seat} from another"


@check
def logs_tell_every_move_and_no_secret(game: Game, seed: int) -> None:
    match = Match(game, seed)
    names = [f"Player {seat}" for seat in range(game.players)]
    pattern = _any_of(cards_in(game, match.position()))
    for seat, move in random_play(match, random.Random(seed)):
        after = match.copy()
        make(after, seat, move)
        for hearer in seats_and_spectator(game):
            told = after.tell(match, Telling(names, hearer))
            if not told.strip():
                unnoticed = hearer != seat and after.view(hearer) == match.view(hearer)
                assert unnoticed, f"nothing is told of {move}"
            secret = set(pattern.findall(told)) - set(pattern.findall(str(move)))
            if secret:
                secret -= set(pattern.findall(json.dumps([match.view(hearer), after.view(hearer)])))
            assert not secret, f"seat {hearer} is told of {secret}: {told}"


@check
def bots_choose_legally_and_by_what_they_see(game: Game, seed: int) -> None:
    for match in moments(game, seed):
        for seat in match.to_act:
            for name, way in WAYS.items():
                chosen = []
                for looked in (match, match.redealt(seat, seed), match.redealt(seat, seed + 1)):
                    dice = np.zeros(1, DICE)
                    dice[0].rng = np.uint64(seed)
                    chosen.append(int(drivers.choose(looked.states, 0, seat, way, game.move_room(), dice)))
                assert chosen[0] in {int(move) for move in match.legal(seat)}, f"{name} chose an illegal move"
                assert len(set(chosen)) == 1, f"{name} in seat {seat} chose by what it cannot see: {chosen}"


def _played_in_turn(match: Match, moves: Iterable[tuple[int, Move]]) -> bytes | None:
    """The state after these moves; None if what one does forbids what the other wanted."""
    copy = match.copy()
    for seat, move in moves:
        if move not in copy.legal(seat):
            return None
        copy.play(seat, move)
    return _bits(copy)


def _bits(match: Match) -> bytes:
    """The state, bit for bit."""
    return match.states.tobytes()


def _difference(view: dict[str, Any], other: Match, seat: int | None) -> str:
    changed = other.view(seat)
    return ", ".join(f"{key}: {view[key]} or {changed.get(key)}" for key in view if view[key] != changed.get(key))


def _where(game: Game, match: Match) -> dict[str, tuple[Any, ...]]:
    """Where each card lies of which there is only one: the place, and the seat whose it is."""
    position, out = match.position(), dict[str, tuple[Any, ...]]()
    for place in game.card_places:
        for index, value in enumerate(position[place]):
            owner = None if isinstance(value, str) else index
            out |= dict.fromkeys(_names(value), (place, owner))
    single = {card for card, count in cards_in(game, position).items() if count == 1}
    return {card: where for card, where in out.items() if card in single}


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(set(names), key=len, reverse=True)
    return re.compile(r"(?<![\w/])(?:" + "|".join(map(re.escape, ordered)) + r")(?![\w/])" if ordered else r"(?!)")
