"""A slot is a named position on our pages, to which extensions add links and templates.

Extensions also answer questions, for example whether the match of a table is decided.
"""

from __future__ import annotations

from flask import Flask

from companion.web import slots


def test_a_slot_shows_the_links_of_its_extensions_but_none_without_a_label(app):
    slots.add_link(app, "test", lambda variant: f"The sheet of {variant}", "sheets.show_game_sheet")
    slots.add_link(app, "test", lambda **_: "", "sheets.show_game_sheet")
    with app.test_request_context():
        assert [*slots.links("test", variant="put")] == [("The sheet of put", "/games/put/sheet")]
        assert [*slots.links("another", variant="put")] == []


def test_a_slot_shows_the_templates_of_its_extensions_with_the_values_they_compute(app):
    slots.add_section(app, "test", "first.html", lambda number: number + 1)
    slots.add_section(app, "test", "second.html", lambda number: number + 2)
    assert slots.sections("test", number=1) == [("first.html", 2), ("second.html", 3)]


def test_the_address_of_a_slot_is_the_first_address_that_an_extension_returns(app):
    assert slots.address("test", place=1) == ""
    for led in ("", "/first", "/second"):
        slots.add_guide(app, "test", lambda place, led=led: led)
    assert slots.address("test", place=1) == "/first"


def test_the_seats_of_a_table_keep_their_names_if_any_extension_says_so(app):
    slots.add_name_keeper(app, lambda code: code == "AAAA")
    slots.add_name_keeper(app, lambda code: code == "BBBB")
    assert [slots.keeps_names(code) for code in ("AAAA", "BBBB", "CCCC")] == [True, True, False]


def test_a_match_is_decided_if_any_extension_says_so(app):
    slots.add_decider(app, lambda code: code == "AAAA")
    slots.add_decider(app, lambda code: code == "BBBB")
    assert [slots.is_decided(code) for code in ("AAAA", "BBBB", "CCCC")] == [True, True, False]


def test_if_two_extensions_explain_games_the_first_explains_them_to_newcomers():
    app = Flask(__name__)
    with app.app_context():
        assert slots.explainer() is None
        slots.add_explainer(app, str)
        slots.add_explainer(app, repr)
        assert slots.explainer() is str
