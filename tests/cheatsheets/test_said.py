"""The sheet of each game says what `said.txt` lists for the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

import pytest

from companion import variants
from companion.cheatsheets import build_sheet, noted
from companion.cheatsheets.announcing import announced
from companion.cheatsheets.ladders import NOTHING, BetStep, bets, caps, rungs
from companion.cheatsheets.lexicon import Lexicon
from companion.cheatsheets.ranking import Card
from companion.cheatsheets.scoring import gains
from companion.cheatsheets.specials import Special, specials
from companion.web.language import LANGUAGES
from tests.cheatsheets.sheets import rules, sheet, topic, topic_names
from tests.playing import play
from tests.variants.lists import entries

ALWAYS = {"ranking", "ladder", "ties", "deal", "score", "house", "words", "sources"}
LIST = Path(__file__).with_name("said.txt")
WHOLE = ("bets", "flor", "special")
House = dict[str, str]


def lines() -> Iterator[tuple[str, str, str, str]]:
    """Yield each line of `said.txt` as game, house rules, kind and text.

    A line for several games is yielded once for each game. Successive lines of
    a kind in WHOLE are joined by "; ", because together they must list everything of this kind
    that is on the sheet.
    """
    for (games, how, kind), found in groupby(entries(LIST), key=kind_of_entry):
        texts = [line.partition(" ")[2] for _, _, line in found]
        if kind in WHOLE:
            texts = ["; ".join(texts)]
        for game in games.split(","):
            yield from ((game, how, kind, text) for text in texts)


def kind_of_entry(entry: tuple[str, str, str]) -> tuple[str, str, str]:
    games, how, line = entry
    return games, how, line.partition(" ")[0]


LISTED = sorted({game for game, *_ in lines()})


def check_topics(game: str, house: House, text: str) -> None:
    assert topic_names(sheet(game, **house)) == ALWAYS | {*text.replace("none", "").split()}


def check_called(game: str, _: House, text: str) -> None:
    for lang in LANGUAGES:
        word = Lexicon(game, lang).word("zzz")
        assert f"{word.yes} / {word.no}" == text


def check_ladder(game: str, house: House, text: str) -> None:
    steps, _, who = text.partition(" | ")
    for seats in variants.get(game).seats:
        found = rungs(rules(game, seats, **house))
        assert " / ".join(f"{rung.word} {rung.yes} {rung.no}" for rung in found) == steps
        assert list(dict.fromkeys(rung.who for rung in found)) == list(dict.fromkeys(who.split()))


def check_also(game: str, house: House, text: str) -> None:
    (rung,) = rungs(rules(game, **house))
    assert " ".join(rung.also) == text.replace("none", "")
    assert (rung.before, rung.replies) == (1, ())


def check_answer(game: str, house: House, text: str) -> None:
    for pair in text.split(", "):
        seats, answer = pair.split()
        found = rungs(rules(game, int(seats), **house))
        assert {rung.answer for rung in found} == {answer}


def check_replies(game: str, house: House, text: str) -> None:
    assert " ".join(rungs(rules(game, **house))[0].replies) == text.replace("none", "")


def chains(made: Iterable[BetStep], open_worth: str = "falta") -> str:
    """Return all chains of bets as one text: "envido 2/1; envido envido 4/2; …".

    The first number is what the chain is worth, and the second is what a refusal pays. "-" replaces
    the first number if the last bet of the chain cannot be accepted, and the second number if it
    cannot be refused. `open_worth` replaces a first number that depends on the score.
    """
    said: list[str] = []
    found = []
    for bet in made:
        said = [*said[: bet.depth], bet.word]
        yes = open_worth.format(bet.plus) if bet.yes is None else bet.yes
        found.append(f"{' '.join(said)} {yes}/{bet.no}".replace(NOTHING, "-"))
    return "; ".join(sorted(found))


def check_bets(game: str, house: House, text: str) -> None:
    assert chains(bets(rules(game, **house))) == text.replace("none", "")


def check_flor(game: str, house: House, text: str) -> None:
    for seats in variants.get(game).seats:
        assert chains(announced(rules(game, seats, **house)), "rest+{}") == text


def check_caps(game: str, house: House, text: str) -> None:
    for seats in variants.get(game).seats:
        found = caps(rules(game, seats, **house))
        listed = " ".join(f"{word} {points}" for word, points in found.items())
        assert listed == text.replace("none", "")


def check_gains(game: str, house: House, text: str) -> None:
    for seats in variants.get(game).seats:
        found = gains(rules(game, seats, **house))
        paid = [f"{one.event} {one.points}/{one.truts} {one.clears}".strip() for one in found]
        assert ", ".join(paid) == text.replace("none", "")


def special_text(one: Special) -> str:
    score = one.at.points if one.at.truts is None else f"{one.at.truts}/{one.at.points}"
    parts = [f"{one.at.sides} on {score}{'+' * one.at.or_more}"]
    if one.asked:
        parts.append(f"{one.asked} {'called' if one.called else 'asked'}, {one.answer} answers")
        parts.append(f"{'in turn ' * one.in_turn}{one.quorum}")
    parts += [f"yes {one.yes}", f"no {one.no}", f"otherwise {one.otherwise}", "calls" * one.calls]
    parts += ["wins the game" * one.decides, f"clears {one.clears}" * bool(one.clears)]
    return ", ".join(part for part in parts if part and not part.endswith("None"))


def check_special(game: str, house: House, text: str) -> None:
    given = house.pop("seats", None)
    for seats in [int(given)] if given else variants.get(game).seats:
        found = specials(rules(game, seats, **house))
        assert ("; ".join(map(special_text, found)) or "none") == text


def check_step(game: str, house: House, text: str) -> None:
    shown = sheet(game, **house)
    steps = [*topic(shown, "ladder").body]
    if "announced" in topic_names(shown):
        steps += topic(shown, "announced").body
    printed = []
    for step in steps:
        notes = "; ".join(getattr(step, "notes", ()))
        printed.append(f"{step.call} {step.yes} {step.no}".strip() + f" ({notes})" * bool(notes))
    assert text in printed


def check_opens(game: str, house: House, text: str) -> None:
    taps, _, wanted = text.partition(" | ")
    at = play(game, taps.strip("-"), score=house.pop("score", ""), rules=words_of(house))
    assert sheet(game, **house).moment(at) == wanted.replace("none", "")


def check_ranks(game: str, house: House, text: str) -> None:
    tap, _, ranking = text.partition(" | ")
    found = noted(play(game, tap.strip("-"), rules=words_of(house)))
    made = build_sheet(variants.get(game), rules(game, **house), noted=found)
    places = topic(made, "ranking").body
    assert " ".join("/".join(map(short, place.cards)) for place in places) == ranking


def short(card: Card) -> str:
    return card.rank + ("" if len(card.suits) == 4 else "".join(card.suits))


def words_of(house: House) -> str:
    return " ".join(f"{key}={value}" for key, value in house.items())


def text_of_topic(game: str, house: House, wanted: str) -> str:
    """Return all text of the topic `wanted`: its title, its sentences, then its body."""
    seats = house.pop("seats", None)
    found = topic(sheet(game, seats and int(seats), **house), wanted)
    return " ".join((found.title, *found.says, str(found.body)))


def check_says(game: str, house: House, text: str) -> None:
    wanted, _, said = text.partition(": ")
    assert said in text_of_topic(game, house, wanted)


def check_omits(game: str, house: House, text: str) -> None:
    wanted, _, said = text.partition(": ")
    assert said not in text_of_topic(game, house, wanted)


CHECKS: dict[str, Callable[[str, House, str], None]] = {
    "topics": check_topics,
    "called": check_called,
    "ladder": check_ladder,
    "also": check_also,
    "answer": check_answer,
    "replies": check_replies,
    "bets": check_bets,
    "flor": check_flor,
    "caps": check_caps,
    "gains": check_gains,
    "special": check_special,
    "step": check_step,
    "opens": check_opens,
    "ranks": check_ranks,
    "says": check_says,
    "omits": check_omits,
}


@pytest.mark.parametrize(("game", "how", "kind", "text"), list(lines()))
def test_each_sheet_shows_every_fact_that_is_listed_for_its_game(game, how, kind, text):
    CHECKS[kind](game, dict(rule.split("=", 1) for rule in how.split()), text)


@pytest.mark.parametrize("kind", ["ladder", "topics"])
def test_the_list_of_expected_facts_has_the_ladder_and_topics_of_every_game(kind):
    assert {game for game, _, found, _ in lines() if found == kind} == set(variants.VARIANTS)


@pytest.mark.parametrize(
    ("variant", "house"), [("argentine", {"envido_max": "unlimited"}), ("venezuelan", {})]
)
def test_the_sheet_shortens_chains_of_envido_in_games_without_a_limit_of_envidos(variant, house):
    found = chains(bets(rules(variant, **house))).split("; ")
    for chain in ("envido envido envido 6/4", "envido envido falta-envido falta/4"):
        assert chain in found
    assert max(len(chain.split()) - 1 for chain in found) <= 4
