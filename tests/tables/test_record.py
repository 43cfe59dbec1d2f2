"""Test recording a tap: who may tap, repeated and simultaneous taps, and waking streams."""

import pytest
from sqlalchemy.engine.default import DefaultDialect

from companion import tables
from companion.engine import Illegal, Malformed
from companion.tables import sqlite, taps
from companion.tables.hub import Hub
from companion.tables.process_state import process_state
from tests.faults import before_each_commit


def test_a_recorded_tap_is_in_the_state_of_its_receipt(table):
    recorded = table.tap("truc@1")
    assert recorded.version == 1
    assert recorded.state is table.state
    assert str(table.state.log.tap) == "truc@1"
    assert table.state.log.game.hand.question.word == "truc"


def test_a_log_row_stores_the_phone_the_time_the_score_and_the_events_of_its_tap(table):
    tables.join(table.match, "phone", "player", 3)
    table.play("truc@1 yes@2 won@1")
    table.tap("won@3", device="phone")
    row = tables.rows(table.match)[-1]
    assert (row.seq, str(row.tap), row.score) == (4, "won@3", "0-2")
    assert (row.device, row.seat, row.phone) == ("phone", 3, "Pep")
    events = [(event.kind, event.side, event.points) for event in row.events]
    assert events == [("points", 1, 2), ("hand", 1, None)]
    assert row.at.utcoffset().total_seconds() == 0


@pytest.mark.parametrize(
    ("role", "sentence"), [(None, "not joined"), ("watch", "not joined"), ("player", "no seat")]
)
def test_only_the_host_and_seated_players_may_tap(table, role, sentence):
    if role == "watch":
        tables.mark_seen(table.match, "phone", "watch")
    elif role:
        tables.join(table.match, "phone", role)
    with pytest.raises(tables.NotAllowed, match=sentence):
        table.tap("truc@1", device="phone")
    assert table.state.version == 0


def test_a_seated_player_may_record_taps_for_all_seats(table):
    tables.join(table.match, "phone", "player", 2)
    assert table.tap("truc@1", device="phone").version == 1


def test_a_phone_of_another_table_may_not_tap(table):
    other = tables.open_table(variant="catalan")
    tables.join(other, "stranger", "host")
    with pytest.raises(tables.NotAllowed):
        table.tap("truc@1", device="stranger")


def test_recording_a_tap_rejects_text_that_is_not_a_tap(table):
    for text in ("", "Truc", "truc@", "truc@1 yes@2", "truc@1\n", "x" * 10_000, "truc\x00@1"):
        with pytest.raises(Malformed):
            table.tap(text)


def test_recording_a_tap_rejects_an_invalid_key(table):
    for key in ("two words", "x" * 65, "\x00", "é"):
        with pytest.raises(Malformed, match="key"):
            table.tap("truc@1", key=key)


def test_an_illegal_tap_changes_nothing_and_says_what_is_legal(table):
    for text in ("retruc@1", "undo", "redo", "won@7", "truc@1=3"):
        with pytest.raises(Illegal) as refused:
            table.tap(text)
        assert refused.value.legal, text
        assert (table.state.version, tables.rows(table.match)) == (0, ()), text


def test_a_tap_sent_again_with_its_key_is_recorded_once_and_gets_the_same_version(table):
    first = table.tap("truc@1", key="same", seen=0)
    table.tap("yes@2")
    again = table.tap("truc@1", key="same", seen=0)
    assert first.version == again.version == 1
    assert table.state.version == 2


@pytest.mark.parametrize("seen", [0, 1])
def test_a_different_tap_with_a_used_key_is_refused_as_outdated(table, seen):
    """This happens if somebody goes back in the browser and taps on the old page."""
    table.tap("truc@1", key="same", seen=0)
    with pytest.raises(tables.Stale):
        table.tap("won@1", key="same", seen=seen)
    assert table.state.version == 1


def test_the_same_key_can_be_used_at_two_tables(table, app):
    other = tables.open_table(variant="catalan")
    tables.join(other, "host", "host")
    table.tap("truc@1", key="same")
    tables.record_tap(other, "host", "truc@1", seen=0, key="same")
    assert [str(row.tap) for row in tables.state(other).rows] == ["truc@1"]


def test_the_error_for_an_outdated_tap_names_the_player_who_was_quicker(table, phone):
    table.tap("truc@1", device="phone", seen=0)
    table.tap("yes@2")
    with pytest.raises(tables.Stale) as refused:
        table.tap("won@1", seen=0)
    stale = refused.value
    assert (stale.version, stale.missed) == (2, 2)
    assert (stale.who, str(stale.tap), stale.mine) == ("Biel", "truc@1", False)


@pytest.mark.parametrize("tap", ["won@1", "truc@1", "fix@0=3", "void", "undo"])
def test_the_same_tap_of_two_phones_is_recorded_once_and_accepted_from_both(table, phone, tap):
    table.tap("tied")
    first = table.tap(tap, device="phone", seen=1)
    second = table.tap(tap, seen=1)
    assert (first.twin, second.twin) == (None, table.state.rows[1])
    assert (second.version, second.twin.seat, table.state.version) == (2, 1, 2)


def test_the_same_redo_of_two_phones_restores_only_one_tap(table, phone):
    table.play("won@1 won@1 undo undo")
    table.tap("redo", device="phone", seen=4)
    assert table.tap("redo", seen=4).twin.seq == 5
    assert table.state.log.game.hand.tricks == (1,)


def test_a_tap_that_was_recorded_long_ago_by_another_phone_is_not_recorded_again(table, phone):
    table.tap("won@1", device="phone", seen=0)
    table.play("truc@1 yes@2 won@2")
    assert table.tap("won@1", seen=0).version == 1
    assert table.state.version == 4


