"""Compress answers: with Brotli if it is installed and the browser takes it, else with gzip."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from importlib.util import find_spec

from flask import Flask, Response, request

Packer = Callable[[bytes], bytes]

TYPES = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/manifest+json")
WORTH = 500  # bytes; a shorter answer is sent as it is


def _quick_brotli(data: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(data, quality=5))  # from here on smaller than gzip


def _small_brotli(data: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(data))


QUICK: dict[str, Packer] = {"gzip": lambda data: gzip.compress(data, 6, mtime=0)}
SMALL: dict[str, Packer] = {"gzip": lambda data: gzip.compress(data, 9, mtime=0)}
if find_spec("brotli"):
    QUICK = {"br": _quick_brotli} | QUICK
    SMALL = {"br": _small_brotli} | SMALL


def wanted() -> str:
    """Return the encoding in which the browser accepts the answer, or "" for none."""
    return next((encoding for encoding in QUICK if request.accept_encodings[encoding] > 0), "")


def stream_packer() -> zlib._Compress:
    """Return a gzip compressor for a stream; the phone can read what was sent after each flush.

    An open stream keeps its compressor, which has 136 kB: a window of 32 kB, so that even the
    largest panel (17 kB) finds the last one in it, and little memory for hashes. A tap is then 300
    bytes on the wire. With the usual hashes it would have 256 kB for the same bytes; with half the
    window 72 kB, but a large panel would be 1,200 bytes instead of 1,000.
    """
    return zlib.compressobj(6, zlib.DEFLATED, 16 + 15, 4)


def register(app: Flask) -> None:
    """Pack every answer that gets smaller by it, as the last step before it is sent."""
    app.after_request(packed)


def packed(response: Response) -> Response:
    """Return the answer, packed if the browser takes that.

    Live updates pack themselves: they must never wait in here.
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
