"""Limit how many tables and books are opened, and how many phones import at the same time."""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import ip_address, ip_network
from threading import Condition
from time import monotonic
from typing import NamedTuple

from flask import abort, current_app, request
from werkzeug.exceptions import ClientDisconnected

from companion.engine import Impossible
from companion.tables.turns import Meanwhile, yield_to_others
from companion.web import device
from companion.web.language import gettext

# How many tables and books may be opened in a minute:
MOST_A_MINUTE = 600  # by everybody together
OF_A_NETWORK = 300
OF_THE_NAMELESS = 60  # by all phones of a network that have no cookie
OF_A_PHONE = 20
# How many phones may import at the same time; each has one import:
MOST_IMPORTS = 6
IMPORTS_OF_A_NETWORK = 3
LONGEST_IMPORT = 300  # seconds; a book of twenty thousand matches takes about a hundred
PATIENCE = 3  # seconds that a phone waits until it may import


class Opener(NamedTuple):
    """The opening of a table or a book: when, by which phone, and from which network.

    `at` is a time in seconds. `phone` is "" if the phone has no cookie.
    """

    at: float
    phone: str
    network: str


def check_open_rate() -> Callable[[], None]:
    """Answer 429 if too many tables or books were opened lately.

    Otherwise return a function that counts an opening. The caller calls it after it has opened the
    table or book.

    A script must neither fill the disk nor keep others from opening tables. So each phone may open
    a limited number, and all phones of a network that have no cookie share one such limit. The
    limit of a whole network is larger, because all phones in a bar use one address.
    """
    opened: deque[Opener] = current_app.extensions.setdefault("opened", deque(maxlen=MOST_A_MINUTE))
    this = Opener(monotonic(), device.phone_id(), network(request.remote_addr or ""))
    # A copy, which Python makes in one step: meanwhile other threads add to the list.
    lately = [other for other in opened.copy() if this.at - other.at < 60]
    here = [other for other in lately if other.network == this.network]
    if this.phone:
        mine = [other for other in lately if other.phone == this.phone]
        share = OF_A_PHONE
    else:
        mine = [other for other in here if not other.phone]
        share = OF_THE_NAMELESS
    if len(mine) >= share or len(here) >= OF_A_NETWORK or len(lately) >= MOST_A_MINUTE:
        abort(
            429, gettext("Too many tables are being opened at the moment. Try again in a minute.")
        )
    return lambda: opened.append(this)


def network(address: str) -> str:
    """Return the network of an address, IPv4 /24 or IPv6 /48, or "" if it is not an IP address.

    All phones that share one internet connection count as one network.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    ip = getattr(ip, "ipv4_mapped", None) or ip
    bits = 24 if ip.version == 4 else 48
    return str(ip_network((ip, bits), strict=False))


def network_hash() -> str:
    """Return a keyed hash of this request's network. It is stored instead of the address."""
    here = network(request.remote_addr or "")
    key = str(current_app.secret_key).encode()
    return hmac.digest(key, f"network {here}".encode(), "sha256").hex()[:16]


class Importer(NamedTuple):
    """A phone that imports matches, and its network.

    `phone` is "" if the phone has no cookie, so all such phones of a network count as one.
    """

    phone: str
    network: str


class ImportsUnderWay:
    """The imports that run in this process; each phone may run one at a time."""

    def __init__(self) -> None:
        self._importers: list[Importer] = []
        self._changed = Condition()

    def enter(self, importer: Importer, patience: float) -> bool:
        """Wait up to `patience` seconds until this phone may import, and count its import.

        Return False if the phone still may not import after this time.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._may_enter(importer), patience):
                return False
            self._importers.append(importer)
            return True

    def leave(self, importer: Importer) -> None:
        """Stop counting the import, which has ended, and wake the requests that wait to import."""
        with self._changed:
            self._importers.remove(importer)
            self._changed.notify_all()

    def _may_enter(self, importer: Importer) -> bool:
        networks = [other.network for other in self._importers]
        return (
            importer not in self._importers
            and networks.count(importer.network) < IMPORTS_OF_A_NETWORK
            and len(networks) < MOST_IMPORTS
        )


@contextmanager
def limit_imports() -> Iterator[Meanwhile]:
    """Return a context manager that lets this phone import in its `with` block.

    An import may take minutes, so only a few run at the same time. Answers 429 if this phone may
    not begin within PATIENCE seconds.

    The value after `as` is a function that the caller calls now and then during the import. It
    raises ClientDisconnected if the phone has disconnected, and Impossible if the import takes
    longer than LONGEST_IMPORT.
    """
    under_way: ImportsUnderWay = current_app.extensions.setdefault("imports", ImportsUnderWay())
    importer = Importer(device.phone_id(), network(request.remote_addr or ""))
    if not under_way.enter(importer, PATIENCE):
        abort(429, gettext("The server is busy reading other matches. Try again in a minute."))
    try:
        yield_to_others()
        yield partial(_check_import, monotonic() + LONGEST_IMPORT)
    finally:
        under_way.leave(importer)


def _check_import(end: float) -> None:
    abort_if_gone()
    if monotonic() > end:
        raise Impossible(
            "Reading this takes too long. Nothing was imported: try fewer matches at once."
        )


def abort_if_gone() -> None:
    """Raise ClientDisconnected if the phone that sent the request has disconnected.

    If the server cannot find out, nothing is raised.
    """
    has_gone: Callable[[], bool] | None = request.environ.get("companion.has_gone")
    if has_gone is not None and has_gone():
        raise ClientDisconnected
