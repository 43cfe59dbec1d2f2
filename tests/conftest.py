"""Define fixtures for all tests: applications with their own databases, servers, PostgreSQL."""

from __future__ import annotations

import gc
import logging
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from hypothesis import settings
from sqlalchemy import Engine, event

from companion.tables import db, migrate_now
from companion.web import templates
from tests import ending
from tests import server as server_of
from tests.building import Dist
from tests.by_turns import needless
from tests.postgresql import VERSION, Cluster
from tests.server import Server
from tests.spreading import Spread

LEFT_OUT: list[str] = []
"""Tracebacks of the texts that pages have left out since this test began."""


class LeftOut(logging.Handler):
    """A log handler that keeps tracebacks, one for each text that a page left out.

    A page leaves out a text if the function that makes the text raises an exception.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the traceback of this log record."""
        LEFT_OUT.append(logging.Formatter().format(record))


# The second module is not imported, because tests also run without tournaments.
for module in (templates.__name__, "companion.tournament.pages.asked"):
    logging.getLogger(module).addHandler(LeftOut())

pytest_plugins = ("tests.plain_phones",)  # the fixtures of pages without JavaScript
ENGINES = ("sqlite", "postgresql")

settings.register_profile("test", deadline=None, max_examples=8)
settings.register_profile("deep", deadline=None, max_examples=30)  # `make deep`
settings.load_profile("test")


@pytest.hookimpl(trylast=True)  # after the option -k has chosen the cases
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out cases that differ from another case only by the database. Deep runs have them all.

    See `needless` for those that run on only one database.
    """
    if settings.get_current_profile_name() != "deep":
        others = needless(items, ENGINES)
        items[:] = [item for item in items if item not in others]


def pytest_collection_finish() -> None:
    """Let the garbage collector skip the objects that exist now, and run seldom, to save time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


TAG = re.compile(r"<[^<>]*\s[^<>]*>")


def _in_one_line(tag: re.Match[str]) -> str:
    return " ".join(tag[0].split())


class Answer(Response):
    """A response with HTML in which no tag is split over several lines.

    A tag that is split in the template is joined.
    """

    def get_data(self, as_text: bool = False) -> Any:  # noqa: FBT001, FBT002  # as werkzeug has it
        """Return the whole body. In HTML, if `as_text` is true, each tag is put on one line."""
        data = super().get_data(as_text)
        return TAG.sub(_in_one_line, data) if as_text and self.mimetype == "text/html" else data


def application(folder: Path, url: str = "") -> Flask:
    """Return an application with its files in `folder`. Its answers are of the class `Answer`."""
    app = server_of.application(folder, url)
    app.response_class = Answer
    return app


@pytest.fixture(autouse=True)
def nothing_is_left_out() -> Iterator[None]:
    """Fail the test if a page left out a text because of an exception."""
    LEFT_OUT.clear()
    yield
    assert not LEFT_OUT, "\n".join(LEFT_OUT)


@pytest.fixture
def left_out() -> Iterator[list[str]]:
    """Allow pages to leave out a text that raises an error. Yield the list of the tracebacks."""
    yield LEFT_OUT
    LEFT_OUT.clear()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an instance folder with an empty, migrated database, which the tests copy."""
    folder = tmp_path_factory.mktemp("migrated")
    _migrate(application(folder))
    return folder


@pytest.fixture
def engine() -> str:
    """Return the kind of database, one of ENGINES.

    Tests of storage override this fixture, so that they run on both kinds.
    """
    return "sqlite"


@pytest.fixture
def url(engine: str, tmp_path: Path, migrated: Path, request: pytest.FixtureRequest) -> str:
    """Return the address of an empty, migrated database for this test alone."""
    if engine == "postgresql":
        return str(request.getfixturevalue("database"))
    shutil.copytree(migrated, tmp_path / "instance", dirs_exist_ok=True)
    return f"sqlite:///{tmp_path / 'instance' / 'companion.sqlite3'}"


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    """Yield an application inside its context, which the functions of `companion.tables` need."""
    app = application(tmp_path / "instance", url)
    with app.app_context():
        skip_the_disk(db.engine)
        yield app
        db.engine.dispose()


def skip_the_disk(engine: Engine) -> None:
    """Make SQLite not wait for the disk. Tests of power cuts use real servers, which do wait."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _wait_for_no_disk)


def _wait_for_no_disk(raw: sqlite3.Connection, _: object) -> None:
    raw.execute("PRAGMA synchronous=OFF").close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a browser without JavaScript; it keeps its cookies."""
    return app.test_client()


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Dist:
    """Return the sdist and the wheel of these sources, built once for all tests."""
    return Dist(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """Return a PostgreSQL server for the whole run."""
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(scope="session")
def template(postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of an empty, migrated PostgreSQL database, which the tests copy."""
    name = postgresql.create()
    _migrate(application(tmp_path_factory.mktemp("template"), postgresql.url(name)))
    return name


def _migrate(app: Flask) -> None:
    """Migrate the database and disconnect, because a database in use cannot be copied."""
    migrate_now(app)
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def version(postgresql: Cluster, template: str) -> list[tuple[Any, ...]]:
    """Return the version of the schema of a new database."""
    return postgresql.sql(VERSION, template)


@pytest.fixture(scope="session")
def spare() -> list[str]:
    """Return a list for the names of emptied databases, which the next tests use again.

    This saves time, because creating a database takes 0.2 s.
    """
    return []


@pytest.fixture
def database(
    postgresql: Cluster, template: str, version: list[tuple[Any, ...]], spare: list[str]
) -> Iterator[str]:
    """Return the address of an empty, migrated PostgreSQL database for this test alone."""
    name = spare.pop() if spare else postgresql.create(template)
    yield postgresql.url(name)
    if postgresql.emptied(name, version):
        spare.append(name)
    else:
        postgresql.drop(name)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server, which all tests of a process share."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def mortal(tmp_path: Path, migrated: Path) -> Iterator[Server]:
    """Return a running server for this test alone. The test may kill and restart it."""
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def open_table(server: Server) -> Callable[..., dict[str, str]]:
    """Return a function that opens a table on `server`, and returns its links and its code."""
    return server.open_table


def pytest_configure(config: pytest.Config) -> None:
    """Start the process that ends all programs of this run when the run ends."""
    if not hasattr(config, "workerinput"):
        ending.watch()


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes run the tests: the number of cores plus three.

    Three more processes are useful, because some tests only wait for a server.
    """
    return len(os.sched_getaffinity(0)) + 3


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Spread:
    """Return the scheduler that spreads the tests over several processes."""
    return Spread(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """If a test was skipped, print that a skipped test counts as a failure."""
    if terminalreporter.stats.get("skipped"):
        terminalreporter.write_line("A skipped test counts as a failure here.", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
