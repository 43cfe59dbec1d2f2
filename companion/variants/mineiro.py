"""Truco mineiro (RULES.md 11): twelve points, truco seis nove doze by the trick or by the hand, burn and pass."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.engine.asking import always, last_two
from companion.engine.core import Game, Part, Rules, no_duels
from companion.engine.decision import AtScore, eleven
from companion.engine.drawing import Draw
from companion.engine.flor import Flor
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Call
from companion.engine.ladder import Ladder, Raise, Steps, steps
from companion.engine.option import Option, Setting
from companion.engine.packet import Packet
from companion.engine.tally import Points
from companion.engine.tricks import (
    ALL_TIED,
    ByTheTrick,
    LeadAfterTie,
    Tricks,
    Verdict,
    in_its_trick,
)
from companion.engine.variant import AS_WRITTEN, Count, Preset, Variant
from companion.variants import argentine

LADDERS = {
    "1-3-6-9-12": steps(("truco", 3, 1), ("seis", 6, 3), ("nove", 9, 6), ("doze", 12, 9)),
    "2-4-6-10-12": steps(("truco", 4, 2), ("seis", 6, 4), ("nove", 10, 6), ("doze", 12, 10)),
}
RANKING = "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q 7s/7c 6 5 4s/4h/4d"
CLEAN_RANKING = "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q"


@dataclass(frozen=True, slots=True)
class Capped:
    """Steps a side may not climb where merely accepting would already win it the game (`capped`)."""

    steps: Steps
    capped: bool

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterable[Raise]:
        """The next step, if it could make any difference."""
        points = game.score[game.rules.side(seat)]
        wins = (
            calls
            and isinstance(calls[-1].yes, int)
            and points + calls[-1].yes >= game.rules.tally.target
        )
        return () if self.capped and wins else self.steps(game, seat, calls)

    def caps(self, target: int) -> Mapping[str, int]:
        """Each step is out of reach of a side that lacks no more than the step before is worth."""
        pairs = pairwise(self.steps.steps) if self.capped else ()
        return {
            step.call: target - before.yes for before, step in pairs if isinstance(before.yes, int)
        }


def truco(*, pack: int, turned: int, house: Mapping[str, Setting]) -> Rules:
    """The rules with a pack of so many cards, of which some are turned up."""
    modern = house["ladder"] == "2-4-6-10-12"
    plain = 2 if modern else 1
    target = int(house["target"])
    bets = side_bets(house)
    quiet = frozenset({"truco", "packet"} | ({"envido", "flor"} & {part.name for part in bets}))
    declined = int(house["eleven_decline"])
    last = target - plain
    special = eleven(last, closes=quiet, at_both=quiet, worth=4 if modern else 3, declined=declined)
    verdict = Verdict("first", ALL_TIED[str(house["ttt"])])
    lead: LeadAfterTie = house["lead_after_tie"]  # type: ignore[assignment] # one of the option's values
    silent = argentine.TRUCO_FIRST if house["silent_accept"] else frozenset[str]()
    by_trick = house["truco_scope"] == "trick"
    tricks = (
        ByTheTrick(verdict, lead_after_tie=lead, interrupts=silent, doubt=True)
        if by_trick
        else Tricks(verdict, lead_after_tie=lead, interrupts=silent)
    )
    raises = Capped(LADDERS[str(house["ladder"])], house["raise_cap"] == "own")
    ladder = Ladder("truco", raises, window=in_its_trick if by_trick else always)
    parts = (*special, Packet(pack, turned), ladder, *bets, tricks, Fold(), Claim())
    return Rules(Points(target), parts, plain=plain, duels=duels(house, last))


def side_bets(house: Mapping[str, Setting]) -> tuple[Part, ...]:
    """Envido and flor, each where the house plays it, as in the Argentine game."""
    envido = argentine.with_envido(argentine.Envido(), last_two) if house["envido"] else ()
    flor = Flor(bet="envido" if envido else "")
    return *envido, *(argentine.with_flor(flor, argentine.FLORS) if house["flor"] else ())


def duels(house: Mapping[str, Setting], last: int) -> Callable[[Game], bool]:
    """Pica pica, but for the special hand, from `last` points on: whether to play that is decided by the whole side."""
    wanted, special = argentine.duels(house), AtScore(last, or_more=True)
    return wanted if wanted is no_duels else lambda game: wanted(game) and not special.holders(game)


def rules(**house: Setting) -> Rules:
    """Two players, or two sides of two, three or four."""
    return truco(pack=27 if house["clean_deck"] else 40, turned=0, house=house)


OPTIONS = (
    Option.target(12, 15, 24),
    Option.best_of(),
    Option.handicap(),
    Option.choice("truco_scope", "trick", "hand", group="calls"),
    Option.all_tied("leader_side"),
    Option.switch("blind_at_11_11", "on", group="special"),
    Option.choice("ladder", "1-3-6-9-12", "2-4-6-10-12", group="calls"),
    Option.choice("raise_cap", "own", "off", group="calls"),
    Option.number(
        "eleven_decline",
        1,
        2,
        3,
        low=0,
        high=9,
        unless=(("ladder", "2-4-6-10-12", "2"),),
        group="special",
    ),
    Option.switch("clean_deck", "off", group="cards"),
    Option.switch("envido", "off", group="envido"),
    Option.switch("flor", "off", group="envido"),
    argentine.PICA_PICA,
    Option.switch("silent_accept", "off", group="calls"),
    Option.lead_after_tie("mano"),
)


def ranking(house: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The four manilhas, which are always the same cards, and the rest."""
    cards = CLEAN_RANKING if house["clean_deck"] == "on" else RANKING
    return tuple(tuple(group.split("/")) for group in cards.split())


TODAY = "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off"

VARIANT = Variant(
    id="mineiro",
    name="Truco mineiro",
    seats=(4, 2, 6, 8),
    direction="counter-clockwise",
    suits="french",
    land="brazil",
    first_for=("pt_BR",),
    options=OPTIONS,
    presets=(
        AS_WRITTEN,
        Preset.of("Brazil today, from 2", f"{TODAY} ladder=2-4-6-10-12", usual=True),
        Preset.of("Brazil today", TODAY),
    ),
    ranking=ranking,
    build=rules,
    draw=Draw("highest", "halves"),
    count=Count("stones"),
)
