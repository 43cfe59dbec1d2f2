"""Truc valencià (RULES.md 18): games of 24 points, four calls of truc, the side bet envit."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.core import Game, Part, Rules
from companion.engine.declare import Declare
from companion.engine.flor import Flor
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, Raises, Steps, steps
from companion.engine.option import Option, Setting
from companion.engine.tally import Points
from companion.engine.tricks import (
    ALL_TIED,
    Claim,
    Fold,
    LeadAfterTie,
    Tricks,
    Verdict,
    accepted_silently,
)
from companion.engine.variant import Count, Variant, ranked
from companion.variants import argentine
from companion.variants.argentine import with_flor

TRUC = steps(("truc", 2, 1), ("retruc", 3, 2), ("quatre-val", 4, 3), ("joc-fora", "game", 4))
NUMBERS = (*range(8), *range(20, 34))
# Eight players add the eights and nines, which count 8 and 9.
NUMBERS_OF_EIGHT = (*range(10), *range(20, 38))
FLORS_OF_EIGHT = tuple(range(20, 45))
RANKINGS = {
    "22": "1e 1b 7e 7o 3 7c/7b 6 5 4",
    "26": "1e 1b 7e 7o 3 2 7c/7b 6 5 4",
    "36": "1e 1b 7e 7o 3 2 1o/1c 12 11 7c/7b 6 5 4",
}
SEVENS = "7c/7b"
WORDS = ("envit", "torne")

Falta = Callable[[Game, int], int]
"""A function that returns what la falta pays a side, in stones."""


def falta(game: Game, side: int) -> int:  # noqa: ARG001 # as every falta
    """Return how many stones (points) the side ahead needs to end this half of the game."""
    target = game.rules.tally.target
    leader = max(game.score)
    if leader < target // 2:
        return target // 2 - leader
    return target - leader


def falta_of_a_cama(game: Game, side: int) -> int:
    """Return how many stones (points) la falta pays this side, by the house rule "cama".

    While both sides are in the first half of the game, this side gets what it needs to win the
    game. After that, it gets what the side ahead needs to win the game.
    """
    target = game.rules.tally.target
    if max(game.score) < target // 2:
        return target - game.score[side]
    return falta(game, side)


FALTAS: Mapping[str, Falta] = {"rest": falta, "cama": falta_of_a_cama}


def with_eights_and_nines(ranking: str, house: Mapping[str, str]) -> str:
    """Return the ranking. If eight play, add the Nines and the Eights below the two low Sevens."""
    if house.get("seats") != "8":
        return ranking
    return ranking.replace(SEVENS, f"{SEVENS} 9 8")


@dataclass(frozen=True, slots=True)
class Envit:
    """The calls of envit: envit for 2, torne for 4, and la falta at any time.

    `falta` returns what la falta pays.
    """

    falta: Falta = falta

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """Yield the next call and la falta, or nothing after la falta.

        The refusal of a call pays what the call before it was worth, or 1 if it is the first call.
        """
        if any(call.word == "la-falta" for call in calls):
            return
        refused_pays = calls[-1].if_accepted if calls else 1
        said = len(calls)
        if said < len(WORDS):
            yield Raise(WORDS[said], 2 * said + 2, refused_pays)
        yield Raise("la-falta", self.falta(game, game.hand.side(seat)), refused_pays)


def before_truc(hand: Hand) -> bool:
    """Return whether the first trick is being played and no truc was accepted."""
    return not hand.tricks and not hand.has_accepted("truc")


def rules(
    *,
    target: int,
    ttt: str,
    flor: bool,
    achico: int,
    seats: int,
    silent_accept: bool,
    lead_after_tie: LeadAfterTie,
    ladder: Steps = TRUC,
    falta: str = "rest",
    chain: Raises | None = None,
    numbers: tuple[int, ...] = NUMBERS,
    **_: Setting,
) -> Rules:
    """Return the rules for two players, or for two sides of two, three or four.

    A similar game may pass its own calls and its own numbers for envit.
    """
    flors = argentine.FLORS
    if seats == 8:
        numbers = NUMBERS_OF_EIGHT
        flors = FLORS_OF_EIGHT
    envit = Ladder(
        "envit",
        chain or Envit(FALTAS[falta]),
        window=before_truc,
        settled_by="declare",
        interrupts=frozenset({"truc"}),
    )
    tricks = Tricks(
        Verdict("first", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=accepted_silently("truc", allowed=silent_accept),
    )
    announced: tuple[Part, ...] = ()
    if flor:
        announced = with_flor(Flor("truc", "envit", shrunk=achico), flors)
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
        argentine.ACHICO.where(flor="on"),
        Option.choice("falta", "rest", "cama", group="envido"),
        replace(Option.choice("deck", "22", "26", group="cards"), seats=(8,)),
        replace(Option.choice("deck", "22", "26", "36", group="cards"), seats=(2, 4, 6)),
        Option.all_tied("leader_side"),
        Option.switch("silent_accept", "off", group="calls"),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda house: ranked(with_eights_and_nines(RANKINGS[house["deck"]], house)),
    make_rules=rules,
    count=Count("stones", ("males", "bones")),
    also=("truc valenciano", "truque", "envite"),
)
