"""The values of one hand: taps, offers, open questions, calls, payments, and the hand itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from companion.engine.sentence import Impossible

Worth = int | str  # points, or a word that only the tally reads: "game", "trut"
Seats = tuple[int, ...]
Group = Literal["call", "answer", "trick", "deal", "fold", "hand", "declare"]
Tone = Literal["bold", "good", "bad", "plain"]
Kind = Literal["points", "hand", "deal", "game", "match"]
Why = Literal[
    "",
    "played",
    "refused",
    "folded",
    "declined",
    "short",
    "bet",
    "bet-refused",
    "fix",
    "void",
    "tie",
]


TAP = re.compile(
    r"(?P<word>[a-z]+(?:-[a-z]+)*)"
    r"(?:@(?P<seat>0|[1-9][0-9]{0,2}))?"
    r"(?:=(?P<value>-?[A-Za-z0-9]{1,12}))?"
    r"(?:,(?P<reason>[a-z]{1,12}(?:-[a-z]{1,12})?))?"
)


class Malformed(Impossible):
    """The error for text that is not a tap."""


class Tap(NamedTuple):
    """One tap: a word, the seat that it names, and a value. Not every word has a seat or a value.

    The text of a tap is `word[@seat][=value][,reason]`, which `parse` turns into a tap again. A
    correction or a misdeal may give a `reason`, which changes nothing in play.
    """

    word: str
    seat: int | None = None
    value: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        text = self.word
        if self.seat is not None:
            text += f"@{self.seat}"
        if self.value is not None:
            text += f"={self.value}"
        if self.reason is not None:
            text += f",{self.reason}"
        return text


def parse(text: str) -> Tap:
    """Return the tap written in `text`. Raises Malformed if it is not a tap."""
    match = TAP.fullmatch(text)
    if match is None:
        raise Malformed(
            "“%(text)s” is not a tap; write word@seat=value, such as truc@1 or fix@0=-1",
            text=text[:40],
        )
    seat = match["seat"]
    number = None if seat is None else int(seat)
    return Tap(match["word"], number, match["value"], match["reason"])


class Offer(NamedTuple):
    """A tap that is legal now, with the facts that its button shows.

    * `part`: the name of the part of the rules that allows the tap.
    * `group`, `tone`: the kind of tap, and the colour of its button.
    * `if_accepted`: what the hand or bet is worth after a yes.
    * `if_refused`: what a no pays.
    * `values`: if there are any, the offer stands for one tap per value.
    * `endless`: if true, the offer stands for one tap per whole number from 1.
    * `also`: older words for the same tap. They are still accepted, but not offered.
    """

    tap: Tap
    part: str
    group: Group
    tone: Tone = "plain"
    if_accepted: Worth | None = None
    if_refused: Worth | None = None
    values: tuple[str, ...] = ()
    endless: bool = False
    also: tuple[str, ...] = ()

    def all_taps(self) -> Iterator[Tap]:
        """Yield every tap of this offer.

        If any number may be tapped, yield only one tap, with the value `*` in place of the number.
        """
        if self.endless:
            yield self.tap._replace(value="*")
        elif self.values:
            yield from (self.tap._replace(value=value) for value in self.values)
        else:
            yield self.tap

    def covers(self, tap: Tap) -> bool:
        """Return whether this offer includes that tap. No offer includes a tap with a reason."""
        if tap.seat != self.tap.seat or tap.word not in (self.tap.word, *self.also):
            return False
        if tap.reason is not None:
            return False
        if self.endless:
            return tap.value is not None and tap.value.isdigit() and tap.value[0] != "0"
        if self.values:
            return tap.value in self.values
        return tap.value == self.tap.value


class Question(NamedTuple):
    """An open question, which a part of the rules asked.

    * `part`, `word`: the name of that part, and the word of the call or decision.
    * `answer`: the seats that may answer now.
    * `by`: the seat that called, or None for a decision without a caller.
    * `if_accepted`, `if_refused`: worths, as in `Offer`.
    * `waiting`: the seats whose turn to answer comes later.
    * `accepted`: true if somebody has said yes, and others must still answer.
    * `unseen`: if true, only the seats that may answer now may look at their cards.
    """

    part: str
    word: str
    answer: Seats
    by: int | None = None
    if_accepted: Worth | None = None
    if_refused: Worth | None = None
    waiting: Seats = ()
    accepted: bool = False
    unseen: bool = False

    def without(self, seat: int) -> Question | None:
        """Return the same question without asking this seat, or None if nobody else is asked.

        If no other seat may answer now, the first of the `waiting` seats answers next.
        """
        answer = tuple(other for other in self.answer if other != seat)
        waiting = self.waiting
        if len(self.answer) <= 1:
            waiting = self.waiting[1:]
        if not answer:
            answer = self.waiting[:1]
        return self._replace(answer=answer, waiting=waiting) if answer else None


class Call(NamedTuple):
    """A call made in this hand.

    * `part`, `word`, `seat`: the name of its part of the rules, the word, and the seat that called.
    * `trick`: the number of the trick in which it was made, from 0.
    * `if_accepted`, `if_refused`: worths, as in `Offer`.
    * `accepted`: true if the call was accepted by a yes, by another call or by playing on.
    * `reply`: true if the call answered the call before it.
    * `bet`: true if the call is about a side bet: envido or flor.
    """

    part: str
    word: str
    seat: int
    trick: int
    if_accepted: Worth
    if_refused: Worth
    accepted: bool = False
    reply: bool = False
    bet: bool = False


class Payment(NamedTuple):
    """A payment to a side: what each account of the side gets (`worth`), and the reason (`why`).

    If `side` is None, nobody took the hand. The hand then ends without a winner, or is dealt again.
    """

    side: int | None
    worth: Worth
    why: Why
    word: str = ""


class Event(NamedTuple):
    """One effect of the last tap.

    Its `kind` says what happened:

    * "points": the account `side` got `points` and `truts`. `why` says for what they were paid.
      `word` is the call, or the reason of a correction. If a side has several accounts, there is an
      event for each account.
    * "hand": the hand ended and `side` took it (None: nobody). If `why` is "tie", a tied trick
      decided the hand. If `why` is "void", the hand was dropped, and `word` may be the reason.
    * "deal": nobody took the hand and it is dealt again.
    * "game": the account `side` won the game, and `score` is the score at its end.
    * "match": the account `side` won the match.
    """

    kind: Kind
    side: int | None = None
    points: int | None = None
    why: Why = ""
    word: str = ""
    truts: int = 0
    score: str = ""


def final(events: Iterable[Event], score: str) -> str:
    """Return the final score of the game that these events ended, or `score` if they ended none."""
    for event in events:
        if event.score:
            return event.score
    return score


class Shared(NamedTuple):
    """What a side was paid: `event` says how much each of its `accounts` got.

    The function `payments` returns a `Shared` for each payment. `EndedHand.sums` has a `Shared` for
    the sum of several payments.
    """

    event: Event
    accounts: tuple[int, ...]


def payments(events: Iterable[Event]) -> tuple[Shared, ...]:
    """Return the payments among these events.

    Successive events that differ only in their account are joined into one payment.
    """
    found: list[Shared] = []
    for event in events:
        if event.kind != "points" or event.side is None:
            continue
        last = found[-1] if found else None
        if last is not None and last.event._replace(side=event.side) == event:
            found[-1] = Shared(last.event, (*last.accounts, event.side))
        else:
            found.append(Shared(event, (event.side,)))
    return tuple(found)


class Hand(NamedTuple):
    """One hand: who deals and leads, its worth as accepted so far, and everything tapped in it.

    * `mano`: the seat that leads the first trick: eldest, or in a duel the first of the two seats.
    * `sides`: the side of each seat in this hand. A side has the number of its lowest account.
    * `turn`: a seat that advances by one with each deal, even if the same player deals again.
    * `tricks`: the seat that took each trick, None for a tied trick.
    * `closed`: the names of the parts that offer nothing in this hand.
    * `out`: the seats that left the hand.
    * `owed`, `paid`: the side bets that are still to be paid, and those that were paid.
    * `result`: who took the hand and for what, or None while the hand is played.
    * `duel`: the number of this duel in its round, from 0, or None if everybody plays the hand.
    * `began`: the score (points per account) at which the hand was opened. A correction while the
      hand is played does not change it.
    * `turned`: the tap that named the card turned up in this deal, or None. All duels of a round
      have the same card.
    * `blind`: true if nobody looks at their cards.
    """

    dealer: int
    mano: int
    leader: int
    sides: tuple[int, ...]
    turn: int = 0
    worth: Worth = 1
    cards: int = 3
    tricks: tuple[int | None, ...] = ()
    questions: tuple[Question, ...] = ()
    calls: tuple[Call, ...] = ()
    taps: tuple[Tap, ...] = ()
    closed: frozenset[str] = frozenset()
    out: frozenset[int] = frozenset()
    owed: tuple[Payment, ...] = ()
    result: Payment | None = None
    duel: int | None = None
    began: tuple[int, ...] = ()
    turned: Tap | None = None
    paid: tuple[Payment, ...] = ()
    blind: bool = False

    @property
    def question(self) -> Question | None:
        """The question that must be answered first, or None if nothing is open."""
        return self.questions[-1] if self.questions else None

    @property
    def asker(self) -> int | None:
        """The seat whose call the open question is about, or None.

        Usually it is the attribute `by` of the question. If `by` is None, the word of the question
        may name a part of the rules. The asker is then the first seat that made a call of this
        part. For example, while players say their numbers for envido, the word is "envido", and the
        asker is the first caller of envido.
        """
        question = self.question
        if question is None or question.by is not None:
            return question and question.by
        for call in self.calls_of(question.word):
            return call.seat
        return None

    @property
    def word(self) -> str:
        """The last accepted call that gave the hand its present worth, or "" if there is none."""
        for call in reversed(self.calls):
            if call.accepted and not call.bet and call.if_accepted == self.worth:
                return call.word
        return ""

    def side(self, seat: int) -> int:
        """Return the side that this seat plays for in this hand."""
        return self.sides[seat]

    def seats_of(self, side: int) -> Seats:
        """Return the seats of a side, in play order from seat 0."""
        return tuple(seat for seat, of_seat in enumerate(self.sides) if of_seat == side)

    def other(self, side: int) -> int:
        """Return the other side, in a hand of two sides."""
        return next(other for other in self.sides if other != side)

    @property
    def alone(self) -> int | None:
        """The seat that plays alone against several others, or None if nobody does."""
        sides = set(self.sides)
        lone = [side for side in sides if self.sides.count(side) == 1]
        if len(sides) != 2 or len(lone) != 1:
            return None
        return self.sides.index(lone[0])

    def calls_of(self, part: str) -> tuple[Call, ...]:
        """Return the calls of one part of the rules in this hand, in the order they were made."""
        return tuple(call for call in self.calls if call.part == part)

    def has_accepted(self, part: str) -> bool:
        """Return whether a call of that part has been accepted."""
        return any(call.accepted for call in self.calls_of(part))

    def with_question(self, question: Question) -> Hand:
        """Return the hand with one more open question, which is answered before the others."""
        return self._replace(questions=(*self.questions, question))

    def answered(self, left: Question | None = None) -> Hand:
        """Return the hand without its newest question, or with `left` instead of that question."""
        below = self.questions[:-1]
        if left is None:
            return self._replace(questions=below)
        return self._replace(questions=(*below, left))

    def pays(self, side: int, worth: Worth, why: Why, word: str = "") -> Hand:
        """Return the hand with one more payment that it owes to a side. The hand goes on."""
        return self._replace(owed=(*self.owed, Payment(side, worth, why, word)))

    def ends(
        self, side: int | None, why: Why, worth: Worth | None = None, word: str | None = None
    ) -> Hand:
        """Return the ended hand: `side` takes `worth`, by default what the hand is worth now.

        `word` is the call that is paid, by default the call that gave the hand its present worth.
        """
        if worth is None:
            worth = self.worth
        if word is None:
            word = self.word
        return self._replace(result=Payment(side, worth, why, word))
