"""The pages of books that `tests/browser/pages.py` checks and photographs.

Each page has a name, an address, and the phone that opens it.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

SIGHTS = (
    ("book", "/b/{book[token]}", "host"),
    ("book-to-read", "/b/{book[reader]}", "friend"),
    ("book-new-table", "/b/{book[token]}/new", "host"),
    (
        "book-new-table-tapped",
        "/b/{book[token]}/new?game=catalan&seats=4&seat-0=1&seat-1=2&seat-2=3&seat-3=4",
        "host",
    ),
    ("book-usual", "/b/{book[token]}/usual?game=argentine", "host"),
    ("book-figures", "/b/{book[token]}/figures", "host"),
    ("book-figures-person", "/b/{book[token]}/figures?person=1", "host"),
    ("book-delete", "/b/{book[token]}/delete", "host"),
    ("match", "/m/{book[match]}", "host"),
    ("match-of-others", "/m/{book[match]}", "stranger"),
    ("replay", "/m/{book[match]}/replay?at=1", "stranger"),
    ("replay-end", "/m/{book[match]}/replay?at=3", "stranger"),
    ("keep", "/t/{over[code]}/keep", "host"),
)
NOT_PAGES = {
    "match_page.send_record": "plain text",
    "match_page.send_picture": "a picture",
    "book_page.export_book": "plain text",
}
TABLES = {
    "book": {"token": "token", "reader": "reader", "match": "match"}
}  # any values, for a test that only reads which addresses the pages have


def prepare(
    host: BrowserContext, tables: dict[str, dict[str, str]], post: Callable[..., str]
) -> dict[str, str]:
    made = post(host, f"/t/{tables['over']['code']}/keep", title="Divendres")
    page = host.request.get(made).text()
    match = page.partition('href="/m/')[2].partition('"')[0]
    post(host, made, do="mine", person="1")
    post(host, f"/m/{match}", do="stake", stake="the coffees")
    post(host, f"/m/{match}", do="sign")
    found = page.split('<p class="link"><a href="')[1:]
    links = [link.partition('"')[0].rpartition("/b/")[2] for link in found]
    return {"token": links[0], "reader": links[2], "match": match}
