"""French le truc (RULES.md 2a, 2b): 12 points, two more and two more again, mon reste, governors, a rubber of three."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.asking import everybody, opponents
from companion.engine.core import Game, Rules
from companion.engine.deal import Redeal
from companion.engine.drawing import Draw
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Call, Seats
from companion.engine.ladder import Ladder, Raise
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, EQUAL, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import AS_WRITTEN, Preset, Variant, seven_eight

MOST = 12  # six raises: 2 4 6 8 10 12
ALL_TIED_UNLESS = (
    ("tiebreak", "count_nd", "leader_side"),
    ("tiebreak", "count_none", "none"),
    ("seats", "4", "leader_side"),
)


@dataclass(frozen=True, slots=True)
class TwoMore:
    """Two more (the first adds one), or the remainder, for whoever has not raised in this trick.

    `alternate`: not the side that raised last, as BA.net has it; else anybody, as Wikipedia does.
    """

    alternate: bool

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """The calls `seat` may make after those `calls`; none after the remainder. A refusal pays the stake."""
        worth, side = game.hand.stake, game.rules.side
        again = any(call.seat == seat and call.trick == len(game.hand.tricks) for call in calls)
        last_caller = self.alternate and calls and side(calls[-1].seat) == side(seat)
        if not isinstance(worth, int) or again or last_caller:
            return
        if worth < MOST:
            yield Raise("two-more", 2 if worth == 1 else worth + 2, worth)
        yield Raise("mon-reste", "game", worth)


def governors(game: Game) -> Seats:
    """Those who answer and concede for their sides: the dealer and eldest, or both of two players."""
    return tuple(sorted((game.dealer, game.rules.after(game.dealer))))


def opposing_governor(game: Game, seat: int) -> Seats:
    """The one governor who may answer."""
    return tuple(s for s in opponents(game, seat) if s in governors(game))


def rules(
    *,
    target: int,
    tiebreak: str,
    ttt: str,
    max_redeals: int,
    alternate_raises: bool,
    lead_after_tie: LeadAfterTie,
    **_: Setting,
) -> Rules:
    """Two players, or four as partners; `partner_tie` and `seven_eight` only say what to tap and to hold."""
    raises = Ladder(
        "two-more", TwoMore(alternate_raises), everybody, opposing_governor, reply=False
    )
    tricks = Tricks(Verdict(EQUAL[tiebreak], ALL_TIED[ttt]), lead_after_tie=lead_after_tie)
    return Rules(Points(target), (Redeal(max_redeals), raises, tricks, Fold(governors), Claim()))


VARIANT = Variant(
    id="french",
    name="Le Truc",
    seats=(2, 4),
    direction="counter-clockwise",
    suits="french",
    land="france",
    first_for=("fr",),
    options=(
        Option.target(12, 8, 16, 24),
        Option.best_of(3),
        Option.handicap(),
        Option.choice("tiebreak", "first", "count_nd", "count_none", group="ties"),
        Option.all_tied("none", unless=ALL_TIED_UNLESS),
        Option.number("max_redeals", 1, 0, 2, 3, low=0, high=9, group="special"),
        Option.switch("alternate_raises", "off", group="calls"),
        Option.choice("partner_tie", "earlier_leads", "spoilt_unless_led", group="ties"),
        Option.choice("seven_eight", "7_high", "8_high", "8_low", group="cards"),
        Option.lead_after_tie("tied_leader"),
    ),
    presets=(
        AS_WRITTEN,
        Preset.of("Spoilt tricks to nobody", "ttt=none partner_tie=spoilt_unless_led"),
    ),
    ranking=seven_eight,
    build=rules,
    draw=Draw("highest", "halves"),
    also=("truka", "tru", "truque", "trucks"),
)
