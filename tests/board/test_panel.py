"""A panel has the facts for scripts, and what only its own phone reads."""

from __future__ import annotations

import pytest

from companion import tables
from companion.board import panel
from companion.board.panel import Panel
from companion.board.taught import Taught
from companion.tables import Viewer
from companion.web import slots
from companion.web.guests import Guest

HOST = Guest(Viewer("player", None, may_tap=True, host="full"))
WATCHER = Guest(Viewer("watch"))
OUT = "You are sitting this game out: it has 4 seats."


@pytest.fixture(autouse=True)
def request_for_a_page(app):
    with app.test_request_context():
        yield


@pytest.fixture
def shown(match, host):
    """Return a function that builds the panel of a phone after some taps."""

    def build(guest: Guest, taps: str = "") -> Panel:
        host.play(taps)
        return panel.build_panel(tables.state(match), guest)

    return build


@pytest.mark.parametrize(
    ("guest", "taps", "says"),
    [(HOST, "", OUT), (HOST, "won@1", ""), (WATCHER, "", OUT), (WATCHER, "won@1", OUT)],
)
def test_a_player_without_a_seat_reads_it_and_a_host_only_before_the_first_tap(
    shown, guest, taps, says
):
    assert shown(guest._replace(sits_out=True), taps).announcements.sits_out == says
    assert shown(guest).announcements.sits_out == ""


@pytest.mark.parametrize(
    ("taps", "between"), [("", True), ("won@1", False), ("hand@1", True), ("fix@0=12", True)]
)
def test_a_panel_is_between_two_hands_until_something_is_tapped(shown, taps, between):
    assert shown(WATCHER, taps).facts.between is between


def test_a_phone_explains_the_game_if_its_player_wants_it_and_something_can_explain(
    monkeypatch, shown
):
    learner = WATCHER._replace(learn="on")
    monkeypatch.setattr(slots, "explainer", lambda: lambda *_: Taught("all of it"))
    assert shown(learner).taught == Taught("all of it")
    assert shown(WATCHER).taught is None
    assert shown(learner._replace(view="tv")).taught is None
    monkeypatch.setattr(slots, "explainer", lambda: None)
    assert shown(learner).taught is None
