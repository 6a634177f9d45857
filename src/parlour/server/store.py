"""The log of every table, in SQLite or PostgreSQL: what is in it survives, whatever happens to the server.

Rows are written by one thread that commits whatever has gathered meanwhile (group commit), and tells each writer when
its row is safe. What one table appends stays in order.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from ..engine.errors import BadOption, ParlourError
from .patience import within

log = logging.getLogger("parlour.store")

_MOST_ROWS = 512  # in one commit
_LINGER = ((64, 0.02), (12, 0.01))  # after a commit of so many rows the next one waits so many seconds for more
_PAGES_AHEAD = 4000  # of the log ahead of the database: pages written often are so once, and 16 MB are soon read
_AT_ONCE = 64  # rows in one statement; the driver keeps as many different ones as there are numbers of rows
_PATIENCE = 10.0  # seconds in which a database may come back before a move is given up
_ATTEMPT, _LEAST = 5.0, 2.0  # seconds for one attempt: a line that hangs is given up for another one
_READS, _ANSWERS = 5.0, 2.0  # seconds for a table to be read, and for a sign of life
_READERS = 4  # threads
_BUSY = 2.0  # seconds for which SQLite waits for another process, in one attempt
_REMEMBERED = 90 * 86_400_000  # ms; no clock of a table waits for longer
_ALIVE_EVERY = 2.0  # seconds; by so much a clock may be wrong after a crash

_CANNOT_READ = "the server cannot read its log just now; please try again in a moment"

metadata = sql.MetaData()
events = sql.Table(
    "events",
    metadata,
    sql.Column("code", sql.String(12), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
)
alive = sql.Table(
    "alive",
    metadata,
    sql.Column("server", sql.String(40), primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False),
)
gaps = sql.Table(
    "gaps",
    metadata,
    sql.Column("server", sql.String(40), primary_key=True),  # that came after it
    sql.Column("began", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("ended", sql.BigInteger, nullable=False),
)


class StoreDown(ParlourError):
    """The log cannot be written."""


class Gone(StoreDown):
    """The file of the database is not there any more. SQLite would go on writing to what nobody can find again."""


class Clash(ParlourError):
    """Another server appended to this table's log meanwhile."""


class Row(NamedTuple):
    """An event that is to be appended: a value for each column."""

    code: str
    seq: int
    at: int
    body: str

    @property
    def values(self) -> dict[str, Any]:
        return self._asdict()


T = TypeVar("T")
Done = Callable[[Exception | None], None]
Answers = list[tuple[Done, Exception | None]]


