"""Build the score as people would write it on paper.

Each side has a column and each hand a line, and there is a stroke under each game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine import start
from companion.engine.table_taps import CORRECTIONS
from companion.retelling.replay import Replay
from companion.retelling.standing import Standing, read, score_after, standing, winner_in
from companion.tables import LogRow, State
from companion.words.people import People, glyph


class Head(NamedTuple):
    """The head of a column: the side, and the score that the side had at the beginning.

    `begun` is empty if the side began with nothing.
    """

    side: int
    glyph: str
    name: str
    begun: str


class PaperLine(NamedTuple):
    """A line of the score on paper, for a hand or a correction.

    Each side that got something has its new score in its cell; the other cells are empty. `won` is
    the side that won a game with this hand or correction.
    """

    cells: tuple[str, ...]
    won: int | None = None


class Paper(NamedTuple):
    """The sheet with the heads of its columns and all its lines."""

    heads: tuple[Head, ...]
    lines: tuple[PaperLine, ...]


def score_on_paper(state: State, people: People) -> Paper:
    """Return the sheet with the score so far.

    A hand that paid nothing has no line, except if a game was won in it. A tap that was undone has
    no line.
    """
    begun = _beginning(state)
    heads: list[Head] = []
    for side, (amount, text) in enumerate(zip(begun.amounts, begun.texts, strict=True)):
        written = text if any(amount) else ""
        heads.append(Head(side, glyph(side), people.side(side), written))
    return Paper(tuple(heads), tuple(_lines(state, begun)))


def _beginning(state: State) -> Standing:
    """Return the score before the first tap."""
    match = state.match
    return standing(start(state.log.game.rules, match.dealer, match.score, match.games))


def _lines(state: State, begun: Standing) -> Iterator[PaperLine]:
    """Yield a line for each hand with points, each correction, and each game won without points.

    Points that are paid before a hand ends are in the line of that hand. If a correction is made
    after they are paid, they have a line of their own.
    """
    written = begun
    here = begun
    for row, latest in _scores(state):
        won = winner_in(row.events)
        is_correction = row.tap.word in CORRECTIONS
        if is_correction and here != written:
            yield PaperLine(_added(here, written))
            written = here
        if won is not None or (latest != written and (is_correction or _ends_hand(row))):
            yield PaperLine(_added(latest, written), won)
            written = latest
        here = latest
        if won is not None:
            here = read(row.score)
            written = here


def _scores(state: State) -> Iterator[tuple[LogRow, Standing]]:
    """Yield each tap that was not undone, with the score after it.

    Taps from before a change of the rules cannot be played again, so they have their recorded
    score. The recorded score does not include the points of an unfinished round of duels.
    """
    steps = iter(Replay.from_log(state.log).steps)
    for row in state.rows:
        if row.affects or not row.counts:
            continue
        step = None
        if row.seq > state.restarted_at:
            step = next(steps, None)
        yield row, read(row.result) if step is None else score_after(step)


def _ends_hand(row: LogRow) -> bool:
    return row.tap.word == "end" or any(event.kind == "hand" for event in row.events)


def _added(latest: Standing, before: Standing) -> tuple[str, ...]:
    """Return the score of each side as text, "" for a side whose score has not changed."""
    pairs = zip(latest.texts, before.texts, strict=True)
    return tuple("" if new == old else new for new, old in pairs)
