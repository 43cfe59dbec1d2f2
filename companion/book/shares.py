"""Count cases, and compute which share of them were hits, with its confidence range.

A share is never built from two numbers. It is read from counts, to which `Cases.count` added each
case together with its hits. So the hits and the cases of a share are always of the same hands,
games, matches or calls:

    counts = Counts()
    RECORDED_HANDS.count(counts, HANDS_WON)    # a hand that this side won
    RECORDED_HANDS.count(counts)               # a hand that this side did not win
    HANDS_WON.share(counts)                    # Share: 1 of 2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

Counts = Counter[str]

SURE = 1.96  # standard deviations on either side of a mean that make its 95% range


@dataclass(frozen=True, slots=True)
class Share:
    """A share: `hits` out of `of` cases.

    Only `Hit.share` makes shares (`tests/book/test_figures.py` checks this).
    """

    hits: int
    of: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.of:
            raise ValueError(f"{self.hits} of {self.of} is not a share")

    @property
    def value(self) -> float:
        """Return the share, from 0 to 1; 0 if there are no cases."""
        return self.hits / self.of if self.of else 0.0

    @property
    def range(self) -> tuple[float, float]:
        """Return both ends of the 95% confidence range of the true share.

        Without cases the ends are 0 and 1. This is the score interval of E. B. Wilson,
        "Probable inference, the law of succession, and statistical inference", Journal of the
        American Statistical Association 22 (1927), pages 209 to 212. Unlike the usual approximation
        it stays within 0 and 1 and is useful for few cases.
        """
        if not self.of:
            return 0.0, 1.0
        n = self.of
        p = self.value
        z2 = SURE * SURE
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = SURE / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        # The range always includes the share, so that 5 of 5 does not end at 0.9999…
        least = min(p, max(0.0, middle - half))
        most = max(p, min(1.0, middle + half))
        return least, most

    @property
    def percent(self) -> tuple[int, int, int]:
        """Return the share and both ends of its range in whole percent. Halves are rounded up."""
        low, high = self.range
        # This computes in whole numbers, because 100 * (46 / 80) is 57.49999999999999.
        share = (200 * self.hits + self.of) // (2 * self.of) if self.of else 0
        return share, round(100 * low), round(100 * high)


@dataclass(frozen=True, slots=True)
class Cases:
    """Cases of which shares are computed: for example, all hands in which a player had cards.

    The number of cases is kept in a `Counts` under the key `name`.
    """

    name: str

    def hit(self, name: str) -> Hit:
        """Return a kind of hit among these cases: for example, the hands that the player won.

        The number of hits is kept in a `Counts` under the key `name`.
        """
        return Hit(name, self)

    def count(self, counts: Counts, *hits: Hit) -> None:
        """Add one case to the counts, and count it as each of these hits.

        Raises ValueError if a hit belongs to other cases, or comes twice.
        """
        names = {hit.name for hit in hits if hit.cases == self}
        if len(names) < len(hits):
            raise ValueError(f"not hits of {self.name}, or one of them twice: {hits}")
        counts[self.name] += 1
        for name in names:
            counts[name] += 1


@dataclass(frozen=True, slots=True)
class Hit:
    """The hits among `cases`: for example, the hands that a player folded, among all dealt to them.

    `name` is the key under which counts store the number of hits.
    """

    name: str
    cases: Cases

    def share(self, counts: Mapping[str, int]) -> Share:
        """Return the share of these hits among their cases. Both numbers are read from `counts`."""
        return Share(counts.get(self.name, 0), counts.get(self.cases.name, 0))


# Matches that somebody won: of a side, of a person, or of two people against each other.
MATCHES = Cases("matches")
MATCHES_WON = MATCHES.hit("matches.won")

# Games of a side. A side was far behind if the best other side was ahead by a third of the target.
GAMES = Cases("games")
GAMES_WON = GAMES.hit("games.won")
GAMES_BEHIND = Cases("games.behind")
COMEBACKS = GAMES_BEHIND.hit("games.behind.won")

# Recorded hands: neither voided nor simply taken ("hand@0").
RECORDED_HANDS = Cases("hands")
HANDS_WON = RECORDED_HANDS.hit("hands.won")

# Recorded hands that somebody won, counted for the table and for the side that won them.
TAKEN_HANDS = Cases("hands.taken")
WON_BY_TALKING = TAKEN_HANDS.hit("hands.taken.talked")  # the others refused, folded or declined
WON_BEFORE_A_TRICK = TAKEN_HANDS.hit("hands.taken.early")  # before the first trick was over

# Recorded hands that were played out with cards.
PLAYED_HANDS = Cases("hands.cards")
TIED = PLAYED_HANDS.hit("hands.cards.tied")

# Recorded hands in which a seat had cards.
DEALT_HANDS = Cases("dealt")
FOLDED = DEALT_HANDS.hit("folded")


def hands_with_ladder(ladder: str) -> Cases:
    """Return the cases to count for recorded hands of games with this ladder.

    A hand is counted once for the table and once for each side, but not for each seat.
    """
    return Cases(f"hands-with.{ladder}")


def heard(ladder: str, word: str) -> Hit:
    """Return the kind of hit that counts the recorded hands in which this call was made.

    If a side is counted, only the calls of its own players make a hand a hit.
    """
    return hands_with_ladder(ladder).hit(f"heard.{ladder}.{word}")


def dealt_with_ladder(ladder: str) -> Cases:
    """Return the cases to count for the hands of each seat in games with this ladder.

    A recorded hand counts as a case once for each seat that had cards in it.
    """
    return Cases(f"dealt-with.{ladder}")


def called_in(ladder: str, word: str) -> Hit:
    """Return the kind of hit that counts the recorded hands in which a seat made this call."""
    return dealt_with_ladder(ladder).hit(f"called-in.{ladder}.{word}")


def decided_calls(ladder: str, word: str) -> Cases:
    """Return the cases of a share of calls: those of this word that were accepted or refused."""
    return Cases(f"decided.{ladder}.{word}")


def accepted(ladder: str, word: str) -> Hit:
    """Return the kind of hit that counts the accepted calls of this word."""
    return decided_calls(ladder, word).hit(f"met.{ladder}.{word}")


def refused(ladder: str, word: str) -> Hit:
    """Return the kind of hit that counts the refused calls of this word.

    Its cases are the calls of this word that were accepted or refused.
    """
    return decided_calls(ladder, word).hit(f"refused.{ladder}.{word}")


def settled_calls(ladder: str, word: str) -> Cases:
    """Return the cases to count for accepted calls of this word, such as "retruc".

    A call is such a case only if somebody won the hand or the side bet.
    """
    return Cases(f"settled.{ladder}.{word}")


def won(ladder: str, word: str) -> Hit:
    """Return the kind of hit that counts accepted calls after which the side of the caller won."""
    return settled_calls(ladder, word).hit(f"won.{ladder}.{word}")


def answers(ladder: str) -> Cases:
    """Return the cases to count for answers: each answer of a player to a call of this ladder."""
    return Cases(f"answered.{ladder}")


def answered(how: str, ladder: str) -> Hit:
    """Return the kind of hit that counts the answers `how`, among all answers to calls of a ladder.

    `how` is the kind of answer: "yes", "raised", "taken" (yes or a raise) or "no".
    """
    return answers(ladder).hit(f"{how}.{ladder}")


def settled_yeses(ladder: str) -> Cases:
    """Return the cases to count for yeses: each yes to a call of this ladder.

    A yes is such a case only if somebody won the hand.
    """
    return Cases(f"yes-settled.{ladder}")


def won_after_yes(ladder: str) -> Hit:
    """Return the kind of hit that counts the yeses after which the side of the player won."""
    return settled_yeses(ladder).hit(f"yes-won.{ladder}")
