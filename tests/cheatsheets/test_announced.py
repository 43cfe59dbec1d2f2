"""The sheet lists the announced bets (flor), their answers, and what each chain pays."""

from __future__ import annotations

import pytest

from companion import variants
from companion.cheatsheets import build_sheet
from companion.cheatsheets.announcing import announced
from companion.cheatsheets.ladders import NOTHING
from companion.engine import Rules

# RULES 14, two flors at the table: the chain, the worth after yes, the points after no.
# "-": the score decides. "": there is no such answer.
BOOK = {
    "flor": ("3", ""),
    "flor achico": ("", "4"),
    "flor contraflor": ("6", "4"),
    "flor contraflor resto": ("rest 6", "4"),
    "flor resto": ("rest 6", "4"),
}
PLAIN = {**BOOK, "flor contraflor resto": ("6", "4"), "flor resto": ("6", "4")}
GAMES = ["argentine", "uruguayan", "venezuelan"]


def rules(variant: str, seats: int = 4, **house: str) -> Rules:
    return variants.get(variant).rules(seats, {"flor": "on", **house})


def chains(rules: Rules) -> dict[str, tuple[str, str]]:
    said: list[str] = []
    found = {}
    for bet in announced(rules):
        said = [*said[: bet.depth], bet.word]
        yes = f"rest {bet.plus}" if bet.yes is None else str(bet.yes)
        found[" ".join(said)] = (yes.removeprefix(NOTHING), str(bet.no).removeprefix(NOTHING))
    return found


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_sheet_has_every_chain_of_flor(variant: str, seats: int) -> None:
    assert chains(rules(variant, seats)) == BOOK


@pytest.mark.parametrize("target", ["24", "30", "40"])
def test_a_resto_on_the_sheet_has_no_fixed_worth(target: str) -> None:
    assert chains(rules("argentine", target=target)) == BOOK


def test_a_resto_for_the_flors_alone_has_a_fixed_worth() -> None:
    """One line of the source CatsAtCards pays a resto only 3 points for each flor."""
    assert chains(rules("argentine", resto_value="3_per_flor")) == PLAIN


@pytest.mark.parametrize("variant", variants.VARIANTS)
def test_only_flor_is_announced(variant: str) -> None:
    game = variants.get(variant)
    flor = any(part.name == "flor" for part in game.rules().parts)
    assert bool(announced(game.rules())) == flor


def test_the_chains_of_flor_are_printed_in_words() -> None:
    game = variants.get("uruguayan")
    topics = build_sheet(game, game.rules()).topics
    topic = next(topic for topic in topics if topic.id == "announced")
    assert (topic.title, topic.drawn) == ("Flor", "bets")
    assert [(line.depth, line.call, line.yes, line.no) for line in topic.body] == [
        (0, "Flor", "3", "–"),
        (1, "Con flor me achico", "–", "4"),
        (1, "Contraflor", "6", "4"),
        (2, "Contraflor al resto", "rest + 6", "4"),
        (1, "Contraflor al resto", "rest + 6", "4"),
    ]
