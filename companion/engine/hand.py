"""What one hand is made of: taps, offers, open questions, calls, payments, and the hand itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Worth = int | str  # points, or a word that only the tally reads: "game", "trut"
Seats = tuple[int, ...]
Group = Literal["call", "answer", "trick", "deal", "fold", "hand", "declare"]
Tone = Literal["bold", "good", "bad", "plain"]
Kind = Literal["points", "hand", "deal", "game", "match"]
Why = Literal["", "played", "refused", "folded", "declined", "short", "bet", "bet-refused", "fix", "void", "tie"]


class Act(NamedTuple):
    """One tap: a word, the seat it belongs to, and a value for the few words that need one."""

    word: str
    seat: int | None = None
    value: str | None = None

    def __str__(self) -> str:
        seat = "" if self.seat is None else f"@{self.seat}"
        return self.word + seat + ("" if self.value is None else f"={self.value}")


class Offer(NamedTuple):
    """A tap that is legal now, with what its button must say.

    `group` is what kind of tap it is, `tone` how it feels. `yes` and `no` are what the call is worth when
    met and what it pays when refused. An offer with `values` stands for one tap per value; an `endless`
    one for any number. `also` are older words for the same tap, accepted and not offered.
    """

    act: Act
    part: str
    group: Group
    tone: Tone = "plain"
    yes: Worth | None = None
    no: Worth | None = None
    values: tuple[str, ...] = ()
    endless: bool = False
    also: tuple[str, ...] = ()

    def taps(self) -> Iterator[Act]:
        """Every tap this offer stands for; an endless one answers with the value `*`."""
        if self.endless:
            yield self.act._replace(value="*")
        elif self.values:
            yield from (self.act._replace(value=value) for value in self.values)
        else:
            yield self.act

    def covers(self, act: Act) -> bool:
        """Whether this tap is one of those offered."""
        if act.seat != self.act.seat or act.word not in (self.act.word, *self.also):
            return False
        if self.endless:
            return act.value is not None and act.value.isdigit() and act.value[0] != "0"
        return act.value in self.values if self.values else act.value == self.act.value


class Ask(NamedTuple):
    """An open question: which part asked it, the word for it, and the seats that may answer now.

    `by` is the seat that called, None for a decision nobody called for. `waiting` are the seats whose
    turn to answer comes later; `met` says that somebody has already said yes where all must speak.
    """

    part: str
    word: str
    answer: Seats
    by: int | None = None
    yes: Worth | None = None
    no: Worth | None = None
    waiting: Seats = ()
    met: bool = False

    def without(self, seat: int) -> Ask | None:
        """The question once that seat has answered: left to the others, None when nobody is left."""
        answer = tuple(s for s in self.answer if s != seat) or self.waiting[:1]
        waiting = self.waiting if len(self.answer) > 1 else self.waiting[1:]
        return self._replace(answer=answer, waiting=waiting) if answer else None


class Call(NamedTuple):
    """A call made in this hand: its ladder, word, caller, and the trick (from 0) it was made in.

    `met` once it was accepted; `reply`: it was made in answer to the call before; `bet`: it is a side bet.
    """

    part: str
    word: str
    seat: int
    trick: int
    yes: Worth
    no: Worth
    met: bool = False
    reply: bool = False
    bet: bool = False


class Payment(NamedTuple):
    """What a side is to be paid and why; with side None nobody took a hand, which ends or is dealt again."""

    side: int | None
    worth: Worth
    why: Why
    word: str = ""


class Event(NamedTuple):
    """What the last tap brought about.

    kind "points": `side` got `points`, because `why` of the call `word`, and `truts` more truts; "hand":
    the hand ended and `side` took it, None for nobody (`why` "void" where it was dropped, not played, "tie" where a
    tied trick gave it to the side); "deal": nobody took it and it is dealt again; "game", "match": `side` won it, the
    game with this `score` at its end.
    """

    kind: Kind
    side: int | None = None
    points: int | None = None
    why: Why = ""
    word: str = ""
    truts: int = 0
    score: str = ""


def final(events: Iterable[Event], score: str) -> str:
    """The score a game ended with that these events won, where they say it; else the `score` that is."""
    return next((event.score for event in events if event.score), score)


class Hand(NamedTuple):
    """One hand: who deals and leads, what it is worth as accepted so far, and all that was tapped in it.

    `mano` leads the first trick: eldest, but in a duel (the `duel`-th of a round, from 0) the first of two.
    `tricks` holds the seat that took each trick, None for a tied one. `closed` names the parts that offer
    nothing in this hand, `out` the seats that left it. `owed` and `result` are for `play` to pay out.
    `began` is the score (points per side) the hand was opened at: what was asked then stands, whatever is corrected.
    """

    dealer: int
    mano: int
    leader: int
    stake: Worth = 1
    cards: int = 3
    tricks: tuple[int | None, ...] = ()
    asks: tuple[Ask, ...] = ()
    calls: tuple[Call, ...] = ()
    taps: tuple[Act, ...] = ()
    closed: frozenset[str] = frozenset()
    out: frozenset[int] = frozenset()
    owed: tuple[Payment, ...] = ()
    result: Payment | None = None
    duel: int | None = None
    began: tuple[int, ...] = ()

    @property
    def ask(self) -> Ask | None:
        """The question that must be answered first, None when nothing is open."""
        return self.asks[-1] if self.asks else None

    @property
    def word(self) -> str:
        """The last call that was met, whose worth the hand is played for."""
        return next(
            (call.word for call in reversed(self.calls) if call.met and not call.bet and call.yes == self.stake), ""
        )

    def calls_of(self, part: str) -> tuple[Call, ...]:
        """The calls of one ladder in this hand, in the order they were made."""
        return tuple(call for call in self.calls if call.part == part)

    def met(self, part: str) -> bool:
        """Whether a call of that ladder has been met."""
        return any(call.met for call in self.calls_of(part))

    def asking(self, ask: Ask) -> Hand:
        """The hand with one more question on the stack."""
        return self._replace(asks=(*self.asks, ask))

    def answered(self, left: Ask | None = None) -> Hand:
        """The hand with its top question gone, or narrowed to those who have not answered it."""
        return self._replace(asks=self.asks[:-1] if left is None else (*self.asks[:-1], left))

    def pays(self, side: int, worth: Worth, why: Why, word: str = "") -> Hand:
        """A side bet is settled; the hand goes on."""
        return self._replace(owed=(*self.owed, Payment(side, worth, why, word)))

    def ends(self, side: int | None, why: Why, worth: Worth | None = None, word: str | None = None) -> Hand:
        """The hand is over and `side` takes `worth`, by default what the hand is worth now."""
        worth = self.stake if worth is None else worth
        return self._replace(result=Payment(side, worth, why, self.word if word is None else word))
