"""A table for one person and bots, from the deal to the result."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.table import Table as Grid
from rich.text import Text

from ..bots import search
from ..bots.advice import advice
from ..bots.levels import Bot, bot, bots_for, can_search, thinks, waits
from ..bots.simple import SimpleBot
from ..bots.talk import says
from ..engine.errors import IllegalMove, ParlourError
from ..engine.game import Game, Telling, in_words, with_names
from ..engine.match import Match, Move
from ..engine.seats import UMPIRE
from . import look, pages
from .reading import NotUnderstood, SeveralMeant, read_move, read_one_of, reason
from .views import Seen, view_for
from .views.plain import YOU, keyed_list

BOT_NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
COMMANDS = {
    "help": "this list",
    "rules": "the rules of the game",
    "hand": "draw the table again (an empty line does, too)",
    "log": "all that happened so far",
    "hint": "what a good player would do, and why",
    "save FILE": "keep the record of the match in FILE, up to the end",
    "quit": "leave the table (Ctrl-C and Ctrl-D do, too)",
}


Rows = list[list[Segment]]
_GAP: RenderableType = Text()  # a row that is left out where rows are few
LOG_ROWS = 3  # of the log; rather than show less of it, a view leaves something out


class Leaving(Exception):
    """The person leaves the table."""


def play(
    game: Game,
    bots: str,
    seed: int | None,
    names: Sequence[str] | None = None,
    console: Console | None = None,
    read_aloud_pause: bool = False,
    pace: float = 0.6,
    read_line: Callable[[str], str] = input,
) -> Match:
    """Play in the terminal, in seat 0 against bots, to the end or until the person leaves.

    `names` are those of all seats, the person's first. `pace` is the pause in seconds after a bot's move; it is only
    made where someone watches. With `read_aloud_pause` the game waits for Enter after every word (KB-20).
    """
    if read_line is input:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history, where there are any
    from .tower import table_for  # it builds on this module

    table = table_for(game)(game, bots, seed, names, console or Console(highlight=False))
    table.read_aloud_pause, table.pace, table.read_line = read_aloud_pause, pace, read_line
    table.sit_down()
    return table.match


class Table:
    """One match, seen from the person's seat."""

    read_aloud_pause: bool
    pace: float
    read_line: Callable[[str], str]

    def __init__(self, game: Game, bots: str, seed: int | None, names: Sequence[str] | None, console: Console) -> None:
        ways = bots_for(bots, game.players - 1)
        self.names = list(names) if names else ["You", *BOT_NAMES[: game.players - 1]]
        if len(self.names) != game.players:
            raise ParlourError(f"names: expected one for each of {game.players} seats, found {len(self.names)}")
        self.console = console
        self.live = console.is_terminal  # redraw in place; elsewhere, one thing is written after another
        still: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()
        with console.status("Shuffling ...") if self.live else still:
            self.match = Match(game, seed)
            _try_out(self.match)
        if any(thinks(way, game) for way in ways):
            with console.status("The bots learn the game; the first time takes a while ...") if self.live else still:
                search.warm(type(game))
        dice = random.Random(self.match.seed)  # the same seed, the same game
        self.bots: dict[int, Bot] = {seat: bot(way, dice.getrandbits(62)) for seat, way in enumerate(ways, 1)}
        self.patient = {seat for seat, way in enumerate(ways, 1) if waits(way, game)}
        self.dice = dice
        self.telling = Telling(self.names, to=YOU)
        self.view = view_for(game.id)
        self.told: list[str] = []
        self.lines: dict[tuple[str, int], Rows] = {}  # of the log, as they stand on a screen of that width
        self.since = 0  # where in `told` the person's last move is, or what was not read since
        self.story = 0  # where in `told` that begins which is told together
        self.gains: list[list[int]] = []
        self.read: Sequence[str] = ()
        self.reader: int | None = None
        self.fresh = False
        self.file: Path | None = None

    def sit_down(self) -> None:
        try:
            if not self.live:
                self.console.print(self.heading())
            while not self.match.over:
                if YOU in self.match.to_act:
                    self.persons_move()
                self.others_move()
            self.show_result()
        except (Leaving, EOFError, KeyboardInterrupt):
            self.leave()
        if self.file:
            self.keep_record(self.file)

    # Moves

    def persons_move(self) -> None:
        """Ask until a move is made; what is refused costs nothing."""
        self.draw()
        while True:
            text = self.read_line(" > ").strip()
            if not text and self.view.may_wait(self.seen()):
                return
            try:
                move = None if text else self.view.on_enter(self.seen())
                if move is None:
                    if self.command(text):
                        continue
                    move = self.meant(text)
                if move is not None:
                    self.make(YOU, move)
                    return
            except NotUnderstood as problem:
                self.console.print(look.note(str(problem)))
            except IllegalMove as error:
                self.console.print(look.note(Text.assemble(("Not now. ", "bold"), reason(error, self.names))))

    def meant(self, text: str) -> Move | None:
        """The move that was typed. Where a number stands for several, ask which; an empty line takes it back."""
        try:
            return read_move(text, self.match, YOU, self.view.offers(self.seen()), self.names)
        except SeveralMeant as several:
            moves = several.moves
        question, called = self.view.which(self.seen(), moves)
        while True:
            self.console.print(keyed_list([(str(n), words) for n, words in enumerate(called, 1)], self.width))
            text = self.read_line(f" {question} (Enter: none) > ").strip()
            if not text:
                self.draw()
                return None
            if self.command(text):
                continue
            if text.isdecimal() and len(text) < 9 and 1 <= int(text) <= len(moves):
                return moves[int(text) - 1]
            try:
                return read_one_of(moves, text.split(), self.names)
            except SeveralMeant:
                self.console.print(look.note("Type its number, or enough of its words to tell it from the others."))

    def others_move(self) -> None:
        """All others that may act now make one move each, in any order; unless the person is asked meanwhile.

        Bots that see first what people do act when the person has finished.
        """
        waiting, asked = sorted(self.match.to_act - {YOU}), YOU in self.match.to_act
        if asked:
            waiting = [seat for seat in waiting if seat not in self.patient]
        if len(waiting) > 1:
            self.dice.shuffle(waiting)
        for seat in waiting:
            if seat in self.match.to_act and (asked or YOU not in self.match.to_act):
                self.hear(seat)
                self.make(seat, self.bots[seat].choose(self.match, seat))

    def hear(self, seat: int) -> None:
        """What a bot of one's own team says before it first acts in a round."""
        said = says(self.match, seat)
        if said and self.match.view(seat)["deeds"][seat] == "nothing":
            self.told.append(f"{self.names[seat]}: {said}")
            if not self.live:
                self.console.print(_log_line(self.told[-1]), width=self.width)

    def make(self, seat: int, move: Move) -> None:
        """Make a move, and let everyone see what happened, move by move: some bring others about."""
        before, count = self.match.copy(), len(self.match.moves)
        self.perform(seat, move)
        made = self.match.moves[count:]
        for number, (who, one) in enumerate(made, 1):
            after = self.match
            if number < len(made):
                after = before.copy()
                make_again(after, who, one)
            self.witness(before, after, who, one)
            before = after

    def perform(self, seat: int, move: Move) -> None:
        self.match.play(seat, move)

    def witness(self, before: Match, after: Match, seat: int, move: Move) -> None:
        """See one move, and tell it. Some are nobody's business: nothing shows that they were made."""
        saw, sees = before.view(YOU), after.view(YOU)
        gained = [now - was for was, now in zip(before.scores, after.scores, strict=True)]
        if any(gained):
            self.gains.append(gained)
        told = after.tell(before, self.telling).split("\n")
        if not any(told) or self.view.is_silent(str(move)):
            return
        if seat == YOU:
            self.since = len(self.told)
        if not self.view.settles(saw):
            self.story = len(self.told)
        self.told += told
        read = self.view.cards_read(saw, sees, str(move))
        if read:
            self.read, self.reader = read, seat
        self.fresh = bool(read)
        self.show_move(told, read, saw, sees)

    def show_move(self, told: list[str], read: Sequence[str], saw: dict[str, Any], sees: dict[str, Any]) -> None:
        interlude = self.view.interlude(saw, sees, self.names)
        long_story = bool(interlude) and (len(told) > 1 or self.view.settles(saw))
        if not self.live or interlude:
            if self.live and long_story:
                self.console.clear()
                self.console.print(self.heading(), Text(), width=self.width)
            for line in self.told[self.story :] if self.live else told:
                self.console.print(_log_line(line), width=self.width)
            for card in read:
                self.console.print(look.side_by_side([self.large_card(card)], self.width))
        else:
            self.draw(waiting=True)
        aloud = self.read_aloud_pause and any(self.seen().word(card) for card in read)
        if aloud:
            words = "words: read them" if len(read) > 1 else "word: read it"
            self.ask(f" {self.seen().whose(self.reader or YOU)} {words} aloud, then press Enter. ")
        if interlude:
            self.console.print(Panel(interlude, border_style=look.LINE, expand=False, padding=(0, 2)))
            self.ask(" Press Enter for the next round. ")
            if long_story:
                self.since = len(self.told)  # all of it was just read
        elif self.live and not aloud:
            # A word takes longer to read than a number; where many act at once they do so in less time.
            time.sleep(self.pace * (2 if read else min(1, 2 / max(1, len(sees["to_act"])))))

    def large_card(self, card: str) -> look.Rows:
        return look.big_card(card, self.seen().word(card), self.width - 4)

    def ask(self, question: str) -> None:
        """Wait for Enter. It is no move; only leaving counts."""
        if self.read_line(question).strip().lower() in ("quit", "q", "exit"):
            raise Leaving

    # What the person sees

    @property
    def width(self) -> int:
        return min(self.console.width, 100)

    def seen(self) -> Seen:
        match, read = self.match, tuple(self.read)
        choices = match.choices(YOU)
        return Seen(match.game, match.view(YOU), choices, self.names, self.width, read, self.reader, self.fresh)

    def heading(self, seen: Seen | None = None) -> RenderableType:
        return look.heading(self.match.game.title, self.view.facts(seen or self.seen()))

    def draw(self, waiting: bool = False) -> None:
        """The whole table. While others move (`waiting`) nothing is asked for."""
        self.fresh = self.fresh and waiting
        seen = self.seen()
        if not self.live:
            upper, lower = self.parts(seen, waiting)
            self.console.print(Group(*upper, *lower), width=self.width)
            return
        room = self.console.height - 1  # the last row is for what is typed
        wanted = max(LOG_ROWS, len(self.log_rows(room)))
        for tight in range(self.view.tightest + 1):
            upper, lower = self.parts(replace(seen, tight=tight), waiting)
            above, below = [self.rows(part) for part in upper], [self.rows(part) for part in [_GAP, *lower]]
            left = room - sum(map(len, above + below))
            if left < wanted and self.view.tightest:
                above, below = self.without_gaps(above), self.without_gaps(below)
                left = room - sum(map(len, above + below))
            if left >= max(LOG_ROWS, len(self.log_rows(left))):  # the newest of it may be long
                break
        log = self.log_rows(left)
        parts = [*above, log, *below]
        if sum(map(len, parts)) > room:
            parts = self.without_gaps(parts)
        self.console.clear()
        self.console.print(Segments(chain.from_iterable(chain.from_iterable(parts))), end="")

    def without_gaps(self, parts: list[Rows]) -> list[Rows]:
        gap = self.rows(_GAP)
        return [part for part in parts if part != gap]

    def parts(self, seen: Seen, waiting: bool) -> tuple[list[RenderableType], list[RenderableType]]:
        """What stands above the log and what below."""
        upper = [self.heading(seen) if self.live else Rule(style=look.LINE), _GAP, self.view.around(seen), _GAP]
        lower = [self.view.yours(seen), _GAP]
        if not waiting:
            prompt = self.view.prompt(seen)
            prompt.stylize("bold")
            lower += [Padding(prompt, (0, 1)), Padding(Text(self.how_to(seen), look.LINE), (0, 1))]
        elif seen.view["to_act"] and YOU not in seen.view["to_act"]:
            acting = in_words([self.names[seat] for seat in seen.view["to_act"]])
            lower.append(Text(f" {acting} to move ...", look.LINE))
        return upper, lower

    def how_to(self, seen: Seen) -> str:
        """What can be typed."""
        example, enter = self.view.example(seen), self.view.on_enter(seen)
        how = "A number, or" if self.view.offers(seen) else "For example"
        ways = [] if enter is None else [f"Enter: {self.view.words(seen, enter)}"]
        ways += [f"{how}: {example}"] if enter is None or example != seen.words(enter) else []
        return f"{'. '.join(ways)}   (help, rules, log, quit)"

    def log_rows(self, room: int) -> Rows:
        """What happened since the person's last move, the newest last, as far as there is room."""
        fresh = self.told[self.since :]
        lines = [self.rows_of_line(line) for line in fresh[-8:]]
        while len(lines) > 2 and sum(map(len, lines)) > room - (len(lines) < len(fresh)):
            lines.pop(0)
        if len(lines) < len(fresh):
            lines.insert(0, self.rows(Text(f" ({len(fresh) - len(lines)} earlier; log shows all)", look.LINE)))
        return list(chain.from_iterable(lines))

    def rows_of_line(self, line: str) -> Rows:
        """A line of the log, which is drawn again and again."""
        rows = self.lines.get((line, self.width))
        if rows is None:
            rows = self.lines[line, self.width] = self.rows(_log_line(line))
        return rows

    def rows(self, part: RenderableType) -> Rows:
        """A part as it will stand on this screen, to be counted and then shown."""
        options = self.console.options.update(width=self.width)
        return self.console.render_lines(part, options, pad=False, new_lines=True)

    # Commands

    def command(self, text: str) -> bool:
        """Do what was typed, if it is a command and no move."""
        word, _, rest = text.partition(" ")
        word = word.lower()
        if word in ("", "hand"):
            self.draw()
        elif word in ("help", "h", "?"):
            self.show_help()
        elif word == "rules":
            pages.show_rules(self.match.game, self.console, self.read_line)
        elif word == "log":
            lines = [f" {number:>3}  {line}" for number, line in enumerate(self.told, 1)]
            pages.show(Text("\n".join(lines) or " Nothing has happened yet."), self.console, self.read_line)
        elif word == "hint":
            self.show_hint()
        elif word == "save":
            self.save(rest.strip())
        elif word in ("quit", "q", "exit"):
            raise Leaving
        else:
            return False
        return True

    def show_help(self) -> None:
        self.console.print(look.note("Type the number of a move, or the move in words, short if it is clear:"))
        self.console.print(Text(f" {self.view.example(self.seen())}", "bold"))
        for command, what in COMMANDS.items():
            self.console.print(Text.assemble((f"   {command:<10}", "bold"), what))
        legend = self.view.legend(self.seen())
        if legend:
            grid = Grid.grid(padding=(0, 2, 0, 0))
            for sign, meaning in legend:
                grid.add_row(Text.assemble(sign), meaning)
            self.console.print(Padding(grid, (1, 0, 0, 3)), width=self.width)

    def show_hint(self) -> None:
        """What is best, by what the person sees; the first hint of a game waits for the compiler."""
        if not can_search(self.match.game):
            self.console.print(look.note("There are no hints here: it is all in the steady hand."))
            return
        with self.console.status("Thinking ...") if self.live else contextlib.nullcontext():
            search.warm(type(self.match.game))
            found = advice(self.match, YOU)
        said = Text.assemble((self.seen().words(found.move), "bold"), f". {with_names(found.reason, self.names)}")
        self.console.print(look.note(said))

    def save(self, name: str) -> None:
        if not name:
            self.console.print(look.note("Say where: save my-game.json"))
            return
        try:
            path = Path(name).expanduser()
            taken = path.exists() and path != self.file
        except (OSError, RuntimeError, ValueError):  # too long a name, or the folder of somebody who is not here
            self.console.print(look.note("That is no name for a file; choose another."))
            return
        if taken:
            self.console.print(look.note(f"There is a {path} already; choose another name."))
        elif self.keep_record(path):
            self.file = path

    def keep_record(self, path: Path) -> bool:
        """Write the record down; if that cannot be done, say so and play on."""
        try:
            path.write_text(json.dumps(self.match.record()) + "\n", encoding="utf-8")
        except OSError as error:
            self.console.print(look.note(f"{path} cannot be written: {error.strerror}."))
            return False
        self.console.print(look.note(f"The record of the match is in {path}."))
        return True

    # Endings

    def show_result(self) -> None:
        self.console.print(result_panel(self.match, self.seen(), self.gains), width=self.width)

    def leave(self) -> None:
        count = len(self.match.moves)
        self.console.print()
        self.console.print(
            Text(f" You leave the table after {count} move{'' if count == 1 else 's'}. Until next time!")
        )


