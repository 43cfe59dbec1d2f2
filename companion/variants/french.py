"""French le truc (RULES.md 2a, 2b): 12 points, raises by two points, one player a side answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.asking import everybody, opponents
from companion.engine.core import Game, Rules
from companion.engine.deal import Redeal
from companion.engine.drawing import Draw
from companion.engine.hand import Call, Seats
from companion.engine.ladder import Ladder, Raise
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, EQUAL, Claim, Fold, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import AS_WRITTEN, Preset, Variant, seven_eight

MOST = 12  # six raises: 2 4 6 8 10 12
ALL_TIED_UNLESS = (
    ("tiebreak", "count_nd", "leader_side"),
    ("tiebreak", "count_none", "none"),
    ("seats", "4", "leader_side"),
)


@dataclass(frozen=True, slots=True)
class TwoMore:
    """Raises by two points (the first by one), or for the rest of the game (`mon-reste`).

    A player raises at most once in a trick. If `alternate` is true, the side that raised last may
    not make the next raise, as BA.net says. Otherwise either side may, as Wikipedia says.
    """

    alternate: bool

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """Yield the calls that `seat` may make; nobody may call after `mon-reste`.

        The refusal of a call pays what the hand was worth before that call.
        """
        worth = game.hand.worth
        if not isinstance(worth, int):
            return
        trick = len(game.hand.tricks)
        if any(call.seat == seat and call.trick == trick for call in calls):
            return
        if self.alternate and raised_last(game, seat, calls):
            return
        if worth < MOST:
            more = 1 if worth == 1 else 2
            yield Raise("two-more", worth + more, worth)
        yield Raise("mon-reste", "game", worth)


def raised_last(game: Game, seat: int, calls: tuple[Call, ...]) -> bool:
    """Return whether the last of these calls was made by this seat's side."""
    side = game.hand.side
    return bool(calls) and side(calls[-1].seat) == side(seat)


def governors(game: Game) -> Seats:
    """Return the seats that answer and fold for their sides: the dealer and eldest."""
    return tuple(sorted((game.dealer, game.rules.after(game.dealer))))


def opposing_governor(game: Game, seat: int) -> Seats:
    """Return the only seat that may answer a call of `seat`: the other side's dealer or eldest."""
    return tuple(other for other in opponents(game, seat) if other in governors(game))


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
    """Return the rules for two players, or for four as partners.

    Two house rules change nothing here: `partner_tie` only says what players tap, `seven_eight`
    only how cards rank.
    """
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
    make_rules=rules,
    draw=Draw("highest", "halves"),
    also=("truka", "tru", "truque", "trucks"),
)
