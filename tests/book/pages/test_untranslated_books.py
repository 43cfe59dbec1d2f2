"""Test pages of books in a fake language that puts every message in brackets.

Any text without brackets is data, or was not translated.
"""

from __future__ import annotations

import calendar
import re

from tests.book.pages.conftest import tap
from tests.pages.test_untranslated import forgotten, made  # noqa: F401 # `made` is a fixture

DATES = {name.lower() for name in calendar.month_name}
OF_BOOKS = {
    *"divendres dídac anna biel carme pep quim coffees the".split(),
    *"somebody someb json excel localhost utc europe madrid".split(),
}


def left(page: str) -> list[str]:
    """Return the untranslated words of a page, without data: titles, stakes, dates and links."""
    page = re.sub(r'<p class="link">.*?</p>|<textarea.*?</textarea>', "", page, flags=re.DOTALL)
    data = DATES | OF_BOOKS
    return [word for word in forgotten(page) if word.lower() not in data and not word.isdigit()]


def test_every_page_of_a_book_is_translated(client):
    book = client.post(
        "/books", data={"title": "Divendres", "names": "Anna, Biel, Carme, Pep"}
    ).headers["Location"]
    table = client.post(
        f"{book}/new", data={"game": "catalan"} | {f"seat-{n}": str(n + 1) for n in range(4)}
    )
    home = table.headers["Location"]
    tap(client, home, "truc@1 yes@2 won@1 won@3 truc@2 no@3 fix@0=12")
    assert left(client.get(f"{home}/keep").text) == []
    match = re.search(r'href="(/m/[\w-]+)"', client.get(book).text)[1]
    client.post(book, data={"do": "mine", "person": "1"})
    for change in (
        {"do": "stake", "stake": "the coffees"},
        {"do": "sign"},
        {"do": "seat", "seat-0": "1"},
    ):
        client.post(match, data=change)
    client.post(f"{book}/usual", data={"game": "put", "seats": "2", "house-best_of": "3"})
    pages = ("", "/new", "/new?game=catalan", "/usual", "/figures", "/figures?person=1", "/delete")
    addresses = [f"{book}{page}" for page in pages] + [
        match,
        f"{match}/replay?at=3",
        "/try?at=7",
        "/resume",
        "/",
    ]
    for address in addresses:
        assert left(client.get(address).text) == [], address


def test_refusals_of_books_are_translated(client):
    book = client.post("/books", data={"title": "Divendres"}).headers["Location"]
    refused = (
        client.post("/books", data={"title": ""}),
        client.post("/resume", data={"match": "x"}),
        client.get("/b/nothing"),
        client.get("/m/nothing"),
        client.get(f"{book}/figures?person=7"),
        client.post(book, data={"do": "title", "title": "x" * 99}),
        client.post(book, data={"do": "rename", "person": "4", "name": "Quim"}),
        client.post(book, data={"do": "zone", "zone": "Quim"}),
        client.post(book, data={"do": "records", "records": "x" * 600_000}),
    )
    for answer in refused:
        assert answer.status_code >= 400
        assert left(answer.text) == []
