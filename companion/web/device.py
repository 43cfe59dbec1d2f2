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

from companion.web import root

COOKIE = "device"
FOR_THIS_HOST = (
    "__Host-"  # browsers keep a cookie of such a name only for the very host that set it, by https
)
YEAR = 365 * 24 * 3600
LONGEST = 200  # characters of a cookie of ours, far from reached: what is longer was made by somebody else


def name() -> str:
    """The name of this phone, empty when it has none yet."""
    value = _cookie_value()
    return value if isinstance(value, str) else ""


def fresh() -> str:
    """The name of this phone, or a new one of 128 random bits; `keep` must then send it."""
    return name() or token_urlsafe(16)


def keep(response: Response, name: str) -> Response:
    """Let the phone remember its name for a year."""
    _cookie(response, _cookie_name(), str(_signer(COOKIE).dumps(name)))
    return response


def short(name: str) -> str:
    """What tells this phone from the others at a table, on a page: nobody can make its cookie of that."""
    return sha256(name.encode()).hexdigest()[:12]


def ensure_name(response: Response) -> Response:
    """Let a phone that has no name yet remember one: from now on it says the same name in every post it makes."""
    return response if _cookie_name() in request.cookies and name() else keep(response, fresh())


def no_cookies() -> bool:
    """Whether a form of ours, which came with a cookie, was sent without one: this browser keeps none."""
    return "cookie_set" in request.form and not name()


def _cookie_value() -> Any:
    """What we wrote into that cookie, None for anything that is not signed by us; of before https, its plain name."""
    text = request.cookies.get(_cookie_name(), "") or request.cookies.get(COOKIE, "")
    return _read(_signer(COOKIE), text[:LONGEST])


def _cookie_name() -> str:
    """What the cookie is called here; the prefix is for cookies of a whole host."""
    return FOR_THIS_HOST + COOKIE if request.is_secure and not root.now() else COOKIE


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
    path = f"{root.now()}/"
    cookie = dump_cookie(
        name,
        value,
        max_age=YEAR,
        sync_expires=False,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=safe,
    )
    response.headers.add("Set-Cookie", cookie)  # a year is a year: no date beside it
