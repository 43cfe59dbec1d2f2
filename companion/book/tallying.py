"""Count a match: calls, answers, folds, ties, points by what won them, runs and comebacks.

Only what was recorded is counted. A hand that was simply taken (`hand@0`) counts as `hands.short`
and not as a recorded hand, and its points as `points.short`. Corrections count as `points.fix`.
Undone taps do not count.

By seat       called.L.W   met.L.W   refused.L.W   settled.L.W   won.L.W
                  a call W of the ladder L, and what became of it (met: it was accepted)
              yes.L   no.L   raised.L   yes-settled.L   yes-won.L
                  how it answered the calls of others
              says.L.N   opened.L.N
                  numbers said; those of a seat that had called
              folded   declined   dealt
                  dealt: the recorded hands it was in
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
from companion.retelling.replay import PlayedTap, Replay

BEHIND = 3  # a side that was behind by a third of the target and won has come back


def tallied(replay: Replay) -> Sums:
    """Return the sums of a match."""
    work = tallying(replay)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return] # what the work returns


def tallying(replay: Replay) -> Generator[None, None, Sums]:
    """Count a match and return its sums. Yields after each tap, so that others may be answered."""
    sides = replay.rules.accounts
    by_side = tuple(Counts() for _ in range(sides))
    by_seat = tuple(Counts() for _ in range(replay.rules.seats))
    tally = MatchCounts(sides, Counts(), by_side, by_seat)
    tally.behind = [0] * sides
    tally.runs = [0] * sides
    _lag(tally, replay.start)
    for hand in replay.hands:
        made = {one.at: one for one in calls_of(hand)}
        yield
        for at, step in enumerate(hand):
            _follow(tally, step, made.get(at))
            yield
    _end_match(tally, replay)
    return Sums(tally.table, tally.by_side, tally.by_seat)


def _follow(tally: MatchCounts, step: PlayedTap, made: CallMade | None) -> None:
    if made is not None:
        call_counts.count_call(tally, step, made)
    call_counts.count_answer(tally, step)
    call_counts.count_word(tally, step)
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
        call_counts.settle_bet(tally, step.before.hand, event)


def _why(step: PlayedTap, event: Event) -> str:
    """Return what won the points.

    This is `cards` for a hand played at its plain worth, `raised` if a call was accepted, and
    otherwise what the event says.
    """
    if event.why == "played":
        return "raised" if event.word else "cards"
    return event.why or str(step.tap.word)


def _end_hand(tally: MatchCounts, step: PlayedTap) -> None:
    """Count the end of a hand.

    A hand that was voided, or dropped because the game was won, has no winner and decides no call.
    """
    why = _ending(step)
    winner = step.winner
    tally.table[f"hands.{why}"] += 1
    if why not in ("void", "short"):
        _recorded(tally, step, winner)
    if winner is not None:
        side = step.before.hand.side
        for call in tally.calls:
            if call.accepted and not call.bet:
                call_counts.count_outcome(tally, call, won=side(call.seat) == winner)
        for seat, ladder in tally.yeses:
            tally.by_seat[seat][f"yes-settled.{ladder}"] += 1
            tally.by_seat[seat][f"yes-won.{ladder}"] += side(seat) == winner
        _lengthen(tally, _accounts(step, winner), recorded=why not in ("void", "short"))
    tally.calls.clear()
    tally.yeses.clear()


def _recorded(tally: MatchCounts, step: PlayedTap, winner: int | None) -> None:
    """Count a hand whose course was recorded."""
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
        winners = (tally.by_side[account] for account in _accounts(step, winner))
        for counts in (tally.table, *winners):
            counts["hands.won"] += 1
            counts["hands.won.talked"] += talked
            counts["hands.tied.won"] += tied


def _ending(step: PlayedTap) -> str:
    """Return why the hand ended: played, refused, folded, declined, short, void, cut or nobody.

    It is "cut" if a bet won the game, and "nobody" if no side took it.
    """
    hand = next(event for event in step.after.events if event.kind == "hand")
    if hand.why == "void" or step.tap.word in ("resign", "fix", "fix-truts", "fix-games"):
        return "void"
    why = next((event.why for event in reversed(step.after.events) if event.kind == "points"), "")
    if hand.side is None:
        return "cut" if why.startswith("bet") else "nobody"
    return why or "played"


def _accounts(step: PlayedTap, side: int) -> tuple[int, ...]:
    """Return the accounts of those who played for this side in the hand of this step."""
    return step.before.rules.accounts_of(step.before.hand, side)


def _lengthen(tally: MatchCounts, winners: tuple[int, ...], *, recorded: bool) -> None:
    """Count the run of hands that each account has won.

    Only recorded hands make it longer. A hand that was simply taken still ends the others' run.
    """
    for account, counts in enumerate(tally.by_side):
        if account not in winners:
            tally.runs[account] = 0
            continue
        tally.runs[account] += recorded
        counts["most.run"] = max(counts["most.run"], tally.runs[account])


def _lag(tally: MatchCounts, game: Game) -> None:
    """Note how far each side has been behind in this game: in truts if they count, or in points."""
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


def _end_match(tally: MatchCounts, replay: Replay) -> None:
    """Count the end of the match. A match that nobody won is counted as `unfinished` only."""
    what = "matches.unfinished" if replay.end.winner is None else "matches"
    tally.table[what] += 1
    for side, counts in enumerate(tally.by_side):
        counts[what] += 1
        counts["matches.won"] += side == replay.end.winner
