"""What a match is told by: one sentence on how its score went, one on a call; each only where it is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from math import floor

from companion.retelling.calls import CallMade, calls_of
from companion.retelling.curve import Point, course
from companion.retelling.played import Played, PlayedTap
from companion.retelling.standing import won
from companion.web.language import NN_, gettext, ngettext
from companion.words.people import People

BEHIND = 3  # a third of the target behind is far behind
RUN = 5  # hands one after the other that are worth a sentence
OFTEN = 3  # calls won by one player that are

# NOTE: %(side)s is one player or several: “Anna & Carme were 3–8 behind.”
CAME_BACK = NN_(
    "%(side)s came back from %(score)s down to win.",
    "%(side)s came back from %(score)s down to win.",
)
RAN = NN_("%(side)s took %(hands)s hands in a row.", "%(side)s took %(hands)s hands in a row.")
LED = NN_("%(side)s was never behind.", "%(side)s were never behind.")


def told(played: Played, people: People) -> tuple[str, ...]:
    """At most two sentences; none of a match that nobody won."""
    if played.end.winner is None or not played.hands:
        return ()
    found = (next(_of_course(played, people), ""), next(_of_calls(played, people), ""))
    return tuple(filter(None, found))


def _of_course(played: Played, people: People) -> Iterator[str]:
    """Yield sentences about how the score went, the most remarkable first.

    They tell of the last game if there were several. If a correction of the games won ended the
    match, there are none: no score decided it.
    """
    if not won(played.steps[-1]):
        return
    side, games = played.end.winner or 0, course(played).whole.games
    points = games[-1]
    last, before = points[-1].score, points[-2].score if len(points) > 1 else points[-1].score
    worst = max(points, key=lambda point: _behind(point, side))
    if _behind(worst, side) * BEHIND >= played.rules.tally.target:
        yield people.do(side, CAME_BACK, score=_figures(worst, side))
    if (
        len(last) == 2
        and not any(game[-1].score[1 - side] for game in games)
        and not points[0].score[side]
    ):
        yield gettext("Not one point for %(side)s.", side=people.side(1 - side))
    if len(last) == 2 and before[0] == before[1] > 0:
        yield gettext(
            "It was %(score)s before the last hand.", score=f"{floor(before[0])}–{floor(before[1])}"
        )
    run = max(
        (len([*hands]) for taker, hands in groupby(_takers(played)) if taker == side), default=0
    )
    if run >= RUN:
        yield people.do(side, RAN, hands=run)
    if all(_behind(point, side) <= 0 for game in games for point in game):
        yield people.do(side, LED)


def _behind(point: Point, side: int) -> float:
    """By how much the best of the others is before that side."""
    return (
        max(score for other, score in enumerate(point.score) if other != side) - point.score[side]
    )


def _figures(point: Point, side: int) -> str:
    """Theirs, then those of the best other side: `3–8`."""
    best = max(score for other, score in enumerate(point.score) if other != side)
    return f"{floor(point.score[side])}–{floor(best)}"


def _takers(played: Played) -> Iterator[int | None]:
    for hand in played.hands:
        yield hand[-1].winner


def _of_calls(played: Played, people: People) -> Iterator[str]:
    """Who won most of their calls, or the call that the last hand was played for."""
    hands = [
        (hand, made)
        for hand in played.hands
        for made in calls_of(hand)
        if not made.bet and made.fate != "said"
    ]
    called = Counter(made.seat for _, made in hands)
    good = Counter(made.seat for hand, made in hands if _won(hand, made, played))
    seat = max(good, key=lambda one: good[one], default=None)
    if seat is not None and good[seat] >= OFTEN:
        name = people.name(seat)
        if good[seat] == called[seat]:
            # NOTE: in one word: called truc, or whatever raises the hand in this game
            yield gettext(
                "%(name)s called %(calls)s times and won every time.", name=name, calls=called[seat]
            )
        else:
            message = NN_(
                "%(name)s called %(calls)s times and won %(num)s of them.",
                "%(name)s called %(calls)s times and won %(num)s of them.",
            )
            yield ngettext(*message, good[seat], name=name, calls=called[seat])
    yield from _last_call(played, people)


def _last_call(played: Played, people: People) -> Iterator[str]:
    made = [
        one for one in calls_of(played.hands[-1]) if not one.bet and one.fate in ("met", "refused")
    ]
    if not made:
        return
    name, call = people.name(made[-1].seat), people.words.word(made[-1].word).said
    if made[-1].fate == "met":
        yield gettext(
            "In the last hand %(name)s called %(call)s, and it was accepted.", name=name, call=call
        )
    else:
        yield gettext(
            "In the last hand %(name)s called %(call)s, and it was refused.", name=name, call=call
        )


def _won(hand: tuple[PlayedTap, ...], made: CallMade, played: Played) -> bool:
    """Whether that call was good for who made it: it was refused, or their side took the hand."""
    return made.fate == "refused" or (
        made.fate == "met" and hand[-1].winner == played.rules.side(made.seat)
    )
