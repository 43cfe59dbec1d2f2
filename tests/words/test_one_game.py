"""Pages and sheets use the same word for a game, even in a match of only one game."""

import pytest

from companion import variants
from companion.cheatsheets.sheet import build_sheet
from companion.web.language import LANGUAGES, gettext, load, set_language
from companion.words import sentences
from companion.words.people import People


@pytest.fixture(params=LANGUAGES)
def code(app, request):
    with app.test_request_context():
        set_language(load(request.param))
        yield request.param


def people(variant, best_of):
    return People(("Anna", "Biel"), variants.get(variant).rules(2, {"best_of": str(best_of)}))


def score(who, code):
    sheet = build_sheet(variants.get(who.rules.variant), who.rules, code)
    return next(topic for topic in sheet.topics if topic.id == "score").body


def test_a_match_of_one_game_is_called_a_game_everywhere(code):
    one = people("catalan", 1)
    noun = one.game.split()[-1]
    for text in (sentences.wins(0, one), gettext("The game is over"), score(one, code)[0]):
        assert noun in text


def test_games_of_a_longer_match_are_called_by_the_same_word_everywhere(code):
    several = people("catalan", 3)
    assert several.game in sentences.wins(0, several, "game")
    assert several.game in score(several, code)[0]
    assert several.game not in sentences.wins(0, several)


def test_a_game_of_valencian_truc_is_called_a_cama(code):
    who = people("valencian", 3)
    assert "cama" in sentences.wins(0, who, "game")
    assert "cama" in score(who, code)[0]
