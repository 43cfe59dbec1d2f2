"""A match that is stored in a QR code or a text can be opened as a table."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Thread

import pytest
from werkzeug.exceptions import ClientDisconnected

from companion.engine import records
from companion.pages import limits
from companion.tables import turns

RECORD = '[Variant "catalan"]\n\ntruc@1 yes@2 won@1 won@3\n'


@pytest.mark.parametrize(
    "typed", ["", "x", "#1ABC", '[Variant "bridge"]', '[Variant "put"]\n\nfoo@0']
)
def test_the_resume_page_rejects_text_without_a_match(client, typed):
    answer = client.post("/resume", data={"match": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


BUSY = "The server is busy reading other matches. Try again in a minute."


def resume(client, address="127.0.0.1"):
    return client.post("/resume", data={"match": RECORD}, environ_base={"REMOTE_ADDR": address})


@contextmanager
def importing(app, address):
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}), limits.limit_imports():
        yield


def test_one_phone_imports_one_text_at_a_time(app, client, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 0)
    with importing(app, "127.0.0.1"):
        answer = resume(app.test_client())
    assert answer.status_code == 429
    assert BUSY in answer.text
    assert resume(client).status_code == 303


def test_an_import_by_one_phone_does_not_block_other_phones(app, client, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 0)
    client.get("/new")  # this phone gets its cookie
    with importing(app, "127.0.0.1"):
        assert resume(client).status_code == 303
        assert resume(app.test_client(), "203.0.113.1").status_code == 303


def test_imports_from_one_network_leave_room_for_imports_from_other_networks(
    app, client, monkeypatch
):
    monkeypatch.setattr(limits, "PATIENCE", 0)
    here = limits.ImportsUnderWay()
    phones = [limits.Importer(f"phone {n}", "here") for n in range(limits.MOST_IMPORTS)]
    entered = [here.enter(phone, 0) for phone in phones]
    assert entered.count(True) == limits.IMPORTS_OF_A_NETWORK
    assert here.enter(limits.Importer("", "there"), 0)
    here.leave(limits.Importer("phone 0", "here"))
    assert here.enter(limits.Importer("another", "here"), 0)


def test_the_number_of_imports_at_the_same_time_is_limited():
    places = limits.ImportsUnderWay()
    phones = [limits.Importer("", f"network {n}") for n in range(limits.MOST_IMPORTS + 3)]
    entered = [places.enter(phone, 0) for phone in phones]
    assert entered.count(True) == limits.MOST_IMPORTS


def test_an_import_that_must_wait_begins_as_soon_as_another_import_ends():
    places = limits.ImportsUnderWay()
    one = limits.Importer("phone", "here")
    places.enter(one, 0)
    waiting = Thread(target=lambda: places.enter(one, 60))
    waiting.start()
    places.leave(one)
    waiting.join(60)
    assert not waiting.is_alive()
    assert not places.enter(one, 0)


def test_an_import_that_takes_too_long_is_refused_and_opens_nothing(client, monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_IMPORT", -1)
    monkeypatch.setattr(turns, "AT_A_STRETCH", -1)
    answer = resume(client)
    assert answer.status_code == 422
    assert "Reading this takes too long. Nothing was imported" in answer.text
    assert client.get("/phone").text.count("/t/") == 0


def test_a_record_that_is_too_long_is_refused_and_not_cut_off(client):
    record = RECORD + " " * 250_000 + "fold@2"
    answer = client.post("/resume", data={"match": record})
    assert answer.status_code == 422
    assert "That text is too long." in answer.text
    assert "fold@2" in answer.text


def test_a_browser_without_cookies_cannot_continue_a_match_and_keeps_its_text(app):
    blank = app.test_client(use_cookies=False)
    answer = blank.post("/resume", data={"match": RECORD, "cookie_set": "1"})
    assert answer.status_code == 403
    assert "This browser blocks cookies" in answer.text
    assert "truc@1 yes@2 won@1 won@3" in answer.text


def test_a_new_phone_gets_its_cookie_with_the_form_that_continues_a_match(client):
    client.get("/resume")
    answer = client.post("/resume", data={"match": RECORD, "cookie_set": "1"})
    assert answer.status_code == 303
    assert client.get(answer.headers["Location"]).status_code == 200


def test_resuming_from_two_records_at_once_is_refused(client):
    assert (
        "This code does not contain a match."
        in client.post("/resume", data={"match": RECORD + RECORD}).text
    )


@pytest.mark.parametrize(
    "record", ['[Variant "catalan"]\n' + "[\n" * 100_000, '[Variant "catalan"]\n' * 10_000]
)
def test_reading_a_long_record_stops_at_its_first_fault(client, monkeypatch, record):
    looked_at = []
    read_line = records._read_line
    monkeypatch.setattr(
        records, "_read_line", lambda *line: looked_at.append(line) or read_line(*line)
    )
    assert client.post("/resume", data={"match": record}).status_code == 422
    assert len(looked_at) <= 2


def test_work_for_a_phone_that_has_disconnected_is_aborted(app):
    with app.test_request_context(environ_overrides={"companion.has_gone": lambda: False}):
        limits.abort_if_gone()
    gone = app.test_request_context(environ_overrides={"companion.has_gone": lambda: True})
    with gone, pytest.raises(ClientDisconnected):
        limits.abort_if_gone()
