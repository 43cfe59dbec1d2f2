"""Templates escape each printed text exactly once, and are compiled before the first request."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from companion.board.announcements import Announcements
from companion.board.question import QuestionView
from companion.web import language, templates


def test_texts_in_a_region_are_escaped_once(app):
    told = Announcements(
        (),
        None,
        QuestionView("", "", "<i>Truc</i> & so"),
        "",
        "",
        "",
        None,
        None,
        band=None,
        coins=(),
        lately=(),
        begins=True,
    )
    with app.test_request_context():
        assert "<h2>&lt;i&gt;Truc&lt;/i&gt; &amp; so</h2>" in templates.draw(
            "announcements", told=told
        )


def test_all_templates_are_compiled_before_a_page_is_requested(app):
    done = list(templates.compiling(app))
    for name in ("tables/table.html", "tables/panels/table.html", "home/index.html"):
        assert app.jinja_env.get_template(name) in done


@pytest.mark.parametrize(("escapes", "printed"), [(True, "&lt;b&gt;"), (False, "<b>")])
def test_a_template_prints_texts_unescaped_only_where_escaping_is_switched_off(
    app, escapes, printed
):
    block = "{{% autoescape {} %}}{{{{ text }}}}{{% endautoescape %}}"
    always = app.jinja_env.from_string(block.format(str(escapes).lower()))
    assert always.render(text="<b>") == printed
    sometimes = app.jinja_env.from_string(block.format("escapes"))
    assert sometimes.render(text="<b>", escapes=escapes) == printed


@pytest.mark.parametrize(
    ("template", "printed"),
    [
        ("{{ told('a', last='b') }}", "a b"),
        ("{{ told(*first) }}", "c d"),
        ("{{ told('a', **second) }}", "a e"),
        ("{{ 'over' if won }}", ""),
        ("{{ 'over' if not won }}", "over"),
        ("{{ 'over' if won else 'open' }}", "open"),
        ("{{ second.last }}", "e"),
    ],
)
def test_a_template_calls_functions_and_reads_values_as_jinja_does(app, template, printed):
    def told(first: str, last: str) -> str:
        return f"{first} {last}"

    made = app.jinja_env.from_string(template)
    assert made.render(told=told, first=("c", "d"), second={"last": "e"}, won=False) == printed


def test_a_name_that_does_not_exist_is_an_error_and_is_not_printed_as_nothing(app):
    with pytest.raises(UndefinedError):
        app.jinja_env.from_string("{{ nobody }}").render()


def test_a_text_that_cannot_be_made_is_left_out_and_logged(left_out):
    assert templates.tell_or_leave_out(int, "7", instead=0) == 7
    assert left_out == []
    assert templates.tell_or_leave_out(int, "seven", instead=0) == 0
    (logged,) = left_out
    assert "builtins.int: left out of the page" in logged
    assert "seven" in logged


@pytest.mark.parametrize(("path", "address"), [("", "/games"), ("/truc", "/truc/games")])
def test_the_address_of_a_page_begins_with_the_path_of_the_server(app, path, address):
    with app.test_request_context():
        templates.begin_page(language.load("en"), path)
        assert templates.cached_url_for("all_games.show_games") == address
