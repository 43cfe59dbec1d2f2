"""A region of a panel is cached, and drawn again if a value given to its template differs."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion import tables
from companion.board import panel
from companion.board.panel import VIEWS
from companion.board.ring import Ring, RingSeat
from companion.engine import legal
from companion.tables import Viewer
from companion.web import language, templates
from companion.web.guests import Guest

BIEL = RingSeat(1, "Biel", "left-1", 1, "sword")
RING = Ring((BIEL,), (), "Who took it?")


@pytest.fixture(autouse=True)
def forgotten():
    templates._drawn.cache_clear()


@pytest.fixture
def page(app: Flask):
    with app.test_request_context():
        yield


@pytest.mark.usefixtures("page")
def test_a_region_is_drawn_once_for_equal_values():
    first = templates.draw("ring", ring=RING)
    assert templates.draw("ring", ring=RING._replace(hint="Who took it?")) is first
    assert templates.draw("ring", ring=RING._replace(hint="One card each")) != first


@pytest.mark.usefixtures("page")
def test_a_region_is_drawn_separately_for_each_language():
    drawn = []
    for code in language.LANGUAGES:
        language.set_language(language.load(code))
        drawn.append(templates.draw("ring", ring=RING))
    general = {code.partition("_")[0] for code in language.LANGUAGES}
    assert len(set(drawn)) == len(general)  # a regional language has no words of its own here


@pytest.mark.usefixtures("page")
def test_names_in_a_region_are_escaped():
    shouted = RING._replace(places=(BIEL._replace(name="<b>"),))
    assert "<b>" not in templates.draw("ring", ring=shouted)


def drawings(state: tables.State):
    """Yield the panels of a state in each view, for each seat, for the host and for a watcher."""
    phones = (
        *(Viewer("player", seat, may_tap=True) for seat in range(state.match.seats)),
        Viewer("player", may_tap=True, host="full"),
    )
    for view in VIEWS:
        for viewer in (*phones, Viewer("watch")):
            guest = Guest(viewer, view=view, voice=True)
            yield templates.draw_panel(view, panel.build_panel(state, guest))


@pytest.mark.parametrize(
    "variant", ["argentine", "catalan", "mineiro", "put-many", "trut-gatine", "valencian"]
)
def test_cached_regions_equal_regions_drawn_without_the_cache(app, variant):
    """A region depends only on the language, the server's path and the values of its template.

    Otherwise a phone would see a region of another phone's panel.
    """
    chance = Random(variant)
    match = tables.open_table(variant=variant)
    tables.join(match, "host", "host")
    for seen in range(25):
        state = tables.state(match)
        with app.test_request_context():
            cached = list(drawings(state))
            templates._drawn.cache_clear()
            assert list(drawings(state)) == cached
        acts = []
        for offer in legal(state.log.game):
            acts += map(str, offer.all_taps())
        tables.record_tap(match, "host", chance.choice(acts or ["undo"]), seen=seen, key=f"k{seen}")
