"""Test that the log shows every row forever, and strikes out undone rows."""

import pytest

from companion import tables
from companion.tables.process_state import process_state


@pytest.mark.parametrize(
    ("taps", "log", "affected"),
    [
        ("truc@1 yes@2 undo", "truc@1 -yes@2 undo", [0, 0, 2]),
        ("truc@1 yes@2 undo undo redo", "truc@1 -yes@2 undo undo redo", [0, 0, 2, 1, 1]),
        (
            "truc@1 yes@2 undo no@2 undo redo",
            "truc@1 -yes@2 undo no@2 undo redo",
            [0, 0, 2, 0, 4, 4],
        ),
        ("truc@1 no@2 undo", "truc@1 -no@2 undo", [0, 0, 2]),
    ],
)
def test_an_undone_tap_is_struck_out_in_the_log_until_redo(table, taps, log, affected):
    table.play(taps)
    rows = tables.rows(table.match)
    assert " ".join(f"{'' if row.counts else '-'}{row.tap}" for row in rows) == log
    assert [row.affects for row in rows] == affected


def test_a_log_row_names_a_phone_by_the_seat_it_had_when_it_tapped(table, phone):
    table.tap("truc@1", device="phone")
    tables.join(table.match, "phone", "player", 2)
    table.tap("yes@2", device="phone")
    table.tap("won@1")
    assert [row.phone for row in tables.rows(table.match)] == ["Biel", "Carme", "host"]


def test_a_corrected_name_is_shown_in_old_log_rows(table, phone):
    table.tap("truc@1", device="phone")
    tables.rename(table.match, 1, "Gabriel")
    assert tables.rows(table.match)[0].phone == "Gabriel"


def test_log_rows_keep_the_score_that_was_stored_with_them(table):
    table.play("truc@1 no@2")
    with tables.db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tap SET score = '0-7' WHERE seq = 2")
    process_state().states.clear()
    assert tables.rows(table.match)[1].score == "0-7"
