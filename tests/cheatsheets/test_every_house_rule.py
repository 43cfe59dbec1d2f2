"""A sheet mentions only what is played under its house rules. Each house rule is tested alone.

`make test` reads the sheets of each game in one language, and the sheet under each house rule for
one number of players, by turns. `make deep` reads all of them in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import chain, product

import pytest
from hypothesis import settings

from companion import variants
from companion.cheatsheets import Sheet, build_sheet
from companion.cheatsheets.announcing import announced
from companion.cheatsheets.house import HouseRule
from companion.cheatsheets.ladders import bets, rungs
from companion.cheatsheets.lexicon import Lexicon
from companion.engine import Rules, legal, start
from companion.engine.variant import Variant
from companion.web.language import LANGUAGES

DEEP = settings.get_current_profile_name() == "deep"
GAMES = sorted(variants.VARIANTS)
CASES = [*product(GAMES, LANGUAGES)]
BY_TURNS = [(game, [*LANGUAGES][turn % len(LANGUAGES)]) for turn, game in enumerate(GAMES)]
House = Mapping[str, str]


@dataclass(frozen=True)
class PlayedRules:
    """A game under some house rules: its rules, and the calls that can be made under them."""

    house: House
    rules: Rules
    calls: frozenset[str]


def singles(game: Variant, seats: int) -> Iterator[House]:
    """Yield the house rules to test: none, each preset, and each value of each house rule alone."""
    yield {}
    for preset in game.presets:
        if all(option in {o.key for o in game.options_for(seats)} for option, _ in preset.house):
            yield dict(preset.house)
    for option in game.options_for(seats):
        yield from ({option.key: value} for value in option.values)


def ways(game: Variant, seats: int) -> tuple[PlayedRules, ...]:
    built = ((house, game.rules(seats, house)) for house in singles(game, seats))
    return tuple(PlayedRules(house, rules, calls(rules)) for house, rules in built)


def calls(rules: Rules) -> frozenset[str]:
    ladder = set(chain.from_iterable((rung.word, *rung.also) for rung in rungs(rules)))
    others = {part.name for part in rules.parts if part.name in ("pido-flor", "one")}
    return frozenset(ladder | others | {bet.word for bet in (*bets(rules), *announced(rules))})


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from texts(inner)
    elif is_dataclass(value):
        for one in fields(value):
            yield from texts(getattr(value, one.name))


def sheet_texts(sheet: Sheet, house: House) -> Iterator[str]:
    """Yield the texts of a sheet for a game that is played under the house rules `house`.

    The names of the sources are left out. The entries about a house rule are left out if they may
    name calls that are not played (see `switch`).
    """
    yield sheet.lead
    for topic in sheet.topics:
        yield from (topic.title, *topic.says)
        if topic.id == "house":
            listed = [rule for rule in topic.body if not switch(rule.key, house)]
            yield from texts(tuple((rule.label, rule.value) for rule in listed))
        elif topic.id == "sources":
            changed = {rule.label for rule in rules_of(sheet) if switch(rule.key, house)}
            yield from texts(
                tuple(dispute for dispute in topic.body.disputes if dispute.about not in changed)
            )
        else:
            yield from texts(topic.body)


def rules_of(sheet: Sheet) -> tuple[HouseRule, ...]:
    topic = next(topic for topic in sheet.topics if topic.id == "house")
    return topic.body  # type: ignore[return-value]


def switch(key: str, house: House) -> bool:
    """Return whether the sheet may name calls that are not played where it explains the rule `key`.

    It may if `house` sets this house rule, or if the rule switches calls on and off ("flor").
    """
    return key in house or key in ("flor", "envido", "brelan")


def named(words: set[str]) -> re.Pattern[str]:
    return re.compile(
        "|".join(rf"\b{re.escape(word)}\b" for word in sorted(words)) or "(?!)", re.IGNORECASE
    )


Leaving = tuple[PlayedRules, frozenset[str]]


def leaving_out(game: Variant) -> list[Leaving]:
    """Return the rules under which some calls cannot be made, each with these calls."""
    found = []
    for seats in game.seats:
        played = ways(game, seats)
        every = frozenset[str]().union(*(way.calls for way in played))
        found += [(way, every - way.calls) for way in played if every - way.calls]
    return found


def by_turns(found: list[Leaving]) -> list[Leaving]:
    """Return each house rule once: for one of the numbers of players that it has, by turns."""
    by_house: dict[str, list[Leaving]] = {}
    for way, missing in found:
        by_house.setdefault(str(way.house), []).append((way, missing))
    return [same[turn % len(same)] for turn, same in enumerate(by_house.values())]


@pytest.mark.parametrize(("name", "lang"), CASES if DEEP else BY_TURNS)
def test_a_sheet_does_not_mention_calls_that_its_house_rules_leave_out(name, lang):
    game = variants.get(name)
    found = leaving_out(game)
    for way, missing in found if DEEP else by_turns(found):
        words = [Lexicon(name, lang).word(call) for call in missing]
        gone = named({word.label for word in words} | {word.full for word in words})
        said = sheet_texts(build_sheet(game, way.rules, lang), way.house)
        wrong = [text for text in said if gone.search(text)]
        assert wrong == [], (way.rules.seats, way.house)


FACTS = {
    "mineiro": [
        ("decided in the trick it is called in", {"truco_scope": "trick"}),
        ("accepted truco is for the whole hand", {"truco_scope": "hand"}),
    ],
    "argentine": [
        ("The table shows a hand without truco.", {"truco_scope": "trick"}),
        ("before that trick is complete, or not at all", {"truco_scope": "trick"}),
        (
            "the rest is what the leading side still needs to reach 30",
            {"flor": "on", "resto_value": "rest_plus_3", "target": "30"},
        ),
    ],
    "french-free": [
        ("the sides taking turns", {"alternate_raises": "on"}),
        ("even twice in a row", {"alternate_raises": "off"}),
    ],
    "trut-deux-sevres": [
        ("whoever makes a trick rot leads", {"lead_after_tie": "rotter"}),
        ("Qui pourrit dépourrit", {"lead_after_tie": "rotter"}),
    ],
    "catalan": [
        ("the dealer may give three cards each or only one", {"one_card_offer": "dealer_choice"}),
        ("14–9 wins like 12–9", {"target": "12"}),
    ],
    "doubling": [("At most 3 times in a hand", {"max_redeals": "3"})],
    "put": [("play a hand out and take the whole game", {"put_rules": "parlett"})],
}


@pytest.mark.parametrize("name", FACTS)
def test_a_sentence_about_a_value_of_a_house_rule_is_shown_only_under_that_value(name):
    game = variants.get(name)
    for seats in game.seats:
        for house in singles(game, seats):
            rules = game.rules(seats, house)
            said = " ".join(sheet_texts(build_sheet(game, rules), {}))
            now = dict(rules.house)
            for text, where in FACTS[name]:
                assert (text in said) == (where.items() <= now.items()), (house, text)


@pytest.mark.parametrize("name", ["argentine", "uruguayan", "venezuelan", "mineiro", "paulista"])
@pytest.mark.parametrize("pica_pica", ["off", "always", "between"])
def test_the_sheet_names_the_scores_at_which_the_engine_plays_pica_pica(name, pica_pica):
    game = variants.get(name)
    rules = game.rules(6, {"pica_pica": pica_pica})
    said = " ".join(sheet_texts(build_sheet(game, rules), {"pica_pica": pica_pica}))
    early, late = (start(rules, score=score).hand.duel is not None for score in ("4-5", "5-6"))
    assert ("three duels" in said) == late
    assert ("at least 5 more" in said) == (late and not early)


def test_the_sheet_says_that_one_petit_wins_at_fortial():
    """RULES.md 5: a side with six longs and two petits wins with one more petit."""
    game = variants.get("trut-deux-sevres")
    fortial = start(game.rules(), score="6/2-0/0")
    assert fortial.rules.tally.winner(fortial.rules.tally.pay(fortial, 0, 1)) == 0
    said = sheet_texts(build_sheet(game, game.rules()), {})
    meanings = [means for means in said if "one petit short" in means]
    assert len(meanings) == 1
    assert "one long and" not in meanings[0]
    assert legal(fortial)


@pytest.mark.parametrize(
    ("both", "calls"), [("no_truc", "without calls"), ("as_usual", "with calls")]
)
def test_the_sheet_says_whether_there_are_calls_at_eleven_all(both, calls):
    game = variants.get("catalan")
    said = list(sheet_texts(build_sheet(game, game.rules(4, {"eleven_both": both})), {}))
    assert said[said.index("Both sides on 11") + 1] == f"The hand is worth 1, {calls}."
