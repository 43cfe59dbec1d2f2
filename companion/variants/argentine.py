"""Argentine truco (RULES.md 14): 30 points in two halves, three calls of truco, envido."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.asking import Callers, Window, always, everybody, first_trick, last_two
from companion.engine.core import Game, Part, Rules, at_any_score, no_duels
from companion.engine.deal import Alone, LonePlayer
from companion.engine.declare import Declare, Unshown
from companion.engine.drawing import Draw
from companion.engine.flor import Flor, PidoFlor, no_rest, rest_of_game
from companion.engine.hand import Call, Hand
from companion.engine.ladder import Ladder, Raise, Raises, Steps, steps
from companion.engine.option import Option, Setting
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

TRUCO = steps(("truco", 2, 1), ("retruco", 3, 2), ("vale-cuatro", 4, 3))
WORTH = {"envido": 2, "real-envido": 3}
RANKING = "1e 1b 7e 7o 3 2 1c/1o 12 11 10 7c/7b 6 5 4"
NUMBERS = (*range(8), *range(20, 34))
FLORS = tuple(range(20, 39))
TRUCO_FIRST = frozenset({"truco"})
SEATS_WITH_FALTA = (2, 4, 6, 8)  # the numbers of players with a choice of what a falta is worth


@dataclass(frozen=True, slots=True)
class Envido:
    """The calls of envido: envido, real envido and falta envido.

    Envido and real envido add their points to the bet. A falta replaces the whole bet.

    * `openers`: whether "any" call may be the first, or only a plain envido ("plain_only").
    * `most`: how often a plain envido may be called, 0 for no limit.
    * `falta`: the name of the formula for what a falta pays (see the function `falta`).
    * `again`: if true, real envido may be called again in answer to real envido.
    """

    openers: str = "any"
    most: int = 2
    falta: str = "seed"
    again: bool = False

    @classmethod
    def of(cls, house: Mapping[str, Setting]) -> Envido:
        """Return the calls of envido under these house rules."""
        most = 0
        if house["envido_max"] != "unlimited":
            most = int(house["envido_max"])
        again = bool(house["real_envido_again"])
        formula = str(house.get("falta", "leader"))
        return cls(str(house["envido_openers"]), most, formula, again)

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """Yield every call that may come next.

        The refusal of a call pays the sum of the calls before it, or 1 point if it is the first
        call.
        """
        words = [call.word for call in calls]
        so_far = sum(WORTH.get(word, 0) for word in words)
        for word in self._next_words(words):
            if word in WORTH:
                worth = so_far + WORTH[word]
            else:
                worth = falta(game, game.hand.side(seat), self.falta)
            yield Raise(word, worth, so_far or 1)

    def _next_words(self, words: list[str]) -> Iterator[str]:
        only_plain_so_far = all(word == "envido" for word in words)
        if only_plain_so_far and (not self.most or len(words) < self.most):
            yield "envido"
        if not words and self.openers != "any":
            return
        is_again = self.again and words.count("real-envido") == 1 and words[-1] == "real-envido"
        if only_plain_so_far or is_again:
            yield "real-envido"
        if "falta-envido" not in words:
            yield "falta-envido"


def falta(game: Game, side: int, formula: str) -> int:
    """Return what a falta envido pays this side, in points, by one of three formulas.

    A side is in malas while it has less than half of the target, and then in buenas.

    * "seed": while both sides are in malas, the points that this side needs to reach the target.
      Later, the points that the other side needs.
    * "leader": the points that the side ahead needs to reach the target.
    * "stage": while the side ahead is in malas, the points that it needs to reach the buenas.
      Later, the points that it needs to reach the target.

    For example, at 5-9 of 30, side 0 wins 25 by seed, 21 by leader and 6 by stage.
    """
    target = game.rules.tally.target
    leader = max(game.score)
    in_malas = leader < target // 2
    if formula == "seed":
        lacking = side if in_malas else game.hand.other(side)
        return target - game.score[lacking]
    if formula == "stage" and in_malas:
        return target // 2 - leader
    return game.lacking


def rest_of_stage(game: Game) -> int:
    """Return the points that the highest score needs to reach half of the target.

    If it has reached half of the target, return the points that it needs to reach the target.
    """
    return falta(game, 0, "stage")


def rest(house: Mapping[str, Setting]) -> Callable[[Game], int]:
    """Return the function that computes what a contraflor al resto pays besides the flors."""
    if house.get("resto_value") == "3_per_flor":
        return no_rest
    if house.get("resto_of") == "stage" and house.get("falta") == "stage":
        return rest_of_stage
    return rest_of_game


def uncalled_envido(game: Game) -> int:
    """Return the points that a side gets for envido if its opponent folds before it is called.

    This is 1 as long as somebody may call envido, else 0.
    """
    envido = game.rules.part("envido")
    if envido.name in game.hand.closed:
        return 0
    return int(bool(tuple(envido.offers(game))))


def before_truco(hand: Hand) -> bool:
    """Return whether the first trick is being played and no truco was accepted."""
    return not hand.tricks and not hand.has_accepted("truco")


def every_round(_: Game) -> bool:
    """Return True: a round of duels (pica pica) is played at any score."""
    return True


def between(game: Game) -> bool:
    """Return whether every score is in the middle of the game. Then a round of duels is played.

    In the middle, every side has at least 5 points, and needs at least 5 more to win.
    """
    return _is_in_middle(game, game.score)


def alternate(game: Game) -> bool:
    """Return whether a round of duels is played after a hand of six in the middle of the game.

    A hand of six is a hand that all six players play. The score at which that hand began and the
    present score must both be in the middle (see `between`).
    """
    return between(game) and bool(game.whole) and _is_in_middle(game, game.whole)


def _is_in_middle(game: Game, score: tuple[int, ...]) -> bool:
    return all(5 <= points <= game.rules.tally.target - 5 for points in score)


def by_turns(game: Game) -> bool:
    """Return whether all six players played the previous hand. Then a round of duels is played."""
    return bool(game.whole)


DUELS = {
    "always": every_round,
    "between": between,
    "alternate": alternate,
    "alternate_always": by_turns,
}


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
    """Return the rules of a game like Argentine truco under these house rules.

    * `numbers`, `flors`: the numbers that cards can make for an envido and for a flor.
    * `ladder`, `chain`: the calls of truco, and the calls of envido (None: as in Argentine truco).
    * `flor_window`: returns whether a flor may still be announced.
    * `pido`: if true, players may accuse each other of a hidden flor after the hand.
    """
    by_trick = house.get("truco_scope") == "trick"
    calls = Ladder("truco", ladder, window=in_its_trick if by_trick else always)
    lone = alone(house)
    parts: list[Part] = [*lone, calls]
    if house["envido"]:
        callers = everybody if house["envido_callers"] == "anyone" else last_two
        parts += with_envido(chain or Envido.of(house), callers, numbers)
    fold = Fold()
    if house["envido"] and house["fold_before_envido"] == "hand_and_envido":
        fold = Fold(also=uncalled_envido)
    if house["flor"]:
        bet = "envido" if house["envido"] else ""
        achico = int(house["achico"])
        flor = Flor(bet=bet, rest=rest(house), shrunk=achico, window=flor_window)
        parts += with_flor(flor, flors, pido=pido)
    if house["envido"] and house["envido_shown"] == "must_show":
        parts.append(Unshown("envido"))
    lead: LeadAfterTie = house["lead_after_tie"]  # type: ignore[assignment] # an option's value
    kind = ByTheTrick if by_trick else Tricks
    tricks = kind(
        Verdict("first", ALL_TIED[str(house["ttt"])]),
        lead_after_tie=lead,
        interrupts=accepted_silently("truco", allowed=bool(house["silent_accept"])),
    )
    parts += [tricks, fold, Claim()]
    # If accounts are equal at the target, play goes on until one is ahead. Not with `alone=fixed`:
    # there two players are partners all match, so their accounts are always equal.
    plays_on = bool(lone) and house["alone"] != "fixed"
    return Rules(
        Points(int(house["target"]), plays_on),
        tuple(parts),
        duels=duels(house),
        takes_turns=takes_turns(house),
    )


def alone(house: Mapping[str, Setting]) -> tuple[Part, ...]:
    """Return the part by which one of three players plays alone, or () if two, four or six play."""
    if int(house["seats"]) % 2 == 0:
        return ()
    who: LonePlayer = house["alone"]  # type: ignore[assignment] # an option's value
    return (Alone(who),)


def with_envido(
    chain: Raises, callers: Callers, numbers: tuple[int, ...] = NUMBERS
) -> tuple[Part, ...]:
    """Return the parts of envido: its calls, and the numbers said for it."""
    envido = Ladder(
        "envido",
        chain,
        callers,
        window=before_truco,
        settled_by="declare",
        interrupts=TRUCO_FIRST,
    )
    return envido, Declare(envido, numbers)


def with_flor(flor: Flor, numbers: tuple[int, ...], *, pido: bool = True) -> tuple[Part, ...]:
    """Return the parts of flor: the calls, the numbers that are compared, and `PidoFlor`.

    `numbers` are the numbers that cards can make for a flor. Without `pido`, leave out `PidoFlor`.
    """
    parts = (flor, Declare(flor, numbers, "flor-points"))
    if not pido:
        return parts
    return (*parts, PidoFlor())


def duels(house: Mapping[str, Setting]) -> Callable[[Game], bool]:
    """Return the function that decides whether the next deal is a round of duels (pica pica)."""
    return DUELS.get(str(house.get("pica_pica")), no_duels)


def takes_turns(house: Mapping[str, Setting]) -> Callable[[Game], bool]:
    """Return the function that decides whether rounds of duels alternate with hands of six.

    A hand of six is a hand that all six players play. With the house rule `pica_pica=alternate`,
    the function returns true if every score is in the middle of the game (see `between`). With any
    other value it returns true at any score.
    """
    if house.get("pica_pica") == "alternate":
        return between
    return at_any_score


def with_own(options: tuple[Option, ...], own: tuple[Option, ...]) -> tuple[Option, ...]:
    """Return `options`, in which each house rule of `own` replaces the one with the same key."""
    by_key = {option.key: option for option in own}
    return tuple(by_key.get(option.key, option) for option in options)


def falta_formula(default: str, *others: str) -> Option:
    """Return the house rule for what a falta pays.

    With three players this house rule does not exist. A falta then pays what the highest score
    needs to win.
    """
    option = Option.choice("falta", default, *others, group="envido").where(envido="on")
    return replace(option, seats=SEATS_WITH_FALTA)


def rules(**house: Setting) -> Rules:
    """Return the rules for two or three players, or for two sides of two, three or four."""
    return truco(house=house)


FOLD_BEFORE_ENVIDO = Option.choice(
    "fold_before_envido", "hand", "hand_and_envido", group="envido"
).where(envido="on")
ENVIDO_SHOWN = Option.choice("envido_shown", "trusted", "must_show", group="envido").where(
    envido="on"
)
ACHICO = Option.choice("achico", "4", "3", group="envido")
RESTO_OF = replace(
    Option.choice("resto_of", "game", "stage", group="envido").where(flor="on", falta="stage"),
    seats=SEATS_WITH_FALTA,
)
ALONE_NAMES = ("gallo", "carancho")  # the game of three, one against two
ALONE = (
    replace(Option.choice("alone", "dealer", "turns", "fixed", group="special"), seats=(3,)),
    replace(Option.choice("alone_cards", "3", "4", group="cards"), seats=(3,)),
)
PICA_PICA = replace(Option.choice("pica_pica", "off", *DUELS, group="envido"), seats=(6,))
OPTIONS = (
    Option.target(30, 15, 18, 24, 40),
    Option.best_of(3),
    Option.handicap(),
    Option.switch("envido", "on", group="envido"),
    Option.switch("flor", "off", group="envido"),
    Option.choice("truco_scope", "hand", "trick", group="calls"),
    Option.all_tied("leader_side"),
    Option.choice("envido_openers", "any", "plain_only", group="envido").where(envido="on"),
    Option.choice("envido_callers", "last_two", "anyone", group="envido").where(envido="on"),
    Option.choice("envido_max", "2", "unlimited", group="envido").where(envido="on"),
    falta_formula("seed", "leader", "stage"),
    Option.choice("resto_value", "rest_plus_3", "3_per_flor", group="envido").where(flor="on"),
    RESTO_OF,
    ACHICO.where(flor="on"),
    Option.switch("real_envido_again", "off", group="envido").where(envido="on"),
    FOLD_BEFORE_ENVIDO,
    ENVIDO_SHOWN,
    PICA_PICA,
    *ALONE,
    Option.switch("silent_accept", "off", group="calls"),
    Option.lead_after_tie("tied_leader"),
)


TODAY = Preset.of(
    "Argentina and Uruguay today", "envido_callers=anyone", readers=("es_AR", "es_UY")
)

VARIANT = Variant(
    id="argentine",
    name="Argentine truco",
    seats=(4, 2, 3, 6, 8),
    direction="counter-clockwise",
    suits="spanish",
    land="south-america",
    first_for=("es_AR",),
    options=OPTIONS,
    presets=(
        AS_WRITTEN,
        TODAY,
        Preset.of("Truco by the trick", "truco_scope=trick envido_openers=plain_only falta=seed"),
    ),
    ranking=lambda _: ranked(RANKING),
    make_rules=rules,
    draw=Draw("agreed", "halves"),
    count=Count("matches", ("malas", "buenas")),
    also=("truque", *ALONE_NAMES),
)
