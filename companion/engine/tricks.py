"""Tricks: who took which, who leads the next, and whose hand it is as soon as nothing could change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from companion.engine.asking import Window, always, everybody, never
from companion.engine.core import Game, Part, Rules
from companion.engine.hand import Act, Ask, Hand, Offer, Payment

Result = int | None  # the side that took a trick, None when it was tied

Equal = Literal["nondealer", "first", "nobody"]
AllTied = Literal["nondealer", "nobody"]
LeadAfterTie = Literal["tied_leader", "mano", "rotter"]


EQUAL: dict[str, Equal] = {"count_nd": "nondealer", "first": "first", "count_none": "nobody"}
ALL_TIED: dict[str, AllTied] = {"leader_side": "nondealer", "none": "nobody"}
"""What the values of the house rules `tiebreak` and `ttt` mean."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whose hand it is when all tricks are in (RULES 0.3): most tricks, and these two answers when equal.

    `equal` decides an equal count: the dealer's opponents, the side that took the first decided trick,
    or nobody. `all_tied` decides a hand in which every trick was tied.
    """

    equal: Equal
    all_tied: AllTied

    def __call__(self, results: tuple[Result, ...], eldest: int) -> int | None:
        """The side that takes the hand, None for nobody; `eldest` is the side of the dealer's opponents."""
        won = [side for side in results if side is not None]
        if not won:
            return eldest if self.all_tied == "nondealer" else None
        most = max(won.count(side) for side in won)
        best = [side for side in dict.fromkeys(won) if won.count(side) == most]
        if len(best) == 1:
            return best[0]
        return {"nondealer": eldest, "first": best[0], "nobody": None}[self.equal]


