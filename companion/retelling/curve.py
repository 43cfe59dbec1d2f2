"""Compute the course of a match: the score after every tap that changed it, and the calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.fates import Fate
from companion.retelling.calls import calls_of
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import Standing, has_won_game, score_after, standing


@dataclass(frozen=True, slots=True)
class Point:
    """The score after a tap of a match.

    `tap` is the number of the tap; 0 is the start of the match. `hand` is the number of the hand,
    from 1.
    """

    tap: int
    hand: int
    standing: Standing

    @property
    def score(self) -> tuple[float, ...]:
        """Return the score of each side as one number, for drawing (see `Standing.heights`)."""
        return self.standing.heights


@dataclass(frozen=True, slots=True)
class Mark:
    """A call by `seat`, and its fate (see `CallMade`).

    `tap` is the number of its tap in the match, and `hand` the number of its hand, both from 1.
    """

    tap: int
    hand: int
    seat: int
    word: str
    fate: Fate | None


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a match: the scores of each game, its calls, and the target of a game.

    `hands` and `taps` are how many hands and taps the match has.
    """

    games: tuple[tuple[Point, ...], ...]
    marks: tuple[Mark, ...]
    target: int
    hands: int
    taps: int


NO_COURSE = Course((), (), 1, 1, 1)  # for a match whose course is not known


def course(replay: Replay) -> Course:
    """Return the course of the match in this replay."""
    return Course(
        games=tuple(_games(replay)),
        marks=tuple(_marks(replay)),
        target=replay.rules.tally.target,
        hands=len(replay.hands),
        taps=len(replay.steps),
    )


def _games(replay: Replay) -> Iterator[tuple[Point, ...]]:
    """Yield the points of the curve of each game. A game in progress comes last.

    If the match ended and no game was won, there is one curve.
    """
    games = 0
    points = [Point(0, 1, standing(replay.start))]
    for tap, hand, step in _numbered(replay):
        score = score_after(step)
        if score != points[-1].standing:
            points.append(Point(tap, hand, score))
        if has_won_game(step):
            games += 1
            yield tuple(points)
            points = [Point(tap, hand + 1, standing(step.after))]
    if len(points) > 1 or not replay.end.over or games == 0:
        yield tuple(points)


def _numbered(replay: Replay) -> Iterator[tuple[int, int, PlayedTap]]:
    tap = 0
    for hand, steps in enumerate(replay.hands, start=1):
        for step in steps:
            tap += 1
            yield tap, hand, step


def _marks(replay: Replay) -> Iterator[Mark]:
    taps = 0
    for hand, steps in enumerate(replay.hands, start=1):
        for made in calls_of(steps):
            yield Mark(taps + made.at + 1, hand, made.seat, made.word, made.fate)
        taps += len(steps)
