"""`@rule`: one function of the rule book, written in Python and run compiled.

A rule is compiled by Numba the first time it is called from Python, and not before: importing a game costs nothing.
Rules call each other by name as ordinary functions do. `@driver` marks the few loops that Python itself calls;
they are compiled once for every game and kept on disk (see `cache_directory`).

`with plain():` runs the very same functions uncompiled, for debugging, for coverage and to prove that both ways
give the same games. `PARLOUR_JIT=off` does so for a whole process, which then never imports Numba.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import hashlib
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

_SOURCES = Path(__file__).parent.parent
_JIT_OFF = os.environ.get("PARLOUR_JIT", "").lower() in ("off", "0") or os.environ.get("NUMBA_DISABLE_JIT") == "1"
_plain = contextvars.ContextVar("plain", default=_JIT_OFF)
_compiling = threading.RLock()  # making a rule changes a setting of Numba's for a moment


class Rule:
    """A function with two ways to run: `compiled`, made on first use, and `plain`."""

    def __init__(self, function: Callable[..., Any], *, kept: bool = False, inline: bool = False) -> None:
        functools.update_wrapper(self, function)
        self.plain = function
        self.kept = kept
        self.inline = inline
        self._compiled: Callable[..., Any] | None = None

    @property
    def compiled(self) -> Callable[..., Any]:
        if self._compiled is None:
            with _compiling:
                if self._compiled is None:
                    self._compiled = _compile(self.plain, kept=self.kept, inline=self.inline)
        return self._compiled

    def __call__(self, *arguments: Any) -> Any:
        if not _plain.get():
            return (self._compiled or self.compiled)(*arguments)
        if not self.kept:
            return self.plain(*arguments)
        return self.plainly(*arguments)

    def plainly(self, *arguments: Any) -> Any:
        """Run uncompiled, this once: for views and logs, which ask a rule something now and then."""
        before = _plain.set(True)
        try:
            with np.errstate(over="ignore"):  # 64-bit numbers wrap, as they do in compiled code
                return self.plain(*arguments)
        finally:
            _plain.reset(before)

    def __repr__(self) -> str:
        return f"<rule {self.plain.__module__}.{self.plain.__qualname__}>"


def rule(function: Callable[..., Any]) -> Rule:
    """Make a function of the rule book; it may call other rules and the verbs, and nothing else."""
    return Rule(function)


def hot_rule(function: Callable[..., Any]) -> Rule:
    """Make a rule that is run at nearly every move: it is compiled into whatever calls it."""
    return Rule(function, inline=True)


def driver(function: Callable[..., Any]) -> Rule:
    """Make a rule that Python calls, compiled for each game and kept on disk."""
    return Rule(function, kept=True)


def is_plain() -> bool:
    """Whether rules run uncompiled just now."""
    return _plain.get()


@contextlib.contextmanager
def plain() -> Iterator[None]:
    """Run every rule uncompiled in this block."""
    before = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(before)


@functools.cache
def sources_hash() -> str:
    """A hash of the sources that rules are made of: what is compiled from others is never used."""
    digest = hashlib.sha256()
    for folder in ("engine", "components", "games"):
        for path in sorted((_SOURCES / folder).rglob("*.*")):
            if path.suffix not in (".py", ".toml"):  # tables made from a deck are compiled, too
                continue
            digest.update(path.relative_to(_SOURCES).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where compiled rules are kept: `PARLOUR_CACHE`, or the user's own cache folder."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "parlour"


def cache_directory() -> Path:
    """The folder of what was compiled from exactly these sources.

    Numba notices a change in a function's own file only; a driver stands in another file than the rules it runs.
    The hash in the name makes a stale cache impossible.
    """
    return cache_home() / f"rules-{sources_hash()}"


@functools.cache
def can_keep() -> bool:
    """Whether the cache can be written. If not, Numba would keep its files beside the sources, where they go stale."""
    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        (cache_directory() / "writable").touch()
    except OSError as error:
        warnings.warn(f"compiled rules cannot be kept ({error}); they are compiled anew each time", stacklevel=2)
        return False
    return True


@functools.cache
def _numba() -> Any:
    import numba
    from numba.core import types
    from numba.extending import typeof_impl

    from . import story, verbs

    # A rule seen inside another rule is what it compiles to. Rules can so be made before Numba is there.
    typeof_impl.register(Rule, lambda value, _context: types.Dispatcher(value.compiled))
    verbs.teach_numba()
    story.teach_numba()
    return numba


def _compile(function: Callable[..., Any], *, kept: bool, inline: bool) -> Callable[..., Any]:
    numba = _numba()
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "forceinline": inline}
    if not kept or not can_keep():
        return numba.njit(**options)(function)  # type: ignore[no-any-return]
    # Numba reads the folder when the function is made. It is put back: a host program's own caches are not ours.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_directory())
    try:
        return numba.njit(cache=True, **options)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before
