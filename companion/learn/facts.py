"""Ask the engine what a newcomer asks: who may act, what a tap leads to, why points were paid.

This module knows no rule of a game. It finds what a tap leads to by playing it on a copy of the
game, so the facts are true under the house rules of the table. Questions, lessons and the
explanations on a newcomer's phone are made from these facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.board.outcomes import (
    refused_by_all,
    simulate,
    simulate_answers,
    takes_every_no,
)
from companion.engine import (
    Event,
    Game,
    Hand,
    MatchLog,
    Offer,
    Question,
    Seats,
    Shared,
    Tap,
    Worth,
    legal,
    payments,
    play,
)
from companion.engine.asking import opponents
from companion.engine.flor import Flor
from companion.engine.ladder import Ladder
from companion.engine.offering import bound_seats

LADDER_GROUPS = ("call", "answer")  # the groups of offers in which a call may be found


class Outcome(NamedTuple):
    """The consequences of a tap: what it paid, and what the hand is worth after it.

    * `ends` is true if the hand is over.
    * `taken_by` is the side that took the hand, None for nobody.
    * `paid` has the payments in their order.
    * `won_by` is the account that won the game with the tap, None if the game goes on.
    * `wins_match` is true if the tap also won the match.
    * `worth` is what the hand is worth after the tap, or before it if the tap ended the hand.
    * `again` is true if the cards are dealt again.
    """

    ends: bool
    taken_by: int | None
    paid: tuple[Shared, ...]
    won_by: int | None
    wins_match: bool
    worth: Worth
    again: bool = False


class TrickOutcome(NamedTuple):
    """What follows if a `side` takes a trick or a bet, or if the trick is tied (`side` is None).

    `tap` is the tap that records this. If several seats of the side may make it, its seat is the
    first of these seats.
    """

    side: int | None
    tap: Tap
    outcome: Outcome


class CallFact(NamedTuple):
    """A call that may be made now, and the seats that may make it.

    * `tap` is the call by the first of the seats.
    * `if_accepted` is what the hand or the side bet is worth if the call is accepted.
    * `announces` is true if the call says what its player holds and asks for nothing.
    * `replies` is true if the call raises the call of the open question.
    """

    word: str
    seats: Seats
    tap: Tap
    if_accepted: Worth
    announces: bool
    replies: bool


class AskedFact(NamedTuple):
    """The open question: who asked, who may answer now, and what yes and no lead to.

    * `answer` are the seats that may answer.
    * `by` is the seat that called or announced something, None for a decision that nobody called.
    * `bet` is true if the question is about a side bet.
    * `numbers` is true while the numbers of a bet are said.
    * `accepted` and `refused` are what follows a yes and a no, None if that answer is not possible.
    * `takes_every_no` is true if the first no decides nothing. Then `refused` is what follows after
      everybody has refused.
    * `if_won` and `if_lost` say what a decision to play leads to if the side that decides wins or
      loses the hand.
    * `raises` are the calls that answer the question.
    * `wins` says for each side what it gets for the higher number. If the bet is not accepted yet,
      this is what it gets after a yes.
    * `below` is "" if the open question is not about a raise. Otherwise it is the call that was
      raised. The raise accepted this call.
    """

    question: Question
    answer: Seats
    by: int | None
    bet: bool
    numbers: bool
    accepted: Outcome | None
    refused: Outcome | None
    takes_every_no: bool
    if_won: Outcome | None
    if_lost: Outcome | None
    raises: tuple[CallFact, ...]
    wins: tuple[TrickOutcome, ...]
    below: str


class TableFacts(NamedTuple):
    """Everything that an explanation, a question or a lesson may say about a game.

    * `acting` are the seats for which some tap is legal now.
    * `bound` are the seats that must act because nobody else may.
    * `asked` is the open question, None if no question is open.
    * `calls` are the calls that may be made now.
    * `tricks` are the ways in which the present trick may end, with a tie as the last.
    * `last` is what the last tap paid, None if it paid nothing and ended no hand.
    """

    game: Game
    acting: Seats
    bound: Seats
    leader: int
    dealer: int
    asked: AskedFact | None
    calls: tuple[CallFact, ...]
    tricks: tuple[TrickOutcome, ...]
    last: LastPaid | None


class LastPaid(NamedTuple):
    """What the last tap paid, and why.

    * `hand` is the hand before that tap.
    * `tap` is the tap, and `outcome` what it led to.
    * `taken` has the side that took each trick, the last trick included, None for a tied trick.
    * `tie_rule` is "dealer" if another dealer would have changed who won the hand, and "first" if
      the side that won took a trick before the other side did. It is "" if that side took most of
      the tricks, or won by another rule.
    """

    hand: Hand
    tap: Tap
    outcome: Outcome
    taken: tuple[int | None, ...]
    tie_rule: str


def facts_of(log: MatchLog) -> TableFacts:
    """Return the facts of a match as it is now, the same for every viewer."""
    game = log.game
    offers = legal(game)
    return TableFacts(
        game=game,
        acting=_seats_of(game, offers),
        bound=bound_seats(game, offers),
        leader=game.hand.leader,
        dealer=game.dealer,
        asked=_asked(game, offers),
        calls=tuple(_calls(game, offers)),
        tricks=trick_outcomes(game, offers),
        last=_last_paid(log),
    )


def outcome_of(game: Game, tap: Tap) -> Outcome | None:
    """Return what this tap leads to, or None if it is not legal."""
    after = simulate(game, tap)
    if after is None:
        return None
    return outcome_between(game, after)


def outcome_between(game: Game, after: Game) -> Outcome:
    """Return the consequences of the tap that led from `game` to `after`."""
    ended = _first_of(after.events, "hand")
    again = _first_of(after.events, "deal")
    won = _first_of(after.events, "game")
    taken_by = None
    if ended is not None:
        taken_by = ended.side
    won_by = None
    if won is not None:
        won_by = won.side
    ends = ended is not None or won is not None
    worth = after.hand.worth
    if ends:
        worth = game.hand.worth
    return Outcome(
        ends=ends,
        taken_by=taken_by,
        paid=payments(after.events),
        won_by=won_by,
        wins_match=_first_of(after.events, "match") is not None,
        worth=worth,
        again=again is not None,
    )


def trick_outcomes(game: Game, offers: Iterable[Offer]) -> tuple[TrickOutcome, ...]:
    """Return, for every side, what follows if it takes the present trick, and what follows a tie.

    Return nothing if no trick may be tapped now. Only the first seat of each side is tried, because
    the other seats differ only in who leads next.
    """
    found: dict[int | None, TrickOutcome] = {}
    for offer in offers:
        if offer.group != "trick":
            continue
        side = None
        if offer.tap.word == "won" and offer.tap.seat is not None:
            side = game.hand.side(offer.tap.seat)
        outcome = outcome_of(game, offer.tap)
        if side not in found and outcome is not None:
            found[side] = TrickOutcome(side, offer.tap, outcome)
    return tuple(sorted(found.values(), key=lambda trick: trick.side is None))


def _first_of(events: Iterable[Event], kind: str) -> Event | None:
    for event in events:
        if event.kind == kind:
            return event
    return None


def _seats_of(game: Game, offers: Iterable[Offer]) -> Seats:
    """Return the seats that may tap something now, in play order from the leader.

    A tap without a seat may be made by everybody who is still in the hand.
    """
    seats: set[int] = set()
    for offer in offers:
        if offer.tap.seat is None:
            seats.update(set(range(game.rules.seats)) - game.hand.out)
        else:
            seats.add(offer.tap.seat)
    return tuple(seat for seat in game.rules.order(game.hand.leader) if seat in seats)


def _calls(game: Game, offers: Iterable[Offer]) -> Iterator[CallFact]:
    """Yield the calls that may be made now.

    A call that is worth the same for several seats is yielded once, with all these seats.
    """
    seats: dict[tuple[str, str, Worth], list[Offer]] = {}
    for offer in offers:
        is_call = offer.group in LADDER_GROUPS and offer.tap.word != "yes"
        if is_call and offer.if_accepted is not None and offer.tap.seat is not None:
            seats.setdefault((offer.part, offer.tap.word, offer.if_accepted), []).append(offer)
    question = game.hand.question
    for (part, word, worth), same in seats.items():
        first = same[0]
        called = simulate(game, first.tap)
        opened = called.hand.question if called is not None else None
        yield CallFact(
            word,
            tuple(offer.tap.seat for offer in same if offer.tap.seat is not None),
            first.tap,
            worth,
            announces=opened is None or opened.by is None,
            replies=question is not None and question.part == part,
        )


def refusal_of(game: Game, tap: Tap) -> Outcome | None:
    """Return what follows if this call is made and everybody who must answer refuses it.

    Return None if nobody must answer, or if they cannot refuse the call.
    """
    called = simulate(game, tap)
    if called is None or called.hand.question is None or called.events:
        return None
    return _answered(called, yes=False)


def is_bet(game: Game, part: str) -> bool:
    """Return whether the calls of this part of the rules are side bets."""
    rules = game.rules.part(part)
    return isinstance(rules, Ladder | Flor) and bool(rules.settled_by)


def _asked(game: Game, offers: tuple[Offer, ...]) -> AskedFact | None:
    question = game.hand.question
    if question is None:
        return None
    answering = tuple(offer for offer in offers if not game.rules.part(offer.part).looks_back)
    numbers = any(offer.group == "declare" for offer in answering)
    accepted = None
    refused = None
    if not numbers:
        accepted = _answered(game, yes=True)
        refused = _refused(game)
    if_won, if_lost = _if_played(game, question, accepted, refused)
    bet = is_bet(game, question.part)
    said = game
    if bet and not numbers:
        said = simulate_answers(game, yes=True) or game
    return AskedFact(
        question=question,
        answer=question.answer,
        by=game.hand.asker,
        bet=bet,
        numbers=numbers,
        accepted=accepted,
        refused=refused,
        takes_every_no=takes_every_no(game, question),
        if_won=if_won,
        if_lost=if_lost,
        raises=tuple(call for call in _calls(game, offers) if call.replies),
        wins=_bet_outcomes(said),
        below=_below(game.hand, question),
    )


def _refused(game: Game) -> Outcome | None:
    """Return what follows if everybody who must answer refuses, or says that they have nothing."""
    taps = refused_by_all(game)
    if not taps:
        return _answered(game, yes=False)
    now = game
    for tap in taps[:-1]:
        now = play(now, tap)
    return outcome_of(now, taps[-1])


def _bet_outcomes(game: Game) -> tuple[TrickOutcome, ...]:
    """Return what each side gets if its number is the higher one.

    Return () while no numbers are said.
    """
    found: dict[int, TrickOutcome] = {}
    for seat in range(game.rules.seats):
        tap = Tap("best", seat)
        side = game.hand.side(seat)
        outcome = outcome_of(game, tap)
        if outcome is not None and outcome.paid:
            found.setdefault(side, TrickOutcome(side, tap, outcome))
    return tuple(found.values())


def _answered(game: Game, *, yes: bool) -> Outcome | None:
    after = simulate_answers(game, yes=yes)
    if after is None:
        return None
    return outcome_between(game, after)


def _if_played(
    game: Game, question: Question, accepted: Outcome | None, refused: Outcome | None
) -> tuple[Outcome | None, Outcome | None]:
    """Return what follows a yes if the side that said it wins the hand, and if it loses the hand.

    Both are None if the open question does not ask a side whether it plays the hand. Such a
    question is asked without a call, and a no to it pays something.
    """
    looks_back = game.rules.part(question.part).looks_back
    if question.by is not None or looks_back or accepted is None or accepted.ends:
        return None, None
    if refused is None or not refused.paid:
        return None, None
    agreed = simulate_answers(game, yes=True)
    if agreed is None or agreed.hand.question is not None:
        return None, None
    seat = question.answer[0]
    others = opponents(game, seat)
    won = outcome_of(agreed, Tap("hand", seat))
    if not others:
        return won, None
    return won, outcome_of(agreed, Tap("hand", others[0]))


def _below(hand: Hand, question: Question) -> str:
    """Return the call that was raised if the open question is about a raise, otherwise ""."""
    calls = hand.calls_of(question.part)
    if len(calls) < 2 or calls[-1].word != question.word or not calls[-1].reply:
        return ""
    return calls[-2].word


def _last_paid(log: MatchLog) -> LastPaid | None:
    """Return what the last tap paid, or None if it paid nothing and ended no hand."""
    if log.past is None or log.tap is None:
        return None
    before = log.past.game
    outcome = outcome_between(before, log.game)
    if not (outcome.ends or outcome.paid or outcome.again):
        return None
    hand = before.hand
    return LastPaid(
        hand=hand,
        tap=log.tap,
        outcome=outcome,
        taken=tuple(_sides_of_tricks(hand, log.tap)),
        tie_rule=_tie_rule(before, log.tap, outcome),
    )


def _tie_rule(before: Game, tap: Tap, outcome: Outcome) -> str:
    """Return the rule by which `tap` gave the hand to a side that has not most of the tricks.

    The rule is "dealer" if another dealer would have changed the result. Otherwise it is "first" if
    this side took a trick before the other side did. For anything else, return "".
    """
    hand = before.hand
    sides = tuple(_sides_of_tricks(hand, tap))
    taken = [side for side in sides if side is not None]
    if tap.word not in ("won", "tied") or outcome.taken_by is None:
        return ""
    if 2 * taken.count(outcome.taken_by) > max(len(sides), hand.cards):
        return ""
    other = hand._replace(
        dealer=before.rules.after(hand.dealer), mano=before.rules.after(hand.mano)
    )
    moved = outcome_of(before._replace(hand=other), tap)
    if moved is not None and moved.taken_by != outcome.taken_by:
        return "dealer"
    if taken[:1] == [outcome.taken_by] and len(set(taken)) > 1:
        return "first"
    return ""


def _sides_of_tricks(hand: Hand, tap: Tap) -> Iterator[int | None]:
    """Yield the side that took each trick of the hand, including the trick of this tap."""
    seats = hand.tricks
    if tap.word in ("won", "tied"):
        seats = (*seats, tap.seat)
    for number, seat in enumerate(seats):
        is_tie = seat is None or (tap.word == "tied" and number == len(hand.tricks))
        yield None if is_tie else hand.sides[seat or 0]