@dataclass(frozen=True)
class Tricks(Part):
    """The tricks of a hand. `interrupts` names the ladders whose open call is met by simply playing on.

    `one_card` is the verdict on a hand of one trick. `window` closes the tricks while a call must come
    first; a null hand is dealt `again`, by the same dealer and for the same worth, where that says so. `ties` closes
    while no trick can be tied: of equal top cards the one played first takes it.
    """

    verdict: Verdict
    one_card: Verdict = Verdict("nobody", "nondealer")
    lead_after_tie: LeadAfterTie = "tied_leader"
    interrupts: frozenset[str] = frozenset()
    window: Window = always
    again: Window = never
    ties: Window = always
    name: str = "tricks"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Every seat still in may take the trick, or it is tied."""
        if not self.window(game.hand):
            return
        for seat in everybody(game):
            yield self._offer("won", seat)
        if not self.ties(game.hand):
            return
        for equaliser in everybody(game) if self.lead_after_tie == "rotter" else (None,):
            yield self._offer("tied", equaliser)

    def apply(self, game: Game, act: Act) -> Hand:
        """Add the trick; a call still open is met by playing on."""
        hand = _met_by_playing(game)
        winner = act.seat if act.word == "won" else None
        return self.decided(game, hand._replace(tricks=(*hand.tricks, winner), leader=self._leader(game, act)))

    def decided(self, game: Game, hand: Hand) -> Hand:
        """The hand, over as soon as no way of playing on could change whose it is."""
        outcomes = {self.outcome(game.rules, hand, rest) for rest in _ways_on(game, hand)}
        if len(outcomes) > 1:
            return hand
        if outcomes == {None} and self.again(hand):
            return hand._replace(tricks=(), leader=hand.mano, owed=(*hand.owed, Payment(None, 0, "tie")))
        return hand.ends(outcomes.pop(), "played")

    def outcome(self, rules: Rules, hand: Hand, rest: Iterable[Result] = ()) -> int | None:
        """Whose hand it is after its tricks and then `rest`, the sides that take the others."""
        results = (*_results(rules, hand), *rest)
        verdict = self.one_card if hand.cards == 1 else self.verdict
        return verdict(results, rules.side(mano(rules, hand)))

    def _offer(self, word: str, seat: int | None) -> Offer:
        return Offer(Act(word, seat), self.name, "trick")

    def _leader(self, game: Game, act: Act) -> int:
        if act.seat is not None:
            return act.seat
        return game.hand.leader if self.lead_after_tie == "tied_leader" else mano(game.rules, game.hand)


def in_its_trick(hand: Hand) -> bool:
    """A window for truco settled by the trick: it is raised before that trick is complete or not at all."""
    return all(call.trick == len(hand.tricks) for call in hand.calls_of("truco"))


def mano(rules: Rules, hand: Hand) -> int:
    """Who leads the first trick, or plays in his place once he is out: his partner, else the next in play order."""
    order = rules.order(hand.mano)
    partners_first = sorted(order, key=lambda seat: rules.side(seat) != rules.side(order[0]))
    return next(seat for seat in partners_first if seat not in hand.out)


def _results(rules: Rules, hand: Hand) -> Iterator[Result]:
    for seat in hand.tricks:
        yield None if seat is None or seat in hand.out else rules.side(seat)


def _met_by_playing(game: Game) -> Hand:
    ask = game.hand.ask
    return game.rules.part(ask.part).apply(game, Act("yes", ask.answer[0])) if ask else game.hand


def _ways_on(game: Game, hand: Hand) -> Iterator[tuple[Result, ...]]:
    sides = dict.fromkeys(game.rules.side(seat) for seat in everybody(game))
    return product((None, *sides), repeat=hand.cards - len(hand.tricks))


@dataclass(frozen=True)
class ByTheTrick(Tricks):
    """Tricks where a met call of the ladder is settled by the trick it was called in, not by the hand.

    The first trick decided from there takes it, whatever came before; all tied, nobody. With `doubt`
    a tie is asked about (RULES 11): was one of the equal top cards on the table already when the call
    that stands was made? Then its caller loses. Not asked where the answer can only be no.
    """

    ladder: str = "truco"
    doubt: bool = False
    topic = "raised"

    @property
    def named(self) -> frozenset[str]:
        """The ladders that playing on may meet, and the one whose calls a trick settles."""
        return self.interrupts | {self.ladder}

    def offers(self, game: Game) -> Iterator[Offer]:
        """The tricks, or the two answers of the whole table."""
        ask = game.hand.ask
        if ask is None or ask.part != self.name:
            yield from super().offers(game)
        else:
            yield Offer(Act("yes"), self.name, "answer", "plain")
            yield Offer(Act("no"), self.name, "answer", "plain")

    def apply(self, game: Game, act: Act) -> Hand:
        """A trick, or the answer."""
        hand = game.hand
        if act.word == "yes":
            return hand.answered().ends(game.rules.others(self._caller(game, hand)), "played")
        if act.word == "no":
            return super().decided(game, hand.answered())
        return super().apply(game, act)

    def decided(self, game: Game, hand: Hand) -> Hand:
        """As any tricks, once it is clear that a tie was one."""
        if self.doubt and hand.tricks[-1] is None and self._in_doubt(game, hand):
            return hand.asking(Ask(self.name, "tied-before", everybody(game)))
        return super().decided(game, hand)

    def outcome(self, rules: Rules, hand: Hand, rest: Iterable[Result] = ()) -> int | None:
        """The first trick decided since the call, if one was met."""
        met = [call.trick for call in hand.calls_of(self.ladder) if call.met]
        if not met:
            return super().outcome(rules, hand, rest)
        return next((side for side in [*_results(rules, hand), *rest][met[0] :] if side is not None), None)

    def _caller(self, game: Game, hand: Hand) -> int:
        return game.rules.side(hand.calls_of(self.ladder)[-1].seat)

    def _in_doubt(self, game: Game, hand: Hand) -> bool:
        """Whether the call that stands was made in this trick, not by its leader and not in answer to him."""
        for call in reversed(hand.calls_of(self.ladder)):
            if call.trick < len(hand.tricks) - 1 or call.seat == game.hand.leader:
                return False
            if not call.reply:
                return True
        return False
