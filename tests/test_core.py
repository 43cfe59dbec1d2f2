"""The program serves tables without compiled packages, as it is installed on an Android phone."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.building import Dist, run
from tests.core import COMPILED, Core
from tests.phones import Phone
from tests.server import Server, wait_until

LOADED = """
import json, sys
from companion import cli, create_app, serving
create_app({"INSTANCE": sys.argv[1]})
print(json.dumps([module.__file__ for module in list(sys.modules.values()) \
if getattr(module, "__file__", None)]))
"""


@pytest.fixture(scope="module")
def core(dist: Dist, tmp_path_factory: pytest.TempPathFactory) -> Core:
    return Core(tmp_path_factory.mktemp("core"), dist.wheel)


@pytest.fixture
def server(core: Core, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.program = core.program
    server.start()
    yield server
    server.kill()


def table(server: Server, streams: int) -> list[Phone]:
    links = server.open_table(rules="target=99")
    phones = [Phone(server, links["join"], seat) for seat in range(4)]
    phones += [Phone(server, links["watch"]) for _ in range(streams - 4)]
    for phone in phones:
        phone.listen()
    wait_until(lambda: all(phone.stamps for phone in phones), "a stream sends nothing")
    return phones


def test_the_core_installation_loads_no_compiled_packages(core: Core, tmp_path: Path) -> None:
    """Compiled modules of Python itself are allowed."""
    files = json.loads(run(core.programs / "python", "-I", "-c", LOADED, tmp_path))
    ours = [file for file in files if Path(file).is_relative_to(core.packages)]
    assert ours
    assert not [file for file in ours if file.endswith(COMPILED)]
    said = run(*core.program, "--version")
    assert "gunicorn" in said
    assert not re.search("uvloop|psycopg|zeroconf", said)


def test_twenty_four_streams_of_the_core_installation_receive_every_tap(server: Server) -> None:
    phones = table(server, 24)
    for seen in range(10):
        assert phones[seen % 4].tap("undo" if seen % 2 else "truc@1", seen, f"k{seen}") == 200
    wait_until(lambda: all(phone.version == 10 for phone in phones), "a stream did not send a tap")
    assert phones[0].tap("truc@1", 9, "behind") == 409
    assert phones[0].tap("undo", 9, "k9") == 200  # sent again: it was recorded before
    assert len(phones[0].keys()) == 10
    assert "Traceback" not in server.log()


def test_five_hundred_open_streams_receive_taps_without_using_up_threads(server: Server) -> None:
    links = server.open_table()
    host = Phone(server, links["join"], 0)
    others = [Phone(server, links["watch"]) for _ in range(13)]
    elsewhere = server.open_table()["watch"]
    others += [Phone(server, elsewhere) for _ in range(13)]
    with ExitStack() as stack:
        streams = []
        for number in range(500):
            other = others[number % len(others)]
            line = stack.enter_context(
                closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=40))
            )
            line.request("GET", f"{other.table}/stream", headers={"Cookie": other.cookie})
            streams.append((other, line.getresponse()))
        for _, stream in streams:
            assert stream.readline() == b"retry: 2000\n"
        assert host.tap("truc@1", 0, "one") == 200
        for other, stream in streams:
            if other in others[:13]:
                hear(stream, b"id: 1.")


def hear(stream: http.client.HTTPResponse, start: bytes) -> None:
    while not stream.readline().startswith(start):
        pass
