"""Remember the name of this phone's owner in a cookie, so that they type it only once."""

from __future__ import annotations

from urllib.parse import quote, unquote

from flask import request
from werkzeug.wrappers import Response

from companion.tables import clean_name
from companion.web import root
from companion.web.device import YEAR

COOKIE = "name"
LONGEST = 400  # characters of the cookie: a name of the most bytes, each written as three


def remembered() -> str:
    """Return the name that this phone remembers, or "". The cookie may contain anything."""
    try:
        return clean_name(unquote(request.cookies.get(COOKIE, "")[:LONGEST]))
    except ValueError:
        return ""


def clean_optional(text: str) -> str:
    """Return the typed name, cleaned, or "" for an empty field.

    Raises ValueError with a message for the user if the text is not a valid name.
    """
    if not text.strip():
        return ""
    return clean_name(text)


def set_name_cookie(response: Response, name: str) -> Response:
    """Set the cookie with a clean name. If `name` is "", the cookie stays as it is."""
    if name:
        response.set_cookie(
            COOKIE,
            quote(name),
            max_age=YEAR,
            path=f"{root.script_root()}/",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
    return response
