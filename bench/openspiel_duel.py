"""Our search against OpenSpiel's own ISMCTS bot, at equal thinking time, in games of ours.

    python -m bench.openspiel_duel                     200 games each of GO FOX! and Freaky: an hour and a half
    python -m bench.openspiel_duel go-fox --games 40   fewer of one
    python -m bench.openspiel_duel --show              the bars as known so far; plays nothing

Every game is kept in bench/openspiel.json when it is over, so an interrupted run goes on later; whoever changes the
search deletes the file. OpenSpiel is taken from the peers' environment, which is made where it is missing. The
translation below says in OpenSpiel's words what the verbs do, and nothing else: redeals are ours, the bot and its
random rollouts are theirs (the bot in Python; the one in C++ cannot play games written in Python, see docs/bots.md).
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from bench.bars import Bar
from bench.peers.run import VENV, peers_python
from parlour.bots import search
from parlour.bots.levels import thought_for
from parlour.engine import drivers
from parlour.engine.cards import listed
from parlour.engine.match import Match
from parlour.games import find
from parlour.lab.simulate import wilson

KEPT = Path(__file__).parent / "openspiel.json"
GAMES = ["go-fox", "freaky"]
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


def duel(game: str, number: int, milliseconds: float) -> dict[str, Any]:
    """One game, every second one on the deal of the one before: what ours won, and how long both thought."""
    kind = find(game)
    match, mine = Match(kind(2), 100 + number // 2), number % 2
    peer, ours = Peer(milliseconds, number), Ours(milliseconds, number)
    playouts: list[int] = []
    times: dict[bool, list[float]] = {True: [], False: []}
    while not match.over:
        seat = min(match.to_act)
        moves = match.legal(seat)
        move = int(moves[0])
        if len(moves) > 1:
            began = time.perf_counter()
            move = (ours if seat == mine else peer).choose(match, seat)
            times[seat == mine].append((time.perf_counter() - began) * 1000)
            if seat != mine:
                playouts.append(peer.playouts)
        match.play(seat, move)
    return {
        "number": number,
        "won": (mine in match.winners) / len(match.winners),
        "our_ms": round(float(np.mean(times[True])), 2),
        "their_ms": round(float(np.mean(times[False])), 2),
        "their_playouts": round(float(np.mean(playouts)), 1),
    }


def bars(kept: dict[str, list[dict[str, Any]]]) -> list[Bar]:
    def won(game: str) -> float | None:
        games = kept.get(game)
        return 100 * sum(one["won"] for one in games) / len(games) if games else None

    return [Bar(f"{game}: won against OpenSpiel's ISMCTS", won(game), "at least", 60, "%") for game in GAMES]


def told(game: str, played: list[dict[str, Any]], milliseconds: float) -> str:
    share, low, high = wilson(sum(one["won"] for one in played), len(played))
    means = {key: np.mean([one[key] for one in played]) for key in ("our_ms", "their_ms", "their_playouts")}
    return (
        f"{game}, {milliseconds:g} ms a decision: ours wins {100 * share:.1f} % of {len(played)} games "
        f"({100 * low:.1f} to {100 * high:.1f} %), thinking {means['our_ms']:.1f} ms against {means['their_ms']:.1f}; "
        f"the peer makes {means['their_playouts']:.0f} playouts a decision"
    )


def keep(path: Path, milliseconds: float, kept: dict[str, list[dict[str, Any]]]) -> None:
    games = ",\n".join(
        f' "{game}": [\n  ' + ",\n  ".join(json.dumps(one) for one in played) + "\n ]" for game, played in kept.items()
    )
    beside = path.with_suffix(".new")
    beside.write_text(f'{{"ms": {milliseconds:g}, "games": {{\n{games}\n}}}}\n', encoding="utf-8")
    beside.replace(path)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.openspiel_duel", description="Our search against OpenSpiel's.")
    parser.add_argument("games_of", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ms", type=float, default=50.0)
    parser.add_argument("--show", action="store_true", help="the bars as known so far; play nothing")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where games are kept")
    given = parser.parse_args(arguments)
    before = json.loads(given.kept.read_text()) if given.kept.exists() else {}
    kept: dict[str, list[dict[str, Any]]] = before["games"] if before.get("ms") == given.ms else {}
    if not given.show:
        peers_python()
        sys.path += [str(path) for path in VENV.glob("lib/python3*/site-packages")]
    with contextlib.suppress(KeyboardInterrupt):
        for game in [] if given.show else given.games_of:
            search.warm(find(game))
            played = kept.setdefault(game, [])
            for number in range(len(played), given.games):
                played.append(duel(game, number, given.ms))
                keep(given.kept, given.ms, kept)
                print(f"\r{told(game, played, given.ms)}", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
    for game, played in kept.items():
        print(told(game, played, given.ms))
    judged = bars(kept)
    for bar in judged:
        print(bar.in_words)
    return 0 if all(bar.holds for bar in judged) else 1


if __name__ == "__main__":
    raise SystemExit(main())
