"""A record (NOTATION.md) becomes a table again: its headers open it, its taps are its log."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import partial
from typing import Any

from sqlalchemy import insert

from companion import variants
from companion.engine import Line, Rules, parse, records, start
from companion.tables.folding import events_to_json
from companion.tables.latest import MOST_TAPS
from companion.tables.models import LONGEST_TAP, Match, Tap, now
from companion.tables.new_match import added, checked, with_a_free_code
from companion.tables.store import objects, writing
from companion.tables.trouble import patient

IMPORTED = "import"  # stands in the log for the phone: a record does not say who tapped, nor when


def from_records(text: str, name: str) -> tuple[Match, ...]:
    """Opens a table for every record of a text, each with its whole log, undo and redo included.

    ValueError, `name:LINE: …why…`, where one of them is wrong anywhere: then nothing was opened.
    """
    for answer in records.replay_text(text, name, variants.build):
        if "error" in answer:
            raise ValueError(answer["error"])
    prepared = [(_opening(record), _checked(record)) for record in records.read(text)]
    return tuple(with_a_free_code(partial(_write, *one)) for one in prepared)


def _checked(record: records.Record) -> list[str]:
    if len(record.taps) > MOST_TAPS:
        raise ValueError(f"a table holds at most {MOST_TAPS} taps, and this record has {len(record.taps)}")
    return [_short(tap) for tap, _ in record.taps]


def _short(tap: str) -> str:
    if len(tap) > LONGEST_TAP:
        raise ValueError(f"a tap has at most {LONGEST_TAP} characters: {tap[:LONGEST_TAP]}…")
    return tap


def _opening(record: records.Record) -> tuple[dict[str, Any], list[str]]:
    players = [name.strip() for name in record.header("Players").split(",")]
    return checked(
        variant=record.header("Variant"),
        seats=int(record.header("Seats")) if record.header("Seats") else None,
        house=records.house(record.header("Rules")),
        names=["" if name == "?" else name for name in players],
        dealer=int(record.header("Dealer") or 0),
        score=record.header("Score"),
        games=record.header("Games"),
    )


@patient
def _write(opening: tuple[dict[str, Any], list[str]], taps: list[str]) -> Match:
    facts, names = opening
    match = Match(**facts, id=secrets.randbits(63))
    rows = list(_rows(match, taps))  # the whole log is played before anybody has to wait for a write
    with writing() as connection, objects(connection) as session:
        added(session, match, names)
        if rows:
            connection.execute(insert(Tap), rows)
    return match


def _rows(match: Match, taps: list[str]) -> Iterator[dict[str, Any]]:
    line = Line(start(_rules(match), match.dealer, match.score, match.games))
    for seq, text in enumerate(taps, start=1):
        act = parse(text)
        line = line.tap(act)
        row = {"match_id": match.id, "seq": seq, "key": f"{IMPORTED}-{seq}", "text": str(act), "device": IMPORTED}
        yield row | {
            "seat": None,
            "at": now(),
            "score": line.game.score_text,
            "told": events_to_json(line.game.events),
        }


def _rules(match: Match) -> Rules:
    return variants.get(match.variant).rules(match.seats, match.house_rules)
