"""Truc Companion keeps the score of a game of truc on the phones around the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

__version__ = "0.5.0"


def create_app(config: Mapping[str, object] | None = None, *, creates: bool = True) -> Flask:
    """Return the web application with its settings, extensions and pages.

    `config` overrides the settings (see config.py). The folder of the installation and the secret
    in that folder are created only if `creates` is true: only a server creates them.

    This module imports inside its functions, because `companion replay` must run without flask.
    """
    import logging
    from pkgutil import resolve_name

    from htmx_flask import Htmx
    from werkzeug.middleware.proxy_fix import ProxyFix

    from companion import gallery, pages, redaction, tables, web
    from companion.web import root

    app = _configured_app(dict(config or {}), creates=creates)
    tables.db.init_app(app)
    Htmx(app)
    web.register(app)
    pages.register(app)
    app.register_blueprint(gallery.bp)
    # Each line registers an extension. Without the line and the folder it names, tables work too.
    resolve_name("companion.book.extension:register")(app)
    resolve_name("companion.places.extension:register")(app)
    resolve_name("companion.tournament.extension:register")(app)
    resolve_name("companion.learn.extension:register")(app)
    # Using `app.logger` here would make commands log too.
    redaction.redact(logging.getLogger(app.name))
    path = app.config["UNDER"]
    if path:
        app.wsgi_app = root.UnderPath(app.wsgi_app, path)  # type: ignore[method-assign]
    proxies = app.config["PROXIES"]
    if proxies:
        fixed = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_prefix=proxies)
        app.wsgi_app = fixed  # type: ignore[method-assign]
    return app


def _configured_app(config: Mapping[str, object], *, creates: bool) -> Flask:
    """Return the application with its folders and settings, but without extensions and pages."""
    from flask import Flask

    from companion import config as settings

    folder = settings.instance_folder(config)
    if creates:
        settings.make_folder(folder)
    app = Flask(
        "companion",
        template_folder=settings.of_pages("templates"),
        static_folder=settings.of_pages("static"),
        instance_path=str(folder),
    )
    app.config.update(settings.defaults(folder, creates=creates) | dict(config))
    return app
