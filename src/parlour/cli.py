"""The command `parlour`. Bad input ends with status 2 and a message that says what would have been right."""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__
from .bots.levels import BOTS, LEVELS, can_search
from .engine.errors import BadOption, BadRecord, ParlourError
from .engine.options import read_seed
from .games import GAMES, find

if TYPE_CHECKING:
    from rich.console import Console

    from .bots.review import Review
    from .engine.match import Match
    from .lab.simulate import Figures
    from .lab.tournament import Tournament


_OPTION = "option_"  # how a game's option is told from the command's own


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an old terminal shows ? where it lacks a sign
    given = _parser().parse_args(arguments)
    try:
        status: int = given.run(given)
        sys.stdout.flush()
        return status
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="parlour",
        description="Tabletop games by the printed rules: play them here, or let bots play a million.",
        epilog="Without a command, the shelf opens: choose a game and play.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"parlour {__version__}")
    parser.set_defaults(run=_shelf)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    games = commands.add_parser("games", help="the games there are")
    games.add_argument("--json", action="store_true", help="for programs")
    games.set_defaults(run=_games)

    rules = commands.add_parser("rules", help="the rules of a game, with our rulings marked")
    rules.add_argument("game", metavar="GAME")
    rules.set_defaults(run=_rules)

    play = commands.add_parser("play", help="play in this terminal, against bots", allow_abbrev=False)
    play.add_argument("game", metavar="GAME")
    play.add_argument("--players", metavar="N", help="you and N - 1 bots")
    play.add_argument("--bots", default="fair", metavar="BOT", help=f"{', '.join(LEVELS)} (default: fair)")
    play.add_argument("--seed", metavar="S", help="deal the same cards again")
    play.add_argument("--read", action="store_true", help="wait after each word until it has been read")
    play.add_argument("--record", metavar="FILE", help="write the match down in FILE, a new one, afterwards")
    _add_game_options(play)
    play.set_defaults(run=_play)

    simulate = commands.add_parser("simulate", help="let bots play many games", allow_abbrev=False)
    simulate.add_argument("game", metavar="GAME")
    simulate.add_argument("--games", metavar="N", help="how many (default: 10000; 20 with --physics)")
    simulate.add_argument("--players", metavar="P")
    simulate.add_argument(
        "--bots",
        metavar="LIST",
        help="one for all, or one a seat: greedy,random (default: random), or levels as in play; with --physics: "
        'good,easy, or with a level: "good child,easy surgeon" (default: good)',
    )
    simulate.add_argument("--seed", default="1", metavar="S", help="the same seed gives the same figures")
    simulate.add_argument("--threads", metavar="T", help="default: one a core")
    simulate.add_argument("--json", action="store_true", help="for programs")
    simulate.add_argument(
        "--physics", action="store_true", help="Shapes with a real tower: seconds a game, not millions"
    )
    simulate.add_argument(
        "--record", metavar="FILE", help="with --physics: write the first game down in FILE, a new one"
    )
    _add_game_options(simulate)
    simulate.set_defaults(run=_simulate)

    tournament = commands.add_parser("tournament", help="find out which bots play better", allow_abbrev=False)
    tournament.add_argument("game", metavar="GAME")
    tournament.add_argument("--bots", default="master,clever,fair,little", metavar="LIST", help=f"of {', '.join(BOTS)}")
    tournament.add_argument("--games", default="100", metavar="N", help="default: 100")
    tournament.add_argument("--players", metavar="P")
    tournament.add_argument("--seed", default="1", metavar="S", help="the same seed deals the same cards")
    tournament.add_argument("--processes", metavar="N", help="default: one a core")
    tournament.add_argument("--json", action="store_true", help="for programs")
    tournament.add_argument(
        "--plot", metavar="FILE", help="draw the shares of wins in FILE, a new one: .svg, .png or .pdf"
    )
    _add_game_options(tournament)
    tournament.set_defaults(run=_tournament)

    replay = commands.add_parser("replay", help="tell a recorded match, move by move")
    replay.add_argument("file", metavar="FILE")
    replay.set_defaults(run=_replay)

    review = commands.add_parser("review", help="how the chances stood in a recorded match, and where they turned")
    review.add_argument("file", metavar="FILE")
    review.add_argument("--json", action="store_true", help="for programs")
    review.add_argument("--plot", metavar="CHART", help="draw the chances in CHART, a new file: .svg, .png or .pdf")
    review.set_defaults(run=_review)

    verify = commands.add_parser("verify", help="check the deal and every move of a match played online")
    verify.add_argument("file", metavar="FILE", help="its record, as the page gave it to you")
    verify.add_argument("--commitment", metavar="HEX", help="what was published before the deal, if you wrote it down")
    verify.set_defaults(run=_verify)

    serve = commands.add_parser("serve", help="run the tables in the browser", allow_abbrev=False)
    serve.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="0.0.0.0: for all who can reach this machine"
    )
    serve.add_argument("--port", default="8000", metavar="PORT", help="default: 8000")
    serve.add_argument("--data", default="data", metavar="FOLDER", help="where the log of all tables is kept")
    serve.add_argument("--database", metavar="URL", help="postgresql://..., in place of SQLite in the data folder")
    serve.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="pages of this site may sit down, too"
    )
    serve.add_argument("--workers", default="1", metavar="N", help="processes that share the tables (default: 1)")
    serve.add_argument("--open", action="store_true", help="open the page, where there is a desktop")
    serve.set_defaults(run=_serve)

    warm = commands.add_parser("warm", help="compile all rules, so that nothing waits later")
    warm.add_argument("--quiet", action="store_true", help="say nothing if there is nothing to do")
    warm.add_argument("--search", action="store_true", help="what bots and hints search with, too: a minute more")
    warm.set_defaults(run=_warm)

    bench = commands.add_parser("bench", help="how fast the rules run here")
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help="for each figure (default: 1)")
    bench.add_argument("--json", action="store_true", help="for programs")
    bench.set_defaults(run=_bench)
    return parser


