"""What a page says of counts: calls and their fate, answers, numbers, ties, what won the points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.book.chances import Share
from companion.book.sums import Counts


@dataclass(frozen=True, slots=True)
class Called:
    """A call as one player, a pair or everybody made it: how often, how often it was met, and then won."""

    ladder: str
    word: str
    made: int
    met: Share
    won: Share


@dataclass(frozen=True, slots=True)
class Answered:
    """How calls of a ladder were answered: taken up (met or raised), and hands won after meeting them."""

    ladder: str
    taken: Share
    raised: int
    won: Share


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers said for a side bet, and those of whoever had called it; each with how often, the lowest first."""

    bet: str
    said: tuple[tuple[int, int], ...]
    opened: tuple[tuple[int, int], ...]


def calls(counts: Counts) -> tuple[Called, ...]:
    """Every call that was made, in the order of their names."""
    return tuple(
        _called(counts, *name.split(".")[1:])
        for name in sorted(counts)
        if _is(counts, name, "called")
    )


def answers(counts: Counts) -> tuple[Answered, ...]:
    """Every ladder whose calls were answered."""
    names = {
        name.split(".")[1]
        for name in counts
        if name.split(".")[0] in ("yes", "no", "raised") and counts[name]
    }
    return tuple(_answered(counts, ladder) for ladder in sorted(names))


def numbers(counts: Counts) -> tuple[Numbers, ...]:
    """Every side bet for which numbers were said."""
    bets = sorted({name.split(".")[1] for name in counts if _is(counts, name, "says")})
    return tuple(
        Numbers(bet, _series(counts, f"says.{bet}."), _series(counts, f"opened.{bet}."))
        for bet in bets
    )


def by_talking(counts: Counts) -> Share:
    """Recorded hands won without a card being shown (a call refused, a hand folded or declined), of those won."""
    return Share(counts["hands.won.talked"], counts["hands.won"])


def folded(counts: Counts) -> Share:
    """Recorded hands that this player folded."""
    return Share(counts["folded"], counts["dealt"])


def tied(counts: Counts) -> Share:
    """Hands that a tied trick decided, of the recorded ones that were played out."""
    return Share(counts["hands.tied"], counts["hands.played"])


def of_matches(counts: Counts) -> Share:
    """Matches won."""
    return Share(counts["matches.won"], counts["matches"])


def of_hands(counts: Counts) -> Share:
    """Hands won, of the recorded ones."""
    return Share(counts["hands.won"], counts["hands"])


def comebacks(counts: Counts) -> Share:
    """Games won after being behind by a third of the target or more, of all games that were like that."""
    return Share(counts["games.behind.won"], counts["games.behind"])


def unrecorded(counts: Counts) -> int:
    """Points by one touch: a hand simply taken, a correction. How they came is in no figure."""
    return sum(counts[f"{kind}.{why}"] for kind in ("points", "truts") for why in ("short", "fix"))


def _is(counts: Counts, name: str, kind: str) -> bool:
    return name.startswith(f"{kind}.") and counts[name] > 0


def _called(counts: Counts, ladder: str, word: str) -> Called:
    met, refused = counts[f"met.{ladder}.{word}"], counts[f"refused.{ladder}.{word}"]
    won = Share(counts[f"won.{ladder}.{word}"], counts[f"settled.{ladder}.{word}"])
    return Called(ladder, word, counts[f"called.{ladder}.{word}"], Share(met, met + refused), won)


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
