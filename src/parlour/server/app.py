"""The server: pages and tables over HTTP, and the parts that all tables share."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
import segno
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ..components.piece_set import PieceSet
from ..engine.errors import ParlourError, UnknownGame
from ..engine.game import Game
from ..games import GAMES, find
from ..tower.picture import tower_svg
from . import collector, shelf
from .hands import Towers
from .history import OVER
from .limits import Bucket
from .messages import UNREADABLE, NewTable, Problem, ReadComponent, SitDown, TowerShown, write
from .noted import note
from .origins import comes_from
from .pages import SAFE_HEADERS, Pages
from .readiness import Readiness
from .socket import upgrade_with
from .store import Answers, Store, StoreDown
from .table import Services, Table
from .tables import Tables
from .thinkers import Thinkers
from .tokens import read_code

log = logging.getLogger("parlour.server")

_MOST_BODY = 256 * 1024  # bytes: a table may come with a word list of its own
_OPENED_PER_SECOND, _OPENED_AT_ONCE = 50.0, 1000.0

T = TypeVar("T")


class NotThere(ParlourError):
    """What was asked for is not here."""


class NotAllowed(ParlourError):
    """What one may not do."""


class TooMuch(ParlourError):
    """More than the server takes."""


_STATUS: tuple[tuple[type[ParlourError], int], ...] = (
    (NotThere, 404),
    (UnknownGame, 404),
    (NotAllowed, 403),
    (TooMuch, 429),
    (StoreDown, 503),
    (ParlourError, 400),
)


class Server:
    """Everything there is one of. `place` is its number among several processes, and how many there are; `later` see
    `Thinkers`.
    """

    def __init__(
        self,
        database: str,
        pages: Pages,
        origins: frozenset[str] = frozenset(),
        place: tuple[int, int] = (0, 1),
        later: Sequence[type[Game]] = (),
    ) -> None:
        self.pages, self.origins = pages, origins
        self.store = Store(database, self._deliver, f"parlour {place[0]}")
        gaps = self.store.begin()
        online_first = tuple(sorted(GAMES, key=lambda game: game not in shelf.online_games()))
        self.readiness = Readiness(online_first, compiles=place[0] == 0)
        self.thinkers = Thinkers(later=later)
        self.towers = Towers()
        services = Services(self.store, self.readiness, self.thinkers, self.towers, gaps)
        self.tables = Tables(services, place)
        self.upgrade = upgrade_with(self.tables, origins)
        self._opened = Bucket(_OPENED_PER_SECOND, _OPENED_AT_ONCE)
        self._read = Bucket(_OPENED_PER_SECOND, _OPENED_AT_ONCE)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.app = Starlette(
            routes=[
                Route("/", self.index),
                Route("/t/{code}", self.index),
                Route("/healthz", self.health),
                Route("/api/shelf", self.shelf),
                Route("/api/rules/{game}", self.rules),
                Route("/api/components", self.read_component, methods=["POST"]),
                Route("/api/tables", self.open_table, methods=["POST"]),
                Route("/api/tables/{code}", self.table_info),
                Route("/api/tables/{code}/seats", self.sit_down, methods=["POST"]),
                Route("/api/tables/{code}/rules", self.table_rules),
                Route("/api/tables/{code}/qr.svg", self.qr),
                Route("/api/tables/{code}/record", self.record),
                Route("/api/pieces", self.pieces),
                Route("/api/tables/{code}/pieces", self.table_pieces),
                Route("/api/tables/{code}/tower", self.tower),
                Route("/api/tables/{code}/tower.svg", self.tower_picture),
                Route("/{path:path}", self.file),
            ],
            exception_handlers={ParlourError: _problem, HTTPException: _not_here, Exception: _crash},
            lifespan=self._life,
        )

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self.readiness.changed.append(self._all_loaded)
        self.readiness.begin()
        self.tables.begin()
        collecting = self._loop.create_task(collector.Collector(lambda: self.store.appended).run())
        yield
        collecting.cancel()
        self.readiness.end()
        self.tables.close()
        self.thinkers.close()
        self.towers.close()
        await asyncio.to_thread(self.store.close)

    def _all_loaded(self) -> None:
        """What there is when the rules are loaded stays; the collector need not look at it while people play."""
        done, of = self.readiness.progress
        if done == of:
            collector.spare()

    def _deliver(self, answers: Answers) -> None:
        """From the thread that writes the log to the event loop, all of a commit at once."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_answer_all, answers)

    # Pages

    async def index(self, request: Request) -> Response:
        return self.pages.index(request)

    async def file(self, request: Request) -> Response:
        found = self.pages.file(request)
        if found.status_code == 404:
            note("404 for %s %s", request.method, request.url.path)
        return found

    async def health(self, _: Request) -> Response:
        try:
            well = await self.store.in_time(self.store.answers)
        except StoreDown:
            well = False
        done, of = self.readiness.progress
        told = {"database": well, "games_ready": done, "games": of, "tables": len(self.tables.live)}
        return _json(told, 200 if well else 503)

    # What the page asks for

    async def shelf(self, _: Request) -> Response:
        return _json(shelf.shelf())

    async def rules(self, request: Request) -> Response:
        return _json(shelf.rules(find(request.path_params["game"])()))

    async def table_rules(self, request: Request) -> Response:
        return _json(shelf.rules((await self._table(request)).history.game))

    async def read_component(self, request: Request) -> Response:
        _check_origin(request, self.origins)
        wanted = await _read(request, ReadComponent)
        if not self._read.take():
            raise TooMuch("very much is being read just now; please try again in a moment")
        return _json(await asyncio.to_thread(shelf.read_component, wanted))

    async def open_table(self, request: Request) -> Response:
        _check_origin(request, self.origins)
        wanted = await _read(request, NewTable)
        if not self._opened.take():
            raise TooMuch("very many tables are being opened just now; please try again in a moment")
        try:
            return _json(await self.tables.open(wanted), 201)
        except BaseException:
            self._opened.give_back()  # those that are really opened count
            raise

    async def table_info(self, request: Request) -> Response:
        return _json((await self._table(request)).showing.info())

    async def sit_down(self, request: Request) -> Response:
        _check_origin(request, self.origins)
        wanted = await _read(request, SitDown)
        table = await self._table(request)
        try:
            return _json(await self.tables.sit_down(table, wanted.name, wanted.seat), 201)
        except StoreDown:
            raise
        except ParlourError as error:
            return _refused(request, 409, str(error))

    async def qr(self, request: Request) -> Response:
        code = (await self._table(request)).code
        picture = io.BytesIO()
        link = f"{request.url.scheme}://{request.url.netloc}/t/{code}"
        segno.make(link, error="m").save(picture, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None)
        return Response(picture.getvalue(), media_type="image/svg+xml", headers=SAFE_HEADERS)

    async def record(self, request: Request) -> Response:
        table = await self._table(request)
        name = f"{table.history.game.id}-{table.code}-{table.history.round}.json"
        return _json(table.showing.record(), headers={"Content-Disposition": f'attachment; filename="{name}"'})

    # The tower of Shapes

    async def pieces(self, _: Request) -> Response:
        return _json(shelf.pieces(PieceSet.load("standard")))

    async def table_pieces(self, request: Request) -> Response:
        return _json(shelf.pieces(_piece_set(await self._table(request))))

    async def tower(self, request: Request) -> Response:
        return _json(TowerShown(_tower(await self._table(request))))

    async def tower_picture(self, request: Request) -> Response:
        table = await self._table(request)
        poses, pieces, title = _tower(table), _piece_set(table), table.history.game.title
        theme = "dark" if request.query_params.get("theme") == "dark" else "light"
        drawn = await asyncio.to_thread(tower_svg, poses, pieces, title=title, theme=theme)
        return Response(drawn, media_type="image/svg+xml", headers=SAFE_HEADERS | {"Cache-Control": "no-cache"})

    async def _table(self, request: Request) -> Table:
        typed = request.path_params["code"]
        code = read_code(typed)
        table = None if code is None else await self.tables.find(code)
        if table is None:
            raise NotThere(
                f"a code has six letters, none of them a vowel, such as KDRWTX; {typed[:20]!r} is none"
                if code is None
                else f"there is no table with the code {code}: look again at what your host sees"
            )
        return table


