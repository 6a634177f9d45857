"""The search: a tree of what each seat could know, grown over fair redeals of what the thinking seat cannot see.

It is information-set Monte Carlo tree search, written once with the verbs and compiled for each game on first use.
Every playout begins with a redeal. Each seat has a tree of its own, a node for everything that it saw happen since the
root: a move made in secret is the same to all others, whatever it was. Where a seat's tree has a node, the seat
chooses there by what it has won with each move so far (UCB, by how often a move could be chosen); elsewhere it plays
as a sensible child does, or a careful adult where the game knows one. All seats want to win: each for itself, or
together where they are one team.

At the root the moves take turns over the same redeals, and the worse half is dropped again and again (successive
halving): moves are compared in like positions, which tells them apart with far fewer playouts.

Everything compiled stands in this one file: Numba notices a change in the file of a driver only.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ..engine.cards import bits_listed, has, nth, remove, set_type, size
from ..engine.chance import DICE, below, stream
from ..engine.drivers import legal_moves
from ..engine.game import Game
from ..engine.match import Match
from ..engine.rule import driver, hot_rule, is_plain, rule
from ..engine.seats import NOBODY, any_of, how_many
from ..engine.verbs import apply, careful, guess, legal, outlook, score
from ..engine.warm import mark

T = TypeVar("T")

LONGEST = 10_000  # moves; no game of bots is longer
_CHUNK = 1 << 6  # playouts between two looks at the clock
_DICE_SEED = 0x7B1D5EED  # the choices of a playout never share the game's own chance
_NO_NODE = -1
_SECRET = 0  # what others see of a move that is not shown

NODE = np.dtype(
    (
        np.record,  # its fields have names in plain Python, too
        np.dtype(
            [
                ("first", np.int32),  # its first child, or none
                ("next", np.int32),  # the next child of the same parent, or none
                ("key", np.int32),  # what happened: who moved, and the move as the tree's seat saw it
                ("visits", np.int32),  # playouts that came through here
                ("offered", np.int32),  # times that the move was there to be chosen
                ("value", np.float64),  # the sum of what they were worth to the tree's seat
            ],
            align=True,
        ),
    )
)
COUNT, VALUE, WINS, SQUARES, SENSIBLE = range(5)  # what is added up for each move at the root
ANY_MOVE = -1  # at the root: the seats go on as they would


@dataclass(frozen=True)
class Thought:
    """How to think: what is weighed against what. The same for all levels of a game."""

    horizon: int = 1000  # moves of a playout, after which it is judged by the points so far
    depth: int = 12  # moves in which trees are grown
    mature: int = 40  # playouts after which a seat chooses by its tree; before, it plays as a sensible child does
    curiosity: float = 0.5  # how far moves are tried that have not done well so far
    caution: float = 0.2  # by how much a move that a sensible child would not make is held to be worse, untried
    effort: float = 1.0  # the part of a level's playouts that are made: fewer where they are long
    scale: float = 5.0  # points of lead that make the win likely (73 %)
    greed: float = 0.01  # by how much the first thought, what a sensible child would do, is held to be better
    points: float = 0.15  # the part of a playout's worth that its points make up, where it was played to the end


@dataclass(frozen=True)
class Budget:
    """When to stop: whichever comes first."""

    playouts: int | None = None
    milliseconds: float | None = None

    def enough(self, began: float, stop: Callable[[], bool]) -> Callable[[], bool]:
        """Whether somebody says stop, or the time is spent."""
        if self.milliseconds is None:
            return stop
        end = began + self.milliseconds / 1000
        return lambda: stop() or time.perf_counter() >= end

    def part(self, share: float) -> Budget:
        """With so much of the time."""
        return replace(self, milliseconds=None if self.milliseconds is None else share * self.milliseconds)


@dataclass(frozen=True)
class Weighed:
    """A move at the root, and what came of it."""

    move: int
    playouts: int
    worth: float  # what is compared: mostly the share of wins
    wins: float  # the share of wins, shared ones in part
    error: float  # the standard error of the worth
    sensible: bool  # whether a sensible child, or a careful adult, would make it


class Search:
    """One decision of one seat. It is given the match as the seat may see it: with a redeal of all else."""

    def __init__(self, shown: Match, seat: int, seed: int, thought: Thought, room: int) -> None:
        game = shown.game
        self.seat, self.seed, self.thought = seat, seed, thought
        self.states = shown.states
        self.moves = np.array(_legal(shown, seat), np.int64)
        self.tally = np.zeros((len(self.moves), SENSIBLE + 1))
        self.nodes = np.zeros(game.players * (room + 1), NODE)
        self.used = np.array([0, 0], np.int64)  # nodes in use; playouts made
        self._team = game.all_may_lose
        self._room = np.zeros(3, set_type(len(game.move_names)))
        self._shown = shown_moves(type(game))

    def run(self, playouts: int, among: np.ndarray[Any, Any], first_redeal: int) -> None:
        """Some more playouts, which try these moves (by their place in `moves`) in turn, each over the same redeals."""
        how = self.thought
        think(
            self.states, self.seat, self.seed, first_redeal, playouts, self.moves, among, self._shown, self._team,
            how.horizon, how.depth, how.mature, how.curiosity, how.caution, how.scale, how.points,
            self._room, self.nodes, self.used, self.tally,
        )  # fmt: skip

    def pieces(self, each: int, among: np.ndarray[Any, Any], first_redeal: int = 0) -> Iterator[None]:
        """So many playouts of each of these moves, piece by piece, and the same as at one go: before each one may stop.

        That is true without trees, which grow as the playouts come.
        """
        piece = max(1, _CHUNK // len(among))
        for done in range(0, each, piece):
            yield
            self.run(min(piece, each - done) * len(among), among, first_redeal + done)

    def decide(self, budget: Budget, stop: Callable[[], bool] = lambda: False) -> None:
        """Halve the moves until the budget is spent or somebody says stop; every move is looked at once, at least."""
        began = time.perf_counter()
        left = np.arange(len(self.moves))
        if len(left) < 2:
            return
        rounds = math.ceil(math.log2(len(left)))
        redeals = 0
        for number in range(rounds):
            share = (number + 1) / rounds
            while not stop():
                spent_time = (time.perf_counter() - began) * 1000
                if redeals and budget.milliseconds is not None and spent_time >= budget.milliseconds * share:
                    break
                wanted = _CHUNK // len(left) + 1
                if budget.playouts is not None:
                    wanted = min(wanted, int(budget.playouts * share - self.used[1]) // len(left))
                    if wanted < 1 and redeals:
                        break
                    wanted = max(1, wanted)
                self.run(wanted * len(left), left, redeals)
                redeals += wanted
            worth = (self.tally[left, VALUE] + self.thought.greed * self.tally[left, SENSIBLE]) / np.maximum(
                1, self.tally[left, COUNT]
            )
            left = left[np.argsort(-worth, kind="stable")][: (len(left) + 1) // 2]

    def weighed(self) -> list[Weighed]:
        """Every move, the best first: those that were looked at longest, and of these the one worth most."""
        rows = []
        for move, row in zip(self.moves.tolist(), self.tally, strict=True):
            count = max(1.0, row[COUNT])
            worth = row[VALUE] / count
            spread = max(0.0, row[SQUARES] / count - worth * worth)
            rows.append(
                Weighed(
                    move,
                    int(row[COUNT]),
                    float(worth),
                    float(row[WINS] / count),
                    math.sqrt(spread / count),
                    bool(row[SENSIBLE] > count / 2),
                )
            )
        most = max(row.playouts for row in rows)
        return sorted(rows, key=lambda row: (row.playouts < most - 1, -row.worth - self.thought.greed * row.sensible))


def search(
    match: Match, seat: int, seed: int, thought: Thought, budget: Budget, stop: Callable[[], bool] = lambda: False
) -> list[Weighed]:
    """Every move that a seat may make, the best first, by what the seat sees and by the seed alone."""
    shown = match.redealt(seat, seed)
    room = budget.playouts if budget.playouts is not None else 1 << 15
    one = Search(shown, seat, seed, thought, room)
    one.decide(budget, stop)
    return one.weighed()


def to_the_end(thought: Thought) -> Thought:
    """For true chances: no playout is cut off and judged by points."""
    return replace(thought, depth=0, horizon=LONGEST)


def chances_of(
    shown: Match,
    seat: int,
    seed: int,
    thought: Thought,
    each: int,
    moves: Sequence[int] = (),
    first_redeal: int = 0,
    enough: Callable[[], bool] = lambda: False,
) -> dict[int, float]:
    """How often the seat wins after each of its moves (or these), by so many playouts each over the same redeals.

    All go on as sensible children do. It is of fewer playouts, but as many of each, if it is `enough` before; of none
    there is nothing to tell.
    """
    one = Search(shown, seat, seed, to_the_end(thought), 0)
    among = np.flatnonzero(np.isin(one.moves, moves)) if moves else np.arange(len(one.moves))
    for _ in one.pieces(each, among, first_redeal):
        if enough():
            break
    looked = (at for at in among if one.tally[at, COUNT])
    return {int(one.moves[at]): float(one.tally[at, WINS] / one.tally[at, COUNT]) for at in looked}


def chance_to_win(match: Match, seat: int, seed: int, thought: Thought, playouts: int) -> Generator[None, None, float]:
    """How often a seat wins from here, as far as it can know, if all play on as sensible children do; in pieces."""
    if match.over:
        winners = len(match.winners)
        return 0.0 if seat not in match.winners else 1.0 if match.game.all_may_lose else 1 / winners
    one = Search(match.redealt(seat, seed), seat, seed, to_the_end(thought), 0)
    one.moves, one.tally = np.array([ANY_MOVE]), np.zeros((1, SENSIBLE + 1))
    yield from one.pieces(playouts, np.array([0]))
    return float(one.tally[0, WINS] / one.tally[0, COUNT])


def at_once(pieces: Generator[None, None, T]) -> T:
    """What comes of it, all pieces one after the other."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            found: T = end.value
            return found


