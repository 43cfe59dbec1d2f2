"""Who may do what with a book: every one of its routes × by which link one asks."""

from __future__ import annotations

import re

import pytest

from companion import book
from companion.web import device

RECORD = '[Variant "put"]\n[Players "Anna, Biel"]\n\nresign@0\n'

# What a route answers by no link, by that to read, by that to write.
ANSWERS = {
    "GET /b/<token>": (404, 200, 200),
    "GET /b/<token>/figures": (404, 200, 200),
    "GET /b/<token>/truc": (404, 200, 200),
    "GET /b/<token>/csv": (404, 200, 200),
    "GET /b/<token>/json": (404, 200, 200),
    "GET /b/<token>/new": (404, 403, 200),
    "GET /b/<token>/usual": (404, 403, 200),
    "GET /b/<token>/delete": (404, 403, 200),
    "POST /b/<token>": (404, 403, 303),
    "POST /b/<token>/new": (404, 403, 303),
    "POST /b/<token>/usual": (404, 403, 303),
    "POST /b/<token>/delete": (404, 403, 303),
}
FORMS = {"POST /b/<token>": {"do": "add", "name": "Carme"}, "POST /b/<token>/new": {"game": "put", "seat-0": "1"}}


@pytest.fixture
def made(app) -> book.Book:
    made = book.open_book("Divendres", ["Anna", "Biel"])
    book.keep_records(made, RECORD, "record")
    return made


@pytest.mark.parametrize("column", [0, 1, 2])
def test_who_may_do_what(client, made, column):
    token = ("x" * 22, made.read_token, made.write_token)[column]
    for route, answers in ANSWERS.items():
        method, _, rule = route.partition(" ")
        answer = client.open(rule.replace("<token>", token), method=method, data=FORMS.get(route))
        assert answer.status_code == answers[column], route


def test_whoever_reads_is_told_no_way_to_write(client, made):
    for route in ANSWERS:
        if route.startswith("GET"):
            text = client.get(route.partition(" ")[2].replace("<token>", made.read_token)).text
            assert made.write_token not in text, route
    assert not re.search('name="do" value="(?!forget)', client.get(f"/b/{made.read_token}").text)


def test_a_match_shows_its_book_only_to_phones_that_write_in_it(client, made):
    token = book.matches(made)[0].token
    for change in ({"do": "stake", "stake": "x"}, {"do": "remove"}, {"do": "sign"}):
        assert client.post(f"/m/{token}", data=change).status_code == 403
    page = client.get(f"/m/{token}").text
    assert not any(secret in page for secret in (made.write_token, made.read_token))
    client.get(f"/b/{made.read_token}")
    assert client.post(f"/m/{token}", data={"do": "remove"}).status_code == 403
    client.get(f"/b/{made.write_token}")
    assert made.write_token in client.get(f"/m/{token}").text
    assert client.post(f"/m/{token}", data={"do": "remove"}).status_code == 303


def test_links_of_books_are_kept_out_of_the_log_and_of_caches(client, made):
    from companion.redaction import redact_text

    assert redact_text(f"GET /b/{made.read_token}/figures") == "GET /b/…/figures"
    assert redact_text(f"GET /m/{made.read_token}") == "GET /m/…"
    assert client.get(f"/b/{made.read_token}").headers["Cache-Control"] == "no-store"


def test_a_book_off_the_first_page_is_still_there(client, made):
    client.get(f"/b/{made.read_token}")
    assert "Divendres" in client.get("/").text
    assert client.post(f"/b/{made.read_token}", data={"do": "forget"}).status_code == 303
    assert "Divendres" not in client.get("/").text
    assert client.get(f"/b/{made.read_token}").status_code == 200
    assert client.get_cookie(device.COOKIE) is not None
