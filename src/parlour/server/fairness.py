"""Fair deals: a secret promised before the deal, players' own words mixed in, all of it shown at the end.

docs/protocol.md says it in words; the page checks it again in `web/src/lib/fairness.ts`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ..engine.errors import BadRecord
from .messages import Fairness

_SEED_BITS = 63


def new_secret() -> str:
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, round_number: int, words: Sequence[str]) -> int:
    """The seed of a deal. A line break inside a word would let two lists of words look the same."""
    lines = [secret, str(round_number), *(" ".join(word.split()) for word in words)]
    digest = hashlib.sha256("\n".join(lines).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _SEED_BITS)


def shown(secret: str, round_number: int, words: Sequence[str]) -> Fairness:
    seed = seed_of(secret, round_number, words)
    return Fairness(commitment(secret), secret, round_number, list(words), str(seed))


def verify(record: Mapping[str, Any], promised: str | None = None) -> list[str]:
    """What was checked about the deal of a record, in words; BadRecord where it does not hold.

    `promised` is the commitment as somebody wrote it down before the deal.
    """
    fairness = record.get("fairness")
    if not isinstance(fairness, Mapping):
        raise BadRecord('this record has no part "fairness": it was not made by a server, or before the match was over')
    try:
        secret, words = bytes.fromhex(fairness["secret"]).hex(), [str(word) for word in fairness["words"]]
        told, number = str(fairness["commitment"]), int(fairness["round"])
    except (KeyError, TypeError, ValueError) as problem:
        raise BadRecord(f'the part "fairness" of this record is damaged: {problem!r}') from None
    if commitment(secret) != told:
        raise BadRecord("the secret is not the one that was promised: its SHA-256 is not the commitment")
    if promised is not None and promised.lower() != told:
        raise BadRecord(f"this match was dealt under another commitment ({told}) than the one you wrote down")
    seed = seed_of(secret, number, words)
    if record.get("seed") != seed:
        raise BadRecord(f"the cards were not dealt from the secret and the words: they make seed {seed}")
    given = [word for word in words if word]
    return [
        "The secret is the one that was promised before the deal."
        + ("" if promised is None else " So you wrote it down, too."),
        f"The deal follows from it, from the round ({number}) and from "
        + (f"the players' words ({', '.join(given)})." if given else "no words: nobody added one."),
    ]
