"""The rule pages: docs/rulebook/, one page a game and one a box.

What is made from the game stands between comments: how it is played in five lines, and the table of options.
"""

from __future__ import annotations

import re
import site
import sys
from pathlib import Path

from .engine.errors import ParlourError
from .engine.game import Game
from .engine.options import ComponentOption, Switch
from .games import GAMES, find
from .how_to_play import HEADINGS, how_to_play

_SHARE = Path("share", "parlour", "rulebook")
_PLACES = (  # in the sources; installed in an environment, into a folder, or for one user
    Path(__file__).parents[2] / "docs" / "rulebook",
    Path(sys.prefix) / _SHARE,
    Path(__file__).parents[1] / _SHARE,
    Path(site.getuserbase()) / _SHARE,
)
_IN_SHORT = re.compile(r"<!-- how to play -->.*?<!-- end of how to play -->", re.DOTALL)
_OPTIONS = re.compile(r"<!-- options -->.*?<!-- end of options -->", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def folder() -> Path:
    """Where the pages are: in the sources, or where the package was installed."""
    for place in _PLACES:
        if place.is_dir():
            return place
    raise ParlourError(f"the rule pages are missing; they should be in {_PLACES[1]}")


def page(name: str) -> str:
    """The page of a game, as Markdown."""
    return (folder() / f"{find(name).id}.md").read_text(encoding="utf-8")


def page_for(game: Game) -> str:
    """The page as it holds for a game with its options: without comments, and the five lines are true for them."""
    return _COMMENT.sub("", with_how_to_play(page(game.id), game))


def in_full(text: str) -> str:
    """A page without its five lines."""
    return _COMMENT.sub("", _IN_SHORT.sub("", text))


def box_page(name: str) -> str:
    """The page of the box that a game comes in: what the components are."""
    return (folder() / f"{find(name).box}.md").read_text(encoding="utf-8")


def with_how_to_play(text: str, game: Game) -> str:
    """A page with its five lines made anew."""
    told = zip(HEADINGS, how_to_play(game), strict=True)
    lines = "\n".join(f"- **{heading}:** {line}" for heading, line in told)
    made = f"<!-- how to play -->\n## How to play\n\n{lines}\n<!-- end of how to play -->"
    return _IN_SHORT.sub(lambda _: made, text)


def options_table(game: type[Game]) -> str:
    """The options of a game as a Markdown table."""
    lines = ["| option | default | values | what it does |", "|---|---|---|---|"]
    for option in game.options:
        default = ("on" if option.default else "off") if isinstance(option, Switch) else str(option.default)
        values = option.values
        if isinstance(option, ComponentOption):
            values = ", ".join(f"`{preset}`" for preset in option.kind.presets()) + ", or your own TOML file"
        lines.append(f"| `{option.name}` | {default} | {values} | {option.help} |")
    return "\n".join(lines)


def with_options(text: str, game: type[Game]) -> str:
    """A page with its table of options made anew."""
    return _OPTIONS.sub(f"<!-- options -->\n{options_table(game)}\n<!-- end of options -->", text)


def main() -> None:
    """Write what is made from the games into the pages."""
    for game in GAMES:
        path = folder() / f"{game.id}.md"
        text = with_how_to_play(path.read_text(encoding="utf-8"), game())
        path.write_text(with_options(text, game), encoding="utf-8")


if __name__ == "__main__":
    main()
