"""Send live updates: each stream sends its viewer's panel whenever the table has changed."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Protocol

from flask import Blueprint, Flask, Response, current_app, request

from companion import tables
from companion.board.panel import build_panel
from companion.tables import Match, State
from companion.tables.hub import ANY_PROGRESS, Closed, Progress, Subscription
from companion.web import device, language, root, templates
from companion.web.answers import stream_packer
from companion.web.guests import IN_HAND, Guest, guest_in_state, require_member, table_at
from companion.web.language import Language

BEAT_SECONDS = 15
RETRY = b"retry: 2000\n\n"
# A phone whose stream had to end to make room must not come back at once and push out another.
LATER = b"retry: 60000\nevent: later\ndata: 1\n\n"
# The script of the page receives only the event. Bytes of any kind keep proxies from hanging up.
BEAT = b": still here\nevent: beat\ndata: 1\n\n"

bp = Blueprint("stream", __name__)


class StreamSource(Protocol):
    """A source of events for a stream.

    A stream waits until a match changes. After each change, it asks the source for an event.
    """

    def subscribe(self) -> Subscription:
        """Subscribe to the changes at the table."""

    def look(self, progress: Progress | None, seen: str) -> tuple[str, bytes | None]:
        """Return the stamp of the table, and the event to send.

        * `progress`: the progress that the table has reached, None if it is not known.
        * `seen`: the stamp that the receiver of the stream already has.

        The event is b"" if the stamp of the table is still `seen`. It is None if the stream must
        end.
        """


@dataclass(slots=True)
class Listener:
    """The phone that receives a stream, with everything that its panels depend on.

    `guest` is replaced after each panel that shows an explanation, because `Guest.taught` counts
    the explanations.
    """

    app: Flask
    match: Match
    name: str
    guest: Guest
    language: Language
    root: str

    def subscribe(self) -> Subscription:
        """Subscribe this phone to the changes at the table."""
        with self.app.app_context():
            return tables.streams().subscribe(self.match.id, self.name)

    def look(self, progress: Progress | None, seen: str) -> tuple[str, bytes | None]:
        """Return the stamp of the table, and its panel as an event.

        * `progress`: the progress that the table has reached, None if it is not known.
        * `seen`: the stamp of the panel that the phone shows.

        The event is b"" if the stamp of the table is still `seen`. It is None if the phone is no
        longer at the table.

        If the phone is host, the present time is stored (`tables.mark_seen`), because a host by
        request may do more if no full host has looked for ten minutes.
        """
        with self.app.app_context():
            state = tables.state(self.match, progress)
            guest = guest_in_state(state, self.guest, self.name)
            if guest.viewer.is_host:
                tables.mark_seen(self.match, self.name)
            if state.stamp == seen:
                return state.stamp, b""
            if not guest.viewer.inside:
                return state.stamp, None
            return state.stamp, self._event(state, guest)

    def _event(self, state: State, guest: Guest) -> bytes:
        templates.begin_page(self.language, self.root)
        shown = build_panel(state, guest)
        if shown.taught is not None:
            self.guest = self.guest._replace(taught=shown.taught.counted)
        panel = templates.draw_panel(guest.view, shown).encode()
        return b"id: %s\nevent: panel\ndata: %s\n\n" % (state.stamp.encode(), panel)


@bp.get("/t/<code>/stream", defaults={"view": IN_HAND})
@bp.get("/t/<code>/<any(flat, tv):view>/stream")
def stream_panels(code: str, view: str) -> Response:
    """Stream the panels of this viewer.

    The stream begins with the present panel if the phone does not have it yet.
    """
    link = table_at(code, sure=False)
    change_number = tables.streams().change_number
    guest = require_member(link, view)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # flask's own way
    listener = Listener(
        app, link.match, device.phone_id(), guest, language.current(), root.script_root()
    )
    return stream_response(listener, change_number)


def stream_response(source: StreamSource, change_number: int) -> Response:
    """Answer with a stream of the events of `source`.

    `change_number` is a count of the changes of all tables, `tables.streams().change_number`. The
    caller reads it before it reads the table. So the stream finds out whether a table has changed
    since then.
    """
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    small = request.accept_encodings["gzip"] > 0
    body = PanelStream(source, seen, change_number, packed=small)
    response = Response(body, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = "Accept-Encoding"
    if small:
        response.headers["Content-Encoding"] = "gzip"
    return response


class PanelStream:
    """The events of one stream: the present panel, a panel for each change, and heartbeats.

    Our server asks for the pieces one by one (`EventStream` in `companion.server`). Any other
    server may iterate over the stream, which waits for changes between two pieces. Between two
    pieces the stream holds neither a connection to the database nor the text of a panel.
    """

    def __init__(
        self, source: StreamSource, seen: str, change_number: int, *, packed: bool
    ) -> None:
        self.patience: float = BEAT_SECONDS
        self._source = source
        self._seen = seen
        self._change_number = change_number
        self._packer = stream_packer() if packed else None
        self._subscription: Subscription | None = None
        self._wake: Callable[[], None] = _nobody
        self.has_ended = False

    @property
    def group(self) -> Hashable:
        """Return the id of the match, so that the streams of a table are served together.

        Return the stream itself if it has not subscribed to the changes of the match yet.
        """
        return self if self._subscription is None else self._subscription.match_id

    def next_piece(self) -> bytes:
        """Return the bytes to send now, or b"" if there is nothing to send."""
        try:
            if self._subscription is None:
                events = self._begin()
            else:
                events = self._go_on(self._subscription)
        except (Closed, tables.Unavailable):
            events = self._end()
        return self._pack(events)

    def call_at_change(self, wake: Callable[[], None]) -> None:
        """Store `wake`, which is called whenever the match has changed. Any thread may call it."""
        self._wake = wake

    def close(self) -> None:
        """End the stream because nobody reads it any more."""
        self._end()

    def __iter__(self) -> Iterator[bytes]:
        try:
            while not self.has_ended:
                piece = self.next_piece()
                if piece:
                    yield piece
                self._wait()
        finally:
            self.close()

    def _wait(self) -> None:
        if self._subscription is not None and not self.has_ended:
            self._subscription.wait_for_change(self.patience)

    def _begin(self) -> bytes:
        """Subscribe to the match, and return the present panel if the phone does not have it."""
        self._subscription = self._source.subscribe()
        self._subscription.call_at_change(self._wake)
        self._subscription.__enter__()
        unchanged = self._subscription.change_number == self._change_number
        return RETRY + self._look(ANY_PROGRESS if unchanged else None)

    def _go_on(self, subscription: Subscription) -> bytes:
        """Return the next piece of the stream: the panel if it has changed.

        Otherwise return b"" if a change woke the stream, or a heartbeat if no change came in time.
        """
        progress = subscription.take()
        event = self._look(progress)
        if event or progress is not None or self.has_ended:
            return event
        return BEAT

    def _look(self, progress: Progress | None) -> bytes:
        self._seen, event = self._source.look(progress, self._seen)
        if event is None:
            return self._end()
        return event

    def _end(self) -> bytes:
        """End the stream, and return the last events to send.

        If the stream was ended to make room for another stream, the events tell the phone to
        connect again later. Otherwise there are no last events.
        """
        was_crowded = self._subscription is not None and self._subscription.crowded
        if self._subscription is not None and not self.has_ended:
            self._subscription.__exit__(None, None, None)
        self.has_ended = True
        return LATER if was_crowded else b""

    def _pack(self, events: bytes) -> bytes:
        """Return the events as bytes to send: compressed if the phone accepts gzip."""
        if self._packer is None:
            return events
        packed = self._packer.compress(events)
        if self.has_ended:
            return packed + self._packer.flush()
        if events:
            packed += self._packer.flush(zlib.Z_SYNC_FLUSH)
        return packed


def _nobody() -> None:
    """Wake nobody: this is called at a change if no other function was given."""
