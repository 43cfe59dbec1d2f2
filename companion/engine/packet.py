"""Parts about cards before the play.

Eldest may burn or pass the first three cards, players pass a card to their partner, and a card is
turned up.
"""

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
    """The taps `burn` and `pass` of eldest, who gets three cards before the others get theirs.

    Eldest may burn the three cards, which puts them aside, or pass them to a partner. In both cases
    eldest gets three new cards.

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
        """Yield `burn` and `pass` until anything else is tapped in the hand."""
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
        """Return the hand unchanged, because the engine does not know which cards eldest has."""
        return game.hand


def _partners_to_name(game: Game, eldest: int) -> tuple[str, ...]:
    """Return the partners among whom eldest must choose; none if a partner sits opposite."""
    if game.rules.seats % 4 == 0:
        return ()
    partners = (game.rules.after(eldest, step) for step in range(2, game.rules.seats, 2))
    return tuple(map(str, sorted(partners)))


@dataclass(frozen=True)
class Passing(Part):
    """One player of each side passes the best card to the partner, and is out of the hand.

    Eldest and the dealer are the players who pass a card. With `free`, each side chooses who passes
    a card: first the side of eldest, then the side of the dealer.
    """

    free: bool
    name: str = "passes"
    topic = "deal"

    def opens(self, game: Game) -> Hand:
        """Return the hand in which eldest and the dealer are out, because they pass a card.

        If `free`, nobody is out yet. First the side of eldest is asked who passes a card.
        """
        rules = game.rules
        eldest = rules.after(game.dealer)
        if self.free:
            hand = game.hand
            question = Question(self.name, self.name, hand.seats_of(hand.side(eldest)))
            return game.hand.with_question(question)
        hand = self._put_out(game, game.hand, eldest)
        return self._put_out(game, hand, game.dealer)

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the tap `passes` for each seat of the side that is asked who passes a card."""
        question = game.hand.question
        if question is None or question.part != self.name:
            return
        for seat in question.answer:
            yield Offer(Tap(self.name, seat), self.name, "deal")

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand in which the seat of the tap is out, because it passes a card.

        If that seat is of eldest's side, the side of the dealer is asked next.
        """
        seat = tap.seat or 0
        hand = self._put_out(game, game.hand.answered(), seat)
        dealers_side = hand.seats_of(hand.side(game.dealer))
        if seat in dealers_side:
            return hand
        return hand.with_question(Question(self.name, self.name, dealers_side))

    def _put_out(self, game: Game, hand: Hand, seat: int) -> Hand:
        """Return the hand without the player in `seat`.

        If this is the first player to leave the hand, their partner leads the first trick.
        """
        leader = hand.leader if hand.out else game.rules.after(seat, 2)
        return hand._replace(out=hand.out | {seat}, leader=leader)


@dataclass(frozen=True)
class Turned(Part):
    """The tap that names the card turned up after the deal.

    The cheat-sheet then shows how the cards rank in this hand. A round of duels has one turned-up
    card for all three duels. The tap is then possible only before any other tap of the round.
    """

    name: str
    cards: tuple[str, ...]
    interrupts: frozenset[str] = frozenset()

    def offers(self, game: Game) -> Iterator[Offer]:
        """Yield the tap that says which card was turned up, until somebody taps it in this deal."""
        hand = game.hand
        is_late = hand.duel is not None and not game.untouched
        if hand.turned is None and not is_late:
            yield Offer(Tap(self.name), self.name, "deal", values=self.cards)

    def apply(self, game: Game, tap: Tap) -> Hand:
        """Return the hand with the card that was turned up."""
        return game.hand._replace(turned=tap)
