"""Our search against OpenSpiel's own ISMCTS bot, at equal thinking time, in games of ours.

    python -m bench.openspiel_duel go-fox freaky --games 40 --ms 50

OpenSpiel is taken from the peers' environment (`make bench-peers` makes it). The translation below says in OpenSpiel's
words what the verbs do, and nothing else: redeals are ours, the bot and its random rollouts are theirs (the bot in
Python; the one in C++ cannot play games written in Python, see docs/bots.md).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from parlour.bots import search
from parlour.bots.levels import thought_for
from parlour.engine import drivers
from parlour.engine.cards import listed
from parlour.engine.match import Match
from parlour.games import find
from parlour.lab.simulate import wilson

PEERS = Path(__file__).resolve().parents[1] / ".venv-peers"
_SAMPLES = 1 << 62


class Translated:
    """A match as OpenSpiel's bots in Python ask it."""

    def __init__(self, match: Match, seen: tuple[int, ...] = ()) -> None:
        self.match = match
        self.seen = seen  # what all have seen happen

    def clone(self) -> Translated:
        return Translated(self.match.copy(), self.seen)

    def current_player(self) -> int:
        return int(self.match.states["to_act"][0]).bit_length() - 1

    def legal_actions(self, _: int | None = None) -> list[int]:
        moves = np.zeros((1, self.match.game.move_words), np.uint64)
        drivers.legal_moves(self.match.states, 0, 1, np.array([self.current_player()]), moves)
        return listed(moves[0])

    def apply_action(self, action: int) -> None:
        drivers.step(self.match.states, 0, self.current_player(), int(action))
        self.seen = (*self.seen, int(action))

    def is_terminal(self) -> bool:
        return not self.match.states["to_act"][0]

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        winners = int(self.match.states["winners"][0])
        share = 1 / winners.bit_count()
        return [2 * share * (winners >> seat & 1) - 1 for seat in range(self.match.game.players)]

    def information_state_string(self) -> str:
        """What happened since the root, and what the seat holds: its legal moves tell the hand, as far as it counts."""
        return f"{self.seen} {self.legal_actions()}"

    def get_game(self) -> Any:
        return SimpleNamespace(get_type=lambda: self._type())

    def _type(self) -> Any:
        import pyspiel

        return SimpleNamespace(
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        )


class TimeIsUp(Exception):
    """The peer has thought as long as it may."""


class Peer:
    def __init__(self, milliseconds: float, seed: int) -> None:
        from open_spiel.python.algorithms import ismcts, mcts

        luck = np.random.RandomState(seed)
        self.milliseconds, self.samples, self.playouts = milliseconds, seed, 0
        rollouts = mcts.RandomRolloutEvaluator(1, luck)
        self.bot = ismcts.ISMCTSBot(
            None, rollouts, 1.4, 1 << 30, random_state=luck, allow_inconsistent_action_sets=True
        )
        self.bot.set_resampler(self._sample)

    def _sample(self, state: Translated, seat: int) -> Translated:
        if time.perf_counter() > self.until and self.playouts > 2:  # the first only make the root
            raise TimeIsUp
        self.playouts += 1
        self.samples += 1
        return Translated(state.match.redealt(seat, self.samples % _SAMPLES))

    def choose(self, match: Match, seat: int) -> int:
        self.until, self.playouts = time.perf_counter() + self.milliseconds / 1000, 0
        state = Translated(match.redealt(seat, self.samples))
        try:
            policy = self.bot.run_search(state)
        except TimeIsUp:
            policy = self.bot.get_final_policy(state, self.bot._root_node)
        return int(max(policy, key=lambda pair: pair[1])[0])


class Ours:
    def __init__(self, milliseconds: float, seed: int) -> None:
        self.budget, self.seed = search.Budget(milliseconds=milliseconds), seed

    def choose(self, match: Match, seat: int) -> int:
        self.seed += 1
        return search.search(match, seat, self.seed, thought_for(match.game), self.budget)[0].move


def duel(game: str, games: int, milliseconds: float) -> tuple[float, list[int]]:
    """The games that ours won, shared ones in part, and the peer's playouts a decision."""
    kind = find(game)
    search.warm(kind)
    won, playouts = 0.0, []
    for number in range(games):
        match, mine = Match(kind(2), 100 + number // 2), number % 2
        peer, ours = Peer(milliseconds, number), Ours(milliseconds, number)
        while not match.over:
            seat = min(match.to_act)
            moves = match.legal(seat)
            move = int(moves[0])
            if len(moves) > 1:
                move = (ours if seat == mine else peer).choose(match, seat)
                if seat != mine:
                    playouts.append(peer.playouts)
            match.play(seat, move)
        won += (mine in match.winners) / len(match.winners)
        share, low, high = wilson(won, number + 1)
        told = f"{game}: {100 * share:.1f} % of {number + 1} games ({100 * low:.1f} to {100 * high:.1f} %)"
        print(f"\r{told}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return won, playouts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", default=["go-fox", "freaky"], metavar="GAME")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--ms", type=float, default=50.0)
    parser.add_argument("--peers", type=Path, default=PEERS, help="the environment with OpenSpiel")
    given = parser.parse_args()
    sys.path += [str(path) for path in given.peers.glob("lib/python3*/site-packages")]
    for game in given.games_of:
        won, playouts = duel(game, given.games, given.ms)
        share, low, high = wilson(won, given.games)
        print(
            f"{game}, {given.ms:g} ms a decision: ours wins {100 * share:.1f} % of {given.games} games "
            f"({100 * low:.1f} to {100 * high:.1f} %); the peer makes {np.mean(playouts):.0f} playouts a decision"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
