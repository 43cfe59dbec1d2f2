"""Draw who has won how many matches tonight, as lines that rise with each win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from companion.book import MatchEntry
from companion.book.pages.person_names import names_of_side
from companion.book.sums import NOBODY

WIDE = 100
HIGH = 30
FEW = 2  # a streak is shown if it has more wins in a row
MOST = 4  # people who are shown if partners changed


class NightSide(NamedTuple):
    """A side that stayed together tonight, or a person, with how many matches they won.

    `points` are the corners of a line that shows these wins (`_points`).
    """

    names: str
    won: int
    points: str


class Night(NamedTuple):
    """The matches of tonight: how many were played, and who won how many.

    `duel` says that the same two sides played all matches. In `sides`, the side or person with most
    wins comes first.
    """

    matches: int
    duel: bool
    sides: tuple[NightSide, ...]

    @property
    def figures(self) -> str:
        """Return how many matches each side won, such as `2–1`."""
        return "–".join(str(side.won) for side in self.sides)


def night_of(played: Sequence[MatchEntry], names: Mapping[int, str]) -> Night | None:
    """Return how tonight's matches went, for drawing. `played` begins with the last match.

    Return None if nobody has won a match yet, or nobody who played has a name.
    """
    order = [entry for entry in reversed(played) if entry.winner is not None]
    if not order:
        return None
    two_sides = _find_two_sides(order)
    groups = two_sides or _people(order)
    wins = {group: _wins(order, group) for group in groups if _has_a_name(group, names)}
    if not wins:
        return None
    best = sorted(wins, key=lambda group: -wins[group][-1])
    most = wins[best[0]][-1]
    sides: list[NightSide] = []
    for group in best[:MOST]:
        line = _points(wins[group], max(most, 1))
        sides.append(NightSide(names_of_side(names, group), wins[group][-1], line))
    is_duel = bool(two_sides) and len(sides) > 1  # a person without a name is no side to show
    return Night(len(played), is_duel, tuple(sides))


def winning_streaks(entries: Sequence[MatchEntry]) -> dict[int, int]:
    """Return the length of each person's winning streak, by the number of the person.

    A streak is the matches that a person has won in a row, up to their last match. Streaks of one
    or two matches are left out. `entries` begin with the match that was played last.
    """
    streaks: dict[int, int] = {}
    ended = {NOBODY}
    for entry in entries:
        if entry.winner is None:
            continue
        winners = entry.on(entry.winner)
        for person in set(entry.people) - ended:
            if person in winners:
                streaks[person] = streaks.get(person, 0) + 1
            else:
                ended.add(person)
    return {person: wins for person, wins in streaks.items() if wins > FEW}


def _find_two_sides(order: Sequence[MatchEntry]) -> list[tuple[int, ...]]:
    """Return the people of both sides if the same two sides played all matches, otherwise []."""
    sides = [_sides(entry) for entry in order]
    first = sorted(sides[0])
    if len(first) == 2 and all(sorted(one) == first for one in sides):
        return sides[0]
    return []


def _people(order: Sequence[MatchEntry]) -> list[tuple[int, ...]]:
    """Return each person of the book who played in these matches, as a tuple with one number."""
    people = dict.fromkeys(chain.from_iterable(entry.people for entry in order))
    return [(person,) for person in people if person != NOBODY]


def _sides(entry: MatchEntry) -> list[tuple[int, ...]]:
    return [tuple(sorted(entry.on(side))) for side in range(entry.sides)]


def _has_a_name(group: tuple[int, ...], names: Mapping[int, str]) -> bool:
    return len(group) > 1 or bool(names.get(group[0]))


def _wins(order: Sequence[MatchEntry], group: tuple[int, ...]) -> list[int]:
    """Return the number of wins of this group: 0 at first, then the number after each match."""
    counts = [0]
    for entry in order:
        won = entry.winner is not None and set(group) <= set(entry.on(entry.winner))
        counts.append(counts[-1] + won)
    return counts


def _points(counts: Sequence[int], most: int) -> str:
    """Return the corners of a side's line of wins, as the attribute `points` of an SVG polyline.

    The line goes from left to right, with one step of equal width for each match. It rises by one
    win in the middle of the step of each match that the side won. A side with `most` wins would
    reach the top.

    `counts` are the wins before the first match and after each match: `[0, 1, 1, 2]`.
    """
    before = counts[0]
    corners = [f"0,{_height(before, most):g}"]
    for at, count in enumerate(counts[1:]):
        x = round(WIDE * (at + 0.5) / (len(counts) - 1), 1)
        corners += [f"{x:g},{_height(level, most):g}" for level in (before, count)]
        before = count
    corners.append(f"{WIDE},{_height(before, most):g}")
    return " ".join(corners)


def _height(level: int, most: int) -> float:
    return HIGH - 2 - (HIGH - 4) * level / most
