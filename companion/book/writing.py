"""Write records as a book stores them, without names, and as it exports them, with names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from companion.engine import MatchLog, final, parse, records
from companion.retelling.replay import start_of_record
from companion.tables.names import name_in_record

LONGEST_HEADERS = 400  # characters at the beginning of a record that are enough to find its date
_ORDER = ("Variant", "Seats", "Players", "Date", "Place", "Dealer", "Score", "Games", "Rules")


def anonymous(record: records.Record) -> str:
    """Return a record as a book stores it: without names, and with the score after each hand.

    The record is replayed to find the scores. Undo and redo stay in the record. Raises ValueError
    if the record cannot be replayed.
    """
    log = MatchLog(start_of_record(record))
    scores = list[str]()
    for tap, _ in record.taps:
        log = log.play(parse(tap))
        scores.append(score_after(log, tap))
    return as_kept(record, scores)


def as_kept(record: records.Record, scores: Iterable[str]) -> str:
    """Return a record as a book stores it: without names, and with the score after each hand.

    `scores` has a text for each tap: what `score_after` returned for it. The record is not
    replayed.
    """
    headers = {name: record.header(name) for name in _ORDER if name != "Players"}
    return "\n".join((*_headers(headers), "", *_lines(record, scores), ""))


def score_after(log: MatchLog, tap: str) -> str:
    """Return the score after `tap`, the last tap of the log, if this tap ended a hand.

    Return "" if it ended no hand, or if it is undo or redo.
    """
    ended = any(event.kind == "hand" for event in log.game.events)
    if not ended or tap in ("undo", "redo"):
        return ""
    return final(log.game.events, log.game.score_text)


def with_names(record: str, names: Sequence[str]) -> str:
    """Return a stored record with a header that has the names of its players, by seat."""
    players = f'[Players "{", ".join(map(name_in_record, names))}"]'
    first, line, rest = record.partition("\n")
    return "\n".join((first, players, rest)) if line else record


def identity(record: str) -> str:
    """Return the fingerprint of a record. Two records of the same match have equal fingerprints.

    The fingerprint depends only on what was played, not on who played, when or where.
    """
    left_out = ('[Date "', '[Place "', '[Players "')
    kept = [line for line in record.splitlines() if not line.startswith(left_out)]
    lines = [line.partition(";")[0].rstrip() for line in kept]
    return sha256("\n".join(lines).encode()).hexdigest()


class RecordDate(NamedTuple):
    """The date of a record: its moment, and whether it has a time of day.

    Without a time of day the moment is midnight.
    """

    moment: datetime
    has_time: bool


def read_date(text: str) -> RecordDate | None:
    """Return the date that the header `Date` of a record says, None if its text is no date."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return RecordDate(moment, len(text) > len("2026-11-20"))


def timed(record: str) -> bool:
    """Return whether the date of a record has a time of day. A text that is no date has none."""
    found = re.search(r'^\[Date "([^"]*)"\]', record, re.MULTILINE)
    date = read_date(found[1]) if found else None
    return date is not None and date.has_time


def dated(record: str, moment: datetime) -> str:
    """Return the stored record with this moment as its date, to the second."""
    lines = [line for line in record.split("\n") if not line.startswith('[Date "')]
    at = 2 if lines[1].startswith('[Seats "') else 1
    return "\n".join((*lines[:at], f'[Date "{moment.isoformat(timespec="seconds")}"]', *lines[at:]))


def names_in(record: records.Record, seats: int) -> tuple[str, ...]:
    """Return the names that a record gives to its seats, by seat; an unknown name is empty."""
    given = [name.strip() for name in record.header("Players").split(",")]
    names = [*given, *[""] * seats][:seats]
    return tuple("" if name == "?" else name for name in names)


def _headers(headers: Mapping[str, str]) -> Iterator[str]:
    return (f'[{name} "{text}"]' for name, text in headers.items() if text)


def _lines(record: records.Record, scores: Iterable[str]) -> Iterator[str]:
    hand = list[str]()
    for (tap, _), score in zip(record.taps, scores, strict=True):
        hand.append(tap)
        if score:
            yield f"{' '.join(hand)}  ; {score}"
            hand.clear()
    if hand:
        yield " ".join(hand)
