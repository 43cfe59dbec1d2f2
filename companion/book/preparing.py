"""Prepare matches to be kept in a book, from records and from tables.

Playing and counting a match takes time, so it is done here, before the transaction begins.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from companion import tables, variants
from companion.book import writing
from companion.book.counting import counted_columns
from companion.book.days import from_local
from companion.book.tallying import tally, tally_in_steps
from companion.engine import Impossible, records
from companion.retelling.replay import Replay
from companion.tables import Match
from companion.tables.models import now
from companion.tables.turns import Meanwhile, do_nothing

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=2)  # how far in the future a date may be: clocks and time zones differ


@dataclass(frozen=True, slots=True)
class PreparedMatch:
    """A match that was replayed from its record and counted, ready to be added to a book.

    `names` are by seat. `counted` are the columns that `counted_columns` computed. `version` is how
    many taps its table has, 0 if the match is not from a table.
    """

    record: str
    names: tuple[str, ...]
    played_at: datetime
    counted: Mapping[str, object]
    version: int = 0

    @property
    def identity(self) -> str:
        """Return the fingerprint of what was played (`writing.identity`)."""
        return writing.identity(self.record)

    def columns(self) -> dict[str, object]:
        """Return the columns of the match's row in the book, except who sat where."""
        own = {
            "record": self.record,
            "played_at": self.played_at,
            "version": self.version,
            "identity": self.identity,
        }
        return own | dict(self.counted)


def prepare_records(
    text: str, name: str, zone: tzinfo | None, meanwhile: Meanwhile = do_nothing
) -> tuple[PreparedMatch, ...]:
    """Prepare each match in a text of records. Dates without a time zone are in `zone`.

    `name` is the name of the text. Raises ValueError if a record is wrong; its message is
    `name:LINE: why`. After every step, other requests are answered and then `meanwhile` is called.
    If `meanwhile` raises an exception, the work ends.
    """
    found: list[PreparedMatch] = []
    tables.run_in_steps(_prepare_each(text, name, zone, found), meanwhile)
    return tuple(found)


def _prepare_each(
    text: str, name: str, zone: tzinfo | None, found: list[PreparedMatch]
) -> Iterator[None]:
    """Prepare each match in a text, and append it to `found`. Yield after each step."""
    for record in tables.iter_records(text, name):
        yield
        if record is not None:
            played_at = _moment(record, len(found), zone)
            found.append((yield from prepare_match(record, name, played_at)))


def prepare_table(match: Match, *, unfinished: bool = False) -> PreparedMatch:
    """Prepare the match at a table to be kept.

    Raises ValueError, with a message for the user, if the match is not over and `unfinished` is
    false.
    """
    state = tables.state(match)
    if not state.log.game.over and not unfinished:
        raise Impossible("The match is not over yet.")
    record = records.read(tables.to_record(match))[0]
    played_at = match.created_at
    version = 0
    if state.rows:
        played_at = state.rows[-1].at
        version = state.rows[-1].seq
    replay = Replay.from_record(record)
    anonymous = writing.anonymous(record)
    counted = counted_columns(replay, tally(replay))
    return PreparedMatch(anonymous, state.names, played_at, counted, version)


def prepare_match(
    record: records.Record, name: str, played_at: datetime
) -> Generator[None, None, PreparedMatch]:
    """Replay a record, count its match, and return the prepared match. Yield after each tap."""
    scores: list[str] = []
    for n, log in enumerate(records.playing(record, name, variants.build_rules)):
        if n:  # the first log is the match before any tap
            scores.append(writing.score_after(log, record.taps[n - 1][0]))
        yield
    replay = Replay.from_log(log)
    sums = yield from tally_in_steps(replay)
    names = writing.names_in(record, replay.rules.seats)
    return PreparedMatch(
        writing.as_kept(record, scores), names, played_at, counted_columns(replay, sums)
    )


def _moment(record: records.Record, at: int, zone: tzinfo | None) -> datetime:
    """Return when a match was played.

    * If the record has a date with a time of day, return this moment.
    * If it has only a day, return noon of this day and `at` seconds more.
    * If it has no valid date, return the present time and `at` seconds more.

    `at` is the index of the record in its text. The seconds keep matches of one day in the order of
    the text. Raises ValueError, with a message for the user, if the date is too long ago or in the
    future.
    """
    text = record.header("Date")
    date = writing.read_date(text)
    if date is None:
        return now() + timedelta(seconds=at)
    said = date.moment
    check_possible(said.replace(tzinfo=UTC), text)
    if not date.has_time:
        said = said.replace(hour=12) + timedelta(seconds=at)
    return from_local(said, zone) if said.tzinfo is None else said.astimezone(UTC)


def check_possible(moment: datetime, text: str) -> None:
    """Raise Impossible, quoting `text`, if the moment is too long ago or in the future."""
    if not EARLIEST <= moment <= now() + AHEAD:
        raise Impossible("%(date)s cannot be the date of a match.", date=text)
