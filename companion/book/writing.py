"""Records as a book keeps and gives them: without names inside, with those of its people outside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256

from companion.engine import MatchLog, final, parse, records
from companion.retelling.played import beginning

_ORDER = ("Variant", "Seats", "Players", "Date", "Place", "Dealer", "Score", "Games", "Rules")


def anonymous(record: records.Record) -> str:
    """The record as a book keeps it: whole, undo and redo included, one hand a line with the score, without names.

    Raises ValueError where it cannot be played.
    """
    line, scores = MatchLog(beginning(record)), list[str]()
    for tap, _ in record.taps:
        line = line.tap(parse(tap))
        scores.append(score_after(line, tap))
    return as_kept(record, scores)


def as_kept(record: records.Record, scores: Iterable[str]) -> str:
    """The record as a book keeps it, once it was played; `scores` has what `score_after` said of each tap."""
    headers = {name: record.header(name) for name in _ORDER if name != "Players"}
    return "\n".join((*_headers(headers), "", *_lines(record, scores), ""))


def score_after(line: MatchLog, tap: str) -> str:
    """The score, if a hand ended with the last tap of the line; else nothing."""
    ended = any(event.kind == "hand" for event in line.game.events)
    return (
        final(line.game.events, line.game.score_text)
        if ended and tap not in ("undo", "redo")
        else ""
    )


def with_names(record: str, names: Sequence[str]) -> str:
    """A record as it was kept, with the names of its players."""
    players = f'[Players "{", ".join(map(plain, names))}"]'
    first, line, rest = record.partition("\n")
    return "\n".join((first, players, rest)) if line else record


def identity(record: str) -> str:
    """Stands for what was played, whoever played it and when: two records of one match have the same."""
    when = ('[Date "', '[Place "', '[Players "')
    lines = (
        line.partition(";")[0].rstrip() for line in record.splitlines() if not line.startswith(when)
    )
    return sha256("\n".join(lines).encode()).hexdigest()


def timed(record: str) -> bool:
    """Whether a record says at what time of a day it was played."""
    return re.search(r'^\[Date "[^"]*[T ]', record, re.MULTILINE) is not None


def dated(record: str, moment: datetime) -> str:
    """The record with the moment it was played at, to the second; its headers in the order they are kept in."""
    lines = [line for line in record.split("\n") if not line.startswith('[Date "')]
    at = 2 if lines[1].startswith('[Seats "') else 1
    return "\n".join((*lines[:at], f'[Date "{moment.isoformat(timespec="seconds")}"]', *lines[at:]))


def plain(name: str) -> str:
    """A name that cannot end its header or look like two; `?` where there is none."""
    return " ".join(name.replace('"', "'").replace(",", " ").split()) or "?"


def names_in(record: records.Record, seats: int) -> tuple[str, ...]:
    """The names a record gives to its seats, empty where it does not know."""
    given = [name.strip() for name in record.header("Players").split(",")]
    return tuple("" if name == "?" else name for name in (*given, *[""] * seats)[:seats])


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
