"""Test that database errors are explained in a sentence, and no tap is lost or half written."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta

import pytest
import sqlalchemy
from sqlalchemy.exc import DBAPIError

from companion import tables
from companion.tables import awake, models, postgresql, process_state, seats, sqlite, taps, trouble
from companion.tables.hub import Hub
from tests.faults import damaged, file, full, locked, read_only
from tests.server import wait_until

ON_SQLITE = pytest.mark.parametrize("engine", ["sqlite"])
ON_POSTGRESQL = pytest.mark.parametrize("engine", ["postgresql"])


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(trouble, "PATIENCE", 0.3)
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 0.3)


@contextmanager
def raising(state: str) -> Iterator[None]:
    body = f"BEGIN RAISE EXCEPTION SQLSTATE '{state}' USING MESSAGE = 'so it is'; END"
    _sql(f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
    _sql("CREATE TRIGGER refuse BEFORE INSERT ON tap EXECUTE FUNCTION refuse()")
    yield
    _sql("DROP FUNCTION refuse CASCADE")


def _sql(statement: str) -> None:
    with tables.db.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def tap_until_refused(table, most: int = 400) -> tables.Unavailable:
    """Tap until the database is unavailable, but at most `most` times. Return the error."""
    for _ in range(most):
        try:
            table.tap("undo" if table.state.version % 2 else "truc@1")
        except tables.Unavailable as error:
            return error
    raise AssertionError("nothing was refused")


@ON_SQLITE
@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (full, trouble.FULL),
        (read_only, trouble.READ_ONLY),
        (locked, trouble.BUSY),
        (damaged, trouble.DAMAGED),
    ],
)
def test_a_disk_error_is_explained_and_leaves_nothing_half_written(table, caplog, cause, sentence):
    table.play("truc@1 undo")
    before = table.state.rows
    with cause():
        with caplog.at_level(logging.ERROR):
            assert str(tap_until_refused(table)) == sentence
        assert caplog.messages[0].startswith(sentence)
    after = table.state.rows
    assert after[:2] == before
    assert [row.seq for row in after] == list(range(1, len(after) + 1))
    table.tap("undo" if table.state.version % 2 else "truc@1")
    assert table.state.version == len(after) + 1
    with tables.db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


@ON_SQLITE
@pytest.mark.parametrize("cause", [full, read_only, locked])
def test_a_database_that_cannot_be_written_can_still_be_read(table, cause):
    table.tap("truc@1")
    process_state.process_state().states.clear()
    with cause(), suppress(tables.Unavailable):
        assert table.state.version == 1
        assert tables.by_code(table.match.code) is not None
        table.tap("yes@2")


@ON_POSTGRESQL
@pytest.mark.parametrize(
    ("state", "sentence"),
    [("53100", trouble.FULL), ("55P03", trouble.BUSY), ("25006", trouble.AWAY)],
)
def test_an_error_of_postgresql_is_explained_in_a_sentence(table, state, sentence):
    """Test three errors: a full disk, a lock that is never released, and a read-only database."""
    table.tap("truc@1")
    with raising(state), pytest.raises(tables.Unavailable) as caught:
        table.tap("yes@2")
    assert str(caught.value) == sentence
    table.tap("yes@2")
    assert table.state.version == 2


def test_a_database_error_does_not_show_the_values_of_its_statement(table):
    statement = sqlalchemy.text("SELECT :token FROM nowhere")
    secret = {"token": table.match.host_token}
    with pytest.raises(DBAPIError) as found, tables.db.engine.connect() as connection:
        connection.execute(statement, secret)
    assert table.match.host_token not in str(found.value)


@ON_POSTGRESQL
def test_a_programming_error_is_not_reported_as_a_database_error(table):
    with raising("22012"), pytest.raises(Exception, match="so it is") as caught:
        table.tap("truc@1")
    assert not isinstance(caught.value, tables.Unavailable)


@ON_POSTGRESQL
def test_a_tap_whose_commit_was_not_confirmed_is_found_by_its_key(table, monkeypatch):
    """The connection breaks after the commit. The second attempt finds the row of the first."""
    broken = threading.Event()
    real = Hub.publish

    def break_once(hub: Hub, *progress: float) -> None:
        if not broken.is_set():
            broken.set()
            raise tables.errors.Lost(trouble.AWAY)
        real(hub, *progress)

    monkeypatch.setattr(Hub, "publish", break_once)
    recorded = table.tap("truc@1", key="one")
    assert recorded.version == 1
    assert [str(row.tap) for row in table.state.rows] == ["truc@1"]


@ON_POSTGRESQL
def test_broken_database_connections_are_replaced_without_an_error(table):
    for seen, text in enumerate(("truc@1", "yes@2")):
        _cut_connections()
        assert tables.by_code(table.match.code) is not None
        _cut_connections()
        table.tap(text, seen=seen)
    assert table.state.version == 2


def _cut_connections() -> None:
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    own = "SELECT pg_terminate_backend(pg_backend_pid())"
    with suppress(Exception):
        _sql(f"SELECT pg_terminate_backend(pid) {others}; {own}")


@ON_SQLITE
def test_a_tap_waits_for_a_lock_that_is_released_in_time(table, monkeypatch):
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 60)
    with locked_for(0.5):
        table.tap("truc@1")
    assert table.state.version == 1


@contextmanager
def locked_for(seconds: float) -> Iterator[None]:
    other = sqlite3.connect(file(), isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(seconds, other.rollback)
    timer.start()
    yield
    timer.join()
    other.close()


@pytest.mark.parametrize("jump", [timedelta(hours=-3), timedelta(days=-4000), timedelta(days=4000)])
def test_a_clock_that_jumps_does_not_change_the_order_of_taps(table, monkeypatch, jump):
    table.play("truc@1 yes@2")
    _set_clocks(monkeypatch, lambda: models.now() + jump)
    tables.join(table.match, "late", "player", 0)
    tables.mark_seen(table.match, "host")
    table.play("won@1 won@3")
    assert [str(row.tap) for row in table.state.rows] == ["truc@1", "yes@2", "won@1", "won@3"]
    assert table.score == "0-2"
    assert {phone.device for phone in tables.members(table.match)} == {"host", "late"}
    host = tables.member(table.match, "host")
    assert abs(host.seen_at - models.now() - jump) < timedelta(minutes=1)


def _set_clocks(monkeypatch, clock: Callable[[], object]) -> None:
    monkeypatch.setattr(taps, "now", clock)
    monkeypatch.setattr(seats, "now", clock)
    monkeypatch.setattr(awake, "now", clock)


@ON_SQLITE
def test_a_connection_to_a_replaced_database_file_waits_until_the_old_wal_is_emptied(
    app, table, tmp_path, monkeypatch
):
    """If the connection did not wait, SQLite would apply the old file's -wal to the new file."""
    monkeypatch.setattr(sqlite, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 60.0)
    table.tap("truc@1")
    copy = tables.checked_copy(file(), tmp_path)
    table.play("yes@2 hand@1")
    tables.listen_to_other_processes(app)
    fresh = tables.db.engine.pool.recreate()
    wait_until(tables.db.engine.pool.checkedin, "nobody looks at the file")
    copy.replace(file())
    try:
        with closing(fresh.connect()) as connection:
            taps_of_copy = connection.execute("SELECT text FROM tap").fetchall()
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        tables.streams().close()
    assert taps_of_copy == [("truc@1",)]


