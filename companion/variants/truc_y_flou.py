"""Truc y flou (RULES.md 21): two sides of three, 25 points, the side bets embit and flou."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.asking import Answerers, last_to_play, opponents
from companion.engine.cards import Pieces
from companion.engine.core import Game, Rules
from companion.engine.declare import Declare
from companion.engine.flor import Flor
from companion.engine.hand import Call
from companion.engine.ladder import Ladder, Raise, steps
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
from companion.engine.variant import Variant, ranked
from companion.variants import argentine
from companion.variants.argentine import with_flor
from companion.variants.valencian import before_truc

TRUC = steps(
    ("truc", 2, 1), ("retruc", 3, 2), ("quatre", 4, 3), ("six", 6, 4), ("la-ronde", "game", 6)
)
EMBITS = {"embit": 2, "torne": 4}
PERIQUES = Pieces({"10o": 7, "11b": 7})
NUMBERS = (*range(8), *range(20, 35))
ANSWERERS: Mapping[str, Answerers] = {"pied": last_to_play, "either": opponents}
FLOUS = tuple(range(20, 42))
RANKING = "1e 1b 7e 7o 3 2 1o/1c 12 11 10 7c/7b 6 5 4"


@dataclass(frozen=True, slots=True)
class Embit:
    """The calls of the side bet embit: embit, then torne or la falta in answer to it."""

    def __call__(
        self,
        game: Game,
        seat: int,  # noqa: ARG002 # as all raises
        calls: tuple[Call, ...],
    ) -> Iterator[Raise]:
        """Yield the calls that may come next.

        The refusal of an embit pays 1. The refusal of a raise pays what was bet before it.
        """
        words = [call.word for call in calls]
        if not words:
            yield Raise("embit", EMBITS["embit"], 1)
        elif "la-falta" not in words:
            no = EMBITS[words[-1]]
            if "torne" not in words:
                yield Raise("torne", EMBITS["torne"], no)
            yield Raise("la-falta", game.lacking, no)


def rules(
    *,
    target: int,
    ttt: str,
    answers: str,
    embit_answers: str,
    achico: int,
    silent_accept: bool,
    lead_after_tie: LeadAfterTie,
    **_: Setting,
) -> Rules:
    """Return the rules for two sides of three."""
    embit = Ladder(
        "embit",
        Embit(),
        answers=ANSWERERS[embit_answers],
        window=before_truc,
        settled_by="declare",
        interrupts=frozenset({"truc"}),
    )
    tricks = Tricks(
        Verdict("first", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=accepted_silently("truc", allowed=silent_accept),
    )
    announced = with_flor(Flor("truc", "embit", shrunk=achico), FLOUS, pido=False)
    parts = (
        Ladder("truc", TRUC, answers=ANSWERERS[answers]),
        embit,
        Declare(embit, NUMBERS),
        *announced,
        tricks,
        Fold(),
        Claim(),
    )
    return Rules(Points(target), parts)


VARIANT = Variant(
    id="truc-y-flou",
    name="Truc y flou",
    seats=(6,),
    direction="counter-clockwise",
    suits="spanish",
    land="france",
    options=(
        Option.target(25, 15, 30),
        Option.best_of(),
        Option.handicap(),
        Option.choice("answers", "pied", "either", group="calls"),
        Option.choice("embit_answers", "either", "pied", group="envido"),
        argentine.ACHICO,
        Option.all_tied("leader_side"),
        Option.switch("silent_accept", "off", group="calls"),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda _: ranked(RANKING),
    pieces=lambda _: PERIQUES,
    make_rules=rules,
    also=("truquiflor", "truc e flor", "truc y flor", "truc et fleur"),
)
