"""Which phone this is: a random name in a signed cookie, made when the phone first joins something."""

from __future__ import annotations

from functools import lru_cache
from secrets import token_urlsafe
from typing import Any

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

COOKIE = "device"
PLACE = "place"
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


def placed(response: Response, match_id: int, seat: int | None) -> Response:
    """Let the phone remember where it sat last: who was invited may sit down again."""
    _cookie(response, PLACE, str(_signer(PLACE).dumps([match_id, "-" if seat is None else str(seat)])))
    return response


def remembered(match_id: int) -> str:
    """The seat this phone took last at that table: a number, `-` for none, empty when it was never invited."""
    found = _said(PLACE)
    return str(found[1]) if isinstance(found, list) and found[0] == match_id else ""


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
