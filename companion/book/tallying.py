"""Count what happened in a match: calls, answers, folds, ties, points by reason, runs, comebacks.

Undone taps are not counted. A hand that was simply taken (`hand@0`) counts as `hands.short` and not
as a recorded hand, and its points count as `points.short`. The points of corrections count as
`points.fix`, and the corrections as `corrections`.

`shares.py` lists the cases and hits that make shares. The other counts are:

By seat       called.L.W        calls W of the ladder L, also in voided hands
              says.L.N          how often the seat said the number N for the side bet L
              opened.L.N        how often it said N after calling L itself
              declined          how often it declined to play the hand
By side       most.run          the most recorded hands that the side won in a row
              most.comeback     the most points that the side was behind in a game it won
              most.comeback-truts      the most truts that the side was behind in such a game
By side,      points.WHY        points won for the reason WHY
by table      truts.WHY         truts won for the reason WHY
              hands.WHY         hands that ended in the way WHY
              corrections       corrections of the score
              matches.unfinished       1 if nobody has won the match
"""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction

from companion.book import call_counts
from companion.book.call_counts import has_cards
from companion.book.match_counts import MatchCounts
from companion.book.shares import (
    COMEBACKS,
    DEALT_HANDS,
    FOLDED,
    GAMES,
    GAMES_BEHIND,
    GAMES_WON,
    HANDS_WON,
    MATCHES,
    MATCHES_WON,
    PLAYED_HANDS,
    RECORDED_HANDS,
    TAKEN_HANDS,
    TIED,
    WON_BEFORE_A_TRICK,
    WON_BY_TALKING,
    Counts,
    Hit,
)
from companion.book.sums import Sums
from companion.engine import Event, Game
from companion.engine.table_taps import CORRECTIONS, FORMS
from companion.retelling.calls import CallMade
from companion.retelling.hands import PlayedHand, hands_of, runs
from companion.retelling.replay import PlayedTap, Replay
from companion.retelling.standing import standing

BEHIND = 3  # a side that was behind by one part in three of the target, and won, has come back


def tally(replay: Replay) -> Sums:
    """Count a match in one go and return its counts. `tally_in_steps` does the same in steps."""
    work = tally_in_steps(replay)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return] # what the work returns


def tally_in_steps(replay: Replay) -> Generator[None, None, Sums]:
    """Count a match in steps and return its counts. Other requests are answered at each `yield`.

    There is one step for each tap. Callers that need no pauses use `tally`.
    """
    sides = replay.rules.accounts
    by_side = tuple(Counts() for _ in range(sides))
    by_seat = tuple(Counts() for _ in range(replay.rules.seats))
    tally = MatchCounts(replay.rules, Counts(), by_side, by_seat)
    tally.behind = [Fraction(0)] * sides
    _lag(tally, replay.start)
    hands = hands_of(replay)
    for hand in hands:
        made = {one.at: one for one in hand.calls}
        yield
        for at, step in enumerate(hand.steps):
            _follow(tally, step, made.get(at))
            if step.ended:
                _end_hand(tally, hand)
            _follow_score(tally, step)
            yield
    for run in runs(hands):
        mine = by_side[run.account]
        mine["most.run"] = max(mine["most.run"], run.length)
    _end_match(tally, replay)
    return Sums(tally.table, tally.by_side, tally.by_seat)


def _follow(tally: MatchCounts, step: PlayedTap, made: CallMade | None) -> None:
    if made is not None:
        call_counts.count_call(tally, step, made)
    call_counts.count_answer(tally, step)
    call_counts.count_word(tally, step)
    if step.tap.word in CORRECTIONS:
        _count_correction(tally, step)
    for event in step.after.events:
        if event.kind == "points":
            _points(tally, step, event)


def _points(tally: MatchCounts, step: PlayedTap, event: Event) -> None:
    if event.side is None:
        return
    why = _why(step, event)
    for counts in (tally.table, tally.by_side[event.side]):
        if event.truts:
            counts[f"truts.{why}"] += event.truts
        else:
            counts[f"points.{why}"] += event.points or 0
    if event.why in ("bet", "bet-refused"):
        call_counts.settle_bet(tally, step.before.hand, event)


def _why(step: PlayedTap, event: Event) -> str:
    """Return the reason for which points were won, as a word in the names of the counts.

    If the hand was played with cards, the word is `raised` if a call was accepted in the hand,
    otherwise `cards`. For other points it is the reason of their event.
    """
    if event.why == "played":
        return "raised" if event.word else "cards"
    return event.why or str(step.tap.word)


