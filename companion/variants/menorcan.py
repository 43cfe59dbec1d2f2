"""Truc menorquí (RULES.md 22): truc is 3 points. In envit, a call may skip the calls before it.

L'amo and madona are the highest cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.cards import Pieces
from companion.engine.core import Game, Rules
from companion.engine.hand import Call
from companion.engine.ladder import Raise, steps
from companion.engine.option import Option, Setting
from companion.engine.variant import Cards, Count, ranked
from companion.variants import argentine, valencian

TRUC = steps(("truc", 3, 1), ("retruc", 6, 3), ("val-nou", 9, 6), ("joc-fora", "game", 9))
WORDS = ("envit", "jo-envit", "dos-mes", "la-falta")
PIECES = Pieces({"11b": 8, "10o": 7})  # l’amo and madona
# L'amo counts 28 plus another card, which makes 35 with a Seven or with madona.
NUMBERS = (*range(8), *range(20, 36))
RANKINGS = {
    "30": "11b 10o 1e 1b 7e 7o 3 2 1o/1c 7c/7b 6 5 4",
    "26": "11b 10o 1e 1b 7e 7o 3 1o/1c 7c/7b 6 5 4",
}
LIKE = valencian.VARIANT.without("flor", "achico", "falta", "deck")


@dataclass(frozen=True, slots=True)
class SkippingEnvit:
    """The calls of envit: envit for 2, jo envit for 4, dos més for 6, and la falta.

    La falta is worth what the side ahead needs to win. A call may skip some of these words. No call
    is worth more than la falta, and each call must be worth more than the call before it.
    """

    def __call__(
        self,
        game: Game,
        seat: int,  # noqa: ARG002 # as all raises
        calls: tuple[Call, ...],
    ) -> Iterator[Raise]:
        """Yield the calls that may follow the last of `calls`: all words after it.

        The refusal of a call pays what the call before it was worth, or 1 if it is the first call.
        """
        bet = 0
        said = 0
        if calls:
            bet = int(calls[-1].if_accepted)
            said = WORDS.index(calls[-1].word) + 1
        falta = game.lacking
        for step, word in enumerate(WORDS[said:], start=said + 1):
            worth = min(2 * step, falta)
            if word == "la-falta":
                worth = falta
            yield Raise(word, worth, bet or 1, offered=worth > bet)


def rules(**house: Setting) -> Rules:
    """Return the rules for two sides of two, three or four."""
    return LIKE.make_rules(**house, ladder=TRUC, chain=SkippingEnvit(), numbers=NUMBERS)


def ranking(house: Mapping[str, str]) -> tuple[Cards, ...]:
    """Return the cards from the strongest down.

    The house rule `fives` may put the Fives above all other cards.
    """
    cards = valencian.with_eights_and_nines(RANKINGS[house["deck"]], house)
    if house.get("fives") == "above_amo":
        cards = "5 " + cards.replace(" 5 ", " ")
    return ranked(cards)


LEAD = Option.choice("lead_after_tie", "eldest_of_tied", "rotter", "tied_leader", group="ties")


VARIANT = replace(
    LIKE,
    id="menorcan",
    name="Truc menorquí",
    seats=(4, 6, 8),
    first_for=(),
    options=(
        *argentine.with_own(LIKE.options, (LEAD,)),
        Option.choice("deck", "30", "26", group="cards"),
        replace(Option.choice("fives", "plain", "above_amo", group="cards"), seats=(6, 8)),
    ),
    make_rules=rules,
    ranking=ranking,
    pieces=lambda _: PIECES,
    count=Count("stones", ("dolentes", "bones")),
    also=("truc balear", "truc mallorquí", "menorca", "mallorca", "truque", "envite"),
)
