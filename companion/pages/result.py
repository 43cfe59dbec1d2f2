"""Show how a match ended, on a page with a picture.

Chats show the picture beside a link to the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for

from companion import tables
from companion.pages import replay
from companion.retelling import picture, result
from companion.retelling.curve import NO_COURSE, Course, course
from companion.retelling.picture import ResultPicture, Shape
from companion.retelling.replay import Replay
from companion.tables import Match
from companion.web import language
from companion.web.guests import current_guest, require_member, shared_link, shared_origin, table_at
from companion.web.language import LANGUAGES, day, gettext
from companion.web.templates import tell_or_leave_out
from companion.words import labels
from companion.words.people import People, many

PACE = 1500  # milliseconds between two taps of a match that plays itself

bp = Blueprint("result", __name__)


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """A picture to share, with the words and the link that are sent with it.

    * `wide`, `square`: the addresses of the picture in its two shapes.
    * `image`: the complete address of the wide picture, for chats.
    """

    wide: str
    square: str
    image: str
    link: str
    words: str


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The page of a result. Its title has the names and the scores.

    Phones at the table get a link `back` to the table and a link to its `replay`. Any other phone
    gets a link to the first page. `plays` is true if this phone has the role of a player.
    """

    title: str
    shown: ResultPicture
    picture: SharedPicture
    many: bool
    back: str = ""
    replay: str = ""
    code: str = ""
    plays: bool = False


@bp.get("/r/<token>")
def show_result(token: str) -> Response:
    """Show the result to anyone who has its link.

    If the link names a language, the page is in this language.
    """
    match = _match_at(token)
    shown, _ = _result_of(match)
    guest = current_guest(tables.address_for(match, "player"))
    code = ""
    back = ""
    replayed = ""
    if guest.viewer.inside:
        code = tables.address_for(match, guest.viewer.role).address
        back = url_for("table.show_table", code=code)
        replayed = url_for("result.show_replay", code=code, at=0, play=1)
    page = ResultPage(
        title=title(shown),
        shown=shown,
        picture=shared_picture(
            shown, "result.show_result", "result.serve_picture", token, lang=language.code()
        ),
        many=many(tables.rules(match)),
        back=back,
        code=code,
        plays=guest.viewer.invited,
        replay=replayed,
    )
    return _fresh(make_response(render_template("retelling/result.html", page=page)))


@bp.get("/r/<token>/<version>/<any(wide, square):shape>.png")
def serve_picture(token: str, version: str, shape: Shape) -> Response:
    """Serve the result's picture.

    Answers 404 if `version` is not the current one, so that outdated names are never shown.
    """
    shown, whole = _result_of(_match_at(token))
    return answer_picture(shown, whole, shape, version)


@bp.get("/t/<code>/replay")
def show_replay(code: str) -> Response:
    """Play back the match of this table, for phones that are at the table."""
    table = table_at(code)
    require_member(table)
    state = tables.state(table.match)
    close = url_for("table.show_table", code=table.address)
    return replay.show_replay(Replay.from_log(state.log), state.names, close=close, pace=PACE)


def answer_picture(shown: ResultPicture, whole: Course, shape: Shape, wanted: str) -> Response:
    """Answer with the picture in this shape.

    Answers 404 if `wanted` is not the current version of the picture, or if the picture cannot be
    drawn. The picture is never cached, because a name may be removed at any time.
    """
    if wanted != picture_version(shown):
        abort(404, gettext("This picture has changed: open the page of the result."))
    address = shared_origin().partition("://")[2]
    png = tell_or_leave_out(draw_png, shown, whole, shape, address, instead=b"")
    if not png:
        abort(404, gettext("This picture cannot be shown."))
    return _fresh(Response(png, mimetype="image/png"))


def shared_picture(
    shown: ResultPicture, page: str, image: str, token: str, **of_image: str
) -> SharedPicture:
    """Return the addresses of a picture and the words that go with it.

    * `page`, `image`: the endpoints of the result and of its picture.
    * `token`: part of both addresses.
    * `of_image`: part of the picture's address only, for example its language. The link to the page
      names no language, so that everybody reads the result in their own language.
    """
    version = picture_version(shown)
    named: dict[str, Any] = {"token": token, "version": version, **of_image}
    return SharedPicture(
        wide=url_for(image, shape="wide", **named),
        square=url_for(image, shape="square", **named),
        image=shared_link(image, shape="wide", **named),
        link=shared_link(page, token=token),
        words=" ".join(filter(None, (f"{title(shown)}.", shown.story))),
    )


def picture_version(shown: ResultPicture) -> str:
    """Return a hash of everything that the picture shows.

    The picture's address contains this hash. So a changed picture has a new address, and no chat
    shows the old picture.
    """
    return sha256(repr(shown).encode()).hexdigest()[:12]


@lru_cache(maxsize=32)
def draw_png(shown: ResultPicture, whole: Course, shape: Shape, address: str) -> bytes:
    """Return the picture as a PNG file. Other requests are answered while it is drawn."""
    canvas = picture.canvas(shape)
    tables.run_in_steps(picture.drawing(canvas, shown, whole, address))
    return canvas.png()


def title(shown: ResultPicture) -> str:
    """Return names and score of each side in one line: `Anna & Carme 12, Biel & Dídac 9`."""
    return ", ".join(f"{labels.joined(side.names)} {side.score}" for side in shown.sides)


def _match_at(token: str) -> Match:
    match = tables.by_result_token(token)
    if match is None:
        abort(404, gettext("This link does not lead to a table. The host may have replaced it."))
    wanted = request.args.get("lang", "")
    if wanted in LANGUAGES:
        language.set_language(language.load(wanted))
    return match


def _result_of(match: Match) -> tuple[ResultPicture, Course]:
    state = tables.state(match)
    if not state.log.game.over:
        abort(404, gettext("The match is not over yet."))
    played: Replay = Replay.from_log(state.log)
    when = day(state.rows[-1].at if state.rows else match.created_at)
    whole = tell_or_leave_out(course, played, instead=NO_COURSE)
    minutes = tables.minutes_between(state.rows)
    people = People(state.names, played.rules)
    return result.result_picture(played, people, when, minutes), whole


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
