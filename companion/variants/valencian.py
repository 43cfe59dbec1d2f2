"""Truc valencià (RULES.md 18): camas of 24 stones, truc to joc fora, envit, torne and la falta."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.engine.core import Game, Rules
from companion.engine.declare import Declare
from companion.engine.flor import Flor
from companion.engine.fold_and_claim import Claim, Fold
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, Steps, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict, accepted_silently
from companion.engine.variant import Count, Variant, ranked
from companion.variants import argentine
from companion.variants.argentine import with_flor

TRUC_FIRST = frozenset({"truc"})
TRUC = steps(("truc", 2, 1), ("retruc", 3, 2), ("quatre-val", 4, 3), ("joc-fora", "game", 4))
NUMBERS = (*range(8), *range(20, 34))
RANKING = "1e 1b 7e 7o 3 7c/7b 6 5 4"


def falta(game: Game) -> int:
    """Return the stones the leader lacks to the end of this half (males, bones) of the game."""
    target = game.rules.tally.target
    leader = max(game.score)
    if leader < target // 2:
        return target // 2 - leader
    return target - leader


@dataclass(frozen=True, slots=True)
class Envit:
    """The chain of envit: `words` for 2, 4 and so on in this order, and la falta at any time.

    `falta` returns what la falta is worth. With `capped` no call is worth more than that.
    """

    words: tuple[str, ...] = ("envit", "torne")
    falta: Callable[[Game], int] = falta
    capped: bool = False

    def __call__(
        self,
        game: Game,
        seat: int,  # noqa: ARG002 # as all raises
        calls: tuple[Call, ...],
    ) -> Iterator[Raise]:
        """Yield the next word and la falta. Refusing them pays what the last call was worth."""
        if any(call.word == "la-falta" for call in calls):
            return
        refused_pays = calls[-1].if_accepted if calls else 1
        falta = self.falta(game)
        said = len(calls)
        if said < len(self.words):
            worth = 2 * said + 2
            if self.capped:
                worth = min(worth, falta)
            yield Raise(self.words[said], worth, refused_pays)
        yield Raise("la-falta", falta, refused_pays)


ENVIT = Envit()


def before_truc(hand: Hand) -> bool:
    """Return whether the first trick is being played and no truc was accepted."""
    return not hand.tricks and not hand.has_accepted("truc")


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
    """Return the rules for two players, or for two sides of two, three or four.

    A game like it may bring calls and numbers of its own.
    """
    envit = Ladder(
        "envit", chain, window=before_truc, settled_by="declare", interrupts=frozenset({"truc"})
    )
    tricks = Tricks(
        Verdict("first", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=accepted_silently("truc", allowed=silent_accept),
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
    ranking=lambda _: ranked(RANKING),
    make_rules=rules,
    count=Count("stones", ("males", "bones")),
    also=("truc valenciano", "truque", "envite"),
)
