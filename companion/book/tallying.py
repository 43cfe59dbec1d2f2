"""Count a match: calls, answers, folds, ties, points by what won them, runs and comebacks.

Only what was recorded is counted. A hand that was simply taken (`hand@0`) counts as `hands.short`
and not as a recorded hand, and its points as `points.short`. Corrections count as `points.fix` and
`corrections`, and as nobody's play. Undone taps do not count.

`shares.py` lists the cases and hits that make shares. Besides them there are:

By seat       called.L.W                            a call W of the ladder L, also in a voided hand
              says.L.N   opened.L.N                 numbers said; those of a seat that had called
              declined
By side       matches.unfinished   points.WHY   truts.WHY   hands.WHY   corrections
              most.run   most.comeback   most.comeback-truts
By table      matches.unfinished   points.WHY   truts.WHY   hands.WHY   corrections
"""

from __future__ import annotations

from collections.abc import Generator

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
from companion.retelling.calls import CallMade, calls_of
from companion.retelling.replay import PlayedTap, Replay

CORRECTIONS = ("fix", "fix-truts", "fix-games")
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
    sides = replay.rules.sides
    by_side = tuple(Counts() for _ in range(sides))
    by_seat = tuple(Counts() for _ in range(replay.rules.seats))
    tally = MatchCounts(replay.rules, Counts(), by_side, by_seat)
    tally.behind = [0] * sides
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
    if step.tap.word in CORRECTIONS:
        _count_correction(tally, step)
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
    """Return what won the points.

    This is `cards` for a hand played at its plain worth, `raised` if a call was accepted, and
    otherwise what the event says.
    """
    if event.why == "played":
        return "raised" if event.word else "cards"
    return event.why or str(step.tap.word)


def _count_correction(tally: MatchCounts, step: PlayedTap) -> None:
    tally.corrected = True
    for counts in (tally.table, tally.by_side[tally.side(step.tap.seat or 0)]):
        counts["corrections"] += 1


def _end_hand(tally: MatchCounts, step: PlayedTap) -> None:
    """Count the end of a hand.

    A hand that was voided, or dropped because the game was won, has no winner and decides no call.
    """
    why = _ending(step)
    winner = step.winner
    recorded = why not in ("void", "short")
    for counts in (tally.table, *tally.by_side):
        counts[f"hands.{why}"] += 1
    if recorded:
        _count_recorded_hand(tally, step, why, winner)
        call_counts.count_hand(tally, step)
    if winner is not None:
        call_counts.count_outcomes(tally, winner)
        _lengthen(tally, winner, recorded=recorded)
    tally.calls.clear()
    tally.yeses.clear()
    tally.folded.clear()


def _count_recorded_hand(tally: MatchCounts, step: PlayedTap, why: str, winner: int | None) -> None:
    RECORDED_HANDS.count(tally.table)
    for side, counts in enumerate(tally.by_side):
        RECORDED_HANDS.count(counts, *_if(HANDS_WON, side == winner))
    for seat, counts in enumerate(tally.by_seat):
        if has_cards(step, seat):
            DEALT_HANDS.count(counts, *_if(FOLDED, seat in tally.folded))
    if winner is not None:
        talked = why in ("refused", "declined", "folded")
        early = talked and not step.before.hand.tricks
        for counts in (tally.table, tally.by_side[winner]):
            hits = (*_if(WON_BY_TALKING, talked), *_if(WON_BEFORE_A_TRICK, early))
            TAKEN_HANDS.count(counts, *hits)
    if why == "played":
        tied = any(event.kind == "hand" and event.why == "tie" for event in step.after.events)
        for counts in (tally.table, *tally.by_side):
            PLAYED_HANDS.count(counts, *_if(TIED, tied))


def _if(hit: Hit, happened: bool) -> tuple[Hit, ...]:  # noqa: FBT001 # it is what is asked
    return (hit,) if happened else ()


def _ending(step: PlayedTap) -> str:
    """Return why the hand ended: played, refused, folded, declined, short, void, cut or nobody.

    It is "cut" if a bet won the game, and "nobody" if no side took it.
    """
    hand = next(event for event in step.after.events if event.kind == "hand")
    if hand.why == "void" or step.tap.word in ("resign", *CORRECTIONS):
        return "void"
    why = next((event.why for event in reversed(step.after.events) if event.kind == "points"), "")
    if hand.side is None:
        return "cut" if why.startswith("bet") else "nobody"
    return why or "played"


def _lengthen(tally: MatchCounts, winner: int, *, recorded: bool) -> None:
    """Count the run of hands that one side has won.

    Only recorded hands make it longer. A hand that was simply taken still ends the others' run.
    """
    side, length = tally.run
    if side != winner:
        length = 0
    tally.run = (winner, length + recorded)
    mine = tally.by_side[winner]
    mine["most.run"] = max(mine["most.run"], tally.run[1])


def _lag(tally: MatchCounts, game: Game) -> None:
    """Note how far each side has been behind in this game: in truts if they count, or in points."""
    score = game.truts or game.score
    for side, points in enumerate(score):
        tally.behind[side] = max(tally.behind[side], max(score) - points)


def _end_game(tally: MatchCounts, step: PlayedTap, winner: int) -> None:
    """Count the end of a game.

    A game whose score was corrected tells nothing about who was behind at the table.
    """
    GAMES.count(tally.table)
    far = -(-step.before.rules.tally.target // BEHIND)
    for side, counts in enumerate(tally.by_side):
        GAMES.count(counts, *_if(GAMES_WON, side == winner))
        if tally.behind[side] >= far and not tally.corrected:
            GAMES_BEHIND.count(counts, *_if(COMEBACKS, side == winner))
    if not tally.corrected:
        mine = tally.by_side[winner]
        unit = "most.comeback-truts" if step.before.truts else "most.comeback"
        mine[unit] = max(mine[unit], tally.behind[winner])
    tally.behind = [0] * tally.sides
    tally.corrected = False


def _end_match(tally: MatchCounts, replay: Replay) -> None:
    """Count the end of the match. A match that nobody won is counted as `unfinished` only."""
    winner = replay.end.winner
    if winner is None:
        for counts in (tally.table, *tally.by_side):
            counts["matches.unfinished"] += 1
        return
    MATCHES.count(tally.table)
    for side, counts in enumerate(tally.by_side):
        MATCHES.count(counts, *_if(MATCHES_WON, side == winner))
