"""Serve under a path, as in https://example.org/truc, if a proxy shows this server so.

A proxy that cuts the path off says it with each request, in X-Forwarded-Prefix; for one that leaves
it, the setting SCRIPT_NAME says it once. A stream draws between two requests, so it keeps the path
of the request that opened it. Everything that is remembered of what was drawn is remembered for a
path, and the oldest of it is forgotten: so any number of paths may come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, abort, g, redirect, request
from werkzeug.wrappers import Response

LONGEST = 100  # characters; every address on a page begins with them
HEALTH = "/healthz"  # whoever looks after the server asks for it without a proxy
OUTSIDE = "companion.outside"  # is in the environment of a request whose path is not ours
_PATH = re.compile(r"(/[\w.~-]+)+")

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class UnderPath:
    """A WSGI middleware that serves an application under a path of the site.

    Raises ValueError if the path is none.
    """

    def __init__(self, application: Application, path: str) -> None:
        if not is_path(path):
            raise ValueError(f"SCRIPT_NAME must be a path like /truc, and is {path!r}")
        self._application = application
        self._path = path

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Move the path from PATH_INFO to SCRIPT_NAME, unless a proxy has said another one."""
        asked = environ["PATH_INFO"]
        if not environ.get("SCRIPT_NAME"):
            environ["SCRIPT_NAME"] = self._path
            if f"{asked}/".startswith(f"{self._path}/"):
                environ["PATH_INFO"] = asked[len(self._path) :]
            elif asked != HEALTH:
                environ[OUTSIDE] = True
        return self._application(environ, start_response)


def is_path(text: str) -> bool:
    """Return whether a server can be shown under this path: "/truc" or "/bar/truc"."""
    return len(text) <= LONGEST and _PATH.fullmatch(text) is not None


def register(app: Flask) -> None:
    """Register the functions that find and check the path of every request."""
    app.before_request(under_a_path_only)


def under_a_path_only() -> Response | None:
    """Answer 400 to an invalid path and 404 outside ours; redirect our path without a slash."""
    path = request.script_root
    if path and not is_path(path):
        abort(400)
    set_script_root(path)
    if OUTSIDE in request.environ:
        abort(404)
    if path and not request.environ["PATH_INFO"]:
        return redirect(f"{path}/", 301)
    return None


def script_root() -> str:
    """Return the path, as "/truc" or "", for what is being drawn."""
    try:
        return str(g.get("root", ""))
    except RuntimeError:  # no page is being made
        return ""


def set_script_root(root: str) -> None:
    """Set the path that addresses begin with from now on, in a request or in its stream."""
    g.root = root


def page_address() -> str:
    """Return the address of the page that was asked for, as a browser needs it."""
    return request.script_root + request.path
