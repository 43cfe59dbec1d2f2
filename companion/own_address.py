"""Read COMPANION_ADDRESS, the address for phones that the operator of the server has set."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from urllib.parse import urlsplit

_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*")


def own_address() -> str:
    """Return COMPANION_ADDRESS, for example `https://truc.example`, or "" if it is not set.

    Raises ValueError if the value is not an address of a server (see `is_address`).
    """
    text = os.environ.get("COMPANION_ADDRESS") or ""
    if text and not is_address(text):
        like = "like https://truc.example or http://192.168.1.20:8000, without a path"
        raise ValueError(f"COMPANION_ADDRESS must be an address {like}, not {text!r}")
    return text.lower().rstrip("/")


def is_address(text: str) -> bool:
    """Return whether this is an address of a server, for example `http://192.168.1.20:8000`.

    Such an address is http or https, then a name or an IP address, and possibly a port.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    name = parts.hostname or ""
    host = name
    if ":" in name:
        host = f"[{name}]"  # an IPv6 address
    whole = f"{parts.scheme}://{host}"
    if port is not None:
        whole += f":{port}"
    has_more = text.lower().removesuffix("/") != whole  # a path, a user, a query
    is_host = is_ip(name) or (_NAME.fullmatch(name) is not None and len(name) < 254)
    return parts.scheme in ("http", "https") and is_host and port != 0 and not has_more


def is_ip(name: str) -> bool:
    """Return whether this is an IP address and not a name."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return "%" not in name
