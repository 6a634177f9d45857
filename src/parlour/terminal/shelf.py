"""The shelf: choose a game, set the table, play, and play again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

import parlour

from ..bots.levels import LEVELS, check
from ..engine.errors import ParlourError
from ..engine.game import Game
from ..engine.options import Choice, ComponentOption, Option, Switch
from . import look, pages
from .lettering import large
from .table import play
from .tower import suggested

USUAL_PLAYERS = 3
_LEAVE = ("q", "quit", "exit")


class Leaving(Exception):
    """The person leaves the shelf."""


def shelf(
    console: Console | None = None,
    read_line: Callable[[str], str] = input,
    seed: int | None = None,
    pace: float = 0.6,
) -> None:
    """Show the games, and play those that are chosen until the person has had enough.

    Enter, Enter is a game with the usual settings. With a `seed` every game is dealt alike.
    """
    host = Host(console or Console(highlight=False), read_line, seed, pace)
    try:
        while True:
            host.play_until_back(host.choose_game())
    except (Leaving, EOFError, KeyboardInterrupt):
        host.console.print(Text("\n Until next time!"))


class Host:
    """Whoever fetches the games from the shelf and sets the table."""

    def __init__(self, console: Console, read_line: Callable[[str], str], seed: int | None, pace: float) -> None:
        self.console, self.read_line, self.seed, self.pace = console, read_line, seed, pace
        self.tables: dict[str, TableSettings] = {}  # as they were last set, game by game
        self.last = parlour.GAMES[0]

    def choose_game(self) -> type[Game]:
        self.console.clear()
        self.console.print(_shelf_picture(min(self.console.width, 100)))
        while True:
            text = self.ask(f" Game (Enter: {self.last.title}) > ")
            if not text:
                return self.last
            if text in ("help", "h", "?"):
                self.say("Type the number or the name of a game; quit leaves.")
                continue
            found = _games_called(text)
            if len(found) == 1:
                self.last = found[0]
                return found[0]
            self.say(
                f"{text!r} is no game here. Type a number from 1 to {len(parlour.GAMES)}, or a name such as go fox."
            )

    def play_until_back(self, kind: type[Game]) -> None:
        """Set the table and play; again, if that is wanted."""
        settings = self.tables.setdefault(kind.id, TableSettings(kind))
        while self.set_table(settings):
            while True:
                play(
                    settings.game(),
                    settings.bots,
                    self.seed,
                    console=self.console,
                    read_aloud_pause=settings.read_aloud,
                    pace=self.pace,
                    read_line=self.read_line,
                )
                self.say("Again? Enter deals anew; set changes the table; shelf goes back; quit leaves.")
                text = self.ask(" > ")
                if text in ("shelf", "s", "back", "n", "no"):
                    return
                if text in ("set", "settings", "change"):
                    break

    def set_table(self, settings: TableSettings) -> bool:
        """Whether to play; False goes back to the shelf."""
        self.console.clear()
        self.console.print(settings.picture())
        while True:
            text = self.ask(" Enter deals > ")
            if not text:
                return True
            if text in ("back", "shelf"):
                return False
            if text == "rules":
                pages.show_rules(settings.game(), self.console, self.read_line)
                continue
            if text in ("help", "h", "?"):
                self.say("Type a key to change its line, or a name and a value: players 4. Enter deals.")
                continue
            try:
                changed = settings.change(text, self.ask)
            except ParlourError as error:
                self.say(f"{error}.")
            else:
                if self.console.is_terminal:
                    self.console.clear()
                    self.console.print(settings.picture())
                self.console.print(settings.line(changed))

    def ask(self, question: str) -> str:
        text = " ".join(self.read_line(question).split())
        if text.lower() in _LEAVE:
            raise Leaving
        return text if "." in text or "/" in text else text.lower()  # a path keeps its capitals

    def say(self, text: str) -> None:
        self.console.print(look.note(text))


class TableSettings:
    """How a game will be played: players, bots, the game's own options, reading aloud."""

    def __init__(self, kind: type[Game]) -> None:
        self.kind = kind
        self.players = USUAL_PLAYERS if USUAL_PLAYERS in kind.seats else kind.seats[0]
        self.bots = "fair"
        self.read_aloud = False
        self.options: dict[str, Any] = {option.name: option.default for option in kind.options}
        self.suggested: dict[str, Any] = {}  # what the game recommends for so many players
        self.chosen: set[str] = set()  # options that the person has set; the others may follow a suggestion
        self.suggest()

    def suggest(self) -> None:
        """Take what the game recommends for so many players, unless the person said otherwise."""
        self.suggested = suggested(self.game())
        for option in self.kind.options:
            if option.name not in self.chosen:
                self.options[option.name] = self.suggested.get(option.name, option.default)

    def game(self) -> Game:
        return self.kind(self.players, **self.options)

    def keys(self) -> dict[str, str]:
        """The key of every line, and the line's name."""
        numbered = {str(number): option.name for number, option in enumerate(self.kind.options, 1)}
        words = any(option.name == "words" for option in self.kind.options)
        return {"p": "players", "b": "bots", **numbered, **({"r": "reading"} if words else {})}

    def value(self, name: str) -> str:
        if name == "players":
            return f"{self.players}: you and {self.players - 1} bot{'s' if self.players > 2 else ''}"
        if name == "bots":
            return self.bots
        if name == "reading":
            return "on" if self.read_aloud else "off"
        value = self.options[name]
        return ("on" if value else "off") if isinstance(value, bool) else str(value)

    def about(self, name: str) -> str:
        fixed = {
            "players": f"{self.kind.seats[0]} to {self.kind.seats[-1]}",
            "bots": LEVELS[self.bots].about if self.bots in LEVELS else "greedy plays sensibly, random plays anything",
            "reading": "wait after each word until you have read it",
        }
        if name in fixed:
            return fixed[name]
        why = self.kind.why_suggested.get(name) if name in self.suggested else None
        return self.option(name).help + (f". Suggested: {self.suggested[name]}, as {why}" if why else "")

    def option(self, name: str) -> Option:
        return next(option for option in self.kind.options if option.name == name)

    def change(self, text: str, ask: Callable[[str], str]) -> str:
        """Change a line by its key or name; the name. Of a few values the next one is taken; others are asked for."""
        word, _, value = text.partition(" ")
        keys = self.keys()
        named = [name for name in keys.values() if name == word or (len(word) > 1 and name.startswith(word))]
        name = keys.get(word) or (named[0] if len(named) == 1 else "")
        if not name:
            raise ParlourError(f"{word!r} changes nothing here; the keys are {', '.join(keys)}")
        if not value:
            value = self.next_value(name) or ask(f" {name} ({self.right_values(name)}) > ")
        if value:
            self.put(name, value)
        return name

    def next_value(self, name: str) -> str:
        """The value after the present one, where there are only a few; else nothing."""
        few: tuple[str, ...] = ()
        if name == "bots":
            few = tuple(LEVELS)
        elif name == "reading":
            few = ("off", "on")
        elif name != "players":
            option = self.option(name)
            if isinstance(option, Choice):
                few = option.choices
            elif isinstance(option, Switch):
                few = ("off", "on")
            elif isinstance(option, ComponentOption) and len(option.kind.presets()) > 1:
                few = tuple(option.kind.presets())
        present = self.value(name)
        return few[(few.index(present) + 1) % len(few)] if present in few else ""

    def right_values(self, name: str) -> str:
        return f"{self.kind.seats[0]} to {self.kind.seats[-1]}" if name == "players" else self.option(name).values

    def put(self, name: str, value: str) -> None:
        """Take a value that the game takes; a wrong one changes nothing."""
        if name == "bots":
            check(value)
            self.bots = value
        elif name == "reading":
            self.read_aloud = Switch("reading", False, "").read(value, self.players)
        elif name == "players":
            self.players = self.kind(value, **self.options).players  # type: ignore[arg-type]  # it reads "4" as 4
            self.suggest()
        else:
            if isinstance(self.option(name), ComponentOption):
                with contextlib.suppress(RuntimeError):  # the home of somebody who is not here
                    value = str(Path(value).expanduser())
            self.kind(self.players, **{**self.options, name: value})
            self.chosen.add(name)
            self.options[name] = self.option(name).read(value, self.players)
            if isinstance(self.option(name), ComponentOption):
                self.options[name] = value

    def line(self, name: str) -> Text:
        return Text.assemble(f" {name} is now ", (self.value(name), "bold"), ".")

    def picture(self) -> RenderableType:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for name in ("key", "name", "value", "about"):
            grid.add_column(no_wrap=name != "about", style=look.LINE if name == "about" else "")
        for key, name in self.keys().items():
            value = Text(_brief(self.value(name)), "bold")
            grid.add_row(look.key(key), name.replace("_", " "), value, self.about(name))
        below = "\nEnter deals. A key changes its line, or type a name and a value: players 4. Also: rules, back, quit."
        return Group(
            look.heading(self.kind.title, f"{self.kind.seats[0]} to {self.kind.seats[-1]} players"),
            Text(),
            Padding(Group(Text(self.kind.summary + "\n"), grid, Text(below)), (0, 1)),
        )


