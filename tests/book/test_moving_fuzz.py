"""Test that a changed book file is imported whole, or refused in a sentence.

A refused file changes nothing. Each value in the file is replaced by values of other types: by some
of them in `make test`, by all of them in `make deep`.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from companion import book
from companion.book.models import Book, BookMatch, Change, Person, Signature
from companion.tables.store import reading

MOMENT = "2026-11-20T21:30:00+00:00"
GOOD: dict[str, Any] = {
    "title": "Club",
    "variant": "catalan",
    "seats": 4,
    "house": {"target": "12"},
    "people": [
        {"number": 1, "name": "Anna", "same_as": 0},
        {"number": 2, "name": "Biel", "same_as": 0},
        {"number": 3, "name": "", "same_as": 0},
        {"number": 4, "name": "Anneta", "same_as": 1},
    ],
    "matches": [
        {
            "number": 1,
            "date": MOMENT,
            "variant": "put",
            "people": [1, 2],
            "score": "0-1",
            "games": "",
            "winner": 1,
            "for": "the coffees",
            "settled": MOMENT,
            "counted": [{}, [{}, {}], [{}, {}]],
            "signed": [{"side": 0, "result": "0-5 - 1", "person": 1, "at": MOMENT}],
            "changed": [
                {
                    "what": "result",
                    "before": "5-0 - 0",
                    "after": "0-5 - 1",
                    "person": 2,
                    "at": MOMENT,
                },
                {"what": "people", "before": "3 2", "after": "1 2", "person": 0, "at": MOMENT},
            ],
            "record": '[Variant "put"]\n\nresign@0\n',
        },
        {
            "number": 2,
            "date": MOMENT,
            "people": [0, 4],
            "for": "",
            "settled": None,
            "signed": [],
            "changed": [],
            "record": '[Variant "put"]\n\nresign@1\n',
        },
    ],
}
OF_EVERY_TYPE = (
    *(None, True, False, 0, 1, -1, 10**30, 0.5),
    *("", "x", "\ud800", "\0", MOMENT),
    *([], [[]], [0], {}, {"a": 1}),
)
GONE = "the value is taken out"
DEEP = settings.get_current_profile_name() == "deep"


def places(value: Any, *way: str | int) -> Iterator[tuple[str | int, ...]]:
    """Yield the path to every place within a JSON value, as a tuple of keys and indices."""
    if way:
        yield way
    inside: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, one in inside:
        yield from places(one, *way, key)


def changed(way: tuple[str | int, ...], value: object) -> dict[str, Any]:
    mutated = deepcopy(GOOD)
    here: Any = mutated
    for step in way[:-1]:
        here = here[step]
    if value == GONE:
        del here[way[-1]]
    else:
        here[way[-1]] = value
    return mutated


PLACES = tuple(places(GOOD))
JSON = st.recursive(
    st.sampled_from(OF_EVERY_TYPE) | st.integers() | st.floats() | st.text(max_size=200),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
    ),
    max_leaves=8,
)


def sent(client: FlaskClient, made: book.Book, text: str):
    file = io.BytesIO(text.encode("utf-8", "surrogatepass")), "book.json"
    return client.post(f"/b/{made.keep_token}", data={"do": "records", "file": file})


def rows_of(made: book.Book) -> list[int]:
    with reading() as connection:
        kinds = (Person, BookMatch, Signature, Change)
        counts = [select(func.count()).where(kind.book_id == made.id) for kind in kinds]
        return [connection.scalar(count) or 0 for count in counts]


def title_of(made: book.Book) -> str:
    with reading() as connection:
        return connection.scalar(select(Book.title).where(Book.id == made.id)) or ""


def check(app: Flask, text: str) -> bool:
    """Import the text, and return whether it was accepted.

    If it was refused, check that the page says why in a sentence, that nothing was written, and
    that a valid file can be imported afterwards.
    """
    client = app.test_client()
    made = book.open_book("New")
    answer = sent(client, made, text)
    if answer.status_code == 303:
        every_page_opens(client, made)
        return True
    assert answer.status_code == 422
    assert re.search(r'role="alert"[^>]*>\s*\w', answer.text)
    assert (rows_of(made), title_of(made)) == ([0, 0, 0, 0], "New")
    assert sent(client, made, json.dumps(GOOD)).status_code == 303
    assert rows_of(made) == [4, 2, 1, 2]
    return False


def every_page_opens(client: FlaskClient, made: book.Book) -> None:
    found = book.by_token(made.keep_token)
    assert found is not None
    of_book = ("", "/figures", "/new", "/json", "/csv", "/truc")
    pages = [f"/b/{made.keep_token}{page}" for page in of_book]
    pages += [f"/m/{match.token}" for match in book.matches(found.book)]
    for page in pages:
        assert client.get(page).status_code == 200, page


def test_a_book_file_may_have_its_keys_in_any_order_but_no_text_after_its_end(app):
    assert check(app, json.dumps(GOOD))
    assert check(app, json.dumps(GOOD, sort_keys=True))
    assert not check(app, json.dumps(GOOD) + "{}")


@pytest.mark.parametrize("top", sorted(GOOD))
def test_a_book_file_with_a_value_of_another_type_is_refused_or_imported_whole(app, top):
    others = (*OF_EVERY_TYPE, GONE)
    for number, way in enumerate(PLACES):
        if way[0] == top:
            for value in others if DEEP else others[number % 5 :: 5]:
                made = book.open_book("New")
                with suppress(ValueError):
                    book.import_book(made, json.dumps(changed(way, value)), "book.json")
                    continue
                assert (rows_of(made), title_of(made)) == ([0, 0, 0, 0], "New"), (way, value)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=settings().max_examples * 3,
)
@given(way=st.sampled_from(PLACES), value=JSON)
def test_a_book_file_with_random_values_is_refused_or_gives_pages_without_errors(app, way, value):
    check(app, json.dumps(changed(way, value)))
