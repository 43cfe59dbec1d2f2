"""Register books with the application: their pages, and what they add to the pages of tables."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask

from companion import book, tables
from companion.book.pages import PAGES, keep_match
from companion.web import device, slots

OWN = 8  # books on the first page of a phone


def register(app: Flask) -> None:
    """Add the pages of books to the application, and add links to them on other pages."""
    for page in PAGES:
        app.register_blueprint(page.bp)
    slots.add_section(app, "home", "book/_home.html", _mine)
    slots.add_section(app, "privacy", "book/_privacy.html")
    slots.add_section(app, "result", "book/_kept.html", keep_match.where_kept)
    slots.add_link(app, "match_over", keep_match.label, "keep_match.show_keep_form")
    tables.call_before_deleting(app, book.keep_everywhere)
    tables.call_before_deleting(app, book.forget_taken_out)


def _mine() -> dict[str, Sequence[tuple[str, str]]]:
    """Return the books that the first page lists for this phone, each as its token and its title.

    The key "books" has the books of this phone, the key "deleted" the deleted books that this phone
    may put back.
    """
    phone = device.phone_id()
    mine = [(found.address, found.book.title) for found in book.of_phone(phone, OWN)]
    return {"books": mine, "deleted": book.deleted_books(phone) if phone else ()}
