"""The towers' own process, looked at from inside: what it tells, and that it is the same every time."""

from __future__ import annotations

import base64
import math
import time

import pytest

from bench.physics import stack_of
from parlour.components.shapes_deck import PIECE_NAMES
from parlour.server import towerwork
from parlour.server.frames import Frame, packed, read_frames, unpacked, write_frame
from parlour.server.towerwork import Aimed, Arrived, Begin, Carry, Fell, LiveTower, Moved, Rested, Tells

SQUARE = {"red square": [0.0, 7.5, 0.0, 0.0, 0.0, 0.0, 1.0]}


def tower(poses: dict[str, list[float]] = SQUARE, piece: str | None = "blue bar") -> LiveTower:
    return LiveTower(Begin(1, "standard", poses, piece, 70_000), 0.0)


def to_rest(live: LiveTower) -> list[Tells]:
    told: list[Tells] = []
    while not live.over:
        told += live.tick()
    return told


def collapse() -> list[Tells]:
    """A hand goes through a tower of 25 pieces."""
    poses = {name: list(pose) for name, pose in stack_of(25).items()}
    live = tower(poses, next(name for name in PIECE_NAMES if name not in poses))
    told: list[Tells] = []
    for n in range(400):
        if live.over:
            break
        live.aim(Aimed(1, n, (60 * math.cos(n / 10), max(10.0, 160.0 - n), 60 * math.sin(n / 10)), None))
        told += live.tick()
    live.let_go()
    return told + ([] if live.over else to_rest(live))


def test_a_frame_is_read_as_it_was_written() -> None:
    pose = [12.25, -3.5, 1000.0, 0.5, -0.5, 0.5, -0.5]
    frame = Frame(True, 5, 70_000, 123_456, 9, {3: packed(pose), 49: b"", 0: packed([0.0] * 6 + [1.0])})
    assert [*read_frames(write_frame(frame) * 2)] == [frame, frame]
    assert unpacked(packed(pose)) == pytest.approx(pose, abs=1e-4)
    assert unpacked(packed([1e9, -1e9, *pose[2:]]))[:2] == pytest.approx([1024, -1024], abs=0.1)


def test_a_piece_is_carried_where_it_is_wanted_and_let_go() -> None:
    live = tower()
    live.carry(Carry(1, (0.0, 23.0, 0.0), (0.0, 0.0, 0.0, 1.0)))
    told: list[Tells] = []
    while not any(isinstance(one, Arrived) for one in told):
        told += live.tick()
    live.let_go()
    told += to_rest(live)
    rested = told[-1]
    assert isinstance(rested, Rested)
    assert rested.moves == ["let go", "all at rest"] and rested.track == ""
    assert rested.poses["blue bar"][:3] == pytest.approx([0, 22.5, 0], abs=0.3)
    frames = [frame for one in told if isinstance(one, Moved) for frame in read_frames(one.frame)]
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert [frame.ms for frame in frames] == sorted(frame.ms for frame in frames)
    assert all(frame.placement == 70_000 & 0xFFFF for frame in frames)


def test_the_same_is_told_every_time() -> None:
    assert collapse() == collapse()


def test_a_fall_is_kept_to_be_shown_again() -> None:
    told = collapse()
    assert sum(isinstance(one, Fell) for one in told) == 1, "something fell while the piece was held"
    rested = told[-1]
    assert isinstance(rested, Rested) and rested.moves[0].endswith(" falls")
    track = base64.b64decode(rested.track)
    assert len(rested.track) <= 24 * 1024
    frames = [*read_frames(track)]
    assert frames[0].key and len(frames[0].poses) == 26
    assert 0 < frames[-1].ms - frames[0].ms <= 4000
    seen: dict[int, bytes] = {}
    for frame in frames:
        seen |= frame.poses
    assert b"" in seen.values()


def test_nothing_is_told_while_nothing_moves() -> None:
    live = tower()
    while live.tick():
        pass
    assert not any(live.tick() for _ in range(30))


def test_a_tower_without_a_piece_in_hand_is_at_rest_at_once() -> None:
    rested = to_rest(tower(piece=None))[-1]
    assert isinstance(rested, Rested) and rested.moves == ["all at rest"] and rested.poses == SQUARE


def test_who_stops_puts_the_piece_back_and_what_was_pushed_comes_to_rest() -> None:
    live = tower()
    live.tick()
    live.stop()
    told = to_rest(live)
    rested = told[-1]
    assert isinstance(rested, Rested) and rested.moves == ["all at rest"] and rested.poses == SQUARE
    gone = [frame for one in told if isinstance(one, Moved) for frame in read_frames(one.frame)][-1]
    assert gone.poses == {PIECE_NAMES.index("blue bar"): b""}


def test_a_process_that_is_late_makes_up_for_little_and_loses_the_rest() -> None:
    told: list[Tells] = []
    work = towerwork.Work(told.extend)
    work.do(Begin(1, "standard", SQUARE, "blue bar", 1))
    work.towers[1].due = time.perf_counter() - 100
    for _ in range(20):
        work.work()
    assert 99 < work.lost < 100.5
    assert work.towers[1].steps < 240


def test_what_cannot_stand_is_told_and_the_others_go_on() -> None:
    told: list[Tells] = []
    work = towerwork.Work(told.extend)
    work.do(Begin(1, "standard", {"red square": [0.0, -90.0, 0.0, 0.0, 0.0, 0.0, 1.0]}, "blue bar", 1))
    assert isinstance(told[0], towerwork.Failed) and "red square" in told[0].why
    work.do(Begin(2, "standard", SQUARE, "blue bar", 1))
    work.do(Aimed(1, 1, (0.0, 90.0, 0.0), None))  # of one that is gone
    work.work()
    assert any(isinstance(one, Moved) and one.key == 2 for one in told)