def _count_correction(tally: MatchCounts, step: PlayedTap) -> None:
    tally.corrected = True
    for counts in (tally.table, tally.by_side[tally.rules.account(step.tap.seat or 0)]):
        counts["corrections"] += 1


def _end_hand(tally: MatchCounts, hand: PlayedHand) -> None:
    """Count the end of a hand.

    A hand has no winner if it was voided, or dropped because the game was won. The calls of such a
    hand are counted neither as won nor as lost.
    """
    for counts in (tally.table, *tally.by_side):
        counts[f"hands.{hand.ending}"] += 1
    if hand.recorded:
        _count_recorded_hand(tally, hand)
        call_counts.count_hand(tally, hand.steps[-1])
    if hand.winner is not None:
        call_counts.count_outcomes(tally, hand.steps[-1].before.hand, hand.winner)
    tally.calls.clear()
    tally.yeses.clear()
    tally.folded.clear()


def _count_recorded_hand(tally: MatchCounts, hand: PlayedHand) -> None:
    last = hand.steps[-1]
    RECORDED_HANDS.count(tally.table)
    for side, counts in enumerate(tally.by_side):
        RECORDED_HANDS.count(counts, *_if(HANDS_WON, side in hand.winners))
    for seat, counts in enumerate(tally.by_seat):
        if has_cards(last, seat):
            DEALT_HANDS.count(counts, *_if(FOLDED, seat in tally.folded))
    if hand.winner is not None:
        early = _if(WON_BEFORE_A_TRICK, hand.won_before_a_trick)
        for counts in (tally.table, *(tally.by_side[account] for account in hand.winners)):
            TAKEN_HANDS.count(counts, *_if(WON_BY_TALKING, hand.won_by_talking), *early)
    if hand.ending == "played":
        tied = any(event.kind == "hand" and event.why == "tie" for event in last.after.events)
        for counts in (tally.table, *tally.by_side):
            PLAYED_HANDS.count(counts, *_if(TIED, tied))


def _if(hit: Hit, happened: bool) -> tuple[Hit, ...]:  # noqa: FBT001 # the condition
    return (hit,) if happened else ()


def _follow_score(tally: MatchCounts, step: PlayedTap) -> None:
    won = next((event.side for event in step.after.events if event.kind == "game"), None)
    if won is None:
        _lag(tally, step.after)
    else:
        _end_game(tally, step, won)


def _lag(tally: MatchCounts, game: Game) -> None:
    """Update the largest number of points (or truts) by which each side was behind in this game."""
    here = standing(game)
    for side in range(tally.rules.accounts):
        tally.behind[side] = max(tally.behind[side], here.behind(side))


def _end_game(tally: MatchCounts, step: PlayedTap, winner: int) -> None:
    """Count the end of a game.

    A comeback counts only if the game was won by playing and its score was not corrected.
    """
    GAMES.count(tally.table)
    for side, counts in enumerate(tally.by_side):
        GAMES.count(counts, *_if(GAMES_WON, side == winner))
    if step.tap.word not in FORMS and not tally.corrected:
        _count_comebacks(tally, step, winner)
    tally.behind = [Fraction(0)] * tally.rules.accounts
    tally.corrected = False
    _lag(tally, step.after)  # with a handicap a side begins behind


def _count_comebacks(tally: MatchCounts, step: PlayedTap, winner: int) -> None:
    for side, counts in enumerate(tally.by_side):
        if tally.behind[side] * BEHIND >= step.before.rules.tally.target:
            GAMES_BEHIND.count(counts, *_if(COMEBACKS, side == winner))
    mine = tally.by_side[winner]
    unit = "most.comeback-truts" if step.before.truts else "most.comeback"
    mine[unit] = max(mine[unit], int(tally.behind[winner]))


def _end_match(tally: MatchCounts, replay: Replay) -> None:
    """Count the match as won or lost by each side.

    A match that nobody won is only counted as `unfinished`.
    """
    winner = replay.end.winner
    if winner is None:
        for counts in (tally.table, *tally.by_side):
            counts["matches.unfinished"] += 1
        return
    MATCHES.count(tally.table)
    for side, counts in enumerate(tally.by_side):
        MATCHES.count(counts, *_if(MATCHES_WON, side == winner))
