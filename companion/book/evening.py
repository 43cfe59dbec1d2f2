"""An evening out of a book: the matches of one night, and who plays next, with partners in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from companion.book.overview import MatchEntry
from companion.book.sums import NOBODY
from companion.tables.models import now

BREAK = timedelta(hours=12)  # between two matches there is no longer pause in one night


@dataclass(frozen=True, slots=True)
class NextMatch:
    """Who may play next: the game, who sits where (the first deals), how many sides, and who sits out."""

    variant: str
    people: tuple[int, ...]
    sides: int
    resting: tuple[int, ...]


def evening(entries: Sequence[MatchEntry]) -> tuple[MatchEntry, ...]:
    """The matches of the last night, the one played last first."""
    return tuple(_since_the_last_break(entries))


def tonight(
    entries: Sequence[MatchEntry], moment: datetime | None = None
) -> tuple[MatchEntry, ...]:
    """The matches of the last night, if that is this one."""
    found, here = evening(entries), moment or now()
    return found if found and abs(here - found[0].played_at) <= BREAK else ()


def next_match(
    played: Sequence[MatchEntry], known: Collection[int], busy: Collection[int]
) -> NextMatch | None:
    """The same game again, for those of these matches (the last one first) who are `known` and not `busy`.

    Who has played most sits out, then who played last and lost. Of the ways to be partners it is the one there was
    least, never twice running where there is another. None where too few are free.
    """
    if not played:
        return None
    last, times = played[0], Counter(person for entry in played for person in entry.people)
    free = [
        person
        for person in dict.fromkeys(_seated(played))
        if person in known and person not in busy
    ]
    order = sorted(free, key=lambda person: (times[person], *_at_last(last, person)))
    seats = len(last.people)
    if len(order) < seats:
        return None
    playing, resting = set(order[:seats]), tuple(sorted(order[seats:]))
    people = _arranged([person for person in free if person in playing], last.sides, played)
    return NextMatch(last.variant, people, last.sides, resting)


def _since_the_last_break(entries: Sequence[MatchEntry]) -> Iterator[MatchEntry]:
    for at, entry in enumerate(entries):
        if at and entries[at - 1].played_at - entry.played_at > BREAK:
            return
        yield entry


def _seated(played: Sequence[MatchEntry]) -> Iterator[int]:
    for entry in played:
        yield from (person for person in entry.people if person != NOBODY)


def _at_last(last: MatchEntry, person: int) -> tuple[bool, bool]:
    """Whether somebody played the last match, and lost it."""
    if person not in last.people:
        return False, False
    return True, last.winner is not None and person not in last.on(last.winner)


def _arranged(people: list[int], sides: int, played: Sequence[MatchEntry]) -> tuple[int, ...]:
    """Who sits where: partners turned, and first, as the dealer, whoever was that least."""
    if sides == 2 and len(people) > sides:
        one = _partners(people, played)
        other = [person for person in people if person not in one]
        people = [person for pair in zip(one, other, strict=True) for person in pair]
    dealt = Counter(entry.people[0] for entry in played)
    first = people.index(min(people, key=lambda person: dealt[person]))
    return tuple(people[first:] + people[:first])


def _partners(people: list[int], played: Sequence[MatchEntry]) -> tuple[int, ...]:
    """Who plays together with the first of them."""
    together = Counter(pair for entry in played for pair in _pairs(entry))
    before = set(_pairs(played[0]))

    def worn(one: tuple[int, ...]) -> tuple[int, bool]:
        sides = one, tuple(person for person in people if person not in one)
        pairs = [pair for side in sides for pair in combinations(sorted(side), 2)]
        return sum(together[pair] for pair in pairs), not before.isdisjoint(pairs)

    first, *others = people
    return min(((first, *more) for more in combinations(others, len(people) // 2 - 1)), key=worn)


def _pairs(entry: MatchEntry) -> Iterator[tuple[int, ...]]:
    for side in range(entry.sides):
        yield from combinations(sorted(entry.on(side)), 2)
