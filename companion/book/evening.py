"""Find the matches of an evening in a book, and suggest who plays next, with changing partners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import chain, combinations

from companion.book.days import day_of
from companion.book.overview import MatchEntry
from companion.book.sums import NOBODY
from companion.tables.models import now


@dataclass(frozen=True, slots=True)
class NextMatch:
    """A suggestion for the next match: the game, the people by seat, and how many sides.

    The first of `people` deals. `resting` are the people who sit out.
    """

    variant: str
    people: tuple[int, ...]
    sides: int
    resting: tuple[int, ...]


def tonight(
    entries: Iterable[MatchEntry], zone: tzinfo | None, moment: datetime | None = None
) -> tuple[MatchEntry, ...]:
    """Return the entries of matches that were played this evening, in the same order.

    An evening ends at five in the morning in the time zone `zone`. `moment` is the present time by
    default.
    """
    today = day_of(moment or now(), zone)
    return tuple(entry for entry in entries if entry.day == today)


def next_match(
    played: Sequence[MatchEntry], known: Collection[int], busy: Collection[int]
) -> NextMatch | None:
    """Suggest a match of the game played last, for people who have played and are free.

    `played` are matches, the last one first. `known` are the people with a name in the book, `busy`
    the people at a table in play. People are free if they are known and not busy. If too many
    people are free, these rules decide who sits out and who play together:

    * The people who have played most matches sit out. Of people with equally many matches, the
      losers of the last match sit out first, then its winners, then everybody else.
    * The people who were partners least often become partners. Of pairs that were partners equally
      often, a pair that did not play together in the last match is preferred.

    Return None if nothing was played, or if too few people are free.
    """
    if not played:
        return None
    last = played[0]
    times = Counter(chain.from_iterable(entry.people for entry in played))
    free = list[int]()
    for person in dict.fromkeys(_seated(played)):
        if person in known and person not in busy:
            free.append(person)
    order = sorted(free, key=lambda person: (times[person], *_at_last(last, person)))
    seats = len(last.people)
    if len(order) < seats:
        return None
    playing = set(order[:seats])
    resting = tuple(sorted(order[seats:]))
    people = _arranged([person for person in free if person in playing], last.sides, played)
    return NextMatch(last.variant, people, last.sides, resting)


def _seated(played: Sequence[MatchEntry]) -> Iterator[int]:
    for entry in played:
        yield from (person for person in entry.people if person != NOBODY)


def _at_last(last: MatchEntry, person: int) -> tuple[bool, bool]:
    """Return whether this person played the last match, and whether they lost it."""
    if person not in last.people:
        return False, False
    return True, last.winner is not None and person not in last.on(last.winner)


def _arranged(people: list[int], sides: int, played: Sequence[MatchEntry]) -> tuple[int, ...]:
    """Return these people by seat, the dealer in seat 0.

    If there are two sides of several people, `_partners` chooses who play together. The dealer is
    the person who dealt first in the fewest matches.
    """
    if sides == 2 and len(people) > sides:
        one = _partners(people, played)
        other = [person for person in people if person not in one]
        people = list(chain.from_iterable(zip(one, other, strict=True)))
    dealt = Counter(entry.people[entry.dealer] for entry in played)
    first = people.index(min(people, key=lambda person: dealt[person]))
    return tuple(people[first:] + people[:first])


def _partners(people: list[int], played: Sequence[MatchEntry]) -> tuple[int, ...]:
    """Return the side of the first person: this person and the partners chosen for them."""
    together = Counter(chain.from_iterable(map(_pairs, played)))
    before = set(_pairs(played[0]))

    def familiarity(one: tuple[int, ...]) -> tuple[int, bool]:
        """Return how often people were partners before, if side `one` plays against all others.

        The first value counts, for all pairs of partners on both sides, the matches they played
        together. The second value is whether any of these pairs played together in the last match.
        """
        other = [person for person in people if person not in one]
        pairs = [*combinations(sorted(one), 2), *combinations(sorted(other), 2)]
        return sum(together[pair] for pair in pairs), not before.isdisjoint(pairs)

    first, *others = people
    return min(
        ((first, *more) for more in combinations(others, len(people) // 2 - 1)), key=familiarity
    )


def _pairs(entry: MatchEntry) -> Iterator[tuple[int, ...]]:
    for side in range(entry.sides):
        yield from combinations(sorted(entry.on(side)), 2)
