"""The plumbing under every page: files, headers, cookies, languages, who asks; nothing here knows a game."""

from __future__ import annotations

from flask import Flask

from companion.web import assets, errors, icons, language, once, phone, security, templates


def register(app: Flask) -> None:
    """Files for browsers, the headers of every answer, error pages, and what templates may call."""
    assets.load(app)
    language.register(app)
    templates.register(app)
    security.register(app)
    errors.register(app)
    app.register_blueprint(assets.bp)
    app.jinja_env.globals |= {
        "bundle": assets.link,
        "release": assets.release,
        "icon": icons.icon,
        "part": once.part,
        "setting": phone.setting,
    }
