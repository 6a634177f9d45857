"""Physics runs: whole games of Survivor between steady hands, and what became of every placement in them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from ...bots.steady import SteadyHand
from ...components.piece_set import SHAPES
from ...components.shapes_deck import PIECE_NAMES
from ...components.stability import LEVELS
from ...engine.match import Match
from ...games.shapes import ShapesSurvivor
from ...tower import Umpire
from ..physics import sources

PLAYERS = 4  # so that a game goes on after a fall or two, with the tower as it is


@dataclass(frozen=True)
class Placement:
    """One piece placed: what was there before, and what fell."""

    level: int
    shape: int
    pieces: list[int]  # shapes on the platform before
    height: float  # of the tower before, in mm
    fallen: int  # how many pieces fell
    placed_fell: bool  # whether the piece just placed was among them


def run(skill: str, level: str, seed: int) -> list[Placement]:
    """One game."""
    game = ShapesSurvivor(PLAYERS, falls="physics", hand=level, starter=0)
    match, dice = Match(game, seed), random.Random(seed)
    umpire = Umpire(match)
    hands = [SteadyHand(skill, level, dice.getrandbits(62)) for _ in range(PLAYERS)]
    found = []
    while not match.over:
        (seat,) = match.to_act
        if umpire.stack.held is None:
            umpire.play(seat, hands[seat].choose(match, seat))
            continue
        piece, before = umpire.stack.held, match.view(None)["platform"]
        height = max((pose.y for pose in umpire.stack.poses().values()), default=0.0)
        made = len(match.moves)
        hands[seat].place(umpire)
        fell = [str(move).removesuffix(" falls") for _, move in match.moves[made:] if str(move).endswith(" falls")]
        shapes = [PIECE_NAMES.index(name) % len(SHAPES) for name in before]
        shape = PIECE_NAMES.index(piece) % len(SHAPES)
        found.append(Placement(LEVELS.index(level), shape, shapes, height, len(fell), piece in fell))
    return found


def gather(path: Path, skill: str, games: int, workers: int, progress: Callable[[int], None]) -> list[list[Placement]]:
    """So many games of each level, each kept in the file as it is done: an interrupted run goes on where it was."""
    kept = {(level, seed): runs for level, seed, runs in _read(path, skill)}
    wanted = [(level, seed) for seed in range(games) for level in LEVELS]
    missing = [one for one in wanted if one not in kept]
    progress(len(wanted) - len(missing))
    path.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool, path.open("a") as file:
        running = {pool.submit(run, skill, level, seed): (level, seed) for level, seed in missing}
        for future in as_completed(running):
            level, seed = running[future]
            kept[level, seed] = future.result()
            placements = [asdict(one) for one in kept[level, seed]]
            file.write(json.dumps([sources(), skill, level, seed, placements]) + "\n")
            file.flush()
            progress(1)
    return [kept[one] for one in wanted]


def _read(path: Path, skill: str) -> Iterator[tuple[str, int, list[Placement]]]:
    """The games kept of such hands, as they are now."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        *of, level, seed, placements = json.loads(line)
        if of == [sources(), skill]:
            yield level, seed, [Placement(**one) for one in placements]
