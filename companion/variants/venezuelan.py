"""Truco venezolano (RULES.md 18): 24 points, truco 3, retruco 6, vale nueve, vale juego, free envido, flor, vira."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.core import Game, Rules
from companion.engine.hand import Call
from companion.engine.ladder import Raise, steps
from companion.engine.option import Option, Setting
from companion.engine.packet import Turned
from companion.engine.variant import Count, Variant
from companion.variants import argentine, uruguayan

TRUCO = steps(("truco", 3, 1), ("retruco", 6, 3), ("vale-nueve", 9, 6), ("vale-juego", "game", 9))


@dataclass(frozen=True, slots=True)
class FreeEnvido:
    """Envido, in answer two more or as many more as one says, and the falta."""

    def __call__(self, game: Game, seat: int, said: tuple[Call, ...]) -> Iterator[Raise]:
        """Over what was proposed before, which is what a refusal pays."""
        so_far = said[-1].yes if said else 0
        if not isinstance(so_far, int) or any(call.word == "falta-envido" for call in said):
            return
        yield Raise("envido", so_far + 2, so_far or 1)
        if said:
            yield Raise("envido", so_far, so_far, by=True)
        yield Raise("falta-envido", argentine.falta(game, game.rules.side(seat), "leader"), so_far or 1)


def rules(**house: Setting) -> Rules:
    """Two players, or two sides of two or three; a flor that was not said is void, so nobody is asked for it."""
    numbers, flors = tuple(range(38)), tuple(range(20, 48))
    built = argentine.truco(house=house, numbers=numbers, flors=flors, ladder=TRUCO, chain=FreeEnvido(), pido=False)
    return replace(built, parts=(*built.parts, Turned("vira", uruguayan.MUESTRAS)))


VARIANT = Variant(
    id="venezuelan",
    name="Truco venezolano",
    seats=(4, 2, 6),
    direction="counter-clockwise",
    suits="spanish",
    options=(
        Option.target(24, 12),
        Option.best_of(),
        Option.handicap(),
        Option.switch("flor", "on"),
        Option.choice("ttt", "leader_side", "none"),
        Option.switch("envido", "on"),
        Option.choice("envido_callers", "last_two", "anyone"),
        argentine.PICA_PICA,
        Option.switch("silent_accept", "off"),
        Option.choice("lead_after_tie", "tied_leader", "mano", "rotter"),
    ),
    ranking=lambda house: uruguayan.with_pieces(house.get("vira"), "11", "10"),  # perico and perica
    build=rules,
    count=Count("stones"),
)
