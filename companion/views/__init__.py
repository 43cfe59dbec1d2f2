"""Pages: thin routes, the values that templates print, the words they use."""

from __future__ import annotations

from flask import Flask

from companion.views import (
    assets,
    errors,
    home,
    hosting,
    icons,
    joining,
    language,
    opening,
    people,
    phone,
    privacy,
    rematch,
    security,
    sheets,
    stream,
    table,
)

PAGES = (assets, home, opening, joining, table, stream, hosting, rematch, sheets, phone, privacy)


def register(app: Flask) -> None:
    """Every page, the headers of every answer, and the pages of what goes wrong."""
    assets.load(app)
    language.register(app)
    security.register(app)
    errors.register(app)
    for page in PAGES:
        app.register_blueprint(page.bp)
    app.jinja_env.globals |= {
        "bundle": assets.link,
        "icon": icons.icon,
        "glyph": people.glyph,
        "setting": phone.setting,
    }
