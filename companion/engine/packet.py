"""Parts about cards before the play: the first packet, a card for the partner, a card turned up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Game, Part
from companion.engine.deal import untouched
from companion.engine.hand import Hand, Offer, Question, Tap

BURNS = 3
FIRST = ("burn", "pass")


@dataclass(frozen=True)
class Packet(Part):
    """The taps of eldest, who gets three cards before the others: burn these cards, or pass them.

    Burnt cards are laid away, passed cards go to a partner. In both cases eldest gets three new
    cards.

    * burn: three times at most, and only while enough cards are left to give everybody three.
      Cards that are burnt or turned up cannot be dealt. `pack` is the number of all cards, and
      `turned` the number of cards turned up.
    * pass: once. The tap names the partner only if no partner sits opposite, as with six players.

    In a round of duels nobody burns or passes: one deal serves all three duels, and nobody has a
    partner.
    """

    pack: int
    turned: int = 0
    name: str = "packet"

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield `burn` and `pass` until anything else is tapped, which keeps the cards."""
        hand = game.hand
        rules = game.rules
        if hand.question is not None or hand.duel is not None or not untouched(hand, *FIRST):
            return
        eldest = rules.after(hand.dealer)
        words = [tap.word for tap in hand.taps]
        packets_left = (self.pack - self.turned) // 3 - rules.seats
        if words.count("burn") < min(BURNS, packets_left):
            yield Offer(Tap("burn", eldest), self.name, "deal")
        if "pass" not in words and rules.seats > 2:
            values = _partners_to_name(game, eldest)
            yield Offer(Tap("pass", eldest), self.name, "deal", values=values)

    def apply(self, game: Game, tap: Tap) -> Hand:  # noqa: ARG002 # the engine knows no cards
        """Return the hand unchanged, because only its cards change."""
        return game.hand


def _partners_to_name(game: Game, eldest: int) -> tuple[str, ...]:
    """Return the partners from whom eldest must name one; none if a partner sits opposite."""
    if game.rules.seats % 4 == 0:
        return ()
    partners = (game.rules.after(eldest, step) for step in range(2, game.rules.seats, 2))
    return tuple(map(str, sorted(partners)))


@dataclass(frozen=True)
class Passing(Part):
    """One player of each side passes their best card to the partner, and is out of the hand.

    Eldest and the dealer pass. With `free`, each side chooses who passes: first the side of eldest,
    then the side of the dealer.
    """

    free: bool
    name: str = "passes"
    topic = "deal"

    def opens(self, game: Game) -> Hand:
        """Return the hand without eldest and the dealer; if `free`, ask who passes instead."""
        rules = game.rules
        eldest = rules.after(game.dealer)
        if self.free:
            hand = game.hand
            question = Question(self.name, self.name, hand.seats_of(hand.side(eldest)))
            return game.hand.with_question(question)
        hand = self._put_out(game, game.hand, eldest)
        return self._put_out(game, hand, game.dealer)

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield a tap for each seat of the side that is asked who passes."""
        question = game.hand.question
        if question is None or question.part != self.name:
            return
        for seat in question.answer:
            yield Offer(Tap(self.name, seat), self.name, "deal")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand without the seat that passes.

        After the side of eldest, the side of the dealer is asked.
        """
        seat = tap.seat or 0
        hand = self._put_out(game, game.hand.answered(), seat)
        dealers_side = hand.seats_of(hand.side(game.dealer))
        if seat in dealers_side:
            return hand
        return hand.with_question(Question(self.name, self.name, dealers_side))

    def _put_out(self, game: Game, hand: Hand, seat: int) -> Hand:
        """Return the hand without `seat`. The partner of the first seat that passes leads."""
        leader = hand.leader if hand.out else game.rules.after(seat, 2)
        return hand._replace(out=hand.out | {seat}, leader=leader)


@dataclass(frozen=True)
class Turned(Part):
    """The card turned up after the deal. The cheat-sheet then shows the ranking of this hand.

    The card belongs to the deal. So in a round of duels players tap it before the first tap of the
    first duel, and it holds for all three duels.
    """

    name: str
    cards: tuple[str, ...]
    interrupts: frozenset[str] = frozenset()

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the tap that names the card turned up, until it was made in this deal."""
        hand = game.hand
        is_late = hand.duel is not None and not game.untouched
        if hand.turned is None and not is_late:
            yield Offer(Tap(self.name), self.name, "deal", values=self.cards)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand with the card that was turned up."""
        return game.hand._replace(turned=tap)
