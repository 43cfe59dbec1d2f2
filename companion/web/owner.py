"""The name of whoever this phone belongs to: kept on the phone, so that it is typed once and offered ever after."""

from __future__ import annotations

from urllib.parse import quote, unquote

from flask import request
from werkzeug.wrappers import Response

from companion.tables import clean_name
from companion.web import root
from companion.web.device import YEAR

COOKIE = "name"
LONGEST = 400  # characters of the cookie: a name of the most bytes, each written as three


def name() -> str:
    """The name this phone remembers, empty where it knows none; nothing a cookie says is trusted."""
    try:
        return clean_name(unquote(request.cookies.get(COOKIE, "")[:LONGEST]))
    except ValueError:
        return ""


def typed(text: str) -> str:
    """A name as somebody typed it, cleaned; empty for an empty field. ValueError, a sentence, if it is no name."""
    return clean_name(text) if text.strip() else ""


def remember(response: Response, name: str) -> Response:
    """Let the phone remember a clean name; an empty one changes nothing."""
    if name:
        safe = request.is_secure
        path = f"{root.now()}/"
        response.set_cookie(
            COOKIE, quote(name), max_age=YEAR, path=path, httponly=True, samesite="Lax", secure=safe
        )
    return response
