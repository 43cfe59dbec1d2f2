"""The course of a score: where each side stood after every tap that changed it, with the raises on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.book.played import Played, Step
from companion.engine import Game
from companion.engine.ladder import Ladder


@dataclass(frozen=True, slots=True)
class Point:
    """How the score stood after tap `tap` (counted from 1, 0 is the start), in hand `hand` (from 1).

    `score` is what wins the game, by side: points, or truts with the points in thirds of one.
    """

    tap: int
    hand: int
    score: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A raise that was called: at tap `tap` of hand `hand`, by that seat, and whether it was met."""

    tap: int
    hand: int
    seat: int
    word: str
    met: bool


@dataclass(frozen=True, slots=True)
class Course:
    """The games of a match, each from its first point to its last, with the raises called in it, and its target."""

    games: tuple[tuple[Point, ...], ...]
    marks: tuple[Mark, ...]
    target: int
    hands: int
    taps: int


def course(played: Played) -> Course:
    """The course of a match."""
    games = tuple(_games(played))
    return Course(games, tuple(_marks(played)), played.rules.tally.target, len(played.hands), len(played.steps))


def _games(played: Played) -> Iterator[tuple[Point, ...]]:
    points = [Point(0, 1, standing(played.start))]
    for tap, hand, step in _numbered(played):
        score = _final(step)
        if score != points[-1].score:
            points.append(Point(tap, hand, score))
        if _won(step):
            yield tuple(points)
            points = [Point(tap, hand + 1, standing(step.after))]
    if len(points) > 1 or not played.end.over:
        yield tuple(points)


def standing(game: Game) -> tuple[float, ...]:
    """What each side has of what wins the game."""
    if not game.truts:
        return tuple(map(float, game.score))
    return tuple(truts + points / 3 for truts, points in zip(game.truts, game.score, strict=True))


def _final(step: Step) -> tuple[float, ...]:
    """The score after a step; where it won a game and the next one has begun, that of the game it won."""
    if not _won(step) or step.after.over:
        return standing(step.after)
    score, truts = list(step.before.score), list(step.before.truts)
    for event in step.after.events:
        if event.kind == "points" and event.side is not None:
            score[event.side] += event.points or 0
            if truts:
                truts[event.side] += event.truts
    return tuple(map(float, score)) if not truts else tuple(map(float, truts))


def _won(step: Step) -> bool:
    return any(event.kind == "game" for event in step.after.events)


def _numbered(played: Played) -> Iterator[tuple[int, int, Step]]:
    tap = 0
    for hand, steps in enumerate(played.hands, start=1):
        for step in steps:
            tap += 1
            yield tap, hand, step


def _marks(played: Played) -> Iterator[Mark]:
    tap = 0
    for hand, steps in enumerate(played.hands, start=1):
        for at, step in enumerate(steps):
            tap += 1
            part, group = step.offered
            if group == "call" and step.act.seat is not None:
                met = isinstance(step.before.rules.part(part), Ladder) and _met(steps[at + 1 :], part)
                yield Mark(tap, hand, step.act.seat, step.act.word, met)


def _met(later: tuple[Step, ...], part: str) -> bool:
    """Whether what follows in the hand met the call that was just made on that ladder."""
    for step in later:
        ask = step.before.hand.ask
        if ask is not None and ask.part == part:
            refused = any(event.why in ("refused", "bet-refused") for event in step.after.events)
            if not any(open_ == ask for open_ in step.after.hand.asks):
                return not refused and not any(event.why == "void" for event in step.after.events)
    return False
