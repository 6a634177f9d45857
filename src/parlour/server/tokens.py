"""What nobody can guess: seats' tokens. And what anybody can type: tables' codes."""

from __future__ import annotations

import hashlib
import secrets

_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words by accident
_LENGTH = 6


def new_token() -> str:
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def read_code(text: str) -> str | None:
    """A code as somebody typed it, or None."""
    code = "".join(text.upper().split()).replace("-", "")
    return code if len(code) == _LENGTH and set(code) <= set(_LETTERS) else None
