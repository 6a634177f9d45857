"""The log: what it says is written is written, in order, in both databases."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from parlour.engine.errors import BadOption
from parlour.server import store
from parlour.server.store import Clash, Row, Store, StoreDown, sqlite_url

CODE = "BCDFGH"


class Writing:
    """A store that is written to from a test."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.gaps = self.store.begin()
        self.answers: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()

    def __enter__(self) -> Writing:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def append(self, seq: int, body: str = "{}", code: str = CODE, at: int = 7) -> None:
        self.store.append(Row(code, seq, at, body), self.answers.put)

    def answer(self) -> Exception | None:
        return self.answers.get(timeout=60)

    def write(self, seq: int, body: str = "{}", code: str = CODE, at: int = 7) -> Exception | None:
        self.append(seq, body, code, at)
        return self.answer()


def test_what_is_appended_is_read_in_order(database: str) -> None:
    with Writing(database) as log:
        for seq in (1, 2, 3):
            log.append(seq, f"event {seq}", at=10 * seq)
        log.append(1, "of another table", "WXZWXZ")
        assert [log.answer() for _ in range(4)] == [None] * 4
        assert log.store.read(CODE) == [(1, 10, "event 1"), (2, 20, "event 2"), (3, 30, "event 3")]
        assert log.store.read(CODE, after=2) == [(3, 30, "event 3")]
        assert log.store.read("WXZWXZ") == [(1, 7, "of another table")]
        assert log.store.read("QQQQQQ") == []
        assert log.store.answers()


def test_any_text_comes_back_as_it_was(database: str) -> None:
    text = 'ÄÖ 狐 "quoted" \\ %s :name \n <b>'
    with Writing(database) as log:
        assert log.write(1, text) is None
        assert log.store.read(CODE) == [(1, 7, text)]


def test_a_row_is_acknowledged_only_when_another_connection_can_read_it(database: str) -> None:
    seen: queue.SimpleQueue[bool] = queue.SimpleQueue()
    other = store._engine(database)
    with Writing(database) as log:

        def done(seq: int, problem: Exception | None) -> None:
            with other.connect() as connection:
                found = connection.scalar(sql.select(sql.func.count()).where(store.events.c.seq == seq))
            seen.put(problem is None and found == 1)

        for seq in range(1, 201):
            log.store.append(Row(CODE, seq, 7, "{}"), lambda problem, seq=seq: done(seq, problem))
        assert all(seen.get(timeout=60) for _ in range(200))
    other.dispose()


def test_rows_that_gather_are_committed_together(database: str) -> None:
    begun, hold, commits = threading.Event(), threading.Event(), []
    with Writing(database) as log:
        commit = log.store._commit

        def slowly(rows: list[Row]) -> None:
            begun.set()
            hold.wait(60)
            commits.append(len(rows))
            commit(rows)

        log.store._commit = slowly  # type: ignore[method-assign,assignment]
        log.append(1)
        assert begun.wait(60)
        for seq in range(2, 52):
            log.append(seq)
        hold.set()
        assert [log.answer() for _ in range(51)] == [None] * 51
    assert commits == [1, 50]


def test_two_servers_at_one_log_do_not_overwrite_each_other(database: str) -> None:
    with Writing(database) as one, Writing(database) as other:
        assert one.write(1, "opened") is None
        assert other.write(2, "by the other") is None
        assert isinstance(one.write(2, "by the one"), Clash)
        assert [body for _, _, body in one.store.read(CODE)] == ["opened", "by the other"]


def test_a_clash_at_one_table_is_none_at_another(database: str) -> None:
    with Writing(database) as one, Writing(database) as other:
        assert other.write(1, "first") is None
        begun, hold = threading.Event(), threading.Event()
        commit = one.store._commit

        def slowly(rows: list[Row]) -> None:
            begun.set()
            hold.wait(60)
            commit(rows)

        one.store._commit = slowly  # type: ignore[method-assign,assignment]
        one.append(1, "alone", "CCCCCC")
        assert begun.wait(60)
        one.append(1, "second")  # these three are one commit, and one of them clashes
        one.append(1, "elsewhere", "DDDDDD")
        one.append(2, "elsewhere, too", "DDDDDD")
        hold.set()
        answers = [one.answer() for _ in range(4)]
        assert [type(answer) for answer in answers] == [type(None), Clash, type(None), type(None)]
        assert len(one.store.read("DDDDDD")) == 2


def test_a_row_of_ours_that_was_committed_already_counts_as_written(database: str) -> None:
    """As when the connection broke after the commit, before the answer."""
    with Writing(database) as log:
        assert log.write(1, "opened") is None
        log.store._commit([Row(CODE, 2, 7, "ours")])
        log.append(2, "ours")
        log.append(3, "the next")
        assert log.answer() is None
        assert log.answer() is None
        assert [body for _, _, body in log.store.read(CODE)] == ["opened", "ours", "the next"]


