"""Check how many phones can be connected at the same time, and whether they reach the server."""

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

STREAMS = 1000  # streams that one process should be able to hold; a table has about four
MOST_STREAMS = 20_000  # more streams have not been tried with one process
SPARE = 100  # open files that are not streams

Answer = tuple[int, http.client.HTTPMessage]


def streams(files: float) -> Finding:
    """Check that a server that may open `files` files can have STREAMS streams at the same time."""
    most = int(max(0, min(MOST_STREAMS, files - SPARE)))
    if most >= STREAMS:
        return well("streams", f"{most} phones can be connected at once.")
    more = "let the server open more files (LimitNOFILE in the unit, ulimit -Hn in a shell)"
    return to_do("streams", f"only {most} phones can be connected at once: {more}.")


def most_files() -> float:
    """Return how many files this process may open at the same time, or infinity.

    The server may have another limit than this process if it is run as a service.
    """
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most == resource.RLIM_INFINITY:
        return float("inf")
    return most


def reached(base: str) -> Iterator[Finding]:
    """Check that `base` is the address of a Truc Companion, and that its proxy is set up right.

    The proxy must tell the server which scheme and which host name phones use.
    """
    if not _is_address(base):
        yield to_do("address", f"{base} is not an address like https://truc.example.")
        return
    address = urlsplit(base)
    try:
        there = _there(base, _answer(address, "GET", "/manifest.webmanifest")[0])
        yield there
        if there.well:
            yield _headers(address, _answer(address, "POST", "/phone", "back=/"))
    except (OSError, http.client.HTTPException) as error:
        yield to_do("address", f"{base} cannot be reached: {_reason(error)}.")


def _is_address(base: str) -> bool:
    try:
        parts = urlsplit(base)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port or an IPv6 address that cannot be one
        return False


def _there(base: str, status: int) -> Finding:
    if status in AWAY:
        return to_do(
            "address", f"at {base} a proxy answers ({status}), but it cannot reach the server."
        )
    if status != HTTPStatus.OK:
        return to_do(
            "address", f"{base} leads to another server than this one (it answers {status})."
        )
    return well("address", f"{base} leads to a Truc Companion.")


def _headers(address: SplitResult, answer: Answer) -> Finding:
    """Return the finding about the headers that the proxy sends to the server.

    `answer` is the answer to a form that was sent to `address`. Its status is 403 if the proxy has
    changed the Host header. Its cookie is not Secure if the proxy does not tell the server that the
    phone uses https.
    """
    status, headers = answer
    if status == HTTPStatus.FORBIDDEN:
        return to_do(
            "proxy", "it changes the Host header: let it pass on the name that phones use."
        )
    secure = any("; secure" in cookie.lower() for cookie in headers.get_all("Set-Cookie", []))
    if address.scheme == "https" and not secure:
        missing = (
            "set COMPANION_PROXIES to the number of proxies, and let them send X-Forwarded-Proto"
        )
        return to_do("proxy", f"the server does not know that phones use https: {missing}.")
    if address.scheme == "http":
        return well(
            "proxy",
            "plain http, which is enough in a bar; on the internet use a proxy with https.",
        )
    return well("proxy", "the server knows that phones use https, and which name they use.")


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
        return f"its certificate is not valid ({error.verify_message})"
    return str(getattr(error, "strerror", "") or str(error) or type(error).__name__)
