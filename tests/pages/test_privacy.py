"""The privacy page names all stored data; a table can be deleted with all its data."""

from __future__ import annotations

import pytest

from tests.plain_phones import words


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


def test_the_host_deletes_a_table_after_a_confirmation(host, anna, match):
    asked = host.get("/host/delete")
    assert "cannot be undone" in words(asked.text)
    assert f'action="{host.home}/host/delete"' in asked.text
    assert f'href="{host.home}/host/delete"' in host.read("/host")
    answer = host.post("/host/delete")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    for page in ("", "/panel", "/log", "/record", "/stream", "/host"):
        assert anna.get(page).status_code == 404
    assert match.code not in host.client.get("/").text
