"""Test that no acknowledged tap is lost if a server is killed by `kill -9` again and again."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import settings

from tests.phones import Phone, Tapper
from tests.server import Server, wait_until

KILLS = 8 if settings.get_current_profile_name() == "deep" else 4


@pytest.fixture
def server(tmp_path, url):
    server = Server(tmp_path / "instance", database=url)
    server.folder.mkdir(exist_ok=True)
    server.start()
    yield server
    server.kill()


def test_every_acknowledged_tap_is_in_the_log_once_after_the_server_was_killed(server):
    chance = random.Random(0)
    tappers = [Tapper(server, f"t{number}") for number in range(4)]
    addresses = [server.url + tapper.phone.table.replace("/t/", "/c/") for tapper in tappers]
    watchers = [Phone(server, address, 0).listen() for address in addresses]
    for tapper in tappers:
        tapper.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.02, 0.5))
        server.kill()
        server.start()
        wait_until(watchers[0].is_served, "the server does not come back")
    for tapper, watcher in zip(tappers, watchers, strict=True):
        tapper.goes_on()
        tapper.stop()
        tapper.check()
        wait_until(lambda t=tapper, w=watcher: w.version == t.answered, "a stream missed a tap")
