"""Test every route of books: by each link of a book, and for every role at a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import book
from companion.web import device
from tests.pages.test_roles import INSIDE, OUTSIDE, answers_in, role  # noqa: F401 # a fixture

RECORD = '[Variant "put"]\n[Players "Anna, Biel"]\n\nresign@0\n'

# The answers of each route to no link, and to the link of a reader, of an editor and of a manager.
ANSWERS = answers_in(Path(__file__).with_name("answers.txt"))
FORMS = {
    "POST /b/<token>": {"do": "add", "name": "Carme"},
    "POST /b/<token>/new": {"game": "put", "seat-0": "1"},
}


# The answers of other routes to each role at a table (tests/pages/test_roles.py).
BY_ROLE = {
    #                             outside removed watcher tv seatless seated acting host
    "GET /m/<token>": (200,) * 8,
    "GET /m/<token>/replay": (200,) * 8,
    "GET /m/<token>/match.truc": (200,) * 8,
    "GET /m/<token>/<version>/<any(wide, square):shape>.png": (404,) * 8,
    "GET /t/<code>/keep": (403, 403, 403, 403, 200, 200, 200, 200),
    "POST /books": (303,) * 8,
    "POST /books/back": (404,) * 8,
    "POST /m/<token>": (403,) * 8,
    "POST /t/<code>/keep": (403, 403, 403, 403, 403, 422, 422, 422),
}
# To its read-only link, a book gives the same answer to each role.
BY_ROLE |= {route: (answers[1],) * 8 for route, answers in ANSWERS.items()}
POSTED = {"POST /books": {"title": "Penya"}, "POST /t/<code>/keep": {"title": "Penya"}}


@pytest.fixture
def made(app) -> book.Book:
    made = book.open_book("Divendres", ["Anna", "Biel"])
    book.keep_records(made, RECORD, "record")
    return made


@pytest.mark.parametrize("column", range(4))
def test_every_route_gives_each_link_of_a_book_the_expected_answer(client, made, column):
    token = ("x" * 22, made.read_token, made.write_token, made.keep_token)[column]
    for route, answers in ANSWERS.items():
        method, _, rule = route.partition(" ")
        answer = client.open(
            rule.replace("<token>", token), method=method, data=FORMS.get(route), buffered=True
        )
        assert answer.status_code == answers[column], route


def test_the_list_of_expected_answers_covers_every_route_of_books(app):
    routes = set()
    for rule in app.url_map.iter_rules():
        if of_a_book(app, rule.endpoint):
            methods = rule.methods - {"HEAD", "OPTIONS"}
            routes.update(f"{method} {rule.rule}" for method in methods)
    exports = {f"GET /b/<token>/{kind}" for kind in ("truc", "csv", "json")}
    routes.remove("GET /b/<token>/<any(truc, csv, json):kind>")
    assert routes | exports == set(BY_ROLE)


def of_a_book(app, endpoint):
    return app.view_functions[endpoint].__module__.startswith("companion.book.")


@pytest.mark.parametrize("name", [*OUTSIDE, "removed", *INSIDE])
def test_the_routes_of_books_give_each_role_at_a_table_the_expected_answer(
    role,  # noqa: F811 # the fixture
    made,
    name,
):
    column = 2 + INSIDE.index(name) if name in INSIDE else int(name == "removed")
    looks = role(name)
    found = {}
    for route, answers in BY_ROLE.items():
        changes_nothing = route.startswith("GET") or answers[column] == 403
        phone = looks if changes_nothing else role(name)
        found[route] = asked(phone, route, made).status_code
    assert found == {route: answers[column] for route, answers in BY_ROLE.items()}


def asked(phone, route, made):
    """Return the answer of a route to a phone that has the read-only link of the book.

    If the route is of a match, the phone has the link of the match instead.
    """
    method, _, rule = route.partition(" ")
    token = book.matches(made)[0].token if rule.startswith("/m/") else made.read_token
    where = (
        rule.replace("<token>", token)
        .replace("<code>", phone.address or phone.match.code)
        .replace("<version>", "0")
    )
    where = re.sub(r"<any\((\w+), .*?>", r"\1", where)
    return phone.client.open(where, method=method, data=POSTED.get(route), buffered=True)


def test_a_reader_of_a_book_is_shown_no_editing_link(client, made):
    for route in ANSWERS:
        if route.startswith("GET"):
            text = client.get(route.partition(" ")[2].replace("<token>", made.read_token)).text
            assert made.write_token not in text, route
            assert made.keep_token not in text, route


def test_an_editor_of_a_book_is_shown_no_managing_link(client, made):
    for route in ANSWERS:
        if route.startswith("GET"):
            text = client.get(route.partition(" ")[2].replace("<token>", made.write_token)).text
            assert made.keep_token not in text, route
    for change in ("remove", "merge", "back", "links-read", "links-write", "links-keep"):
        form = {"do": change, "person": "1", "into": "2", "kind": "links", "number": "0"}
        assert client.post(f"/b/{made.write_token}", data=form).status_code == 403
    assert book.people(made) == {1: "Anna", 2: "Biel"}


def test_the_page_of_a_book_offers_no_change_to_readers(client, made):
    assert not re.search('name="do" value="(?!forget)', client.get(f"/b/{made.read_token}").text)


def test_the_page_of_a_kept_match_shows_its_book_only_to_editors_and_managers(client, made):
    token = book.matches(made)[0].token
    client.get("/")
    for change in ({"do": "stake", "stake": "x"}, {"do": "remove"}, {"do": "sign"}):
        assert client.post(f"/m/{token}", data=change).status_code == 403
    page = client.get(f"/m/{token}").text
    assert not any(secret in page for secret in (made.write_token, made.read_token))
    client.get(f"/b/{made.read_token}")
    assert client.post(f"/m/{token}", data={"do": "remove"}).status_code == 403
    client.get(f"/b/{made.write_token}")
    assert made.write_token in client.get(f"/m/{token}").text
    assert client.post(f"/m/{token}", data={"do": "remove"}).status_code == 403
    client.get(f"/b/{made.keep_token}")
    assert made.keep_token in client.get(f"/m/{token}").text
    assert client.post(f"/m/{token}", data={"do": "remove"}).status_code == 303


def test_links_of_books_are_kept_out_of_the_servers_log_and_of_caches(client, made):
    from companion.redaction import redact_text

    assert redact_text(f"GET /b/{made.read_token}/figures") == "GET /b/…/figures"
    assert redact_text(f"GET /m/{made.read_token}") == "GET /m/…"
    assert client.get(f"/b/{made.read_token}").headers["Cache-Control"] == "no-store"


def test_a_book_that_was_removed_from_the_first_page_still_exists(client, made):
    client.get("/")
    client.get(f"/b/{made.read_token}")
    assert "Divendres" in client.get("/").text
    assert client.post(f"/b/{made.read_token}", data={"do": "forget"}).status_code == 303
    assert "Divendres" not in client.get("/").text
    assert client.get(f"/b/{made.read_token}").status_code == 200
    assert client.get_cookie(device.COOKIE) is not None
