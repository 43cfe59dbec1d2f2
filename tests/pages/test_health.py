"""GET /healthz tells the operator of the server whether it works."""

from __future__ import annotations

from companion.tables import Unavailable
from companion.tables.trouble import AWAY


def test_the_health_page_answers_ok_without_a_cookie(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text, answer.mimetype) == (200, "ok\n", "text/plain")
    assert "Set-Cookie" not in answer.headers


def test_the_health_page_reports_a_missing_database(client, monkeypatch):
    def away():
        raise Unavailable(AWAY)

    monkeypatch.setattr("companion.tables.ping", away)
    assert client.get("/healthz").status_code == 503
