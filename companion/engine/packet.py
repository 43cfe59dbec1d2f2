"""Before the play: the first packet, burnt or passed; the best card, passed to a partner; the card turned up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Game, Part
from companion.engine.deal import untouched
from companion.engine.hand import Act, Ask, Hand, Offer, Seats

BURNS = 3
FIRST = ("burn", "pass")


@dataclass(frozen=True)
class Packet(Part):
    """Eldest gets three cards first: he may have them burnt, three times at most, or pass them to his partner once.

    `pack` cards, less those `turned` up, must be enough for everybody's three and what was burnt. A
    partner opposite needs no naming; with six players there is none, so eldest names one. In a round of duels
    there is neither: one deal serves all three, and nobody has a partner.
    """

    pack: int
    turned: int = 0
    name: str = "packet"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Burn and pass before anything else is tapped; to keep is simply to go on."""
        hand, rules = game.hand, game.rules
        eldest = rules.after(hand.dealer)
        if hand.ask is not None or hand.duel is not None or not untouched(hand, *FIRST):
            return
        words = [act.word for act in hand.taps]
        if words.count("burn") < min(BURNS, (self.pack - self.turned) // 3 - rules.seats):
            yield Offer(Act("burn", eldest), self.name, "deal")
        if "pass" not in words and rules.seats > 2:
            yield Offer(Act("pass", eldest), self.name, "deal", values=_to_be_named(game, eldest))

    def apply(self, game: Game, act: Act) -> Hand:  # noqa: ARG002 # the cards are not ours
        """Only the cards change."""
        return game.hand


def _to_be_named(game: Game, eldest: int) -> tuple[str, ...]:
    partners: Seats = tuple(game.rules.after(eldest, step) for step in range(2, game.rules.seats, 2))
    return () if game.rules.seats % 4 == 0 else tuple(map(str, sorted(partners)))


@dataclass(frozen=True)
class Passing(Part):
    """Eldest and the dealer pass and are out of the hand; `free`: each side says who passes, eldest's first."""

    free: bool
    name: str = "passes"
    topic = "deal"

    def opens(self, game: Game) -> Hand:
        """The hand of the two who play, or the question who does."""
        rules, dealer = game.rules, game.dealer
        if self.free:
            return game.hand.asking(Ask(self.name, self.name, rules.seats_of(rules.side(rules.after(dealer)))))
        return self._passed(game, self._passed(game, game.hand, rules.after(dealer)), dealer)

    def offers(self, game: Game) -> Iterator[Offer]:
        """Either of the side that is asked."""
        ask = game.hand.ask
        for seat in ask.answer if ask is not None and ask.part == self.name else ():
            yield Offer(Act(self.name, seat), self.name, "deal")

    def apply(self, game: Game, act: Act) -> Hand:
        """Let one pass; then ask the dealer's side who does."""
        seat = act.seat or 0
        hand = self._passed(game, game.hand.answered(), seat)
        other = game.rules.seats_of(game.rules.side(game.dealer))
        return hand if seat in other else hand.asking(Ask(self.name, self.name, other))

    def _passed(self, game: Game, hand: Hand, seat: int) -> Hand:
        """Put that seat out; the partner of the first to pass leads."""
        leader = hand.leader if hand.out else game.rules.after(seat, 2)
        return hand._replace(out=hand.out | {seat}, leader=leader)


@dataclass(frozen=True)
class Turned(Part):
    """The card turned up after the deal, noted so that the sheet can show the ranking of this very hand."""

    name: str
    cards: tuple[str, ...]
    interrupts: frozenset[str] = frozenset()

    def offers(self, game: Game) -> Iterator[Offer]:
        """Once a hand."""
        if all(act.word != self.name for act in game.hand.taps):
            yield Offer(Act(self.name), self.name, "deal", values=self.cards)
