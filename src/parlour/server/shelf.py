"""The shelf: what the page shows of boxes, games, options and rules before anybody sits down."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt

from .. import physics, rulebook
from ..bots.levels import can_search
from ..components.piece_set import PieceSet
from ..components.shapes_deck import COLOURS, PIECE_NAMES
from ..engine.errors import BadOption
from ..engine.game import Game
from ..engine.options import Choice, ComponentOption, Number, OneEach, Option, Seat, Switch
from ..games import find
from ..how_to_play import HEADINGS, how_to_play
from ..physics.checks import REACH
from . import thinkers
from .messages import (
    BoxShown,
    ComponentRead,
    GameShown,
    OptionShown,
    PieceOutline,
    PiecesShown,
    PlatformShown,
    ReadComponent,
    RuleInShort,
    RulesShown,
    Shelf,
)


@dataclass(frozen=True)
class Box:
    id: str
    title: str
    about: str
    ages: str
    minutes: str
    games: tuple[str, ...]
    online: bool = True


BOXES = (
    Box(
        "word-deck",
        "The word deck",
        "Three games with one deck of words: match, ask, grab, and read what you play.",
        "from 5",
        "10 to 45 min",
        ("ka-blam", "go-fox", "read-and-grab"),
    ),
    Box(
        "freaky",
        "Freaky",
        "Lay cards on rows that share something. Four alike, and the row is yours.",
        "from 8",
        "15 min",
        ("freaky",),
    ),
    Box(
        "game-on",
        "Game-On Competitive",
        "All at once: match coloured shapes, steal, defend and compete.",
        "from 4",
        "20 to 45 min",
        ("game-on",),
    ),
    Box(
        "game-on-coop",
        "Cooperative Game-On",
        "One team, one track of cards, and a House that never sleeps.",
        "from 4",
        "5 to 20 min",
        ("game-on-coop",),
    ),
    Box(
        "shapes",
        "Shapes",
        "Every card is a wooden piece. Build, and let nothing fall.",
        "from 6",
        "15 min",
        ("shapes", "shapes-survivor", "shapes-pass", "shapes-draft"),
        online=physics.available(),
    ),
)
_NOT_ONLINE = {"shapes": ("falls", "hand")}  # options: the tower itself says what falls, and bots have levels
_KINDS: tuple[tuple[type[Option], str], ...] = (
    (Choice, "choice"),
    (Number, "number"),
    (Switch, "switch"),
    (Seat, "seat"),
    (OneEach, "each"),
    (ComponentOption, "component"),
)


def online_games() -> tuple[type[Game], ...]:
    return tuple(find(game) for box in BOXES if box.online for game in box.games)


@functools.cache
def shelf() -> Shelf:
    return Shelf([_box(box) for box in BOXES], thinkers.shown())


def _box(box: Box) -> BoxShown:
    games = [find(game) for game in box.games]
    players = min(game.seats[0] for game in games), max(game.seats[-1] for game in games)
    shown = [_game(game, box.online) for game in games]
    return BoxShown(box.id, box.title, box.about, players, box.ages, box.minutes, shown)


def _game(game: type[Game], online: bool) -> GameShown:
    hidden = _NOT_ONLINE.get(game.box, ())
    suggestions = {str(players): _plain(game(players).suggestions(), hidden) for players in game.seats}
    options = [_option(option) for option in game.options if option.name not in hidden]
    players, advice = (game.seats[0], game.seats[-1]), can_search(game())
    bots, usual = thinkers.bots_of(game), thinkers.usual_bot(game)
    return GameShown(game.id, game.title, game.summary, players, options, suggestions, online, advice, bots, usual)


def _plain(values: dict[str, Any], hidden: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(value, "as_option", value) for name, value in values.items() if name not in hidden}


def _option(option: Option) -> OptionShown:
    kind = next(word for known, word in _KINDS if isinstance(option, known))
    choices: list[str] = []
    if isinstance(option, Choice | OneEach):
        choices = list(option.choices)
    elif isinstance(option, ComponentOption):
        choices = list(option.kind.presets())
    least, most = (option.least, option.most) if isinstance(option, Number) else (None, None)
    return OptionShown(option.name, kind, option.default, option.help, option.values, choices, least, most)  # type: ignore[arg-type]


def pieces(found: PieceSet) -> PiecesShown:
    """What the page draws of a piece set."""
    shapes = {
        name: PieceOutline(list(shape.outline), [list(part) for part in shape.parts])
        for name, shape in found.shapes.items()
    }
    platform = PlatformShown(list(found.platform.outline), found.platform.side, found.platform.thick)
    colours = [*COLOURS, "white"]
    return PiecesShown(found.thickness, platform, shapes, colours, list(PIECE_NAMES), REACH)


def read_component(wanted: ReadComponent) -> ComponentRead:
    """What somebody wrote for an option, checked: words, cards or questions of their own."""
    game = find(wanted.game)
    for option in game.options:
        if option.name == wanted.option and isinstance(option, ComponentOption):
            read = option.kind.read(wanted.text)
            return ComponentRead(read.title, read.content)
    raise BadOption(f"{game.title} takes nothing of one's own as {wanted.option!r}")


def rules(game: Game) -> RulesShown:
    """How a game is played with its options, and its rule page with that of its box below."""
    told = zip(HEADINGS, how_to_play(game), strict=True)
    return RulesShown(game.title, [RuleInShort(about, text) for about, text in told], _page(game.id))


@functools.cache
def _page(name: str) -> str:
    game = find(name)
    pages = [rulebook.page(name)]
    if game.box != game.id:
        pages.append(rulebook.box_page(name))
    return "\n<hr>\n".join(map(_html, pages))


def _html(page: str) -> str:
    page = rulebook.in_full(page)
    page = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", page)  # pictures of the documentation
    page = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", page)  # pages refer to each other by file
    made: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(page)
    return made
