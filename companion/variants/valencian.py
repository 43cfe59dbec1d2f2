"""Truc valencià (RULES.md 18): camas of 24 stones, truc to joc fora, envit, torne and la falta."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.core import Game, Rules
from companion.engine.declare import Declare
from companion.engine.flor import Flor
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, Steps, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import Count, Variant
from companion.variants import argentine
from companion.variants.argentine import with_flor

TRUC = steps(("truc", 2, 1), ("retruc", 3, 2), ("quatre-val", 4, 3), ("joc-fora", "game", 4))
NUMBERS = (*range(8), *range(20, 34))
RANKING = "1e 1b 7e 7o 3 7c/7b 6 5 4"


def falta(game: Game) -> int:
    """The stones the leader lacks: to the end of the males, the first half, while he is in them, else to the end."""
    target, leader = game.rules.tally.target, max(game.score)
    return (target // 2 if leader < target // 2 else target) - leader


@dataclass(frozen=True, slots=True)
class Envit:
    """The chain of envit: `words` for 2, 4 and so on in this order, and la falta at any time.

    `falta` is what la falta is worth; with `capped` nothing is worth more than that.
    """

    words: tuple[str, ...] = ("envit", "torne")
    falta: Callable[[Game], int] = falta
    capped: bool = False

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:  # noqa: ARG002 # as all
        """What is higher than the last one said, which is what a refusal pays."""
        if any(call.word == "la-falta" for call in calls):
            return
        no, rest, said = calls[-1].yes if calls else 1, self.falta(game), len(calls)
        if said < len(self.words):
            worth = 2 * said + 2
            yield Raise(self.words[said], min(worth, rest) if self.capped else worth, no)
        yield Raise("la-falta", rest, no)


ENVIT = Envit()


def before_truc(hand: Hand) -> bool:
    """Until a truc is met or the first trick is over."""
    return not hand.tricks and not hand.met("truc")


def rules(
    *,
    target: int,
    ttt: str,
    flor: bool,
    silent_accept: bool,
    lead_after_tie: LeadAfterTie,
    ladder: Steps = TRUC,
    chain: Envit = ENVIT,
    numbers: tuple[int, ...] = NUMBERS,
    **_: Setting,
) -> Rules:
    """Two players, or two sides of two, three or four. A game like it may bring calls and numbers of its own."""
    truc = frozenset({"truc"})
    envit = Ladder("envit", chain, window=before_truc, settled_by="declare", interrupts=truc)
    tricks = Tricks(
        Verdict("first", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=truc if silent_accept else frozenset(),
    )
    announced = with_flor(Flor("truc", "envit"), argentine.FLORS) if flor else ()
    parts = (
        Ladder("truc", ladder),
        envit,
        Declare(envit, numbers),
        *announced,
        tricks,
        Fold(),
        Claim(),
    )
    return Rules(Points(target), parts)


VARIANT = Variant(
    id="valencian",
    name="Truc valencià",
    seats=(4, 2, 6, 8),
    direction="counter-clockwise",
    suits="spanish",
    land="catalonia",
    first_for=("ca_valencia", "es"),
    options=(
        Option.target(24, 12, 18),
        Option.best_of(3),
        Option.handicap(),
        Option.switch("flor", "off", group="envido"),
        Option.all_tied("leader_side"),
        Option.switch("silent_accept", "off", group="calls"),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda _: tuple(tuple(cards.split("/")) for cards in RANKING.split()),
    build=rules,
    count=Count("stones", ("males", "bones")),
    also=("truc valenciano", "truque", "envite"),
)
