"""Test that migrations create and upgrade the schema, and that writes to a match take turns."""

import pytest
from flask_migrate import check, downgrade, upgrade
from sqlalchemy import inspect
from sqlalchemy.exc import IntegrityError, OperationalError

from companion import tables
from companion.tables import postgresql, store
from companion.tables.models import now
from companion.tables.store import writing


def test_migrating_an_up_to_date_database_changes_nothing(table, app):
    table.tap("truc@1")
    tables.migrate_now(app)
    assert table.state.version == 1


def test_the_migrations_produce_the_schema_of_the_models(app):
    check()


def test_all_migrations_can_be_downgraded_and_upgraded_again(app):
    downgrade(revision="base")
    assert inspect(tables.db.engine).get_table_names() == ["alembic_version"]
    tables.migrate_now(app)
    assert "tap" in inspect(tables.db.engine).get_table_names()


@pytest.mark.parametrize(
    "wrong", [{"host": "king"}, {"host": "full", "role": "removed"}, {"role": "host"}]
)
def test_the_schema_refuses_a_host_whose_role_is_not_player(table, wrong):
    rest = {
        "match_id": table.match.id,
        "device": "d",
        "role": "player",
        "host": "",
        "host_order": 0,
    }
    with pytest.raises(IntegrityError), writing() as connection:
        connection.execute(tables.Member.__table__.insert().values(rest | wrong))


def test_servers_that_start_at_the_same_time_migrate_the_database_once(empty_app, start):
    processes = [start("tables.migrate_now(app)") for _ in range(4)]
    assert [process.done().returncode for process in processes] == [0] * 4
    assert tables.open_table(variant="catalan").code


def test_a_migration_that_fails_leaves_the_database_as_it_was(empty_app, monkeypatch):
    def refuse(*told, **how):
        raise OperationalError("ALTER TABLE", {}, Exception("no"))

    upgrade(revision="v0002")
    with monkeypatch.context() as failing:
        failing.setattr("alembic.ddl.impl.DefaultImpl.add_column", refuse)
        with pytest.raises(OperationalError):
            tables.migrate_now(empty_app)
    assert (store.revision(), "agreement" in inspect(tables.db.engine).get_table_names()) == (
        "v0002",
        False,
    )
    tables.migrate_now(empty_app)
    assert tables.open_table(variant="catalan").code


@pytest.mark.parametrize("engine", ["sqlite"])
def test_a_write_is_on_the_disk_before_it_is_acknowledged(empty_app):
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 50}
    with tables.db.engine.connect() as connection:
        for name, value in expected.items():
            assert connection.exec_driver_sql(f"PRAGMA {name}").scalar() == value


@pytest.mark.parametrize("engine", ["sqlite"])
def test_a_write_holds_the_lock_from_its_first_statement(app):
    """BEGIN IMMEDIATE lets no other write change what this write has read."""
    with tables.db.engine.connect() as other, writing():
        other.exec_driver_sql("PRAGMA busy_timeout=0")
        with pytest.raises(OperationalError, match="locked"):
            other.exec_driver_sql("DELETE FROM tap")


@pytest.mark.parametrize("engine", ["postgresql"])
def test_on_postgresql_writes_to_one_match_take_turns_and_nothing_else_waits(table):
    """A write locks the row of its match; readers never wait for the lock."""
    second = tables.open_table(variant="catalan")
    with writing() as mine, writing() as others:
        postgresql.lock_match(mine, table.match.id)
        others.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")
        postgresql.lock_match(others, second.id)
        assert table.state.version == 0
        with pytest.raises(OperationalError, match="lock timeout"):
            postgresql.lock_match(others, table.match.id)
        others.rollback()


def test_a_write_that_raises_is_rolled_back(app):
    def half_a_write():
        with writing() as connection:
            connection.execute(tables.Match.__table__.insert().values(**_match(1)))
            raise KeyError

    with pytest.raises(KeyError):
        half_a_write()
    with tables.db.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM match").scalar() == 0


@pytest.mark.parametrize(
    "twin",
    [
        {"seq": 1, "key": "b"},
        {"seq": 2, "key": "a"},
        {"seq": 2, "key": "b", "match_id": 99},
    ],
)
def test_the_schema_refuses_a_duplicate_row_and_a_row_without_a_match(table, twin):
    def write(row):
        rest = {
            "match_id": table.match.id,
            "text": "truc@1",
            "device": "d",
            "at": now(),
            "score": "",
            "events_json": "[]",
        }
        with writing() as connection:
            connection.execute(tables.TapRow.__table__.insert().values(rest | row))

    write({"seq": 1, "key": "a"})
    with pytest.raises(IntegrityError):
        write(twin)


def _match(number):
    tokens = {f"{kind}_token": f"{kind}{number}" for kind in ("host", "join", "watch")}
    facts = {"variant": "catalan", "seats": 4, "house": "", "dealer": 0, "score": "", "games": ""}
    return facts | tokens | {"id": number, "code": str(number), "created_at": now()}
