"""The part for a ladder of calls, such as truc or envido: a call is accepted, refused or raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

from companion.engine.asking import (
    Answerers,
    Callers,
    Quorum,
    Window,
    always,
    answer,
    everybody,
    leave,
    one_by_one,
    opponents,
    yes_and_no,
)
from companion.engine.core import Game, Part
from companion.engine.hand import Call, Hand, Offer, Question, Seats, Tap, Worth


class Raise(NamedTuple):
    """A call that may be made: its word, its worth if it is accepted, and what a refusal pays.

    * `if_refused`: if None, a refusal pays as much as a yes would make the hand or bet worth.
    * `by`: if true, the tap of the call names a number, which is added to `if_accepted`.
    * `value`: the value of the tap that makes the call, or None if that tap has no value.
    * `offered`: false if the call cannot be made now, because it would add nothing. Its worth is
      still needed if the call was made before a correction of the score.
    """

    call: str
    if_accepted: Worth
    if_refused: Worth | None
    by: bool = False
    value: str | None = None
    offered: bool = True

    def is_made_by(self, tap: Tap) -> bool:
        """Return whether `tap` makes this call."""
        if tap.word != self.call:
            return False
        if self.by:
            return tap.value is not None
        return tap.value == self.value

    def worths(self, tap: Tap) -> tuple[Worth, Worth]:
        """Return what the hand or bet is worth after a yes to this tap, and what a no pays."""
        if_accepted = self.if_accepted
        if self.by and isinstance(if_accepted, int) and tap.value is not None:
            if_accepted += int(tap.value)
        if_refused = self.if_refused
        if if_refused is None:
            if_refused = if_accepted
        return if_accepted, if_refused


class Raises(Protocol):
    """The rule for which calls a seat may make next on a ladder, after the earlier `calls`."""

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...], /) -> Iterable[Raise]:
        """Return the possible calls, with the worths that they have for the side of the seat."""
        ...


@runtime_checkable
class Capping(Protocol):
    """A rule by which a side that has many points may not make some calls."""

    def caps(self, target: int) -> Mapping[str, int]:
        """Return the cap of each call that has one.

        A side that has as many points as the cap, or more, may not make the call.
        """
        ...


@dataclass(frozen=True, slots=True)
class Steps:
    """Calls in a fixed order. With `owned`, the side that made the last call may not make the next.

    For example, if seat 1 has called truc, only the other side may call retruc.
    """

    steps: tuple[Raise, ...]
    owned: bool = True

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterable[Raise]:
        """Return the call that comes next in the order, or nothing.

        Nothing is returned after the last call, or if the side of `seat` may not make the next
        call.
        """
        side = game.hand.side
        if self.owned and calls and side(calls[-1].seat) == side(seat):
            return ()
        return self.steps[len(calls) : len(calls) + 1]


@dataclass(frozen=True, slots=True)
class OncePerHand:
    """The rule for a single call that may be made once a hand. Each of `words` is a word for it."""

    words: tuple[str, ...]
    if_accepted: Worth
    if_refused: Worth

    def __call__(
        self,
        game: Game,  # noqa: ARG002 # as all raises
        seat: int,  # noqa: ARG002 # as all raises
        calls: tuple[Call, ...],
    ) -> Iterable[Raise]:
        """Return the call in each of its wordings, or nothing if it was made already."""
        if calls:
            return ()
        return (Raise(word, self.if_accepted, self.if_refused) for word in self.words)


def steps(*rungs: tuple[str, Worth, Worth], owned: bool = True) -> Steps:
    """Return the rule for calls that are made in a fixed order.

    Each of the `rungs` is (call, worth if accepted, points if refused), the lowest call first. If
    `owned` is true, the side that made the last call may not make the next.
    """
    return Steps(tuple(Raise(*rung) for rung in rungs), owned)


@dataclass(frozen=True)
class Ladder(Part):
    """Calls that raise what the hand is worth or, with `settled_by`, a side bet.

    * `raises`: the rule for the calls and their worths.
    * `callers`, `answers`: return who may call, and who must answer a caller.
    * `quorum`: which answers settle the question. With `in_turn`, the seats answer one by one.
    * `reply`: if true, an answer may be the next call, which accepts the call before it.
    * `window`: returns whether a call may be made now. It does not matter for a call in answer to
      another call.
    * `settled_by`: the name of another part of the rules, which asks who has won an accepted side
      bet. It is "" if the ladder is for the hand. A side bet is made once a hand.
    * `interrupts`: the names of the ladders whose open question a call of this ladder may
      interrupt.
    """

    name: str
    raises: Raises
    callers: Callers = everybody
    answers: Answerers = opponents
    quorum: Quorum = "first"
    in_turn: bool = False
    reply: bool = True
    window: Window = always
    settled_by: str = ""
    interrupts: frozenset[str] = frozenset()

    @property
    def topic(self) -> str:  # type: ignore[override] # made of its fields
        """The topic of the cheat-sheet: "bets" if this ladder is a side bet, else "ladder"."""
        return "bets" if self.settled_by else "ladder"

    def caps(self, target: int) -> Mapping[str, int]:
        """Return, for each call that has a cap, the score from which a side may not make it."""
        if isinstance(self.raises, Capping):
            return self.raises.caps(target)
        return {}

    @property
    def named(self) -> frozenset[str]:
        """The names of all other parts of the rules that this part refers to."""
        if not self.settled_by:
            return self.interrupts
        return self.interrupts | {self.settled_by}

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the possible calls, or the answers while a call of this ladder is open."""
        hand = game.hand
        question = hand.question
        is_used_bet = bool(self.settled_by) and bool(hand.calls_of(self.name))
        if question is not None and question.part == self.name:
            yield from yes_and_no(
                question, if_accepted=question.if_accepted, if_refused=question.if_refused
            )
            if self.reply:
                yield from self._calls(game, question.answer)
        elif self.window(hand) and not is_used_bet:
            callers = self.callers(game)
            # Only the players who are asked may interrupt the question of another ladder.
            if question is not None:
                callers = tuple(seat for seat in callers if seat in question.answer)
            yield from self._calls(game, callers)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after a call or an answer."""
        hand = game.hand
        question = hand.question
        if question is None or question.part != self.name:
            return self._call(game, tap, hand, reply=False)
        if tap.word not in ("yes", "no"):
            return self._call(game, tap, self._accept(hand), reply=True)
        seat = tap.seat or 0
        says_yes = tap.word == "yes"
        settled = answer(question, seat, yes=says_yes, quorum=self.quorum)
        if self.quorum == "everyone" and not says_yes:
            hand = leave(game, hand, seat)
        if isinstance(settled, Question):
            return hand.answered(settled)
        if not settled:
            return self._refused(hand, question)
        hand = self._accept(hand)
        if not self.settled_by:
            return hand
        rivals = self.rivals(game._replace(hand=hand))
        return hand.with_question(Question(self.settled_by, self.name, rivals))

    def worth(self, game: Game, side: int) -> Worth:
        """Return what the side bet pays to that side, after the last call was accepted.

        It may pay the sides differently. For example, what a falta pays may depend on the score of
        the side that wins it.
        """
        *before, last = game.hand.calls_of(self.name)
        seat = game.hand.seats_of(side)[0]
        same = [step for step in self.raises(game, seat, tuple(before)) if step.call == last.word]
        if any(step.by for step in same):
            return last.if_accepted
        return same[0].if_accepted

    def rivals(self, game: Game) -> Seats:
        """Return the seats that may win the side bet: everybody who is still in the hand."""
        return everybody(game)

    def _calls(self, game: Game, seats: Iterable[int]) -> Iterator[Offer]:
        calls = game.hand.calls_of(self.name)
        for seat in seats:
            for step in self.raises(game, seat, calls):
                if not step.offered:
                    continue
                tap = Tap(step.call, seat, step.value)
                if_accepted = None if step.by else step.if_accepted
                yield Offer(
                    tap, self.name, "call", "bold", if_accepted, step.if_refused, endless=step.by
                )

    def _call(self, game: Game, tap: Tap, hand: Hand, *, reply: bool) -> Hand:
        """Return `hand` with this call and its question.

        `game` is the game before the tap, from which the worths of this call are computed. If this
        call answers another call, `reply` is true, and the other call is already accepted in
        `hand`.
        """
        seat = tap.seat or 0
        calls = game.hand.calls_of(self.name)
        step = next(s for s in self.raises(game, seat, calls) if s.is_made_by(tap))
        if_accepted, if_refused = step.worths(tap)
        question = Question(
            self.name, step.call, self.answers(game, seat), seat, if_accepted, if_refused
        )
        if self.in_turn:
            question = one_by_one(question)
        call = Call(
            self.name,
            step.call,
            seat,
            len(hand.tricks),
            if_accepted,
            if_refused,
            reply=reply,
            bet=bool(self.settled_by),
        )
        return hand._replace(calls=(*hand.calls, call)).with_question(question)

    def _accept(self, hand: Hand) -> Hand:
        """Return the hand with the open call accepted, and its question removed."""
        calls = list(hand.calls)
        last = max(i for i, call in enumerate(calls) if call.part == self.name)
        calls[last] = calls[last]._replace(accepted=True)
        hand = hand._replace(calls=tuple(calls)).answered()
        if self.settled_by:
            return hand
        return hand._replace(worth=calls[last].if_accepted)

    def _refused(self, hand: Hand, question: Question) -> Hand:
        hand = hand.answered()
        side = hand.side(question.by or 0)
        points = question.if_refused or 0
        if self.settled_by:
            return hand.pays(side, points, "bet-refused", question.word)
        return hand.ends(side, "refused", points, question.word)
