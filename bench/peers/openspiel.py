"""OpenSpiel's card games with random players, in the three ways a user can run them."""

import random
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from itertools import count, cycle
from time import perf_counter

import pyspiel
from rates import Case, Work, report, timed

GAMES = ("crazy_eights(players=4)", "go_fish", "hearts")
DEALS = 32
ROLLOUTS = 100  # in one call of the search: enough to hide the call


def decisions(state: pyspiel.State) -> int:
    """The moves made by players, chance left out."""
    return sum(action.player >= 0 for action in state.full_history())


def draw_chance(state: pyspiel.State, rng: random.Random) -> None:
    actions, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(actions, chances)[0])


def random_bots(game: pyspiel.Game) -> list[pyspiel.Bot]:
    return [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]


def dealt_states(game: pyspiel.Game) -> Iterator[pyspiel.State]:
    rng = random.Random(1)
    for _ in range(DEALS):
        state = game.new_initial_state()
        while state.is_chance_node():
            draw_chance(state, rng)
        yield state


def mean_decisions(game: pyspiel.Game, deals: list[pyspiel.State]) -> float:
    """Player decisions of one random game from a dealt state, averaged over many of them."""
    bots = random_bots(game)
    total = games = 0
    for state in deals:
        for seed in range(ROLLOUTS):
            playout = state.clone()
            pyspiel.evaluate_bots(playout, bots, seed)
            total += decisions(playout)
            games += 1
    return total / games


def rollouts(name: str) -> Work:
    """Random rollouts from dealt states.

    The evaluator cannot be called from Python, but a search of one simulation does nothing else than evaluate
    the root. It does not say how long its rollouts were, so their mean length is taken beforehand.
    """
    game = pyspiel.load_game(name)
    deals = list(dealt_states(game))
    moves = ROLLOUTS * mean_decisions(game, deals)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
    )
    next_deal = cycle(deals)

    def work() -> tuple[float, float]:
        spent = 0.0
        for _ in range(DEALS):  # whole rounds of deals: the mean is over all of them
            state = next(next_deal)
            start = perf_counter()
            search.mcts_search(state)
            spent += perf_counter() - start
        return moves * DEALS, spent

    return work


def bots_loop(name: str) -> Work:
    game = pyspiel.load_game(name)
    bots = random_bots(game)
    seeds = count()

    def work() -> tuple[float, float]:
        start = perf_counter()
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        spent = perf_counter() - start
        return decisions(state), spent

    return work


def stepped(name: str) -> Work:
    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                draw_chance(state, rng)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return timed(play)


PATHS = {
    "C++ rollouts": rollouts,
    "C++ evaluate_bots, with the deal": bots_loop,
    "stepped from Python": stepped,
}

if __name__ == "__main__":
    cases = [Case(path, game, partial(prepare, game)) for path, prepare in PATHS.items() for game in GAMES]
    report("OpenSpiel", version("open_spiel"), cases)
