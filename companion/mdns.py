"""Announce the server's name in the local network.

The address http://truc.local stays valid even if the router gives the server another IP address. A
separate process announces the name, so that nothing in the network can disturb the server. This
process also prints the IP address on the terminal when it has changed.
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
# The environment variable with the number of the open file of `notice`, for this module's process.
NOTICE = "COMPANION_NOTICE"
LONGEST = 200  # bytes of an address
ANSWERED = 3000  # milliseconds in which another machine of this name would have answered


_notice: list[IO[bytes]] = []  # the file of `notice`, once it was called


def notice() -> Callable[[], str]:
    """Return a function that returns the announced address, or "" if no name is announced.

    The address is kept in an unnamed file, which the processes of the server share. The process
    that announces the server writes the address, and the returned function reads it. Call `notice`
    before the server starts its other processes.
    """
    try:
        file = TemporaryFile()  # noqa: SIM115  # stays open as long as the server runs
    except OSError:  # no folder for temporary files: pages do without the name
        return str
    _notice[:] = [file]
    return lambda: os.pread(file.fileno(), LONGEST, 0).decode()


def begin(host: str, port: int, shown: str, path: str = "") -> None:
    """Start the process that announces the server, if other machines can reach `host`.

    The process ends after the server has ended. `shown` is the address that was printed already,
    or "". `path` is the path under which the server answers.
    """
    if reaching.only_here(host):
        return
    ending, _ = os.pipe()  # the other end closes when the caller ends, even if it is killed
    command = (sys.executable, "-m", __name__, host, str(port), shown, path)
    # Without this the new process would not find what is in truc.pyz.
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
    """Announce that the first free name of NAMES leads to this address.

    Return the announcement and the name. The name is announced until the returned Zeroconf is
    closed. Return None if all names are taken or if the network has no multicast.
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
    """Return whether another machine has the name. Servers on this machine may share a name."""
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
    """Announce the server until it ends, and print its address whenever it has changed.

    The process that `begin` starts runs this function. Without the package zeroconf nothing is
    announced, but the address is still printed. `shown_url` is the address that was printed
    already.
    """
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
        announced_url = ""
        if announcement:
            announced_url = reaching.local_url(announcement[1], port)
        _note(announced_url)
        ended = _ends()
        while not ended and reaching.url(host, port) == shown_url:
            ended = _ends()
        if announcement:
            announcement[0].close()


def _note(url: str) -> None:
    """Write the announced address into the file that all processes of the server read, if any."""
    for file in _notice:
        os.ftruncate(file.fileno(), 0)
        os.pwrite(file.fileno(), url.encode(), 0)


def _ipv4(host: str) -> str:
    """Return the IPv4 address to announce, or "" if there is none."""
    own = host
    if host in reaching.EVERYWHERE:
        own = reaching.address(host)
    if not own:
        return ""
    try:
        return socket.gethostbyname(own)
    except OSError:
        return ""


def _print_name(name: str, port: int, path: str) -> None:
    note = ""
    if name != NAMES[0]:
        note = f" (another machine here is called {NAMES[0]})"
    url = f"{reaching.local_url(name, port)}{path}/"
    print(f"Phones that resolve .local names may also use {url}{note}", flush=True)


def _ends() -> bool:
    """Wait until the server has ended, but at most LOOK seconds. Return whether it has ended."""
    readable, _, _ = select.select([sys.stdin], [], [], LOOK)
    return bool(readable)


if __name__ == "__main__":
    # Ctrl-C is for the server, which closes the pipe when it has ended.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if NOTICE in os.environ:
        _notice[:] = [os.fdopen(int(os.environ[NOTICE]), "r+b")]
    stay(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4])
