"""Templates escape each printed text exactly once, and are compiled before the first request."""

from __future__ import annotations

import pytest

from companion.board.announcements import Announcements
from companion.board.question import QuestionView
from companion.web import templates


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
