"""Test that long logs are loaded in steps, and that the length of a log is limited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import tables
from companion.engine import REDO, UNDO, Tap
from companion.engine.play import counting
from companion.tables import importing, match_state, states, turns
from companion.tables.match_state import LogRow, with_more_rows
from companion.tables.models import now
from companion.tables.process_state import process_state


@pytest.fixture(autouse=True)
def few_at_once(monkeypatch):
    monkeypatch.setattr(states, "AT_ONCE", 4)
    monkeypatch.setattr(states, "_NEWER", states._NEWER.limit(4))


@pytest.fixture
def breaths(monkeypatch):
    taken: list[float] = []
    monkeypatch.setattr(turns, "sleep", taken.append)
    return taken


def test_loading_a_long_log_lets_other_requests_run(table, breaths):
    table.play("truc@1 no@2 " * 5)
    before = table.state
    process_state().states.clear()
    assert table.state.rows == before.rows
    assert table.state.log == before.log
    assert len(breaths) == 2


def test_a_tap_can_be_recorded_at_a_table_whose_log_this_process_has_not_loaded(table, breaths):
    """The log is loaded in steps before the write starts.

    The write itself does not let other requests run.
    """
    table.play("truc@1 no@2 " * 5)
    process_state().states.clear()
    assert tables.record_tap(table.match, "host", "truc@0", seen=10, key="late").version == 11
    assert breaths


def test_undo_and_redo_work_across_the_steps_in_which_a_log_is_loaded(table):
    table.play("truc@1 yes@2 won@1 undo undo redo undo undo redo redo redo won@1 undo")
    before = table.state
    process_state().states.clear()
    assert table.state.rows == before.rows
    assert [row.affects for row in table.state.rows] == [row.affects for row in before.rows]


def test_a_full_log_refuses_taps_and_the_match_continues_in_a_rematch(table, monkeypatch):
    table.play("fix@0=4 truc@1 yes@2")
    monkeypatch.setattr(match_state, "MOST_TAPS", 3)
    for text in ("won@1", "undo"):
        with pytest.raises(tables.Full, match="3 taps"):
            table.tap(text)
    assert table.state.version == 3
    new = tables.rematch(table.match, "host")
    game = tables.state(new).log.game
    assert (game.score_text, game.dealer, tables.state(new).names) == ("4-0", 0, table.state.names)
    assert tables.rematch(table.match, "host").id == new.id
    assert tables.access(tables.state(new), "host").is_host


def test_a_repeated_tap_is_still_acknowledged_when_the_log_is_full(table, monkeypatch):
    table.tap("truc@1", key="once")
    monkeypatch.setattr(match_state, "MOST_TAPS", 1)
    assert table.tap("truc@1", seen=0, key="once").version == 1


def test_importing_a_record_that_is_too_long_opens_no_table(table, monkeypatch):
    monkeypatch.setattr(importing, "MOST_TAPS", 3)
    with pytest.raises(ValueError, match="at most 3 taps"):
        tables.from_records('[Variant "catalan"]\n\ntruc@1 no@2 truc@2 no@3\n', "long.truc")
    assert len(tables.by_device("host", 8)) == 1


def walk(choices: list[int]) -> list[Tap]:
    """Return a tap for each choice: 0 is a trick that is tied, 1 is undo, 2 is redo.

    An undo or redo that would be illegal is left out.
    """
    taps: list[Tap] = []
    done = 0
    undone = 0
    for choice in choices:
        tap = (Tap("tied"), UNDO, REDO)[choice]
        if (tap == UNDO and not done) or (tap == REDO and not undone):
            continue
        done, undone = {
            "tied": (done + 1, 0),
            "undo": (done - 1, undone + 1),
            "redo": (done + 1, undone - 1),
        }[tap.word]
        taps.append(tap)
    return taps


def row(seq: int, tap: Tap) -> LogRow:
    return LogRow(seq, tap, now(), "host", None, "host", "0-0", ())


@given(st.lists(st.integers(0, 2), max_size=60), st.integers(1, 60))
def test_a_log_read_in_pieces_strikes_out_the_same_rows_as_a_log_read_at_once(choices, size):
    taps = walk(choices)
    new = [row(seq, tap) for seq, tap in enumerate(taps, start=1)]
    whole = with_more_rows((), new)
    pieces: tuple[LogRow, ...] = ()
    for at in range(0, len(new), size):
        pieces = with_more_rows(pieces, new[at : at + size])
    assert pieces == whole
    assert tuple(r.counts and not r.affects for r in whole) == counting(taps)
    assert all(whole[r.affects - 1].tap == Tap("tied") for r in whole if r.affects)
