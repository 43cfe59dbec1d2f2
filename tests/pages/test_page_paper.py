"""The paper page: the match as a sheet of points, and how long it took."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from companion.tables import taps
from tests.plain_phones import words


@pytest.mark.parametrize(("minutes", "said"), [(0, "0 min"), (45, "45 min"), (80, "1 h 20 min")])
def test_the_paper_page_shows_the_time_from_the_first_tap_to_the_last(
    anna, monkeypatch, minutes, said
):
    begun = datetime(2026, 11, 22, 21, 14, tzinfo=UTC)
    monkeypatch.setattr(taps, "now", lambda: begun)
    anna.play("truc@1")
    monkeypatch.setattr(taps, "now", lambda: begun + timedelta(minutes=minutes))
    anna.play("no@2")
    page = words(anna.read("/paper"))
    assert f"Playing time: {said}" in page
    assert "Anna & Carme Biel & Pep 1" in page
