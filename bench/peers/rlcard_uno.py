"""RLCard's UNO with random players: its environment as documented, and the bare game under it.

Two players: the environment takes a number of players for UNO and then ignores it.
"""

import random
from importlib.metadata import version

import rlcard
from rates import Case, Work, report, timed
from rlcard.agents import RandomAgent


def environment() -> Work:
    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        env.run(is_training=False)
        return len(env.action_recorder)

    return timed(play)


def bare_game() -> Work:
    game = rlcard.make("uno", config={"seed": 1}).game
    rng = random.Random(1)

    def play() -> int:
        state, _ = game.init_game()
        moves = 0
        while not game.is_over():
            state, _ = game.step(rng.choice(state["legal_actions"]))
            moves += 1
        return moves

    return timed(play)


if __name__ == "__main__":
    cases = [Case("env.run", "uno, 2 players", environment), Case("bare game", "uno, 2 players", bare_game)]
    report("RLCard", version("rlcard"), cases)
