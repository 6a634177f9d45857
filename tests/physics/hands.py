"""Random hands: gentle, hurried, pressing, sweeping and absurd ones, and what must hold whatever they do.

    python -m tests.physics.hands 10000     a slow proof, with progress; `make hands`

A hand is one placement, from taking a piece to rest. Hands of one seed build one stack, and start anew now and then.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from parlour.components.piece_set import SHAPES, PieceSet
from parlour.physics import BadTarget, Pose, Stack, turned_by
from parlour.physics.depth import overlaps

STACKS = json.loads((Path(__file__).parents[2] / "bench" / "stacks.json").read_text(encoding="utf-8"))
PIECES = PieceSet.load("standard")
NAMES = [f"{colour} {shape}" for colour in ("red", "green", "blue", "yellow", "white") for shape in SHAPES]
HANDS_A_STACK = 20
FASTEST = 10_000.0  # mm/s that nothing may exceed
DEEPEST = 1.0  # mm that pieces may lie inside each other at rest
KINDS = {"gentle": 8, "hurried": 2, "pressing": 3, "sweeping": 1, "outside": 1, "absurd": 1}  # and how often each

BAD = (math.nan, math.inf, -math.inf, 1e9, -1e9, "here", None)


@dataclass
class Report:
    """What happened, and the worst of it."""

    hands: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    fell: int = 0
    frozen: int = 0  # hands after which something still moved at the time limit
    refused: int = 0  # targets
    fastest: float = 0.0  # mm/s
    deepest: float = 0.0  # mm, at rest
    most: int = 0  # pieces on the platform
    steps: int = 0
    wrong: list[str] = field(default_factory=list)

    def __iadd__(self, other: Report) -> Report:
        self.kinds += other.kinds
        for counted in ("hands", "fell", "frozen", "refused", "steps"):
            setattr(self, counted, getattr(self, counted) + getattr(other, counted))
        for worst in ("fastest", "deepest", "most"):
            setattr(self, worst, max(getattr(self, worst), getattr(other, worst)))
        self.wrong += other.wrong
        return self


class Player:
    """Plays hands on one stack and watches all that must hold."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        start = self.rng.choice([{}, STACKS["18"], STACKS["25"]])  # from nothing, or on a good stack
        self.stack = Stack.from_poses(PIECES, start)
        self.supply = [name for name in NAMES if name not in start]
        self.report = Report()

    def play(self) -> None:
        """One hand."""
        kind = self.rng.choices(list(KINDS), KINDS.values())[0]
        self.report.hands += 1
        self.report.kinds[kind] += 1
        name = self.rng.choice(self.supply)
        self.supply.remove(name)
        self.stack.take(name, at=self.rng.choice([None, self.somewhere()]))
        for place, turn, steps in getattr(self, kind)():
            self.stack.aim(*place, turn)
            self.wait(steps)
            if self.stack.held is None:
                break  # it had no numbers any more
        if self.stack.held is not None:
            if self.rng.random() < 0.05:
                self.stack.put_back()
                self.supply.append(name)
            else:
                self.stack.let_go()
        self.settle()

    def wait(self, steps: int) -> None:
        for _ in range(steps):
            self.stack.step()
            self.report.steps += 1
            for piece in self.stack._rigid.values():
                self.report.fastest = max(self.report.fastest, 10 * piece.linvel.norm())

    def settle(self) -> None:
        seconds = 20
        for _ in range(seconds * 240):
            if self.stack.at_rest:
                break
            self.wait(1)
        else:
            self.report.frozen += 1
        self.stack.freeze()
        self.supply += self.stack.fallen
        self.report.fell += len(self.stack.fallen)
        self.stack.clear_fallen()
        self.check()

    def check(self) -> None:
        poses = self.stack.poses()
        self.report.most = max(self.report.most, len(poses))
        if sorted([*self.supply, *poses]) != sorted(NAMES):
            self.report.wrong.append("pieces were lost, or are there twice")
        for name, pose in poses.items():
            if not all(map(math.isfinite, pose)) or pose.y < 0 or abs(math.hypot(*pose.turn) - 1) > 1e-5:
                self.report.wrong.append(f"{name} lies at {pose}")
        for first, second, depth in overlaps(
            PIECES, {name: (self.stack.shape(name), pose) for name, pose in poses.items()}
        ):
            self.report.deepest = max(self.report.deepest, depth)
            if depth > DEEPEST:
                self.report.wrong.append(f"{first} lies {depth:.2f} mm inside {second}")

    # The kinds of hands: where to aim, how to turn, and for how many steps

    def gentle(self) -> Iterator[tuple[tuple[float, float, float], tuple[float, ...] | None, int]]:
        x, z = self.over_the_platform()
        turn = turned_by(self.rng.uniform(0, 360))
        high = self.top() + 30
        yield (x, high, z), turn, 120
        for _ in range(30):  # down until something is in the way
            high -= 3
            yield (x, max(7.5, high), z), None, 6
            pose = self.stack.held_pose
            if pose is None or pose.y > high + 2 or high < 8:
                break

    def hurried(self) -> Iterator[tuple[tuple[float, float, float], tuple[float, ...] | None, int]]:
        for _ in range(self.rng.randint(2, 8)):
            yield self.somewhere(), self.any_turn(), self.rng.randint(5, 60)

    def pressing(self) -> Iterator[tuple[tuple[float, float, float], tuple[float, ...] | None, int]]:
        x, z = self.over_the_platform()
        yield (x, self.top() + 30, z), self.rng.choice([None, self.any_turn()]), 120
        yield (x, self.rng.uniform(-20, 10), z), None, self.rng.randint(60, 240)

    def sweeping(self) -> Iterator[tuple[tuple[float, float, float], tuple[float, ...] | None, int]]:
        high = self.rng.uniform(8, self.top() + 10)
        angle = self.rng.uniform(0, 2 * math.pi)
        x, z = 120 * math.cos(angle), 120 * math.sin(angle)
        yield (x, min(500, self.top() + 60), z), self.any_turn(), 90
        yield (x, high, z), None, 60
        yield (-x, high, -z), None, self.rng.randint(60, 180)

    def outside(self) -> Iterator[tuple[tuple[float, float, float], tuple[float, ...] | None, int]]:
        angle = self.rng.uniform(0, 2 * math.pi)
        yield (120 * math.cos(angle), self.rng.uniform(-20, 100), 120 * math.sin(angle)), self.any_turn(), 90

    def absurd(self) -> Iterator[tuple[tuple[float, float, float], tuple[float, ...] | None, int]]:
        for _ in range(5):
            place: list[object] = list(self.somewhere())
            place[self.rng.randrange(3)] = self.rng.choice(BAD)
            self.must_refuse(place, None)
            turn: list[object] = list(self.any_turn())
            turn[self.rng.randrange(4)] = self.rng.choice(BAD[:3] + BAD[5:])
            self.must_refuse(self.somewhere(), turn)
            self.must_refuse(self.somewhere(), (0, 0, 0, 0))
            huge = tuple(part * 10.0 ** self.rng.randint(-300, 300) for part in self.any_turn())
            yield self.somewhere(), huge if any(huge) else None, 10

    def must_refuse(self, place: object, turn: object) -> None:
        before = self.stack._hand.target if self.stack._hand else None
        try:
            self.stack.aim(*place, turn)  # type: ignore[misc]
        except BadTarget:
            self.report.refused += 1
        else:
            self.report.wrong.append(f"the hand went to {place}, {turn}")
        if before is not None and self.stack._hand is not None and self.stack._hand.target != before:
            self.report.wrong.append(f"a refused target moved the hand: {place}, {turn}")

    def somewhere(self) -> tuple[float, float, float]:
        return self.rng.uniform(-150, 150), self.rng.uniform(-20, self.top() + 100), self.rng.uniform(-150, 150)

    def over_the_platform(self) -> tuple[float, float]:
        while True:
            x, z = self.rng.uniform(-60, 60), self.rng.uniform(-70, 35)
            if math.hypot(x, z) < 38:
                return x, z

    def any_turn(self) -> tuple[float, ...]:
        return tuple(self.rng.gauss(0, 1) for _ in range(4))

    def top(self) -> float:
        return min(450.0, max((pose.y for pose in self.stack.poses().values()), default=0.0) + 10)


