"""A house rule can be left out of a game. The game is then played by the default of this rule."""

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
    return [option.key for option in game.options if option.key not in OF_EVERY_GAME]


def left_out():
    for game in variants.VARIANTS.values():
        for key in keys_of(game):
            yield pytest.param(game, key, id=f"{game.id}-{key}")


@pytest.mark.parametrize(("game", "key"), list(left_out()))
def test_every_house_rule_may_be_left_out_of_a_game(game, key):
    less = game.without(key)
    for seats in game.seats:
        full = game.rules(seats)
        rules = less.rules(seats)
        assert [part.name for part in rules.parts] == [part.name for part in full.parts]
        assert (rules.tally, rules.plain, rules.accounts) == (full.tally, full.plain, full.accounts)
        assert less.ranking(dict(rules.house)) == game.ranking(dict(full.house))
        assert key not in dict(rules.house)


@pytest.mark.parametrize(
    "key", [option.key for option in CATALAN.options if option.key not in OF_EVERY_GAME]
)
def test_the_cheat_sheet_does_not_mention_a_house_rule_that_was_left_out(key):
    less = CATALAN.without(key)
    found = build_sheet(less, less.rules(), "en")
    (house,) = (topic.body for topic in found.topics if topic.id == "house")
    assert key not in {rule.key for rule in house}


def test_only_the_next_player_answers_in_catalan_without_a_house_rule_for_answers():
    less = replace(CATALAN.without("answers", "eleven_value"), id="small")
    game = MatchLog.of(start(less.rules()), map(parse, ["truc@1"])).game
    assert game.hand.question.answer == (2,)
    with pytest.raises(UnknownHouseRule, match="has no house rule answers"):
        less.rules(house={"answers": "either"})


def test_the_game_espaseta_has_no_house_rule_for_the_ranking_of_its_cards():
    espaseta = variants.get("espaseta")
    assert "ranking" not in dict(espaseta.rules().house)
    assert espaseta.ranking({})[:2] == (("1e",), ("1b",))


def test_leaving_out_a_house_rule_that_no_game_has_is_refused():
    with pytest.raises(KeyError):
        CATALAN.without("rankings")
