"""Make the lines of a book's page: its people, its matches, and open debts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from companion.book import MatchEntry, OpenDebts
from companion.book.pages.person_names import name_of, names_of_side
from companion.book.shares import MATCHES, MATCHES_WON, Counts, Share
from companion.retelling.standing import result_figures
from companion.web.language import clock, day
from companion.words import games
from companion.words.people import glyph


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A person's line in the standings of a season.

    `won` is the share of matches that the person won. Matches that nobody won are left out.
    """

    number: int
    name: str
    won: Share


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A line that shows one match. `sides` has for each side its symbol, its names and its score.

    `winner` is the side that won, None if nobody won. `day` and `time` are in the time zone of the
    book.
    """

    token: str
    game: str
    day: str
    time: str
    sides: tuple[tuple[str, str, str], ...]
    winner: int | None
    stake: str


@dataclass(frozen=True, slots=True)
class Owed:
    """The open debts for one stake: who owes whom how many times.

    `numbers` are the numbers of the matches that caused the debts, as the text of a form field.
    """

    stake: str
    debts: tuple[tuple[str, str, int], ...]
    numbers: str


def standing_lines(
    entries: Sequence[MatchEntry], names: Mapping[int, str]
) -> tuple[SeasonLine, ...]:
    """Return the standings of these matches: most wins first, then fewest matches.

    Only matches that somebody won count. People without a name in `names` are left out.
    """
    counted = defaultdict[int, Counts](Counts)
    for entry in entries:
        if entry.winner is None:
            continue
        winners = set(entry.on(entry.winner))
        for person in set(entry.people):
            hits = (MATCHES_WON,) if person in winners else ()
            MATCHES.count(counted[person], *hits)
    lines = list[SeasonLine]()
    for person, counts in counted.items():
        if names.get(person):
            lines.append(SeasonLine(person, names[person], MATCHES_WON.share(counts)))
    return tuple(sorted(lines, key=lambda line: (-line.won.hits, line.won.of, line.name)))


def match_line(entry: MatchEntry, names: Mapping[int, str], zone: tzinfo | None) -> MatchLine:
    """Return a match as a line of the book's page, with its time in the zone of the book."""
    scores = result_figures(entry.score, entry.games, won=entry.winner is not None)
    sides = list[tuple[str, str, str]]()
    for side, score in enumerate(scores):
        sides.append((glyph(side), names_of_side(names, entry.on(side)), score))
    return MatchLine(
        token=entry.token,
        game=games.name(entry.variant),
        day=day(entry.day),
        time=clock(entry.played_at, zone),
        sides=tuple(sides),
        winner=entry.winner,
        stake=entry.stake,
    )


def owed_lines(open_debts: OpenDebts, names: Mapping[int, str]) -> Owed:
    """Return the open debts for one stake, with the names of the people."""
    debts = list[tuple[str, str, int]]()
    for debt in open_debts.debts:
        debts.append((name_of(names, debt.owing), name_of(names, debt.owed), debt.times))
    return Owed(open_debts.stake, tuple(debts), " ".join(map(str, open_debts.numbers)))
