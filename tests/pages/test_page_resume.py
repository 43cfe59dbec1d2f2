"""A match stored in a code opens as a table."""

from __future__ import annotations

import pytest
from werkzeug.exceptions import ClientDisconnected

from companion.engine import records
from companion.pages import limits

RECORD = '[Variant "catalan"]\n\ntruc@1 yes@2 won@1 won@3\n'


@pytest.mark.parametrize("typed", ["", "x", "#1ABC", '[Variant "bridge"]', '[Variant "put"]\n\nfoo@0'])
def test_it_rejects_what_holds_no_match(client, typed):
    answer = client.post("/resume", data={"match": typed})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_another_one_waits_until_one_is_read_and_then_is_told_so(app, client, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 0)
    with app.test_request_context(), limits.one_import():
        answer = client.post("/resume", data={"match": RECORD})
    assert answer.status_code == 429
    assert "The server is busy reading other matches. Try again in a minute." in answer.text
    assert client.post("/resume", data={"match": RECORD}).status_code == 303


def test_two_records_are_no_match(client):
    assert "This code does not contain a match." in client.post("/resume", data={"match": RECORD + RECORD}).text


@pytest.mark.parametrize("record", ['[Variant "catalan"]\n' + "[\n" * 100_000, '[Variant "catalan"]\n' * 10_000])
def test_a_long_text_is_looked_at_no_further_than_its_first_fault(client, monkeypatch, record):
    looked_at = []
    read_line = records._read_line
    monkeypatch.setattr(records, "_read_line", lambda *line: looked_at.append(line) or read_line(*line))
    assert client.post("/resume", data={"match": record}).status_code == 422
    assert len(looked_at) <= 2


def test_who_has_hung_up_is_not_worked_for(app):
    with app.test_request_context(environ_overrides={"companion.has_gone": lambda: False}):
        limits.still_there()
    gone = app.test_request_context(environ_overrides={"companion.has_gone": lambda: True})
    with gone, pytest.raises(ClientDisconnected):
        limits.still_there()
