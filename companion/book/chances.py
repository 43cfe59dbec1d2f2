"""Shares, such as matches won of matches played, with their confidence ranges."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

SURE = 1.96  # standard deviations on either side of a mean that make its 95% range


@dataclass(frozen=True, slots=True)
class Share:
    """Hold a share: `hits` out of `of`. With no observations its range is 0 to 1."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """Return the share, always from 0 to 1; 0 if nothing is known.

        A book may hold impossible counts, in which something happened more often than it could
        have.
        """
        if not self.of:
            return 0.0
        return min(1.0, max(0.0, self.hits / self.of))

    @property
    def range(self) -> tuple[float, float]:
        """Return the 95% confidence range of the true share, its least and its most, from 0 to 1.

        This is the score interval of E. B. Wilson, "Probable inference, the law of succession, and
        statistical inference", Journal of the American Statistical Association 22 (1927), pages 209
        to 212. Unlike the usual approximation it stays within 0 and 1 and is useful for few cases.
        """
        if not self.of:
            return 0.0, 1.0
        n = self.of
        p = self.value
        z2 = SURE * SURE
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = SURE / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        # The share itself is always within, so that all of all is not 0.9999…
        least = min(p, max(0.0, middle - half))
        most = max(p, min(1.0, middle + half))
        return least, most

    @property
    def percent(self) -> tuple[int, int, int]:
        """Return the share, its least and its most, in whole percent."""
        low, high = self.range
        return round(100 * self.value), round(100 * low), round(100 * high)
