"""Report how a match of a book went: its sheet of points, its course, and every hand.

The course is a plot and sentences that describe it; the hands are told in sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from companion.retelling import svg
from companion.retelling.curve import Course, Mark, course
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.score_sheet import HandScore, hand_scores
from companion.retelling.standing import has_won_game, score_after
from companion.retelling.telling import tell_or_leave_out
from companion.web.language import gettext, ngettext
from companion.words import labels, sentences
from companion.words.people import People

NO_PLOT = Markup()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet of points: the hand, what each side got and then had, and why.

    `recorded` is False if points were given without saying how; `game` says who won a game with it,
    empty if nobody did.
    """

    hand: int
    gained: tuple[str, ...]
    total: tuple[str, ...]
    why: tuple[str, ...]
    recorded: bool
    game: str


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """The lines, the plot with its sentences, what was done in each hand, how each game ended.

    Empty for a record that the rules of today refuse.
    """

    lines: tuple[SheetLine, ...] = ()
    plot: Markup = NO_PLOT
    sentences: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    games: tuple[str, ...] = ()

    @property
    def unrecorded(self) -> bool:
        """Return whether some points were given without saying how."""
        return not all(line.recorded for line in self.lines)


def points_sheet(replay: Replay, people: People) -> PointsSheet:
    """Return the sheet of a match, with the names of these people."""
    entries = hand_scores(replay)
    whole = course(replay)
    described = (*_quarters(entries, people), _raises(whole))
    lines = tuple(_line(entry, people) for entry in entries)
    games = tuple("–".join(score_after(step).texts) for step in replay.steps if has_won_game(step))
    plot = tell_or_leave_out(_plot, whole, " ".join(described), people, instead=NO_PLOT)
    return PointsSheet(lines, plot, described, tuple(_hands(replay, people)), games)


def _line(entry: HandScore, people: People) -> SheetLine:
    gained = tuple(map(_gained, entry.truts, entry.gained))
    why = tuple(sentences.of_event(event, people) for event in entry.why)
    game = "" if entry.game is None else sentences.wins(entry.game, people, "game")
    return SheetLine(entry.hand, gained, entry.total.texts, why, entry.recorded, game)


def _gained(truts: int, points: int) -> str:
    """Return what a side got: `+2`, or of truts and points `+1/0`; "" for nothing."""
    if truts:
        return f"+{truts}/{labels.signed(points).lstrip('+')}"
    return labels.signed(points) if points else ""


def _plot(whole: Course, label: str, people: People) -> Markup:
    raises = [_raised(mark, people) for mark in whole.marks]
    drawn = svg.course_svg(whole, label, raises)
    return Markup(drawn)  # noqa: S704  # its texts are escaped where it is drawn


def _raised(mark: Mark, people: People) -> str:
    said = {
        "name": people.name(mark.seat),
        "call": people.words.word(mark.word).said,
        "hand": mark.hand,
    }
    if mark.accepted is None:
        return gettext("Hand %(hand)s: %(name)s called %(call)s", **said)
    if mark.accepted:
        return gettext("Hand %(hand)s: %(name)s called %(call)s, accepted", **said)
    return gettext("Hand %(hand)s: %(name)s called %(call)s, refused", **said)


def _quarters(entries: tuple[HandScore, ...], people: People) -> Iterator[str]:
    """Return a sentence on who led after a quarter, a half and three quarters of the lines."""
    count = len(entries)
    for lines in sorted({count // 4, count // 2, 3 * count // 4} - {0}):
        yield _led(entries[lines - 1], people)


def _led(entry: HandScore, people: People) -> str:
    heights = entry.total.heights
    leader = heights.index(max(heights))
    score = "–".join(entry.total.texts)
    if heights.count(max(heights)) > 1:
        return gettext("After hand %(hand)s it was level, %(score)s.", hand=entry.hand, score=score)
    side = people.side(leader)
    return gettext(
        "After hand %(hand)s %(side)s led, %(score)s.", hand=entry.hand, side=side, score=score
    )


def _raises(whole: Course) -> str:
    asked = [mark.accepted for mark in whole.marks if mark.accepted is not None]
    return ngettext(
        "%(num)s call, %(accepted)s accepted.",
        "%(num)s calls, %(accepted)s accepted.",
        len(asked),
        accepted=sum(asked),
    )


def _hands(replay: Replay, people: People) -> Iterator[str]:
    for steps in replay.hands:
        yield ". ".join(_sentence(step, people) for step in steps)


def _sentence(step: PlayedTap, people: People) -> str:
    return sentences.done(step.tap, people, step.before.hand.question)
