"""Calls and answers of a match and what became of them, as they are counted: see `tallying`."""

from __future__ import annotations

from companion.book.match_counts import MatchCounts, TalliedCall
from companion.engine import Event
from companion.retelling.calls import CallMade
from companion.retelling.played import PlayedTap


def call(tally: MatchCounts, step: PlayedTap, made: CallMade) -> None:
    """A call and what became of it; made in answer to another of its part, it raises that one."""
    ask, counts = step.before.hand.ask, tally.by_seat[made.seat]
    if ask is not None and ask.part == made.part and ask.by is not None:
        counts[f"raised.{made.part}"] += 1
    counts[f"called.{made.part}.{made.word}"] += 1
    if made.fate in ("met", "refused"):
        counts[f"{made.fate}.{made.part}.{made.word}"] += 1
    tally.calls.append(
        TalliedCall(made.seat, made.part, made.word, made.bet, met=made.fate == "met")
    )


def answer(tally: MatchCounts, step: PlayedTap) -> None:
    """Yes or no to a call."""
    ask, seat = step.before.hand.ask, step.act.seat
    if ask is None or ask.by is None or seat is None:
        return
    if step.act.word == "yes":
        tally.by_seat[seat][f"yes.{ask.part}"] += 1
        if not getattr(step.before.rules.part(ask.part), "settled_by", ""):
            tally.yeses.append((seat, ask.part))
    elif step.act.word in ("no", "achico"):
        tally.by_seat[seat][f"no.{ask.part}"] += 1


def say(tally: MatchCounts, step: PlayedTap) -> None:
    """The number of a side bet, a hand folded, a decision not to play."""
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


def settle_bet(tally: MatchCounts, event: Event) -> None:
    """The side bet of this word is over: settled by numbers, or not taken up."""
    named = next(
        (call for call in reversed(tally.calls) if call.bet and call.word == event.word), None
    )
    if named is None or named.over:
        return
    for call in (call for call in tally.calls if call.ladder == named.ladder):
        call.over = True
        if call.met:
            settle(tally, call, event.side)


def settle(tally: MatchCounts, call: TalliedCall, winner: int | None) -> None:
    """What a call that was met came to: won, if the side of its caller took the hand or the bet."""
    name = f"{call.ladder}.{call.word}"
    tally.by_seat[call.seat][f"settled.{name}"] += 1
    tally.by_seat[call.seat][f"won.{name}"] += tally.side(call.seat) == winner
