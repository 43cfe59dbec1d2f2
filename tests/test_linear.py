"""The time to read a text from a stranger is proportional to the length of the text.

No time is measured. The tests count the lines of Python that run, and the characters that slices of
the text copy. For a text that is twice as long, the count may be only a little more than twice as
high.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from types import FrameType
from typing import Any

import pytest

from companion import book, variants
from companion.book import json_text, keeping_records, writing
from companion.book.json_text import JsonText
from companion.book.moving import BOOK
from companion.book.preparing import prepare_records
from companion.engine import parse, records
from companion.pages import sheets
from companion.retelling import packing
from companion.tables import codes, digits, importing, names
from companion.tables.store import open_session, reading
from companion.web import forms

SIZE = 3_000  # characters of the first text; the second text has twice as many
PUT = '[Variant "put"]\n'
CATALAN = '[Variant "catalan"]\n'


class Counted(str):
    """A text that adds the length of each of its slices to `Counted.copied`."""

    copied = 0

    def __getitem__(self, key: Any) -> str:
        found = super().__getitem__(key)
        Counted.copied += len(found)
        return found


def steps(work: Callable[[], object]) -> int:
    """Return how many lines of Python `work` runs, plus how many characters it copies.

    Copies are counted only if they are slices of `Counted` texts.
    """
    lines = 0

    def count(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    Counted.copied = 0
    before = sys.gettrace()
    sys.settrace(count)
    try:
        with suppress(ValueError):
            work()
    finally:
        sys.settrace(before)
    return lines + Counted.copied


def check_linear(work: Callable[[int], Callable[[], object]]) -> None:
    """Fail if a text of twice the size takes clearly more than twice as many steps.

    `work` takes the size of a text in characters, and returns the function that reads the text.
    """
    steps(work(SIZE))
    once = steps(work(SIZE))
    twice = steps(work(2 * SIZE))
    assert twice <= 2.3 * once + 2_000, (once, twice)


def exhaust(bits: Iterable[object]) -> None:
    for _ in bits:
        pass


RECORDS = {
    "empty lines": lambda n: PUT + "\n" * n,
    "quotes": lambda n: PUT + '"' * n,
    "an odd number of quotes": lambda n: PUT + '"' * (n + 1),
    "comments": lambda n: PUT + '";' * (n // 2),
    "brackets": lambda n: PUT + "[" * n,
    "a bracket and blanks": lambda n: PUT + "[" + " " * n,
    "a header without an end": lambda n: PUT + '[Place "' + "x" * n,
    "a header of blanks": lambda n: PUT + "[a" + " " * n + "x",
    "house rules": lambda n: PUT + '[Rules "' + " ".join(f"k{at}=v" for at in range(n // 6)) + '"]',
    "players": lambda n: PUT + '[Players "' + "," * n + '"]',
    "a score": lambda n: PUT + '[Score "' + "1-" * (n // 2) + '1"]',
    "the same header": lambda n: PUT + '[Place "x"]\n' * (n // 12),
    "records": lambda n: (PUT + "\nresign@0\n") * (n // 26),
    "undo and redo": lambda n: CATALAN + "\ntruc@1\n" + "undo redo " * (n // 10),
    "corrections": lambda n: CATALAN + "\n" + "fix@0=1 fix@0=-1\n" * (n // 17),
    "a value": lambda n: CATALAN + "\nfix@0=" + "1" * n,
    "a word": lambda n: CATALAN + "\n" + "a-" * (n // 2),
}
RECORD_READERS = {
    "reading": lambda text: exhaust(records.reading(text)),
    "replay": lambda text: exhaust(records.replay_text(text, "x", variants.build_rules)),
    "tables": lambda text: exhaust(importing._prepare(text, "x", [])),
    "matches of a book": lambda text: prepare_records(text, "x", None),
}


@pytest.mark.parametrize("reader", RECORD_READERS)
@pytest.mark.parametrize("text", RECORDS)
def test_records_are_read_and_played_in_linear_time(text, reader):
    check_linear(lambda size: lambda: RECORD_READERS[reader](Counted(RECORDS[text](size))))


BOOKS = {
    "unknown keys": lambda n: "{" + '"a":1,' * (n // 6),
    "the same key": lambda n: "{" + '"title":"x",' * (n // 12),
    "small matches": lambda n: '{"matches":[' + "0," * (n // 2),
    "people": lambda n: '{"people":[' + "[]," * (n // 3) + "0]",
    "blanks": lambda n: '{"title":' + " " * n,
    "a string": lambda n: '{"title":"' + "x" * n,
    "depth": lambda n: '{"title":' + "[" * n,
    "a number": lambda n: '{"seats":' + "1" * n,
    "house rules": lambda n: '{"house":{' + ",".join(f'"k{at}":"v"' for at in range(n // 9)) + "}",
}


@pytest.mark.parametrize("text", BOOKS)
def test_a_book_is_read_in_linear_time(text):
    check_linear(
        lambda size: (
            lambda: exhaust(JsonText(Counted(BOOKS[text](size)), "x").values(BOOK, "matches"))
        )
    )


def test_many_values_of_a_long_json_text_are_read_in_linear_time(monkeypatch):
    monkeypatch.setattr(json_text, "LONGEST", 100)
    shapes = {"all": lambda *_: None}

    def work(size: int) -> Callable[[], object]:
        text = Counted('{"all":[' + ",".join("1" * (size // 4)) + "]}")
        return lambda: exhaust(JsonText(text, "x").values(shapes, "all"))

    check_linear(work)


OTHERS = {
    "a name": (names.clean_name, "a "),
    "a name of accents": (names.clean_name, "\u0301"),
    "a stake": (names.clean_stake, " a"),
    "a code": (codes.parse_code, " a"),
    "digits": (digits.parse_number, "1 "),
    "a QR code": (packing.unpack, "1A"),
    "house rules": (records.house, "k=v "),
    "house rules of an address": (sheets._house, "k=v "),
    "a tap": (parse, "a-"),
    "before=": (lambda text: forms.number(text, 1000), "1"),
    "a date": (writing.timed, '[Date "\n'),
    "a record of a book": (writing.identity, '[Date "\n'),
}


@pytest.mark.parametrize("reader", OTHERS)
def test_typed_and_scanned_texts_are_read_in_linear_time(reader):
    read, sign = OTHERS[reader]
    check_linear(lambda size: lambda: read(Counted(sign * (size // len(sign)))))


@pytest.mark.parametrize("timed", [True, False])
def test_similar_matches_are_compared_in_linear_time(app, timed):
    made = book.open_book("New")
    begin = datetime(2020, 1, 1, 12, tzinfo=UTC)
    unit = timedelta(minutes=1) if timed else timedelta(days=1)

    def text(first: int, count: int) -> str:
        dates = [begin + unit * at for at in range(first, first + count)]
        shown = [date.isoformat() if timed else date.date().isoformat() for date in dates]
        return "".join(f'{PUT}[Date "{date}"]\n\nresign@0\n' for date in shown)

    def find(count: int) -> Callable[[], object]:
        prepared = prepare_records(text(0, count // 30), "x", None)

        def work() -> None:
            with reading() as connection, open_session(connection) as session:
                exhaust(keeping_records._find_new(session, made, prepared, []))

        return work

    book.keep_records(made, text(1, 50), "x")
    check_linear(find)