class Store:
    """`deliver` is called in the writer's thread with who is to be told what, a commit at a time."""

    def __init__(self, url: str, deliver: Callable[[Answers], None] | None = None, server: str = "parlour") -> None:
        self.server = server
        self.deliver = deliver or _deliver
        self.engine = _engine(url)
        self._file: tuple[str, tuple[int, int]] | None = None  # of SQLite: its path, and which file that was
        self._rows: queue.SimpleQueue[tuple[Row, Done, float] | None] = queue.SimpleQueue()
        self._since = 0.0  # when the oldest row that is being written came
        self._readers = ThreadPoolExecutor(_READERS, "reading")
        self._writer = threading.Thread(target=self._write_all, name="log", daemon=True)
        self._closing = threading.Event()
        insert = sql.insert(events).compile(dialect=self.engine.dialect)
        self._insert, self._by_place = str(insert), insert.positional
        values = self._insert.partition("VALUES ")[2]  # of one row
        self._insert_many = [self._insert + f", {values}" * more for more in range(_AT_ONCE)]
        self._line: sql.Connection | None = None  # the writer's own, while it works
        self._broken: set[str] = set()  # tables of which a row is missing: what follows it must not be written either
        self.troubled = False  # whether the last attempt to write failed
        self.appended = 0  # rows, so far
        self._linger = 0.0  # seconds, after the last commit

    def begin(self) -> list[tuple[int, int]]:
        """Bring the schema up to date and start writing. From when to when there was no server, now and before."""
        try:
            migrate(self.engine)
            with self.engine.begin() as connection:
                self._note_gap(connection)
                known = connection.execute(sql.select(gaps.c.began, gaps.c.ended)).all()
        except SQLAlchemyError as error:
            raise StoreDown(f"the database cannot be used: {_reason(error)}") from None
        with suppress(OSError):
            if self.engine.dialect.name == "sqlite" and (path := self.engine.url.database):
                self._file = path, _which(path)
        self._writer.start()
        return [(int(began), int(ended)) for began, ended in known]

    def _note_gap(self, connection: sql.Connection) -> None:
        last, now = connection.scalar(sql.select(sql.func.max(alive.c.at))), now_ms()
        if last is None or last >= now:
            return
        same = (gaps.c.server == self.server) & (gaps.c.began == last)
        connection.execute(sql.delete(gaps).where(same | (gaps.c.ended < now - _REMEMBERED)))
        connection.execute(sql.insert(gaps).values(server=self.server, began=last, ended=now))

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing.set()
        self._rows.put(None)
        if self._writer.is_alive():
            self._writer.join()
        self._readers.shutdown(wait=False, cancel_futures=True)
        self._hang_up()
        self.engine.dispose()

    def _check_file(self) -> None:
        if self._file is None:
            return
        path, which = self._file
        with suppress(OSError):
            if _which(path) == which:
                return
        raise Gone(f"{path} was taken away, or another file put there; put it back, or start the server again")

    # Reading

    async def in_time(self, ask: Callable[..., T], *about: Any) -> T:
        """Ask on another thread, and wait no longer than people do; StoreDown where there is no answer."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(_READS + 1):
                return await loop.run_in_executor(self._readers, ask, *about)
        except (SQLAlchemyError, TimeoutError, Gone) as error:
            log.error("the log cannot be read: %s", _reason(error) or "no answer in time")
            raise StoreDown(_CANNOT_READ) from None

    def read(self, code: str, after: int = 0) -> list[tuple[int, int, str]]:
        """Number, time and body of a table's events, in order."""
        self._check_file()
        with within(_READS), self.engine.connect() as connection:
            return _read(connection, code, after)

    def read_settled(self, code: str) -> list[tuple[int, int, str]]:
        """The same, for a table of which something could not be written: of a commit that was cut off nobody knows what
        became of it, and it may still come. Who wants to write in its place has to wait until that is known.
        """
        self._check_file()
        with within(_READS), self.engine.connect() as connection:
            while True:
                rows = _read(connection, code)
                next_one = Row(code, rows[-1][0] + 1 if rows else 1, 0, "")
                try:
                    connection.execute(sql.insert(events).values(next_one.values))
                    return rows
                except IntegrityError:  # it has come
                    pass
                finally:
                    connection.rollback()

    def answers(self) -> bool:
        """Whether the database does, and what was written last was written."""
        try:
            self._check_file()
            with within(_ANSWERS), self.engine.connect() as connection:
                return connection.scalar(sql.select(sql.literal(1))) == 1 and not self.troubled
        except (SQLAlchemyError, Gone):
            return False

    # Writing

    def append(self, row: Row, done: Done) -> None:
        """Write a row; `done` is told when it is safe, or why it is not.

        After a failure all that follows at that table fails, too, until it is read anew and `mended`.
        """
        self.appended += 1
        self._rows.put((row, done, time.monotonic()))

    def mended(self, code: str) -> None:
        self._broken.discard(code)

    def _write_all(self) -> None:
        shown = 0.0
        while True:
            batch = self._gather(shown + _ALIVE_EVERY - time.monotonic())
            if time.monotonic() - shown >= _ALIVE_EVERY:
                shown = time.monotonic()
                self._show_alive()
            if batch:
                self._write(batch)
            elif self._closing.is_set() and self._rows.empty():
                return

    def _gather(self, wait: float) -> list[tuple[Row, Done]]:
        """What is waiting, or what comes within that time."""
        rows = self._rows
        try:
            found = [rows.get(timeout=max(0.0, wait))]
        except queue.Empty:
            return []
        if self._linger and not self._closing.is_set():
            time.sleep(self._linger)  # a commit costs nearly the same for ten rows and for hundreds
        found += [rows.get_nowait() for _ in range(min(rows.qsize(), _MOST_ROWS))]  # nobody else takes any
        self._linger = next((seconds for many, seconds in _LINGER if len(found) >= many), 0.0)
        some = [one for one in found if one is not None]
        if some:
            self._since = some[0][2]
        return [(row, done) for row, done, _ in some]

    def _write(self, batch: Sequence[tuple[Row, Done]]) -> None:
        answers: Answers = []
        sound = batch
        if self._broken:
            sound = [(row, done) for row, done in batch if row.code not in self._broken]
            lost = StoreDown("something before it could not be written")
            answers = [(done, lost) for row, done in batch if row.code in self._broken]
        try:
            if sound:
                self._insist([row for row, _ in sound])
            answers += [(done, None) for _, done in sound]
        except IntegrityError:
            for rows in _by_table(sound):
                answers += self._write_alone(rows)
        except Exception as error:
            log.error("the log cannot be written: %s", _reason(error))
            answers += self._failed(sound, StoreDown("the log of the table cannot be written just now"))
        self.deliver(answers)

    def _write_alone(self, batch: Sequence[tuple[Row, Done]]) -> Answers:
        """The rows of one table, of which some may be there already: ours, if a commit was cut off, or another's."""
        code = batch[0][0].code
        try:
            there = {seq: (at, body) for seq, at, body in self.read(code, batch[0][0].seq - 1)}
            missing = [row for row, _ in batch if there.get(row.seq) != (row.at, row.body)]
            if any(row.seq in there for row in missing):
                return self._failed(batch, Clash(f"table {code} was changed by another server"))
            if missing:
                self._insist(missing)
            return [(done, None) for _, done in batch]
        except IntegrityError:
            return self._failed(batch, Clash(f"table {code} was changed by another server"))
        except Exception as error:
            log.error("the log of table %s cannot be written: %s", code, _reason(error))
            return self._failed(batch, StoreDown("the log of the table cannot be written just now"))

    def _failed(self, batch: Sequence[tuple[Row, Done]], problem: Exception) -> Answers:
        self._broken |= {row.code for row, _ in batch}
        return [(done, problem) for _, done in batch]

    def _insist(self, rows: Sequence[Row]) -> None:
        """Commit, waiting for a database that is away; ten seconds from when the oldest of the rows came."""
        until, pause = self._since + _PATIENCE, 0.05
        while True:
            try:
                with within(min(_ATTEMPT, max(_LEAST, until - time.monotonic()))):
                    self._commit(rows)
                self.troubled = False
                return
            except IntegrityError:
                raise
            except (DBAPIError, Gone) as error:
                self.troubled = True
                log.warning("the database does not answer (%s); trying again", _reason(error))
                if time.monotonic() + pause > until or self._closing.is_set():
                    raise
                time.sleep(pause)
                pause = min(1.0, pause * 2)

    def _commit(self, rows: Sequence[Row]) -> None:
        """In one transaction, by the shortest way: most of a commit was spent on finding a connection and words."""
        self._check_file()
        if self._line is None:
            self._line = self.engine.connect()
        try:
            with self._line.begin():
                if self._by_place:
                    self._insert_at_once(self._line, rows)
                else:
                    self._line.exec_driver_sql(self._insert, [row.values for row in rows])
        except IntegrityError:
            raise
        except BaseException:
            self._hang_up()
            raise

    def _insert_at_once(self, line: sql.Connection, rows: Sequence[Row]) -> None:
        """Many rows in a statement: between two statements Python's lock is fought for, at a busy server row by row."""
        for first in range(0, len(rows), _AT_ONCE):
            some = rows[first : first + _AT_ONCE]
            line.exec_driver_sql(self._insert_many[len(some) - 1], tuple(itertools.chain.from_iterable(some)))

    def _hang_up(self) -> None:
        """A line that failed is not used again."""
        line, self._line = self._line, None
        if line is not None:
            line.invalidate()
            line.close()

    def _show_alive(self) -> None:
        try:
            self._check_file()
            with within(_ALIVE_EVERY), self.engine.begin() as connection:
                this = alive.c.server == self.server
                if not connection.execute(sql.update(alive).where(this).values(at=now_ms())).rowcount:
                    connection.execute(sql.insert(alive).values(server=self.server, at=now_ms()))
            self.troubled = False
        except (SQLAlchemyError, Gone) as error:
            self.troubled = True
            log.warning("the database does not answer (%s)", _reason(error))


