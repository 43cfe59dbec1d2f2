"""Sum up a match: one sentence about its score and one about a call, each only if it is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby
from math import floor

from companion.retelling.calls import CallMade, calls_of
from companion.retelling.curve import Point, course
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import has_won_game
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


def tell_story(replay: Replay, people: People) -> tuple[str, ...]:
    """Return at most two sentences about a match, or none if nobody won it."""
    if replay.end.winner is None or not replay.hands:
        return ()
    found = (next(_of_course(replay, people), ""), next(_of_calls(replay, people), ""))
    return tuple(filter(None, found))


def _of_course(replay: Replay, people: People) -> Iterator[str]:
    """Yield sentences about how the score went, the most remarkable first.

    They tell of the last game if there were several. If a correction of the games won ended the
    match, there are none: no score decided it.
    """
    if not has_won_game(replay.steps[-1]):
        return
    side = replay.end.winner or 0
    games = course(replay).whole.games
    points = games[-1]
    last = points[-1].score
    before = points[-2].score if len(points) > 1 else last
    worst = max(points, key=lambda point: _points_behind(point, side))
    if _points_behind(worst, side) * BEHIND >= replay.rules.tally.target:
        yield people.do(side, CAME_BACK, score=_figures(worst, side))
    is_duel = len(last) == 2
    if (
        is_duel
        and not points[0].score[side]
        and not any(game[-1].score[1 - side] for game in games)
    ):
        yield gettext("Not one point for %(side)s.", side=people.side(1 - side))
    if is_duel and before[0] == before[1] > 0:
        score = f"{floor(before[0])}–{floor(before[1])}"
        yield gettext("It was %(score)s before the last hand.", score=score)
    taken = groupby(_takes(replay, side))
    run = max((len([*hands]) for took, hands in taken if took), default=0)
    if run >= RUN:
        yield people.do(side, RAN, hands=run)
    if all(_points_behind(point, side) <= 0 for point in chain.from_iterable(games)):
        yield people.do(side, LED)


def _best_other(point: Point, side: int) -> float:
    return max(score for other, score in enumerate(point.score) if other != side)


def _points_behind(point: Point, side: int) -> float:
    """Return how much more the best other side has; 0 or less if this side leads."""
    return _best_other(point, side) - point.score[side]


def _figures(point: Point, side: int) -> str:
    """Return the score of the side, then that of the best other side: `3–8`."""
    return f"{floor(point.score[side])}–{floor(_best_other(point, side))}"


def _takes(replay: Replay, account: int) -> Iterator[bool]:
    """Yield for each hand whether this account was on the side that took it."""
    for hand in replay.hands:
        last = hand[-1]
        yield account in _accounts(last, last.winner)


def _accounts(step: PlayedTap, side: int | None) -> tuple[int, ...]:
    if side is None:
        return ()
    return step.before.rules.accounts_of(step.before.hand, side)


def _of_calls(replay: Replay, people: People) -> Iterator[str]:
    """Yield a sentence about the player who won most calls, then one about the last hand's call."""
    called = Counter[int]()
    good = Counter[int]()
    for hand in replay.hands:
        for made in calls_of(hand):
            if made.bet or made.fate == "said":
                continue
            called[made.seat] += 1
            if _won(hand, made):
                good[made.seat] += 1
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
    yield from _last_call(replay, people)


def _last_call(replay: Replay, people: People) -> Iterator[str]:
    calls = [one for one in calls_of(replay.hands[-1]) if not one.bet]
    made = [one for one in calls if one.fate in ("accepted", "refused")]
    if not made:
        return
    name = people.name(made[-1].seat)
    call = people.words.word(made[-1].word).said
    if made[-1].fate == "accepted":
        yield gettext(
            "In the last hand %(name)s called %(call)s, and it was accepted.", name=name, call=call
        )
    else:
        yield gettext(
            "In the last hand %(name)s called %(call)s, and it was refused.", name=name, call=call
        )


def _won(hand: tuple[PlayedTap, ...], made: CallMade) -> bool:
    """Return whether the caller gained by the call: it was refused, or their side took the hand."""
    if made.fate == "accepted":
        return hand[-1].winner == hand[-1].before.hand.side(made.seat)
    return made.fate == "refused"
