"""What others do that they should not, for the log of whoever runs the server.

What they wrote stands there as Python would write it, and not all of it: it breaks no line, and fills none. Of each
kind of thing a line a second is enough; the next one says how many there were besides. Tokens are never told.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

from .limits import Bucket

log = logging.getLogger("parlour.noted")

_PER_SECOND, _AT_ONCE = 1.0, 10.0  # lines of one kind
_MOST = 100  # letters of what somebody wrote


@dataclass
class _Kind:
    bucket: Bucket = field(default_factory=lambda: Bucket(_PER_SECOND, _AT_ONCE))
    left_out: int = 0


_kinds: dict[str, _Kind] = {}


def note(what: str, *about: object) -> None:
    """`what` is our own, with a %s for each thing that it is about."""
    kind = _kinds.get(what)
    if kind is None:
        kind = _kinds[what] = _Kind()
    if not kind.bucket.take():
        kind.left_out += 1
        return
    more, kind.left_out = kind.left_out, 0
    log.info(what + (f" ({more} more like it before)" if more else ""), *map(_shown, about))


def _shown(about: object) -> str:
    text = str(about)
    if len(text) > _MOST:
        text = f"{text[: _MOST - 3]}..."
    return text if text.isascii() and text.isprintable() else repr(text)
