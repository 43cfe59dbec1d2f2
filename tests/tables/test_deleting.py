"""Test that a match is deleted with all its rows, and automatically if nobody uses it."""

from __future__ import annotations

import time
from datetime import timedelta
from math import inf
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select, update

from companion import config, tables
from companion.tables import deleting
from companion.tables.base import Base
from companion.tables.copying import NAMES, persistent_tables
from companion.tables.models import now
from companion.tables.process_state import process_state
from companion.tables.store import writing


def rows_left():
    with tables.db.engine.connect() as connection:
        counts = {}
        for table in Base.metadata.sorted_tables:
            counts[table.name] = connection.scalar(select(func.count()).select_from(table))
        return counts


def aged(match, days, *what):
    then = now() - timedelta(days=days)
    with writing() as connection:
        connection.execute(
            update(tables.Match).where(tables.Match.id == match.id).values(created_at=then)
        )
        connection.execute(
            update(tables.Member).where(tables.Member.match_id == match.id).values(seen_at=then)
        )
        connection.execute(
            update(tables.TapRow).where(tables.TapRow.match_id == match.id).values(at=then)
        )
        for column in what:
            connection.execute(
                update(column.class_)
                .where(column.class_.match_id == match.id)
                .values({column: now()})
            )


def test_deleting_a_match_deletes_everything_in_it_and_nothing_else(table):
    other = tables.open_table(variant="put")
    table.play("truc@1 no@2 truc@0")
    tables.agree(table.match, "host", 0)
    tables.join(table.match, "biel", "player", 1)
    tables.ask_to_host(table.match, "biel")
    tables.delete(tables.replace_links(table.match))
    gone = "member tap agreement former_code digits wrong_try place place_match request".split()
    gone.append("first_answers")
    rows = {"match": 1, "seat": other.seats} | dict.fromkeys(gone, 0)
    left = rows_left()
    assert {name: left[name] for name in rows} == rows
    assert tables.by_code(table.match.code) is None
    assert tables.by_token(table.match.host_token) is None
    assert tables.by_device("host", 9) == ()
    assert process_state().states.get(table.match.id) is None


def test_deleting_a_match_wakes_its_streams(table):
    with tables.streams().subscribe(table.match.id) as stream:
        tables.delete(table.match)
        assert stream.wait(0) == (inf, inf)
    assert tables.by_code(table.match.code) is None


def test_every_use_of_a_table_that_was_just_deleted_is_refused_with_a_sentence(table):
    tables.delete(table.match)
    tables.delete(table.match)
    for late in (tables.state, tables.lock, joined, tapped):
        with pytest.raises(tables.Gone, match="just been deleted"):
            late(table.match)


def joined(match):
    tables.join(match, "x", "player")


def tapped(match):
    tables.record_tap(match, "host", "truc@1", seen=0, key="k")


def test_a_new_rematch_can_be_opened_after_the_first_was_deleted(table):
    table.play("fix@0=12")
    tables.delete(tables.rematch(table.match, "host"))
    assert tables.rematch_of(table.match) is None
    assert tables.state(tables.rematch(table.match, "host")).version == 0


def test_only_tables_that_nobody_has_used_for_long_are_deleted_as_idle(app):
    kept = []
    gone = []
    for days, what, there in [
        (91, (), gone),
        (89, (), kept),
        (91, (tables.Member.seen_at,), kept),
        (91, (tables.TapRow.at,), kept),
        (400, (), gone),
    ]:
        match = tables.open_table(variant="catalan")
        tables.join(match, "host", "host")
        tables.record_tap(match, "host", "truc@1", seen=0, key="k")
        aged(match, days, *what)
        there.append(match)
    assert tables.delete_idle(90) == 2
    assert [tables.by_code(match.code) is None for match in gone] == [True, True]
    assert [tables.by_code(match.code) is None for match in kept] == [False] * 3
    assert tables.delete_idle(90) == 0


def test_a_table_that_somebody_opens_at_the_last_moment_is_not_deleted(table):
    """Just before the server deletes a table, it checks whether somebody has used the table."""
    aged(table.match, 91)
    limit = now() - timedelta(days=90)
    table.tap("truc@1")
    assert deleting._delete(table.match.id, limit) is False
    assert table.state.version == 1


