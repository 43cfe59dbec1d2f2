"""Show a table to other programs: a scoreboard for live video, and the state of the match as JSON.

Everybody who has the link to watch gets the same answer. Only the language of the scoreboard may
differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request

from companion import tables
from companion.board import watched
from companion.board.watched import Scoreboard
from companion.pages import limits, stream
from companion.tables import State, TableLink
from companion.tables.hub import PROGRAM, Progress, Subscription
from companion.web import language, root, templates
from companion.web.language import LANGUAGES, Language, cached_per_language, gettext
from companion.web.other_sites import READING, answers_other_sites, open_to_all, with_etag

bp = Blueprint("watching", __name__)

TABLES = 256  # how many scoreboards are remembered, so that all programs that watch share them


@dataclass(frozen=True, slots=True)
class ScoreboardPage:
    """The page of the scoreboard.

    * `token`: the token of the link to watch.
    * `lang`: the language of the page.
    * `shown_token`: the token of the link to watch the match that is shown. This match may have
      followed the match of `token`. Extensions use `shown_token` to find what they add to the page.
      They get no code of the table, because watching phones must not learn it.
    """

    token: str
    lang: str
    shown_token: str
    scoreboard: Scoreboard


@dataclass(frozen=True, slots=True)
class Watcher:
    """The program that receives a stream.

    `kind` is what the stream sends: "state" for the state as JSON, "strip" for the scoreboard as
    HTML.
    """

    app: Flask
    link: TableLink
    kind: str
    network: str
    language: Language
    root: str

    def subscribe(self) -> Subscription:
        """Subscribe to the changes at the table, under a name that stands for the network.

        So all programs in one network that show the scoreboard share one limit of streams.
        """
        with self.app.app_context():
            name = f"{PROGRAM}{self.network}"
            return tables.streams().subscribe(self.link.match.id, name)

    def look(self, progress: Progress | None, seen: str) -> tuple[str, bytes | None]:
        """Return the stamp of the table, and the event to send.

        * `progress`: the progress that the table has reached, None if it is not known.
        * `seen`: the last stamp that the program at the other end of the stream has got.

        The event is b"" if the stamp of the table is still `seen`. It is None if the link is no
        longer valid, or if another match has followed. The stream then ends. A new stream shows the
        match that has followed.
        """
        with self.app.app_context():
            state = tables.state(self.link.match, progress)
            viewer = tables.access(state, "", self.link.address)
            has_moved = state.match.rematch_id != self.link.match.rematch_id
            if not viewer.inside or has_moved:
                return state.stamp, None
            if state.stamp == seen:
                return state.stamp, b""
            templates.begin_page(self.language, self.root)
            data = self._text(state).encode()
        event = b"id: %s\nevent: %s\ndata: %s\n\n"
        return state.stamp, event % (state.stamp.encode(), self.kind.encode(), data)

    def _text(self, state: State) -> str:
        if self.kind == "state":
            return watched.state_json(state)
        return _draw_scoreboard(state)


@cached_per_language(TABLES)
def _draw_scoreboard(state: State) -> str:
    """Return the part of the scoreboard that changes, as HTML in one line."""
    drawn = render_template("watching/_scoreboard.html", scoreboard=watched.scoreboard(state))
    return " ".join(drawn.split())


@bp.route("/w/<token>/state.json", methods=READING)
@answers_other_sites
def show_state(token: str) -> Response:
    """Answer with the state of the match as JSON."""
    link = _watched_table(token)
    text = watched.state_json(tables.state(link.match))
    return with_etag(open_to_all(Response(text, mimetype="application/json")))


@bp.route("/w/<token>/events", methods=READING, defaults={"kind": "state"})
@bp.route("/w/<token>/<any(strip):kind>/events", methods=READING)
@answers_other_sites
def stream_watched(token: str, kind: str) -> Response:
    """Stream a table's state as JSON, or its scoreboard as HTML: now, and after each change."""
    _use_language()
    change_number = tables.streams().change_number
    link = _watched_table(token)
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # flask's own way
    watcher = Watcher(
        app, link, kind, limits.network_hash(), language.current(), root.script_root()
    )
    return open_to_all(stream.stream_response(watcher, change_number))


@bp.route("/w/<token>/strip", methods=READING)
@answers_other_sites
def show_scoreboard(token: str) -> Response:
    """Show the scoreboard in one line, on a transparent page that is updated after each change."""
    _use_language()
    link = _watched_table(token)
    page = ScoreboardPage(
        token=token,
        lang=language.code(),
        shown_token=link.address,
        scoreboard=watched.scoreboard(tables.state(link.match)),
    )
    text = render_template("watching/scoreboard.html", page=page, scoreboard=page.scoreboard)
    return open_to_all(Response(text))


def _watched_table(token: str) -> TableLink:
    """Return the table to which a link to watch leads now.

    It is the newest match that has followed the link's match, or the link's match itself. Answers
    404 if the link leads nowhere.
    """
    link = tables.by_watch_token(token)
    match = None
    if link is not None and link.kind:
        match = tables.newest_match_for(link.match, "", link.kind)
    if link is None or match is None:
        abort(404, gettext("This link does not lead to a table. The host may have replaced it."))
    return tables.address_for(match, link.kind or "watch")


def _use_language() -> None:
    """Use the language that the parameter `lang` names, if there is one.

    The page of the scoreboard puts its own language into the address of its stream, so that both
    are in the same language.
    """
    wanted = request.args.get("lang", "")
    if wanted in LANGUAGES:
        language.set_language(language.load(wanted))
