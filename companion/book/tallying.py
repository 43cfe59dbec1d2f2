"""What is counted of a match: calls, answers, folds, ties, points by what won them, runs and comebacks.

Only what was recorded is counted. A hand taken by one touch (`hand@0`) is no recorded hand: it counts as `hands.short`
and its points as `points.short`; a correction is `points.fix`. A tap taken back never happened.

By seat       called.L.W   met.L.W   refused.L.W   settled.L.W   won.L.W      a call W of the ladder L, and its fate
              yes.L   no.L   raised.L   yes-settled.L   yes-won.L             how it answered the calls of others
              says.L.N   opened.L.N                                           numbers said; by the seat that had called
              folded   declined   dealt                                       dealt: the recorded hands it was in
By side       matches[.won|.unfinished]   games[.won]   games.behind[.won]   points.WHY   truts.WHY
              hands[.WHY|.won|.won.talked|.tied|.tied.won]
              most.run   most.comeback
By table      matches[.unfinished]   games   points.WHY   truts.WHY
              hands[.WHY|.won|.won.talked|.tied|.tied.won]
"""

from __future__ import annotations

from collections.abc import Generator

from companion.book import call_counts
from companion.book.match_counts import MatchCounts
from companion.book.sums import Counts, Sums
from companion.engine import Event, Game
from companion.retelling.calls import CallMade, calls_of
from companion.retelling.played import Played, PlayedTap

BEHIND = 3  # who was behind by a third of the target came back


def tallied(played: Played) -> Sums:
    """The sums of a match."""
    work = tallying(played)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return] # what the work returns


def tallying(played: Played) -> Generator[None, None, Sums]:
    """The sums of a match, counted tap by tap for whoever lets others go first in between."""
    seats, sides = played.rules.seats, played.rules.sides
    tally = MatchCounts(
        sides,
        Counts(),
        tuple(Counts() for _ in range(sides)),
        tuple(Counts() for _ in range(seats)),
    )
    tally.behind = [0] * sides
    _lag(tally, played.start)
    for hand in played.hands:
        made = {one.at: one for one in calls_of(hand)}
        yield
        for at, step in enumerate(hand):
            _follow(tally, step, made.get(at))
            yield
    _end_match(tally, played)
    return Sums(tally.table, tally.by_side, tally.by_seat)


def _follow(tally: MatchCounts, step: PlayedTap, made: CallMade | None) -> None:
    if made is not None:
        call_counts.call(tally, step, made)
    call_counts.answer(tally, step)
    call_counts.say(tally, step)
    for event in step.after.events:
        if event.kind == "points":
            _points(tally, step, event)
    if step.ended:
        _end_hand(tally, step)
    won = next((event.side for event in step.after.events if event.kind == "game"), None)
    if won is None:
        _lag(tally, step.after)
    else:
        _end_game(tally, step, won)


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
        call_counts.settle_bet(tally, event)


def _why(step: PlayedTap, event: Event) -> str:
    """`cards` for a hand played at its plain worth, `raised` under a call that was met; else as the event says."""
    if event.why == "played":
        return "raised" if event.word else "cards"
    return event.why or str(step.act.word)


def _end_hand(tally: MatchCounts, step: PlayedTap) -> None:
    """What the hand came to; one that was voided, or dropped because the game was won, decides no call."""
    why, winner = _ending(step), step.winner
    tally.table[f"hands.{why}"] += 1
    if why not in ("void", "short"):
        _recorded(tally, step, winner)
    if winner is not None:
        for call in (call for call in tally.calls if call.met and not call.bet):
            call_counts.settle(tally, call, winner)
        for seat, ladder in tally.yeses:
            tally.by_seat[seat][f"yes-settled.{ladder}"] += 1
            tally.by_seat[seat][f"yes-won.{ladder}"] += tally.side(seat) == winner
        _lengthen(tally, winner, recorded=why not in ("void", "short"))
    tally.calls.clear()
    tally.yeses.clear()


def _recorded(tally: MatchCounts, step: PlayedTap, winner: int | None) -> None:
    """A hand whose course was recorded."""
    why = _ending(step)
    tied = any(event.kind == "hand" and event.why == "tie" for event in step.after.events)
    for counts in (tally.table, *tally.by_side):
        counts["hands"] += 1
        counts["hands.tied"] += tied
    for counts in tally.by_side:
        counts[f"hands.{why}"] += 1
    for seat, counts in enumerate(tally.by_seat):
        counts["dealt"] += step.before.hand.duel is None or seat not in step.before.hand.out
    if winner is not None:
        talked = why in ("refused", "declined", "folded")
        for counts in (tally.table, tally.by_side[winner]):
            counts["hands.won"] += 1
            counts["hands.won.talked"] += talked
            counts["hands.tied.won"] += tied


def _ending(step: PlayedTap) -> str:
    """Why it ended: played, refused, folded, declined, short; void; cut by a bet that won the game; nobody."""
    hand = next(event for event in step.after.events if event.kind == "hand")
    if hand.why == "void" or step.act.word in ("resign", "fix", "fix-truts", "fix-games"):
        return "void"
    why = next((event.why for event in reversed(step.after.events) if event.kind == "points"), "")
    if hand.side is None:
        return "cut" if why.startswith("bet") else "nobody"
    return why or "played"


def _lengthen(tally: MatchCounts, winner: int, *, recorded: bool) -> None:
    """A run is one of recorded hands; a hand simply taken is none of it, and ends that of the others."""
    side, length = tally.run
    tally.run = (winner, (length if side == winner else 0) + recorded)
    mine = tally.by_side[winner]
    mine["most.run"] = max(mine["most.run"], tally.run[1])


def _lag(tally: MatchCounts, game: Game) -> None:
    """How far each side has been behind in this game, in what wins it: truts where they are counted, else points."""
    score = game.truts or game.score
    for side, points in enumerate(score):
        tally.behind[side] = max(tally.behind[side], max(score) - points)


def _end_game(tally: MatchCounts, step: PlayedTap, winner: int) -> None:
    far = -(-step.before.rules.tally.target // BEHIND)
    tally.table["games"] += 1
    for side, counts in enumerate(tally.by_side):
        counts["games"] += 1
        counts["games.won"] += side == winner
        counts["games.behind"] += tally.behind[side] >= far
        counts["games.behind.won"] += side == winner and tally.behind[side] >= far
    mine = tally.by_side[winner]
    mine["most.comeback"] = max(mine["most.comeback"], tally.behind[winner])
    tally.behind = [0] * tally.sides


def _end_match(tally: MatchCounts, played: Played) -> None:
    """A match that was never won counts as one that was begun, in no share of matches won."""
    what = "matches.unfinished" if played.end.winner is None else "matches"
    tally.table[what] += 1
    for side, counts in enumerate(tally.by_side):
        counts[what] += 1
        counts["matches.won"] += side == played.end.winner
