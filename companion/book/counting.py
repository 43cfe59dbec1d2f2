"""Compute the columns of a kept match that follow from its record."""

from __future__ import annotations

from companion.book.hand_lines import lines_text
from companion.book.shares import Counts
from companion.book.sums import Sums
from companion.retelling.replay import Replay
from companion.retelling.standing import standing

# The way in which `tallying` and `hand_lines` count. Whoever changes what they count adds one, and
# empties `book.totals` in a migration. Matches that were counted in another way are counted again.
COUNTING = 1
# What an older way of counting had right: no shares, but for matches.
_STILL_RIGHT = ("matches", "points.", "truts.", "hands.short")


def counted_columns(replay: Replay, sums: Sums) -> dict[str, object]:
    """Return the columns of a match that was replayed and counted."""
    end = replay.end
    rules = replay.rules
    return {
        "variant": rules.variant,
        "sides": rules.accounts,
        "winner": end.winner,
        "score": standing(end).text,
        "games": "-".join(map(str, end.games)) if rules.best_of > 1 else "",
        "sums": sums.text(),
        "hands": lines_text(replay),
        "dealer": replay.start.hand.dealer,
        "counting": COUNTING,
    }


def without_shares(text: str) -> str:
    """Return what is right of the stored sums of a match that can no longer be replayed."""
    sums = Sums.of_text(text)
    sides = tuple(map(_still_right, sums.sides))
    seats = tuple(map(_still_right, sums.seats))
    return Sums(_still_right(sums.table), sides, seats).text()


def _still_right(counts: Counts) -> Counts:
    return Counts({name: counts[name] for name in counts if name.startswith(_STILL_RIGHT)})
