"""Flor: three of a suit, announced before anything else is settled; it cancels envido and makes truco wait."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile

from companion.engine.asking import Window, everybody, first_trick, one_by_one, opponents, yes_and_no
from companion.engine.core import Game, Part, Rules
from companion.engine.hand import Act, Ask, Call, Hand, Offer, Seats, Worth

EACH = 3  # points a flor
SHRUNK = 4  # what refusing a contraflor or a resto pays


@dataclass(frozen=True)
class Flor(Part):
    """The announcement, everybody's answer in play order, and the contest if there is one.

    It goes before an open `ladder` and cancels the `bet`, where the game has one. `rest_plus`: a resto is for what
    the leader lacks and the flors besides; else only for the flors, as one line of CatsAtCards reads. `settled_by`
    names the part that asks whose flor is the best, `window` closes the announcement.
    """

    ladder: str = "truco"
    bet: str = "envido"
    rest_plus: bool = True
    settled_by: str = "flor-points"
    window: Window = first_trick
    name: str = "flor"
    topic = "announced"

    @property
    def interrupts(self) -> frozenset[str]:  # type: ignore[override] # made of its fields
        """The questions it goes before."""
        return self._cancels | {self.ladder}

    @property
    def named(self) -> frozenset[str]:
        """Those, and who settles a contest."""
        return self.interrupts | {self.settled_by}

    @property
    def _cancels(self) -> frozenset[str]:
        """The side bet and the numbers said for it."""
        return frozenset({self.bet, "declare"} if self.bet else ())

    def offers(self, game: Game) -> Iterator[Offer]:
        """Flor from anybody in the first trick; then the answers."""
        ask = game.hand.ask
        if ask is None or ask.part != self.name:
            for seat in self._announcers(game):
                yield Offer(Act("flor", seat), self.name, "call", "bold", yes=EACH)
        elif ask.by is None:
            yield from self._answers(game, ask.answer[0])
        else:
            yield from self._contested(game, ask)

    def apply(self, game: Game, act: Act) -> Hand:
        """An announcement, an answer, or what the contest comes to."""
        hand, seat, ask = game.hand, act.seat or 0, game.hand.ask
        if ask is None or ask.part != self.name:
            return self._announced(game, seat)
        if act.word in ("contraflor", "resto"):
            return self._contest(game, act.word, seat)
        if ask.by is None:
            return self._answered(game, act)
        if act.word == "yes":
            return self._met(game, ask, seat)
        refused = _saying(hand, Call(self.name, "achico", seat, 0, EACH, SHRUNK))
        return refused.answered().pays(game.rules.side(ask.by), SHRUNK, "bet-refused", ask.word)

    def worth(self, game: Game, side: int) -> Worth:  # noqa: ARG002 # as every bet
        """What the contest brings to whichever side wins it: a resto at the score it is paid at."""
        last = game.hand.calls_of(self.name)[-1]
        counted = dict.fromkeys(call.seat for call in game.hand.calls_of(self.name) if _has(call) and not call.met)
        return self._rest(game) + EACH * len(counted) if last.word == "resto" else last.yes

    def rivals(self, game: Game) -> Seats:
        """Who may win the contest: those with a flor they did not shrink."""
        return _flors(game.hand)

    def _answers(self, game: Game, seat: int) -> Iterator[Offer]:
        """An opponent without flor says no, one with flor shrinks or goes against; a partner adds his own."""
        side, announcer = game.rules.side, _flors(game.hand)[0]
        yield Offer(Act("no", seat), self.name, "answer", "plain")
        if side(seat) == side(announcer):
            yield Offer(Act("flor", seat), self.name, "answer", "good", yes=EACH)
            return
        yield Offer(Act("achico", seat), self.name, "answer", "bad", no=SHRUNK)
        yield self._raise(game, "contraflor", seat)
        yield self._raise(game, "resto", seat)

    def _contested(self, game: Game, ask: Ask) -> Iterator[Offer]:
        """Con flor quiero or con flor me achico, which old records call no; over a contraflor also the resto."""
        for seat in ask.answer:
            yield Offer(Act("yes", seat), self.name, "answer", "good", yes=ask.yes)
            yield Offer(Act("achico", seat), self.name, "answer", "bad", no=ask.no, also=("no",))
        for seat in ask.answer if ask.word == "contraflor" else ():
            yield self._raise(game, "resto", seat)

    def _raise(self, game: Game, word: str, seat: int) -> Offer:
        return Offer(Act(word, seat), self.name, "call", "bold", self._worth(game, word, seat), SHRUNK)

    def _worth(self, game: Game, word: str, seat: int) -> int:
        flors = EACH * len({*_flors(game.hand), seat})
        return self._rest(game) + flors if word == "resto" else flors

    def _rest(self, game: Game) -> int:
        """What the leader lacks to the game, where a resto is for that too."""
        return game.rules.tally.target - max(game.score) if self.rest_plus else 0

    def _announced(self, game: Game, seat: int) -> Hand:
        """The side bet in progress is void and none may follow."""
        hand = game.hand
        asks = tuple(ask for ask in hand.asks if ask.part not in self._cancels)
        hand = hand._replace(asks=asks, closed=hand.closed | self._cancels)
        others = tuple(s for s in game.rules.order(seat)[1:] if s not in hand.out)
        return _saying(hand, Call(self.name, "flor", seat, 0, EACH, EACH)).asking(
            one_by_one(Ask(self.name, self.name, others))
        )

    def _answered(self, game: Game, act: Act) -> Hand:
        hand, seat = game.hand, act.seat or 0
        if act.word != "no":
            hand = _saying(hand, Call(self.name, act.word, seat, 0, EACH, SHRUNK))
        left = hand.asks[-1].without(seat)
        return hand.answered(left) if left else self._unopposed(game, hand.answered())

    def _unopposed(self, game: Game, hand: Hand) -> Hand:
        """Nobody went against it: three a flor, and one more where somebody shrank."""
        shrunk = any(call.word == "achico" for call in hand.calls_of(self.name))
        flors = _flors(hand)
        return hand.pays(game.rules.side(flors[0]), EACH * len(flors) + shrunk, "bet", self.name)

    def _contest(self, game: Game, word: str, seat: int) -> Hand:
        worth = self._worth(game, word, seat)
        others = tuple(s for s in opponents(game, seat) if s not in _without(game.hand))
        call = Call(self.name, word, seat, 0, worth, SHRUNK)
        return _saying(game.hand, call).answered(Ask(self.name, word, others, seat, worth, SHRUNK))

    def _met(self, game: Game, ask: Ask, seat: int) -> Hand:
        """The contest is on; who takes it up without having announced has a flor too, for the same worth."""
        hand = game.hand
        if seat not in _flors(hand) and ask.yes is not None:
            hand = _saying(hand, Call(self.name, ask.word, seat, 0, ask.yes, SHRUNK, met=True, reply=True))
        return hand.answered(Ask(self.settled_by, self.name, _flors(hand)))

    def _announcers(self, game: Game) -> Seats:
        """Who may announce, once a hand: after a side bet was refused only who has not spoken in it, else everybody."""
        hand = game.hand
        if hand.calls_of(self.name) or not self.window(hand):
            return ()
        bets = hand.calls_of(self.bet)
        if not bets or any(ask.part in self._cancels for ask in hand.asks):
            return everybody(game)
        return () if bets[-1].met else tuple(seat for seat in everybody(game) if seat not in self._spoke(hand))

    def _spoke(self, hand: Hand) -> set[int | None]:
        """Who called in the side bet that was refused, and who refused it."""
        calls = hand.calls_of(self.bet)
        since = dropwhile(lambda act: act.word != calls[0].word, hand.taps)
        return {next(act.seat for act in since if act.word == "no"), *(call.seat for call in calls)}


def _saying(hand: Hand, call: Call) -> Hand:
    return hand._replace(calls=(*hand.calls, call))


def _has(call: Call) -> bool:
    """Whether who made this call has a flor that still counts."""
    return call.word != "achico"


def _flors(hand: Hand) -> Seats:
    """The seats that have announced a flor and not shrunk, in the order they did."""
    return tuple(dict.fromkeys(call.seat for call in hand.calls_of("flor") if _has(call)))


def _without(hand: Hand) -> frozenset[int]:
    """The seats that said in this hand that they have no flor, or gave it up."""
    since = dropwhile(lambda act: act.word != "flor", hand.taps)
    return frozenset(act.seat for act in since if act.word in ("no", "achico") and act.seat is not None)


@dataclass(frozen=True)
class PidoFlor(Part):
    """Right after a hand an opponent may be challenged to have hidden a flor: 3 points, or 1 for the accused.

    While the next hand is untouched, whatever that one asks. A seat once a hand, for its cards are then on the
    table; and nobody who announced one.
    """

    name: str = "pido-flor"
    looks_back: bool = True
    topic = "announced"

    @property
    def named(self) -> frozenset[str]:
        """The flors it asks for."""
        return self.interrupts | {"flor"}

    def offers(self, game: Game) -> Iterator[Offer]:
        """The challenges of all who played that hand, or the answer of the one challenged."""
        ask, before, side = game.hand.ask, game.before, game.rules.side
        if ask is not None and ask.part == self.name:
            yield from yes_and_no(ask, yes=3, no=1)
        elif before is not None and "flor" not in before.closed:
            accused = tuple(_hidden(game.rules, before))
            for seat in (s for s in range(game.rules.seats) if s not in before.out):
                values = tuple(str(s) for s in accused if side(s) != side(seat))
                if values:
                    yield Offer(Act(self.name, seat), self.name, "declare", values=values)

    def apply(self, game: Game, act: Act) -> Hand:
        """The challenge and what it brings."""
        hand, side, seat = game.hand, game.rules.side, act.seat or 0
        if act.word == self.name:
            return hand.asking(Ask(self.name, self.name, (int(act.value or 0),)))
        had_flor = act.word == "yes"
        winner = game.rules.others(side(seat)) if had_flor else side(seat)
        return hand.answered().pays(winner, 3 if had_flor else 1, "bet", self.name)


def _hidden(rules: Rules, hand: Hand) -> Iterator[int]:
    """The seats whose flor of that hand nobody has seen."""
    visible = {call.seat for call in hand.calls_of("flor")}
    visible |= {int(act.value or 0) for act in hand.taps if act.word == "pido-flor"}
    yield from (seat for seat in range(rules.seats) if seat not in visible | hand.out)
