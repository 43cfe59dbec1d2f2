"""No label of a key is cut, in any language, on the narrowest phone with the largest letters.

The test uses the fonts of Android. The fonts of the iPhone are not wider. DejaVu, the usual font of
the tests, is wider than the fonts of any phone, and not used here.

A row is the keys of one slot of the action bar. The page's own templates draw the rows of every
game, all on the same page. `make test` checks the rows with the longest text of any language.
`make deep` checks the rows in each language as well. A row that is the same in several languages
is drawn only for the first of these languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask, render_template
from hypothesis import settings
from playwright.sync_api import Page

from companion import gallery, variants
from companion.board import keyboard
from companion.board.keys import Keys
from companion.engine import Game, Offer
from companion.gallery import HOST, GalleryState
from companion.pages import table
from companion.tables import Viewer
from companion.web.guests import Guest
from companion.web.language import LANGUAGES, Language, load, set_language
from companion.words.people import People
from tests.browser.fonts import set_fonts
from tests.browser.longest import longest_language
from tests.browser.views import Screen
from tests.walking import Step, walks

DEEP = settings.get_current_profile_name() == "deep"
LOOK = (Path(__file__).parent / "labels.js").read_text("utf-8")
NAMES = ("Anna", "Biel", "Carme", "Pep", "Elna", "Ferran", "Gemma", "Hug")
ROW = """{% from "tables/regions/keys.html" import calls, pad %}
<div class="screen{{ ' deep' if deep }}"><section class="dock" data-of="{{ of }}">
{%- if slot == "pad" %}{{ pad(keys, "") }}
{%- elif slot in ("yes", "no") %}<div class="{{ slot }}">{{ draw("key", k=keys) }}</div>
{%- else %}{{ calls(keys, "", "first" if slot == "calls" else slot) }}
{%- endif %}</section></div>"""
ANSWERS = ("yes", "no")
SLOTS = ("calls", "left", "right", "bets", "second", *ANSWERS, "pad")


class Row(NamedTuple):
    """The keys of one slot of the action bar, in a state of a game, on the phone of one viewer."""

    slot: str
    game: Game
    offers: tuple[Offer, ...]
    viewer: Viewer

    @property
    def keys(self) -> Hashable:
        """Return the keys in this slot of the action bar, labelled in the language of the page."""
        return getattr(_keys(self.game, self.offers, self.viewer), self.slot)


def _keys(game: Game, offers: tuple[Offer, ...], viewer: Viewer) -> Keys:
    return keyboard.lay_out_keys(
        game, offers, People(NAMES[: game.rules.seats], game.rules), viewer
    )


@cache
def rows() -> tuple[Row, ...]:
    """Return all different rows of keys of all games; numbers and names are not compared."""
    found: dict[object, Row] = {}
    for variant in variants.VARIANTS:
        steps = {_offered(step): step for step in walks(variant)}
        for game, offers in ((step.game, step.offers) for step in steps.values()):
            asked = game.hand.question.answer if game.hand.question else (game.hand.leader,)
            for viewer in (HOST, Viewer("player", asked[0], may_tap=True)):
                keys = _keys(game, offers, viewer)
                for slot in filter(partial(getattr, keys), SLOTS):
                    said = re.sub(
                        r"@\d|name=.*?,|side=\d|who='\w+'|\d", "", str(getattr(keys, slot))
                    )
                    found.setdefault((variant, slot, said), Row(slot, game, offers, viewer))
    return tuple(found.values())


def _offered(step: Step) -> Hashable:
    question = step.game.hand.question
    return (
        step.game.rules.seats,
        question and (question.word, question.answer),
        frozenset(str(offer.tap) for offer in step.offers),
    )


@pytest.fixture
def shelf(app: Flask, phone: Callable[..., Page]) -> Screen:
    """Return a page of the narrowest phone, which shows rows of keys without a server."""
    return Screen(app, phone(viewport={"width": 320, "height": 568}))


def all_of(app: Flask) -> Iterator[str]:
    """Yield the HTML of every row of keys, each in a separate action bar."""
    drawn = app.jinja_env.from_string(ROW)
    for row in rows():
        rules = row.game.rules
        deep = row.slot not in ANSWERS and keyboard.has_side_calls(rules)
        yield drawn.render(slot=row.slot, keys=row.keys, of=rules.variant, deep=deep)


DRAWN: set[str] = set()  # the rows that were looked at in some language


def page_in(app: Flask, lang: Language) -> tuple[str, int]:
    """Return a table's page in this language, and how many rows of keys it shows.

    It shows the rows that no earlier page showed.
    """
    with app.test_request_context():
        set_language(lang)
        state = GalleryState("labels", "catalan", seen_by=HOST)
        page = table.table_page(
            gallery.build_state(state), Guest(state.viewer, view=table.IN_HAND), ""
        )
        html = render_template("gallery/state.html", page=page, panel=page.panel)
        new = [row for row in all_of(app) if row not in DRAWN]
    DRAWN.update(new)
    before, rest = html.split('<div class="screen">', 1)
    after = rest[rest.index('<input type="hidden" name="seen"') :]
    return "".join((before, *new, after)), len(new)


def test_no_label_of_a_key_is_cut_off(app: Flask, shelf: Screen):
    with longest_language() as lang:
        look_at_labels(app, shelf, lang)


if DEEP:

    @pytest.mark.parametrize("code", LANGUAGES)
    def test_no_label_of_a_key_is_cut_off_in_any_language(app: Flask, shelf: Screen, code: str):
        look_at_labels(app, shelf, load(code))


def look_at_labels(app: Flask, shelf: Screen, lang: Language) -> None:
    page, number = page_in(app, lang)
    shelf.load(page.replace("<html ", '<html data-text="huge" ', 1))
    set_fonts(shelf.page, "roboto")
    assert len(rows()) > 200
    assert shelf.page.locator(".dock").count() == number
    assert sorted(set(shelf.page.evaluate(LOOK))) == []
