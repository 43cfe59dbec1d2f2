"""Flor: three of a suit, announced before anything else is settled; it cancels envido and makes truco wait."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.asking import everybody, one_by_one, opponents, yes_and_no
from companion.engine.core import Game, Part
from companion.engine.hand import Act, Ask, Call, Hand, Offer, Seats, Worth

EACH = 3  # points a flor
SHRUNK = 4  # what refusing a contraflor or a resto pays


@dataclass(frozen=True)
class Flor(Part):
    """The announcement, everybody's answer in play order, and the contest if there is one.

    `rest_plus`: a resto is for what the leader lacks and the flors besides; else only for the flors, as
    one line of CatsAtCards reads. `settled_by` names the part that asks whose flor is the best.
    """

    rest_plus: bool = True
    settled_by: str = "flor-points"
    name: str = "flor"
    interrupts: frozenset[str] = frozenset({"truco", "envido", "declare"})

    def offers(self, game: Game) -> Iterator[Offer]:
        """Flor from anybody in the first trick; then the answers."""
        ask = game.hand.ask
        if ask is None or ask.part != self.name:
            for seat in everybody(game) if _may_be_announced(game.hand) else ():
                yield Offer(Act("flor", seat), self.name, "call", "bold", yes=EACH)
        elif ask.by is None:
            yield from self._answers(game, ask.answer[0])
        else:
            yield from yes_and_no(ask, yes=ask.yes, no=ask.no)
            for seat in ask.answer if ask.word == "contraflor" else ():
                yield self._raise(game, "resto", seat)

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
            return hand.answered(Ask(self.settled_by, self.name, self.rivals(game)))
        return hand.answered().pays(game.rules.side(ask.by), SHRUNK, "bet-refused", ask.word)

    def worth(self, game: Game, side: int) -> Worth:  # noqa: ARG002 # as every bet
        """What the contest brings to whichever side wins it."""
        return game.hand.calls(self.name)[-1].yes

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

    def _raise(self, game: Game, word: str, seat: int) -> Offer:
        return Offer(Act(word, seat), self.name, "call", "bold", self._worth(game, word, seat), SHRUNK)

    def _worth(self, game: Game, word: str, seat: int) -> int:
        flors = EACH * len({*_flors(game.hand), seat})
        rest = game.rules.tally.target - max(game.score)
        if word == "contraflor":
            return flors
        return rest + flors if self.rest_plus else flors

    def _announced(self, game: Game, seat: int) -> Hand:
        """The envido in progress is void and none may follow."""
        hand = game.hand
        asks = tuple(ask for ask in hand.asks if ask.part not in ("envido", "declare"))
        hand = replace(hand, asks=asks, closed=hand.closed | {"envido", "declare"})
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
        shrunk = any(call.word == "achico" for call in hand.calls(self.name))
        flors = _flors(hand)
        return hand.pays(game.rules.side(flors[0]), EACH * len(flors) + shrunk, "bet", self.name)

    def _contest(self, game: Game, word: str, seat: int) -> Hand:
        worth = self._worth(game, word, seat)
        others = opponents(game, seat)
        call = Call(self.name, word, seat, 0, worth, SHRUNK)
        return _saying(game.hand, call).answered(Ask(self.name, word, others, seat, worth, SHRUNK))


def _saying(hand: Hand, call: Call) -> Hand:
    return replace(hand, said=(*hand.said, call))


def _flors(hand: Hand) -> Seats:
    """The seats that have announced a flor and not shrunk, in the order they did."""
    return tuple(dict.fromkeys(call.seat for call in hand.calls("flor") if call.word != "achico"))


def _may_be_announced(hand: Hand) -> bool:
    """In the first trick, once, and not after an envido that is settled."""
    going_on = any(ask.part in ("envido", "declare") for ask in hand.asks)
    return not hand.tricks and not hand.calls("flor") and (going_on or not hand.calls("envido"))


@dataclass(frozen=True)
class PidoFlor(Part):
    """Right after a hand an opponent may be challenged to have hidden a flor: 3 points, or 1 for the accused."""

    name: str = "pido-flor"

    def offers(self, game: Game) -> Iterator[Offer]:
        """The challenge, before the first tap of the next hand, or the answer of the one challenged."""
        hand, rules = game.hand, game.rules
        if hand.ask is not None:
            yield from yes_and_no(hand.ask, yes=3, no=1)
        elif not hand.taps and any(event.kind == "hand" for event in game.events):
            for seat in range(rules.seats):
                accused = rules.seats_of(rules.others(rules.side(seat)))
                yield Offer(Act(self.name, seat), self.name, "declare", values=tuple(map(str, accused)))

    def apply(self, game: Game, act: Act) -> Hand:
        """The challenge and what it brings."""
        hand, side, seat = game.hand, game.rules.side, act.seat or 0
        if act.word == self.name:
            return hand.asking(Ask(self.name, self.name, (int(act.value or 0),)))
        found = act.word == "yes"
        winner = game.rules.others(side(seat)) if found else side(seat)
        return hand.answered().pays(winner, 3 if found else 1, "bet", self.name)
