"""Hold the position in a replay, and compute the positions one tap or one hand away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A position in a match: the state after its first `at` taps.

    `ends` has a number for each hand: how many taps the match has up to the end of this hand. A
    method that finds another position returns how many taps come before that position.
    """

    at: int
    ends: tuple[int, ...]

    @property
    def taps(self) -> int:
        """Return how many taps the match has."""
        return self.ends[-1]

    @property
    def hand(self) -> int:
        """Return the number of the hand at this position, from 1."""
        return 1 + sum(end <= self.at for end in self.ends[:-1])

    @property
    def hands(self) -> tuple[tuple[int, int], ...]:
        """Return a pair for each hand: its number from 1, and how many taps come before it."""
        return tuple(enumerate((0, *self.ends[:-1]), start=1))

    @property
    def before(self) -> int:
        """Return the position one tap back."""
        return max(0, self.at - 1)

    @property
    def after(self) -> int:
        """Return the position one tap further."""
        return min(self.taps, self.at + 1)

    @property
    def back(self) -> int:
        """Return the position at the start of the present hand.

        If this position is at the start of a hand already, return the start of the hand before.
        """
        return max((end for end in (0, *self.ends) if end < self.at), default=0)

    @property
    def on(self) -> int:
        """Return the position at the end of the present hand."""
        return min((end for end in self.ends if end > self.at), default=self.taps)
