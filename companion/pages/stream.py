"""Live updates: each open stream sends its own viewer's panel whenever something changed at the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, current_app, request

from companion import tables
from companion.pages import table
from companion.tables import Match, State
from companion.tables.live import Progress, Subscription
from companion.web import device, language, root
from companion.web.deflate import Gzip
from companion.web.guests import IN_HAND, Guest, guest_at, match_of, member_of
from companion.web.language import Language

BEAT_SECONDS = 15
NO_NEWS: Progress = (0, 0)
RETRY = b"retry: 2000\n\n"
LATER = b"retry: 60000\nevent: later\ndata: 1\n\n"  # it has to make room, and must not push the next one out at once
BEAT = b": still here\nevent: beat\ndata: 1\n\n"  # a phone hears the event; proxies are kept awake by either

bp = Blueprint("stream", __name__)


@dataclass(frozen=True, slots=True)
class Listener:
    """The phone at the other end of a stream: all that is known of it while it listens."""

    app: Flask
    match: Match
    name: str
    guest: Guest
    language: Language
    root: str

    def crowded(self) -> bool:
        """Whether there are as many streams as this server can hold; the phone asks every few seconds instead."""
        with self.app.app_context():
            most: int = self.app.config["STREAMS"]
            return bool(most) and tables.live.count() >= most

    def news(self) -> Subscription:
        """The stream's wait for changes at the table."""
        with self.app.app_context():
            return tables.live.subscribe(self.match.id, self.name)

    def look(self, progress: Progress | None, seen: str) -> tuple[str, bytes | None]:
        """The stamp of the table, and its panel as an event; `progress` is how far news said that the table is.

        The event is empty if the stamp is the one `seen`, None if the phone is no longer at the table.
        """
        with self.app.app_context():
            state = tables.state(self.match, progress)
            return state.stamp, b"" if state.stamp == seen else self._event(state)

    def note_host(self) -> None:
        """Note that a host looks: whoever became host by request may do more once no earlier host does."""
        with self.app.app_context():
            state = tables.state(self.match, NO_NEWS)
            if tables.access(state, self.name).is_host:
                tables.touch(self.match, self.name)

    def _event(self, state: State) -> bytes | None:
        guest = guest_at(state, self.guest, self.name)
        if not guest.viewer.inside:
            return None
        language.speak(self.language)
        root.draw_under(self.root)
        panel = table.panel_bytes(state, guest, "", self.root)
        return b"id: %s\nevent: panel\ndata: %s\n\n" % (state.stamp.encode(), panel)


@bp.get("/t/<code>/stream", defaults={"view": IN_HAND})
@bp.get("/t/<code>/<any(flat, tv):view>/stream")
def events(code: str, view: str) -> Response:
    """The panels of this viewer from now on; first the present one, unless the phone has it already."""
    link = match_of(code, sure=False)
    published = tables.live.published()
    guest = member_of(link, view)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # flask's own way to it
    listener = Listener(app, link.match, device.name(), guest, language.now(), root.now())
    body = panels(listener, request.headers.get("Last-Event-ID") or request.args.get("seen", ""), published)
    small = request.accept_encodings["gzip"] > 0
    response = Response(gzipped(body) if small else body, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = "Accept-Encoding"
    if small:
        response.headers["Content-Encoding"] = "gzip"
    return response


def gzipped(events: Iterator[bytes]) -> Iterator[bytes]:
    """The events as gzip, each sent at once: of a panel that differs little from the one before, little is sent."""
    stream = Gzip()
    yield stream.begin()
    yield from map(stream.piece, events)  # a loop's variable would keep each text until the next
    yield stream.end()


def panels(listener: Listener, seen: str, published: int) -> Iterator[bytes]:
    """One event a change, a heartbeat when there is none; between two events nothing of the database is held.

    `published`: how often anything was, when the table was last looked at. If that is still so, nothing is new.
    """
    yield RETRY
    if listener.crowded():
        yield LATER
        return
    news = listener.news()
    with suppress(tables.live.Closed, tables.Unavailable), news:
        progress, beat = NO_NEWS if news.published == published else None, b""
        while news.open:
            seen, event = listener.look(progress, seen)
            if event is None:
                return
            if event or beat:
                yield event or beat
            listener.note_host()
            del event  # nothing is kept while waiting
            progress = news.wait(BEAT_SECONDS)
            beat = b"" if progress else BEAT
    if news.crowded:
        yield LATER