def _read(connection: sql.Connection, code: str, after: int = 0) -> list[tuple[int, int, str]]:
    wanted = sql.select(events.c.seq, events.c.at, events.c.body)
    wanted = wanted.where(events.c.code == code, events.c.seq > after).order_by(events.c.seq)
    return [(int(seq), int(at), str(body)) for seq, at, body in connection.execute(wanted)]


def _which(path: str) -> tuple[int, int]:
    """The file that has this name now."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _deliver(answers: Answers) -> None:
    for done, problem in answers:
        done(problem)


def _by_table(batch: Sequence[tuple[Row, Done]]) -> Iterator[list[tuple[Row, Done]]]:
    found: dict[str, list[tuple[Row, Done]]] = {}
    for row, done in batch:
        found.setdefault(row.code, []).append((row, done))
    yield from found.values()


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def sqlite_url(folder: Path) -> str:
    """The database in a data folder, which is made if need be; BadOption where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".parlour-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise BadOption(
            f"data folder {folder}: it cannot be written ({error.strerror}); name another one with --data"
        ) from None
    return f"sqlite:///{folder / 'parlour.db'}"


def _engine(url: str) -> sql.Engine:
    try:
        made = sql.make_url(url)
        if made.drivername in ("postgres", "postgresql"):
            made = made.set(drivername="postgresql+psycopg")
        if made.get_backend_name() not in ("sqlite", "postgresql"):
            raise BadOption(f"database {made.get_backend_name()}: right would be sqlite:///FILE or postgresql://...")
        if made.get_backend_name() == "sqlite" and made.database in (None, "", ":memory:"):
            raise BadOption("a database in memory would lose every table; right would be sqlite:///FILE")
        engine = sql.create_engine(made, pool_pre_ping=made.get_backend_name() == "postgresql", pool_timeout=_READS)
    except sql.exc.ArgumentError:
        raise BadOption("the database is not an address; right would be sqlite:///FILE or postgresql://...") from None
    except ModuleNotFoundError as missing:
        raise BadOption(f"for PostgreSQL install parlour[postgres] ({missing.name} is missing)") from None
    if made.get_backend_name() == "sqlite":
        sql.event.listen(engine, "connect", _safe_sqlite)
    else:
        from .postgres import connect

        sql.event.listen(engine, "do_connect", connect)
    return engine


def _safe_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns
    cursor.execute(f"PRAGMA busy_timeout={round(1000 * _BUSY)}")
    cursor.execute("PRAGMA temp_store=MEMORY")  # or a file is made for every statement of many rows, to undo it
    cursor.execute(f"PRAGMA wal_autocheckpoint={_PAGES_AHEAD}")
    cursor.close()


def migrate(engine: sql.Engine, version: str = "head") -> None:
    """Bring the schema of the database up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.execute(sql.text("SELECT pg_advisory_xact_lock(7265616)"))
        config.attributes["connection"] = connection
        command.upgrade(config, version)


def _reason(error: Exception) -> str:
    return next(iter(str(getattr(error, "orig", error)).splitlines()), "")
