"""Test two applications in one process: neither sees the tables of the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event

from companion import tables
from companion.tables import store
from companion.tables.errors import Unavailable
from companion.tables.models import Match
from companion.tables.trouble import BUSY
from tests.conftest import application

SAME_ID = 7


@pytest.fixture
def bars(tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    both = application(tmp_path / "one"), application(tmp_path / "two")
    for app, names in zip(both, ("Anna Biel Carme Pep", "Rosa Jan Nuria Pau"), strict=True):
        tables.migrate_now(app)
        with app.app_context():
            open_table_of(names.split())
    yield both
    for app in both:
        with app.app_context():
            tables.db.engine.dispose()


def open_table_of(names: list[str]) -> None:
    event.listen(Match, "init", numbered)
    try:
        match = tables.open_table(variant="catalan", names=names)
    finally:
        event.remove(Match, "init", numbered)
    tables.join(match, "host", "host")


def numbered(_match: Match, _args: tuple[object, ...], values: dict[str, object]) -> None:
    values["id"] = SAME_ID


def the_match() -> Match:
    with store.reading() as connection, store.open_session(connection) as session:
        found = session.get(Match, SAME_ID)
        assert found is not None
        return found


def test_a_tap_in_one_application_does_not_appear_in_another(bars):
    one, two = bars
    with one.app_context():
        tables.record_tap(the_match(), "host", "won@1", seen=0, key="k")
    for app, expected in ((two, (0, "Rosa")), (one, (1, "Anna"))):
        with app.app_context():
            state = tables.state(the_match())
            assert (state.version, state.names[0]) == expected


def test_a_change_in_one_application_does_not_wake_streams_of_another(bars):
    one, two = bars
    with one.app_context():
        here = tables.streams().subscribe(SAME_ID)
    with two.app_context():
        there = tables.streams().subscribe(SAME_ID)
    with here, there, one.app_context():
        tables.record_tap(the_match(), "host", "won@1", seen=0, key="k")
        assert here.wait(0) == (1, 1)
        assert there.wait(0) is None


def test_a_code_leads_only_to_a_table_of_its_own_application(bars):
    one, two = bars
    with one.app_context():
        code = tables.state(the_match()).match.code
        assert tables.by_code(code, sure=False)
    with two.app_context():
        assert tables.by_code(code, sure=False) is None


def test_a_write_in_one_application_does_not_block_another(bars):
    one, two = bars
    with one.app_context(), store.writing(), two.app_context(), store.writing(0) as connection:
        assert not connection.closed


def test_each_application_reports_its_own_database_errors(bars, caplog):
    for app in bars:
        with app.app_context(), pytest.raises(Unavailable), store.translate_db_errors():
            raise trouble()
    assert [record.message.split(" (")[0] for record in caplog.records] == [BUSY, BUSY]


def trouble() -> Exception:
    import sqlite3

    from sqlalchemy.exc import OperationalError

    original = sqlite3.OperationalError("database is locked")
    original.sqlite_errorname = "SQLITE_BUSY"
    return OperationalError("BEGIN IMMEDIATE", {}, original)
