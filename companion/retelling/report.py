"""Report how a match of a book went: its sheet of points, its course, and every hand.

The course is a plot, and sentences that describe it; the hands are told in sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby

from markupsafe import Markup

from companion.engine import payments
from companion.engine.table_taps import CORRECTIONS
from companion.retelling import svg
from companion.retelling.curve import Course, Mark, course
from companion.retelling.hands import PlayedHand, hands_of
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.result import game_scores
from companion.retelling.score_sheet import ScoreLine, beginnings, score_lines
from companion.retelling.standing import Amount, Standing
from companion.web.language import gettext
from companion.web.templates import tell_or_leave_out
from companion.words import labels, sentences
from companion.words.people import People

NO_PLOT = Markup()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the sheet of points: what each account got, its score after that, and why.

    `hand` is the number of the hand, or 0 in a line with the score at which a game began.
    `recorded` is false if only the winner of the hand was tapped. `won` is a sentence that says who
    won a game or the match with this line, or "" if nobody did.
    """

    hand: int
    corrects: bool
    gained: tuple[str, ...]
    total: tuple[str, ...]
    why: tuple[str, ...]
    recorded: bool
    won: str


@dataclass(frozen=True, slots=True)
class HandTold:
    """A hand in sentences, with its number; or a correction, with the number 0.

    A hand in which a correction was made is told in two parts, before and after the correction.
    """

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class PointsSheet:
    """The sheet of points of a match, with its plot and its hands told in sentences.

    `sentences` describe the plot. `games` are the scores of the games. If the present rules refuse
    the record, all fields are empty.
    """

    lines: tuple[SheetLine, ...] = ()
    plot: Markup = NO_PLOT
    sentences: tuple[str, ...] = ()
    hands: tuple[HandTold, ...] = ()
    games: tuple[str, ...] = ()

    @property
    def unrecorded(self) -> bool:
        """Return whether the match has hands of which only the winner was tapped."""
        return not all(line.recorded for line in self.lines)


def points_sheet(replay: Replay, people: People) -> PointsSheet:
    """Return the sheet of points of a match, with the names of these people."""
    lines = score_lines(replay)
    whole = course(replay)
    described = (*_quarters(replay, lines, people), *_answers(whole))
    shown = tuple(_shown(lines, beginnings(replay), people))
    games = tuple(score for score, _ in game_scores(replay))
    plot = tell_or_leave_out(_plot, whole, " ".join(described), people, instead=NO_PLOT)
    return PointsSheet(shown, plot, described, tuple(_hands(replay, people)), games)


def _shown(
    lines: tuple[ScoreLine, ...], begun: tuple[Standing, ...], people: People
) -> Iterator[SheetLine]:
    """Yield the lines as the page shows them.

    If somebody had points at the start of a game, a line with these points comes before the other
    lines of the game.
    """
    game = 0
    for line in lines:
        if line.game > game:
            game = line.game
            yield from _beginning(begun[game - 1])
        yield _line(line, people)


def _beginning(begun: Standing) -> Iterator[SheetLine]:
    if any(map(any, begun.amounts)):
        yield SheetLine(
            hand=0,
            corrects=False,
            gained=("",) * len(begun.amounts),
            total=begun.texts,
            why=(gettext("Score at the beginning"),),
            recorded=True,
            won="",
        )


def _line(line: ScoreLine, people: People) -> SheetLine:
    return SheetLine(
        hand=line.hand,
        corrects=line.kind == "correction",
        gained=tuple(_gained(amount, in_truts=line.total.in_truts) for amount in line.gained),
        total=line.total.texts,
        why=tuple(_why(line, people)),
        recorded=line.recorded,
        won=_won(line, people),
    )


def _why(line: ScoreLine, people: People) -> Iterator[str]:
    """Yield sentences on why the score changed: one for each payment.

    For a correction, yield one sentence about the correction instead. If a player gave up the game,
    or if somebody ended the match, the last sentence is about this tap.
    """
    paid = list(chain.from_iterable(payments(step.after.events) for step in line.steps))
    if line.kind != "correction":
        for payment in paid:
            who = people.sides(payment.accounts)
            yield sentences.scored(who, sentences.reason(payment.event, people))
    if line.kind == "hand" and paid:
        return
    yield _sentence(line.steps[-1], people)
    if any(change.event is None for change in line.changes):
        yield gettext("The points of the unfinished round of duels do not count")


