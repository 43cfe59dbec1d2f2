"""Parts for special hands: a decision before the play, or a hand that begins in a special state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.asking import Callers, Quorum, answer, one_by_one, yes_and_no
from companion.engine.core import Game, Part, Rules, at_any_score
from companion.engine.hand import Hand, Offer, Question, Seats, Tap, Worth


@dataclass(frozen=True, slots=True)
class AtScore:
    """A score with special rules: exactly `sides` accounts have these points, and these `truts`.

    With `truts` None, any number of truts will do. With `or_more`, more points will do as well. A
    hand in a round of duels is never a special hand: only a whole side may decide about one, and a
    round of duels goes on even if a correction changes the score.

    For example, `AtScore(11)` is true at 11-4 and false at 11-11, where both sides have 11.
    """

    points: int
    sides: int = 1
    truts: int | None = None
    or_more: bool = False

    def __call__(self, game: Game) -> bool:
        """Return whether the game is at that score."""
        return game.hand.duel is None and len(self.holders(game)) == self.sides

    def holders(self, game: Game) -> tuple[int, ...]:
        """Return the accounts that have those points."""
        return tuple(one for one in range(len(game.score)) if self._is_held_by(game, one))

    def _is_held_by(self, game: Game, account: int) -> bool:
        points = game.score[account]
        enough = points >= self.points if self.or_more else points == self.points
        if self.truts is None:
            return enough
        return enough and bool(game.truts) and game.truts[account] == self.truts


@dataclass(frozen=True)
class Decision(Part):
    """A yes or no put to some seats when the hand begins; not asked if `who` returns no seats.

    Give the score at which it is asked as `when=AtScore(…)`, so that the cheat-sheet can show it
    under that score.

    `yes` and `no` turn the hand into what was decided. Each gets the game with the question already
    removed, and the side that answered last. `consent` is the word that means yes. `unseen`: while
    it is open, only those who are asked may look at their cards.
    """

    name: str
    who: Callers
    yes: Callable[[Game, int], Hand]
    no: Callable[[Game, int], Hand]
    quorum: Quorum = "first"
    in_turn: bool = False
    consent: str = "yes"
    when: Callable[[Game], bool] = at_any_score
    unseen: bool = False
    topic = "special"

    def opens(self, game: Game) -> Hand:
        """Return the hand with the question, if there is anybody to ask."""
        seats = self.who(game) if self.when(game) else ()
        if not seats:
            return game.hand
        question = Question(self.name, self.name, seats, unseen=self.unseen)
        return game.hand.with_question(one_by_one(question) if self.in_turn else question)

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield both answers while the question is open."""
        question = game.hand.question
        if question is not None and question.part == self.name:
            yield from yes_and_no(question, consent=self.consent)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after an answer, with what it decides if that was the last one needed."""
        hand = game.hand
        seat = tap.seat or 0
        says_yes = tap.word == self.consent
        settled = answer(hand.questions[-1], seat, yes=says_yes, quorum=self.quorum)
        if isinstance(settled, Question):
            return hand.answered(settled)
        game = game._replace(hand=hand.answered())
        side = hand.side(seat)
        return self.yes(game, side) if settled else self.no(game, side)


@dataclass(frozen=True)
class Opening(Part):
    """A hand that begins in a special state: parts closed, another worth, or a call already made.

    Give the score at which it applies as `when=AtScore(…)`, as for a `Decision`. `blind`: nobody
    looks at their cards.
    """

    name: str
    when: Callable[[Game], bool]
    closes: frozenset[str] = frozenset()
    worth: Worth | None = None
    call: Callable[[Game], tuple[str, Tap]] | None = None
    blind: bool = False

    @property
    def named(self) -> frozenset[str]:
        """The names of the parts that this opening closes."""
        return self.interrupts | self.closes

    def opens(self, game: Game) -> Hand:
        """Return the hand in that state, or unchanged at any other score."""
        if not self.when(game):
            return game.hand
        hand = game.hand
        hand = hand._replace(closed=hand.closed | self.closes, blind=hand.blind or self.blind)
        if self.worth is not None:
            hand = hand._replace(worth=self.worth)
        if self.call is None:
            return hand
        ladder, tap = self.call(game)
        return game.rules.part(ladder).apply(game._replace(hand=hand), tap)


def special_score(rules: Rules) -> int:
    """Return the points from which on a hand is special, 0 if the game has no such score."""
    for part in rules.parts:
        when = getattr(part, "when", None)
        if isinstance(when, AtScore):
            return when.points
    return 0


def eleven(
    at: int,
    *,
    closes: frozenset[str],
    at_both: frozenset[str],
    worth: int = 3,
    declined: int = 1,
    blind: bool = False,
) -> tuple[Part, ...]:
    """Return the hand of a side that has `at` points or more, usually one point less than it needs.

    That side looks at its cards and decides: it plays for `worth`, or gives the others `declined`.
    `closes` names the parts that offer nothing meanwhile, to anybody. If both sides have `at`
    points, nobody is asked, the hand is worth what any hand is, and the parts in `at_both` offer
    nothing; if that hand is `blind`, nobody looks at their cards.
    """
    one = AtScore(at, 1, or_more=True)
    both = AtScore(at, 2, or_more=True)

    def deciders(game: Game) -> Seats:
        return game.rules.seats_of(one.holders(game)[0])

    def plays(game: Game, _: int) -> Hand:
        return game.hand._replace(worth=worth)

    def declines(game: Game, side: int) -> Hand:
        return game.hand.ends(game.hand.other(side), "declined", declined, "eleven")

    return (
        Opening("eleven-for-one", one, closes),
        Opening("eleven-for-both", both, at_both, blind=blind),
        Decision("eleven", deciders, plays, declines, when=one),
    )
