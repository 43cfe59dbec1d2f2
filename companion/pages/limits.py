"""How many tables and books may be opened, and how many records are read at a time."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from threading import Lock
from time import monotonic
from typing import NamedTuple

from flask import abort, current_app, request
from werkzeug.exceptions import ClientDisconnected

from companion.tables.turns import Meanwhile, give_way
from companion.web import device
from companion.web.language import gettext

MOST_A_MINUTE = 600  # by everybody; of these, at most
OF_A_NETWORK = 300
OF_THE_NAMELESS = 60  # of one network
OF_A_PHONE = 20
PATIENCE = 3  # seconds a phone waits for another one to be done


class Opener(NamedTuple):
    """A table or a book that was opened: when, by which phone ("" for one without a cookie), and from which network."""

    at: float
    phone: str
    network: str


def not_too_many() -> Callable[[], None]:
    """Refuses to open one more where too many were opened lately; what it gives is to be called once it is open.

    A script must not fill the disk, nor keep others from opening: each phone has a share, those without a cookie have
    one by network, and so has the network, a large one, for a whole bar is behind one address.
    """
    opened: deque[Opener] = current_app.extensions.setdefault("opened", deque(maxlen=MOST_A_MINUTE))
    this = Opener(monotonic(), device.name(), network(request.remote_addr or ""))
    lately = [other for other in opened if this.at - other.at < 60]
    here = [other for other in lately if other.network == this.network]
    mine = [other for other in (lately if this.phone else here) if other.phone == this.phone]
    share = OF_A_PHONE if this.phone else OF_THE_NAMELESS
    if len(mine) >= share or len(here) >= OF_A_NETWORK or len(lately) >= MOST_A_MINUTE:
        abort(429, gettext("Too many tables are being opened at the moment. Try again in a minute."))
    return lambda: opened.append(this)


def network(address: str) -> str:
    """The network of an address, IPv4 /24 or IPv6 /48: phones on one connection share it. Empty for no IP address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return str(ip_network((ip, 24 if ip.version == 4 else 48), strict=False))


def mark() -> str:
    """A keyed hash of this request's network: the database stores it in place of the address."""
    here = network(request.remote_addr or "")
    return hmac.digest(str(current_app.secret_key).encode(), f"network {here}".encode(), "sha256").hex()[:16]


@contextmanager
def one_import() -> Iterator[Meanwhile]:
    """While records are read and played, which may take a minute: for one phone at a time, as long as it waits.

    What it gives is to be called now and then, and ends the work where nobody waits any more.
    """
    lock: Lock = current_app.extensions.setdefault("importing", Lock())
    if not lock.acquire(timeout=PATIENCE):
        abort(429, gettext("The server is busy reading other matches. Try again in a minute."))
    try:
        give_way()
        yield still_there
    finally:
        lock.release()


def still_there() -> None:
    """Raises ClientDisconnected once whoever sent the request has hung up; what does not tell is believed to wait."""
    has_gone: Callable[[], bool] | None = request.environ.get("companion.has_gone")
    if has_gone is not None and has_gone():
        raise ClientDisconnected
