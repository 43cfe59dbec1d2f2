"""A game without some house rules of another plays by their defaults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import variants
from companion.cheatsheets.sheet import build_sheet
from companion.engine import MatchLog, parse, start
from companion.engine.option import UnknownHouseRule

CATALAN = variants.get("catalan")
OF_EVERY_GAME = ("target", "best_of", "handicap")


def keys_of(game):
    """Return the house rules of a game that not every game has."""
    return [option.key for option in game.options if option.key not in OF_EVERY_GAME]


def left_out():
    for game in variants.VARIANTS.values():
        for key in keys_of(game):
            yield pytest.param(game, key, id=f"{game.id}-{key}")


@pytest.mark.parametrize(("game", "key"), list(left_out()))
def test_every_house_rule_may_be_left_out(game, key):
    """Without a house rule a game is the same as with its default, for any number of players."""
    less = game.without(key)
    for seats in game.seats:
        full = game.rules(seats)
        rules = less.rules(seats)
        assert [part.name for part in rules.parts] == [part.name for part in full.parts]
        assert (rules.tally, rules.plain, rules.sides) == (full.tally, full.plain, full.sides)
        assert less.ranking(dict(rules.house)) == game.ranking(dict(full.house))
        assert key not in dict(rules.house)


@pytest.mark.parametrize(
    "key", [option.key for option in CATALAN.options if option.key not in OF_EVERY_GAME]
)
def test_its_sheet_says_nothing_of_a_rule_it_does_not_have(key):
    less = CATALAN.without(key)
    found = build_sheet(less, less.rules(), "en")
    (house,) = (topic.body for topic in found.topics if topic.id == "house")
    assert key not in {rule.key for rule in house}


def test_catalan_truc_if_everybody_answers_as_usual():
    """The next player answers, and a record cannot change that."""
    less = replace(CATALAN.without("answers", "eleven_value"), id="small")
    game = MatchLog.of(start(less.rules()), map(parse, ["truc@1"])).game
    assert game.hand.question.answer == (2,)
    with pytest.raises(UnknownHouseRule, match="has no house rule answers"):
        less.rules(house={"answers": "either"})


def test_matarrata_has_one_ranking():
    espaseta = variants.get("espaseta")
    assert "ranking" not in dict(espaseta.rules().house)
    assert espaseta.ranking({})[:2] == (("1e",), ("1b",))


def test_a_house_rule_nobody_has_cannot_be_left_out():
    with pytest.raises(KeyError):
        CATALAN.without("rankings")
