"""Longer texts, shown page by page where the terminal has pages."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.segment import Segments
from rich.theme import Theme

from ..engine.errors import ParlourError
from ..engine.game import Game
from . import look

# Colours of our own choosing may not be readable on someone else's background.
_IN_ANY_TERMINAL = Theme({"markdown.h2": "bold underline", "markdown.link": "", "markdown.link_url": "underline"})


def show(content: RenderableType, console: Console, read_line: Callable[[str], str]) -> None:
    if not console.is_terminal:
        console.print(content)
        return
    options = console.options.update(width=min(console.width, 100))
    lines = console.render_lines(content, options, new_lines=True)
    height = max(5, console.height - 2)
    for start in range(0, len(lines), height):
        for line in lines[start : start + height]:
            console.print(Segments(line), end="")
        if start + height < len(lines) and read_line(" -- Enter shows more, q goes back -- ").strip():
            return


def show_rules(game: Game, console: Console, read_line: Callable[[str], str]) -> None:
    """The page of the rule book, with the five lines as they are for this table; or where to look for it."""
    try:
        from .. import rulebook

        text = rulebook.page_for(game)
    except (ImportError, OSError, ParlourError):
        console.print(look.note(f"The rule page is not at hand; it is docs/rulebook/{game.id}.md in the sources."))
        return
    with console.use_theme(_IN_ANY_TERMINAL):
        show(Padding(Markdown(text), (0, 1)), console, read_line)
