"""The plumbing under every page: files, headers, cookies, languages, and who is asking.

Nothing here knows a game.
"""

from __future__ import annotations

from flask import Flask, Request
from flask.sessions import SessionInterface

from companion.web import (
    assets,
    compression,
    error_pages,
    icons,
    language,
    phone,
    root,
    security,
    slots,
    templates,
)


class NoSessions(SessionInterface):
    """Sessions that do nothing: Flask's own cookie is never made and never read.

    All that is known of a phone is its name (see `device`).
    """

    def open_session(self, app: Flask, request: Request) -> None:
        """Return nothing."""


def register(app: Flask) -> None:
    """Add files for browsers, the headers of every answer, error pages, and template functions."""
    app.session_interface = NoSessions()
    compression.register(app)  # first: what is registered later is done earlier
    assets.load(app)
    language.register(app)
    root.register(app)
    templates.register(app)
    security.register(app)
    error_pages.register(app)
    app.register_blueprint(assets.bp)
    app.jinja_env.globals |= {
        "bundle": assets.link,
        "icon": icons.icon,
        "setting": phone.setting,
        "sections": slots.sections,
        "links": slots.links,
    }