def _add_game_options(parser: argparse.ArgumentParser) -> None:
    """Every option of every game. Whether the game has it, and takes the value, is for the game to judge."""
    group = parser.add_argument_group("options of the games")
    games_of: dict[str, list[str]] = {}
    helps: dict[str, str] = {}
    for game in GAMES:
        for option in game.options:
            games_of.setdefault(option.name, []).append(game.id)
            helps.setdefault(option.name, option.help)
    for name, games in games_of.items():
        flag, text = f"--{name.replace('_', '-')}", f"{helps[name]} ({', '.join(games)})"
        group.add_argument(flag, dest=f"{_OPTION}{name}", default=argparse.SUPPRESS, metavar="VALUE", help=text)


def _game_options(given: argparse.Namespace) -> dict[str, Any]:
    return {key.removeprefix(_OPTION): value for key, value in vars(given).items() if key.startswith(_OPTION)}


def _shelf(_: argparse.Namespace) -> int:
    from . import terminal

    _warm_quietly()
    terminal.shelf()
    return 0


def _games(given: argparse.Namespace) -> int:
    if given.json:
        shown = [
            {
                "game": game.id,
                "title": game.title,
                "box": game.box,
                "summary": game.summary,
                "players": [game.seats[0], game.seats[-1]],
                "moves": len(game.move_names),
                "options": {option.name: option.default for option in game.options},
            }
            for game in GAMES
        ]
        print(json.dumps(shown, indent=2))
        return 0
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("game", "players", ""):
        table.add_column(column)
    for game in GAMES:
        table.add_row(f"[bold]{game.id}[/]", f"{game.seats[0]} to {game.seats[-1]}", game.summary)
    _console().print(table)
    return 0


def _rules(given: argparse.Namespace) -> int:
    from .terminal import pages

    pages.show_rules(find(given.game)(), _console(), input)
    return 0


