"""GET /t/<code>/stream: each viewer gets their own panel as soon as something changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from flask import Flask, has_request_context
from sqlalchemy import event

from companion import tables
from companion.pages import stream
from companion.tables import Viewer
from companion.tables.hub import Hub, Subscription
from companion.tables.process_state import process_state
from companion.web import language, templates
from companion.web.guests import Guest
from tests.conftest import application
from tests.plain_phones import Phone, shown, taps


@pytest.fixture
def listen(app: Flask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0.05)
    open_streams = []

    def another(phone: Phone, seen: str = "", last: str = "") -> Iterator[str]:
        headers = {"Last-Event-ID": last} if last else {}
        answer = phone.get(f"/stream?seen={seen}", headers=headers, buffered=False)
        assert answer.status_code == 200
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        open_streams.append(answer)
        return events_of(answer.response)

    yield another
    for answer in open_streams:
        answer.close()


@pytest.fixture
def heard(listen, anna: Phone) -> Iterator[str]:
    events = listen(anna, seen=shown(anna.page())["stamp"])
    next(events)
    return events


def events_of(pieces: Iterable[bytes]) -> Iterator[str]:
    """Yield the events of a stream. One piece of bytes may contain several events."""
    for piece in pieces:
        for said in piece.decode().split("\n\n")[:-1]:
            yield f"{said}\n\n"


def stamp(event: str) -> str:
    return event.partition("id: ")[2].partition("\n")[0]


def html(event: str) -> str:
    lines = [line for line in event.splitlines() if line.startswith("data: ")]
    return "\n".join(line.removeprefix("data: ") for line in lines)


def test_a_stream_sends_the_first_panel_and_a_panel_after_each_tap(listen, anna, biel):
    _, first = islice(listen(anna), 2)
    assert "event: panel\n" in first
    assert shown(html(first))["stamp"] == stamp(first)
    heard = listen(anna, seen=stamp(first))
    next(heard)
    biel.play("truc@1")
    event = next(heard)
    assert stamp(event).startswith("1.")
    assert {"undo", "yes@2"} <= set(taps(html(event)))


def test_a_tap_of_a_phone_with_an_open_stream_is_answered_with_the_stamp_alone(listen, anna, biel):
    heard = listen(anna)
    next(heard)
    next(heard)
    answer = anna.tap("won@1", minimal=True)
    assert (answer.status_code, answer.data, answer.headers["X-Panel"]) == (
        204,
        b"",
        stamp(next(heard)),
    )
    assert anna.tap("won@9", minimal=True).status_code == 422
    assert [anna.tap("won@1").status_code, anna.tap("won@1", htmx=True).status_code] == [303, 200]
    assert biel.tap("won@1", minimal=True).status_code == 200


def test_a_stream_of_an_up_to_date_phone_sends_only_heartbeats(listen, anna):
    seen = shown(anna.page())["stamp"]
    for heard in (listen(anna, seen=seen), listen(anna, seen="0.0", last=seen)):
        assert next(heard).startswith("retry:")
        assert next(heard).startswith(":")
        assert "event: beat" in next(heard)


def test_a_stream_finds_missed_changes_at_its_next_heartbeat(anna, biel, heard, monkeypatch):
    monkeypatch.setattr(Hub, "publish", lambda *_: None)
    biel.play("truc@1")
    assert any(stamp(event).startswith("1.") for event in islice(heard, 5))


@pytest.mark.parametrize(
    "tell",
    [lambda match: tables.streams().publish(match.id), lambda _: process_state().hub.publish_all()],
)
def test_a_new_stream_reports_what_another_process_has_just_written(
    app, heard, match, monkeypatch, tell
):
    """The other process writes after the table was loaded, and before the stream subscribes."""
    with application(
        Path(app.config["INSTANCE"]), app.config["SQLALCHEMY_DATABASE_URI"]
    ).app_context():
        tables.record_tap(match, tables.members(match)[0].device, "won@1", seen=0, key="elsewhere")
        tables.db.engine.dispose()
    tell(match)
    monkeypatch.setattr(
        Subscription, "wait", lambda *_: pytest.fail("it waits without having looked")
    )
    assert stamp(next(heard)).startswith("1.")


def test_opening_a_stream_reads_the_version_of_its_table_once(app, listen, anna):
    asked = []
    seen = shown(anna.page())["stamp"]
    event.listen(tables.db.engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    heard = listen(anna, seen=seen)
    assert [next(heard)[:5], next(heard)[:5]] == ["retry", ": sti"]
    assert (
        len([statement for statement in asked if "max(tap.seq)" in statement]) == 2
    )  # the second time with the heartbeat


def test_a_stream_of_a_removed_phone_ends_even_if_a_tap_came_at_the_same_time(
    anna, biel, heard, match
):
    biel.play("truc@1")
    tables.ban_phone(match, tables.members(match)[0].device)
    assert list(heard) == []


def test_a_stream_reports_the_new_code_of_its_table(heard, match):
    tables.replace_links(match)
    assert shown(html(next(heard)))["code"] == tables.state(match).match.code != match.code


def test_a_phone_with_too_many_streams_loses_its_oldest_stream_for_a_while(
    listen, phone, monkeypatch
):
    monkeypatch.setattr(tables.hub, "MOST_OF_PHONE", 2)
    anna = phone(0)
    biel = phone(1)
    first = listen(anna)
    other = listen(biel)
    later = [listen(anna), listen(anna)]
    for heard in (other, first, *later):
        assert [next(heard)[:5], next(heard)[:3]] == ["retry", "id:"]
    assert list(first) == [stream.LATER.decode()]
    tables.rename(anna.match, 1, "Bernat")
    assert all("Bernat" in next(heard) for heard in (other, *later))


def test_a_stream_ends_when_the_server_stops(listen, phone, monkeypatch):
    heard = listen(phone(0))
    next(heard)
    next(heard)
    monkeypatch.setattr(Subscription, "open", False)
    assert list(heard) == []


def test_a_stream_keeps_nothing_of_the_request_that_opened_it(listen, phone, monkeypatch):
    drawn_within: list[bool] = []
    drawn = templates.draw_panel
    monkeypatch.setattr(
        templates,
        "draw_panel",
        lambda *seen: drawn_within.append(has_request_context()) or drawn(*seen),
    )
    assert len(list(islice(listen(phone(0)), 2))) == 2
    assert drawn_within == [False]


def test_a_stream_joins_the_group_of_its_table_after_its_first_panel(app, anna, match):
    guest = Guest(Viewer("player", 0))
    device = tables.members(match)[0].device
    listener = stream.Listener(app, match, device, guest, language.load("en"), "")
    streams = [stream.PanelStream(listener, "", 0, packed=False) for _ in range(2)]
    assert [one.group for one in streams] == streams
    for one in streams:
        one.next_piece()
    assert [one.group for one in streams] == [match.id] * 2
    for one in streams:
        one.close()
