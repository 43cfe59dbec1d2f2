"""Serve under a path, as in https://example.org/truc, if a proxy forwards only this path to us.

There are two kinds of proxies. Some remove the path from the address and send it in the header
X-Forwarded-Prefix. For the others, which leave the path in the address, set SCRIPT_NAME.

A stream draws panels after its request, so it keeps the path of the request that opened it. Drawn
regions and addresses are cached separately for each path. The size of the cache is limited, so
requests with invented paths do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, abort, g, redirect, request
from werkzeug.wrappers import Response

LONGEST = 100  # characters of a path, with which every address on a page begins
HEALTH = "/healthz"  # programs that watch the server ask for it without the proxy
OUTSIDE = "companion.outside"  # the key in the environment of a request whose path is not ours
_PATH = re.compile(r"(/[\w.~-]+)+")

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class UnderPath:
    """A WSGI middleware that serves an application under `path`, such as "/truc".

    Raises ValueError if `path` is not valid.
    """

    def __init__(self, application: Application, path: str) -> None:
        if not is_path(path):
            raise ValueError(f"SCRIPT_NAME must be a path like /truc, and is {path!r}")
        self._application = application
        self._path = path

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Move the path of the application from the beginning of PATH_INFO to SCRIPT_NAME.

        If a proxy has set SCRIPT_NAME already, change nothing.
        """
        asked = environ["PATH_INFO"]
        if not environ.get("SCRIPT_NAME"):
            environ["SCRIPT_NAME"] = self._path
            if f"{asked}/".startswith(f"{self._path}/"):
                environ["PATH_INFO"] = asked[len(self._path) :]
            elif asked != HEALTH:
                environ[OUTSIDE] = True
        return self._application(environ, start_response)


def is_path(text: str) -> bool:
    """Return whether a server can be served under this path, for example "/truc" or "/bar/truc"."""
    return len(text) <= LONGEST and _PATH.fullmatch(text) is not None


def register(app: Flask) -> None:
    """Register the function that checks the path of every request."""
    app.before_request(under_a_path_only)


def under_a_path_only() -> Response | None:
    """Set the path below which all pages are, such as `/truc`; "" if the server has none.

    Answer 400 if this path is not valid, and 404 if the address is not below it. Redirect `/truc`
    to `/truc/`.
    """
    path = request.script_root
    if path and not is_path(path):
        abort(400)
    g.root = path
    if OUTSIDE in request.environ:
        abort(404)
    if path and not request.environ["PATH_INFO"]:
        return redirect(f"{path}/", 301)
    return None


def script_root() -> str:
    """Return the path under which the page being drawn is served, for example "/truc", or ""."""
    try:
        return str(g.get("root", ""))
    except RuntimeError:  # no page is being made
        return ""


def page_address() -> str:
    """Return the path of the requested page, as it is in the URL of the browser.

    It begins with the path under which the page is served, and has no query: `/truc/new`.
    """
    return request.script_root + request.path
