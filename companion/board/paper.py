"""The score as it would be written on paper.

Each side has a column and each hand a line, and there is a stroke under each game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine import start
from companion.tables import State
from companion.words.people import People, glyph


class Head(NamedTuple):
    """The head of a column: the side, and the score it began with.

    `begun` is empty if the side began with nothing.
    """

    side: int
    glyph: str
    name: str
    begun: str


class PaperLine(NamedTuple):
    """A hand: what each side had after it, empty for a side that got nothing.

    `won` is the side that won a game with this hand.
    """

    cells: tuple[str, ...]
    won: int | None = None
    games: str = ""


class Paper(NamedTuple):
    """The whole sheet."""

    heads: tuple[Head, ...]
    lines: tuple[PaperLine, ...]


def score_on_paper(state: State, people: People) -> Paper:
    """Return the sheet so far. A hand without points has no line, nor has a tap that was undone."""
    begun = _beginning(state)
    heads: list[Head] = []
    for side, points in enumerate(begun):
        written = "" if _is_nothing(points, begun) else points
        heads.append(Head(side, glyph(side), people.side(side), written))
    return Paper(tuple(heads), tuple(_lines(state, begun)))


def _is_nothing(points: str, begun: tuple[str, ...]) -> bool:
    """Return whether this is the score of a side that has nothing: "0", or "0/0" with truts."""
    counts_truts = "/" in begun[0]
    return points == ("0/0" if counts_truts else "0")


def _beginning(state: State) -> tuple[str, ...]:
    """Return the score before the first tap."""
    match = state.match
    return _split(start(state.log.game.rules, match.dealer, match.score, match.games).score_text)


def _split(score: str) -> tuple[str, ...]:
    return tuple(score.split("-"))


def _lines(state: State, begun: tuple[str, ...]) -> Iterator[PaperLine]:
    """Yield a line for each hand and each correction.

    Points given before the end of a hand are in its line.
    """
    before = begun
    for row in state.rows:
        if row.affects or not row.counts:
            continue
        kinds = {event.kind: event.side for event in row.events}
        won = kinds.get("game", kinds.get("match"))
        latest = _split(row.result)
        ends_hand = not kinds.keys().isdisjoint({"hand", "game", "match"})
        if latest != before and (ends_hand or row.tap.word.startswith("fix")):
            yield PaperLine(_added(latest, before), won)
            before = latest
        if won is not None and "match" not in kinds:
            before = _split(row.score)


def _added(latest: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """Return the score of each side, empty for a side whose score is the same as before."""
    return tuple("" if new == old else new for new, old in zip(latest, before, strict=True))
