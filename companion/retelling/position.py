"""Hold the place in a match that is played back, and find where one tap or one hand leads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A place in a match: after `at` of its taps.

    `ends` are the numbers of taps at the end of each hand; the last one is that of all taps.
    """

    at: int
    ends: tuple[int, ...]

    @property
    def taps(self) -> int:
        """Return the number of taps."""
        return self.ends[-1]

    @property
    def hand(self) -> int:
        """Return the hand that is played, counted from 1."""
        return 1 + sum(end <= self.at for end in self.ends[:-1])

    @property
    def hands(self) -> tuple[tuple[int, int], ...]:
        """Return every hand with the tap before its first."""
        return tuple(enumerate((0, *self.ends[:-1]), start=1))

    @property
    def before(self) -> int:
        """Return the place one tap back."""
        return max(0, self.at - 1)

    @property
    def after(self) -> int:
        """Return the place one tap on."""
        return min(self.taps, self.at + 1)

    @property
    def back(self) -> int:
        """Return the place one hand back: before the hand of the last tap."""
        return max((end for end in (0, *self.ends) if end < self.at), default=0)

    @property
    def on(self) -> int:
        """Return the place one hand on: at the end of this hand."""
        return min((end for end in self.ends if end > self.at), default=self.taps)
