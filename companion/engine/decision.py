"""Parts for special hands: a decision before the play, or a hand that begins in a special state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.asking import Callers, Quorum, answer, one_by_one, yes_and_no
from companion.engine.core import Game, Part, Rules, at_any_score
from companion.engine.hand import Hand, Offer, Question, Seats, Tap, Worth


@dataclass(frozen=True, slots=True)
class AtScore:
    """A score with special rules: exactly `sides` accounts have this many points and truts.

    If `truts` is None, any number of truts will do. With `or_more`, more points will do as well.
    A duel is never a special hand, because only a whole side may decide about a special hand. A
    round of duels that has begun goes on even if a correction changes the score.

    For example, `AtScore(11)` is true at 11-4 and false at 11-11, where both sides have 11.
    """

    points: int
    sides: int = 1
    truts: int | None = None
    or_more: bool = False

    def __call__(self, game: Game) -> bool:
        """Return whether the game has this score, and the hand is not a duel."""
        return game.hand.duel is None and len(self.holders(game)) == self.sides

    def holders(self, game: Game) -> tuple[int, ...]:
        """Return the accounts that have the points, and the truts, of this special score.

        For example, `AtScore(11)` returns (0,) at 11-4 and (0, 1) at 11-11.
        """
        return tuple(one for one in range(len(game.score)) if self._is_held_by(game, one))

    def _is_held_by(self, game: Game, account: int) -> bool:
        points = game.score[account]
        enough = points >= self.points if self.or_more else points == self.points
        if self.truts is None:
            return enough
        return enough and bool(game.truts) and game.truts[account] == self.truts


@dataclass(frozen=True)
class Decision(Part):
    """A question that some seats answer by yes or no when the hand begins.

    `who` returns the seats that are asked. If there are none, nothing is asked. Give the score
    at which the question is asked as `when=AtScore(…)`, so that the cheat-sheet can show it under
    that score.

    After a yes the function `yes` returns the hand, after a no the function `no`. Both get the game
    without the question, and the side that answered last. `consent` is the word for yes. With
    `unseen`, only the seats that are asked may look at their cards until they have answered.
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
        """Return the hand with the question, or unchanged if nobody is to be asked."""
        seats = self.who(game) if self.when(game) else ()
        if not seats:
            return game.hand
        question = Question(self.name, self.name, seats, unseen=self.unseen)
        return game.hand.with_question(one_by_one(question) if self.in_turn else question)

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield yes and no for the seats that are asked now, while the question is open."""
        question = game.hand.question
        if question is not None and question.part == self.name:
            yield from yes_and_no(question, consent=self.consent)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand after an answer. If it settles the question, call `yes` or `no`."""
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

    Give the score at which it applies as `when=AtScore(…)`, as for a `Decision`. `closes` names the
    parts that offer nothing in this hand. If a call is already made, `called` names its part, and
    `call` returns its tap. With `blind`, nobody looks at their cards.
    """

    name: str
    when: Callable[[Game], bool]
    closes: frozenset[str] = frozenset()
    worth: Worth | None = None
    called: str = ""
    call: Callable[[Game], Tap] | None = None
    blind: bool = False

    @property
    def named(self) -> frozenset[str]:
        """The names of the parts that this opening closes, and of the part whose call it makes."""
        called = {self.called} if self.called else set()
        return self.interrupts | self.closes | called

    def opens(self, game: Game) -> Hand:
        """Return the hand in its special state, or unchanged if `when` returns false."""
        if not self.when(game):
            return game.hand
        hand = game.hand
        hand = hand._replace(closed=hand.closed | self.closes, blind=hand.blind or self.blind)
        if self.worth is not None:
            hand = hand._replace(worth=self.worth)
        if self.call is None:
            return hand
        tap = self.call(game)
        return game.rules.part(self.called).apply(game._replace(hand=hand), tap)


def special_score(rules: Rules) -> int:
    """Return the points of the first special score in these rules, or 0 if they have none."""
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
    """Return the parts for the hand of a side that has `at` points or more.

    That side, which usually lacks one point, looks at its cards and decides: it plays for `worth`
    points, or gives the others `declined` points. The parts in `closes` offer nothing in that hand.
    If both sides have `at` points, nobody is asked, the hand has its usual worth, and the parts in
    `at_both` offer nothing. With `blind`, nobody looks at their cards in such a hand.
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
