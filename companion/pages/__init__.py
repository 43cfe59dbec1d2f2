"""The routes of the pages. Each route reads a request and renders a template with a view-model."""

from __future__ import annotations

from flask import Flask

from companion.pages import (
    all_games,
    asking,
    demonstration,
    hands,
    health,
    home,
    inviting,
    joining,
    letting_in,
    new_table,
    offline,
    paper,
    privacy,
    rematch,
    result,
    resume,
    seats,
    sheets,
    stream,
    table,
    television,
    this_phone,
    watching,
)
from companion.words import people

PAGES = (
    home,
    all_games,
    demonstration,
    new_table,
    joining,
    inviting,
    television,
    table,
    stream,
    watching,
    asking,
    seats,
    letting_in,
    hands,
    paper,
    rematch,
    sheets,
    this_phone,
    offline,
    privacy,
    result,
    resume,
    health,
)


def register(app: Flask) -> None:
    """Register every page, and the functions that their templates may call."""
    for page in PAGES:
        app.register_blueprint(page.bp)
    app.jinja_env.globals |= {
        "glyph": people.glyph,
        "this_phone": this_phone.link,
        "here": this_phone.here,
        "bar_colour": this_phone.bar_colour,
    }
