"""What stands in a book, line by line: its people, its matches, what they were for and is not settled yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.book import Account, MatchEntry
from companion.book.chances import Share
from companion.book.pages.match_result import figures
from companion.book.pages.person_names import named, together
from companion.words import games
from companion.words.people import glyph


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A person of a book in a line of a season: matches won of those that somebody won."""

    number: int
    name: str
    won: Share


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a line. `sides` are the sign of each, its names and its score; `winner` is the side that won it."""

    token: str
    game: str
    at: datetime
    sides: tuple[tuple[str, str, str], ...]
    winner: int | None
    stake: str


@dataclass(frozen=True, slots=True)
class Owed:
    """What people owe each other for one thing: who to whom and how many times, and the matches behind it."""

    stake: str
    debts: tuple[tuple[str, str, int], ...]
    numbers: str


def standings(entries: Sequence[MatchEntry], names: Mapping[int, str]) -> tuple[SeasonLine, ...]:
    """Those who played in these matches: who won most of them first, of equals who needed fewer."""
    played, won = Counter[int](), Counter[int]()
    for entry in (entry for entry in entries if entry.winner is not None):
        played.update(set(entry.people))
        won.update(set(entry.on(entry.winner or 0)))
    order = sorted(
        (one for one in played if names.get(one)),
        key=lambda one: (-won[one], played[one], names[one]),
    )
    return tuple(SeasonLine(one, names[one], Share(won[one], played[one])) for one in order)


def match(entry: MatchEntry, names: Mapping[int, str]) -> MatchLine:
    """A match as a line."""
    scores = figures(entry.score, entry.games).split("-")
    sides = tuple(
        (glyph(side), together(names, entry.on(side)), score) for side, score in enumerate(scores)
    )
    return MatchLine(
        entry.token, games.name(entry.variant), entry.played_at, sides, entry.winner, entry.stake
    )


def owed(account: Account, names: Mapping[int, str]) -> Owed:
    """What is not settled, as lines."""
    debts = tuple(
        (named(names, debt.owing), named(names, debt.owed), debt.times) for debt in account.debts
    )
    return Owed(account.stake, debts, " ".join(map(str, account.numbers)))
