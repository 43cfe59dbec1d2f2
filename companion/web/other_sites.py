"""Let pages of other web sites read an answer that is the same for everybody (CORS)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response, request

READING = ("GET", "OPTIONS")  # the methods of an address that pages of other sites may read
_P = ParamSpec("_P")


def open_to_all(response: Response) -> Response:
    """Let pages of other sites read this answer, which must not depend on a cookie.

    If a page of another site sends the request, the browser sends no cookies with it. If that page
    asks for cookies to be sent, the browser hides the answer from the page.
    """
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def answers_other_sites(view: Callable[_P, Response]) -> Callable[_P, Response]:
    """Return a view that calls `view`, and that also answers OPTIONS requests.

    The answer allows pages of other sites to send the headers If-None-Match and Last-Event-ID. A
    browser asks for this permission before it sends them. The route must accept the methods
    `READING`.
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
    """Set the ETag of the answer, a hash of its text. Answer 304 if the browser has this text."""
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
