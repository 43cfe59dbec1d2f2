"""A phone sees what other phones at its table ask for, as a question or as a line."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion import tables
from companion.board.asking import Asking, requests_for
from companion.tables import Viewer, request_rows, requests
from companion.tables.models import now
from companion.web.device import public_phone_id
from companion.web.guests import Guest
from companion.words.people import People
from tests.plain_phones import make_host_by_request

ANNA = Guest(Viewer("player", 0, may_tap=True), phone=public_phone_id("anna"))
BIEL = Guest(Viewer("player", 1, may_tap=True), phone=public_phone_id("biel"))
HOST = Guest(Viewer("player", 2, may_tap=True, host="full"), phone=public_phone_id("carme"))
MINUTE = timedelta(minutes=1)


@pytest.fixture
def at_table(match) -> tables.Match:
    """Return a match at which Anna, Biel and Carme sit."""
    for seat, device in enumerate(("anna", "biel", "carme")):
        tables.join(match, device, "player", seat)
    return match


def seen(match: tables.Match, guest: Guest) -> Asking:
    state = tables.state(match)
    return requests_for(state, guest, People(state.names, state.log.game.rules))


def wait(monkeypatch, span: timedelta) -> None:
    moment = now() + span
    for module in (requests, request_rows):
        monkeypatch.setattr(module, "now", lambda: moment)


def test_a_request_to_become_host_is_shown_to_hosts_as_a_question(at_table):
    assert seen(at_table, ANNA) == Asking()
    tables.ask_to_host(at_table, "biel")
    assert seen(at_table, ANNA).line == "Biel asks to become host."
    assert seen(at_table, ANNA).question is None
    assert seen(at_table, BIEL).line.startswith("You have asked to become host.")
    assert seen(at_table, HOST).question.title == "Biel asks to become host"
    tables.ask_to_host(at_table, "anna")
    assert seen(at_table, HOST).line == "Biel & Anna ask to become host."


def test_only_a_full_host_is_asked_whether_a_host_by_request_stays_host(at_table):
    assert seen(at_table, HOST).question is None
    make_host_by_request(at_table, "biel")
    assert seen(at_table, HOST).question.title == "Biel has become host"
    assert seen(at_table, HOST).question.yes.value == public_phone_id("biel")
    assert seen(at_table, ANNA).question is None


@pytest.mark.parametrize(("gone", "left"), [(0, 60), (40.5, 20), (59.5, 1)])
def test_a_phone_is_told_how_many_seconds_an_open_request_still_waits(
    at_table, monkeypatch, gone, left
):
    wait(monkeypatch, timedelta())
    tables.ask_to_host(at_table, "biel")
    wait(monkeypatch, timedelta(seconds=gone))
    assert left - 1 <= seen(at_table, ANNA).left <= left
