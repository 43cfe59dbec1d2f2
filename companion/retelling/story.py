"""Sum up a match in at most two sentences: one about its score, and one about a call.

Both sentences are made from the same hands as the score sheet and the statistics. If the score was
corrected, there is no sentence about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.table_taps import CORRECTIONS, FORMS
from companion.retelling.calls import CallMade
from companion.retelling.curve import Point, course
from companion.retelling.hands import PlayedHand, hands_of, runs
from companion.retelling.replay import Replay
from companion.retelling.score_sheet import beginnings, score_lines
from companion.retelling.standing import winner_of
from companion.web.language import NN_, gettext, ngettext
from companion.words.people import People

BEHIND = 3  # a side is far behind if it lacks a third of the target to the leader
RUN = 5  # so many hands in a row are worth a sentence
OFTEN = 3  # so many calls won by one player are worth a sentence

# NOTE: %(side)s is one player or several: “Anna & Carme were 3–8 behind.”
CAME_BACK = NN_(
    "%(side)s came back from %(score)s down to win.",
    "%(side)s came back from %(score)s down to win.",
)
RAN = NN_("%(side)s took %(hands)s hands in a row.", "%(side)s took %(hands)s hands in a row.")
LED = NN_("%(side)s was never behind.", "%(side)s were never behind.")


def tell_story(replay: Replay, people: People) -> tuple[str, ...]:
    """Return at most two sentences about a match, or none if nobody won it."""
    side = replay.end.winner
    if side is None or not replay.steps:
        return ()
    hands = hands_of(replay)
    of_course = next(_of_course(replay, hands, side, people), "")
    of_calls = next(_of_calls(hands, people), "")
    return tuple(filter(None, (of_course, of_calls)))


def _of_course(
    replay: Replay, hands: tuple[PlayedHand, ...], side: int, people: People
) -> Iterator[str]:
    """Yield sentences about how the score of the winner developed, the most remarkable first.

    Sentences about the score are told only if the match was won by playing and the score was not
    corrected. If the match had several games, most of the sentences are about the last game.
    """
    won_by_playing = replay.steps[-1].tap.word not in FORMS
    if won_by_playing and not _was_corrected(replay, last_game=True):
        yield from _of_last_game(replay, hands[-1], side, people)
    longest = max((run.length for run in runs(hands) if run.account == side), default=0)
    if longest >= RUN:
        yield people.do(side, RAN, hands=longest)
    corrected = _was_corrected(replay, last_game=False)
    if won_by_playing and not corrected and _was_never_behind(replay, side):
        yield people.do(side, LED)


def _of_last_game(
    replay: Replay, last_hand: PlayedHand, side: int, people: People
) -> Iterator[str]:
    points = course(replay).games[-1]
    worst = max(points, key=lambda point: _height_behind(point, side))
    if _height_behind(worst, side) * BEHIND >= replay.rules.tally.target:
        yield people.do(side, CAME_BACK, score=_score_behind(worst, side))
    before = last_hand.before
    if len(before.amounts) > 2:
        return
    if not _was_corrected(replay, last_game=False) and _got_nothing(replay, 1 - side):
        yield gettext("Not one point for %(side)s.", side=people.side(1 - side))
    is_level = len(before.leaders) > 1 and any(before.heights)
    if is_level and last_hand.ending:
        score = "–".join(before.texts)
        yield gettext("It was %(score)s before the last hand.", score=score)


def _was_corrected(replay: Replay, *, last_game: bool) -> bool:
    """Return whether the score was corrected in the match, or in its last game (`last_game`)."""
    for at, step in reversed(tuple(enumerate(replay.steps))):
        ended_an_earlier_game = at < len(replay.steps) - 1 and winner_of(step) is not None
        if last_game and ended_an_earlier_game:
            return False
        if step.tap.word in CORRECTIONS:
            return True
    return False


def _height_behind(point: Point, side: int) -> float:
    """Return how far this side is behind the best other side. The number is negative if it leads.

    The unit is a point. In games with truts it is a trut, and a point is a third of a trut.
    """
    return point.score[_best_other(point, side)] - point.score[side]


def _score_behind(point: Point, side: int) -> str:
    """Return the score of this side, then the score of the best other side: `3–8`."""
    texts = point.standing.texts
    return f"{texts[side]}–{texts[_best_other(point, side)]}"


def _best_other(point: Point, side: int) -> int:
    others = (other for other in range(len(point.score)) if other != side)
    return max(others, key=lambda other: point.score[other])


def _got_nothing(replay: Replay, side: int) -> bool:
    """Return whether this side began every game with 0 and got no points in the match."""
    if any(replay.start.games) or any(one.amounts[side] != (0, 0) for one in beginnings(replay)):
        return False
    for line in score_lines(replay):
        if any(change.gained[side] > (0, 0) for change in line.changes):
            return False
    return True


def _was_never_behind(replay: Replay, side: int) -> bool:
    """Return whether this side never had fewer games, or fewer points, than another side."""
    for game in (replay.start, *(step.after for step in replay.steps)):
        if game.games[side] < max(game.games):
            return False
    for points in course(replay).games:
        if any(side not in point.standing.leaders for point in points):
            return False
    return True


def _of_calls(hands: tuple[PlayedHand, ...], people: People) -> Iterator[str]:
    """Yield a sentence about the player who won most calls, then one about the last call."""
    called = Counter[int]()
    good = Counter[int]()
    for hand in hands:
        for made in hand.calls:
            if made.bet or made.fate is None:
                continue
            called[made.seat] += 1
            if _won(hand, made):
                good[made.seat] += 1
    seat = max(good, key=lambda one: good[one], default=None)
    if seat is not None and good[seat] >= OFTEN:
        name = people.seat(seat)
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
    if hands[-1].ending not in ("", "void"):
        yield from _last_call(hands[-1], people)


def _last_call(hand: PlayedHand, people: People) -> Iterator[str]:
    made = [one for one in hand.calls if not one.bet and one.fate in ("accepted", "refused")]
    if not made:
        return
    name = people.seat(made[-1].seat)
    call = people.words.word(made[-1].word).said
    if made[-1].fate == "accepted":
        yield gettext(
            "In the last hand %(name)s called %(call)s, and it was accepted.", name=name, call=call
        )
    else:
        yield gettext(
            "In the last hand %(name)s called %(call)s, and it was refused.", name=name, call=call
        )


def _won(hand: PlayedHand, made: CallMade) -> bool:
    """Return whether the caller gained by the call: it was refused, or their side won the hand."""
    if made.fate == "accepted":
        return hand.winner == hand.steps[-1].before.hand.side(made.seat)
    return made.fate == "refused"