@ON_SQLITE
def test_nothing_is_written_while_connections_change_over_to_a_replaced_database_file(
    app, table, tmp_path, monkeypatch
):
    """If an old connection wrote into the -wal, SQLite would apply this write to the new file."""
    monkeypatch.setattr(sqlite, "LOOK_SECONDS", 0.1)
    put_wal_away = sqlite._put_wal_away
    writing = process_state.process_state().one_write
    may_write = []

    def try_to_write():
        may_write.append(writing.acquire(blocking=False))

    def put_away_and_look(engine):
        other = threading.Thread(target=try_to_write)
        other.start()
        other.join()
        return put_wal_away(engine)

    monkeypatch.setattr(sqlite, "_put_wal_away", put_away_and_look)
    copy = tables.checked_copy(file(), tmp_path)
    table.tap("truc@1")
    tables.listen_to_other_processes(app)
    copy.replace(file())
    wait_until(lambda: may_write, "nobody looks at the file")
    assert writing.acquire(timeout=60), "nobody may write afterwards"
    writing.release()
    tables.streams().close()
    assert not any(may_write)


@ON_POSTGRESQL
def test_a_process_that_begins_to_listen_wakes_its_streams_in_case_of_missed_changes(app, table):
    with tables.streams().subscribe(table.match.id) as stream:
        tables.listen_to_other_processes(app)
        assert stream.wait(60) is not None
    tables.streams().close()


@ON_POSTGRESQL
def test_a_process_loads_its_matches_again_after_a_backup_was_restored(app, table):
    with tables.streams().subscribe(table.match.id) as stream:
        tables.listen_to_other_processes(app)
        assert stream.wait(60) is not None
        known = table.state
        with tables.db.engine.begin() as connection:
            postgresql.announce_replaced(connection)
        wait_until(lambda: table.state is not known, "the state from before the restore is kept")
    tables.streams().close()
