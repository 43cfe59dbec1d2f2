"""Say in every answer where things may come from, and take posts from our own pages only."""

from __future__ import annotations

from flask import Flask, Response, abort, request

from companion.web.language import gettext

POLICY = "; ".join((
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
))  # fmt: skip

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Companion": "1",  # an answer without it is a page of a hot spot or a proxy, not ours
}
OF_STREAMS = HEADERS | {"Cross-Origin-Resource-Policy": "same-origin"}
OF_PAGES = OF_STREAMS | {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# No Strict-Transport-Security: at home and in a bar there is no certificate, and a name that once
# promised one is shut out for a year. If a proxy holds a certificate, the promise is the proxy's to
# make.
# Styles, scripts and streams go without the headers that only count for pages: on a slow network
# each line counts.
OTHERS = {"text/css": HEADERS, "text/javascript": HEADERS, "text/event-stream": OF_STREAMS}


def register(app: Flask) -> None:
    """Register the checks of every request and the headers of every answer."""
    app.before_request(readable_host)
    app.before_request(own_pages_only)
    app.before_request(whole_only)
    app.after_request(with_headers)


def readable_host() -> None:
    """Answer 400 to an invalid host name, because links for other phones begin with it."""
    try:
        request.host_url  # noqa: B018  # read for what it raises
    except UnicodeError:
        abort(400)


def own_pages_only() -> None:
    """Refuse a post from another site: no page can forge what a browser says about its origin."""
    if request.method not in ("GET", "HEAD", "OPTIONS") and not _from_here():
        abort(403, gettext("This came from another site. Open the table’s own page and tap there."))


def whole_only() -> None:
    """Answer 413 to a body in chunks that is over the limit.

    Such a body does not name its length. It would otherwise be cut and accepted as if whole.
    """
    most = request.max_content_length
    if most is not None and "HTTP_TRANSFER_ENCODING" in request.environ:
        request.max_content_length = most + 1
        if len(request.get_data()) > most:
            abort(413)


def with_headers(response: Response) -> Response:
    """Add the headers that every answer has.

    A browser asks for a page again each time, and keeps none behind a secret link.
    """
    if response.status_code == 204:
        headers = OF_STREAMS
    else:
        headers = OTHERS.get(response.mimetype or "", OF_PAGES)
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    secret = "token" in (request.view_args or {})
    response.headers.setdefault("Cache-Control", "no-store" if secret else "private, no-cache")
    return response


def _from_here() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or origin.partition("://")[2] == request.host
