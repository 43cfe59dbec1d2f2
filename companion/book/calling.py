"""Calls and answers of a match and what became of them, as they are counted: see `tallying`."""

from __future__ import annotations

from companion.book.played import Step
from companion.book.tally import Call, Tally
from companion.engine import Event
from companion.engine.ladder import Ladder


def call(tally: Tally, step: Step, part: str, group: str) -> None:
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
        tally.calls.append(Call(step.act.seat, part, step.act.word, bet=bool(ladder.settled_by)))


def answer(tally: Tally, step: Step, group: str) -> None:
    """Yes or no to a call, or playing on while it is open, which meets it where that is allowed."""
    ask, hand = step.before.hand.ask, step.after.hand
    if ask is None or not isinstance(ladder := step.before.rules.part(ask.part), Ladder):
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


def _meet(tally: Tally, ladder: str) -> None:
    """The last call of that ladder is met, if somebody tapped it and it waits."""
    if tally.calls and (call := _last(tally, ladder)) is not None and not call.met:
        call.met = True
        tally.by_seat[call.seat][f"met.{ladder}.{call.word}"] += 1


def _last(tally: Tally, ladder: str) -> Call | None:
    return next((call for call in reversed(tally.calls) if call.ladder == ladder and not call.over), None)


def say(tally: Tally, step: Step) -> None:
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


def refuse(tally: Tally, word: str) -> None:
    """The last call of that word is over: it was refused."""
    call = next((call for call in reversed(tally.calls) if call.word == word and not call.met), None)
    if call is not None:
        call.over = True
        tally.by_seat[call.seat][f"refused.{call.ladder}.{word}"] += 1


def settle_bet(tally: Tally, event: Event) -> None:
    """The side bet of this word is over, refused or settled by numbers."""
    named = next((call for call in reversed(tally.calls) if call.bet and call.word == event.word), None)
    if named is None or named.over:
        return
    if event.why == "bet-refused":
        tally.by_seat[named.seat][f"refused.{named.ladder}.{named.word}"] += 1
    for call in (call for call in tally.calls if call.ladder == named.ladder):
        call.over = True
        if call.met:
            settle(tally, call, event.side)


def settle(tally: Tally, call: Call, winner: int | None) -> None:
    """What a call that was met came to: won, if the side of its caller took the hand or the bet."""
    name = f"{call.ladder}.{call.word}"
    tally.by_seat[call.seat][f"settled.{name}"] += 1
    tally.by_seat[call.seat][f"won.{name}"] += tally.side(call.seat) == winner
