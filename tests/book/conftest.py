"""Define fixtures: a book on a real database, and tables whose matches can be kept in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from flask import Flask
from hypothesis import settings

from companion import book, tables
from companion.book.models import Book
from companion.tables.store import open_session, reading
from tests.conftest import ENGINES
from tests.tables.conftest import Table

DEEP = settings.get_current_profile_name() == "deep"
half_as_many = settings(max_examples=30 if DEEP else 4)
"""Let `make test` try a property of each game with half as many random matches as others."""
NAMES = ("Anna", "Biel", "Carme", "Pep")
SHORT = "fix@0=10 truc@1 no@2 truc@0 yes@1 hand@0"  # the dealer's side wins, 12 to 1


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Return the database engine: each test of stored books runs on SQLite and on PostgreSQL."""
    return str(request.param)


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as environment:
        environment.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def kept(app: Flask) -> book.Book:
    return book.open_book("Divendres", NAMES, variant="catalan")


@pytest.fixture
def evening(app: Flask) -> Callable[..., tables.Match]:
    """Return a function that opens a table, plays the given taps there, and returns its match."""

    def evening(taps: str = SHORT, names: tuple[str, ...] = NAMES, **how: object) -> tables.Match:
        match = tables.open_table(variant="catalan", names=names, **how)
        tables.join(match, "host", "host")
        Table(match, count()).play(taps)
        return match

    return evening


def current(one: book.Book) -> book.Book:
    with reading() as connection, open_session(connection) as session:
        return session.get_one(Book, one.id)


def overview(one: book.Book) -> book.Overview:
    return book.overview(current(one))


def exported(one: book.Book, kind: str = "json") -> str:
    return "".join(book.export_book(current(one), kind))
