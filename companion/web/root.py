"""The path under which a proxy shows this server, as in https://example.org/truc: empty where it has a name of its own.

It comes with each request, by SCRIPT_NAME or X-Forwarded-Prefix. A stream draws between two requests, so it keeps that
of its own. What is drawn is remembered for each, so there is an end to how many are believed.
"""

from __future__ import annotations

import re

from flask import Flask, abort, current_app, g, request

MOST = 4
_PATH = re.compile(r"(/[\w.~-]+)+")


def register(app: Flask) -> None:
    """Look at the path of every request."""
    app.extensions["roots"] = {""}
    app.before_request(known_only)


def known_only() -> None:
    """Refuses a path that is none, and one more than MOST: anybody can send the header where no proxy sets it."""
    paths: set[str] = current_app.extensions["roots"]
    if request.script_root not in paths:
        if len(paths) > MOST or not _PATH.fullmatch(request.script_root):
            abort(400)
        paths.add(request.script_root)
    draw_under(request.script_root)


def now() -> str:
    """That path, as "/truc" or empty, for what is being drawn."""
    try:
        return str(getattr(g, "root", ""))
    except RuntimeError:  # no page is being made
        return ""


def draw_under(root: str) -> None:
    """Draw for that path: each request for its own, a stream for that of the request that opened it."""
    g.root = root


def page_address() -> str:
    """The address of the page that was asked for, as a browser needs it."""
    return request.script_root + request.path
