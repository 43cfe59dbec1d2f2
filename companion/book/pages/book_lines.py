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


def people(whole: Overview, names: Mapping[int, str], game: str) -> tuple[Somebody, ...]:
    """At one game those who are as good as certain to be strong first; at all of them (an empty one) who won most."""
    ratings, counted = whole.ratings(game), (whole.by_game.of(game) if game else whole.totals).people
    lines = [_somebody(counted.get(n, Counts()), ratings.get(n), n, name) for n, name in names.items() if name]

    def rank(line: Somebody) -> tuple[float, int, int]:
        rating = ratings.get(line.number)
        return -rating.sure if rating else 99.0, -line.won, line.number

    return tuple(sorted(lines, key=rank))


def match(entry: MatchEntry, names: Mapping[int, str]) -> MatchLine:
    """A match as a line."""
    scores = figures(entry.score, entry.games).split("-")
    sides = tuple((together(names, entry.on(side)), score) for side, score in enumerate(scores))
    return MatchLine(entry.token, games.name(entry.variant), entry.played_at, sides, entry.winner, entry.stake)


def owed(debt: Debt, names: Mapping[int, str]) -> Owed:
    """What is not settled, as a line."""
    numbers = " ".join(map(str, debt.numbers))
    return Owed(debt.stake, together(names, debt.owing), together(names, debt.owed), len(debt.numbers), numbers)


def _somebody(counts: Counts, rating: Rating | None, number: int, name: str) -> Somebody:
    return Somebody(number, name, rating.text if rating else "", counts["matches.won"], counts["matches"])