def _play(given: argparse.Namespace) -> int:
    from . import terminal
    from .lab.files import check_new, write_text

    kind = find(given.game)
    game = kind(given.players, **terminal.with_tower(kind, given.players, _game_options(given)))
    seed = None if given.seed is None else read_seed(given.seed)
    if given.record:
        check_new(Path(given.record))
    _warm_quietly()
    match = terminal.play(game, given.bots, seed, read_aloud_pause=given.read)
    if given.record:
        write_text(Path(given.record), json.dumps(match.record()))
    return 0


def _simulate(given: argparse.Namespace) -> int:
    from .lab.simulate import simulate

    find(given.game)
    if given.physics:
        return _simulate_towers(given)
    if given.record:
        raise BadOption("--record: a record is kept of a game with --physics, or of one you play")
    _warm_quietly()
    figures = simulate(
        given.game,
        games=10_000 if given.games is None else given.games,
        players=given.players,
        bots="random" if given.bots is None else given.bots,
        seed=given.seed,
        threads=given.threads,
        **_game_options(given),
    )
    if given.json:
        print(json.dumps(figures.as_dict()))
    else:
        _show_figures(figures, _console())
    return 0 if figures.finished else 130


def _simulate_towers(given: argparse.Namespace) -> int:
    from .lab.files import check_new, write_text
    from .lab.physics import simulate

    if given.record:
        check_new(Path(given.record))
    _warm_quietly()
    figures = simulate(
        given.game,
        games=20 if given.games is None else given.games,
        players=given.players,
        bots="good" if given.bots is None else given.bots,
        seed=given.seed,
        threads=given.threads,
        keep_record=bool(given.record),
        **_game_options(given),
    )
    if given.json:
        print(json.dumps(figures.as_dict()))
    else:
        _show_figures(figures, _console())
    if given.record and figures.towers:
        write_text(Path(given.record), json.dumps(figures.towers[0].record))
    return 0 if figures.finished else 130


def _tournament(given: argparse.Namespace) -> int:
    from .lab.files import check_chart
    from .lab.tournament import draw, tournament

    find(given.game)
    if given.plot:
        check_chart(Path(given.plot))
    _warm_quietly()
    found = tournament(
        given.game,
        given.bots,
        games=given.games,
        players=given.players,
        seed=given.seed,
        processes=given.processes,
        **_game_options(given),
    )
    try:
        if given.json:
            print(json.dumps(found.as_dict()), flush=True)
        else:
            _show_standings(found, _console())
    finally:  # even if nobody reads on
        if given.plot:
            draw(found, Path(given.plot))
    return 0 if found.finished else 130


def _show_standings(found: Tournament, console: Console) -> None:
    from rich.table import Table

    heading = f"[bold]{find(found.game).title}[/], {found.players} players, {found.games:,} games"
    if not found.finished:
        heading += f" of the {found.asked:,} asked for (stopped early)"
    console.print(heading)
    table = Table(box=None, padding=(0, 2, 0, 0))
    columns = ("bot", "games", "wins", "share", "95 % interval", "rating", "mean score", "ms a decision", "p95")
    for column in columns:
        table.add_column(column, justify="left" if column == "bot" else "right")
    for row in (one.as_dict() for one in found.standings()):
        low, high = row["interval"]
        least, most = row["rating_interval"]
        table.add_row(
            row["name"],
            f"{row['games']:,}",
            f"{row['wins']:,.1f}".removesuffix(".0"),
            f"{100 * row['share']:.1f} %",
            f"{100 * low:.1f} to {100 * high:.1f} %",
            f"{row['rating']:+.0f} ({least:+.0f} to {most:+.0f})",
            f"{row['mean_score']:.1f}",
            f"{row['mean_ms']:.1f}",
            f"{row['p95_ms']:.1f}",
        )
    console.print(table)
    if found.team:
        console.print("Each bot plays the same deals, with others of its kind; a win is one against the House.")
    else:
        told = "All play the same deals, from every seat; a shared win counts in parts."
        if found.players > len(found.bots):
            told += f" The seats of one bot count together: {100 * found.even:.0f} % would be even."
        console.print(told)


