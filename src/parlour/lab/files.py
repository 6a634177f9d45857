"""New files, for what comes of a long run: it is known before the run that they can be, and written when it is over."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..engine.errors import BadOption, BadRecord, ParlourError

CHARTS = (".svg", ".png", ".pdf")  # the endings of what can be drawn


def check_new(path: Path) -> None:
    """Complain now, rather than after hours, if there can be no new file of this name; nothing of it is left behind."""
    try:
        path.open("x").close()
        path.unlink()
    except FileExistsError:
        raise BadRecord(f"{path} is there already; choose another name") from None
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}") from None


def check_chart(path: Path) -> None:
    """The same for a chart."""
    if path.suffix.lower() not in CHARTS:
        raise BadOption(f"{path}: a chart is drawn by the file's ending; right would be {', '.join(CHARTS)}")
    pyplot()
    check_new(path)


def write_new(path: Path, write: Callable[[Path], object]) -> None:
    """Write a new file beside its place and move it there when it is whole.

    If somebody has put another one there meanwhile, it stays beside: neither is lost.
    """
    beside = path.with_name(f"{path.stem}.{os.getpid()}{path.suffix}")
    try:
        write(beside)
    except (OSError, ValueError) as error:
        with suppress(OSError):
            beside.unlink()
        raise BadRecord(f"{path} cannot be written: {error}") from None
    if path.exists():
        raise BadRecord(f"{path} is there by now; what was to be in it is in {beside}")
    beside.rename(path)


def write_text(path: Path, text: str) -> None:
    write_new(path, lambda beside: beside.write_text(f"{text}\n", encoding="utf-8"))


def save_chart(figure: Any, path: Path) -> None:
    """Draw a figure of `pyplot` in a new file, and be done with it."""
    try:
        write_new(path, figure.savefig)
    finally:
        pyplot().close(figure)


def pyplot() -> Any:
    """What draws charts, without a window."""
    try:
        import matplotlib
    except ImportError:
        raise ParlourError("a plot needs matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot
