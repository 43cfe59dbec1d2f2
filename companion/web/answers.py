"""Check every request. Add headers to every answer, and compress it.

POST requests are accepted from our own pages only. A Content-Security-Policy lets pages load files
from this server only. An answer is compressed with Brotli if the server has Brotli and the browser
accepts it, otherwise with gzip.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from importlib.util import find_spec

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
# No Strict-Transport-Security: a browser that has received it opens this host name only with a
# certificate for a year, and a server at home or in a bar has none. If a proxy has a certificate,
# the proxy can send the header.
# Styles, scripts and streams are sent without the headers that have an effect on pages only,
# because each line takes time on a slow network.
OTHERS = {"text/css": HEADERS, "text/javascript": HEADERS, "text/event-stream": OF_STREAMS}

Packer = Callable[[bytes], bytes]

# The placeholders of routes for the secret of a link. A browser must not store such a page.
SECRETS = {"token", "keep", "wall", "card", "number"}

TYPES = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/manifest+json")
WORTH = 500  # bytes; a shorter answer is sent as it is


def _quick_brotli(data: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(data, quality=5))  # the lowest quality that is smaller than gzip


def _small_brotli(data: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(data))


QUICK: dict[str, Packer] = {"gzip": lambda data: gzip.compress(data, 6, mtime=0)}
SMALL: dict[str, Packer] = {"gzip": lambda data: gzip.compress(data, 9, mtime=0)}
if find_spec("brotli"):
    QUICK = {"br": _quick_brotli} | QUICK
    SMALL = {"br": _small_brotli} | SMALL


def register(app: Flask) -> None:
    """Register the functions that check requests, add headers and compress answers."""
    app.before_request(check_request)
    app.after_request(packed)  # registered first, because Flask calls these in reverse order
    app.after_request(with_headers)


def check_request() -> None:
    """Refuse a request that none of our pages sends.

    * 400: the host name is not valid. We need it, because links for other phones begin with it.
    * 403: a POST request comes from another site. The browser names that site in a header, and no
      page can change this header.
    * 413: a chunked body is larger than the limit. Flask does not know the length of such a body,
      so it would cut off the rest and take the beginning for the complete body.
    """
    try:
        request.host_url  # noqa: B018  # read for what it raises
    except UnicodeError:
        abort(400)
    if request.method not in ("GET", "HEAD", "OPTIONS") and not _from_here():
        abort(403, gettext("This came from another site. Open the table’s own page and tap there."))
    most = request.max_content_length
    if most is not None and "HTTP_TRANSFER_ENCODING" in request.environ:
        request.max_content_length = most + 1
        if len(request.get_data()) > most:
            abort(413)


def with_headers(response: Response) -> Response:
    """Add the headers for security and for caching.

    With these headers, a browser that has stored a page asks the server whether the page is still
    current, each time before it shows the page. It does not store a page whose address contains a
    secret.
    """
    if response.status_code == 204:
        headers = OF_STREAMS
    else:
        headers = OTHERS.get(response.mimetype or "", OF_PAGES)
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    has_secret = not SECRETS.isdisjoint(request.view_args or {})
    response.headers.setdefault("Cache-Control", "no-store" if has_secret else "private, no-cache")
    return response


def packed(response: Response) -> Response:
    """Return the answer, compressed if the browser accepts that.

    A stream is not compressed here, because its end is not known. `stream_packer` compresses it.
    """
    if (
        response.mimetype not in TYPES
        or response.status_code in (204, 304)
        or "Content-Encoding" in response.headers
    ):
        return response
    response.vary.add("Accept-Encoding")
    response.direct_passthrough = False
    encoding = wanted()
    data = response.get_data()
    if not encoding or len(data) < WORTH:
        return response
    response.set_data(QUICK[encoding](data))
    response.headers["Content-Encoding"] = encoding
    tag, weak = response.get_etag()
    if tag:
        response.set_etag(f"{tag}-{encoding}", bool(weak))
        response.make_conditional(request)
    return response


def _from_here() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or origin.partition("://")[2] == request.host


def wanted() -> str:
    """Return the best encoding that the browser accepts: "br", "gzip", or "" for no compression."""
    return next((encoding for encoding in QUICK if request.accept_encodings[encoding] > 0), "")


def stream_packer() -> zlib._Compress:
    """Return a gzip compressor for one stream. After each flush the phone can read what was sent.

    The compressor is used as long as the stream is open, and takes 72 kB of memory. Its window of
    16 kB still holds the previous panel, so the unchanged parts of a panel of usual size (10 kB)
    are not sent again. After a tap, some 400 bytes are sent to a phone. If the panel is larger than
    the window, 1,800 bytes are sent.

    With a window of 32 kB, 300 bytes would be sent instead of 400, and 1,000 instead of 1,800. But
    each stream would take 136 kB of memory, and compressing would take twice as long: 0.2 ms more
    for the four phones of a table.
    """
    return zlib.compressobj(6, zlib.DEFLATED, 16 + 14, 4)
