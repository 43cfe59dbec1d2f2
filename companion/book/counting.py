"""Compute those columns of a kept match that depend only on its record."""

from __future__ import annotations

from companion.book.hand_lines import lines_text
from companion.book.shares import Counts
from companion.book.sums import Sums
from companion.retelling.replay import Replay
from companion.retelling.standing import standing

# The version of what `tally` and `hand_lines` count. A change of what they count increases it by
# one and empties `book.totals` in a migration. Matches with an older version are counted again.
COUNTING = 1
# Beginnings of the names of counts that older versions counted correctly.
_STILL_RIGHT = ("matches", "points.", "truts.", "hands.short")


def counted_columns(replay: Replay, sums: Sums) -> dict[str, object]:
    """Return those columns of a kept match that are computed from its replay and its counts."""
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
    """Return the stored sums of a match (`text`) without the counts that may be wrong.

    This is needed if an earlier release counted the match, and the present rules cannot replay it.
    Only the counts of matches, of points, of truts and of hands taken without tricks (`hand@0`) are
    kept.
    """
    sums = Sums.of_text(text)
    sides = tuple(map(_still_right, sums.sides))
    seats = tuple(map(_still_right, sums.seats))
    return Sums(_still_right(sums.table), sides, seats).text()


def _still_right(counts: Counts) -> Counts:
    return Counts({name: counts[name] for name in counts if name.startswith(_STILL_RIGHT)})
