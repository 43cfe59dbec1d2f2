"""Export a book in pieces: as records, as a spreadsheet of all score changes, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, tzinfo
from itertools import chain
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import undefer

from companion.book import whole
from companion.book.days import day_of, zone_of
from companion.book.hand_lines import hand_lines
from companion.book.models import Book, BookMatch
from companion.book.overview import overview
from companion.book.persons import people as people_of
from companion.book.reading import names_of, record_of, replay_of
from companion.tables.store import open_session, reading
from companion.tables.trouble import retry_while_unavailable
from companion.tables.turns import yield_to_others
from companion.web.spreadsheet import to_csv

AT_ONCE = 20  # matches read before other requests are answered
STORED = 9  # values of a line as `hand_lines` makes it
# The columns of the spreadsheet before and after the scores. The last column is the version of the
# spreadsheet. Lines of version 2 say what changed on an account, those of version 1 what was won.
COLUMNS = ("match", "date", "game", "game of match", "hand", "account", "points", "truts")
AFTER = ("why", "call", "recorded", "version")
VERSION = 2

Names = Mapping[int, str]


def export_book(book: Book, kind: str) -> Iterator[str]:
    """Yield pieces of the text of a whole book, in the order in which the matches were played.

    Other requests are answered between two pieces. `kind` is "truc", "csv" or "json".
    """
    names = people_of(book)
    entries = overview(book).entries
    order = [entry.number for entry in reversed(entries)]
    accounts = max((entry.score.count("-") + 1 for entry in entries), default=2)
    zone = zone_of(book)
    pieces: Mapping[str, Callable[[], Iterator[str]]] = {
        "truc": lambda: _records(_matches(book, order), names),
        "csv": lambda: _hands(_matches(book, order), names, accounts, zone),
        "json": lambda: whole.dump_book(book, _slices(book, order)),
    }
    return pieces[kind]()


def _matches(book: Book, order: Sequence[int]) -> Iterator[BookMatch]:
    return chain.from_iterable(_slices(book, order))


def _slices(book: Book, order: Sequence[int]) -> Iterator[list[BookMatch]]:
    for at in range(0, len(order), AT_ONCE):
        found = _read(book, order[at : at + AT_ONCE])
        yield [found[number] for number in order[at : at + AT_ONCE] if number in found]
        yield_to_others()


@retry_while_unavailable
def _read(book: Book, numbers: Sequence[int]) -> dict[int, BookMatch]:
    query = (
        select(BookMatch)
        .where(BookMatch.book_id == book.id, BookMatch.number.in_(numbers))
        .options(undefer(BookMatch.hands))
    )
    with reading() as connection, open_session(connection) as session:
        return {kept.number: kept for kept in session.scalars(query)}


def _records(kept: Iterable[BookMatch], names: Names) -> Iterator[str]:
    for at, one in enumerate(kept):
        yield ("\n" if at else "") + record_of(one, names)


def _hands(
    kept: Iterable[BookMatch], names: Names, accounts: int, zone: tzinfo | None
) -> Iterator[str]:
    scores = (f"score {account + 1}" for account in range(accounts))
    yield to_csv([(*COLUMNS, *scores, *AFTER)])
    for number, one in enumerate(kept, start=1):
        day = day_of(one.played_at, zone)
        yield to_csv(_lines(one, number, day, names, accounts))


def _lines(
    kept: BookMatch, number: int, day: date, names: Names, accounts: int
) -> Iterator[Sequence[object]]:
    """Yield the lines of a match in the spreadsheet of its book.

    `number` is 1 for the match of the book that was played first, 2 for the next match, and so on.
    `accounts` is how many columns for scores the spreadsheet has.
    """
    seated = names_of(kept, names)
    facts = number, day.isoformat(), kept.variant
    for game, hand, account, points, truts, score, why, call, recorded in _stored(kept):
        total: list[object] = [int(text) if text.isdigit() else text for text in score]
        total += [""] * (accounts - len(score))
        names_of_account = " & ".join(seated[account :: len(score)])
        got = (game, hand, names_of_account, points, truts)
        yield (*facts, *got, *total, why, call, "yes" if recorded else "no", VERSION)


def _stored(kept: BookMatch) -> list[list[Any]]:
    """Return the stored `hand_lines` of a match. If none are stored, replay the match."""
    if kept.hands:
        return [_with_game(line) for line in json.loads(kept.hands)]
    yield_to_others()
    whole = replay_of(kept)
    return hand_lines(whole) if whole else []


def _with_game(line: list[Any]) -> list[Any]:
    """Return a line of a recorded hand that begins with the number of its game.

    Lines that an earlier release stored lack this number, and get "" instead. Such lines remain
    only in matches that cannot be replayed because the present rules refuse their records.
    """
    return line if len(line) == STORED else ["", *line]
