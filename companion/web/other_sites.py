"""Let pages and programs of other sites read an answer that is the same for everybody."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response, request

READING = ("GET", "OPTIONS")  # the methods of an address that pages of other sites may read
_P = ParamSpec("_P")


def open_to_all(response: Response) -> Response:
    """Let pages of other sites read this answer, which must not depend on a cookie.

    A browser sends no cookies with such a request. If the page asks for cookies to be sent, the
    browser hides the answer from the page.
    """
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def answers_other_sites(view: Callable[_P, Response]) -> Callable[_P, Response]:
    """Return the view with an answer to OPTIONS requests, which allows two headers.

    The two are If-None-Match and Last-Event-ID. A browser sends an OPTIONS request to ask for
    permission before a page of another site sends them. The view must have the methods `READING`.
    """

    @wraps(view)
    def answer(*args: _P.args, **values: _P.kwargs) -> Response:
        if request.method != "OPTIONS":
            return view(*args, **values)
        response = open_to_all(Response(status=204))
        response.headers["Access-Control-Allow-Methods"] = "GET"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match, Last-Event-ID"
        response.headers["Access-Control-Max-Age"] = "86400"
        return response

    return answer


def with_etag(response: Response) -> Response:
    """Set the answer's ETag, a hash of its text; answer 304 if the browser has this text."""
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
