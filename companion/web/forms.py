"""Read numbers from forms and addresses, which may contain anything, and answer htmx."""

from __future__ import annotations

from htmx_flask import make_response
from werkzeug.wrappers import Response


def number(text: str, end: int) -> int | None:
    """Return the number that was sent, None if it is not valid.

    A valid number is from 0 to `end` - 1, without leading zeros and without a sign.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(end))):
        return None
    value = int(text)
    if value >= end or str(value) != text:
        return None
    return value


def answer(html: str, status: int = 200, **htmx: object) -> Response:
    """Return an answer with this HTML and with headers for htmx.

    `htmx` are these headers, by the names that they have in htmx_flask, such as `redirect`.
    """
    response: Response = make_response(html, status, **htmx)
    return response
