"""Test the day of a match: an evening ends at five in the morning by the clock of its book."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.book.days import clean_zone, day_of, zone_named


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("UTC", "2025-12-31T23:30:00+00:00", "2025-12-31"),
        # Half past midnight in Madrid, on the first day of a year, is the evening of the last day.
        ("Europe/Madrid", "2025-12-31T23:30:00+00:00", "2025-12-31"),
        ("Europe/Madrid", "2026-01-01T03:59:59+00:00", "2025-12-31"),
        ("Europe/Madrid", "2026-01-01T04:00:00+00:00", "2026-01-01"),
        ("Europe/Madrid", "2026-07-01T03:00:00+00:00", "2026-07-01"),  # in summer
        ("America/Argentina/Buenos_Aires", "2026-11-21T07:59:00+00:00", "2026-11-20"),
        ("Pacific/Auckland", "2026-11-20T20:00:00+00:00", "2026-11-21"),
    ],
)
def test_a_match_belongs_to_the_day_of_its_evening(zone, moment, day):
    assert str(day_of(datetime.fromisoformat(moment), zone_named(zone))) == day


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Madrid", "Europe/Madrid"),
        (" madrid ", "Europe/Madrid"),
        ("new york", "America/New_York"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("utc", "UTC"),
        ("", ""),
    ],
)
def test_a_time_zone_is_found_by_its_name_or_its_city(typed, zone):
    assert clean_zone(typed) == zone


@pytest.mark.parametrize(
    "typed", ["Penya", "../../etc/passwd", "/etc/localtime", "America", "x" * 100_000, "a\0b", "+5"]
)
def test_a_time_zone_that_does_not_exist_is_refused(typed):
    with pytest.raises(ValueError, match="is not a time zone"):
        clean_zone(typed)