@pytest.fixture
def clocks(monkeypatch):
    """Return an object that moves two fake clocks, the wall clock and the monotonic clock.

    `ahead`: the number of days by which the wall clock is ahead of the real time.
    `passed`: the number of seconds by which both clocks have advanced since the test began.
    """
    hands = SimpleNamespace(ahead=0.0, passed=0.0)
    began = now()
    first = time.monotonic()
    monkeypatch.setattr(
        deleting, "now", lambda: began + timedelta(days=hands.ahead, seconds=hands.passed)
    )
    monkeypatch.setattr(deleting, "time", SimpleNamespace(monotonic=lambda: first + hands.passed))
    return hands


def test_a_clock_that_jumps_ahead_deletes_no_table(table, clocks):
    clock = deleting.CarefulClock()
    clocks.ahead = 91
    clocks.passed = 86400
    deleting._sweep(90, clock)
    assert table.state.version == 0


def test_a_server_started_with_a_clock_far_ahead_deletes_no_table(table, clocks):
    """`CarefulClock` starts at the time when any table was last opened or looked at.

    If it started at the time of the machine's wrong clock, the tables would count as idle.
    """
    clocks.ahead = 91
    clock = deleting.CarefulClock()
    clocks.passed = 3600
    deleting._sweep(90, clock)
    assert table.state.version == 0


def test_no_table_is_deleted_if_the_clock_was_ahead_when_a_new_server_started(app, clocks):
    clocks.ahead = 91
    clock = deleting.CarefulClock()
    clocks.ahead = 0
    clocks.passed = 86400
    match = tables.open_table(variant="put")
    deleting._sweep(90, clock)
    assert tables.state(match).version == 0


def test_idle_tables_are_deleted_after_the_set_number_of_days_if_the_clock_is_right(table, clocks):
    clock = deleting.CarefulClock()
    clocks.passed = 89 * 86400
    deleting._sweep(90, clock)
    assert table.state.version == 0
    clocks.passed = 91 * 86400
    deleting._sweep(90, clock)
    assert tables.by_code(table.match.code) is None


def test_no_idle_table_is_deleted_if_an_extension_fails_to_copy_matches_first(
    table, clocks, caplog
):
    clock = deleting.CarefulClock()
    clocks.passed = 91 * 86400
    deleting._sweep(90, clock, [lambda: 1 / 0])
    assert table.state.version == 0
    assert "Idle tables were not deleted" in caplog.text


def test_a_table_that_somebody_has_open_is_not_idle(table):
    aged(table.match, 91)
    with tables.streams().subscribe(table.match.id):
        assert tables.delete_idle(90) == 0
    assert tables.delete_idle(90) == 1


def test_no_idle_match_is_deleted_if_the_setting_is_zero_days(table):
    aged(table.match, 9999)
    assert tables.delete_idle(0) == 0
    assert table.state.version == 0


def test_a_setting_says_after_how_many_days_idle_matches_are_deleted(monkeypatch):
    monkeypatch.delenv("COMPANION_KEEP_DAYS", raising=False)
    assert config.keep_days() == 90
    monkeypatch.setenv("COMPANION_KEEP_DAYS", "7")
    assert config.keep_days() == 7
    for wrong in ("some", "-1", "999999"):
        monkeypatch.setenv("COMPANION_KEEP_DAYS", wrong)
        with pytest.raises(ValueError, match="whole number of days"):
            config.keep_days()


def test_the_longest_time_that_can_be_set_deletes_nothing(app):
    tables.open_table(variant="put")
    assert tables.delete_idle(99999) == 0


def test_every_persistent_row_belongs_to_a_match_a_book_a_place_or_a_tournament(app):
    owned = {"match_id", "book_id", "place_id", "tournament_id"}
    owners = {t.name for t in persistent_tables() if not owned & set(t.c.keys())}
    # A tournament is not among them, because it has a column for the book that keeps its matches.
    assert owners == {"match", "book", "place", "place_wall"}
    assert owners | {"tournament"} == set(NAMES)  # "the database already has 2 tables and 1 wall"
    short_lived = set(Base.metadata.sorted_tables) - set(persistent_tables())
    assert {t.name for t in short_lived} == {"digits", "first_answers", "wrong_try"}
