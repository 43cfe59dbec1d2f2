"""All stored data is named on a page; a table can be deleted with everything in it."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from companion import tables
from companion.pages import stream
from tests.plain_phones import words

MODELS = (tables.Match, tables.Seat, tables.Member, tables.TapRow)


def rows(match: tables.Match) -> list[int]:
    """Count the rows of each kind of that match."""
    counts = []
    with tables.db.engine.connect() as connection:
        for model in MODELS:
            key = model.id if model is tables.Match else model.match_id
            count = select(func.count()).select_from(model).where(key == match.id)
            counts.append(connection.scalar(count))
    return counts


def test_the_privacy_page_names_every_cookie_and_is_linked_from_every_page(client, match, host):
    page = words(client.get("/privacy").text)
    host.client.post("/phone", data={"theme": "dark"})
    host.client.post(f"/j/{match.join_token}", data={"seat": "1"})
    assert {cookie.key for cookie in host.client._cookies.values()} == {"device", "phone"}
    assert all(f"“{name}”" in page for name in ("device", "phone"))
    for address in ("/", "/new", host.home, f"{host.home}/seats", "/nowhere"):
        assert 'href="/privacy"' in host.client.get(address).text


@pytest.mark.parametrize(
    ("days", "says"), [(90, "for 90 days is deleted"), (1, "for 1 day is"), (0, "until somebody")]
)
def test_the_privacy_page_says_for_how_long_data_is_kept(app, client, days, says):
    app.config["KEEP_DAYS"] = days
    assert says in words(client.get("/privacy").text)


def test_the_host_deletes_a_table_with_everything_in_it(host, phone, match, open_match):
    other = open_match()
    anna = phone(0)
    host.play("truc@1 yes@2")
    before = rows(match)
    kept = rows(other)
    assert before == [1, 4, 2, 2]
    asked = host.get("/host/delete")
    assert "cannot be undone" in words(asked.text)
    assert f'action="{host.home}/host/delete"' in asked.text
    assert f'href="{host.home}/host/delete"' in host.read("/host")
    assert rows(match) == before
    answer = host.post("/host/delete")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert (rows(match), rows(other)) == ([0, 0, 0, 0], kept)
    for page in ("", "/panel", "/log", "/record", "/stream", "/host"):
        assert anna.get(page).status_code == 404
    assert match.code not in host.client.get("/").text


def test_open_streams_of_a_deleted_table_end(host, match, monkeypatch):
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    answer = host.get("/stream", buffered=False)
    heard = iter(answer.response)
    next(heard)
    tables.delete(match)
    assert list(heard) == []
