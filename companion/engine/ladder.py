"""Ladders: truc, the cube, put, truco, envido. A call is met, refused, or answered with the next one."""

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
from companion.engine.hand import Act, Ask, Call, Hand, Offer, Seats, Worth


class Raise(NamedTuple):
    """A call that may be made: its word, what meeting it makes the hand or bet worth, what refusing pays.

    One raised `by` a number has a `yes` that the number said is added to, and a `no` unless refusing
    pays what was proposed (`no` is then None).
    """

    call: str
    yes: Worth
    no: Worth | None
    by: bool = False

    def worths(self, act: Act) -> tuple[Worth, Worth]:
        """What this very call makes the hand or bet worth, and what refusing it pays."""
        yes = self.yes + int(act.value or 0) if self.by and isinstance(self.yes, int) else self.yes
        return yes, yes if self.no is None else self.no


class Raises(Protocol):
    """The calls a seat may make after these `calls`; `yes` and `no` as that seat's side would see them."""

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...], /) -> Iterable[Raise]:
        """What may be called next."""
        ...


@runtime_checkable
class Capping(Protocol):
    """Raises some of which a side with many points may not make."""

    def caps(self, target: int) -> Mapping[str, int]:
        """The points from which on each capped call may not be made, in a game to `target`."""
        ...


@dataclass(frozen=True, slots=True)
class Steps:
    """Fixed steps, one after the other. `owned`: only the side that met the last one may call the next."""

    steps: tuple[Raise, ...]
    owned: bool = True

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterable[Raise]:
        """The next step, if this seat's side holds the right to it."""
        side = game.rules.side
        mine = self.owned and calls and side(calls[-1].seat) == side(seat)
        return () if mine else self.steps[len(calls) : len(calls) + 1]


@dataclass(frozen=True, slots=True)
class Once:
    """One call a hand, which goes by any of these words."""

    words: tuple[str, ...]
    yes: Worth
    no: Worth

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterable[Raise]:  # noqa: ARG002 # as all
        """The call, if nobody has made it."""
        return () if calls else (Raise(word, self.yes, self.no) for word in self.words)


def steps(*rungs: tuple[str, Worth, Worth], owned: bool = True) -> Steps:
    """A ladder of (call, worth when met, paid when refused), lowest first."""
    return Steps(tuple(Raise(*rung) for rung in rungs), owned)


@dataclass(frozen=True)
class Ladder(Part):
    """Calls that raise what the hand is worth, or, with `settled_by`, a side bet.

    `callers` may call, `answers` must answer the caller, `quorum` says when they have; with `reply` an
    answer may be the next call, which meets the one before. `window` closes the ladder to those who
    have not begun it. A side bet is made once a hand; when it is met the part named `settled_by` asks
    who has won it. `interrupts` names the ladders before whose answer this one may be called.
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
        """The ladder of the hand, or its side bets."""
        return "bets" if self.settled_by else "ladder"

    def caps(self, target: int) -> Mapping[str, int]:
        """The calls that a side with so many points may not make, in a game to `target`, if the raises know of any."""
        return self.raises.caps(target) if isinstance(self.raises, Capping) else {}

    @property
    def named(self) -> frozenset[str]:
        """The ladders it may be called before, and who settles it."""
        return self.interrupts | ({self.settled_by} if self.settled_by else set())

    def offers(self, game: Game) -> Iterator[Offer]:
        """The calls while nothing is asked, else the answers to this ladder's own question."""
        ask = game.hand.ask
        if ask is not None and ask.part == self.name:
            yield from yes_and_no(ask, yes=ask.yes, no=ask.no)
            yield from self._calls(game, ask.answer if self.reply else ())
        elif self._open(game.hand):
            callers = self.callers(game)
            yield from self._calls(game, callers if ask is None else [s for s in callers if s in ask.answer])

    def apply(self, game: Game, act: Act) -> Hand:
        """A call or an answer."""
        ask = game.hand.ask
        own = ask is not None and ask.part == self.name
        if ask is None or not own or act.word not in ("yes", "no"):
            return self._call(game, act, self._meet(game.hand) if own else game.hand, reply=own)
        settled = answer(ask, act.seat or 0, yes=act.word == "yes", quorum=self.quorum)
        hand = game.hand if act.word == "yes" or self.quorum != "everyone" else leave(game, game.hand, act.seat or 0)
        if isinstance(settled, Ask):
            return hand.answered(settled)
        return self._met(game._replace(hand=hand), hand) if settled else self._refused(game, hand, ask)

    def worth(self, game: Game, side: int) -> Worth:
        """What the side bet as accepted brings to that side (a falta differs from side to side)."""
        *before, last = game.hand.calls_of(self.name)
        seat = game.rules.seats_of(side)[0]
        same = [step for step in self.raises(game, seat, tuple(before)) if step.call == last.word]
        return last.yes if any(step.by for step in same) else same[0].yes

    def rivals(self, game: Game) -> Seats:
        """Who may win the side bet: everybody."""
        return everybody(game)

    def _open(self, hand: Hand) -> bool:
        return self.window(hand) and not (self.settled_by and hand.calls_of(self.name))

    def _calls(self, game: Game, seats: Iterable[int]) -> Iterator[Offer]:
        calls = game.hand.calls_of(self.name)
        for seat in seats:
            for step in self.raises(game, seat, calls):
                yes = None if step.by else step.yes
                yield Offer(Act(step.call, seat), self.name, "call", "bold", yes, step.no, endless=step.by)

    def _call(self, game: Game, act: Act, hand: Hand, *, reply: bool) -> Hand:
        seat = act.seat or 0
        calls = game.hand.calls_of(self.name)
        step = next(s for s in self.raises(game, seat, calls) if (s.call, s.by) == (act.word, act.value is not None))
        yes, no = step.worths(act)
        ask = Ask(self.name, step.call, self.answers(game, seat), seat, yes, no)
        call = Call(self.name, step.call, seat, len(hand.tricks), yes, no, reply=reply, bet=bool(self.settled_by))
        return hand._replace(calls=(*hand.calls, call)).asking(one_by_one(ask) if self.in_turn else ask)

    def _meet(self, hand: Hand) -> Hand:
        """The hand with the open call met and its question gone."""
        calls = list(hand.calls)
        at = max(i for i, call in enumerate(calls) if call.part == self.name)
        calls[at] = calls[at]._replace(met=True)
        stake = hand.stake if self.settled_by else calls[at].yes
        return hand._replace(calls=tuple(calls), stake=stake).answered()

    def _met(self, game: Game, hand: Hand) -> Hand:
        hand = self._meet(hand)
        return hand.asking(Ask(self.settled_by, self.name, self.rivals(game))) if self.settled_by else hand

    def _refused(self, game: Game, hand: Hand, ask: Ask) -> Hand:
        hand = hand.answered()
        side, no = game.rules.side(ask.by or 0), ask.no or 0
        return (
            hand.pays(side, no, "bet-refused", ask.word)
            if self.settled_by
            else hand.ends(side, "refused", no, ask.word)
        )
