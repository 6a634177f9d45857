"""Pgx with random players, compiled by JAX for the CPU: the best of two ways and three batch sizes."""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")  # one core against one core, also where there is a GPU

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from rates import Case, Work, rates, report, timed

BATCHES = (1024, 8192, 65536)
STEPS = 64  # moves of every game in one compiled call
TRIAL_SECONDS = 0.5


def random_legal(key: jax.Array, legal: jax.Array) -> jax.Array:
    """A legal action by counting, which is cheaper than sampling from masked logits."""
    chosen = jnp.floor(jax.random.uniform(key) * legal.sum())
    return jnp.argmax(jnp.cumsum(legal) > chosen)


def random_step(step: Callable[..., Any], state: Any, key: jax.Array, batch: int) -> Any:
    choose_key, step_key = jax.random.split(key)
    actions = jax.vmap(random_legal)(jax.random.split(choose_key, batch), state.legal_action_mask)
    return jax.vmap(step)(state, actions, jax.random.split(step_key, batch))


def endless(env: pgx.Env, batch: int) -> Work:
    """A game that ends starts anew in the same step, so every step of every game is a move."""
    step = auto_reset(env.step, env.init)

    @jax.jit
    def run(state: Any, key: jax.Array) -> Any:
        def advance(now: Any, step_key: jax.Array) -> tuple[Any, None]:
            return random_step(step, now, step_key, batch), None

        return jax.lax.scan(advance, state, jax.random.split(key, STEPS))[0]

    keys = fresh_keys()
    state = jax.jit(jax.vmap(env.init))(jax.random.split(next(keys), batch))

    def play() -> int:
        nonlocal state
        state = jax.block_until_ready(run(state, next(keys)))
        return batch * STEPS

    return timed(play)


def whole_games(env: pgx.Env, batch: int) -> Work:
    """All games start together and run until the last is over; only moves of unfinished games count."""

    @jax.jit
    def run(key: jax.Array) -> jax.Array:
        init_key, key = jax.random.split(key)
        start = jax.vmap(env.init)(jax.random.split(init_key, batch))

        def advance(now: Any) -> Any:
            state, key, moves = now
            key, step_key = jax.random.split(key)
            return random_step(env.step, state, step_key, batch), key, moves + (~state.terminated).sum()

        return jax.lax.while_loop(lambda now: ~now[0].terminated.all(), advance, (start, key, 0))[2]

    keys = fresh_keys()
    return timed(lambda: int(run(next(keys))))


def fresh_keys() -> Iterator[jax.Array]:
    key = jax.random.PRNGKey(1)
    while True:
        key, fresh = jax.random.split(key)
        yield fresh


WAYS = {
    "connect_four": (endless, whole_games),
    "leduc_holdem": (endless, whole_games),
    # Dealing again in every step makes the endless way several times slower here, and slow to compile.
    "sparrow_mahjong": (whole_games,),
}


def best(game: str) -> Work:
    env = pgx.make(game)
    trials = []
    for way in WAYS[game]:
        for batch in BATCHES:
            work = way(env, batch)
            rate = rates(work, TRIAL_SECONDS, repeats=1)[0]
            print(f"Pgx: {game}, {way.__name__}, batch {batch}: {rate:,.0f} moves/s", file=sys.stderr)
            trials.append((rate, work))
    return max(trials, key=lambda trial: trial[0])[1]


if __name__ == "__main__":
    cases = [Case("batched, best way and size", game, partial(best, game)) for game in WAYS]
    report("Pgx", f"{version('pgx')} (jax {version('jax')})", cases)
