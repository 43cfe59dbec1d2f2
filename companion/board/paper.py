"""The score as it would stand on paper: a column a side, a line a hand, and a stroke under each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine import start
from companion.tables import State
from companion.words.people import People, glyph


class Head(NamedTuple):
    """A column: whose it is, and what it began with where the match was picked up, empty else."""

    side: int
    glyph: str
    name: str
    begun: str


class PaperLine(NamedTuple):
    """A hand: what each side then had, empty where nothing was added. `won` is the side whose game that was."""

    cells: tuple[str, ...]
    won: int | None = None
    games: str = ""


class Paper(NamedTuple):
    """The whole sheet."""

    heads: tuple[Head, ...]
    lines: tuple[PaperLine, ...]


def build(state: State, people: People) -> Paper:
    """The sheet as far as it is written; a hand without points has no line, taps taken back are not on it."""
    begun = _beginning(state)
    nothing = _split("0/0" if "/" in begun[0] else "0") * len(begun)
    written = (
        "" if points == none else points for points, none in zip(begun, nothing, strict=True)
    )
    heads = (
        Head(side, glyph(side), people.side(side), points) for side, points in enumerate(written)
    )
    return Paper(tuple(heads), tuple(_lines(state, begun)))


def _beginning(state: State) -> tuple[str, ...]:
    """The score before the first tap."""
    match = state.match
    return _split(start(state.line.game.rules, match.dealer, match.score, match.games).score_text)


def _split(score: str) -> tuple[str, ...]:
    return tuple(score.split("-"))


def _lines(state: State, begun: tuple[str, ...]) -> Iterator[PaperLine]:
    """Points given before the end of a hand stand in its line; a correction has one of its own."""
    before, latest = begun, begun
    for row in (row for row in state.rows if row.counts and not row.about):
        kinds = {event.kind: event.side for event in row.events}
        won = kinds.get("game", kinds.get("match"))
        latest = _split(row.result)
        if latest != before and (
            kinds.keys() & {"hand", "game", "match"} or row.tap.word.startswith("fix")
        ):
            yield PaperLine(
                tuple("" if new == old else new for new, old in zip(latest, before, strict=True)),
                won,
            )
            before = latest
        if won is not None and "match" not in kinds:
            before = latest = _split(row.score)
