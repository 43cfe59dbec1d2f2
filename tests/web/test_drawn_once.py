"""Parts of a page are made once, and never shown for another value, language or phone."""

from __future__ import annotations

from random import Random

import pytest
from flask import Flask

from companion import tables
from companion.board import keys, panel
from companion.board.panel import VIEWS
from companion.engine import legal
from companion.pages import table
from companion.tables import Viewer
from companion.web import device, language, parts, templates
from companion.web.guests import Guest

KEY = keys.Key("won@1", "Biel", side=1)


@pytest.fixture(autouse=True)
def forgotten():
    """Every test begins with nothing remembered."""
    parts.forget()


@pytest.fixture
def page(app: Flask):
    """A page in English is being made."""
    with app.test_request_context():
        yield


@pytest.mark.usefixtures("page")
def test_the_same_value_is_drawn_once():
    first = templates.parts().part(KEY, "key")
    assert templates.parts().part(KEY, "key") is first
    assert templates.parts().draw(KEY, "key") is not first


@pytest.mark.usefixtures("page")
def test_each_language_has_its_own():
    said = []
    for code in language.LANGUAGES:
        language.set_language(language.load(code))
        said.append(templates.parts().part("", "back", "", ""))
    assert len(set(said)) == len(
        {code.partition("_")[0] for code in language.LANGUAGES}
    )  # a region may say the same


@pytest.mark.usefixtures("page")
def test_what_a_value_says_is_escaped():
    assert "<b>" not in templates.parts().part(keys.Key("won@1", "<b>"), "key")


def drawings(state: tables.State):
    """Yield every panel of a state.

    These are of each seat, the table's phone and a guest; in the hand, flat, on a wall.
    """
    phones = (
        *(Viewer("player", seat, may_tap=True) for seat in range(state.match.seats)),
        Viewer("player", may_tap=True, host="full"),
    )
    for view in VIEWS:
        for viewer in (*phones, Viewer("watch")):
            guest = Guest(viewer, view=view, voice=True)
            built = panel.build_panel(state, guest)
            yield templates.parts().draw(built, view).replace(built.action_bar.key, "")


@pytest.mark.parametrize(
    "variant", ["argentine", "catalan", "mineiro", "put-many", "trut-gatine", "valencian"]
)
def test_what_is_remembered_is_what_would_be_drawn_anew(app, variant):
    """A part that printed more than its values would show some phones what was drawn for others."""
    chance = Random(variant)
    match = tables.open_table(variant=variant)
    tables.join(match, "host", "host")
    for seen in range(25):
        state = tables.state(match)
        with app.test_request_context():
            remembered = list(drawings(state))
            parts.forget()
            assert list(drawings(state)) == remembered
        taps = [str(tap) for offer in legal(state.log.game) for tap in offer.all_taps()]
        tables.record_tap(match, "host", chance.choice(taps or ["undo"]), seen=seen, key=f"k{seen}")


def test_an_answer_and_the_stream_of_that_phone_are_one_drawing(phone):
    biel = phone(1)
    answer = biel.tap("truc@1", htmx=True)
    with biel.client.application.test_request_context():
        state = tables.state(biel.match)
        guest = Guest(
            Viewer("player", 1, may_tap=True),
            phone=device.public_phone_id(tables.members(biel.match)[0].device),
        )
        assert table.panel_bytes(state, guest, "", "") == answer.data
        assert table.panel_bytes(state, guest, "", "") is table.panel_bytes(state, guest, "", "")