def _legal(match: Match, seat: int) -> list[int]:
    moves = np.zeros((1, match.game.move_words), np.uint64)
    legal_moves(match.states, 0, 1, np.array([seat]), moves)
    return [64 * word + bit for word, bits in enumerate(moves[0].tolist()) for bit in bits_listed(bits)]


@functools.cache
def shown_moves(kind: type[Game]) -> np.ndarray[Any, Any]:
    """For each move whether all see which it is."""
    game = kind()
    return np.array([game.shows_move(move) for move in range(len(kind.move_names))], np.bool_)


def warm(kind: type[Game]) -> None:
    """Compile the search of a game, or load it from the cache: the first search takes seconds otherwise."""
    match = Match(kind(), 0)
    one = Search(match, min(match.to_act), 0, Thought(), 2)
    one.run(2, np.arange(len(one.moves)), 0)  # not `search`: where there is one move, it need not think
    with contextlib.suppress(OSError):  # a cache that cannot be written was told of when it was needed
        _mark(kind).touch()


def warm_all(kinds: Sequence[type[Game]]) -> Iterator[type[Game]]:
    """Compile the search of these games where it never was, several at once where there are cores for it."""
    cold = [kind for kind in kinds if not is_warm(kind)]
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(cold) or 1), get_context("spawn")) as pool:
        for kind, _ in zip(cold, pool.map(warm, cold), strict=True):
            yield kind


