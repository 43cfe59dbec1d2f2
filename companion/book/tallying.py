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

from dataclasses import dataclass, field

from companion.book.played import Played, Step
from companion.book.sums import Counts, Sums
from companion.engine import Event, Game
from companion.engine.ladder import Ladder

BEHIND = 3  # who was behind by a third of the target came back


@dataclass(slots=True)
class _Call:
    """A call somebody tapped in this hand, and whether it was met."""

    seat: int
    ladder: str
    word: str
    bet: bool
    met: bool = False
    over: bool = False


@dataclass(slots=True)
class _Tally:
    """The counts of a match while its steps are followed."""

    sides: int
    table: Counts
    by_side: tuple[Counts, ...]
    by_seat: tuple[Counts, ...]
    calls: list[_Call] = field(default_factory=list)
    yeses: list[tuple[int, str]] = field(default_factory=list)
    run: tuple[int | None, int] = (None, 0)
    behind: list[int] = field(default_factory=list)

    def side(self, seat: int) -> int:
        return seat % self.sides


def tallied(played: Played) -> Sums:
    """The sums of a match."""
    seats, sides = played.rules.seats, played.rules.sides
    tally = _Tally(sides, Counts(), tuple(Counts() for _ in range(sides)), tuple(Counts() for _ in range(seats)))
    tally.behind = [0] * sides
    _lag(tally, played.start)
    for step in played.steps:
        _follow(tally, step)
    _end_match(tally, played)
    return Sums(tally.table, tally.by_side, tally.by_seat)


def _follow(tally: _Tally, step: Step) -> None:
    part, group = step.offered
    _call(tally, step, part, group)
    _answer(tally, step, group)
    _said(tally, step)
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


def _call(tally: _Tally, step: Step, part: str, group: str) -> None:
    """A call; made in answer to another of its ladder, it meets that one."""
    if group != "call" or step.act.seat is None:
        return
    ladder = step.before.rules.part(part)
    ask = step.before.hand.ask
    if ask is not None and ask.part == part and isinstance(ladder, Ladder):
        tally.by_seat[step.act.seat][f"raised.{part}"] += 1
        _meet(tally, part)
    tally.by_seat[step.act.seat][f"called.{part}.{step.act.word}"] += 1
    if isinstance(ladder, Ladder):
        tally.calls.append(_Call(step.act.seat, part, step.act.word, bet=bool(ladder.settled_by)))


def _answer(tally: _Tally, step: Step, group: str) -> None:
    """Yes or no to a call, or playing on while it is open, which meets it where that is allowed."""
    ask, hand = step.before.hand.ask, step.after.hand
    if ask is None or not isinstance(ladder := _part(step, ask.part), Ladder):
        return
    seat, word = step.act.seat, step.act.word
    if group == "trick":
        _meet(tally, ask.part)
    elif word in ("yes", "no") and seat is not None:
        tally.by_seat[seat][f"{word}.{ask.part}"] += 1
        if word == "yes" and not ladder.settled_by:
            tally.yeses.append((seat, ask.part))
        refused = any(event.why in ("refused", "bet-refused") for event in step.after.events)
        if not refused and not any(open_.part == ask.part for open_ in hand.asks):
            _meet(tally, ask.part)


def _part(step: Step, name: str) -> object:
    return step.before.rules.part(name)


def _meet(tally: _Tally, ladder: str) -> None:
    """The last call of that ladder is met, if somebody tapped it and it waits."""
    if tally.calls and (call := _last(tally, ladder)) is not None and not call.met:
        call.met = True
        tally.by_seat[call.seat][f"met.{ladder}.{call.word}"] += 1


def _last(tally: _Tally, ladder: str) -> _Call | None:
    return next((call for call in reversed(tally.calls) if call.ladder == ladder and not call.over), None)


