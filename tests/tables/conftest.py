"""Define fixtures for tests of tables: an app on each database, and a Catalan table with a host."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from flask import Flask, current_app
from flask_migrate import Migrate

from companion import (
    book,  # noqa: F401 # its rows are in the same database
    tables,
)
from companion.tables.store import MIGRATIONS
from tests.conftest import ENGINES, skip_the_disk
from tests.forks import Run
from tests.postgresql import Cluster
from tests.server import sharing

PREAMBLE = """
import sys
from flask import Flask
from flask_migrate import Migrate
from companion import tables
from companion.tables.store import MIGRATIONS
app = Flask("other")
app.config["SQLALCHEMY_DATABASE_URI"] = sys.argv[1]
tables.db.init_app(app)
Migrate(app, tables.db, directory=str(MIGRATIONS))
app.app_context().push()
match = tables.by_code(sys.argv[2]) if sys.argv[2:] else None
"""


def an_app(folder: Path, url: str) -> Flask:
    app = Flask("companion", instance_path=str(folder))
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    tables.db.init_app(app)
    Migrate(app, tables.db, directory=str(MIGRATIONS))
    return sharing(app)


@dataclass
class Table:
    match: tables.Match
    keys: Iterator[int]

    @property
    def state(self) -> tables.State:
        return tables.state(self.match)

    @property
    def score(self) -> str:
        return self.state.log.game.score_text

    def tap(
        self, text: str, *, device: str = "host", seen: int | None = None, key: str = ""
    ) -> tables.Receipt:
        seen = self.state.version if seen is None else seen
        return tables.record_tap(
            self.match, device, text, seen=seen, key=key or f"key-{next(self.keys)}"
        )

    def play(self, texts: str) -> None:
        for text in texts.split():
            self.tap(text)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Return the name of the database engine. Each test runs on SQLite and on PostgreSQL."""
    return str(request.param)


@pytest.fixture
def empty_url(engine: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the address of an empty database."""
    if engine == "sqlite":
        yield f"sqlite:///{tmp_path / 'companion.sqlite3'}"
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    name = cluster.create()
    yield cluster.url(name)
    cluster.drop(name)


@pytest.fixture
def app(tmp_path: Path, url: str) -> Iterator[Flask]:
    app = an_app(tmp_path, url)
    with app.app_context():
        skip_the_disk(tables.db.engine)
        yield app
        tables.db.engine.dispose()


@pytest.fixture
def empty_app(tmp_path: Path, empty_url: str) -> Iterator[Flask]:
    app = an_app(tmp_path, empty_url)
    with app.app_context():
        yield app
        tables.db.engine.dispose()


@pytest.fixture
def table(app: Flask) -> Table:
    match = tables.open_table(variant="catalan", names=["Anna", "Biel", "Carme", "Pep"])
    tables.join(match, "host", "host")
    return Table(match, count())


@pytest.fixture
def phone(table: Table) -> str:
    """Let Biel's phone join in seat 1, and return the phone's name in the database."""
    tables.join(table.match, "phone", "player", 1)
    return "phone"


@pytest.fixture
def start() -> Callable[..., Run]:
    """Return a function that runs code in another process, with the database of this test."""

    address = current_app.config["SQLALCHEMY_DATABASE_URI"]

    def start(code: str, match: tables.Match | None = None) -> Run:
        codes = [match.code] if match else []
        return Run([address, *codes], code=PREAMBLE + code)

    return start


@pytest.fixture
def elsewhere(start: Callable[..., Run]) -> Callable[..., str]:
    def run(code: str, match: tables.Match) -> str:
        done = start(code, match).done()
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
