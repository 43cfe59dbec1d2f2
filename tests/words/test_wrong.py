"""Errors of input are explained in the page's language, without notation or names of options."""

import pytest

from companion import tables, variants
from companion.web.language import LANGUAGES, load, set_language
from companion.words.wrong import sentence_of

RECORD = '[Variant "mineiro"]\n[Seats "2"]\n'


def sentence_of_error(app, code, work):
    with app.test_request_context():
        set_language(load(code))
        with pytest.raises(ValueError, match=r".") as wrong:
            work()
        return sentence_of(wrong.value)


def test_errors_name_a_house_rule_and_its_values_by_their_labels(app):
    rules = variants.get("mineiro").rules
    assert (
        sentence_of_error(app, "en", lambda: rules(2, {"target": "abc"}))
        == "Points that win a game: it must be a whole number from 2 to 99."
    )
    assert "truco_scope" not in sentence_of_error(
        app, "es", lambda: rules(2, {"truco_scope": "abc"})
    )
    assert "truco_scope" not in sentence_of_error(app, "fr", lambda: rules(2, {"abc": "on"}))


def test_errors_show_the_name_of_a_game_and_not_its_id(app):
    assert sentence_of_error(app, "pt_BR", lambda: variants.get("mineiro").rules(3)).startswith(
        "Truco mineiro "
    )
    assert "Truco mineiro" in sentence_of_error(app, "ca", lambda: variants.get("bridge"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_error_of_a_wrong_record_names_the_line_and_the_tap(app, code):
    said = sentence_of_error(
        app, code, lambda: tables.from_records(f"{RECORD}\nwon@0\nwon@0 yes@1", "night")
    )
    assert " 5, " in said
    assert "yes@1" in said
    assert said.count("@") == 1
    assert "legal" not in said


def test_the_error_of_a_record_with_a_wrong_house_rule_says_why(app):
    text = '\n[Variant "mineiro"]\n[Rules "target=abc"]\nwon@0'
    assert sentence_of_error(app, "en", lambda: tables.from_records(text, "night")) == (
        "The record cannot be read at line 2: "
        "Points that win a game: it must be a whole number from 2 to 99."
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_error_of_a_record_with_an_impossible_score_says_why(app, code):
    text = '[Variant "catalan"]\n[Score "4-99"]\nwon@0'
    assert "4-99" in sentence_of_error(app, code, lambda: tables.from_records(text, "night"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_error_of_an_unreadable_record_names_the_line(app, code):
    said = sentence_of_error(
        app, code, lambda: tables.from_records(f'{RECORD}[Colour "red"]\nwon@0', "night")
    )
    assert said.endswith(" 3.")
    assert "header" not in said
