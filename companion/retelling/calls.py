"""Find the calls of a hand and their fates (see `engine.fates`)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.fates import Fate, fate_of_call
from companion.engine.hand import Question
from companion.retelling.replay import PlayedTap


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call that `seat` made in a hand. `at` is the index of its tap among the taps of the hand.

    * `part`: the part of the rules to which the call belongs.
    * `bet`: true if the call is a side bet, false if it is about the hand.
    * `fate`: None if the call asked nobody anything (a flor), or if it still waits for its answer.
    """

    at: int
    seat: int
    part: str
    word: str
    bet: bool
    fate: Fate | None


def calls_of(hand: tuple[PlayedTap, ...]) -> tuple[CallMade, ...]:
    """Return the calls of a hand, in the order they were made."""
    calls: list[CallMade] = []
    for at, step in enumerate(hand):
        part, group = step.offered
        if group == "call" and step.tap.seat is not None:
            bet = bool(getattr(step.before.rules.part(part), "settled_by", ""))
            fate = _fate(step, part, hand[at + 1 :])
            calls.append(CallMade(at, step.tap.seat, part, step.tap.word, bet, fate))
    return tuple(calls)


def _fate(step: PlayedTap, part: str, later: tuple[PlayedTap, ...]) -> Fate | None:
    question = _question_of(step, part)
    if question is None:
        return None
    for one in later:
        fate = fate_of_call(question, one.before, one.tap, one.after)
        if fate is not None:
            return fate
    return None


def _question_of(step: PlayedTap, part: str) -> Question | None:
    """Return the question that this call asked, or None if it asked nobody anything."""
    question = step.after.hand.question
    if step.ended or question is None or (question.part, question.by) != (part, step.tap.seat):
        return None
    return question
