"""Announce the server's name in the local network.

http://truc.local stays right even if the router gives the server another address. A process of its
own does it, so that nothing in the network can disturb the server. It also shows the address on the
terminal when that has changed.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from companion import reaching

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

NAMES = ("truc.local", *(f"truc-{number}.local" for number in range(2, 10)))
KIND = "_http._tcp.local."
LOOK = 3.0  # seconds between two looks at this machine's address
NOTICE = "COMPANION_NOTICE"  # the number of the open file of `notice`, for this module's process
LONGEST = 200  # bytes of an address
ANSWERED = 3000  # milliseconds in which another machine of this name would have answered


_notice: list[IO[bytes]] = []  # the file of `notice`, once it was called


def notice() -> Callable[[], str]:
    """Return a function that says, in any process of the server, which name is announced.

    It returns an empty text if none is. `notice` has to be called before the server starts its
    other processes: they share a file without a name, into which the process of this module writes
    the address.
    """
    try:
        file = TemporaryFile()  # noqa: SIM115  # stays open as long as the server runs
    except OSError:  # no folder for such files: pages do without the name
        return str
    _notice[:] = [file]
    return lambda: os.pread(file.fileno(), LONGEST, 0).decode()


def begin(host: str, port: int, shown: str, path: str = "") -> None:
    """Start the process if other machines can reach `host`; it ends with the one that called.

    `shown` is the address that is on the terminal already, empty if there was none. `path` is the
    one under which the server answers.
    """
    if reaching.only_here(host):
        return
    ending, _ = os.pipe()  # the other end closes when the caller is gone, however it went
    command = (sys.executable, "-m", __name__, host, str(port), shown, path)
    # The new process does not know truc.pyz by itself.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    into = [file.fileno() for file in _notice]
    for number in into:
        os.set_inheritable(number, True)  # noqa: FBT003  # as the standard library has it
        environment[NOTICE] = str(number)
    if hasattr(os, "posix_spawn"):
        actions = [(os.POSIX_SPAWN_DUP2, ending, 0)]
        os.posix_spawn(sys.executable, command, environment, file_actions=actions)
    else:  # on Android
        # The command is this module.
        subprocess.Popen(command, stdin=ending, env=environment, pass_fds=into)  # noqa: S603
    os.close(ending)


def announced(address: str, port: int) -> tuple[Zeroconf, str] | None:
    """Take the first name that nobody has for this address, until it is closed.

    Returns None if all are taken, or if there is no multicast.
    """
    from zeroconf import Error, IPVersion, Zeroconf

    network = None
    with suppress(OSError, Error):
        network = Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
        for name in NAMES:
            if not _taken(network, name, address):
                network.register_service(_service(name, address, port), allow_name_change=True)
                return network, name
    if network:
        network.close()
    return None


def _taken(network: Zeroconf, name: str, address: str) -> bool:
    """Return whether the name leads elsewhere. Another server on this machine may have it too."""
    # The class is public, but not in the package's list of names.
    from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

    other = AddressResolverIPv4(f"{name}.")
    return other.request(network, ANSWERED) and address not in other.parsed_addresses()


def _service(name: str, address: str, port: int) -> ServiceInfo:
    from zeroconf import ServiceInfo

    addresses = [socket.inet_aton(address)]
    return ServiceInfo(
        KIND, f"Truc Companion.{KIND}", port=port, addresses=addresses, server=f"{name}."
    )


def stay(host: str, port: int, shown_url: str, path: str = "") -> None:
    """Show each new address until the server is gone, and announce it if zeroconf is installed."""
    named = ""
    ended = False
    while not ended:
        url = reaching.url(host, port)
        address = _ipv4(host)
        if url != shown_url:
            reaching.show_change(url and url + path)
        shown_url = url
        announcement = None
        if address and find_spec("zeroconf"):
            announcement = announced(address, port)
        if announcement and announcement[1] != named:
            named = announcement[1]
            _print_name(named, port, path)
        _note(reaching.here(announcement[1], port) if announcement else "")
        ended = _ends()
        while not ended and reaching.url(host, port) == shown_url:
            ended = _ends()
        if announcement:
            announcement[0].close()


def _note(url: str) -> None:
    """Write the announced name into the file of `notice`, if the server reads it."""
    for file in _notice:
        os.ftruncate(file.fileno(), 0)
        os.pwrite(file.fileno(), url.encode(), 0)


def _ipv4(host: str) -> str:
    """Return the IPv4 address that is announced, "" if there is none."""
    with suppress(OSError):
        own = reaching.address(host) if host in reaching.EVERYWHERE else host
        return socket.gethostbyname(own) if own else ""
    return ""


def _print_name(name: str, port: int, path: str) -> None:
    note = ""
    if name != NAMES[0]:
        note = f" ({NAMES[0]} is the name of another machine here)"
    url = f"{reaching.here(name, port)}{path}/"
    print(f"Phones that resolve .local names may also use {url}{note}", flush=True)


def _ends() -> bool:
    """Wait for LOOK seconds; return whether the server is gone."""
    readable, _, _ = select.select([sys.stdin], [], [], LOOK)
    return bool(readable)


if __name__ == "__main__":
    # Ctrl-C is for the server, which closes the pipe when it has ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if NOTICE in os.environ:
        _notice[:] = [os.fdopen(int(os.environ[NOTICE]), "r+b")]
    stay(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
