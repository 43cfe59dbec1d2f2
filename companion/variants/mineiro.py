"""Truco mineiro (RULES.md 11): twelve points, truco seis nove doze by the trick or by the hand, burn and pass."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.asking import always
from companion.engine.core import Game, Rules
from companion.engine.decision import eleven
from companion.engine.drawing import Draw
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, Steps, steps
from companion.engine.packet import Packet
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, ByTheTrick, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import AS_WRITTEN, Count, Option, Preset, Setting, Variant

LADDERS = {
    "1-3-6-9-12": steps(("truco", 3, 1), ("seis", 6, 3), ("nove", 9, 6), ("doze", 12, 9)),
    "2-4-6-10-12": steps(("truco", 4, 2), ("seis", 6, 4), ("nove", 10, 6), ("doze", 12, 10)),
}
RANKING = "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q 7s/7c 6 5 4s/4h/4d"
CLEAN_RANKING = "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q"
BRAZIL_TODAY = (("truco_scope", "hand"), ("ttt", "none"), ("blind_at_11_11", "off"), ("raise_cap", "off"))


@dataclass(frozen=True, slots=True)
class Capped:
    """Steps a side may not climb where merely accepting would already win it the game (`capped`)."""

    steps: Steps
    capped: bool

    def __call__(self, game: Game, seat: int, said: tuple[Call, ...]) -> Iterable[Raise]:
        """The next step, if it could make any difference."""
        points = game.score[game.rules.side(seat)]
        wins = said and isinstance(said[-1].yes, int) and points + said[-1].yes >= game.rules.tally.target
        return () if self.capped and wins else self.steps(game, seat, said)


def in_its_trick(hand: Hand) -> bool:
    """Settled by the trick, a call is raised before that trick is complete or not at all."""
    return all(call.trick == len(hand.tricks) for call in hand.calls("truco"))


def truco(*, pack: int, turned: int, house: Mapping[str, Setting]) -> Rules:
    """The rules with a pack of so many cards, of which some are turned up."""
    modern = house["ladder"] == "2-4-6-10-12"
    plain = 2 if modern else 1
    quiet = frozenset({"truco"})
    special = eleven(
        closes=quiet | {"packet"},
        at_both=quiet | {"packet"} if house["blind_at_11_11"] else quiet,
        short=plain,
        worth=4 if modern else 3,
        declined=int(house["eleven_decline"]),
    )
    verdict = Verdict("first", ALL_TIED[str(house["ttt"])])
    lead: LeadAfterTie = house["lead_after_tie"]  # type: ignore[assignment] # one of the option's values
    silent = quiet if house["silent_accept"] else frozenset[str]()
    by_trick = house["truco_scope"] == "trick"
    tricks = ByTheTrick(verdict, lead_after_tie=lead, interrupts=silent, doubt=True) if by_trick else None
    raises = Capped(LADDERS[str(house["ladder"])], house["raise_cap"] == "own")
    ladder = Ladder("truco", raises, window=in_its_trick if by_trick else always)
    parts = (Packet(pack, turned), ladder, tricks or Tricks(verdict, lead_after_tie=lead, interrupts=silent))
    return Rules(Points(int(house["target"])), (*special, *parts, Fold(), Claim()), plain=plain)


def rules(**house: Setting) -> Rules:
    """Two players, or two sides of two, three or four."""
    return truco(pack=27 if house["clean_deck"] else 40, turned=0, house=house)


OPTIONS = (
    Option.target(12, 15, 24),
    Option.best_of(),
    Option.choice("truco_scope", "trick", "hand"),
    Option.choice("ttt", "leader_side", "none"),
    Option.switch("blind_at_11_11", "on"),
    Option.choice("ladder", "1-3-6-9-12", "2-4-6-10-12"),
    Option.choice("raise_cap", "own", "off"),
    Option.number("eleven_decline", 1, 2, 3, low=0, high=9, unless=(("ladder", "2-4-6-10-12", "2"),)),
    Option.switch("clean_deck", "off"),
    Option.switch("silent_accept", "off"),
    Option.choice("lead_after_tie", "mano", "tied_leader", "rotter"),
)


def ranking(house: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The four manilhas, which are always the same cards, and the rest."""
    cards = CLEAN_RANKING if house["clean_deck"] == "on" else RANKING
    return tuple(tuple(group.split("/")) for group in cards.split())


VARIANT = Variant(
    id="mineiro",
    name="Truco mineiro",
    seats=(4, 2, 6, 8),
    direction="counter-clockwise",
    suits="french",
    options=OPTIONS,
    presets=(AS_WRITTEN, Preset("Brazil today", BRAZIL_TODAY)),
    ranking=ranking,
    build=rules,
    names=("Ana", "Beto", "Cida", "Davi", "Elisa", "Fábio", "Gil", "Helena"),
    draw=Draw("highest", "halves"),
    count=Count("stones"),
)
