"""What became of every call of a hand, as the engine played it: met, refused, left open, or only said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.hand import Ask
from companion.retelling.played import PlayedTap

Fate = Literal["met", "refused", "open", "said"]


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call at tap `at` of its hand (from 0): by that seat, on that part of the rules, for a side bet or the hand.

    It was met (also by a raise, or by playing on), refused, left open (a hand thrown in or dropped, a bet that another
    call went before), or only said, where nobody had to take it up: a flor.
    """

    at: int
    seat: int
    part: str
    word: str
    bet: bool
    fate: Fate


def calls_of(hand: tuple[PlayedTap, ...]) -> tuple[CallMade, ...]:
    """The calls of a hand, in the order they were made."""
    return tuple(made for at in range(len(hand)) if (made := _made(hand, at)) is not None)


def _made(hand: tuple[PlayedTap, ...], at: int) -> CallMade | None:
    step = hand[at]
    part, group = step.offered
    if group != "call" or step.act.seat is None:
        return None
    bet = bool(getattr(step.before.rules.part(part), "settled_by", ""))
    return CallMade(at, step.act.seat, part, step.act.word, bet, _fate(step, part, hand[at + 1 :]))


def _fate(step: PlayedTap, part: str, later: tuple[PlayedTap, ...]) -> Fate:
    ask = step.after.hand.ask
    if step.ended or ask is None or (ask.part, ask.by) != (part, step.act.seat):
        return "said"
    return next((_closed(one, ask) for one in later if not _open(one, ask)), "open")


def _open(step: PlayedTap, ask: Ask) -> bool:
    """Whether it still waits after that tap: of several who answer, some may have done so."""
    known = ask.part, ask.word, ask.by
    return not step.ended and any(
        (one.part, one.word, one.by) == known for one in step.after.hand.asks
    )


def _closed(step: PlayedTap, ask: Ask) -> Fate:
    """What the tap made of it that closed it."""
    if any(
        event.why in ("refused", "bet-refused") and event.word == ask.word
        for event in step.after.events
    ):
        return "refused"
    part, group = step.offered
    return "met" if part == ask.part or group == "trick" else "open"