def test_a_phone_whose_tap_had_a_twin_can_record_its_next_tap(table, phone):
    table.tap("truc@1", device="phone", seen=0)
    known = table.tap("truc@1", seen=0)
    assert table.tap("yes@2", seen=known.version).twin is None
    assert [str(row.tap) for row in table.state.rows] == ["truc@1", "yes@2"]


@pytest.mark.parametrize(
    ("other", "tap"),
    [
        ("won@1 undo", "won@1"),  # the tap was undone meanwhile
        ("truc@1 undo redo", "undo"),  # the undone tap was put back meanwhile
        ("truc@1 won@1", "won@1"),  # the first unseen row is another tap
        ("won@1", "won@2"),  # the phones do not agree who won the trick
        ("fix@0=3", "fix@0=2"),
    ],
)
def test_an_outdated_tap_without_a_twin_is_refused(table, phone, other, tap):
    seen = 0
    if tap == "undo":
        table.tap("truc@1")
        other = "undo redo"
        seen = 1
    for text in other.split():
        table.tap(text, device="phone")
    before = table.state.version
    with pytest.raises(tables.Stale):
        table.tap(tap, seen=seen)
    assert table.state.version == before


def test_the_error_for_a_repeated_tap_says_that_the_same_phone_recorded_it(table):
    table.tap("truc@1", seen=0)
    with pytest.raises(tables.Stale) as refused:
        table.tap("truc@1", seen=0)
    assert refused.value.mine
    assert str(refused.value.tap) == "truc@1"


def test_a_phone_may_tap_again_before_its_first_tap_is_acknowledged(table):
    table.tap("won@1", seen=0)
    table.tap("won@2", seen=0)
    table.tap("undo", seen=0)
    assert [str(row.tap) for row in table.state.rows] == ["won@1", "won@2", "undo"]


def test_a_second_unacknowledged_tap_is_refused_if_another_phone_tapped_in_between(table, phone):
    table.tap("won@1", seen=0)
    table.tap("truc@1", device="phone")
    with pytest.raises(tables.Stale):
        table.tap("won@2", seen=0)


@pytest.mark.parametrize("seen", [-1, 5, 10**30])
def test_a_tap_with_a_version_that_never_existed_is_refused_as_outdated(table, seen):
    with pytest.raises(tables.Stale, match="no such version, but"):
        table.tap("truc@1", seen=seen)


def test_a_tap_is_refused_as_outdated_if_another_process_recorded_a_tap_first(table, monkeypatch):
    old = table.state
    state = taps.state
    looks = iter([old])
    table.tap("truc@1")
    process_state().states.clear()
    monkeypatch.setattr(taps, "state", lambda match, *_: next(looks, None) or state(match))
    with pytest.raises(tables.Stale, match="truc@1"):
        tables.record_tap(table.match, "host", "truc@1", seen=0, key="late")


def test_a_tap_is_refused_if_other_phones_are_always_quicker(table, monkeypatch):
    monkeypatch.setattr(taps.tap_writer, "append_tap_if_current", lambda *_: False)
    with pytest.raises(tables.Unavailable, match="Try again"):
        table.tap("truc@1")


def test_a_tap_whose_commit_failed_is_not_recorded(table, engine, monkeypatch):
    woken = []
    monkeypatch.setattr(Hub, "publish", lambda *change: woken.append(change))

    def refuse(*_):
        raise OSError("disk full")

    with tables.streams().subscribe(table.match.id), monkeypatch.context() as broken:
        if engine == "sqlite":
            broken.setattr(sqlite, "transaction", before_each_commit(refuse))
        else:
            broken.setattr(DefaultDialect, "do_execute", refuse)
        with pytest.raises(OSError, match="disk full"):
            tables.record_tap(table.match, "host", "truc@1", seen=0, key="k")
    assert (table.state.version, woken) == (0, [])
    assert table.tap("truc@1", seen=0).version == 1


def test_streams_are_woken_after_the_commit_of_a_tap(table, app, monkeypatch):
    seen = []
    monkeypatch.setattr(Hub, "publish", lambda *_: seen.append(table.state.version))
    table.tap("truc@1")
    assert seen == [1]


def sent(table, tap, device="host", seen=0, key="k"):
    return tables.record_taps(table.match, device, {"tap": tap, "key": key}, seen=seen)


def test_two_taps_sent_together_are_recorded_only_once_if_both_are_sent_again(table):
    first = sent(table, "truc@1;yes@2")
    again = sent(table, "truc@1;yes@2")
    assert first.version == again.version == 2
    assert [str(row.tap) for row in table.state.rows] == ["truc@1", "yes@2"]


def test_two_taps_sent_together_have_a_twin_only_if_other_phones_recorded_both(table):
    tables.join(table.match, "biel", "player", 1)
    tables.join(table.match, "carme", "player", 2)
    sent(table, "truc@1", device="biel")
    assert sent(table, "truc@1;yes@2", key="one").twin is None
    assert sent(table, "truc@1;yes@2", device="carme", key="two").twin == table.state.rows[1]
    assert table.state.version == 2


def test_two_taps_sent_together_have_no_twin_if_their_phone_recorded_the_first(table, monkeypatch):
    """The host sends two taps. Before the second is recorded, Biel records the same tap."""
    tables.join(table.match, "biel", "player", 1)
    record = taps.record_tap

    def record_after_biel(match, device, text, *, seen, key):
        if text == "yes@2":
            record(match, "biel", "yes@2", seen=1, key="quicker")
        return record(match, device, text, seen=seen, key=key)

    monkeypatch.setattr(taps, "record_tap", record_after_biel)
    receipt = sent(table, "truc@1;yes@2")
    assert (receipt.version, receipt.twin, table.state.version) == (2, None, 2)
