"""Choose the address that is printed on a card.

A card is used for years, so the page says for each address what must not change.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from companion.own_address import is_ip
from companion.web.guests import ONLY_HERE, shared_origin
from companion.web.language import N_, gettext

LASTING = ("set", "name", "local", "ip", "here")
"""The kinds of addresses, first the kind that stays valid longest."""

DEPENDS = {
    "set": N_("The card works as long as this server answers at %(address)s."),
    "name": N_("The card works as long as this server answers at %(address)s."),
    # NOTE: %(address)s is like truc.local:8000
    "local": N_(
        "Phones find %(address)s even after the router has given the server another address, "
        "but only in this network, and some older Android phones never do."
    ),
    # NOTE: %(address)s is like 192.168.1.20:8000
    "ip": N_(
        "The router gave this server the address %(address)s. "
        "When it gives another one, the card leads nowhere."
    ),
    # NOTE: %(address)s is like localhost:8000
    "here": N_(
        "Only this computer finds %(address)s, so no phone can use the card. "
        "Connect the computer to the network of the phones and reload this page."
    ),
}


@dataclass(frozen=True, slots=True)
class CardAddress:
    """An address of this server for a card, such as `http://truc.local:8000`, and its kind."""

    origin: str
    kind: str

    @property
    def shown(self) -> str:
        """Return the address as people read it: `truc.local:8000`."""
        return self.origin.partition("//")[2]

    @property
    def depends(self) -> str:
        """Return a sentence that says how long a card with this address works."""
        return gettext(DEPENDS[self.kind], address=self.shown)

    @property
    def is_doubtful(self) -> bool:
        """Return whether a card with this address may soon stop working."""
        return self.kind in ("ip", "here")


def choices() -> tuple[CardAddress, ...]:
    """Return the addresses of this server. Those that probably stay valid longest come first.

    An address that works only on this computer is returned only if there is no other.
    """
    origins = (
        current_app.config["ADDRESS"],
        shared_origin(),
        request.host_url.rstrip("/"),
        current_app.config["ANNOUNCED"](),
        current_app.config["REACHABLE"](),
    )
    found = [CardAddress(origin, _kind(origin)) for origin in dict.fromkeys(origins) if origin]
    found.sort(key=lambda address: LASTING.index(address.kind))
    for_phones = [address for address in found if address.kind != "here"]
    return tuple(for_phones or found[:1])


def chosen(among: tuple[CardAddress, ...]) -> CardAddress:
    """Return the address that was tapped on the page, or else the first of `among`."""
    wanted = request.args.get("address", "")
    matching = [address for address in among if address.origin == wanted]
    return matching[0] if matching else among[0]


def _kind(origin: str) -> str:
    if origin == current_app.config["ADDRESS"]:
        return "set"
    name = urlsplit(origin).hostname or ""
    if name in ONLY_HERE or (is_ip(name) and ip_address(name).is_loopback):
        return "here"
    if is_ip(name):
        return "ip"
    return "local" if name.endswith(".local") else "name"