def _answer_all(answers: Answers) -> None:
    for done, problem in answers:
        try:
            done(problem)
        except Exception:
            log.exception("a table could not go on")


async def _read(request: Request, kind: type[T]) -> T:
    """What was sent, checked."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > _MOST_BODY:
                raise ParlourError(f"this is too much: at most {_MOST_BODY // 1024} KiB are read")
    except ClientDisconnect:
        raise ParlourError("this has not come to its end") from None
    try:
        return msgspec.json.decode(body, type=kind)
    except UNREADABLE as error:
        raise ParlourError(f"this cannot be read: {error}") from None


def _check_origin(request: Request, origins: frozenset[str]) -> None:
    """Only our own page opens tables: another site must not do so in its visitors' names."""
    origin = request.headers.get("origin")
    if origin is None:
        allowed = request.headers.get("sec-fetch-site") in (None, "same-origin", "none")
    else:
        allowed = comes_from(origin, request.headers.get("host", ""), origins)
    if not allowed:
        note("a page of %s wanted something; pages of this host and --origin may", origin or "another site")
        raise NotAllowed("pages from elsewhere cannot do this")


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    safe = {**SAFE_HEADERS, "Cache-Control": "no-store", **(headers or {})}
    return Response(write(value), status, safe, "application/json")


def _piece_set(table: Table) -> PieceSet:
    pieces = table.history.game.settings.get("pieces")
    if not isinstance(pieces, PieceSet):
        raise NotThere(f"{table.history.game.title} is played without pieces")
    return pieces


def _tower(table: Table) -> dict[str, list[float]]:
    """As it last came to rest, for whoever may watch; of a match that is over, for all."""
    _piece_set(table)
    history = table.history
    if not history.settings.spectators and history.phase != OVER:
        raise NotAllowed("this table is not open to spectators")
    scene = history.match.scene if history.match is not None else None
    poses: dict[str, list[float]] = scene["poses"] if scene else {}
    return poses


def _refused(request: Request, status: int, reason: str) -> Response:
    note(f"{status} for %s %s: %s", request.method, request.url.path, reason)
    return _json(Problem(reason), status)


async def _problem(request: Request, error: Exception) -> Response:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return _refused(request, status, str(error))


async def _not_here(request: Request, error: Exception) -> Response:
    """Such as a method that there is not."""
    assert isinstance(error, HTTPException)
    note(f"{error.status_code} for %s %s", request.method, request.url.path)
    return _json(Problem(error.detail), error.status_code, dict(error.headers or {}))


async def _crash(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _json(Problem("something went wrong on the server; it was written down"), 500)
