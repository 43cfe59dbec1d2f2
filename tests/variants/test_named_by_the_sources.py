"""House rules and presets that sources name and that are no defaults (RULES.md 19)."""

from dataclasses import replace
from functools import partial

import pytest

from companion import variants
from companion.engine import MatchLog, legal, parse, start
from companion.engine.ladder import steps
from companion.engine.option import UnknownHouseRule
from companion.engine.records import house
from companion.variants import catalan
from tests.playing import play, taps, told


def preset(game, name):
    rules = {preset.name: preset.house for preset in variants.get(game).presets}[name]
    return " ".join(f"{key}={value}" for key, value in rules)


PRESETS = [
    (
        "catalan",
        "Eleven worth 1, either answers",
        "one_card_offer=nondealer_proposes eleven_value=1 answers=either",
    ),
    ("catalan", "The first trick decides", "tiebreak=first"),
    ("catalan", "French cards", "ranking=moll"),
    ("french", "Spoilt tricks to nobody", "ttt=none partner_tie=spoilt_unless_led"),
    ("mineiro", "Brazil today", "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off"),
    (
        "mineiro",
        "Brazil today, from 2",
        "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off ladder=2-4-6-10-12",
    ),
    ("paulista", "Brazil today", "truco_scope=hand ttt=none blind_at_11_11=off raise_cap=off"),
    ("argentine", "Truco by the trick", "truco_scope=trick envido_openers=plain_only falta=seed"),
]


@pytest.mark.parametrize(("game", "name", "rules"), PRESETS)
def test_each_preset_of_a_source_is_a_set_of_house_rules(game, name, rules):
    assert preset(game, name) == rules
    assert play(game, rules=rules)
    assert {"As written", name} <= {preset.name for preset in variants.get(game).presets}


# The defaults, as the table of section 19 has them

SOUTH = ("gauderio", "amostra")
GAMES = variants.VARIANTS.items()
DEFAULTS = {
    "eleven_value": {"catalan": "3", "espaseta": "3"},
    "eleven_both": {"catalan": "no_truc", "espaseta": "no_truc"},
    "answers": {
        "catalan": "next",
        "espaseta": "next",
        "north-catalan": "captain",
        "truc-y-flou": "pied",
    },
    "ranking": {"catalan": "usual"},
    "put_rules": {"put": "hoyle", "put-pass": "hoyle", "put-many": "original"},
    "envido": dict.fromkeys(("argentine", "uruguayan", "venezuelan", *SOUTH), "on")
    | dict.fromkeys(("mineiro", "paulista"), "off"),
    "flor": {
        "argentine": "off",
        "mineiro": "off",
        "paulista": "off",
        "valencian": "off",
        "uruguayan": "on",
        "venezuelan": "on",
    }
    | dict.fromkeys(SOUTH, "on"),
    "pica_pica": dict.fromkeys(
        ("argentine", "uruguayan", "venezuelan", "mineiro", "paulista", *SOUTH), "off"
    ),
    "handicap": dict.fromkeys(variants.VARIANTS, "0"),
    "lead_after_tie": {name: game.option("lead_after_tie").default for name, game in GAMES},
}


@pytest.mark.parametrize("key", DEFAULTS)
def test_each_house_rule_of_a_source_is_offered_by_the_games_it_concerns(key):
    having_it = [(name, game) for name, game in GAMES if key in {o.key for o in game.options}]
    found = {name: game.option(key).default for name, game in having_it}
    assert found == DEFAULTS[key]


# Catalan readings


def test_catalan_the_hand_of_eleven_may_be_worth_one():
    assert told("catalan", "yes@0", score="11-4", rules="eleven_value=1")["stake"] == 1
    assert (
        told("espaseta", "yes@0 hand@1", score="11-4", rules="eleven_value=9")["match_winner"] == 1
    )
    with pytest.raises(UnknownHouseRule, match="from 1 to 9"):
        play("catalan", rules="eleven_value=0")


def test_catalan_the_ranking_moll_uses_a_french_pack():
    game = variants.get("catalan")
    assert game.ranking({"ranking": "moll"})[:3] == (("3",), ("2",), ("A",))
    assert game.suits_under(game.rules(4, {"ranking": "moll"})) == "french"
    assert game.suits_under(game.rules(4)) == "spanish"


# Pica pica in the other games


@pytest.mark.parametrize(
    ("game", "inside", "outside"),
    [
        ("venezuelan", "5-19", "5-20"),
        ("paulista", "5-7", "5-8"),
        ("argentine", "25-5", "26-5"),
        ("mineiro", "7-7", "4-7"),
    ],
)
def test_pica_pica_ends_five_points_before_the_target(game, inside, outside):
    how = {"seats": 6, "rules": "pica_pica=between"}
    assert "won@2" not in taps(play(game, score=inside, **how))
    assert "won@2" in taps(play(game, score=outside, **how))
    with pytest.raises(UnknownHouseRule, match="no house rule pica_pica"):
        play(game, rules="pica_pica=always")


# A handicap


def test_every_game_of_a_match_begins_with_the_handicap():
    how = {"rules": "handicap=3-0 best_of=3"}
    assert told("catalan", **how)["score"] == [3, 0]
    assert told("catalan", "resign@0", **how)["score"] == [3, 0]
    assert told("catalan", score="0-0", **how)["score"] == [0, 0]  # the score as it stands
    assert told("catalan", rules="handicap=11-0")["open"]["word"] == "eleven"
    assert told("put-many", seats=3, rules="handicap=0-0-4")["score"] == [0, 0, 4]
    trut = told("trut", rules="handicap=0-2")
    assert (trut["truts"], trut["score"]) == ([0, 2], [0, 0])


@pytest.mark.parametrize("value", ["12-0", "3", "1-2-3", "-1-0", "a-b", "0-", "01-2"])
def test_a_handicap_is_one_number_for_each_side_below_the_target(value):
    with pytest.raises(UnknownHouseRule, match=r"whole number.*from 0 to 11.*0-1"):
        play("catalan", rules=f"handicap={value}")
    assert play("catalan", rules="handicap=12-0 target=15").score == (12, 0)
    assert play("catalan", rules="handicap=0").score == (0, 0)


# What cannot be


@pytest.mark.parametrize("text", ["target=12 target=15", "target=12 target=12"])
def test_a_house_rule_given_twice_is_an_error(text):
    with pytest.raises(ValueError, match="target is given twice"):
        house(text)


def test_a_game_like_another_may_leave_out_house_rules_and_have_its_own_ladder():
    options = variants.get("catalan").options
    some = tuple(option for option in options if option.key in ("target", "best_of"))
    steps_of_its_own = partial(catalan.rules, ladder=steps(("truc", 3, 1)))
    small = replace(
        variants.get("catalan"), id="small", options=some, presets=(), make_rules=steps_of_its_own
    )
    game = play_line(start(small.rules()), "truc@1 yes@2")
    assert game.hand.worth == 3
    assert {offer.tap.word for offer in legal(game)} == {"won", "tied", "fold", "hand"}


def play_line(game, taps):
    return MatchLog.of(game, map(parse, taps.split())).game


def test_games_are_also_known_by_the_other_names_people_search_for():
    names = {name: set(game.also) for name, game in variants.VARIANTS.items()}
    assert "truque" in names["catalan"]
    assert {"truka", "tru"} <= names["french"]
    assert "matarrata" in names["espaseta"]