def is_warm(kind: type[Game]) -> bool:
    """Whether the search of a game was compiled here before."""
    return is_plain() or _mark(kind).exists()


def _mark(kind: type[Game]) -> Path:
    return mark(f"search-{kind.id}", Path(__file__))


@driver
def think(
    root, seat, seed, first_redeal, playouts, candidates, among, shown, team,
    horizon, depth, mature, curiosity, caution, scale, points,
    room, nodes, used, tally,
):  # fmt: skip
    """Make playouts from the root: `among` tells the candidates that take turns. See `Thought` for what is weighed."""
    moves, sensible, untried = room[0].members, room[1].members, room[2].members
    players = root[0].players
    states = root.copy()
    state = states[0]
    thrown = np.zeros(1, DICE)
    dice = thrown[0]
    at = np.zeros(players, np.int32)  # where each seat is in its tree, or none
    grown = np.zeros(players, np.bool_)
    path = np.zeros((players, depth + 1), np.int32)
    lengths = np.zeros(players, np.int64)
    leads, worth, wins = np.zeros(players), np.zeros(players), np.zeros(players)
    keys = len(shown) + 1
    if used[0] == 0:
        for _ in range(players):
            new_node(nodes, used, 0)
    for number in range(playouts):
        redealt = first_redeal + number // len(among)
        candidate = among[number % len(among)]
        states[0] = root[0]
        state.rng = stream(seed, redealt)
        thrown[0].rng = stream(seed ^ _DICE_SEED, redealt)
        guess(state, seat)
        for other in range(players):
            at[other] = other
            grown[other] = False
            path[other, 0] = other
            lengths[other] = 1
        made = 0
        while state.to_act != NOBODY and made < horizon:
            forced = made == 0 and candidates[candidate] != ANY_MOVE
            who = seat if forced else any_of(state.to_act, dice)
            legal(state, who, moves)
            choices = size(moves)
            for word in range(len(moves)):
                sensible[word] = moves[word]
            if choices > 1:
                careful(state, who, sensible)
            if forced:
                move = candidates[candidate]
                tally[candidate, SENSIBLE] += has(sensible, move)
            elif choices == 1:
                move = nth(moves, 0)
            else:
                node = at[who] if made < depth else _NO_NODE
                if node >= 0 and nodes[node].visits >= mature:
                    for word in range(len(moves)):
                        untried[word] = moves[word]
                    move = best_child(nodes, node, who, keys, moves, sensible, untried, curiosity, caution, dice)
                else:
                    move = nth(sensible, below(dice, size(sensible)))
            apply(state, who, move)
            if made < depth:
                for other in range(players):
                    if at[other] >= 0:
                        key = who * keys + (move + 1 if other == who or shown[move] else _SECRET)
                        child = child_of(nodes, at[other], key)
                        if child < 0 and not grown[other] and used[0] < len(nodes):
                            child = grow(nodes, used, at[other], key)
                            grown[other] = True
                        at[other] = child
                        if child >= 0:
                            path[other, lengths[other]] = child
                            lengths[other] += 1
            made += 1
        if state.to_act == NOBODY:
            score(state, leads)
        else:
            outlook(state, leads)
        judge(state, team, scale, points, leads, worth, wins)
        for other in range(players):
            for step in range(lengths[other]):
                node = path[other, step]
                nodes[node].visits += 1
                nodes[node].value += worth[other]
        tally[candidate, COUNT] += 1
        tally[candidate, VALUE] += worth[seat]
        tally[candidate, WINS] += wins[seat]
        tally[candidate, SQUARES] += worth[seat] * worth[seat]
    used[1] += playouts


