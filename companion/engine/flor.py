"""Flor: a side bet on three cards of one suit.

A flor cancels envido. An open truco waits for its answer until the flor is settled. A flor may be
raised by contraflor, or by resto, which usually also pays what the highest score needs to win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import dropwhile

from companion.engine.asking import (
    Window,
    everybody,
    first_trick,
    one_by_one,
    opponents,
    yes_and_no,
)
from companion.engine.core import Game, Part, Rules
from companion.engine.hand import Call, Hand, Offer, Question, Seats, Tap, Worth

EACH = 3  # points for each flor
SEEN = 3  # points for asking for a flor (pido flor) that was there
NOT_SEEN = 1  # points to the accused if there was none


def rest_of_game(game: Game) -> int:
    """Return the points that a resto adds to the flors: those the leading side needs to win."""
    return game.lacking


def no_rest(_: Game) -> int:
    """Return 0: a resto pays nothing besides the flors."""
    return 0


@dataclass(frozen=True)
class Flor(Part):
    """The part for flor: a seat announces its flor, and the others answer in play order.

    An opponent may raise by `contraflor` or `resto`, which begins a contest: if the raise is
    accepted, the flors are compared, and the side of the best flor is paid. A seat shrinks (tap
    `achico`) if it has a flor but does not want it to be compared.

    * `ladder`: a flor may interrupt an open call of this ladder.
    * `bet`: the name of the side bet that a flor cancels; "" if a flor cancels none.
    * `rest`: returns the points that a resto pays besides the flors.
    * `shrunk`: the points for a contraflor or resto that was refused, and for a flor against an
      opponent who shrank.
    * `settled_by`: the name of another part of the rules, which asks whose flor is the best.
    * `window`: returns whether a flor may still be announced in this hand.
    """

    # A flor goes through three states. Each is an open question of this part, except the first:
    # 1. Nobody has announced (no question of this part): any seat may announce.
    # 2. Announced (`question.by` is None): the others answer one after the other. An opponent says
    #    no, shrinks (achico: has a flor, but does not contest it) or raises; a partner says no or
    #    flor. If nobody raises, the side that announced is paid for its flors.
    # 3. Contested (`question.by` is the seat that raised by contraflor or resto): the other side
    #    says yes, shrinks, or answers a contraflor with a resto. After a yes, `settled_by` asks who
    #    won.

    ladder: str = "truco"
    bet: str = "envido"
    rest: Callable[[Game], int] = rest_of_game
    shrunk: int = 4
    settled_by: str = "flor-points"
    window: Window = first_trick
    name: str = "flor"
    topic = "announced"

    @property
    def interrupts(self) -> frozenset[str]:  # type: ignore[override] # made of its fields
        """The names of the parts whose open question a flor may interrupt."""
        return self._cancels | {self.ladder}

    @property
    def named(self) -> frozenset[str]:
        """The names of all other parts of the rules that this part refers to."""
        return self.interrupts | {self.settled_by}

    @property
    def _cancels(self) -> frozenset[str]:
        """The names of the parts that a flor cancels: the side bet and the numbers said for it."""
        return frozenset({self.bet, "declare"} if self.bet else ())

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield `flor` for the seats that may announce a flor.

        If a flor or a raise must be answered, yield the answers instead.
        """
        question = game.hand.question
        if question is None or question.part != self.name:
            for seat in self._announcers(game):
                yield Offer(Tap("flor", seat), self.name, "call", "bold", if_accepted=EACH)
        elif question.by is None:
            yield from self._answers(game, question.answer[0])
        else:
            yield from self._contested(game, question)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after an announcement, a raise, or an answer to either."""
        hand = game.hand
        question = hand.question
        seat = tap.seat or 0
        if question is None or question.part != self.name:
            return self._announced(game, seat)
        if tap.word in ("contraflor", "resto"):
            return self._contest(game, tap.word, seat)
        if question.by is None:
            return self._answered(game, tap)
        if tap.word == "yes":
            return self._accepted(game, question, seat)
        refused = _with_call(hand, Call(self.name, "achico", seat, 0, EACH, self.shrunk))
        return refused.answered().pays(
            hand.side(question.by), self.shrunk, "bet-refused", question.word
        )

    def worth(self, game: Game, side: int) -> Worth:  # noqa: ARG002 # as every bet
        """Return what the side with the best flor is paid after an accepted raise.

        `side` makes no difference. A contraflor pays what was agreed in the call. A resto pays what
        `rest` returns for this game, and 3 points for the caller's flor and for each flor announced
        before. A flor that is announced only by accepting adds nothing.
        """
        calls = game.hand.calls_of(self.name)
        last = calls[-1]
        if last.word != "resto":
            return last.if_accepted
        counted = {call.seat for call in calls if _has_flor(call) and not call.accepted}
        return self.rest(game) + EACH * len(counted)

    def rivals(self, game: Game) -> Seats:
        """Return the seats that may win the contest: they announced a flor and did not shrink."""
        return _flors(game.hand)

    def _answers(self, game: Game, seat: int) -> Iterator[Offer]:
        """Yield the answers of one seat to an announcement of flor.

        A seat without a flor says `no`. A partner who has a flor says `flor`. An opponent who has a
        flor gives in (`achico`) or raises.
        """
        side = game.hand.side
        announcer = _flors(game.hand)[0]
        yield Offer(Tap("no", seat), self.name, "answer", "plain")
        if side(seat) == side(announcer):
            yield Offer(Tap("flor", seat), self.name, "answer", "good", if_accepted=EACH)
            return
        price = self._unopposed_points(game.hand, shrank=True)
        yield Offer(Tap("achico", seat), self.name, "answer", "bad", if_refused=price)
        yield self._raise(game, "contraflor", seat)
        yield self._raise(game, "resto", seat)

    def _contested(self, game: Game, question: Question) -> Iterator[Offer]:
        """Yield the answers to a contraflor or a resto: yes, and achico (`no` in old records).

        A contraflor may also be answered with a resto.
        """
        for seat in question.answer:
            yield Offer(
                Tap("yes", seat), self.name, "answer", "good", if_accepted=question.if_accepted
            )
            yield Offer(
                Tap("achico", seat),
                self.name,
                "answer",
                "bad",
                if_refused=question.if_refused,
                also=("no",),
            )
        if question.word != "contraflor":
            return
        for seat in question.answer:
            yield self._raise(game, "resto", seat)

    def _raise(self, game: Game, word: str, seat: int) -> Offer:
        worth = self._worth_of(game, word, seat)
        return Offer(Tap(word, seat), self.name, "call", "bold", worth, self.shrunk)

    def _worth_of(self, game: Game, word: str, seat: int) -> int:
        """Return the worth of a contraflor or a resto (raises of a flor) that this seat calls.

        Each flor counts 3 points. A resto also pays what `Flor.rest` returns: usually what the
        highest score needs to win.
        """
        flors = EACH * len({*_flors(game.hand), seat})
        if word == "resto":
            return self.rest(game) + flors
        return flors

    def _announced(self, game: Game, seat: int) -> Hand:
        """Return the hand after `seat` has announced a flor: the others are asked one by one.

        An open envido (the side bet `bet`) is dropped, and cannot be called in this hand any more.
        """
        hand = game.hand
        questions = tuple(each for each in hand.questions if each.part not in self._cancels)
        hand = hand._replace(questions=questions, closed=hand.closed | self._cancels)
        hand = _with_call(hand, Call(self.name, "flor", seat, 0, EACH, EACH))
        others = tuple(other for other in game.rules.order(seat)[1:] if other not in hand.out)
        return hand.with_question(one_by_one(Question(self.name, self.name, others)))

    def _answered(self, game: Game, tap: Tap) -> Hand:
        hand = game.hand
        seat = tap.seat or 0
        if tap.word != "no":
            hand = _with_call(hand, Call(self.name, tap.word, seat, 0, EACH, self.shrunk))
        left = hand.questions[-1].without(seat)
        if left is not None:
            return hand.answered(left)
        return self._unopposed(hand.answered())

    def _unopposed(self, hand: Hand) -> Hand:
        """Return the hand after the side that announced a flor got 3 points for each of its flors.

        If an opponent called achico (has a flor, but gives in), one of these flors pays
        `Flor.shrunk` points instead.
        """
        shrank = any(call.word == "achico" for call in hand.calls_of(self.name))
        points = self._unopposed_points(hand, shrank=shrank)
        return hand.pays(hand.side(_flors(hand)[0]), points, "bet", self.name)

    def _unopposed_points(self, hand: Hand, *, shrank: bool) -> int:
        points = EACH * len(_flors(hand))
        if shrank:
            points += self.shrunk - EACH
        return points

    def _contest(self, game: Game, word: str, seat: int) -> Hand:
        worth = self._worth_of(game, word, seat)
        without = _seats_without_flor(game.hand)
        others = tuple(other for other in opponents(game, seat) if other not in without)
        hand = _with_call(game.hand, Call(self.name, word, seat, 0, worth, self.shrunk))
        return hand.answered(Question(self.name, word, others, seat, worth, self.shrunk))

    def _accepted(self, game: Game, question: Question, seat: int) -> Hand:
        """Return the hand in which the flors are compared, after this seat has accepted.

        If this seat had not announced a flor, it does so by accepting. That flor is compared too,
        but adds nothing to the worth.
        """
        hand = game.hand
        if seat not in _flors(hand) and question.if_accepted is not None:
            call = Call(
                self.name,
                question.word,
                seat,
                0,
                question.if_accepted,
                self.shrunk,
                accepted=True,
                reply=True,
            )
            hand = _with_call(hand, call)
        return hand.answered(Question(self.settled_by, self.name, _flors(hand)))

    def _announcers(self, game: Game) -> Seats:
        """Return the seats that may announce the first flor of a hand.

        * If the side bet `bet` was not called yet, or is open: everybody, because a flor cancels
          it.
        * If the side bet was refused: the seats that neither called nor refused it, because
          somebody with a flor does not play envido.
        * If the side bet was accepted: nobody.
        """
        hand = game.hand
        if hand.calls_of(self.name) or not self.window(hand):
            return ()
        bets = hand.calls_of(self.bet)
        if not bets or any(question.part in self._cancels for question in hand.questions):
            return everybody(game)
        if bets[-1].accepted:
            return ()
        spoke = self._spoke(hand)
        return tuple(seat for seat in everybody(game) if seat not in spoke)

    def _spoke(self, hand: Hand) -> set[int | None]:
        """Return the seats that called in the refused side bet, and the seat that refused it."""
        calls = hand.calls_of(self.bet)
        since = dropwhile(lambda tap: tap.word != calls[0].word, hand.taps)
        refuser = next(tap.seat for tap in since if tap.word == "no")
        return {refuser, *(call.seat for call in calls)}


def _with_call(hand: Hand, call: Call) -> Hand:
    """Return the hand with one more call about flor, marked as a call of a side bet."""
    return hand._replace(calls=(*hand.calls, call._replace(bet=True)))


def _has_flor(call: Call) -> bool:
    """Return whether the caller's flor stays in play: every call except achico keeps it."""
    return call.word != "achico"


