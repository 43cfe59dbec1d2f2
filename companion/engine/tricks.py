"""The parts that end a hand: tricks, folding, and the shortcut by which a side takes the hand.

`Tricks` records who took each trick, and finds who leads the next one. It ends the hand as soon as
the tricks to come cannot change who takes the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from companion.engine.asking import Callers, Window, always, everybody, leave, never
from companion.engine.core import Game, Part, Rules
from companion.engine.hand import Hand, Offer, Payment, Question, Tap, Worth

Result = int | None  # the side that took a trick, None for a tied trick

Equal = Literal["nondealer", "first", "nobody"]
AllTied = Literal["nondealer", "nobody"]
LeadAfterTie = Literal["tied_leader", "mano", "rotter", "eldest_of_tied"]
NAMED_BY_THE_TIE = ("rotter", "eldest_of_tied")  # a tied trick names the seat that leads the next

EQUAL: dict[str, Equal] = {"count_nd": "nondealer", "first": "first", "count_none": "nobody"}
ALL_TIED: dict[str, AllTied] = {"leader_side": "nondealer", "none": "nobody"}
"""`EQUAL` says what the values of the house rule `tiebreak` mean, `ALL_TIED` those of `ttt`."""


# How ties decide a hand. Rule books list cases: "if the first trick is tied, the second decides; if
# the third is tied, the first decides". Here there is one rule instead: the side with most tricks
# takes the hand, and a tied trick belongs to nobody. Two sides can then only be equal with one
# trick each, or with none each. A house rule decides each of these two cases: `equal` and
# `all_tied`. The cases of the rule books follow. For example, after "tied, A" the third trick can
# at most make it one trick each. With `equal` "first" A then has the hand, so the hand is over
# already; with "nobody" the third trick must be played. `Tricks.decided` finds this out by trying
# every way to go on. RULES.md 0.3 has the table of all sequences, with the sources.
@dataclass(frozen=True, slots=True)
class Verdict:
    """The rule that gives a hand to the side with most tricks (RULES 0.3).

    `equal` says who takes the hand if sides took equally many tricks: the dealer's opponents, the
    side that took the first trick that was not tied, or nobody. `all_tied` says who takes it if
    every trick was tied.
    """

    equal: Equal
    all_tied: AllTied

    def __call__(self, results: tuple[Result, ...], eldest: int) -> int | None:
        """Return the side that takes the hand, or None if nobody does.

        `results` are the sides that took the tricks, None for a tied trick. `eldest` is the side of
        the player who leads the first trick.
        """
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
    """The part for the tricks of a hand.

    * `verdict`, `one_card`: say who takes a hand of three tricks, and a hand of one trick.
    * `lead_after_tie`: says who leads after a tied trick.
    * `interrupts`: the names of the ladders whose open call is accepted by playing on.
    * `window`: returns False while a call must be made before the next trick.
    * `again`: returns whether a hand that nobody takes is dealt again, by the same dealer and for
      the same worth.
    * `ties`: returns whether a trick can be tied. If not, the first of equal highest cards wins.
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
        """Yield `won` for every seat still in the hand, and `tied` if a trick can be tied.

        `tied` names a seat only in games in which a seat that tied the trick leads the next trick.
        """
        if not self.window(game.hand):
            return
        seats = everybody(game)
        for seat in seats:
            yield Offer(Tap("won", seat), self.name, "trick")
        if not self.ties(game.hand):
            return
        if self.lead_after_tie not in NAMED_BY_THE_TIE:
            yield Offer(Tap("tied"), self.name, "trick")
            return
        for seat in seats:
            yield Offer(Tap("tied", seat), self.name, "trick")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand with one more trick. An open call is first accepted."""
        hand = game.hand
        question = hand.question
        if question is not None:
            hand = game.rules.part(question.part).apply(game, Tap("yes", question.answer[0]))
        winner = tap.seat if tap.word == "won" else None
        if tap.seat is not None:
            leader = tap.seat
        elif self.lead_after_tie == "tied_leader":
            leader = game.hand.leader
        else:
            leader = mano(game.rules, game.hand)
        return self.decided(game, hand._replace(tricks=(*hand.tricks, winner), leader=leader))

    def decided(self, game: Game, hand: Hand) -> Hand:
        """Return the hand, and end it if the remaining tricks cannot change who takes it.

        Every way to play the remaining tricks is tried. For example, if one side took the first two
        tricks, it takes the hand in every case. If each side took one, the third trick matters.
        """
        sides = dict.fromkeys(hand.side(seat) for seat in everybody(game))
        ways_on = product((None, *sides), repeat=hand.cards - len(hand.tricks))
        outcomes = {self.outcome(game.rules, hand, rest) for rest in ways_on}
        if len(outcomes) > 1:
            return hand
        if outcomes == {None} and self.again(hand):
            redealt = Payment(None, 0, "tie")
            return hand._replace(tricks=(), leader=hand.mano, owed=(*hand.owed, redealt))
        return hand.ends(outcomes.pop(), "played")

    def outcome(self, rules: Rules, hand: Hand, rest: Iterable[Result] = ()) -> int | None:
        """Return the side that takes the hand, or None if nobody does.

        `rest` are assumed results of the next tricks: the side that takes each, None if tied.
        """
        results = (*_results(hand), *rest)
        verdict = self.one_card if hand.cards == 1 else self.verdict
        return verdict(results, hand.side(mano(rules, hand)))

    def counted(self, hand: Hand) -> tuple[int | None, ...]:
        """Return who took each trick that decides the hand: a seat, or None for a tied trick."""
        return hand.tricks


def accepted_silently(ladder: str, *, allowed: bool) -> frozenset[str]:
    """Return the names of the ladders whose open call is accepted by playing on.

    The set has only `ladder` if `allowed` is true, otherwise it is empty.
    """
    return frozenset({ladder}) if allowed else frozenset()


def in_its_trick(hand: Hand) -> bool:
    """Return whether every call of truco in this hand was made in the present trick.

    In some games an accepted truco is decided by the trick in which it was called. In these games
    this function is the `window` of truco: truco may be raised only until that trick is complete.
    """
    return all(call.trick == len(hand.tricks) for call in hand.calls_of("truco"))


def mano(rules: Rules, hand: Hand) -> int:
    """Return the seat that leads the first trick.

    If that seat has left the hand, return its partner. If all its partners have left too, return
    the next seat in play order.
    """
    if hand.mano not in hand.out:
        return hand.mano
    order = rules.order(hand.mano)
    partners_first = sorted(order, key=lambda seat: hand.side(seat) != hand.side(order[0]))
    return next(seat for seat in partners_first if seat not in hand.out)


def _results(hand: Hand) -> Iterator[Result]:
    """Yield for each trick the side that took it, or None if it was tied.

    If the seat that took a trick has left the hand since, the trick counts as tied.
    """
    for seat in hand.tricks:
        if seat is None or seat in hand.out:
            yield None
        else:
            yield hand.side(seat)


@dataclass(frozen=True)
class ByTheTrick(Tricks):
    """Tricks for games in which one trick decides the hand: the trick in which truco was called.

    The side that takes this trick takes the hand, whoever took the tricks before. If the trick is
    tied, the next trick decides, and so on. If all tricks from this one on are tied, nobody takes
    the hand. A hand without an accepted truco is played as usual. `ladder` is the name of the part
    that has the calls of truco.

    With `doubt`, the table is asked a question after a tied trick (RULES 11): was one of the equal
    top cards on the table before the last call was made? If it was, the caller's side loses the
    hand. The question is asked only if the answer can be yes.
    """

    ladder: str = "truco"
    doubt: bool = False
    topic = "raised"

    @property
    def named(self) -> frozenset[str]:
        """The names of all other parts of the rules that this part refers to."""
        return self.interrupts | {self.ladder}

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the taps of a trick, or yes and no if the table is asked about a tie."""
        question = game.hand.question
        if question is None or question.part != self.name:
            yield from super().offers(game)
        else:
            yield Offer(Tap("yes"), self.name, "answer", "plain")
            yield Offer(Tap("no"), self.name, "answer", "plain")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after a trick, or after the answer about a tie."""
        hand = game.hand
        if tap.word == "yes":
            caller = hand.side(hand.calls_of(self.ladder)[-1].seat)
            return hand.answered().ends(hand.other(caller), "played")
        if tap.word == "no":
            return super().decided(game, hand.answered())
        return super().apply(game, tap)

    def decided(self, game: Game, hand: Hand) -> Hand:
        """Return the hand after a trick. If the trick was tied and this is in doubt, ask about it.

        Otherwise the hand ends if the remaining tricks cannot change who takes it.
        """
        if self.doubt and hand.tricks[-1] is None and self._is_in_doubt(game, hand):
            return hand.with_question(Question(self.name, "tied-before", everybody(game)))
        return super().decided(game, hand)

    def outcome(self, rules: Rules, hand: Hand, rest: Iterable[Result] = ()) -> int | None:
        """Return the side that takes the hand, or None if nobody does.

        The trick in which the first accepted call was made decides. If that trick was tied, the
        first later trick that was not tied decides. If no call was accepted, all tricks decide, as
        in most games.
        """
        first = self._trick_of_call(hand)
        if first is None:
            return super().outcome(rules, hand, rest)
        results = (*_results(hand), *rest)
        for side in results[first:]:
            if side is not None:
                return side
        return None

    def counted(self, hand: Hand) -> tuple[int | None, ...]:
        """Return the tricks that decide the hand.

        These are the trick in which the first accepted call was made and all tricks after it. If no
        call was accepted, they are all tricks.
        """
        return hand.tricks[self._trick_of_call(hand) or 0 :]

    def _trick_of_call(self, hand: Hand) -> int | None:
        """Return the number of the trick in which the first accepted call was made.

        Return None if no call was accepted.
        """
        for call in hand.calls_of(self.ladder):
            if call.accepted:
                return call.trick
        return None

    def _is_in_doubt(self, game: Game, hand: Hand) -> bool:
        """Return whether a card of the tied trick may have been played before the last call.

        This is impossible in two cases:

        * The last call was made in an earlier trick.
        * The leader of this trick made the first call before playing a card, and every other call
          was made in answer to the call before it.
        """
        calls = hand.calls_of(self.ladder)
        if not calls or calls[-1].trick < len(hand.tricks) - 1:
            return False
        all_at_once = all(call.reply for call in calls[1:])
        return not (all_at_once and calls[0].seat == game.hand.leader)


@dataclass(frozen=True)
class Fold(Part):
    """The tap by which a seat gives the hand up while no question is open.

    If only one other side is left, that side takes the hand. If more sides play, only this seat
    leaves the hand, and the others play on.

    * `who`: returns the seats that may fold.
    * `window`: returns whether anybody may fold now. For example, nobody may fold after an accepted
      put.
    * `pays`: what the side that takes the hand gets, or None for what the hand is worth.
    * `also`: returns more points for that side, for example for a side bet that was still possible.
    """

    who: Callers = everybody
    window: Window = always
    pays: Worth | None = None
    also: Callable[[Game], int] | None = None
    name: str = "fold"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield `fold` for every seat that may give the hand up now."""
        if not self.window(game.hand):
            return
        for seat in self.who(game):
            yield Offer(Tap("fold", seat), self.name, "fold", "bad", if_refused=self._price(game))

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after this seat has folded. The hand ends if only one side is left."""
        hand = game.hand
        seat = tap.seat or 0
        sides = {hand.side(other) for other in everybody(game)} - {hand.side(seat)}
        if len(sides) == 1:
            return hand.ends(sides.pop(), "folded", self._price(game))
        return leave(game, hand, seat)

    def _price(self, game: Game) -> Worth:
        price = self.pays
        if price is None:
            price = game.hand.worth
        if isinstance(price, int) and self.also is not None:
            price += self.also(game)
        return price


@dataclass(frozen=True)
class Claim(Part):
    """The shortcut by which a side takes the hand at its present worth, without recorded tricks.

    `window` returns whether the hand can be won now. If not, nobody may use the shortcut.
    """

    window: Window = always
    name: str = "hand"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield `hand` for every seat still in the hand; the side of that seat takes the hand."""
        if not self.window(game.hand):
            return
        for seat in everybody(game):
            yield Offer(Tap("hand", seat), self.name, "hand", if_accepted=game.hand.worth)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the ended hand. The side of the seat in `tap` takes it."""
        return game.hand.ends(game.hand.side(tap.seat or 0), "short")


def can_be_won(game: Game) -> bool:
    """Return whether the hand can be won now.

    In modern put nobody can win a hand without an accepted put, because such a hand is not played
    to the end.
    """
    return all(part.window(game.hand) for part in game.rules.parts if isinstance(part, Claim))