def _said(tally: _Tally, step: Step) -> None:
    """The number of a side bet, a hand thrown in, a decision not to play."""
    seat, ask = step.act.seat, step.before.hand.ask
    if seat is None:
        return
    counts = tally.by_seat[seat]
    if step.act.word == "says" and ask is not None:
        counts[f"says.{ask.word}.{step.act.value}"] += 1
        if any(call.seat == seat and call.ladder == ask.word for call in tally.calls):
            counts[f"opened.{ask.word}.{step.act.value}"] += 1
    elif step.act.word == "fold":
        counts["folded"] += 1
    elif step.act.word == "no" and ask is not None and ask.by is None:
        counts["declined"] += any(event.why == "declined" for event in step.after.events)


def _points(tally: _Tally, step: Step, event: Event) -> None:
    if event.side is None:
        return
    why = _why(step, event)
    for counts in (tally.table, tally.by_side[event.side]):
        if event.truts:
            counts[f"truts.{why}"] += event.truts
        else:
            counts[f"points.{why}"] += event.points or 0
    if event.why in ("bet", "bet-refused"):
        _settle_bet(tally, event)
    elif event.why == "refused":
        _refuse(tally, event.word)


def _why(step: Step, event: Event) -> str:
    """`cards` for a hand played at its plain worth, `raised` under a call that was met; else as the event says."""
    if event.why == "played":
        return "raised" if event.word else "cards"
    return event.why or str(step.act.word)


def _refuse(tally: _Tally, word: str) -> None:
    call = next((call for call in reversed(tally.calls) if call.word == word and not call.met), None)
    if call is not None:
        call.over = True
        tally.by_seat[call.seat][f"refused.{call.ladder}.{word}"] += 1


def _settle_bet(tally: _Tally, event: Event) -> None:
    """The side bet of this word is over, refused or settled by numbers."""
    named = next((call for call in reversed(tally.calls) if call.bet and call.word == event.word), None)
    if named is None or named.over:
        return
    if event.why == "bet-refused":
        tally.by_seat[named.seat][f"refused.{named.ladder}.{named.word}"] += 1
    for call in (call for call in tally.calls if call.ladder == named.ladder):
        call.over = True
        if call.met:
            _settled(tally, call, event.side)


def _settled(tally: _Tally, call: _Call, winner: int | None) -> None:
    name = f"{call.ladder}.{call.word}"
    tally.by_seat[call.seat][f"settled.{name}"] += 1
    tally.by_seat[call.seat][f"won.{name}"] += tally.side(call.seat) == winner


def _end_hand(tally: _Tally, step: Step) -> None:
    """What the hand came to; one that was voided, or dropped because the game was won, decides no call."""
    why, winner = _ending(step), step.winner
    tally.table[f"hands.{why}"] += 1
    if why not in ("void", "short"):
        _recorded(tally, step, winner)
    if winner is not None:
        for call in (call for call in tally.calls if call.met and not call.bet):
            _settled(tally, call, winner)
        for seat, ladder in tally.yeses:
            tally.by_seat[seat][f"yes-settled.{ladder}"] += 1
            tally.by_seat[seat][f"yes-won.{ladder}"] += tally.side(seat) == winner
        _lengthen(tally, winner)
    tally.calls.clear()
    tally.yeses.clear()


def _recorded(tally: _Tally, step: Step, winner: int | None) -> None:
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


def _lengthen(tally: _Tally, winner: int) -> None:
    side, length = tally.run
    tally.run = (winner, length + 1 if side == winner else 1)
    mine = tally.by_side[winner]
    mine["most.run"] = max(mine["most.run"], tally.run[1])


def _lag(tally: _Tally, game: Game) -> None:
    """How far each side has been behind in this game, in what wins it: truts where they are counted, else points."""
    score = game.truts or game.score
    for side, points in enumerate(score):
        tally.behind[side] = max(tally.behind[side], max(score) - points)


def _end_game(tally: _Tally, step: Step, winner: int) -> None:
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


def _end_match(tally: _Tally, played: Played) -> None:
    tally.table["matches"] += 1
    for side, counts in enumerate(tally.by_side):
        counts["matches"] += 1
        counts["matches.won"] += side == played.end.winner
