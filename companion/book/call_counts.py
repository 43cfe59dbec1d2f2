"""Count the calls and answers of a match, and what became of them: see `tallying`."""

from __future__ import annotations

from companion.book.match_counts import MatchCounts, TalliedCall
from companion.engine import Event, Hand
from companion.retelling.calls import CallMade
from companion.retelling.replay import PlayedTap


def count_call(tally: MatchCounts, step: PlayedTap, made: CallMade) -> None:
    """Count a call, and whether it was accepted or refused.

    A call in answer to another call of the same ladder also counts as raising that one.
    """
    question = step.before.hand.question
    counts = tally.by_seat[made.seat]
    if question is not None and question.part == made.part and question.by is not None:
        counts[f"raised.{made.part}"] += 1
    counts[f"called.{made.part}.{made.word}"] += 1
    accepted = made.fate == "accepted"
    if accepted:
        counts[f"met.{made.part}.{made.word}"] += 1
    if made.fate == "refused":
        counts[f"refused.{made.part}.{made.word}"] += 1
    tally.calls.append(TalliedCall(made.seat, made.part, made.word, made.bet, accepted=accepted))


def count_answer(tally: MatchCounts, step: PlayedTap) -> None:
    """Count the tap if it is a yes or no to a call."""
    question = step.before.hand.question
    seat = step.tap.seat
    if question is None or question.by is None or seat is None:
        return
    if step.tap.word == "yes":
        tally.by_seat[seat][f"yes.{question.part}"] += 1
        if not getattr(step.before.rules.part(question.part), "settled_by", ""):
            tally.yeses.append((seat, question.part))
    elif step.tap.word in ("no", "achico"):
        tally.by_seat[seat][f"no.{question.part}"] += 1


def count_word(tally: MatchCounts, step: PlayedTap) -> None:
    """Count the tap if it is the number of a side bet, a hand folded, or a decision not to play."""
    seat = step.tap.seat
    question = step.before.hand.question
    if seat is None:
        return
    counts = tally.by_seat[seat]
    if step.tap.word == "says" and question is not None:
        counts[f"says.{question.word}.{step.tap.value}"] += 1
        if any(call.seat == seat and call.ladder == question.word for call in tally.calls):
            counts[f"opened.{question.word}.{step.tap.value}"] += 1
    elif step.tap.word == "fold":
        counts["folded"] += 1
    elif step.tap.word == "no" and question is not None and question.by is None:
        counts["declined"] += any(event.why == "declined" for event in step.after.events)


def settle_bet(tally: MatchCounts, hand: Hand, event: Event) -> None:
    """Close the calls of the side bet that is over: settled by numbers, or refused."""
    named = _last_bet(tally, event.word)
    if named is None or named.over:
        return
    for call in tally.calls:
        if call.ladder == named.ladder:
            call.over = True
            if call.accepted:
                won = hand.side(call.seat) == hand.side(event.side or 0)
                count_outcome(tally, call, won=won)


def _last_bet(tally: MatchCounts, word: str) -> TalliedCall | None:
    for call in reversed(tally.calls):
        if call.bet and call.word == word:
            return call
    return None


def count_outcome(tally: MatchCounts, call: TalliedCall, *, won: bool) -> None:
    """Count how an accepted call ended: won if the caller's side took the hand or the bet."""
    name = f"{call.ladder}.{call.word}"
    tally.by_seat[call.seat][f"settled.{name}"] += 1
    tally.by_seat[call.seat][f"won.{name}"] += won
