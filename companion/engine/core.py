"""The values of a game: its rules, a match as it stands, and why a tap may be refused.

Everything here is a frozen, hashable value; nothing reads a clock, a file or a die. A game is its
rules, its score and the hand being played; a hand keeps what was said and who took which trick.
What changes from tap to tap is a named tuple: the next one is made by its `_replace`.
Control is a stack of open questions (`Hand.asks`): with none open every part of the rules makes its
offers, with one open only the part that asked, and those that declare that they may interrupt it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from companion.engine.hand import Act, Event, Hand, Offer, Seats, Worth


class Part:
    """A piece of the rules, with three verbs: how it opens a hand, what it offers, how it applies a tap."""

    name: str
    interrupts: frozenset[str] = frozenset()
    looks_back: bool = False
    """Whether its taps belong to the hand before: offered while the next one is untouched, whatever that one asks."""
    topic: str = "ladder"
    """The topic of the cheat-sheet that explains its calls and questions."""
    quorum: str = "first"
    """When a question it puts to several seats is answered (`asking.Quorum`)."""

    @property
    def named(self) -> frozenset[str]:
        """The other parts it speaks of by their names, which the rules must have."""
        return self.interrupts

    def opens(self, game: Game) -> Hand:
        """The new hand, with what this part puts on the table before anybody acts."""
        return game.hand

    def offers(self, game: Game) -> Iterable[Offer]:  # noqa: ARG002 # the verbs of a part that has no use for them
        """What may be tapped now, as far as this part is concerned."""
        return ()

    def apply(self, game: Game, act: Act) -> Hand:  # noqa: ARG002
        """The hand after a tap this part offered; a part that offers nothing has nothing to apply."""
        return game.hand


class Tally(Protocol):
    """How points become games: what a worth pays, and who has won."""

    @property
    def target(self) -> int:
        """Points, or truts, that win a game."""
        ...

    def zero(self, game: Game) -> Game:
        """The game at its beginning."""
        ...

    def parse(self, game: Game, text: str) -> Game:
        """The game picked up at a score; ValueError when it cannot stand."""
        ...

    def pay(self, game: Game, side: int, worth: Worth) -> Game:
        """The game after `side` got `worth`."""
        ...

    def winner(self, game: Game) -> int | None:
        """The side that has won the game, None while nobody has."""
        ...


def no_duels(_: Game) -> bool:
    """Everybody plays every hand."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A game as it is played at one table: the tally, the parts, and the house rules in force.

    `sides` is 2 for partners and pairs, or the number of seats where each plays for himself. `plain` is
    what a hand is worth before any call. `duels` says whether the next round is one of duels. `handicap`
    is what each side begins a game with. `house` lists every house rule with its value.

    The rules of a `variant` are equal when game, seats and house rules are, however often they were built;
    rules put together by hand are when all their parts are. ValueError when a part names one that is not there.
    """

    tally: Tally
    parts: tuple[Part, ...]
    plain: Worth = 1
    duels: Callable[[Game], bool] = no_duels
    seats: int = 4
    sides: int = 2
    best_of: int = 1
    variant: str = ""
    house: tuple[tuple[str, str], ...] = ()
    handicap: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        there = {part.name for part in self.parts}
        missing = {name for part in self.parts for name in part.named} - there
        if missing:
            raise ValueError(f"the rules name parts they do not have: {', '.join(sorted(missing))}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        if self.variant:
            return self.variant, self.seats, self.house
        return self.tally, self.parts, self.plain, self.duels, self.seats, self.sides, self.best_of, self.handicap

    @property
    def rounds(self) -> bool:
        """Whether there may be rounds of duels."""
        return self.duels is not no_duels

    def part(self, name: str) -> Part:
        """The part of that name; KeyError when the game has none."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)

    def side(self, seat: int) -> int:
        """The side a seat plays for."""
        return seat % self.sides

    def seats_of(self, side: int) -> Seats:
        """The seats of a side, in play order from seat 0."""
        return tuple(range(side, self.seats, self.sides))

    def after(self, seat: int, steps: int = 1) -> int:
        """Who acts so many places after that seat."""
        return (seat + steps) % self.seats

    def order(self, first: int) -> Seats:
        """All seats in play order, beginning with `first`."""
        return tuple(self.after(first, step) for step in range(self.seats))

    def others(self, side: int) -> int:
        """The other of two sides."""
        return 1 - side


class Game(NamedTuple):
    """A match as it stands: points of the game going on, games won, the hand, what the last tap caused.

    `truts` is empty but in the Trut family. `duel_points` are those of a round of duels that is not over, `whole` the
    score at which the deal before was opened if everybody played it, for duels that take turns with such hands.
    `before` is the hand before this one, as long as a part may still look back at it. `winner` is the side
    that won the match, None before; `ended` that it was stopped by agreement.
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
        """Whether nothing is left but undo."""
        return self.ended or self.winner is not None

    @property
    def untouched(self) -> bool:
        """Whether nothing was tapped since the cards were dealt; a round of duels is one deal."""
        return not self.hand.taps and not self.hand.duel and not any(self.duel_points)

    @property
    def dealer(self) -> int:
        """The seat that deals this hand."""
        return self.hand.dealer

    @property
    def score_text(self) -> str:
        """The score as NOTATION.md writes it: `4-8`, or `6/2-3/1` where truts are counted."""
        pairs = zip(self.truts, self.score, strict=True) if self.truts else ()
        return "-".join([f"{t}/{p}" for t, p in pairs] or map(str, self.score))


Reason = Literal["over", "seat", "value", "elsewhere", "question", "moment", "undo", "redo"]


class Illegal(ValueError):
    """A tap that is not legal now. `legal` holds what would be; `why` says it in one sentence.

    `reason` says it for pages, which put it in words with the players' names: the match is over; the tap has a wrong
    seat, or a wrong value; it is possible elsewhere, for another seat; a question must be answered first; the tap is
    not possible at this moment; there is nothing to undo or to redo.
    """

    def __init__(self, act: Act, reason: Reason, why: str, legal: tuple[Offer, ...]) -> None:
        super().__init__(why)
        self.act, self.reason, self.why, self.legal = act, reason, why, legal
