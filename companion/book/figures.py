"""Figures made of counts: calls and their fate, answers, numbers, ties, what won the points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.book.chances import Share
from companion.book.sums import Counts


@dataclass(frozen=True, slots=True)
class Called:
    """The fate of one call, made by one player, by a pair or by everybody.

    `made` is how often they made it, `accepted` how often it was accepted, `won` how often they
    then won it.
    """

    ladder: str
    word: str
    made: int
    accepted: Share
    won: Share


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers to the calls of a ladder: how many were yes or a raise.

    `won` is the share of hands that were won after a yes.
    """

    ladder: str
    taken: Share
    raised: int
    won: Share


@dataclass(frozen=True, slots=True)
class Numbers:
    """How often each number was said for a side bet, the lowest number first.

    `opened` counts only the numbers of players who had called the bet.
    """

    bet: str
    said: tuple[tuple[int, int], ...]
    opened: tuple[tuple[int, int], ...]


def calls(counts: Counts) -> tuple[Called, ...]:
    """Return every call that was made, in the order of their names."""
    names = [name for name in sorted(counts) if _is(counts, name, "called")]
    return tuple(_called(counts, *name.split(".")[1:]) for name in names)


def answers(counts: Counts) -> tuple[Answered, ...]:
    """Return every ladder whose calls were answered."""
    ladders = set[str]()
    for name in counts:
        kind, *words = name.split(".")
        if kind in ("yes", "no", "raised") and counts[name]:
            ladders.add(words[0])
    return tuple(_answered(counts, ladder) for ladder in sorted(ladders))


def numbers(counts: Counts) -> tuple[Numbers, ...]:
    """Return the numbers of every side bet for which some were said."""
    bets = sorted({name.split(".")[1] for name in counts if _is(counts, name, "says")})
    found = list[Numbers]()
    for bet in bets:
        said = _series(counts, f"says.{bet}.")
        opened = _series(counts, f"opened.{bet}.")
        found.append(Numbers(bet, said, opened))
    return tuple(found)


def by_talking(counts: Counts) -> Share:
    """Return the share of won hands that were won by talking: by a refusal, a fold or a no.

    Only recorded hands count.
    """
    return Share(counts["hands.won.talked"], counts["hands.won"])


def folded(counts: Counts) -> Share:
    """Return the share of recorded hands that this player folded."""
    return Share(counts["folded"], counts["dealt"])


def tied(counts: Counts) -> Share:
    """Return the share of hands that a tied trick decided, of the recorded ones played out."""
    return Share(counts["hands.tied"], counts["hands.played"])


def of_matches(counts: Counts) -> Share:
    """Return the share of matches won."""
    return Share(counts["matches.won"], counts["matches"])


def of_hands(counts: Counts) -> Share:
    """Return the share of hands won, of the recorded ones."""
    return Share(counts["hands.won"], counts["hands"])


def comebacks(counts: Counts) -> Share:
    """Return the share of games won, of those once behind by a third of the target or more."""
    return Share(counts["games.behind.won"], counts["games.behind"])


def unrecorded(counts: Counts) -> int:
    """Return the points that were recorded without a hand: by "hand", or by a correction.

    The other figures know nothing of them.
    """
    names = ("points.short", "points.fix", "truts.short", "truts.fix")
    return sum(counts[name] for name in names)


def _is(counts: Counts, name: str, kind: str) -> bool:
    return name.startswith(f"{kind}.") and counts[name] > 0


def _called(counts: Counts, ladder: str, word: str) -> Called:
    accepted = counts[f"met.{ladder}.{word}"]
    refused = counts[f"refused.{ladder}.{word}"]
    won = Share(counts[f"won.{ladder}.{word}"], counts[f"settled.{ladder}.{word}"])
    return Called(
        ladder, word, counts[f"called.{ladder}.{word}"], Share(accepted, accepted + refused), won
    )


def _answered(counts: Counts, ladder: str) -> Answered:
    yes, no, raised = (counts[f"{what}.{ladder}"] for what in ("yes", "no", "raised"))
    won = Share(counts[f"yes-won.{ladder}"], counts[f"yes-settled.{ladder}"])
    return Answered(ladder, Share(yes + raised, yes + raised + no), raised, won)


def _series(counts: Counts, start: str) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(_numbered(counts, start)))


def _numbered(counts: Counts, start: str) -> Iterator[tuple[int, int]]:
    for name, times in counts.items():
        if name.startswith(start) and times:
            yield int(name.removeprefix(start)), times
