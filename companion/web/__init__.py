"""Provide what every page needs: static files, headers, cookies, languages, the phone that asks.

Nothing in this package knows the rules of a game.
"""

from __future__ import annotations

from flask import Flask

from companion.web import (
    answers,
    assets,
    device,
    error_pages,
    icons,
    language,
    phone,
    root,
    slots,
    templates,
)


def register(app: Flask) -> None:
    """Register what every page needs: static files, headers, error pages and template globals."""
    app.session_interface = device.NoSessions()
    assets.load(app)
    language.register(app)
    root.register(app)
    templates.register(app)
    answers.register(app)
    error_pages.register(app)
    app.register_blueprint(assets.bp)
    app.jinja_env.globals |= {
        "bundle": assets.link,
        "icon": icons.icon,
        "setting": phone.setting,
        "sections": slots.sections,
        "links": slots.links,
    }
