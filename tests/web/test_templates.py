"""Templates compiled for a language print what Jinja prints without our folding, but for blanks between elements."""

from __future__ import annotations

import re
from itertools import cycle
from random import Random

import pytest
from jinja2 import DictLoader

from companion import tables, variants
from companion.board import panel
from companion.board.panel import VIEWS
from companion.board.question import Question
from companion.board.told import Told
from companion.engine import legal
from companion.web import language, parts, templates
from companion.web.guests import Guest, Viewer


@pytest.fixture
def page(app):
    """A page in Catalan is being made."""
    with app.test_request_context():
        language.speak(language.spoken("ca"))
        yield


@pytest.fixture
def source(app, monkeypatch):
    """Puts the source of a template in the place of the project's."""

    def put(text: str) -> None:
        monkeypatch.setattr(app.jinja_env, "loader", DictLoader({"a.html": text}))
        app.extensions["templates"].compiled.clear()

    return put


@pytest.mark.usefixtures("page")
@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('<p>{{ _("First page") }}</p>', "<p>{first}</p>"),
        ("<p title=\"{{ _('First page') }}\">", '<p title="{first}">'),
        ('{{ _("no message at all & <so>") }}', "no message at all &amp; &lt;so&gt;"),
        ('{{ _("%(name)s\'s phone", name="<b>") }}', "{phone}"),
        ('{{ _("First page")|upper }}', "{upper}"),
        ('{{ _("First page") ~ "!" }}', "{first}!"),
        ("{% set _ = 3 %}{{ _ }}", "3"),
        ('{{ icon("qr") }}', '<i class="icon icon-qr"></i>'),
        ("{{ \"_('First page')\" }}", "_(&#39;First page&#39;)"),
        ("  <p>\n\n    one\n  two</p>\n", "<p> one two</p>"),
        (
            "<ul>\n  {% for a in [1, 2] %}\n    <li>{{ a }}</li>\n  {% endfor %}\n</ul>",
            "<ul> <li>1</li> <li>2</li> </ul>",
        ),
        ("<b>1</b>{% if true %}\n<b>2</b>{% endif %}\n<b>3</b>", "<b>1</b> <b>2</b> <b>3</b>"),
        ("{# a word to translators #}\n<p>", "<p>"),
        ("<p>{{ 'one' if false }}</p>", "<p></p>"),
        ("{{ '<so>' if true else 2 }}", "&lt;so&gt;"),
    ],
)
def test_what_is_folded_prints_what_it_would_have_printed(source, text, printed):
    source(text)
    first, phone = language.gettext("First page"), language.gettext("%(name)s's phone", name="&lt;b&gt;")
    assert first != "First page"
    assert templates.printed("a.html").strip() == printed.format(first=first, upper=first.upper(), phone=phone)


@pytest.mark.usefixtures("page")
def test_a_name_that_a_value_does_not_have_is_an_error_and_no_empty_place(source):
    source("{{ value.wrong }}")
    with pytest.raises(AttributeError, match="wrong"):
        templates.printed("a.html", value=Viewer("host"))


@pytest.mark.usefixtures("page")
def test_what_a_part_says_is_escaped_once():
    told = Told((), None, Question("<i>Truc</i> & so", "", ()), "", "", None, silent=False)
    assert "<h2>&lt;i&gt;Truc&lt;/i&gt; &amp; so</h2>" in templates.parts().draw(told, "told")


def plain(html: str) -> str:
    """The page without blanks between its elements, and without what differs from tap to tap."""
    return re.sub(r"\s+", " ", re.sub(r"\s*(<[^>]*>)\s*", r"\1", html))


@pytest.mark.parametrize("variant", sorted(variants.VARIANTS))
def test_every_view_of_a_game_is_what_jinja_prints_without_it(app, monkeypatch, variant):
    """Ten taps of each game, seen by everybody, each in the next language."""
    chance, match = Random(variant), tables.open_table(variant=variant)
    tables.join(match, "host", "host")
    for seen, code in zip(range(10), cycle(language.LANGUAGES)):
        state = tables.state(match)
        with app.test_request_context():
            language.speak(language.spoken(code))
            shown = [panel.build(state, guest) for guest in guests(match.seats)]
            folded = [str(templates.parts().draw(it, it.facts.view)) for it in shown]
            unfolded = parts.Parts(app.jinja_env)
            with monkeypatch.context() as patch:
                patch.setattr(templates, "parts", lambda it=unfolded: it)
                parts.forget()  # what these print depends on the language, which is not theirs
                asked = [str(templates.parts().draw(it, it.facts.view)) for it in shown]
            assert list(map(plain, folded)) == list(map(plain, asked))
        if state.line.game.winner is not None:
            return
        acts = [str(act) for offer in legal(state.line.game) for act in offer.taps()]
        tables.record(match, "host", chance.choice(acts), seen=seen, key=str(seen))


def guests(seats: int) -> list[Guest]:
    viewers = (*(Viewer("player", seat, tap=True) for seat in range(seats)), Viewer("host", tap=True), Viewer("watch"))
    return [Guest(viewer, view=view) for viewer in viewers for view in VIEWS]


def test_all_are_compiled_before_anybody_asks(app):
    """The first table's page once held everybody else up while its templates were compiled."""
    done = list(templates.compiling(app))
    for code in language.LANGUAGES:
        assert app.extensions["templates"].of(language.spoken(code)).get_template("tables/table.html") in done
    assert app.jinja_env.get_template("home/index.html") in done
