"""Test opening a table: the engine checks the chosen settings, defaults fill in the others."""

import pytest

from companion import tables


def test_opening_a_table_needs_only_a_game(app):
    match = tables.open_table(variant="catalan")
    state = tables.state(match)
    assert (match.seats, match.dealer, match.locked) == (4, 0, False)
    assert state.names == ("", "", "", "")
    assert (state.version, state.log.game.score_text) == (0, "0-0")


def test_an_opened_table_has_all_settings_that_were_chosen(app):
    match = tables.open_table(
        variant="catalan",
        seats=2,
        house={"target": "24", "best_of": "3"},
        names=["Ona", "Jan"],
        dealer=1,
        score=" 4-6 ",
        games="1-0",
    )
    state = tables.state(match)
    game = state.log.game
    assert (state.names, game.score_text, game.games) == (("Ona", "Jan"), "4-6", (1, 0))
    assert game.dealer == 1
    assert match.house_rules["target"] == "24"


def test_a_match_stores_every_house_rule_so_that_new_defaults_do_not_change_it(app):
    match = tables.open_table(variant="catalan")
    assert match.house_rules == dict(tables.rules(match).house)
    assert match.house_rules["best_of"] == "1"


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ((), ("", "", "", "")),
        (("Ona",), ("Ona", "", "", "")),
        (("", "Anna", " ", "Jan"), ("", "Anna", "", "Jan")),
    ],
)
def test_a_seat_for_which_no_name_was_given_has_no_name(app, given, names):
    assert tables.state(tables.open_table(variant="catalan", names=given)).names == names


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"variant": "bridge"}, "catalan"),
        ({"seats": 3}, "2 or 4"),
        ({"house": {"target": "no"}}, "target"),
        ({"house": {"colour": "red"}}, "one_card_offer"),
        ({"names": ["A", "B", "C", "D", "E"]}, "5 names for 4 seats"),
        ({"names": ["\u202e\u0000"]}, "visible character"),
        ({"dealer": 4}, "0 to 3"),
        ({"dealer": -1}, "0 to 3"),
        ({"score": "4"}, "4-6"),
        ({"score": "12-0"}, "12"),
        ({"games": "9-9"}, "1-0"),
    ],
)
def test_opening_a_table_with_impossible_settings_is_refused_with_a_sentence(app, wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        tables.open_table(**{"variant": "catalan"} | wrong)


def test_a_new_table_draws_another_code_if_the_first_is_taken(app, monkeypatch):
    first = tables.open_table(variant="catalan")
    draws = iter(first.code + "2" * 12)
    monkeypatch.setattr("companion.tables.codes.secrets.choice", lambda _: next(draws))
    assert tables.open_table(variant="catalan").code == "2" * 12
