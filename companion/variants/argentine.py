"""Argentine truco (RULES.md 14): 30 points in malas and buenas, truco 2, retruco 3, vale cuatro 4, envido."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.asking import Callers, Window, always, everybody, first_trick, last_two
from companion.engine.core import Game, Part, Rules, no_duels
from companion.engine.declare import Declare
from companion.engine.drawing import Draw
from companion.engine.flor import Flor, PidoFlor
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, Raises, Steps, steps
from companion.engine.option import Option, Setting
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

TRUCO = steps(("truco", 2, 1), ("retruco", 3, 2), ("vale-cuatro", 4, 3))
WORTH = {"envido": 2, "real-envido": 3}
RANKING = "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"
NUMBERS = (*range(8), *range(20, 34))
FLORS = tuple(range(20, 39))
TRUCO_FIRST = frozenset({"truco"})


@dataclass(frozen=True, slots=True)
class Envido:
    """The chain of envido: what may follow, summed while it is raised; a falta replaces the sum.

    `openers` is any, or plain_only; `most` plain envidos in a chain, 0 for no limit; `falta` names the
    formula, because the sources have three (RULES.md 14).
    """

    openers: str = "any"
    most: int = 2
    falta: str = "seed"

    @classmethod
    def of(cls, house: Mapping[str, Setting]) -> Envido:
        """The chain under these house rules."""
        most = 0 if house["envido_max"] == "unlimited" else int(house["envido_max"])
        return cls(str(house["envido_openers"]), most, str(house["falta"]))

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """Every call that may come next; refusing it pays the sum so far, the first call 1 point."""
        words = [call.word for call in calls]
        so_far = sum(WORTH.get(word, 0) for word in words)
        for word in self._next(words):
            worth = (
                so_far + WORTH[word]
                if word in WORTH
                else falta(game, game.rules.side(seat), self.falta)
            )
            yield Raise(word, worth, so_far or 1)

    def _next(self, words: list[str]) -> Iterator[str]:
        plain = all(word == "envido" for word in words)
        if plain and (not self.most or len(words) < self.most):
            yield "envido"
        if words or self.openers == "any":
            yield from ("real-envido",) if plain else ()
            yield from ("falta-envido",) if "falta-envido" not in words else ()


def falta(game: Game, side: int, formula: str) -> int:
    """What a falta envido brings this side, in points.

    seed: what it lacks itself while both are in malas, else what the other side lacks; leader: what the
    leader lacks; stage: what the leader lacks to his buenas while he is in malas, then to the end.
    """
    target, leader = game.rules.tally.target, max(game.score)
    malas = leader < target // 2
    if formula == "seed":
        return target - game.score[side if malas else game.rules.others(side)]
    return (target // 2 if formula == "stage" and malas else target) - leader


def before_truco(hand: Hand) -> bool:
    """During the first trick, until truco is met."""
    return not hand.tricks and not hand.met("truco")


def every_round(_: Game) -> bool:
    """Pica pica whatever the score."""
    return True


def between(game: Game) -> bool:
    """Pica pica while both sides have at least 5 points and lack at least 5."""
    return _in_window(game, game.score)


def alternate(game: Game) -> bool:
    """Pica pica in that window after a hand that everybody played in it."""
    return between(game) and bool(game.whole) and _in_window(game, game.whole)


def _in_window(game: Game, score: tuple[int, ...]) -> bool:
    return all(5 <= points <= game.rules.tally.target - 5 for points in score)


DUELS = {"always": every_round, "between": between, "alternate": alternate}


def truco(
    *,
    house: Mapping[str, Setting],
    numbers: tuple[int, ...] = NUMBERS,
    flors: tuple[int, ...] = FLORS,
    ladder: Steps = TRUCO,
    chain: Raises | None = None,
    flor_window: Window = first_trick,
    pido: bool = True,
) -> Rules:
    """The rules under these house rules.

    `numbers` and `flors` are the values that envido and flor can have, `ladder` and `chain` the calls of truco and
    envido (None: as here). `flor_window`: while a flor may be announced; `pido`: one that was hidden may be asked for
    after the hand.
    """
    by_trick = house.get("truco_scope") == "trick"
    lead: LeadAfterTie = house["lead_after_tie"]  # type: ignore[assignment] # one of the option's values
    silent = TRUCO_FIRST if house["silent_accept"] else frozenset[str]()
    verdict = Verdict("first", ALL_TIED[str(house["ttt"])])
    tricks = (ByTheTrick if by_trick else Tricks)(verdict, lead_after_tie=lead, interrupts=silent)
    rest_plus = house.get("resto_value") != "3_per_flor"
    flor = Flor(bet="envido" if house["envido"] else "", rest_plus=rest_plus, window=flor_window)
    announced = with_flor(flor, flors, pido=pido) if house["flor"] else ()
    callers = everybody if house["envido_callers"] == "anyone" else last_two
    bet = with_envido(chain or Envido.of(house), callers, numbers) if house["envido"] else ()
    parts = (
        Ladder("truco", ladder, window=in_its_trick if by_trick else always),
        *bet,
        *announced,
        tricks,
    )
    return Rules(Points(int(house["target"])), (*parts, Fold(), Claim()), duels=duels(house))


def with_envido(
    chain: Raises, callers: Callers, numbers: tuple[int, ...] = NUMBERS
) -> tuple[Part, ...]:
    """Envido, and the numbers said for it."""
    envido = Ladder(
        "envido", chain, callers, window=before_truco, settled_by="declare", interrupts=TRUCO_FIRST
    )
    return envido, Declare(envido, numbers)


def with_flor(flor: Flor, numbers: tuple[int, ...], *, pido: bool = True) -> tuple[Part, ...]:
    """Flor, the numbers of a contest, and the challenge after a hand."""
    return flor, Declare(flor, numbers, "flor-points"), *([PidoFlor()] if pido else ())


def duels(house: Mapping[str, Setting]) -> Callable[[Game], bool]:
    """When a round is one of duels: pica pica."""
    return DUELS.get(str(house.get("pica_pica")), no_duels)


def rules(**house: Setting) -> Rules:
    """Two players, or two sides of two, three or four."""
    return truco(house=house)


PICA_PICA = replace(Option.choice("pica_pica", "off", *DUELS, group="envido"), seats=(6,))
OPTIONS = (
    Option.target(30, 15, 18, 24, 40),
    Option.best_of(3),
    Option.handicap(),
    Option.switch("envido", "on", group="envido"),
    Option.switch("flor", "off", group="envido"),
    Option.choice("truco_scope", "hand", "trick", group="calls"),
    Option.all_tied("leader_side"),
    Option.choice("envido_openers", "any", "plain_only", group="envido").where("envido", "on"),
    Option.choice("envido_callers", "last_two", "anyone", group="envido").where("envido", "on"),
    Option.choice("envido_max", "2", "unlimited", group="envido").where("envido", "on"),
    Option.choice("falta", "seed", "leader", "stage", group="envido").where("envido", "on"),
    Option.choice("resto_value", "rest_plus_3", "3_per_flor", group="envido").where("flor", "on"),
    PICA_PICA,
    Option.switch("silent_accept", "off", group="calls"),
    Option.lead_after_tie("tied_leader"),
)


VARIANT = Variant(
    id="argentine",
    name="Argentine truco",
    seats=(4, 2, 6, 8),
    direction="counter-clockwise",
    suits="spanish",
    land="south-america",
    first_for=("es_AR",),
    options=OPTIONS,
    presets=(
        AS_WRITTEN,
        Preset.of("Truco by the trick", "truco_scope=trick envido_openers=plain_only falta=seed"),
    ),
    ranking=lambda _: tuple(tuple(cards.split("/")) for cards in RANKING.split()),
    build=rules,
    draw=Draw("agreed", "halves"),
    count=Count("matches", ("malas", "buenas")),
    also=("truque",),
)
