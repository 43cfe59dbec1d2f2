"""Store the stake of a match ("the coffees"), and compute who owes whom how many stakes.

A stake is a text and is never turned into an amount of money.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import func, select, update

from companion import tables
from companion.book.books import changing
from companion.book.errors import UNKNOWN_MATCH, Unknown
from companion.book.keeping_records import slices
from companion.book.models import Book, BookMatch
from companion.book.overview import MatchEntry
from companion.book.signing import match_in
from companion.book.sums import NOBODY
from companion.tables.models import now
from companion.tables.trouble import retry_while_unavailable


@dataclass(frozen=True, slots=True)
class Debt:
    """A debt: person `owing` owes person `owed` the stake, `times` times.

    NOBODY is the number of every player whose name the book does not know. Two such players may be
    different people.
    """

    owing: int
    owed: int
    times: int


@dataclass(frozen=True, slots=True)
class OpenDebts:
    """What people owe each other for one stake, and the numbers of the matches they played for it.

    Debts in both directions are set off.
    """

    stake: str
    debts: tuple[Debt, ...]
    numbers: tuple[int, ...]


def open_debts(entries: Iterable[MatchEntry]) -> tuple[OpenDebts, ...]:
    """Return who owes whom the stakes of matches that are not settled.

    Matches with the same stake are divided into groups (`_groups`), and the result has one
    `OpenDebts` for each group. In each match every loser owes the stake once, and every winner is
    owed the stake once. Matches that nobody won, or with more than two sides, do not count. People
    who owe as much as they are owed are left out. The debts of unknown players are not set off,
    because nobody knows who they were.
    """
    played: dict[str, list[MatchEntry]] = {}
    for entry in entries:
        if entry.stake and not entry.settled and entry.winner is not None and entry.sides == 2:
            played.setdefault(entry.stake, []).append(entry)
    found = list[OpenDebts]()
    for stake, matches in played.items():
        found.extend(_open_debts(stake, group) for group in _groups(matches))
    return tuple(one for one in found if one.debts)


def _groups(entries: Iterable[MatchEntry]) -> list[list[MatchEntry]]:
    """Return the matches in groups: two matches are in one group if they have a person in common.

    Matches that are connected through other matches are in one group too.
    """
    groups: list[tuple[set[int], list[MatchEntry]]] = []
    for entry in entries:
        people = set(entry.people) - {NOBODY}
        matches = [entry]
        for group in [group for group in groups if not group[0].isdisjoint(people)]:
            groups.remove(group)
            people = people | group[0]
            matches = group[1] + matches
        groups.append((people, matches))
    return [matches for _, matches in groups]


def _open_debts(stake: str, entries: list[MatchEntry]) -> OpenDebts:
    balance = Counter[int]()
    with_unknown = Counter[tuple[int, int]]()
    for owing, owed in chain.from_iterable(map(_stakes, entries)):
        if NOBODY not in (owing, owed):
            balance[owing] -= 1
            balance[owed] += 1
        elif owing != owed:
            with_unknown[owing, owed] += 1
    debts = list(_evened(balance))
    for (owing, owed), times in sorted(with_unknown.items()):
        debts.append(Debt(owing, owed, times))
    return OpenDebts(stake, tuple(debts), tuple(entry.number for entry in entries))


def _stakes(entry: MatchEntry) -> Iterator[tuple[int, int]]:
    """Yield pairs: a loser of the match, and the winner to whom this loser owes the stake."""
    winner = entry.winner or 0
    yield from zip(entry.on(1 - winner), entry.on(winner), strict=True)


def _evened(balance: Counter[int]) -> Iterator[Debt]:
    """Yield debts that together bring every balance to zero, the largest debt first.

    `balance` has for each person how many stakes they are owed. It is negative for people who owe.
    """
    while any(balance.values()):
        owing = min(balance, key=lambda one: (balance[one], one))
        owed = max(balance, key=lambda one: (balance[one], -one))
        times = min(-balance[owing], balance[owed])
        balance[owing] += times
        balance[owed] -= times
        yield Debt(owing, owed, times)


@retry_while_unavailable
def set_stake(book: Book, number: int, stake: str) -> None:
    """Set the stake of a match, a short text ("" for none). Raises ValueError if it is too long."""
    line = tables.clean_stake(stake)
    with changing(book) as (session, current):
        match_in(session, current, number).stake = line


@retry_while_unavailable
def settle(book: Book, numbers: Iterable[int], *, settled: bool = True) -> None:
    """Store that the stakes of these matches are settled, or are open again if `settled` is false.

    Raises Unknown, and changes nothing, if one of the matches is not in the book.
    """
    wanted = sorted(set(numbers))
    with changing(book) as (session, current):
        for some in slices(wanted):
            these = (
                BookMatch.book_id == current.id,
                BookMatch.number.in_(some),
                BookMatch.removed_at.is_(None),
            )
            if session.scalar(select(func.count()).where(*these)) != len(some):
                raise Unknown(UNKNOWN_MATCH)
            moment = now() if settled else None
            session.execute(update(BookMatch).where(*these).values(settled_at=moment))
