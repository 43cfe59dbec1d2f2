"""Decide on which day a match was played, in the time zone of its book.

Evenings, months, seasons and all dates in pages and spreadsheets come from `day_of`.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from companion.book.models import Book
from companion.engine import Impossible
from companion.tables.names import one_line

EVENING_ENDS = timedelta(hours=5)  # after midnight
LONGEST_SHOWN = 40  # characters of an unknown zone that an error quotes


def day_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the day of a match that was played at this moment.

    If `zone` is None, the server's time zone is used. A match that begins before five in the
    morning belongs to the evening before, and so to the day before. For example, 00:30 in Madrid on
    1 January 2027 belongs to 31 December 2026.
    """
    return (moment.astimezone(zone) - EVENING_ENDS).date()


def from_local(said: datetime, zone: tzinfo | None) -> datetime:
    """Return the moment, in UTC, at which clocks in this time zone show the time `said`."""
    return said.astimezone(UTC) if zone is None else said.replace(tzinfo=zone).astimezone(UTC)


def zone_of(book: Book) -> tzinfo | None:
    """Return the time zone of a book, None for the server's."""
    return zone_named(book.zone)


def zone_named(name: str) -> tzinfo | None:
    """Return the time zone of this name, None if the name is empty or not known on this machine.

    A book that was imported from another server may name a zone that this machine does not know.
    """
    return ZoneInfo(name) if _zones().get(name.casefold()) == name else None


def clean_zone(text: str) -> str:
    """Return the full name of the time zone that somebody typed.

    The last part of a name is enough, in capital or small letters: "madrid" becomes
    "Europe/Madrid". An empty text gives "", which means the server's time zone. Raises Impossible,
    with a sentence, if this machine knows no such zone.
    """
    typed = one_line(text)
    wanted = typed.replace(" ", "_").casefold()
    if not wanted:
        return ""
    for known in (_zones(), _cities()):
        if wanted in known:
            return known[wanted]
    raise Impossible(
        "“%(zone)s” is not a time zone. Its name is written like this: %(example)s.",
        zone=typed[:LONGEST_SHOWN],
        example="Europe/Madrid",
    )


@cache
def _zones() -> dict[str, str]:
    """Return the time zones of this machine, each under its name in small letters."""
    return {name.casefold(): name for name in available_timezones()}


@cache
def _cities() -> dict[str, str]:
    """Return the full names of time zones by the last part of each name, such as "madrid".

    If several names have the same last part, the first is taken. Such names mean the same place:
    for example, America/Argentina/Buenos_Aires and America/Buenos_Aires.
    """
    cities = dict[str, str]()
    for name in sorted(available_timezones()):
        cities.setdefault(name.rpartition("/")[2].casefold(), name)
    return cities