def make_again(match: Match, seat: int, move: Move) -> None:
    """A move of another match in this one, whoever made it."""
    if seat == UMPIRE:
        match.decide(move)
    else:
        match.play(seat, move)


def result_panel(match: Match, seen: Seen, gains: Sequence[Sequence[int]]) -> RenderableType:
    """Who won, and how it stands seat by seat."""
    names, verdict = [seen.who(seat) for seat in sorted(match.winners)], view_for(match.game.id).verdict(seen)
    if verdict:
        line = verdict
    elif not names:
        line = "Nobody wins this time."
    elif len(names) > 1:
        line = f"{' and '.join(names)} share the win!"
    else:
        line = f"{names[0]} {'win' if names == ['You'] else 'wins'}!"
    why = match.game.ending(match.reading)
    body = Group(
        Text(line, "bold"),
        *([Text(why)] if why else []),
        Text(),
        view_for(match.game.id).result(seen, gains, match.scores),
    )
    return Panel(body, title="The game is over", title_align="left", border_style=look.LINE, padding=(1, 2))


def _log_line(line: str) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))  # so that what is too long goes on under its beginning
    grid.add_row(Text("·", look.LINE), Text(line))
    return Padding(grid, (0, 0, 0, 1))


def _try_out(match: Match) -> None:
    """Make a move on a copy: the first of each kind can take seconds to compile, and should not look like thinking."""
    trial = match.copy()
    seat = min(trial.to_act)
    trial.play(seat, SimpleBot("greedy", 0).choose(trial, seat))
    _ = trial.choices(YOU), trial.scores
