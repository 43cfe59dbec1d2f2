"""A phone sees the requests of other phones at its table: as a question, or as a line of text."""

from __future__ import annotations

from datetime import timedelta

import pytest

from companion import tables
from companion.board.asking import Asking, lost_to, requests_for
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


def test_a_phone_is_asked_whether_it_gives_up_its_seat_to_a_phone_with_a_name(at_table):
    tables.note_phone(at_table, "biel")
    tables.take_over(at_table, "new", 1, name="Maria")
    question = seen(at_table, BIEL).question
    assert question.title.endswith("’s phone wants your seat")
    assert "Maria" in question.title
    assert question.no.field == "refuse"
    assert question.yes.field == "agree"
    assert question.no.value == question.yes.value == "1"
    assert (seen(at_table, ANNA).question, seen(at_table, ANNA).line) == (None, "")
    asker = Guest(Viewer("player"), phone=public_phone_id("new"))
    assert seen(at_table, asker).line.startswith("Biel’s phone is asked.")
    assert seen(at_table, asker).question is None


def test_a_phone_without_a_name_that_wants_a_seat_is_another_phone(at_table):
    tables.note_phone(at_table, "biel")
    tables.take_over(at_table, "new", 1)
    assert seen(at_table, BIEL).question.title == "Another phone wants your seat"


def test_a_phone_whose_seat_is_wanted_is_asked_about_it_before_it_is_asked_about_hosts(at_table):
    tables.note_phone(at_table, "carme")
    tables.ask_to_host(at_table, "biel")
    tables.take_over(at_table, "new", 2)
    assert seen(at_table, HOST).question.title == "Another phone wants your seat"


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (tables.agree_to, "You are host now."),
        (tables.refuse, "You do not become host: a host has refused."),
    ],
)
def test_a_phone_that_asked_to_become_host_reads_the_answer_until_somebody_taps(
    at_table, answer, line
):
    tables.join(at_table, "carme", "host")
    tables.ask_to_host(at_table, "biel")
    answer(at_table, "carme", 1)
    assert seen(at_table, BIEL).line == line
    assert seen(at_table, BIEL).passing
    assert seen(at_table, ANNA) == Asking()
    tables.record_tap(at_table, "anna", "truc@1", seen=0, key="a")
    assert seen(at_table, BIEL).line == ""
    assert not seen(at_table, BIEL).passing


def test_a_phone_that_became_host_because_no_host_answered_reads_so(at_table, monkeypatch):
    tables.ask_to_host(at_table, "biel")
    wait(monkeypatch, MINUTE)
    requests.settle(at_table)
    assert seen(at_table, BIEL).line == "You are host now: no host has answered."


def test_a_phone_reads_that_a_player_keeps_the_seat_that_it_wanted(at_table):
    tables.note_phone(at_table, "biel")
    tables.take_over(at_table, "new", 1)
    tables.refuse(at_table, "biel", 1)
    asker = Guest(Viewer("player"), phone=public_phone_id("new"))
    assert seen(at_table, asker).line == "Biel keeps the seat."


def lost(match: tables.Match) -> str | None:
    state = tables.state(match)
    guest = Guest(Viewer("player", lost_seat=1), phone=public_phone_id("biel"))
    return lost_to(state, guest)


def test_a_phone_that_lost_its_seat_knows_whose_phone_took_it(at_table):
    tables.take_over(at_table, "new", 1, name="Maria")
    assert "Maria" in lost(at_table)


def test_a_phone_that_lost_its_seat_knows_if_nobody_sits_there_now(at_table):
    tables.take_over(at_table, "new", 1, name="Maria")
    tables.leave_seat(at_table, "new")
    assert lost(at_table) is None


def test_a_phone_does_not_name_the_player_who_took_the_seat_later_from_somebody_else(at_table):
    tables.take_over(at_table, "new", 1, name="Maria")
    tables.take_over(at_table, "newer", 1, name="Joan")
    assert lost(at_table) == ""
