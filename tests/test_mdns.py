"""The server announces its name in the local network (mDNS), here on the loopback interface."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from typing import TypeVar
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from companion import mdns, reaching
from tests.server import Server, wait_until

T = TypeVar("T")
HERE = "127.0.0.1"
ELSEWHERE = "192.0.2.7"
ANNOUNCED = "may also use http://truc"
OPENLY = (
    "from companion import cli, reaching; reaching.only_here = lambda host: False; "
    "raise SystemExit(cli.main())"
)


@pytest.fixture
def network() -> Iterator[Zeroconf]:
    other = aside(lambda: Zeroconf(interfaces=[HERE], ip_version=IPVersion.V4Only))
    yield other
    aside(other.close)


def aside(work: Callable[[], T]) -> T:
    """Run the work in a thread, and return its result.

    Browser tests leave an event loop in the main thread, and zeroconf would use that loop.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def test_a_server_announces_its_name_by_mdns_while_it_serves(tmp_path, network):
    server = Server(tmp_path)
    server.code = OPENLY
    server.start()
    try:
        wait_until(lambda: ANNOUNCED in server.log(), "the server printed no name")
        name = f"Truc Companion.{mdns.KIND}"
        found = aside(lambda: network.get_service_info(mdns.KIND, name, 20_000))
        assert found is not None
        assert (found.server, found.port, found.parsed_addresses()) == (
            "truc.local.",
            server.port,
            [HERE],
        )
        assert server.is_open()
        assert f"http://truc.local:{server.port}/p/" in card(server)
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.log()


def card(server: Server) -> str:
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    ours = Request(f"{server.url}/place", b"name=Bar", {"Sec-Fetch-Site": "same-origin"})
    with opener.open(ours) as page:
        opened = str(page.url)
    with opener.open(opened) as page:
        return str(page.read().decode())


def test_another_name_is_announced_by_mdns_if_the_first_is_taken(network):
    kind = "_test._tcp.local."
    other = ServiceInfo(
        kind, f"other.{kind}", port=9, parsed_addresses=[ELSEWHERE], server="truc.local."
    )
    aside(lambda: network.register_service(other))
    wait_until(lambda: aside(taken) == "truc-2.local", "the name was taken from its owner")


def taken() -> str:
    """Return the name that a server on this machine would announce now.

    The name of a server that has just stopped is not free for a while.
    """
    found = mdns.announced(HERE, 8000)
    assert found
    found[0].close()
    return found[1]


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # zeroconf leaves it open
def test_nothing_is_announced_without_multicast():
    """The test uses the address of another machine: it fails like a network without multicast."""
    assert aside(lambda: mdns.announced(ELSEWHERE, 8000)) is None


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that sets which addresses `mdns.stay` finds, one after another.

    After the last address `mdns.stay` ends. In these tests `mdns.stay` announces no name.
    """

    def finding(*found: str) -> None:
        coming = iter(found)
        now = [next(coming)]
        monkeypatch.setattr(reaching, "url", lambda _host, _port: now[0])
        monkeypatch.setattr(mdns, "_ipv4", lambda _host: "")

        def ends() -> bool:
            now[:] = [next(coming, "end")]
            return now == ["end"]

        monkeypatch.setattr(mdns, "_ends", ends)

    return finding


def test_the_server_prints_its_address_again_when_the_network_comes_or_changes(looks, capsys):
    looks(
        "", "", "http://192.168.43.1:8000", "http://192.168.43.1:8000", "", "http://10.0.0.7:8000"
    )
    mdns.stay("0.0.0.0", 8000, "")
    said = re.findall(r"open at \S+|No network at the moment", capsys.readouterr().out)
    assert said == [
        "open at http://192.168.43.1:8000/",
        "No network at the moment",
        "open at http://10.0.0.7:8000/",
    ]


def test_the_qr_code_is_not_printed_again_while_the_address_stays_the_same(looks, capsys):
    looks("http://10.0.0.7:8000", "http://10.0.0.7:8000")
    mdns.stay("0.0.0.0", 8000, "http://10.0.0.7:8000")
    assert capsys.readouterr().out == ""


def test_the_server_knows_the_announced_name_until_the_network_is_gone(looks, monkeypatch):
    said = mdns.notice()
    assert said() == ""
    heard = []
    monkeypatch.setattr(mdns, "find_spec", lambda _name: True)
    monkeypatch.setattr(mdns, "_ipv4", lambda _host: next(addresses))
    monkeypatch.setattr(mdns, "announced", lambda address, _port: (Closing(), "truc.local"))
    addresses = iter(("10.0.0.7", "", ""))
    ends = mdns._ends

    def listen() -> bool:
        heard.append(said())
        return ends()

    looks("http://10.0.0.7:8000", "", "")
    monkeypatch.setattr(mdns, "_ipv4", lambda _host: next(addresses))
    ends = mdns._ends
    monkeypatch.setattr(mdns, "_ends", listen)
    mdns.stay("0.0.0.0", 8000, "")
    mdns._notice.pop().close()
    assert heard[0] == "http://truc.local:8000"
    assert heard[-1] == ""


class Closing:
    def close(self) -> None: ...


def test_the_process_that_announces_the_name_ends_when_the_server_ends():
    command = (sys.executable, "-m", "companion.mdns", HERE, "8000", "", "")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=60) == 0
