"""Hold and merge the counts of one match (by table, side and seat) and of many matches.

The name of a count has words joined by full stops: `called.truc.retruc`, `points.refused`. Merging
adds counts with the same name, but keeps only the larger count if the name begins with `most.`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.book.shares import MATCHES, MATCHES_WON, Counts

MOST = "most."
NOBODY = 0  # the number of a player who is not in the book


@dataclass(frozen=True, slots=True)
class Sums:
    """The counts of one match: of the whole table, of each side and of each seat."""

    table: Counts
    sides: tuple[Counts, ...]
    seats: tuple[Counts, ...]

    def text(self) -> str:
        """Return these sums as the text in which they are stored."""
        sides = [*map(_sorted, self.sides)]
        seats = [*map(_sorted, self.seats)]
        return json.dumps([_sorted(self.table), sides, seats], separators=(",", ":"))

    @classmethod
    def of_text(cls, text: str) -> Sums:
        """Return the sums that were stored as this text."""
        table, sides, seats = json.loads(text)
        return cls(Counter(table), tuple(map(Counter, sides)), tuple(map(Counter, seats)))


def add(counts: Counts, more: Mapping[str, int]) -> None:
    """Add each number in `more` to the count of the same name in `counts`.

    If the name begins with MOST, keep the larger of the two numbers instead.
    """
    for name, number in more.items():
        if name.startswith(MOST):
            counts[name] = max(counts[name], number)
        else:
            counts[name] += number


def merged(parts: Iterable[Mapping[str, int]]) -> Counts:
    """Return for each key the sum of its counts in all parts, in whatever order they come."""
    whole = Counts()
    for part in parts:
        add(whole, part)
    return whole


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of many matches: of all people, by person, and by pair (the lower number first).

    `table` is the sum over everybody: for each match, it adds the counts of the whole table and the
    counts of each seat.

    `versus` has for (a, b) how many matches person a played against person b, and how many of
    these a won.
    """

    table: Counts
    people: dict[int, Counts]
    pairs: dict[tuple[int, int], Counts]
    versus: dict[tuple[int, int], Counts]

    def text(self) -> str:
        """Return these totals as the text in which they are stored."""
        people = {str(person): _sorted(counts) for person, counts in self.people.items()}
        pairs = _stored_pairs(self.pairs)
        versus = _stored_pairs(self.versus)
        return json.dumps([_sorted(self.table), people, pairs, versus], separators=(",", ":"))

    @classmethod
    def of_text(cls, text: str) -> Totals:
        """Return the totals that were stored as this text."""
        table, people, pairs, versus = json.loads(text)
        named = {int(person): Counter(counts) for person, counts in people.items()}
        return cls(Counter(table), named, _of_pairs(pairs), _of_pairs(versus))

    def merge(self, more: Totals) -> None:
        """Add other totals to these."""
        add(self.table, more.table)
        for mine, others in zip(self._by_key(), more._by_key(), strict=True):
            for key, counts in others.items():
                add(mine.setdefault(key, Counts()), counts)

    def _by_key(self) -> tuple[dict[Any, Counts], ...]:
        return self.people, self.pairs, self.versus

    def add(self, people: tuple[int, ...], sums: Sums) -> None:
        """Add one more match; `people` are numbers of persons by seat, `sums` its counts."""
        for counts in (sums.table, *sums.seats):
            add(self.table, counts)
        _by_person(self, people, sums)
        _by_pair(self, people, sums)
        _against(self, people, sums)


@dataclass(frozen=True, slots=True)
class BookTotals:
    """The totals of a book, separate for each game: points of two games cannot be compared."""

    games: dict[str, Totals]

    def text(self) -> str:
        """Return these totals as the text in which they are stored, with a line for each game."""
        return "\n".join(f"{game} {self.games[game].text()}" for game in sorted(self.games))

    @classmethod
    def of_text(cls, text: str) -> BookTotals:
        """Return the totals that were stored as this text. An empty text means no games."""
        lines = (line.split(" ", 1) for line in text.splitlines())
        return cls({game: Totals.of_text(counted) for game, counted in lines})

    def of(self, game: str) -> Totals:
        """Return the totals of one game, empty if it was not played."""
        return self.games.get(game) or totals(())

    def add(self, game: str, people: tuple[int, ...], sums: Sums) -> None:
        """Add one more match of this game; `people` are numbers of persons by seat."""
        self.games.setdefault(game, totals(())).add(people, sums)

    @property
    def together(self) -> Totals:
        """Return the totals of all games, merged."""
        whole = totals(())
        for counted in self.games.values():
            whole.merge(counted)
        return whole


CountedMatch = tuple[tuple[int, ...], Sums]  # numbers of persons by seat, and the match's counts


def totals(kept: Iterable[CountedMatch]) -> Totals:
    """Return the totals of these matches. The order of the matches makes no difference."""
    found = Totals(Counts(), {}, {}, {})
    for people, sums in kept:
        found.add(people, sums)
    return found


def _stored_pairs(pairs: dict[tuple[int, int], Counts]) -> dict[str, dict[str, int]]:
    return {f"{one} {other}": _sorted(counts) for (one, other), counts in pairs.items()}


def _of_pairs(stored: dict[str, dict[str, int]]) -> dict[tuple[int, int], Counts]:
    pairs = dict[tuple[int, int], Counts]()
    for key, counts in stored.items():
        one, other = map(int, key.split())
        pairs[one, other] = Counter(counts)
    return pairs


def _by_person(found: Totals, people: tuple[int, ...], sums: Sums) -> None:
    for seat, person in enumerate(people):
        if person != NOBODY:
            counts = found.people.setdefault(person, Counts())
            add(counts, sums.seats[seat])
            add(counts, sums.sides[seat % len(sums.sides)])


def _by_pair(found: Totals, people: tuple[int, ...], sums: Sums) -> None:
    """Add the counts of a match to the totals of each pair that played as a side.

    A side of one person or of three people is no pair.
    """
    for side, of_side in enumerate(sums.sides):
        seats = range(side, len(people), len(sums.sides))
        pair = sorted(people[seat] for seat in seats)
        if len(pair) == 2 and NOBODY not in pair:
            counts = found.pairs.setdefault((pair[0], pair[1]), Counts())
            for part in (of_side, *(sums.seats[seat] for seat in seats)):
                add(counts, part)


def _against(found: Totals, people: tuple[int, ...], sums: Sums) -> None:
    sides = len(sums.sides)
    for seat, person in enumerate(people):
        for other, rival in enumerate(people):
            if NOBODY not in (person, rival) and seat % sides != other % sides:
                counts = found.versus.setdefault((person, rival), Counts())
                _count_match(counts, sums.sides[seat % sides])


def _sorted(counts: Counts) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts) if counts[name]}


def _count_match(counts: Counts, mine: Counts) -> None:
    """Add a match to `counts`, as won or lost by one side.

    `mine` has the counts of this side in the match. A match that nobody won is not added.
    """
    if mine[MATCHES_WON.name]:
        MATCHES.count(counts, MATCHES_WON)
    elif mine[MATCHES.name]:
        MATCHES.count(counts)
