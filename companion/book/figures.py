"""Compute figures from counts: calls, answers to calls, and the numbers said in side bets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.book import shares
from companion.book.shares import Counts, Share


@dataclass(frozen=True, slots=True)
class Called:
    """The figures of one call, such as retruc, made by one player, by a pair or by everybody.

    `made` is how often the call was made. `accepted` is the share of these calls that were
    accepted. `won` is the share of the accepted calls after which the caller's side won the hand or
    the bet.
    """

    ladder: str
    word: str
    made: int
    accepted: Share
    won: Share


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers of a player, a pair or everybody to the calls of a ladder.

    `taken` is the share of answers that were yes or a raise. `raised` is the number of raises.
    `won` is the share of yeses after which the side of the player won the hand.
    """

    ladder: str
    taken: Share
    raised: int
    won: Share


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that were said for a side bet, the lowest first, each with how often it was said.

    `said` has the numbers of all players, `opened` only those of players who had called the bet.
    """

    bet: str
    said: tuple[tuple[int, int], ...]
    opened: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """The points, truts and corrections that no other figure counts.

    `points` and `truts` were entered without recording how the hand was played (`hand@0`).
    `corrections` is how often a score was corrected.
    """

    points: int
    truts: int
    corrections: int


def calls(counts: Counts) -> tuple[Called, ...]:
    """Return the figures of every call that was made, sorted by ladder and word."""
    names = [name for name in sorted(counts) if _is(counts, name, "called")]
    return tuple(_called(counts, *name.split(".")[1:]) for name in names)


def answers(counts: Counts) -> tuple[Answered, ...]:
    """Return for each ladder the figures of the answers to its calls.

    Ladders of which no call was answered are left out.
    """
    names = sorted(name for name in counts if _is(counts, name, "answered"))
    return tuple(_answered(counts, name.split(".")[1]) for name in names)


def numbers(counts: Counts) -> tuple[Numbers, ...]:
    """Return the numbers that were said, for each side bet in which any number was said."""
    bets = sorted({name.split(".")[1] for name in counts if _is(counts, name, "says")})
    found = list[Numbers]()
    for bet in bets:
        said = _series(counts, f"says.{bet}.")
        opened = _series(counts, f"opened.{bet}.")
        found.append(Numbers(bet, said, opened))
    return tuple(found)


def unrecorded(counts: Counts) -> Unrecorded:
    """Return the points, truts and corrections that no other figure counts."""
    return Unrecorded(counts["points.short"], counts["truts.short"], counts["corrections"])


def _is(counts: Counts, name: str, kind: str) -> bool:
    return name.startswith(f"{kind}.") and counts[name] > 0


def _called(counts: Counts, ladder: str, word: str) -> Called:
    return Called(
        ladder=ladder,
        word=word,
        made=counts[f"called.{ladder}.{word}"],
        accepted=shares.accepted(ladder, word).share(counts),
        won=shares.won(ladder, word).share(counts),
    )


def _answered(counts: Counts, ladder: str) -> Answered:
    return Answered(
        ladder=ladder,
        taken=shares.answered("taken", ladder).share(counts),
        raised=counts[f"raised.{ladder}"],
        won=shares.won_after_yes(ladder).share(counts),
    )


def _series(counts: Counts, start: str) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(_numbered(counts, start)))


def _numbered(counts: Counts, start: str) -> Iterator[tuple[int, int]]:
    for name, times in counts.items():
        if name.startswith(start) and times:
            yield int(name.removeprefix(start)), times
