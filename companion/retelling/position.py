"""Where somebody is in a match that is played back, and where one tap or one hand leads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """Where in a match: after `at` of its taps. `ends` are the taps that ended each hand, the last one that of all."""

    at: int
    ends: tuple[int, ...]

    @property
    def taps(self) -> int:
        """How many taps there are."""
        return self.ends[-1]

    @property
    def hand(self) -> int:
        """The hand that is played, counted from 1."""
        return 1 + sum(end <= self.at for end in self.ends[:-1])

    @property
    def hands(self) -> tuple[tuple[int, int], ...]:
        """Every hand with the tap before its first."""
        return tuple(enumerate((0, *self.ends[:-1]), start=1))

    @property
    def before(self) -> int:
        """One tap back."""
        return max(0, self.at - 1)

    @property
    def after(self) -> int:
        """One tap on."""
        return min(self.taps, self.at + 1)

    @property
    def back(self) -> int:
        """One hand back: how many taps there were before the hand of the last tap."""
        return max((end for end in (0, *self.ends) if end < self.at), default=0)

    @property
    def on(self) -> int:
        """One hand forward: how many taps there are at the end of this hand."""
        return min((end for end in self.ends if end > self.at), default=self.taps)
