"""Test that the time zone of a book decides the days of its matches."""

from __future__ import annotations

import csv
import io

import pytest

from companion import book
from tests.book.conftest import current, exported, overview
from tests.book.pages.conftest import record

NEW_YEAR = "2025-12-31T23:30:00+00:00"


@pytest.fixture
def engine() -> str:
    """Run these tests on SQLite only, because Python computes the days for every database."""
    return "sqlite"


def days(kept):
    return [str(entry.day) for entry in overview(kept).entries]


def keep(kept, *dates):
    book.keep_records(current(kept), "\n".join(map(record, dates)), "records")


def test_another_time_zone_changes_the_days_of_matches_that_have_a_time_of_day(kept, utc):
    keep(kept, "2026-11-20", "2026-11-22T08:00:00+00:00")
    assert days(kept) == ["2026-11-22", "2026-11-20"]
    book.set_zone(kept, "honolulu")
    assert days(kept) == ["2026-11-21", "2026-11-20"]
    keep(kept, "2026-11-19", "2026-11-18T04:00:00")  # a time by the clock of the book
    assert days(kept)[2:] == ["2026-11-19", "2026-11-17"]
    book.set_zone(kept, "")
    assert days(kept) == ["2026-11-22", "2026-11-20", "2026-11-19", "2026-11-18"]


def test_the_csv_of_a_book_dates_its_matches_as_its_pages_do(kept):
    book.set_zone(kept, "Pacific/Auckland")
    book.keep_records(current(kept), record(NEW_YEAR).replace("resign@0", "fold@0"), "records")
    rows = list(csv.reader(io.StringIO(exported(kept, "csv"))))
    assert [row[1] for row in rows[1:]] == days(kept) == ["2026-01-01"]


def test_an_imported_book_keeps_its_time_zone_even_if_this_server_does_not_know_it(kept, utc):
    book.set_zone(kept, "Europe/Madrid")
    keep(kept, NEW_YEAR)
    text = exported(kept, "json")
    assert text.startswith('{"version": 2, "zone": "Europe/Madrid"')
    moved = book.open_book("Moved")
    book.import_book(moved, text.replace("Madrid", "Atlantis"), "book.json")
    assert current(moved).zone == "Europe/Atlantis"
    assert days(moved) == ["2025-12-31"]
