"""Open tables from records (NOTATION.md). The taps of a record become the log of its table."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from companion import variants
from companion.engine import Game, Impossible, records
from companion.tables.match_state import MOST_TAPS, events_to_json
from companion.tables.models import Match, TapRow, now
from companion.tables.new_match import add_match, check_opening, with_a_free_code
from companion.tables.store import open_session, writing
from companion.tables.trouble import retry_while_unavailable
from companion.tables.turns import Meanwhile, do_nothing, run_in_a_write, run_in_steps

Prepared = tuple[tuple[dict[str, Any], list[str]], list[dict[str, Any]]]
"""What is written for one record: the columns and names of its match, and the rows of its log."""

MOST_RECORDS = 2_000  # in one text
# The name of the phone in the log of an imported match: a record does not say who tapped.
IMPORTED = "import"


def iter_records(text: str, name: str) -> Iterator[records.Record | None]:
    """Yield the records of a text, and None whenever the caller may answer other requests.

    `name` names the text in errors. Raises ValueError if there are no records. If there are too
    many, raises ValueError before any record is read.
    """
    count = text.count(records.BEGINS)
    if count > MOST_RECORDS:
        raise Impossible(
            "At most %(most)s matches can be read at once; there are %(count)s here.",
            most=MOST_RECORDS,
            count=count,
        )
    record = None
    for record in records.reading(text, MOST_TAPS):
        yield record
    if not (count or record):
        raise records.Unplayable(name, 1, records.NO_RECORD)


def from_records(text: str, name: str, meanwhile: Meanwhile = do_nothing) -> tuple[Match, ...]:
    """Open a table for every record of a text, each with its whole log, undo and redo included.

    `name` names the text in errors. If anything in a record is wrong, raises ValueError
    (`name:LINE: …why…`) and opens no table. `meanwhile` is called each time after other requests
    were answered. If `meanwhile` raises an error, no table is opened.
    """
    prepared: list[Prepared] = []
    run_in_steps(_prepare(text, name, prepared), meanwhile)
    return with_a_free_code(partial(_write, prepared))


def _prepare(text: str, name: str, matches: list[Prepared]) -> Iterator[None]:
    """Play every record, and collect in `matches` what has to be written to the database.

    Yield after each step, so that the caller can answer other requests.
    """
    for record in iter_records(text, name):
        yield
        if record is not None:
            rows: list[dict[str, Any]] = []
            for seq, log in enumerate(records.playing(record, name, variants.build_rules)):
                if seq:
                    rows.append(_row(seq, record.taps[seq - 1][0], log.game))
                yield
            matches.append((_opening(record), rows))


def _opening(record: records.Record) -> tuple[dict[str, Any], list[str]]:
    players = [name.strip() for name in record.header("Players").split(",")]
    seats = record.header("Seats")
    return check_opening(
        variant=record.header("Variant"),
        seats=int(seats) if seats else None,
        house=records.house(record.header("Rules")),
        names=["" if name == "?" else name for name in players],
        dealer=int(record.header("Dealer") or 0),
        score=record.header("Score"),
        games=record.header("Games"),
    )


@retry_while_unavailable
def _write(prepared: Sequence[Prepared]) -> tuple[Match, ...]:
    matches = list[Match]()
    with writing() as connection, open_session(connection) as session:
        run_in_a_write(_add(session, prepared, matches))
    return tuple(matches)


def _add(session: Session, prepared: Sequence[Prepared], matches: list[Match]) -> Iterator[None]:
    for (facts, names), rows in prepared:
        match = Match(**facts, id=secrets.randbits(63))
        add_match(session, match, names)
        if rows:
            session.execute(insert(TapRow), [row | {"match_id": match.id} for row in rows])
        matches.append(match)
        yield


def _row(seq: int, text: str, game: Game) -> dict[str, Any]:
    """Return the columns of the row for one tap of an imported log, except the id of its match."""
    return {
        "seq": seq,
        "key": f"{IMPORTED}-{seq}",
        "text": text,
        "device": IMPORTED,
        "seat": None,
        "at": now(),
        "score": game.score_text,
        "events_json": events_to_json(game.events),
    }
