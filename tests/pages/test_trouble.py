"""If the disk fails, pages that only read are served, taps are refused, and nothing is lost."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion import tables
from companion.tables import awake, sqlite, trouble
from tests.faults import damaged, full, locked, read_only
from tests.plain_phones import words

PAGES = ("", "/panel", "/log", "/calls", "/record", "/sheet", "/seats", "/host")
ASK_NOTHING = ("/new?game=put", "/games/put/sheet", "/privacy", "/offline", "/sw.js")


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(sqlite, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(awake, "_FRESH", timedelta(0))


@pytest.mark.parametrize("cause", [full, read_only, locked])
def test_pages_that_only_read_are_served_while_the_disk_fails(host, client, watcher, cause):
    host.play("truc@1 yes@2")
    with cause():
        assert {page: host.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
        assert watcher.get().status_code == 200
        assert [host.client.get("/").status_code, client.get("/").status_code] == [200, 200]
        assert host.client.get("/c").status_code in (302, 303, 400, 404)


@pytest.mark.parametrize(
    ("cause", "says"),
    [(full, trouble.FULL), (read_only, trouble.READ_ONLY), (locked, trouble.BUSY)],
)
def test_a_tap_that_cannot_be_written_is_refused_and_recorded_once_when_repeated(
    host, match, cause, says
):
    host.play("truc@1")
    page = host.page()
    version = 1
    with cause():
        while (answer := host.tap("yes@2" if version % 2 else "undo", page)).status_code == 303:
            # A full database may have room for a few rows yet.
            page = host.page()
            version += 1
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        assert says in words(answer.text)
        assert tables.state(match).version == version
    assert host.tap("yes@2" if version % 2 else "undo", page).status_code == 303
    assert tables.state(match).version == version + 1


def test_a_damaged_database_is_reported_until_a_good_database_replaces_it(host, client):
    host.play("truc@1")
    with damaged():
        for page in PAGES:
            answer = host.get(page)
            assert (answer.status_code, trouble.DAMAGED in words(answer.text)) == (503, True), page
        assert {page: client.get(page).status_code for page in ASK_NOTHING} == dict.fromkeys(
            ASK_NOTHING, 200
        )
    assert {page: host.get(page).status_code for page in PAGES} == dict.fromkeys(PAGES, 200)
    host.play("yes@2")