def _flors(hand: Hand) -> Seats:
    """Return the seats that announced a flor and did not say `achico`, in order of announcing."""
    callers = (call.seat for call in hand.calls_of("flor") if _has_flor(call))
    return tuple(dict.fromkeys(callers))


def _seats_without_flor(hand: Hand) -> frozenset[int]:
    """Return the seats that have said `no` or `achico` since the announcement."""
    since = dropwhile(lambda tap: tap.word != "flor", hand.taps)
    refusals = (tap for tap in since if tap.word in ("no", "achico"))
    return frozenset(tap.seat for tap in refusals if tap.seat is not None)


@dataclass(frozen=True)
class PidoFlor(Part):
    """A challenge after a hand: an opponent is accused of a hidden flor.

    If there was a flor, the side of the challenger gets 3 points. Otherwise the side of the accused
    gets 1 point. A challenge is possible while the next hand is untouched, even if a question of
    that hand is open. A seat can be accused only once a hand, because its cards are then on the
    table. A seat that announced a flor cannot be accused.
    """

    name: str = "pido-flor"
    looks_back: bool = True
    topic = "announced"

    @property
    def named(self) -> frozenset[str]:
        """The names of all other parts of the rules that this part refers to."""
        return self.interrupts | {"flor"}

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the taps that accuse an opponent of a hidden flor in the previous hand.

        If somebody was accused, yield the answers instead.
        """
        question = game.hand.question
        before = game.before
        if question is not None and question.part == self.name:
            yield from yes_and_no(question, if_accepted=SEEN, if_refused=NOT_SEEN)
        elif before is not None and "flor" not in before.closed:
            yield from self._challenges(game.rules, before)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand in which the accused player is asked, or the hand after the answer."""
        hand = game.hand
        seat = tap.seat or 0
        if tap.word == self.name:
            return hand.with_question(Question(self.name, self.name, (int(tap.value or 0),)))
        before = game.before or hand
        accused = before.side(seat)
        if tap.word == "yes":
            return hand.answered().pays(before.other(accused), SEEN, "bet", self.name)
        return hand.answered().pays(accused, NOT_SEEN, "bet", self.name)

    def _challenges(self, rules: Rules, before: Hand) -> Iterator[Offer]:
        hidden = _unseen(rules, before)
        for seat in range(rules.seats):
            if seat in before.out:
                continue
            accused = (other for other in hidden if before.side(other) != before.side(seat))
            values = tuple(map(str, accused))
            if values:
                yield Offer(Tap(self.name, seat), self.name, "declare", values=values)


def _unseen(rules: Rules, hand: Hand) -> Seats:
    """Return the seats of that hand that never said they had a flor, and were not accused."""
    seen = {call.seat for call in hand.calls_of("flor")}
    seen |= {int(tap.value or 0) for tap in hand.taps if tap.word == "pido-flor"}
    return tuple(seat for seat in range(rules.seats) if seat not in seen | hand.out)
