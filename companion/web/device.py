"""Recognise a phone by a random id in a signed cookie. `tables` decides what the phone may do."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from secrets import token_urlsafe

from flask import Flask, Request, current_app, request
from flask.sessions import SessionInterface
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

from companion.web import root

COOKIE = "device"
# A browser accepts a cookie with this prefix only by https, and only for the host that set it.
FOR_THIS_HOST = "__Host-"
YEAR = 365 * 24 * 3600
LONGEST = 200  # characters of a cookie that are read; our cookies are much shorter


class NoSessions(SessionInterface):
    """A session interface that opens no session, so Flask's own cookie is never written or read.

    A phone is recognised by the cookie of this module alone.
    """

    def open_session(self, app: Flask, request: Request) -> None:
        """Return None: there is no session."""


def phone_id() -> str:
    """Return the id of this phone, or "" if it has no cookie with a valid signature.

    If the server had no https when the phone joined, the name of the cookie has no prefix
    `__Host-`. Such a cookie is accepted too.
    """
    text = request.cookies.get(_cookie_name(), "") or request.cookies.get(COOKIE, "")
    return _read(current_app.secret_key, text[:LONGEST])


def phone_id_or_new() -> str:
    """Return the id of this phone, or a new id of 128 random bits if it has none.

    The caller must send the id to the phone with `set_phone_cookie`.
    """
    return phone_id() or token_urlsafe(16)


def set_phone_cookie(response: Response, name: str) -> Response:
    """Set the cookie with the phone's id, which is `name`. The cookie is valid for a year."""
    _cookie(response, _cookie_name(), str(_signer(COOKIE).dumps(name)))
    return response


def public_phone_id(name: str) -> str:
    """Return a hash of the phone's id. Others may see it, because it does not reveal the id."""
    return sha256(name.encode()).hexdigest()[:12]


def ensure_phone_cookie(response: Response, name: str = "") -> Response:
    """Set the cookie of a phone that has no id. The id is `name`, or a new id if `name` is "".

    Pages with forms do this, so that every phone has an id when it sends a form. If the phone has
    its id in a cookie without the prefix `__Host-`, it gets the same id in one with the prefix.
    """
    if _cookie_name() in request.cookies and phone_id():
        return response
    return set_phone_cookie(response, name or phone_id_or_new())


def keeps_no_cookies() -> bool:
    """Return whether this browser refuses cookies.

    This is so if it sends a form without the cookie that it got with the page of the form.
    """
    return "cookie_set" in request.form and not phone_id()


def _cookie_name() -> str:
    """Return the name of the cookie, with the prefix `__Host-` if possible.

    Browsers accept this prefix only over https, and only if the cookie is valid for every path.
    """
    if request.is_secure and not root.script_root():
        return FOR_THIS_HOST + COOKIE
    return COOKIE


@lru_cache(maxsize=10_000)
def _read(secret: str | bytes | None, text: str) -> str:  # noqa: ARG001 # a key of the cache
    """Return the id in this text of a cookie, or "" if its signature is not valid.

    `secret` is the key with which cookies are signed now. A phone sends the same text with every
    request, so the results are cached.
    """
    try:
        value = _signer(COOKIE).loads(text)
    except BadSignature:
        return ""
    return value if isinstance(value, str) else ""


def _signer(cookie: str) -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or "", salt=cookie)


def _cookie(response: Response, name: str, value: str) -> None:
    safe = request.is_secure
    path = f"{root.script_root()}/"
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
    response.headers.add("Set-Cookie", cookie)  # without `expires`, because `max_age` is enough