def stack_of_hands(seed: int, hands: int = HANDS_A_STACK) -> tuple[Report, dict[str, Pose]]:
    """Some hands on one stack; what is left on the platform."""
    player = Player(seed)
    for _ in range(hands):
        player.play()
    return player.report, player.stack.poses()


def main() -> int:
    parser = argparse.ArgumentParser(prog="hands", description="Random hands, and what must hold whatever they do.")
    parser.add_argument("hands", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    total, began = Report(), time.monotonic()
    stacks = math.ceil(given.hands / HANDS_A_STACK)
    for at in range(stacks):
        report, _ = stack_of_hands(given.seed + at)
        for wrong in report.wrong:
            print(f"\nseed {given.seed + at}: {wrong}", flush=True)
        total += report
        left = (time.monotonic() - began) / (at + 1) * (stacks - at - 1)
        end = "\r" if sys.stdout.isatty() and at + 1 < stacks else "\n"
        if sys.stdout.isatty() or (at + 1) % max(1, stacks // 20) == 0:
            print(
                f"{total.hands} hands, {total.fell} fell, {total.frozen} frozen, {len(total.wrong)} wrong; at worst "
                f"{total.fastest / 1000:.2f} m/s, {total.deepest:.3f} mm deep; {left:.0f} s left   ",
                end=end,
                flush=True,
            )
    print(total)
    return 1 if total.wrong or total.fastest > FASTEST else 0


if __name__ == "__main__":
    sys.exit(main())
