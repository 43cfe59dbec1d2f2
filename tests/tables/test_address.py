"""Test database addresses: every common spelling is accepted, other databases are refused."""

from __future__ import annotations

import pytest

from companion.tables import address
from companion.tables.address import normalize_address


@pytest.mark.parametrize("kind", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_postgresql_in_an_address_is_accepted(kind):
    wanted = "postgresql+psycopg://truc:p%40ss@db.example/truc?target_session_attrs=read-write"
    assert normalize_address(wanted.replace("postgresql+psycopg", kind)) == wanted


@pytest.mark.parametrize("text", ["sqlite:////srv/truc.sqlite3", "sqlite:///truc.sqlite3"])
def test_the_address_of_a_sqlite_file_is_left_as_it_is(text):
    assert normalize_address(text) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("truc.sqlite3", "not understood"),
        ("mysql://truc:secret@db/truc", "mysql databases are not supported"),
        (
            "postgresql+asyncpg://truc:secret@db/truc",
            "postgresql.asyncpg databases are not supported",
        ),
        ("sqlite+aiosqlite:///x", "sqlite.aiosqlite databases are not supported"),
        ("sqlite://", "lost at once"),
    ],
)
def test_an_unsupported_database_address_is_refused_without_showing_its_password(text, says):
    with pytest.raises(ValueError, match=says) as refused:
        normalize_address(text)
    assert "secret" not in str(refused.value)


def test_the_error_for_a_missing_postgresql_package_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(address, "find_spec", lambda _name: None)
    with pytest.raises(ValueError, match=r"pip install 'truc-companion\[postgresql\]'"):
        normalize_address("postgres://truc@db/truc")
