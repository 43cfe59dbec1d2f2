"""Find what became of every call of a hand: it was accepted, refused, left open, or only said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.hand import Question
from companion.retelling.replay import PlayedTap

Fate = Literal["accepted", "refused", "open", "said"]


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call at tap `at` of its hand (from 0), on a part of the rules, for a side bet or the hand.

    It was accepted (also by a raise, or by playing on), refused, left open (the hand was thrown in
    or dropped, or another call went before a bet), or only said (a flor, which nobody had to
    answer).
    """

    at: int
    seat: int
    part: str
    word: str
    bet: bool
    fate: Fate


def calls_of(hand: tuple[PlayedTap, ...]) -> tuple[CallMade, ...]:
    """Return the calls of a hand, in the order they were made."""
    calls: list[CallMade] = []
    for at in range(len(hand)):
        made = _made(hand, at)
        if made is not None:
            calls.append(made)
    return tuple(calls)


def _made(hand: tuple[PlayedTap, ...], at: int) -> CallMade | None:
    step = hand[at]
    part, group = step.offered
    if group != "call" or step.tap.seat is None:
        return None
    bet = bool(getattr(step.before.rules.part(part), "settled_by", ""))
    return CallMade(at, step.tap.seat, part, step.tap.word, bet, _fate(step, part, hand[at + 1 :]))


# What became of a call is read from the questions, not from the answers, because there are many
# ways to answer: yes, no, a raise, a trick, a fold, or another call that goes first. A call that
# put no question was only said. Otherwise its question is followed through the later taps until it
# is no longer open. An event then says whether the call was refused. If it was not, a tap of the
# same part (yes or a raise) or a trick accepted it. Any other tap, such as a fold or a flor that
# cancels an envido, left it open.


def _fate(step: PlayedTap, part: str, later: tuple[PlayedTap, ...]) -> Fate:
    question = step.after.hand.question
    if step.ended or question is None or (question.part, question.by) != (part, step.tap.seat):
        return "said"
    for one in later:
        if not _is_open(one, question):
            return _fate_when_closed(one, question)
    return "open"


def _is_open(step: PlayedTap, question: Question) -> bool:
    """Return whether the question is still open after that tap; some may have answered already."""
    if step.ended:
        return False
    known = (question.part, question.word, question.by)
    return any((one.part, one.word, one.by) == known for one in step.after.hand.questions)


def _fate_when_closed(step: PlayedTap, question: Question) -> Fate:
    """Return what the tap that closed the question made of the call."""
    for event in step.after.events:
        if event.why in ("refused", "bet-refused") and event.word == question.word:
            return "refused"
    part, group = step.offered
    return "accepted" if part == question.part or group == "trick" else "open"
