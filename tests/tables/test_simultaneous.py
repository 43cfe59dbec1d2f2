"""Test that simultaneous taps of threads and processes get one order, and are recorded once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion import tables
from companion.tables import states
from companion.tables.process_state import ProcessState, StateCache

HAND = "truc@1 yes@2 won@1 won@3"


def at_once(app, works):
    gate = Barrier(len(works))

    def run(work):
        with app.app_context():
            gate.wait()
            try:
                return work()
            except tables.Stale as stale:
                return stale

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_a_tap_sent_with_the_same_key_by_many_threads_is_recorded_once(table, app):
    outcomes = at_once(app, [lambda: table.tap("truc@1", seen=0, key="same")] * 8)
    assert {outcome.version for outcome in outcomes} == {1}
    assert table.state.version == 1


def test_many_tables_are_written_at_once_without_a_lost_tap(app):
    def whole_hand():
        match = tables.open_table(variant="catalan")
        tables.join(match, "host", "host")
        for seen, text in enumerate(HAND.split()):
            tables.record_tap(match, "host", text, seen=seen, key=str(seen))
        return tables.state(match).log.game.score_text

    assert at_once(app, [whole_hand] * 12) == ["0-2"] * 12


def test_a_new_tap_is_played_on_the_cached_state_without_replaying_the_log(table, monkeypatch):
    table.play(HAND)
    monkeypatch.setattr(states, "_beginning", lambda _: pytest.fail("folded from the start"))
    table.play(HAND.replace("@1", "@2").replace("yes@2", "yes@3"))
    assert table.state.version == 8


def test_a_match_that_was_evicted_from_the_cache_is_loaded_again(app, monkeypatch):
    monkeypatch.setitem(app.extensions, "companion", ProcessState(states=StateCache(most=2)))
    matches = [tables.open_table(variant="catalan", dealer=dealer) for dealer in range(4)]
    assert [tables.state(match).log.game.dealer for match in matches * 2] == [0, 1, 2, 3] * 2


def test_log_rows_that_another_process_wrote_are_loaded(table, elsewhere):
    table.tap("truc@1")
    elsewhere('tables.record_tap(match, "host", "yes@2", seen=1, key="other")', table.match)
    assert [str(row.tap) for row in tables.rows(table.match)] == ["truc@1", "yes@2"]
    assert table.tap("won@1").version == 3


def test_a_cached_state_newer_than_a_restored_database_is_dropped(table):
    table.play("truc@1 yes@2")
    with tables.db.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM tap WHERE seq = 2")
    assert table.state.version == 1
