"""Which phone this is: a random name in a signed cookie, made when the phone first joins something."""

from __future__ import annotations

from secrets import token_urlsafe

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

COOKIE = "device"
PLACE = "place"
YEAR = 365 * 24 * 3600


def known() -> str:
    """The name of this phone, empty when it has none yet."""
    try:
        name = _signer().loads(request.cookies.get(COOKIE, ""))
    except BadSignature:
        return ""
    return name if isinstance(name, str) else ""


def fresh() -> str:
    """The name of this phone, or a new one of 128 random bits; `keep` must then send it."""
    return known() or token_urlsafe(16)


def keep(response: Response, name: str) -> Response:
    """Let the phone remember its name for a year."""
    _cookie(response, COOKIE, str(_signer().dumps(name)))
    return response


def placed(response: Response, match_id: int, seat: int | None) -> Response:
    """Let the phone remember where it sat last: only a hint, for telling it that the seat was taken over."""
    _cookie(response, PLACE, f"{match_id}:{'' if seat is None else seat}")
    return response


def remembered(match_id: int) -> str:
    """The seat this phone took last at that table: a number, `-` for none, empty when it was never invited."""
    found, _, seat = request.cookies.get(PLACE, "").partition(":")
    return (seat or "-") if found == str(match_id) else ""


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt="device")


def _cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
