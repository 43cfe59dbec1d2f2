"""Truco venezolano (RULES.md 18): 24 points, truco is 3, envido may be raised by any number."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.core import Game, Rules
from companion.engine.hand import Call
from companion.engine.ladder import Raise, steps
from companion.engine.option import Option, Setting
from companion.engine.packet import Turned
from companion.engine.variant import Count, Variant
from companion.variants import argentine, uruguayan

PIECES = {"11": 10, "10": 9}  # perico and perica
TRUCO = steps(("truco", 3, 1), ("retruco", 6, 3), ("vale-nueve", 9, 6), ("vale-juego", "game", 9))


@dataclass(frozen=True, slots=True)
class FreeEnvido:
    """The calls of envido. An envido may be raised by two, by any number, or by the falta."""

    def __call__(self, game: Game, seat: int, calls: tuple[Call, ...]) -> Iterator[Raise]:
        """Yield the calls that may come next, or nothing after the falta.

        The refusal of a call pays what was bet before it, at least 1 point.
        """
        so_far = calls[-1].if_accepted if calls else 0
        if not isinstance(so_far, int) or any(call.word == "falta-envido" for call in calls):
            return
        yield Raise("envido", so_far + 2, so_far or 1)
        if calls:
            yield Raise("envido", so_far, so_far, by=True)
        yield Raise(
            "falta-envido", argentine.falta(game, game.hand.side(seat), "leader"), so_far or 1
        )


def rules(**house: Setting) -> Rules:
    """Return the rules for two players, or for two sides of two or three.

    A flor must be announced before truco is accepted. Nobody may accuse an opponent of a hidden
    flor after the hand.
    """
    built = argentine.truco(
        house=house,
        numbers=tuple(range(38)),
        flors=tuple(range(20, 48)),
        ladder=TRUCO,
        chain=FreeEnvido(),
        flor_window=argentine.before_truco,
        pido=False,
    )
    return replace(built, parts=(*built.parts, Turned("vira", uruguayan.MUESTRAS)))


VARIANT = Variant(
    id="venezuelan",
    name="Truco venezolano",
    seats=(4, 2, 3, 6),
    direction="counter-clockwise",
    suits="spanish",
    land="south-america",
    options=(
        Option.target(24, 12),
        Option.best_of(),
        Option.handicap(),
        Option.switch("flor", "on", group="envido"),
        Option.all_tied("leader_side"),
        Option.switch("envido", "on", group="envido"),
        Option.choice("envido_callers", "last_two", "anyone", group="envido").where(envido="on"),
        argentine.ACHICO.where(flor="on"),
        argentine.FOLD_BEFORE_ENVIDO,
        argentine.ENVIDO_SHOWN,
        argentine.PICA_PICA,
        *argentine.ALONE,
        Option.switch("silent_accept", "off", group="calls"),
        Option.lead_after_tie("tied_leader"),
    ),
    ranking=lambda house: uruguayan.with_pieces(uruguayan.pieces_of(house.get("vira"), PIECES)),
    pieces=lambda house: uruguayan.pieces_of(house.get("vira"), PIECES),
    make_rules=rules,
    count=Count("stones"),
    also=argentine.ALONE_NAMES,
)