def _won(line: ScoreLine, people: People) -> str:
    if line.won is None:
        return ""
    is_over = line.steps[-1].after.over
    return sentences.wins(line.won, people, "match" if is_over else "game")


def _gained(amount: Amount, *, in_truts: bool) -> str:
    """Return what an account got, for example `+2`, or with truts `+1/−2`; "" if it got nothing."""
    if amount == (0, 0):
        return ""
    if in_truts:
        return f"{_signed(amount.truts)}/{_signed(amount.points)}"
    return _signed(amount.points)


def _signed(number: int) -> str:
    return labels.with_sign(number) if number else "0"


def _plot(whole: Course, label: str, people: People) -> Markup:
    raises = [_raised(mark, people) for mark in whole.marks]
    drawn = svg.course_svg(whole, label, raises)
    return Markup(drawn)  # noqa: S704  # its texts are escaped where it is drawn


def _raised(mark: Mark, people: People) -> str:
    said = {
        "name": people.seat(mark.seat),
        "call": people.words.word(mark.word).said,
        "hand": mark.hand,
    }
    if mark.fate == "accepted":
        return gettext("Hand %(hand)s: %(name)s called %(call)s, accepted", **said)
    if mark.fate == "refused":
        return gettext("Hand %(hand)s: %(name)s called %(call)s, refused", **said)
    if mark.fate == "lapsed":
        # NOTE: nobody answered the call: the hand was void, or a flor went before an envido
        return gettext("Hand %(hand)s: %(name)s called %(call)s, cancelled", **said)
    return gettext("Hand %(hand)s: %(name)s called %(call)s", **said)


def _quarters(replay: Replay, lines: tuple[ScoreLine, ...], people: People) -> Iterator[str]:
    """Yield sentences on who led after a quarter, a half and three quarters of the hands."""
    numbers = {line.hand for line in lines if line.kind == "hand"}
    ends = [hand for hand in hands_of(replay) if hand.number in numbers]
    count = len(ends)
    for hands in sorted({count // 4, count // 2, 3 * count // 4} - {0}):
        yield _led(ends[hands - 1], people)


def _led(hand: PlayedHand, people: People) -> str:
    after = hand.after  # with the corrections that were made during the hand
    leaders = after.leaders
    said = {"hand": hand.number, "score": "–".join(after.texts)}
    if len(leaders) == len(after.amounts):
        return gettext("After hand %(hand)s it was level, %(score)s.", **said)
    side = labels.joined(tuple(map(people.side, leaders)))
    return gettext("After hand %(hand)s %(side)s led, %(score)s.", side=side, **said)


def _answers(whole: Course) -> Iterator[str]:
    """Yield a sentence about the calls that were answered, and one about cancelled calls."""
    fates = Counter(mark.fate for mark in whole.marks)
    answered = fates["accepted"] + fates["refused"]
    if answered:
        yield gettext(
            "Calls answered: %(answered)s; accepted: %(accepted)s.",
            answered=answered,
            accepted=fates["accepted"],
        )
    if fates["lapsed"]:
        # NOTE: calls that nobody answered: the hand was void, or a flor went before an envido
        yield gettext("Calls cancelled: %(num)s.", num=fates["lapsed"])


def _hands(replay: Replay, people: People) -> Iterator[HandTold]:
    for number, steps in enumerate(replay.hands, start=1):
        for corrects, part in groupby(steps, key=_corrects):
            said = [_sentence(step, people) for step in part]
            if corrects:
                yield from (HandTold(0, sentence) for sentence in said)
            else:
                yield HandTold(number, ". ".join(said))


def _corrects(step: PlayedTap) -> bool:
    return step.tap.word in CORRECTIONS


def _sentence(step: PlayedTap, people: People) -> str:
    """Return the sentence about what was done by this tap, with a capital at its beginning.

    If the name of a player was removed, the sentence begins with "Somebody".
    """
    text = sentences.done(step.tap, people, step.before.hand.question)
    return re.sub(r"^\W*\w", lambda first: first[0].upper(), text)