@rule
def judge(state, team, scale, points, leads, worth, wins):
    """What the end of a playout is worth to each seat, from 0 to 1; `leads` are points first, and leads afterwards."""
    players = len(leads)
    best, second = leads[0], leads[0] - 1000000
    for other in range(1, players):
        if leads[other] > best:
            best, second = leads[other], best
        elif leads[other] > second:
            second = leads[other]
    winners = how_many(state.winners) if state.to_act == NOBODY else 0
    for other in range(players):
        if not team and players > 1:
            leads[other] -= second if leads[other] == best else best
        by_points = 1 / (1 + math.exp(-leads[other] / scale))
        if state.to_act != NOBODY:
            wins[other] = worth[other] = by_points
        else:
            wins[other] = 0.0
            if state.winners >> other & 1 != 0:
                wins[other] = 1.0 if team else 1 / winners
            worth[other] = (1 - points) * wins[other] + points * by_points


@hot_rule
def best_child(nodes, node, who, keys, moves, sensible, untried, curiosity, caution, dice):
    """The move to look at next: the one that did best, or was seldom tried; untried ones as a sensible child would."""
    mean = nodes[node].value / nodes[node].visits
    best, highest = -1, -1e9
    child = nodes[node].first
    while child > 0:
        move = nodes[child].key - who * keys - 1
        if 0 <= move < keys - 1 and has(moves, move):  # others may have moved here, too
            nodes[child].offered += 1
            remove(untried, move)
            tried = nodes[child].visits
            worth = nodes[child].value / tried + curiosity * math.sqrt(math.log(nodes[child].offered) / tried)
            if worth > highest:
                best, highest = move, worth
        child = nodes[child].next
    left = size(untried)
    if left == 0:
        return best
    common = 0
    for word in range(len(untried)):
        sensible[word] &= untried[word]
    common = size(sensible)
    if common > 0:
        return nth(sensible, below(dice, common))
    if mean - caution + curiosity * math.sqrt(math.log(nodes[node].visits + 1)) > highest:
        return nth(untried, below(dice, left))
    return best


@hot_rule
def child_of(nodes, node, key):
    """The child that stands for what happened, or none."""
    child = nodes[node].first
    while child > 0 and nodes[child].key != key:
        child = nodes[child].next
    return child if child > 0 else _NO_NODE


@hot_rule
def grow(nodes, used, node, key):
    """A new child for what happened."""
    child = new_node(nodes, used, key)
    nodes[child].next = nodes[node].first
    nodes[node].first = child
    return child


@hot_rule
def new_node(nodes, used, key):
    node = used[0]
    used[0] += 1
    nodes[node].key = key
    nodes[node].offered = 1
    return node
