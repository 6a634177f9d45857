"""Poses on their way to the page: small binary frames, 30 a second while something moves, with only what moved.

All numbers are little endian. A frame is: kind (u8, 1), flags (u8, bit 0: a key frame), placement (u16), number of the
frame (u32), time in ms since the piece was taken (u32), `n` of the newest aim used (u16), count (u8), and so many
pieces: its number in PIECE_NAMES (u8, with 0x80 if it has left play, and then nothing else), x, y, z in 1/32 mm (i16
each) and a unit quaternion x, y, z, w in 1/32767 (i16 each).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

KIND, KEY, GONE = 1, 1, 0x80
_HEAD = struct.Struct("<BBHIIHB")
_POSE = struct.Struct("<7h")
_MM, _TURN, _MOST = 32, 32767, 32767

Poses = Mapping[int, bytes]  # by the number of the piece; b"" where it has left play


class Frame(NamedTuple):
    key: bool
    placement: int
    number: int
    ms: int
    n: int
    poses: Poses


def packed(pose: Sequence[float]) -> bytes:
    x, y, z, qx, qy, qz, qw = pose
    return _POSE.pack(
        _short(x * _MM),
        _short(y * _MM),
        _short(z * _MM),
        _short(qx * _TURN),
        _short(qy * _TURN),
        _short(qz * _TURN),
        _short(qw * _TURN),
    )


def _short(value: float) -> int:
    return max(-_MOST, min(_MOST, round(value)))


def unpacked(pose: bytes) -> list[float]:
    """Millimetres and a quaternion."""
    found = _POSE.unpack(pose)
    return [*(part / _MM for part in found[:3]), *(part / _TURN for part in found[3:])]


def write_frame(frame: Frame) -> bytes:
    head = _HEAD.pack(
        KIND,
        KEY if frame.key else 0,
        frame.placement & 0xFFFF,
        frame.number & 0xFFFFFFFF,
        frame.ms & 0xFFFFFFFF,
        frame.n & 0xFFFF,
        len(frame.poses),
    )
    return head + b"".join(
        bytes((piece,)) + pose if pose else bytes((piece | GONE,)) for piece, pose in frame.poses.items()
    )


def read_frames(data: bytes) -> Iterator[Frame]:
    """One or several, one after the other."""
    at = 0
    while at < len(data):
        _, flags, placement, number, ms, n, count = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        poses: dict[int, bytes] = {}
        for _ in range(count):
            piece, gone = data[at] & ~GONE, data[at] & GONE
            at += 1
            poses[piece] = b"" if gone else data[at : at + _POSE.size]
            at += len(poses[piece])
        yield Frame(bool(flags & KEY), placement, number, ms, n, poses)