def _brief(value: str, room: int = 20) -> str:
    """A value for the table of settings: of a long path the file's name, or as much of its end as there is room."""
    if len(value) > room and "/" in value:
        value = f"…/{value.rpartition('/')[2]}"
    return value if len(value) <= room else f"…{value[1 - room :]}"


def _games_called(text: str) -> list[type[Game]]:
    """By number, by name, or by the beginning of a name; punctuation does not matter."""
    if text.isdecimal() and len(text) < 9:
        return [parlour.GAMES[int(text) - 1]] if 1 <= int(text) <= len(parlour.GAMES) else []
    plain = _letters(text)
    exact = [game for game in parlour.GAMES if plain in (_letters(game.id), _letters(game.title))]
    return exact or [game for game in parlour.GAMES if plain and _letters(game.title).startswith(plain)]


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _shelf_picture(width: int) -> RenderableType:
    name = Text("\n".join(f" {row}" for row in large("parlour", width)), "bold")
    sign = Grid.grid(padding=(0, 2))
    sign.add_row(Text.from_markup(f"\n\n {look.MARK}"), name)
    parts: list[RenderableType] = [sign, Text(" Games by the printed rules, for you and a few bots.\n", look.LINE)]
    box = ""
    paints = list(look.PAINTS.values())[2:]
    grid = Grid.grid(padding=(0, 2, 0, 1))
    for number, game in enumerate(parlour.GAMES, 1):
        if game.box != box:
            box = game.box
            same = game.title.lower().startswith(box)
            called = game.title[: len(box)] if same else box.replace("-", " ").capitalize()
            grid.add_row("", Text(called, look.LINE))
        players = f"{game.seats[0]} to {game.seats[-1]} players"
        about = Text.assemble((game.title, "bold"), (f"   {players}\n", look.LINE), game.summary + "\n")
        paint = paints[number % len(paints)]
        grid.add_row(Text(f" {number} ", paint.style), about)
    hint = Text("A number or a name opens a game, quit leaves. In a hurry: Enter, Enter.")
    return Group(*parts, grid, Rule(style="#B5824C", characters="▀"), Padding(hint, (0, 1)))
