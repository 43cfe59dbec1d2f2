"""Ladders: truc, the cube, put, truco, envido. A call is met, refused, or answered with the next one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from companion.engine.asking import (
    Answerers,
    Callers,
    Quorum,
    Window,
    always,
    answer,
    everybody,
    one_by_one,
    opponents,
    yes_and_no,
)
from companion.engine.core import Game, Part
from companion.engine.hand import Act, Ask, Call, Hand, Offer, Seats, Worth


@dataclass(frozen=True, slots=True)
class Raise:
    """A call that may be made: its word, what meeting it makes the hand or bet worth, what refusing pays.

    One raised `by` a number has a `yes` that the number said is added to, and a `no` unless refusing
    pays what was proposed (`no` is then None).
    """

    call: str
    yes: Worth
    no: Worth | None
    by: bool = False

    def said(self, act: Act) -> tuple[Worth, Worth]:
        """What this very call makes the hand or bet worth, and what refusing it pays."""
        yes = self.yes + int(act.value or 0) if self.by and isinstance(self.yes, int) else self.yes
        return yes, yes if self.no is None else self.no


class Raises(Protocol):
    """The calls a seat may make after those already said; `yes` and `no` as that seat's side would see them."""

    def __call__(self, game: Game, seat: int, said: tuple[Call, ...], /) -> Iterable[Raise]:
        """What may be called next."""
        ...


@dataclass(frozen=True, slots=True)
class Steps:
    """Fixed steps, one after the other. `owned`: only the side that met the last one may call the next."""

    steps: tuple[Raise, ...]
    owned: bool = True

    def __call__(self, game: Game, seat: int, said: tuple[Call, ...]) -> Iterable[Raise]:
        """The next step, if this seat's side holds the right to it."""
        side = game.rules.side
        mine = self.owned and said and side(said[-1].seat) == side(seat)
        return () if mine else self.steps[len(said) : len(said) + 1]


@dataclass(frozen=True, slots=True)
class Once:
    """One call a hand, which goes by any of these words."""

    words: tuple[str, ...]
    yes: Worth
    no: Worth

    def __call__(self, game: Game, seat: int, said: tuple[Call, ...]) -> Iterable[Raise]:  # noqa: ARG002 # as all
        """The call, if nobody has made it."""
        return () if said else (Raise(word, self.yes, self.no) for word in self.words)


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
        asked = ask is not None and ask.part == self.name
        if ask is None or not asked or act.word not in ("yes", "no"):
            return self._call(game, act, self._meet(game.hand) if asked else game.hand, reply=asked)
        settled = answer(ask, act.seat or 0, yes=act.word == "yes", quorum=self.quorum)
        hand = game.hand if act.word == "yes" or self.quorum != "everyone" else _leave(game.hand, act.seat or 0)
        if isinstance(settled, Ask):
            return hand.answered(settled)
        return self._met(replace(game, hand=hand), hand) if settled else self._refused(game, hand, ask)

    def worth(self, game: Game, side: int) -> Worth:
        """What the side bet as accepted brings to that side (a falta differs from side to side)."""
        *before, last = game.hand.calls(self.name)
        seat = game.rules.seats_of(side)[0]
        same = [step for step in self.raises(game, seat, tuple(before)) if step.call == last.word]
        return last.yes if any(step.by for step in same) else same[0].yes

    def rivals(self, game: Game) -> Seats:
        """Who may win the side bet: everybody."""
        return everybody(game)

    def _open(self, hand: Hand) -> bool:
        return self.window(hand) and not (self.settled_by and hand.calls(self.name))

    def _calls(self, game: Game, seats: Iterable[int]) -> Iterator[Offer]:
        said = game.hand.calls(self.name)
        for seat in seats:
            for step in self.raises(game, seat, said):
                yes = None if step.by else step.yes
                yield Offer(Act(step.call, seat), self.name, "call", "bold", yes, step.no, endless=step.by)

    def _call(self, game: Game, act: Act, hand: Hand, *, reply: bool) -> Hand:
        seat = act.seat or 0
        said = game.hand.calls(self.name)
        step = next(s for s in self.raises(game, seat, said) if (s.call, s.by) == (act.word, act.value is not None))
        yes, no = step.said(act)
        ask = Ask(self.name, step.call, self.answers(game, seat), seat, yes, no)
        call = Call(self.name, step.call, seat, len(hand.tricks), yes, no, reply=reply, bet=bool(self.settled_by))
        return replace(hand, said=(*hand.said, call)).asking(one_by_one(ask) if self.in_turn else ask)

    def _meet(self, hand: Hand) -> Hand:
        """The hand with the open call met and its question gone."""
        said = list(hand.said)
        at = max(i for i, call in enumerate(said) if call.part == self.name)
        said[at] = replace(said[at], met=True)
        stake = hand.stake if self.settled_by else said[at].yes
        return replace(hand, said=tuple(said), stake=stake).answered()

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


def _leave(hand: Hand, seat: int) -> Hand:
    return replace(hand, out=hand.out | {seat})
