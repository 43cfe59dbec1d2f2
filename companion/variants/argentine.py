"""Argentine truco (RULES.md 14): 30 points in malas and buenas, truco 2, retruco 3, vale cuatro 4, envido."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.asking import everybody, last_two
from companion.engine.core import Game, Rules
from companion.engine.declare import Declare
from companion.engine.giving import Claim, Fold
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, steps
from companion.engine.tally import Points
from companion.engine.tricks import ALL_TIED, LeadAfterTie, Tricks, Verdict
from companion.engine.variant import AS_WRITTEN, Option, Preset, Setting, Variant

TRUCO = steps(("truco", 2, 1), ("retruco", 3, 2), ("vale-cuatro", 4, 3))
WORTH = {"envido": 2, "real-envido": 3}
RANKING = "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"
NUMBERS = (*range(8), *range(20, 34))


@dataclass(frozen=True, slots=True)
class Envido:
    """The chain of envido: what may follow, summed while it is raised; a falta replaces the sum.

    `openers` is any, or plain_only; `most` plain envidos in a chain, 0 for no limit; `falta` names the
    formula, because the sources have three (RULES.md 14).
    """

    openers: str
    most: int
    falta: str

    def __call__(self, game: Game, seat: int, said: tuple[Call, ...]) -> Iterator[Raise]:
        """Every call that may come next, refused at the sum so far, or at 1 when it opens."""
        words = [call.word for call in said]
        so_far = sum(WORTH.get(word, 0) for word in words)
        for word in self._next(words):
            worth = so_far + WORTH[word] if word in WORTH else falta(game, game.rules.side(seat), self.falta)
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


def envido_window(hand: Hand) -> bool:
    """During the first trick, until truco is met."""
    return not hand.tricks and not hand.met("truco")


def rules(
    *,
    target: int,
    ttt: str,
    silent_accept: bool,
    lead_after_tie: LeadAfterTie,
    truco_scope: str,
    envido_openers: str,
    envido_callers: str,
    envido_max: Setting,
    **house: Setting,
) -> Rules:
    """Two players, or two sides of two, three or four."""
    chain = Envido(
        envido_openers,
        0 if envido_max == "unlimited" else int(envido_max),
        str(house["falta"]),
    )
    truco = Ladder("truco", TRUCO)
    envido = Ladder(
        "envido",
        chain,
        callers=everybody if envido_callers == "anyone" else last_two,
        window=envido_window,
        settled_by="declare",
        interrupts=frozenset({"truco"}),
    )
    tricks = Tricks(
        Verdict("first", ALL_TIED[ttt]),
        lead_after_tie=lead_after_tie,
        interrupts=frozenset({"truco"} if silent_accept else ()),
        by_trick="truco" if truco_scope == "trick" else "",
    )
    return Rules(
        Points(target),
        (truco, envido, Declare(envido, NUMBERS), tricks, Fold(), Claim()),
    )


VARIANT = Variant(
    id="argentine",
    name="Argentine truco",
    seats=(4, 2, 6, 8),
    direction="counter-clockwise",
    suits="spanish",
    options=(
        Option.target(30, 15, 18, 24, 40),
        Option.best_of(3),
        Option.choice("truco_scope", "hand", "trick"),
        Option.choice("ttt", "leader_side", "none"),
        Option.choice("envido_openers", "any", "plain_only"),
        Option.choice("envido_callers", "last_two", "anyone"),
        Option.choice("envido_max", "2", "unlimited"),
        Option.choice("falta", "seed", "leader", "stage"),
        Option.switch("silent_accept", "off"),
        Option.choice("lead_after_tie", "tied_leader", "mano", "rotter"),
    ),
    presets=(
        AS_WRITTEN,
        Preset(
            "CatsAtCards text",
            (
                ("truco_scope", "trick"),
                ("envido_openers", "plain_only"),
                ("falta", "seed"),
            ),
        ),
    ),
    ranking=lambda _: tuple(tuple(cards.split("/")) for cards in RANKING.split()),
    build=rules,
    names=("Ana", "Bruno", "Carla", "Diego", "Elena", "Facundo", "Gabi", "Hernán"),
)
