"""Servers are killed by `kill -9` under load (100 times each by `tests/bench/kill.py`)."""

from __future__ import annotations

import pytest

from tests.killing import kill_under_load
from tests.server import Server


@pytest.fixture
def server(tmp_path, url):
    server = Server(tmp_path / "instance", database=url)
    server.folder.mkdir(exist_ok=True)
    server.start()
    yield server
    server.kill()


def test_every_acknowledged_tap_survives_a_power_cut_exactly_once(server):
    found = kill_under_load(server, 8)
    assert found.clean, found
    assert found.answered > 40
