"""Backup and restore work while phones tap, on SQLite and PostgreSQL."""

from __future__ import annotations

import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.conftest import ENGINES
from tests.forks import Run
from tests.phones import Phone, Tapper
from tests.server import Server, wait_until


@pytest.fixture(params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture
def server(tmp_path: Path, url: str) -> Iterator[Server]:
    server = Server(tmp_path / "instance", database=url)
    server.folder.mkdir(exist_ok=True)
    server.start()
    yield server
    server.kill()


def companion(server: Server, *words: object) -> str:
    done = Run([*map(str, words)], server.environment).done()
    assert done.returncode == 0, done.stderr
    return done.stdout


def kept(file: Path, tapper: Tapper) -> int:
    """Return how many taps of the phone `tapper` are in the backup `file`.

    They must be the first taps of this phone, in order. Otherwise the test fails.
    """
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT key FROM tap WHERE key LIKE ? ORDER BY seq"
        keys = [key for (key,) in connection.execute(query, (f"{tapper.prefix}-%",))]
    assert keys == [f"{tapper.prefix}-{number}" for number in range(len(keys))]
    return len(keys)


def test_a_backup_contains_every_tap_answered_before_the_backup_began(server, tmp_path):
    tappers = [Tapper(server, f"t{n}", pause=0.05) for n in range(2)]
    for tapper in tappers:
        tapper.start()
        tapper.goes_on(1)
    for number in range(2):
        before = [tapper.answered for tapper in tappers]
        companion(server, "backup", file := tmp_path / str(number))
        # One more tap may be recorded and not yet answered.
        after = [tapper.answered + 1 for tapper in tappers]
        for tapper, earliest, latest in zip(tappers, before, after, strict=True):
            assert earliest <= kept(file, tapper) <= latest
    for tapper in tappers:
        tapper.stop()
        tapper.check()


class Stubborn(threading.Thread):
    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.going = True
        self.statuses = []
        self.tries = count()
        self.call = "truc@1"

    def run(self) -> None:
        while self.going:
            seen = len(self.phone.keys())
            self.statuses.append(
                self.phone.tap("undo" if seen % 2 else self.call, seen, f"s{next(self.tries)}")
            )
            time.sleep(0.05)

    def goes_on(self, taps: int = 5) -> None:
        goal = self.statuses.count(200) + taps
        wait_until(lambda: self.statuses.count(200) >= goal, f"{self.statuses[-5:]}")


def test_phones_continue_from_a_backup_that_is_restored_while_they_tap(server, engine, tmp_path):
    """On PostgreSQL, a second server has the old state in its cache. It notices the restore too."""
    other = Server(tmp_path / "instance", database=server.environment["COMPANION_DATABASE_URL"])
    if engine == "postgresql":
        other.start()
    host = Phone(server, server.open_table(rules="target=99")["host"])
    assert host.tap("truc@1", 0, "one") == 200
    watcher = Phone(server, server.url + re.sub("/t/", "/c/", host.table), 0).listen()
    companion(server, "backup", file := tmp_path / "backup")
    player = Stubborn(host)
    player.start()
    player.goes_on()
    watcher.server = other if engine == "postgresql" else server
    far = len(watcher.keys())
    assert "Restored 1 table into" in companion(server, "restore", file, "--force")
    player.call = "truc@0"  # other taps than those that the restore removed, and more of them
    player.goes_on(far)
    player.going = False
    player.join(60)
    assert set(player.statuses) <= {200, 409}
    there = companion(server, "export", host.table.rpartition("/")[2])
    assert far >= 5
    assert host.record() == there
    wait_until(lambda: watcher.version == len(host.keys()), "the stream does not show all taps")
    assert watcher.record() == there
    if engine == "postgresql":
        other.kill()
