"""Find the address at which phones reach this server.

The address is looked up whenever it is needed, because the network may change while people play.
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
    "utun",
    "wg",
    "docker",
    "br-",
    "virbr",
    "veth",
    "lxc",
    "lo",
)
"""How the names of networks begin that phones nearby cannot use, such as mobile networks."""


def url(host: str, port: int) -> str:
    """Return the URL by which phones reach a server that listens on `host`.

    This is COMPANION_ADDRESS if it is set. Otherwise, if no other machine can reach the server,
    this is "".
    """
    chosen = own_address()
    if chosen:
        return chosen
    own = address(host)
    if not own:
        return ""
    return f"http://{_in_url(own)}{_port(port)}"


def local_url(host: str, port: int) -> str:
    """Return the URL, for a browser on this machine, of a server that listens on `host`."""
    name = _in_url(host)
    if host in EVERYWHERE:
        name = "127.0.0.1"
    return f"http://{name}{_port(port)}"


def _in_url(host: str) -> str:
    if ":" in host:
        return f"[{host}]"  # an IPv6 address
    return host


def _port(port: int) -> str:
    if port == 80:
        return ""
    return f":{port}"


def address(host: str) -> str:
    """Return the IP address or the name by which other machines find a server on `host`.

    Return "" if they cannot find it.
    """
    if host in EVERYWHERE:
        own = of_network(4)
        if not own and host == "::":
            own = of_network(6)
        return own
    if only_here(host):
        return ""
    return host


def only_here(host: str) -> bool:
    """Return whether a server that listens on `host` can be reached from this machine only."""
    if host in EVERYWHERE:
        return False
    with suppress(OSError):
        (*_, (name, *_)), *_ = socket.getaddrinfo(host, None)
        return ipaddress.ip_address(str(name).partition("%")[0]).is_loopback
    return True


def of_network(version: int) -> str:
    """Return the IPv4 or IPv6 address of this machine in the local network, or "" if it has none.

    `version` is 4 or 6. If this machine is a phone that shares its mobile connection, it has two
    addresses. Return its address in the hotspot, because the other phones cannot use its address
    towards the internet.
    """
    outwards = _outwards(version)
    near: list[str] = []
    try:
        for adapter in get_adapters():
            near += _of_adapter(adapter, version)
    except OSError:  # some systems do not list their networks
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
    """Return the address from which this machine would send to the internet.

    To find it, a UDP socket is connected, which reads the routing table and sends nothing.
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
    """Print the address of the server that has just started, with `path` at its end.

    Return the address that phones use, without `path`. Return "" if phones cannot reach the server
    directly, for example because there is no network yet.
    """
    first = own_address()
    if not proxied:
        first = url(host, port)
    if first:
        show_address(first + path)
    else:
        for_whom = _for_whom(host, proxied=proxied)
        print(f"Truc Companion is open at {local_url(host, port)}{path}/{for_whom}.")
    print("Ctrl-C stops the server; every table is kept.", flush=True)
    return first


def _for_whom(host: str, *, proxied: bool) -> str:
    if proxied:
        return ", for the proxy in front of it"
    if only_here(host):
        return ", for this machine only"
    return " on this machine. No network yet: the code for phones is shown as soon as there is one"


def show_address(url: str) -> None:
    """Print the address, and a QR code of it that a phone can scan from the screen."""
    print(f"Truc Companion is open at {url}/")
    code = QRCode(border=2)
    code.add_data(f"{url}/")
    code.print_ascii(tty=sys.stdout.isatty(), invert=True)
    where = " on the same network"
    if own_address():
        where = ""
    print(f"Scan this with a phone{where}.", flush=True)


def show_change(url: str) -> None:
    """Print the address after it has changed; `url` is "" if there is no network at the moment."""
    if url:
        show_address(url)
    else:
        print("No network at the moment: the code is shown again when there is one.", flush=True)
