"""The values of a game: its rules, the present state of a match, and the reasons to refuse a tap.

Everything here is a frozen, hashable value. Nothing reads a clock or a file, and nothing is random.
A game holds its rules, its score and the hand being played. A hand keeps what was called and who
took which trick. The values that change from tap to tap (`Game`, `Hand`) are named tuples:
`_replace` makes the next value.

Rules are made of parts, such as the tricks, truc or envido. `Hand.questions` is a stack of open
questions. While the stack is empty, every part may offer taps. Otherwise only these parts may:

* the part that asked the newest question,
* the parts that may interrupt this question (`interrupts`),
* the parts whose taps belong to the previous hand (`looks_back`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from companion.engine.hand import Event, Hand, Offer, Seats, Tap, Worth


class Part:
    """One part of a game's rules, such as the tricks, truc or envido.

    A part may change a new hand, offer taps, and apply these taps.
    """

    name: str
    interrupts: frozenset[str] = frozenset()
    looks_back: bool = False
    """True if the taps of this part belong to the previous hand.

    They are offered while the next hand is untouched, even if a question of that hand is open.
    """
    topic: str = "ladder"
    """The topic of the cheat-sheet that explains its calls and questions."""
    quorum: str = "first"
    """The rule by which a question put to several seats is answered (`asking.Quorum`)."""

    @property
    def named(self) -> frozenset[str]:
        """The names of other parts that this part refers to; the rules must have them all."""
        return self.interrupts

    def opens(self, game: Game) -> Hand:
        """Return the new hand after this part has prepared it, for example with a question."""
        return game.hand

    def offers(self, game: Game) -> Iterable[Offer]:  # noqa: ARG002 # some parts offer nothing
        """Return the taps that this part allows now."""
        return ()

    def apply(self, game: Game, tap: Tap) -> Hand:  # noqa: ARG002 # some parts offer nothing
        """Return the hand after a tap that this part offered."""
        return game.hand

    def pays_at_once(self, game: Game) -> bool:  # noqa: ARG002 # it depends on the part
        """Return whether points that this part pays for the previous hand go to the score at once.

        Otherwise the points are kept with those of the round of duels, until the round is over.
        """
        return True


class Tally(Protocol):
    """The rule by which points are added up: what a worth pays, and who has won the game."""

    @property
    def target(self) -> int:
        """The points, or truts, that win a game."""
        ...

    def zero(self, game: Game) -> Game:
        """Return the game with the score at which a game begins."""
        ...

    def parse(self, game: Game, text: str) -> Game:
        """Return the game at the score in `text`. Raises ValueError if that score is impossible."""
        ...

    def pay(self, game: Game, account: int, worth: Worth) -> Game:
        """Return the game after `account` got `worth`."""
        ...

    def winner(self, game: Game) -> int | None:
        """Return the account that has won the game, or None while nobody has won."""
        ...


def no_duels(_: Game) -> bool:
    """Return False: the game has no rounds of duels, so everybody plays every hand."""
    return False


def at_any_score(_: Game) -> bool:
    """Return True: this is the condition that holds at any score."""
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A game as it is played at one table: the tally, the parts, and the house rules in force.

    * `plain`: what a hand is worth before any call.
    * `duels`: returns whether the next deal is a round of duels.
    * `takes_turns`: returns whether rounds of duels alternate, at the present score, with hands
      that everybody plays. If it returns false, everybody must play a hand before the next round
      of duels (see `Game.whole`).
    * `accounts`: how many scores are kept: 2 if the same two sides play the whole match, otherwise
      one for each seat.
    * `house`: every house rule with its value.
    * `handicap`: what each account begins a game with.

    Two `Rules` with a `variant` are equal if variant, seats and house rules are equal. Two `Rules`
    without a variant are equal if all their parts are equal. Raises ValueError if a part refers to
    a part that is missing.
    """

    tally: Tally
    parts: tuple[Part, ...]
    plain: Worth = 1
    duels: Callable[[Game], bool] = no_duels
    takes_turns: Callable[[Game], bool] = at_any_score
    seats: int = 4
    accounts: int = 2
    best_of: int = 1
    variant: str = ""
    house: tuple[tuple[str, str], ...] = ()
    handicap: tuple[int, ...] = ()
    _identity: tuple[object, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        present = {part.name for part in self.parts}
        missing: set[str] = set()
        for part in self.parts:
            missing |= part.named - present
        if missing:
            raise ValueError(f"the rules name parts they do not have: {', '.join(sorted(missing))}")
        identity: tuple[object, ...] = (self.variant, self.seats, self.house)
        if not self.variant:
            pieces = (self.tally, self.parts, self.plain, self.duels, self.takes_turns)
            identity = (*pieces, self.seats, self.accounts, self.best_of, self.handicap)
        object.__setattr__(self, "_identity", identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def rounds(self) -> bool:
        """True if this game can have rounds of duels."""
        return self.duels is not no_duels

    def part(self, name: str) -> Part:
        """Return the part of that name. Raises KeyError if there is no such part."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)

    def account(self, seat: int) -> int:
        """Return the account that is paid for what this seat wins."""
        return seat % self.accounts

    def seats_of(self, account: int) -> Seats:
        """Return the seats of an account, in play order from seat 0."""
        return tuple(range(account, self.seats, self.accounts))

    def accounts_of(self, hand: Hand, side: int) -> tuple[int, ...]:
        """Return the accounts of the seats that play for this side in that hand."""
        return tuple(sorted({self.account(seat) for seat in hand.seats_of(side)}))

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat that is `steps` seats after `seat` in play order."""
        return (seat + steps) % self.seats

    def order(self, first: int) -> Seats:
        """Return all seats in play order, beginning with `first`."""
        return tuple(self.after(first, step) for step in range(self.seats))


class Game(NamedTuple):
    """The present state of a match: score of this game, games won, the hand, what the last tap did.

    * `truts`: the truts of each account; empty except in the Trut family.
    * `duel_points`: the points of an unfinished round of duels.
    * `whole`: the score at which the previous hand began, if everybody played that hand; empty
      after a round of duels. Some house rules need it, because they let rounds of duels alternate
      with hands that everybody plays.
    * `events`: what the last tap did.
    * `winner`: the account that won the match, or None until then.
    * `before`: the previous hand as long as a part may look back at it, otherwise None.
    * `ended`: true if the match was stopped by agreement.
    """

    rules: Rules
    score: tuple[int, ...]
    games: tuple[int, ...]
    hand: Hand
    truts: tuple[int, ...] = ()
    duel_points: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    winner: int | None = None
    before: Hand | None = None
    ended: bool = False

    @property
    def over(self) -> bool:
        """True if the match is over, so that only undo is possible."""
        return self.ended or self.winner is not None

    @property
    def untouched(self) -> bool:
        """True if nothing was tapped in this deal. All duels of a round are one deal.

        Corrections and taps about the previous hand do not count.
        """
        return not self.hand.taps and not self.hand.duel and not any(self.duel_points)

    @property
    def dealer(self) -> int:
        """The seat that deals this hand."""
        return self.hand.dealer

    @property
    def lacking(self) -> int:
        """How many points the highest score still needs to reach the target, at least 1."""
        return max(1, self.rules.tally.target - max(self.score))

    @property
    def deciding_score(self) -> tuple[int, ...]:
        """The truts of each account, or their points if the game has no truts.

        These numbers decide who wins the game.
        """
        return self.truts or self.score

    @property
    def score_text(self) -> str:
        """The score in the form of NOTATION.md: `4-8`, or `6/2-3/1` if truts are counted."""
        if not self.truts:
            return "-".join(map(str, self.score))
        pairs = zip(self.truts, self.score, strict=True)
        return "-".join(f"{truts}/{points}" for truts, points in pairs)


def add_to_account(numbers: tuple[int, ...], account: int, more: int) -> tuple[int, ...]:
    """Return `numbers`, one per account, with `more` added to the number of `account`."""
    changed = list(numbers)
    changed[account] += more
    return tuple(changed)


Reason = Literal["over", "seat", "value", "elsewhere", "question", "moment", "undo", "redo"]


class Illegal(ValueError):
    """The error for a tap that is not legal. `why` is a sentence, `legal` the legal offers.

    Pages use `reason` to make a sentence with the players' names:

    * "over": the match is over.
    * "seat", "value": the tap has a wrong seat or a wrong value.
    * "elsewhere": only another seat may make this tap.
    * "question": a question must be answered first.
    * "moment": the tap is not possible at this moment.
    * "undo", "redo": there is nothing to undo or to redo.
    """

    def __init__(self, tap: Tap, reason: Reason, why: str, legal: tuple[Offer, ...]) -> None:
        super().__init__(why)
        self.tap = tap
        self.reason = reason
        self.why = why
        self.legal = legal
