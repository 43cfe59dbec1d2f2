"""Serve the project's panel by Flask and the threads of gunicorn, with nothing tuned.

For every tap, the models are loaded from the database one after another, and the state is computed
from all rows of the log. The panel is drawn separately for every phone, in a request context of
that phone. Python's garbage collector keeps its defaults.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Any

from flask import Flask, Response, request
from sqlalchemy import select

from companion import create_app, tables
from companion.board import panel
from companion.engine import parse
from companion.tables import Match, Member, TapRow
from companion.tables.match_state import events_to_json as as_json
from companion.tables.process_state import process_state
from companion.web import device, templates
from companion.web.guests import Guest

session = tables.db.session

# SQLite refuses to write after a read if another thread wrote in between.
one_tap_at_a_time = Lock()


def app() -> Flask:
    made = create_app()
    made.view_functions["table.record_taps"] = taps
    made.view_functions["stream.stream_panels"] = lambda code, view: events(made, code)
    return made


def taps(code: str, view: str) -> str:
    with one_tap_at_a_time:
        session.rollback()
        match = record(code)
    tables.streams().publish(match.id)
    return drawn(match_of(code))[1]


def record(code: str) -> Match:
    match = match_of(code)
    phone = session.get(Member, (match.id, device.phone_id()))
    process_state().states.clear()
    known = tables.state(match)
    tap = parse(request.form["tap"])
    assert phone.host != "" or phone.seat is not None, "only a phone that may tap does so here"
    assert int(request.form["seen"]) == known.version, "nobody is quicker here"
    game = known.log.play(tap).game
    where = {
        "match_id": match.id,
        "seq": known.version + 1,
        "key": request.form["key"],
        "text": str(tap),
    }
    shown = {"score": game.score_text, "events_json": as_json(game.events)}
    session.add(TapRow(device=phone.device, seat=phone.seat, **where, **shown))
    session.commit()
    return match


def events(app: Flask, code: str) -> Response:
    told = panels(app, request.environ, match_of(code).id, code, request.args["seen"])
    return Response(told, mimetype="text/event-stream")


def panels(
    app: Flask, environ: dict[str, Any], match_id: int, code: str, seen: str
) -> Iterator[str]:
    yield "retry: 2000\n\n"
    with app.app_context():
        subscription = tables.streams().subscribe(match_id)
    with subscription as news:
        while True:
            with app.request_context(environ):
                stamp, html = drawn(match_of(code))
            if stamp != seen:  # at first, the page may show this panel already
                lines = "".join(f"data: {line}\n" for line in html.splitlines())
                yield f"id: {stamp}\nevent: panel\n{lines}\n"
            seen = stamp
            while not news.wait(15):
                yield ": still here\n\n"


def match_of(code: str) -> Match:
    return session.scalars(select(Match).where(Match.code == code)).one()


def drawn(match: Match) -> tuple[str, str]:
    phone = session.get(Member, (match.id, device.phone_id()))
    state = tables.state(match)
    guest = Guest(tables.access(state, phone.device))
    return state.stamp, str(templates.draw_panel("table", panel.build_panel(state, guest)))
