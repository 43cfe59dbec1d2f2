"""Special hands: decisions put to some seats before the play, and openings that silence or set something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.asking import Callers, Quorum, answer, one_by_one, yes_and_no
from companion.engine.core import Game, Part
from companion.engine.hand import Act, Ask, Hand, Offer, Seats, Worth


@dataclass(frozen=True, slots=True)
class AtScore:
    """A score with rules of its own: exactly `sides` sides have these points, and these `truts` where they matter.

    `or_more`: more points will do. No round of duels is such a hand: the whole side decides, and a round that was
    begun is finished whatever is corrected.
    """

    points: int
    sides: int = 1
    truts: int | None = None
    or_more: bool = False

    def __call__(self, game: Game) -> bool:
        """Whether the score is that one."""
        return game.hand.duel is None and len(self.holders(game)) == self.sides

    def holders(self, game: Game) -> tuple[int, ...]:
        """The sides that have those points."""
        truts = game.truts or (None,) * len(game.score)
        return tuple(side for side, score in enumerate(zip(game.score, truts, strict=True)) if self._has(*score))

    def _has(self, points: int, truts: int | None) -> bool:
        enough = points >= self.points if self.or_more else points == self.points
        return enough and self.truts in (None, truts)


def at_any_score(_: Game) -> bool:
    """Whatever the score."""
    return True


@dataclass(frozen=True)
class Decision(Part):
    """A yes or no put to some seats when the hand begins; `who` answers with no seats when it is not asked.

    `when` it is put at all is best said as `AtScore`: then the cheat-sheet has it under that score.

    `yes` and `no` turn the hand into what the decision makes of it; each gets the game with the
    question already gone, and the side that gave the last answer. `consent` is the word that means yes.
    """

    name: str
    who: Callers
    yes: Callable[[Game, int], Hand]
    no: Callable[[Game, int], Hand]
    quorum: Quorum = "first"
    in_turn: bool = False
    consent: str = "yes"
    when: Callable[[Game], bool] = at_any_score
    topic = "special"

    def opens(self, game: Game) -> Hand:
        """The question, if there is anybody to ask."""
        seats = self.who(game) if self.when(game) else ()
        ask = Ask(self.name, self.name, seats)
        return game.hand.asking(one_by_one(ask) if self.in_turn else ask) if seats else game.hand

    def offers(self, game: Game) -> Iterator[Offer]:
        """Both answers while the question is open."""
        ask = game.hand.ask
        if ask is not None and ask.part == self.name:
            yield from yes_and_no(ask, consent=self.consent)

    def apply(self, game: Game, act: Act) -> Hand:
        """An answer, and what it decides once there are enough."""
        hand = game.hand
        settled = answer(hand.asks[-1], act.seat or 0, yes=act.word == self.consent, quorum=self.quorum)
        if isinstance(settled, Ask):
            return hand.answered(settled)
        game = game._replace(hand=hand.answered())
        side = game.rules.side(act.seat or 0)
        return self.yes(game, side) if settled else self.no(game, side)


@dataclass(frozen=True)
class Opening(Part):
    """A hand that begins under a special state: some parts closed, another worth, or a call already made.

    `when` as in `Decision`.
    """

    name: str
    when: Callable[[Game], bool]
    closes: frozenset[str] = frozenset()
    stake: Worth | None = None
    call: Callable[[Game], tuple[str, Act]] | None = None

    @property
    def named(self) -> frozenset[str]:
        """The parts it closes."""
        return self.interrupts | self.closes

    def opens(self, game: Game) -> Hand:
        """The hand under that state, or as it was."""
        if not self.when(game):
            return game.hand
        stake = game.hand.stake if self.stake is None else self.stake
        hand = game.hand._replace(stake=stake, closed=game.hand.closed | self.closes)
        if self.call is None:
            return hand
        ladder, act = self.call(game)
        return game.rules.part(ladder).apply(game._replace(hand=hand), act)


def eleven(
    at: int, *, closes: frozenset[str], at_both: frozenset[str], worth: int = 3, declined: int = 1
) -> tuple[Part, ...]:
    """The hand of a side that has `at` points or more: it looks, and plays for `worth` or gives away `declined`.

    Without calls for anybody; `closes` and, where both sides are there, `at_both` name the parts that
    offer nothing. Then nobody is asked and the hand is worth what any hand is.
    """
    one, both = (AtScore(at, sides, or_more=True) for sides in (1, 2))

    def deciders(game: Game) -> Seats:
        return game.rules.seats_of(one.holders(game)[0])

    def plays(game: Game, _: int) -> Hand:
        return game.hand._replace(stake=worth)

    def declines(game: Game, side: int) -> Hand:
        return game.hand.ends(game.rules.others(side), "declined", declined, "eleven")

    return (
        Opening("eleven-for-one", one, closes),
        Opening("eleven-for-both", both, at_both),
        Decision("eleven", deciders, plays, declines, when=one),
    )
