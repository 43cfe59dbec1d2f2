"""Test that records are imported in steps, between which other requests are answered.

No table is opened if any record has an error.
"""

import pytest
from sqlalchemy import func, select

from companion import tables
from companion.engine import records
from companion.tables import importing, turns
from companion.tables.store import reading

RECORD = '[Variant "catalan"]\n\ntruc@1 yes@2 won@1 won@3\nwon@0 tied won@1\n'


@pytest.fixture
def hurried(monkeypatch):
    """Make every step of a long job yield to other requests, and make yielding take no time."""
    monkeypatch.setattr(turns, "AT_A_STRETCH", -1)
    monkeypatch.setattr(turns, "yield_to_others", lambda: None)


def test_every_imported_record_becomes_a_table_with_its_whole_log(app):
    first, second = tables.from_records(
        RECORD + RECORD.replace("won@0 tied", "undo redo won@0 tied"), "two.truc"
    )
    assert tables.state(first).log.game == tables.state(second).log.game
    assert (tables.state(first).version, tables.state(second).version) == (7, 9)


def test_an_import_lets_other_requests_run_between_taps(app, hurried):
    looks = []
    tables.from_records(RECORD, "one.truc", lambda: looks.append("still there"))
    assert len(looks) > len("truc@1 yes@2 won@1 won@3 won@0 tied won@1".split())


def test_an_import_whose_client_is_gone_opens_no_table(app, hurried):
    def gone():
        looks.append("?")
        if len(looks) == 12:
            raise ConnectionError

    looks = []
    with pytest.raises(ConnectionError):
        tables.from_records(RECORD * 100, "hundred.truc", gone)
    assert len(looks) == 12
    with reading() as connection:
        assert connection.scalar(select(func.count()).select_from(tables.Match)) == 0


def test_too_many_records_are_refused_before_any_is_read(app, monkeypatch):
    monkeypatch.setattr(importing, "MOST_RECORDS", 2)
    monkeypatch.setattr(records, "reading", lambda *_: pytest.fail("read"))
    with pytest.raises(ValueError, match="At most 2 matches can be read at once; there are 3 here"):
        tables.from_records(RECORD * 3, "three.truc")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "night.truc:1: no record here"),
        ("won@1", "night.truc:1: a record begins with"),
        (RECORD + '[Variant "catalan"]\n[\n' + RECORD, "night.truc:6: '\\[' is not a header"),
        (RECORD + '[Variant "bridge"]', "night.truc:5: there is no game “bridge”"),
        (
            RECORD + '[Variant "put"]\n[Date "0001-01-01"]',
            "night.truc:5: Date '0001-01-01' is not in the years",
        ),
        (RECORD + "truc@9", "night.truc:5: tap 8 'truc@9': there is no seat 9"),
    ],
)
def test_an_import_with_an_error_in_any_record_is_refused(app, text, why):
    with pytest.raises(ValueError, match=why):
        tables.from_records(text, "night.truc")
