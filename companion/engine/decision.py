"""Parts for special hands: a decision before the play, or a hand that begins in a special state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.asking import Callers, Quorum, answer, one_by_one, yes_and_no
from companion.engine.core import Game, Part, Rules, at_any_score
from companion.engine.hand import Hand, Offer, Question, Seats, Tap, Worth


@dataclass(frozen=True, slots=True)
class AtScore:
    """The condition that exactly `sides` accounts have `points` points and `truts` truts.

    A hand at such a score is played by special rules. If `truts` is None, the number of truts does
    not matter. With `or_more`, accounts with more points count too.

    For example, `AtScore(11)` is true at 11-4. It is false at 11-11, where two accounts have 11.

    The condition is false in every duel, because only a whole side may decide about a special hand.
    So a round of duels that has begun goes on, even if a correction changes the score.
    """

    points: int
    sides: int = 1
    truts: int | None = None
    or_more: bool = False

    def __call__(self, game: Game) -> bool:
        """Return whether the game has this score, and the hand is not a duel."""
        return game.hand.duel is None and len(self.holders(game)) == self.sides

    def holders(self, game: Game) -> tuple[int, ...]:
        """Return the accounts that have the points, and the truts, of this condition.

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

    * `who`: returns the seats that are asked. If it returns none, nothing is asked.
    * `when`: returns whether the question is asked. Give a score as `AtScore(…)`, so that the
      cheat-sheet can show the question under that score.
    * `yes`, `no`: functions that return the hand after a yes and after a no. Both get the game
      without the question, and the side that answered last.
    * `consent`: the word that players tap for yes.
    * `unseen`: if true, only the seats that are asked may look at their cards until they have
      answered.
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
        """Return the hand with the question of this part, or unchanged if nobody is to be asked."""
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
        """Return the hand after an answer.

        Once enough players have answered, the hand goes on as this decision says.
        """
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
    """The part that opens hands in a special state: some parts closed, another worth, a call made.

    * `when`: returns whether the hand begins in this state. To test for a score, use `AtScore`.
    * `closes`: the names of the parts that offer nothing in this hand.
    * `worth`: what the hand is worth, or None for the usual worth.
    * `called`, `call`: if a call is already made, the name of its part, and a function that returns
      its tap.
    * `blind`: if true, nobody looks at their cards.
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
        """The names of all other parts of the rules that this part refers to."""
        called = {self.called} if self.called else set()
        return self.interrupts | self.closes | called

    def opens(self, game: Game) -> Hand:
        """Return the hand with what this part changes, or unchanged if `when` returns false."""
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
    """Return the score at which the rules have a special hand, or 0 if they have no such hand.

    For example, return 11 for a game with the hand of eleven. If the rules have several special
    hands, return the score of the first.
    """
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
    """Return the parts for hands in which a side has `at` points or more, for example 11 of 12.

    If only one side has so many points, it looks at its cards and decides: it plays the hand for
    `worth` points, or it gives the other side `declined` points. The parts named in `closes` offer
    nothing in this hand.

    If both sides have so many points, nobody decides, and the hand has its usual worth. The parts
    named in `at_both` offer nothing in this hand. If `blind`, nobody looks at their cards.
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
