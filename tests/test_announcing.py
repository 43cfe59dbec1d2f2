"""The server's name in the local network, said and heard on the loopback interface alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from companion import announcing
from tests.server import Server, wait_until

T = TypeVar("T")
HERE = "127.0.0.1"
ELSEWHERE = "192.0.2.7"
ANNOUNCED = "may also use http://truc.local"
OPENLY = (
    "from gevent import monkey; monkey.patch_all(); from companion import announcing, cli; "
    "announcing.only_here = lambda host: False; raise SystemExit(cli.main())"
)


@pytest.fixture
def network() -> Iterator[Zeroconf]:
    """Another machine of the network."""
    other = aside(lambda: Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only))
    yield other
    aside(other.close)


def aside(work: Callable[[], T]) -> T:
    """Does it in a thread: browser tests leave an event loop running in the main one, and zeroconf would use that."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_a_server_says_its_name_while_gevent_serves(tmp_path: Path, network: Zeroconf) -> None:
    """The name leads to the port; pages are answered meanwhile; it is gone with the server."""
    server = Server(tmp_path)
    server.program = (sys.executable, "-c", OPENLY)
    server.start()
    try:
        wait_until(lambda: ANNOUNCED in server.log(), "no name was said", 60)
        name = f"Truc Companion.{announcing.KIND}"
        found = aside(lambda: network.get_service_info(announcing.KIND, name, 20_000))
        assert found is not None
        assert (found.server, found.port, found.parsed_addresses()) == ("truc.local.", server.port, [HERE])
        assert server.is_open()
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.log()


def test_a_name_that_is_taken_is_left_alone(network: Zeroconf) -> None:
    kind = "_test._tcp.local."
    other = ServiceInfo(kind, f"other.{kind}", port=9, parsed_addresses=[ELSEWHERE], server="truc.local.")
    aside(lambda: network.register_service(other))
    wait_until(lambda: aside(refused), "the name was taken from its owner", 60)


def refused() -> bool:
    """Whether the name is left alone; another server on this machine that has just stopped may have it a moment yet."""
    ours = announcing.announced(HERE, 8000)
    if ours:
        ours.close()
    return ours is None


def test_without_multicast_nothing_is_said() -> None:
    """An address that this machine has not cannot be listened on."""
    assert aside(lambda: announcing.announced(ELSEWHERE, 8000)) is None


def test_it_ends_with_the_server() -> None:
    command = (sys.executable, "-m", "companion.announcing", HERE, "8000")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize(("host", "alone"), [(HERE, True), ("localhost", True), ("::1", True), ("0.0.0.0", False)])
def test_only_who_can_be_reached_is_announced(host: str, alone: bool) -> None:  # noqa: FBT001  # a table of cases
    assert announcing.only_here(host) is alone


@pytest.mark.parametrize(("port", "typed"), [(80, "http://truc.local/"), (8000, "http://truc.local:8000/")])
def test_the_port_is_part_of_the_address(port: int, typed: str) -> None:
    assert announcing.address_of(port) == typed
