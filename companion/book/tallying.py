"""What is counted of a match: calls, answers, folds, ties, points by what won them, runs and comebacks.

Only what was recorded is counted. A hand taken by one touch (`hand@0`) is no recorded hand: it counts as `hands.short`
and its points as `points.short`; a correction is `points.fix`. A tap taken back never happened.

By seat       called.L.W   met.L.W   refused.L.W   settled.L.W   won.L.W      a call W of the ladder L, and its fate
              yes.L   no.L   raised.L   yes-settled.L   yes-won.L             how it answered the calls of others
              says.L.N   opened.L.N                                           numbers said; by the seat that had called
              folded   declined   dealt                                       dealt: the recorded hands it was in
By side       matches[.won]   games[.won]   games.behind[.won]   hands[.won|.tied|.tied.won]   points.WHY   truts.WHY
              most.run   most.comeback
By table      matches   games   hands   hands.WHY   hands.tied   points.WHY   truts.WHY
"""

from __future__ import annotations

from companion.book import calling
from companion.book.played import Played, Step
from companion.book.sums import Counts, Sums
from companion.book.tally import Tally
from companion.engine import Event, Game

BEHIND = 3  # who was behind by a third of the target came back


def tallied(played: Played) -> Sums:
    """The sums of a match."""
    seats, sides = played.rules.seats, played.rules.sides
    tally = Tally(sides, Counts(), tuple(Counts() for _ in range(sides)), tuple(Counts() for _ in range(seats)))
    tally.behind = [0] * sides
    _lag(tally, played.start)
    for step in played.steps:
        _follow(tally, step)
    _end_match(tally, played)
    return Sums(tally.table, tally.by_side, tally.by_seat)


def _follow(tally: Tally, step: Step) -> None:
    part, group = step.offered
    calling.call(tally, step, part, group)
    calling.answer(tally, step, group)
    calling.say(tally, step)
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


def _points(tally: Tally, step: Step, event: Event) -> None:
    if event.side is None:
        return
    why = _why(step, event)
    for counts in (tally.table, tally.by_side[event.side]):
        if event.truts:
            counts[f"truts.{why}"] += event.truts
        else:
            counts[f"points.{why}"] += event.points or 0
    if event.why in ("bet", "bet-refused"):
        calling.settle_bet(tally, event)
    elif event.why == "refused":
        calling.refuse(tally, event.word)


def _why(step: Step, event: Event) -> str:
    """`cards` for a hand played at its plain worth, `raised` under a call that was met; else as the event says."""
    if event.why == "played":
        return "raised" if event.word else "cards"
    return event.why or str(step.act.word)


def _end_hand(tally: Tally, step: Step) -> None:
    """What the hand came to; one that was voided, or dropped because the game was won, decides no call."""
    why, winner = _ending(step), step.winner
    tally.table[f"hands.{why}"] += 1
    if why not in ("void", "short"):
        _recorded(tally, step, winner)
    if winner is not None:
        for call in (call for call in tally.calls if call.met and not call.bet):
            calling.settle(tally, call, winner)
        for seat, ladder in tally.yeses:
            tally.by_seat[seat][f"yes-settled.{ladder}"] += 1
            tally.by_seat[seat][f"yes-won.{ladder}"] += tally.side(seat) == winner
        _lengthen(tally, winner)
    tally.calls.clear()
    tally.yeses.clear()


def _recorded(tally: Tally, step: Step, winner: int | None) -> None:
    """A hand whose course was recorded."""
    tied = winner is not None and _ending(step) == "played" and _by_a_tie(step, winner)
    for counts in (tally.table, *tally.by_side):
        counts["hands"] += 1
        counts["hands.tied"] += tied
    for seat, counts in enumerate(tally.by_seat):
        counts["dealt"] += step.before.hand.duel is None or seat not in step.before.hand.out
    if winner is not None:
        tally.by_side[winner]["hands.won"] += 1
        tally.by_side[winner]["hands.tied.won"] += tied


def _ending(step: Step) -> str:
    """Why it ended: played, refused, folded, declined, short; void; cut by a bet that won the game; nobody."""
    hand = next(event for event in step.after.events if event.kind == "hand")
    if hand.why == "void" or step.act.word in ("resign", "fix", "fix-truts", "fix-games"):
        return "void"
    why = next((event.why for event in reversed(step.after.events) if event.kind == "points"), "")
    if hand.side is None:
        return "cut" if why.startswith("bet") else "nobody"
    return why or "played"


def _by_a_tie(step: Step, winner: int) -> bool:
    """Whether a tied trick decided: there was one, and the winner took fewer than most of the tricks."""
    tricks = list(step.before.hand.tricks)
    if step.act.word in ("won", "tied"):
        tricks.append(step.act.seat if step.act.word == "won" else None)
    mine = sum(seat is not None and step.before.rules.side(seat) == winner for seat in tricks)
    return None in tricks and mine <= step.before.hand.cards // 2


def _lengthen(tally: Tally, winner: int) -> None:
    side, length = tally.run
    tally.run = (winner, length + 1 if side == winner else 1)
    mine = tally.by_side[winner]
    mine["most.run"] = max(mine["most.run"], tally.run[1])


def _lag(tally: Tally, game: Game) -> None:
    """How far each side has been behind in this game, in what wins it: truts where they are counted, else points."""
    score = game.truts or game.score
    for side, points in enumerate(score):
        tally.behind[side] = max(tally.behind[side], max(score) - points)


def _end_game(tally: Tally, step: Step, winner: int) -> None:
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


def _end_match(tally: Tally, played: Played) -> None:
    tally.table["matches"] += 1
    for side, counts in enumerate(tally.by_side):
        counts["matches"] += 1
        counts["matches.won"] += side == played.end.winner
