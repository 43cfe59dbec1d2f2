"""Printed pages and parts are escaped once, without needless blanks, and compiled early."""

from __future__ import annotations

from companion.board.announcements import Announcements
from companion.board.question import QuestionView
from companion.web import templates


def test_what_a_part_says_is_escaped_once(app):
    told = Announcements(
        (),
        None,
        QuestionView("", "", "<i>Truc</i> & so"),
        "",
        "",
        None,
        silent=False,
        paid=(),
        lately=(),
    )
    with app.test_request_context():
        assert "<h2>&lt;i&gt;Truc&lt;/i&gt; &amp; so</h2>" in templates.parts().draw(told, "told")


def test_blanks_between_words_of_a_page_are_single_ones(phone):
    anna = phone(0)
    page = anna.client.get(anna.home).text
    assert "\n" not in page
    assert "  " not in page


def test_all_are_compiled_before_anybody_asks(app):
    """The first table's page once held everybody else up while its templates were compiled."""
    done = list(templates.compiling(app))
    for name in ("tables/table.html", "tables/parts/table.html", "home/index.html"):
        assert app.jinja_env.get_template(name) in done
