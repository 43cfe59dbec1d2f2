"""Matches ready to be kept, from records and from tables that are over: what takes time is done before the write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion import tables, variants
from companion.book import writing
from companion.book.played import Played, of_record
from companion.book.tallying import tallied
from companion.engine import Impossible, records
from companion.tables import MOST_TAPS, Match
from companion.tables.models import now


@dataclass(frozen=True, slots=True)
class Draft:
    """A match that can be played from its record, ready to be kept: its names, and what was counted of it."""

    record: str
    played: Played
    names: tuple[str, ...]
    played_at: datetime
    sums: str

    def columns(self) -> dict[str, object]:
        """What follows from the record alone."""
        end, rules = self.played.end, self.played.rules
        return {
            "variant": rules.variant,
            "record": self.record,
            "sides": rules.sides,
            "winner": end.winner,
            "score": end.score_text,
            "games": "-".join(map(str, end.games)) if rules.best_of > 1 else "",
            "sums": self.sums,
            "played_at": self.played_at,
        }


def drafts(text: str, name: str) -> tuple[Draft, ...]:
    """The records of a text; ValueError, `name:LINE: …why…`, where one of them is wrong anywhere."""
    found: list[Draft] = []
    tables.unhurried(_drafted(text, name, found))
    return tuple(found)


def _drafted(text: str, name: str, found: list[Draft]) -> Iterator[None]:
    """Puts them there, one after the other: between two of them others are answered."""
    written(text)
    for answer in records.replay_text(text, name, variants.build):
        if "error" in answer:
            raise ValueError(answer["error"])
        yield
    for at, record in enumerate(records.read(text)):
        found.append(_draft(record, _date(record) + timedelta(seconds=at)))
        yield


def single(text: str) -> str:
    """The text, if it is one record of no more taps than a table holds; raises ValueError."""
    if len(written(text)) != 1:
        raise Impossible("This code holds no match.")
    return text


def written(text: str) -> tuple[records.Record, ...]:
    """The records of a text; ValueError for one of more taps than a table holds, before anybody plays it."""
    found = records.read(text)
    if any(len(record.taps) > MOST_TAPS for record in found):
        raise Impossible("A match has at most %(most)s taps.", most=MOST_TAPS)
    return found


def of_table(match: Match) -> Draft:
    """The match of a table that is over; ValueError, a sentence, before."""
    state = tables.state(match)
    if not state.line.game.over:
        raise Impossible("The match is not over yet.")
    record = records.read(tables.to_record(match))[0]
    last = state.rows[-1].at if state.rows else match.created_at
    played = of_record(record)
    return Draft(writing.anonymous(record), played, state.names, last, tallied(played).text())


def _draft(record: records.Record, played_at: datetime) -> Draft:
    played = of_record(record)
    names = writing.names_in(record, played.rules.seats)
    return Draft(writing.anonymous(record), played, names, played_at, tallied(played).text())


def _date(record: records.Record) -> datetime:
    """The day a record says, else now."""
    try:
        return datetime.fromisoformat(record.header("Date")).replace(tzinfo=UTC)
    except ValueError:
        return now()
