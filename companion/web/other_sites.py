"""Let pages and programs of other sites read an answer that is the same for everybody."""

from __future__ import annotations

from flask import Response, request


def open_to_all(response: Response) -> Response:
    """Let pages of other sites read this answer. It must not depend on a cookie.

    Browsers send no cookies with such a request, and hide an answer to one that had some.
    """
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def with_etag(response: Response) -> Response:
    """Give the answer a tag of what it says, and answer 304 to whoever has it already."""
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
