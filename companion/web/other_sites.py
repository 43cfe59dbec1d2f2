"""Let pages and programs of other sites read an answer that is the same for everybody."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response, request

READING = ("GET", "OPTIONS")  # the methods of an address that pages of other sites may read
_P = ParamSpec("_P")


def open_to_all(response: Response) -> Response:
    """Let pages of other sites read this answer. It must not depend on a cookie.

    Browsers send no cookies with such a request, and hide an answer to one that had some.
    """
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def answers_other_sites(view: Callable[_P, Response]) -> Callable[_P, Response]:
    """Let a view with the methods `READING` say to browsers what pages of other sites may send.

    A browser asks for that before a request with one of these headers, whatever the address is.
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
    """Give the answer a tag of what it says, and answer 304 to whoever has it already."""
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
