"""GET /w/<token>/state.json, /events, /strip: a table for live streams and other programs."""

from __future__ import annotations

import json

import pytest

from companion import tables
from companion.board import watched
from companion.pages import stream, watching
from tests.pages.test_stream import events_of
from tests.plain_phones import words


@pytest.fixture
def watch(app, match):
    """Return a function that requests an address below the link to watch, without a cookie."""

    def ask(page: str, **how):
        return app.test_client().open(f"/w/{match.watch_token}/{page}", **how)

    return ask


def test_programs_get_the_state_of_a_match_as_json(watch, phone, match):
    phone(1).play("truc@1")
    assert watch("state.json").json == watched.state_value(tables.state(match))


def test_other_sites_may_read_the_state_and_the_scoreboard_without_a_cookie(watch):
    for page in ("state.json", "events", "strip", "strip/events"):
        answer = watch(page, buffered=False)
        assert answer.headers["Access-Control-Allow-Origin"] == "*", page
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "Set-Cookie" not in answer.headers
        answer.close()
        asked = watch(page, method="OPTIONS").headers
        assert asked["Access-Control-Allow-Origin"] == "*", page
        assert asked["Access-Control-Allow-Headers"] == "If-None-Match, Last-Event-ID"
    assert "Access-Control-Allow-Origin" not in watch("").headers


def test_a_program_that_has_the_current_state_gets_304_until_the_next_tap(watch, phone):
    tag = watch("state.json").headers["ETag"]
    assert watch("state.json", headers={"If-None-Match": tag}).status_code == 304
    phone(1).play("truc@1")
    assert watch("state.json", headers={"If-None-Match": tag}).status_code == 200


@pytest.fixture
def heard(watch, monkeypatch):
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    answer = watch("events", buffered=False)
    events = events_of(answer.response)
    next(events)
    yield events
    answer.close()


def test_the_stream_for_programs_sends_the_state_at_once_and_after_each_tap(heard, biel):
    assert "event: state\n" in next(heard)
    biel.play("truc@1")
    second = json.loads(next(heard).partition("data: ")[2])
    assert second["question"]["word"] == "truc"


def test_a_stream_ends_once_the_link_to_watch_is_replaced(heard, watch, match):
    next(heard)
    tables.replace_links(match)
    assert list(heard) == []
    assert watch("state.json").status_code == 404


def test_the_watch_link_gives_programs_the_state_of_the_rematch_once_there_is_one(
    over, heard, watch
):
    assert json.loads(next(heard).partition("data: ")[2])["winner"] == 0
    assert over.post("/rematch", data={"rematch": "1"}).status_code == 303
    assert list(heard) == []
    state = watch("state.json").json
    assert (state["score"], state["over"]) == ([0, 0], False)


def test_state_and_scoreboard_are_drawn_once_per_tap_for_all_programs_that_watch(
    watch, phone, monkeypatch
):
    drawn = []
    template = watching.render_template
    monkeypatch.setattr(
        watching, "render_template", lambda *of, **how: drawn.append(of) or template(*of, **how)
    )
    value = watched.state_value
    monkeypatch.setattr(watched, "state_value", lambda state: drawn.append(state) or value(state))
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    pages = ("events", "events", "strip/events", "strip/events")
    answers = [watch(page, buffered=False) for page in pages]
    heard = [events_of(answer.response) for answer in answers]
    for each in heard:
        next(each)
        next(each)
    drawn.clear()
    phone(1).play("truc@1")
    for each in heard:
        next(each)
    assert len(drawn) == 2  # the state once, the scoreboard once
    for answer in answers:
        answer.close()


def test_the_scoreboard_is_in_the_language_that_its_address_names(watch, phone):
    phone(1).play("truc@1")
    assert "Anna & Carme 0" in words(watch("strip").text)
    assert "Truc" in words(watch("strip").text)
    page = watch("strip?lang=es").text
    assert '<html lang="es">' in page
