"""Define fixtures: a book, a table opened from it, and the kept match of that table."""

from __future__ import annotations

import re

import pytest

TAPS = "truc@1 yes@2 won@1 won@3 fix@0=10 truc@0 yes@1 won@0 won@0"


def record(day: str, players: str = "Anna, Biel", variant: str = "put") -> str:
    return f'[Variant "{variant}"]\n[Players "{players}"]\n[Date "{day}"]\n\nresign@0\n'


def read_link(client, made: str) -> str:
    return re.findall(r'class="link"><a href="[^"]*(/b/[\w-]+)"', client.get(made).text)[-1]


@pytest.fixture
def engine() -> str:
    """Run these tests on SQLite only, because the pages are the same on PostgreSQL."""
    return "sqlite"


def tap(client, table: str, taps: str, first: int = 0) -> None:
    """Record these taps at a table whose log already has `first` taps."""
    for seen, text in enumerate(taps.split(), start=first):
        form = {"tap": text, "seen": str(seen), "key": f"k{seen}"}
        assert client.post(f"{table}/taps", data=form).status_code == 303, text


@pytest.fixture
def made(client) -> str:
    answer = client.post("/books", data={"title": "Divendres", "names": "Anna, Biel, Carme, Pep"})
    return answer.headers["Location"]


@pytest.fixture
def played(client, made) -> str:
    """Return the address of a table that was opened from the book and whose match is over."""
    chosen = {f"seat-{seat}": str(seat + 1) for seat in range(4)}
    table = client.post(f"{made}/new", data={"game": "catalan", "seats": "4"} | chosen).headers[
        "Location"
    ]
    tap(client, table, TAPS)
    return table


@pytest.fixture
def kept_match(client, made, played) -> str:
    """Return the address of the page of the kept match."""
    return re.search(r'href="(/m/[\w-]+)"', client.get(made).text)[1]
