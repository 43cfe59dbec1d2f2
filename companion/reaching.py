"""Find where phones reach this server, each time it is asked for.

A network may come, go or change while people play.
"""

from __future__ import annotations

import ipaddress
import socket
import sys
from contextlib import suppress

from ifaddr import Adapter, get_adapters
from qrcode.main import QRCode

from companion.own_address import own_address

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  # compared, not bound
ELSEWHERE = (
    "rmnet",
    "ccmni",
    "pdp",
    "wwan",
    "ppp",
    "tun",
    "wg",
    "docker",
    "br-",
    "virbr",
    "veth",
    "lxc",
    "lo",
)
"""The first letters of networks without phones of this room: mobile, tunnels, containers."""


def url(host: str, port: int) -> str:
    """Return the address for phones if a server listens on `host`, empty if only this machine can.

    COMPANION_ADDRESS comes first, if it is set.
    """
    chosen = own_address()
    if chosen:
        return chosen
    own = address(host)
    return f"http://{_in_url(own)}{_port(port)}" if own else ""


def here(host: str, port: int) -> str:
    """Return the address of the same server for a browser on this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else _in_url(host)
    return f"http://{name}{_port(port)}"


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _port(port: int) -> str:
    return "" if port == 80 else f":{port}"


def address(host: str) -> str:
    """Return the IP address or the name by which other machines find a server on `host`.

    It is empty if they do not find it.
    """
    if host in EVERYWHERE:
        own = of_network(4)
        if not own and host == "::":
            own = of_network(6)
        return own
    return "" if only_here(host) else host


def only_here(host: str) -> bool:
    """Return whether a server that listens on `host` can be reached from this machine only."""
    if host in EVERYWHERE:
        return False
    with suppress(OSError):
        (*_, (name, *_)), *_ = socket.getaddrinfo(host, None)
        return ipaddress.ip_address(str(name).partition("%")[0]).is_loopback
    return True


def of_network(version: int) -> str:
    """Return the IPv4 or IPv6 address of this machine in the network around it, "" for none.

    A phone that shares its mobile connection has two: the one towards the internet is not that of
    its guests.
    """
    outwards = _outwards(version)
    near: list[str] = []
    try:
        for adapter in get_adapters():
            near += _of_adapter(adapter, version)
    except OSError:  # a system that does not tell
        return outwards
    if outwards in near:
        return outwards
    return next(iter(near), "")


def _of_adapter(adapter: Adapter, version: int) -> list[str]:
    if str(adapter.name).startswith(ELSEWHERE):
        return []
    every = [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in adapter.ips]
    of_version = [one for one in every if ipaddress.ip_address(one).version == version]
    return [one for one in of_version if not ipaddress.ip_address(one).is_link_local]


def _outwards(version: int) -> str:
    """Return the address used towards the internet.

    Connecting a UDP socket asks the routing table and sends nothing.
    """
    family = socket.AF_INET
    somewhere = "192.0.2.1"
    if version == 6:
        family = socket.AF_INET6
        somewhere = "2001:db8::1"
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((somewhere, 9))
        return str(probe.getsockname()[0])
    return ""


def show_first(host: str, port: int, *, proxied: bool, path: str = "") -> str:
    """Print where the server is that has just started, under that path of its name.

    Returns the address for phones without the path, empty if there is none.
    """
    first = own_address() if proxied else url(host, port)
    if first:
        show_address(first + path)
    else:
        for_whom = _for_whom(host, proxied=proxied)
        print(f"Truc Companion is open at {here(host, port)}{path}/{for_whom}.")
    print("Ctrl-C stops the server; every table is kept.", flush=True)
    return first


def _for_whom(host: str, *, proxied: bool) -> str:
    if proxied:
        return ", for the proxy before it"
    if only_here(host):
        return ", for this machine alone"
    return " on this machine. No network yet: the code for phones is shown as soon as there is one"


def show_address(url: str) -> None:
    """Print the address, also as a code that a phone can scan from the screen."""
    print(f"Truc Companion is open at {url}/")
    code = QRCode(border=2)
    code.add_data(f"{url}/")
    code.print_ascii(tty=sys.stdout.isatty(), invert=True)
    where = "" if own_address() else " on the same network"
    print(f"Scan this with a phone{where}.", flush=True)


def show_change(url: str) -> None:
    """Print the address after it has changed; it is empty if there is none at the moment."""
    if url:
        show_address(url)
    else:
        print("No network at the moment: the code is shown again when there is one.", flush=True)
