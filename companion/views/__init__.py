"""Pages: thin routes, the values that templates print, the words they use."""

from __future__ import annotations

from flask import Flask

from companion.views import (
    assets,
    errors,
    hands,
    home,
    hosting,
    icons,
    joining,
    language,
    offline,
    once,
    opening,
    people,
    phone,
    privacy,
    rematch,
    security,
    sheets,
    stream,
    style,
    table,
    this_phone,
)

PAGES = (
    *(assets, home, opening, joining, table, stream, hosting, hands, rematch, sheets),
    *(phone, this_phone, offline, style, privacy),
)


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
        "release": assets.release,
        "icon": icons.icon,
        "glyph": people.glyph,
        "draw": once.draw,
        "part": once.part,
        "setting": phone.setting,
        "this_phone": this_phone.link,
        "here": this_phone.here,
        "bar_colour": this_phone.bar_colour,
    }
