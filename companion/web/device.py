"""Which phone this is: a random name in a signed cookie, and nothing else. What it may do is asked in `tables`."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

COOKIE = "device"
YEAR = 365 * 24 * 3600
LONGEST = 200  # characters of a cookie of ours, far from reached: what is longer was made by somebody else


def known() -> str:
    """The name of this phone, empty when it has none yet."""
    name = _said(COOKIE)
    return name if isinstance(name, str) else ""


def fresh() -> str:
    """The name of this phone, or a new one of 128 random bits; `keep` must then send it."""
    return known() or token_urlsafe(16)


def keep(response: Response, name: str) -> Response:
    """Let the phone remember its name for a year."""
    _cookie(response, COOKIE, str(_signer(COOKIE).dumps(name)))
    return response


@lru_cache(maxsize=10_000)
def short(name: str) -> str:
    """What tells this phone from the others at a table, on a page: nobody can make its cookie of that."""
    return sha256(name.encode()).hexdigest()[:12]


def kept(response: Response) -> Response:
    """Let a phone that has no name yet remember one: from now on it says the same name in every post it makes."""
    return response if known() else keep(response, fresh())


def no_cookies() -> bool:
    """Whether a form of ours, which came with a cookie, was sent without one: this browser keeps none."""
    return "cookie_set" in request.form and not known()


def _said(cookie: str) -> Any:
    """What we wrote into that cookie, None for anything that is not signed by us."""
    return _read(_signer(cookie), request.cookies.get(cookie, "")[:LONGEST])


@lru_cache(maxsize=10_000)
def _read(signer: URLSafeSerializer, text: str) -> Any:
    """A phone says the same in every request of an evening."""
    try:
        return signer.loads(text)
    except BadSignature:
        return None


def _signer(cookie: str) -> URLSafeSerializer:
    return _signs(current_app.secret_key or "", cookie)


@lru_cache(maxsize=8)
def _signs(secret: str | bytes, cookie: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=cookie)


def _cookie(response: Response, name: str, value: str) -> None:
    safe = request.is_secure
    cookie = dump_cookie(name, value, max_age=YEAR, sync_expires=False, httponly=True, samesite="Lax", secure=safe)
    response.headers.add("Set-Cookie", cookie)  # a year is a year: no date beside it
