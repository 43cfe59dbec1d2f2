"""Count the calls of a match, the answers to them and their outcomes: see `tallying`."""

from __future__ import annotations

from companion.book import shares
from companion.book.match_counts import MatchCounts, TalliedCall
from companion.book.shares import Counts
from companion.engine import Event, Hand, Rules
from companion.engine.flor import Flor
from companion.engine.ladder import Ladder
from companion.retelling.calls import CallMade
from companion.retelling.replay import PlayedTap


def has_cards(step: PlayedTap, seat: int) -> bool:
    """Return whether this seat was dealt cards in the hand. In a duel only two seats have cards."""
    return step.before.hand.duel is None or seat not in step.before.hand.out


def count_call(tally: MatchCounts, step: PlayedTap, made: CallMade) -> None:
    """Count a call, and whether it was accepted or refused.

    A raise also counts as an answer to the call that it raises.
    """
    question = step.before.hand.question
    counts = tally.by_seat[made.seat]
    if question is not None and question.part == made.part and question.by is not None:
        _count_answer(counts, made.part, "taken", "raised")
    counts[f"called.{made.part}.{made.word}"] += 1
    accepted = made.fate == "accepted"
    if accepted:
        decided = shares.decided_calls(made.part, made.word)
        decided.count(counts, shares.accepted(made.part, made.word))
    elif made.fate == "refused":
        decided = shares.decided_calls(made.part, made.word)
        decided.count(counts, shares.refused(made.part, made.word))
    tally.calls.append(TalliedCall(made.seat, made.part, made.word, made.bet, accepted=accepted))


def count_answer(tally: MatchCounts, step: PlayedTap) -> None:
    """Count the tap if it is a yes or no to a call."""
    question = step.before.hand.question
    seat = step.tap.seat
    if question is None or question.by is None or seat is None:
        return
    if step.tap.word == "yes":
        _count_answer(tally.by_seat[seat], question.part, "taken", "yes")
        if not getattr(step.before.rules.part(question.part), "settled_by", ""):
            tally.yeses.append((seat, question.part))
    elif step.tap.word in ("no", "achico"):
        _count_answer(tally.by_seat[seat], question.part, "no")


def _count_answer(counts: Counts, ladder: str, *ways: str) -> None:
    shares.answers(ladder).count(counts, *(shares.answered(way, ladder) for way in ways))


def count_word(tally: MatchCounts, step: PlayedTap) -> None:
    """Count the tap if it says a number for a side bet, folds, or declines to play the hand."""
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
        tally.folded.add(seat)
    elif step.tap.word == "no" and question is not None and question.by is None:
        counts["declined"] += any(event.why == "declined" for event in step.after.events)


def settle_bet(tally: MatchCounts, hand: Hand, event: Event) -> None:
    """Count each accepted call of a side bet as won or as not won by its caller's side.

    `event` is the event that ended the bet.
    """
    named = _last_bet(tally, event.word)
    if named is None or named.over:
        return
    for call in tally.calls:
        if call.ladder == named.ladder:
            call.over = True
            if call.accepted:
                won = hand.side(call.seat) == hand.side(event.side or 0)
                _count_outcome(tally, call, won=won)


def _last_bet(tally: MatchCounts, word: str) -> TalliedCall | None:
    for call in reversed(tally.calls):
        if call.bet and call.word == word:
            return call
    return None


def count_hand(tally: MatchCounts, step: PlayedTap) -> None:
    """Count a recorded hand for each ladder of the game, with the calls made in the hand.

    `step` is the last tap of the hand. A call that a seat made twice in the hand counts once.
    """
    made = {(call.seat, call.ladder, call.word) for call in tally.calls}
    for ladder in ladders(tally.rules):
        here = {(seat, word) for seat, name, word in made if name == ladder}
        _count_heard(tally.table, ladder, {word for _, word in here})
        for account, counts in enumerate(tally.by_side):
            words = {word for seat, word in here if tally.rules.account(seat) == account}
            _count_heard(counts, ladder, words)
        for seat, counts in enumerate(tally.by_seat):
            if has_cards(step, seat):
                hits = [shares.called_in(ladder, word) for caller, word in here if caller == seat]
                shares.dealt_with_ladder(ladder).count(counts, *hits)


def _count_heard(counts: Counts, ladder: str, words: set[str]) -> None:
    hits = [shares.heard(ladder, word) for word in words]
    shares.hands_with_ladder(ladder).count(counts, *hits)


def ladders(rules: Rules) -> list[str]:
    """Return the names of the ladders of these rules. The flor counts as a ladder."""
    return [part.name for part in rules.parts if isinstance(part, Ladder | Flor)]


def count_outcomes(tally: MatchCounts, hand: Hand, winner: int) -> None:
    """Count each accepted call and each yes of a hand as won or as not won.

    A call or a yes is won if its player belongs to side `winner`, which took the hand. Calls of
    side bets are left out: `settle_bet` counts them.
    """
    for call in tally.calls:
        if call.accepted and not call.bet:
            _count_outcome(tally, call, won=hand.side(call.seat) == winner)
    for seat, ladder in tally.yeses:
        hits = [shares.won_after_yes(ladder)] if hand.side(seat) == winner else []
        shares.settled_yeses(ladder).count(tally.by_seat[seat], *hits)


def _count_outcome(tally: MatchCounts, call: TalliedCall, *, won: bool) -> None:
    """Count an accepted call; `won` says whether the caller's side took the hand or the bet."""
    hits = [shares.won(call.ladder, call.word)] if won else []
    shares.settled_calls(call.ladder, call.word).count(tally.by_seat[call.seat], *hits)
