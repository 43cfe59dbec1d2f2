"""Catalan truc (RULES.md 1, after Denexa): 12 points, truc for 2, retruc for 3, hand of eleven."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.asking import next_player, opponents
from companion.engine.core import Game, Part, Rules
from companion.engine.deal import Deal, ShortDeal
from companion.engine.decision import eleven
from companion.engine.drawing import Draw
from companion.engine.hand import Call
from companion.engine.ladder import Ladder, Raise, Raises, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import (
    ALL_TIED,
    EQUAL,
    Claim,
    Fold,
    LeadAfterTie,
    Tricks,
    Verdict,
    accepted_silently,
)
from companion.engine.variant import AS_WRITTEN, Count, Preset, Variant, ranked

LADDER = steps(("truc", 2, 1), ("retruc", 3, 2))


@dataclass(frozen=True, slots=True)
class Endless:
    """The calls truc and retruc, then any number of raises by one point each.

    No raise goes above what the side ahead needs to win.
    """

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterable[Raise]:
        """Yield the next call if the side of this seat may make it."""
        if len(calls) < len(LADDER.steps):
            yield from LADDER(game, seat, calls)
            return
        worth = int(calls[-1].if_accepted)
        side = game.hand.side
        if side(calls[-1].seat) != side(seat) and worth < game.lacking:
            yield Raise("raise", worth + 1, worth, value=str(worth + 1))


RAISES: Mapping[str, Raises] = {"two": LADDER, "endless": Endless()}


def rules(
    *,
    target: int = 12,
    tiebreak: str = "count_nd",
    ttt: str = "leader_side",
    one_card_offer: ShortDeal | Literal[False] = False,
    eleven_decline: int = 1,
    eleven_value: int = 3,
    eleven_both: str = "no_truc",
    answers: str = "next",
    silent_accept: bool = True,
    lead_after_tie: LeadAfterTie = "tied_leader",
    raises: str = "two",
    ladder: Raises | None = None,
    **_: Setting,
) -> Rules:
    """Return the rules for two players, or for two sides of two.

    A similar game may leave out house rules, or pass its own calls as `ladder`.
    """
    quiet = {"truc"}  # the parts that offer nothing in the hand of eleven
    if one_card_offer:
        quiet.add("one")
    at_both = quiet - {"truc"} if eleven_both == "as_usual" else quiet
    parts: list[Part] = [
        *eleven(
            target - 1,
            closes=frozenset(quiet),
            at_both=frozenset(at_both),
            worth=eleven_value,
            declined=eleven_decline,
        )
    ]
    if one_card_offer:
        parts.append(Deal(one_card_offer))
    tricks = Tricks(
        Verdict(EQUAL[tiebreak], ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=accepted_silently("truc", allowed=silent_accept),
    )
    answering = opponents if answers == "either" else next_player
    truc = Ladder("truc", ladder or RAISES[raises], answers=answering)
    return Rules(Points(target), (*parts, truc, tricks, Fold(), Claim()))


RANKINGS = {"usual": "3 2 1 12 11 10 7 6 5 4", "moll": "3 2 A K Q J 9 8 7 6"}

VARIANT = Variant(
    id="catalan",
    name="Catalan truc",
    seats=(4, 2),
    direction="counter-clockwise",
    suits="spanish",
    land="catalonia",
    first_for=("en", "ca"),
    options=(
        Option.target(12, 9, 15, 18, 24),
        Option.best_of(),
        Option.handicap(),
        Option.choice(
            "one_card_offer", "dealer_choice", "nondealer_proposes", "off", group="special"
        ),
        Option.choice("tiebreak", "count_nd", "first", "count_none", group="ties"),
        Option.all_tied("leader_side", unless=(("tiebreak", "count_none", "none"),)),
        Option.number("eleven_decline", 1, 2, 3, low=0, high=9, group="special"),
        Option.number("eleven_value", 3, 1, low=1, high=9, group="special"),
        Option.choice("eleven_both", "no_truc", "as_usual", group="special"),
        Option.choice("answers", "next", "either", group="calls"),
        Option.choice("raises", "two", "endless", group="calls"),
        Option.choice("ranking", "usual", "moll", group="cards"),
        Option.switch("silent_accept", "on", group="calls"),
        Option.lead_after_tie("tied_leader"),
    ),
    presets=(
        AS_WRITTEN,
        Preset.of(
            "Eleven worth 1, either answers",
            "one_card_offer=nondealer_proposes eleven_value=1 answers=either",
        ),
        Preset.of("The first trick decides", "tiebreak=first"),
        Preset.of("French cards", "ranking=moll"),
    ),
    ranking=lambda house: ranked(RANKINGS[house["ranking"]]),
    make_rules=rules,
    draw=Draw("lowest"),  # by BA.net; other sources have other ways
    count=Count("stones"),
    also=("truque", "trucks"),
    french_pack=(("ranking", "moll"),),
)
