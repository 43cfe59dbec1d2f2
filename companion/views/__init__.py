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
    opening,
    people,
    rematch,
    security,
    sheets,
    stream,
    table,
)

PAGES = (assets, home, opening, joining, table, stream, hosting, rematch, sheets)


def register(app: Flask) -> None:
    """Every page, the headers of every answer, and the pages of what goes wrong."""
    assets.load(app)
    security.register(app)
    errors.register(app)
    for page in PAGES:
        app.register_blueprint(page.bp)
    for function, name in ((assets.link, "bundle"), (icons.icon, "icon"), (people.glyph, "glyph")):
        app.add_template_global(function, name)