def _show_figures(figures: Figures, console: Console) -> None:
    from rich.table import Table

    from .lab.physics import TowerFigures
    from .lab.simulate import in_words

    title = find(figures.game).title
    heading = f"[bold]{title}[/], {figures.players} players, {figures.games:,} games"
    if not figures.finished:
        heading += f" of the {figures.asked:,} asked for (stopped early)"
    console.print(heading)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("" if figures.team else "seat", "bot", "wins", "share", "95 % interval"):
        table.add_column(column, justify="left" if column == "bot" else "right")
    for seat, bot in enumerate([", ".join(dict.fromkeys(figures.bots))] if figures.team else figures.bots):
        share, low, high = figures.share(seat)
        interval = f"{100 * low:.2f} to {100 * high:.2f} %"
        who = "team" if figures.team else str(seat)
        table.add_row(who, bot, f"{figures.wins[seat]:,}", f"{100 * share:.2f} %", interval)
    console.print(table)
    if figures.shared and not figures.team:
        console.print(f"Shared wins: {figures.shared:,} games, counted for each of their winners.")
    length = figures.moves_per_game
    console.print(
        f"Moves a game: {length['mean']:.1f} on average; 5 % have {length['p5']} or fewer, "
        f"half {length['p50']} or fewer, 95 % {length['p95']} or fewer."
    )
    if isinstance(figures, TowerFigures):
        console.print(
            f"Pieces placed before the first fall: {figures.mean('before_fall'):.1f} on average, of "
            f"{figures.mean('placed'):.1f} placed in all; {figures.mean('falls'):.1f} falls a game. The towers rose to "
            f"{figures.mean('height'):.0f} mm.\n"
            f"{figures.mean('seconds'):.1f} s a game, {figures.seconds:.1f} s in all on {figures.threads} "
            f"core{'s' if figures.threads > 1 else ''}."
        )
        console.print(in_words(figures))
        return
    console.print(
        f"{figures.moves:,} moves in {figures.seconds:.2f} s on {figures.threads} "
        f"thread{'s' if figures.threads > 1 else ''}: {figures.moves_per_second / 1e6:.1f} million moves, "
        f"{figures.games_per_second:,.0f} games a second."
    )
    console.print(in_words(figures))


def _replay(given: argparse.Namespace) -> int:
    from . import terminal

    match = _match_in(Path(given.file))
    terminal.show_replay(match)
    return 0


def _review(given: argparse.Namespace) -> int:
    from .bots import search
    from .lab.files import check_chart
    from .lab.review import draw, review

    path = Path(given.file)
    match = _match_in(path)
    if not can_search(match.game):
        raise BadOption(f"{path}: {match.game.title} is about steady hands; there is no review of it")
    if given.plot:
        check_chart(Path(given.plot))
    _warm_quietly()
    search.warm(type(match.game))
    found = review(match)
    try:
        if given.json:
            print(json.dumps(found.as_dict()), flush=True)
        else:
            _show_review(found, _console())
    finally:
        if given.plot:
            draw(found, Path(given.plot))
    return 0


def _show_review(found: Review, console: Console) -> None:
    turns = {turn.number for turn in found.turns}
    console.print(
        f"[bold]{find(found.game).title}[/]: chances to win, move by move; [bold]>[/] marks where they turned"
    )
    console.print("  ".join(["     ", *(f"{name:>8.8}" for name in found.lines)]))
    for moment in found.moments:
        sign = ">" if moment.number in turns else " "
        chances = "  ".join(f"{100 * chance:6.0f} %" for chance in moment.chances[: len(found.lines)])
        console.print(f"{sign}{moment.number:>4}  {chances}  ", moment.told.split("\n")[0], sep="", soft_wrap=True)
    for turn in found.turns:
        how = "rise" if turn.change > 0 else "fall"
        told = found.moments[turn.number].told.split("\n")[0]
        by = f"{100 * abs(turn.change):.0f} %"
        console.print(f"Move {turn.number}: the chances of {found.lines[turn.seat]} {how} by {by}. {told}")
        console.print(f"  Better: {turn.better}. {turn.why}" if turn.better else f"  {turn.why}", markup=False)
    if not turns:
        console.print("No single move turned this match.")


