"""Live updates: each open stream sends its own viewer's panel whenever something changed at the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from flask import Blueprint, Flask, Response, current_app, render_template, request

from companion import tables
from companion.tables import Match
from companion.views import device, panel
from companion.views.deflate import Gzip
from companion.views.finding import STRANGER, guest_of, match_of, member_of

BEAT_SECONDS = 15
RETRY = "retry: 2000\n\n"
LATER = "retry: 60000\nevent: later\ndata: 1\n\n"  # it has to make room, and must not push the next one out at once
BEAT = ": still here\nevent: beat\ndata: 1\n\n"  # a phone hears the event; proxies are kept awake by either

bp = Blueprint("stream", __name__)


@bp.get("/t/<code>/stream", defaults={"view": panel.HAND})
@bp.get("/t/<code>/<any(flat, tv):view>/stream")
def events(code: str, view: str) -> Response:
    """The panels of this viewer from now on; first the present one, unless the phone has it already."""
    match = match_of(code)
    member_of(match)
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # flask's own way to it
    told = panels(app, request.environ, match, seen, view)
    small = request.accept_encodings["gzip"] > 0
    response = Response(gzipped(told) if small else told, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = "Accept-Encoding"
    if small:
        response.headers["Content-Encoding"] = "gzip"
    return response


def gzipped(events: Iterator[str]) -> Iterator[bytes]:
    """The same events packed, each one at once: a panel that differs little from the last one costs little."""
    stream = Gzip()
    yield stream.begin()
    yield from map(stream.piece, map(str.encode, events))  # a loop's variable would keep each text until the next
    yield stream.end()


def panels(app: Flask, environ: dict[str, Any], match: Match, seen: str, view: str) -> Iterator[str]:
    """One event a change, a heartbeat when there is none; between two events nothing of the database is held."""
    yield RETRY
    with app.request_context(environ):
        phone = device.known()
    with suppress(tables.live.Closed, tables.Unavailable), tables.live.subscribe(match.id, phone) as news:
        changed = True
        while news.open:
            with app.request_context(environ):
                stamp, html = _panel(match, seen, view)
            if not stamp:
                return
            if html:
                yield _event(stamp, html)
                html = ""  # nothing is kept while waiting
            elif not changed:
                yield BEAT
            seen = stamp
            changed = news.wait(BEAT_SECONDS)
    if news.crowded:
        yield LATER


def _panel(match: Match, seen: str, view: str) -> tuple[str, str]:
    """What there is now, and the panel if the phone has not got it; nothing when the phone is no longer in."""
    guest = guest_of(match, view)
    if guest.viewer == STRANGER:
        return "", ""
    state = tables.state(match)
    if state.stamp == seen:
        return seen, ""
    page = panel.build(tables.again(match), state, guest)
    return page.stamp, render_template(page.template, panel=page)


def _event(stamp: str, html: str) -> str:
    lines = "".join(f"data: {line.strip()}\n" for line in html.splitlines() if line.strip())
    return f"id: {stamp}\nevent: panel\n{lines}\n"
