"""The physics of the stack: how still it stands, and what a step costs.

    python -m bench.physics

Drift is that of the piece that went furthest, the worst of three runs: the same stack, turned on the platform, since
nothing else would change from run to run. Costs are processor time, medians of several runs.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from parlour import physics
from parlour.components.piece_set import PieceSet
from parlour.physics import Pose, Stack, turned_by
from parlour.physics.pose import times

from . import bars

Poses = Mapping[str, Pose]

STEPS = 240  # a second
LONG = 60  # seconds of drifting
TURNS = (0, 120, 240)  # degrees that bring the platform onto itself


def stack_of(count: int) -> dict[str, Pose]:
    """A sensible stack of so many pieces: it stands on a slope of 8 degrees, too."""
    stored = json.loads((Path(__file__).parent / "stacks.json").read_text(encoding="utf-8"))
    return {name: Pose(*pose) for name, pose in stored[str(count)].items()}


def figures(repeats: int) -> dict[str, float]:
    """Nothing where there is no physics."""
    if not physics.available():
        return {}
    pieces = PieceSet.load("standard")
    eighteen, twenty_five = stack_of(18), stack_of(25)
    return {
        "stack: drift asleep mm": max(drift(pieces, turned(eighteen, by), sleepless=False) for by in TURNS),
        "stack: drift awake mm": max(drift(pieces, turned(eighteen, by), sleepless=True) for by in TURNS),
        "stack: share of real time": statistics.median(step_cost(pieces, twenty_five) for _ in range(repeats)) * STEPS,
        "stack: rest us": statistics.median(rest_cost(pieces, twenty_five) for _ in range(repeats)) * 1e6,
        "stack: clone ms": statistics.median(clone_cost(pieces, twenty_five) for _ in range(repeats)) * 1e3,
        "stack: trials a second": 1 / statistics.median(trial_cost(pieces, twenty_five) for _ in range(repeats)),
    }


def drift(pieces: PieceSet, poses: Poses, sleepless: bool, seconds: int = LONG) -> float:
    """How far a piece goes in that time, after a second in which all finds its place; mm."""
    stack = awake(pieces, poses, sleepless)
    stack.step(STEPS)
    before = stack.poses()
    stack.step(seconds * STEPS)
    after = stack.poses()
    return max(math.dist(pose.place, after[name].place) if name in after else math.inf for name, pose in before.items())


def step_cost(pieces: PieceSet, poses: Poses) -> float:
    """Seconds of processor time for a step with all pieces awake."""
    stack = awake(pieces, poses, sleepless=True)
    stack.step(STEPS)
    began = time.process_time()
    stack.step(STEPS)
    return (time.process_time() - began) / STEPS


def rest_cost(pieces: PieceSet, poses: Poses) -> float:
    """Seconds of processor time for a second at rest."""
    stack = Stack.from_poses(pieces, poses)
    began = time.process_time()
    for _ in range(100):
        stack.step(STEPS)
    return (time.process_time() - began) / 100


def clone_cost(pieces: PieceSet, poses: Poses, clones: int = 50) -> float:
    stack = Stack.from_poses(pieces, poses)
    began = time.process_time()
    for _ in range(clones):
        stack.clone(8)
    return (time.process_time() - began) / clones


def trial_cost(pieces: PieceSet, poses: Poses, trials: int = 10) -> float:
    """Seconds of processor time for a bot to see where a piece comes to rest: clone, take, let go and settle."""
    stack = Stack.from_poses(pieces, poses)
    free = next(name for name in ("red disc", "white disc", "blue disc", "green disc") if name not in poses)
    began = time.process_time()
    for at in range(trials):
        trial = stack.clone(8)
        angle = 2 * math.pi * at / trials
        trial.take(free, at=(25 * math.cos(angle), 20.0, 25 * math.sin(angle)))
        trial.let_go()
        trial.settle(still=8)
    return (time.process_time() - began) / trials


def awake(pieces: PieceSet, poses: Poses, sleepless: bool) -> Stack:
    stack = Stack.from_poses(pieces, poses)
    if sleepless:
        for piece in stack._rigid.values():
            activation = piece.activation
            activation.time_until_sleep = 1e9
            piece.activation = activation
    stack._world.wake_up_all()
    return stack


def turned(poses: Poses, degrees: float) -> dict[str, Pose]:
    """The whole stack, turned about the middle of the platform."""
    turn = turned_by(degrees)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return {
        name: Pose(cosine * x + sine * z, y, cosine * z - sine * x, *times(turn, (qx, qy, qz, qw)))
        for name, (x, y, z, qx, qy, qz, qw) in poses.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.physics", description="The physics of the stack alone.")
    parser.add_argument("--repeats", type=int, default=5, help="medians are of this many (default: 5)")
    found = figures(parser.parse_args().repeats)
    if not found:
        print("there is no physics on this machine", file=sys.stderr)
        return 1
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "measured", "bar", ""):
        table.add_column(column, justify="right" if column in ("measured", "bar") else "left")
    judged = bars.of_the_stack(found)
    for bar in judged:
        verdict = "holds" if bar.holds else "[bold red]does not hold[/]"
        table.add_row(bar.what, f"{bar.measured:,.4g} {bar.unit}", f"{bar.sense} {bar.bar:g} {bar.unit}", verdict)
    Console(highlight=False).print(table)
    print(f"a clone takes {found['stack: clone ms']:.2f} ms; {found['stack: trials a second']:.0f} trials a second")
    return 0 if all(bar.holds for bar in judged) else 1


if __name__ == "__main__":
    sys.exit(main())
