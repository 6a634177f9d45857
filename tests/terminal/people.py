"""People at the terminal: scripted, so that tests can read what they saw."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable

from rich.console import Console

WORDS = {  # no word of this list is a word of the table's own texts
    "title": "Test",
    **{
        colour: {"title": colour, "words": [f"zq{colour[0]}{number}" for number in range(1, 12)]}
        for colour in ("red", "orange", "yellow", "green", "blue", "purple")
    },
}


class Person:
    """Types what the script says, then goes on with `then`, or leaves as if by Ctrl-D."""

    def __init__(self, script: Iterable[str] = (), then: str | None = "1") -> None:
        self.script = iter(script)
        self.then = then
        self.prompts: list[str] = []
        self.typed: list[str] = []
        self.before_typing: Callable[[], None] = lambda: None

    def __call__(self, prompt: str) -> str:
        self.before_typing()
        self.prompts.append(prompt)
        text = next(self.script, self.then)
        if text is None:
            raise EOFError
        self.typed.append(text)
        return text


class Screen(Console):
    """A console that remembers what was shown."""

    def __init__(self, width: int = 80, height: int = 40, live: bool = False, no_color: bool = False) -> None:
        self.paper = io.StringIO()
        super().__init__(
            file=self.paper,
            width=width,
            height=height,
            force_terminal=live,
            no_color=no_color,
            color_system="truecolor" if live else None,
            highlight=False,
        )

    @property
    def raw(self) -> str:
        return self.paper.getvalue()

    @property
    def shown(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw)

    @property
    def last_screen(self) -> str:
        """What is on the screen since it was last cleared."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw.split("\x1b[2J")[-1])
