"""The log: every row is shown for ever, those taken back are struck out."""

import pytest

from companion import tables
from companion.engine import counting
from companion.tables.process_state import process_state

WALKS = [
    "truc@1",
    "truc@1 undo",
    "truc@1 undo redo",
    "truc@1 yes@2 undo undo",
    "truc@1 yes@2 undo undo redo",
    "truc@1 yes@2 undo undo redo redo",
    "truc@1 yes@2 undo no@2",
    "truc@1 yes@2 undo undo truc@2 undo redo",
    "truc@1 yes@2 won@1 won@3 undo undo redo undo undo undo redo",
]


def log(table):
    return [f"{'' if row.counts else '-'}{row.tap}" for row in tables.rows(table.match)]


def about(table):
    return [row.affects for row in tables.rows(table.match)]


def test_undo_strikes_out_the_tap_it_takes_back_in_the_log(table):
    table.play("truc@1 yes@2 undo")
    assert log(table) == ["truc@1", "-yes@2", "undo"]
    assert about(table) == [0, 0, 2]


def test_redo_removes_the_strike_from_what_undo_took_back(table):
    table.play("truc@1 yes@2 undo undo redo")
    assert log(table) == ["truc@1", "-yes@2", "undo", "undo", "redo"]
    assert about(table) == [0, 0, 2, 1, 1]


def test_a_new_tap_leaves_undone_taps_struck_out(table):
    table.play("truc@1 yes@2 undo no@2 undo redo")
    assert log(table) == ["truc@1", "-yes@2", "undo", "no@2", "undo", "redo"]
    assert about(table) == [0, 0, 2, 0, 4, 4]


def test_undo_crosses_the_end_of_a_hand(table):
    table.play("truc@1 no@2 undo")
    assert (table.score, log(table)) == ("0-0", ["truc@1", "-no@2", "undo"])


@pytest.mark.parametrize("walk", WALKS)
def test_taps_struck_out_in_the_log_are_those_the_engine_does_not_count(table, walk):
    table.play(walk)
    rows = tables.rows(table.match)
    engine = counting(row.tap for row in rows)
    for row, counts in zip(rows, engine, strict=True):
        assert row.counts == (counts or row.affects > 0)


def test_a_log_row_names_a_phone_by_the_seat_it_had_then(table):
    tables.join(table.match, "phone", "player", 1)
    table.tap("truc@1", device="phone")
    tables.take_seat(table.match, "phone", 2)
    table.tap("yes@2", device="phone")
    table.tap("won@1")
    assert [row.phone for row in tables.rows(table.match)] == ["Biel", "Carme", "host"]


def test_a_corrected_name_is_shown_in_old_log_rows(table):
    tables.join(table.match, "phone", "player", 1)
    table.tap("truc@1", device="phone")
    tables.rename(table.match, 1, "Gabriel")
    assert tables.rows(table.match)[0].phone == "Gabriel"


def test_log_rows_keep_the_score_that_was_shown_then(table):
    table.play("truc@1 no@2")
    with tables.db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tap SET score = '0-7' WHERE seq = 2")
    process_state().states.clear()
    assert tables.rows(table.match)[1].score == "0-7"
