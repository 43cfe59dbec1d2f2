"""Test PgBouncer in front of PostgreSQL: session mode works, transaction mode is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from companion.tables import db
from companion.tables import postgresql as ours
from tests.conftest import application
from tests.forks import Run
from tests.phones import Tapper
from tests.pooler import Pooler
from tests.postgresql import Cluster
from tests.server import Server
from tests.tables.test_postgres_processes import begin, finish, watch


@pytest.fixture
def pooler(postgresql: Cluster) -> Iterator[Callable[[str], Pooler]]:
    with ExitStack() as stack:

        def start(mode: str) -> Pooler:
            made = Pooler(postgresql, mode)
            made.start()
            stack.callback(made.remove)
            return made

        yield start


def test_a_pooler_in_session_mode_carries_taps_and_their_notifications(pooler, database, tmp_path):
    between = pooler("session")
    url = between.url(database.rpartition("/")[2])
    servers = [Server(tmp_path, database=url) for _ in range(2)]
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.kill)
            server.start()
        tappers = [Tapper(servers[n % 2], f"t{n}") for n in range(4)]
        watcher = watch(tappers[0], servers[1])
        begin(tappers)
        between.stop()
        between.start()
        finish(tappers, watcher)
        assert "Traceback" not in servers[0].log() + servers[1].log()


def test_time_limits_for_database_connections_hold_behind_a_pooler(pooler, database, tmp_path):
    """PgBouncer drops the options with which a connection is opened.

    Therefore our server sets the time limits after it has connected.
    """
    app = application(tmp_path, pooler("session").url(database.rpartition("/")[2]))
    with app.app_context():
        with db.engine.connect() as connection:
            names = ("lock_timeout", "idle_in_transaction_session_timeout")
            assert [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in names] == [
                "10s",
                "30s",
            ]
        db.engine.dispose()


@pytest.mark.parametrize("words", [("serve",), ("open", "--variant", "put")])
def test_a_pooler_in_transaction_mode_is_refused_with_a_sentence(pooler, database, tmp_path, words):
    server = Server(tmp_path, database=pooler("transaction").url(database.rpartition("/")[2]))
    done = Run(words, server.environment).done()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"companion {words[0]}: postgresql")
    assert done.stderr.endswith(f": {ours.TRANSACTION_MODE}\n")
