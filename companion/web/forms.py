"""What forms and addresses carry, read strictly: they may say anything, whoever made them; and answers for htmx."""

from __future__ import annotations

from htmx_flask import make_response
from werkzeug.wrappers import Response


def number(text: str, end: int) -> int | None:
    """The number that was sent, if it is one from 0 up to but not including `end`, written as our pages write it."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(end))):
        return None
    value = int(text)
    return value if value < end and str(value) == text else None


def answer(html: str, status: int = 200, **htmx: object) -> Response:
    """An answer with what htmx is told in its headers: `redirect`, `trigger` and the like, as htmx_flask names them."""
    response: Response = make_response(html, status, **htmx)
    return response
