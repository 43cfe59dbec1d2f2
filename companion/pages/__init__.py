"""The pages: thin routes that read what was sent and print a view-model."""

from __future__ import annotations

from flask import Flask

from companion.pages import (
    book_table,
    books,
    calls,
    figures,
    home,
    inviting,
    joining,
    keep,
    matches,
    new_table,
    offline,
    paper,
    privacy,
    rematch,
    replay,
    resume,
    seats,
    sheets,
    stream,
    table,
    this_phone,
    usual,
)
from companion.words import people

PAGES = (
    home,
    new_table,
    joining,
    inviting,
    table,
    stream,
    seats,
    calls,
    paper,
    rematch,
    sheets,
    this_phone,
    offline,
    privacy,
)
BOOKS = (books, book_table, usual, figures, matches, replay, keep, resume)


def register(app: Flask) -> None:
    """Every page, and what their templates may call."""
    for page in (*PAGES, *BOOKS):
        app.register_blueprint(page.bp)
    app.jinja_env.globals |= {
        "glyph": people.glyph,
        "this_phone": this_phone.link,
        "here": this_phone.here,
        "bar_colour": this_phone.bar_colour,
    }
