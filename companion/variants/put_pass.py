"""Put for four (RULES.md 9): on each side one passes his best card to his partner, who plays the hand alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.core import Game, Part, Rules
from companion.engine.drawing import Draw
from companion.engine.hand import Act, Ask, Hand, Offer
from companion.engine.tally import Points
from companion.engine.tricks import LeadAfterTie
from companion.engine.variant import Option, Setting
from companion.variants import put


@dataclass(frozen=True)
class Passing(Part):
    """Eldest and the dealer pass and are out of the hand; `free`: each side says who passes, eldest's first."""

    free: bool
    name: str = "passes"

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
        """One has passed; then the dealer's side says who does."""
        seat = act.seat or 0
        hand = self._passed(game, game.hand.answered(), seat)
        other = game.rules.seats_of(game.rules.side(game.dealer))
        return hand if seat in other else hand.asking(Ask(self.name, self.name, other))

    def _passed(self, game: Game, hand: Hand, seat: int) -> Hand:
        """That seat is out; the partner of the first to pass leads."""
        leader = hand.leader if hand.out else game.rules.after(seat, 2)
        return replace(hand, out=hand.out | {seat}, leader=leader)


def rules(
    *, target: int, put_rules: str, pass_roles: str, ttt: str, lead_after_tie: LeadAfterTie, **_: Setting
) -> Rules:
    """Four as partners; the two who play are put's two players."""
    two = put.putting(put_rules, ttt, lead_after_tie)
    return replace(two, tally=Points(target), parts=(Passing(pass_roles == "free"), *two.parts))  # noqa: S105


VARIANT = replace(
    put.VARIANT,
    id="put-pass",
    name="Put for four",
    seats=(4,),
    options=put.options(
        Option.choice("put_rules", "hoyle", "parlett", "original"), Option.choice("pass_roles", "default", "free")
    ),
    build=rules,
    draw=Draw("lowest", "halves"),
)
