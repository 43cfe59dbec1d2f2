"""The plumbing under every page: files, headers, cookies, languages, who asks; nothing here knows a game."""

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
    """Flask's own cookie is never made and never read: a phone has its name (see `device`), and nothing more."""

    def open_session(self, app: Flask, request: Request) -> None:
        """Nothing."""


def register(app: Flask) -> None:
    """Files for browsers, the headers of every answer, error pages, and what templates may call."""
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
        "release": assets.release,
        "icon": icons.icon,
        "setting": phone.setting,
        "sections": slots.sections,
        "links": slots.links,
    }
