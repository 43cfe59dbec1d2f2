"""What a match was for ("the coffees"), and who owes whom how many of them. Nothing is ever turned into an amount."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.book.books import changing
from companion.book.models import Book
from companion.book.overview import MatchEntry
from companion.book.signing import kept_of
from companion.engine import Impossible
from companion.tables.models import now
from companion.tables.trouble import patient

LONGEST_STAKE = 40

People = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Debt:
    """Matches for the same thing that the same people lost to the same people and that are not settled yet."""

    stake: str
    owing: People
    owed: People
    numbers: tuple[int, ...]


def debts(entries: Iterable[MatchEntry]) -> tuple[Debt, ...]:
    """What is not settled, the longest list first. Matches that nobody won, or of more than two sides, owe nothing."""
    found: dict[tuple[str, People, People], list[int]] = {}
    for entry in entries:
        if entry.stake and not entry.settled and entry.winner is not None and entry.sides == 2:
            owing, owed = (tuple(sorted(entry.on(side))) for side in (1 - entry.winner, entry.winner))
            found.setdefault((entry.stake, owing, owed), []).append(entry.number)
    return tuple(Debt(*key, tuple(numbers)) for key, numbers in sorted(found.items(), key=lambda one: -len(one[1])))


def clean_stake(text: str) -> str:
    """What a match was for as it is kept, in one line; ValueError, a sentence, for too long a one."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text[:1000]).split())
    if len(line) > LONGEST_STAKE:
        raise Impossible("What it was for has at most %(longest)s characters.", longest=LONGEST_STAKE)
    return line


@patient
def set_stake(book: Book, number: int, stake: str) -> None:
    """What the match was for, in a few words; empty: for nothing. ValueError for too many."""
    line = clean_stake(stake)
    with changing(book) as (session, current):
        kept_of(session, current, number).stake = line


@patient
def settle(book: Book, numbers: Iterable[int], *, settled: bool = True) -> None:
    """What those matches were for is settled, or after all is not."""
    with changing(book) as (session, current):
        for number in numbers:
            kept_of(session, current, number).settled_at = now() if settled else None
