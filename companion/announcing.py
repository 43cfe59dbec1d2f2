"""The server's name in the local network: http://truc.local stays right whatever address the router gives it.

A process of its own does it: zeroconf lives by asyncio and the server by gevent, which takes asyncio's sockets and
threads for its own.
"""

from __future__ import annotations

import ipaddress
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

NAME = "truc.local"
KIND = "_http._tcp.local."
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  # compared, not bound
LOOK = 20.0  # seconds between two looks at this machine's address
ANSWERED = 3000  # milliseconds in which another machine of this name would have answered


def begin(host: str, port: int) -> None:
    """Starts the process, if other machines can come to `host`; it ends with the one that called."""
    if only_here(host):
        return
    ending, _ = os.pipe()  # the other end closes when the caller is gone, however it went
    command = (sys.executable, "-m", __name__, host, str(port))
    os.posix_spawn(sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, ending, 0)])
    os.close(ending)


def only_here(host: str) -> bool:
    """Whether a server that listens on `host` hears this machine alone, or has no address of IPv4."""
    try:
        return host not in EVERYWHERE and ipaddress.IPv4Address(found(host)).is_loopback
    except (OSError, ValueError):
        return True


def found(host: str) -> str:
    """The IPv4 address at which a server that listens on `host` is found now."""
    return lan_address() if host in EVERYWHERE else socket.gethostbyname(host)


def lan_address() -> str:
    """Where the local network finds this machine. Connecting a UDP socket asks the routing table and sends nothing."""
    for somewhere in ("192.0.2.1", "192.168.0.1", "10.0.0.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((somewhere, 9))
            return str(probe.getsockname()[0])
    return "127.0.0.1"


def address_of(port: int) -> str:
    """What is typed on a phone."""
    return f"http://{NAME}/" if port == 80 else f"http://{NAME}:{port}/"


def announced(address: str, port: int) -> Zeroconf | None:
    """Takes the name for this address, until closed. None: it belongs to another machine, or there is no multicast."""
    from zeroconf import Error, IPVersion, Zeroconf

    network = None
    try:
        network = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
        if not _taken(network, address):
            network.register_service(_service(address, port), allow_name_change=True)
            return network
    except (OSError, Error):
        pass
    if network:
        network.close()
    return None


def _taken(network: Zeroconf, address: str) -> bool:
    """Whether the name leads elsewhere. Another server on this machine may have it as well."""
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # public, but not in its list of names

    other = AddressResolverIPv4(f"{NAME}.")
    return other.request(network, ANSWERED) and address not in other.parsed_addresses()


def _service(address: str, port: int) -> ServiceInfo:
    from zeroconf import ServiceInfo

    addresses = [socket.inet_aton(address)]
    return ServiceInfo(KIND, f"Truc Companion.{KIND}", port=port, addresses=addresses, server=f"{NAME}.")


def stay(host: str, port: int) -> None:
    """Announces, anew when the address has changed, until the server is gone. Says so the first time."""
    said = ended = False
    while not ended:
        address = found(host)
        network = announced(address, port)
        if network and not said:
            print(f"Phones that find names in the local network may also use {address_of(port)}", flush=True)
            said = True
        while not (ended := _ends()) and found(host) == address:
            pass
        if network:
            network.close()


def _ends() -> bool:
    """Waits for a look's time; whether the server is gone."""
    readable, _, _ = select.select([sys.stdin], [], [], LOOK)
    return bool(readable)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes the pipe when it has ended
    stay(sys.argv[1], int(sys.argv[2]))