def test_after_a_failure_what_follows_at_that_table_fails_until_it_is_mended(database: str) -> None:
    with Writing(database) as log:
        assert log.write(1, "opened") is None
        log.store._commit([Row(CODE, 2, 7, "another's")])
        assert isinstance(log.write(2, "ours"), Clash)
        assert isinstance(log.write(3, "after it"), StoreDown)
        assert log.write(1, "elsewhere", "DDDDDD") is None
        assert len(log.store.read(CODE)) == 2
        log.store.mended(CODE)
        assert log.write(3, "read anew") is None


def test_what_waits_is_written_before_the_store_closes(database: str) -> None:
    with Writing(database) as log:
        for seq in range(1, 1001):
            log.append(seq)
    with Writing(database) as again:
        assert len(again.store.read(CODE)) == 1000


def test_a_new_server_knows_for_how_long_there_was_none(database: str) -> None:
    with Writing(database) as first:
        assert first.gaps == []
        assert first.write(1) is None  # by then it has shown that it is alive
        with first.store.engine.begin() as connection:
            connection.execute(sql.update(store.alive).values(at=store.now_ms() - 3_600_000))
        with Writing(database) as second:
            ((began, ended),) = second.gaps
            assert 3_600_000 <= ended - began < 3_700_000


def test_gaps_of_before_are_known_too(database: str) -> None:
    for code in ("BCDFGH", "CDFGHB", "DFGHBC", "FGHBCD"):
        with Writing(database) as log:
            assert log.write(1, code=code) is None  # by then it has shown that it is alive
            with log.store.engine.begin() as connection:
                connection.execute(sql.update(store.alive).values(at=store.alive.c.at - 1000))
    assert [ended - began >= 1000 for began, ended in log.gaps] == [True] * 3


# The schema


def differences(url: str) -> list[object]:
    engine = store._engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        found: list[object] = compare_metadata(context, store.metadata)
    engine.dispose()
    return found


def test_migrations_make_the_tables_that_the_code_expects(database: str) -> None:
    assert differences(database)  # before, there is nothing
    with Writing(database):
        pass
    assert differences(database) == []


def test_a_database_that_is_up_to_date_is_left_as_it_is(database: str) -> None:
    with Writing(database) as first:
        assert first.write(1, "kept") is None
    with Writing(database) as second:
        assert second.store.read(CODE) == [(1, 7, "kept")]
    assert differences(database) == []


def test_the_log_of_an_older_version_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'parlour.db'}"
    engine = store._engine(url)
    store.migrate(engine, "0002")
    with engine.begin() as connection:
        for code, seq in (("OTHER", 1), (CODE, 2), (CODE, 1)):
            connection.exec_driver_sql("INSERT INTO events VALUES (?, ?, 7, ?)", (code, seq, f"{code} {seq}"))
    engine.dispose()
    with Writing(url) as now:
        assert now.store.read(CODE) == [(1, 7, f"{CODE} 1"), (2, 7, f"{CODE} 2")]
        assert now.store.read("OTHER") == [(1, 7, "OTHER 1")]
        assert now.write(3, "and goes on") is None
    assert differences(url) == []


def test_sqlite_keeps_a_commit_through_a_power_cut(tmp_path: Path) -> None:
    with Writing(f"sqlite:///{tmp_path / 'parlour.db'}") as log, log.store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL


# What is wrong is said, with what would be right


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("I am no folder")
    with pytest.raises(BadOption, match="data folder .*/data: it cannot be written .* name another one with --data"):
        sqlite_url(tmp_path / "data")


def test_a_data_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("I am no folder")
    with pytest.raises(BadOption, match="it cannot be written .* name another one with --data"):
        sqlite_url(tmp_path / "data" / "deeper")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_data_folder_where_nobody_can_write() -> None:
    with pytest.raises(BadOption, match="data folder /proc/parlour: it cannot be written .* --data"):
        sqlite_url(Path("/proc/parlour"))


def test_a_data_folder_is_made(tmp_path: Path) -> None:
    assert sqlite_url(tmp_path / "a" / "b") == f"sqlite:///{tmp_path}/a/b/parlour.db"
    assert list((tmp_path / "a" / "b").iterdir()) == []


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "the database is not an address; right would be sqlite:///FILE or postgresql://"),
        ("", "the database is not an address"),
        ("mysql://localhost/parlour", "database mysql: right would be sqlite:///FILE or postgresql://"),
        ("postgresql+nonsense://localhost/parlour", "the database is not an address"),
        ("sqlite://", "a database in memory would lose every table; right would be sqlite:///FILE"),
        ("sqlite:///:memory:", "a database in memory would lose every table"),
    ],
)
def test_a_database_that_is_none(url: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Store(url)


@pytest.mark.parametrize(
    "url", ["sqlite:////nowhere/at/all/parlour.db", "postgresql://nobody:nothing@127.0.0.1:1/parlour"]
)
def test_a_database_that_cannot_be_reached(url: str) -> None:
    log = Store(url)
    with pytest.raises(StoreDown, match="the database cannot be used: "):
        log.begin()
    log.close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "parlour.db").write_text("Dear diary, " * 1000)
    log = Store(f"sqlite:///{tmp_path / 'parlour.db'}")
    with pytest.raises(StoreDown, match="the database cannot be used: file is not a database"):
        log.begin()
    log.close()
