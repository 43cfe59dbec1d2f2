"""Print pages and the parts of a table's page with Jinja."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from flask import Flask, current_app, render_template
from jinja2 import StrictUndefined, Template

from companion.web import root
from companion.web.parts import Parts


def render_page(name: str, **values: object) -> bytes:
    """Return a page without needless blanks; it must hold no text that keeps its blanks."""
    return b" ".join(render_template(name, **values, url_for=cached_url_for).encode().split())


def parts() -> Parts:
    """Return the parts of a table's page."""
    own: Parts = current_app.extensions["parts"]
    return own


def cached_url_for(endpoint: str, **values: object) -> str:
    """Return the address of a page of this server, also for a stream, which has no request."""
    address: str = current_app.extensions["paths"](endpoint, root.script_root(), **values)
    return address


def register(app: Flask) -> None:
    """Let this application's pages be drawn."""

    # Some five addresses of each table are asked for again and again.
    @lru_cache(maxsize=5000)
    def build(endpoint: str, under: str, **values: object) -> str:
        return app.url_map.bind("", script_name=under or "/").build(endpoint, values)

    app.extensions["paths"] = build
    app.extensions["parts"] = Parts(app.jinja_env, {"url_for": cached_url_for})
    app.jinja_env.lstrip_blocks = True
    # A name that is not there is a mistake of ours, never an empty place.
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters |= app.extensions["parts"].filters


def compiling(app: Flask) -> Iterator[Template]:
    """Compile all templates, bit by bit: otherwise the first phone would make all others wait."""
    yield from map(app.jinja_env.get_template, app.jinja_env.list_templates())