def _match_in(path: Path) -> Match:
    """The match of which this is the record."""
    from . import replay

    text = _text_of(path)
    try:
        return replay(text)
    except ParlourError as error:
        raise type(error)(f"{path}: {error}") from None


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path} cannot be read: {error}") from None


def _verify(given: argparse.Namespace) -> int:
    from . import replay
    from .server.fairness import verify

    path = Path(given.file)
    text = _text_of(path)
    try:
        match = replay(text)
        checked = verify(json.loads(text), given.commitment)
    except ParlourError as error:
        raise BadRecord(f"{path}: {error}") from None
    for line in checked:
        print(line)
    print(
        f"All {len(match.moves)} moves of this match of {match.game.title} are legal, and end as it was written down."
    )
    return 0


def _serve(given: argparse.Namespace) -> int:
    from .engine.options import whole_number
    from .server.origins import read_origin
    from .server.serve import Site, serve

    port = whole_number(given.port)
    if port is None or not 0 <= port < 1 << 16:
        raise BadOption(f"--port: expected a number from 0 (any that is free) to 65535, found {given.port!r}")
    workers = whole_number(given.workers)
    if workers is None or not 1 <= workers <= 64:
        raise BadOption(f"--workers: expected a number of processes from 1 to 64, found {given.workers!r}")
    origins = frozenset(map(read_origin, given.origin))
    site = Site(given.host, port, Path(given.data), given.database, origins, workers)
    serve(site, given.open)
    return 0


def _warm(given: argparse.Namespace) -> int:
    from .engine import warm
    from .engine.rule import cache_directory

    if not given.quiet or not warm.is_warm():
        _compile_all()
    if given.search:
        _compile_search()
    if not given.quiet:
        print(f"All rules are compiled, in {cache_directory()}.")
    return 0


def _warm_quietly() -> None:
    """Nobody's first move waits for the compiler without being told."""
    from .engine import warm

    if not warm.is_warm():
        _compile_all()


def _compile_all() -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from .bots import steady
    from .engine import warm

    columns = (TextColumn("Compiling the rules"), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=_console(stderr=True), transient=True) as progress:
        bar = progress.add_task("once, for about a minute", total=len(GAMES))
        done: set[str] = set()
        largest_first = tuple(sorted(GAMES, key=lambda game: -len(game.move_names)))
        for game in warm.compile_games(largest_first):
            done.add(game.title)
            progress.update(bar, completed=len(done), description=f"{game.title} is ready")
        steady.warm()
    warm.mark_warm()


def _compile_search() -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from .bots import search

    games = [game for game in GAMES if can_search(game()) and not search.is_warm(game)]
    columns = (TextColumn("Compiling the search"), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=_console(stderr=True), transient=True) as progress:
        bar = progress.add_task("once, for about a minute", total=len(games))
        for game in search.warm_all(games):
            progress.update(bar, advance=1, description=f"{game.title} is ready")


def _bench(given: argparse.Namespace) -> int:
    from .lab import speed

    if not 0 < given.seconds < math.inf:
        raise BadOption(f"--seconds: expected a number above 0, found {given.seconds}")
    _warm_quietly()
    rows = speed.measure(given.seconds)
    if given.json:
        print(json.dumps(rows, indent=2))
        return 0
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("what", "median", "runs"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for row in rows:
        table.add_row(row["what"], f"{row['median']:,.3g} {row['unit']}", str(len(row["runs"])))
    _console().print(table)
    return 0


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # for `main`, which knows that it is no failure

    return Quiet(stderr=stderr, highlight=False)
