"""Truco mineiro (RULES.md 11): 12 points, the calls truco, seis, nove and doze."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.engine.asking import always, last_two
from companion.engine.core import Game, Part, Rules, no_duels
from companion.engine.decision import AtScore, eleven
from companion.engine.drawing import Draw
from companion.engine.flor import Flor
from companion.engine.hand import Call
from companion.engine.ladder import Ladder, Raise, Steps, steps
from companion.engine.option import Option, Setting
from companion.engine.packet import Packet
from companion.engine.tally import Points
from companion.engine.tricks import (
    ALL_TIED,
    ByTheTrick,
    Claim,
    Fold,
    LeadAfterTie,
    Tricks,
    Verdict,
    accepted_silently,
    in_its_trick,
)
from companion.engine.variant import AS_WRITTEN, Count, Preset, Variant, ranked
from companion.variants import argentine

LADDERS = {
    "1-3-6-9-12": steps(("truco", 3, 1), ("seis", 6, 3), ("nove", 9, 6), ("doze", 12, 9)),
    "2-4-6-10-12": steps(("truco", 4, 2), ("seis", 6, 4), ("nove", 10, 6), ("doze", 12, 10)),
    "3-6-9-12-15": steps(
        ("truco", 3, 1), ("seis", 6, 3), ("nove", 9, 6), ("doze", 12, 9), ("quinze", 15, 12)
    ),
}
PACKS = {False: 40, True: 27}  # the cards of a full and of a clean pack
RANKING = "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q 7s/7c 6 5 4s/4h/4d"
CLEAN_RANKING = "4c 7h As 7d 3 2 Ac/Ah/Ad K J Q"


@dataclass(frozen=True, slots=True)
class Capped:
    """Calls in a fixed order, as in `Steps`, with a cap if `capped` is true.

    With the cap, a side may not raise if accepting the call is already enough to win the game.
    For example, a side with 9 of 12 points may not answer truco (3 points) with seis.
    """

    steps: Steps
    capped: bool

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterable[Raise]:
        """Return the next call, or nothing if the side of this seat may not make it."""
        if self.capped and calls:
            accepted = calls[-1].if_accepted
            points = game.score[game.rules.account(seat)]
            if isinstance(accepted, int) and points + accepted >= game.rules.tally.target:
                return ()
        return self.steps(game, seat, calls)

    def caps(self, target: int) -> Mapping[str, int]:
        """Return the cap of each call that has one.

        A side with that many points or more may not make the call, because it can win the game by
        accepting the call before it. For example, if 12 points win and truco is worth 3, a side
        with 9 points may not answer truco with seis: the cap of seis is 9.
        """
        caps: dict[str, int] = {}
        if not self.capped:
            return caps
        for before, step in pairwise(self.steps.steps):
            if isinstance(before.if_accepted, int):
                caps[step.call] = target - before.if_accepted
        return caps


def truco(*, pack: int, turned: int, house: Mapping[str, Setting]) -> Rules:
    """Return the rules of truco mineiro or paulista under these house rules.

    The pack has `pack` cards, of which `turned` cards are turned up.
    """
    plain = 1
    eleven_value = 3
    if house["ladder"] == "2-4-6-10-12":
        plain = 2
        eleven_value = 4
    target = int(house["target"])
    last = target - plain  # a side with so many points needs only one more hand
    bets = side_bets(house)
    quiet = {"truco", "packet"}
    quiet |= {"envido", "flor"} & {part.name for part in bets}
    special = eleven(
        last,
        closes=frozenset(quiet),
        at_both=frozenset(quiet),
        worth=eleven_value,
        declined=int(house["eleven_decline"]),
        blind=bool(house["blind_at_11_11"]),
    )
    by_trick = house["truco_scope"] == "trick"
    raises = Capped(LADDERS[str(house["ladder"])], house["raise_cap"] == "own")
    ladder = Ladder("truco", raises, window=in_its_trick if by_trick else always)
    verdict = Verdict("first", ALL_TIED[str(house["ttt"])])
    lead: LeadAfterTie = house["lead_after_tie"]  # type: ignore[assignment] # an option's value
    silent = accepted_silently("truco", allowed=bool(house["silent_accept"]))
    tricks = Tricks(verdict, lead_after_tie=lead, interrupts=silent)
    if by_trick:
        tricks = ByTheTrick(verdict, lead_after_tie=lead, interrupts=silent, doubt=True)
    parts = (*special, Packet(pack, turned), ladder, *bets, tricks, Fold(), Claim())
    return Rules(
        Points(target),
        parts,
        plain=plain,
        duels=duels(house, last),
        takes_turns=argentine.takes_turns(house),
    )


def side_bets(house: Mapping[str, Setting]) -> tuple[Part, ...]:
    """Return the parts of envido and of flor, each only if its house rule is on.

    The parts are those of Argentine truco.
    """
    bets: list[Part] = []
    if house["envido"]:
        bets += argentine.with_envido(argentine.Envido(), last_two)
    if house["flor"]:
        bet = "envido" if house["envido"] else ""
        flor = Flor(bet=bet, shrunk=int(house["achico"]))
        bets += argentine.with_flor(flor, argentine.FLORS)
    return tuple(bets)


def duels(house: Mapping[str, Setting], last: int) -> Callable[[Game], bool]:
    """Return the function that decides whether the next deal is a round of duels (pica pica).

    No round of duels is played if a side has `last` points or more, because then the whole side
    decides whether to play the hand.
    """
    wanted = argentine.duels(house)
    if wanted is no_duels:
        return no_duels
    special = AtScore(last, or_more=True)

    def but_not_in_the_special_hand(game: Game) -> bool:
        return wanted(game) and not special.holders(game)

    return but_not_in_the_special_hand


def rules(**house: Setting) -> Rules:
    """Return the rules for two players, or for two sides of two, three or four."""
    return truco(pack=PACKS[bool(house["clean_deck"])], turned=0, house=house)


OPTIONS = (
    Option.target(12, 15, 24),
    Option.best_of(),
    Option.handicap(),
    Option.choice("truco_scope", "trick", "hand", group="calls"),
    Option.all_tied("leader_side"),
    Option.switch("blind_at_11_11", "on", group="special"),
    Option.choice("ladder", *LADDERS, group="calls"),
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
    argentine.ACHICO.where(flor="on"),
    argentine.PICA_PICA,
    Option.switch("silent_accept", "off", group="calls"),
    Option.lead_after_tie("mano"),
)


def ranking(house: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the cards from the strongest down.

    The four strongest cards, the manilhas, are the same in every hand.
    """
    cards = CLEAN_RANKING if house["clean_deck"] == "on" else RANKING
    return ranked(cards)


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
    make_rules=rules,
    draw=Draw("highest", "halves"),
    count=Count("stones"),
)
