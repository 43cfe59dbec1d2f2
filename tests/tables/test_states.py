"""Test that a process caches the state of a match, and queries the database after changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

import pytest
from sqlalchemy import event

from companion import tables
from companion.tables.process_state import StateCache, process_state

WRITE = {
    "sqlite": [],
    "postgresql": ["WITH"],
}  # the statements that write a tap; on SQLite SQLAlchemy does not see them


@contextmanager
def asked() -> Iterator[list[str]]:
    heard: list[str] = []

    def hear(_connection, _cursor, statement: str, *_: object) -> None:
        heard.append(statement.split(maxsplit=1)[0])

    event.listen(tables.db.engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        event.remove(tables.db.engine, "before_cursor_execute", hear)


def test_the_cached_state_is_the_same_object_until_something_changes(table):
    before = table.state
    assert table.state is before
    table.tap("truc@1")
    assert table.state is not before
    assert (table.state.version, table.state.revision) == (1, before.revision)
    tables.rename(table.match, 1, "Bernat")
    assert (table.state.version, table.state.revision) == (1, before.revision + 1)


def test_progress_that_the_cached_state_already_includes_needs_no_query(table):
    table.tap("truc@1")
    known = table.state
    with asked() as statements:
        assert tables.state(table.match, (1, known.revision)) is known
        assert tables.state(table.match, (0, 0)) is known
    assert statements == []


@pytest.mark.parametrize("heard", [(2, 0), (0, 99), (inf, inf), None])
def test_progress_beyond_the_cached_state_needs_one_query(table, heard):
    known = table.state
    with asked() as statements:
        assert tables.state(table.match, heard) is known
    assert statements == ["SELECT"]


def test_a_tap_made_on_the_cached_state_writes_one_row_without_a_query(table, engine):
    table.tap("truc@1")
    with asked() as statements:
        tables.record_tap(table.match, "host", "yes@2", seen=1, key="answer")
    assert statements == WRITE[engine]


def test_a_tap_on_an_outdated_cached_state_is_checked_against_the_database(table):
    tables.join(table.match, "other", "player", 1)
    outdated = table.state
    table.tap("truc@1", key="first")
    process_state().states.put(outdated)
    assert table.tap("truc@1", seen=0, key="first").version == 1
    process_state().states.put(outdated)
    with pytest.raises(tables.Stale):
        table.tap("won@0", seen=0, device="other")
    assert table.state.version == 1


def test_a_tap_at_a_table_that_this_process_has_not_loaded_loads_the_match(table, engine):
    table.tap("truc@1")
    process_state().states.clear()
    with asked() as statements:
        assert tables.record_tap(table.match, "host", "yes@2", seen=1, key="answer").version == 2
    assert statements == [*["SELECT"] * 7, *WRITE[engine]]


def test_members_come_from_the_cached_state(table):
    match = table.match
    assert set(table.state.members) == {member.device for member in tables.members(match)}
    tables.join(match, "late", "player", 3)
    assert tables.member(match, "late") is table.state.members["late"]
    assert table.state.members["late"].seat == 3
    tables.ban_phone(match, "late")
    assert tables.member(match, "late").role == "removed"


def test_one_query_finds_the_match_of_a_code_that_this_process_has_cached(table):
    code = table.match.code
    found = tables.by_code(code)
    with asked() as statements:
        assert tables.by_code(code.lower()) is found
    assert statements == ["SELECT"]


def test_a_code_that_another_process_replaced_finds_nothing(table):
    code = table.match.code
    old = table.state
    tables.replace_links(table.match)
    process_state().states.put(old)
    assert tables.by_code(code) is None
    assert tables.by_code(table.state.match.code) is not None


def test_a_match_that_another_process_deleted_is_gone(table):
    old = table.state
    tables.delete(table.match)
    process_state().states.put(old)
    assert tables.by_code(table.match.code) is None
    assert process_state().states.get(table.match.id) is None


def test_the_state_unused_for_longest_is_evicted_from_the_cache(table):
    kept = StateCache(2)
    others = [tables.open_table(variant="put") for _ in range(2)]
    first = table.state
    rest = [tables.state(other) for other in others]
    kept.put(first)
    kept.put(rest[0])
    assert kept.get(table.match.id) is first
    kept.put(rest[1])
    assert [kept.by_code(state.match.code) for state in (first, *rest)] == [first, None, rest[1]]


def test_an_older_state_does_not_replace_a_newer_one_in_the_cache(table):
    before = table.state
    table.tap("truc@1")
    known = table.state
    process_state().states.put_if_newer(before)
    assert process_state().states.get(table.match.id) is known
    process_state().states.put(before)
    process_state().states.put_if_newer(known)
    assert process_state().states.get(table.match.id) is known
    process_state().states.replace(None, before)
    assert process_state().states.get(table.match.id) is known
    process_state().states.replace(known, before)
    assert process_state().states.get(table.match.id) is before
