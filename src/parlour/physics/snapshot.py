"""A stack as bytes: a mark, a checksum, the length of the notes, the notes as JSON, and the engine's world."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ..components.piece_set import PieceSet
from .errors import BadSnapshot

_MARK = b"parlour stack 1\n"
_HASH = 32


def packed(notes: dict[str, Any], world: bytes) -> bytes:
    written = json.dumps(notes).encode()
    content = len(written).to_bytes(4, "big") + written + world
    return _MARK + hashlib.sha256(content).digest() + content


def unpacked(blob: bytes) -> tuple[dict[str, Any], bytes]:
    if not isinstance(blob, bytes | bytearray | memoryview):
        raise BadSnapshot(f"expected the bytes of a snapshot, found {type(blob).__name__}")
    blob = bytes(blob)
    if not blob.startswith(_MARK):
        raise BadSnapshot("these bytes are not the snapshot of a stack, or not of this version")
    digest, content = blob[len(_MARK) : len(_MARK) + _HASH], blob[len(_MARK) + _HASH :]
    if hashlib.sha256(content).digest() != digest:
        raise BadSnapshot(f"the snapshot of {len(blob)} bytes is damaged: its checksum does not fit")
    end = 4 + int.from_bytes(content[:4], "big")
    notes: dict[str, Any] = json.loads(content[4:end])
    return notes, content[end:]


def fingerprint(pieces: PieceSet) -> str:
    """Equal for sets that weigh, measure and touch the same."""
    said = [
        pieces.thickness,
        pieces.density,
        pieces.friction,
        pieces.platform.side,
        pieces.platform.thick,
        [[shape.name, shape.form, shape.outline, shape.parts] for shape in pieces.shapes.values()],
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
