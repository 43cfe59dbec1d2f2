"""Check how many phones the server can serve at once, and whether they reach it by its address."""

from __future__ import annotations

import http.client
import resource
import ssl
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

from companion.doctor.finding import Finding, to_do, well

PATIENCE = 10  # seconds to wait for an answer
AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

STREAMS = 1000  # that one process should hold; a table has about four
MOST_STREAMS = 20_000  # that anybody has tried with one process
SPARE = 100  # open files that are not streams

Answer = tuple[int, http.client.HTTPMessage]


def streams(files: float) -> Finding:
    """Check that a server which may open so many `files` can hold STREAMS streams."""
    most = int(max(0, min(MOST_STREAMS, files - SPARE)))
    if most >= STREAMS:
        return well("streams", f"{most} phones can listen at once.")
    more = "let it open more files (LimitNOFILE in the unit, ulimit -Hn in a shell)"
    return to_do("streams", f"only {most} phones can listen at once: {more}.")


def most_files() -> float:
    """Return how many files a process of this shell may open; a service has limits of its own."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return float("inf") if most == resource.RLIM_INFINITY else most


def reached(base: str) -> Iterator[Finding]:
    """Check that the address leads to a server of ours, and that a proxy passes on what it must.

    The server has to learn the scheme and the name that phones used.
    """
    address = urlsplit(base)
    if address.scheme not in ("http", "https") or not address.hostname:
        yield to_do("address", f"{base} is no address: https://truc.example is one.")
        return
    try:
        there = _there(base, _answer(address, "GET", "/manifest.webmanifest")[0])
        yield there
        if there.well:
            yield _headers(address, _answer(address, "POST", "/phone", "back=/"))
    except (OSError, http.client.HTTPException) as error:
        yield to_do("address", f"{base} cannot be reached: {_reason(error)}.")


def _there(base: str, status: int) -> Finding:
    if status in AWAY:
        return to_do(
            "address", f"{base}: a proxy answers ({status}), but finds no server behind it."
        )
    if status != HTTPStatus.OK:
        return to_do(
            "address", f"{base} leads to another server than this one (it answers {status})."
        )
    return well("address", f"{base} leads here.")


def _headers(address: SplitResult, answer: Answer) -> Finding:
    """Judge the proxy by an answer to a form.

    The answer is 403 if the proxy changed Host, and its cookie is without Secure if it hid https.
    """
    status, headers = answer
    if status == HTTPStatus.FORBIDDEN:
        return to_do(
            "proxy", "it changes the name phones asked for: have it pass Host on as it came."
        )
    secure = any("; secure" in cookie.lower() for cookie in headers.get_all("Set-Cookie", []))
    if address.scheme == "https" and not secure:
        missing = (
            "set COMPANION_PROXIES to the number of proxies, and have them send X-Forwarded-Proto"
        )
        return to_do("proxy", f"the server does not learn that phones come by https: {missing}.")
    if address.scheme == "http":
        return well(
            "proxy",
            "plain http: enough in a bar; on the internet put a proxy with https before it.",
        )
    return well("proxy", "the server learns that phones come by https, and by which name.")


def _own_page(address: SplitResult) -> dict[str, str]:
    return FORM | {"Origin": f"{address.scheme}://{address.netloc}"}


def _answer(address: SplitResult, method: str, path: str, form: str = "") -> Answer:
    kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
    with closing(kind(address.hostname or "", address.port, timeout=PATIENCE)) as line:
        headers = _own_page(address) if form else {}
        line.request(method, f"{address.path}{path}", form or None, headers)
        with line.getresponse() as answer:
            return answer.status, answer.headers


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not good ({error.verify_message})"
    return str(getattr(error, "strerror", "") or str(error) or type(error).__name__)
