"""What stands in a book, line by line: its people, its matches, what they were for and is not settled yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.book import Debt, MatchEntry, Overview, Rating
from companion.book.pages.match_result import figures
from companion.book.pages.person_names import together
from companion.book.sums import Counts
from companion.words import games


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person of a book in a line: how strong they are (empty where nobody knows), matches won of those played."""

    number: int
    name: str
    strength: str
    won: int
    played: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a line. `sides` are the names of each with its score; `winner` is the side that won it."""

    token: str
    game: str
    at: object
    sides: tuple[tuple[str, str], ...]
    winner: int | None
    stake: str


@dataclass(frozen=True, slots=True)
class Owed:
    """What somebody lost to somebody: how many of what, in which matches."""

    stake: str
    owing: str
    owed: str
    times: int
    numbers: str


def people(whole: Overview, names: Mapping[int, str]) -> tuple[Somebody, ...]:
    """Those who are as good as certain to be strong before the others, then those of whom nothing is known."""
    ratings = whole.ratings
    order = sorted((n for n in names if names[n]), key=lambda n: (-ratings[n].sure if n in ratings else 99.0, n))
    return tuple(_somebody(whole, ratings.get(number), number, names[number]) for number in order)


def match(entry: MatchEntry, names: Mapping[int, str]) -> MatchLine:
    """A match as a line."""
    scores = figures(entry.score, entry.games).split("-")
    sides = tuple((together(names, entry.on(side)), score) for side, score in enumerate(scores))
    return MatchLine(entry.token, games.name(entry.variant), entry.played_at, sides, entry.winner, entry.stake)


def owed(debt: Debt, names: Mapping[int, str]) -> Owed:
    """What is not settled, as a line."""
    numbers = " ".join(map(str, debt.numbers))
    return Owed(debt.stake, together(names, debt.owing), together(names, debt.owed), len(debt.numbers), numbers)


def _somebody(whole: Overview, rating: Rating | None, number: int, name: str) -> Somebody:
    counts = whole.totals.people.get(number, Counts())
    return Somebody(number, name, rating.text if rating else "", counts["matches.won"], counts["matches"])
